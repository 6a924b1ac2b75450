"""Section 1.5.2: from features to weighted eigenfunctions and back, Eqs. (1.27) and (1.28), and Fig. 1.1."""

from sympy import And, Eq, Identity, Matrix, Ne, Trace, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Holds,
    Iff,
    Meaning,
    Printed,
    claim,
    dimension,
    every,
    real,
    reals,
    vector,
)

from .features_notation import (
    DEPENDENT,
    NOT_NEGATIVE,
    E,
    O,
    Phi,
    T,
    expansion,
    inverse_roots,
    nonnegative,
    one_p,
    p,
    positive,
    roots,
    values,
    w,
)
from .notation import NAM

mixing = Phi.T * E * inverse_roots
"""O_ij = <Phi_i|e_j>/sqrt(rho_j), as Eq. (1.27) has it."""
allowed = expansion & Domain(nonnegative, source=NOT_NEGATIVE)
independent = expansion & Domain(positive)


@claim(NAM, "Eq. (1.27)", uses=["nam2024/1.15"],
       reading="what is left of the features, N = Phi - E diag(sqrt(rho)) O^T, has N N^T = 0, which makes it zero")
def features_from_eigenfunctions():
    """Phi_i is the sum over j of O_ij sqrt(rho_j) e_j, with O_ij = <Phi_i|e_j>/sqrt(rho_j)."""
    rest = Phi - E * roots * mixing.T
    def equation(on):
        return Equal(rest * rest.T, 0 * T, on=on)
    return Printed(equation(allowed), erratum=Erratum(
        "incomplete", DEPENDENT + " The features must be linearly independent.", equation(independent), no_value=True))


@claim(NAM, "Eq. (1.27)", "orthogonal", uses=["nam2024/1.15", "nam2024/A.6"])
def mixing_is_orthogonal():
    """O is an orthogonal matrix."""
    return Printed(Equal(mixing.T * mixing, one_p, on=allowed), erratum=Erratum(
        "incomplete", DEPENDENT + " The features must be linearly independent.",
        Equal(mixing.T * mixing, one_p, on=independent), no_value=True))


ORTHOGONAL = Meaning("O is an orthogonal matrix", "Eq. (1.27)")
FEATURES = Meaning("the features by Eq. (1.27)", "Eq. (1.27)")
mixed = Domain(Eq(O.T * O, one_p), Eq(E.T * E, one_p), nonnegative, over=[w], source=ORTHOGONAL).but(where={Phi: E * roots * O.T})
"""Features that are mixed from weighted eigenfunctions by an orthogonal matrix; eigenvalues may vanish."""
theta = vector(r"\theta", p)


@claim(NAM, "Eq. (1.28)", uses=["nam2024/1.27"])
def model_by_eigenfunctions():
    """The sum of w_k Phi_k is the sum of theta_k sqrt(rho_k) e_k with theta = O^T w."""
    return Equal(Phi * w, E * roots * theta, on=mixed.but(where={theta: O.T * w}))


@claim(NAM, "Section 1.5.2", "parameters", uses=["nam2024/1.28"],
       reading="`theta = Ow` in the words after Eq. (1.28), with the matrix O of Eq. (1.27)")
def parameters_of_eigenfunctions():
    """The parameters theta of the weighted eigenfunctions are O w."""
    printed, right = mixed.but(where={theta: O * w}), mixed.but(where={theta: O.T * w})
    return Printed(Equal(Phi * w, E * roots * theta, on=printed), erratum=Erratum(
        "wrong", "Phi_i is the sum over j of O_ij sqrt(rho_j) e_j, so that w_i meets O_ij in its first index: theta = O^T w.",
        Equal(Phi * w, E * roots * theta, on=right)))


@claim(NAM, "Section 1.5.2", "norm", uses=["nam2024/1.28"])
def norm_of_the_parameters():
    """|theta| = |w|: the parameters of the weighted eigenfunctions are as long as those of the features."""
    return Equal(Dot(O.T * w, O.T * w), Dot(w, w), on=mixed)


@claim(NAM, "Section 1.5.2", "normalized", origin="derived", uses=["nam2024/1.28"])
def norm_in_the_normalized_basis():
    """In the basis of the e_k themselves the parameters are sqrt(rho_k) theta_k, whose squared length is <f|f>, not |w|^2."""
    return Equal(Dot(roots * O.T * w, roots * O.T * w), Dot(Phi * w, Phi * w), on=mixed)


