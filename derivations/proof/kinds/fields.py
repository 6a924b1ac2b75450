"""Gradients and Hessians: fields over a vector or matrix whose size stays open, differentiated word by word.

A potential is differentiated as it is written, whatever it depends on, and only the result is rewritten by the domain's equations.
A condition that ties the variable down (a sphere, a symmetric matrix) leaves open which gradient is meant, and is refused.
"""

from __future__ import annotations

from sympy import MatrixSymbol

from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.statement import Gradient, Hessian
from theoremtest.derivations.language.wellformed import same_size
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.ladder import Finding, evaluated, findings_of, sought, words_vanish
from theoremtest.derivations.proof.matrices.adoption import adopted_matrix
from theoremtest.derivations.proof.matrices.calculus import ensure_smooth, gradient, jacobian
from theoremtest.derivations.proof.matrices.letters import NotWords, Terms, difference
from theoremtest.derivations.proof.rates import equations_of, met_by, refute_rate, vocabularies


def ensure_free(variable, domain: Domain) -> None:
    """Raises NotWords where an equation of the domain speaks of the variable: its derivatives compare with points beside the domain."""
    if not isinstance(variable, MatrixSymbol):
        raise NotWords(f"a gradient is taken in a vector or a matrix; {variable} is a scalar")
    if any(variable in atoms_of(equation) for equation in equations_of(domain)):
        raise NotWords(f"an equation of the domain ties {variable}, which leaves open what a derivative in it compares with")


class Slopes:
    """First and second derivatives of a potential in a variable, over the words of a domain."""

    def __init__(self, potential, variable, domain: Domain, deadline: Deadline, stated=None):
        """stated: the derivative that is stated, which may say of more matrices that they have an inverse.

        Raises NotWords where the potential cannot be differentiated soundly.
        """
        ensure_free(variable, domain)
        self.variable = variable
        sides = [evaluated(side, domain) for side in (potential, stated) if side is not None]
        self.setting, self.free = vocabularies(domain, deadline, sides)
        value = self.free.scalar(domain.expand(evaluated(potential, domain)))
        ensure_smooth(value, {variable}, self.free, met_by(self.free, self.setting))
        self._gradient = gradient(self.free, value, variable)

    def first(self) -> Terms:
        """The gradient, words of the variable's shape."""
        return adopted_matrix(self.setting.words, self._gradient, self.free)

    def second(self) -> Terms:
        """The Hessian in a column vector."""
        if not same_size(self.variable.shape[1], 1):
            raise NotWords(f"a Hessian is taken in a column vector; {self.variable} has shape {self.variable.shape}")
        return adopted_matrix(self.setting.words, jacobian(self.free, self._gradient, self.variable), self.free)


def _compared(found: Terms, stated, shape: tuple, slopes: Slopes, potential, domain: Domain, deadline) -> list[Finding]:
    """The derivative that was found against the stated one."""
    printed = slopes.setting.restore_matrix(found, shape)

    def refute():
        return refute_rate(potential, printed, stated, domain, deadline)

    if not all(map(same_size, stated.shape, shape)):
        raise NotWords(f"the stated derivative has shape {stated.shape}; it needs {shape}")
    try:
        gap = difference(found, slopes.setting.matrix(stated))
    except NotWords as reason:
        return [sought(refute, "differentiation", f"matrix words: {reason}")]
    return [words_vanish(gap, slopes.setting, domain, deadline, "differentiation", refute, (potential, stated))]


@findings_of.register
def _(statement: Gradient, deadline) -> list[Finding]:
    slopes = Slopes(statement.potential, statement.variable, statement.on, deadline, statement.value)
    return _compared(slopes.first(), statement.value, statement.variable.shape, slopes, statement.potential, statement.on, deadline)


@findings_of.register
def _(statement: Hessian, deadline) -> list[Finding]:
    slopes, size = Slopes(statement.potential, statement.variable, statement.on, deadline, statement.field), statement.variable.shape[0]
    return _compared(slopes.second(), statement.field, (size, size), slopes, statement.potential, statement.on, deadline)
