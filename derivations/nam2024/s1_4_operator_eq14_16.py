"""Section 1.4: the integral operator in bra-ket notation, its eigenfunctions, the effective dimension, Eqs. (1.14)-(1.16)."""

from sympy import And, Eq, Function, Ge, Gt, Integer, Rational, S, Sum, Symbol, diff, exp, log, oo

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Holds,
    Limit,
    Meaning,
    PositiveSemidefinite,
    Printed,
    Rank,
    claim,
    dimension,
    every,
    ge,
    le,
    matrix,
    orthonormal,
    real,
    vector,
)

from .features_notation import MERCER, E, H, Phi, T, expansion, features_of_a_mode, frame, values
from .notation import NAM

number, points, k, i, j = (Symbol(name, integer=True) for name in ("m", "n", "k", "i", "j"))
FINITE = Meaning("p features, n inputs", "Section 1.3")


@claim(NAM, "Section 1.4", "gram")
def gram_matrices_are_positive_semidefinite():
    """A A^T is symmetric and positive semidefinite for every real matrix A."""
    rows, columns = dimension("n"), dimension("m")
    A = matrix("A", rows, columns)
    u, v = vector("u", rows), vector("v", rows)
    gram, on = A * A.T, Domain(over=[A])
    return every(symmetric=Equal(Dot(u, gram * v), Dot(gram * u, v), on=on & Domain(over=[u, v])),
                 semidefinite=Holds(PositiveSemidefinite(gram), on=on))


@claim(NAM, "Section 1.4", "symmetric", reading="`infinite-dimensional symmetric matrix`: <f|T[g]> = <T[f]|g> and <f|T[f]> >= 0")
def operator_is_symmetric_and_positive():
    """The integral operator of a feature map is symmetric, and no eigenvalue of it is negative."""
    f, g = vector("f", H), vector("g", H)
    on = Domain(over=[Phi, f, g])
    return every(symmetric=Equal(Dot(f, T * g), Dot(T * f, g), on=on), positive=Holds(Ge(Dot(f, T * f), 0), on=on))


@claim(NAM, "Eq. (1.14)", reading="the operator of Eq. (1.13) is the sum over features of Phi_k <Phi_k|f>: q is a weight q(i) on n "
       "inputs, Phi_k "
       "there is a(k, i)", leaves_out="distributions on more than finitely many inputs, where a finite sum and an integral change places")
def operator_in_bra_ket_notation():
    """The integral of the sum of Phi_k(x) Phi_k(x') f(x) q(x) is the sum of Phi_k(x') <Phi_k|f>."""
    a, q, g = (Function(name, real=True) for name in ("a", "q", "g"))
    integral = Sum(q(i) * Sum(a(k, i) * a(k, j) * g(i), (k, 1, number)), (i, 1, points))
    return Equal(integral, Sum(a(k, j) * Sum(a(k, i) * g(i) * q(i), (i, 1, points)), (k, 1, number)),
                 on=Domain(number >= 1, points >= 1, over=[j], source=FINITE))


@claim(NAM, "Eq. (1.15)", reading="the sum of rho_k |e_k><e_k| over an orthonormal frame has the eigenfunctions e_k with the eigenvalues "
       "rho_k; "
       "`non-negative` for T = sum of |Phi_k><Phi_k|, as rho_k = <e_k|T[e_k]>",
       leaves_out="that there are such functions, which Mercer's theorem says of as many as H has dimensions (`1.15:number`)")
def operator_by_its_eigenfunctions():
    """T = sum of rho_k |e_k><e_k| gives T[e_k] = rho_k e_k with orthonormal e_k, and rho_k >= 0."""
    given = frame & Domain(over=[values.pairs[0][1]])
    e = vector("e_k", H)
    size = real(r"\rho_k")
    one = Domain(Eq(T * e, size * e), Eq(Dot(e, e), 1), over=[Phi], source=MERCER, chart=features_of_a_mode)
    return every(eigenfunctions=Equal(E * values * E.T * E, E * values, on=given),
                 frame=Equal(E.T * T * E, values, on=expansion), value=Equal(Dot(e, T * e), size, on=one),
                 nonnegative=Holds(Ge(Dot(e, T * e), 0), on=one))


