"""The table itself, by the class of the SymPy function. What is not here enters no exact argument.

Real values only: a root, a logarithm or an inverse function outside its real domain has no value. SymPy's conventions where there is a
choice: `acot` is odd and jumps at zero, where it is pi/2; `0**0` is 1; a power of a negative base has a value for whole exponents only.
"""

from __future__ import annotations

from functools import lru_cache

import sympy as sp

from theoremtest.derivations.language import functions as own

from .entries import Demand, Entry, always, not_negative, not_zero, other_form, positive


def _power_defined(base, exponent) -> tuple[Demand, ...]:
    if base is sp.E or (exponent.is_Integer and exponent >= 0):
        return ()
    if exponent.is_Integer:
        return (not_zero(base),)
    if exponent.is_Rational and exponent > 0:
        return (not_negative(base),)
    return (positive(base),)


def _power_smooth(base, exponent) -> tuple[Demand, ...]:
    if exponent.is_Rational and exponent.q != 1:
        return (positive(base),)
    return _power_defined(base, exponent)


def _power_slopes(base, exponent):
    by_base = sp.S.Zero if exponent == 0 else exponent * base ** (exponent - 1)
    by_exponent = sp.S.Zero if exponent.is_Rational else sp.log(base) * base**exponent
    return by_base, by_exponent


def _power_jumps(base, exponent) -> tuple[Demand, ...]:
    """0**y jumps at y = 0, where it is 1."""
    return () if exponent.is_Rational or base.is_positive else (positive(base),)


def _inside(u) -> tuple[Demand, ...]:
    return (positive(1 - u**2),)


def _outside(u) -> tuple[Demand, ...]:
    return (positive(u**2 - 1),)


def _apart_from_zero(u, *_) -> tuple[Demand, ...]:
    return (not_zero(u),)


def _parted(*values) -> tuple[Demand, ...]:
    """No two of the values are equal."""
    return tuple(not_zero(u - v) for i, u in enumerate(values) for v in values[:i])


def _chosen(direction):
    """Which argument of Max (direction 1) or Min (-1) is taken, as 1 or 0, where no two are equal."""
    def slopes(*values):
        return tuple(sp.Mul(*((1 + direction * sp.sign(u - v)) / 2 for j, v in enumerate(values) if j != i)) for i, u in enumerate(values))

    return slopes


def _step(u, at_zero=sp.S.Half):
    return (1 + sp.sign(u)) / 2 + (1 - sp.sign(u) ** 2) * (at_zero - sp.S.Half)


def _quotient(u):
    """sinc(u) as a quotient for a number that is not zero; the same expression where u may be zero."""
    return sp.sin(u) / u if u.is_nonzero else sp.sinc(u)


def _of_one_order(order, u) -> tuple[Demand, ...]:
    """Bessel functions change smoothly with what they are of; their order is a number, which does not move."""
    return () if order.is_Integer else (positive(sp.S.NegativeOne),)


def _gamma_shifted(u):
    """gamma(x + n) over gamma(x), for a whole number n; the same expression where there is nothing to take out."""
    return sp.gamma(u).expand(func=True)


