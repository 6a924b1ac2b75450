"""A part is refuted by no point that goes against what a source of its claim prints, though its own domain may lack the condition."""

import pytest
from sympy import Ge

from helpers.toy_claims import make_claim, x
from theoremtest.derivations.language import Domain, Equal, Erratum, Holds, Meaning, every, real
from theoremtest.derivations.language.verdict import Counterexample
from theoremtest.reports.verify.expected import problems
from theoremtest.reports.verify.inside import outside
from theoremtest.reports.verify.runner import examine

y = real("y")
LENGTH = Meaning("x is a length", "Section 1", formulas=("x > 0", "y > 0"))
SILENT = Meaning("x is a length", "Section 1")


def claim_of(source, rest):
    printed = every(one=Equal(x + y, y + x, on=Domain(x > 0, y > 0, source=source)), other=Holds(Ge(x + y, 3), on=rest))
    return make_claim("1", printed, erratum=Erratum("wrong", "x may be small", Equal((x + 1)**2, x**2 + 2 * x + 1, on=Domain(over=[x]))))


def told(claim, **at):
    """What is said of the claim's points, as they are found or with the one that refutes its second part put in another's place."""
    findings = examine(claim, ("exact",))
    for finding in findings if at else ():
        for item in finding.evidence:
            if item.counterexample is not None:
                object.__setattr__(item, "counterexample", Counterexample(tuple(at.items())))
    return outside(claim, findings)


def test_a_point_against_a_printed_formula_is_told():
    claim = claim_of(LENGTH, Domain(over=[x, y]))
    fault, = told(claim, x="-1", y="-2")
    assert "Section 1 has x > 0 (x is a length)" in fault and "x = -1" in fault


@pytest.mark.parametrize("rest, fails", [(Domain(x < -1, y < -1), True), (Domain(x < -1, y > 1), False)])
def test_a_claim_that_only_such_points_refute_fails(rest, fails):
    claim = claim_of(LENGTH, rest)
    assert any("outside the paper's setting" in problem for problem in problems(claim, examine(claim, ("exact",)))) is fails


@pytest.mark.parametrize("point", [{"x": "1/2", "y": "1"}, {"x": "-1", "y": "1"}])
def test_formulas_of_one_source_are_one_condition_in_several_letters(point):
    assert told(claim_of(LENGTH, Domain(over=[x, y])), **point) == []


def test_words_alone_are_no_formula():
    assert told(claim_of(SILENT, Domain(over=[x, y])), x="-1", y="-2") == []
