"""Appendix A.4.2, first half: the inverse of M, why it is no Hessian map, and the warp that makes it one, Eqs. (46)-(59).

Index statements name the coordinates they differentiate by and absorb all others in N = |beta|^2, so they cover every
dimension that has so many coordinates.
"""

from sympy import And, Derivative, Eq, Function, Gt, Identity, Ne, diff, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Hessian,
    Holds,
    Inverse,
    Norm,
    NotHessian,
    Printed,
    chain,
    claim,
    every,
    matrix,
    real,
    reals,
    vector,
)
from theoremtest.derivations.toolbox.radial import partial_by_square

from .conventions_notation import NONZERO_BETA, PRODUCT_ONE_IN_BETA, SHERMAN_MORRISON, SPLIT
from .mirror_notation import BB, M, N, b_i, b_j, b_k, f, g, h, kappa, nonzero, outer, q, scalar_domain, x
from .notation import KUNIN, a, beta, d, delta, eta_a, eta_w, setting, w

norm_w = Dot(w, w)
one = Identity(d)
S = kappa(BB)
M_inverse = 2 / (S + delta) * one - (S - delta) / (S + delta) / (BB * S) * outer
product_one = (setting(eta_a > 0) & Domain(a**2 > 0, norm_w > 0, over=[a, w], source=NONZERO_BETA)
               & Domain(where={eta_w: 1 / eta_a}, source=PRODUCT_ONE_IN_BETA)
               & Domain(where={beta: a * w, delta: eta_w * a**2 - eta_a * norm_w}))
in_parameters = eta_w * a**2 * one + eta_a * w * w.T
coordinates = Domain(N > 0, over=[delta, b_i, b_j, b_k], source=NONZERO_BETA)


@claim(KUNIN, "Eq. (46)", uses=["kunin2024/39"])
def preconditioner_at_product_one():
    """M under the convention eta_a eta_w = 1."""
    return Equal(in_parameters, M(), on=product_one)


@claim(KUNIN, "Eq. (46)", "jacobian", uses=["kunin2024/46"])
def jacobian_form():
    """The text equates M with the Jacobian product grad_theta beta grad_theta beta^T.

    The Jacobian product is a^2 I + w w^T; it carries no learning rates.
    """
    jacobians = a**2 * one + w * w.T
    return Printed(
        Equal(jacobians, M(), on=product_one),
        latex=r"\nabla_\theta\beta\nabla_\theta\beta^\top = M",
        erratum=Erratum("incomplete", "The sentence before Eq. (46), grad_theta beta grad_theta beta^T = M, is true at eta_a = eta_w = 1; "
                        "under the stated convention eta_a eta_w = 1 each Jacobian must be weighted by its layer's rate. Eq. (46) itself "
                        "is exact.",
                        Equal(eta_w * (a * one) * (a * one).T + eta_a * w * w.T, M(), on=product_one),
                        under=(Eq(eta_a, 1),)))


@claim(KUNIN, "Eq. (47)", uses=["kunin2024/46"])
def rank_one_split():
    """M = A + u v^T with A a multiple of the identity."""
    A, u, v = matrix("A", d, d), vector("u", d), vector("v", d)
    on = nonzero.but(Eq(A, (S + delta) / 2 * one), Eq(u, (S - delta) / (2 * BB) * beta), Eq(v, beta), source=SPLIT)
    return Printed(Equal(M(), A + u * v.T, on=on), defines=(A, u, v))


@claim(KUNIN, "Eq. (47)", "simplification", uses=["kunin2024/47"])
def denominator_term():
    """The scalar u^T A^{-1} v of the Sherman-Morrison formula."""
    u = (S - delta) / (2 * BB) * beta
    return Equal(Dot(u, 2 / (S + delta) * beta), (S - delta) / (S + delta), on=nonzero)


