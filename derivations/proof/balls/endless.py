"""Balls for integrals over finite ranges, by Arb's rigorous quadrature, and for endless sums of one power, by Hurwitz's zeta
function, or of p(k) q^k/k!, by the exponential function.

An integral that is improper, or an endless sum of anything else, has no rule here: its value is found elsewhere or not at all.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

import sympy
from flint import acb, ctx
from sympy.functions.combinatorial.numbers import stirling

from theoremtest.derivations.proof.functions.table import written_out

from . import rules
from .rules import Imprecise, NotEvaluable, Undefined, ball, exact

EVALUATIONS = 1000
"""Values of an integrand that one integral may take."""
ENOUGH = 128
"""Bits beyond which no integral is worked out."""
FIRST = 20
"""What an endless sum over factorials begins with, at most."""
INFINITE = (sympy.oo, -sympy.oo)
_BY_NAME = {sympy.sin: "sin", sympy.cos: "cos", sympy.erf: "erf", sympy.exp: "exp", sympy.sinh: "sinh", sympy.cosh: "cosh",
            sympy.tanh: "tanh"}
"""Functions that are analytic wherever Arb gives them a value, and its name for each."""
_BROKEN = {
    sympy.Abs: lambda values, analytic: values[0].real_abs(analytic=analytic),
    sympy.sign: lambda values, analytic: values[0].real_sgn(analytic=analytic),
    sympy.Max: lambda values, analytic: reduce(lambda one, other: one.real_max(other, analytic=analytic), values),
    sympy.Min: lambda values, analytic: reduce(lambda one, other: one.real_min(other, analytic=analytic), values),
}
"""Functions that are analytic between their kinks, and not finite over a ball that may hold one."""
NOWHERE = acb("nan")
"""What an integrand is where it has no value: the quadrature then ends."""


def read_integral(program, node):
    """An integral between finite ends, its integrand followed into the complex plane."""
    limits = node.limits
    if len(limits) != 1 or len(limits[0]) != 3 or any(end in INFINITE for end in limits[0][1:]):
        raise NotEvaluable("only integrals over one variable between finite ends are worked out", node)
    variable, low, high = limits[0]
    ends = program.read(low), program.read(high)
    integrand = _complex(program, node.function, variable)

    free, known = sorted(node.free_symbols, key=str), {}

    def worked_out(get):
        """Arb's quadrature; a value that is not real at a real point is seen.

        What the integrand raises is kept until the quadrature is over, which does not let an exception pass.
        """
        unreal, raised = [], []

        def followed(z, analytic):
            """The integrand at a complex ball."""
            try:
                value = NOWHERE if raised else integrand(get, z, analytic)
            except BaseException as error:  # also a signal that time is over
                raised.append(error)
                value = NOWHERE
            if not analytic and z.imag == 0 and value.is_finite() and not value.imag.is_zero():
                unreal.append(z)
            return value

        found = acb.integral(followed, *(acb(ball(get(end))) for end in ends), eval_limit=EVALUATIONS)
        if raised:
            raise raised[0]
        return None if unreal or not found.is_finite() else found.real

    def step(get, env):
        """At a low precision or a middle one, and once at each point: quadrature takes long."""
        bits = min(ctx.prec, ENOUGH)
        key = (bits, *(env.get(symbol) for symbol in free))
        if key not in known:
            with rules.precision(bits):
                known[key] = worked_out(get)
        if known[key] is None and bits < ENOUGH:
            raise Imprecise("the integral is not enclosed at this precision", node)
        if known[key] is None:
            raise NotEvaluable("the integral is not enclosed", node)
        return known[key]

    return step


def _complex(program, node, variable) -> Callable:
    """An expression in one variable as a function of a complex ball, not finite where it may fail to be analytic there."""
    if variable not in node.free_symbols:
        place = program.read(node)
        return lambda get, z, analytic: acb(ball(get(place)))
    if node == variable:
        return lambda get, z, analytic: z
    if isinstance(node, (sympy.Add, sympy.Mul)):
        return _folded([_complex(program, part, variable) for part in node.args], isinstance(node, sympy.Add))
    if isinstance(node, sympy.exp) or (isinstance(node, sympy.Pow) and node.base is sympy.E):
        inner = _complex(program, node.args[0] if isinstance(node, sympy.exp) else node.exp, variable)
        return lambda get, z, analytic: inner(get, z, analytic).exp()
    if isinstance(node, sympy.Pow):
        return _power(program, node, variable)
    if isinstance(node, sympy.log):
        inner = _complex(program, node.args[0], variable)
        return lambda get, z, analytic: inner(get, z, analytic).log(analytic=analytic)
    if type(node) in _BY_NAME:
        inner, name = _complex(program, node.args[0], variable), _BY_NAME[type(node)]
        return lambda get, z, analytic: getattr(inner(get, z, analytic), name)()
    if isinstance(node, sympy.Piecewise):
        return _pieces(program, node, variable)
    if type(node) in _BROKEN:
        inner = [_complex(program, part, variable) for part in node.args]
        return lambda get, z, analytic: _BROKEN[type(node)]([part(get, z, analytic) for part in inner], analytic)
    form = written_out(node)
    if form is None:
        raise NotEvaluable(f"no complex rule for {type(node).__name__}", node)
    return _complex(program, form, variable)


def _pieces(program, node, variable) -> Callable:
    """A function of pieces, by the step of each condition in turn; what it is at a border adds nothing to an integral."""
    (last, otherwise), *before = reversed(node.args)
    if otherwise is not sympy.true or not all(condition.is_Relational and condition.rel_op[0] in "<>" for _, condition in before):
        raise NotEvaluable("pieces whose conditions are no inequalities", node)
    rest = _complex(program, last, variable)
    steps = [(_complex(program, piece, variable), _complex(program, condition.gts - condition.lts, variable))
             for piece, condition in before]

    def value(get, z, analytic):
        """The pieces from the last one to the first."""
        found = rest(get, z, analytic)
        for piece, gap in steps:
            chosen = gap(get, z, analytic).real_heaviside(analytic=analytic)
            found = chosen * piece(get, z, analytic) + (1 - chosen) * found
        return found

    return value


def _folded(parts: list, is_sum: bool) -> Callable:
    def value(get, z, analytic):
        """The sum or the product of the parts."""
        total = parts[0](get, z, analytic)
        for part in parts[1:]:
            total = total + part(get, z, analytic) if is_sum else total * part(get, z, analytic)
        return total

    return value


def _power(program, node, variable) -> Callable:
    base = _complex(program, node.base, variable)
    if node.exp.is_Integer:
        n = int(node.exp)
        return lambda get, z, analytic: base(get, z, analytic) ** n
    exponent = _complex(program, node.exp, variable)

    def value(get, z, analytic):
        """The principal branch, which has to be left nowhere."""
        return (base(get, z, analytic).log(analytic=analytic) * exponent(get, z, analytic)).exp()

    return value


def read_endless(program, node):
    """The sum of C (k + c)^(-s) from some whole number on, for s > 1."""
    limits = node.limits
    if len(limits) != 1 or len(limits[0]) != 3 or limits[0][2] != sympy.oo or limits[0][1] in INFINITE:
        raise NotEvaluable("only sums over one index, to infinity, are worked out", node)
    index, low, _ = limits[0]
    if 1 / sympy.factorial(index) in sympy.Mul.make_args(node.function):
        return _over_factorials(program, node, index, low)
    factor, rest = node.function.as_independent(index, as_Add=False)
    base, exponent = rest.as_base_exp()
    shift = base - index
    if index in exponent.free_symbols or index in shift.free_symbols:
        raise NotEvaluable("only endless sums of one power are worked out", node)
    places = [program.read(part) for part in (factor, exponent, low + shift)]

    def step(get, env):
        """Hurwitz's zeta function, from the first term on."""
        beside, power, first = (get(place) for place in places)
        if ball(power) >= -1:
            raise Undefined("a sum that diverges", node)
        if not (ball(power) < -1 and exact(first) and first > 0):
            raise Imprecise("a sum that is not seen to converge from a positive number on", node)
        return beside * acb(-ball(power)).zeta(acb(ball(first))).real

    return step


