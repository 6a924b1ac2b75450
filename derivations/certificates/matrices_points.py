"""Proofs that a theorem about matrices does not hold throughout: a point at which it fails, and the script that computes there.

The point is the one that the engine refutes the part at, where it is told, or one of small numbers that is found here; nothing hangs on
where it comes from, as Coq computes with it. Along a flow every state moves on a straight line whose slope is the flow's rate.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from sympy import Basic

from theoremtest.derivations.language.latex import to_latex

from .matrices_limits_refuted import limit_script
from .matrices_terms import Node, plain
from .matrices_text import number_text
from .matrices_witness import (
    HOLDS,
    NEARLY,
    TWICE,
    Matrix,
    NoValue,
    doublings,
    holds_at,
    points,
    value_of,
    work_out,
)

if TYPE_CHECKING:
    from .matrices_flows import Motion
    from .matrices_limits_stated import Approaching
    from .matrices_setting import Setting

MOST = 3
"""Points at which a refutation is tried."""
NAME = re.compile(r"(?<='I_)[A-Za-z_]\w*|(?<![\w'])[A-Za-z_][\w']*")
"""A name in a text for Coq, a size in the type of an index too."""
LONG = 100
"""From numbers like that on, a point is made simpler first."""
LARGE = 10**6
"""Points with longer numbers are tried last."""


@dataclass(frozen=True)
class Said:
    """What a theorem says: something of ranks, a relation between two trees, a limit, or that the left has the rate on the right."""

    left: Node
    right: Node
    relation: str = "="
    motion: Motion | None = None
    limit: Approaching | None = None
    first: bool = False
    """Whether more is said after it."""


def refutations(made: Setting, bound: list[tuple[str, str]], short: list[tuple], said: Said,
                told: Mapping[str, str] | None) -> Iterator[str]:
    """Proofs that what is said does not hold throughout; none where no point is found.

    bound: names and types of the theorem's letters; short: its abbreviations (name, type, text, tree); told: a point, by printed names.
    """
    found = 0

    def script_at(at: dict) -> str | None:
        try:
            return _script(made, bound, short, said, at)
        except NoValue:
            return None
    for at in _candidates(made, told, lambda at: script_at(at) is not None):
        script = script_at(at)
        if script is not None:
            yield script
            found += 1
            if found == MOST:
                return


def _candidates(made: Setting, told: Mapping[str, str] | None, fails: Callable[[dict], bool]) -> Iterator[dict]:
    given = [] if told is None else list(_given(made, told))
    if any(_longest(at) >= LONG for at in given):
        given = [*(_simpler(made, at, fails) for at in given), *given]
    simple = [at for at in given if _longest(at) < LARGE]
    searched = chain.from_iterable(islice(points(made, twice), 200) for twice in doublings(made))
    yield from simple
    yield from (_with_sizes(made, at) for at in searched)
    yield from (at for at in given if at not in simple)


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


def _with_sizes(made: Setting, at: dict) -> dict:
    return {**at, TWICE: {symbol: 2 if symbol == at[TWICE] else 1 for symbol in made.symbols_of_sizes()}}


def _given(made: Setting, told: Mapping[str, str]) -> Iterator[dict]:
    """The point that is told, if all its numbers are rational and it is a point of the theorem."""
    letters = made.letters
    known = [symbol for symbol in letters.names if isinstance(symbol, Basic)]
    named = {**{str(symbol): symbol for symbol in known}, **{to_latex(symbol): symbol for symbol in known}}
    sizes, at = {}, {}
    try:
        for name, text in told.items():
            symbol = named.get(name)
            if symbol in made.symbols_of_sizes():
                sizes[symbol] = int(text)
            elif symbol is not None:
                at[symbol] = _read(text)
        at[TWICE] = sizes
        work_out(at, made)
        if all(holds_at(item, at, made) for item in made.hypotheses):
            yield at
    except (ValueError, NoValue):
        return


def _read(text: str) -> Fraction | Matrix:
    """A number, or a matrix written as `[a, b; c, d]`. Raises ValueError."""
    if not text.startswith("["):
        return Fraction(text)
    return tuple(tuple(Fraction(entry.strip()) for entry in row.split(",")) for row in text.strip("[]").split(";"))


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
    return f"{opened}{'premises C; destruct C as [C _]; ' if said.first else ''}{tactic}.\nQed.\n"


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
