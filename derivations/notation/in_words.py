r"""Conditions that comments say in words, `assume A is symmetric and x is a unit vector`: what each word says of a number, a column or a
matrix, as a formula of this notation, and how a line is taken apart into who is spoken of and what is said."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from sympy import Basic

from .errors import NotationError
from .shapes import shape_text

NUMBER, WHOLE, COLUMN, SQUARE, MATRIX = "a number", "a whole number", "a column", "a square matrix", "a matrix"
DIAGONAL = "diag"
"""Said in place of a formula: the matrix is that of a column of its own."""

_SYMMETRIC = ("@^{\\top} = @",)
_NONZERO = {NUMBER: ("@ \\neq 0",), COLUMN: ("@ \\neq 0",), MATRIX: ("@ \\neq 0",)}
_INVERTIBLE = {NUMBER: ("@ \\neq 0",), SQUARE: (r"\det(@) \neq 0",)}


def _sign(relation: str) -> dict[str, tuple[str, ...]]:
    return {NUMBER: (f"@ {relation} 0",), COLUMN: (f"@ {relation} 0",)}


SAID: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "symmetric": {SQUARE: _SYMMETRIC},
    "skew-symmetric": {SQUARE: ("@^{\\top} = -@",)},
    "orthogonal": {SQUARE: ("@^{\\top} @ = I",)},
    "positive definite": {SQUARE: ("@ \\succ 0",)},
    "positive semidefinite": {SQUARE: ("@ \\succeq 0",)},
    "negative definite": {SQUARE: ("@ \\prec 0",)},
    "negative semidefinite": {SQUARE: ("@ \\preceq 0",)},
    "invertible": _INVERTIBLE,
    "full rank": {SQUARE: _INVERTIBLE[SQUARE]},
    "singular": {SQUARE: (r"\det(@) = 0",)},
    "diagonal": {SQUARE: (DIAGONAL,)},
    "idempotent": {SQUARE: ("@^2 = @",)},
    "an orthogonal projection": {SQUARE: ("@^2 = @", *_SYMMETRIC)},
    "normal": {SQUARE: ("@^{\\top} @ = @ @^{\\top}",)},
    "an involution": {SQUARE: ("@^2 = I",)},
    "traceless": {SQUARE: (r"\operatorname{tr}(@) = 0",)},
    "a unit vector": {COLUMN: ("@^{\\top} @ = 1",)},
    "nonzero": _NONZERO,
    "zero": dict.fromkeys((NUMBER, COLUMN, MATRIX), ("@ = 0",)),
    "positive": _sign(">"),
    "negative": _sign("<"),
    "nonnegative": _sign(r"\geq"),
    "nonpositive": _sign(r"\leq"),
    "even": {WHOLE: ("(-1)^{@} = 1",)},
    "odd": {WHOLE: ("(-1)^{@} = -1",)},
    "full column rank": {MATRIX: (r"\operatorname{rank}(@) = #columns",)},
    "full row rank": {MATRIX: (r"\operatorname{rank}(@) = #rows",)},
    "orthonormal columns": {MATRIX: ("@^{\\top} @ = I",)},
    "orthonormal rows": {MATRIX: ("@ @^{\\top} = I",)},
}
"""What a word says of one thing, by what that is; `@` is its name."""
PAIRS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "orthogonal": {COLUMN: ("@^{\\top} % = 0",)},
    "orthonormal": {COLUMN: ("@^{\\top} % = 0",)},
    "commute": {SQUARE: ("@ % = % @",)},
    "distinct": dict.fromkeys((NUMBER, COLUMN, MATRIX), ("@ \\neq %",)),
}
"""What a word says of each two of several, `@` and `%`."""
_ALSO = {"orthonormal": "a unit vector"}
_SAME = {
    "antisymmetric": "skew-symmetric", "skew symmetric": "skew-symmetric", "skew": "skew-symmetric", "nonsingular": "invertible",
    "non-singular": "invertible", "regular": "invertible", "not singular": "invertible", "not invertible": "singular",
    "positive-definite": "positive definite", "positive semi-definite": "positive semidefinite",
    "positive-semidefinite": "positive semidefinite", "PSD": "positive semidefinite", "PD": "positive definite",
    "non-negative definite": "positive semidefinite", "nonnegative definite": "positive semidefinite",
    "negative semi-definite": "negative semidefinite", "a projection": "idempotent", "a projector": "idempotent",
    "projection": "idempotent", "orthogonal projection": "an orthogonal projection", "an orthogonal projector": "an orthogonal projection",
    "involutory": "an involution",
    "projections": "idempotent", "orthogonal projections": "an orthogonal projection", "trace-free": "traceless",
    "zero trace": "traceless", "trace zero": "traceless", "unit vectors": "a unit vector", "unit norm": "a unit vector",
    "unit length": "a unit vector", "non-zero": "nonzero", "not zero": "nonzero", "different from zero": "nonzero",
    "strictly positive": "positive", "strictly negative": "negative", "non-negative": "nonnegative", "non-positive": "nonpositive",
    "orthogonal unit": "orthonormal", "different": "distinct", "mutually orthogonal": "orthogonal", "pairwise orthogonal": "orthogonal",
    "pairwise distinct": "distinct",
}
_NOUN = re.compile(r"(?:an? )?(?P<what>.+?) (?P<noun>matrix|matrices|(?:real |whole )?numbers?|integers?|(?:column )?vectors?)")
_VERB = re.compile(r"^\s*(?:is|are|has|have)\s+")
_BEFORE = re.compile(r"^\s*(?:(?:that|and)\s+)*(?:the\s+(?:matrix|matrices|vectors?|columns?|numbers?|functions?)\s+)?")
_ENGLISH = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{3,}")
_STACKED = re.compile(r"(?P<first>symmetric|diagonal|invertible),? (?P<second>(?:positive|negative) .+)")
_PREDICATE = re.compile(r"(?P<who>.+?)\s+(?:(?:is|are|be|has|have)\s+(?P<what>.+?)|(?P<commute>commutes?)(?:\s+with\s+(?P<other>.+?))?)\s*",
                        re.DOTALL)
_RANK = re.compile(r"rank\s+(?P<rank>.+)")
_RELATION = re.compile(r"[=<>]|\\(?:leq?|geq?|neq?|in|succ|prec|succeq|preceq|subset)(?![A-Za-z])")


@dataclass(frozen=True)
class Saying:
    """Who is spoken of, and one thing that is said of all of them."""

    who: tuple[str, ...]
    what: str


def sayings(pieces: Sequence[str]) -> Iterator[str | Saying]:
    """The conditions of a line, of its pieces between commas: formulas as they are, and what is said in words."""
    names: list[str] = []
    who: tuple[str, ...] = ()
    for piece in [_BEFORE.sub("", part.replace("$", "")) for whole in pieces for part in _at_and(whole.removesuffix("."))
                  if part.strip() or not whole.strip()]:
        match = _PREDICATE.fullmatch(piece.strip())
        if match is not None:
            others = [match["other"].strip()] if match["other"] else []
            who, names = (*names, match["who"].strip(), *others), []
            yield from (Saying(who, what) for what in _stacked("commute" if match["commute"] else match["what"]))
        elif who and not names and not _RELATION.search(piece) and _ENGLISH.search(piece):
            yield from (Saying(who, what) for what in _stacked(_VERB.sub("", piece)))
        elif _RELATION.search(piece):
            yield from names
            names, who = [], ()
            yield piece
        else:
            names.append(piece.strip())
    yield from names


def _stacked(what: str) -> tuple[str, ...]:
    """`symmetric positive definite` says two things."""
    match = _STACKED.fullmatch(" ".join(what.split()))
    return (match["first"], match["second"]) if match else (what,)


def _at_and(text: str) -> list[str]:
    """The pieces of a text between the words `and` that stand outside every bracket."""
    pieces, start, depth = [], 0, 0
    for match in re.finditer(r"[({\[]|[)}\]]|\sand\s", text):
        sign = match[0]
        if len(sign) == 1:
            depth += 1 if sign in "({[" else -1
        elif depth == 0:
            pieces.append(text[start:match.start()])
            start = match.end()
    return [*pieces, text[start:]]


def known(what: str) -> bool:
    """Whether a word is one that is said of letters here."""
    return (word := _word(what)) in SAID or word in PAIRS or _RANK.fullmatch(word) is not None


def _word(what: str) -> str:
    """A word in the spelling of the tables."""
    what = " ".join(what.split()).removeprefix("all ").removeprefix("both ")
    what = _SAME.get(what, what)
    if what not in SAID and what not in PAIRS and (match := _NOUN.fullmatch(what)) is not None:
        what = _SAME.get(match["what"], match["what"])
    return what


def formulas(saying: Saying, value: Callable[[str], Basic]) -> Iterator[tuple[str, str]]:
    """The formulas that a saying stands for, each with whom it is about. Raises NotationError for a word that is not known, or that says
    nothing of what stands before it."""
    what, who = _word(saying.what), saying.who
    values = [value(name) for name in who]
    _fits(saying, values)
    if what == "orthogonal" and len(who) > 1 and not saying.what.endswith("matrices") and all(SQUARE in _kinds(one) for one in values):
        raise NotationError(f"{' and '.join(who)} are orthogonal reads two ways; say `are orthogonal matrices`, or write "
                            rf"`\operatorname{{tr}}({who[0]}^{{\top}} {who[1]}) = 0`")
    if (match := _RANK.fullmatch(what)) is not None:
        yield from ((rf"\operatorname{{rank}}({name}) = {match['rank']}", name) for name in who)
        return
    pairs = len(who) > 1 and what in PAIRS and _template(PAIRS[what], values[0]) is not None
    if pairs:
        for one, other in combinations(range(len(who)), 2):
            for template in _of(PAIRS[what], values[one], who[one], saying.what):
                yield template.replace("@", _bracketed(who[one])).replace("%", _bracketed(who[other])), who[one]
    single = _ALSO.get(what, "" if pairs else what)
    if single and single not in SAID:
        if what in PAIRS:
            raise NotationError(f"`{saying.what}` is said of several, such as `x and y are {saying.what}`" if what != "commute" else
                                "`commute` is said of several, `A and B commute`")
        raise NotationError(f"`{' '.join(saying.what.split())}` is not known of {' and '.join(who)}; known are "
                            f"{', '.join(sorted({*SAID, *PAIRS}))}; write what is meant as a formula")
    for name, one in zip(who, values, strict=True):
        for template in _of(SAID[single], one, name, saying.what) if single else ():
            rows, columns = getattr(one, "shape", (1, 1))
            yield template.replace("#columns", str(columns)).replace("#rows", str(rows)).replace("@", _bracketed(name)), name


def _fits(saying: Saying, values: Sequence[Basic]) -> None:
    """Raise NotationError where a noun behind the word, `a positive integer`, says more of a letter than was declared."""
    match = _NOUN.fullmatch(" ".join(saying.what.split()))
    noun = match["noun"] if match is not None else ""
    kind = MATRIX if noun.startswith("matri") else COLUMN if "vector" in noun else WHOLE if "whole" in noun or "integer" in noun else NUMBER
    for name, one in zip(saying.who, values, strict=True):
        if noun and kind not in _kinds(one):
            raise NotationError(f"`{saying.what.strip()}` is said of {kind}; {name} was declared as something else")


def _of(table: Mapping[str, tuple[str, ...]], one: Basic, name: str, what: str) -> tuple[str, ...]:
    found = _template(table, one)
    if found is None:
        raise NotationError(f"`{what}` is said of {' or '.join(table)}; {name} is {shape_text(one)}; write what is meant as a formula")
    return found


def _template(table: Mapping[str, tuple[str, ...]], one: Basic) -> tuple[str, ...] | None:
    return next((table[kind] for kind in _kinds(one) if kind in table), None)


def _kinds(one: Basic) -> tuple[str, ...]:
    shape = getattr(one, "shape", ())
    if not shape:
        return (WHOLE, NUMBER) if one.is_integer else (NUMBER,)
    if shape[1] == 1:
        return COLUMN, MATRIX
    return (SQUARE, MATRIX) if shape[0] == shape[1] else (MATRIX,)


def _bracketed(name: str) -> str:
    return name if re.fullmatch(r"\\?[A-Za-z]+(?:_(?:\w|\\[A-Za-z]+|\{[^{}]*\}))?", name) else rf"\left({name}\right)"


__all__ = ["DIAGONAL", "Saying", "formulas", "known", "sayings"]
