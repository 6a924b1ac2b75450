"""The two halves of an induction: the claims at the first number, and at n + 1 from those at n.

The claims are assumed at one number only, which has no other property than to be at least the start; what a sequence is at the next
number comes from its recursion. All sides are shown to be defined, so that an assumed equation may be put to use.
"""

from __future__ import annotations

from sympy import And, Dummy, Eq, Expr, Ge, Gt, Integer, Le, Lt
from sympy.core.function import AppliedUndef

from theoremtest.derivations.language.induction import Induction

from .definedness import total
from .finite import FiniteSum
from .inequalities import Bounding
from .rewriting import expanded
from .sequences import Beyond, relations, rules, stepped, unrolled
from .vanishing import DEPTH, Prover, without


class Halves:
    """Base and step of one statement, over one prover. `goals` are triples (is an equation, expression, strict)."""

    def __init__(self, statement: Induction, prover: Prover):
        self.statement, self.prover, self.bounding = statement, prover, Bounding(prover)
        self.rules = rules(statement)
        self.relations = relations(statement)
        self.domain = without(statement.on, statement.over)
        self.number = Dummy(statement.over.name, integer=True)
        self.steps = prover.step_domain(self.number, Integer(statement.start), statement.over, statement.on)
        self.goals = [goal for kind, left, right in self.relations for goal in self._goals(kind, left, right)]

    def _goals(self, kind, left, right):
        if kind == "equal":
            return [(True, left, right, False)]
        parts = left.args if isinstance(left, And) else (left,)
        found = []
        for part in parts:
            if isinstance(part, Eq):
                found.append((True, part.lhs, part.rhs, False))
            elif isinstance(part, (Ge, Gt)):
                found.append((False, part.lhs, part.rhs, isinstance(part, Gt)))
            elif isinstance(part, (Le, Lt)):
                found.append((False, part.rhs, part.lhs, isinstance(part, Lt)))
            else:
                raise Beyond(f"no induction over {part}")
        return found

    def defined(self) -> str:
        """What is not shown to be defined; empty where everything is."""
        deadline, first = self.prover.deadline, dict.fromkeys(self.rules, Integer(self.statement.start))
        for _, left, right, _ in self.goals:
            for side in (left, right):
                if not total(self._at_number(side), self.steps, deadline, first):
                    return f"a side is not shown to be defined: {side}"
        hypotheses = self._hypotheses()
        for function, (first, following) in self.rules.items():
            if not total(first, self.domain, deadline):
                return f"the first value of {function} is not shown to be defined"
            if not total(self._at_number(following), self.steps, deadline, known=hypotheses):
                return f"the next value of {function} is not shown to be defined"
        return ""

    def base(self, goal) -> str | None:
        """How a claim is proved at the start."""
        is_equation, left, right, strict = goal
        gap = (left - right).xreplace({self.statement.over: Integer(self.statement.start)})
        gap = unrolled(self.prover.normal(gap, self.domain), self.statement, self.rules)
        if is_equation:
            return self.prover.decided(gap, self.domain)
        return self._first(lambda depth: self.bounding.holds(gap, strict, self.domain, depth))

    def step(self, goal) -> str | None:
        """How a claim at n + 1 follows from all claims at n."""
        is_equation, left, right, strict = goal
        before = self._at_number(left - right)
        after = before.xreplace({self.number: self.number + 1})
        hypotheses = self._hypotheses()
        later = self._further(after, before, hypotheses)
        if is_equation:
            return self._equation_step(later, before)
        if rung := self._first(lambda depth: self.bounding.holds(later - before.xreplace(hypotheses), False, self.steps, depth)):
            return rung
        known = [(self._at_number(one - other).xreplace(hypotheses), more) for equal, one, other, more in self.goals if not equal]
        return self._with_known(later, known, strict)

    def _equation_step(self, later: Expr, before: Expr) -> str | None:
        if rung := self._first(lambda depth: self.prover.zero(later, self.steps, depth)):
            return rung
        for factor in self.prover._factors(before, self.number, self.steps):
            gap = stepped(self.prover.normal(later - factor * before, self.steps), self.rules, self.statement.over, self.number)
            if rung := self.prover.zero(gap, self.steps, 1):
                return rung
        return None

    def _with_known(self, later: Expr, known: list, strict: bool) -> str | None:
        """By letters, with the inequalities at n as conditions, all over common sums."""
        tags = [Dummy("tag", real=True) for _ in known]
        joined = later + sum(tag * gap for tag, (gap, _) in zip(tags, known, strict=True))
        joined = expanded(self.prover.normal(joined, self.steps.but(over=tags)))
        parts = [joined.coeff(tag, 1) for tag in tags]
        rest = (joined - sum(tag * part for tag, part in zip(tags, parts, strict=True))).expand()
        if any(set(tags) & part.free_symbols for part in (rest, *parts)):
            return None
        return self.bounding.directly([(part, more) for part, (_, more) in zip(parts, known, strict=True)], rest, strict, self.steps)

    def _further(self, after: Expr, before: Expr, hypotheses: dict) -> Expr:
        """A claim's sides at n + 1 in terms of sums and sequences at n, and these as the claims at n say."""
        tag = Dummy("tag", real=True)
        beside = sum((node for node in hypotheses if isinstance(node, FiniteSum)), before)
        over = self.steps.but(over=[tag])
        peeled = expanded(self.prover.normal(after + tag * beside, over))
        later = peeled.coeff(tag, 0)
        if tag in later.free_symbols:
            later = self.prover.normal(after, self.steps)
        for _ in range(2):
            later = stepped(later, self.rules, self.statement.over, self.number)
            later = self.prover.normal(later, self.steps).xreplace(hypotheses)
        return later

    def _hypotheses(self) -> dict:
        """The claimed equations at n that give one sum, or one value of an open function, by what does not speak of it."""
        found: dict = {}
        for is_equation, left, right, _ in self.goals:
            if not is_equation:
                continue
            for one, other in ((self._at_number(left), self._at_number(right)), (self._at_number(right), self._at_number(left))):
                if isinstance(one, (FiniteSum, AppliedUndef)) and not any(other.has(known) for known in (one, *found)) and not any(
                        value.has(one) for value in found.values()):
                    found[one] = other
                    break
        return found

    def _at_number(self, expression: Expr) -> Expr:
        return expression.xreplace({self.statement.over: self.number})

    def _first(self, attempt) -> str | None:
        return next((rung for depth in range(DEPTH) if (rung := attempt(depth))), None)
