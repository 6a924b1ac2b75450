"""The multilinear model of skills with power-law frequencies (Nam 2024, Chapter 4): its loss as a function of time, data and parameters,
for up to endlessly many skills, each with a proved bound of what is left out; skill by skill, strengths, losses and emergence times; and
the constants of the power laws.

Skill k has the frequency P(k) = A k^-(alpha + 1) and a strength R_k that grows like a sigmoid, on its own. A sum over 10^8 skills costs
as much as one over some thousand: the others are an integral with corrections (Euler-Maclaurin), see ``_skill_sums``.

>>> import numpy as np
>>> curve = solve(np.array([0.0, 1e3, 1e6, 1e9]), 0.6, start=1e-3)
>>> np.round(curve.loss, 6), bool((curve.remainder < 1e-18).all())
(array([4.9900e-01, 5.5389e-02, 4.1540e-03, 3.1100e-04]), True)
>>> np.round(curve.emergence_time(0.05, np.array([1, 2, 4])), 2)
array([ 4.53, 13.73, 41.61])
>>> law = time_law(0.6, start=1e-3)
>>> round(float(law(1e9) / curve.loss[-1]), 6)
1.0
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rederive.numerics.models._arguments import array, fail
from rederive.numerics.models._multilinear_curves import Enclosed, LearningCurve, PowerLaw
from rederive.numerics.models._multilinear_losses import in_samples, in_time, normalisation, of_lacking, time_constant

__all__ = ["Enclosed", "LearningCurve", "PowerLaw", "data_law", "lacking", "one_shot", "parameter_law", "solve", "time_law"]

_ALPHA, _SIZE, _LEAST_START, _MANY = (1e-3, 20.0), (1e-30, 1e30), 1e-100, 2.0**53


def solve(times: Any, alpha: Any, target: Any = 1.0, start: Any = 1e-3, eta: Any = 1.0, *, skills: Any = np.inf,
          parameters: Any = None) -> LearningCurve:
    """The model's loss along gradient flow with endless data: sum over k of P(k) (S - R_k)^2/2, R_k = 0 for skills that it lacks.

    Nam 2024, Eqs. (4.10), (4.11) and (4.17) with d_k/D = P(k): R_k(T) = S/(1 + (S/R_k(0) - 1) e^(-2 eta P(k) S T)).

    times       any shape, or a number: nonnegative; in units of 1/(eta S).
    alpha       a number from 0.001 to 20: P(k) = A k^-(alpha + 1), A such that all frequencies add up to one.
    target      a number: the target scale S, 1e-30 to 1e30.
    start       a number: R_k(0), the same for all skills, above 0 and below S, at least 1e-100 S.
    eta         a number: the learning rate, 1e-30 to 1e30.
    skills      n_s: a whole number of at least 2 and up to 2^53, or infinity.
    parameters  N, the number of basis functions: whole numbers from 1 to ``skills``, infinity for endless ``skills``; broadcasts with
                ``times``. None: all skills.

    The result has ``loss`` and ``remainder`` in the common shape of times and parameters: the exact loss for these numbers is within
    ``remainder`` of what the same operations without rounding would give; ``error_bounds.multilinear`` counts the rounding as well.
    Memory is bounded, however many skills. Raises TypeError for types other than float64 (and integers), ValueError for all else.
    """
    inputs = {"times": _times(times)} | _model(alpha, target, skills) | _start(target, start, eta)
    inputs, shape = _in_rows(inputs, "times", parameters)
    with np.errstate(all="ignore"):
        found = in_time(inputs)
    return LearningCurve(found.loss.reshape(shape), found.remainder.reshape(shape), inputs, found.plan)


def one_shot(samples: Any, alpha: Any, target: Any = 1.0, *, skills: Any = np.inf, parameters: Any = None) -> Enclosed:
    """The expected loss over D random samples of a model that has learned each skill of which it has seen one (Nam 2024, Eq. 4.29):
    S^2/2 times the sum of P(k) (1 - P(k))^D, and of P(k) over the skills that the model lacks.

    samples     any shape, or a number: D, whole numbers of at least 0.

    All else as in ``solve``. An unseen skill counts S^2/2, its loss before training up to the order of R_k(0).
    """
    inputs = {"samples": _whole("samples", samples, 0, np.inf, endless=False)} | _model(alpha, target, skills)
    inputs, shape = _in_rows(inputs, "samples", parameters)
    with np.errstate(all="ignore"):
        found = in_samples(inputs)
    return Enclosed(found.loss.reshape(shape), found.remainder.reshape(shape), inputs, found.plan)


def lacking(parameters: Any, alpha: Any, target: Any = 1.0, *, skills: Any = np.inf) -> Enclosed:
    """The loss after endless training on endless data: S^2/2 times the frequencies of the skills that the model lacks (Nam 2024, Eq. 4.36).

    parameters  any shape, or a number: N, whole numbers from 1 to ``skills``. All else as in ``solve``.
    """
    inputs, shape = _in_rows({"times": np.zeros(())} | _model(alpha, target, skills), "times", parameters)
    with np.errstate(all="ignore"):
        found = of_lacking(inputs)
    return Enclosed(found.loss.reshape(shape), found.remainder.reshape(shape), inputs)


def time_law(alpha: Any, target: Any = 1.0, start: Any = 1e-3, eta: Any = 1.0) -> PowerLaw:
    """The loss of endlessly many skills at late times is constant T^(-alpha/(alpha + 1)) (Nam 2024, Eq. 4.25).

    Arguments and errors as in ``solve``, numbers all of them. ``remainder`` says by how much the constant may be off, roundings aside.
    """
    inputs = _model(alpha, target, np.inf) | _start(target, start, eta)
    with np.errstate(all="ignore"):
        constant, remainder = time_constant(inputs)
    return PowerLaw(float(constant), -inputs["alpha"] / (inputs["alpha"] + 1), remainder)


def data_law(alpha: Any, target: Any = 1.0) -> PowerLaw:
    """The loss of ``one_shot`` for many samples and endlessly many skills is constant D^(-alpha/(alpha + 1)) (Nam 2024, Eq. 4.34):
    S^2/2 A^(1/(alpha + 1)) Gamma(alpha/(alpha + 1))/(alpha + 1)."""
    from scipy.special import gamma

    inputs = _model(alpha, target, np.inf)
    alpha, s, (normal, off) = inputs["alpha"], inputs["alpha"] + 1, normalisation(inputs["alpha"], np.inf)
    constant = inputs["target"] ** 2 / 2 * normal ** (1 / s) * gamma(alpha / s) / s
    return PowerLaw(float(constant), -alpha / s, float(1.01 * off * constant))


def parameter_law(alpha: Any, target: Any = 1.0) -> PowerLaw:
    """The loss of ``lacking`` for many parameters and endlessly many skills is S^2 A/(2 alpha) N^-alpha (Nam 2024, Section 4.3.3)."""
    inputs = _model(alpha, target, np.inf)
    normal, off = normalisation(inputs["alpha"], np.inf)
    constant = inputs["target"] ** 2 * normal / (2 * inputs["alpha"])
    return PowerLaw(float(constant), -inputs["alpha"], float(1.01 * off * constant))


def _times(times):
    times = array("times", times)
    if (times < 0).any():
        fail("times", f"{times.min():g} among its values", "times of at least 0")
    return times


def _number(name, value, least, most):
    value = array(name, value)
    if value.ndim:
        fail(name, f"shape {value.shape}", "a number")
    if not least <= value <= most:
        fail(name, f"{value:g}", f"a number from {least:g} to {most:g}")
    return float(value)


def _whole(name, value, least, most, endless=True):
    """Whole numbers in [least, most], as float64; infinity where both ``endless`` and ``most`` are."""
    given = np.asarray(value)
    open_ = np.isposinf(given) if given.dtype == np.float64 and endless and most == np.inf else np.zeros(given.shape, dtype=bool)
    found = np.where(open_, np.inf, array(name, np.where(open_, 1.0, given) if open_.any() else value))
    bad = (found < least) | (found > most) | (found != np.floor(found))
    if bad.any():
        fail(name, f"{found[bad].flat[0]:.17g}", f"whole numbers from {least} to {most:g}" if most < np.inf else
             f"whole numbers of at least {least}")
    return found


def _model(alpha, target, skills):
    many = _whole("skills", skills, 2, np.inf)
    if many.ndim or _MANY < many < np.inf:
        fail("skills", f"shape {many.shape}" if many.ndim else f"{many:g}", "one number up to 2^53, or infinity")
    return {"alpha": _number("alpha", alpha, *_ALPHA), "target": _number("target", target, *_SIZE), "skills": float(many)}


def _start(target, start, eta):
    target, start = float(target), _number("start", start, 0.0, np.inf)
    if not _LEAST_START * target <= start < target:
        fail("start", f"{start:g}", f"a number below the target scale {target:g}, and at least {_LEAST_START:g} of it")
    return {"start": start, "eta": _number("eta", eta, *_SIZE)}


def _in_rows(inputs, name, parameters):
    """``inputs`` with this argument and the numbers of parameters flat, and their common shape."""
    skills, given = inputs["skills"], inputs[name]
    parameters = np.array(skills) if parameters is None else _whole("parameters", parameters, 1, skills)
    if ((parameters > _MANY) & (parameters < np.inf)).any():
        fail("parameters", f"{parameters[parameters < np.inf].max():g}", "whole numbers up to 2^53, or infinity")
    try:
        shape = np.broadcast_shapes(given.shape, parameters.shape)
    except ValueError:
        fail("shapes", f"{name} {given.shape}, parameters {parameters.shape}", "shapes that broadcast together")
    rows = {key: np.array(np.broadcast_to(value, shape)).reshape(-1) for key, value in ((name, given), ("parameters", parameters))}
    return inputs | rows, shape
