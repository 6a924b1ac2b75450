"""A point that was found by digits, proved to be there: Krawczyk's operator maps a box about it into itself.

The equations are written out entry by entry in the unknowns that were worked out; all others are fractions. In the box there is then one
point at which all equations vanish, and what ball arithmetic shows of the whole box holds there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flint import arb, arb_mat, fmpq
from sympy import Basic, Dummy, Eq, Expr, ImmutableMatrix, Rational, diff, expand

from theoremtest.derivations.language import Domain, Statement
from theoremtest.derivations.proof.balls import enclose as balls
from theoremtest.derivations.proof.balls import rules
from theoremtest.derivations.proof.balls.grid import Grid
from theoremtest.derivations.proof.balls.program import Program
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.points.coordinates import assumptions_hold, shape_of, space_of
from theoremtest.derivations.proof.points.explicit import NotExplicit, explicit
from theoremtest.derivations.proof.recheck import fails_at

BITS = 512
RADIUS = 160
"""The box reaches 2 to the power of minus this to either side."""
SECONDS = 4.0


def fails_beside(statement: Statement, domain: Domain, sizes: Mapping, numbers: Sequence) -> bool:
    """Whether a statement certainly fails at a point of its domain in a small box about these numbers.

    numbers: at each coordinate of the domain at these sizes, in order: fractions, and balls where one was worked out.
    """
    box = proved_box(domain, sizes, numbers)
    return box is not None and fails_at(statement, {**sizes, **box}, Deadline(SECONDS)) is True


def proved_box(domain: Domain, sizes: Mapping, numbers: Sequence) -> dict | None:
    """Balls for the symbols of a domain, in which a point of it certainly lies; None where that is not shown."""
    space = space_of(domain)
    letters = {k: Dummy(f"x_{k}", real=True) for k, number in enumerate(numbers) if isinstance(number, arb)}
    values = [letters.get(k, None if isinstance(number, arb) else _fraction(number)) for k, number in enumerate(numbers)]
    equations = [condition for condition in space.joint if isinstance(condition, Eq)]
    try:
        written = _written(equations, {**sizes, **by_symbol(space, sizes, values, ImmutableMatrix)})
    except (NotExplicit, TypeError, AttributeError):
        return None
    if len(written) != len(letters):
        return None
    with rules.precision(BITS):
        centre = [arb(numbers[k].mid()) for k in letters]
        if letters and not _maps_into_itself(written, list(letters.values()), centre):
            return None
        balls_at = dict(zip(letters, (arb(one, arb(2) ** -RADIUS) for one in centre), strict=True))
        made = by_symbol(space, sizes, [balls_at.get(k, number) for k, number in enumerate(numbers)], Grid)
        env = {**{name: fmpq(int(n)) for name, n in sizes.items()}, **made}
        rest = [condition for condition in map(domain.expand, domain.conditions) if not isinstance(condition, Eq)]
        try:
            inside = all(balls.truth_in(condition, env, most=balls.PRECISIONS[2]) is True for condition in rest)
        except balls.NotEvaluable:
            return None
    plain = all(assumptions_hold(symbol, _fraction(made[symbol])) for symbol in space.bounds if isinstance(made.get(symbol), fmpq))
    moved = all(not (symbol.is_positive or symbol.is_nonnegative or symbol.is_negative or symbol.is_nonpositive or symbol.is_integer)
                for symbol in space.bounds if isinstance(made.get(symbol), arb))
    return made if inside and plain and moved else None


def _fraction(number: fmpq) -> Rational:
    return Rational(int(number.p), int(number.q))


def by_symbol(space: Any, sizes: Mapping, values: Sequence, matrix: Callable[[int, int, list], Any]) -> dict:
    """Values at a domain's coordinates by symbol. matrix: makes one of its rows, its columns and its entries, row by row."""
    table = {(symbol, place): value for (symbol, place, _), value in zip(space.coordinates(sizes), values, strict=True)}
    made = {}
    for symbol in space.symbols:
        if (symbol, None) in table:
            made[symbol] = table[symbol, None]
        else:
            rows, columns = shape_of(symbol, sizes)
            made[symbol] = matrix(rows, columns, [table.get((symbol, (i, j)), table.get((symbol, (j, i))))
                                                  for i in range(rows) for j in range(columns)])
    return made


def _written(equations: Sequence[Basic], point: Mapping) -> list[Expr]:
    """The equations entry by entry; one that repeats another, or says nothing, is left out."""
    found: list[Expr] = []
    for equation in equations:
        gap = explicit(equation.lhs - equation.rhs, dict(point))
        for entry in gap.flat() if isinstance(gap, ImmutableMatrix) else [gap]:
            entry = expand(entry)
            if entry != 0 and entry not in found and -entry not in found:
                found.append(entry)
    return found


def _maps_into_itself(written: Sequence[Expr], letters: Sequence[Dummy], centre: Sequence[arb]) -> bool:
    """Whether Krawczyk's operator maps the box about the centre into its inside."""
    code = Program(*written, *(diff(entry, letter) for entry in written for letter in letters))
    size = len(letters)

    def at(values: Sequence[arb]) -> tuple[arb_mat, arb_mat]:
        run = code.run(dict(zip(letters, values, strict=True)))
        found = [arb(run.get(root)) for root in code.roots]
        return arb_mat(size, 1, found[:size]), arb_mat(size, size, found[size:])

    reach = arb(0, arb(2) ** -RADIUS)
    box = [one + reach for one in centre]
    try:
        here, slopes = at(centre)
        inverse = arb_mat(size, size, [entry.mid() for entry in slopes.inv().entries()])
        _, enclosed = at(box)
    except (balls.NotEvaluable, ZeroDivisionError):
        return False
    one = arb_mat(size, size, [1 if i == j else 0 for i in range(size) for j in range(size)])
    image = (one - inverse * enclosed) * arb_mat(size, 1, [reach] * size) - inverse * here
    return all(reach.contains_interior(entry) for entry in image.entries())
