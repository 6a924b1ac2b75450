"""Power laws: how a sum of power-law terms grows or falls with one variable T, exponent and constant.

Where the terms are C k^a Phi(T^b k^q), put k = u T^r with r = -b/q > 0: up to a power of T the sum is a Riemann sum of
h(u) = C u^a Phi(u^q) with step T^-r. For h analytic on u > 0, made of powers, exp and log, and absolutely integrable, such sums tend to the
integral: h has finitely many maxima and minima, so it is monotone on a first stretch, where a sum and the integral differ by less than
the integral over two steps, and of bounded variation on the rest, where they differ by a step times the variation. (1 - w)^T with
0 <= w <= 1 tends to exp(-T w), which dominates it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from sympy import Add, Dummy, Expr, Mul, Pow, S, Sum, Symbol, exp, expand, factor_terms, log, oo, powsimp

from theoremtest.derivations.proof.integrals.mellin import closed_form, mellin
from theoremtest.derivations.proof.integrals.powers import PowerForm, is_exp_log, power_form, simple, tidy
from theoremtest.derivations.proof.integrals.questions import NoValue, Questions
from theoremtest.derivations.proof.integrals.values import named

from .series import opened
from .shifted import goes_one_way, of_two_places


@dataclass(frozen=True)
class Law:
    """The sum divided by variable**power tends to `constant`; `positive` where that is shown to be more than 0."""

    power: Expr
    constant: Expr
    positive: bool


def law(node: Sum, variable: Symbol, ask: Questions) -> Law:
    """The power law of a sum as its variable goes to infinity; `ask` is of the other symbols. Raises NoValue.

    The variable is a positive symbol, of which the domain of `ask` says nothing.
    """
    body, k, low, high = _from_its_place(*opened(node))
    if variable in low.free_symbols | (high.free_symbols if high != oo else set()):
        return _between(body, k, low, high, variable, ask)
    if high != oo or not ask.positive(low):
        raise NoValue(f"the sum {node} does not run from a positive number to infinity")
    later = of_two_places(body, k)
    if later is not None:
        return _beside(*later, k, low, variable, ask)
    place = Dummy("x", positive=True)
    body = _dominated(tidy(body.xreplace({k: place})), place, variable, ask)
    if not is_exp_log(body, place) or not is_exp_log(body, variable):
        raise NoValue(f"{body} is not made of powers, exp and log")
    form, weight = _weighed(power_form(body, place, Dummy("y", positive=True)), variable)
    form, speed, beside = _scaled(form, variable)
    if not ask.positive(simple(-speed / form.inner)):
        raise NoValue(f"the terms are not shown to spread out as {variable} grows")
    found = mellin(form, ask)
    closed = closed_form(found, ask)
    power = simple(weight + beside - speed * found.at)
    positive = ask.positive(found.factor) and ask.within(form.place > 0, over=(form.place,)).positive(form.shape)
    if not positive and ask.positive(found.factor):  # what is not negative, and not zero everywhere, has a positive integral
        positive = _not_negative(form, ask)
    return Law(power, named(found) if closed is None else closed, positive)


def _beside(terms: Expr, letter: Symbol, k: Symbol, low: Expr, variable: Symbol, ask: Questions) -> Law:
    """The law of a sum of terms f(k, m), m = k + c, by those of f(k, s k) for s >= 1, which all have one power of the variable."""
    if not goes_one_way(terms, k, letter, low, ask):
        raise NoValue(f"{terms} is not shown to go one way in {letter}")
    stretch = Dummy("s", positive=True)
    plain = law(Sum(terms.xreplace({letter: k}), (k, low, oo)), variable, ask)
    other = law(Sum(terms.xreplace({letter: stretch * k}), (k, low, oo)), variable, ask.within(stretch >= 1))
    if simple(other.power - plain.power) != 0:
        raise NoValue(f"{terms} has another power of {variable} where {letter} is not {k}")
    return plain


def _from_its_place(body: Expr, k: Symbol, low: Expr, high: Expr) -> tuple[Expr, Symbol, Expr, Expr]:
    """A sum over k of what speaks of k + c alone, as a sum over k + c."""
    place = Dummy("k", integer=True)
    for node in sorted((node for node in body.atoms(Add) if k in node.args), key=str):
        written = body.xreplace({node: place})
        if (node - k).is_Integer and k not in written.free_symbols:
            return written, place, low + node - k, high + node - k
    return body, k, low, high


def _not_negative(form: PowerForm, ask: Questions) -> bool:
    """Whether a shape that is analytic and no constant zero is shown not to be negative."""
    on = ask.within(form.place > 0, over=(form.place,))
    one = form.shape.subs(form.place, 1)
    return on.not_negative(form.shape) and ask.not_zero(one)


def _weighed(form: PowerForm, variable: Symbol) -> tuple[PowerForm, Expr]:
    """The powers of the variable that stand beside the shape, taken out of the factor."""
    factor, rest = tidy(form.factor).as_independent(variable, as_Add=False)
    weight = S.Zero
    for part in Mul.make_args(rest):
        base, exponent = part.as_base_exp()
        if part == 1:
            continue
        if base != variable or variable in exponent.free_symbols:
            raise NoValue(f"{part} is no power of {variable}")
        weight += exponent
    return PowerForm(factor, form.power, form.shape, form.place, form.inner), weight


def _scaled(form: PowerForm, variable: Symbol) -> tuple[PowerForm, Expr, Expr]:
    """The shape as a function of T**speed times its place, with that product as its new place, and a power of T beside it.

    Raises NoValue where it is none.
    """
    for speed in _speeds(form.shape, form.place, variable):
        place = Dummy("y", positive=True)
        shape = tidy(form.shape.subs(form.place, place * variable ** (-speed)))
        shape = tidy(_joined(factor_terms(_joined(shape))))
        try:
            moved, weight = _weighed(PowerForm(form.factor * shape, form.power, S.One, place, form.inner), variable)
        except NoValue:
            continue
        if variable not in moved.factor.free_symbols:
            factor, shape = moved.factor.as_independent(place, as_Add=False)
            return PowerForm(factor, form.power, shape, place, form.inner), speed, weight
    raise NoValue(f"{form.shape} is no function of one product of powers of {variable} and of the index")


def _joined(expression: Expr) -> Expr:
    """Powers of one base multiplied together, their exponents brought to one fraction."""
    if isinstance(expression, Pow) and expression.args[1].free_symbols:
        return Pow(_joined(expression.args[0]), simple(expression.args[1]))
    if isinstance(expression, Mul):
        table: dict = {}
        rest = []
        for part in map(_joined, expression.args):
            base, exponent = part.as_base_exp()
            if base.is_Symbol and base.is_positive:
                table[base] = table.get(base, S.Zero) + exponent
            else:
                rest.append(part)
        return Mul(*rest, *(base ** simple(exponent) for base, exponent in table.items()))
    return expression.func(*map(_joined, expression.args)) if expression.args else expression


def _speeds(shape: Expr, place: Symbol, variable: Symbol):
    """Candidates for the power of the variable that goes with the first power of the place."""
    seen = set()
    for node in shape.atoms(Mul, Add):
        pairs = [_powers(part, place, variable) for part in (node.args if node.is_Add else (node,))]
        for fast, slow in (*((pair, (S.Zero, S.Zero)) for pair in pairs), *combinations(pairs, 2)):
            of_variable, of_place = fast[0] - slow[0], fast[1] - slow[1]
            if of_variable == 0 or of_place == 0:
                continue
            speed = simple(of_variable / of_place)
            if speed not in seen:
                seen.add(speed)
                yield speed


def _powers(term: Expr, place: Symbol, variable: Symbol) -> tuple[Expr, Expr]:
    """The powers of the variable and of the place that stand in a product."""
    powers = dict(part.as_base_exp() for part in Mul.make_args(term))
    return powers.get(variable, S.Zero), powers.get(place, S.Zero)


def _dominated(body: Expr, place: Symbol, variable: Symbol, ask: Questions) -> Expr:
    """(1 - w)**(b T + c) as exp(-b w T), for 0 <= w <= 1 at all whole numbers from 1 on, w a constant times a falling power, b > 0.

    Both sums have one limit, divided by their power of T: with T + c/b for T, whose powers are those of T in the limit, the first is
    dominated by the second, and tends to it at every u. Beside such a factor there may be powers only, so that what dominates is what the
    limit is made of.
    """
    others, dominated = [], []
    for part in Mul.make_args(body):
        base, exponent = part.as_base_exp()
        grows = variable in exponent.free_symbols and not isinstance(part, exp)
        (dominated if grows else others).append(part)
    if not dominated:
        return body
    if len(dominated) > 1 or not _is_power(Mul(*others), place, variable):
        raise NoValue("more than powers beside a power that grows")
    base, exponent = dominated[0].as_base_exp()
    taken = tidy(powsimp(expand(1 - base)))
    speed = expand(exponent).coeff(variable, 1)
    rest = expand(exponent - speed * variable)
    factor, power = taken.as_independent(place, as_Add=False)
    bottom, down = power.as_base_exp()
    plain = bottom == place and not (down.free_symbols | speed.free_symbols | rest.free_symbols) & {place, variable}
    if not (plain and variable not in taken.free_symbols and ask.positive(-down) and ask.positive(factor) and ask.positive(speed)
            and ask.not_negative(1 - factor) and ask.has_value(rest)):
        raise NoValue(f"{dominated[0]} is not shown to be dominated by an exponential")
    return Mul(*others, exp(-speed * taken * variable))


def _is_power(expression: Expr, place: Symbol, variable: Symbol) -> bool:
    """Whether an expression is a constant times powers of the two symbols, with exponents free of them."""
    return all(not part.free_symbols & {place, variable} or (
        part.as_base_exp()[0] in (place, variable) and not part.as_base_exp()[1].free_symbols & {place, variable})
               for part in Mul.make_args(expression))


# sums whose bounds move -------------------------------------------------------------------------------------------------


def _between(body: Expr, k: Symbol, low: Expr, high: Expr, variable: Symbol, ask: Questions) -> Law:
    """C k^a T^c between bounds that are affine in T: by the integral of u^a between the bounds divided by T."""
    place = Dummy("x", positive=True)
    form, weight = _weighed(power_form(tidy(body.xreplace({k: place})), place, Dummy("y", positive=True)), variable)
    if form.shape != 1:
        raise NoValue(f"{body} is no power of its index")
    start, stop = _slope(low, variable), oo if high == oo else _slope(high, variable)
    if start == 0 and not ask.positive(low):
        raise NoValue(f"the sum starts at {low}, which is not shown to be positive")
    if start < 0 or stop <= start:
        raise NoValue("the bounds do not draw apart")
    above = form.power + 1
    if start == 0 and not ask.positive(above):
        raise NoValue(f"{k**form.power} is not shown to be integrable from 0")
    if stop == oo and not ask.positive(-above):
        raise NoValue(f"the sum of {k**form.power} is not shown to converge")
    if not ask.not_zero(above):
        if not ask.zero(above):
            raise NoValue(f"{above} may vanish")
        area = log(S(stop) / start)
    else:
        area = ((S.Zero if stop == oo else stop**above) - (S.Zero if start == 0 else start**above)) / above
    if not ask.has_value(form.factor) or not ask.has_value(form.power):
        raise NoValue(f"{form.factor} is not shown to have a value")
    return Law(simple(weight + above), form.factor * area, ask.positive(form.factor))


def _slope(bound: Expr, variable: Symbol) -> Expr:
    slope = expand(bound).coeff(variable, 1)
    if not slope.is_Rational or variable in expand(bound - slope * variable).free_symbols:
        raise NoValue(f"the bound {bound} is not affine in {variable}")
    return slope
