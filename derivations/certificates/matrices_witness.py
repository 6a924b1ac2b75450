"""Points for theorems about matrices: every symbol for a size is one, or one of them two, and matrices of small numbers are tried.

A size that is a sum of two symbols is two. Such points show that the hypotheses of a theorem can hold; where all sizes are one, also that
an equation fails. The search is not trusted: Coq checks what comes of it. Where nothing is found, there is no point.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, islice, product
from math import isqrt
from random import Random
from typing import TYPE_CHECKING, Any

from rederive.derivations.language import PseudoInverse, Space

from .matrices_terms import Node

if TYPE_CHECKING:
    from .matrices import Hypothesis, Setting

Matrix = tuple[tuple[Fraction, ...], ...]
"""Rows of entries."""
SMALL = (Fraction(1), Fraction(2), Fraction(0), Fraction(-1), Fraction(1, 2), Fraction(4))
TRIES, FEW = 3000, 4
"""Points that are tried; letters of which all combinations are."""
TWICE = "twice"
"""At a point: the symbol for a size that is two."""
NEARLY = "nearly"
"""At a point: roots and exponentials may be taken for numbers near them, as Coq decides whether a hypothesis holds."""
HOLDS = {"=": lambda a, b: a == b, "<>": lambda a, b: a != b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
         "<": lambda a, b: a < b, "<=": lambda a, b: a <= b}


class _NoValue(Exception):
    """A tree that has no rational value there."""


def witnesses(made: Setting, bound: list[tuple[str, str]], short: list[tuple], premises: list[tuple[str, str]], name: str) -> Iterator[str]:
    """Lemmas, each with its proof, that the premises hold somewhere; none where nothing is supposed or no point is found.

    bound: names and types of the theorem's letters; short: its abbreviations (name, type, text, tree); premises: names and texts.
    """
    letters = made.letters
    if not premises:
        return
    moving = {f"({letters.names[key]} t)": letters.names[key] for key in letters.moving if key in letters.names}
    told = " /\\ ".join(f"({_still(text, moving)})" for _, text in premises)
    kinds = [(one, kind.removeprefix("R -> ")) for one, kind in bound]
    stated = "".join(f"exists {one} : {kind}, " for one, kind in kinds) + told
    for at in islice(chain.from_iterable(_points(made, twice) for twice in _sizes(made)), 3):
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
            left, right = (side if isinstance(side, Fraction) else side[0][0] for side in (left, right))
        except _NoValue:
            continue
        yield f"Proof.\nintro h; pose proof (h {given}) as C; clear h.\none_refute C ({_number(left)}%Re) ({_number(right)}%Re).\nQed.\n"
        found += 1
        if found == 3:
            return


def _all_one(made: Setting) -> bool:
    return all(_extent(size, None) == 1 for size in made.letters.sizes)


def _sizes(made: Setting) -> Iterator[Any]:
    """What may be two, the others one: nothing (None) first, then a symbol, those for dimensions of spaces first."""
    symbols = sorted(made.symbols_of_sizes(), key=lambda symbol: not isinstance(symbol, Space))
    for twice in (None, *symbols):
        if all(_extent(size, twice) for size in made.letters.sizes):
            yield twice


def _extent(size: Any, twice: Any) -> int:
    """What a size is where its symbols are one, and `twice` is two; 0 where that is more than two or nothing simple."""
    if size.is_Symbol or size == 1:
        return 2 if size == twice else 1
    return 2 if size.is_Add and len(size.args) == 2 and all(part.is_Symbol and part != twice for part in size.args) else 0


def _arguments(made: Setting, kinds: list[tuple[str, str]], short: list[tuple], at: dict) -> list[str]:
    """The values of a theorem's letters at a point, in their order, as Coq reads them. Raises _NoValue.

    An abbreviation that has no rational value is written as the formula that it stands for.
    """
    values = {made.letters.names[key]: value for key, value in at.items() if key in made.letters.names}
    if at[TWICE] is not None:
        values[made.letters.names[at[TWICE]]] = Fraction(2)
    formulas = {one: (formula, tree) for one, _, formula, tree in short}
    shown: dict[str, str] = {}
    for one, kind in kinds:
        formula, tree = formulas.get(one, ("", None))
        try:
            shown[one] = _shown(kind, values.get(one) if tree is None else _value(tree, at, made))
        except _NoValue:
            if tree is None:
                raise
            shown[one] = "(" + re.sub(r"[A-Za-z_][\w']*", lambda word: shown.get(word[0], word[0]), formula) + ")"
    return list(shown.values())


def _number(value: Fraction) -> str:
    return f"({value.numerator})" if value.denominator == 1 else f"({value.numerator} / {value.denominator})"


def _still(text: str, moving: dict[str, str]) -> str:
    for path, name in moving.items():
        text = text.replace(path, name)
    return text


WORDS = {(1, 1): "const_mx", (2, 1): "two_col", (1, 2): "two_row", (2, 2): "two_two"}
"""What Coq calls a matrix of some rows and columns by its entries."""


def _shown(kind: str, value: Fraction | Matrix | None) -> str:
    if kind == "nat":
        return "(1 + 1)%N" if value == 2 else "1%N"
    if value is None:
        raise _NoValue
    if isinstance(value, Fraction):
        return f"({_number(value)}%Re)"
    entries = " ".join(f"({_number(entry)}%Re)" for row in value for entry in row)
    return f"({WORDS[len(value), len(value[0])]} {entries})"


def _points(made: Setting, twice: Any = None) -> Iterator[dict]:
    """Values of letters and scalars at which the hypotheses hold, as far as they are evaluated here; twice: the symbol of a size two."""
    letters = made.letters
    shapes = {key: tuple(_extent(letters.sizes[place], twice) for place in places) for key, *places in letters.letters}
    free = [key for key in shapes if key not in letters.inverses and key not in letters.diagonals] + list(letters.scalars)
    choices = [_choices(shapes.get(key)) for key in free]
    for numbers in islice(product(*choices) if len(free) <= FEW else _by_chance(choices), TRIES):
        at: dict[Any, Any] = {**dict(zip(free, numbers)), TWICE: twice}
        try:
            for key, inner in letters.inverses.items():
                at[key] = _inverse(_value(inner, at, made), isinstance(key, PseudoInverse))
            if all(_holds(item, at, made) for item in made.hypotheses):
                yield at
        except _NoValue:
            continue


def _choices(shape: tuple | None) -> tuple:
    """Values to try for a scalar (None), or for a matrix of one or two rows and columns; the first are the likeliest to fit."""
    if shape is None:
        return SMALL
    if shape == (1, 1):
        return tuple(((number,),) for number in SMALL)
    no, one, two = Fraction(0), Fraction(1), Fraction(2)
    if shape == (2, 2):
        return (((one, no), (no, one)), ((two, no), (no, one)), ((no, no), (no, no)), ((no, one), (one, no)), ((one, no), (no, no)))
    columns = ((one, no), (no, one), (no, no), (two, no), (-one, no), (one, one))
    return tuple(tuple((entry,) for entry in column) for column in columns) if shape == (2, 1) else tuple((column,) for column in columns)


def _by_chance(choices: list[tuple]) -> Iterator[tuple]:
    """All alike, then by turns up to three of them others and all of them drawn; the same in every run."""
    alike = [tuple(values[number % len(values)] for values in choices) for number in range(len(SMALL))]
    yield from alike
    chance = Random(len(choices))
    while True:
        made = list(chance.choice(alike[:3]))
        for place in chance.sample(range(len(choices)), 3):
            made[place] = chance.choice(choices[place])
        yield tuple(made)
        yield tuple(chance.choice(values) for values in choices)


def _inverse(value: Matrix, pseudo: bool) -> Matrix:
    """The inverse, or the pseudo-inverse of one number. Raises _NoValue."""
    if len(value) == len(value[0]) == 1:
        (entry,), = value
        if not entry and not pseudo:
            raise _NoValue
        return ((1 / entry if entry else entry,),)
    if len(value) == len(value[0]) == 2 and not pseudo:
        (a, b), (c, d) = value
        size = a * d - b * c
        if size:
            return (d / size, -b / size), (-c / size, a / size)
    raise _NoValue


def _holds(item: Hypothesis, at: dict, made: Setting) -> bool:
    if item.kind == "entry":  # written over the entries: Coq says whether it holds
        return True
    left, right = (_value(side, {**at, NEARLY: True}, made) for side in item.sides)
    return HOLDS[item.relation](left, right)


def _value(tree: Node, at: dict, made: Setting) -> Any:
    """The value of a tree: a number of a scalar, rows of a matrix. Raises _NoValue."""
    head, args = tree
    if head in ("mlet", "svar", "sentry"):
        return _letter(args[0], head, at, made)
    if head in ("mabbr", "sabbr"):
        return _value(args[1], at, made)
    if head in ("mid", "mzero", "ssize"):
        sizes = [_extent(made.letters.sizes[place], at[TWICE]) for place in args]
        if head == "ssize":
            return Fraction(sizes[0])
        return tuple(tuple(Fraction(head == "mid" and i == j) for j in range(sizes[-1])) for i in range(sizes[0]))
    if head == "snum":
        return Fraction(args[0])
    if head == "sfun":
        return _function(args[0], _value(args[1], at, made), NEARLY in at)
    return _joined(head, [_value(part, at, made) for part in args])


def _letter(key: Any, head: str, at: dict, made: Setting) -> Any:
    inner = made.letters.diagonals.get(key)
    if inner is not None:
        size, _ = (_extent(made.letters.sizes[place], at[TWICE]) for place in made.letters.shape(key))
        if size != 1:
            raise _NoValue
        return ((_value(inner, at, made),),)
    if key not in at:
        raise _NoValue
    return at[key][0][0] if head == "sentry" else at[key]


def _joined(head: str, below: list) -> Any:
    """A value made of others."""
    if head == "mmul":
        columns = tuple(zip(*below[1]))
        return tuple(tuple(_inner(row, column) for column in columns) for row in below[0])
    if head == "madd":
        return tuple(tuple(map(sum, zip(*rows))) for rows in zip(*below))
    if head in ("mopp", "mscal"):
        factor = Fraction(-1) if head == "mopp" else below[0]
        return tuple(tuple(factor * entry for entry in row) for row in below[-1])
    if head == "mtr":
        return tuple(zip(*below[0]))
    if head == "sdot":
        return _inner(*([entry for row in side for entry in row] for side in below))
    if head == "strace":
        return sum((row[place] for place, row in enumerate(below[0])), Fraction(0))
    if head == "sent":
        return below[0][0][0]
    if head in ("smul", "sadd"):
        return below[0] * below[1] if head == "smul" else below[0] + below[1]
    if head == "sopp":
        return -below[0]
    raise _NoValue


def _inner(one: Any, other: Any) -> Fraction:
    return sum((a * b for a, b in zip(one, other)), Fraction(0))


def _function(kind: str, value: Fraction, nearly: bool) -> Fraction:
    """A function of a number, where that is rational; nearly: or a number near it. Raises _NoValue."""
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
    near = {"exp": math.exp, "ln": math.log, "sqrt": math.sqrt}
    if nearly and kind in near:
        try:
            return Fraction(near[kind](value))
        except (ValueError, OverflowError):
            raise _NoValue from None
    raise _NoValue
