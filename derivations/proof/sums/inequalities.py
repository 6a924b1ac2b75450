"""Inequalities with finite sums: term by term, by the signs of sums, or by induction on a whole number.

An induction shows gap(start) >= 0, and gap(n + 1) >= 0 from gap(n) >= 0, which enters as one more condition on letters. All
sides are shown to be defined everywhere first.
"""

from __future__ import annotations

from sympy import Add, And, Dummy, Eq, Expr, Ge, Gt, Le, Lt, S, Symbol
from sympy.core.relational import Relational

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.proof.signs.inequality import prove_relation
from theoremtest.derivations.proof.signs.signs import Sign, sign

from .definedness import total
from .finite import FiniteSum, summed, sums_in
from .letters import over_letters, weak_condition
from .rewriting import expanded, is_at_least, linear_parts, within
from .vanishing import Prover, _starts

DEPTH = 2
"""How many inductions may be nested."""


class Bounding:
    """Proofs that expressions with sums are not negative, or positive, all over a domain."""

    def __init__(self, prover: Prover):
        self.prover, self.deadline = prover, prover.deadline

    def relation(self, relation, domain: Domain) -> str | None:
        """How a comparison, or a conjunction of such, is proved; None where it is not."""
        if relation == S.true:
            return "structural"
        if isinstance(relation, And):
            rungs = [self.relation(part, domain) for part in relation.args]
            return None if None in rungs else "; ".join(dict.fromkeys(rungs))
        if not isinstance(relation, (Eq, Ge, Gt, Le, Lt)) or not self.meaningful(relation, domain):
            return None
        if isinstance(relation, Eq):
            return self.prover.decided(relation.lhs - relation.rhs, domain)
        gap = relation.lhs - relation.rhs if isinstance(relation, (Ge, Gt)) else relation.rhs - relation.lhs
        strict = isinstance(relation, (Gt, Lt))
        return next((rung for depth in range(DEPTH + 1) if (rung := self.holds(gap, strict, domain, depth))), None)

    def meaningful(self, relation: Relational, domain: Domain) -> bool:
        """Whether both sides are shown to be defined everywhere."""
        return all(total(side, domain, self.deadline) for side in relation.args)

    def holds(self, gap: Expr, strict: bool, domain: Domain, depth: int) -> str | None:
        """How the gap is shown to be positive (strict) or not negative; None where it is not."""
        self.deadline.check()
        gap = self.prover.normal(gap, domain)
        rung = self.directly([], gap, strict, domain)
        if rung is None and sums_in(gap):
            rung = self._joined(gap, strict, domain)
        if rung or depth == 0:
            return rung
        for symbol, start in _starts(gap, domain, self.deadline):
            if rung := self.induction(gap, strict, symbol, start, domain, depth):
                return rung
        return None

    def directly(self, known: list, gap: Expr, strict: bool, domain: Domain) -> str | None:
        """By letters, given that other expressions (each with its strictness) are not negative."""
        names: dict = {}
        parts, over = over_letters([gap, *(expression for expression, _ in known)], names, domain, self._positive(domain), self.deadline)
        conditions = [weak_condition(part, more) for part, (_, more) in zip(parts[1:], known, strict=True)]
        for node, letter in names.items():
            if isinstance(node, FiniteSum):
                conditions += self._sign_of(node, letter, domain)
        try:
            over = over.but(*(condition for condition in conditions if condition not in (S.true, S.false)))
            proof = prove_relation(weak_condition(parts[0], strict), over, self.deadline)
        except DomainError:
            return None
        return proof and proof.rung

    def _positive(self, domain: Domain):
        return lambda base: not base.has(FiniteSum) and base.free_symbols <= set(domain.symbols) and sign(
            base, domain, self.deadline) is Sign.POSITIVE

    def _sign_of(self, node: FiniteSum, letter: Symbol, domain: Domain) -> list:
        """What the signs of its terms say of a sum."""
        body, index = node.opened()
        inside = within(domain, index, node.low, node.high)
        if inside is None:
            return []
        filled = is_at_least(node.length, 1, domain, self.deadline)
        for turned, relations in ((body, (Gt, Ge)), (-body, (Lt, Le))):
            if filled and self.directly([], turned, True, inside):
                return [relations[0](letter, 0)]
            if self.directly([], turned, False, inside):
                return [relations[1](letter, 0)]
        return []

    def _joined(self, gap: Expr, strict: bool, domain: Domain) -> str | None:
        """Sums over one range as one sum, whose terms may have a sign together."""
        parts, rest = linear_parts(expanded(gap))
        groups: dict = {}
        for factor, node in parts:
            groups.setdefault((node.low, node.high), []).append((factor, node))
        if all(len(members) == 1 for members in groups.values()):
            return None
        index = Dummy("k", integer=True)
        sums = [summed(Add(*(factor * node.body.xreplace({node.index: index}) for factor, node in members)), index, low, high)
                for (low, high), members in groups.items()]
        rung = self.directly([], Add(rest, *sums), strict, domain)
        return rung and f"{rung}, term by term"

    def induction(self, gap: Expr, strict: bool, symbol: Symbol, start: Expr, domain: Domain, depth: int) -> str | None:
        """Whether the gap keeps its sign for all whole numbers from `start` on."""
        number, moved, over = self.prover.walk(gap, symbol, start, domain)
        if over is None or not total(moved, over, self.deadline):
            return None
        first = self.prover.without(domain, symbol)
        if self.holds(moved.xreplace({number: start}), strict, first, depth - 1) is None:
            return None
        if self.step(moved, strict, number, over, depth - 1):
            return f"induction on {symbol}"
        return None

    def step(self, gap: Expr, strict: bool, number: Symbol, over: Domain, depth: int) -> bool:
        """Whether the gap at n + 1 has its sign where the gap at n has it."""
        after = gap.xreplace({number: number + 1})
        if self.holds(after - gap, False, over, depth):
            return True
        tag = Dummy("tag", real=True)
        both = expanded(self.prover.normal(after + tag * gap, over.but(over=[tag])))
        later, before = both.coeff(tag, 0), both.coeff(tag, 1)
        if tag in later.free_symbols | before.free_symbols or (both - later - tag * before).expand() != 0:
            return False
        return self.directly([(before, strict)], later, strict, over) is not None
