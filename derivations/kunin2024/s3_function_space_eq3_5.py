"""Section 3, second half: learning in function space, the preconditioner M and its regimes, and the implicit bias,
Eqs. (3)-(5) and Theorem 3.1."""

from sympy import Eq, Identity, S, ZeroMatrix, oo, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    Flow,
    Holds,
    Limit,
    Minimises,
    Norm,
    Printed,
    claim,
    every,
    real,
    stated,
)

from .conventions_notation import NONZERO_BETA, UPPER_SHEET
from .mirror_notation import BB, M, kappa, nonzero, outer, psi, q, r, scalar_domain, started, trained_from, with_rates, x
from .notation import KUNIN, X, a, beta, beta0, d, delta, eta_a, eta_w, parameters, rates_positive, s, setting, training, w, y

product = eta_a * eta_w
from_parameters = rates_positive & Domain(a**2 > 0, Dot(w, w) > 0, over=[a, w], source=NONZERO_BETA) & Domain(
    where={beta: a * w, delta: eta_w * a**2 - eta_a * Dot(w, w)})
in_parameters = eta_w * a**2 * Identity(d) + eta_a * w * w.T


@claim(KUNIN, "Eq. (3)", uses=["kunin2024/11", "kunin2024/12"])
def function_space_dynamics():
    """The predictor beta = a w follows preconditioned gradient flow."""
    return Evolves(a * w, -in_parameters * (X.T * (X * (a * w) - y)), along=training, symbol=beta, on=parameters)


@claim(KUNIN, "Eq. (4)", uses=["kunin2024/13", "kunin2024/39"])
def preconditioner_in_beta():
    """Wherever beta != 0, the preconditioner is a function of beta and delta alone."""
    return Equal(in_parameters, M(product), on=from_parameters)


@claim(KUNIN, "Section 3", "upstream-preconditioner", uses=["kunin2024/4"],
       reading="`M approximately delta I` is read as a limit of M/delta at each beta",
       leaves_out="that beta converges to the trajectory of linear regression and that the kernel stays along it: M is held to its limit "
                  "at one beta at a time")
def upstream_preconditioner():
    """Upstream, M/delta tends to the identity: beta follows the gradient flow of linear regression.

    The limit does not depend on beta, so the tangent kernel X M X^T is constant along the trajectory; the error shrinks
    like 1/delta^2.
    """
    return every(
        preconditioner=Limit(M(product) / delta, delta, oo, Identity(d), rate=1 / delta**2, on=with_rates),
        kernel=Limit(X * M(product) * X.T / delta, delta, oo, X * X.T, rate=1 / delta**2, on=with_rates.but(over=[X])))


@claim(KUNIN, "Section 3", "balanced-preconditioner", uses=["kunin2024/4"],
       reading="the two sentences are read as the formula for M at delta = 0",
       leaves_out="that the kernel changes in magnitude and direction through training")
def balanced_preconditioner():
    """At delta = 0 the preconditioner scales with |beta| and stretches its direction twofold."""
    at_balance = with_rates.at({delta: 0})
    return Equal(M(product).subs(delta, 0), sqrt(product) * Norm(beta) * (Identity(d) + outer / BB), on=at_balance)


@claim(KUNIN, "Section 3", "downstream-preconditioner", uses=["kunin2024/4"],
       reading="`M approximately |delta| times the projector` is read as a limit of M/|delta| at each beta")
def downstream_preconditioner():
    """Downstream, M/|delta| tends to the projector onto beta, with an error of order 1/delta^2."""
    return Limit(M(product) / (-delta), delta, -oo, outer / BB, rate=1 / delta**2, on=with_rates)


@claim(KUNIN, "Section 3", "downstream-projected", uses=["kunin2024/sec-3:downstream-preconditioner"],
       reading="the trajectory downstream is read as that of the limiting preconditioner",
       leaves_out="that at some point beta slowly aligns and the kernel then changes (see `sec-3:downstream-phi`)")
def downstream_projected_descent():
    """The limiting downstream flow moves beta along itself only, so the projector, and with it the kernel, stays."""
    project = outer / BB
    flow = Flow({beta: -project * (X.T * (X * beta - y))}, name="projected gradient flow")
    on = Domain(BB > 0, over=[beta, X, y], source=NONZERO_BETA)
    return every(
        projector=Equal(project * project, project, on=on),
        direction=Evolves(project, ZeroMatrix(d, d), along=flow, on=on))


def _null_direction(rates_product, a_rate, w_rate, potential_product):
    """The optimality condition in a one-dimensional null space, at the limit that the flow really reaches.

    With null vector v the component c = v.w is conserved, so alpha = a c at the end, where delta fixes a^2.
    """
    c, e, a_start = real("c"), real("e"), real("a_0")
    square0 = c**2 + e**2
    start = w_rate * a_start**2 - a_rate * square0
    lead = start + a_rate * c**2
    a_end = sqrt((lead + sqrt(lead**2 + 4 * rates_product * s**2)) / (2 * w_rate))
    alpha = a_end * c
    norm = sqrt(s**2 + alpha**2)
    k_end = sqrt(start**2 + 4 * potential_product * norm**2)
    k_start = sqrt(start**2 + 4 * potential_product * a_start**2 * square0)
    slope_end = 2 * potential_product * alpha / sqrt(k_end + start)
    slope_start = sqrt(potential_product) * sqrt(k_start - start) * c / sqrt(square0)
    return slope_end, slope_start, (setting(s > 0) & Domain(a_start > 0, source=UPPER_SHEET)
                                    & Domain(square0 > 0, over=[c, e], source=NONZERO_BETA))


