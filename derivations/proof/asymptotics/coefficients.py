"""What an expansion asks of its coefficients: do they vanish, which signs can they have, are they defined. One set of
generators serves all questions of a case, so that common parts are worked out once."""

from __future__ import annotations

from theoremtest.derivations.language import Domain
from theoremtest.derivations.proof.functions.units import FinerUnit
from theoremtest.derivations.proof.signs.definedness import defined, prepared
from theoremtest.derivations.proof.signs.direct import assume_relations
from theoremtest.derivations.proof.signs.generator import NotShown
from theoremtest.derivations.proof.signs.generators import Generators
from theoremtest.derivations.proof.signs.hypotheses import Empty, Facts
from theoremtest.derivations.proof.signs.inequality import prove_relation
from theoremtest.derivations.proof.signs.signs import possible_signs
from theoremtest.derivations.proof.signs.signset import ANY, NEG, NONZERO, POS, ZERO


class Coefficients:
    """Questions about expressions in the symbols of one domain. `is_zero(expression, domain, deadline)` is asked last."""

    def __init__(self, domain: Domain, facts: Facts, deadline, is_zero):
        self.domain, self.facts, self.deadline, self.is_zero = domain, facts, deadline, is_zero
        self._units: dict = {}
        self._generators: Generators | None = None
        self._reduced: Facts | None = None
        self._asked: dict = {}

    def _numerator(self, expression):
        """`(generators, numerator)`, or None where the expression is beyond the generators."""
        try:
            expression, facts = prepared(expression, self.facts)
        except Empty:
            return None
        for _ in range(8):
            if self._generators is None or self._reduced != facts:
                self._generators, self._reduced = Generators(facts, self.deadline, self._units), facts
                fresh = True
            else:
                fresh = False
            try:
                if fresh:
                    assume_relations(self._generators, facts)
                return self._generators, self._generators.fraction(expression)[0]
            except FinerUnit as finer:
                self._units[finer.key] = finer.unit
                self._generators = None
            except NotShown:
                return None
            except Empty:
                return None
        return None

    def vanishes(self, expression) -> bool:
        """Whether the expression is proved to be zero all over the domain."""
        if expression.is_Rational:
            return expression == 0
        return self._answer(expression)[0]

    def signs(self, expression) -> int:
        """The signs that are not excluded."""
        return self._answer(expression)[1]

    def meaningful(self, expression) -> bool:
        """Whether the expression is shown to be defined all over the domain."""
        return self._numerator(expression) is not None or defined(expression, self.facts, self.deadline)

    def follows(self, condition) -> bool:
        return prove_relation(condition, self.domain, self.deadline) is not None

    def _answer(self, expression) -> tuple[bool, int]:
        if expression not in self._asked:
            self.deadline.check()
            self._asked[expression] = self._worked_out(expression)
        return self._asked[expression]

    def _worked_out(self, expression) -> tuple[bool, int]:
        found = self._numerator(expression)
        seen, signs = 0, ANY
        if found is not None:
            generators, top = found
            if top.is_zero():
                return True, ZERO
            seen = generators.witnesses.seen(top)
            signs = generators.mask(top)
            if signs in (POS, NEG, ZERO):
                return signs == ZERO, signs
        if not seen & NONZERO and self.is_zero(expression, self.domain, self.deadline) is True:
            return True, ZERO
        signs &= possible_signs(expression, self.facts, self.deadline)
        return signs == ZERO, signs
