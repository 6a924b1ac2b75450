"""Appendix B.5: the solution without growing exponentials where B is invertible, Eqs. (77)-(82).

The hidden size is n here, so that B may be square; that is what Assumption A3 is used for. What the numbers (78) and (79) held is lost;
here they stand for Z^ and A^ as what remains of Z and A when the growing factor has been taken out, the way back of Eqs. (80)-(82).
"""

from sympy import Eq, Identity, Inverse, exp, sqrt

from theoremtest.derivations.language import (
    EIGENVALUE,
    Domain,
    Equal,
    Holds,
    MatrixFunction,
    Meaning,
    claim,
    dimension,
    every,
    lt,
    matrix,
    real,
)

from .frames_notation import FUNNEL, INVERTED, NONZERO, SHAPES, SQUARE
from .notation import DOMINE, lam, t, tau
from .stable_notation import B, D, growing, stable, start_of
from .task_notation import decay, grow, m, n, one_n

k = dimension("k")
FACTORED = Meaning("the growing form in the factors of the stable one", "Eqs. (80)-(82)")


def factored(shape):
    """Z = Z^ e^{S t} B^T / 2 for both halves."""
    (above, below, _), (above_, below_, _) = growing(shape), stable(shape)
    on = start_of(shape)
    return every(above=Equal(above_ * grow * B.T / 2, above, on=on), below=Equal(below_ * grow * B.T / 2, below, on=on))


def factored_inside(shape):
    """A = B e^{S t} A^ e^{S t} B^T / 4."""
    return Equal(B * grow * stable(shape)[2] * grow * B.T / 4, growing(shape)[2], on=start_of(shape))


def same_solution(shape):
    """Z^ A^^{-1} Z^^T is Z A^{-1} Z^T, block by block, with the inverse of A^ written by that of A."""
    (above, below, inside), (above_, below_, inside_), on = growing(shape), stable(shape), start_of(shape)
    inverse = Inverse(inside)
    inverse_ = grow * B.T * inverse * B * grow / 4
    return every(
        inverse=Equal(inside_ * inverse_, one_n, on=on),
        first=Equal(above_ * inverse_ * above_.T, above * inverse * above.T, on=on),
        function=Equal(below_ * inverse_ * above_.T, below * inverse * above.T, on=on),
        second=Equal(below_ * inverse_ * below_.T, below * inverse * below.T, on=on))


PARTS = "QQ^T = Z^ A^^{-1} Z^^T, each block of it, is the Z A^{-1} Z^T of Theorem 4.3. The inverse of A^ stands as e^{S t} B^T A^{-1} B " \
    "e^{S t}/4, and that this is its inverse is the first part: the product with A^ is the identity"


@claim(DOMINE, "Eq. (77)", "funnel", origin="reconstructed", uses=["domine2025/13", "domine2025/81:funnel", "domine2025/82"],
       reading=PARTS)
def solution_in_decaying_exponentials_funnel():
    """Each block of QQ^T by Z^ and A^; funnel, any invertible B."""
    return same_solution(FUNNEL)


@claim(DOMINE, "Eq. (77)", "inverted", origin="reconstructed", uses=["domine2025/13", "domine2025/81:inverted", "domine2025/82"],
       reading=PARTS)
def solution_in_decaying_exponentials_inverted():
    """Each block of QQ^T by Z^ and A^; inverted funnel, any invertible B."""
    return same_solution(INVERTED)


@claim(DOMINE, "Eq. (77)", "square", origin="reconstructed", uses=["domine2025/13", "domine2025/80", "domine2025/82"],
       reading=PARTS)
def solution_in_decaying_exponentials_square():
    """Each block of QQ^T by Z^ and A^; square network, any invertible B."""
    return same_solution(SQUARE)


@claim(DOMINE, "Eq. (78)", origin="reconstructed", uses=["domine2025/14:square"])
def what_remains_of_both_halves():
    """Z^ is 2 Z B^{-T} e^{-S t}: what remains of both halves, for each of the three shapes."""
    parts = {}
    for name, shape in SHAPES.items():
        (above, below, _), (above_, below_, _), on = growing(shape), stable(shape), start_of(shape)
        parts[name + "_above"] = Equal(2 * above * Inverse(B.T) * decay, above_, on=on)
        parts[name + "_below"] = Equal(2 * below * Inverse(B.T) * decay, below_, on=on)
    return every(**parts)


@claim(DOMINE, "Eq. (79)", origin="reconstructed", uses=["domine2025/15:square"])
def what_remains_of_the_inside():
    """A^ is 4 e^{-S t} B^{-1} A B^{-T} e^{-S t}, for each of the three shapes."""
    return every(**{name: Equal(4 * decay * Inverse(B) * growing(shape)[2] * Inverse(B.T) * decay, stable(shape)[2], on=start_of(shape))
                    for name, shape in SHAPES.items()})


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


@claim(DOMINE, "Section 4", "negative-coefficients", uses=["domine2025/77:funnel", "domine2025/77:inverted", "domine2025/77:square"],
       reading="'we can rearrange this expression to only use exponentials with negative coefficients' is read of the exponents of Eq. "
               "(77) as they stand together, -s~_lambda and lambda_perp - s~_lambda with lambda_perp = +-lambda/2: e^{lambda_perp t/tau}, "
               "whose own coefficient is positive for one sign of lambda, stands beside e^{-S t} only")
def every_exponent_falls():
    """Both exponents are negative for every lambda, where the task's singular value is positive."""
    s = real(r"\tilde{s}")
    level = sqrt(s**2 + lam**2 / 4)
    on = Domain(s > 0, over=[lam], source=NONZERO)
    return every(task=Holds(lt(-level, 0), on=on), inverted=Holds(lt(lam / 2 - level, 0), on=on),
                 funnel=Holds(lt(-lam / 2 - level, 0), on=on))


@claim(DOMINE, "Theorem B.5", origin="reconstructed", uses=["domine2025/80", "domine2025/82"],
       reading="with T = e^{S t} B^T: where Z = Z^ T/2 and A = T^T A^ T/4, which Eqs. (80)-(82) are, both forms are one matrix")
def the_growing_factor_cancels():
    """Z^ A^^{-1} Z^^T = Z A^{-1} Z^T for any Z and A that are of this form, with any invertible T and A^."""
    stable_Z, T, stable_A = matrix(r"\hat{Z}", k, n), matrix("T", n, n), matrix(r"\hat{A}", n, n)
    growing_Z, growing_A = matrix("Z", k, n), matrix("A", n, n)
    on = Domain(Eq(growing_Z, stable_Z * T / 2), Eq(growing_A, T.T * stable_A * T / 4), source=FACTORED)
    return Equal(stable_Z * Inverse(stable_A) * stable_Z.T, growing_Z * Inverse(growing_A) * growing_Z.T, on=on)
