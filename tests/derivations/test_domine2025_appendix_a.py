"""What the claims on balanced layers and random initialization must hold, as a specification: errata, faults shown, random networks."""

import numpy as np
import pytest

from theoremtest.derivations.domine2025.random_notation import TABLE_1, TABLE_2, VARIANCES, N_h, N_i, N_o, in_ratios
from theoremtest.derivations.language import Outcome
from theoremtest.derivations.papers import Library
from theoremtest.derivations.proof.decide import decide

REGISTRY = Library().registry()
CLAIMS = [claim for claim in REGISTRY if claim.paper.key == "domine2025"]
MODULES = ("a1_", "a2_", "a3_", "a4_", "s1_", "s4_assumptions")
APPENDIX_A = {claim.id.partition("/")[2]: claim for claim in CLAIMS if claim.module.rpartition(".")[2].startswith(MODULES)}

ERRATA = {
    "wrong": {"thm-A.3:fours", "app-A.3:first-wider", "app-A.3:in-probability", "app-A.3:very-close", "app-A.3:only-linear",
              "app-A.2:converges", "app-A.3:by-layers", "sec-4:strictly-weaker"},
    "incomplete": {"sec-1:lecun",
                   "fig-8:loss-by-scale", "fig-8:same-loss", "sec-4:rich-setting", "app-A.4:start-loss", "app-A.4:same-solution",
                   "app-A.4:square-kernel"},
}


@pytest.mark.slow
def test_the_errata_of_appendix_a_are_exactly_these():
    kinds = {place: claim.erratum.kind for place, claim in APPENDIX_A.items() if claim.erratum is not None}
    assert kinds == {place: kind for kind, places in ERRATA.items() for place in places}


def test_what_the_stored_text_lost_is_no_erratum():
    assert all(claim.origin == "printed" for claim in APPENDIX_A.values() if claim.erratum is not None)
    for place in ("21", "22", "thm-A.3", "thm-A.3:variance", *(f"table-{k}:{row}" for k in (1, 2, 3) for row in VARIANCES)):
        assert REGISTRY[f"domine2025/{place}"].origin == "reconstructed", place


def test_conservation_starts_from_the_loss_and_needs_no_assumption():
    """Theorem A.2 differentiates the loss of any data; no condition but a positive time constant stands in its domain."""
    claim = REGISTRY["domine2025/thm-A.2"]
    assert {str(condition) for condition in claim.domain.conditions} == {r"\tau > 0"}
    for place in ("21", "app-A.1:any-loss", "app-A.1:finite-step", "app-A.3:gates"):
        assert "domine2025/thm-A.2" in REGISTRY.rests_on(f"domine2025/{place}"), place


@pytest.mark.parametrize("claim_id, point", [
    # a bottleneck of a square network
    ("sec-4:strictly-weaker", {"N_i": "2", "N_o": "2", "N_h": "1"}),
    # two hidden units, of which the gates let one through: with one alone there is nothing to see
    ("app-A.3:only-linear", {"N_h": "2"}),
    # equal widths
    ("app-A.3:very-close", {"N_h": "10001"}),
    # the saddle
    ("app-A.4:same-solution", {"s(0)": "0"}),
    # the target and its opposite
    ("app-A.4:start-loss", {r"\Sigma": "[1]", "F": "[1]", "F'": "[-1]"}),
    # half-way to the target nothing is left of a sigmoid
    ("sec-4:rich-setting", {"s(0)": "1", r"\tilde{s}": "2"}),
])
def test_the_counterexample_shows_the_fault(claim_id, point):
    evidence = decide(REGISTRY[f"domine2025/{claim_id}"].statement)
    assert evidence.outcome is Outcome.REFUTED
    assert point.items() <= dict(evidence.counterexample.point).items()


SIZES = {N_i: 6, N_h: 4, N_o: 9}
DRAWS = 40000


@pytest.mark.parametrize("row", ["lecun", "glorot", "he"])
def test_tables_agree_with_random_layers(row):
    """Mean and variance of the balance matrix over 40,000 networks of 6, 4 and 9 units, within five standard errors."""
    random = np.random.default_rng(20250)
    first, second = (float(variance.subs(SIZES)) for variance in VARIANCES[row])
    w_1 = random.normal(0, first**0.5, (DRAWS, 4, 6))
    w_2 = random.normal(0, second**0.5, (DRAWS, 9, 4))
    balance = w_2.transpose(0, 2, 1) @ w_2 - w_1 @ w_1.transpose(0, 2, 1)
    level, factor = (float(cell.subs(SIZES)) for cell in TABLE_1[row])
    diagonal, off = balance[:, [0, 1, 2, 3], [0, 1, 2, 3]], balance[:, 0, 1]
    error = (2 * factor / DRAWS / 4)**0.5
    assert abs(diagonal.mean() - level) < 5 * error and abs(off.mean()) < 5 * (factor / DRAWS)**0.5
    for sample, expected in ((off, factor), (diagonal[:, 0], 2 * factor)):
        spread = ((sample - sample.mean())**2).std() / DRAWS**0.5
        assert abs(sample.var() - expected) < 5 * spread
    assert abs(diagonal[:, 0].var() - 4 * factor) > 20 * ((diagonal[:, 0] - level)**2).std() / DRAWS**0.5


@pytest.mark.slow
def test_a_wide_layer_is_balanced_in_its_entries_and_not_in_its_eigenvalues():
    """One LeCun network of 300 units per layer: entries within 0.5 of lambda I, eigenvalues spread with a mean square near 2."""
    random = np.random.default_rng(7)
    w_1, w_2 = (random.normal(0, 300**-0.5, (300, 300)) for _ in range(2))
    balance = w_2.T @ w_2 - w_1 @ w_1.T
    assert np.abs(balance).max() < 0.5
    assert 1.8 < (np.linalg.eigvalsh(balance)**2).mean() < 2.2


def test_ratios_are_the_sizes_divided():
    for row in VARIANCES:
        for in_sizes, in_shares in zip(TABLE_1[row], TABLE_2[row]):
            assert (in_sizes.subs(in_ratios) - in_shares).simplify() == 0


def test_a_finite_step_moves_the_balance_in_second_order():
    """One step of gradient descent on random data, in floats: the balance moves by eta^2 times the claim's matrix."""
    random = np.random.default_rng(3)
    w_1, w_2, x, y = (random.normal(size=shape) for shape in ((3, 4), (2, 3), (4, 5), (2, 5)))
    force = (y - w_2 @ w_1 @ x) @ x.T / 5

    def drift(eta):
        one, two = w_1 + eta * w_2.T @ force, w_2 + eta * force @ w_1.T
        return two.T @ two - one @ one.T - (w_2.T @ w_2 - w_1 @ w_1.T)

    claimed = w_1 @ force.T @ force @ w_1.T - w_2.T @ force @ force.T @ w_2
    assert np.allclose(drift(0.1), 0.01 * claimed, rtol=0, atol=1e-10) and np.abs(claimed).max() > 0.1