_ENTRIES = (
    # powers and what is made of them
    Entry(sp.Pow, _power_defined, _power_defined, _power_smooth, _power_slopes, jumps=_power_jumps),
    Entry(sp.exp, slopes=lambda u: (sp.exp(u),), enclosure="exp"),
    Entry(sp.log, lambda u: (positive(u),), slopes=lambda u: (1 / u,), enclosure="log"),
    other_form(sp.sinh, lambda u: (sp.exp(u) - sp.exp(-u)) / 2, "sinh", always),
    other_form(sp.cosh, lambda u: (sp.exp(u) + sp.exp(-u)) / 2, "cosh", always),
    other_form(sp.tanh, lambda u: (sp.exp(2 * u) - 1) / (sp.exp(2 * u) + 1), "tanh", always),
    other_form(sp.coth, lambda u: (sp.exp(2 * u) + 1) / (sp.exp(2 * u) - 1), "coth", _apart_from_zero),
    other_form(sp.sech, lambda u: 2 / (sp.exp(u) + sp.exp(-u)), "sech", always),
    other_form(sp.csch, lambda u: 2 / (sp.exp(u) - sp.exp(-u)), "csch", _apart_from_zero),
    other_form(sp.asinh, lambda u: sp.log(u + sp.sqrt(u * u + 1)), "asinh", always),
    other_form(sp.acosh, lambda u: sp.log(u + sp.sqrt(u * u - 1)), "acosh", lambda u: (positive(u - 1),)),
    other_form(sp.atanh, lambda u: (sp.log(1 + u) - sp.log(1 - u)) / 2, "atanh", _inside),
    other_form(sp.acoth, lambda u: (sp.log(1 + 1 / u) - sp.log(1 - 1 / u)) / 2, "acoth", _outside),
    other_form(sp.asech, lambda u: sp.log(1 / u + sp.sqrt(1 / u**2 - 1)), "asech", lambda u: (positive(u), positive(1 - u))),
    other_form(sp.acsch, lambda u: sp.log(1 / u + sp.sqrt(1 / u**2 + 1)), "acsch", _apart_from_zero),
    # circular functions
    Entry(sp.sin, slopes=lambda u: (sp.cos(u),), enclosure="sin"),
    Entry(sp.cos, slopes=lambda u: (-sp.sin(u),), enclosure="cos"),
    other_form(sp.tan, lambda u: sp.sin(u) / sp.cos(u), "tan", lambda u: (not_zero(sp.cos(u)),)),
    other_form(sp.cot, lambda u: sp.cos(u) / sp.sin(u), "cot", lambda u: (not_zero(sp.sin(u)),)),
    other_form(sp.sec, lambda u: 1 / sp.cos(u), "sec", lambda u: (not_zero(sp.cos(u)),)),
    other_form(sp.csc, lambda u: 1 / sp.sin(u), "csc", lambda u: (not_zero(sp.sin(u)),)),
    Entry(sp.asin, lambda u: (not_negative(1 - u**2),), smooth=_inside,
          slopes=lambda u: (1 / sp.sqrt(1 - u**2),), enclosure="asin"),
    other_form(sp.acos, lambda u: sp.pi / 2 - sp.asin(u), "acos", _inside),
    Entry(sp.atan, slopes=lambda u: (1 / (1 + u**2),), enclosure="atan"),
    Entry(sp.acot, continuous=_apart_from_zero, smooth=_apart_from_zero,
          slopes=lambda u: (-1 / (1 + u**2),), enclosure="acot", jumps=_apart_from_zero, corners=_apart_from_zero),
    other_form(sp.asec, lambda u: sp.acos(1 / u), smooth=_outside),
    other_form(sp.acsc, lambda u: sp.asin(1 / u), smooth=_outside),
    Entry(sp.atan2, lambda v, u: (positive(u),), slopes=lambda v, u: (u / (u**2 + v**2), -v / (u**2 + v**2)), enclosure="atan2",
          jumps=lambda v, u: (positive(u),), corners=lambda v, u: (positive(u),)),
    Entry(sp.sinc, smooth=None, elsewise=_quotient, enclosure="sinc"),
    # corners and jumps
    Entry(sp.Abs, smooth=_apart_from_zero, slopes=lambda u: (sp.sign(u),), enclosure="Abs", corners=_apart_from_zero),
    Entry(sp.sign, continuous=_apart_from_zero, smooth=_apart_from_zero, slopes=lambda u: (sp.S.Zero,), letter=False, enclosure="sign",
          jumps=_apart_from_zero, corners=_apart_from_zero),
    Entry(sp.Max, smooth=_parted, slopes=_chosen(1), enclosure="Max", corners=_parted),
    Entry(sp.Min, smooth=_parted, slopes=_chosen(-1), enclosure="Min", corners=_parted),
    other_form(sp.Heaviside, _step, "Heaviside", _apart_from_zero),
    Entry(sp.KroneckerDelta, continuous=_parted, smooth=_parted, enclosure="KroneckerDelta", jumps=_parted, corners=_parted),
    Entry(own.Parity, lambda u, v: (not_negative(u), not_negative(v)), continuous=None, smooth=None, enclosure="Parity"),
    Entry(sp.floor, continuous=None, smooth=None, enclosure="floor"),
    Entry(sp.ceiling, continuous=None, smooth=None, enclosure="ceiling"),
    # higher functions
    Entry(sp.erf, slopes=lambda u: (2 * sp.exp(-(u**2)) / sp.sqrt(sp.pi),), enclosure="erf"),
    other_form(sp.erfc, lambda u: 1 - sp.erf(u), "erfc", always),
    Entry(sp.gamma, lambda u: (positive(u),), smooth=None, elsewise=_gamma_shifted, enclosure="gamma"),
    Entry(sp.LambertW, lambda u: (not_negative(1 + sp.E * u),), smooth=lambda u: (positive(1 + sp.E * u),),
          slopes=lambda u: (sp.exp(-sp.LambertW(u)) / (1 + sp.LambertW(u)),), enclosure="LambertW"),
    Entry(sp.besselj, smooth=_of_one_order, slopes=lambda order, u: (sp.S.Zero, (sp.besselj(order - 1, u) - sp.besselj(order + 1, u)) / 2),
          enclosure="besselj"),
    Entry(sp.besseli, smooth=_of_one_order, slopes=lambda order, u: (sp.S.Zero, (sp.besseli(order - 1, u) + sp.besseli(order + 1, u)) / 2),
          enclosure="besseli"),
    Entry(sp.factorial, lambda u: (not_negative(u),), continuous=None, smooth=None, enclosure="factorial"),
    Entry(sp.binomial, lambda u, v: (not_negative(u),), continuous=None, smooth=None, enclosure="binomial"),
    # numerically stable forms of this project
    other_form(own.Expm1, lambda u: sp.exp(u) - 1, smooth=always),
    other_form(own.Log1p, lambda u: sp.log(1 + u), smooth=lambda u: (positive(1 + u),)),
    other_form(own.Hypot, lambda u, v: sp.sqrt(u**2 + v**2), smooth=lambda u, v: (positive(u**2 + v**2),)),
    Entry(own.GrowthIntegral, smooth=None, enclosure="GrowthIntegral"),
    other_form(own.Decay, lambda rate, low, t: sp.exp(-(rate + low) * t), smooth=always),
    other_form(own.Decayed, lambda rate, low, t: 1 - sp.exp(-(rate + low) * t), smooth=always),
)

