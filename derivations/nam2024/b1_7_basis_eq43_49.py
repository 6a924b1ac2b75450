"""Appendix B.1.7: several basis functions for each skill, Proposition B.1.2, Eqs. (B.43)-(B.49)."""

from sympy import And, Eq, Ge, Gt, Identity, Integer, Le, Ne, Sum, Symbol, ZeroMatrix, oo, sqrt

from theoremtest.derivations.language import (
    Binomial,
    ConvergesInProbability,
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    GradientFlow,
    Holds,
    Iff,
    Limit,
    Meaning,
    Printed,
    Solves,
    System,
    claim,
    dimension,
    every,
    matrix,
    reals,
)

from .basis_notation import (
    BASIS,
    OFTEN,
    PLACE,
    B,
    E,
    H,
    N,
    N_c,
    S,
    S_has,
    S_miss,
    a0,
    along,
    has,
    k,
    l,
    lacks,
    last_skill,
    model,
    numbers,
    often,
    path,
    q,
    r,
    reach,
    t,
    target,
)
from .notation import NAM
from .skills_notation import COUNT, ROOT, a, eta, root

FLOOR = Meaning("q - 1 is the whole part of (N - 1)/N_c", "Proposition B.1.2")
n, D = dimension("D"), Symbol("D", integer=True)
Phi, Phi_miss = matrix(r"\Phi", has, n), matrix(r"\Phi_\mathrm{miss}", lacks, n)
off = Phi.T * (a * B - S_has / root) - Phi_miss.T * S_miss / root
on_samples = GradientFlow(Dot(off, off) / (2 * n), {a: eta, B: eta}, name="gradient flow of the loss on the skill's samples")
any_samples = Domain(Ne(root, 0), source=ROOT) & Domain(over=[a, B, Phi, Phi_miss, S_has, S_miss, eta])
population = GradientFlow(often * Dot(target - model, target - model) / 2, {a: eta, B: eta}, name="gradient flow of the loss")
entry, B_l, scale = reals("S_l", "B_{k,l}", "S")


@claim(NAM, "Eq. (B.43)",
       reading="`quotient q, remainder r such that (q - 1) N_c + r = N`: r is a number of basis functions of one skill, 1 to N_c; the "
               "floor "
               "is written as (q - 1) N_c <= N - 1 and N <= q N_c; and q - 1 skills of N_c functions with r make N")
def basis_functions_are_counted():
    """The basis has N functions, and r of the last skill."""
    on = Domain(N >= 1, N_c >= 1, source=COUNT) & Domain((q - 1) * N_c <= N - 1, q * N_c >= N, source=FLOOR)
    rest = N - (q - 1) * N_c
    return every(remainder=Holds(And(Ge(rest, 1), Le(rest, N_c)), on=on),
                 number=Equal(Sum(N_c, (l, 1, q - 1)) + r, N, on=numbers & Domain(Eq((q - 1) * N_c + r, N), source=FLOOR)))


there = Symbol("n", integer=True)
"""The number of basis functions of skill k."""


@claim(NAM, "Eq. (B.44)", uses=["nam2024/B.43"],
       reading="function l of skill k is at place (k - 1) N_c + l of the list of N, so that skill k has none for k > q, r for k = q and "
               "all "
               "N_c for k < q; each adds S/N_c to the strength",
       leaves_out="that training ends there")
def strength_by_the_number_of_basis_functions():
    """The strength is 0 for k > q, S r/N_c for k = q and S for k < q."""
    last = (q - 1) * N_c + r
    above, below = numbers & Domain(k >= q + 1, source=PLACE), numbers & Domain(k <= q - 1, source=PLACE)
    strength, scaled = Sum(S / N_c, (l, 1, there)), Domain(over=[S])
    return every(
        none=Holds(Gt((k - 1) * N_c + 1, last), on=above), all=Holds(Le(k * N_c, last), on=below),
        some=Equal(last - (k - 1) * N_c, r, on=numbers & Domain(Eq(k, q), source=PLACE)),
        strength_of_none=Equal(strength, Integer(0), on=(above & scaled).but(where={there: Integer(0)})),
        strength_of_some=Equal(strength, S * r / N_c, on=(numbers & Domain(Eq(k, q), source=PLACE) & scaled).but(where={there: r})),
        strength_of_all=Equal(strength, S, on=(below & scaled).but(where={there: N_c})))


@claim(NAM, "Proposition B.1.2", uses=["nam2024/B.47"],
       reading="from a start with |B_k(0)| = a_k(0) along the targets within reach, from which a_k^2 moves by itself and the strength is "
               "a_k^2 times the root of r/N_c; for k < q all N_c functions are there, for k > q none is and the strength is zero",
       leaves_out="other starts")
def strength_at_the_end_of_training():
    """The strength tends to S r/N_c for k = q, and to S for k < q."""
    on = along & numbers
    length = reach(r / N_c)
    return every(path=Solves(System({a: eta * often * a * (length - a**2)}, {a: a0}), {a: sqrt(path(length))}, on=on),
                 last=Limit(path(length) * sqrt(r / N_c), t, oo, S * r / N_c, on=on),
                 earlier=Limit(path(reach(Integer(1))), t, oo, S, on=on))


