"""Appendix A.4.2, second half, and A.4.3: the potential Phi_delta and its link to Azulay et al., Eqs. (60)-(69)."""

from sympy import And, Derivative, Eq, Function, Gt, Identity, Max, Ne, Rational, S, diff, sign, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    Hessian,
    Holds,
    Minimises,
    Norm,
    Observed,
    Printed,
    chain,
    claim,
    every,
    real,
    stated,
    vector,
)
from theoremtest.derivations.toolbox.radial import partial_by_norm

from .a4_hessian_eq46_59 import M_inverse, warped_field
from .conventions_notation import ACROSS, IDENTITY_PART, IN_A_PLANE, LOW_RANK, NONZERO_BETA, OFF_ZERO, SQUARED_NORM
from .mirror_notation import BB, M, b_i, b_j, g, kappa, nonzero, q, q_azulay, r, scalar_domain, started, trained_from, x
from .notation import KUNIN, a, beta, beta0, beta_star, d, delta, eta_a, eta_w, rates_positive, setting, vector_flow, w, whitened

generic = Function("q", real=True)
radial = Domain(r > 0, over=[delta], source=NONZERO_BETA)
line = Domain(over=[x, delta])
off_zero = Domain(x**2 > 0, over=[delta], source=OFF_ZERO)
c_delta = Max(0, sign(delta) * sqrt(2) * abs(delta) ** Rational(3, 2) / 3)


def potential(norm):
    """Phi_delta of Eq. (67)."""
    return q(norm) + c_delta


@claim(KUNIN, "Eq. (60)")
def hessian_of_the_ansatz():
    """The Hessian of a function of the norm, entry by entry, for any twice differentiable q."""
    q1, q2 = diff(generic(r), r), diff(generic(r), r, 2)
    pull = q1 / r**3 - q2 / r**2
    first = partial_by_norm(generic(r), b_i, r)
    on = Domain(r > 0, over=[b_i, b_j], source=NONZERO_BETA)
    return every(diagonal=Equal(partial_by_norm(first, b_i, r), q1 / r - pull * b_i**2, on=on),
                 off_diagonal=Equal(partial_by_norm(first, b_j, r), -pull * b_i * b_j, on=on))


@claim(KUNIN, "Eq. (61)", uses=["kunin2024/59", "kunin2024/60"])
def first_derivative_from_the_identity_part():
    """Equating the identity parts of (59) and (60) gives the slope of q.

    The identity part is what a radial field does to a vector v across beta; in Eq. (60) it is the slope over |beta|. The slope itself
    is that of the q found in Eq. (63).
    """
    v, slope = vector("v", d), 2 * r / sqrt(kappa(r**2) + delta)
    return every(
        equated=Equal(Norm(beta) * g(BB) * M_inverse * v, slope.subs(r, Norm(beta)) * v,
                      on=nonzero.but(Eq(Dot(beta, v), 0), over=[v], source=IDENTITY_PART)),
        slope=Equal(Derivative(q(r), r), slope, on=radial))


@claim(KUNIN, "Eq. (62)", uses=["kunin2024/59", "kunin2024/60", "kunin2024/61"])
def second_derivative_from_the_outer_part():
    """Equating the outer-product parts gives the curvature of q, and it is the derivative of (61).

    The outer product counts along beta, where the field of Eq. (60) is the curvature.
    """
    def middle(width):
        return 2 / sqrt(width + delta) - (width - delta) / sqrt(width + delta) / width

    k = kappa(r**2)
    return every(
        equated=Equal(g(BB) * M_inverse * beta, middle(kappa(BB)) * beta, on=nonzero),
        simplified=Equal(middle(k), sqrt(k + delta) / k, on=radial),
        consistent=Equal(Derivative(2 * r / sqrt(k + delta), r), sqrt(k + delta) / k, on=radial))


@claim(KUNIN, "Eq. (64)")
def slope_of_q():
    """The first derivative of q, at every x != 0 and every delta."""
    k = kappa(x**2)
    return Printed(
        Equal(Derivative(q(x), x), 2 * x / sqrt(k + delta), on=off_zero),
        derivation=(
            *chain(Derivative(k, x), (4 * x / k, "differentiate the inner root"), on=off_zero),
            *chain(Derivative(q(x), x),
                   (Rational(1, 3) * (4 * x / k) * (sqrt(k + delta) + (k - 2 * delta) / (2 * sqrt(k + delta))), "product rule"),
                   (Rational(1, 3) * (4 * x / k) * 3 * k / (2 * sqrt(k + delta)), "common denominator"), on=off_zero)))


@claim(KUNIN, "Eq. (65)", uses=["kunin2024/64"])
def curvature_of_q():
    """The second derivative of q, at every x != 0 and every delta."""
    return Equal(Derivative(q(x), x, 2), sqrt(kappa(x**2) + delta) / kappa(x**2), on=off_zero)


@claim(KUNIN, "Eq. (65)", "convex", uses=["kunin2024/65"])
def q_is_convex():
    """The curvature is positive for every delta as long as x != 0."""
    return Holds(Gt(sqrt(kappa(x**2) + delta) / kappa(x**2), 0), on=off_zero)


