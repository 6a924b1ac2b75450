"""Section 3, first half: the tangent kernel, the minima and saddles, the conserved quantity and its hyperboloids, and
the motion of (mu, phi) under whitened inputs, Eqs. (1)-(2), footnote 2 and Fig. 2."""

from sympy import And, Eq, Ge, Gt, Identity, Ne, S, ZeroMatrix, sqrt

from theoremtest.derivations.language import (
    Chart,
    Conserved,
    Domain,
    Dot,
    Equal,
    Evolves,
    Holds,
    Iff,
    Limit,
    Norm,
    claim,
    every,
    real,
    stated,
    vector,
)

from .conventions_notation import BRANCHES, NORMAL_EQUATIONS, RESCALING, SADDLES
from .notation import (
    KUNIN,
    W,
    X,
    a,
    beta_star,
    d,
    delta,
    eta_a,
    eta_w,
    hyperbolic_state,
    mu,
    parameters,
    phi,
    rates_positive,
    reduced_flow,
    s,
    setting,
    training,
    vector_flow,
    w,
    whitened,
    whitened_training,
    y,
)

residual = a * X * w - y
gradient = X.T * residual
preconditioner = eta_w * a**2 * Identity(d) + eta_a * w * w.T
scale, step = real(r"\alpha"), real(r"\epsilon")
free = vector("u", d)
at_zero = parameters.but(Eq(a, 0), source=SADDLES)
"""Any w, at a = 0."""


@claim(KUNIN, "Eq. (1)")
def tangent_kernel():
    """The tangent kernel of one linear neuron.

    The left side of the first part is the kernel's definition: the sum over parameters of learning rate times Jacobian
    times its transpose, the Jacobians being Xw for a and aX for w. The second part says what the kernel is for: it
    drives the outputs down the residual.
    """
    jacobians = eta_a * (X * w) * (X * w).T + eta_w * (a * X) * (a * X).T
    kernel = X * preconditioner * X.T
    return every(kernel=Equal(jacobians, kernel, on=parameters),
                 outputs=Evolves(a * X * w, -kernel * residual, along=training, on=parameters))


@claim(KUNIN, "Section 3", "normal-equations", uses=["kunin2024/1"],
       reading="`exactly where`: the loss falls at the rate of two squares, of which the second is zero for a != 0 only where X^T rho "
               "is")
def minima_solve_the_normal_equations():
    """The loss stops falling exactly where X^T rho = 0, or on the saddle set of footnote 2.

    The loss falls at the rate of the squared gradient, each layer's share weighted by its learning rate. With a != 0 the
    second term vanishes only where the normal equations X^T X a w = X^T y hold.
    """
    fall = -(eta_a * Dot(w, gradient)**2 + eta_w * a**2 * Dot(gradient, gradient))
    return Evolves(training.loss, fall, along=training, on=parameters)


@claim(KUNIN, "Footnote 2", uses=["kunin2024/sec-3:normal-equations", "kunin2024/11", "kunin2024/12"])
def saddle_set():
    """Saddle points satisfy a = 0 and w^T X^T y = 0.

    With a != 0 both layers rest only where X^T rho = 0, a global minimum. With a = 0 the first layer rests, and the second
    moves at eta_a w^T X^T y: two equations, the second linear and nontrivial where X^T y != 0, so dimension d - 1. The last
    two parts: from every point of the set the loss falls along one curve through it, on which w moves along X^T y with a, and
    rises along another.
    """
    target = X.T * y
    on_the_set = Domain(Eq(Dot(w, target), 0), Gt(Dot(target, target), 0), over=[w, X, y], source=SADDLES,
                        chart=Chart({w: free - Dot(free, target) / Dot(target, target) * target}, Domain(over=[free])))
    across = (Dot(X * w, X * w) + 1) / Dot(target, target)

    def curve(tilt):
        """The second difference of the loss beside a point of the set, in the direction in which a and w both move."""
        beside = training.loss.subs({w: w + tilt * step * target}).subs({a: step})
        return (beside - training.loss.subs({a: 0})) / step**2

    return every(
        minima=Iff(Eq(a**2 * Dot(gradient, gradient), 0), Eq(Dot(gradient, gradient), 0), on=parameters.but(Ne(a, 0), source=SADDLES)),
        w_rests=Evolves(w, ZeroMatrix(d, 1), along=training, on=at_zero),
        a_moves=Evolves(a, eta_a * Dot(w, target), along=training, on=at_zero),
        lower=Limit(curve(across), step, 0, -Dot(X * w, X * w) / 2 - 1, on=on_the_set.but(over=[step])),
        higher=Limit(curve(-across), step, 0, 3 * Dot(X * w, X * w) / 2 + 1, on=on_the_set.but(over=[step])))


@claim(KUNIN, "Section 3", "rescaling")
def rescaling_symmetry():
    """Scaling a up and w down by the same factor leaves the network alone."""
    free = parameters.but(Ne(scale, 0), source=RESCALING)
    return Equal(training.loss.subs(a, a * scale).subs(w, w / scale), training.loss, on=free)


