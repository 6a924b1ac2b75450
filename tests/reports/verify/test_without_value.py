"""A point of the domain without a value leaves no support to numbers that agree elsewhere: where `needs` sees one, so does `verify`."""

import pytest
from sympy import Integral, S, exp, log, sqrt

from helpers.toy_claims import make_claim
from theoremtest.derivations.language import TIME, Domain, Equal, Holds, Limit, Solves, System, Verdict, reals
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.reasons import NO_VALUE
from theoremtest.derivations.proof.valueless import gap_within
from theoremtest.reports.verify.cache import NoCache
from theoremtest.reports.verify.expected import claimed, of_role
from theoremtest.reports.verify.runner import examine, examine_needs

s, u, start, tau, x, y = reals("s", "u", "u_0", "tau", "x", "y")
growth = exp(2 * s * TIME / tau)
motion = System({u: 2 * u * (s - u) / tau}, {u: start})


def sigmoid(*conditions, over=()):
    on = Domain(tau > 0, start > 0, TIME >= 0, *conditions, over=over)
    return make_claim("1", Solves(motion, {u: s * growth / (growth - 1 + s / start)}, on=on))


def told(claim):
    findings = examine(claim, ("exact", "points", "integration"))
    reasons = [reason for finding in findings for item in finding.evidence for reason in item.tried]
    return claimed(claim, of_role(findings, "printed")), [reason for reason in reasons if reason.startswith(NO_VALUE)]


@pytest.mark.slow
@pytest.mark.parametrize("claim", [sigmoid(over=[s]), sigmoid(s >= 0)], ids=["any s", "zero let in"])
def test_a_solution_without_a_value_at_a_point_is_not_supported(claim):
    verdict, gaps = told(claim)
    assert verdict is Verdict.UNDECIDED and gaps and "s = 0" in gaps[0]
    assert any("s = 0" in str(item.counterexample) for finding in examine_needs(claim, NoCache()) for item in finding.evidence)


def test_where_the_point_is_kept_out_the_statement_is_what_it_was():
    assert told(sigmoid(s > 0)) == (Verdict.PROVED, [])


@pytest.mark.parametrize("statement, gap", [
    (Holds(sqrt(x) + 1 > 0, on=Domain(x >= -1)), "x = -1"),
    (Equal(log(x * y), log(x) + log(y), on=Domain(x >= 0, y > 0)), "x = 0"),
    (Equal(log(x * y), log(x) + log(y), on=Domain(x > 0, y > 0)), ""),
    (Limit(y / (x * y + 1 - y), x, S.Zero, y / (1 - y), on=Domain(x > 0, over=[y])), "y = 1"),
])
def test_the_simplest_points_are_asked(statement, gap):
    found = gap_within(statement, statement.on, Deadline(5))
    assert gap in found if gap else not found


@pytest.mark.slow
def test_numbers_that_agree_are_support_where_every_simple_point_has_a_value():
    """An integral of which no primitive is known: nothing but numbers speaks for it."""
    statement = Equal(Integral(exp(-u**4) * u, (u, 0, x)), Integral(exp(-u**2), (u, 0, x**2)) / 2, on=Domain(x > 0))
    verdict, gaps = told(make_claim("2", statement))
    assert verdict in (Verdict.SUPPORTED, Verdict.PROVED) and not gaps
