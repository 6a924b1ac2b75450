"""Section 1.5.4: eigenvalues and eigenfunctions from samples, Algorithm 1, and the shares over a test set, Eqs. (1.33) and (1.34).

Whatever the distribution, its samples have one of their own, which gives each of them 1/n, and on which the algorithm is to be exact:
functions there are vectors of n values with <f|g> = f^T g/n, and the operator is phi^T phi/n for the p by n matrix phi.
"""

from sympy import Eq, Function, Gt, Identity, Le, Ne, Sum, Symbol, sqrt

from theoremtest.derivations.language import (
    Diagonal,
    Domain,
    Dot,
    Equal,
    Erratum,
    EveryEntry,
    Expectation,
    Holds,
    Iff,
    Meaning,
    Multinomial,
    Printed,
    RankBound,
    claim,
    dimension,
    every,
    matrix,
    real,
    reals,
    vector,
)

from .notation import NAM

p, n = dimension("p"), dimension("n")
phi, U, V = matrix(r"\phi", p, n), matrix("U", p, p), matrix("V", n, p)
s, singular = real("s"), vector("s_k", p)
SVD = Meaning("U, S, V are the singular value decomposition of phi", "Section 1.5.4")
DIVIDED = Meaning("singular values by which is divided are not zero", "Eq. (1.33)")
shape = Domain(Eq(U.T * U, Identity(p)), Eq(V.T * V, Identity(p)), source=SVD).but(where={phi: U * Diagonal(s, (s, singular)) * V.T})
any_rank = shape & Domain(EveryEntry(s >= 0, (s, singular)), source=SVD)
full_rank = shape & Domain(EveryEntry(s > 0, (s, singular)), source=DIVIDED)
functions = phi.T * U * Diagonal(1 / s, (s, singular))
"""The values u_k^T Phi(x^(i))/s_k as columns: Eq. (1.33) and line 7."""
operator = phi.T * phi / n
WITHOUT_N = "An integral over the samples' distribution is a sum divided by n, which is missing"


@claim(NAM, "Section 1.5.4", "eigenvalues",
       reading="`the eigenvalues can be approximated by squaring the singular values of phi` asks that phi phi^T approximate the Gram "
       "matrix "
               "<Phi_i|Phi_j>, here in the mean: one entry, over n i.i.d. samples of an input that has two values, of probability q and "
               "1 - q",
       leaves_out="inputs of more values")
def squared_singular_values():
    """The mean of an entry of phi phi^T is <Phi_i|Phi_j>."""
    a_1, a_2, b_1, b_2, q = reals("a_1", "a_2", "b_1", "b_2", "q")
    samples, count = Symbol("n", integer=True), Symbol("n_1", integer=True, nonnegative=True)
    product = count * a_1 * b_1 + (samples - count) * a_2 * b_2
    inner = q * a_1 * b_1 + (1 - q) * a_2 * b_2
    on = Domain(samples >= 1, q >= 0, q <= 1, over=[a_1, a_2, b_1, b_2, count], source=Meaning("n samples", "Section 1.5.4"))
    def about(quantity):
        return Expectation(quantity, {count: Multinomial(samples, q)}, inner, on=on)
    return Printed(about(product), erratum=Erratum(
        "wrong", "phi phi^T adds up over n samples: it approximates n <Phi_i|Phi_j>, and its eigenvalues s_k^2 approximate n rho_k.",
        about(product / samples)))


@claim(NAM, "Eq. (1.33)", uses=["nam2024/1.27"], reading="exact for the samples' own distribution, of which the functions are to be "
       "orthonormal")
def eigenfunctions_from_samples():
    """u_k^T Phi(x)/s_k are orthonormal functions."""
    def orthonormal_on(values):
        return Equal(values.T * values / n, Identity(p), on=full_rank)
    return Printed(orthonormal_on(functions), erratum=Erratum(
        "wrong", WITHOUT_N + ": one feature that is 1 on two samples has s = sqrt(2), and u Phi/s = 1/sqrt(2) has the squared norm 1/2. "
        "It is e_k = sqrt(n) u_k^T Phi/s_k, and rho_k is about s_k^2/n.", orthonormal_on(sqrt(n) * functions)))


@claim(NAM, "Section 1.5.4", "orthogonal-on-samples", origin="derived", uses=["nam2024/1.33"],
       reading="a share of Eq. (1.34) is that of c e_k for every c that is not zero; the quality and utilization of Eqs. (1.30) and "
       "(1.31), "
       "which do not divide by <e_k|e_k>, do see it")
