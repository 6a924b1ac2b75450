"""Appendix D, the four conditions of neural collapse, Eqs. (D.6)-(D.9), and what an MP-operator says of each.

The conditions are definitions, as limits. Features whose operator is an MP-operator on the training set, with the indicators as outputs,
meet the first, the second and the fourth exactly; the third is met by one of the output layers that give these outputs, not by all.
"""

from sympy import Eq, Identity, Trace

from theoremtest.derivations.language import Domain, Dot, Equal, Erratum, Iff, Meaning, Norm, Printed, Spoken, claim, every, real, vector

from .collapse_notation import C, F, Phi, a_1, a_2, around_means, collapsed, mu, mu_g, one, ones, outer, p, positive, spread
from .notation import NAM

m_i, m_j = vector("m_i", p), vector("m_j", p)
"""The class means of two classes, less the global mean."""
delta = real(r"\delta_{ij}")
NC2_OF_THE_OPERATOR = Meaning("the class means under an MP-operator", "Eq. (D.23)")
SECOND_CLASS = Meaning("there are at least two classes", "Eq. (D.7)")


@claim(NAM, "Appendix D", "variability",
       reading="`within class variance tends to 0`, the name of NC1, as what the zero product of Eq. (D.6) says, for one deviation r from "
               "a class mean and one difference m of class means: Sigma_W = r r^T, Sigma_b = m m^T")
def within_class_variance_vanishes():
    """Where Sigma_W Sigma_b^T is zero, Sigma_W is."""
    r, m = vector("r", p), vector("m", p)
    within, between = r * r.T, m * m.T
    on = Domain(Dot(m, m) > 0, source=Meaning("the class means differ", "Eq. (D.7)")) & Domain(
        Eq(within * between.T, 0 * Identity(p)), source=Meaning("NC1", "Eq. (D.6)"))
    return Printed(Equal(within, 0 * Identity(p), on=on), erratum=Erratum(
        "incomplete", "The product is zero also where the features of a class vary in directions that no difference of class means takes. "
        "It is zero just where nothing varies along these differences: the trace of the product is (r.m)^2, with a deviation r from a "
        "class mean and a difference m. (Under an MP-operator nothing varies within a class, `prop-2.5.1:collapse`.)",
        Iff(Eq(Trace(within * between.T), 0), Eq(Dot(r, m), 0), on=Domain(Dot(m, m) > 0, over=[r])),
        convention="the name stands for the product of Section 2.5.2, which vanishes"))


@claim(NAM, "Eq. (D.6)", uses=["nam2024/D.30"], origin="derived", reading="`tends to zero`: is zero, where the operator is an MP-operator")
def within_class_covariance_is_orthogonal():
    """Under an MP-operator Sigma_W Sigma_b^T = 0, as a matrix and not only its trace."""
    product, zero = around_means.T * around_means * (outer(spread) / C).T, 0 * Identity(p)
    return Printed(Equal(product, zero, on=collapsed), spoken={"": Spoken(r"\to", product, zero)})


@claim(NAM, "Eq. (D.7)", uses=["nam2024/D.23"], origin="derived", reading="`tends to`: is, where the operator is an MP-operator")
def differences_form_a_simplex_frame():
    """Under an MP-operator the cosines of the differences m_i = mu_i - mu_g are (C delta_ij - 1)/(C - 1)."""
    products = Domain(Eq(Dot(m_i, m_j), a_2 * (C * delta - 1)), *(Eq(Dot(m, m), a_2 * (C - 1)) for m in (m_i, m_j)),
                      source=NC2_OF_THE_OPERATOR)
    on = products & positive.but(over=[delta]) & Domain(C >= 2, source=SECOND_CLASS)
    cosine, frame = Dot(m_i, m_j) / (Norm(m_i) * Norm(m_j)), (C * delta - 1) / (C - 1)
    return Printed(Equal(cosine, frame, on=on), spoken={"": Spoken(r"\to", cosine, frame)})


@claim(NAM, "Eq. (D.8)", uses=["nam2024/D.29", "nam2024/D.11"], origin="derived",
       reading="`tends to zero`: is zero, for this output layer, where the operator is an MP-operator")
def a_self_dual_output_layer():
    """Under an MP-operator w_i = (mu_i - mu_g)/(a_2 C) with b_i = 1/C gives the indicators.

    So does every w_i + k mu_g with b_i less k (a_1 + a_2), since mu_g gives a constant; and mu_g is orthogonal to all mu_i - mu_g.
    """
    w_i = m_i / (a_2 * C)
    between = w_i / Norm(w_i) - m_i / Norm(m_i)
    return Printed(
        every(dual=Equal(Phi * spread / (a_2 * C) + one * ones.T / C, F, on=collapsed),
              other=Equal(Phi * mu_g, (a_1 + a_2) * one, on=collapsed), across=Equal(spread.T * mu_g, 0 * ones, on=collapsed),
              direction=Equal(between, 0 * m_i, on=positive & Domain(C >= 2, Dot(m_i, m_i) > 0, source=SECOND_CLASS))),
        spoken={"direction": Spoken(r"\to", between, 0 * m_i)})


@claim(NAM, "Eq. (D.9)", uses=["nam2024/D.17", "nam2024/D.30"], origin="derived",
       reading="|Phi(x) - mu_i|^2 is |Phi(x)|^2 - 2 Phi(x)^T mu_i + |mu_i|^2; the last is the same for all classes, on the diagonal of "
               "mu^T mu, and of the middle one only a_2 C f_i(x) depends on i: it is largest for the class of x, as the output f_i(x) is")
def nearest_class_mean_is_the_output():
    """Under an MP-operator the nearest class mean is that of the input's class, for which the output is largest."""
    return every(norms=Equal(mu.T * mu, a_2 * C * Identity(C) + a_1 * ones * ones.T, on=collapsed),
                 order=Equal(Phi * mu, a_2 * C * F + a_1 * one * ones.T, on=collapsed))
