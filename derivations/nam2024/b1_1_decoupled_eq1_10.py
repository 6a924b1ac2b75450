"""Appendix B.1.1: the dynamics of the multilinear model decouple into skills, Lemma 1, Eqs. (B.1)-(B.10)."""

from sympy import DiagMatrix, Eq, Function, Integer, KroneckerDelta, Ne, Sum, Symbol, diff, sqrt

from theoremtest.derivations.language import (
    Chart,
    Conserved,
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    Printed,
    Solves,
    System,
    claim,
    dimension,
    every,
    matrix,
    orthonormal,
    real,
    stated,
    vector,
)

from .notation import NAM
from .skills_notation import (
    COUNT,
    DISJOINT,
    R0,
    R,
    S,
    a,
    a0,
    b,
    b0,
    count,
    counted,
    eta,
    flow,
    later,
    n,
    rates,
    sampled,
    samples,
    seen,
    share,
    skill_loss,
    strength,
    training,
)

SMALL = stated(R0 > 0, S > R0)
skills = dimension("n_s")
all_skills, numbers, off = matrix("G", n, skills), vector("d", skills), vector("w", skills)
below = later & Domain(R0 > 0, S > R0)
any_layers = counted & Domain(over=[a, b, S])
rest = real("L_0")


@claim(NAM, "Lemma 1", uses=["nam2024/B.4"], conditions=[stated(Eq(b, a)), stated(Ne(a, 0)), stated(R > 0, S > R)],
       reading="from the empirical loss itself: with equal layers, which stay equal, S/R_k - 1 decays at the rate 2 eta S d_k/D, the "
               "exponent of Eq. (B.1), and the loss is the printed function of it")
def strength_and_loss_of_a_skill():
    """The skill strength is a sigmoid in time, and the skill loss follows."""
    on = sampled & Domain(Eq(b, a), Ne(a, 0))
    excess = S / (a * b) - 1
    return every(excess=Evolves(excess, -2 * eta * S * share * excess, along=training, on=on),
                 loss=Equal((S - R)**2 / 2, S**2 / (2 * (1 + (S / R - 1)**-1)**2), on=Domain(R > 0, S > R)))


@claim(NAM, "Eq. (B.1)", uses=["nam2024/B.6", "nam2024/B.7"], conditions=[stated(Eq(b0, a0))],
       reading="a_k b_k from a_k(0) = b_k(0) of either sign: both parameters are plus or minus the root of the right side; that a_k(0) "
               "b_k(0) is below S is not used, and S > 0 is what it leaves; without a sample neither moves")
def strength_in_time():
    """R_k(T) is S/(1 + (S/R_k(0) - 1) e^{-2 eta S d_k/D T})."""
    reached = sqrt(strength(a0 * b0))

    def solved(sign, *conditions):
        on = seen & Domain(S > 0, Eq(b0, a0), *conditions)
        return Solves(System(rates, {a: a0, b: b0}), {a: sign * reached, b: sign * reached}, on=on)
    unseen = later & Domain(Eq(count, 0), source=COUNT) & Domain(S > 0, a0 > 0, Eq(b0, a0))
    return Printed(
        every(positive=solved(1, a0 > 0), negative=solved(-1, a0 < 0), unseen=Equal(reached**2, a0 * b0, on=unseen)),
        conditions=[stated(S > 0), stated(a0 > 0), stated(a0 < 0)])


@claim(NAM, "Eq. (B.2)", uses=["nam2024/B.1"], conditions=[SMALL], reading="R_k(0) is printed with a bar once, which is the same number")
def loss_in_time():
    """L_k(T), half the square of S - R_k(T), is S^2 over 2 (1 + (S/R_k(0) - 1)^{-1} e^{2 eta S d_k/D T})^2."""
    return Equal((S - strength(R0))**2 / 2, skill_loss(R0), on=below)


@claim(NAM, "Appendix B.1.1", "one-sample",
       reading="one sample, of skill i, with g_k = delta_ki or -delta_ki; a_k b_k is written as one function of k")
def squared_error_of_a_sample():
    """At a sample of skill i only that skill is left of the squared error, (S - a_i b_i)^2."""
    k, i, last = (Symbol(name, integer=True) for name in ("k", "i", "n_s"))
    product = Function("P", real=True)
    on = Domain(last >= 1, i >= 1, i <= last, over=[S], source=DISJOINT)

    def square(parity):
        errors = Sum((S - product(k)) * parity * KroneckerDelta(k, i), (k, 1, last))
        return Equal(errors**2, (S - product(i))**2, on=on)
    return every(even=square(1), odd=square(-1))


