"""Section 4.2.2: skill functions, their orthogonality, the target, skill losses and skill strengths, Eqs. (4.3)-(4.8)."""

from sympy import Eq, Function, Integer, KroneckerDelta, Sum, Symbol

from theoremtest.derivations.language import (
    ConvergesInProbability,
    Domain,
    Dot,
    Equal,
    Expectation,
    FairBits,
    Holds,
    Mass,
    Meaning,
    Multinomial,
    Parity,
    claim,
    dimension,
    every,
    ge,
    reals,
    vector,
)

from .notation import NAM
from .scaling_notation import INDEX, NUMBERS, S, i, inputs, k, l, n_s, x

SUBSET = Meaning("the relevant bits of a skill", "Section 4.2.1")
UNIT = Meaning("g_k(k, x) is 1 or -1", "Eq. (4.2)")
DISJOINT = Meaning("the supports of skills are mutually exclusive", "Eq. (4.3)")
ones = Symbol("q", integer=True)
"""The sum of M_j(i, x) at one input."""
P, error, first, second = (Function(name, real=True) for name in ("P_s", "r", "c", "d"))
some_input = Domain(n_s >= 1, source=NUMBERS) & Domain(i >= 1, i <= n_s, source=INDEX) & Domain(over=[ones])
strings = dimension("K")
g, f = vector("g_k", strings), vector("f", strings)
"""Values at all K strings of skill bits, for I = k; a mean over the strings is a sum over them by K."""
unit = Domain(Eq(Dot(g, g), strings), source=UNIT)


def skill(index):
    """g_index(i, x) by Eq. (4.2), at an input with skill i and `ones` ones among its relevant bits."""
    return KroneckerDelta(i, index) * (-1)**ones


@claim(NAM, "Eq. (4.3)", reading="both sides added up over k and k', each with any coefficients c_k and d_{k'}; at an input with any skill "
                                 "i and any number q of ones among its relevant bits")
def supports_are_mutually_exclusive():
    """g_k g_{k'} is delta_{i,k} delta_{k,k'}."""
    values = Sum(first(k) * skill(k) * Sum(second(l) * skill(l), (l, 1, n_s)), (k, 1, n_s))
    deltas = Sum(first(k) * KroneckerDelta(i, k) * Sum(second(l) * KroneckerDelta(k, l), (l, 1, n_s)), (k, 1, n_s))
    return Equal(values, deltas, on=some_input)


@claim(NAM, "Section 4.2.2", "correlation", uses=["nam2024/4.3"],
       reading="the mean over skills and any number n_b of fair bits; the relevant bits of k and k' are any sets, which may be one and the "
               "same: a skill's own mean square is P_s(k)")
def skills_are_uncorrelated():
    """Different skill functions have correlation zero."""
    bits, many = dimension("n_b"), dimension("n_s")
    X, drawn, one, two = (Symbol(name, integer=True) for name in ("X", "I", "U", "V"))
    on = Domain(k >= 1, k <= many, l >= 1, l <= many, source=INDEX) & Domain(
        one >= 0, one < 2**bits, two >= 0, two < 2**bits, source=SUBSET) & Domain(over=[X, drawn, bits, many])
    law = {X: FairBits(bits), drawn: Mass(P(drawn), 1, many)}

    def value(index, subset):
        return KroneckerDelta(drawn, index) * Parity(subset, X)
    return every(
        two=Expectation(value(k, one) * value(l, two), law, P(k) * KroneckerDelta(k, l) * KroneckerDelta(one, two), on=on),
        one=Expectation(value(k, one)**2, law, P(k), on=on))


@claim(NAM, "Section 4.2.2", "norm", uses=["nam2024/4.3"],
       reading="`E[f* f*] = S^2`, which is a norm of S where S is not negative: the square is S^2 at every input")
def target_scale_is_the_norm():
    """The target's mean square is S^2."""
    target = S * Sum(skill(k), (k, 1, n_s))
    return Equal(target**2, S**2, on=some_input & Domain(over=[S]))


@claim(NAM, "Eq. (4.6)", uses=["nam2024/4.1"],
       reading="r(i, x) is f* - f, any function; the K = 2^{n_b} strings of bits have the probability 1/K each")