def _over_factorials(program, node, index, low):
    """The sum of C p(k) q^k/k! for a polynomial p: that of k^m q^k/k! from 0 on is e^q times Touchard's polynomial of q; what comes before
    the first term is taken away."""
    front, counts, base = [], [], []
    for part in sympy.Mul.make_args(node.function * sympy.factorial(index)):
        inner, exponent = part.as_base_exp()
        if index not in part.free_symbols:
            front.append(part)
        elif index in inner.free_symbols:
            counts.append(part)
        else:
            step = exponent.coeff(index)
            if index in step.free_symbols or not (step.is_Integer or inner.is_positive) or sympy.expand(exponent - step * index).has(index):
                raise NotEvaluable("only endless sums of one power over a factorial are worked out", node)
            front.append(inner ** sympy.expand(exponent - step * index))
            base.append(inner ** step)
    count = sympy.Mul(*counts)
    if not (low.is_Integer and 0 <= low <= FIRST and count.is_polynomial(index)):
        raise NotEvaluable("only endless sums of one power over a factorial are worked out", node)
    coefficients = sympy.Poly(count, index).all_coeffs()[::-1]
    q = sympy.Mul(*base)
    whole = sympy.exp(q) * sympy.Add(*(coefficient * stirling(degree, place) * q ** place
                                       for degree, coefficient in enumerate(coefficients) for place in range(degree + 1)))
    before = sympy.Add(*(count.subs(index, place) * q ** place / sympy.factorial(place) for place in range(int(low))))
    place = program.read(sympy.Mul(*front) * (whole - before))
    return lambda get, env: get(place)
