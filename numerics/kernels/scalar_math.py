"""Scalar functions that generated Numba kernels call: exp and expm1 without branches or library calls, so that LLVM turns a loop
over them into vector instructions, and decays whose exponent is multiplied without error.
"""

from __future__ import annotations

from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

# log(2) in two parts; the first has 21 trailing zero bits, so that an integer up to 2**11 times it is exact.
_LOG2_HIGH = 6.93147180369123816490e-01
_LOG2_LOW = 1.90821492927058770002e-10
_LOG2_INVERSE = 1.44269504088896338700e00
_ROUND_TO_INTEGER = 6755399441055744.0  # 1.5 * 2**52: adding it leaves the nearest integer in the last bits
_LARGEST = 709.782712893384
_SMALLEST = -745.2


@intrinsic
def fma(typing_context, x, y, z):
    """x * y + z with one rounding."""

    def generate(context, builder, signature, arguments):
        double = ir.DoubleType()
        function = builder.module.declare_intrinsic("llvm.fma", [double], ir.FunctionType(double, [double] * 3))
        return builder.call(function, arguments)

    return types.float64(types.float64, types.float64, types.float64), generate


@intrinsic
def _bits_as_double(typing_context, bits):
    def generate(context, builder, signature, arguments):
        return builder.bitcast(arguments[0], ir.DoubleType())

    return types.float64(types.int64), generate


@intrinsic
def _double_as_bits(typing_context, x):
    def generate(context, builder, signature, arguments):
        return builder.bitcast(arguments[0], ir.IntType(64))

    return types.int64(types.float64), generate


@njit(forceinline=True, error_model="numpy")
def _reduced(x):
    """(k, expm1(r)) with x = k log(2) + r and |r| <= log(2)/2; k as a double and as the integer's bits."""
    shifted = fma(x, _LOG2_INVERSE, _ROUND_TO_INTEGER)
    k = shifted - _ROUND_TO_INTEGER
    r = fma(k, -_LOG2_LOW, fma(k, -_LOG2_HIGH, x))
    # Chebyshev fit of (expm1(r) - r)/r**2, relative error of expm1 below 2**-60; Estrin's grouping shortens the chain.
    r2 = r * r
    r4 = r2 * r2
    c0 = fma(r, 0.1666666666666667, 0.5)
    c1 = fma(r, 0.008333333333326136, 0.04166666666666667)
    c2 = fma(r, 0.00019841269874820627, 0.0013888888888883748)
    c3 = fma(r, 2.7557255400206422e-06, 2.4801587325547743e-05)
    c4 = fma(r, 2.5105217004720745e-08, 2.75572736431103e-07)
    upper = fma(r2, 2.0914686968086876e-09, c4)
    tail = fma(r4, upper, fma(r2, c3, c2))
    tail = fma(r4, tail, fma(r2, c1, c0))
    minus_one = fma(r2, tail, r)
    return shifted, minus_one


@njit(forceinline=True, error_model="numpy")
def _powers_of_two(shifted):
    """2**k as a product of two factors, each a normal double, for k from -1080 to 1030."""
    k = _double_as_bits(shifted) - 0x4338000000000000
    half = k >> 1
    return _bits_as_double((half + 1023) << 52), _bits_as_double((k - half + 1023) << 52)


@njit(forceinline=True, error_model="numpy")
def exponent(x):
    """The integer k with 2**k <= x < 2**(k + 1), for a normal positive double."""
    return (_double_as_bits(x) >> 52) - 1023


@njit(forceinline=True, error_model="numpy")
def power_of_two(k):
    """2**k for k from -1022 to 1023."""
    return _bits_as_double((k + 1023) << 52)


@njit(forceinline=True, error_model="numpy")
def _clamped(x):
    # NaN fails both comparisons and so passes through.
    x = _SMALLEST if x < _SMALLEST else x
    return 710.0 if x > _LARGEST else x


@njit(forceinline=True, error_model="numpy")
def exp(x):
    """exp(x) within one unit in the last place; gradual underflow, overflow to infinity."""
    shifted, minus_one = _reduced(_clamped(x))
    first, second = _powers_of_two(shifted)
    return fma(first, minus_one, first) * second


@njit(forceinline=True, error_model="numpy")
def expm1(x):
    """exp(x) - 1 within two units in the last place."""
    shifted, minus_one = _reduced(_clamped(x))
    first, second = _powers_of_two(shifted)
    scale = first * second
    difference = fma(scale, minus_one, scale - 1.0)
    return difference if x < 709.0 else fma(first, minus_one, first) * second


@njit(forceinline=True, error_model="numpy")
def falling(rate, low, t):
    """exp(-(rate + low) t) and 1 minus it, for rate t >= 0; the first is 0 beyond rate t = 708, where doubles lose digits."""
    exponent = rate * t
    lost = 0.0 if exponent > 708.0 else fma(rate, t, -exponent) + low * t
    shifted, minus_one = _reduced(-(708.0 if exponent > 708.0 else exponent))
    scale = _bits_as_double((_double_as_bits(shifted) - 0x4338000000000000 + 1023) << 52)
    value = fma(scale, minus_one, scale)
    value = fma(-value, lost, value)
    gone = fma(-scale, minus_one, 1.0 - scale)
    return 0.0 if exponent > 708.0 else value, fma(value, lost, gone)


@njit(forceinline=True, error_model="numpy")
def decay(rate, low, t):
    """exp(-(rate + low) t) for rate t >= 0, exact to rounding however large rate * t is."""
    return falling(rate, low, t)[0]


@njit(forceinline=True, error_model="numpy")
def decayed(rate, low, t):
    """1 - exp(-(rate + low) t) for rate t >= 0."""
    return falling(rate, low, t)[1]


@njit(forceinline=True, error_model="numpy")
def larger(x, y):
    """The larger of two numbers; NaN if either is NaN."""
    most = x if x > y else y  # one instruction, which takes y where one of them is NaN
    return x if x != x else most


@njit(forceinline=True, error_model="numpy")
def smaller(x, y):
    """The smaller of two numbers; NaN if either is NaN."""
    least = x if x < y else y
    return x if x != x else least
