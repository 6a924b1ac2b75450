"""Appendix A.3, the prose around the tables: what the ratios of the widths do to lambda, its range, its sign and its special cases."""

from sympy import DiagMatrix, Eq, Identity, Ne, S, Trace, ZeroMatrix, oo, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    Expectation,
    GradientFlow,
    Holds,
    Iff,
    Limit,
    Meaning,
    Printed,
    claim,
    dimension,
    every,
    gt,
    lt,
    matrix,
    real,
    vector,
)

from .notation import DOMINE, W1, W2, N_h, N_i, N_o, P, X, Y, balance, one_h, tau, time_constant
from .random_notation import FREE, SCALE, SIZE_RATIO, TABLE_1, TABLE_2, VARIANCES, a, alpha_1, alpha_2, b, ratios

ROWS = tuple(VARIANCES)
anywhere = Domain()
more, extra = real("r"), dimension("K")
larger = ratios & Domain(more > 0, source=Meaning("a ratio between two larger ones", "Appendix A.3"))


def mean(name):
    """lambda of a row, in ratios."""
    return TABLE_2[name][0]


def on_row(name, on=ratios):
    """The domain of a row."""
    return on & FREE.get(name, anywhere)


@claim(DOMINE, "Appendix A.3", "by-layers",
       reading="`with variance inversely proportional to the number of layers on which` they have `a direct effect` is read of LeCun's "
               "variance, which the sentence names: of W_1 it is the same in two networks of two layers, with N_i and N_i + K inputs")
def variance_by_the_number_of_layers():
    """The variance of random initial weights is inversely proportional to the number of layers on which they have a direct effect."""
    first, wider = VARIANCES["lecun"][0], VARIANCES["lecun"][0].subs(N_i, N_i + extra)
    return Printed(
        Equal(first, wider, on=Domain(over=[N_i, extra])),
        erratum=Erratum("wrong", "It is inversely proportional to the number of units that a weight adds up, as Table 1 has it: of W_1 "
                                 "to N_i, with which the mean of W_1 W_1^T is the identity at every width. (After `on which` a letter is "
                                 "lost in the text that we read.)",
                        Expectation(W1 * W1.T, {W1: first}, one_h, on=Domain(over=[W1]))))


@claim(DOMINE, "Appendix A.3", "last-wider", uses=[f"domine2025/table-2:{name}" for name in ROWS],
       reading="the letter is lost; 'a higher value in every one of the initializations' is read of b = N_o/N_h, of which it is so")
def a_wider_last_layer_raises_lambda():
    """A larger b gives a larger lambda in every one of the initializations."""
    return every(**{name: Holds(gt(mean(name).subs(b, b + more), mean(name)), on=on_row(name, larger)) for name in ROWS})


def with_more_inputs(name):
    """The mean of the balance matrix of a network with K more inputs is lambda of the one without them times the identity."""
    wider, (first, second) = matrix("W_1", N_h, N_i + extra), VARIANCES[name]
    return Expectation(W2.T * W2 - wider * wider.T, {wider: first.subs(N_i, N_i + extra), W2: second}, TABLE_1[name][0] * one_h,
                       on=on_row(name, Domain(over=[wider, W2])))


@claim(DOMINE, "Appendix A.3", "first-wider", uses=[f"domine2025/table-2:{name}" for name in ROWS],
       reading="the letter is lost; 'a larger ... has the opposite effect' is read of a = N_i/N_h and of every one of the initializations, "
               "which the sentence before it names. With N_h in place of a it fails as well: no lambda of Table 2 depends on the size")
def a_wider_first_layer_lowers_lambda():
    """A larger $a$ gives a smaller lambda, with each of the four scalings.

    LeCun's, He's and the scaled variances make every unit's input one of a fixed size: N_i drops out of E[W_1 W_1^T].
    """
    lower = {name: Holds(lt(mean(name).subs(a, a + more), mean(name)), on=on_row(name, larger)) for name in ("glorot", "lecun")}
    same = {name: with_more_inputs(name) for name in ROWS if name != "glorot"}
    why = "only Glorot's variances depend on n_out: for the other three N_i times the variance of W_1 is a constant"
    return Printed(every(**lower), erratum=Erratum("wrong", why, every(glorot=lower["glorot"], **same)))


@claim(DOMINE, "Appendix A.3", "range", uses=[f"domine2025/table-2:{name}" for name in ROWS],
       reading="the bound is lost; 'limits as to what value lambda can take (such as in LeCun)' is read as lambda > -1 there, with the "
               "bounds of the other rows beside it, each the limit of values that occur")
