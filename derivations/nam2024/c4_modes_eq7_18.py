"""Appendix C.4: three ReLU nodes that learn the parity of three bits, and their modes, Eqs. (C.7), (C.10), (C.12) and (C.14)-(C.18)."""

from sympy import And, Eq, Gt, Integer, Lt, Ne, S, exp, oo

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    Holds,
    Limit,
    Meaning,
    Observed,
    Printed,
    Solves,
    System,
    claim,
    dimension,
    every,
    real,
    reals,
    vector,
)
from theoremtest.derivations.toolbox.measured import observed

from .notation import NAM
from .parity_notation import (
    GROWING,
    alpha,
    beta,
    bits,
    c,
    gamma,
    moving,
    network,
    parity,
    positive,
    relu,
    scaled,
    solution,
    training,
)
from .parity_notation import S as scale
from .skills_notation import LATER, RATE, eta, t

COLUMN = Meaning("a column of X", "Eq. (C.7)")
BITS = Meaning("three bits", "Eq. (C.7)")
x1, x2, x3 = reals("x_1", "x_2", "x_3")
h1, h2, h3 = relu(x2 - x1 - x3), relu(1 - x1 + x2 - x3), relu(x1 - x2 + x3 - 1)
"""What the modes are multiples of."""
any_input = positive & Domain(over=[x1, x2, x3])
learning = moving & scaled
REVERSED = "The sign is reversed, as in all four equations: they go up the gradient. "
SIZES = (" Of the mean squared error over the eight inputs the printed factors 2, 1 and 1 of Eqs. (C.15) to (C.17) are right in size, but "
         "not Eq. (C.18), which is of half the sum: no normalization makes all four right.")


@claim(NAM, "Eq. (C.7)", reading="`the target Y is the parity function scaled by S`, column by column: the product of 1 - 2 x_i over the "
                                 "three bits, "
                                 "times S, is the printed entry")
def targets_are_the_parity():
    """The eight entries of Y."""
    printed = (scale, -scale, -scale, scale, -scale, scale, scale, -scale)
    parts, letters = {}, []
    for place, (x, entry) in enumerate(zip(bits, printed, strict=True), 1):
        inputs, target = reals(*(f"X_{{{row}{place}}}" for row in (1, 2, 3))), reals(f"Y_{{1{place}}}")[0]
        column = Domain(*map(Eq, inputs, x), Eq(target, entry), over=[scale], source=COLUMN)
        parts[f"column_{place}"] = Equal(scale * (1 - 2 * inputs[0]) * (1 - 2 * inputs[1]) * (1 - 2 * inputs[2]), target, on=column)
        letters += [*inputs, target]
    return Printed(every(**parts), defines=tuple(letters))


@claim(NAM, "Appendix C.4", "parameters", reading="width 3 and three inputs: a matrix, the biases and weights of the nodes, and c")
def number_of_parameters():
    """The network has 16 parameters before weights are shared."""
    inputs, width = reals("d", "p")
    on = Domain(Eq(inputs, 3), Eq(width, 3), source=Meaning("width 3, input dimension 3", "Appendix C.4"))
    return Equal(width * inputs + 2 * width + 1, Integer(16), on=on)


@claim(NAM, "Appendix C.4", "solution", uses=["nam2024/C.7"], reading="at each of the eight inputs")
def network_expresses_the_parity():
    """alpha = beta = gamma = sqrt(2 S) and c = -S lead to the parity function."""
    return every(**{f"column_{place}": Equal(network(x), parity(x), on=solution) for place, x in enumerate(bits, 1)})


@claim(NAM, "Eq. (C.10)", reading="for any alpha, as no sign of it is printed here; W_1 is the first row of W, b_1 is zero")
def first_mode():
    """The first mode is -2 alpha^2 sigma(x_2 - x_1 - x_3)."""
    def mode(on):
        return Equal(-2 * alpha * relu(-alpha * x1 + alpha * x2 - alpha * x3), -2 * alpha**2 * h1, on=on & Domain(over=[x1, x2, x3]))
    return Printed(mode(Domain(over=[alpha])), erratum=Erratum(
        "incomplete", "It needs alpha >= 0, so that alpha can be taken out of sigma: at alpha < 0 the node is active where x_2 < x_1 + "
                      "x_3. Small "
                      "positive parameters stay positive.", mode(Domain(alpha >= 0, source=GROWING))))


