"""Symbols, flows and domains of the single-neuron model f(x) = a w.x (Section 3 and Appendix A).

Vector statements speak of `w`, `beta`, `X`, `y` in any dimension. Under whitened inputs the motion of (a, w) enters only
through the scalars a, omega = w.beta_* and |w|^2, so scalar statements use the reduced state (a, omega, W) with W = |w|^2.
"""

from sympy import Eq, Ge, Gt, Identity, ImmutableMatrix, Le, S, sqrt

from theoremtest.derivations.language import (
    TIME,
    Domain,
    DomainError,
    Dot,
    Flow,
    GradientFlow,
    Norm,
    atoms_of,
    dimension,
    matrix,
    real,
    reals,
    vector,
)

from .conventions_notation import (
    ANGLE,
    BALANCE,
    NONZERO_BETA,
    NONZERO_TARGET,
    POSITIVE_RATES,
    PRODUCT_ONE,
    SCALAR_PRODUCT,
    SQUARED_NORM,
    TIME_FROM_ZERO,
)
from .conventions_notation import KUNIN as KUNIN

d, n = dimension("d"), dimension("n")
t = TIME
a, a0 = real("a"), real("a_0")
eta_a, eta_w = real(r"\eta_a"), real(r"\eta_w")
delta = real(r"\delta")
w, w0, beta, beta0, beta_star = (vector(name, d) for name in ("w", "w_0", r"\beta", r"\beta_0", r"\beta_*"))
X, y = matrix("X", n, d), vector("y", n)

omega, omega0 = real(r"\omega"), real(r"\omega_0")
W, W0 = real(r"\|w\|^2"), real(r"\|w_0\|^2")
s = real(r"\|\beta_*\|")
mu, phi, nu, v = real(r"\mu"), real(r"\phi"), real(r"\nu"), real("v")
mu0, phi0, nu0, v0 = real(r"\mu_0"), real(r"\phi_0"), real(r"\nu_0"), real("v_0")

LAID_DOWN = {
    eta_a > 0: POSITIVE_RATES, eta_w > 0: POSITIVE_RATES,
    s > 0: NONZERO_TARGET, Gt(Dot(beta_star, beta_star), 0): NONZERO_TARGET,
    Ge(W, 0): SQUARED_NORM, Ge(W0, 0): SQUARED_NORM, Le(omega**2, W * s**2): SCALAR_PRODUCT, Le(omega0**2, W0 * s**2): SCALAR_PRODUCT,
    Gt(Dot(beta, beta), 0): NONZERO_BETA,
    Ge(t, 0): TIME_FROM_ZERO,
}
"""Conditions on letters that mean the same in the whole paper, with the place that lays them down."""


_BOUND = {letter: condition for condition in LAID_DOWN if len(letters := atoms_of(condition)) == 1 for letter in letters}
"""Letters with a bound of their own."""


def setting(*conditions, over=(), where=None, chart=None):
    """A Domain that knows where the paper lays down each of its conditions on the letters above.

    Raises DomainError for another bound on a letter that has one: it would be a slip.
    """
    made = Domain(*conditions, over=over, where=where, chart=chart)
    for condition in made.conditions:
        if condition in LAID_DOWN:
            made = made & Domain(condition, source=LAID_DOWN[condition])
        for letter in atoms_of(condition) if len(atoms_of(condition)) == 1 else ():
            if _BOUND.get(letter, condition) != condition:
                raise DomainError(f"{condition}: the paper lays down {_BOUND[letter]}")
    return made


rates_positive = setting(eta_a > 0, eta_w > 0)
"""Learning rates of both layers, positive."""

parameters = Domain(over=[a, w, X, y]) & rates_positive
"""Any parameters, any data, any positive rates."""

whitened = Domain(over=[a, w, beta_star]) & rates_positive
"""Any parameters under whitened inputs, X^T X = I."""

loss = Dot(a * X * w - y, a * X * w - y) / 2
"""Half the sum of squared residuals, the loss of Section 1's notation."""

training = GradientFlow(loss, {a: eta_a, w: eta_w}, name="gradient flow of the loss", network="single-neuron",
                        data=(X, y))

vector_flow = Flow(
    {a: eta_a * (Dot(w, beta_star) - a * Dot(w, w)), w: eta_w * (a * beta_star - a**2 * w)},
    name="gradient flow under whitened inputs, Eqs. (14)-(15)", network="single-neuron", read={a: a, w: w},
    learning_rates={a: eta_a, w: eta_w}, data=(Identity(d), beta_star),
)


