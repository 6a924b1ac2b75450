"""Section 1.6.1: the model of benign overfitting, what it learns of the signal, Eq. (1.36), and its two phases.

With a = d/n and b = n/(p - d) the second equation of Eq. (1.35) reads a/(1 + kappa) + 1/(b + kappa) = 1, whose positive root is known;
d << n << p is a and b to zero together, b = c a with any positive c.
"""

from sympy import And, Eq, Function, Gt, Integer, Integral, Lt, Ne, Rational, Sum, Symbol, exp, log, oo, pi, sin, sqrt

from theoremtest.derivations.language import (
    Domain,
    Equal,
    Erratum,
    Holds,
    Limit,
    Meaning,
    Observed,
    Printed,
    claim,
    every,
    real,
    reals,
)

from .notation import NAM

a, b, c, eps, T, m, x = reals("a", "b", "c", r"\epsilon", "T", "m", "x")
kappa = ((a - b) + sqrt((a - b)**2 + 4 * (1 - b + a * b))) / 2
first, rest = 1 / (1 + kappa), b / (b + kappa)
"""Learnability by Eq. (1.35) of the features k <= d and k > d."""
SETUP = Meaning("a = d/n and b = n/(p - d) for d < n < p - d", "Section 1.6.1")
PATHS = "other ways for d/n and n/(p - d) to vanish than in a fixed ratio"
FAR = Meaning("d << n << p: a tends to zero, and b = c a with it", "Section 1.6.1")
shares = Domain(a > 0, a < 1, b > 0, b < 1, source=SETUP)
small = Domain(a > 0, a < 1, c > 0, source=FAR)
HALF = ("The eigenvalues n/(p - d) of the rest add up to n, which makes kappa tend to 1, so that the features of eigenvalue 1 are "
"learned by "
        "half. Near 1 it is where the rest adds up to much less (`1.36:smaller-rest`).")


def far(expression, value):
    """The limit for d << n << p."""
    return Limit(expression.subs(b, c * a), a, 0, value, on=small)


@claim(NAM, "Eq. (1.36)", "kappa", origin="derived", uses=["nam2024/1.35:kappa"])
def kappa_of_the_setup():
    """The positive root of a/(1 + kappa) + 1/(b + kappa) = 1."""
    return every(equation=Equal(a / (1 + kappa) + 1 / (b + kappa), Integer(1), on=shares), positive=Holds(Gt(kappa, 0), on=shares))


@claim(NAM, "Eq. (1.36)", uses=["nam2024/1.36:kappa"],
       reading="L_k of Eq. (1.35) for k <= d with the eigenvalues of Eq. (1.36), and `approximately` as its limit for d << n << p",
       leaves_out=PATHS)
def learnability_of_the_first_features():
    """The first d features have a learnability near 1."""
    why = f"{HALF} The cases of Eq. (1.36), printed for d, are those of k: k <= d and k > d."
    return Printed(far(first, Integer(1)), erratum=Erratum("wrong", why, far(first, Rational(1, 2))))


@claim(NAM, "Eq. (1.36)", "rest", uses=["nam2024/1.36:kappa"],
       reading="L_k for k > d beside (n - d)/(p - d) = (1 - a) b; their ratio tends to 1 for d << n << p", leaves_out=PATHS)
def learnability_of_the_rest():
    """The other features have a learnability near (n - d)/(p - d)."""
    return far(rest / ((1 - a) * b), Integer(1))


@claim(NAM, "Eq. (1.36)", "cases", uses=["nam2024/1.36:kappa"],
       reading="the cases as printed, `1 for d <= n` and `(n - d)/(p - d) for d > n`: with d << n the first holds for every k, k > d "
       "included", leaves_out=PATHS)
def cases_of_the_learnability():
    """For d <= n the learnability is near 1, whatever k."""
    return Printed(far(rest, Integer(1)), erratum=Erratum(
        "wrong", "The cases are those of k: k <= d and k > d. The learnability of k > d tends to zero; all L_k add up to n, not to p.",
        far(rest, Integer(0))))


@claim(NAM, "Eq. (1.36)", "smaller-rest", origin="derived", uses=["nam2024/1.36"],
       reading="with eigenvalues of epsilon n/(p - d) for k > d in place of n/(p - d)", leaves_out=PATHS)
