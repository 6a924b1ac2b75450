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
>>> np.round(solve(1e6, np.array([0.3, 0.6]), start=1e-3, parameters=np.array([[100], [10**6]])).loss, 6)
array([[0.106314, 0.022934],
       [0.030542, 0.004154]])
>>> law = time_law(0.6, start=1e-3)
>>> round(float(law(1e9) / curve.loss[-1]), 6)
1.0
"""

from __future__ import annotations

from typing import Any

import numpy as np

from theoremtest.numerics.models._arguments import array, fail
from theoremtest.numerics.models._backends import chosen_backend, detached, holds_tensors
from theoremtest.numerics.models._multilinear_curves import Enclosed, LearningCurve, PowerLaw
from theoremtest.numerics.models._multilinear_losses import (
    data_constant,
    flat,
    in_pieces,
    in_samples,
    in_time,
    of_lacking,
    parameter_constant,
    time_constant,
)

__all__ = ["BACKENDS", "Enclosed", "LearningCurve", "PowerLaw", "data_law", "lacking", "one_shot", "parameter_law", "solve", "time_law"]

BACKENDS = ("numpy", "torch")
_ALPHA, _SIZE, _LEAST_START, _MANY = (1e-3, 20.0), (1e-30, 1e30), 1e-100, 2.0**53


def solve(times: Any, alpha: Any, target: Any = 1.0, start: Any = 1e-3, eta: Any = 1.0, backend: str = "auto", *, skills: Any = np.inf,
          parameters: Any = None, device: str | None = None) -> LearningCurve:
    """The model's loss along gradient flow with endless data: sum over k of P(k) (S - R_k)^2/2, R_k = 0 for skills that it lacks.

    Nam 2024, Eqs. (4.10), (4.11) and (4.17) with d_k/D = P(k): R_k(T) = S/(1 + (S/R_k(0) - 1) e^(-2 eta P(k) S T)).

    times       nonnegative; in units of 1/(eta S).
    alpha       from 0.001 to 20: P(k) = A k^-(alpha + 1), A such that all frequencies add up to one.
    target      the target scale S, 1e-30 to 1e30.
    start       R_k(0), the same for all skills, above 0 and below S, at least 1e-100 S.
    eta         the learning rate, 1e-30 to 1e30.
    skills      n_s: whole numbers of at least 2 and up to 2^53, or infinity.
    parameters  N, the number of basis functions: whole numbers from 1 to ``skills``, infinity for endless ``skills``. None: all skills.
    backend     "auto": Torch where a tensor came in or ``device`` is a GPU, else NumPy. Or "numpy", "torch" (``device`` says where).

    All of them are numbers or arrays of any shapes that broadcast together; the result has ``loss`` and ``remainder`` in their common
    shape: the exact loss for these numbers is within ``remainder`` of what the same operations without rounding would give;
    ``error_bounds.multilinear`` counts the rounding as well. Memory beyond the results is bounded, however many skills and rows.
    Where an argument is a Torch tensor, so are the results, on its device, and autograd goes through the sums to all but the whole
    numbers; it forms them again on the way back, so that its memory is bounded, too.
    Raises TypeError for types other than float64 (and integers), ValueError for all else.
    """
    given = {"times": times, "alpha": alpha, "target": target, "start": start, "eta": eta}
    return _answered(in_time, given | _skills(skills, parameters), "times", backend, device, LearningCurve)


def one_shot(samples: Any, alpha: Any, target: Any = 1.0, backend: str = "auto", *, skills: Any = np.inf, parameters: Any = None,
             device: str | None = None) -> Enclosed:
    """The expected loss over D random samples of a model that has learned each skill of which it has seen one (Nam 2024, Eq. 4.29):
    S^2/2 times the sum of P(k) (1 - P(k))^D, and of P(k) over the skills that the model lacks.

    samples     D, whole numbers of at least 0.

    All else as in ``solve``. An unseen skill counts S^2/2, its loss before training up to the order of R_k(0).
    """
    given = {"samples": samples, "alpha": alpha, "target": target} | _skills(skills, parameters)
    return _answered(in_samples, given, "samples", backend, device)


def lacking(parameters: Any, alpha: Any, target: Any = 1.0, backend: str = "auto", *, skills: Any = np.inf,
            device: str | None = None) -> Enclosed:
    """The loss after endless training on endless data: S^2/2 times the frequencies of the skills that the model lacks (Nam 2024, Eq. 4.36).

    parameters  N, whole numbers from 1 to ``skills``. All else as in ``solve``.
    """
    return _answered(of_lacking, {"alpha": alpha, "target": target} | _skills(skills, parameters), "parameters", backend, device)


def time_law(alpha: Any, target: Any = 1.0, start: Any = 1e-3, eta: Any = 1.0, backend: str = "auto", *,
             device: str | None = None) -> PowerLaw:
    """The loss of endlessly many skills at late times is constant T^(-alpha/(alpha + 1)) (Nam 2024, Eq. 4.25).

    Arguments and errors as in ``solve``; numbers, or arrays that broadcast together. ``remainder`` says by how much the constant may be
    off, roundings aside.
    """
    return _law(time_constant, {"alpha": alpha, "target": target, "start": start, "eta": eta}, backend, device,
                lambda alpha: -alpha / (alpha + 1))


def data_law(alpha: Any, target: Any = 1.0, backend: str = "auto", *, device: str | None = None) -> PowerLaw:
    """The loss of ``one_shot`` for many samples and endlessly many skills is constant D^(-alpha/(alpha + 1)) (Nam 2024, Eq. 4.34):
    S^2/2 A^(1/(alpha + 1)) Gamma(alpha/(alpha + 1))/(alpha + 1)."""
    return _law(data_constant, {"alpha": alpha, "target": target}, backend, device, lambda alpha: -alpha / (alpha + 1))


def parameter_law(alpha: Any, target: Any = 1.0, backend: str = "auto", *, device: str | None = None) -> PowerLaw:
    """The loss of ``lacking`` for many parameters and endlessly many skills is S^2 A/(2 alpha) N^-alpha (Nam 2024, Section 4.3.3)."""
    return _law(parameter_constant, {"alpha": alpha, "target": target}, backend, device, lambda alpha: -alpha)


def _skills(skills, parameters):
    return {"skills": skills, "parameters": skills if parameters is None else parameters}


def _answered(compute, given, axis, backend, device, kind=Enclosed):
    """The losses that ``compute`` finds, in a ``kind``; ``axis`` is the argument that has one entry per row at least."""
    tensors = holds_tensors(*given.values())
    backend, device = chosen_backend(backend, tensors, device, BACKENDS)
    inputs, shape = _checked({name: detached(value) for name, value in given.items()})
    full = {axis, "parameters"}
    if backend == "torch":
        from theoremtest.numerics.models._multilinear_tensors import enclosed

        return enclosed(compute, given, inputs, shape, full, device, kind)
    with np.errstate(all="ignore"):
        found = in_pieces(compute, flat(inputs, shape, full), int(np.prod(shape, dtype=np.int64)))
    return kind(found.loss.reshape(shape), found.remainder.reshape(shape), inputs, found.plan)


def _law(compute, given, backend, device, exponent):
    tensors = holds_tensors(*given.values())
    backend, device = chosen_backend(backend, tensors, device, BACKENDS)
    inputs, shape = _checked({name: detached(value) for name, value in given.items()})
    if backend == "torch":
        from theoremtest.numerics.models._multilinear_tensors import law

        return law(compute, given, inputs, shape, device, exponent)
    with np.errstate(all="ignore"):
        found = in_pieces(compute, flat(inputs, shape, set(inputs)), int(np.prod(shape, dtype=np.int64)))
    parts = found.loss.reshape(shape), exponent(inputs["alpha"]), found.remainder.reshape(shape)
    return PowerLaw(*(float(part) if part.ndim == 0 else part for part in parts))


def _checked(given):
    """The arguments as float64 arrays, each in a shape of its own, and their common shape."""
    least = {"skills": 2, "parameters": 1, "samples": 0}
    inputs = {name: _whole(name, value, least[name]) if name in least else array(name, value) for name, value in given.items()}
    for name, (low, high) in {"times": (0.0, np.inf), "alpha": _ALPHA, "target": _SIZE, "eta": _SIZE, "start": (0.0, np.inf)}.items():
        value = inputs.get(name, np.array(low))
        bad = (value < low) | (value > high)
        if bad.any():
            fail(name, f"{value[bad].min():g} among its values" if name == "times" else f"{value[bad].flat[0]:g}",
                 "times of at least 0" if name == "times" else f"a number from {low:g} to {high:g}")
    try:
        shape = np.broadcast_shapes(*(value.shape for value in inputs.values()))
    except ValueError:
        shapes = ", ".join(f"{name} {value.shape}" for name, value in inputs.items() if value.ndim)
        fail("shapes", shapes, "shapes that broadcast together")
    if "start" in inputs:
        _check_start(*np.broadcast_arrays(inputs["start"], inputs["target"]))
    if "parameters" in inputs:
        _check_parameters(*np.broadcast_arrays(inputs["parameters"], inputs["skills"]))
    return inputs, shape


def _check_start(start, target):
    bad = (start < _LEAST_START * target) | (start >= target)
    if bad.any():
        fail("start", f"{start[bad][0]:g}", f"a number below the target scale {target[bad][0]:g}, and at least {_LEAST_START:g} of it")


def _check_parameters(parameters, skills):
    bad = parameters > skills
    if bad.any():
        fail("parameters", f"{parameters[bad][0]:.17g}", f"whole numbers from 1 to {skills[bad][0]:g}")


def _whole(name, value, least):
    """Whole numbers of at least ``least``, as float64: numbers of samples finite, others up to 2^53 or infinite."""
    given = np.asarray(value)
    endless = name != "samples"
    open_ = np.isposinf(given) if given.dtype == np.float64 and endless else np.zeros(given.shape, dtype=bool)
    found = np.where(open_, np.inf, array(name, np.where(open_, 1.0, given) if open_.any() else value))
    bad = (found < least) | (found != np.floor(found))
    if bad.any():
        fail(name, f"{found[bad].flat[0]:.17g}", f"whole numbers of at least {least}")
    if endless and ((found > _MANY) & (found < np.inf)).any():
        fail(name, f"{found[(found > _MANY) & (found < np.inf)][0]:g}", "whole numbers up to 2^53, or infinity")
    return found