def in_plane(first, along, square):
    """Parameters and target of a network with a = `first`, w.beta_* = `along` and |w|^2 = `square`; any other is a rotation of it."""
    return {a: first, w: ImmutableMatrix([along / s, sqrt(square - along**2 / s**2)]), beta_star: ImmutableMatrix([s, 0])}


def trained(start, rate_a=eta_a, rate_w=eta_w):
    """What a System says of the network whose training it describes, from the parameters `start`."""
    return {"network": "single-neuron", "learning_rates": {a: rate_a, w: rate_w}, "data": (Identity(d), beta_star), "lift": start}


cosine = Dot(w, beta_star) / (Norm(w) * Norm(beta_star))
"""phi, read from the network's parameters."""


def balanced_at(size, aligned, length=s):
    """The network with a = |w| = `size` and cosine `aligned`, trained at unit learning rates towards |beta_*| = `length`."""
    across = sqrt(1 - aligned**2)
    return trained({a: size, w: ImmutableMatrix([size * aligned, size * across]), beta_star: ImmutableMatrix([length, 0])},
                   S.One, S.One)


plane = in_plane(a, omega, W)
"""Parameters and target that have a given reduced state."""

reduced_flow = Flow(
    {a: eta_a * (omega - a * W), omega: eta_w * (a * s**2 - a**2 * omega), W: 2 * eta_w * (a * omega - a**2 * W)},
    name="the motion of (a, w.beta_*, |w|^2) under whitened inputs", network="single-neuron",
    read={a: a, omega: Dot(w, beta_star), W: Dot(w, w)},
    learning_rates={a: eta_a, w: eta_w}, data=(Identity(d), beta_star), lift=plane,
)

reduced_unit_flow = Flow(
    {state: rate.subs({eta_a: 1, eta_w: 1}) for state, rate in reduced_flow.rates.items()},
    name="the motion of (a, w.beta_*, |w|^2) at unit learning rates", network="single-neuron",
    read={a: a, omega: Dot(w, beta_star), W: Dot(w, w)},
    learning_rates={a: S.One, w: S.One}, data=(Identity(d), beta_star), lift=plane,
)

reduced_state = setting(s > 0, Ge(W, 0), Le(omega**2, W * s**2), over=[a])
"""Any state; Cauchy-Schwarz bounds omega."""

angled_state = setting(s > 0) & Domain(Gt(W, 0), source=ANGLE) & setting(Le(omega**2, W * s**2), over=[a])
"""States with w != 0, where phi has a value."""

conserved = eta_w * a**2 - eta_a * W
"""delta of Eq. (13) in the reduced state."""

p, q, D = real("p"), real("q"), real("D")
R, lambda_plus, lambda_minus = reals("R", r"\lambda_+", r"\lambda_-")
P_plus, P_minus = reals("P_+", "P_-")
c_phi, c_mu = real(r"c_\phi"), real(r"c_\mu")

coordinates = {delta: conserved, mu: a * sqrt(W), phi: omega / (s * sqrt(W))}
"""Section 3's coordinates in the reduced state: delta, mu = a |w|, phi = cos(w, beta_*)."""

product_one = setting(eta_a > 0) & Domain(where={eta_w: 1 / eta_a}, source=PRODUCT_ONE)
"""The convention of A.2 from Eq. (19) on: eta_a eta_w = 1, each rate still free."""

hyperbolic_state = angled_state & rates_positive & Domain(where=coordinates)
product_one_state = angled_state & product_one & Domain(where=coordinates)
"""States in these coordinates at any rates, and at rates whose product is 1."""

unit_coordinates = {**coordinates, delta: a**2 - W}
unit_state = angled_state & Domain(where=unit_coordinates)
"""The same at unit learning rates."""

unit_surface = angled_state & Domain(Eq(a**2 - W, delta), where={mu: a * sqrt(W), phi: omega / (s * sqrt(W))}, source=BALANCE)
"""The same where delta is given and |w|^2 follows from it, so that delta is a free number."""

any_state = reduced_state & rates_positive & Domain(where={delta: conserved})
product_one_any = reduced_state & product_one & Domain(where={delta: conserved})
unit_any = reduced_state & Domain(where={delta: a**2 - W})
"""All states, w = 0 among them, with delta read off: at any rates, at rates whose product is 1, at unit rates."""

whitened_loss = Dot(a * w - beta_star, a * w - beta_star) / 2
"""The loss under whitened inputs, up to a constant: half the squared distance of a w from beta_* = X^T y."""

whitened_training = GradientFlow(whitened_loss, {a: eta_a, w: eta_w}, name="gradient flow under whitened inputs",
                                 network="single-neuron", data=(Identity(d), beta_star))
