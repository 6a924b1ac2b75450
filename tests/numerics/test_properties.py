"""Claims over their whole domains: Hypothesis draws the points, and a failure shrinks to the simplest one.

What holds (the printed statement, or its correction where that is refuted) is tried at the point itself, along the
trajectory integrated from there, and on a network trained from there. The fast lane does so for one claim of each kind.
What the record holds as counterexamples is tried again as explicit points: there the printed statement still fails, and
the correction holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis.errors import Unsatisfiable
from sympy import Ge, Gt, Lt, Ne, Rational

from helpers.recorded_points import placed, places
from theoremtest.derivations.language import Conserved, Evolves, Holds, Limit, Minimises, NotHessian, Observed, Solves
from theoremtest.derivations.papers import Library
from theoremtest.numerics.integrate.reference import IntegrationError
from theoremtest.numerics.integrate.tape import UnsupportedOperation
from theoremtest.numerics.routes import flow as flow_check
from theoremtest.numerics.routes import flow_trajectory, in_probability, integration, monte_carlo, points
from theoremtest.numerics.routes.dispatch import applies
from theoremtest.numerics.routes.trial import agreed_digits, text
from theoremtest.numerics.strategies import strategy
from theoremtest.numerics.training.threads import one_thread
from theoremtest.numerics.values.evaluate import EvaluationError, NotDefined
from theoremtest.numerics.values.rules import NotToldApart
from theoremtest.reports.verify.ledger_file import LEDGER
from theoremtest.reports.verify.ledger_file import read as read_ledger

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
    # what the integration leaves undecided, within its time, it would leave so here; its points are then the points route's
    seen = {row.get("part", "") for row in rows if row["kind"] == route and (route != "integration" or row["outcome"] != "undecided")}
    yield from ((name, kind) for name, kind in ([(part["name"], part["kind"]) for part in named] or [("", kind)]) if name in seen)


EVERY = 12
"""Of the parts of a kind every twelfth is tried, and the first of each paper: a route looks at all of them, at draws of its own."""


def holding(route: str, kinds=()) -> list:
    """Parts that hold and that a route has something to say of, one parameter each; kinds: these only, where any are named.

    The first of each kind and paper is in the fast lane. They are taken from the ledger, as building every claim would make
    the collection of tests slow; a claim that the ledger does not know is built.
    """
    cases, met, wanted = [], Counter(), {kind.__name__ for kind in kinds}
    for claim in REGISTRY:
        record = RECORDS.get(claim.id)
        parts = told(record, route) if record else [(name, part.kind) for name, part in holds(claim).items() if applies(route, part)]
        for name, kind in parts:
            if kind == Observed.__name__:  # an experiment of its own, at no point: tests/numerics/experiments
                continue
            if not wanted or kind in wanted:
                number = met[claim.paper.key, kind]
                met[claim.paper.key, kind] += 1
                if number % EVERY:
                    continue
                fast = number == 0 and kind != Minimises.__name__
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
    """Run `look` at `examples` drawn points; one at which nothing can be said is replaced by another, as long as there are any."""
    said: list = []
    silent: list[str] = []

    @drawing(examples)
    @given(strategy(drawn_from(statement)))
    def at(point):
        try:
            failure = look(point)
        except (EvaluationError, IntegrationError, UnsupportedOperation) as reason:
            silent.append(str(reason))
            reject()
        said.append(point)
        assert failure is None, f"at {text(point)}: {failure}"

    with suppress(Unsatisfiable):  # told below
        at()
    assert said, f"nothing could be said at any of the points: {silent[:1]}"


@pytest.mark.drawn(18)
@pytest.mark.parametrize("claim_id, part_name", holding("points", TRIED_AT_A_POINT))
def test_holds_at_every_point(claim_id, part_name):
    """Identities to 40 digits, relations and limits (at the stated rate) as they are."""
    statement = holds(REGISTRY[claim_id])[part_name]
    def look(point):
        trial = points.trial(statement, point)
        return f"{trial.left} against {trial.right} {trial.note}" if trial.fails else None

    tried(statement, look, 2 if isinstance(statement, Limit) else 3)


@pytest.mark.drawn(8)
@pytest.mark.slow
@pytest.mark.parametrize("claim_id, part_name", holding("integration", (Solves, Conserved, Evolves)))
def test_holds_along_integrated_trajectories(claim_id, part_name):
    """Closed forms, conserved quantities and integrated rates against the equations of motion."""
    statement = holds(REGISTRY[claim_id])[part_name]
    def look(point):
        run = integration.follow(statement, point)
        return f"{run.left} against {run.right} {run.note}" if run.fails else None

    tried(statement, look, 2)


@pytest.mark.drawn(18)
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


@pytest.mark.drawn(72)
@pytest.mark.parametrize("claim_id, part_name, named", recorded())
def test_recorded_counterexamples_still_refute_and_the_correction_holds_there(claim_id, part_name, named):
    claim = REGISTRY[claim_id]
    printed = dict(claim.statement.parts())[part_name]
    point = placed(printed, named)
    assert point is not None, "the recorded point lies outside the printed statement's domain"
    if points.applies(printed):
        assert _fails_there(printed, point, claim.erratum.no_value) or _fails_from_a_start(printed, point)
    elif _over_draws(printed):
        assert _not_drawn(printed, point) is not None, "the printed statement agrees with its draws at the recorded point"
    for _, part in claim.erratum.corrected.parts():
        if points.applies(part):
            trial = _where_it_has_a_value(part, named)
            assert trial is None or not trial.fails, f"{trial.left} against {trial.right}"
        elif _over_draws(part) and (there := placed(part, named)):
            assert _not_drawn(part, there) is None


def _where_it_has_a_value(statement, named: dict):
    """The trial at the recorded point; None where it cannot be placed, or leaves out what the statement needs for a value there.

    Raises NotDefined where the point is told whole (it has one place then) and the statement has no value at it.
    """
    silent = []
    for there in places(statement, named):
        try:
            return points.trial(statement, there)
        except NotDefined as error:
            silent.append(error)
    if len(silent) == 1:
        raise silent[0]
    return None


def _over_draws(statement) -> bool:
    return monte_carlo.applies(statement) or in_probability.applies(statement)


def _not_drawn(statement, point):
    """What draws at the point show other than agreement."""
    if monte_carlo.applies(statement):
        return monte_carlo.judged(statement, point, "recorded").other
    return in_probability.judged(statement, point, "recorded")[0]


def _fails_there(statement, point, no_value: bool) -> bool:
    """Whether a statement fails at a point; where its erratum says so, whether it has no value there."""
    try:
        trial = points.trial(statement, point)
        return trial.fails or _sides_meet(statement, point)
    except NotToldApart:  # sides that a strict relation keeps apart agree in every digit
        return isinstance(statement, Holds) and isinstance(statement.relation, (Gt, Lt, Ne))
    except NotDefined:
        if not no_value:
            raise
        return True


def _sides_meet(statement, point) -> bool:
    """Whether two sides that are kept apart meet beside a rational point, which is recorded to more digits than are looked at."""
    if not (isinstance(statement, Holds) and isinstance(statement.relation, Ne)):
        return False
    gap = statement.on.expand(statement.relation.lhs - statement.relation.rhs).subs(point)
    return abs(gap.evalf(30, maxn=200)) < Rational(1, 10**40)


def _fails_from_a_start(statement, point) -> bool:
    """Whether a solution that is right at this time goes wrong later."""
    if not isinstance(statement, Solves):
        return False
    t = statement.system.t
    return any(points.trial(statement, {**point, t: Rational(k, 3)}).fails for k in (1, 2, 3))