@claim(KUNIN, "Eq. (47)", "sherman-morrison")
def sherman_morrison():
    """The Sherman-Morrison formula itself, for any invertible A."""
    A, Ai, u, v = matrix("A", d, d), matrix("A^{-1}", d, d), vector("u", d), vector("v", d)
    on = Domain(Eq(A * Ai, one), Eq(Ai * A, one), Ne(1 + Dot(v, Ai * u), 0), over=[u, v], source=SHERMAN_MORRISON)
    return Inverse(A + u * v.T, Ai - (Ai * u) * (v.T * Ai) / (1 + Dot(v, Ai * u)), on=on)


@claim(KUNIN, "Eq. (47)", "positive-definite", uses=["kunin2024/47"])
def positive_definite():
    """Where beta != 0, M is positive definite: its eigenvalues are (S + delta)/2 across beta and S along it."""
    return every(
        along=Equal(M() * beta, S * beta, on=nonzero),
        positive=Holds(And(Gt((kappa(x) + delta) / 2, 0), Gt(kappa(x), 0)), on=scalar_domain))


@claim(KUNIN, "Eq. (48)", uses=["kunin2024/47", "kunin2024/47:sherman-morrison"])
def inverse_preconditioner():
    """The inverse of M, in every dimension."""
    A_inverse = 2 / (S + delta) * one
    u = (S - delta) / (2 * BB) * beta
    return Printed(
        Inverse(M(), M_inverse, on=nonzero),
        derivation=(
            *chain(1 + Dot(u, A_inverse * beta), (2 * S / (S + delta), "the denominator of Sherman-Morrison"), on=nonzero),
            *chain(A_inverse - (A_inverse * u) * (beta.T * A_inverse) / (1 + Dot(u, A_inverse * beta)),
                   (M_inverse, "Sherman-Morrison, terms collected"), on=nonzero)))


@claim(KUNIN, "Eq. (49)", uses=["kunin2024/48"])
def inverse_in_two_functions():
    """M^{-1} = f_delta(|beta|^2) I - h_delta(|beta|^2) beta beta^T."""
    first, second = reals(r"f_\delta(x)", r"h_\delta(x)")
    on = nonzero.but(where={x: BB, first: f(x), second: h(x)})
    return Printed(every(inverse=Inverse(M(), first * one - second * outer, on=on)), defines=(first, second))


def _slope(function):
    """The derivative of a scalar function of x, at N."""
    return diff(function(x), x).subs(x, N)


@claim(KUNIN, "Eq. (51)", uses=["kunin2024/49"])
def mixed_partials_all_different():
    """For i, j, k all different the mixed partials agree."""
    value = -2 * _slope(h) * b_i * b_j * b_k
    return every(
        by_k=Equal(partial_by_square(-h(N) * b_i * b_j, b_k, N), value, on=coordinates),
        by_j=Equal(partial_by_square(-h(N) * b_i * b_k, b_j, N), value, on=coordinates))


@claim(KUNIN, "Eq. (52)", uses=["kunin2024/49"])
def diagonal_partial():
    """The partial derivative of a diagonal entry by another coordinate."""
    return Equal(partial_by_square(f(N) - h(N) * b_i**2, b_j, N), 2 * _slope(f) * b_j - 2 * _slope(h) * b_j * b_i**2,
                 on=coordinates)


@claim(KUNIN, "Eq. (53)", uses=["kunin2024/49"])
def off_diagonal_partial():
    """The partial derivative of an off-diagonal entry by its own coordinate."""
    return Equal(partial_by_square(-h(N) * b_i * b_j, b_i, N), -h(N) * b_j - 2 * _slope(h) * b_j * b_i**2, on=coordinates)


@claim(KUNIN, "Eq. (53)", "criterion", uses=["kunin2024/52", "kunin2024/53"])
def criterion():
    """The two sides differ by beta_j (2 f' + h): M^{-1} is a Hessian map exactly when that vanishes."""
    gap = partial_by_square(f(N) - h(N) * b_i**2, b_j, N) - partial_by_square(-h(N) * b_i * b_j, b_i, N)
    return Equal(gap, b_j * (2 * _slope(f) + h(N)), on=coordinates)


