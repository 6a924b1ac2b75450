"""The solver of the multilinear model obeys the laws of its flow and of its sums over skills, and agrees with integration, training sets
drawn one by one, and plain summation.
"""

import itertools
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theoremtest.numerics.experiments import nam2024_scaling
from theoremtest.numerics.kernels.rounding import UNIT
from theoremtest.numerics.models import diagonal_linear, error_bounds
from theoremtest.numerics.models.multilinear import data_law, lacking, one_shot, parameter_law, solve, time_law

quick = settings(max_examples=12, deadline=None, derandomize=True, database=None)
alphas, starts, rates = st.floats(0.05, 3), st.sampled_from([1e-30, 1e-3, 0.4, 0.95]), st.sampled_from([0.5, 1.0, 3.0])
sizes = st.sampled_from([2.0, 60.0, 3000.0, 1e5, 1e8, np.inf])
TIMES = np.concatenate([[0.0], np.geomspace(1e-2, 1e14, 30)])


def summed(times, alpha, target, start, eta, skills, parameters):
    """The loss as it is written, term by term."""
    k = np.arange(1, skills + 1)
    P = k ** -(alpha + 1.0)
    P /= P.sum()
    R = target / (1 + (target / start - 1) * np.exp(-2 * eta * P * target * times[:, None])) * (k <= parameters)
    return (P * (target - R) ** 2 / 2).sum(axis=1)


@quick
@given(alphas, starts, rates, st.integers(2, 9000), st.floats(0.01, 1))
def test_losses_are_sums_over_skills(alpha, start, eta, skills, part):
    """As far as plain summation itself has digits: its terms are (S - R)^2."""
    parameters = max(1, int(part * skills))
    times = np.concatenate([[0.0], np.geomspace(1e-2, 1e5, 8)])
    run = solve(times, alpha, 1.0, start, eta, skills=skills, parameters=parameters)
    assert np.allclose(run.loss, summed(times, alpha, 1.0, start, eta, skills, parameters), rtol=1e-11, atol=1e-25)


@pytest.mark.parametrize("skill", [1, 3, 40])
def test_a_skill_is_a_mode_of_a_diagonal_network(skill):
    """Of the same target, with the skill's frequency as its variance, from a_k = b_k."""
    times, target, start, eta = np.array([0.0, 2.0, 30.0, 400.0]), 1.7, 1e-4, 0.6
    run = solve(times, 0.8, target, start, eta, skills=1e6)
    mode = diagonal_linear.solve(times, np.sqrt(start), np.sqrt(start), target, run.frequency(skill), eta)
    assert np.allclose(run.strength(skill), mode.strength, rtol=1e-11)
    assert np.allclose(run.frequency(skill) * run.skill_loss(skill), mode.loss, rtol=1e-9, atol=1e-30)
    assert run.emergence_time(0.05, skill) == pytest.approx(float(mode.emergence_time(0.05)), rel=1e-12)


@pytest.mark.parametrize("alpha", [0.6, 0.9])
def test_integration_of_the_layers_agrees(alpha):
    """200 000 skills whose layers were integrated, interpolated in time; whole models and such with 300 parameters."""
    times = np.geomspace(1.0, 1e4, 7)
    for parameters in (None, 300):
        integrated = nam2024_scaling.losses_in_time(alpha, times, parameters)
        run = solve(times, alpha, nam2024_scaling.SCALE, nam2024_scaling.START, nam2024_scaling.RATE, skills=nam2024_scaling.SKILLS,
                    parameters=parameters)
        assert np.allclose(run.loss, integrated, rtol=1e-4)


