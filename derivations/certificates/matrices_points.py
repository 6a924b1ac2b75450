"""The proof that a theorem about matrices does not hold throughout: the script that computes at a point at which it fails.

The point is the one at which our kernel saw the part fail, with simple matrices in place of long ones where it fails there too. Along a
flow every state moves on a straight line whose slope is the flow's rate.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sympy import Rational

from .matrices_limits_refuted import limit_script
from .matrices_terms import Node, plain
from .matrices_text import number_text
from .matrices_witness import ENTRY, HOLDS, NEARLY, TWICE, Matrix, NoValue, extent, holds_at, value_of, work_out
from .reasons import NoScript

if TYPE_CHECKING:
    from .matrices_flows import Motion
    from .matrices_limits_stated import Approaching
    from .matrices_setting import Setting

NAME = re.compile(r"(?<='I_)[A-Za-z_]\w*|(?<![\w'])[A-Za-z_][\w']*")
"""A name in a text for Coq, a size in the type of an index too."""
LONG = 100
"""From numbers like that on, a point is made simpler first."""


@dataclass(frozen=True)
class Said:
    """What a theorem says: something of ranks, a relation between two trees, a limit, or that the left has the rate on the right."""

    left: Node
    right: Node
    relation: str = "="
    motion: Motion | None = None
    limit: Approaching | None = None
    taken: str = ""
    """The sentences that take it out of what else is said, for C."""
    every: Any = None
    """Of what is said of every entry: how many there are."""


def refutation(made: Setting, bound: list[tuple[str, str]], short: list[tuple], several: Sequence[Said], point: Mapping) -> str:
    """The proof that one of the things that are said fails at a point, symbols with values. Raises NoScript where none is seen to.

    bound: names and types of the theorem's letters; short: its abbreviations (name, type, text, tree).
    """
    def script_at(at: dict) -> str | None:
        for said in several:
            with suppress(NoValue):
                if (found := _script(made, bound, short, said, at)) is not None:
                    return found
        return None
    at = _read(made, point)
    found = script_at(_simpler(made, at, lambda other: script_at(other) is not None) if _longest(at) >= LONG else at)
    if found is None:
        raise NoScript("point")
    return found


def _simpler(made: Setting, at: dict, fails: Callable[[dict], bool]) -> dict:
    """The point with units or ones in place of its matrices, one after the other, as far as it stays a point at which the part fails."""
    matrices = {key: value for key, value in at.items() if isinstance(value, tuple) and key in made.letters.names}
    for key, value in sorted(matrices.items(), key=lambda item: -_longest({item[0]: item[1]})):
        for unit in (True, False):
            other = {**at, key: tuple(tuple(Fraction(i == j or not unit) for j in range(len(row))) for i, row in enumerate(value))}
            with suppress(NoValue):
                work_out(other, made)
                if all(holds_at(item, other, made) for item in made.hypotheses) and fails(other):
                    at = other
                    break
    return at


def _longest(at: dict) -> int:
    """The greatest numerator or denominator of a point."""
    return max((max(abs(number.numerator), number.denominator) for number in _numbers(at)), default=0)


def _numbers(at: dict) -> Iterator[Fraction]:
    for value in at.values():
        if isinstance(value, Fraction):
            yield value
        elif isinstance(value, tuple):
            yield from (entry for row in value for entry in row)


def _read(made: Setting, point: Mapping) -> dict:
    """The point, if all its numbers are rational and it is a point of the theorem. Raises NoScript."""
    letters, at = made.letters, {}
    sizes = {symbol: int(value) for symbol, value in point.items() if symbol in made.symbols_of_sizes()}
    try:
        for symbol, value in point.items():
            if symbol in letters.names and symbol not in sizes:
                at[symbol] = _exact(value)
        at[TWICE] = sizes
        work_out(at, made)
        if all(holds_at(item, at, made) for item in made.hypotheses):
            return at
    except (TypeError, ValueError, NoValue):
        pass
    raise NoScript("point")


def _exact(value: Any) -> Fraction | Matrix:
    """A number, or the rows of a matrix. Raises TypeError."""
    if getattr(value, "shape", ()):
        return tuple(tuple(_fraction(value[i, j]) for j in range(value.shape[1])) for i in range(value.shape[0]))
    return _fraction(value)


def _fraction(value: Any) -> Fraction:
    rational = Rational(value)
    return Fraction(int(rational.p), int(rational.q))


def _script(made: Setting, bound: list[tuple[str, str]], short: list[tuple], said: Said, at: dict) -> str | None:
    """The script at a point; None where what is said holds there. Raises NoValue."""
    if said.limit is not None:
        return limit_script(said.limit, " ".join(_arguments(made, bound, short, said, at)), at)
    right = said.right
    actual = said.left
    if said.motion is not None:
        actual = said.motion.derivative_of(plain(said.left))
    given = " ".join(_arguments(made, bound, short, said, at))
    if said.relation == "rank":  # Coq finds the ranks, and whether they refute what is said
        return f"Proof.\nintro h; pose proof (h {given}) as C; clear h.\nrefute_ranks C.\nQed.\n"
    if said.every is not None:
        return _at_an_entry(made, said, given, at)
    near = {**at, NEARLY: True}
    one, other = value_of(actual, near, made), value_of(right, near, made)
    place = _where(one, other, said.relation)
    if place is None:
        return None
    tactic = "refute" if said.motion is None else "refute_slope"
    if isinstance(one, Fraction):
        tactic += "_scalar C" if said.motion is None else " C"
    else:
        tactic += f"_at {place[0]}%N {place[1]}%N C"
    opened = f"Proof.\nintro h; pose proof (h {given}) as C; clear h.\n"
    return f"{opened}{f'premises C; {said.taken}; ' if said.taken else ''}{tactic}.\nQed.\n"


def _at_an_entry(made: Setting, said: Said, given: str, at: dict) -> str | None:
    """The script at the first entry of which what is said fails."""
    size = extent(made.letters.size_of(said.every), at[TWICE])
    for place in range(size):
        sides = (value_of(side, {**at, NEARLY: True, ENTRY: place}, made) for side in (said.left, said.right))
        if not HOLDS[said.relation](*sides):
            taken = f"premises C; {f'{said.taken}; ' if said.taken else ''}specialize (C (@Ordinal {size} {place} isT))"
            return f"Proof.\nintro h; pose proof (h {given}) as C; clear h.\n{taken}; refute_scalar C.\nQed.\n"
    return None


def _where(one: Any, other: Any, relation: str) -> tuple[int, int] | None:
    """Where a relation fails: the entry at which two matrices differ most, (0, 0) for numbers; None where it holds."""
    if isinstance(one, Fraction):
        close = relation == "=" and abs(one - other) < Fraction(1, 10**9) * (1 + abs(one))
        return None if close or HOLDS[relation](one, other) else (0, 0)
    apart = {(i, j): abs(a - b) for i, (row, line) in enumerate(zip(one, other)) for j, (a, b) in enumerate(zip(row, line))}
    place = max(apart, key=lambda key: apart[key])
    return place if apart[place] > Fraction(1, 10**9) else None


def _arguments(made: Setting, bound: list[tuple[str, str]], short: list[tuple], said: Said, at: dict) -> list[str]:
    """The values of a theorem's variables at a point, in order; of an abbreviation without a rational one its formula. Raises NoValue."""
    letters, motion = made.letters, said.motion
    values: dict[str, Any] = {letters.names[key]: value for key, value in at.items() if key in letters.names}
    values |= {letters.names[key]: size for key, size in at[TWICE].items() if key in letters.names}
    slopes: dict[str, Any] = {}
    if motion is not None:
        values["t"] = Fraction(0)
        slopes = {letters.names[state]: value_of(tree, at, made) for state, tree in motion.rates.items()}
        values |= {f"G{number}": value_of(tree, at, made) for number, _, _, tree in motion.gradients}
    formulas = {one: (formula, tree) for one, _, formula, tree in short}
    shown: dict[str, str] = {}
    for one, kind in bound:
        formula, tree = formulas.get(one, ("", None))
        try:
            value = values.get(one) if tree is None else value_of(tree, at, made)
            shown[one] = _shown(value, slopes.get(one) if kind.startswith("R -> ") else None)
        except NoValue:
            if tree is None:
                raise
            shown[one] = "(" + NAME.sub(lambda word: shown.get(word[0], word[0]), formula) + ")"
    return list(shown.values())


def _shown(value: Any, slope: Any = None) -> str:
    if value is None:
        raise NoValue
    if isinstance(value, int):
        return f"{value}%N"
    if isinstance(value, Fraction):
        if slope is None:
            return f"({number_text(value)}%Re)"
        return f"(fun s : R => ({number_text(value)} + s * {number_text(slope)})%Re)"
    size = f"{len(value)} {len(value[0])}"
    if slope is None:
        return f"(fm {size} (rows {_rows(value)}))"
    return f"(fun s : R => fm {size} (line {_rows(value)} {_rows(slope)} s))"


def _rows(value: Matrix) -> str:
    return "[:: " + "; ".join("[:: " + "; ".join(f"{number_text(entry)}%Re" for entry in row) + "]" for row in value) + "]"