def printed_functions_are_orthogonal_all_the_same():
    """The functions as printed are orthogonal on the samples, and columns of V; the shares of Eq. (1.34) do not see their length."""
    factor, mode, learned = real("c"), vector("e_k", n), vector("f", n)
    on = Domain(Ne(factor, 0), Dot(mode, mode) > 0, Dot(learned, learned) > 0, source=NORM)
    def share(function):
        return Dot(function, learned)**2 / (Dot(function, function) * Dot(learned, learned))
    return every(columns=Equal(functions, V, on=full_rank), orthogonal=Equal(functions.T * functions, Identity(p), on=full_rank),
                 length=Equal(share(factor * mode), share(mode), on=on))


@claim(NAM, "Section 1.5.4", "singular-values", uses=["nam2024/sec-1.5.4:eigenvalues"],
       reading="`SVD to approximate the eigenvalues [sqrt(rho_1), ..., sqrt(rho_p)]`: exact for the samples' own distribution, s_k = "
       "sqrt(rho_k), "
       "so that its operator has the eigenvalues s_k^2, with the columns of V")
def singular_values_are_roots_of_the_eigenvalues():
    """The singular values of phi are the roots of the eigenvalues."""
    def modes(values):
        return Equal(operator * V, V * Diagonal(values, (s, singular)), on=any_rank)
    return Printed(modes(s**2), erratum=Erratum(
        "wrong", WITHOUT_N + ": the singular values are those of sqrt(n rho_k), and grow with the number of samples.", modes(s**2 / n)))


@claim(NAM, "Section 1.5.4", "mixing", uses=["nam2024/1.27", "nam2024/1.33"],
       reading="O by Eq. (1.27), <Phi_i|e_k>/sqrt(rho_k), for the samples' own distribution, with e_k = sqrt(n) u_k^T Phi/s_k and rho_k = "
       "s_k^2/n")
def mixing_matrix_by_the_left_singular_vectors():
    """The columns of O are the left singular vectors u_k."""
    return Equal(phi * (sqrt(n) * functions) / n * Diagonal(sqrt(n) / s, (s, singular)), U, on=full_rank)


@claim(NAM, "Algorithm 1", "eigenvalues", uses=["nam2024/sec-1.5.4:eigenvalues"],
       reading="line 6, rho_k = s_k^2: exact for the samples' own distribution, of which rho_k is to be an eigenvalue, of the function "
       "of line 7")
def eigenvalues_of_the_algorithm():
    """Line 6 gives the eigenvalues s_k^2."""
    def modes(values):
        return Equal(operator * functions, functions * Diagonal(values, (s, singular)), on=full_rank)
    return Printed(modes(s**2), erratum=Erratum(
        "wrong", WITHOUT_N + ": one feature that is 1 on two samples has rho = 1, and line 6 gives 2. It is rho_k = s_k^2/n.",
        modes(s**2 / n)))


@claim(NAM, "Algorithm 1", "eigenfunctions", uses=["nam2024/1.33"],
       reading="line 7 with line 6: rho_k = <e_k|T[e_k]> of Eq. (1.29), for the samples' own distribution")
def eigenfunctions_of_the_algorithm():
    """Lines 6 and 7 give eigenvalues and eigenfunctions with rho_k = <e_k|T[e_k]>."""
    def intensities(values, columns):
        return Equal(columns.T * operator * columns / n, Diagonal(values, (s, singular)), on=full_rank)
    return Printed(intensities(s**2, functions), erratum=Erratum(
        "wrong", WITHOUT_N + " in both lines: rho_k = s_k^2/n and e_k = sqrt(n) u_k^T Phi/s_k.",
        intensities(s**2 / n, sqrt(n) * functions)))


@claim(NAM, "Algorithm 1", "operator", origin="derived", uses=["nam2024/alg-1:eigenvalues", "nam2024/alg-1:eigenfunctions"])
def errors_of_both_lines_cancel_in_the_operator():
    """The sum of rho_k |e_k><e_k| of lines 6 and 7 is the samples' operator all the same: the eigenvalue's n and the functions' cancel."""
    return Equal(functions * Diagonal(s**2, (s, singular)) * functions.T / n, operator, on=full_rank)


@claim(NAM, "Algorithm 1", "loop", reading="lines 5 to 8 for k = 1 to p, at n >= p samples, where the text assumes n > p: s_k e_k is "
       "u_k^T Phi")
def loop_over_all_features():
    """The loop runs over all p features."""
    def line(on):
        return Equal(functions * Diagonal(s, (s, singular)), phi.T * U, on=on)
    return Printed(line(any_rank), erratum=Erratum(
        "incomplete", "Features that depend on one another have singular values of zero, by which line 7 divides: the loop ends at the "
        "rank.",
        line(full_rank), no_value=True))