def loss_is_the_mean_of_skill_losses():
    """The loss is the sum of the skill losses, each times its frequency."""
    squares = Sum(Sum(P(i) * error(i, x)**2, (i, 1, n_s)) / inputs, (x, 1, inputs))
    return Equal(squares / 2, Sum(P(k) * (Sum(error(k, x)**2, (x, 1, inputs)) / (2 * inputs)), (k, 1, n_s)),
                 on=Domain(n_s >= 1, inputs >= 1, source=NUMBERS))


@claim(NAM, "Section 4.2.2", "coefficient", uses=["nam2024/4.3"],
       reading="the model is the sum of c_j g_j over all skills. At I = k, at any string with q ones among its relevant bits, it is c_k "
               "g_k; R_k is the mean of g_k times that over the K strings of skill bits, each with probability 1/K")
def strength_is_the_coefficient():
    """R_k is the k-th coefficient of a model that is expanded in the skill functions."""
    model = Sum(first(l) * KroneckerDelta(k, l) * (-1)**ones, (l, 1, n_s))
    at_skill = Domain(n_s >= 1, source=NUMBERS) & Domain(k >= 1, k <= n_s, source=INDEX) & Domain(over=[ones])
    (weight,) = reals("c_k")
    return every(model=Equal(model, first(k) * (-1)**ones, on=at_skill),
                 strength=Equal(Dot(g, g * weight) / strings, weight, on=unit & Domain(over=[weight])))


@claim(NAM, "Section 4.2.2", "sum",
       reading="`accurately approximated by a sum`: the mean of g_k f over n random inputs of skill k tends to R_k in probability; g_k f "
               "takes three values v_1, v_2, v_3", leaves_out="more values; how many inputs are needed; the same of the test loss")
def strength_is_approximated_by_a_sum():
    """The skill strength is approximated by a sum over samples."""
    n, one, two = (Symbol(name, integer=True) for name in ("n", "N_1", "N_2"))
    v, w, u, p, q = reals("v_1", "v_2", "v_3", "p_1", "p_2")
    on = Domain(n >= 1, p >= 0, q >= 0, p + q <= 1, source=NUMBERS) & Domain(over=[v, w, u, one, two])
    return ConvergesInProbability((one * v + two * w + (n - one - two) * u) / n, n, p * v + q * w + (1 - p - q) * u,
                                  {one: Multinomial(n, p), two: Multinomial(n, q)}, on=on)


@claim(NAM, "Eq. (4.8)", reading="over the K strings of skill bits, each with probability 1/K; R_k(f_T) is R_k(T) of Eq. (4.7)")
def skill_loss_by_the_strength():
    """L_k is (S^2 + E_X[f^2] - 2 S R_k)/2."""
    off, strength = g * S - f, Dot(g, f) / strings
    return Equal(Dot(off, off) / strings / 2, (S**2 + Dot(f, f) / strings - 2 * S * strength) / 2, on=unit & Domain(over=[f, S]))


@claim(NAM, "Section 4.2.2", "zero-loss", uses=["nam2024/4.8"],
       reading="`if`: f = S g_k at I = k is put into Eq. (4.8). `Only if`: r(x) = f - S g_k; its square at any string l is at most "
               "2 K L_k, what is left of the sum being not negative")
def loss_vanishes_for_the_skill_alone():
    """The skill loss is zero if and only if f is S g_k on the skill's inputs."""
    r = Function("r", real=True)
    on = Domain(inputs >= 1, source=NUMBERS) & Domain(l >= 1, l <= inputs, source=INDEX)
    rest = Sum(r(x)**2, (x, 1, l - 1)) + Sum(r(x)**2, (x, l + 1, inputs))
    learned = unit & Domain(over=[S], where={f: S * g})
    return every(
        sufficient=Equal((S**2 + Dot(f, f) / strings - 2 * S * (Dot(g, f) / strings)) / 2, Integer(0), on=learned),
        split=Equal(Sum(r(x)**2, (x, 1, inputs)), r(l)**2 + rest, on=on), rest=Holds(ge(rest, Integer(0)), on=on))
