"""Section 3.4 and 3.4.1: feedback and sigmoidal growth from small equal layers, the linear model beside it, the modes as eigenfunctions.

Eqs. (3.9)-(3.11).
"""

from sympy import DiagMatrix, Eq, Gt, Ne, S, diff, exp, log, oo, sqrt

from theoremtest.derivations.language import (
    Diagonal,
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    Flow,
    Holds,
    Iff,
    Limit,
    Meaning,
    Printed,
    Solves,
    System,
    by,
    claim,
    every,
    kernel_operator,
    real,
    reals,
    stated,
    vector,
)

from .layerwise_notation import (
    IMPLIED,
    INDEPENDENT,
    P0,
    TIME_FROM_ZERO,
    H,
    S_i,
    X,
    a,
    a0,
    b,
    b0,
    d,
    feature,
    later,
    others,
    sigmoid,
    t,
    theta,
    v,
    varied,
)
from .notation import NAM

rates = {a: -b * v * (a * b - S_i), b: -a * v * (a * b - S_i)}
"""Eq. (3.6)."""
flow = Flow(rates, name="Eq. (3.6)")
from_equal_layers = System(rates, {a: a0, b: b0})
equal = varied & later & Domain(a0 > 0, Eq(b0, a0))
root = sqrt(S_i * sigmoid(a0 * b0))
f, x = vector("f", H), real("x")
far = real("a'")
PAIR = Meaning("two positive layers, one of them larger, whose products are below the target scale", "Section 3.4")
POSITIVE = Meaning("equal layers a_i(0) > 0", "Section 3.4.1")
BELOW = Meaning("the start is below the target scale, a_i(0) b_i(0) < S", "Appendix A.2.1")


@claim(NAM, "Section 3.4", "rich-get-richer", uses=["nam2024/3.6"],
       conditions=[by(PAIR, Gt(a, 0), Gt(far, a), Gt(S_i, far**2))],
       reading="`when a_i ~ b_i`, `a larger |a_i| results in a faster evolution of b_i`: of two modes with one v_i, one S_i above their "
               "products and equal layers, the one with the larger a_i has the faster b_i")
def rich_get_richer():
    """A larger layer moves the other one faster."""
    def speed(layer):
        return layer * v * (S_i - layer**2)
    h, room = reals("h", "r")
    low = varied & Domain(a > 0, h > 0, room >= 0, where={far: a + h, S_i: 3 * (a + h)**2 + room})
    P, R = real("P"), real("P'")
    pair = Flow({P: 2 * v * P * (S_i - P), R: 2 * v * R * (S_i - R)}, name="Eq. (A.19) for two modes")
    return Printed(
        Holds(Gt(speed(far), speed(a)), on=varied & Domain(a > 0, far > a, S_i > far**2)),
        erratum=Erratum(
            "incomplete", "It holds early, while the product of the larger layers is at most a third of S_i, as from small starts. Above "
            "that a larger layer is nearer its end, and slower. A lead of one product over the other widens while both add up to less "
            "than S_i.",
            every(early=Holds(Gt(speed(far), speed(a)), on=low),
                  lead=Evolves(P - R, 2 * v * (P - R) * (S_i - P - R), along=pair, on=varied & Domain(over=[P, R, S_i]))),
            under=(S_i >= 3 * far**2,)))


@claim(NAM, "Eq. (3.9)", uses=["nam2024/3.6", "nam2024/A.20"],
       conditions=[stated(a0 > 0), stated(Eq(b0, a0)), by(BELOW, S_i > a0**2)],
       reading="a_i = b_i is the root of S_i times the right side; that the start is small is not used")
def sigmoidal_growth():
    """From equal layers a mode's product is S_i/(1 + (S_i/(a_i(0) b_i(0)) - 1) e^{-2 S_i E[x_i^2] t})."""
    return Solves(from_equal_layers, {a: root, b: root}, on=equal & Domain(S_i > a0**2))


@claim(NAM, "Eq. (3.9)", "any-scale", origin="derived", uses=["nam2024/3.6"])
def any_target_scale():
    """It holds for every S_i other than zero; at S_i = 0 the product is a_i(0)^2/(1 + 2 v_i a_i(0)^2 t)."""
    still = a0 / sqrt(1 + 2 * v * a0**2 * t)
    return every(nonzero=Solves(from_equal_layers, {a: root, b: root}, on=equal & Domain(Ne(S_i, 0))),
                 zero=Solves(System({a: rates[a].subs(S_i, 0), b: rates[b].subs(S_i, 0)}, {a: a0, b: b0}), {a: still, b: still}, on=equal))


@claim(NAM, "Section 3.4.1", "saturation", uses=["nam2024/3.9"], conditions=[stated(a0 > 0)],
       reading="`each mode follows a sigmoidal saturation`: a_i b_i/S_i tends to one from equal positive layers")