@claim(KUNIN, "Eq. (54)", uses=["kunin2024/49"])
def criterion_value():
    """The criterion's value for M^{-1}."""
    value = -4 / (kappa(x) * (kappa(x) + delta)**2)
    return Printed(
        Equal(2 * Derivative(f(x), x) + h(x), value, on=scalar_domain),
        derivation=(
            *chain(2 * Derivative(f(x), x), (-8 / (kappa(x) * (kappa(x) + delta)**2), "differentiate f"), on=scalar_domain),
            *chain(h(x), (4 / (kappa(x) * (kappa(x) + delta)**2), "4 x = (S - delta)(S + delta)"), on=scalar_domain)))


@claim(KUNIN, "Eq. (54)", "not-hessian", uses=["kunin2024/53:criterion", "kunin2024/54"],
       reading="the dimension is two or more, as the condition over i != j supposes")
def not_a_hessian_map():
    """M^{-1} is the Hessian of no potential, for any delta, in dimension 2 and above.

    In dimension 1 every continuous function is a second derivative; the text's condition over i != j is then empty.
    """
    return NotHessian(M_inverse, beta, on=nonzero)


warp = Function("g", real=True)


@claim(KUNIN, "Eq. (55)", uses=["kunin2024/49"])
def warped_inverse():
    """A scalar warp multiplies both functions of M^{-1}."""
    c = real("g")
    return Equal(c * M_inverse, (c * f(BB)) * one - (c * h(BB)) * outer, on=nonzero.but(over=[c]))


@claim(KUNIN, "Eq. (56)", uses=["kunin2024/53:criterion", "kunin2024/55"])
def warped_criterion():
    """The criterion for g M^{-1}, for any differentiable g: the mixed partials differ by beta_j times its left side."""
    F, H = warp(N) * f(N), warp(N) * h(N)
    gap = partial_by_square(F - H * b_i**2, b_j, N) - partial_by_square(-H * b_i * b_j, b_i, N)
    condition = 2 * (diff(warp(N), N) * f(N) + warp(N) * _slope(f)) + warp(N) * h(N)
    return Equal(gap, b_j * condition, on=coordinates)


@claim(KUNIN, "Eq. (57)", uses=["kunin2024/56"])
def warp_equation():
    """Solving the criterion for the warp's slope."""
    value, slope = reals(r"g_\delta(x)", r"\nabla g_\delta(x)")
    on = scalar_domain.but(over=[value]).but(where={slope: -(2 * diff(f(x), x) + h(x)) / (2 * f(x)) * value})
    return Printed(Equal(2 * (slope * f(x) + value * diff(f(x), x)) + value * h(x), 0, on=on), defines=(slope,))


@claim(KUNIN, "Eq. (58)", uses=["kunin2024/54", "kunin2024/57"])
def warp_coefficient():
    """The coefficient of the warp's equation."""
    return Equal(-(2 * Derivative(f(x), x) + h(x)) / (2 * f(x)), 1 / (kappa(x) * (kappa(x) + delta)), on=scalar_domain)


@claim(KUNIN, "Eq. (58)", "solution", uses=["kunin2024/58"])
def warp_solution():
    """The warp sqrt(S + delta), times any constant, solves its equation."""
    c = real("c")
    return Equal(Derivative(c * g(x), x), c * g(x) / (kappa(x) * (kappa(x) + delta)), on=scalar_domain.but(over=[c]))


warped_field = 2 / sqrt(S + delta) * one - (S - delta) / sqrt(S + delta) / (BB * S) * outer


@claim(KUNIN, "Eq. (59)", uses=["kunin2024/48", "kunin2024/58:solution"])
def warped_map():
    """The warped inverse preconditioner, written out."""
    return Equal(g(BB) * M_inverse, warped_field, on=nonzero)


@claim(KUNIN, "Eq. (59)", "hessian", uses=["kunin2024/59", "kunin2024/67"])
def warped_map_is_a_hessian():
    """The warped map is a Hessian map: the potential found below has it as Hessian."""
    return Hessian(q(Norm(beta)), beta, warped_field, on=nonzero)
