"""Section 1.5.1: how a linear model's function moves under gradient flow, and that its modes decouple, Eqs. (1.17)-(1.26)."""

from sympy import Eq, Function, Gt, S, Sum, Symbol, diff, exp, log

from theoremtest.derivations.language import (
    Diagonal,
    Domain,
    Dot,
    Equal,
    Evolves,
    Flow,
    Gradient,
    Holds,
    Meaning,
    Printed,
    Solves,
    System,
    claim,
    every,
    real,
    vector,
)

from .features_notation import (
    NOT_NEGATIVE,
    E,
    H,
    Phi,
    T,
    anything,
    e,
    eta,
    f,
    frame,
    goal,
    learning,
    loss,
    model,
    nonnegative,
    one_mode,
    p,
    rho,
    rho_k,
    s,
    t,
    training,
    values,
    w,
)
from .notation import NAM

LATER = Meaning("time counts from the initialization", "Section 1.5.1")
RATE = Meaning("a learning rate is positive", "Eq. (1.12)")


@claim(NAM, "Eq. (1.17)")
def functions_move_by_the_operator():
    """Under gradient flow of the mean square error f' = -eta T[f - f*], for every feature map and every target."""
    return Evolves(model, -eta * T * (model - goal), along=training, on=anything)


@claim(NAM, "Eq. (1.18)", uses=["nam2024/1.14"],
       reading="the operator of the kernel Phi(x)^T Phi(x') is that of Eq. (1.13): q is a weight q(i) on n inputs, Phi_k there is "
               "a(k, i)", leaves_out="distributions on more than finitely many inputs")
def kernel_of_the_operator():
    """T[f](x') is the integral of Phi(x)^T Phi(x') f(x), which is the sum over features of Phi_k(x') <Phi_k|f>."""
    number, k, i, j = (Symbol(name, integer=True) for name in ("m", "k", "i", "j"))
    points = Symbol("n", integer=True)
    a, q, g = (Function(name, real=True) for name in ("a", "q", "g"))
    kernel = Sum(Sum(a(k, i) * a(k, j), (k, 1, number)) * g(i) * q(i), (i, 1, points))
    applied = real(r"\mathcal{T}[f](x')")
    on = Domain(number >= 1, points >= 1, over=[j], source=Meaning("p features, n inputs", "Section 1.3")).but(where={applied: kernel})
    return Printed(Equal(applied, Sum(a(k, j) * Sum(a(k, i) * g(i) * q(i), (i, 1, points)), (k, 1, number)), on=on), defines=(applied,))


@claim(NAM, "Eq. (1.19)")
def chain_rule_over_parameters():
    """f' is the sum of w_k' Phi_k over all parameters, and w' = -eta times the loss's gradient."""
    velocity = vector("v", p)
    moved = Flow({w: velocity}, name="any motion of the parameters")
    on = anything & Domain(over=[velocity])
    return every(features=Evolves(model, Phi * velocity, along=moved, on=on),
                 flow=Evolves(model, Phi * (-eta * (Phi.T * Phi * w - Phi.T * goal)), along=training, on=on))


@claim(NAM, "Eq. (1.20)", origin="derived", uses=["nam2024/1.19"],
       reading="dL/dw_k is the mean of (f - f*) df/dw_k; the gradient of f at any one input, or of its mean with any function g, is df/dw")
def gradient_of_the_loss():
    """The loss's slope in w_k is the inner product of f - f* and of df/dw_k."""
    g, direction = vector("g", H), vector("v", p)
    along = Flow({w: direction}, name="w moves along v")
    return every(loss=Evolves(loss, Dot(model - goal, Phi * direction), along=along, on=anything & Domain(over=[direction])),
                 model=Gradient(Dot(g, model), w, Phi.T * g, on=anything & Domain(over=[g])))


@claim(NAM, "Eq. (1.21)", uses=["nam2024/1.20"])
def features_are_the_slopes_of_the_model():
    """With df/dw_k = Phi_k the slopes are <Phi_k|f - f*>, and f' is -eta times the sum of Phi_k <Phi_k|f - f*>."""
    return every(slopes=Gradient(loss, w, Phi.T * (model - goal), on=anything),
                 rate=Evolves(model, -eta * Phi * (Phi.T * (model - goal)), along=training, on=anything))