def every_mode_saturates():
    """Each of the independent modes saturates."""
    on = varied & later & Domain(a0 > 0) & Domain(Ne(S_i, 0), source=Meaning("S_i is divided by", "Eq. (3.9)"))
    return Printed(Limit(sigmoid(a0**2), t, oo, S.One, on=on), erratum=Erratum(
        "incomplete", "Appendix A.2.1 prints `Assuming a_i(0) b_i(0) < S`; the section does not, and with a_i(0) b_i(0) > 0 > S_i a mode "
        "does not get to its target: from equal layers of one sign a_i b_i is a square and falls to zero, the saddle. S_i > 0 is needed, "
        "or layers of opposite signs.",
        Limit(sigmoid(a0**2), t, oo, S.One, on=varied & later & Domain(a0 > 0, S_i > 0))))


@claim(NAM, "Section 3.4.1", "negative-scale", uses=["nam2024/3.9:any-scale"], origin="derived")
def modes_of_negative_scale_are_not_learned():
    """From equal layers a mode of negative target scale decays to the saddle at zero: the product a_i^2 is never negative."""
    return Limit(sigmoid(a0**2), t, oo, S.Zero, on=varied & later & Domain(a0 > 0, S_i < 0))


@claim(NAM, "Eq. (3.9)", "unequal-layers", origin="derived", uses=["nam2024/3.8"])
def unequal_layers():
    """For any layers the product moves by sqrt(C_i^2 + 4 a_i^2 b_i^2) in place of 2 a_i b_i, with C_i = a_i^2 - b_i^2, which stays."""
    C, on = real("C_i"), varied & Domain(over=[a, b, S_i])
    return Evolves(a * b, -v * sqrt(C**2 + 4 * a**2 * b**2) * (a * b - S_i), along=flow, on=on.but(where={C: a**2 - b**2}))


@claim(NAM, "Eq. (3.9)", "any-start", origin="derived", uses=["nam2024/3.6", "nam2024/3.8"])
def any_unequal_start():
    """From unequal layers p = a_i + b_i and q = a_i - b_i are p(0) sqrt(n/m) and q(0) sqrt(m/n), for every target scale.

    Neither p(0) nor q(0) is zero; all four pairs of signs are here.

    h = e^{-v_i R t}, n = h + (1 - h)(K + q(0)^2)/(2R), m = h + (1 - h)(L + p(0)^2)/(2R), R = sqrt(4 S_i^2 + C_i^2), K = R + 2 S_i and
    L = R - 2 S_i, so that K L = C_i^2 = p(0)^2 q(0)^2. Eq. (3.9) is the case C_i = 0.
    """
    p, q, p0, q0, K, L = reals("p", "q", "p(0)", "q(0)", "K", "L")
    scale, R = (K - L) / 4, (K + L) / 2
    fading, far = exp(-v * R * t), scale - (p**2 - q**2) / 4
    n, m = (fading + (1 - fading) / (2 * R) * part for part in (K + q0**2, L + p0**2))
    system = System({p: v * far * p, q: -v * far * q}, {p: p0, q: q0})
    starts = varied & later & Domain(K > 0, L > 0)

    def solved(sign, *conditions):
        on = (starts & Domain(*conditions)).but(where={q0: sign * sqrt(K * L) / p0})
        return Solves(system, {p: p0 * sqrt(n / m), q: q0 * sqrt(m / n)}, on=on)
    sums = Flow({a: -b * v * (a * b - scale), b: -a * v * (a * b - scale)}, name="Eq. (3.6)")
    on = varied & Domain(over=[a, b, K, L])
    return every(
        sum=Evolves(a + b, v * (scale - ((a + b)**2 - (a - b)**2) / 4) * (a + b), along=sums, on=on),
        difference=Evolves(a - b, -v * (scale - ((a + b)**2 - (a - b)**2) / 4) * (a - b), along=sums, on=on),
        first_larger=solved(1, p0 > 0), second_larger=solved(-1, p0 > 0), negative=solved(1, p0 < 0), opposite=solved(-1, p0 < 0))


@claim(NAM, "Eq. (3.10)", uses=["nam2024/3.7"],
       reading="theta_i by itself, the printed right side times S_i, which is divided by and so not zero, as in Eq. (3.9)")
def exponential_saturation():
    """From theta_i(0) = 0 the linear model's theta_i is S_i (1 - e^{-E[x_i^2] t})."""
    return Solves(System({theta: -v * (theta - S_i)}, {theta: S.Zero}), {theta: S_i * (1 - exp(-v * t))},
                  on=varied & later & Domain(over=[S_i]))


@claim(NAM, "Section 3.4.1", "linear-eigenmodes",
       reading="the operator of the linear model's features, T[f](x') = sum_j E[x_j f(x)] x'_j; `up to scaling constant, x_i is an "
               "eigenmode`")
def features_are_eigenmodes():
    """Each feature of the linear model is an eigenfunction of its operator, with the eigenvalue E[x_i^2], as features are uncorrelated."""
    operator = feature * feature.T + others * others.T
    on = Domain(Eq(feature.T * others, 0 * feature.T * others), source=INDEPENDENT)
    return Equal(operator * feature, Dot(feature, feature) * feature, on=on)


