r"""What stands on a manuscript's first page: its title and authors, and words typed for TeX as a page has them: accents as
letters, formulas as they are."""

from __future__ import annotations

import re

_COMMENT = re.compile(r"(?<!\\)%.*")
_ASIDE = re.compile(r"\\(?:thanks|footnote(?:mark|text)?|inst|textsuperscript|email|orcid(?:link)?|affil(?:iation)?|address)(?![a-zA-Z])"
                    r"\*?(?:\[[^\]]*\])?(?:\{(?:[^{}]|\{[^{}]*\})*\})?|\$\^(?:\{[^{}]*\}|.)\$")
"""What stands behind a name and is no part of it."""
_BETWEEN = re.compile(r"\\(?:and|And|AND|quad|qquad)(?![a-zA-Z])|,|;|\s+and\s+")
TYPED = re.compile(r"[\\~{}]|--|``|''")


def plain(text: str) -> str:
    r"""Words typed for TeX: `Gr\"uner's \emph{flow} on $\mathbb{R}^n$` is `Grüner's flow on $\mathbb{R}^n$`."""
    if TYPED.search(text) is None:
        return text
    from pylatexenc.latex2text import LatexNodes2Text

    return " ".join(LatexNodes2Text(math_mode="verbatim").latex_to_text(text).split())


def front(text: str) -> tuple[str, str]:
    r"""The title and the authors of a document, of its \title and \author; empty where it has none."""
    text = _COMMENT.sub("", text.partition(r"\maketitle")[0])
    titles, authors = _arguments(text, "title"), _arguments(text, "author")
    names = [plain(name.partition(r"\\")[0]).strip(" *†‡") for author in authors for name in _BETWEEN.split(_ASIDE.sub("", author))]
    title = plain(_ASIDE.sub("", titles[0]).replace(r"\\", " ")) if titles else ""
    names = [name for name in names if re.match(r"[^\W\d_]", name) and "@" not in name]
    return title, ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else "".join(names)


def _arguments(text: str, command: str) -> list[str]:
    """The argument of a command wherever it stands."""
    found = []
    for match in re.finditer(rf"\\{command}\s*(?:\[[^\]]*\])?\s*\{{", text):
        depth, end = 1, match.end()
        while end < len(text) and depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0) if text[end - 1] != "\\" else 0
            end += 1
        if not depth:
            found.append(text[match.end():end - 1])
    return found


__all__ = ["front", "plain"]
