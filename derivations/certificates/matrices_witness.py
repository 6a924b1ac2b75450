"""Points for theorems about matrices: every symbol for a size is one, or one of them two, and matrices of small numbers are tried.

A size that is a sum of two symbols is two. Such points show that the hypotheses of a theorem can hold, and where a theorem may fail. The
search is not trusted: Coq checks what comes of it. Where nothing is found, there is no point.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import chain, islice, product
from math import isqrt
from random import Random
from typing import TYPE_CHECKING, Any

from sympy.core.function import AppliedUndef

from theoremtest.derivations.language import PseudoInverse, Space

from .matrices_terms import EIGENVALUE, Node
from .matrices_text import number_text

if TYPE_CHECKING:
    from .matrices_setting import Hypothesis, Setting

Matrix = tuple[tuple[Fraction, ...], ...]
"""Rows of entries."""
SMALL = (Fraction(1), Fraction(2), Fraction(0), Fraction(-1), Fraction(1, 2), Fraction(4))
TRIES, FEW = 3000, 4
"""Points that are tried; letters of which all combinations are."""
TWICE = "twice"
"""At a point: the symbol for a size that is two; or of every symbol for a size what it is."""
ENTRY = "entry"
"""At a point: which entry of a vector is meant."""
NEARLY = "nearly"
"""At a point: roots and exponentials may be taken for numbers near them, as Coq decides whether a hypothesis holds."""
HOLDS = {"=": lambda a, b: a == b, "<>": lambda a, b: a != b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
         "<": lambda a, b: a < b, "<=": lambda a, b: a <= b}


class NoValue(Exception):
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
    for at in islice(chain.from_iterable(points(made, twice) for twice in doublings(made)), 3):
        try:
            shown = [f"exists {one}." for one in _arguments(made, kinds, short, at)]
        except NoValue:
            continue
        yield "\n".join([f"Lemma {name} : {stated}.", "Proof.", *shown, "at_point.", "Qed."]) + "\n"


def doublings(made: Setting) -> Iterator[Any]:
    """What may be two, the others one: nothing (None) first, then a symbol, those for dimensions of spaces first."""
    symbols = sorted(made.symbols_of_sizes(), key=lambda symbol: not isinstance(symbol, Space))
    for twice in (None, *symbols):
        if all(extent(size, twice) for size in made.letters.sizes):
            yield twice


def extent(size: Any, twice: Any) -> int:
    """What a size is where its symbols are one, and `twice` is two; 0 where that is more than two or nothing simple.

    twice: or what each symbol is; then any size has a number. Raises NoValue where a symbol has none.
    """
    if isinstance(twice, dict):
        return _number_of(size, twice)
    if isinstance(size, AppliedUndef) or size.is_Mul:  # of blocks, of which no letter of a hypothesis is
        parts = [extent(part, twice) for part in size.args]
        return math.prod(parts) if size.is_Mul or not all(parts) else sum(parts)
    if size.is_Integer:
        return int(size)
    if size.is_Symbol or size == 1:
        return 2 if size == twice else 1
    return 2 if size.is_Add and len(size.args) == 2 and all(part.is_Symbol and part != twice for part in size.args) else 0


def _number_of(size: Any, sizes: dict) -> int:
    if size.is_Integer:
        return int(size)
    if size in sizes:
        return sizes[size]
    parts = [_number_of(part, sizes) for part in size.args]
    if not parts:
        raise NoValue
    return math.prod(parts) if size.is_Mul else sum(parts)


def _arguments(made: Setting, kinds: list[tuple[str, str]], short: list[tuple], at: dict) -> list[str]:
    """The values of a theorem's letters at a point, in their order, as Coq reads them. Raises NoValue.

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
            shown[one] = _shown(kind, values.get(one) if tree is None else value_of(tree, at, made))
        except NoValue:
            if tree is None:
                raise
            shown[one] = "(" + re.sub(r"[A-Za-z_][\w']*", lambda word: shown.get(word[0], word[0]), formula) + ")"
    return list(shown.values())


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
        raise NoValue
    if isinstance(value, Fraction):
        return f"({number_text(value)}%Re)"
    entries = " ".join(f"({number_text(entry)}%Re)" for row in value for entry in row)
    return f"({WORDS[len(value), len(value[0])]} {entries})"


def points(made: Setting, twice: Any = None) -> Iterator[dict]:
    """Values of letters and scalars at which the hypotheses hold, as far as they are evaluated here; twice: the symbol of a size two."""
    letters = made.letters
    shapes = {key: tuple(extent(letters.sizes[place], twice) for place in places) for key, *places in letters.letters}
    made_of = {*letters.inverses, *letters.diagonals, *letters.selectors, *letters.functions, *letters.constants}
    free = [key for key in shapes if key not in made_of]
    free += letters.scalars
    choices = [_choices(shapes.get(key)) for key in free]
    for numbers in islice(product(*choices) if len(free) <= FEW else _by_chance(choices), TRIES):
        at: dict[Any, Any] = {**dict(zip(free, numbers)), TWICE: twice}
        try:
            work_out(at, made)
            if all(holds_at(item, at, made) for item in made.hypotheses):
                yield at
        except NoValue:
            continue