def what_values_occur():
    """lambda > -1 for LeCun, > -2 for He, > -alpha_1^2 scaled, between -2 and 2 for Glorot; no bound can be improved."""
    glorot = mean("glorot")
    return every(
        lecun=Holds(mean("lecun") > -1, on=on_row("lecun")),
        lecun_sharp=Limit(mean("lecun"), b, S.Zero, S.NegativeOne, on=on_row("lecun")),
        he=Holds(mean("he") > -2, on=on_row("he")), he_sharp=Limit(mean("he"), b, S.Zero, S(-2), on=on_row("he")),
        scaled=Holds(mean("scaled") > -alpha_1**2, on=on_row("scaled")),
        scaled_sharp=Limit(mean("scaled"), b, S.Zero, -alpha_1**2, on=on_row("scaled")),
        above=Holds(glorot < 2, on=on_row("glorot")), below=Holds(glorot > -2, on=on_row("glorot")),
        above_sharp=Limit(glorot.subs({a: 1 / b}), b, oo, S(2), on=Domain(b > 0, source=SIZE_RATIO)),
        below_sharp=Limit(glorot.subs({a: 1 / b}), b, S.Zero, S(-2), on=Domain(b > 0, source=SIZE_RATIO)))


@claim(DOMINE, "Table 3", "zero", uses=["domine2025/table-2:scaled"],
       reading="the case is lost; 'the inner and outer layers have a ratio proportional to the scale factors of each weight layer' is "
               "read as N_o/N_h = alpha_1^2/alpha_2^2, where the row prints 0")
def scaled_balance_vanishes():
    """The one cell that the stored text kept: at b = alpha_1^2/alpha_2^2 the scaled initialization has lambda = 0, and nowhere else.

    There the mean of the balance matrix is zero, by the draws.
    """
    in_proportion = Domain(alpha_1 > 0, over=[W1, W2], source=SCALE, where={alpha_2: alpha_1 * sqrt(N_h / N_o)})
    return every(
        zero=Expectation(balance, dict(zip((W1, W2), VARIANCES["scaled"])), ZeroMatrix(N_h, N_h), on=in_proportion),
        nowhere_else=Iff(Eq(mean("scaled"), 0), Eq(b, alpha_1**2 / alpha_2**2), on=on_row("scaled")))


@claim(DOMINE, "Appendix A.3", "cases", reading="the six cases' formulas are lost; the first five are read in a = N_i/N_h and b = N_o/N_h, "
       "with 'much larger' and 'exceedingly small' as ratios that tend to zero")
def special_widths():
    """a = b = 1 are three equal layers; a to infinity a first layer larger than both others, b to infinity such a last one.

    Where both grow at a fixed ratio the middle layer is small beside both, where both shrink it is large beside both.
    """
    middle, first, last = S.One, a, b
    ray = {a: more * b}
    on_ray = Domain(b > 0, more > 0, source=SIZE_RATIO)

    def vanishes(small, great, along, to):
        ratio = small / great if along is not None else (small / great).subs(ray)
        return Limit(ratio, b if along is None else along, to, S.Zero, on=on_ray if along is None else ratios)

    return every(
        equal=Iff((Eq(N_i, N_h)) & Eq(N_o, N_h), Eq(N_i / N_h, 1) & Eq(N_o / N_h, 1), on=Domain(over=[N_i, N_h, N_o])),
        first_over_middle=vanishes(middle, first, a, oo), first_over_last=vanishes(last, first, a, oo),
        last_over_middle=vanishes(middle, last, b, oo), last_over_first=vanishes(first, last, b, oo),
        small_beside_first=vanishes(middle, first, None, oo), small_beside_last=vanishes(middle, last, None, oo),
        large_beside_first=vanishes(first, middle, None, S.Zero), large_beside_last=vanishes(last, middle, None, S.Zero))


@claim(DOMINE, "Appendix A.3", "not-zero", uses=[f"domine2025/table-2:{name}" for name in ROWS],
       reading="'many cases when the balanced computation does not equal 0, both in the limit and not in the limit' is read of lambda, "
               "which is the same number at every size")
def balance_other_than_zero():
    """lambda is zero on one line of ratios only: b = 1 for LeCun and He, a = b for Glorot, b = alpha_1^2/alpha_2^2 scaled."""
    return every(
        lecun=Iff(Ne(mean("lecun"), 0), Ne(b, 1), on=on_row("lecun")), he=Iff(Ne(mean("he"), 0), Ne(b, 1), on=on_row("he")),
        glorot=Iff(Ne(mean("glorot"), 0), Ne(a, b), on=on_row("glorot")),
        scaled=Iff(Ne(mean("scaled"), 0), Ne(b, alpha_1**2 / alpha_2**2), on=on_row("scaled")))


