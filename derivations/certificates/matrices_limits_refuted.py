"""Proofs that a limit of matrices is not what is said: at a point of small sizes an entry is a formula of numbers that tends elsewhere.

The formula is written as Coq's own steps leave the entry, so that both are the same; what it does tend to is a lemma about numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

import mpmath

from .limits_stated import Approach, endless
from .matrices_lemmas import BEFORE, CLOSING, OPENING, PLACE, as_term
from .matrices_terms import NoCertificate, Node
from .matrices_witness import NoValue, extent
from .printing.numbers import proved
from .reading import Names
from .reasons import NoScript
from .samples import numeric
from .terms import Term, app, num, var
from .theorems import Theorem

if TYPE_CHECKING:
    from .matrices_limits_stated import Approaching

FAR, LARGE, CLOSE = 10**12, 10**5, mpmath.mpf(10) ** -6
WIDE = 1000
"""The greatest denominator of what a formula is taken to tend to."""


class Entries:
    """Trees at a point as entries of numbers and of the running variable, in the steps of the prelude's `Points.v`."""

    def __init__(self, told: Approaching, at: Mapping, x: str) -> None:
        self.told, self.at, self.x = told, at, x

    def number(self, tree: Node) -> Term:
        """A scalar. Raises NoValue."""
        return as_term(tree, self._leaf)

    def _leaf(self, tree: Node) -> Term:
        head, args = tree
        if head == "svar":
            return var(self.x) if args[0] == self.told.variable else _fraction(self.at[args[0]])
        if head == "sabbr":
            return self.number(args[1])
        if head == "sdot":
            one, other = map(self.matrix, args)
            return _added(app("mul", a, b) for (a,), (b,) in zip(one, other))
        if head == "strace":
            return _added(row[place] for place, row in enumerate(self.matrix(args[0])))
        raise NoValue

    def matrix(self, tree: Node) -> list[list[Term]]:
        """The rows of a matrix. Raises NoValue."""
        head, args = tree
        if head == "mlet" and args[0] in self.at:
            return [[_fraction(entry) for entry in row] for row in self.at[args[0]]]
        if head in ("mid", "mzero"):
            sizes = [extent(self.told.made.letters.sizes[place], self.at["twice"]) for place in args]
            return [[num(head == "mid" and i == j) for j in range(sizes[-1])] for i in range(sizes[0])]
        if head == "mmul":
            one, other = map(self.matrix, args)
            return [[_added(app("mul", a, b) for a, b in zip(row, column)) for column in zip(*other)] for row in one]
        if head == "madd":
            return [[app("add", a, b) for a, b in zip(*rows)] for rows in zip(*map(self.matrix, args))]
        if head == "mtr":
            return [list(row) for row in zip(*self.matrix(args[0]))]
        if head == "mopp":
            return [[app("opp", entry) for entry in row] for row in self.matrix(args[0])]
        if head == "mscal":
            factor = self.number(args[0])
            return [[app("mul", factor, entry) for entry in row] for row in self.matrix(args[1])]
        raise NoValue


def _fraction(value: Fraction) -> Term:
    return num(value.numerator, value.denominator)


def _added(terms: Any) -> Term:
    found = num(0)
    for term in terms:
        found = app("add", found, term)
    return found


def limit_script(told: Approaching, given: str, at: Mapping) -> str | None:
    """The script at a point; given: the theorem's arguments there. None where the limit holds. Raises NoValue."""
    names = Names(told.statement.on)
    entries = Entries(told, at, names.fresh("x"))
    to = app(told.to) if told.to.endswith("infty") else entries.number(told.made.reader.scalar(told.statement.point))
    body, place, said = _apart(told, entries, to)
    if body is None:
        return None
    approach = Approach(entries.x, "R", to, body, said, [], None)
    theorem = Theorem([], [], approach.limit(), names, "Limit", approach=approach)
    try:
        lemma = proved(theorem)
    except (NoScript, NoCertificate):
        raise NoValue from None
    lines = [*OPENING, f"Lemma {PLACE}_1 : {theorem.statement()}.", lemma.rstrip(), CLOSING,
             f"{BEFORE}Proof.", f"intro h; pose proof (h {given}) as C; clear h.",
             f"refute_limit{'' if place is None else f'_at {place[0]}%N {place[1]}%N'} C {PLACE}_1.", "Qed.", ""]
    return "\n".join(lines)


def _apart(told: Approaching, entries: Entries, to: Term) -> tuple[Term | None, tuple | None, Term]:
    """An entry, or a number, that tends to something else than is said: its formula, its place, what it tends to."""
    if not told.shaped:
        pairs = [(None, entries.number(told.expression), None if told.value is None else entries.number(told.value))]
    else:
        assert told.value is not None
        one, other = entries.matrix(told.expression), entries.matrix(told.value)
        places = product(range(len(one)), range(len(one[0])))
        pairs = [(place, one[place[0]][place[1]], other[place[0]][place[1]]) for place in places]  # type: ignore[misc]  # of entries
    for place, body, value in pairs:
        found = _limit(body, entries.x, to)
        if found is None:
            continue
        if value is None or endless(found) or abs(numeric(found, {}) - numeric(value, {})) > CLOSE:
            return body, place, found
    return None, None, to


def _limit(body: Term, x: str, to: Term) -> Term | None:
    """What a formula seems to tend to; None where that is not seen."""
    far = {"p_infty": mpmath.mpf(FAR), "m_infty": -mpmath.mpf(FAR)}.get(to.head)
    with mpmath.workdps(60):
        try:
            value = numeric(body, {x: far if far is not None else numeric(to, {}) + 1 / mpmath.mpf(FAR)})
        except (ArithmeticError, ValueError):
            return None
        if abs(value) > LARGE:
            return app("p_infty" if value > 0 else "m_infty")
        near = Fraction(int(mpmath.nint(value * 10**9)), 10**9).limit_denominator(WIDE)
        return _fraction(near) if abs(value - mpmath.mpf(near.numerator) / near.denominator) < CLOSE else None