@claim(NAM, "Eq. (C.12)", uses=["nam2024/C.10"],
       reading="Eq. (C.8) at any input beside the modes as multiples of functions that do not move; for positive alpha, beta and gamma")
def network_is_the_sum_of_its_modes():
    """f is the sum of the three modes and c."""
    return Equal(network((x1, x2, x3)), -2 * alpha**2 * h1 + beta**2 * h2 + gamma**2 * h3 + c, on=any_input)


@claim(NAM, "Appendix C.4", "depends", uses=["nam2024/C.12"],
       reading="`h_q(x) often depends on the parameter`: of the second mode f^{(2)} = beta^2 h_2, that h_2 at an input where the node is "
               "on is not "
               "the same at two positive values of beta")
def functions_of_the_modes_depend_on_the_parameters():
    """The function h_q of a mode changes with its parameter."""
    other = real(r"\beta'")
    on = Domain(beta > 0, other > 0, source=GROWING)
    apart = on & Domain(Ne(beta, other), 1 - x1 + x2 - x3 > 0, source=Meaning("two values, a node that is on", "Appendix C.4"))

    def second(weight):
        return weight * relu(-weight * x1 + weight * x2 - weight * x3 + weight) / weight**2
    return Printed(Holds(Ne(second(beta), second(other)), on=apart), erratum=Erratum(
        "wrong", "With the shared weights of Eq. (C.9) every h_q is fixed, as h_1 is in Eq. (C.11): a positive weight can be taken out "
                 "of sigma. "
                 "What keeps the modes from moving by themselves is that several of them meet at one input.",
        Equal(second(beta), second(other), on=on & Domain(over=[x1, x2, x3]))))


@claim(NAM, "Eq. (C.14)", uses=["nam2024/C.12", "nam2024/app-C.4:correlation"],
       reading="Y and the modes as columns over the inputs, with sum Y = 0; `the linearity of the expectation`")
def strength_is_the_sum_of_mode_strengths():
    """The skill strength is the sum of the mode strengths."""
    n = dimension("n")
    Y, ones, first, second, third = vector("Y", n), vector(r"\vec{1}", n), vector("f^{(1)}", n), vector("f^{(2)}", n), vector("f^{(3)}", n)
    on = Domain(Eq(Dot(Y, ones), 0), source=Meaning("four entries S and four -S", "Eq. (C.7)")) & Domain(
        scale > 0, source=Meaning("the target scale", "Eq. (4.4)")) & Domain(over=[c, first, second, third])
    return Equal(Dot(Y, first + second + third + c * ones) / (8 * scale**2),
                 Dot(Y, first) / (8 * scale**2) + Dot(Y, second) / (8 * scale**2) + Dot(Y, third) / (8 * scale**2), on=on)


@claim(NAM, "Appendix C.4", "correlation", uses=["nam2024/C.7"], reading="the eight entries of Y as the product of 1 - 2 x_i, over both "
"values of each "
                                                                        "bit in turn")
def constant_has_no_correlation_with_the_target():
    """The constant c has zero inner product with Y."""
    values = Domain(Eq(x1, 0), Eq(x2, 1), source=BITS)
    total = sum(c * scale * (1 - 2 * first) * (1 - 2 * second) * (1 - 2 * third)
                for first in (x1, x2) for second in (x1, x2) for third in (x1, x2))
    return Equal(total, S.Zero, on=values & Domain(over=[c, scale]))


@claim(NAM, "Eq. (C.15)", uses=["nam2024/C.12"],
       reading="from half the squared error, summed over the eight inputs, which is the sum that Eq. (C.18) has")
def first_square_moves():
    """alpha^2 moves by 2 eta alpha^2 (-S - (-2 alpha^2 + 2 beta^2 + c))."""
    rest = -2 * alpha**2 + 2 * beta**2 + c
    return Printed(Evolves(alpha**2, 2 * eta * alpha**2 * (-scale - rest), along=training, on=learning), erratum=Erratum(
        "wrong", "In all four equations the sign is reversed: they go up the gradient. In Eq. (C.16) the terms are -4 alpha^2 + 7 beta^2, "
        "not -2 alpha^2 + 5 beta^2: the node is 2 at the input 010. Of the speeds $4S$, $4S$ and $2S$ the last is not that of Eq. (C.17), "
        "which has -S + c, zero at c = S; near c = 0 the rates are as 8 to 4 to 4. Half the sum over the eight inputs has the factors 8, "
        "4, 4 and 1 in place of 2, 1, 1 and 1, and the mean square 2, 1, 1 and 1/4: no normalization makes all four right. Here it is "
        "8: alpha stands in the node twice, as weight 2 alpha and inside.",
        Evolves(alpha**2, 8 * eta * alpha**2 * (scale + rest), along=training, on=learning)))


