"""A formula rewritten so that floats can form it wherever it has a value: the same function, other operations.

Sums with exponentials are taken apart into a power of e and a rest that neither overflows nor is lost beside it, and powers are put
together before anything is computed, so that what grows above and below a fraction cancels as symbols. Differences of equal parts become
expm1, log1p, squares of a sine or conjugate roots. Where the domain does not say which exponent is the largest, their maximum is taken out.
Nothing here has to be trusted: `numerics.closed_forms` uses a form only where it is proved to equal the printed one.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import sympy as sp
from sympy import Abs, Add, Expr, Max, Mul, Piecewise, Pow, Rational, S, cos, cosh, exp, log, sin, sinh, tanh

from theoremtest.derivations.language import Domain, TheoremtestError
from theoremtest.derivations.language.functions import Expm1, GrowthIntegral, Log1p
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime
from theoremtest.derivations.proof.signs.signs import NOT_NEGATIVE, Sign, sign

SECONDS, IN_ALL = 0.5, 5.0
"""For each question after a sign and for all of a formula; what is not known then is left open, and the form has a maximum where it might
have had one term."""
GROWING = (exp, cosh, sinh)
RECIPROCALS = {sp.coth: tanh, sp.sech: cosh, sp.csch: sinh, sp.cot: sp.tan, sp.sec: cos, sp.csc: sin}


def stable(expression: Expr, domain: Domain, limit: Deadline | None = None) -> Expr:
    """The scalar expression in a form that is stable on the domain; itself where there is nothing to do. limit: for all signs asked for."""
    return _Stable(domain, limit or Deadline(IN_ALL)).whole(_spelled(expression))


def _spelled(expression: Expr) -> Expr:
    """In functions that kernels have."""
    for head, inverse in RECIPROCALS.items():
        expression = expression.replace(head, lambda x, inverse=inverse: 1 / inverse(x))
    return expression.replace(GrowthIntegral, lambda rate, time: Piecewise((time, sp.Eq(rate, 0)), (Expm1(rate * time) / rate, True)))


class _Stable:
    """The rewriting on one domain. A pair (e, c) stands for exp(e) c, where c neither overflows nor is lost."""

    def __init__(self, domain: Domain, limit: Deadline) -> None:
        self.domain, self.limit = domain, limit
        self.known: dict[Expr, tuple[Expr, Expr]] = {}
        self.risky: dict[Expr, bool] = {}

    def whole(self, expression: Expr) -> Expr:
        """The stable form as one expression."""
        if not self._at_risk(expression):
            return expression
        if isinstance(expression, Mul) and sum(factor.has(*GROWING) for factor in expression.args) == 1:  # nothing it could cancel with
            return Mul(*map(self.whole, expression.args))
        alone = _less_one(expression)
        if alone is not None:
            return alone[0] * Expm1(self.whole(alone[1]))
        exponent, rest = self.parted(expression)
        return rest * exp(exponent)

    def parted(self, expression: Expr) -> tuple[Expr, Expr]:
        """The stable form as a power of e and a rest."""
        if expression not in self.known:
            self.known[expression] = self._parted(expression)
        return self.known[expression]

    def _parted(self, node: Expr) -> tuple[Expr, Expr]:
        if not node.free_symbols or node.is_Symbol:
            return S.Zero, node
        if isinstance(node, exp):
            return self.whole(node.args[0]), S.One
        if isinstance(node, Expm1):
            return self._added((exp(node.args[0]), S.NegativeOne))
        if isinstance(node, (cosh, sinh)):
            (x,) = node.args
            if self._sign(x) is not None:
                return self._added(_exponentials(node))
            size = Abs(sp.factor_terms(x))
            return size, (1 if isinstance(node, cosh) else tanh(x)) * (1 + exp(-2 * size)) / 2
        if isinstance(node, Mul):
            parts = [self.parted(factor) for factor in node.args]
            return Add(*(exponent for exponent, _ in parts)), Mul(*(rest for _, rest in parts))
        if isinstance(node, Pow):
            return self._power(*node.args)
        if isinstance(node, Add):
            return self._added(node.args)
        if isinstance(node, log):
            return S.Zero, self._logarithm(node.args[0])
        if isinstance(node, Piecewise):
            return S.Zero, Piecewise(*((self.whole(value), condition) for value, condition in node.args))
        return S.Zero, node.func(*(self.whole(part) if isinstance(part, Expr) else part for part in node.args))

    def _power(self, base: Expr, power: Expr) -> tuple[Expr, Expr]:
        if power.is_Rational:
            exponent, rest = self.parted(base)
            return power * exponent, rest**power
        one, rest = base.as_coeff_Add()
        if one == 1 and self._sign(base) is Sign.POSITIVE:
            return self.whole(power) * Log1p(self.whole(rest)), S.One
        return S.Zero, self.whole(base) ** self.whole(power)

    def _logarithm(self, argument: Expr) -> Expr:
        exponent, rest = self.parted(argument)
        if isinstance(rest, Add) and len(rest.args) == 2 and all(isinstance(part, exp) for part in rest.args):  # neither is known as less
            one, other = (part.args[0] for part in rest.args)
            return exponent + Log1p(exp(-Abs(one - other)))  # the larger one is 0
        parts = [part.as_independent(exp, as_Add=False) for part in Add.make_args(rest)]
        if sum(factor for factor, _ in parts) == 1 and all(factor.is_positive for factor, _ in parts):  # a mean of powers of e
            return exponent + Log1p(Add(*(factor * Expm1(power.args[0]) for factor, power in parts if isinstance(power, exp))))
        one, less = rest.as_coeff_Add()
        return exponent + (Log1p(less) if one == 1 else log(rest))

    def _added(self, terms: Iterable[Expr]) -> tuple[Expr, Expr]:
        """A sum, as a power of e and what is left: the largest exponent goes out, equal parts of unequal sign go together."""
        terms = self._joined(list(terms))
        if len(terms) > 1 and (divided := self._divided([part for term in terms for part in _exponentials(term)])):
            return divided
        terms = [part for term in terms for part in (_exponentials(term) if self._known_sign(term) else (term,))]
        parts = [self.parted(term) for term in terms]
        exponents = list(dict.fromkeys(exponent for exponent, _ in parts))
        if len(exponents) == 1:
            return exponents[0], Add(*(rest for _, rest in parts))
        largest = self._largest(exponents)
        found, left = [], [(exponent - largest, rest) for exponent, rest in parts]
        for one, other in combinations(tuple(left), 2):
            if one in left and other in left and one[0] != other[0] and one[1] + other[1] == 0:
                found.append(one[1] * _apart(one[0], other[0]))
                left.remove(one)
                left.remove(other)
        return largest, Add(*found, *(rest * exp(exponent) for exponent, rest in left))

    def _largest(self, exponents: list[Expr]) -> Expr:
        for one in exponents:
            if all(one == other or self._sign(one - other) in NOT_NEGATIVE for other in exponents):
                return one
        return Abs(sp.factor_terms(exponents[0])) if len(exponents) == 2 and exponents[0] + exponents[1] == 0 else Max(*exponents)

    def _known_sign(self, term: Expr) -> bool:
        """Whether the domain tells the sign of every argument of a hyperbolic function in a term."""
        return all(self._sign(node.args[0]) is not None for node in term.atoms(cosh, sinh))

    def _divided(self, terms: list[Expr]) -> tuple[Expr, Expr] | None:
        """A polynomial in a power y of e, at least twice 0 at y = 1, such as cosh(x) - 1: its factors y - 1 are taken out."""
        parts = [self.parted(term) for term in terms if not term.has(cosh, sinh)]
        unit = next((exponent for exponent, _ in parts if exponent != 0), None)
        if unit is None or len(parts) < len(terms):
            return None
        ratios = [sp.cancel(exponent / unit) for exponent, _ in parts]
        if not all(ratio.is_Rational for ratio in ratios):
            return None
        unit = unit / sp.ilcm(*(ratio.q for ratio in ratios))
        steps = [int(sp.cancel(exponent / unit)) for exponent, _ in parts]
        low = min(steps)
        if max(steps) - low > 12:
            return None
        row = [S.Zero] * (max(steps) - low + 1)
        for step, (_, rest) in zip(steps, parts, strict=True):
            row[step - low] += rest
        count = 0
        while len(row) > 1 and sp.expand(Add(*row)) == 0:  # Horner's scheme at 1, from the highest power down
            above, carried = [], S.Zero
            for entry in reversed(row[1:]):
                carried = carried + entry
                above.append(carried)
            row, count = above[::-1], count + 1
        if count < 2:
            return None
        exponent, rest = self._added((exp(unit), S.NegativeOne))
        others = self._added([entry * exp((low + step) * unit) for step, entry in enumerate(row) if entry != 0])
        return count * exponent + others[0], rest**count * others[1]

    def _joined(self, terms: list[Expr]) -> list[Expr]:
        """The terms with those put together whose difference loses digits: 1 - tanh, 1 - cos, and roots."""
        for one, other in combinations(tuple(terms), 2):
            if one in terms and other in terms:
                made = self._difference(one, other) or self._difference(other, one)
                if made is not None:
                    terms.remove(one)
                    terms.remove(other)
                    terms.append(made)
        return terms

    def _difference(self, plain: Expr, other: Expr) -> Expr | None:
        """plain + other where that is k - k cos x, k ± k tanh x, or a root less another or less what it is the root of, nearly."""
        for head, made in ((cos, lambda x: 2 * sin(x / 2) ** 2), (tanh, lambda x: exp(-x) / cosh(x))):
            nodes = [node for node in Mul.make_args(other) if isinstance(node, head)]
            ratio = sp.cancel(other / plain) if nodes else S.One
            for node in nodes:
                if ratio == -node or head is tanh and ratio == node:
                    return plain * made(node.args[0] if ratio == -node else -node.args[0])
        if not (_has_root(plain) and (plain.is_number or self._sign(plain) is Sign.POSITIVE)):
            return None
        if plain.has(*GROWING) or other.has(*GROWING) or self._sign(other) in NOT_NEGATIVE:
            return None
        above = sp.expand(plain**2 - other**2)
        if not len(Add.make_args(above)) < len(Add.make_args(sp.expand(plain**2))) + len(Add.make_args(sp.expand(other**2))):
            return None
        below = plain - other
        if self._sign(below) is not Sign.POSITIVE:
            return None
        made = sp.factor_terms(above) / below
        made = made if self._sign(-other) in NOT_NEGATIVE else Piecewise((made, other < 0), (plain + other, True))
        self.known[made] = S.Zero, made  # or the sum in it would be joined again
        return made

    def _sign(self, expression: Expr) -> Sign | None:
        try:
            self.limit.check()
            return sign(expression, self.domain, Deadline(SECONDS))
        except (OutOfTime, TheoremtestError):
            return None

    def _at_risk(self, node: Expr) -> bool:
        """Whether floats may lose something: growing functions beside one another, or a sum in which terms may cancel."""
        if node not in self.risky:
            self.risky[node] = self._may_lose(node)
        return self.risky[node]

    def _may_lose(self, node: Expr) -> bool:
        if isinstance(node, (Mul, Add, log)) and sum(factor.has(*GROWING) for factor in node.args) >= (1 if isinstance(node, log) else 2):
            return True
        if isinstance(node, Pow) and not node.exp.is_Rational and node.base.is_Add:
            return True
        if isinstance(node, Add) and any(term.has(tanh, cos, *GROWING) or _has_root(term) for term in node.args):
            return not all(self._sign(term) in NOT_NEGATIVE for term in node.args) or any(map(self._at_risk, node.args))
        if isinstance(node, log) and node.args[0].is_Add:
            return True
        return any(self._at_risk(part) for part in node.args if isinstance(part, sp.Basic))


def _apart(one: Expr, other: Expr) -> Expr:
    """exp(one) - exp(other), neither of which is above 1."""
    if one == 0 or other == 0:
        return Expm1(one) - Expm1(other)
    return tanh((one - other) / 2) * (exp(one) + exp(other))  # smooth, and one slow function for two


def _less_one(expression: Expr) -> tuple[Expr, Expr] | None:
    """(k, a) of k exp(a) - k, by itself; None of anything else."""
    if isinstance(expression, Add) and len(expression.args) == 2:
        for one, other in (expression.args, expression.args[::-1]):
            factor, function = other.as_independent(exp, as_Add=False)
            if isinstance(function, exp) and factor + one == 0:
                return factor, function.args[0]
    return None


def _exponentials(term: Expr) -> tuple[Expr, ...]:
    """A multiple of a hyperbolic function as its two exponentials; any other term as it is."""
    factor, function = term.as_independent(cosh, sinh, as_Add=False)
    if not isinstance(function, (cosh, sinh)):
        return (term,)
    x, turned = function.args[0], 1 if isinstance(function, cosh) else -1
    return factor * exp(x) / 2, turned * factor * exp(-x) / 2


def _has_root(term: Expr) -> bool:
    return any(isinstance(factor, Pow) and factor.exp == Rational(1, 2) for factor in Mul.make_args(term))