@pytest.mark.parametrize("samples", [0, 1, 4])
def test_the_expected_loss_is_a_mean_over_all_training_sets(samples):
    alpha, skills, target = 0.7, 4, 1.3
    P = np.arange(1.0, skills + 1) ** -(alpha + 1)
    P /= P.sum()
    mean = 0.0
    for drawn in itertools.product(range(skills), repeat=samples):
        unseen = np.setdiff1d(np.arange(skills), drawn)
        mean += P[list(drawn)].prod() * P[unseen].sum() * target**2 / 2
    assert one_shot(samples, alpha, target, skills=skills).loss == pytest.approx(mean, rel=1e-13)
    two = sum(P[list(drawn)].prod() * P[np.union1d(np.setdiff1d([0, 1], drawn), [2, 3]).astype(int)].sum() * target**2 / 2
              for drawn in itertools.product(range(skills), repeat=samples))
    assert one_shot(samples, alpha, target, skills=skills, parameters=2).loss == pytest.approx(two, rel=1e-13)


@pytest.mark.drawn(4)
@pytest.mark.slow
@quick
@given(alphas, starts, rates, sizes)
def test_losses_fall_and_stay_between_their_ends(alpha, start, eta, skills):
    run = solve(TIMES, alpha, 1.0, start, eta, skills=skills)
    slack = error_bounds.multilinear(run).slack * UNIT
    assert (np.diff(run.loss) <= slack[1:] + slack[:-1]).all() and (run.loss >= 0).all()
    assert run.loss[0] == pytest.approx((1 - start) ** 2 / 2, rel=1e-12)  # all skills are where they started
    assert (run.remainder >= 0).all() and np.isfinite(run.remainder).all()


@pytest.mark.drawn(4)
@pytest.mark.slow
@quick
@given(alphas, starts, sizes)
def test_more_skills_leave_a_larger_loss_and_more_parameters_a_smaller_one(alpha, start, skills):
    numbers = np.array([number for number in (1.0, 2.0, 60.0, 2999.0, 7e4, 1e8) if number <= skills])
    times = np.array([[1.0], [1e4], [1e12]])
    run = solve(times, alpha, 1.0, start, skills=skills, parameters=numbers)
    assert run.loss.shape == (3, numbers.size) == run.remainder.shape
    slack = error_bounds.multilinear(run).slack * UNIT
    assert (np.diff(run.loss, axis=1) <= slack[:, 1:] + slack[:, :-1]).all()
    left = lacking(numbers, alpha, 1.0, skills=skills)
    assert (run.loss >= left.loss - slack).all()
    learned = 1e30 * numbers ** (alpha + 1)
    assert np.allclose(solve(learned, alpha, 1.0, start, skills=skills, parameters=numbers).loss, left.loss, rtol=1e-12, atol=1e-300)
    shot = one_shot(np.array([[3.0], [1e5], [1e45]]), alpha, 1.0, skills=skills, parameters=numbers)
    assert np.allclose(shot.loss[-1], left.loss, rtol=1e-12, atol=1e-300) and (np.diff(shot.loss, axis=0) <= 1e-13).all()


@quick
@given(alphas, starts, sizes)
def test_units_change_nothing(alpha, start, skills):
    """Powers of two change no digit: of time and rate, of the target scale and the start."""
    run = solve(TIMES, alpha, 1.0, start, 1.0, skills=skills)
    assert (solve(TIMES / 4, alpha, 1.0, start, 4.0, skills=skills).loss == run.loss).all()
    scaled = solve(TIMES / 2, alpha, 2.0, 2 * start, 1.0, skills=skills)
    assert (scaled.loss == 4 * run.loss).all()


def test_rows_do_not_see_each_other():
    times, numbers = np.geomspace(1e-3, 1e15, 12)[:, None], np.array([1.0, 500.0, 1e4, 1e8, 1e12])
    run = solve(times, 0.6, skills=1e12, parameters=numbers)
    bounds = error_bounds.multilinear(run).slack * UNIT
    for i, j in np.ndindex(run.loss.shape):
        alone = solve(times[i, 0], 0.6, skills=1e12, parameters=numbers[j])
        assert abs(alone.loss - run.loss[i, j]) <= 2 * bounds[i, j] and alone.loss.shape == ()


