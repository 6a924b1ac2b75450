"""The experiments behind the figures of Dominé et al. 2025: exact solutions lie on gradient flow, and the kernels move as is said."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="trains networks")

from theoremtest.numerics.experiments.domine2025_dynamics import ARCHITECTURES, aligned, regression


@pytest.mark.parametrize("lam", [-2.0, 0.0, 2.0])
def test_the_exact_solution_lies_on_gradient_flow(lam):
    assert regression((3, 2, 2), lam, np.array([0.0, 0.3, 1.0])).deviation < 1e-9
    assert aligned(lam, np.array([0.0, 0.3, 1.0])).deviation < 1e-9


def test_which_architectures_leave_their_kernel():
    from theoremtest.numerics.models.lambda_balanced import balanced_initialisation, solve

    def moved(shape, lam):
        random = np.random.default_rng(3)
        tasks = random.normal(size=(20, shape[2], shape[0]))
        W1, W2 = balanced_initialisation(*shape, lam, 0.2, random, batch=(20,))
        return solve(1e4, W1, W2, tasks, lam=lam).kernel_distance.mean()

    for name, (down, up) in {"funnel": (True, False), "square": (False, False), "inverted funnel": (False, True)}.items():
        shape = ARCHITECTURES[name]
        for lam, moves in ((-30.0, down), (30.0, up)):
            assert (moved(shape, lam) > 0.1) if moves else (moved(shape, lam) < 0.01), (name, lam)
        assert moved(shape, 0.0) > 0.1
