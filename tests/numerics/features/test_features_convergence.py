"""How fast estimates approach an operator whose spectrum is known: bounds of perturbation theory for every sample, and the exact size of
the sampling error, to which means over many samples are held within five of their standard errors.

Phi = O diag(sqrt(rho)) x with x Gaussian: second moments M = O diag(rho) O^T and E|Phi|^4 = (tr M)^2 + 2 |M|_F^2, so the mean square of
the error of M over n samples is ((tr M)^2 + |M|_F^2)/n.
"""

import numpy as np
import pytest
from feature_cases import rotation

from theoremtest.features import Moments, cka, operator, quality

RHO = np.array([4.0, 2.0, 0.5])
FRAME = rotation(np.random.default_rng(0), 3)
M = FRAME * RHO @ FRAME.T
GAPS = np.array([2.0, 1.5, 1.5])  # from each to the nearest other


def drawn(n, runs, seed):
    """Features (runs, n, 3), their operators, and the error of their second moments by plain sums."""
    phi = np.random.default_rng(seed).normal(size=(runs, n, 3)) * np.sqrt(RHO) @ FRAME.T
    return phi, operator(Moments.of(phi)), np.einsum("rni,rnj->rij", phi, phi) / n - M


@pytest.mark.parametrize("n", [40, 400, 4000])
def test_intensities_and_directions_within_the_bounds_of_perturbation_theory(n):
    _, found, error = drawn(n, 100, n)
    size, frobenius = np.linalg.norm(error, 2, axis=(1, 2)), np.linalg.norm(error, axis=(1, 2))
    assert (np.linalg.norm(found.intensities - RHO, axis=1) <= frobenius * (1 + 1e-9)).all()  # Hoffman and Wielandt
    turned = np.sqrt(np.maximum(0, 1 - np.einsum("ik,rik->rk", FRAME, found.directions) ** 2))
    assert (turned <= 2 * size[:, None] / GAPS + 1e-7).all()  # Davis and Kahan as by Yu, Wang and Samworth; 1e-7 is sqrt(2^-46)
    first = np.einsum("ik,rij,jk->rk", FRAME, error, FRAME)
    room = GAPS - 2 * size[:, None]
    rest = np.divide(size[:, None] ** 2, room, out=np.full(room.shape, np.inf), where=room > 0)
    assert (np.abs(found.intensities - RHO - first) <= rest * (1 + 1e-9) + 1e-12).all()  # Kato and Temple


def mean_and_error(values):
    return values.mean(), values.std(ddof=1) / np.sqrt(len(values))


@pytest.mark.slow
@pytest.mark.parametrize("n", [30, 120, 480])
def test_the_error_falls_as_one_over_the_root_of_n(n):
    """The operator is put together again from what was found; its mean square error is known exactly."""
    _, found, _ = drawn(n, 2000, n + 1)
    again = np.einsum("rik,rk,rjk->rij", found.directions, found.intensities, found.directions)
    mean, error = mean_and_error(((again - M) ** 2).sum((1, 2)))
    assert abs(mean - (RHO.sum() ** 2 + (RHO**2).sum()) / n) < 5 * error
    mean, error = mean_and_error(found.intensities.sum(1))
    assert abs(mean - RHO.sum()) < 5 * error  # the trace is free of bias, the largest intensity is too large (a convex function)
    mean, error = mean_and_error(found.intensities[:, 0])
    assert mean > RHO[0] - 5 * error


def test_standard_errors_cover():
    """To 95 in 100, but for the second order, which is bounded as above."""
    n, runs = 2000, 500
    phi, found, error = drawn(n, runs, 7)
    size = np.linalg.norm(error, 2, axis=(1, 2))[:, None]
    assert (2 * size < GAPS).all()
    stated = found.standard_errors(phi)
    covered = np.abs(found.intensities - RHO) <= 1.96 * stated + size**2 / (GAPS - 2 * size)
    assert (covered.mean(0) >= 0.95 - 5 * np.sqrt(0.95 * 0.05 / runs)).all()


def test_standard_errors_are_those_of_a_mean():
    """With one feature an intensity is the mean of Phi^2, whose variance over n samples is 2 rho^2/n; the sample's is (1 - 1/n) of it."""
    n, runs, rho = 50, 2000, 3.0
    phi = np.random.default_rng(9).normal(size=(runs, n, 1)) * np.sqrt(rho)
    stated = operator(Moments.of(phi)).standard_errors(phi)[:, 0]
    assert np.abs(stated / (phi[..., 0] ** 2).std(-1) * np.sqrt(n) - 1).max() < 2.0**-40
    mean, error = mean_and_error(stated**2)
    assert abs(mean - 2 * rho**2 * (1 - 1 / n) / n) < 5 * error


@pytest.mark.parametrize("n", [200, 2000, 20000])
def test_the_quality_of_an_estimated_eigenfunction(n):
    """Measured under the exact distribution, against the true e_k: it lacks at most tan^2 of the angle times rho_1/rho_k of one."""
    phi, _, error = drawn(n, 1, n + 2)
    size, found = np.linalg.norm(error[0], 2), operator(Moments.of(phi[0]))
    points = np.sqrt(3) * np.vstack([np.eye(3), -np.eye(3)])  # their second moments are those of the Gaussian
    for k in range(3):
        exact = Moments.of(points * np.sqrt(RHO) @ FRAME.T, target=points[:, k])
        sine = min(2 * size / GAPS[k], 1.0)
        lacking = sine**2 / max(1 - sine**2, 1e-300) * RHO[0] / RHO[k]
        assert quality(found, exact, orthonormal=False)[k] >= 1 - lacking - 1e-12


def test_the_alignment_of_samples_approaches_that_of_the_distribution():
    """f = e_1, so CKA = rho_1/|rho|. With S = 1 + D the centred moments of x, s = |D|, and S^(1/2) = 1 + G, |G| <= s, the operator of the
    samples is S^(1/2) rho S^(1/2), at most (2 s + s^2)|rho| from rho, and scaled to norm one at most twice that over |rho|; the
    projection is that on S^(1/2) e_1, which turns by an angle of sine at most s, sqrt(2) s in Frobenius norm.
    """
    known = RHO[0] / np.linalg.norm(RHO)
    for n in (200, 2000, 20000):
        phi = np.random.default_rng(n).normal(size=(n, 3)) * np.sqrt(RHO)
        found = cka(Moments.of(phi, learned=phi[:, 0]))
        s = np.linalg.norm(np.cov((phi / np.sqrt(RHO)).T, bias=True) - np.eye(3), 2)
        assert abs(found - known) <= 2 * (2 * s + s * s) + 2**0.5 * s
    assert s < 0.05