@claim(NAM, "Eq. (B.45)", uses=["nam2024/B.21"],
       reading="Eq. (B.21) for r basis functions, from the loss on the samples; the target has all N_c of them, the missing ones with the "
               "values Phi_miss at the samples")
def vector_of_the_last_skill_moves():
    """B_k moves by -eta a_k/D Phi Phi^T (B_k a_k - S/sqrt(N_c))."""
    return Printed(
        Evolves(B, -eta * a / n * Phi * Phi.T * (B * a - S_has / root), along=on_samples, on=any_samples),
        erratum=Erratum(
            "incomplete", "On D samples the basis functions that are missing correlate with those that are there, and pull as well: B_k "
            "moves by -eta a_k/D Phi (Phi^T (B_k a_k - S/sqrt(N_c)) - Phi_miss^T S_miss/sqrt(N_c)). The added term vanishes as D grows, so "
            "that Eq. (B.47) is true.",
            Evolves(B, -eta * a / n * (Phi * Phi.T * (B * a - S_has / root) - Phi * Phi_miss.T * S_miss / root), along=on_samples,
                    on=any_samples), under=(Eq(Phi * Phi_miss.T, 0 * Phi * Phi_miss.T),)))


@claim(NAM, "Eq. (B.46)", uses=["nam2024/B.45"],
       reading="`E_{I,X}[e(k, X) e(k, X)]` as the frequency of k times the mean over X, and that of the other skills times the same; "
               "samples of skill k are the share P(k) of D in probability; the columns of E are the e_l(X), over the root of the "
               "number of X",
       leaves_out="the limit of the sum over samples by the law of large numbers, beyond their number")
def square_of_the_feature_matrix():
    """Phi Phi^T/D tends to the mean of e_l e_l', which is P(k) where l = l', and zero elsewhere."""
    one, other = Identity(has), matrix("E'", H, has)
    count = Symbol("d_k", integer=True, nonnegative=True)
    seldom = Domain(often > 0, often < 1, source=OFTEN) & Domain(Eq(E.T * E, one), source=BASIS)
    zero = Domain(Eq(other.T * other, ZeroMatrix(has, has)), source=Meaning("zero on the inputs of other skills", "Eq. (5.8)"))
    share = ConvergesInProbability(count / D, D, often, {count: Binomial(D, often)},
                                   on=Domain(D >= 1, source=COUNT) & Domain(often > 0, often < 1, source=OFTEN) & Domain(over=[count]))
    return Printed(
        every(mean=Equal(often * (E.T * E) + (1 - often) * (E.T * E), often * one, on=seldom), share=share),
        erratum=Erratum(
            "wrong", "With the skill index k written in, as printed, the mean does not depend on I and is one where l = l'. It is P(k) "
                     "with I "
                     "in its place, as e_{k,l}(I, X) is zero for other skills.",
            every(mean=Equal(often * (E.T * E) + (1 - often) * (other.T * other), often * one, on=seldom & zero), share=share)))


@claim(NAM, "Eq. (B.47)", uses=["nam2024/B.46"], reading="from the loss itself, as a mean over all inputs; all entries at once")
def entry_of_the_last_skill_moves():
    """B_{k,l} moves by -eta P(k) a_k (B_{k,l} a_k - S/sqrt(N_c))."""
    return Evolves(B, -eta * often * a * (B * a - S_has / root), along=population, on=last_skill)


@claim(NAM, "Appendix B.1.7", "entries", uses=["nam2024/B.47"],
       reading="`a_k(infinity) B_{k,l}(infinity) = S/sqrt(N_c)`: where B_{k,l} stands still and a_k is not zero",
       leaves_out="that the path tends to such a point from every start")
def entries_at_the_end():
    """a_k B_{k,l} ends at S/sqrt(N_c) for the l of the basis."""
    on = (Domain(Ne(a, 0), source=Meaning("a_k stays away from zero", "Proposition B.1.1")) & Domain(Ne(root, 0), source=ROOT)
          & Domain(eta > 0, often > 0, source=OFTEN) & Domain(over=[B_l, scale]))
    return Iff(Eq(-eta * often * a * (B_l * a - scale / root), 0), Eq(a * B_l, scale / root), on=on)


@claim(NAM, "Eq. (B.48)", uses=["nam2024/app-B.1.7:entries"],
       reading="times S: <S g_k|f> for the model f at a_k B_k = S_r/kappa, as the product of these with E[e_{k,l} S g_k], summed over l")
def strength_as_a_sum():
    """The strength is the sum over l of S/sqrt(N_c) E[e_{k,l} g_k]."""
    at = Meaning("the entries at the end, a_k B_k = S_r/kappa", "Appendix B.1.7")
    ended = last_skill & Domain(Ne(a, 0), source=at) & Domain(where={B: S_has / root / a}, source=at)
    return Equal(Dot(target, model), Dot(S_has / root, E.T * target), on=ended)


@claim(NAM, "Eq. (B.49)", uses=["nam2024/B.48"], reading="`by Eq. (5.8)` E[e_{k,l} g_k] is 1/sqrt(N_c): that of S g_k is S_r/kappa")
def value_of_the_strength():
    """Which is S r/N_c."""
    return every(correlation=Equal(E.T * target, S_has / root, on=last_skill),
                 sum=Equal(Sum(S / sqrt(N_c) / sqrt(N_c), (l, 1, r)), S * r / N_c, on=numbers & Domain(over=[S])))
