"""Short running text of a record (titles, notes, reasons) taken apart into words, formulas, code and claim ids.

Formulas are `$...$`, or the plain spelling that docstrings use: `beta_*`, `mu^2`, `X^T`, `|w|^2`, a lone `w`. Only single names with
their marks are read that way; what stands between them stays text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache

from theoremtest.reports.formulas.formula import fault
from theoremtest.reports.formulas.values import tens

from .plain import formulas

_GREEK = ("alpha|beta|gamma|delta|epsilon|zeta|eta|theta|kappa|lambda|mu|nu|xi|rho|sigma|tau|phi|chi|psi|omega|"
          "Gamma|Delta|Theta|Lambda|Xi|Sigma|Phi|Psi|Omega")
_MARK = rf"(?:{_GREEK}|[A-Za-z0-9]|\*|[+](?![A-Za-z0-9]))"
_NAME = rf"(?:(?:{_GREEK})(?:_{_MARK})?|[A-Za-z]_{_MARK})(?![A-Za-z0-9_])"
_SYMBOL = rf"(?:(?:{_GREEK})|[A-Za-z])(?:_{_MARK})?(?![A-Za-z_])"
_PIECE = rf"(?:{_SYMBOL}|[0-9 +/*-])"  # no two of these begin alike, so that a long text is read once
_POWER = rf"(?:\^(?:(?:-?\d+|T|\+|-)(?![A-Za-z0-9])|\((?:{_PIECE}|\({_PIECE}+\))+\)))"
"""What stands raised: a number or a mark, or in brackets an exponent of single symbols, `(-(l+2)/(l+1))`."""
_ALONE = (rf"(?<![A-Za-z0-9_\\.])(?:(?:[a-z](?:_[A-Za-z0-9])?\.)?{_NAME}{_POWER}?|[A-Za-z]{_POWER}|[uvwxyz]\.[uvwxyz](?![A-Za-z0-9.]))")
_LETTER = (r"(?<![A-Za-z0-9_\\.'’-])(?:[b-hj-zKMNPQRSWXYZ](?![A-Za-z0-9_’']|\.[A-Za-z0-9])"
           r"|a(?=\s*(?:=|!=|<|>|\+|/|\*|\()))"
           r"|(?<=[=<>+*/(|] )a(?![A-Za-z0-9_])|(?<=[=<>+*/(|])a(?![A-Za-z0-9_])")
"""A letter on its own that is no English word; `a` only where a sign stands beside it."""
_BARS = rf"(?<!\\)\|(?:{_NAME}|[A-Za-z])\|{_POWER}?"
_COMMAND = rf"\\(?:{_GREEK})(?![A-Za-z])(?:_{_MARK})?{_POWER}?|\\\|\\?(?:{_NAME}|[A-Za-z])\\\|{_POWER}?"
_PLAIN = rf"(?:{_COMMAND}|{_ALONE}|{_BARS}|{_LETTER})(?:'(?![A-Za-z]))?"
_SET = r"\$(?P<math>[^$]+)\$|`(?P<code>[^`]+)`|(?P<ref>\b[a-z]+\d{4}[a-z]?/[A-Za-z0-9][A-Za-z0-9.:-]*)"
_RUN = re.compile(rf"{_SET}|(?P<plain>{_PLAIN})")
_STANDS = re.compile(_SET)
"""What stands for itself, in which no plain formula is looked for."""
_NUMERAL = re.compile(rf"{_SET}|[\w.]+[+-]\d+")
"""What stands for itself, or may be a number with its power of ten."""
_SIGNS = (("sqrt(", "√("), ("<=", "≤"), (">=", "≥"), ("!=", "≠"), ("->", "→"), (" - ", " − "))
_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


@dataclass(frozen=True)
class Run:
    """A stretch of one kind: `text`, `math` (LaTeX), `code`, or `ref` (the id of a known claim)."""

    kind: str
    text: str


def runs(text: str, known: Collection[str] = (), paper: str = "") -> list[Run]:
    """The stretches of `text` in order.

    An id becomes a reference only if it is among `known`; in backticks it may leave out its own `paper`.
    """
    result: list[Run] = []
    end = 0
    text = _NUMERAL.sub(lambda found: found.group() if found.lastgroup else tens(found.group()), text)
    for start, stop, latex in _plain(text):
        result += [*_names(text[end:start], known, paper), Run("math", latex)]
        end = stop
    return result + _names(text[end:], known, paper)


def sentence(spoken: Iterable[Run]) -> list[Run]:
    """Running text as whole sentences: with a capital at its start, where a word stands there, and a stop at its end."""
    found = list(spoken)
    if found and found[0].kind == "text":
        found[0] = Run("text", found[0].text[:1].upper() + found[0].text[1:])
    if found and not re.search(r"[.!?][)\]’”'\"]?$", found[-1].text):
        found.append(Run("text", "."))
    return found


@cache  # a condition's reason stands at many claims
def _plain(text: str) -> tuple[tuple[int, int, str], ...]:
    """The formulas that the text spells plainly, outside what stands for itself."""
    end, found = 0, []
    for match in [*_STANDS.finditer(text), None]:
        stop = len(text) if match is None else match.start()
        found += [(start + end, last + end, latex) for start, last, latex in formulas(text[end:stop])]
        end = len(text) if match is None else match.end()
    return tuple(found)


def _names(text: str, known: Collection[str], paper: str) -> list[Run]:
    """The stretches of a text whose plain formulas are single names."""
    result: list[Run] = []
    end = 0
    for match in _RUN.finditer(text):
        kind = match.lastgroup
        content = match.group(kind)
        tail = ""
        if kind == "math" and fault(content):
            kind = None
        elif kind == "plain":
            kind, content = "math", latex_of(content)
        elif kind == "code" and f"{paper}/{content}" in known:
            kind, content = "ref", f"{paper}/{content}"
        elif kind == "ref":
            bare = content if content in known else content.rstrip(".:-")
            tail, content = content[len(bare):], bare
            kind = "ref" if content in known else None
        if kind is None:
            continue
        if match.start() > end:
            result.append(Run("text", _signs(text[end:match.start()])))
        result.append(Run(kind, content))
        end = match.end() - len(tail)
    if end < len(text):
        result.append(Run("text", _signs(text[end:])))
    return result


def latex_of(name: str) -> str:
    """The LaTeX of a name in plain spelling: `beta_*^2` is `\\beta_{*}^{2}`."""
    name = re.sub(r"\^\((.*)\)", r"^{\1}", name)
    name = re.sub(r"\^(-?\d+|T|\+|-)", lambda match: "^{" + (r"\top" if match.group(1) == "T" else match.group(1)) + "}", name)
    name = name.replace(".", r" \cdot ")
    name = re.sub(rf"_({_MARK})", r"_{\1}", name)
    return re.sub(rf"(?<![A-Za-z\\])({_GREEK})(?![A-Za-z])", r"\\\1", name)


def _signs(text: str) -> str:
    for plain, sign in _SIGNS:
        text = text.replace(plain, sign)
    text = re.sub(r"(?<![A-Za-z0-9)])-(?=\d|$)", "−", text)
    return re.sub(r"(?<=[A-Za-z0-9)|\]])\^(-?\d+)", lambda match: match.group(1).translate(_RAISED), text)
