"""The multilinear model's losses stray from a reference of 50 digits, of Hurwitz zeta functions and polylogarithms, by no more than the
proved remainder and the counted rounding allow; the reference is held to plain sums.
"""

import mpmath
import numpy as np
import pytest

from benchmarks import accuracy_multilinear as reference
from theoremtest.numerics.kernels.rounding import TINY, UNIT
from theoremtest.numerics.models import _power_sums, _skill_profiles, _skill_sums, error_bounds
from theoremtest.numerics.models.multilinear import lacking, one_shot, solve, time_law

MODELS = {  # alpha, target, start, eta
    "plain": (0.6, 1.0, 1e-3, 1.0),
    "slow decay": (0.1, 2.5, 1e-2, 0.3),
    "fast decay": (2.0, 0.7, 1e-6, 2.0),
    "tiny start": (0.9, 5.0, 1e-60, 0.1),
    "nearly learned": (0.4, 1.0, 0.999, 1.0),
    "very steep": (7.5, 1.0, 1e-3, 1.0),
}
SIZES = [(50.0, 50.0), (2000.0, 700.0), (1e8, 1e8), (1e8, 3e4), (np.inf, 1000.0), (np.inf, 1e12), (np.inf, np.inf)]
"""Numbers of skills and of parameters."""


def worst(run, exact):
    """By how much of what their bounds allow losses are off, at most."""
    allowed = error_bounds.multilinear(run).slack * UNIT + TINY * UNIT
    return max(float(abs(mpmath.mpf(float(loss)) - value) / most) for loss, value, most in zip(run.loss, exact, allowed, strict=True))


def times_within(alpha, target, eta):
    """Times up to the one at which 3000 skills have been learned, beyond which the reference takes long."""
    return np.concatenate([[0.0], np.geomspace(1e-3, 3000.0 ** (alpha + 1) / (3 * eta * target), 5)])


@pytest.mark.drawn(12)
@pytest.mark.slow
@pytest.mark.parametrize("skills, parameters", SIZES)
@pytest.mark.parametrize("name", MODELS)
def test_losses_in_time_stay_within_their_bounds(name, skills, parameters):
    model = MODELS[name]
    times = times_within(model[0], model[1], model[3])
    run = solve(times, *model, skills=skills, parameters=parameters)
    assert worst(run, [reference.in_time(time, *model, skills, parameters) for time in times]) <= 1


@pytest.mark.drawn(4)
@pytest.mark.parametrize("skills, parameters", SIZES)
@pytest.mark.parametrize("alpha", [0.1, 0.6, 2.0])
def test_losses_in_data_stay_within_their_bounds(alpha, skills, parameters):
    samples = np.array([0.0, 1.0, 2.0, 17.0, 1e3, np.floor(2500.0 ** (alpha + 1) / 3)])
    run = one_shot(samples, alpha, 1.5, skills=skills, parameters=parameters)
    assert worst(run, [reference.in_samples(count, alpha, 1.5, skills, parameters) for count in samples]) <= 1


@pytest.mark.parametrize("alpha", [0.001, 0.3, 1.0, 20.0])
def test_losses_of_lacking_skills_stay_within_their_bounds(alpha):
    for skills in (2.0, 70.0, 1e4, 2.0**53, np.inf):
        numbers = np.array([number for number in (1.0, 2.0, 60.0, 68.0, 69.0, 70.0, 1e3, 9999.0, 1e4, 1e9) if number <= skills])
        run = lacking(numbers, alpha, 2.0, skills=skills)
        assert worst(run, [reference.lacking(alpha, 2.0, skills, number) for number in numbers]) <= 1


@pytest.mark.parametrize("name", MODELS)
def test_the_constant_in_time_is_that_of_polylogarithms(name):
    found, exact = error_bounds.multilinear_constant(*MODELS[name]), reference.time_constant(*MODELS[name])
    assert time_law(*MODELS[name]).constant == found.value
    assert abs(mpmath.mpf(float(found.value)) - exact) <= found.slack * UNIT


@pytest.mark.parametrize("name", ["plain", "slow decay", "fast decay", "tiny start"])
def test_endlessly_many_skills_at_late_times_are_the_power_law(name):
    """What is added up vanishes at k = 0 with all derivatives, so that sum and integral differ by less than any power of time."""
    model = MODELS[name]
    alpha, target, _, eta = model
    times = np.array([1e8, 1e10, 1e13]) ** (alpha + 1) / (target * eta)
    run = solve(times, *model)
    with mpmath.workdps(50):
        exponent = -mpmath.mpf(alpha) / (mpmath.mpf(alpha) + 1)
        assert worst(run, [reference.time_constant(*model) * mpmath.mpf(float(time)) ** exponent for time in times]) <= 1


