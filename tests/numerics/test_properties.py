"""Every claim over its whole domain: Hypothesis draws the points, and a failure shrinks to the simplest one.

What holds (the printed statement, or its correction where that is refuted) is tried at the point itself, along the
trajectory integrated from there, and on a network trained from there. The fast lane does so for one claim of each kind.
What the record holds as counterexamples is tried again as explicit points: there the printed statement still fails, and
the correction holds.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from sympy import Ge, ImmutableMatrix, Integer, Rational

from rederive.derivations.language import Conserved, Evolves, Limit, Minimises, NotHessian, Observed, Solves, to_latex
from rederive.derivations.papers import Library
from rederive.derivations.proof.points.random_points import contains
from rederive.numerics.integrate.reference import IntegrationError
from rederive.numerics.integrate.tape import UnsupportedOperation
from rederive.numerics.routes import flow as flow_check
from rederive.numerics.routes import flow_trajectory, integration, points
from rederive.numerics.routes.dispatch import applies
from rederive.numerics.routes.trial import agreed_digits, text
from rederive.numerics.strategies import strategy
from rederive.numerics.training.threads import one_thread
from rederive.numerics.values.evaluate import EvaluationError, NotDefined, Unsupported
from rederive.reports.verify.ledger_file import LEDGER
from rederive.reports.verify.ledger_file import read as read_ledger

TRIED_AT_A_POINT = tuple(kind for kind in points.trial.registry if kind is not object)
REGISTRY = Library().registry()
RECORDS = {record["id"]: record for record in read_ledger(LEDGER)}


def drawing(examples: int):
    return settings(max_examples=examples, deadline=None, derandomize=True, database=None,
                    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large])


def told(record: dict, route: str) -> Iterator[tuple[str, str]]:
    """(name, kind) of each part of what holds of which the record has something by a route."""
    erratum, named = record["erratum"], record["parts"]
    rows, kind = record["evidence"], record["kind"]
    if erratum:
        rows, kind, named = erratum["corrected_evidence"], erratum["corrected_kind"], erratum["corrected_parts"]
    seen = {row.get("part", "") for row in rows if row["kind"] == route}
    yield from ((name, kind) for name, kind in ([(part["name"], part["kind"]) for part in named] or [("", kind)]) if name in seen)


def holding(route: str, kinds=()) -> list:
    """The parts that hold and that a route has something to say of, one parameter each; kinds: these only, where any are named.

    The first of each kind and paper is in the fast lane. They are taken from the ledger, as building every claim would make
    the collection of tests slow; a claim that the ledger does not know is built.
    """
    cases, first, wanted = [], set(), {kind.__name__ for kind in kinds}
    for claim in REGISTRY:
        record = RECORDS.get(claim.id)
        parts = told(record, route) if record else [(name, part.kind) for name, part in holds(claim).items() if applies(route, part)]
        for name, kind in parts:
            if kind == Observed.__name__:  # an experiment of its own, at no point: tests/numerics/experiments
                continue
            if not wanted or kind in wanted:
                fast = (claim.paper.key, kind) not in first and kind != Minimises.__name__
                first.add((claim.paper.key, kind))
                cases.append(pytest.param(claim.id, name, id=f"{claim.id} {name}".strip(), marks=() if fast else pytest.mark.slow))
    return cases


def holds(claim) -> dict:
    """The parts by name of the printed statement, or of its correction where that is refuted."""
    return dict((claim.erratum.corrected if claim.erratum else claim.statement).parts())


def drawn_from(statement):
    """The domain of a statement with what it binds itself; a Hessian test needs two dimensions."""
    if isinstance(statement, Minimises):
        return flow_trajectory.domain(statement)
    domain = points.sampled_domain(statement)
    if isinstance(statement, NotHessian):
        domain = domain.but(*(Ge(dimension, 2) for dimension in domain.dimensions))
    return domain


def tried(statement, look, examples: int) -> None:
    """Run `look` at drawn points; a point at which nothing can be said is passed over, unless all of them are."""
    said: list = []
    unsupported: list[str] = []

    @drawing(examples)
    @given(strategy(drawn_from(statement)))
    def at(point):
        try:
            failure = look(point)
        except (Unsupported, UnsupportedOperation) as reason:
            unsupported.append(str(reason))
            return
        except (EvaluationError, IntegrationError):
            return
        said.append(point)
        assert failure is None, f"at {text(point)}: {failure}"

    at()
    if unsupported and not said:
        pytest.skip(f"the route has no word for this: {unsupported[0]}")
    assert said, "nothing could be said at any of the points"


@pytest.mark.parametrize("claim_id, part_name", holding("points", TRIED_AT_A_POINT))
def test_holds_at_every_point(claim_id, part_name):
    """Identities to 40 digits, relations and limits (at the stated rate) as they are."""
    statement = holds(REGISTRY[claim_id])[part_name]
    def look(point):
        trial = points.trial(statement, point)
        return f"{trial.left} against {trial.right} {trial.note}" if trial.fails else None

    tried(statement, look, 2 if isinstance(statement, Limit) else 6)


@pytest.mark.parametrize("claim_id, part_name", holding("integration", (Solves, Conserved, Evolves)))
def test_holds_along_integrated_trajectories(claim_id, part_name):
    """Closed forms, conserved quantities and integrated rates against the equations of motion."""
    statement = holds(REGISTRY[claim_id])[part_name]
    def look(point):
        run = integration.follow(statement, point)
        return f"{run.left} against {run.right} {run.note}" if run.fails else None

    tried(statement, look, 2)


@pytest.mark.parametrize("claim_id, part_name", holding("flow"))
def test_holds_on_trained_networks(claim_id, part_name):
    """Rates, conserved quantities, closed forms and minimisers against networks trained by autograd."""
    statement = holds(REGISTRY[claim_id])[part_name]
    pytest.importorskip("torch", reason="the gradient-flow route needs torch")

    def look(point):
        if flow_trajectory.applies(statement):
            said, shown, size = flow_trajectory.follow(statement, point)
            digits, required = agreed_digits(said, shown, size), flow_trajectory.DIGITS[type(statement)]
        else:
            said, shown, pace = flow_check.sides(statement, point)
            digits, required = agreed_digits(said, shown, pace), flow_check.DIGITS
        return f"{said} against {shown}" if digits < required else None

    with one_thread():
        tried(statement, look, 3 if isinstance(statement, Minimises) else 6)


def recorded() -> list:
    """The counterexamples of the record that are points: (claim, part's name, point by printed name).

    One that is told in inner products instead of vectors is left to the claim's own check.
    """
    found = []
    for record in RECORDS.values():
        if record["erratum"] is None:
            continue
        for item in record["evidence"]:
            if (item.get("counterexample") and item["kind"] in ("exact", "points")
                    and not any(name.startswith("<") for name in item["counterexample"]["point"])):
                found.append(pytest.param(record["id"], item.get("part", ""), item["counterexample"]["point"],
                                          id=f"{record['id']} {item['kind']} {item.get('part', '')}".strip(),
                                          marks=() if item["kind"] == "exact" else pytest.mark.slow))
    return found


def read(text: str):
    """A rational, or a matrix given by its rows."""
    if not text.startswith("["):
        return Rational(text)
    rows = text[1:-1].replace("], [", ";").strip("[]").split(";")
    return ImmutableMatrix([[Rational(entry.strip()) for entry in row.split(",")] for row in rows])


def placed(statement, named: dict) -> dict | None:
    """The point in a statement's own symbols; None where it speaks of others or the point lies outside its domain."""
    symbols = {name: symbol for symbol in (*statement.on.declared, *statement.on.dimensions)
               for name in (str(symbol), to_latex(symbol))}
    point = {symbols[name]: read(text) for name, text in named.items() if name in symbols}
    point = {symbol: Integer(value) if symbol in statement.on.dimensions else value for symbol, value in point.items()}
    for symbol, value in point.items():
        shape = tuple(Integer(side.subs(point)) if all(size in point for size in side.free_symbols) else side
                      for side in getattr(symbol, "shape", ()))
        if shape and shape != value.shape:  # a column is written as a row
            point[symbol] = ImmutableMatrix(*map(int, shape), list(value))
    for symbol in statement.on.symbols:  # a point leaves out what does not matter
        if not getattr(symbol, "shape", ()):
            point.setdefault(symbol, Integer(1))
    needed = set(statement.on.symbols) | set(statement.on.dimensions)
    return point if needed <= set(point) and contains(statement.on, point) is True else None


@pytest.mark.parametrize("claim_id, part_name, named", recorded())
def test_recorded_counterexamples_still_refute_and_the_correction_holds_there(claim_id, part_name, named):
    claim = REGISTRY[claim_id]
    printed = dict(claim.statement.parts())[part_name]
    point = placed(printed, named)
    assert point is not None, "the recorded point lies outside the printed statement's domain"
    if points.applies(printed):
        assert _fails_there(printed, point, claim.erratum.no_value) or _fails_from_a_start(printed, point)
    for _, part in claim.erratum.corrected.parts():
        there = placed(part, named)
        if there is not None and points.applies(part):
            trial = points.trial(part, there)
            assert not trial.fails, f"{trial.left} against {trial.right}"


def _fails_there(statement, point, no_value: bool) -> bool:
    """Whether a statement fails at a point; where its erratum says so, whether it has no value there."""
    try:
        return points.trial(statement, point).fails
    except NotDefined:
        if not no_value:
            raise
        return True


def _fails_from_a_start(statement, point) -> bool:
    """Whether a solution that is right at this time goes wrong later."""
    if not isinstance(statement, Solves):
        return False
    t = statement.system.t
    return any(points.trial(statement, {**point, t: Rational(k, 3)}).fails for k in (1, 2, 3))


