r"""A display taken apart: what is no formula is dropped (labels, tags, alignment), rows that carry on are joined, and what stands behind
`\quad` or a comma becomes a piece of its own, known by what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .errors import NotationError
from .source import Source

ENVIRONMENTS = ("equation", "align", "gather", "multline", "eqnarray", "displaymath", "math", "alignat", "flalign", "dmath", "dgroup",
                "IEEEeqnarray")
"""Displays; with a star or without."""
WRAPPERS = ("split", "aligned", "gathered", "alignedat", "IEEEeqnarraybox")
_NAMES = "|".join((*ENVIRONMENTS, *WRAPPERS))
_WRAPPING = re.compile(rf"\\begin\{{(?:{_NAMES}|subequations)\*?\}}(?:\[[a-zA-Z]*\])?(?:\{{[^{{}}]*\}})?"
                       rf"|\\end\{{(?:{_NAMES}|subequations)\*?\}}")
BLANKED = re.compile(r"\\(?:label|tag\*?|eqref|ref|IEEEeqnarraynumspace|yesnumber)(?![A-Za-z])(?:\s*\{[^{}]*\})?"
                     r"|\\(?:nonumber|notag|displaystyle|textstyle)(?![A-Za-z])")
_MATH = re.compile(r"^\s*(?:\\\(|\\\[|\$\$?)(.*?)(?:\\\)|\\\]|\$\$?)\s*$", re.DOTALL)
_DEFINED = re.compile(r":\s*=|=\s*:(?!=)")
_BY_TIME = re.compile(r"\\partial\s*_\s*(?:\{\s*([A-Za-z]|\\[A-Za-z]+)\s*\}|([A-Za-z](?![A-Za-z])|\\[A-Za-z]+))")
_EMPTY = re.compile(r"(?<![A-Za-z}\]_^])\{\s*\}")
_STAR = re.compile(r"([_^])\s*(?:\{\s*\\star\s*\}|\\star(?![A-Za-z]))")
GRID = re.compile(r"\\(begin|end)\{[a-zA-Z]*(?:cases|matrix|array)\}|\\\\(?:\s*\[[^\]]*\])?|(?<!\\)&|\\.|[{}]")
CARRIES_ON = re.compile(r"(?:\s|&|\{\}|\\q?quad(?![A-Za-z])|\\[,;:! ])*(?:[+\-*/]"
                        r"|\\(?:cdot|times)(?![A-Za-z])|:?=|\\(?:leq?|geq?)(?![A-Za-z])|[<>])")
_NUMBER = re.compile(r"\\q?quad(?:\s|\\[,;:! ])*\(\s*(?:[A-Z]\.?)?\d+(?:\.\d+)*[a-z]?\s*\)[\s.,]*$")
_HENCE = re.compile(r"(?:\\q?quad(?![A-Za-z])|\s|\\[,;:! ])*\\q?quad(?![A-Za-z])\s*\\(?:Rightarrow|implies|Longrightarrow)"
                    r"(?![A-Za-z])\s*\\q?quad(?![A-Za-z])")
"""An arrow between wide spaces leads from one equation to the next; without them it joins two conditions."""
_SPACES = re.compile(r"(?:\s|\\[,;:! ]|~)*")
_RANGE = re.compile(r"^[A-Za-z]\s*(?:=|\\in\b)\s*(?:\\\{\s*)?[01]\s*,.*\\[lc]?dots")
_WIDE = re.compile(r"\\q?quad(?![A-Za-z])")
_TOKEN = re.compile(r"\\(?:begin|end)\{[^{}]*\}|\\[A-Za-z]+\*?|\\.|(?s:.)")
_OPENS = {"{", "(", "[", r"\{", r"\lbrace", r"\langle"}
_CLOSES = {"}", ")", "]", r"\}", r"\rbrace", r"\rangle"}


def outside(body: str) -> Iterator[re.Match]:
    """The marks of a display's grid, `&` and line breaks, that stand outside braces and inner environments."""
    depth = 0
    for match in GRID.finditer(body):
        piece = match.group()
        if piece == "{" or match.group(1) == "begin":
            depth += 1
        elif piece == "}" or match.group(1) == "end":
            depth -= 1
        elif depth == 0 and (piece == "&" or piece.startswith("\\\\")):
            yield match