@claim(NAM, "Eq. (1.22)", uses=["nam2024/1.14", "nam2024/1.21"])
def sum_over_features_is_the_operator():
    """The sum of Phi_k <Phi_k|f - f*> is T[f - f*]: against every function g both give the same."""
    g = vector("g", H)
    return every(against=Equal(Dot(Phi.T * g, Phi.T * (f - goal)), Dot(g, T * (f - goal)), on=anything & Domain(over=[g])),
                 rate=Evolves(model, -eta * (T * (model - goal)), along=training, on=anything))


@claim(NAM, "Eq. (1.23)", uses=["nam2024/1.17"])
def coefficient_moves_by_the_rate_of_the_function():
    """d<e_k|f>/dt = <e_k|f'>, which is -eta <e_k|T[f - f*]>; e_k stands still."""
    rate = vector("g", H)
    moved = Flow({f: rate}, name="any motion of f")
    of_model = anything.but(where={f: model})
    return every(inside=Evolves(Dot(e, f), Dot(e, rate), along=moved, on=anything & Domain(over=[e, rate])),
                 operator=Evolves(Dot(e, f), -eta * Dot(e, T * (f - goal)), along=training, on=of_model & Domain(over=[e])))


@claim(NAM, "Eq. (1.24)", uses=["nam2024/1.17"])
def coefficient_in_brackets():
    """d<e_k|f>/dt = -eta <e_k|T[f - f*]>, in which T may act to the left."""
    return Evolves(Dot(e, f), -eta * Dot(T * e, f - goal), along=learning, on=anything & Domain(over=[e]))


@claim(NAM, "Eq. (1.25)", uses=["nam2024/1.17"])
def coefficients_decouple():
    """d<e_k|f>/dt = -eta rho_k (<e_k|f> - <e_k|f*>)."""
    return Evolves(Dot(e, f), -eta * rho_k * (Dot(e, f) - Dot(e, goal)), along=learning, on=one_mode)


saturated = Diagonal(1 - exp(-eta * s * t), (s, rho))


@claim(NAM, "Eq. (1.26)", uses=["nam2024/1.17", "nam2024/1.15"])
def sum_of_independent_modes():
    """From f = 0, f is the sum over k of <e_k|f*> (1 - e^{-eta rho_k t}) e_k; eigenvalues of zero included."""
    modes = frame & Domain(nonnegative, source=NOT_NEGATIVE) & Domain(over=[goal, eta, f, t])
    return Solves(System({f: -eta * E * values * E.T * (f - goal)}, {f: 0 * goal}), {f: E * saturated * E.T * goal}, on=modes)


@claim(NAM, "Section 1.5.1", "saturation", uses=["nam2024/1.26"],
       reading="`saturate faster for larger eigenvalues`: at each time after the start the mode of the larger eigenvalue is further; `a "
               "saturation speed governed by rho_k`: the share c of the limit is reached at the time -log(1 - c)/(eta rho_k)")
def larger_eigenvalues_saturate_faster():
    """1 - e^{-eta rho t} grows with rho; the time to a given share of the limit is inverse to rho."""
    share = real("c")
    rate = Domain(eta > 0, source=RATE)
    on = rate & Domain(rho_k > 0, source=Meaning("a mode that saturates has an eigenvalue other than zero", "Section 1.5.1"))
    speed = Holds(Gt(diff(1 - exp(-eta * rho_k * t), rho_k), S.Zero),
                  on=rate & Domain(rho_k >= 0, source=NOT_NEGATIVE) & Domain(t > 0, source=LATER))
    reached = Equal(-log(1 - share) / (eta * rho_k), t, on=on & Domain(
        Eq(share, 1 - exp(-eta * rho_k * t)), over=[t], source=Meaning("the share of the limit that is reached at t", "Section 1.5.1")))
    return every(speed=speed, time=reached)