@claim(KUNIN, "Eq. (65)", "minimum", uses=["kunin2024/64"])
def q_is_least_at_zero():
    """q falls before 0 and rises after it, so its least value is at 0.

    For delta < 0 the slope jumps there from -sqrt(2|delta|) to +sqrt(2|delta|): a kink, and still the minimum.
    """
    slope = 2 * x / sqrt(kappa(x**2) + delta)
    return every(rises=Holds(Gt(slope, 0), on=Domain(x > 0, over=[delta], source=OFF_ZERO)),
                 falls=Holds(slope < 0, on=Domain(x < 0, over=[delta], source=OFF_ZERO)))


@claim(KUNIN, "Eq. (66)", conditions=[stated(delta > 0), stated(delta <= 0)])
def normalising_constant():
    """c_delta = -q(0), by cases and in the closed form with a maximum."""
    at_zero = -q(x).subs(x, 0)
    upstream, other = Domain(delta > 0), Domain(delta <= 0)
    return every(
        upstream=Equal(at_zero, sqrt(2) * abs(delta) ** Rational(3, 2) / 3, on=upstream),
        otherwise=Equal(at_zero, S.Zero, on=other),
        closed_form=Equal(at_zero, c_delta, on=Domain(over=[delta])))


@claim(KUNIN, "Eq. (67)", uses=["kunin2024/59", "kunin2024/65", "kunin2024/66"],
       conditions=[stated(delta > 0), stated(delta <= 0), stated(x > 0)])
def the_potential():
    """Phi_delta vanishes at the origin, is positive elsewhere, and has the warped map (59) as its Hessian."""
    value = real(r"\Phi_\delta(\beta)")
    return Printed(
        every(origin=Equal(potential(x).subs(x, 0), S.Zero, on=Domain(over=[delta])),
              upstream=Holds(Gt(q(x) + sqrt(2) * delta ** Rational(3, 2) / 3, 0), on=Domain(x > 0, delta > 0)),
              otherwise=Holds(Gt(q(x), 0), on=Domain(x > 0, delta <= 0)),
              hessian=Hessian(value, beta, warped_field, on=nonzero.but(where={value: potential(Norm(beta))}))),
        defines=(value,))


@claim(KUNIN, "Eq. (69)", uses=["kunin2024/67"])
def link_to_azulay():
    """The potential is 2 sqrt(2)/3 times the q of Azulay et al., plus the constant."""
    k = kappa(x**2)
    root = sqrt(x**2 + delta**2 / 4)
    return Printed(
        Equal(potential(x), 2 * sqrt(2) / 3 * q_azulay(x) + c_delta, on=scalar_domain),
        derivation=(
            *chain(root, (k / 2, "take the factor 4 out of the root"), on=scalar_domain),
            *chain(x**2 - delta / 2 * (delta / 2 + root), ((k + delta) * (k - 2 * delta) / 4, "4 x^2 = (k - delta)(k + delta)"),
                   on=scalar_domain),
            *chain(sqrt(root - delta / 2) / x, (sqrt(2) / sqrt(k + delta), "likewise under the root"), on=scalar_domain)))


@claim(KUNIN, "Theorem A.2", uses=["kunin2024/69", "kunin2024/thm-3.1"], conditions=[stated(delta >= 0)])
def azulay_theorem():
    r"""Azulay et al.'s implicit bias, with $z$ read as $-\frac{3}{2}$ times the root times the unit vector of $\beta_0$."""
    norm0 = Norm(beta0)
    z_size = Rational(3, 2) * sqrt(sqrt(Dot(beta0, beta0) + delta**2 / 4) - delta / 2)
    on = nonzero & started & Domain(delta >= 0)
    return Minimises(potential=q_azulay(Norm(beta)), slope=z_size / norm0 * beta0, variable=beta, initial=beta0,
                     preconditioner=M(), warp=3 * sqrt(2) / 4 * sqrt(kappa(BB) + delta), on=on,
                     **trained_from(S.One, S.One))


@claim(KUNIN, "Eq. (68)", uses=["kunin2024/thm-A.2"], conditions=[stated(delta >= 0)])
def azulay_direction():
    """The vector z of Eq. (68): the objective's linear part must be minus the potential's gradient at beta_0.

    In the stored text the outer root of z runs over the unit vector too, which has a meaning in dimension 1 only; there
    beta_0/|beta_0| is a sign, and the statement is decided.
    """
    b0 = real(r"\beta_0")
    inner = sqrt(b0**2 + delta**2 / 4)
    gradient = diff(q_azulay(x), x).subs(x, abs(b0)) * sign(b0)
    on = Domain(b0**2 > 0, source=NONZERO_BETA) & Domain(delta >= 0)
    return Printed(
        Equal(-Rational(3, 2) * sqrt(inner - delta / 2 * sign(b0)), -gradient, on=on),
        latex=(r"z = -\frac{3}{2} \sqrt{\sqrt{\|\beta_0\|^2 + \frac{\delta^2}{4}} - \frac{\delta}{2} "
               r"\frac{\beta_0}{\|\beta_0\|}}"),
        erratum=Erratum("garbled", "The root must end before the unit vector: z = -(3/2) sqrt(sqrt(|beta_0|^2 + delta^2/4) - "
                        "delta/2) beta_0/|beta_0|, as Eqs. (70)-(72) use it.",
                        Equal(-Rational(3, 2) * sqrt(inner - delta / 2) * sign(b0), -gradient, on=on)))


