"""What the latent variable model's claims must hold, as a specification: places, errata, what rests on what, and the phase function."""

from fractions import Fraction
from itertools import product

import pytest
from sympy import Rational, S

from theoremtest.derivations.language import Outcome
from theoremtest.derivations.notation.printed_conditions import misprinted
from theoremtest.derivations.papers import Library
from theoremtest.derivations.proof.decide import decide
from theoremtest.derivations.xu2024 import phase_notation as phases
from theoremtest.derivations.xu2024.s4_table import blocks, printed_phases

REGISTRY = Library().registry()
CLAIMS = [claim for claim in REGISTRY if claim.paper.key == "xu2024"]

ERRATA = {
    "wrong": {"prop-1", "4:weights", "6", "10", "10:sign", "21", "22", "28", "29:roots", "thm-1", "thm-1:rho", "sec-3.1:layers",
              "sec-3.1:product-of-scale-factors", "sec-3.1:kernel-term", "sec-3.1:learning-rates", "sec-3.1:learning-time", "sec-3.2:alpha",
              "sec-3.2:product", "sec-3.2:negative-overlap", "sec-3.2:rates-matter", "sec-3.2:linear-in-the-rate", "sec-3.2:kernel-iff",
              "sec-4:conclusion", "sec-4:balance-not-needed", "sec-4:same-order", "sec-4:upper-bound", "sec-4.1:kernel-condition",
              "sec-4.2:initial-output", "app-B.1", "app-B.3", "app-B.4", "app-B.4:same-choice",
              "app-B.1:deviates-from-one", "sec-3.1:output-across", "sec-4.2:training-accuracy"},
    "incomplete": {"9", "10:equal-rates", "fn-1", "fn-2", "fn-3", "fig-1", "prop-2", "prop-2:saddle", "thm-2",
                   "sec-3.1:second-term-dominates", "sec-3.2:orthogonal-initialization", "sec-3.2:kernel-scale", "sec-3.2:kernel-norms",
                   "sec-3.2:both-mechanisms", "sec-3.2:standing-still", "sec-3.3:norms", "sec-3.3:cases", "sec-3.3:kernel-phase",
                   "sec-3.4:kernel-norm", "sec-4:learning-time", "sec-4:alignment", "sec-4.2:large-initialization", "sec-4.2:kernel-iff",
                   "app-B.1:keeps-decreasing"},
    "garbled": {"5", "17", "17:difference"},
}


@pytest.mark.slow
def test_every_condition_of_what_is_printed_has_a_source():
    left = {claim.id: source.condition for claim in CLAIMS for source in claim.sources if source.source == "unclassified"}
    assert not left


@pytest.mark.slow
def test_every_condition_says_what_its_source_prints():
    said = [(claim, statement) for claim in CLAIMS for statement in (
        claim.statement, *([claim.erratum.corrected] if claim.erratum else []), *(step.statement for step in claim.derivation))]
    assert [(claim.id, fault) for claim, statement in said
            for fault in misprinted(statement, (*claim.conditions, *claim.printed.conditions))] == []


@pytest.mark.parametrize("place", [*range(4, 39), "prop-1", "prop-2", "thm-1", "thm-2", "cor-1", "cor-2", "cor-3", "def-1", "table-1",
                                   "fn-1", "fn-2", "fig-1", "app-B.1", "app-B.3", "app-B.4"])
def test_every_numbered_place_has_its_claim(place):
    assert f"xu2024/{place}" in REGISTRY


@pytest.mark.slow
def test_the_errata_are_exactly_these():
    kinds = {claim.id.partition("/")[2]: claim.erratum.kind for claim in CLAIMS if claim.erratum is not None}
    assert kinds == {place: kind for kind, places in ERRATA.items() for place in places}


def test_the_solution_starts_from_the_loss():
    """Eq. (18) differentiates the loss, and both forms of the solution, the alignment and the kernel rest on it."""
    for place in ("thm-1", "thm-1:case-free", "prop-2", "11", "10", "sec-3.2:alignment", "sec-3.3:norms"):
        assert "xu2024/18" in REGISTRY.rests_on(f"xu2024/{place}"), place


