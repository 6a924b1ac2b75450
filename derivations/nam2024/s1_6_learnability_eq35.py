"""Section 1.6: what an overparameterized linear model prefers, and the learnability of its features, Eq. (1.35)."""

from sympy import Eq, Gt, Identity, Integer, Lt, Ne, S, Symbol, diff, exp, oo, sqrt

from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    Expectation,
    FairBits,
    GradientFlow,
    Holds,
    Limit,
    Meaning,
    Parity,
    Printed,
    claim,
    dimension,
    every,
    matrix,
    reals,
    vector,
)
from theoremtest.derivations.toolbox.measured import observed

from .notation import NAM

rho_1, rho_2, rho_k, kappa = reals(r"\rho_1", r"\rho_2", r"\rho_k", r"\kappa")
w_1, w_2, eta, c_1, c_2 = reals("w_1", "w_2", r"\eta", "c_1", "c_2")
POSITIVE = Meaning("eigenvalues by which is divided are positive", "Section 1.6")
CONSTANT = Meaning("kappa is a positive constant", "Section 1.6")
pair = Domain(rho_1 > 0, rho_2 > 0, source=POSITIVE)
learnability = rho_k / (rho_k + kappa)
one = Domain(rho_k > 0, source=POSITIVE) & Domain(kappa > 0, source=CONSTANT)


@claim(NAM, "Section 1.6", "infinite-samples", uses=["nam2024/1.26"],
       reading="`does not affect the performance in infinite training samples` of the end of training: each mode of Eq. (1.26) with a "
       "positive "
               "eigenvalue ends at <e_k|f*>, whatever the eigenvalue", leaves_out="any finite time, at which the eigenvalues do matter")
def infinite_samples_know_no_preference():
    """With infinitely many samples the eigenvalues do not affect what is learned in the end."""
    t, part = reals("t", "c")
    on = Domain(rho_k > 0, source=POSITIVE) & Domain(eta > 0, t > 0, over=[part], source=Meaning("learning rate and time", "Eq. (1.26)"))
    return Limit(part * (1 - exp(-eta * rho_k * t)), t, oo, part, on=on)


@claim(NAM, "Section 1.6", "preferred",
       reading="two eigenfunctions that can both fit the training samples, e_2 = k e_1 and y = c e_1 on them, where e_1 has the mean "
       "square m. "
       "`Faster`: alone, e_1 fits at the rate eta m rho_1 and e_2 at eta m k^2 rho_2. The larger part: together they keep the difference "
       "of "
       "sqrt(rho_1) w_1/rho_1 and k sqrt(rho_2) w_2/(k^2 rho_2), so that from zero their parts of the fit are as rho_1 to k^2 rho_2")
def larger_intensity_is_preferred():
    """Of two eigenfunctions that can fit the training samples, that of larger intensity fits faster and has the larger part."""
    k, c, m = reals("k", "c", "m")
    part_1, part_2 = sqrt(rho_1) * w_1, k * sqrt(rho_2) * w_2
    def flow(fit, moved):
        return GradientFlow(m * (fit - c)**2 / 2, dict.fromkeys(moved, eta), name="gradient flow on the samples")
    on = pair & Domain(m > 0, Ne(k, 0), source=Meaning("e_1 and e_2 can fit the samples", "Section 1.6"))
    larger = on & Domain(rho_1 > rho_2, source=Meaning("the larger intensity", "Section 1.6"))
    def preference(order):
        return every(first=Evolves(part_1 - c, -eta * m * rho_1 * (part_1 - c), along=flow(part_1, [w_1]),
                                   on=on & Domain(over=[w_1, c, eta])),
                     second=Evolves(part_2 - c, -eta * m * k**2 * rho_2 * (part_2 - c), along=flow(part_2, [w_2]),
                                    on=on & Domain(over=[w_2, c, eta])),
                     parts=Conserved(part_1 / rho_1 - part_2 / (k**2 * rho_2), flow(part_1 + part_2, [w_1, w_2]),
                                     on=on & Domain(over=[w_1, w_2, c, eta])),
                     order=Holds(Gt(rho_1, k**2 * rho_2), on=order))
    return Printed(preference(larger), erratum=Erratum(
        "incomplete", "The two must be equally large on the samples, as they are in the mean; k^2 is the ratio of their squares there. "
        "One sample x = 1/24, sqrt(2) sin(2 pi x) and "
        "sqrt(2) sin(4 pi x), with k^2 = 2 + sqrt(3), and the intensities 2 and 1: the smaller intensity fits faster.",
        preference(larger & Domain(Eq(k**2, 1)))))


bits = Symbol("x", integer=True, nonnegative=True)
e_1, e_2 = Parity(1, bits), Parity(2, bits)
SMALLEST = Meaning("f* has a part along e_1", "Eq. (1.35)")


