"""Section 1.5.3: intensity, quality and utilization of diagonalized features, Eqs. (1.29)-(1.32)."""

from sympy import Eq, Ge, Integer, Matrix, Rational, S, eye, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Holds,
    Meaning,
    Norm,
    Printed,
    claim,
    every,
    real,
    reals,
    vector,
)

from .features_notation import EIGEN, E, H, Phi, T, e, frame, goal, learned, one_mode, p, rho_k
from .notation import NAM

NOT_ZERO = Meaning("a function by whose norm is divided is not zero", "Eq. (1.30)")


@claim(NAM, "Eq. (1.29)", uses=["nam2024/1.14", "nam2024/1.15"])
def intensity_of_a_feature():
    """rho_k = <e_k|T[e_k]>, which is the sum over the features of <Phi_j|e_k>^2."""
    return every(operator=Equal(rho_k, Dot(e, T * e), on=one_mode), features=Equal(Dot(e, T * e), Dot(Phi.T * e, Phi.T * e), on=one_mode),
                 squares=Equal(rho_k, Dot(Phi.T * e, Phi.T * e), on=one_mode))


@claim(NAM, "Section 1.5.3", "gaussian", uses=["nam2024/1.29"],
       reading="two features with the inner products of Sigma, zero-mean Gaussian ones among them: Phi_1 + Phi_2 = 2 e_1 and "
               "Phi_1 - Phi_2 = sqrt(2) e_2 with orthonormal e_1 and e_2")
def intensities_of_the_gaussian_example():
    """The eigenvalues of Sigma are 2 and 1, and they are those of T."""
    x, half = real("x"), Rational(1, 2)
    first, second, e_1, e_2 = (vector(name, H) for name in (r"\Phi_1", r"\Phi_2", "e_1", "e_2"))
    sigma = Matrix([[3 * half, half], [half, 3 * half]])
    pair = Domain(Eq(Dot(e_1, e_1), 1), Eq(Dot(e_2, e_2), 1), Eq(Dot(e_1, e_2), 0), source=EIGEN).but(
        where={first: e_1 + e_2 / sqrt(2), second: e_1 - e_2 / sqrt(2)})
    operator = first * first.T + second * second.T
    return every(matrix=Equal((sigma - x * eye(2)).det(), (x - 2) * (x - 1), on=Domain(over=[x])),
                 products=Equal(Dot(first, second), sigma[0, 1], on=pair),
                 first_norm=Equal(Dot(first, first), sigma[0, 0], on=pair), second_norm=Equal(Dot(second, second), sigma[1, 1], on=pair),
                 larger=Equal(operator * e_1, 2 * e_1, on=pair), smaller=Equal(operator * e_2, e_2, on=pair))


@claim(NAM, "Section 1.5.3", "significance", uses=["nam2024/1.29"],
       reading="one feature that is the number c on a set of probability m and zero elsewhere, Phi = c 1_A with <1_A|1_A> = m",
       leaves_out="features of more than two values, and more than one feature")
def intensity_counts_how_often_and_how_large():
    """The intensity is m c^2: how often the feature is non-zero and how large it is when observed."""
    c, m = reals("c", "m")
    indicator = vector(r"\mathbf{1}_A", H)
    on = Domain(m > 0, m <= 1, Eq(Dot(indicator, indicator), m), over=[c], source=Meaning("the set's probability", "Section 1.5.3"))
    return Equal((c * indicator) * (c * indicator).T * indicator, m * c**2 * indicator, on=on)


@claim(NAM, "Section 1.5.3", "norm", uses=["nam2024/1.29"],
       reading="`the feature intensity`, rho_k, `is the norm of the feature vector along e_k`, which is sqrt(rho_k) e_k")
def intensity_as_a_norm():
    """In a vector representation the intensity of a feature is the norm of the feature vector along e_k."""
    on = Domain(Eq(Dot(e, e), 1), rho_k >= 0, source=EIGEN)
    vector_ = sqrt(rho_k) * e
    return Printed(Equal(Norm(vector_), rho_k, on=on), erratum=Erratum(
        "wrong", "The feature vector sqrt(rho_k) e_k has the norm sqrt(rho_k): the intensity is its squared norm.",
        Equal(Norm(vector_)**2, rho_k, on=on)))


quality, utilization = Dot(e, goal)**2 / Dot(goal, goal), Dot(e, learned)**2 / Dot(learned, learned)
target = Domain(Dot(goal, goal) > 0, source=NOT_ZERO)


@claim(NAM, "Eq. (1.30)", "range", origin="derived", reading="what is left of f* when its part along e_k is taken off has the squared norm "
       "<f*|f*> (1 - Q_k), so that 0 <= Q_k <= 1")
def quality_is_a_share():
    """The quality is the share of <f*|f*> that lies along e_k."""
    rest = goal - Dot(e, goal) * e
    on = target & Domain(Eq(Dot(e, e), 1), source=EIGEN)
    return every(rest=Equal(Dot(rest, rest) / Dot(goal, goal), 1 - quality, on=on), least=Holds(Ge(quality, 0), on=on))


@claim(NAM, "Eq. (1.31)", "full", origin="derived")
def utilization_of_one_feature():
    """A learned function that is a multiple of e_k utilizes e_k fully."""
    c = real("c")
    on = Domain(Eq(Dot(e, e), 1), source=EIGEN) & Domain(c > 0, source=NOT_ZERO)
    return Equal(utilization.subs(learned, c * e), Integer(1), on=on)


@claim(NAM, "Eq. (1.32)", "learned", origin="derived", uses=["nam2024/1.28"],
       reading="the sum of all utilizations is <E^T f|E^T f>/<f|f>, for f = E v with any v")
def utilizations_of_a_linear_model_add_up_to_one():
    """The utilizations of a linear model's own function add up to 1 over all p features."""
    v = vector("v", p)
    on = frame & Domain(Dot(v, v) > 0, source=NOT_ZERO)
    function = E * v
    return Equal(Dot(E.T * function, E.T * function) / Dot(function, function), Integer(1), on=on)


@claim(NAM, "Eq. (1.32)", "target", origin="derived",
       reading="the qualities add up to 1 less the share of <f*|f*> that lies outside the span of the features")
def qualities_add_up_to_the_expressible_share():
    """The qualities of all p features add up to 1 less what no linear model of these features can express."""
    outside = goal - E * (E.T * goal)
    return Equal(Dot(E.T * goal, E.T * goal), Dot(goal, goal) - Dot(outside, outside), on=frame & Domain(over=[goal]))


@claim(NAM, "Section 1.5.3", "intensity-ordered", uses=["nam2024/1.32:target"],
       reading="one such target: f* = e_2, which one feature describes, has the cumulative quality 0 at k = 1 and 1 at k = 2")
def cumulative_measures_follow_the_intensity():
    """A target function described by k features may not be expressed by the k most significant ones."""
    first, second = vector("e_1", H), vector("e_2", H)
    on = Domain(Eq(Dot(first, first), 1), Eq(Dot(second, second), 1), Eq(Dot(first, second), 0), source=EIGEN).but(where={goal: second})
    norm = Dot(goal, goal)
    return every(one=Equal(Dot(first, goal)**2 / norm, S.Zero, on=on),
                 two=Equal(Dot(first, goal)**2 / norm + Dot(second, goal)**2 / norm, S.One, on=on))