@pytest.mark.drawn(4)
@pytest.mark.parametrize("claim_id, point", [
    # orthogonal layers have Q = P, and no negative overlap
    ("sec-3.2:negative-overlap", {r"u^\top Wx/\rho": "0"}),
    # the lazy column of Table 1 has a norm that does not grow
    ("sec-3.4:kernel-norm", {"c_d": "0", "c_u": "0", "c_w": "0"}),
    # P = Q with nothing to learn
    ("sec-3.3:cases", {r"\sqrt{Q/P}": "1", r"\alpha_+": "1"}),
    # q_i(0)/sqrt(alpha_+) where Q = 0 and the target has the other sign
    ("9", {r"\alpha_+": "0"}),
    # the kernel phase of Section 4.2, where the output grows
    ("sec-4.2:initial-output", {"c_w": "1"}),
    # a start that fits its target stands still
    ("sec-3.2:standing-still", {r"\alpha": "1"}),
    # mean square and sum of squares differ from two inputs on
    ("17", {"N": "2"}),
])
def test_the_counterexample_shows_the_fault(claim_id, point):
    evidence = decide(REGISTRY[f"xu2024/{claim_id}"].statement)
    assert evidence.outcome is Outcome.REFUTED
    assert point.items() <= dict(evidence.counterexample.point).items()


@pytest.mark.slow
def test_both_conventions_of_alpha_minus_agree_at_both_ends_and_not_between():
    """Why a check at the start and at the end of training would have passed the printed solution."""
    from sympy import exp

    plus, minus = S(3), -S(1) / 2  # the two roots of some start

    def alpha(sign, decay):
        xi = (1 - plus) / (1 + sign * minus) * decay
        return (plus + sign * xi * minus) / (1 - xi)

    assert alpha(1, 1) == alpha(-1, 1) == 1
    assert alpha(1, 0) == alpha(-1, 0) == plus
    assert alpha(1, exp(-1)).evalf() != pytest.approx(float(alpha(-1, exp(-1)).evalf()), rel=1e-2)


# the phase function

NAMES = {phases.c_d: "c_d", phases.c_gamma: "c_gamma", phases.c_u: "c_u", phases.c_w: "c_w", phases.c_eta_u: "c_eta_u",
         phases.c_eta_w: "c_eta_w"}


@pytest.mark.parametrize("block", list(blocks))
def test_every_column_of_the_table(block):
    found = tuple(phases.phase(**{NAMES[symbol]: S(number) for symbol, number in point.items()}) for point in blocks[block])
    assert found == printed_phases[block]


@pytest.mark.slow
def test_the_function_is_the_claims_meaning_on_a_grid():
    grid = (-1, Rational(-1, 2), 0, 1)
    for numbers in list(product((0, 1), grid, (-1, 0), grid, (-1, 0, 1), (0, Rational(1, 2))))[::19]:
        point = dict(zip(NAMES, map(S, numbers), strict=True))
        found = phases.phase(**{NAMES[symbol]: number for symbol, number in point.items()})
        assert [name for name in phases.PHASES if phases.meaning[name].subs(point) == S.true] == [found]


def test_without_equal_modes_nothing_is_kernel():
    lazy = {"c_d": 0, "c_gamma": 1, "c_u": 0, "c_w": 0, "c_eta_u": -2, "c_eta_w": -2}
    assert phases.phase(**lazy) == "kernel"
    assert phases.phase(**lazy, equal_modes=False) == "learning"


@pytest.mark.parametrize("number", [0.5, True, "1", None])
def test_an_exponent_that_is_not_exact_is_named(number):
    with pytest.raises(TypeError, match="c_gamma"):
        phases.phase(c_d=1, c_gamma=number, c_u=0, c_w=0, c_eta_u=0, c_eta_w=0)


def test_fractions_are_taken():
    assert phases.phase(c_d=1, c_gamma=Fraction(-1, 2), c_u=0, c_w=0, c_eta_u=0, c_eta_w=0) == "kernel"


@pytest.mark.slow
@pytest.mark.parametrize("claim_id, path", [
    ("7", "theoremtest.derivations.xu2024.s3_1_solution_eq4_9"), ("8", "theoremtest.derivations.xu2024.s3_1_solution_eq4_9"),
])
def test_a_slip_in_the_time_scale_is_noticed(claim_id, path, monkeypatch):
    """5 in place of 4 in Eq. (7): both roots of Eq. (8) come from it, and the decay does not."""
    from importlib import import_module

    module, slip = import_module(path), {S(4): S(5)}
    wrong = module.inverse_time.func((module.inverse_time**2).xreplace(slip), S(1) / 2)
    monkeypatch.setattr(module, "inverse_time", wrong)
    monkeypatch.setattr(module, "plus_root", (module.drive + wrong) / (2 * module.grip * module.P))
    monkeypatch.setattr(module, "minus_root", (module.drive - wrong) / (2 * module.grip * module.P))
    function = {"7": module.time_scale, "8": module.roots}[claim_id]
    assert decide(getattr(function, "__wrapped__", function)() if callable(function) else function.build()).outcome is Outcome.REFUTED