def learnability_with_a_smaller_rest():
    """With epsilon n/(p - d) for the rest the first features' learnability tends to 1/(1 + epsilon)."""
    total = a + eps - 1 - eps * b
    root = (total + sqrt(total**2 + 4 * eps * (1 - b + a * b))) / 2
    on = small & Domain(eps > 0)
    return every(equation=Equal(a / (1 + root) + eps / (eps * b + root), Integer(1), on=shares & Domain(eps > 0)),
                 first=Limit((1 / (1 + root)).subs(b, c * a), a, 0, 1 / (1 + eps), on=on))


@claim(NAM, "Section 1.6.1", "learnability", uses=["nam2024/1.36:kappa"],
       reading="`near 1 for k <= d` at the sizes of Fig. 1.3, d = 5, n = 100, p = 2000: more than 9/10")
def learnability_at_the_sizes_of_the_figure():
    """The learnability is near 1 for k <= d."""
    at = Domain(Eq(a, Rational(1, 20)), Eq(b, Rational(100, 1995)), source=Meaning("d = 5, n = 100, p = 2000", "Fig. 1.3"))
    return Printed(Holds(Gt(first, Rational(9, 10)), on=at), erratum=Erratum(
        "wrong", HALF + " Here it lies between 1/2 and 51/100.",
        Holds(And(Gt(first, Rational(1, 2)), Lt(first, Rational(51, 100))), on=at)))


@claim(NAM, "Section 1.6.1", "negligible", uses=["nam2024/1.36:kappa"], reading="`negligibly small for k > d` as its limit for d << n << p",
       leaves_out=PATHS)
def learnability_of_the_rest_is_negligible():
    """The learnability of the features k > d is negligibly small, and so beside that of the first d."""
    return every(rest=far(rest, Integer(0)), ratio=far(rest / first, Integer(0)))


number = (1 + a) * b**(-1 / (1 + a))
"""The effective dimension of Eq. (1.36)'s eigenvalues over n."""


@claim(NAM, "Section 1.6.1", "effective-dimension", origin="derived", uses=["nam2024/1.16", "nam2024/1.36"],
       reading="d = a n eigenvalues of 1 and p - d = n/b of b add up to n (1 + a)")
def effective_dimension_of_the_setup():
    """The eigenvalues of Eq. (1.36) have the effective dimension n (1 + a) b^{-1/(1 + a)}."""
    n = real("n")
    one, other = 1 / (n * (1 + a)), b / (n * (1 + a))
    entropy = -(a * n) * one * log(one) - n / b * other * log(other)
    return Equal(entropy, log(n * number), on=shares & Domain(n > 0, source=SETUP))


@claim(NAM, "Section 1.6.1", "significant", uses=["nam2024/sec-1.6.1:effective-dimension"],
       reading="`only the first d out of p eigenvalues are significant` by the effective dimension, which Section 1.4 introduces for the "
       "number of significant dimensions: over d it tends to 1 for d << n << p", leaves_out=PATHS)
def only_the_first_eigenvalues_are_significant():
    """Only the first d out of p eigenvalues are significant."""
    return Printed(far(number / a, Integer(1)), erratum=Erratum(
        "wrong", "One by one the eigenvalues n/(p - d) are small, but there are so many that they add up to n, beside d << n. The "
        "effective "
        "dimension is not d: over p - d it tends to 1.", far(number * b, Integer(1))))


@claim(NAM, "Section 1.6.1", "one-by-one", origin="derived", uses=["nam2024/1.36"],
       reading="an eigenvalue of the rest beside one of the first d, and the share d/(d + n) of the first d in the trace")
def each_eigenvalue_of_the_rest_is_small():
    """Each eigenvalue of the rest is negligible beside 1, and the first d are negligible beside all of the rest."""
    return every(each=far(b, Integer(0)), all=Limit(a / (1 + a), a, 0, Integer(0), on=Domain(a > 0, a < 1, source=SETUP)))


# --- the two phases -----------------------------------------------------------------------------------------------------------

LATE = Meaning("1 << T << (p - d)/n = T^m with m > 1, where T is eta t", "Section 1.6.1")


@claim(NAM, "Section 1.6.1", "signal-phase", uses=["nam2024/1.26"],
       reading="by Eq. (1.26), with eta t = T and (p - d)/n = T^m for an m > 1: the modes of eigenvalue 1 have saturated, the others not "
       "begun", leaves_out="times between 1 and (p - d)/n that are no fixed power of it")
def signal_is_fitted_first_with_infinite_data():
    """For 1 << eta t << (p - d)/n only the first d features have been learned."""
    on = Domain(m > 1, T > 1, source=LATE)
    return every(first=Limit(1 - exp(-T), T, oo, Integer(1), on=on), rest=Limit(1 - exp(-T * T**(-m)), T, oo, Integer(0), on=on))


