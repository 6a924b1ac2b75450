"""The numbers behind the captions of the single-neuron paper: what is measured, and that it is measured on trained networks."""

import pytest

from theoremtest.numerics.experiments import kunin2024_captions as captions
from theoremtest.numerics.experiments.kunin2024_teacher_student import sweep


def means(measured):
    """The measured values without their errors."""
    return {name: mean for name, (mean, _) in measured.values.items()}


def test_small_students_move_their_kernel_and_a_seed_draws_its_own_teacher():
    """One teacher and few updates: the scale alone moves the kernel distance by two orders of magnitude."""
    one = [sweep([0.1, 2.0], [-1.0, 1.0], seeds=1, first_seed=seed, updates=200, n=40, tests=100) for seed in (0, 0, 1)]
    assert (one[0].test_loss == one[1].test_loss).all() and (one[0].test_loss != one[2].test_loss).all()
    assert all(grid.kernel_distance[0].min() > 10 * grid.kernel_distance[1].max() for grid in one)


@pytest.mark.slow
def test_mu_passes_through_its_moving_target_downstream():
    """At its least value mu' = 0, so mu = phi there: both are small and positive, and both return."""
    found = means(captions.figure_3_downstream())
    assert 0 < found[r"\mu_{min}"] < 0.1 < 0.9 < min(found[r"\mu_{end}"], found[r"\phi_{end}"])


@pytest.mark.slow
def test_the_balanced_kernel_distance_ends_at_one_over_d_plus_three():
    """(1 - c^2)/(d + 3) with d = 2 and a right angle between w(0) and beta_*, as the claim at Fig. 3 has it."""
    assert abs(means(captions.figure_3_balanced())["S_{max}"] - 1 / 5) < 1e-6


@pytest.mark.slow
def test_the_three_paths_are_ordered():
    found = means(captions.figure_4_whitened())
    assert found["u"] < found["b"] < found["d"]


@pytest.mark.slow
def test_the_networks_on_low_rank_data_end_where_eq_72_says():
    assert means(captions.figure_4_low_rank())["e"] < 1e-6


@pytest.mark.slow
def test_some_networks_change_the_sign_of_a():
    found = means(captions.sign_changes())
    assert found["n"] > 0 and found["m"] == 1
