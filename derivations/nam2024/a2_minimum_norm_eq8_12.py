"""Appendix A.2: gradient flow of a linear model from zero finds the interpolating solution of least norm, Eqs. (A.8)-(A.12).

One output; n samples in the columns of Phi(X) = U S V, p features; U has orthonormal columns, V is orthogonal. The text writes the
solution as a column in Eq. (A.7), as a row in Eq. (A.8) and as both in Eqs. (A.9)-(A.11); here w is the row, 1 x p, throughout.
"""

from sympy import DiagMatrix, Eq, Gt, Identity, Inverse, Trace, ZeroMatrix, exp, oo

from theoremtest.derivations.language import (
    EIGENVALUE,
    Domain,
    Equal,
    Erratum,
    Evolves,
    Flow,
    GradientFlow,
    Holds,
    Limit,
    MatrixFunction,
    Meaning,
    PositiveDefinite,
    Printed,
    PseudoInverse,
    Rank,
    Solves,
    System,
    by,
    claim,
    dimension,
    every,
    ge,
    le,
    matrix,
    real,
    stated,
    vector,
)

from .layerwise_notation import later, p, t
from .notation import NAM

SVD = Meaning("the singular value decomposition of Phi(X), of rank n", "Appendix A.2")
RATE = Meaning("a learning rate", "Appendix A.2")
n = dimension("n")
w, Y, Phi = matrix("w", 1, p), matrix("Y", 1, n), matrix(r"\Phi(X)", p, n)
U, V, Sigma = matrix("U", p, n), matrix("V", n, n), DiagMatrix(vector("s", n))
eta, one_p, one_n = real(r"\eta"), Identity(p), Identity(n)
frames = Domain(Eq(U.T * U, one_n), Eq(V.T * V, one_n), Eq(V * V.T, one_n), PositiveDefinite(Sigma), source=SVD)
features, solution, rest = U * Sigma * V, Y * V.T * Inverse(Sigma) * U.T, w * (one_p - U * U.T)
rate = Domain(eta > 0, source=RATE)
squares = Trace((w * Phi - Y).T * (w * Phi - Y)) / 2
sum_flow = GradientFlow(squares, {w: eta}, name="gradient flow of half the squared error, summed over samples")
mean_flow = GradientFlow(squares / n, {w: eta}, name="gradient flow of the training loss")
force_of_a_sample_sum = -eta * (w * Phi - Y) * Phi.T
flow = Flow({w: force_of_a_sample_sum}, name="Eq. (A.9)")
force = -eta * (w * U * Sigma * V - Y) * V.T * Sigma * U.T
"""Eq. (A.10)."""
decomposed = frames & rate & Domain(over=[w, Y], where={Phi: features})
interpolating = frames & Domain(over=[w], where={Y: w * features})
"""Eq. (A.7)."""


@claim(NAM, "Eq. (A.8)", reading="the estimate is the row w; Y is w Phi(X) by Eq. (A.7)")
def interpolating_solutions():
    """An interpolating w is Y V^T S^{-1} U^T and a part off U, which is free."""
    other = matrix("z", 1, p)
    return every(split=Equal(w, solution + rest, on=interpolating),
                 free=Equal((solution + other * (one_p - U * U.T)) * features, 1 * Y, on=frames & Domain(over=[other, Y])))


@claim(NAM, "Appendix A.2", "rank", reading="`because Phi(X) is a rank n matrix in an overparameterized setup`, that is p > n "
               "(Section 1.6): p > n gives the rank n")
def features_have_full_rank():
    """The feature matrix has rank n where there are more features than samples."""
    left = matrix("K", n, p)
    return Printed(
        Equal(Rank(Phi), n, on=Domain(p > n, over=[Phi])),
        conditions=[stated(p > n)],
        erratum=Erratum(
            "incomplete", "It needs independent columns: a sample that occurs twice, or whose features depend on the others', lowers the "
            "rank, whatever p. p > n only makes n the largest rank. Independent columns have a left inverse, K Phi(X) = I, "
            "and the rank n: that of I, which is at most that of Phi(X), which is at most n.",
            every(bound=Holds(le(Rank(Phi), n), on=Domain(over=[Phi])), inverse=Equal(Rank(one_n), n, on=Domain(over=[n])),
                  independent=Holds(ge(Rank(Phi), Rank(left * Phi)), on=Domain(over=[Phi, left])))))