TABLE: dict[type, Entry] = {entry.head: entry for entry in _ENTRIES}


def entry_of(node) -> Entry | None:
    """The entry of an expression's outermost function; None for sums, products, atoms, and whatever the table does not know."""
    return TABLE.get(type(node))


def written_out(node):
    """The expression's outermost function in its other form, or None where it has none."""
    entry = entry_of(node)
    if entry is None or entry.elsewise is None:
        return None
    form = entry.elsewise(*node.args)
    return None if form == node else form


def demands_for_value(node) -> tuple[Demand, ...] | None:
    """What makes the outermost function have a value where its arguments do; None where the table does not say.

    Of a function that is known by its other form they are read off that form over plain letters: over the arguments SymPy would shorten
    it, cosh(log x) to (x + 1/x)/2, and with it what it asks for.
    """
    entry = entry_of(node)
    if entry is None:
        return None
    if entry.defined is not None:
        return entry.defined(*node.args)
    places, demands = _of_the_form(entry.head, len(node.args))
    if demands is None:
        return None
    back = dict(zip(places, node.args, strict=True))
    return tuple(Demand(demand.expression.xreplace(back), demand.sign) for demand in demands)


@lru_cache(maxsize=128)
def _of_the_form(head: type, arity: int) -> tuple[tuple, tuple[Demand, ...] | None]:
    """Letters for a function's arguments, and what its other form over them asks for."""
    places = tuple(sp.Dummy(real=True) for _ in range(arity))
    found: dict[Demand, None] = {}
    for part in sp.preorder_traversal(TABLE[head].elsewise(*places)):
        if part.args and not isinstance(part, (sp.Add, sp.Mul)):
            demands = demands_for_value(part)
            if demands is None:
                return places, None
            found.update(dict.fromkeys(demands))
    return places, tuple(found)


def demands_for_continuity(node) -> tuple[Demand, ...] | None:
    """What makes the outermost function continuous, and defined; None where the table does not say."""
    return _joined(node, "defined", "continuous")


def demands_for_smoothness(node) -> tuple[Demand, ...] | None:
    """What makes the outermost function continuously differentiable; None where the table does not say."""
    entry = entry_of(node)
    if entry is not None and entry.defined is None and entry.elsewise is not None:
        return None if entry.smooth is None else entry.smooth(*node.args)
    return _joined(node, "defined", "continuous", "smooth")


def hidden_jumps(node) -> tuple[Demand, ...] | None:
    """Demands under which the outermost function is continuous wherever it has a value; None where the table does not say."""
    return _hidden(node, "continuous", "jumps")


def hidden_corners(node) -> tuple[Demand, ...] | None:
    """Demands under which it is differentiable wherever it and its derivatives have values; None where the table does not say."""
    return _hidden(node, "smooth", "corners")


def _hidden(node, known: str, name: str) -> tuple[Demand, ...] | None:
    entry = entry_of(node)
    if entry is None:
        return None
    if entry.defined is not None:
        return None if getattr(entry, known) is None else getattr(entry, name)(*node.args)
    places = [sp.Dummy(real=True) for _ in node.args]
    found: dict[Demand, None] = {}
    for part in sp.preorder_traversal(entry.elsewise(*places)):
        if not part.args or isinstance(part, (sp.Add, sp.Mul)):
            continue
        demands = _hidden(part, known, name)
        if demands is None:
            return None
        found.update(dict.fromkeys(demands))
    back = dict(zip(places, node.args, strict=True))
    return tuple(Demand(demand.expression.xreplace(back), demand.sign) for demand in found)


def _joined(node, *properties) -> tuple[Demand, ...] | None:
    entry = entry_of(node)
    found: dict[Demand, None] = {}
    for name in properties:
        rule = None if entry is None else getattr(entry, name)
        if rule is None:
            return None
        found.update(dict.fromkeys(rule(*node.args)))
    return tuple(found)
