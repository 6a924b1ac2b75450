"""What Sections 1 and 5 and Appendices C and D of the single-neuron paper must hold, told as a specification."""

from dataclasses import replace

import pytest
from sympy import Rational, oo

from theoremtest.derivations.kunin2024.colouring_notation import once_around, p, q
from theoremtest.derivations.kunin2024.notation import delta, mu
from theoremtest.derivations.kunin2024.piecewise_notation import angular, gamma
from theoremtest.derivations.kunin2024.s5_regimes import place
from theoremtest.derivations.language import Limit, Outcome
from theoremtest.derivations.papers import Library
from theoremtest.derivations.proof.decide import decide

REGISTRY = Library().registry()
MODULES = {"s1_introduction.py", "s5_piecewise_linear_eq8_9.py", "s5_regimes.py", "s5_partition.py", "c1_partition.py", "c1_colouring.py",
           "c2_two_layer_eq124_127.py", "d1_teacher_student.py", "d3_experiments_eq128_129.py"}
CLAIMS = [claim for claim in REGISTRY if claim.paper.key == "kunin2024" and claim.source.split(":")[0] in MODULES]

WRONG = {"kunin2024/app-C.2:expressivity", "kunin2024/app-D.1:alpha", "kunin2024/129", "kunin2024/fig-11"}
INCOMPLETE = {"kunin2024/prop-C.2", "kunin2024/prop-C.2:simultaneous", "kunin2024/sec-5:two-colorable",
              "kunin2024/app-C.1:partition", "kunin2024/126"}
NO_VALUE = {"kunin2024/126"}
"""True wherever it has a value; the verifier finds the point where it has none."""

PRINTED_STENCIL = {rf"\Delta_{{{row}{column}}}": entry for row, line in enumerate(("-1/4 -1/2 -1/4", "-1/2 2 -1/2", "-1/4 -1/2 -1/4"), 1)
                   for column, entry in enumerate(line.split(), 1)}
"""The entries of Eq. (129), which its domain fixes."""


@pytest.mark.parametrize("place", [8, 9, *range(124, 130), "prop-C.2", "fn-9", "fn-10", "fig-1", "fig-5", "fig-6", "fig-9", "fig-11"])
def test_every_place_has_its_claim(place):
    assert f"kunin2024/{place}" in REGISTRY


@pytest.mark.slow
def test_the_errata_are_exactly_these():
    kinds = {claim.id: claim.erratum.kind for claim in CLAIMS if claim.erratum is not None}
    assert kinds == {**dict.fromkeys(WRONG, "wrong"), **dict.fromkeys(INCOMPLETE, "incomplete")}


@pytest.mark.parametrize("claim_id, point", [
    # five sectors: relu(relu(x_1) - relu(x_2))
    ("kunin2024/prop-C.2", {"p": "1", "q": "-1"}),
    # a constant filter is not annihilated
    ("kunin2024/129", {"r": "0", "s": "0", "t": "0", "u": "1", "v": "0", "w": "0", **PRINTED_STENCIL}),
    ("kunin2024/app-D.1:alpha", {r"\tau": "1", r"\alpha": "2"}),
])
def test_the_smallest_counterexample_shows_the_fault(claim_id, point):
    assert dict(decide(REGISTRY[claim_id].statement).counterexample.point) == point


@pytest.mark.parametrize("first, second, leak, parity", [(1, -1, 0, -1), (-2, 3, 0, -1), (1, 1, 0, 1), (-1, -1, 0, 1),
                                                         (1, -1, Rational(1, 2), 1)])
def test_rays_around_the_origin(first, second, leak, parity):
    """Four rays of the first layer; the second layer adds one or none with ReLU, two with a leaky slope."""
    assert once_around(p, q, gamma).subs({p: first, q: second, gamma: leak}) == parity


def test_everything_about_a_neuron_starts_from_the_loss():
    for name in ("8", "9", "127", "sec-5:upstream-motion", "sec-5:downstream-motion", "sec-5:balanced"):
        assert "kunin2024/124" in REGISTRY.rests_on(f"kunin2024/{name}"), name


def test_a_wrong_factor_in_a_regime_is_refuted():
    """Upstream the direction moves at delta/mu, not at half of it."""
    assert decide(Limit(angular / delta, delta, oo, 1 / mu, on=place)).outcome is Outcome.PROVED
    assert decide(Limit(angular / delta, delta, oo, 1 / (2 * mu), on=place)).outcome is Outcome.REFUTED


@pytest.mark.slow
def test_the_motion_without_the_gate_is_refuted():
    """A mutant of Eq. (125) that lets every sample drive the neuron."""
    from theoremtest.derivations.kunin2024.notation import X
    from theoremtest.derivations.kunin2024.piecewise_notation import M, rho

    statement = REGISTRY["kunin2024/125"].statement
    assert decide(replace(statement, rate=-M * (X.T * rho))).outcome is Outcome.REFUTED
