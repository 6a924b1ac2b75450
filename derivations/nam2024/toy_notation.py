"""The scalar network of Chapter 6: f(x) = x theta, theta = a^T b/Z; aligned and anti-aligned modes; the factor gamma of Theorem 1.

x is a column over the space of functions of the input with finite mean square, so that E[x^2] = x^T x whatever its distribution. Modes of
Section 6.2 start from a_i, b_i in {-1, 1}: the aligned ones have b = a, the anti-aligned ones b = -a, each in any number.
"""

from sympy import Expr, Integer, Ne, exp, sqrt

from theoremtest.derivations.language import TIME, Domain, Dot, Flow, GradientFlow, Meaning, Space, dimension, reals, vector

SCALE = Meaning("the target scale is positive", "Eq. (6.1)")
RESCALING = Meaning("the function is divided by Z", "Eq. (6.1)")
SIZES = Meaning("sums of products and of squares, |S_0| <= Sigma_0", "Eq. (6.13)")
POSITIVE = Meaning("the function is divided by Z, a normalization: Z = 1 or sqrt(p)", "Section 6.2")
VALUE = Meaning("gamma_+ has a value: not all b_i(0) are -a_i(0)", "Eq. (6.14)")
LATER = Meaning("time counts from the initialization", "Theorem 1")

t, one = TIME, Integer(1)
p, m, n = (dimension(name) for name in "pmn")
H = Space("L^2")
x = vector("x", H)
S, Z = reals("S", "Z")
divided = Domain(S > 0, source=SCALE) & Domain(Ne(Z, 0), source=RESCALING)
positive = Domain(S > 0, source=SCALE) & Domain(Z > 0, source=POSITIVE)

# --- all modes at once -------------------------------------------------------------------------------------------------------------------

a, b = vector("a", p), vector("b", p)
theta = Dot(a, b) / Z
loss = Dot(x, x) * (theta - S)**2 / 2
training = GradientFlow(loss, {a: one, b: one}, name="gradient flow of half the mean square error")
any_modes = divided & Domain(over=[x, a, b])

# --- aligned and anti-aligned modes ------------------------------------------------------------------------------------------------------

up, down = vector("a_+", m), vector("a_-", n)
theta_2 = (Dot(up, up) - Dot(down, down)) / Z
gap = (Dot(up, up) + Dot(down, down)) / Z
"""Delta theta: the sum over the aligned modes less that over the anti-aligned ones."""
halves = Flow({up: -(theta_2 - S) / Z * up, down: (theta_2 - S) / Z * down}, name="gradient flow of modes with |a_i| = |b_i|, E[x^2] = 1")
two_kinds = divided & Domain(over=[up, down])

# --- Theorem 1 ---------------------------------------------------------------------------------------------------------------------------

Sigma, S0 = reals(r"\Sigma_0", r"\mathcal{S}_0")
root = sqrt(Sigma**2 - S0**2 + S**2)


def gamma(rate: Expr, scale: Expr = S) -> Expr:
    """Eq. (6.12) with this factor in place of 4 in the exponent."""
    r = sqrt(Sigma**2 - S0**2 + scale**2)
    falling = exp(-rate * r / Z * t)
    return ((Sigma - S0 + scale + r + (-Sigma + S0 - scale + r) * falling)
            / (Sigma + S0 - scale + r + (-Sigma - S0 + scale + r) * falling))


def gamma_end(sigma: Expr = Sigma, start: Expr = S0, scale: Expr = S) -> Expr:
    """Eq. (6.14)."""
    return (scale + sqrt(sigma**2 - start**2 + scale**2)) / (sigma + start)


later = Domain(t >= 0, source=LATER)
every_start = positive & Domain(Sigma >= S0, Sigma >= -S0, source=SIZES)
started = positive & Domain(Sigma >= S0, source=SIZES) & Domain(Sigma + S0 > 0, source=VALUE)
"""Every start other than a = -b, at which Sigma_0 + S_0 is zero."""
balanced = positive & Domain(Sigma > 0, source=SIZES)
"""Starts at the zero function, S_0 = 0."""


def moved(factor: Expr) -> tuple[Expr, Expr]:
    """theta and Delta theta of Theorem 1 where gamma is `factor`; Delta theta is the mean over Z of the squares."""
    rising, falling = (Sigma + S0) * factor, (Sigma - S0) / factor
    return (rising - falling) / 2, (rising + falling) / 2