def test_long_sums_meet_the_direct_ones():
    """Where all skills are added one by one, and where only the first are: the same loss, up to what one more skill changes."""
    for alpha in (0.2, 1.0):
        numbers = np.arange(3000.0, 9000.0, 37)
        run = lacking(numbers, alpha, skills=1e9)
        whole = solve(1e3, alpha, skills=1e9, parameters=numbers)
        rest = whole.loss - run.loss
        one = whole.frequency(numbers) * 37 / 2
        slack = error_bounds.multilinear(whole).slack * UNIT
        assert (np.diff(rest) <= one[:-1] + slack[:-1] * 2).all() and (np.diff(rest) >= -2 * slack[:-1]).all()


def test_power_laws_are_reached():
    alpha, late = 0.5, np.array([1e12, 1e16])
    assert np.allclose(time_law(alpha)(late) / solve(late, alpha).loss, 1, rtol=1e-12)
    assert np.allclose(data_law(alpha)(late) / one_shot(late, alpha).loss, 1, rtol=1e-11)
    assert np.allclose(parameter_law(alpha)(late[:1]) / lacking(late[:1], alpha).loss, 1, rtol=1e-11)
    for law, exponent in ((time_law(alpha), -1 / 3), (data_law(alpha), -1 / 3), (parameter_law(alpha), -1 / 2)):
        assert law.exponent == pytest.approx(exponent) and law.remainder < 1e-15 * law.constant


@pytest.mark.parametrize("skills", [1e8, np.inf])
def test_memory_is_bounded_however_many_skills(skills):
    times = np.geomspace(1e-3, 1e15, 1000)
    solve(times[:2], 0.6, skills=skills)
    tracemalloc.start()
    try:
        for run in (solve(times, 0.6, skills=skills), one_shot(np.floor(times), 0.6, skills=skills)):
            assert np.isfinite(run.loss).all()
        assert tracemalloc.get_traced_memory()[1] < 2**27
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_no_warning_and_no_nan_over_the_whole_domain():
    times = np.array([0.0, 1e-70, 1e-3, 1.0, 1e5, 1e20, 1e70])
    with np.errstate(all="raise"):
        for alpha, (target, start), eta, skills in itertools.product(
                (1e-3, 0.7, 20.0), ((1.0, 1e-100), (1e30, 1e29), (1e-30, 0.9e-30), (1.0, 1 - 2**-53)), (1e-30, 1e30),
                (2.0, 5e4, 2.0**53, np.inf)):
            run = solve(times, alpha, target, start, eta, skills=skills)
            last = solve(times, alpha, target, start, eta, skills=skills, parameters=2)
            shot = one_shot(np.floor(times), alpha, target, skills=skills)
            for found in (run, last, shot):
                assert np.isfinite(found.loss).all() and np.isfinite(found.remainder).all() and (found.loss >= 0).all()
            assert np.isfinite(run.skill_loss(np.array([1, 2]))).all() and np.isfinite(time_law(alpha, target, start, eta).constant)


def test_shapes_and_empty_arguments():
    run = solve(np.zeros((2, 3)), 0.6, skills=1e4)
    assert run.loss.shape == run.remainder.shape == (2, 3) and run.strength(np.array([1, 5, 9, 11])).shape == (4, 2, 3)
    assert run.emergence_time(0.5, np.ones((5, 1))).shape == (5, 1) and run.frequency(1).shape == ()
    assert solve(np.zeros(0), 0.6).loss.shape == (0,) and one_shot(np.zeros(0), 0.6).loss.shape == (0,)
    assert solve(1.0, 0.6).loss.shape == () == lacking(3, 0.6).loss.shape
    assert len(repr(run)) < 200 and "alpha 0.6, 10000 skills" in repr(run)
    few = solve(np.array([1.0, 50.0]), 0.6, skills=100, parameters=2)
    assert (few.strength(3) == 0).all() and (few.strength(2) > 0).all() and np.allclose(few.skill_loss(3), 0.5)
    total = sum(few.frequency(k) * few.skill_loss(k) for k in range(1, 101))
    assert np.allclose(total, few.loss, rtol=1e-13)
