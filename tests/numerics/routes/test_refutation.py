"""Numbers that differ refute only where it is proved that they do: by balls at that point, on a stretch, over all outcomes, or by the exact
engine. Elsewhere they are a doubt, which supports nothing and contradicts a proof."""

import pytest
from sympy import And, Eq, Integral, Ne, Rational, S, exp, log, sqrt

from theoremtest.derivations.language import (
    TIME,
    Conserved,
    Domain,
    Equal,
    Evidence,
    Evolves,
    Expectation,
    Flow,
    Holds,
    Iff,
    Outcome,
    Solves,
    System,
    Verdict,
    gt,
    reals,
)
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.gate import certainly_fails
from theoremtest.derivations.proof.reasons import APART
from theoremtest.numerics.routes import dispatch, identity_trials, points, refutation
from theoremtest.numerics.routes.crossings import about
from theoremtest.numerics.routes.trial import Trial
from theoremtest.reports.verify.expected import disagree, verdict_by

x, y, r, u, a, b, s = reals("x", "y", "r", "u", "a", "b", "s")
plane, positive = Domain(over=[x, y]), Domain(x > 0, y > 0)
PROVED, AGREES = (Evidence("exact", "stub", outcome) for outcome in (Outcome.PROVED, Outcome.AGREES))


@pytest.fixture
def nothing_is_proved(monkeypatch):
    """Neither balls nor the exact engine show anything."""
    monkeypatch.setattr(refutation, "certainly_fails", lambda *_: False)
    monkeypatch.setattr(refutation.decide, "decide", lambda *_: Evidence("exact", "stub", Outcome.UNDECIDED))


WRONG = [
    Equal((x + y)**2, x**2 + y**2, on=plane),
    Holds(gt(exp(x), 1 + x), on=Domain(x >= 0)),
    Iff(x > 0, x**2 > 0, on=plane),
    Conserved(x * y, along=Flow({x: -y, y: x}), on=plane),
    Evolves(x**2, r, along=Flow({x: -x}), symbol=r, on=Domain(over=[x])),
    Solves(System({r: -r}, {r: x}), {r: x * exp(-2 * TIME)}, on=Domain(TIME >= 0, over=[x])),
    Equal(Integral(1 / u, (u, x, x + y)), log(x + y), on=positive),
    Expectation(a**4, {a: S.One}, S(2), on=Domain(over=[a])),
]


@pytest.mark.parametrize("statement", WRONG, ids=lambda statement: statement.kind)
def test_what_is_proved_to_differ_is_refuted_and_the_rest_is_a_doubt(statement, request):
    assert dispatch.run("points", statement, "seed").outcome is Outcome.REFUTED
    request.getfixturevalue("nothing_is_proved")
    found = dispatch.run("points", statement, "seed")
    if found.outcome is not Outcome.REFUTED:  # a stretch, or all outcomes, prove it by themselves
        assert found.outcome is Outcome.UNDECIDED and found.tried[0].startswith(APART) and found.counterexample is None


def test_a_doubt_is_no_support_and_contradicts_a_proof():
    doubt = Evidence("points", "mpmath", Outcome.UNDECIDED, tried=(f"{APART}x = 1: 1 against 2",))
    assert verdict_by([AGREES, doubt]) is Verdict.UNDECIDED and not disagree([AGREES, doubt])
    assert verdict_by([PROVED, doubt]) is Verdict.UNDECIDED and disagree([PROVED, doubt])
    assert verdict_by([AGREES]) is Verdict.SUPPORTED and verdict_by([PROVED]) is Verdict.PROVED


@pytest.mark.parametrize("route", ["points", "integration"])
def test_numbers_beyond_a_wrong_proof_are_seen_by_a_test_of_one_route(route, nothing_is_proved):
    statement = Conserved(x + y, along=Flow({x: -y, y: x}), on=plane)
    assert any(reason.startswith(APART) for reason in dispatch.run(route, statement, "seed").tried)


def test_the_point_that_is_shown_is_the_one_at_which_it_fails():
    """On the border of the domain, where no point is drawn."""
    statement = Holds(x * (x - 1) > 0, on=Domain(x >= 1))
    found = points.check(statement, "border", count=8)
    assert found.outcome is Outcome.REFUTED and dict(found.counterexample.point)["x"] == "1"


@pytest.mark.parametrize("seed", range(3))
def test_rounding_refutes_nothing(seed):
    """Both sides are zero where the ends meet; the logarithm's argument is one up to its last digit."""
    meeting = Domain(a > 0, a < s, r > 0, Eq(b, a))
    solved = r * log(b * (s - a) / (a * (s - b))) / (2 * s)
    true = Equal(solved, Integral(r / (2 * u * (s - u)), (u, a, b)), on=meeting)
    assert points.check(true, f"rounding {seed}").outcome is Outcome.AGREES
    slip = Equal(solved + Rational(1, 10**20), Integral(r / (2 * u * (s - u)), (u, a, b)), on=meeting)
    assert points.check(slip, f"rounding {seed}").outcome is Outcome.REFUTED


# --- stretches of one coordinate ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gap, number, domain, meets", [
    (x**2 - 2, sqrt(2), Domain(x > 0), True),
    (exp(x) - 3, log(3), Domain(x > 0), True),
    (x**2 - 2, sqrt(2), Domain(x > 0, x < Rational(141, 100)), False),  # beyond the domain
    (x**2 - 2, sqrt(3), Domain(x > 0), False),  # not there
    ((x**2 - 2)**2, sqrt(2), Domain(x > 0), False),  # no change of sign
    (1 / (x - sqrt(2)), sqrt(2), Domain(x > 0), False),  # a pole changes the sign too
])
def test_a_gap_vanishes_between_numbers_of_two_signs(gap, number, domain, meets):
    assert about({x: S.One}, x, number).meets(gap, domain) is meets


def test_what_holds_on_a_curve_is_proved_there():
    true, slip = (Iff(And(Eq(x**2, 8), y > 0), Eq(x, sign * 2 * sqrt(2)), on=positive) for sign in (1, -1))
    assert points.check(true, "curve").outcome is Outcome.AGREES
    found = points.check(slip, "curve")
    assert found.outcome is Outcome.REFUTED and found.counterexample is not None
    assert points.check(Holds(Ne(x**2, 2 * y**2), on=positive), "curve").outcome is Outcome.REFUTED


# --- the proof itself ------------------------------------------------------------------------------------------------------


def test_a_point_outside_the_domain_proves_nothing():
    square = Equal(sqrt(x**2), x, on=Domain(x > 0))
    assert not certainly_fails(square, {x: -S.One}, Deadline(5))
    assert certainly_fails(Equal(sqrt(x**2), x, on=Domain(over=[x])), {x: -S.One}, Deadline(5))


def test_a_trial_that_fails_within_rounding_is_no_proof(monkeypatch):
    """A wrong trial at a point where the statement holds is a doubt, however many digits it has."""
    statement = Equal((x + y)**2, x**2 + 2 * x * y + y**2, on=plane)
    monkeypatch.setattr(identity_trials, "compared", lambda *_: Trial(0, True, "1", "2"))
    found = points.check(statement, "trial")
    assert found.outcome is Outcome.UNDECIDED and found.tried[0].startswith(APART)