@claim(KUNIN, "Section 3", "minima-hyperbola", uses=["kunin2024/sec-3:rescaling", "kunin2024/11", "kunin2024/12"])
def minima_form_a_hyperbola():
    """The minima are the points w = beta_*/a, one branch for each sign of a.

    For any data whose normal equations beta_* solves both rates vanish there, and the coordinate of w along beta_* times a is
    the constant |beta_*|: a rectangular hyperbola.
    """
    minimum = beta_star / a
    branch = Domain(Ne(a, 0), over=[beta_star], source=BRANCHES)
    normal = Domain(Eq(X.T * (X * beta_star), X.T * y), source=NORMAL_EQUATIONS,
                    chart=Chart({y: X * beta_star}, Domain(over=[X, beta_star])))
    on = branch & rates_positive & normal
    here = X.T * (X * (a * minimum) - y)
    return every(
        a_rests=Equal(-eta_a * Dot(minimum, here), S.Zero, on=on),
        w_rests=Equal(-eta_w * a * here, ZeroMatrix(d, 1), on=on),
        hyperbola=Equal(a * Dot(minimum, beta_star) / Norm(beta_star), Norm(beta_star),
                        on=branch & rates_positive & setting(Dot(beta_star, beta_star) > 0)))


@claim(KUNIN, "Section 3", "conserved", uses=["kunin2024/13"])
def delta_is_conserved():
    """The rescaling symmetry conserves delta = eta_w a^2 - eta_a |w|^2, for any data."""
    return Conserved(eta_w * a**2 - eta_a * Dot(w, w), along=training, on=parameters)


@claim(KUNIN, "Fig. 2", uses=["kunin2024/sec-3:conserved"], conditions=[stated(delta < 0), stated(delta > 0)],
       reading="the figure has d = 2; its surfaces are read as the level sets of delta in (a, w)")
def geometry_of_the_surface():
    """The sign of delta fixes the surface: one sheet downstream, a double cone when balanced, two sheets upstream.

    Downstream every a occurs, with a sphere of w of positive radius around it: one sheet (for d >= 2, where that sphere
    is connected). Upstream a^2 stays above delta/eta_w, so a = 0 splits the surface in two. When balanced the surface is
    closed under scaling and meets a = 0 only in its apex.
    """
    level, radius, factor = delta, W, real("c")
    free = rates_positive.but(over=[a])
    return every(
        downstream=Holds(Gt((eta_w * a**2 - level) / eta_a, 0), on=free.but(level < 0)),
        upstream=Holds(Ge((level + eta_a * radius) / eta_w, level / eta_w),
                       on=rates_positive.but(level > 0) & setting(Ge(radius, 0))),
        cone=Equal(eta_w * (factor * a)**2 - eta_a * (factor**2 * radius), factor**2 * (eta_w * a**2 - eta_a * radius),
                   on=free.but(over=[radius, factor])),
        apex=Iff(Eq(eta_w * a**2 + eta_a * radius, 0), And(Eq(a, 0), Eq(radius, 0)), on=free & setting(Ge(radius, 0))))


@claim(KUNIN, "Section 3", "whitened", uses=["kunin2024/14", "kunin2024/15"])
def whitened_dynamics():
    """Under whitened inputs only beta_* = X^T y enters the motion."""
    return every(
        a=Evolves(a, eta_a * (Dot(w, beta_star) - a * Dot(w, w)), along=whitened_training, on=whitened),
        w=Evolves(w, eta_w * (a * beta_star - a**2 * w), along=whitened_training, on=whitened))


@claim(KUNIN, "Section 3", "span", uses=["kunin2024/sec-3:whitened"])
def weights_stay_in_a_plane():
    """w moves in the span of w_0 and beta_*.

    The part of w orthogonal to beta_* shrinks towards zero along itself, so it keeps the direction that it has in w_0.
    """
    on = whitened & setting(Dot(beta_star, beta_star) > 0)
    across = (Identity(d) - beta_star * beta_star.T / Dot(beta_star, beta_star)) * w
    return Evolves(across, -eta_w * a**2 * across, along=vector_flow, on=on)


@claim(KUNIN, "Section 3", "reduced-flow", uses=["kunin2024/sec-3:whitened"], origin="derived")
def reduced_motion():
    """The scalars a, w^T beta_* and |w|^2 move by themselves.

    They are all that the motion of mu and phi needs, in every dimension.
    """
    along, weight, square = Dot(w, beta_star), Dot(w, w), Dot(beta_star, beta_star)
    return every(
        a=Evolves(a, eta_a * (along - a * weight), along=vector_flow, on=whitened),
        omega=Evolves(along, eta_w * (a * square - a**2 * along), along=vector_flow, on=whitened),
        weight=Evolves(weight, 2 * eta_w * (a * along - a**2 * weight), along=vector_flow, on=whitened))


@claim(KUNIN, "Eq. (2)", uses=["kunin2024/16", "kunin2024/17", "kunin2024/sec-3:reduced-flow"])
def hyperbolic_and_spherical_motion():
    """mu = a|w| and the cosine phi move by themselves once delta is given."""
    kappa = sqrt(delta**2 + 4 * eta_a * eta_w * mu**2)
    on = hyperbolic_state
    return every(
        mu=Evolves(mu, kappa * (phi * s - mu), along=reduced_flow, on=on),
        phi=Evolves(phi, eta_a * eta_w * 2 * mu * s / (kappa - delta) * (1 - phi**2), along=reduced_flow, on=on))