EXPERIMENTS = "theoremtest.numerics.experiments.nam2024_overfitting"
r = real("r")


@claim(NAM, "Section 1.6.1", "signal-phase-of-samples", uses=["nam2024/sec-1.6.1:signal-phase"],
       reading="the same of the n training samples: at eta t = 4, between 1 and (p - d)/n = 20, less than half of the labels' noise has "
       "been fitted, "
               "as the share `r` of it that is left says; sizes of Fig. 1.3, noise of width 1/10",
       leaves_out="other sizes and times")
def signal_is_fitted_first_on_samples():
    """In training, too, the signal is fitted at first and the noise at a significantly later stage."""
    def left(relation):
        return Observed(relation, f"{EXPERIMENTS}:signal_phase", on=Domain(over=[r]))
    return Printed(left(2 * r > 1), erratum=Erratum(
        "wrong", "Eq. (1.26) is of infinitely many samples. On n of them the rest of the kernel is nearly n times the identity, as its "
        "eigenvalues add up to n, and the empirical loss divides by n: noise is fitted at the rate eta, too "
        "(`sec-1.6.1:rate-on-samples`), and little is left of it.", left(10 * r < 1)))


@claim(NAM, "Section 1.6.1", "rate-on-samples", origin="derived", uses=["nam2024/1.36"],
       reading="the mean over an input of the kernel of the rest at that input, sum over k > d of rho_k e_k(x)^2, divided by n: the rate "
       "at which a "
               "sample's own error falls through the rest, over eta",
       leaves_out="how far the kernel of the rest on n samples is from a multiple of the identity")
def rate_of_the_rest_on_a_sample():
    """The rest of the features, by itself, fits a sample at the rate eta, as fast as an eigenvalue of 1 fits the signal."""
    k, n, d, p = (Symbol(name, integer=True) for name in ("k", "n", "d", "p"))
    norm = Integral(2 * sin(2 * pi * k * x)**2, (x, 0, 1))
    sizes = Domain(n >= 1, d >= 1, p > d, source=SETUP)
    return every(norm=Equal(norm, Integer(1), on=Domain(k >= 1)), rate=Equal(Sum(n / (p - d), (k, d + 1, p)) / n, Integer(1), on=sizes))


# --- noise fitting ------------------------------------------------------------------------------------------------------------


@claim(NAM, "Section 1.6.1", "only-near-the-data", uses=["nam2024/fn-1"],
       reading="`delta functions minimize the norm by concentrating variance (deviation away from y = 0) only near the training "
       "datapoints`, "
       "of p sine features as in Fig. 1.4 and one sample x_1 with the label y, where the shortest parameters give "
       "y sum of sin(2 pi k x_1) sin(2 pi k x)/sum of sin(2 pi k x_1)^2: at 1 - x_1, which is apart from x_1 and no data point, it is zero",
       leaves_out="more samples, features other than sines")
def fitted_noise_is_only_near_the_data():
    """The noise-fitting function deviates from zero only near the training points."""
    k, p = Symbol("k", integer=True), Symbol("p", integer=True)
    at, y = reals("x_1", "y")
    on = Domain(p >= 1, at > 0, at < Rational(1, 2), Ne(y, 0), source=Meaning("a label other than zero", "Section 1.6.1"))
    def fit(here):
        return y * Sum(sin(2 * pi * k * at) * sin(2 * pi * k * here), (k, 1, p)) / Sum(sin(2 * pi * k * at)**2, (k, 1, p))
    return Printed(Equal(fit(1 - at), Integer(0), on=on), erratum=Erratum(
        "wrong", "Sine functions are odd about 1/2: every such model has f(1 - x) = -f(x), and the delta function at a data point has a "
        "mirror image of the opposite sign at 1 - x (`sec-1.6.1:mirror`).", Equal(fit(1 - at), -y, on=on)))


@claim(NAM, "Section 1.6.1", "mirror", origin="derived", reading="every model of p sine features, whatever its parameters theta_k")
def sine_models_are_odd():
    """A model of sine features has f(1 - x) = -f(x)."""
    k, p = Symbol("k", integer=True), Symbol("p", integer=True)
    theta = Function(r"\theta", real=True)
    on = Domain(p >= 1, over=[x], source=Meaning("p features", "Section 1.6.1"))
    return Equal(Sum(theta(k) * sin(2 * pi * k * (1 - x)), (k, 1, p)), -Sum(theta(k) * sin(2 * pi * k * x), (k, 1, p)), on=on)