@claim(NAM, "Section 1.5.2", "norm-of-the-features", uses=["nam2024/1.27"],
       reading="`preserves the norm of the features` as: the sum of their squared norms is that of the diagonalized ones, the sum of rho_k")
def norm_of_the_features():
    """The squared norms of all features add up to those of the diagonalized features."""
    return Equal(Trace(Phi.T * Phi), Trace(values), on=mixed)


@claim(NAM, "Section 1.5.2", "orthogonal", uses=["nam2024/1.15"])
def diagonalized_features_are_orthogonal():
    """<sqrt(rho_k) e_k | sqrt(rho_l) e_l> is rho_k for k = l and 0 otherwise."""
    return Equal((E * roots).T * (E * roots), values, on=mixed)


@claim(NAM, "Section 1.5.2", "overlap", origin="derived", uses=["nam2024/1.27"],
       reading="`unlike [Phi_1, ..., Phi_p]`: what inner products the features have, zero for all pairs only where O diag(rho) O^T is "
       "diagonal")
def features_overlap():
    """The features have the inner products O diag(rho) O^T."""
    return Equal(Phi.T * Phi, O * values * O.T, on=mixed)


@claim(NAM, "Section 1.5.2", "span", uses=["nam2024/1.27"],
       reading="both ways: the features from the diagonalized ones by O^T, and these from the features by O; dependent features included")
def diagonalized_features_span_the_same_functions():
    """The diagonalized features span the model's functions."""
    return Equal(Phi * O, E * roots, on=mixed)


# --- Fig. 1.1 -----------------------------------------------------------------------------------------------------------------

a, b, c = reals("a", "b", "c")


@claim(NAM, "Fig. 1.1", "distinct", uses=["nam2024/fig-1.1:intensities"],
       reading="`distinct intensities rho_1, ..., rho_p` of any features that overlap and differ in norm: of three with the squared norms "
       "a, c and d, of which the first two have the inner product b and the third is orthogonal to both, d is no intensity of the two, no "
       "zero x of (a - x) (c - x) - b^2")
def overlap_or_norms_make_intensities_distinct():
    """Overlap among the features and differing norms give the diagonalized features distinct intensities."""
    mean, spread = (a + c) / 2, sqrt(((a - c) / 2)**2 + b**2)
    third = real("d")
    on = Domain(third > 0, a > third, c > a, b > 0, a * c > b**2,
                source=Meaning("three features that overlap and differ in norm", "Fig. 1.1"))
    return Printed(Holds(Ne((a - third) * (c - third) - b**2, 0), on=on), erratum=Erratum(
        "incomplete", "Two features that overlap or differ in norm have distinct intensities. Three may have two equal ones, for "
        "exceptional sizes: those with the inner products delta_ij + i j have 1, 1 and 15 (`fig-1.1:three`).",
        Iff(Eq(mean + spread, mean - spread), And(Eq(b, 0), Eq(a, c)), on=Domain(over=[a, b, c]))))


@claim(NAM, "Fig. 1.1", "intensities", origin="derived",
       reading="the Gram matrix of two features and its eigenvalues, by trace and determinant")
def intensities_of_two_features():
    """The intensities of two features are (a + c)/2 +- sqrt((a - c)^2/4 + b^2)."""
    mean, spread = (a + c) / 2, sqrt(((a - c) / 2)**2 + b**2)
    x, gram = real("x"), Matrix([[a, b], [b, c]])
    return Equal((gram - x * Identity(2).as_explicit()).det(), (x - mean - spread) * (x - mean + spread), on=Domain(over=[a, b, c, x]))


@claim(NAM, "Fig. 1.1", "three", origin="derived",
       reading="p features whose inner products are those of the unit vectors plus v_i v_j: they overlap and differ in norm")
def overlapping_features_of_equal_intensity():
    """Of three or more features that overlap and differ in norm all intensities but one may be equal: those orthogonal to v have 1."""
    size = dimension("m")
    v, u = vector("v", size), vector("u", size)
    gram = Identity(size) + v * v.T
    return every(others=Equal(gram * u, u, on=Domain(Eq(Dot(v, u), 0), over=[v])),
                 one=Equal(gram * v, (1 + Dot(v, v)) * v, on=Domain(over=[v])))