@claim(NAM, "Eq. (B.4)", uses=["nam2024/app-B.1.1:one-sample"],
       reading="G has the skills' values at the samples as columns, G^T G is diagonal with d_k; w_k = S - a_k b_k, where a_k b_k is zero "
               "for a skill that the model lacks")
def loss_decouples():
    """The empirical loss is the sum over skills of d_k (S - a_k b_k)^2, over 2 D."""
    frame, roots = matrix("E", n, skills), vector("r", skills)
    disjoint = Chart({all_skills: frame * DiagMatrix(roots), numbers: DiagMatrix(roots) * roots}, Domain(orthonormal(frame), over=[roots]))
    on = Domain(Eq(all_skills.T * all_skills, DiagMatrix(numbers)), over=[off], source=DISJOINT, chart=disjoint)
    return Equal(Dot(all_skills * off, all_skills * off) / (2 * n), Dot(off, DiagMatrix(numbers) * off) / (2 * n), on=on)


@claim(NAM, "Eq. (B.5)", uses=["nam2024/B.4"], reading="the loss by which is derived is that of Eq. (B.4), L_0 is its part of other skills")
def gradient_flow_of_the_decoupled_loss():
    """a_k moves by minus eta times the derivative of the decoupled loss, as it does along gradient flow of the samples' loss."""
    decoupled = share * (S - a * b)**2 / 2 + rest
    return Evolves(a, -eta * diff(decoupled, a), along=training, on=sampled & Domain(over=[rest]))


@claim(NAM, "Eq. (B.6)", uses=["nam2024/B.5"])
def first_parameter_moves():
    """a_k moves by -eta d_k/D b_k (a_k b_k - S)."""
    return Evolves(a, -eta * share * b * (a * b - S), along=training, on=sampled)


@claim(NAM, "Eq. (B.7)", uses=["nam2024/B.4"])
def second_parameter_moves():
    """b_k moves by -eta d_k/D a_k (a_k b_k - S)."""
    return Evolves(b, -eta * share * a * (a * b - S), along=training, on=sampled)


@claim(NAM, "Appendix B.1.1", "equal-layers", uses=["nam2024/B.6", "nam2024/B.7"],
       reading="a_k - b_k moves by a multiple of itself, so that it stays zero where it is zero at the start; that a_k(0) b_k(0) > 0 is "
               "not used")
def equal_layers_stay_equal():
    """a_k(0) = b_k(0) results in a_k = b_k at all times."""
    return every(difference=Evolves(a - b, eta * count / samples * (a * b - S) * (a - b), along=flow, on=any_layers),
                 kept=Conserved(a**2 - b**2, along=flow, on=any_layers))


@claim(NAM, "Eq. (B.8)", uses=["nam2024/B.6", "nam2024/B.7"])
def strength_moves():
    """R_k moves by the product rule, -eta d_k/D (b_k^2 + a_k^2) (a_k b_k - S)."""
    def product_rule(factor):
        return every(rule=Evolves(a * b, factor * rates[a] * b + a * rates[b], along=flow, on=any_layers),
                     value=Evolves(a * b, -eta * count / samples * (b**2 + a**2) * (a * b - S), along=flow, on=any_layers))
    return Printed(product_rule(-eta), erratum=Erratum(
        "wrong", "The factor -eta before a_k' b_k is stray: the rates have it already. What follows is right.", product_rule(Integer(1))))


@claim(NAM, "Eq. (B.9)", uses=["nam2024/B.8", "nam2024/app-B.1.1:equal-layers"], conditions=[stated(Eq(b, a))])
def strength_moves_by_itself():
    """With equal layers that is -2 eta d_k/D R_k (R_k - S)."""
    factor = -eta * count / samples
    return Equal(factor * (b**2 + a**2) * (a * b - S), 2 * factor * (a * b) * (a * b - S), on=any_layers & Domain(Eq(b, a)))


@claim(NAM, "Eq. (B.10)", uses=["nam2024/B.9"], conditions=[SMALL])
def solution_of_the_logistic_equation():
    """The differential equation of R_k is solved by the sigmoid."""
    factor = -2 * eta * count / samples
    return Solves(System({R: factor * R * (R - S)}, {R: R0}), {R: strength(R0)}, on=below & Domain(over=[R]))


@claim(NAM, "Eq. (B.10)", "any-start", uses=["nam2024/B.9"], origin="derived")
def solution_from_any_positive_start():
    """It is solved by the sigmoid from every positive start, above S as well: `a_k(0) b_k(0) < S` is not needed."""
    factor = -2 * eta * count / samples
    return Solves(System({R: factor * R * (R - S)}, {R: R0}), {R: strength(R0)}, on=later & Domain(R0 > 0, S > 0, over=[R]))