@claim(NAM, "Eq. (1.35)",
       reading="an equation for every model with p > n, tried in the smallest: n = 1 sample, p = 2 features, x two fair bits and e_1, "
       "e_2 their "
               "signs, orthonormal functions with e_k^2 = 1. Gradient flow ends in the shortest w with f(x) = f*(x), so that <f|e_1> is "
               "rho_1 e_1(x) f*(x)/(rho_1 + rho_2), and kappa = sqrt(rho_1 rho_2) solves the second equation (`1.35:smallest`)")
def learnability_of_a_feature():
    """The mean of <f|e_k>/<f*|e_k> over training sets is rho_k/(rho_k + kappa)."""
    sampled = rho_1 * e_1 * (c_1 * e_1 + c_2 * e_2) / (rho_1 + rho_2)
    on = pair & Domain(Ne(c_1, 0), source=SMALLEST) & Domain(over=[c_2, bits])
    def mean(value):
        return Expectation(sampled / c_1, {bits: FairBits(2)}, value, on=on)
    return Printed(mean(rho_1 / (rho_1 + sqrt(rho_1 * rho_2))), erratum=Erratum(
        "wrong", "It is an approximation for many samples and features, printed as an equation. For one sample and two features "
        "that are signs, e_k^2 = 1, the mean is rho_1/(rho_1 + rho_2): 4/5 for the eigenvalues 4 and 1, where the formula gives 2/3. They "
        "agree where the eigenvalues are equal.",
        mean(rho_1 / (rho_1 + rho_2))))


@claim(NAM, "Eq. (1.35)", "smallest", origin="derived")
def kappa_of_the_smallest_model():
    """For n = 1 and p = 2 the second equation has the solution kappa = sqrt(rho_1 rho_2)."""
    root = sqrt(rho_1 * rho_2)
    return Equal(rho_1 / (rho_1 + root) + rho_2 / (rho_2 + root), Integer(1), on=pair)


@claim(NAM, "Eq. (1.35)", "kappa", reading="each of the p terms falls with kappa from 1 to 0, so that there is one positive kappa where "
       "their "
       "sum is n, for every n with 0 < n < p, and none for n >= p",
       leaves_out="the intermediate value theorem; eigenvalues of zero, whose terms are zero")
def kappa_is_a_positive_constant():
    """There is one positive constant kappa that satisfies the second equation."""
    return every(falls=Holds(Lt(diff(learnability, kappa), S.Zero), on=one), from_one=Limit(learnability, kappa, 0, Integer(1), on=one),
                 to_zero=Limit(learnability, kappa, oo, Integer(0), on=one))


@claim(NAM, "Section 1.6", "larger-learnability", uses=["nam2024/1.35:kappa"])
def larger_eigenvalues_are_learnable():
    """Larger eigenvalues lead to larger learnability."""
    return Holds(Gt(diff(learnability, rho_k), S.Zero), on=one)


d, e = reals("d", "e")


@claim(NAM, "Eq. (1.35)", "many", origin="derived", uses=["nam2024/1.35"],
       reading="Gaussian features with the eigenvalues 1/k, p = 120, n = 60: the mean over training sets is off the formula by less than "
       "1/20 at "
               "each of the first ten features")
def learnability_of_many_features():
    """With many samples and features the learnability is near Eq. (1.35)."""
    return observed(20 * d < 1, "theoremtest.numerics.experiments.nam2024_overfitting:learnability", {d}, "Section 1.6")


p, n = dimension("p"), dimension("n")
phi, inverse, labels = matrix(r"\phi", p, n), matrix("K", n, n), vector("Y", n)
w, other, unseen = (vector(name, p) for name in ("w", "w'", "u"))
INVERTIBLE = Meaning("an overparameterized model can fit any labels: the features' vectors on the samples are independent", "Section 1.6")


@claim(NAM, "Footnote 1",
       reading="`GF with zero initialization finds the same minimum norm solution as kernel ridgeless regression`, w = phi K Y with the "
       "inverse K of "
               "phi^T phi, for p by n features phi: it interpolates, any other interpolating w' is longer by the distance, and gradient "
               "flow "
               "never moves along a direction u that no sample sees, phi^T u = 0, so that from zero it stays where only this solution is",
       leaves_out="that gradient flow converges")
def gradient_flow_finds_the_shortest_interpolation():
    """From w = 0 gradient flow finds the shortest parameters that interpolate, those of kernel ridgeless regression."""
    ridgeless = phi * inverse * labels
    flow = GradientFlow(Dot(phi.T * w - labels, phi.T * w - labels) / (2 * n), {w: eta}, name="gradient flow on the training loss")
    regular = Domain(Eq(phi.T * phi * inverse, Identity(n)), over=[labels], source=INVERTIBLE)
    rest = other - ridgeless
    fits = regular & Domain(Eq(phi.T * other, labels), source=INVERTIBLE)
    hidden = regular & Domain(Eq(phi.T * unseen, 0 * labels), over=[w, eta], source=INVERTIBLE)
    return every(interpolates=Equal(phi.T * ridgeless, labels, on=regular),
                 shortest=Equal(Dot(other, other), Dot(ridgeless, ridgeless) + Dot(rest, rest), on=fits),
                 unseen=Conserved(Dot(unseen, w), flow, on=hidden))
