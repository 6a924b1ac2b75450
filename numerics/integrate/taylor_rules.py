"""One rule for each operation on Taylor series: a rule makes the function that appends coefficient k of its node.

All series are scaled alike and stand in fixed point with `bits` fractional bits. Derivatives cost nothing: for y = f(u),
k y_k = sum_j j u_j f'(u)_(k-j).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from operator import mul


def integral(rate: list[int], constant: bool, scale: Fraction, out: list[int]) -> Callable[[int], None]:
    """Coefficient k + 1 of a variable from coefficient k of its rate."""
    n, d = scale.numerator, scale.denominator
    if constant:
        return lambda k: out.append(0 if k else rate[0] * n // d)
    if d == 1:
        return lambda k: out.append(rate[k] * n // (k + 1))
    return lambda k: out.append(rate[k] * n // (d * (k + 1)))


def weighted_sum(terms: list[tuple[Fraction, list[int]]], offset: int, out: list[int]) -> Callable[[int], None]:
    """A sum of rational multiples of series, and a constant."""
    plus = [series for factor, series in terms if factor == 1]
    minus = [series for factor, series in terms if factor == -1]
    other = [(f.numerator, f.denominator, series) for f, series in terms if abs(f) != 1]
    if not offset and not other and len(plus) == 2 and not minus:
        return lambda k: out.append(plus[0][k] + plus[1][k])
    if not offset and not other and len(plus) == len(minus) == 1:
        return lambda k: out.append(plus[0][k] - minus[0][k])

    def extend(k: int) -> None:
        total = 0 if k else offset
        for series in plus:
            total += series[k]
        for series in minus:
            total -= series[k]
        for n, d, series in other:
            total += n * series[k] // d
        out.append(total)

    return extend


def multiple(factor: int, u: list[int], out: list[int], bits: int) -> Callable[[int], None]:
    """A constant times a series."""
    return lambda k: out.append(factor * u[k] >> bits)


def product(u: list[int], v: list[int], out: list[int], bits: int) -> Callable[[int], None]:
    """The product of two series."""
    # a variable's series may already be one longer than the others, so both are cut to k + 1 terms
    return lambda k: out.append(sum(map(mul, u, v[k::-1])) >> bits)


def square(u: list[int], out: list[int], bits: int) -> Callable[[int], None]:
    """The square of a series, with half the products."""
    def extend(k: int) -> None:
        half = (k + 1) // 2
        total = 2 * sum(map(mul, u[:half], u[k::-1]))
        out.append((total if k % 2 else total + u[half] * u[half]) >> bits)

    return extend


def fraction(u: list[int], divisor: int, out: list[int], bits: int) -> Callable[[int], None]:
    """A series over a constant."""
    return lambda k: out.append((u[k] << bits) // divisor)


def quotient(
    u: list[int] | None, first: list[int], v: list[int], out: list[int], bits: int
) -> Callable[[int], None]:
    """A series, or a constant (``first``, where ``u`` is None), over a series."""
    def extend(k: int) -> None:
        top = first[k] if u is not None else (0 if k else first[0])
        out.append(((top << bits) - sum(map(mul, v[1 : k + 1], out[::-1]))) // v[0])

    return extend


def exponential(u: list[int], out: list[int], start: Callable[[int], int], bits: int) -> Callable[[int], None]:
    """exp is its own derivative."""
    return of_partner(u, out, 1, out, start, bits)


def logarithm(u: list[int], out: list[int], start: Callable[[int], int], bits: int) -> Callable[[int], None]:
    """log, from u y' = u'."""
    slope: list[int] = []  # j y_j for j = 1, 2, ...

    def extend(k: int) -> None:
        if k == 0:
            out.append(start(u[0]))
            return
        # k u_k = sum_{j=1}^{k} j y_j u_(k-j)
        rest = (k * u[k] << bits) - (sum(map(mul, slope, u[k - 1 : 0 : -1])) if k > 1 else 0)
        slope.append(rest // u[0])
        out.append(slope[-1] // k)

    return extend


def of_partner(
    u: list[int], partner: list[int], sign: int, out: list[int], start: Callable[[int], int], bits: int
) -> Callable[[int], None]:
    """A function whose derivative is its partner's, up to sign: sin, cos, sinh, cosh."""
    slope: list[int] = []

    def extend(k: int) -> None:
        if k == 0:
            out.append(start(u[0]))
            return
        slope.append(k * u[k])
        out.append(sign * (sum(map(mul, slope, partner[k - 1 :: -1])) >> bits) // k)

    return extend


def tanh(u: list[int], out: list[int], start: Callable[[int], int], bits: int) -> Callable[[int], None]:
    """tanh, from y' = u' (1 - y^2)."""
    slope: list[int] = []
    rest: list[int] = []  # 1 - y**2, the derivative

    def extend(k: int) -> None:
        if k == 0:
            out.append(start(u[0]))
        else:
            slope.append(k * u[k])
            out.append((sum(map(mul, slope, rest[::-1])) >> bits) // k)
        square = sum(map(mul, out, out[::-1])) >> bits
        rest.append((1 << bits) - square if k == 0 else -square)

    return extend


def root(u: list[int], out: list[int], start: Callable[[int], int], bits: int) -> Callable[[int], None]:
    """The square root, from y^2 = u."""
    def extend(k: int) -> None:
        if k == 0:
            out.append(start(u[0]))
            return
        cross = sum(map(mul, out[1:], out[:0:-1]))
        out.append(((u[k] << bits) - cross) // (2 * out[0]))

    return extend


def power(
    u: list[int], out: list[int], exponent: Fraction, start: Callable[[int], int], bits: int
) -> Callable[[int], None]:
    """A rational power, from u y' = q u' y."""
    n, d = exponent.numerator, exponent.denominator
    slope: list[int] = []

    def extend(k: int) -> None:
        if k == 0:
            out.append(start(u[0]))
            return
        slope.append(k * u[k])
        backwards = out[::-1]
        # u y' = q u' y, read off at order k - 1
        weighted = (n + d) * sum(map(mul, slope, backwards)) - d * k * sum(map(mul, u[1 : k + 1], backwards))
        out.append(weighted // (d * k * u[0]))

    return extend


def signed(u: list[int], out: list[int], only_sign: bool, bits: int) -> Callable[[int], None]:
    """Abs or sign, away from 0."""
    def extend(k: int) -> None:
        sign = (u[0] > 0) - (u[0] < 0)
        out.append((sign << bits if k == 0 else 0) if only_sign else sign * u[k])

    return extend
