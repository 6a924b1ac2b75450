"""What verification would still notice of a slip in a helper that the exact engine does not mind: sources, points, trajectories, networks.

The exact engine sees formulas and conditions. What a condition's source prints, the chart that draws points and the network that a
trajectory belongs to are seen by others, and a run of `theoremtest verify` asks them all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from sympy import Basic

from theoremtest.derivations.language import Chart, Claim, Domain, Limit, Outcome, SquareRoot, Statement, System, atoms_of
from theoremtest.derivations.language.flow import Flow, GradientFlow
from theoremtest.derivations.proof.reasons import APART
from theoremtest.numerics.routes import dispatch as routes
from theoremtest.reports.edits.changes import PROVED
from theoremtest.reports.edits.comparison import compare
from theoremtest.reports.verify.expected import conditions_misprinted
from theoremtest.reports.verify.runner import Check, routes_for

OTHERS = ("points", "integration", "flow")
"""The routes that draw points, integrate, or train the network."""
NO_NETWORK: dict = {"network": None, "read": {}, "learning_rates": {}, "data": (), "lift": {}}
"""A motion that says nothing of the network whose training it is: no part of the motion."""


@dataclass(frozen=True)
class Faults:
    """What is wrong with a claim's conditions: those that their sources do not print, and those that no source is told for."""

    misprinted: frozenset[str]
    unsourced: frozenset[str]

    def beyond(self, usual: Faults) -> str:
        """One that is not usual; empty where there is none. Where sources are missing anyway, one more says nothing."""
        new = sorted(self.misprinted - usual.misprinted) or ([] if usual.unsourced else sorted(self.unsourced))
        return new[0] if new else ""


def condition_faults(claim: Claim) -> Faults:
    """What is wrong with a claim's conditions."""
    return Faults(frozenset(conditions_misprinted(claim)), frozenset(
        f"nobody says where {entry.condition} is printed" for entry in claim.sources if entry.source == "unclassified"))


def noticed(check: Check, claim_id: str, seconds: float) -> tuple[str, bool]:
    """(how another route notices that a statement has become wrong, empty where none does; whether one ran out of time)."""
    out_of_time = False
    for route in routes_for(check, OTHERS):
        if not routes.available(route):
            continue
        found = routes.run(route, check.statement, f"{claim_id} {check.role}", seconds)
        if found.outcome is Outcome.REFUTED:
            return f"refuted, {found.engine}", False
        if any(reason.startswith(APART) for reason in found.tried):
            return f"numbers differ, {found.engine}", False
        if any(reason.startswith(routes.NO_POINT) for reason in found.tried):
            return f"no point, {found.engine}", False
        if any(reason.startswith(routes.CRASHED) for reason in found.tried):
            return f"cannot be run, {found.engine}", False
        out_of_time |= any(reason.startswith("no decision within") for reason in found.tried)
    return "", out_of_time


def freed(statement: Statement, dropped: Iterable[Basic]) -> Statement | None:
    """The statement with a chart that leaves alone the symbols of which only dropped conditions spoke; None where there are none.

    A chart that was made for a condition keeps to it even where a slip has dropped it, and draws no point at which it fails.
    """
    on = statement.on
    lost = set().union(*map(atoms_of, dropped)) - set().union(*map(atoms_of, on.conditions))
    if on.chart is None or not lost & set(on.chart.values):
        return None
    chart = Chart({symbol: value for symbol, value in on.chart.values.items() if symbol not in lost}, on.chart.of)
    return replace(statement, on=Domain(*on.conditions, over=on.symbols, where=on.where, chart=chart))


def says_the_same(old: Statement, new: Statement, seed: str, seconds: float) -> bool:
    """Whether two statements are the same but for the points or networks that check them, or are proved to say the same."""
    old, new = bare(old), bare(new)
    return old.key() == new.key() or all(change.status == PROVED for change in compare(old, new, seed, seconds=seconds))


def bare(statement: Statement) -> Statement:
    """A statement, no conjunction, without chart, network and hint; symbols that it binds undeclared, a rate without its factor."""
    on = statement.on
    changed: dict = {"on": Domain(*on.conditions, over=sorted(set(on.symbols) - statement.bound(), key=str), where=on.where)}
    if isinstance(statement, SquareRoot):
        changed["through"] = None
    if isinstance(statement, Limit) and statement.rate is not None:
        changed["rate"] = statement.rate.as_coeff_Mul()[1]  # an error of that order is one of any multiple of it
    for item in fields(statement):
        value = getattr(statement, item.name)
        if isinstance(value, (Flow, GradientFlow, System)):
            moving = {"learning_rates"} if isinstance(value, GradientFlow) else set()
            changed[item.name] = replace(value, **{link.name: NO_NETWORK[link.name] for link in fields(value)
                                                   if link.name in NO_NETWORK.keys() - moving})
    return replace(statement, **changed)