@pytest.mark.parametrize("alpha", [0.1, 0.6, 2.0])
def test_endlessly_many_skills_on_many_samples_are_a_beta_function(alpha):
    """The integral of x^-s (1 - A x^-s)^D, from which the sum differs by less than any power of D."""
    samples = np.floor(np.array([1e8, 1e10, 1e13]) ** (alpha + 1))
    with mpmath.workdps(60):
        s, A = mpmath.mpf(alpha) + 1, reference.normal(alpha, np.inf)
        exact = [A ** (1 / s) / s * mpmath.beta(1 - 1 / s, mpmath.mpf(float(D)) + 1) / 2 for D in samples]
    assert worst(one_shot(samples, alpha), exact) <= 1


def test_the_reference_is_the_plain_sum():
    with mpmath.workdps(65):
        for alpha, skills, parameters in ((0.6, 900, 900), (2.0, 400, 30)):
            powers = [mpmath.mpf(k) ** -(mpmath.mpf(alpha) + 1) for k in range(1, skills + 1)]
            P = [power / mpmath.fsum(powers) for power in powers]
            for time in (0.5, 40.0):
                R = [0.7 / (1 + (mpmath.mpf(0.7) / 0.01 - 1) * mpmath.exp(-2 * mpmath.mpf(1.3) * p * 0.7 * time)) for p in P]
                plain = mpmath.fsum(p * (mpmath.mpf(0.7) - (r if k < parameters else 0)) ** 2 / 2 for k, (p, r) in enumerate(zip(P, R)))
                assert abs(reference.in_time(time, alpha, 0.7, 0.01, 1.3, skills, parameters) / plain - 1) < mpmath.mpf(10) ** -48
                plain = mpmath.fsum(p * (1 - p if k < parameters else 1) ** (100 if k < parameters else 1) for k, p in enumerate(P)) / 2
                assert abs(reference.in_samples(100, alpha, 1.0, skills, parameters) / plain - 1) < mpmath.mpf(10) ** -48


def test_the_expected_loss_is_an_alternating_sum_of_zeta_functions():
    """With endlessly many skills the binomial theorem gives the sum over skills, none one by one."""
    with mpmath.workdps(110):
        s = mpmath.mpf(0.6) + 1
        A = 1 / mpmath.zeta(s)
        for samples in (5, 60):
            powers = [(-1) ** j * mpmath.binomial(samples, j) * A ** (j + 1) for j in range(samples + 1)]
            exact = mpmath.fsum(power * mpmath.zeta(s * (j + 1)) for j, power in enumerate(powers))
            assert worst(one_shot(np.array([samples]), 0.6), [exact / 2]) <= 1


@pytest.mark.parametrize("name", ["plain", "tiny start", "nearly learned"])
def test_single_skills_stay_within_their_bounds(name):
    alpha, target, start, eta = MODELS[name]
    times, skill = np.array([0.0, 3.0, 200.0, 1e5]), np.array([1, 2, 1000])
    run = solve(times, alpha, target, start, eta, skills=1e5)
    bounds = error_bounds.multilinear_skills(run, skill, 0.3)
    with mpmath.workdps(60):
        S, ratio = mpmath.mpf(target), mpmath.mpf(target) / mpmath.mpf(start) - 1
        for i, k in enumerate(skill):
            frequency = reference.normal(alpha, 1e5) / mpmath.mpf(int(k)) ** (mpmath.mpf(alpha) + 1)
            late = max(mpmath.log(ratio * mpmath.mpf(0.3) / (1 - mpmath.mpf(0.3))), 0) / (2 * mpmath.mpf(eta) * frequency * S)
            found = {"frequency": (run.frequency(skill)[i], frequency), "emergence_time": (run.emergence_time(0.3, skill)[i], late)}
            for quantity, (value, exact) in found.items():
                assert abs(mpmath.mpf(float(value)) - exact) <= bounds[quantity].slack[i] * UNIT
            for j, time in enumerate(times):
                left = 1 / (1 + mpmath.exp(2 * mpmath.mpf(eta) * frequency * S * mpmath.mpf(float(time))) / ratio)
                for quantity, exact in (("strength", S * left * mpmath.exp(2 * mpmath.mpf(eta) * frequency * S * mpmath.mpf(float(time)))
                                         / ratio), ("skill_loss", S**2 / 2 * left**2)):
                    value = mpmath.mpf(float(getattr(run, quantity)(skill)[i, j]))
                    assert abs(value - exact) <= bounds[quantity].slack[i, j] * UNIT + TINY * UNIT, (quantity, k, time)


