"""How far each quantity of the solvers may stray from the exact solution, by the error analysis of ``numerics.kernels.rounding``.

The solvers' own code is run on values that carry their bounds, so that every operation is counted where it stands:

1. The constants of a start are formed in pairs of doubles and rounded once (``_single_neuron_start``, ``_latent_variable_start``,
   ``_diagonal_linear_start``, ``_lazy_rich_start``). What a pair cannot tell from zero counts as zero: a start within 2^-98 of
   parallel layers, say, is taken to be parallel; a mode within 1e-250 of the saddle's stable manifold to lie on it.
2. The decays exp(-rate t) and 1 - exp(-rate t) are within ``expression_rounding._DECAY`` units each, however large rate t is.
3. The numeric forms (``derivations.toolbox``) are sums of terms of one sign: relative errors add, none is magnified. Only the
   last combination, of what is left of the start and what has grown, can cancel, as the problem itself does.
4. The quantities of ``Trajectories`` follow from these by the code that computes them.

The losses of ``multilinear`` are sums of positive terms and corrections; what the sums leave out is added to what is rounded.

Where a solver chooses between two formulas, the bound is that of the one it chose. Bounds are absolute, in units of 2^-53.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import numpy as np
import sympy as sp

from theoremtest.derivations.language.functions import Decay, Decayed
from theoremtest.derivations.toolbox import diagonal_linear_form, latent_variable_form, single_neuron_form
from theoremtest.numerics.kernels import double_double
from theoremtest.numerics.kernels.array_like import rebound
from theoremtest.numerics.kernels.expression_rounding import bounded
from theoremtest.numerics.kernels.pair_rounding import pairs
from theoremtest.numerics.kernels.rounding import UNIT, Bounded
from theoremtest.numerics.models import (
    _diagonal_linear_start,
    _diagonal_linear_times,
    _kernel_distance,
    _latent_variable_start,
    _lazy_rich_start,
    _lazy_rich_times,
    _multilinear_losses,
    _single_neuron_start,
    _skill_sums,
)
from theoremtest.numerics.models._multilinear_curves import Enclosed, LearningCurve
from theoremtest.numerics.models._single_neuron_trajectories import STATE

MIRROR_POTENTIAL = 72
"""Units, relative, of ``mirror.mirror_potential`` of a vector with one component, counted with 1 per operation and 8 per hypot.

strength 4, kappa 4 + 8, the larger of (kappa +- delta)/2 13, the smaller 4 + 4 + 13 + 2 = 23. For delta > 0: the roots 13/2 + 1 and 1,
their sum 9, their product 10; in 2 up + root start - upstream the magnitudes are at most 5/3 of the result (up >= delta,
root start >= 2 delta),
(13 + 2) 5/3 = 25; with the quotient, 2 products and the division by 3: 23 + 9 + 25 + 4 = 61. For delta <= 0: 13 + 1 + (23/2 + 1) + 2 < 61.
"""
HYPERBOLIC_ENTROPY = 80
"""The same for ``mirror.hyperbolic_entropy``: the ratio r 5, raised 5 + 8 + 1, sinh 5 + 7 + 2, cosh 7 + 1; asinh(r) cosh 22.