@claim(NAM, "Eq. (3.11)",
       reading="the features of the diagonal network are a_i x_i, what its last layer adds up; T is the operator of Chapter 2 for them, "
               "the sum of their projections |a_i x_i><a_i x_i|. The second equation is written for all features at once",
       leaves_out="`one-to-one`: where eigenvalues E[x_i^2] a_i^2 agree, or are zero, other eigenfunctions go with them")
def operator_of_the_diagonal_network():
    """T[f] = sum_i E[a_i^2 x_i f] x_i, with the eigenfunctions x_i and the eigenvalues E[x_i^2] a_i^2."""
    layer, moments, y = vector("a", d), vector("v", d), real("y")
    features = X * DiagMatrix(layer)
    uncorrelated = Domain(Eq(X.T * X, DiagMatrix(moments)), over=[layer], source=INDEPENDENT)
    return every(
        operator=Equal(kernel_operator(features) * f, X * Diagonal(x**2, (x, layer)) * X.T * f, on=Domain(over=[X, layer, f])),
        eigen=Equal(kernel_operator(features) * X, X * Diagonal(y * x**2, (x, layer), (y, moments)), on=uncorrelated))


@claim(NAM, "Section 3.4.1", "delay", uses=["nam2024/3.9", "nam2024/3.10"],
       conditions=[by(POSITIVE, P0 > 0), by(BELOW, S_i > P0)],
       reading="`saturates after a delay`, `the small value of a_i b_i delays the saturation`: the time to half of the scale grows without "
               "bound as the start vanishes; the linear model's, `immediately after initialization`, is log 2/v_i, from zero itself")
def saturation_is_delayed():
    """Small layers delay the saturation of a mode as long as one likes; a linear model's mode starts at once."""
    half = log(S_i / P0 - 1) / (2 * v * S_i)
    on = varied & Domain(P0 > 0, S_i > P0) & Domain(S_i > 0, source=IMPLIED)

    def at(time):
        return Domain(Eq(t, time), source=Meaning("the time to half of the scale", "Section 3.4.1"))
    return every(time=Equal(sigmoid(P0), S.Half, on=on & at(half)), delay=Limit(half, P0, 0, oo, on=on),
                 linear=Iff(Gt(1 - exp(-v * t), S.Half), Gt(t, log(2) / v), on=varied & later))


@claim(NAM, "Section 3.4.1", "reinforcement", uses=["nam2024/3.6", "nam2024/3.7", "nam2024/sec-3.4.1:delay"],
       reading="`small a_i down-scales the gradient of b_i and vice versa`: each gradient tends to zero with the other layer, the linear "
               "model's to v_i S_i with its parameter; `saturates through reinforcement between layers`: from equal layers the product "
               "moves fastest at half of its scale, at v_i S_i^2/2")
def layers_hold_back_and_reinforce_each_other():
    """A small layer holds the other one back; as both grow, the product is fastest at half of its target scale."""
    rate = {"first": -b * v * (a * b - S_i), "second": -a * v * (a * b - S_i)}
    on, product = varied & Domain(over=[a, b, theta, P0, S_i]), 2 * v * P0 * (S_i - P0)
    return every(
        first=Limit(rate["first"], b, 0, S.Zero, on=on),
        second=Limit(rate["second"], a, 0, S.Zero, on=on),
        linear=Limit(-v * (theta - S_i), theta, 0, v * S_i, on=on),
        fastest=Equal(v * S_i**2 / 2 - product, 2 * v * (P0 - S_i / 2)**2, on=on))


@claim(NAM, "Fig. 3.3", uses=["nam2024/3.9", "nam2024/3.10"],
       reading="`saturate from t = 0`: the linear model's curves are steepest at the start; `delayed`: the layerwise model's grow steeper "
               "until "
               "half of the scale; `only differing in the saturation speed`, `depending on E[x_i^2]`: a curve is a function of v_i t",
       leaves_out="the colours, the values of E[x_i^2] that were drawn, and `in sequences`, of which Eq. (3.14) speaks")
def curves_of_both_models():
    """With S_i = 1 the linear model's modes saturate from the start, the layerwise model's with a delay that depends on E[x_i^2]."""
    time = varied & Domain(t >= 0, source=TIME_FROM_ZERO)
    start, unit, reached = time & Domain(P0 > 0, P0 < 1), Domain(Eq(S_i, 1)), sigmoid(P0, S.One)
    return Printed(every(
        linear=Holds(diff(1 - exp(-v * t), t, 2) < 0, on=time),
        layerwise=Iff(Gt(diff(reached, t, 2), 0), Gt(S.Half, reached), on=start),
        bend=Equal(diff(reached, t, 2), 4 * v**2 * reached * (1 - reached) * (1 - 2 * reached), on=start),
        speed=Equal(sigmoid(P0), sigmoid(P0, S.One, S.One).subs(t, v * t), on=start & unit)),
        conditions=[stated(P0 > 0, P0 < 1), stated(Eq(S_i, 1))])