def test_the_bounds_say_something():
    """Hundreds of units of each loss, and next to nothing that is left out, for any time and number of skills."""
    for name, skills in (("plain", np.inf), ("plain", 1e8), ("slow decay", 1e15), ("fast decay", 1e6), ("tiny start", np.inf)):
        run = solve(np.geomspace(1e-3, 1e12, 40), *MODELS[name], skills=skills)
        seen = run.loss > 1e-250
        assert seen.sum() > 10 and (run.remainder[seen] <= UNIT / 50 * run.loss[seen]).all()
        assert (error_bounds.multilinear(run).slack[seen] <= 8000 * run.loss[seen]).all(), name


def test_a_lost_correction_is_noticed(monkeypatch):
    """With one Bernoulli number less, or weights that are slightly off, losses are off by more than their bounds."""
    times = np.array([1e3, 1e6])
    exact = [reference.in_time(time, *MODELS["plain"], np.inf, np.inf) for time in times]

    def off():
        return worst(solve(times, *MODELS["plain"]), exact)

    assert off() <= 1
    with monkeypatch.context() as patch:
        patch.setattr(_skill_sums, "BERNOULLI", _skill_sums.BERNOULLI[1:])
        assert off() > 100
    with monkeypatch.context() as patch:
        patch.setattr(_skill_sums, "WEIGHTS", _skill_sums.WEIGHTS * (1 + 1e4 * UNIT))
        assert off() > 1
    with monkeypatch.context() as patch:
        patch.setattr(_power_sums, "BERNOULLI", _power_sums.BERNOULLI[1:])
        assert off() > 1


COARSER = {  # what is changed, so that the remainder shows: fewer skills one by one, more left out, fewer Taylor terms
    "reach": ((_skill_sums, "REACH", 0.1),),
    "margin": ((_skill_sums, "REACH", 4.0), (_skill_profiles.Learned, "MARGIN", 4.0)),
    "series": ((_skill_sums, "TAYLOR", 3), (_skill_sums, "SERIES", 1700 * 1.25 * 5.0**-3)),
}


@pytest.mark.drawn(4)
@pytest.mark.parametrize("change", COARSER)
@pytest.mark.parametrize("name", ["plain", "slow decay", "fast decay"])
def test_the_remainder_bounds_what_is_left_out(monkeypatch, name, change):
    """With a coarser sum what is left out is far above rounding, and still within the remainder, that of the same proof."""
    alpha, target, _, eta = MODELS[name]
    for module, constant, value in COARSER[change]:
        monkeypatch.setattr(module, constant, value)
    times = np.array([1.0, 30.0, 900.0, 3000.0]) ** (alpha + 1) / (target * eta)
    seen = 0
    for skills, parameters in ((np.inf, np.inf), (1e8, 1e8)):
        run = solve(times, *MODELS[name], skills=skills, parameters=parameters)
        for loss, remainder, time in zip(run.loss, run.remainder, times, strict=True):
            off = abs(mpmath.mpf(float(loss)) - reference.in_time(time, *MODELS[name], skills, parameters))
            assert off <= remainder + 1e-13 * loss
            seen += off > 1e-12 * loss
    assert seen


def test_nodes_and_weights_of_gauss_are_right():
    """As the count of rounding supposes: rounded once."""
    with mpmath.workdps(40):
        for node, weight in zip(_skill_sums.NODES, _skill_sums.WEIGHTS, strict=True):
            exact = mpmath.findroot(lambda x: mpmath.legendre(16, x), mpmath.mpf(float(node)))
            slope = 16 * (exact * mpmath.legendre(16, exact) - mpmath.legendre(15, exact)) / (exact**2 - 1)
            assert abs(node - exact) <= UNIT * abs(exact)
            assert abs(weight - 2 / ((1 - exact**2) * slope**2)) <= UNIT * weight