@claim(NAM, "Section 1.5.4", "number", reading="`we can only approximate up to min(n, p) eigenvalues`: the operator of n samples has as "
       "many that are not zero as phi phi^T, whose rank is at most n, and as its own rank, which is at most p")
def samples_bound_the_number_of_eigenvalues():
    """At most min(n, p) eigenvalues can be approximated."""
    on = Domain(over=[phi])
    return every(samples=RankBound(phi * phi.T, n, on=on), features=RankBound(operator, p, on=on))


# --- shares over a test set ---------------------------------------------------------------------------------------------------

e, f = vector("e_k", n), vector("f", n)
NORM = Meaning("e_k has length one", "Eq. (1.15)")
a, b, c, d = reals("a", "b", "c", "d")


@claim(NAM, "Eq. (1.34)", uses=["nam2024/1.30:range", "nam2024/1.31:full"],
       reading="the left side is the quality or utilization of Eqs. (1.30) and (1.31), as e_k has length one; the right side puts the "
       "sample's "
               "distribution for q, whose 1/n cancel", leaves_out="how near the test set's sums are to the integrals")
def shares_over_a_test_set():
    """<e_k|f>^2/(|e_k|^2 |f|^2) is the quality, and sums over a test set stand for its integrals."""
    unit = Domain(Eq(Dot(e, e), 1), Dot(f, f) > 0, source=NORM)
    i, size = Symbol("i", integer=True), Symbol("n", integer=True)
    x, y = Function("x", real=True), Function("y", real=True)
    def mean(quantity):
        return Sum(quantity / size, (i, 1, size))
    plain = Dot(e, f)**2 / (Dot(e, e) * Dot(f, f))
    return every(quality=Equal(plain, Dot(e, f)**2 / Dot(f, f), on=unit),
                 sums=Equal(mean(x(i) * y(i))**2 / (mean(x(i)**2) * mean(y(i)**2)),
                            Sum(x(i) * y(i), (i, 1, size))**2 / (Sum(x(i)**2, (i, 1, size)) * Sum(y(i)**2, (i, 1, size))),
                            on=Domain(size >= 1, source=Meaning("a test set", "Eq. (1.34)"))))


@claim(NAM, "Eq. (1.34)", "share", origin="derived")
def share_of_one_feature_is_at_most_one():
    """The share of one feature over a test set is at most 1."""
    return Holds(Le(Dot(e, f)**2, Dot(e, e) * Dot(f, f)), on=Domain(over=[e, f]))


@claim(NAM, "Eq. (1.34)", "cumulative", origin="derived", uses=["nam2024/1.34:share", "nam2024/1.32:learned"],
       reading="eigenfunctions that are orthogonal on other samples need not be on the test set: e_1 = (a, b) and e_2 = (c, d) on two "
       "test points, "
               "f = e_1; the shares add up to 1 and what e_2 has of e_1")
def cumulative_shares_exceed_one():
    """Cumulative measures over a test set are not bounded by 1: the shares of e_1 and e_2 in f = e_1 add up to more where they overlap."""
    share = (a * c + b * d)**2 / ((a**2 + b**2) * (c**2 + d**2))
    return Iff(Gt(1 + share, 1), Ne(a * c + b * d, 0), on=Domain(a > 0, c > 0, over=[b, d]))


@claim(NAM, "Section 1.5.4", "random-sum", uses=["nam2024/1.34"],
       reading="`approximated by a Riemannian sum` of `i.i.d. samples`: the points of the sum are drawn, so that it is a Monte Carlo sum "
               "without cells, which is the integral in the mean; for an integrand e_k f with the values a and b, at inputs of probability "
               "q and 1 - q. Its mean squared error falls as 1/n, where a Riemann sum's own falls as 1/n^2 for a smooth integrand",
       leaves_out="integrands of more values, and the ratio of such sums, which is not the ratio of the integrals in the mean")
def sums_over_drawn_points():
    """A sum over n drawn samples is the integral in the mean, and misses it by (a - b) sqrt(q (1 - q)/n) in the root of the mean square."""
    q, samples = real("q"), Symbol("n", integer=True)
    count = Symbol("n_1", integer=True, nonnegative=True)
    on = Domain(samples >= 1, q >= 0, q <= 1, over=[a, b, count], source=Meaning("n samples of a test set", "Eq. (1.34)"))
    total, integral = (count * a + (samples - count) * b) / samples, q * a + (1 - q) * b
    def mean(quantity, value):
        return Expectation(quantity, {count: Multinomial(samples, q)}, value, on=on)
    return every(mean=mean(total, integral), error=mean((total - integral)**2, q * (1 - q) * (a - b)**2 / samples))
