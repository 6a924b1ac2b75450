"""Is an expression with finite sums zero for every size? Term by term, by letters, or by induction on a whole number.

Induction rests on itself alone: that the expression E is zero at n = start is decided first, then E(n + 1) = factor E(n) as an
identity for every n >= start, where the other symbols keep to the conditions of the domain that do not speak of n. A proof for
more values of n than the domain has is a proof for those it has. Each step must have a value where the next one has.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Add, Dummy, Eq, Expr, Ge, KroneckerDelta, Le, Mul, S, Symbol, powsimp, together

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.signs.hypotheses import Empty, Facts
from theoremtest.derivations.proof.signs.signs import is_empty, sign

from .definedness import persists, total
from .finite import FiniteSum, summed, sums_in
from .rewriting import aligned, emptied, expanded, is_at_least, linear_parts, simplified, within
from .whole_powers import joined

DEPTH = 4
"""How many inductions and case distinctions may be nested."""
ROUNDS = 4
"""How often an expression is rewritten until it stays as it is."""
STARTS = 4
"""How many first values may be looked at one by one before the step holds."""


@dataclass(frozen=True)
class Prover:
    """Proofs that expressions are zero; `letters` is the zero test for expressions without sums."""

    letters: object
    deadline: Deadline

    def decided(self, expression: Expr, domain: Domain) -> str | None:
        """As `zero`, the shallow arguments before the deep ones."""
        return next((rung for depth in range(DEPTH + 1) if (rung := self.zero(expression, domain, depth))), None)

    def zero(self, expression: Expr, domain: Domain, depth: int) -> str | None:
        """How the expression is shown to be zero all over the domain, wherever it has a value; None where it is not.

        depth: how many inductions and case distinctions may be nested.
        """
        self.deadline.check()
        expression = joined(self.normal(expression, domain), lambda part: sign(part, domain, self.deadline))
        if _has_divided_sums(expression):
            expression = self.normal(together(expression).as_numer_denom()[0], domain)
        found = self._by_letters(expression, domain)
        if found or depth == 0:
            return found
        if not sums_in(expression):
            return self._by_deltas(expression, domain, depth)
        return (self._by_induction(expression, domain, depth) or self._by_ranges(expression, domain, depth)
                or self._by_deltas(expression, domain, depth))

    def normal(self, expression: Expr, domain: Domain) -> Expr:
        """The expression multiplied out, its sums over shared ranges where their bounds differ by a few terms, equal sums cancelled."""
        for _ in range(ROUNDS):
            before, expression = expression, self._round(expression, domain)
            if expression == before or not sums_in(expression):
                break
        return expression

    def _round(self, expression: Expr, domain: Domain) -> Expr:
        expression = simplified(expression, domain, self.deadline)
        if not sums_in(expression):
            return expression
        expression = expanded(aligned(expanded(expression), domain, self.deadline))
        return self._combined(expression, domain)

    def _by_letters(self, expression: Expr, domain: Domain) -> str | None:
        names = {node: Dummy("S", real=True) for node in sums_in(expression)}
        plain = _lettered(expression, names)
        if plain.has(FiniteSum):
            return None
        over = domain.but(over=list(names.values())) if names else domain
        rung = self.letters(plain, over, self.deadline)
        return rung and (f"sums, {rung}" if names else rung)

    # term by term ----------------------------------------------------------------------------------------------------

    def _combined(self, expression: Expr, domain: Domain) -> Expr:
        """Sums over ranges of one length joined where their terms cancel; the terms beside the shared range stay."""
        parts, rest = linear_parts(expression)
        if len(parts) < 2:
            return expression
        groups: dict = {}
        for factor, node in parts:
            groups.setdefault((node.length - node.length.as_coeff_Add()[0]), []).append((factor, node))
        left = [rest]
        for members in groups.values():
            joined = None
            if len(members) > 1:
                joined = next((found for found in (self._joined(members, way, domain) for way in _WAYS) if found is not None), None)
            left.append(joined if joined is not None else Add(*(factor * node for factor, node in members)))
        return Add(*left)

    def _joined(self, members: list, way, domain: Domain) -> Expr | None:
        """What is left beside the shared range if all terms within it cancel, the ranges laid over one another in one way."""
        index = Dummy("k", integer=True)
        laid = [way(factor, node, members[0][1], index) for factor, node in members]
        if any(item is None for item in laid):
            return None
        lows, highs = [item[1] for item in laid], [item[2] for item in laid]
        low, high = _furthest(lows, 1), _furthest(highs, -1)
        if low is None or high is None:
            return None
        beside = []
        for body, first, last in laid:
            places = [(first + i).expand() for i in range(int((low - first).expand()))]
            places += [(high + 1 + i).expand() for i in range(int((last - high).expand()))]
            beside += [body.xreplace({index: place}) for place in places]
        if len(beside) > 12 or (beside and not is_at_least(high - low + 1, 0, domain, self.deadline)):
            return None
        inside = within(domain, index, low, high)
        if inside is None:
            return Add(*beside)
        shared = self.normal(Add(*(body for body, _, _ in laid)), inside)
        if self._by_letters(shared, inside) is not None:
            return Add(*beside)
        if len(sums_in(shared, nested=True)) >= len({inner for body, _, _ in laid for inner in sums_in(body, nested=True)}):
            return None
        return expanded(simplified(summed(shared, index, low, high), domain, self.deadline) + Add(*beside))

    # induction -------------------------------------------------------------------------------------------------------

    def _by_induction(self, expression: Expr, domain: Domain, depth: int) -> str | None:
        for symbol, start in _starts(expression, domain, self.deadline):
            rung = self.induction(expression, symbol, start, domain, depth)
            if rung:
                return rung
        return None

    def induction(self, expression: Expr, symbol: Symbol, start: Expr, domain: Domain, depth: int) -> str | None:
        """Whether the expression is zero for all whole numbers from `start` on; `domain` says what else holds."""
        number, moved, over = self.walk(expression, symbol, start, domain)
        if over is None or not persists(moved, number, over, self.deadline):
            return None
        first = start
        after = moved.xreplace({number: number + 1})
        for _ in range(STARTS):
            if self.zero(moved.xreplace({number: first}), without(domain, symbol), depth - 1) is None:
                return None
            steps = self.step_domain(number, first, symbol, domain)
            for factor in self._factors(moved, number, steps):
                if self.zero(after - factor * moved, steps, depth - 1) is not None:
                    return f"induction on {symbol}"
            if all(is_at_least(node.length, 0, steps, self.deadline) for node in sums_in(moved)):
                return None  # a later start would meet the same ranges
            first = (first + 1).expand()
        return None

    def walk(self, expression: Expr, symbol: Symbol, start: Expr, domain: Domain):
        """A whole number without signs of its own in place of the symbol, the expression over it, and where it runs."""
        number = Dummy(symbol.name, integer=True)
        try:
            over = self.step_domain(number, start, symbol, domain)
        except DomainError:
            over = None
        return number, expression.xreplace({symbol: number}), over

    @staticmethod
    def without(domain: Domain, symbol: Symbol) -> Domain:
        """The conditions that do not speak of a symbol."""
        return without(domain, symbol)

    @staticmethod
    def step_domain(number: Symbol, start: Expr, symbol: Symbol, domain: Domain) -> Domain:
        """Where an induction runs: whole numbers from its start on, the other symbols as the domain has them."""
        return without(domain, symbol).but(Ge(number, start), over=[number])

    def _factors(self, expression: Expr, number: Symbol, domain: Domain):
        """Candidates for E(n + 1)/E(n): 1, and what the terms with sums suggest."""
        yield S.One
        seen = {S.One}
        parts, _ = linear_parts(expression)
        for factor, node in parts:
            ratio = factor.xreplace({number: number + 1}) / factor
            if number in node.body.free_symbols:
                ratio *= node.body.xreplace({number: number + 1}) / node.body
            ratio = powsimp(together(ratio).cancel() if ratio.is_rational_function(*ratio.free_symbols) else powsimp(ratio.expand(
                power_exp=True, power_base=False, log=False, mul=False)))
            if ratio not in seen and node.index not in ratio.free_symbols and not sums_in(ratio) and total(ratio, domain, self.deadline):
                seen.add(ratio)
                yield ratio

    # cases -----------------------------------------------------------------------------------------------------------

    def _by_ranges(self, expression: Expr, domain: Domain, depth: int) -> str | None:
        """A range that may be empty: with terms and without."""
        for node in sums_in(expression):
            if is_at_least(node.length, 0, domain, self.deadline):
                continue
            cases = ((Ge(node.length, 1), expression), (Le(node.length, 0), emptied(expression, node)))
            return self._in_cases(cases, domain, depth, f"range of {node.length} terms")
        return None

    def _by_deltas(self, expression: Expr, domain: Domain, depth: int) -> str | None:
        """A Kronecker delta of open value: equal, below and above."""
        for node in sorted(expression.atoms(KroneckerDelta), key=str):
            gap = together(node.args[0] - node.args[1]).as_numer_denom()
            gap = gap[0].expand() if gap[1].is_Integer else (node.args[0] - node.args[1]).expand()
            bound = {symbol for symbol in gap.free_symbols if symbol not in domain.declared}
            if bound or gap.is_integer is not True:
                continue
            zero, one = expression.xreplace({node: S.Zero}), expression.xreplace({node: S.One})
            for symbol in sorted(gap.free_symbols, key=str):
                if gap.coeff(symbol, 1) in (1, -1) and symbol not in (value := (symbol - gap / gap.coeff(symbol, 1)).expand()).free_symbols:
                    one = one.xreplace({symbol: value})
                    break
            return self._in_cases(((Ge(gap, 1), zero), (Le(gap, -1), zero), (Eq(gap, 0), one)), domain, depth, "deltas")
        return None

    def _in_cases(self, cases, domain: Domain, depth: int, name: str) -> str | None:
        rungs = []
        for condition, expression in cases:
            if condition == S.false:
                continue
            try:
                part = domain.but(condition)
                if is_empty(Facts.of(part), self.deadline):
                    continue
            except (DomainError, Empty):
                continue
            rungs.append(self.zero(expression, part, depth - 1))
            if rungs[-1] is None:
                return None
        return "; ".join(dict.fromkeys(rungs)) + f" by cases of {name}" if rungs else None


def without(domain: Domain, symbol: Symbol) -> Domain:
    """The conditions that do not speak of a symbol: a larger domain, over the other symbols."""
    conditions = [domain.expand(condition) for condition in domain.conditions]
    return Domain(*(condition for condition in conditions if symbol not in condition.free_symbols),
                  over=[other for other in (*domain.symbols, *domain.dimensions) if other != symbol])


def _has_divided_sums(expression: Expr) -> bool:
    return any(sums_in(factor) and not isinstance(factor, FiniteSum) and not (factor.is_Pow and factor.exp.is_Integer and factor.exp > 0)
               for term in Add.make_args(expression) for factor in Mul.make_args(term))


def _lettered(expression: Expr, names: dict) -> Expr:
    if isinstance(expression, FiniteSum):
        return names[expression]
    return expression.func(*(_lettered(argument, names) for argument in expression.args)) if sums_in(expression) else expression


def _furthest(ends: list, sign: int):
    """The largest (sign 1) or smallest (-1) of bounds that differ by numbers; None where they do not."""
    gaps = [(end - ends[0]).expand() for end in ends]
    if not all(gap.is_Integer for gap in gaps):
        return None
    return ends[max(range(len(ends)), key=lambda place: sign * gaps[place])]


def _as_printed(factor, node, first, index):
    body = factor * node.body.xreplace({node.index: index})
    return body, node.low, node.high


def _lows_together(factor, node, first, index):
    shift = (node.low - first.low).expand()
    return factor * node.body.xreplace({node.index: (index + shift).expand()}), first.low, (node.high - shift).expand()


def _highs_together(factor, node, first, index):
    shift = (node.high - first.high).expand()
    return factor * node.body.xreplace({node.index: (index + shift).expand()}), (node.low - shift).expand(), first.high


def _first_reversed(factor, node, first, index):
    if node is first:
        return factor * node.body.xreplace({node.index: (node.low + node.high - index).expand()}), node.low, node.high
    return _lows_together(factor, node, first, index)


_WAYS = (_as_printed, _lows_together, _highs_together, _first_reversed)


def _starts(expression: Expr, domain: Domain, deadline: Deadline) -> list[tuple[Symbol, Expr]]:
    """Whole numbers that a range grows with, and where to start: at the least value, or where a range is empty."""
    found: dict = {}
    for node in sums_in(expression):
        length = node.length
        for symbol in sorted(length.free_symbols, key=str):
            if symbol not in domain.symbols or not symbol.is_integer or length.coeff(symbol, 1) < 0:
                continue
            bounds = domain.bounds.get(symbol)
            if bounds is not None and bounds.lower is not None:
                least = bounds.lower.ceiling() + (1 if bounds.lower_open and bounds.lower.is_Integer else 0)
                found[symbol, least] = None
            start = (symbol - length).expand()
            if length.coeff(symbol, 1) == 1 and symbol not in start.free_symbols and is_at_least(symbol - start, 0, domain, deadline):
                found[symbol, start] = None
    return list(found)
