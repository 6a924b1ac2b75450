"""Arithmetic on values that are exact rationals where that is possible and rigorous balls elsewhere.

A value is a `fmpq` (exact) or an `arb` (a ball that contains it). Keeping rationals exact is what lets a tie, a zero
radicand or a division by zero be seen for certain. Balls fail open (a comparison with nan is no evidence), so each rule
looks at its argument before it calls Arb: it raises Undefined where no real value exists, and Imprecise where the ball is
too wide to say.
"""

from __future__ import annotations

from math import comb, factorial

from flint import arb, ctx, fmpq, fmpz

ZERO, HALF, ONE = fmpq(0), fmpq(1, 2), fmpq(1)
LARGEST_EXACT_BITS = 20_000


class NotEvaluable(Exception):
    """The expression cannot be enclosed at this point; the message names the node."""

    def __init__(self, why: str, node=None):
        super().__init__(why)
        self.why, self.node = why, node

    def __str__(self) -> str:  # printed late: writing a node out costs more than evaluating it
        return self.why if self.node is None else f"{self.why}: {self.node}"


class Undefined(NotEvaluable):
    """Certainly no real value here: a division by exact zero, the root of a negative number."""


class Imprecise(NotEvaluable):
    """The ball is too wide at this precision to say; more bits may help."""


def exact(value) -> bool:
    """Whether a value is a rational without error."""
    return isinstance(value, fmpq)


def ball(value) -> arb:
    """The value as a ball."""
    return value if isinstance(value, arb) else arb(value)


def sign_of(value) -> int:
    """-1, 0 or 1 for certain; a ball that holds zero raises Imprecise."""
    if isinstance(value, fmpq):
        return (value > 0) - (value < 0)
    if not value.is_finite():
        raise Imprecise("a value is not finite")
    if value > 0:
        return 1
    if value < 0:
        return -1
    if value.is_zero():
        return 0
    raise Imprecise("a sign is not settled")


def reciprocal(value):
    """One over a value."""
    side = sign_of(value)
    if side == 0:
        raise Undefined("division by zero")
    return ONE / value if exact(value) else 1 / value


def _repeated(value, n: int):
    """value**n for n >= 1 by squaring: integer powers of a ball that holds zero stay finite."""
    result = None
    while True:
        if n & 1:
            result = value if result is None else result * value
        n >>= 1
        if not n:
            return result
        value = value * value


def integer_power(value, n: int):
    """A value to a whole power, exactly where the result stays short."""
    if n == 0:
        return ONE
    if n < 0:
        return integer_power(reciprocal(value), -n)
    if exact(value):
        if value == 0 or value == 1:
            return value
        if value.height_bits() * n <= LARGEST_EXACT_BITS:
            return value**n
        value = arb(value)
    if n > 64:  # long products would blow the radius up
        try:
            side = sign_of(value)
        except Imprecise:
            return _repeated(value, n)
        if side == 0:
            return ZERO
        grown = (abs(value).log() * n).exp()
        return -grown if side < 0 and n % 2 else grown
    return _repeated(value, n)


def _exact_root(value: fmpq, q: int) -> fmpq | None:
    """The q-th root of a nonnegative rational where it is rational."""
    roots = []
    for part in (value.p, value.q):
        root = fmpz(part).root(q)
        if root**q != part:
            return None
        roots.append(root)
    return fmpq(*roots)


def rational_power(value, p: int, q: int, never_negative: bool = False):
    """value**(p/q) with q > 1; `never_negative` says that the exact value is known to be at least 0."""
    if exact(value):
        if value < 0:
            raise Undefined("root of a negative number")
        if value == 0:
            if p < 0:
                raise Undefined("division by zero")
            return ZERO
        root = _exact_root(value, q)
        if root is not None:
            return integer_power(root, p)
        value = arb(value)
    else:
        try:
            if sign_of(value) < 0:
                raise Undefined("root of a negative number")
        except Imprecise:
            if not (never_negative and p > 0 and value.is_finite()):
                raise
            top = arb(value.upper())
            return integer_power(arb(0).union(top.sqrt() if q == 2 else top.root(q)), p)
    return integer_power(value.sqrt() if q == 2 else value.root(q), p)


def power(value, exponent, never_negative: bool = False):
    """value**exponent over the reals: any base for an integer exponent, else a base that is not negative."""
    if exact(exponent):
        n, q = int(exponent.p), int(exponent.q)
        if q == 1:
            return integer_power(value, n)
        if q <= 64:
            return rational_power(value, n, q, never_negative)
    side = sign_of(value)
    if side < 0:
        raise Undefined("a negative number to a power that is no integer")
    if side == 0:
        if sign_of(exponent) <= 0:
            raise Undefined("zero to a power that is not positive")
        return ZERO
    return (ball(value).log() * ball(exponent)).exp()