@claim(NAM, "Appendix A.2", "minimum-norm", uses=["nam2024/A.8"],
       reading="`the minimum norm solution is when the part off U is zero`: the squared norm is that of Y V^T S^{-1} U^T and that of the "
               "part "
               "off U added up; `obtained from the ridgeless kernel regression`: Y times the pseudo-inverse of Phi(X)")
def solution_of_least_norm():
    """The interpolating solution of least norm has no part off U; it is that of ridgeless regression."""
    return every(
        split=Equal(Trace(w.T * w), Trace(solution.T * solution) + Trace(rest.T * rest), on=interpolating),
        ridgeless=Equal(solution, Y * PseudoInverse(features), on=frames & Domain(over=[Y])))


@claim(NAM, "Appendix A.2", "minimum-rank", uses=["nam2024/A.8"],
       conditions=[by(SVD, Eq(U.T * U, one_n)), by(Meaning("a solution with a part off U", "Appendix A.2"), Gt(Trace(rest.T * rest), 0))],
       reading="`the minimum rank solution is when the part off U is zero`: a w with such a part has a higher rank than its part on U")
def solution_of_least_rank():
    """The minimum rank solution is when w (I - U U^T) is zero: with such a part the rank is higher."""
    on = Domain(Eq(U.T * U, one_n), Gt(Trace(rest.T * rest), 0))
    return Printed(
        Holds(Gt(Rank(w), Rank(w * U * U.T)), on=on),
        erratum=Erratum(
            "incomplete", "The solution without such a part has the least rank, as the text says, but is not the only one that has: Y has "
            "one row, and so every solution has one, and rank one unless it is zero. Only the norm is least there alone.",
            Holds(le(Rank(w * U * U.T), Rank(w)), on=Domain(Eq(U.T * U, one_n), over=[w])),
            convention="`the` minimum rank solution is one of those that have the least rank"))


@claim(NAM, "Eq. (A.9)", reading="`the linear model trained with GF`: on the training loss of Section 1.3, a mean over n samples")
def gradient_flow_of_the_linear_model():
    """w moves by -eta (w Phi(X) - Y) Phi(X)^T."""
    on = rate & Domain(over=[w, Phi, Y])
    return Printed(
        Evolves(w, force_of_a_sample_sum, along=mean_flow, on=on),
        erratum=Erratum(
            "incomplete", "The training loss of Section 1.3 has 1/n: either the right side lacks that factor, or eta stands for n times "
            "it, which leaves the path and its end as they are. A transpose is missing as well: w is a column in Eq. (A.7) and on the "
            "right "
            "side here, a row in Eq. (A.8) and on the left side here; as a row it needs no transpose.",
            every(mean=Evolves(w, force_of_a_sample_sum / n, along=mean_flow, on=on),
                  sum=Evolves(w, force_of_a_sample_sum, along=sum_flow, on=on)),
            convention="eta absorbs the factor 1/n"))


@claim(NAM, "Eq. (A.10)", uses=["nam2024/A.9"])
def gradient_flow_in_singular_vectors():
    """With Phi(X) = U S V Eq. (A.9) is -eta (w U S V - Y) V^T S U^T."""
    return Evolves(w, force, along=flow, on=decomposed)


@claim(NAM, "Eq. (A.11)", uses=["nam2024/A.10"])
def part_off_the_image():
    """The part of w off U moves by that force times I - U U^T."""
    return Evolves(rest, force * (one_p - U * U.T), along=flow, on=decomposed)


@claim(NAM, "Eq. (A.12)", uses=["nam2024/A.11"])
def part_off_the_image_stays():
    """That is zero, since U^T U = I."""
    return every(force=Equal(force * (one_p - U * U.T), ZeroMatrix(1, p), on=frames & rate & Domain(over=[w, Y])),
                 part=Evolves(rest, ZeroMatrix(1, p), along=flow, on=decomposed))


@claim(NAM, "Appendix A.2", uses=["nam2024/A.10", "nam2024/A.12"],
       reading="`Assuming w = 0 at initialization, ... GF finds the minimum rank/norm solution`: the path from zero is solved for and "
               "its "
               "limit taken")
def gradient_flow_finds_the_least_norm():
    """From w = 0 gradient flow tends to Y V^T S^{-1} U^T, in every size."""
    growth = MatrixFunction((1 - exp(-eta * EIGENVALUE**2 * t)) / EIGENVALUE, EIGENVALUE, Sigma)
    path, over = Y * V.T * growth * U.T, frames & rate & Domain(over=[Y])
    return every(path=Solves(System({w: force}, {w: ZeroMatrix(1, p)}), {w: path}, on=over & later),
                 limit=Limit(path, t, oo, solution, on=over & Domain(over=[t])))
