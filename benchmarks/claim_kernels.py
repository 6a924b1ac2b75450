"""Kernels of claims beside SymPy's lambdify, both on NumPy, on thirty formulas of the five papers: digits lost, values missing, time.

Six formulas of each paper, spread over its claims; points of their domains, and the same at times a thousand times as long. An error is
relative, in units of rounding, against 30 settled digits; a value is missing where it is no number though the formula has one.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
from sympy import Dummy, Expr, Symbol, exp, lambdify, log, sinh, sympify
from sympy.functions.elementary.hyperbolic import HyperbolicFunction

from benchmarks.measured import command, fastest, judged
from theoremtest.derivations.language import Solves, Statement, TheoremtestError
from theoremtest.derivations.language.motion import is_time
from theoremtest.derivations.papers import Library
from theoremtest.derivations.proof.points.coordinates import contains
from theoremtest.derivations.proof.points.random_points import points
from theoremtest.numerics.closed_forms import Formula, formulas, kernel
from theoremtest.numerics.kernels.rounding import UNIT
from theoremtest.numerics.routes.points import sampled_domain
from theoremtest.numerics.values.evaluate import EvaluationError, settled

PER_PAPER, POINTS, LONG = 6, 16, 1000
NOISE = 8
"""Units of rounding by which two right ways may differ, and the largest ratio: each rounds other numbers on the way."""
RATIO = 4
LARGEST = 1e300
"""Values beyond it overflow in any form."""


def found(statement: Statement) -> Iterator[tuple[str, Expr]]:
    """The scalar formulas of a statement that speak of exponentials or logarithms."""
    domain = sampled_domain(statement)
    for name, expression in formulas(statement).items():
        printed = domain.expand(sympify(expression, strict=True))
        if printed.has(exp, log, sinh, HyperbolicFunction) and printed.free_symbols and not getattr(printed, "is_Matrix", False):
            yield name, printed


def chosen() -> Iterator[tuple[str, Statement, str, Formula]]:
    """The formulas that are measured: of each paper's claims, evenly over them."""
    by_paper: dict[str, list] = {}
    for claim in Library().registry():
        statement = claim.erratum.corrected if claim.erratum else claim.statement
        for part, one in statement.parts():
            named = next(found(one), None) if sampled_domain_or_none(one) else None
            if named:
                by_paper.setdefault(claim.paper.key, []).append((f"{claim.id} {part}".strip(), one, named[0]))
    for paper in sorted(by_paper):
        taken, step = 0, max(1, len(by_paper[paper]) // PER_PAPER)
        turns = [turn for start in range(step) for turn in by_paper[paper][start::step]]
        for place, statement, name in turns:
            if taken == PER_PAPER:
                break
            try:
                formula = kernel(statement)[name]
            except (TheoremtestError, ValueError, KeyError):
                continue
            if any(not isinstance(letter, Symbol) for letter in formula.letters):
                continue
            taken += 1
            yield place, statement, name, formula


def sampled_domain_or_none(statement: Statement):
    """Where a statement's formulas are looked at; None of statements without formulas."""
    try:
        return sampled_domain(statement) if formulas(statement) else None
    except (TheoremtestError, AttributeError, TypeError):
        return None


def at_points(statement: Statement, formula: Formula) -> list[dict]:
    """Points of the domain, and the same long after."""
    domain = sampled_domain(statement)
    drawn = points(domain, POINTS, "closed forms")
    clock = [letter for letter in formula.letters if is_time(letter) or isinstance(statement, Solves) and letter == statement.system.t
             or letter == getattr(statement, "variable", None)]
    late = [{**point, **{letter: LONG * point[letter] for letter in clock}} for point in drawn if clock]
    return drawn + [point for point in late if contains(domain, point) is True]


def exact(printed: Expr, point: dict) -> float | None:
    """The formula's value; None where it has none, or one beyond the range of doubles."""
    try:
        value = settled(printed, {symbol: point[symbol] for symbol in printed.free_symbols}, 30)
    except EvaluationError:
        return None
    return float(value) if abs(value) < LARGEST and (value == 0 or abs(value) > 1 / LARGEST) else None


def row(place: str, statement: Statement, name: str, formula: Formula, repeats: int, size: int) -> dict:
    """One formula's figures."""
    printed = formula.forms[0].printed
    plain = [Dummy(f"v{number}", real=True) for number in range(len(formula.letters))]  # LaTeX names are no names of Python
    usual = lambdify(plain, printed.xreplace(dict(zip(formula.letters, plain, strict=True))), "numpy")
    known = [(point, value) for point in at_points(statement, formula) if (value := exact(printed, point)) is not None]
    columns = [np.array([float(point[letter]) for point, _ in known]) for letter in formula.letters]
    wanted = np.array([value for _, value in known])
    # points are rounded to doubles, which a formula may magnify: both ways start from the same doubles
    rounded = [exact(printed, {letter: Fraction(float(column[k])) for letter, column in zip(formula.letters, columns, strict=True)})
               for k in range(len(known))]
    wanted = np.array([value if again is None else again for value, again in zip(wanted, rounded, strict=True)])
    values = {}
    with np.errstate(all="ignore"):
        for way, function in (("own", formula), ("lambdify", usual)):
            values[way] = np.broadcast_to(np.asarray(function(*columns), dtype=float), wanted.shape)
    missing = {way: int((~np.isfinite(value)).sum()) for way, value in values.items()}
    size_of = np.where(wanted == 0, 1.0, np.abs(wanted))
    both = np.isfinite(values["own"]) & np.isfinite(values["lambdify"])  # where one has no value the other is not worse
    lost = {way: float(np.max(np.where(both, np.abs(value - wanted) / size_of, 0.0), initial=0.0)) / UNIT
            for way, value in values.items()}
    many = [np.resize(column, size) for column in columns]
    with np.errstate(all="ignore"):
        seconds = fastest({"own": lambda: formula(*many), "lambdify": lambda: usual(*many)}, repeats)
    return {"formula": f"{place}: {name}", "rewritten": formula.forms[0].computed != printed, "points": len(known),
            "missing": missing["own"], "missing by lambdify": missing["lambdify"], "units lost": lost["own"],
            "units lost by lambdify": lost["lambdify"], "time over lambdify": seconds["own"] / seconds["lambdify"]}


def run(quick: bool = False) -> dict:
    """Each formula's figures, and the goals."""
    rows = [row(*one, repeats=25, size=20_000 if quick else 100_000) for one in chosen()]
    worse = sum(one["units lost"] > RATIO * one["units lost by lambdify"] + NOISE for one in rows)
    goals = judged([
        {"goal": "formulas whose value is missing somewhere", "measured": sum(one["missing"] > 0 for one in rows), "at most": 0},
        {"goal": "formulas that lose more digits than by lambdify", "measured": worse, "at most": 0},
        {"goal": "largest time over lambdify", "measured": max(one["time over lambdify"] for one in rows), "at most": 1.2},
    ])
    return {"formulas": rows, "goals": goals}


if __name__ == "__main__":
    command(run, __doc__ or "", "fewer points")