@claim(KUNIN, "Appendix A.4.3", "same-bias", uses=["kunin2024/69", "kunin2024/thm-A.2"])
def both_theorems_have_one_linear_term():
    """The linear terms of Theorems 3.1 and A.2 agree in the same proportion as their potentials."""
    size = Rational(3, 2) * sqrt(sqrt(x**2 + delta**2 / 4) - delta / 2)
    return Equal(2 * sqrt(2) / 3 * size, sqrt(kappa(x**2) - delta), on=scalar_domain)


@claim(KUNIN, "Appendix A.4.3", "low-rank", uses=["kunin2024/13"],
       reading="`loses rank only where a = 0`: both eigenvalues of M, eta_w a^2 across w and eta_w a^2 + eta_a |w|^2 along it, are "
               "positive elsewhere")
def where_m_loses_rank():
    """M loses rank only where a = 0, which needs delta < 0 away from the origin.

    Its eigenvalues are eta_w a^2 across w and eta_w a^2 + eta_a |w|^2 along it.
    """
    W = Dot(w, w)
    Mw = eta_w * a**2 * Identity(d) + eta_a * w * w.T
    rates = rates_positive
    size = real(r"\|w\|^2")
    squared = Domain(size >= 0, source=SQUARED_NORM)
    return every(
        along=Equal(Mw * w, (eta_w * a**2 + eta_a * W) * w, on=rates.but(over=[a, w])),
        regular=Holds(Gt(eta_w * a**2 * (eta_w * a**2 + eta_a * size), 0), on=rates.but(a**2 > 0, source=LOW_RANK) & squared),
        downstream=Holds(-eta_a * size < 0, on=rates.but(size > 0, source=LOW_RANK)))


@claim(KUNIN, "Appendix A.4.3", "measure-zero", uses=["kunin2024/thm-A.2", "kunin2024/app-A.2.6:positive-root"],
       reading="for whitened inputs, d > n >= 1: the part of w across beta_* falls at the finite rate eta_w a^2, so that it never "
               "vanishes, nor does w, unless the start lies along beta_*, which is the set of measure zero",
       leaves_out="that what falls at a finite rate stays positive, a(t) != 0, which A.2.3 shows, and data that are not whitened")
def azulay_s_starts_satisfy_the_assumption():
    """All starts with delta >= 0 and beta_0 != 0, except a set of measure zero, keep beta(t) away from 0."""
    along = Domain(Ne(a, 0), source=NONZERO_BETA) & Domain(d >= 2, source=IN_A_PLANE)
    length = sqrt(Dot(w, w) - Dot(w, beta_star)**2 / Dot(beta_star, beta_star))
    across = along & whitened & setting(Gt(Dot(beta_star, beta_star), 0)) & Domain(
        Gt(Dot(w, w) * Dot(beta_star, beta_star), Dot(w, beta_star)**2), source=ACROSS)
    return Evolves(length, -eta_w * a**2 * length, along=vector_flow, on=across)


@claim(KUNIN, "Appendix A.4.3", "one-sign-change", uses=["kunin2024/lemma-A.1"],
       reading="`likely holds for the general setting` is read of random data that are not whitened: a changes its sign at most once "
               "in any run",
       leaves_out="every data set and every start")
def one_sign_change_for_general_data():
    """Lemma A.1 was based on whitened inputs, but a similar statement likely holds for the general setting."""
    most, changing = real("m"), real("n")
    return Observed(And(most <= 1, changing > 0), "theoremtest.numerics.experiments.kunin2024_captions:sign_changes",
                    on=Domain(over=[most, changing]))


@claim(KUNIN, "Appendix A.4.3", "extension", uses=["kunin2024/5", "kunin2024/72:sign-change"], origin="derived")
def extension_to_a_sign_change():
    """A trajectory on which a changes its sign ends where Theorem 3.1 has -psi_delta, at unit rates in a one-dimensional null space.

    The null component c = v.w is conserved and a^2 at the end is fixed by delta, so alpha = a c only changes its sign; the slope of
    Psi_delta there is minus the printed multiple of v.beta_0/|beta_0|.
    """
    c, e, first, length = real("c"), real("e"), real("a_0"), real(r"\|\beta_*\|")
    square = c**2 + e**2
    level = first**2 - square
    lead = level + c**2
    alpha = -sqrt((lead + sqrt(lead**2 + 4 * length**2)) / 2) * c
    width = sqrt(level**2 + 4 * (length**2 + alpha**2))
    start = sqrt(sqrt(level**2 + 4 * first**2 * square) - level)
    return Equal(2 * alpha / sqrt(width + level), -start * c / sqrt(square), on=Domain(length > 0, first > 0, square > 0, over=[c, e]))
