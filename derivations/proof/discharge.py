"""Is what a formula asks for shown all over a domain? Each obligation is discharged by signs, inverses and spectra."""

from __future__ import annotations

from sympy import Basic, Dummy, Ge, Gt, Inverse, MatMul, MatPow, Ne, Trace

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.spectra import LargestEigenvalue, SmallestEigenvalue
from theoremtest.derivations.language.symbols import Dot

from .continuity import in_share
from .deadline import Deadline
from .functions.entries import Wanted
from .matrices.letters import NotWords, difference, is_matrix, speaks_of_matrices, tidied
from .matrices.scalarise import Scalarised
from .matrix_functions.regularity import obstacle
from .matrix_functions.vocabulary import FunctionSetting
from .obligations import Obligation, obligations, written_out
from .signs.hypotheses import Empty, Facts
from .signs.inequality import prove_relation
from .signs.signs import is_empty, possible_signs
from .signs.signset import NEG, NONNEG, NONZERO, POS, ZERO, inside

SIGNS = {Wanted.POSITIVE: POS, Wanted.NOT_NEGATIVE: NONNEG, Wanted.NOT_ZERO: NONZERO}
OPPOSITE = {Wanted.POSITIVE: NEG | ZERO, Wanted.NOT_NEGATIVE: NEG, Wanted.NOT_ZERO: ZERO}
RELATION = {Wanted.POSITIVE: Gt, Wanted.NOT_NEGATIVE: Ge, Wanted.NOT_ZERO: Ne}
ASSUMED = {Wanted.POSITIVE: "is_positive", Wanted.NOT_NEGATIVE: "is_nonnegative", Wanted.NOT_ZERO: "is_nonzero"}


class Discharge:
    """What is shown to have a value over one domain. The domain's conditions hold there, and so does what they ask for."""

    def __init__(self, domain: Domain, deadline: Deadline):
        self.domain, self.deadline = domain, deadline
        held = (asked for condition in domain.conditions for asked in obligations(written_out(condition, domain)))
        self.held = {asked.any_of[0] for asked in held if len(asked.any_of) == 1 and not asked.given}
        self._setting: Scalarised | None = None

    def shows(self, asked: Obligation) -> bool:
        """Whether an obligation is met at every point of the domain."""
        if any(demand in self.held or getattr(demand.expression, ASSUMED[demand.sign]) for demand in asked.any_of):
            return True
        if any(demand.sign is Wanted.NOT_NEGATIVE and is_square(demand.expression) for demand in asked.any_of):
            return True
        try:
            if asked.any_of or asked.given:
                return bool(in_share(lambda share: self._by_signs(asked, share), self.deadline))
            return not asked.smooth and self._of_a_matrix(asked.node)
        except (NotWords, DomainError):
            return False

    def _by_signs(self, asked: Obligation, share: Deadline) -> bool:
        """One alternative after the other, those before it denied."""
        given = [self._scalar_condition(condition) for condition in asked.given]
        alternatives = [(self._scalar(demand.expression), demand.sign) for demand in asked.any_of]
        try:
            facts = self._facts()
            for condition in given:
                facts = facts.given(condition)
            for expression, wanted in alternatives:
                if inside(possible_signs(expression, facts, share, SIGNS[wanted]), SIGNS[wanted]):
                    return True
                facts = facts.known(expression, OPPOSITE[wanted])
        except Empty:
            return True  # the case is never met, or one of the alternatives holds in every case
        if not alternatives:
            return is_empty(facts, share)
        if given or len(alternatives) > 1:
            return False
        ((expression, wanted),) = alternatives
        return prove_relation(RELATION[wanted](expression, 0), self._scalars(), share) is not None

    # over scalar words ---------------------------------------------------------------------------------------------------

    @property
    def setting(self) -> Scalarised | None:
        """The domain's words, where matrices stand in it."""
        if self._setting is None and (self.domain.matrices or any(map(is_matrix, self.domain.where))):
            self._setting = Scalarised(self.domain, self.deadline, ())
        return self._setting

    def _scalar(self, expression):
        return expression if self.setting is None else self.setting.scalar(expression)

    def _scalar_condition(self, condition):
        return condition if self.setting is None else self.setting._condition(condition)

    def _scalars(self) -> Domain:
        return self.domain if self.setting is None else self.setting.domain

    def _facts(self) -> Facts:
        """What is known of scalars and of the scalar words that have been met."""
        facts = Facts.of(self._scalars())
        for demand in self.held:
            if self.setting is not None or not speaks_of_matrices(demand.expression):
                facts = facts.known(self._scalar(demand.expression), SIGNS[demand.sign])
        return facts

    # of matrices as a whole ------------------------------------------------------------------------------------------------

    def _of_a_matrix(self, node: Basic) -> bool:
        """Whether an inverse, a function of a matrix or an extreme eigenvalue has a value, by words and at every eigenvalue."""
        if isinstance(node, (LargestEigenvalue, SmallestEigenvalue)):
            words = Scalarised(self.domain, self.deadline, ()).words
            terms = words.matrix(node.arg)
            return not difference(words.flipped(terms), terms)
        if not is_matrix(node):
            return False
        inverted = node.arg if isinstance(node, Inverse) else node.base if isinstance(node, MatPow) and node.exp.is_Integer else None
        if inverted is not None and self._is_inverted(inverted):
            return True
        return obstacle(node, Dummy("t", real=True), FunctionSetting(self.domain, self.deadline)) is None

    def _is_inverted(self, matrix) -> bool:
        words = Scalarised(self.domain, self.deadline, ()).words
        try:
            return words.inverses.exists(tidied(words.matrix(matrix)), matrix)
        except NotWords:
            return False


def is_square(expression) -> bool:
    """Whether an expression is written as the square of a length: u^T u, or the trace of M^T M."""
    if isinstance(expression, Dot):
        return expression.left == expression.right
    if not isinstance(expression, Trace):
        return False
    factors = expression.arg.args if isinstance(expression.arg, MatMul) else ()
    return len(factors) > 0 and len(factors) % 2 == 0 and all(map(is_matrix, factors)) and all(
        one.T.doit() == other.doit() for one, other in zip(factors, reversed(factors), strict=True))