def bare(source: Source) -> Source:
    """The formula without what surrounds it, with `:=` as `=` and rows that carry on joined. Raises NotationError for a number behind
    a wide space, which is an equation's number or a factor."""
    number = _NUMBER.search(source.text)
    if number is not None:
        raise NotationError("the number behind the wide space reads two ways: the equation's number, or a factor; write \\tag{...} for the "
                            "number", source.column(number.start() + 1))
    math = _MATH.match(source.text)
    if math is not None and "$" not in math.group(1):
        source = source.part(*math.span(1))
    source = source.replaced(_WRAPPING, lambda match: " ").replaced(BLANKED, lambda match: " ")
    source = _bare_cases(source)
    source = source.replaced(_DEFINED, lambda match: "=").replaced(_STAR, lambda match: match.group(1) + "*").replaced(_EMPTY, lambda _: "")
    source = source.replaced(_BY_TIME, lambda match: rf"\frac{{\partial}}{{\partial {match.group(1) or match.group(2)}}} ")
    source = _minimum(_double_bars(source))
    for match in reversed(list(outside(source.text))):
        row = match.group().startswith("\\\\")
        if row and CARRIES_ON.match(source.text, match.end()) is None and source.text[match.end():].strip():
            continue
        source = source.put(match.start(), match.end(), [" "])
    return source.part(0, len(source.text))


_ROWS = re.compile(r"\s*\\begin\{cases\}((?:(?!\\(?:begin|end)\{cases\})(?s:.))*)\\end\{cases\}[\s.,]*$")


def _bare_cases(source: Source) -> Source:
    r"""A whole display in \begin{cases} without `&` is a system: equations one below the other."""
    found = _ROWS.match(source.text)
    return source if found is None or re.search(r"(?<!\\)&", found.group(1)) else source.part(*found.span(1))