@claim(NAM, "Eq. (1.15)", "number", uses=["nam2024/1.15"],
       reading="`sum over k = 1 to p` with <e_k|e_l> = delta_kl, for any number p of features over n inputs: such functions, the "
               "columns of E, span p dimensions")
def as_many_eigenfunctions_as_features():
    """There are p orthonormal eigenfunctions."""
    n, p = dimension("n"), dimension("p")
    functions = matrix("E", n, p)
    return Printed(Holds(ge(Rank(functions), p), on=Domain(p > n, over=[functions], source=Meaning("more features", "Eq. (1.15)"))),
                   erratum=Erratum(
        "incomplete", "It needs p <= dim H. A space of n < p dimensions, as that of functions over n inputs, has no p orthonormal "
        "functions, as its functions span at most n dimensions; the sum then ends at its dimension.",
        every(most=Holds(le(Rank(functions), n), on=Domain(over=[functions])),
              orthonormal=Holds(ge(Rank(functions), p), on=Domain(orthonormal(functions))))))


# --- the effective dimension ------------------------------------------------------------------------------------------------

share = real("x")
EQUAL = Meaning("d equal entries that are not zero", "Section 1.4")
c, d = real("c"), Symbol("d", integer=True)


def entropy_of(term, first, last):
    """The entropy of the shares that entries term(k), k = first..last, have in their sum."""
    total = Sum(term(j), (j, first, last))
    return -Sum(term(k) / total * log(term(k) / total), (k, first, last))


@claim(NAM, "Section 1.4", "equal-eigenvalues", uses=["nam2024/1.16"],
       reading="the sum of Eq. (1.16) over the d equal entries; an entry of zero adds nothing, as x log x tends to 0 with x")
def equal_eigenvalues_count_fully():
    """The effective dimension is d when the eigenvalues have d equal non-zero entries."""
    on = Domain(c > 0, d >= 1, source=EQUAL)
    return every(equal=Equal(exp(entropy_of(lambda index: c, 1, d)), d, on=on),
                 zeros=Limit(share * log(share), share, 0, S.Zero, on=Domain(share > 0, source=EQUAL)))


rate = real("r")
GEOMETRIC = Meaning("eigenvalues r^k, which decay the slower the larger r is", "Section 1.4")
geometric = Domain(rate > 0, rate < 1, source=GEOMETRIC)
entropy = -log(1 - rate) - rate * log(rate) / (1 - rate)


@claim(NAM, "Section 1.4", "slower-decay", uses=["nam2024/sec-1.4:geometric"],
       reading="`a slower decay generally yields a higher effective dimension` for eigenvalues r^k, k = 0, 1, 2, ...: their entropy "
       "grows with r, "
               "and without bound", leaves_out="other decays, of which `generally` speaks, power laws among them")
def slower_decay_counts_more():
    """Eigenvalues that decay more slowly have a higher effective dimension."""
    return every(grows=Holds(Gt(diff(entropy, rate), S.Zero), on=geometric),
                 flat=Limit(entropy.subs(rate, 1 - share), share, 0, oo, on=Domain(share > 0, share < 1, source=GEOMETRIC)))


@claim(NAM, "Section 1.4", "geometric", origin="derived", uses=["nam2024/1.16"],
       reading="the share of r^k is (1 - r) r^k, and its logarithm log(1 - r) + k log(r)")
def entropy_of_a_geometric_decay():
    """Eigenvalues r^k have the entropy -log(1 - r) - r log(r)/(1 - r)."""
    part = (1 - rate) * rate**k
    return Equal(-Sum(part * (log(1 - rate) + k * log(rate)), (k, 0, oo)), entropy, on=geometric)


@claim(NAM, "Eq. (1.16)", origin="derived", reading="two eigenvalues in the shares x and 1 - x",
       leaves_out="more than two")
def effective_dimension_lies_between_one_and_the_number():
    """The effective dimension of two eigenvalues is more than 1 and at most 2, which it is where they are equal."""
    both = -share * log(share) - (1 - share) * log(1 - share)
    on = Domain(share > 0, share < 1, source=Meaning("a share of the sum", "Eq. (1.16)"))
    return every(bounds=Holds(And(Gt(both, 0), both <= log(Integer(2))), on=on),
                 equal=Equal(both, log(Integer(2)), on=Domain(Eq(share, Rational(1, 2)), source=Meaning("equal shares", "Eq. (1.16)"))))
