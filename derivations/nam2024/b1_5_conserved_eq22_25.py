"""Appendix B.1.5: what gradient flow of the extended multilinear model keeps, Lemma 3, Eqs. (B.22)-(B.25)."""

from sympy import Function, Ne, Sum, Symbol

from theoremtest.derivations.language import Conserved, Domain, Dot, Equal, Evolves, claim, every, reals

from .notation import NAM
from .skills_notation import COUNT, ROOT, B, Phi, S, a, any_start, eta, extended, left, root, samples, targets

j, l, last, basis = (Symbol(name, integer=True) for name in ("j", "l", "d_k", "D_c"))
e, weight = Function("e", real=True), Function("B", real=True)
change, number = reals("s", "D")
rate = -eta / samples * Dot(B, Phi * Phi.T * left)
"""The right side of Eq. (B.23)."""


@claim(NAM, "Lemma 3", uses=["nam2024/B.21", "nam2024/B.23"], reading="in any number of samples and basis functions, for any vector of "
                                                                      "targets")
def difference_of_squares_is_kept():
    """a_k^2 - |B_k|^2 is conserved over time."""
    return Conserved(a**2 - Dot(B, B), along=extended, on=any_start)


@claim(NAM, "Eq. (B.22)", uses=["nam2024/B.19"],
       reading="-eta times the term of first order in what a change s of a_k adds to the loss; e(l, j) is basis function l at sample j, "
               "kappa the root of D_c; and the rate itself, as in Eq. (B.23)")
def first_parameter_moves_in_indices():
    """a_k moves by minus eta times the derivative of the loss."""
    model = Sum(weight(l) * e(l, j), (l, 1, basis))

    def residual(changed):
        return Sum((S / root - (a + changed) * weight(l)) * e(l, j), (l, 1, basis))
    slope = Sum(model * Sum((a * weight(l) - S / root) * e(l, j), (l, 1, basis)), (j, 1, last)) / number
    on = Domain(basis >= 1, last >= 1, number > 0, over=[a, S, change], source=COUNT) & Domain(Ne(root, 0), source=ROOT)
    first_order = Equal(Sum(residual(change)**2, (j, 1, last)) / (2 * number),
                 Sum(residual(0)**2, (j, 1, last)) / (2 * number) + change * slope
                 + change**2 * Sum(model**2, (j, 1, last)) / (2 * number), on=on)
    rate = Evolves(a, -eta * Dot(Phi.T * B, Phi.T * (B * a - targets / root)) / samples, along=extended, on=any_start)
    return every(first_order=first_order, rate=rate)


@claim(NAM, "Eq. (B.23)", uses=["nam2024/B.22"])
def first_parameter_moves():
    """a_k moves by -eta/D B_k^T Phi Phi^T (B_k a_k - S/sqrt(D_c))."""
    return Evolves(a, -eta / samples * Dot(B, Phi * Phi.T * (B * a - targets / root)), along=extended, on=any_start)


@claim(NAM, "Eq. (B.24)", uses=["nam2024/B.23"], reading="a_k a_k' is the rate of a_k^2/2")
def half_the_square_of_the_first_parameter():
    """a_k times its rate is -eta a_k/D B_k^T Phi Phi^T (B_k a_k - S/sqrt(D_c))."""
    return Evolves(a**2 / 2, a * rate, along=extended, on=any_start)


@claim(NAM, "Eq. (B.25)", uses=["nam2024/B.21", "nam2024/B.24"], reading="B_k^T B_k' is the rate of |B_k|^2/2")
def half_the_square_of_the_vector():
    """Which is B_k^T times the rate of B_k."""
    return Evolves(Dot(B, B) / 2, a * rate, along=extended, on=any_start)