_LEAST = re.compile(r"\\arg\s*(?:\\[,;:! ])*\\min\s*(?:\\limits)?\s*_\s*\{[^{}]*\\in[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
_SUBJECT_TO = re.compile(r"(?:\\[,;:! ]|\\q?quad(?![A-Za-z])|\s|,)*\\(?:text|mathrm|textrm|mbox)\{\s*(?:s\.t\.|subject to|such that)\s*\}"
                         r"(?:\\[,;:! ]|\\q?quad(?![A-Za-z])|\s)*")


def _minimum(source: Source) -> Source:
    r"""`\arg\min_{b \in ...} f \quad \text{s.t.} \quad X b = y` as \arg\min_{X b = y} f: what is minimised over stands below the sign."""
    least, subject = _LEAST.search(source.text), _SUBJECT_TO.search(source.text)
    if least is None or subject is None or subject.start() < least.end():
        return source
    condition = source.part(subject.end(), len(source.text))
    source = source.put(subject.start(), len(source.text), [""])
    return source.put(least.start(), least.end(), [r"\arg\min_{", condition, "}"])


def _double_bars(source: Source) -> Source:
    r"""`||x||` as \|x\|, where bars come in pairs only."""
    plain = re.sub(r"\\\|", "  ", source.text)
    if "||" not in plain or "|" in plain.replace("||", ""):
        return source
    return source.replaced(re.compile(r"(?<!\\)\|\|"), lambda match: r"\|")


_BOTH = re.compile(r"\\(pm|mp)(?![A-Za-z])")


def both_signs(source: Source) -> list[Source]:
    r"""A formula with \pm as the two formulas that it stands for, the upper signs first; any other formula as it is."""
    if _BOTH.search(source.text) is None:
        return [source]
    return [source.replaced(_BOTH, lambda match, upper=upper: upper if match.group(1) == "pm" else {"+": "-", "-": "+"}[upper])
            for upper in "+-"]


@dataclass(frozen=True)
class Piece:
    """A piece of a display: `kind` is `equation`, `condition`, `words`, `initial` or `definition`."""

    kind: str
    source: Source


_LEAD = re.compile(r"^(?:\\(?:text|textrm|mbox|mathrm)\s*\{([^{}]*)\}|\\(?:forall|,|;|:|!| )|\s|~)+")
_FUNCTION = re.compile(r"^(?:\\[,;:! ]|\s|[-+=])*\\(?:text|textrm|mbox|mathrm)\s*\{\s*[A-Za-z]+\s*\}\s*(?:\\left\s*)?[(\[]")
"""A word with a bracket behind it names a function."""
_WORDS_ONLY = re.compile(r"^(?:\\(?:text|textrm|mbox)\s*\{[^{}]*\}|[\s.,;]|\\[,;:! ])*$")
_INITIAL = re.compile(r"^.{0,80}?(?:\(\s*(?:0|t_0|t_\{0\})\s*\)|\|_\{?\s*t\s*=\s*0\s*\}?)(?:\s|\\[,;:! ]|\^\{?\\top\}?)*=", re.DOTALL)
_HARMLESS = {"", "and", "a.s", "almost surely", "respectively", "resp", "so", "thus", "hence", "then"}
_DEFINING, _GIVEN = {"where", "with"}, {"if", "for", "when", "for all", "for any", "for every", "for each", "as", "whenever", "given", "on"}


def pieces(source: Source) -> list[Piece]:
    """The pieces of a formula between commas, semicolons, wide spaces and arrows between such that stand outside every bracket."""
    source = source.replaced(_HENCE, lambda _: r"\quad\text{hence }")
    found = []
    for part in _parts(source):
        if _WORDS_ONLY.match(part.text):
            said = " ".join(re.findall(r"\{([^{}]*)\}", part.text)).strip(" ,.").lower()
            if said not in _HARMLESS:
                raise NotationError(f"the words {said!r} have no meaning here", part.column(1))
            if said:
                found.append(Piece("words", part))
            continue
        lead = None if _FUNCTION.match(part.text) else _LEAD.match(part.text)
        words = " ".join(" ".join(re.findall(r"\{([^{}]*)\}", lead.group())).split()).strip(" ,.:").lower() if lead else ""
        universal = bool(lead and r"\forall" in lead.group()) or words.startswith(("for ", "if", "when", "as ")) or words in _GIVEN
        inner = part.part(lead.end(), len(part.text)) if lead and (words or universal) else part
        if words in _DEFINING:
            found.append(Piece("definition", inner))
        elif universal:
            found.append(Piece("condition", inner))
        elif words not in ("", "and", "so", "then", "thus", "hence"):
            raise NotationError(f"the words {words!r} have no meaning here", part.column(1))
        else:
            found.append(Piece(_kind(inner), inner))
    return found


def _kind(part: Source) -> str:
    if _RANGE.match(part.text):
        return "words"
    signs = relation_signs(part.text)
    if not signs:
        return "condition" if re.match(r"^[^=]{0,60}\\in(?![A-Za-z])", part.text) else "equation"
    if _INITIAL.match(part.text):
        return "initial"
    return "equation" if {"=", r"\approx", r"\to", r"\propto"} & set(signs) else "condition"


def _parts(source: Source) -> list[Source]:
    text, depth, start, found = source.text, 0, 0, []
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token in _OPENS or token.startswith(r"\begin"):
            depth += 1
        elif token in _CLOSES or token.startswith(r"\end"):
            depth -= 1
        elif depth == 0 and match.start() >= start and (token in (",", ";", r"\\") or _WIDE.fullmatch(token)):
            if (token in (",", ";") and not _ends_here(text, match.end())) or (
                    _WIDE.fullmatch(token) and CARRIES_ON.match(text, match.end())):
                continue
            found.append(source.part(start, match.start()))
            start = match.end()
    found.append(source.part(start, len(text)))
    found = [part.part(_SPACES.match(part.text).end(), len(part.text)) for part in found]
    return [part for part in found if part.text.strip(" .,;")]


def _ends_here(text: str, place: int) -> bool:
    """Whether a comma ends a piece: a wide space, words, a line break or an equation of its own follow."""
    rest = re.sub(r"^(?:\s|\\[,;:! ]|~)+", "", text[place:])
    if not rest or rest.startswith(("\\quad", "\\qquad", "\\text", "\\mbox", "\\\\", "\\forall")):
        return True
    head = re.match(r"[^=,;]{1,80}?(?<!\\)(?:=|\\coloneqq|\\geq?|\\leq?|[<>])", rest)
    return head is not None and head.group().count("(") == head.group().count(")") and head.group().count("{") == head.group().count("}")


_SIGNS = {"=", "<", ">", r"\le", r"\leq", r"\ge", r"\geq", r"\neq", r"\ne", r"\to", r"\propto", r"\iff", r"\approx"}


def relation_signs(text: str) -> list[str]:
    """The relation signs outside every bracket, in order, each as TeX spells it."""
    return [sign for sign, _, _ in _signs(text)]


def _signs(text: str) -> Iterator[tuple[str, int, int]]:
    depth = 0
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token in _OPENS or token.startswith(r"\begin"):
            depth += 1
        elif token in _CLOSES or token.startswith(r"\end"):
            depth -= 1
        elif depth == 0 and token in _SIGNS:
            yield token, match.start(), match.end()


def sides_and_signs(source: Source) -> tuple[list[Source], list[str]]:
    """The sides of a relation and the signs between them; the first side is empty where the formula begins with its sign."""
    signs = list(_signs(source.text))
    edges = [0, *(place for _, start, end in signs for place in (start, end)), len(source.text)]
    return [source.part(edges[k], edges[k + 1]) for k in range(0, len(edges), 2)], [sign for sign, _, _ in signs]


def chain(source: Source) -> list[Source]:
    """The sides of a chain a = b = c; the formula itself where it is none."""
    signs = list(_signs(source.text))
    if len(signs) < 2 or any(sign != "=" for sign, _, _ in signs):
        return [source]
    edges = [0, *(place for _, start, end in signs for place in (start, end)), len(source.text)]
    return [source.part(edges[k], edges[k + 1]) for k in range(0, len(edges), 2)]


def last_side(source: Source) -> Source | None:
    """What stands behind the last relation sign, where every sign is one of equality; None for anything else."""
    signs = list(_signs(source.text))
    if not signs or any(sign != "=" for sign, _, _ in signs):
        return None
    return source.part(signs[-1][2], len(source.text))
