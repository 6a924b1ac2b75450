"""Appendix B.5: the solution without growing exponentials where B is invertible, and the proof by substitution, Eqs. (77)-(109).

In B.5 the hidden size is n, so that B may be square; that is what Assumption A3 is used for. Which step stood at which of Eqs. (88)-(109)
is lost: what the proof needs is stated at Eqs. (80)-(83) and (87), in the order of the surviving words. Eq. (77) itself has no claim: its
factors are Eqs. (80) and (82), and that they cancel is Theorem B.5; the exact engine leaves open the whole as one equality.
"""

from sympy import Eq, Identity, Inverse, exp

from rederive.derivations.language import (
    EIGENVALUE,
    Domain,
    Equal,
    Evolves,
    Flow,
    MatrixFunction,
    Meaning,
    claim,
    dimension,
    every,
    matrix,
)

from .frames_notation import FUNNEL, INVERTED, SHAPES, SQUARE
from .notation import DOMINE, t, tau, time_constant
from .stable_notation import B, D, growing, stable, start_of
from .task_notation import grow, m, n

k, r = dimension("k"), dimension("r")
FACTORED = Meaning("the growing form in the factors of the stable one", "Eqs. (80)-(82)")


def factored(shape):
    """Z = Z^ e^{S t} B^T / 2 for both halves."""
    (above, below, _), (above_, below_, _) = growing(shape), stable(shape)
    on = start_of(shape)
    return every(above=Equal(above_ * grow * B.T / 2, above, on=on), below=Equal(below_ * grow * B.T / 2, below, on=on))


def factored_inside(shape):
    """A = B e^{S t} A^ e^{S t} B^T / 4."""
    return Equal(B * grow * stable(shape)[2] * grow * B.T / 4, growing(shape)[2], on=start_of(shape))


@claim(DOMINE, "Eq. (80)", origin="reconstructed")
def growth_out_of_the_terms_square():
    """e^{S t} B^T comes out of Z on the right; square network."""
    return factored(SQUARE)


@claim(DOMINE, "Eq. (81)", "funnel", origin="reconstructed")
def growth_out_of_the_terms_funnel():
    """e^{S t} B^T comes out of Z on the right; funnel."""
    return factored(FUNNEL)


@claim(DOMINE, "Eq. (81)", "inverted", origin="reconstructed")
def growth_out_of_the_terms_inverted():
    """e^{S t} B^T comes out of Z on the right; inverted funnel."""
    return factored(INVERTED)


@claim(DOMINE, "Eq. (82)", origin="reconstructed")
def growth_out_of_the_inside():
    """B e^{S t} and its transpose come out of A, for each of the three shapes."""
    return every(**{name: factored_inside(shape) for name, shape in SHAPES.items()})


@claim(DOMINE, "Appendix B.5", "scalar", reading="'where lambda_perp is a scalar': Lemma 4.2 calls the same letter a diagonal matrix; a "
       "multiple of the identity is both, and its exponential goes past D and e^{-S t} as a number")
def a_number_goes_past_matrices():
    """D e^{lambda_perp I t/tau}, with lambda_perp I a matrix, is e^{lambda_perp t/tau} D."""
    matrix_perp = MatrixFunction(exp(EIGENVALUE * t / tau), EIGENVALUE, FUNNEL.perp * Identity(m))
    return Equal(D * matrix_perp, exp(FUNNEL.perp * t / tau) * D, on=start_of(FUNNEL))


@claim(DOMINE, "Theorem B.5", origin="reconstructed", uses=["domine2025/80", "domine2025/82"],
       reading="with T = e^{S t} B^T: where Z = Z^ T/2 and A = T^T A^ T/4, which Eqs. (80)-(82) are, both forms are one matrix")
def the_growing_factor_cancels():
    """Z^ A^^{-1} Z^^T = Z A^{-1} Z^T for any Z and A that are of this form, with any invertible T and A^."""
    stable_Z, T, stable_A = matrix(r"\hat{Z}", k, n), matrix("T", n, n), matrix(r"\hat{A}", n, n)
    growing_Z, growing_A = matrix("Z", k, n), matrix("A", n, n)
    on = Domain(Eq(growing_Z, stable_Z * T / 2), Eq(growing_A, T.T * stable_A * T / 4), source=FACTORED)
    return Equal(stable_Z * Inverse(stable_A) * stable_Z.T, growing_Z * Inverse(growing_A) * growing_Z.T, on=on)


# the proof by substitution ---------------------------------------------------------------------------------------------------

Z, A, F = matrix("Z", k, r), matrix("A", r, r), matrix("F", k, k)
parts = Flow({Z: F * Z / tau, A: Z.T * Z / tau}, name="Z and A of Theorem 4.3")
"""Z' = FZ/tau and A' = Z^T Z/tau, which Theorem 4.3's Z and A obey (`domine2025/thm-4.3:...`)."""
symmetric = time_constant & Domain(Eq(F, F.T), source=Meaning("F is symmetric", "Lemma B.2")) & Domain(over=[Z, A])
X = Z * Inverse(A) * Z.T


@claim(DOMINE, "Eq. (83)", origin="reconstructed", uses=["domine2025/87"])
def substituted_into_the_riccati_equation():
    """Z A^{-1} Z^T solves the Riccati equation wherever Z' = FZ/tau, A' = Z^T Z/tau and A is invertible."""
    return Evolves(X, (F * X + X * F - X * X) / tau, along=parts, on=symmetric)


@claim(DOMINE, "Eq. (87)", origin="reconstructed")
def derivative_of_an_inverse():
    """d/dt A^{-1} = -A^{-1} A' A^{-1}."""
    return Evolves(Inverse(A), -Inverse(A) * (Z.T * Z / tau) * Inverse(A), along=parts, on=symmetric)