@claim(DOMINE, "Fig. 7", uses=[f"domine2025/table-1:{name}" for name in ROWS],
       reading="'how the sign of the scaled identity changes with the dimensions' is read of lambda, for each of the four initializations")
def sign_of_lambda():
    """lambda is positive where the last layer is wider: than the hidden one for LeCun and He, than the first one for Glorot."""
    positive = {name: gt(TABLE_1[name][0], 0) for name in ROWS}
    sizes = Domain(over=[N_i, N_h, N_o])
    return every(
        lecun=Iff(positive["lecun"], N_o > N_h, on=sizes), he=Iff(positive["he"], N_o > N_h, on=sizes),
        glorot=Iff(positive["glorot"], N_o > N_i, on=sizes),
        scaled=Iff(positive["scaled"], alpha_2**2 * N_o > alpha_1**2 * N_h, on=sizes & FREE["scaled"]))


# --- networks that are not linear -----------------------------------------------------------------------------------------

GATES = Meaning("which hidden units are active, on a diagonal", "Appendix A.3")
gate = matrix("D", N_h, N_h)
diagonal_gate = Domain(Eq(gate, gate.T), source=GATES)
"""Of the diagonal matrix of gates, for inputs that share them, the proofs use no more than that it is symmetric."""
e = vector("e", N_h)
gated_residual = W2 * gate * W1 * X - Y
gated_training = GradientFlow(Trace(gated_residual.T * gated_residual) / (2 * P), {W1: 1 / tau, W2: 1 / tau},
                              name="gradient flow of a network with gates")
pull = -W2.T * gated_residual * X.T * W1.T / P
"""What both layers' motion shares, N_h x N_h."""
gated = time_constant & Domain(over=[W1, W2, X, Y]) & diagonal_gate


def turn(force):
    """tau times the balance matrix's rate with gates."""
    return (force * gate - gate * force) + (force * gate - gate * force).T


@claim(DOMINE, "Appendix A.3", "gates", uses=["domine2025/thm-A.2"], origin="derived")
def balance_with_gates():
    """With hidden units gated the balance matrix moves by a commutator with the gates, and its diagonal stays.

    Between two switches a rectified network is of this kind. Its balance matrix stays where all units have one gate.
    """
    return Evolves(balance, turn(pull) / tau, along=gated_training, on=gated)


force = matrix("M", N_h, N_h)
LEARNING = Meaning("a network that learns: a force on its layers", "Appendix A.3")
UNLIKE = Meaning("gates that are not all equal: with equal ones the network is linear on these inputs", "Appendix A.3")


@claim(DOMINE, "Appendix A.3", "only-linear", uses=["domine2025/app-A.3:gates"],
       reading="'the balanced property is only preserved in linear networks' is read as: in a network with gates the balance matrix moves "
               "wherever its gates are unlike one another and its force is other than zero. The force M is free; the rate is "
               "derived from the loss (`app-A.3:gates`)")
def preserved_in_linear_networks_only():
    """The balance matrix is preserved in linear networks only: with gates it moves.

    With equal gates a network is linear on these inputs, and with one hidden unit the balance is a number, which is kept.
    """
    rate, level = turn(force), real("g_k")
    moving = (Domain(Trace(force.T * force) > 0, where={gate: DiagMatrix(vector("g", N_h))}, source=LEARNING)
              & Domain(N_h * Trace(gate * gate) > Trace(gate)**2, source=UNLIKE))
    one_gate = Domain(Eq(gate * e, level * e), over=[force]) & diagonal_gate
    return Printed(
        Holds(Trace(rate * rate) > 0, on=moving),
        erratum=Erratum("wrong", "With gates D (diagonal) and error epsilon, tau d/dt (W_2^T W_2 - W_1 W_1^T) is the mean of [M - M^T, D] "
                        "over the inputs, M = W_2^T epsilon x^T W_1^T. It is zero also where M is symmetric, and its diagonal is always "
                        "zero.", every(
                            diagonal=Equal(Dot(e, rate * e), S.Zero, on=one_gate),
                            all_active=Equal(turn(force).subs(gate, level * Identity(N_h)), ZeroMatrix(N_h, N_h),
                                             on=Domain(over=[force, level])))))