@claim(NAM, "Eq. (C.16)", uses=["nam2024/C.12"], reading="as for Eq. (C.15)")
def second_square_moves():
    """beta^2 moves by -eta beta^2 (S - (-2 alpha^2 + 5 beta^2 + 5 c))."""
    return Printed(
        Evolves(beta**2, -eta * beta**2 * (scale - (-2 * alpha**2 + 5 * beta**2 + 5 * c)), along=training, on=learning),
        erratum=Erratum(
            "wrong", REVERSED + "The factor is 4. And the node is 2 at the input 010, which counts twice there: the terms are 4 alpha^2 "
                                "and 7 "
                                "beta^2, the sum of its squares, not 2 alpha^2 and 5 beta^2.",
            Evolves(beta**2, 4 * eta * beta**2 * (scale - (-4 * alpha**2 + 7 * beta**2 + 5 * c)), along=training, on=learning)))


@claim(NAM, "Eq. (C.17)", uses=["nam2024/C.12"], reading="as for Eq. (C.15)")
def third_square_moves():
    """gamma^2 moves by -eta gamma^2 (S - (gamma^2 + c))."""
    rest = scale - (gamma**2 + c)
    return Printed(Evolves(gamma**2, -eta * gamma**2 * rest, along=training, on=learning), erratum=Erratum(
        "wrong", REVERSED + "And the factor is 4." + SIZES, Evolves(gamma**2, 4 * eta * gamma**2 * rest, along=training, on=learning)))


@claim(NAM, "Eq. (C.18)", uses=["nam2024/C.12"], reading="as for Eq. (C.15)")
def constant_moves():
    """c moves by -eta (2 alpha^2 - 5 beta^2 - gamma^2 - 8 c)."""
    force = 2 * alpha**2 - 5 * beta**2 - gamma**2 - 8 * c
    return Printed(Evolves(c, -eta * force, along=training, on=learning), erratum=Erratum(
        "wrong", REVERSED.rstrip(), Evolves(c, eta * force, along=training, on=learning)))


@claim(NAM, "Appendix C.4", "constant", uses=["nam2024/C.18"],
       reading="`c saturates to S quickly`, exponentially and before the others move: along Eq. (C.18), corrected, with alpha, beta and "
               "gamma "
               "still zero", leaves_out="that the others are still small when c has saturated")
def constant_saturates_first():
    """For a small start c saturates to S."""
    start = real("c(0)")
    left = start * exp(-8 * eta * t)
    on = Domain(eta > 0, source=RATE) & scaled & Domain(over=[start, t])
    path = Solves(System({c: -8 * eta * c}, {c: start}), {c: left}, on=on & Domain(t >= 0, source=LATER))
    return Printed(every(path=path, end=Limit(left, t, oo, scale, on=on)), erratum=Erratum(
        "wrong", "Without the others c saturates to zero, at the rate 8 eta: the targets have the mean zero and do not pull at it. It "
                 "follows "
                 "(2 alpha^2 - 5 beta^2 - gamma^2)/8, and ends at -S with them.",
        every(path=path, end=Limit(left, t, oo, S.Zero, on=on))))


k = real("k")


@claim(NAM, "Appendix C.4", "speeds", uses=["nam2024/C.15", "nam2024/C.16", "nam2024/C.17"],
       reading="`alpha^2 (2 S + 2 c = 4 S), beta^2 (-S + 5 c = 4 S), gamma^2 (2 S)`: what stands beside eta alpha^2, eta beta^2 and eta "
               "gamma^2 in Eqs. (C.15) to (C.17) as printed, up to the sign, at c = S and alpha = beta = gamma = k, as k goes to zero")
