"""Section 4.3.3: the parameter scaling law, Eqs. (4.35) and (4.36)."""

from sympy import Function, Integer, Integral, KroneckerDelta, Sum, Symbol, oo

from theoremtest.derivations.language import Domain, Equal, Holds, Limit, Printed, Spoken, claim, every

from .notation import NAM
from .scaling_notation import INDEX, NUMBERS, A, N, S, T, alpha, frequency, from_one, j, k, later, power, skill_loss, skills, tail, y

product = Function("R", real=True)
ones = Symbol("q", integer=True)
some = skills & Domain(N >= 1, source=NUMBERS) & Domain(over=[S])


@claim(NAM, "Eq. (4.35)", uses=["nam2024/4.10", "nam2024/4.19"],
       reading="for k <= N with endlessly many samples first, Eq. (4.19), and then time; for k > N at any string of bits with q ones among "
               "the relevant ones, whatever the parameters are")
def a_basis_function_is_a_skill():
    """After training a skill's loss is 0 with its basis function, and S^2/2 without."""
    model = Sum(product(j) * KroneckerDelta(j, k) * (-1)**ones, (j, 1, N))
    lacks = Domain(N >= 1, source=NUMBERS) & Domain(k >= N + 1, source=INDEX) & Domain(over=[S, ones])
    return every(has=Limit(skill_loss(k), T, oo, Integer(0), on=later & from_one & Domain(k <= N, source=INDEX)),
                 lacks=Equal((S * (-1)**ones - model)**2 / 2, S**2 / 2, on=lacks))


@claim(NAM, "Eq. (4.36)", uses=["nam2024/4.6", "nam2024/4.35"],
       reading="the loss is S^2/2 times the sum over k > N; the integral is below it, by less than the first term, so that both times "
               "(N + 1)^alpha have one limit, and is proportional to (N + 1)^-alpha, with a factor that does not depend on N")
def loss_of_the_missing_skills():
    """The loss is about S^2/2 times the integral of A k^-(alpha + 1) from N + 1 on, proportional to (N + 1)^-alpha."""
    rest, value = tail(N + 1), A * (N + 1)**(-alpha) / alpha
    loss, integral = S**2 / 2 * rest, S**2 / 2 * Integral(frequency(y), (y, N + 1, oo))
    return Printed(
        every(value=Equal(integral, S**2 / 2 * value, on=some), below=Holds(rest >= value, on=some),
              above=Holds(rest <= value + frequency(N + 1), on=some),
              approximately=Limit((N + 1)**alpha * loss, N, oo, S**2 * A / (2 * alpha), on=some)),
        spoken={"approximately": Spoken(r"\approx", loss, integral, scale=(N + 1)**alpha),
                "value": Spoken(r"\propto", integral, (N + 1)**(-alpha), scale=S**2 * A / (2 * alpha))})


@claim(NAM, "Section 4.3.3", "exponent", uses=["nam2024/4.36"],
       reading="`by approximating N ~ N + 1`: the sum over k > N times N^alpha tends to A/alpha, by which the loss does to S^2 A/(2 alpha)")
def loss_is_a_power_of_the_parameters():
    """The loss is a power law in N with the exponent -alpha."""
    on = power & Domain(N >= 1, source=NUMBERS)
    return every(sum=Limit(N**alpha * tail(N + 1, Integer(1)), N, oo, 1 / alpha, on=on),
                 shifted=Limit(N**alpha * (N + 1)**(-alpha), N, oo, Integer(1), on=on))