asinh(r) cosh(v) is 5 + 8 + 8 + 1 = 22; 2 v cosh(v) and sinh(v) have magnitudes of at most 3 times their difference, to which they add
(2 * 22 + 14) + 1 = 59; sinh 14, the halving of delta and two products: 59 + 14 + 3 = 76.
"""

SINGLE_NEURON = ("a", "w", "along", "across_length", "mu", "phi", "nu", "residual", "loss", "kernel_distance", "delta_drift")
LATENT_VARIABLE = ("u", "v", "W", "M", "output", "residual", "loss", "zeta", "u_norm", "v_norm", "W_norm", "ntk", "ntk_change",
                   "conserved_drift")
LAZY_RICH = ("a", "b", "theta", "delta_theta", "residual", "loss", "gamma", "ntk", "ntk_change", "weight_change", "lazy_theta",
             "lazy_residual", "gamma_end", "invariant", "conserved", "conserved_drift")
DIAGONAL_LINEAR = ("a", "b", "strength", "residual", "loss", "conserved", "conserved_drift")


def lambda_balanced(N_i: int, N_h: int, N_o: int) -> float:
    """By how many units ``lambda_balanced.solve`` may stray, times the condition of what is asked: to first order, a block of Q Q^T is
    that of W_1, W_2, Sigma, lambda and t changed by so many units of their own largest entry, and itself rounded by as many.

    Counted with N = N_i + N_o rows and h = N_h columns. Sigma: its singular vectors and values are those of a matrix 8 N units away
    (Householder and implicit QR, LAPACK Users' Guide, Section 4.9). Layers: vectors that are orthogonal to 8 N units, there and
    back, 16 N; their products with the start N, with the result N. Weights and eigenvalues: root 8 + 1, sum 1, root 1, quotients 2 and 2,
    two products and a sum 3, together 18 < 20. Echelon form: two passes of h products of length h, 2 h (h + 2), and its entries h. A
    start's part within 8 N units of its own terms counts as zero, 8 N more. Entries: two decays and a height, 3 * 8 + 4, their products
    4, 32 in all; an exponent's rounding is that of t and of the eigenvalues. Orthonormal columns: two passes of h products of length
    N + h, 2 h (N + h + 2), and the length N + h + 3. The block: h. A start that is not excited at all (B singular to these units)
    is exact for the singular one.
    """
    N, h = N_i + N_o, N_h
    return 8 * N + 16 * N + 2 * N + 20 + 2 * h * (h + 2) + h + 8 * N + 32 + 2 * h * (N + h + 2) + (N + h + 3) + h


def single_neuron(run) -> dict[str, Bounded]:
    """Each of ``SINGLE_NEURON`` along a ``single_neuron.Trajectories``, shaped as there."""
    functions, inputs = _on_pairs(_single_neuron_start), _lifted(run.inputs)
    dd, a0, w0, beta_star = functions.dd, inputs["a0"], inputs["w0"], inputs["beta_star"]
    with np.errstate(all="ignore"):
        norm2, product, w2 = dd.dot(beta_star, beta_star), dd.dot(w0, beta_star), dd.dot(w0, w0)
        w_across = functions._across(w0, beta_star, dd.divide(product, norm2))
        z2 = dd.dot(w_across, w_across)[0]
        given = _given_delta(dd, inputs, w2)
        values = functions.constants(a0, product, norm2, w2, z2, inputs["eta_a"], inputs["eta_w"], given, inputs["delta"] is not None)
    values = [np.broadcast_to(Bounded.lifted(value), a0.shape) for value in values]
    names = _single_neuron_start.CONSTANTS
    begun = _single_neuron_start.Start(dict(zip(names, values)), *values[len(names):], np.sqrt(z2), w_across)
    carried = replace(run, inputs=inputs, vectors=None)
    vars(carried).update(_swept(run, begun, STATE | {"residual": single_neuron_form.residual}, single_neuron_form.t), start=begun)
    nodes, weights = (Bounded(rule, 16 * np.abs(rule)) for rule in (_kernel_distance._NODES, _kernel_distance._WEIGHTS))
    distance = SimpleNamespace(**rebound(vars(_kernel_distance), _NODES=list(nodes), _WEIGHTS=list(weights)))
    vars(carried).update(kernel_distance=distance.kernel_distance(carried))
    return {name: Bounded.lifted(getattr(carried, name)) for name in SINGLE_NEURON}


def _given_delta(dd, inputs, w2):
    """The delta that a user has given, which strays from eta_w a0^2 - eta_a |w0|^2 by rounding at least."""
    if inputs["delta"] is None:
        return dd.pair(np.zeros_like(inputs["a0"]))
    weight_a, weight_w = (
        dd.multiply(dd.pair(inputs["eta_w"]), dd.two_product(inputs["a0"], inputs["a0"])),
        dd.multiply(dd.pair(inputs["eta_a"]), w2),
    )
    strays = dd.add(dd.add(weight_a, dd.negative(weight_w)), dd.negative(dd.pair(inputs["delta"])))[0]
    return dd.pair(Bounded(inputs["delta"].value, np.abs(strays.value) / UNIT + strays.slack))


def latent_variable(run) -> dict[str, Bounded]:
    """Each of ``LATENT_VARIABLE`` along a ``latent_variable.Trajectories``, shaped as there."""
    functions, form, inputs = _on_pairs(_latent_variable_start), latent_variable_form, _lifted(run.inputs)
    with np.errstate(all="ignore"):
        begun = functions._start(**inputs)
        begun.constants = {name: Bounded.lifted(value) for name, value in begun.constants.items()}
        across = functions.across_length(inputs["W0"], inputs["x"])
    swept = _swept(run, begun, {"fall": form.fall, "push": form.push, "reach": form.reach, "left": form.left}, form.t)
    carried = replace(run, inputs=inputs, start=begun, **swept)
    vars(carried).update(_across_length=across)
    return {name: Bounded.lifted(getattr(carried, name)) for name in LATENT_VARIABLE}


def diagonal_linear(run) -> dict[str, Bounded]:
    """Each of ``DIAGONAL_LINEAR`` along a ``diagonal_linear.DiagonalTrajectories``, shaped as there."""
    form, inputs, begun = diagonal_linear_form, *_modes(run)
    swept = _swept(run, begun, {"fall": form.fall, "push": form.push, "left": form.left}, form.t)
    carried = replace(run, inputs=inputs, start=begun, **swept)
    return {name: Bounded.lifted(getattr(carried, name)) for name in DIAGONAL_LINEAR}


def diagonal_linear_times(run, epsilon: float) -> dict[str, Bounded]:
    """``emergence_time`` and ``saturation_time`` at ``epsilon``, (n,) each; infinite times are exact."""
    functions, (inputs, begun) = _on_pairs(_diagonal_linear_times), _modes(run)
    share = np.full(inputs["a0"].shape, epsilon)
    lower, upper = pairs()["pair"](share), tuple(Bounded(part) for part in double_double.two_sum(np.ones_like(share), -share))
    start = inputs["a0"], inputs["b0"], inputs["target"], begun
    with np.errstate(all="ignore"):
        found = {"emergence_time": functions.passage(*start, lower), "saturation_time": functions.passage(*start, upper, lower)}
    return {name: Bounded(time.value, np.where(np.isinf(time.value), 0.0, time.slack)) for name, time in found.items()}


def multilinear(run: Enclosed) -> Bounded:
    """The loss of ``multilinear.solve``, ``one_shot`` or ``lacking``, shaped as there: rounding, and what the sums leave out."""
    axis = "times" if isinstance(run, LearningCurve) else "samples" if "samples" in run.inputs else "parameters"
    rows = _multilinear_losses.flat(_carried(run), run.loss.shape, {axis, "parameters"})
    if axis == "times":
        found = _multilinear_losses.in_time(rows, run.plan, _on_nodes().skill_sums)
    elif axis == "samples":
        found = _multilinear_losses.in_samples(rows, run.plan, _on_nodes().skill_sums)
    else:
        found = _multilinear_losses.of_lacking(rows)
    return Bounded(found.loss.value, found.loss.slack + found.remainder / UNIT).reshape(run.loss.shape)


def multilinear_skills(run: LearningCurve, skill, epsilon: float) -> dict[str, Bounded]:
    """Quantities of single skills along ``multilinear.solve``, shaped as there."""
    carried = replace(run, inputs=_carried(run))
    with np.errstate(all="ignore"):
        return {"frequency": carried.frequency(skill), "strength": carried.strength(skill), "skill_loss": carried.skill_loss(skill),
                "emergence_time": carried.emergence_time(epsilon, skill)}


def multilinear_constant(alpha: float, target: float, start: float, eta: float) -> Bounded:
    """The constant of ``multilinear.time_law``."""
    given = {"alpha": alpha, "target": target, "start": start, "eta": eta}
    found = _multilinear_losses.time_constant(_lifted({name: np.full(1, value) for name, value in given.items()}), _on_nodes().bent_part)
    return Bounded(found.loss.value[0], found.loss.slack[0] + found.remainder[0] / UNIT)


def _carried(run):
    """A multilinear model's arguments; numbers of skills are whole, so that nothing is lost of them."""
    whole = {name: run.inputs[name] for name in ("skills", "parameters")}
    return _lifted({name: value for name, value in run.inputs.items() if name not in whole}) | whole


def _on_nodes():
    """The functions that add up skills, with the rounding of their nodes and weights."""
    nodes, weights = (Bounded(rule, np.abs(rule)) for rule in (_skill_sums.NODES, _skill_sums.WEIGHTS))
    return SimpleNamespace(**rebound(vars(_skill_sums), NODES=nodes, WEIGHTS=weights))


def _modes(run):
    inputs = _lifted(run.inputs)
    with np.errstate(all="ignore"):
        begun = _on_pairs(_diagonal_linear_start)._start(**inputs)
    begun.constants = {name: Bounded.lifted(value) for name, value in begun.constants.items()}
    return inputs, begun


def lazy_rich(run) -> dict[str, Bounded]:
    """Each of ``LAZY_RICH`` along a ``lazy_rich.LazyRichTrajectories``, shaped as there."""
    form, (inputs, begun) = latent_variable_form, _scalar_network(run)
    swept = _swept(run, begun, {"fall": form.fall, "push": form.push, "reach": form.reach, "left": form.left}, form.t)
    carried = replace(run, inputs=inputs, start=begun, **swept)
    rate, low = sp.symbols("lazy lazy_low", nonnegative=True)
    values = {rate: begun.lazy[0][:, None], low: begun.lazy[1][:, None], form.t: np.atleast_1d(run.times)[None]}
    shape = run.batch + run.times.shape
    vars(carried).update(_lazy_left=bounded(Decay(rate, low, form.t), values).reshape(shape),
                         _lazy_gone=bounded(Decayed(rate, low, form.t), values).reshape(shape))
    return {name: Bounded.lifted(getattr(carried, name)) for name in LAZY_RICH}


def lazy_rich_times(run, fraction: float) -> dict[str, Bounded]:
    """``learning_time`` of ``fraction`` and ``time_to`` it, (n,) each; infinite times are exact."""
    functions, (_, begun) = _on_pairs(_lazy_rich_times), _scalar_network(run)
    share = np.full(begun.kappa.shape, fraction)
    with np.errstate(all="ignore"):
        found = {"learning_time": functions.learned(begun, share), "time_to": functions.reached(begun, share)}
    return {name: Bounded(time.value, np.where(np.isinf(time.value), 0.0, time.slack)) for name, time in found.items()}


def _scalar_network(run):
    inputs, functions = _lifted(run.inputs), rebound(vars(_lazy_rich_start), dd=SimpleNamespace(**pairs()),
                                                     latent=_on_pairs(_latent_variable_start))
    with np.errstate(all="ignore"):
        begun = functions["_start"](**inputs)
    begun.layers.constants = {name: Bounded.lifted(value) for name, value in begun.constants.items()}
    return inputs, begun


def _lifted(inputs):
    """The arguments of a solver, which are exact; what is made of them alone is counted, too."""
    return {name: value if value is None else Bounded.lifted(value) for name, value in inputs.items()}


def _swept(run, begun, forms, t):
    """The numeric forms over a run's starts and times, shaped as the run's own arrays."""
    symbols = set().union(*(form.free_symbols for form in forms.values())) - {t}
    values = {symbol: begun.constants[str(symbol)][:, None] for symbol in symbols}
    values[t] = np.atleast_1d(run.times)[None]
    shape = run.batch + run.times.shape
    full = next(iter(begun.constants.values())).shape[0], np.atleast_1d(run.times).size
    return {name: np.broadcast_to(bounded(form, values), full).reshape(shape) for name, form in forms.items()}


@cache
def _on_pairs(module):
    """A module's functions with the rules for pairs of doubles in place of their arithmetic."""
    return SimpleNamespace(**rebound(vars(module), dd=SimpleNamespace(**pairs())))

