"""The possible signs of a polynomial in generators, by exact rules: factors, terms after shifting bounded generators,
roots compared through their squares, discriminants, coefficients in one generator, Sturm counts, certificates."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import combinations_with_replacement, islice, product

from sympy import Poly, Rational, Symbol

from .handelman import COLUMNS, certificate
from .signset import ANY, NEG, NONNEG, NONZERO, POS, ZERO, bit, inside, members, negate, plus, power, times

EFFORT = 5
"""How deep the rules may call one another."""

_UNIVARIATE = Symbol("x")


class Positivity:
    """Signs of polynomials over the generators of one question, under its hypotheses."""

    def __init__(self, generators):
        self.generators = generators
        self.known: dict = {}
        """Signs given by hypotheses, by normalised polynomial: key -> (polynomial, signs)."""
        self._memo: dict = {}
        self._busy: set = set()

    # --- hypotheses -------------------------------------------------------------------------------------------------

    def assume(self, poly, signs: int) -> None:
        """Record that a polynomial has one of the signs."""
        from .generators import key_of, unit_normal

        poly = self.generators.reduce(poly)
        if poly.is_constant() or signs == ANY:
            return
        lead, normal = unit_normal(poly)
        if lead < 0:
            signs = negate(signs)
        key = key_of(normal)
        old = self.known.get(key, (normal, ANY))[1]
        if old & signs != old:
            self.generators.witnesses.restrict(normal, old & signs)
            self.known[key] = (normal, old & signs)
            self._memo.clear()
            # a product with factors of known sign tells the sign of what is left
            left, rest = self._stripped(normal)
            if rest is not None and not inside(left, ZERO):
                lead, rest = unit_normal(rest)
                given = old & signs
                sign_left = left if left in (POS, NEG) else None
                if sign_left is not None:
                    self.assume(rest, times(times(given, sign_left), bit(lead)))

    def _stripped(self, poly):
        """`(sign, rest)`: the strictly signed factors taken out; rest is None where nothing comes out."""
        content, factors = poly.factor()
        sign, rest, out = bit(content), None, False
        for factor, exponent in factors:
            signs = self.mask(factor, effort=1)
            if signs in (POS, NEG):
                sign, out = times(sign, power(signs, exponent)), True
            else:
                rest = factor ** exponent if rest is None else rest * factor ** exponent
        return (sign, rest) if out else (sign, None)

    # --- the question -----------------------------------------------------------------------------------------------

    def mask(self, poly, effort: int = EFFORT) -> int:
        """The signs that the polynomial may take; ANY where nothing is shown."""
        poly = self.generators.reduce(poly)
        if poly.is_constant():
            return bit(poly.leading_coefficient()) if not poly.is_zero() else ZERO
        signs = self._lookup(poly)
        if signs in (POS, NEG, ZERO):
            return signs
        content, factors = poly.factor()
        result, open_part, unknown = bit(content), None, 0
        for factor, exponent in factors:
            each = self._factor(factor, effort)
            result = times(result, power(each, exponent))
            if each not in (POS, NEG):
                unknown += 1
                open_part = factor ** exponent if open_part is None else open_part * factor ** exponent
        signs &= result
        if unknown > 1 or (unknown == 1 and len(factors) > 1):
            rest = self._lookup(open_part)
            if rest != ANY:
                outer = bit(content)
                for factor, exponent in factors:
                    each = self._factor(factor, effort)
                    if each in (POS, NEG):
                        outer = times(outer, power(each, exponent))
                signs &= times(outer, rest)
        return signs

    def _lookup(self, poly) -> int:
        from .generators import key_of, unit_normal

        lead, normal = unit_normal(poly)
        entry = self.known.get(key_of(normal))
        return ANY if entry is None else times(bit(lead), entry[1])

    def _factor(self, poly, effort: int) -> int:
        from .generators import key_of, unit_normal

        lead, normal = unit_normal(poly)
        key = key_of(normal)
        done, signs = self._memo.get(key, (-1, ANY))
        if done < effort and signs not in (POS, NEG, ZERO) and key not in self._busy:
            self._busy.add(key)
            try:
                signs &= self._irreducible(normal, effort)
            finally:
                self._busy.discard(key)
            self._memo[key] = (effort, signs)
        return times(bit(lead), signs) if signs else 0

    def _irreducible(self, poly, effort: int) -> int:
        generators = self.generators
        generators.deadline.check()
        signs = self._lookup(poly)
        support = generators.variables(poly)
        seen = generators.witnesses.seen(poly)
        for rule in (self._terms, self._shifted, self._sturm, self._divided, self._rooted, self._quadratic, self._by_coefficient,
                     self._certified):
            if signs in (POS, NEG, ZERO, 0) or signs == seen:
                break
            if (effort <= 0 or inside(NONZERO, seen)) and rule not in (self._terms, self._shifted, self._sturm):
                break
            signs &= rule(poly, support, effort)
        return signs

    # --- rules ------------------------------------------------------------------------------------------------------

    def _terms(self, poly, support, effort) -> int:
        """The sum of the terms' signs."""
        items = self.generators.items
        return self._sum_of_terms(poly, {i: items[i].signs for i in support})

    @staticmethod
    def _sum_of_terms(poly, signs_of: dict) -> int:
        total = ZERO
        for monomial, value in poly.to_dict().items():
            term = bit(value)
            for index, exponent in enumerate(monomial):
                if exponent:
                    term = times(term, power(signs_of[index], exponent))
            total = plus(total, term)
            if total == ANY:
                return ANY
        return total

    def _shifted(self, poly, support, effort) -> int:
        """The terms' signs after each bounded generator is written through one that runs over the positive numbers."""
        from .generators import CONTEXT, GENS, coefficients, rational

        items = self.generators.items
        signs_of = {i: items[i].signs for i in support}
        ends = []
        changed = False
        for index in support:
            bounds = items[index].bounds
            lower, upper = bounds.lower, bounds.upper
            if items[index].kind in ("root", "modulus"):
                continue
            if lower is not None and upper is not None and lower < upper:
                # g = (lower + upper*h)/(1 + h), multiplied by (1 + h)**degree
                degree = poly.degrees()[index]
                h, total = GENS[index], CONTEXT.constant(0)
                for exponent, coefficient in coefficients(poly, index).items():
                    total += coefficient * (h * rational(upper) + rational(lower)) ** exponent * (h + 1) ** (degree - exponent)
                if not bounds.upper_open:
                    ends.append((index, upper))
                poly = total
                signs_of[index] = POS if bounds.lower_open else NONNEG
                changed = True
            elif lower is not None and upper is None and lower != 0:
                poly = _moved(poly, index, 1, lower)
                signs_of[index] = POS if bounds.lower_open else NONNEG
                changed = True
            elif upper is not None and lower is None:
                poly = _moved(poly, index, -1, upper)
                signs_of[index] = POS if bounds.upper_open else NONNEG
                changed = True
        if not changed:
            return ANY
        result = self._sum_of_terms(poly, signs_of)
        # h runs over [0, oo): the closed upper end is reached only in the limit, where strict signs become weak
        return result | ZERO if ends else result

    def _sturm(self, poly, support, effort) -> int:
        """A polynomial in one symbol: counts its roots on the symbol's interval exactly."""
        if len(support) != 1:
            return ANY
        index = support[0]
        item = self.generators.items[index]
        if item.kind not in ("symbol", "exp", "constant", "bounded"):
            return ANY
        terms = {monomial[index]: Rational(int(value.p), int(value.q)) for monomial, value in poly.to_dict().items()}
        if max(terms) < 2:
            return ANY
        one = Poly.from_dict({(exponent,): value for exponent, value in terms.items()}, _UNIVARIATE)
        lower, upper = item.bounds.lower, item.bounds.upper
        if one.count_roots(lower, upper):
            return ANY
        if lower is not None and upper is not None:
            sample = (lower + upper) / 2
        elif lower is not None:
            sample = lower + 1
        elif upper is not None:
            sample = upper - 1
        else:
            sample = Rational(0)
        return bit(one.eval(sample))

    def _divided(self, poly, support, effort) -> int:
        """poly = quotient * h for a hypothesis h that holds a root, the quotient found through h's conjugate."""
        from .generators import GENS, coefficients, key_of

        reduce, items = self.generators.reduce, self.generators.items
        for h, signs in list(self.known.values()):
            roots = [i for i in self.generators.variables(h) if items[i].radicand is not None and items[i].order == 2]
            if not roots or len(h) > 30 or not set(self.generators.variables(h)) <= set(support) or key_of(h) == key_of(poly):
                continue
            top = roots[-1]
            parts = coefficients(h, top)
            if not set(parts) <= {0, 1} or 0 not in parts:
                continue
            conjugate = parts[0] - parts[1] * GENS[top]
            norm = reduce(h * conjugate)
            if norm.is_zero() or norm.is_constant():
                continue
            quotient, rest = divmod(reduce(poly * conjugate), norm)
            if rest.is_zero() and reduce(quotient * h - poly).is_zero():
                return times(signs, self.mask(quotient, effort - 1))
        return ANY

    def _rooted(self, poly, support, effort) -> int:
        """u + v*r**k for a root r: its sign from those of u, v and of u**q - (-v)**q * r**(k q)."""
        from .generators import coefficients

        generators = self.generators
        for index in sorted(support, reverse=True):
            item = generators.items[index]
            if item.radicand is None:
                continue
            parts = coefficients(poly, index)
            powers = [exponent for exponent in parts if exponent]
            if 0 not in parts or len(powers) != 1:
                continue
            k, = powers
            u, v = parts[0], parts[k]
            su, sv = self.mask(u, effort - 1), self.mask(v, effort - 1)
            result = plus(su, times(sv, power(item.signs, k)))
            if result in (POS, NEG, ZERO):
                return result
            result = self._compared(u, v, k, item, su, sv, result, effort)
            if result != ANY:
                return result
        return ANY

    def _compared(self, u, v, k, item, su, sv, result, effort) -> int:
        generators, q = self.generators, item.order
        if q != 2 and (su not in (POS, NEG) or sv not in (POS, NEG)):
            return result
        # |u|**q against |v|**q * r**(k q); for q = 2 the signs of u and v need not be known
        lead_u, lead_v = u, v
        if q % 2:
            lead_u = u if su == POS else -u
            lead_v = v if sv == POS else -v
        norm = generators.reduce(lead_u ** q - lead_v ** q * item.radicand ** k)
        if len(norm) > 800:
            return result
        found = self._outcomes(su, sv, item.signs & NONNEG, self.mask(norm, effort - 1))
        if result & found in (POS, NEG, ZERO) or effort < EFFORT or su in (POS, NEG, ZERO):
            return result & found
        # the sign of u is open: each of its signs is a hypothesis for the norm's
        found = 0
        for part in members(su):
            with self._supposing(u, bit(part)):
                found |= self._outcomes(bit(part), sv, item.signs & NONNEG, self.mask(norm, effort - 1))
        return result & found

    @staticmethod
    def _outcomes(su: int, sv: int, sr: int, sn: int) -> int:
        """The signs of u + s, s = v*r, that agree with the signs of u, v, r and |u| - |s|."""
        found = 0
        for a, b, r, n in product(members(su), members(sv), members(sr), members(sn)):
            s = b * r
            if (a == 0 and n != -abs(s)) or (s == 0 and n != abs(a)):
                continue
            if a * s >= 0:
                found |= bit(a or s)
            else:
                found |= bit(a if n > 0 else s if n < 0 else 0)
        return found

    @contextmanager
    def _supposing(self, poly, signs: int):
        """One more hypothesis for the time of a case."""
        known, memo, alive = dict(self.known), self._memo, self.generators.witnesses.alive
        self._memo = {}
        try:
            self.assume(poly, signs)
            yield
        finally:
            self.known, self._memo, self.generators.witnesses.alive = known, memo, alive

    def _quadratic(self, poly, support, effort) -> int:
        """a*g**2 + b*g + c by the sign of 4ac - b**2."""
        from .generators import coefficients

        degrees = poly.degrees()
        for index in support:
            if degrees[index] != 2 or self.generators.items[index].radicand is not None:
                continue
            parts = coefficients(poly, index)
            a, b, c = parts[2], parts.get(1), parts.get(0)
            if c is None:
                continue
            sa = self.mask(a, effort - 1)
            if b is None or sa in (ANY, ZERO, NONZERO):
                continue
            spread = self.mask(4 * a * c - b * b, effort - 1)
            if spread == POS:
                # ac > 0, so a does not vanish and the quadratic has its sign
                return sa & NONZERO
            if inside(spread, NONNEG):
                sc = self.mask(c, effort - 1)
                if any(inside(sa, side) and inside(sc, side) for side in (NONNEG, negate(NONNEG))):
                    return sa | sc | ZERO
        return ANY

    def _by_coefficient(self, poly, support, effort) -> int:
        """The signs of the coefficients in one generator of known sign, each decided on its own."""
        from .generators import coefficients

        best = ANY
        for index in sorted(support, key=lambda i: -poly.degrees()[i]):
            item = self.generators.items[index]
            moved, signs = poly, item.signs
            lower, upper = item.bounds.lower, item.bounds.upper
            if item.radicand is None and lower is not None and lower != 0 and upper is None:
                moved, signs = _moved(poly, index, 1, lower), POS if item.bounds.lower_open else NONNEG
            elif item.radicand is None and upper is not None:
                moved, signs = _moved(poly, index, -1, upper), POS if item.bounds.upper_open else NONNEG
            parts = coefficients(moved, index)
            if len(parts) < 2 and moved is poly:
                continue
            total = ZERO
            for exponent, coefficient in sorted(parts.items()):
                total = plus(total, times(power(signs, exponent), self.mask(coefficient, effort - 2)))
                if total == ANY:
                    break
            best &= total
            if best in (POS, NEG, ZERO):
                return best
        return best

    def _certified(self, poly, support, effort) -> int:
        """A certificate over products of the hypotheses and of generators of known sign."""
        if effort < EFFORT - 2 or len(poly) > 60:
            return ANY
        result, seen = ANY, self.generators.witnesses.seen(poly)
        for direction, strict, weak in ((1, POS, NONNEG), (-1, NEG, negate(NONNEG))):
            if not inside(seen, weak):
                continue
            found = self._certificate(poly if direction == 1 else -poly, support)
            if found == "strict":
                return strict
            if found == "weak":
                result &= weak
        return result

    def _certificate(self, goal, support):
        generators = self.generators
        items = generators.items
        hypotheses = self._relevant(set(support))
        if not hypotheses:
            return None
        variables = sorted(set(support).union(*(generators.variables(h) for h, _, _ in hypotheses)))
        degree = max(goal.total_degree(), min(h.total_degree() for h, _, _ in hypotheses))
        columns = []
        for base, strict in _bases(hypotheses, degree):
            room = degree - base.total_degree()
            for column in self._multiples(base, strict, variables, room):
                columns.append(column)
                if len(columns) > COLUMNS:
                    break
            generators.deadline.check()
        columns = columns[:COLUMNS]
        terms = [(column.to_dict(), strict) for column, strict in columns]
        return certificate(goal.to_dict(), terms, generators.deadline)

    def _multiples(self, base, strict, variables, room):
        """`(product, strict)` of a hypothesis with monomials that are known to be nonnegative."""
        from .generators import GENS, ONE

        items = self.generators.items
        for size in range(room + 1):
            for chosen in islice(combinations_with_replacement(variables, size), 200):
                monomial, signs = ONE, POS
                for index in set(chosen):
                    count = chosen.count(index)
                    monomial = monomial * GENS[index] ** count
                    signs = times(signs, power(items[index].signs, count))
                if inside(signs, NONNEG):
                    yield self.generators.reduce(base * monomial), strict and signs == POS
                elif inside(signs, negate(NONNEG)):
                    yield self.generators.reduce(-base * monomial), strict and signs == NEG

    def _relevant(self, support: set):
        """Hypotheses `(polynomial, strict, _)`, oriented to be nonnegative, that share a generator with the goal."""
        from .generators import GENS, rational

        chosen = []
        for index in sorted(support):
            bounds = self.generators.items[index].bounds
            if bounds.lower is not None and bounds.lower != 0:
                chosen.append((GENS[index] - rational(bounds.lower), bounds.lower_open, 0))
            if bounds.upper is not None and bounds.upper != 0:
                chosen.append((rational(bounds.upper) - GENS[index], bounds.upper_open, 0))
        for poly, signs in self.known.values():
            variables = set(self.generators.variables(poly))
            if not variables & support or len(poly) > 30:
                continue
            if inside(signs, NONNEG):
                chosen.append((poly, signs == POS, len(variables - support)))
            if inside(signs, negate(NONNEG)):
                chosen.append((-poly, signs == NEG, len(variables - support)))
        chosen.sort(key=lambda entry: (entry[2], entry[0].total_degree(), len(entry[0])))
        return chosen[:7]


def _bases(hypotheses, degree: int):
    """One, the hypotheses, and their products in pairs, within the degree."""
    from .generators import ONE

    yield ONE, True
    for poly, strict, _ in hypotheses:
        if poly.total_degree() <= degree:
            yield poly, strict
    for (left, strict_left, _), (right, strict_right, _) in combinations_with_replacement(hypotheses, 2):
        if left.total_degree() + right.total_degree() <= degree:
            yield left * right, strict_left and strict_right


def _moved(poly, index: int, direction: int, point):
    """The polynomial with generator g written as point + direction*g."""
    from .generators import CONTEXT, GENS, coefficients, rational

    total = CONTEXT.constant(0)
    for exponent, coefficient in coefficients(poly, index).items():
        total += coefficient * (GENS[index] * direction + rational(point)) ** exponent
    return total