def _smooth(function, *special):
    """A function with a value everywhere; `special` are pairs (argument, exact value)."""
    table = {fmpq(at): fmpq(value) for at, value in special}

    def rule(value):
        if isinstance(value, fmpq):
            known = table.get(value)
            if known is not None:
                return known
            value = arb(value)
        return function(value)

    return rule


def log(value):
    """The logarithm of a positive value."""
    if exact(value) and value == 1:
        return ZERO
    if sign_of(value) <= 0:
        raise Undefined("logarithm of a number that is not positive")
    return ball(value).log()


def _within(function, low, high, closed: bool, name: str, *special):
    """A function defined between two bounds (None: no bound); beyond them Undefined, across them Imprecise."""
    table = {fmpq(at): fmpq(value) for at, value in special}

    def rule(value):
        if exact(value):
            known = table.get(value)
            if known is not None:
                return known
        for bound, inward in ((low, 1), (high, -1)):
            if bound is None:
                continue
            side = sign_of(value - bound) * inward
            if side < 0 or (side == 0 and not closed):
                raise Undefined(f"{name} outside its domain")
        return function(ball(value))

    return rule


acosh = _within(arb.acosh, fmpq(1), None, True, "acosh", (1, 0))
atanh = _within(arb.atanh, fmpq(-1), fmpq(1), False, "atanh", (0, 0))
asin = _within(arb.asin, fmpq(-1), fmpq(1), True, "asin", (0, 0))
acos = _within(arb.acos, fmpq(-1), fmpq(1), True, "acos", (1, 0))


def _over(numerator, denominator):
    return lambda value: numerator(value) * reciprocal(denominator(value))


exp = _smooth(arb.exp, (0, 1))
sinh, cosh, tanh = _smooth(arb.sinh, (0, 0)), _smooth(arb.cosh, (0, 1)), _smooth(arb.tanh, (0, 0))
sin, cos = _smooth(arb.sin, (0, 0)), _smooth(arb.cos, (0, 1))
asinh, atan = _smooth(arb.asinh, (0, 0)), _smooth(arb.atan, (0, 0))


def coth(value):
    """The hyperbolic cotangent away from zero."""
    if sign_of(value) == 0:
        raise Undefined("coth of zero")
    return arb.coth(ball(value))


def acot(value):
    """Odd, with a jump at zero, where it is pi/2."""
    side = sign_of(value)
    return arb.pi() / 2 if side == 0 else arb.atan(ball(reciprocal(value)))


def csch(value):
    """The hyperbolic cosecant away from zero."""
    if sign_of(value) == 0:
        raise Undefined("csch of zero")
    return arb.csch(ball(value))


def sinc(value):
    """sin(x)/x, 1 at zero."""
    return ONE if exact(value) and value == 0 else arb.sinc(ball(value))


def heaviside(value, at_zero=HALF):
    """The unit step; half at zero unless told otherwise."""
    side = sign_of(value)
    return at_zero if side == 0 else (ONE if side > 0 else ZERO)


def atan2(y, x):
    """The angle of the point (x, y), in (-pi, pi]."""
    if exact(y) and exact(x) and y == 0:
        if x == 0:
            raise Undefined("no angle at the origin")
        if x > 0:
            return ZERO
    if sign_of(x) <= 0:
        sign_of(y)  # the branch cut: the angle jumps there
    return arb.atan2(ball(y), ball(x))


def _rounded(function):
    def rule(value):
        if exact(value):
            return fmpq(function(value))
        whole = function(value).unique_fmpz()
        if whole is None:
            raise Imprecise("a rounding is not settled")
        return fmpq(whole)

    return rule


def _extreme(function, first):
    def rule(*values):
        best = values[0]
        for value in values[1:]:
            if exact(best) and exact(value):
                best = value if first(value, best) else best
            else:
                if not (ball(best).is_finite() and ball(value).is_finite()):
                    raise Imprecise("a value is not finite")
                best = function(ball(best), ball(value))
        return best

    return rule


def gamma(value):
    """The gamma function away from its poles."""
    if exact(value) and value.q == 1 and value.p <= 0:
        raise Undefined("gamma at a pole")
    result = arb.gamma(ball(value))
    if not result.is_finite():
        raise Imprecise("gamma is not settled")
    return result