@claim(KUNIN, "Theorem 3.1", uses=["kunin2024/46", "kunin2024/48", "kunin2024/67"])
def implicit_bias():
    """The implicit bias of one linear neuron trades the norm of the solution against the initial direction.

    Stated under the convention of Appendix A.4, eta_a eta_w = 1. The mirror-flow argument is decided link by link: the
    warped inverse preconditioner is the Hessian of Psi_delta, the slope is its gradient at beta_0, the potential is
    strictly convex and the warp positive; what remains is the sufficiency of the KKT conditions for a convex program.
    """
    on = nonzero & started
    return Minimises(potential=q(Norm(beta)), slope=psi(Dot(beta0, beta0)) / Norm(beta0) * beta0, variable=beta,
                     initial=beta0, preconditioner=M(), warp=sqrt(kappa(BB) + delta), on=on,
                     **trained_from(S.One, S.One))


@claim(KUNIN, "Eq. (5)", uses=["kunin2024/thm-3.1"])
def implicit_bias_as_printed():
    """Psi_delta and psi_delta as Section 3 prints them, with the section's learning rates in force.

    Eqs. (2) and (4) carry eta_a eta_w beside |beta|^2; the theorem, some lines below, does not. The statement is the
    optimality condition in a one-dimensional null space at the limit that the flow really reaches, which the conserved
    component v.w of the null vector gives without any mirror potential.
    """
    rates = rates_positive
    end, start, setting = _null_direction(product, eta_a, eta_w, 1)
    printed = Equal(end, start, on=setting & rates)
    end, start, setting = _null_direction(product, eta_a, eta_w, product)
    corrected = every(
        null_direction=Equal(end, start, on=setting & rates),
        mirror_flow=Minimises(
            potential=q(Norm(beta), product), slope=sqrt(product) * psi(Dot(beta0, beta0), product) / Norm(beta0) * beta0,
            variable=beta, initial=beta0, preconditioner=M(product), warp=product * sqrt(kappa(BB, product) + delta),
            on=with_rates & started, **trained_from(eta_a, eta_w)))
    return Printed(
        printed,
        latex=(r"\beta(\infty) = \arg\min_{X\beta = y} \Psi_\delta(\beta) - \psi_\delta \frac{\beta_0}{\|\beta_0\|}^\top \beta,"
               r"\quad \Psi_\delta(\beta) = \tfrac{1}{3}\left(\sqrt{\delta^2 + 4\|\beta\|^2} - 2\delta\right)"
               r"\sqrt{\sqrt{\delta^2 + 4\|\beta\|^2} + \delta},"
               r"\quad \psi_\delta = \sqrt{\sqrt{\delta^2 + 4\|\beta_0\|^2} - \delta}"),
        erratum=Erratum(
            "incomplete",
            "With general rates the square roots need delta^2 + 4 eta_a eta_w |beta|^2, and the linear term the factor "
            "sqrt(eta_a eta_w); as printed the formula needs eta_a eta_w = 1, which Appendix A.3 assumes only later.",
            corrected, under=(Eq(eta_w, 1 / eta_a),)))


@claim(KUNIN, "Eq. (5)", "unit-rates", uses=["kunin2024/thm-3.1"],
       reading="the limit of the flow is put in, a(infinity) c along beta_* by what is conserved, and zero across it")
def implicit_bias_at_unit_rates():
    """At eta_a = eta_w = 1 the printed optimality condition holds at the limit that the flow reaches."""
    end, start, setting = _null_direction(1, 1, 1, 1)
    return Equal(end, start, on=setting)


vanishing = Domain(r > 0, source=NONZERO_BETA)


@claim(KUNIN, "Section 3", "vanishing-upstream", uses=["kunin2024/5"], conditions=[stated(delta > 0)],
       reading="`no difference between the inductive biases` is read as: the linear term vanishes and the potential orders by the norm")
def vanishing_start_upstream():
    """From a vanishing initialisation the direction term disappears for every delta >= 0, and the norm alone is minimised.

    So upstream and balanced starts share one bias: Psi_delta increases with |beta| for each delta.
    """
    return every(
        upstream=Limit(psi(r**2), r, 0, 0, on=vanishing.but(delta > 0)),
        balanced=Limit(psi(r**2).subs(delta, 0), r, 0, 0, on=vanishing),
        norm=Holds(q(x).diff(x) > 0, on=scalar_domain))


@claim(KUNIN, "Section 3", "vanishing-downstream", uses=["kunin2024/5"], conditions=[stated(delta < 0)])
def vanishing_start_downstream():
    """Downstream the direction term survives a vanishing initialisation, with weight sqrt(2|delta|)."""
    return Limit(psi(r**2), r, 0, sqrt(-2 * delta), on=vanishing.but(delta < 0))


@claim(KUNIN, "Section 3", "downstream-bias", uses=["kunin2024/5"],
       reading="`dominates` is read as: along the direction of beta_0, for |beta_0| = |beta|, the second term outgrows the first")
def downstream_bias():
    """Downstream the second term, which preserves the direction of the initialization, is said to dominate the inductive bias."""
    on = Domain(r > 0, source=NONZERO_BETA) & Domain(delta < 0)
    return Printed(
        Limit(psi(r**2) * r / q(r), delta, -oo, oo, on=on),
        conditions=[stated(delta < 0)],
        erratum=Erratum(
            "wrong",
            "Both terms are of one order in delta: over sqrt(2 |delta|) the first tends to |beta| and the second to the component of "
            "beta along beta_0. Their difference vanishes exactly on the ray of beta_0, and this is how the direction is preserved.",
            every(potential=Limit(q(r) / sqrt(-2 * delta), delta, -oo, r, on=on),
                  slope=Limit(psi(r**2) / sqrt(-2 * delta), delta, -oo, 1, on=on),
                  ratio=Limit(psi(r**2) * r / q(r), delta, -oo, 1, on=on))))