def relative_rates_at_small_starts():
    """The squares grow at the relative rates 4 S, 4 S and 2 S from a small start."""
    on = scaled & Domain(k > 0, source=GROWING)
    at_scale = on & Domain(Eq(c, scale), source=Meaning("c saturates to S quickly", "Appendix C.4"))
    printed = (2 * (scale + (-2 * k**2 + 2 * k**2 + c)), -scale + (-2 * k**2 + 5 * k**2 + 5 * c), -scale + (k**2 + c))
    of_loss = (8 * (scale - 2 * k**2 + 2 * k**2), 4 * (scale - (-4 * k**2 + 7 * k**2)), 4 * (scale - k**2))

    def rates(*values):
        return {name: Limit(rate, k, 0, value, on=at_scale)
                for name, rate, value in zip(("first", "second", "third"), printed, values, strict=True)}
    return Printed(every(**rates(4 * scale, 4 * scale, 2 * scale)), erratum=Erratum(
        "wrong", "For the third Eq. (C.17) has -S + c, which is zero and not 2 S where c is S. And c is not near S but near zero "
                 "(`app-C.4:constant`), where by the corrected equations the squares grow in the ratio 8 to 4 to 4: beta and gamma alike, "
                 "until alpha has saturated and pulls beta ahead.",
        every(**rates(4 * scale, 4 * scale, S.Zero), alpha_to_beta=Limit(of_loss[0] / of_loss[1], k, 0, Integer(2), on=on),
              beta_to_gamma=Limit(of_loss[1] / of_loss[2], k, 0, Integer(1), on=on))))


LEVELS = ("0.1", "0.25", "0.5")
times = {level: reals(*(f"t_{{{name},{level}}}" for name in ("\\alpha", "\\beta", "\\gamma"))) for level in LEVELS}
"""When a mode's strength first reaches a tenth, a quarter and a half of its end."""
UNSAID = "what saturation is in the figure, and where its networks start; "


def measured(relation, levels):
    """A relation between the times of the three modes, at each of some levels."""
    chosen = [times[level] for level in levels]
    return observed(And(*(relation(*three) for three in chosen)), "theoremtest.numerics.experiments.nam2024_skills:three_modes",
                    {time for three in chosen for time in three}, "Appendix C.4")


@claim(NAM, "Appendix C.4", "order", uses=["nam2024/app-C.4:speeds"],
       reading="`the saturation is in the order of alpha^2, beta^2 and gamma^2`, `the first and the second saturate at similar timescale`: "
               "times at which a mode's strength first reaches a tenth, a quarter and a half of its end, from 1/100 of sqrt(S); `similar`: "
               "the second is nearer to the first than to the third",
       leaves_out=UNSAID + "at nine tenths the second is nearer to the third")
def modes_saturate_in_turn():
    """The first, the second and the third mode saturate in this order, the first two at similar times."""
    return measured(lambda first, second, third: And(Lt(first, second), Lt(second, third), Lt(2 * second, first + third)), LEVELS)


@claim(NAM, "Appendix C.4", "twice", uses=["nam2024/app-C.4:order"],
       reading="`the third mode requires approximately twice the time for saturation`: from 3/2 to 5/2 times that of the first until half "
               "of its end is reached",
       leaves_out=UNSAID + "until nine tenths the factor is 1.15")
def third_mode_takes_longer():
    """The third mode requires about twice the time for saturation."""
    def twice(first, _, third):
        return And(Gt(2 * third, 3 * first), Lt(2 * third, 5 * first))
    return Printed(measured(twice, LEVELS[2:]), erratum=Erratum(
        "wrong", "It takes about twice the time to emerge, and less to saturate. At S = 1, from alpha = beta = gamma = 1/100 and c = 0, "
        "the factor is 1.9 until a tenth of the end, 1.7 until a quarter, 1.4 until half and 1.15 until nine tenths.",
        every(emerges=measured(twice, LEVELS[:2]), half=measured(lambda first, _, third: And(
            Gt(5 * third, 6 * first), Lt(2 * third, 3 * first)), LEVELS[2:]))))


@claim(NAM, "Fig. C.2", uses=["nam2024/C.14"],
       reading="`different emergent/saturation times whose sum results in the total`: from a tenth to nine tenths of its end every mode "
               "takes "
               "less time than the sum of all does",
       leaves_out="the curves and their colours, the multilinear model beside them")
def modes_have_different_times():
    """The strength of each mode is steeper than their sum."""
    names = reals("w_\\alpha", "w_\\beta", "w_\\gamma", "w")
    whole = names[-1]
    return Observed(And(*(Lt(name, whole) for name in names[:-1])), "theoremtest.numerics.experiments.nam2024_skills:widths",
                    on=Domain(over=names))