def growth_integral(rate, time):
    """The integral of exp(rate s) from 0 to time; time where the rate is zero for certain."""
    if exact(time) and time == 0:
        return ZERO
    if sign_of(rate) == 0:
        return time
    return ball(rate * time).expm1() / ball(rate)


def kronecker_delta(left, right):
    """1 where both are equal, 0 where they differ; balls that meet do not tell."""
    side = compare(left, right)
    if side is None:
        raise Imprecise("whether two indices are equal is not settled")
    return ONE if side == 0 else ZERO


def parity(chosen, bits):
    """1 or -1: the parity of the bits that two whole numbers, neither negative, have in common."""
    for value in (chosen, bits):
        if not exact(value):
            raise Imprecise("whether a set of bits is a whole number is not settled")
        if value.q != 1 or value < 0:
            raise Undefined("a set of bits is a whole number and not negative")
    return ONE if (int(chosen.p) & int(bits.p)).bit_count() % 2 == 0 else -ONE


def lambert(value):
    """Lambert's W, its upper branch."""
    if exact(value) and value == 0:
        return ZERO
    found = arb.lambertw(ball(value))
    if not found.is_finite():
        raise (Undefined if ball(value) * arb.const_e() < -1 else Imprecise)("Lambert's W is not settled")
    return found


def of_order(function):
    """A Bessel function of a whole order."""
    def rule(order, value):
        if not exact(order):
            raise Imprecise("whether an order is whole is not settled")
        if order.q != 1:
            raise Undefined("an order that is no whole number")
        found = function(ball(value), int(order.p))
        if not found.is_finite():
            raise Imprecise("a Bessel function is not settled")
        return found

    return rule


def count(value) -> int:
    """A whole number that is not negative, and not large."""
    if not exact(value):
        raise Imprecise("whether a number is whole is not settled")
    if value.q != 1 or value < 0:
        raise Undefined("a number of things is whole and not negative")
    if value > MOST_THINGS:
        raise Imprecise("a number of things too large")
    return int(value.p)


def choices(above, below):
    """A binomial coefficient, 0 outside of its row."""
    if not exact(below):
        raise Imprecise("whether a number is whole is not settled")
    if below.q != 1:
        raise Undefined("a number of things is whole")
    return fmpq(comb(count(above), int(below.p))) if below >= 0 else count(above) * ZERO


MOST_THINGS = 2000
FUNCTIONS = {
    "LambertW": lambert, "besselj": of_order(arb.bessel_j), "besseli": of_order(arb.bessel_i),
    "factorial": lambda value: fmpq(factorial(count(value))), "binomial": choices,
    "KroneckerDelta": kronecker_delta, "Parity": parity,
    "exp": exp, "log": log, "sinh": sinh, "cosh": cosh, "tanh": tanh, "coth": coth, "csch": csch,
    "sech": _smooth(arb.sech, (0, 1)), "asinh": asinh, "acosh": acosh, "atanh": atanh,
    "acoth": lambda value: atanh(reciprocal(value)), "asech": lambda value: acosh(reciprocal(value)),
    "acsch": lambda value: asinh(reciprocal(value)),
    "sin": sin, "cos": cos, "tan": _over(sin, cos), "cot": _over(cos, sin),
    "sec": lambda value: reciprocal(cos(value)), "csc": lambda value: reciprocal(sin(value)),
    "asin": asin, "acos": acos, "atan": atan, "acot": acot, "atan2": atan2, "sinc": sinc,
    "Abs": abs, "sign": lambda value: fmpq(sign_of(value)), "Heaviside": heaviside,
    "Max": _extreme(arb.max, lambda new, old: new > old), "Min": _extreme(arb.min, lambda new, old: new < old),
    "floor": _rounded(lambda value: value.floor()), "ceiling": _rounded(lambda value: value.ceil()),
    "GrowthIntegral": growth_integral,
    "erf": _smooth(arb.erf, (0, 0)), "erfc": _smooth(arb.erfc, (0, 1)), "gamma": gamma,
}
"""Rules by the names that the table of functions gives them; arguments and results are values."""


def compare(left, right) -> int | None:
    """The sign of left - right, or None where the balls do not say."""
    if exact(left) and exact(right):
        return (left > right) - (left < right)
    difference = left - right
    if not difference.is_finite():
        return None
    if difference > 0:
        return 1
    if difference < 0:
        return -1
    return 0 if difference.is_zero() else None


def precision(bits: int):
    """A context manager: Arb's working precision."""
    return ctx.workprec(bits)