def work_out(at: dict[Any, Any], made: Setting) -> None:
    """Put in what inverses, functions of matrices and matrices of numbers are at a point. Raises NoValue."""
    at |= made.letters.constants
    for key, inner in made.letters.inverses.items():
        at[key] = inverse_of(value_of(inner, at, made), isinstance(key, PseudoInverse))
    for key, (formula, inner) in made.letters.functions.items():
        at[key] = function_of(formula, value_of(inner, at, made), at, made)


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


def inverse_of(value: Matrix, pseudo: bool) -> Matrix:
    """The inverse, or the pseudo-inverse of one number. Raises NoValue."""
    if len(value) == len(value[0]) == 1:
        (entry,), = value
        if not entry and not pseudo:
            raise NoValue
        return ((1 / entry if entry else entry,),)
    if len(value) != len(value[0]) or pseudo:
        raise NoValue
    rows = [list(row) + [Fraction(i == j) for j in range(len(value))] for i, row in enumerate(value)]
    for place in range(len(rows)):
        found = next((row for row in rows[place:] if row[place]), None)
        if found is None:
            raise NoValue
        rows[rows.index(found, place)], rows[place] = rows[place], [entry / found[place] for entry in found]
        rows = [row if i == place else [a - row[place] * b for a, b in zip(row, rows[place])] for i, row in enumerate(rows)]
    return tuple(tuple(row[len(rows):]) for row in rows)


def function_of(formula: Node, value: Matrix, at: dict, made: Setting) -> Matrix:
    """A function of a diagonal matrix. Raises NoValue for any other."""
    if any(entry for i, row in enumerate(value) for j, entry in enumerate(row) if i != j):
        raise NoValue
    entries = [value_of(formula, {**at, EIGENVALUE: row[i]}, made) for i, row in enumerate(value)]
    return tuple(tuple(entry if i == j else Fraction(0) for j in range(len(entries))) for i, entry in enumerate(entries))


def holds_at(item: Hypothesis, at: dict, made: Setting) -> bool:
    """Whether a hypothesis holds at a point, roots and exponentials taken for numbers near them. Raises NoValue."""
    if item.kind == "entry" and item.entries and len(item.sides) == 1:
        places = range(extent(made.letters.sizes[item.sides[0]], at[TWICE]))
        with suppress(NoValue):  # else Coq says whether it holds
            return all(HOLDS[item.relation](*(value_of(side, {**at, NEARLY: True, ENTRY: place}, made) for side in item.entries))
                       for place in places)
    if item.kind in ("entry", "function", "constant"):
        return True
    left, right = (value_of(side, {**at, NEARLY: True}, made) for side in item.sides)
    return HOLDS[item.relation](left, right)


def value_of(tree: Node, at: dict, made: Setting) -> Any:
    """The value of a tree: a number of a scalar, rows of a matrix. Raises NoValue."""
    head, args = tree
    if head in ("mlet", "svar", "sentry"):
        return _letter(args[0], head, at, made)
    if head in ("mabbr", "sabbr"):
        return value_of(args[1], at, made)
    if head in ("mid", "mzero", "ssize"):
        sizes = [extent(made.letters.sizes[place], at[TWICE]) for place in args]
        if head == "ssize":
            return Fraction(sizes[0])
        return tuple(tuple(Fraction(head == "mid" and i == j) for j in range(sizes[-1])) for i in range(sizes[0]))
    if head == "snum":
        return Fraction(args[0])
    if head == "seigen":
        return at[EIGENVALUE]
    if head == "sfun":
        return _function(args[0], value_of(args[1], at, made), NEARLY in at)
    return _joined(head, [value_of(part, at, made) for part in (args[:2] if head in ("mrow", "mcol") else args)])


def _letter(key: Any, head: str, at: dict, made: Setting) -> Any:
    inner = made.letters.diagonals.get(key)
    if inner is not None:
        size, _ = (extent(made.letters.sizes[place], at[TWICE]) for place in made.letters.shape(key))
        entries = [value_of(inner, {**at, ENTRY: i}, made) for i in range(size)]
        return tuple(tuple(entry if i == j else Fraction(0) for j in range(size)) for i, entry in enumerate(entries))
    if key not in at:
        raise NoValue
    return at[key][at.get(ENTRY, 0)][0] if head == "sentry" else at[key]


def _joined(head: str, below: list) -> Any:
    """A value made of others."""
    if head == "mmul":
        columns = tuple(zip(*below[1]))
        return tuple(tuple(_inner(row, column) for column in columns) for row in below[0])
    if head == "madd":
        return tuple(tuple(map(sum, zip(*rows))) for rows in zip(*below))
    if head == "mkron":
        return tuple(tuple(a * b for a in row for b in line) for row in below[0] for line in below[1])
    if head == "mvec":
        return tuple((entry,) for column in zip(*below[0]) for entry in column)
    if head == "mrow":
        return tuple(row + rest for row, rest in zip(*below[:2]))
    if head == "mcol":
        return below[0] + below[1]
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
    if head == "sgrowth" and (not below[0] or not below[1]):
        return below[1]
    raise NoValue


def _inner(one: Any, other: Any) -> Fraction:
    return sum((a * b for a, b in zip(one, other)), Fraction(0))


def _function(kind: str, value: Fraction, nearly: bool) -> Fraction:
    """A function of a number, where that is rational; nearly: or a number near it. Raises NoValue."""
    if kind == "inv" and value:
        return 1 / value
    if kind in ("abs", "sign"):
        return abs(value) if kind == "abs" else Fraction((value > 0) - (value < 0))
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
            raise NoValue from None
    raise NoValue
