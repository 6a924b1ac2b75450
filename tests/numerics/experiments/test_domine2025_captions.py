"""The experiments behind the figures of the lambda-balanced paper: what is trained lies on the solution, and what they rest on."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="trains networks")

from theoremtest.numerics.experiments import domine2025_captions as captions
from theoremtest.numerics.experiments import domine2025_captions_applications as applications
from theoremtest.numerics.experiments import domine2025_captions_scales as scales
from theoremtest.numerics.experiments.domine2025_hierarchy import KIN, LABELS, SIGMA, limits, new_tasks, starts, task_representations
from theoremtest.numerics.experiments.domine2025_robustness import parameter_noise
from theoremtest.numerics.experiments.domine2025_scales import spots, tasks
from theoremtest.numerics.experiments.domine2025_sequences import learned_at, reversal


def means(measured):
    """The measured values without their errors."""
    return {name: mean for name, (mean, _) in measured.values.items()}


def test_the_hierarchy_is_the_restored_one():
    assert np.array_equal(LABELS @ LABELS.T, np.diag([8, 8, 4, 4, 2, 2, 2, 2]))
    assert np.allclose(KIN, (LABELS.T @ LABELS)[0] / 4)


def test_limits_multiply_to_the_task_and_differ_by_lambda():
    """(W_2 W_2^T) Sigma = Sigma (W_1^T W_1) + lambda Sigma, and both are the task's similarities at lambda = 0."""
    for lam in (-3.0, 0.0, 3.0):
        first, second = limits(lam)
        assert np.allclose(second @ SIGMA, SIGMA @ first + lam * SIGMA)
    assert all(np.allclose(*pair) for pair in zip(limits(0.0), task_representations(), strict=True))


def test_starts_reach_the_hierarchy_at_lambda_zero():
    W1, W2 = starts((0.0,), 0.1, 2)
    assert np.linalg.det(W2[0] @ W1[0]) * np.linalg.det(SIGMA) > 0


def test_new_tasks_are_the_three_of_the_text():
    found = new_tasks()
    assert np.count_nonzero(found["feature added"] - SIGMA) == 1
    assert np.allclose(np.linalg.svd(found["reversal"], compute_uv=False), np.linalg.svd(SIGMA, compute_uv=False))
    assert np.linalg.matrix_rank(found["reversal"] - SIGMA) == 1


def test_starts_of_a_square_have_the_determinant_of_the_task():
    functions, Sigma = tasks("square", 20)
    assert (np.linalg.det(functions) * np.linalg.det(Sigma) > 0).all()


@pytest.mark.slow
def test_the_determinant_keeps_its_sign_in_training_at_lambda_zero():
    run = spots("square", np.array([2.0]), np.array([0.0]), np.linspace(0.0, 3.0, 7)).simulated
    assert (np.linalg.det(run.function) * np.linalg.det(run.function[..., :1, :, :]) > 0).all()


@pytest.mark.slow
@pytest.mark.parametrize("architecture", ["funnel", "inverted funnel"])
def test_planes_lie_on_gradient_flow(architecture):
    run = spots(architecture, np.array([0.5, 5.0]), np.array([-5.0, 5.0]), np.array([0.0, 0.05, 0.5]))
    assert run.deviation("loss", "kernel_distance", "function") < 1e-9


def test_a_loss_that_never_falls_is_never_learned():
    assert np.array_equal(learned_at(np.arange(3.0), np.array([[1.0, 0.5, 0.001], [1.0, 0.9, 0.8]])), [2.0, np.inf])


@pytest.mark.slow
def test_reversal_crosses_zero_where_lambda_is_not():
    run = reversal((0.5,), np.array([0.0, 1.0, 10.0]))
    assert run.deviation("loss", "function") < 1e-9 and run.simulated.loss[0, -1] < 1e-12


def test_monte_carlo_lies_on_the_formula():
    assert parameter_noise(np.array([-2.0, 0.0, 2.0]), seed=2).errors_apart < 5


def test_half_of_the_square_starts_reach_their_task_at_lambda_zero():
    found = means(scales.reached())
    assert found["p_+"] == found["p_1"] == found["p_f"] == 1 and found["p_-"] < 0.05 and 0.4 < found["p_0"] < 0.6


@pytest.mark.slow
def test_large_gaussian_kernels_move_alike_at_every_size_of_the_weights():
    small, large = (captions.large_gaussian(20, deviation=size, end=end).kernel_distance[:, -1].mean()
                    for size, end in ((5, 0.5), (10, 0.125)))
    assert 0.04 < small < 0.08 and abs(small - large) < 0.005


@pytest.mark.slow
def test_transfer_follows_the_formula_and_improves():
    found = means(applications.figure_13_loss())
    assert means(applications.figure_13_agreement())["e"] < 1e-6 and found["s"] < 0 and found["s_b"] < 0
