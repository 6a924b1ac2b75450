"""Points for theorems about matrices: all sizes one, every matrix a number, found by trying small numbers.

They show that the hypotheses of a theorem can hold, or that an equation fails. The search is not trusted: Coq checks what comes of it.
Where no such numbers are found, or a size cannot be one, there is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product
from math import isqrt
from random import Random
from typing import TYPE_CHECKING, Any

from rederive.derivations.language import PseudoInverse

from .matrices_terms import Node

if TYPE_CHECKING:
    from .matrices import Hypothesis, Setting

SMALL = (Fraction(1), Fraction(2), Fraction(0), Fraction(-1), Fraction(1, 2), Fraction(4))
TRIES, FEW = 4000, 4
"""Points that are tried; letters of which all combinations are."""
HOLDS = {"=": lambda a, b: a == b, "<>": lambda a, b: a != b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
         "<": lambda a, b: a < b, "<=": lambda a, b: a <= b}


class _NoValue(Exception):
    """A tree that has no rational value there."""


def witnesses(made: Setting, bound: list[tuple[str, str]], short: list[tuple], premises: list[tuple[str, str]], name: str) -> Iterator[str]:
    """Lemmas, each with its proof, that the premises hold somewhere; none where nothing is supposed or no point is found.

    bound: names and types of the theorem's letters; short: its abbreviations (name, type, text, tree); premises: names and texts.
    """
    letters = made.letters
    if not premises or not _all_one(made):
        return
    moving = {f"({letters.names[key]} t)": letters.names[key] for key in letters.moving if key in letters.names}
    told = " /\\ ".join(f"({_still(text, moving)})" for _, text in premises)
    kinds = [(one, kind.removeprefix("R -> ")) for one, kind in bound]
    stated = "".join(f"exists {one} : {kind}, " for one, kind in kinds) + told
    for at in islice(_points(made), 3):
        try:
            shown = [f"exists {one}." for one in _arguments(made, kinds, short, at)]
        except _NoValue:
            continue
        yield "\n".join([f"Lemma {name} : {stated}.", "Proof.", *shown, "at_one.", "Qed."]) + "\n"


def refutations(made: Setting, bound: list[tuple[str, str]], short: list[tuple], sides: tuple[Node, Node]) -> Iterator[str]:
    """Proofs that an equation between two trees does not hold throughout; none where no point is found. As `witnesses`."""
    if not _all_one(made):
        return
    found = 0
    for at in _points(made):
        try:
            left, right = (_value(side, at, made) for side in sides)
            if left == right:
                continue
            given = " ".join(_arguments(made, bound, short, at))
        except _NoValue:
            continue
        yield f"Proof.\nintro h; pose proof (h {given}) as C; clear h.\none_refute C ({_number(left)}%Re) ({_number(right)}%Re).\nQed.\n"
        found += 1
        if found == 3:
            return


def _all_one(made: Setting) -> bool:
    return all(size.subs(dict.fromkeys(size.free_symbols, 1)) == 1 for size in made.letters.sizes)


def _arguments(made: Setting, kinds: list[tuple[str, str]], short: list[tuple], at: dict) -> list[str]:
    """The values of a theorem's letters at a point, in their order, as Coq reads them. Raises _NoValue."""
    values = {made.letters.names[key]: value for key, value in at.items() if key in made.letters.names}
    values |= {one: _value(tree, at, made) for one, _, _, tree in short}
    return [_shown(kind, values.get(one)) for one, kind in kinds]


def _number(value: Fraction) -> str:
    return f"({value.numerator})" if value.denominator == 1 else f"({value.numerator} / {value.denominator})"


def _still(text: str, moving: dict[str, str]) -> str:
    for path, name in moving.items():
        text = text.replace(path, name)
    return text


def _shown(kind: str, value: Fraction | None) -> str:
    if kind == "nat":
        return "1%N"
    if value is None:
        raise _NoValue
    return f"({_number(value)}%Re)" if kind == "R" else f"(const_mx ({_number(value)}%Re))"


def _points(made: Setting) -> Iterator[dict]:
    """Values of letters and scalars at which the hypotheses hold, as far as they are evaluated here."""
    letters = made.letters
    free = [key for key, _, _ in letters.letters if key not in letters.inverses and key not in letters.diagonals] + list(letters.scalars)
    for numbers in islice(product(SMALL, repeat=len(free)) if len(free) <= FEW else _by_chance(len(free)), TRIES):
        at: dict[Any, Fraction] = dict(zip(free, numbers))
        try:
            for key, inner in letters.inverses.items():
                value = _value(inner, at, made)
                if value == 0 and not isinstance(key, PseudoInverse):
                    raise _NoValue
                at[key] = 1 / value if value else Fraction(0)
            if all(_holds(item, at, made) for item in made.hypotheses):
                yield at
        except _NoValue:
            continue


def _by_chance(count: int) -> Iterator[tuple[Fraction, ...]]:
    """All numbers equal, then by turns up to three of them others and all of them drawn; the same in every run."""
    for base in SMALL:
        yield (base,) * count
    chance = Random(count)
    while True:
        made = [chance.choice(SMALL[:3])] * count
        for place in chance.sample(range(count), 3):
            made[place] = chance.choice(SMALL)
        yield tuple(made)
        yield tuple(chance.choice(SMALL) for _ in range(count))


def _holds(item: Hypothesis, at: dict, made: Setting) -> bool:
    if item.kind == "entry":  # written over the entries: Coq says whether it holds
        return True
    left, right = (_value(side, at, made) for side in item.sides)
    return HOLDS[item.relation](left, right)


def _value(tree: Node, at: dict, made: Setting) -> Fraction:
    """The value where all sizes are one."""
    head, args = tree
    if head in ("mlet", "svar", "sentry"):
        inner = made.letters.diagonals.get(args[0])
        if inner is not None:
            return _value(inner, at, made)
        if args[0] not in at:
            raise _NoValue
        return at[args[0]]
    if head in ("mabbr", "sabbr"):
        return _value(args[1], at, made)
    if head in ("mid", "ssize"):
        return Fraction(1)
    if head == "mzero":
        return Fraction(0)
    if head == "snum":
        return Fraction(args[0])
    if head == "sfun":
        return _function(args[0], _value(args[1], at, made))
    below = [_value(part, at, made) for part in args]
    if head in ("mmul", "mscal", "smul", "sdot"):
        return below[0] * below[1]
    if head in ("madd", "sadd"):
        return below[0] + below[1]
    if head in ("mopp", "sopp"):
        return -below[0]
    if head in ("mtr", "strace", "sent"):
        return below[0]
    raise _NoValue


def _function(kind: str, value: Fraction) -> Fraction:
    if kind == "inv" and value:
        return 1 / value
    if kind == "exp" and value == 0:
        return Fraction(1)
    if kind == "ln" and value == 1:
        return Fraction(0)
    if kind == "sqrt" and value >= 0:
        top, bottom = isqrt(value.numerator), isqrt(value.denominator)
        if top * top == value.numerator and bottom * bottom == value.denominator:
            return Fraction(top, bottom)
    raise _NoValue
