r"""What the words around a formula say: that it defines, that it is claimed, that it holds only under something; and what inline formulas
say of letters, `w \in \mathbb{R}^d`, `\delta < 0`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from theoremtest.derivations.notation import NotationError
from theoremtest.derivations.notation.ground import split
from theoremtest.derivations.notation.tokens import tex_tokens
from theoremtest.derivations.notation.vocabulary import FONTS

from .letters import Key, latex_of, named, names_among
from .passages import Formula

_DEFINES = re.compile(r"(?i)\b(?:where|with|let|lets|define[sd]?|denot\w+|set|setting|write|writing|introduc\w+|call|called|abbreviat\w+|"
                      r"is given by|are given by|given by|stands? for|put|here|shorthand|notation)\b[^\x00]*$")
_LET = re.compile(r"(?i)\b(?:where|with|let|denote|write|define)\b[^;:]*(?:\band|,)\s*$")
"""A definition that follows another one in its sentence."""
_CLAIMS = re.compile(r"(?i)\b(?:then|thus|hence|therefore|so|have|has|obtain\w*|gets?|find|finds|gives?|yields?|identity|identities|"
                     r"impl\w+|becomes?|simplif\w+|follows|note|notice|equals?|rewrit\w+|rewrote|expressed|shows?|comput\w+|"
                     r"conclude|equivalent\w*|consequently|that is|i\.e\.|indeed|satisf\w+|verif\w+|derive\w*|"
                     r"solv\w+|solution\w*|reads?|conserved|because|since)\b")
_UNDER = re.compile(r"(?i)\b(?:approximat\w+|approx|leading order|small|large|limit\w*|if|when|whenever|unless|assum\w+|"
                    r"suppos\w+|convergence|steady|equilibri\w+|fixed points?|stationar\w+|choos\w+|taking|"
                    r"not(?! (?:chang|depend|var|mov)\w*)|instead|naive\w*|false|wrong\w*|constrain\w*|case|cases|otherwise|whereas|"
                    r"subject|ansatz|guess|unit|normali[sz]\w*|initially|vanish\w*|except|fail\w*|unknown|critical)\b")
_LOCAL = re.compile(r"(?i)\b(?:if|when|whenever|for|in case|case|unless|provided|while|at)\b[^\x00,.]*$")
_SPACE = re.compile(r"\\mathbb\s*\{?\s*R\s*\}?\s*(?:\^\s*(?:\{[^{}]*\}|[A-Za-z0-9]|\\[A-Za-z]+))?")
_IN = re.compile(r"(?P<names>.+?)\\in(?![A-Za-z])\s*(?P<space>.+)", re.DOTALL)
_SIGN = re.compile(r"(?P<names>[^<>=]+?)(?P<sign><|>|\\geq?(?![A-Za-z])|\\leq?(?![A-Za-z]))\s*0\s*[.,;]?\s*", re.DOTALL)
_COLUMN = {"vec", "vector", "vectors", "matrix", "matrices"}


def defines(formula: Formula) -> bool:
    """Whether the words before a formula say that its left side is a name for the right one."""
    text = formula.source.text
    return ":=" in text.replace(" ", "") or r"\coloneqq" in text or r"\triangleq" in text or any(
        found.search(formula.words[-120:]) is not None for found in (_DEFINES, _LET))


def claims(formula: Formula) -> bool:
    """Whether the words before a formula say that it is so, rather than what a name stands for."""
    return _CLAIMS.search(formula.words[-200:]) is not None


def under(formula: Formula, behind: bool = True) -> str:
    """The word that says that a formula holds only under something; empty for none. behind: one that follows it counts, too."""
    found = _UNDER.search(formula.words[-300:]) or (_UNDER.search(formula.behind[:120]) if behind else None)
    return found.group().lower() if found else ""


def local(formula: Formula) -> bool:
    """Whether an equation in a line of text is a condition of its sentence."""
    return not formula.displayed and _LOCAL.search(formula.words[-60:]) is not None


def spaces_in(formula: Formula) -> Iterator[tuple[Key, str]]:
    r"""Letters that a formula says to lie in a space, with it, `w \in \mathbb{R}^d`; with nothing where they are numbers."""
    match = _IN.fullmatch(formula.source.text.strip().rstrip(".,; "))
    if match is None or _SPACE.fullmatch(match["space"].strip()) is None:
        return
    for name in _listed(match["names"]):
        yield name, match["space"].strip() if "^" in match["space"] else ""


def signs_in(formula: Formula) -> Iterator[tuple[Key, str]]:
    r"""Letters that a formula says to be positive or negative."""
    match = _SIGN.fullmatch(formula.source.text)
    if match is None:
        return
    for name in _listed(match["names"]):
        yield name, "<" if match["sign"] in ("<", r"\leq", r"\le") else ">"


def _listed(text: str) -> list[Key]:
    found = []
    for piece in split(text):
        try:
            key = named(piece.strip())
        except NotationError:
            return []
        if key is None:
            return []
        found.append(key)
    return found


def vectors_in(text: str) -> set[Key]:
    r"""The letters that a formula uses as vectors or matrices: transposed, bold, in a norm or in brackets."""
    tokens = tex_tokens(text)
    words = [token.text for token in tokens]
    found: set[Key] = set()
    for name in names_among(tokens):
        key = name.key
        if name.norm:
            found.add(name.inner)
            continue
        behind = words[name.end:name.end + 3]
        turned = behind[:1] == ["^"] and (behind[1:2] in ([r"\top"], ["T"], [r"\intercal"]) or behind[1:3] in (["{", r"\top"], ["{", "T"]))
        bold = key[0] in (r"\mathbf", r"\boldsymbol", r"\bm", r"\vec") and key[0] in FONTS
        before = words[name.start - 1:name.start]
        if turned or bold or before in ([r"\nabla"], [r"\langle"]) or behind[:1] == [r"\rangle"]:
            found.add(key)
    return found


__all__ = ["claims", "defines", "latex_of", "local", "signs_in", "spaces_in", "under", "vectors_in"]
