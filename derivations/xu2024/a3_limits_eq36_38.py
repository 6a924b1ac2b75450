"""Appendix A.3, the proof of Theorem 2: Eqs. (36)-(38)."""

from sympy import And, Eq, Gt, S, diff, sqrt

from theoremtest.derivations.language import Classifies, Equal, Holds, Limit, Scales, claim, every

from .conventions_notation import AT_P_OVER_Q_ONE, BELOW_ONE, EQ_16, VALID_LIMIT
from .notation import XU, P, Q, alpha_minus, alpha_plus, by_roots, grip, plus_root, starts, xi, y
from .phase_notation import c_d, c_eta_u, c_eta_w, c_gamma, exponents, first, second, stable
from .s4_limits_eq14_16 import kappa, mean_in_kappa, sampled, share_P


@claim(XU, "Eq. (36)", uses=["xu2024/8"])
def limit_of_the_scale():
    r"""As the target's term vanishes $\alpha_+$ tends to $\sqrt{P Q}/P$, which is 1 for $P = Q$."""
    on = starts.but(Q > 0, source=AT_P_OVER_Q_ONE)
    value = 2 * grip * sqrt(P * Q) / (2 * grip * P)
    return every(scale=Limit(plus_root, y, 0, value, on=on), one=Equal(value.subs(Q, P), S.One, on=starts))


@claim(XU, "Appendix A.3", "monotonic", uses=["xu2024/30"])
def scale_is_monotonic_in_xi():
    """(alpha_+ - xi alpha_-)/(1 - xi) = (alpha_+ - alpha_-)/(1 - xi) + alpha_-, which rises with xi < 1."""
    on = by_roots.but(xi < 1, source=BELOW_ONE)
    form = (alpha_plus - xi * alpha_minus) / (1 - xi)
    return every(form=Equal(form, (alpha_plus - alpha_minus) / (1 - xi) + alpha_minus, on=on),
                 rises=Holds(Gt(diff(form, xi), 0), on=on))


@claim(XU, "Eq. (37)", uses=["xu2024/15", "xu2024/16"])
def second_term_is_zero():
    """Eqs. (15) and (16) imply that the second term of Eq. (15) is zero."""
    sixteen = second - 2 * c_gamma > c_eta_u + c_eta_w
    return Classifies({"kernel": And(stable, sixteen)}, {"kernel": Eq(second, 0)}, complete=False, on=exponents)


@claim(XU, "Eq. (38)", uses=["xu2024/37"])
def kernel_is_of_order_one():
    r"""$\gamma^2 d P$ is of the order of $\kappa$ to the second term, so of order one in the kernel phase; $\alpha_+$ tends to 1."""
    size = kappa**(2 * c_gamma + c_d) * share_P * mean_in_kappa
    return every(
        order=Scales(size, kappa, second, on=sampled),
        one=Scales(size, kappa, S.Zero, on=sampled.but(stable, source=VALID_LIMIT).but(first < second, source=EQ_16)))
