"""What counts tend to in probability by the law of large numbers: the shares of the trials tend to their probabilities.

A fraction of shares and of 1/n tends to its value there, where its denominator is not zero; where that alone is zero it grows without
bound. Where both are zero the fluctuations decide, of which nothing is said here.
"""

from __future__ import annotations

from dataclasses import replace

from sympy import Dummy, Expr, Ne, Pow, cancel, fraction, oo

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.expectation import ConvergesInProbability
from theoremtest.derivations.language.laws import Binomial, Multinomial
from theoremtest.derivations.language.statement import Limit
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.proof.ladder import Finding, findings_of, noted
from theoremtest.derivations.proof.matrices.letters import is_matrix
from theoremtest.derivations.proof.signs.signs import NOT_ZERO, sign

LARGE_NUMBERS = "law of large numbers"
LARGE = 100


def of_shares(statement: ConvergesInProbability, quantity: Expr, rest: Domain, deadline) -> Finding | None:
    """A finding on a fraction of counts and of their number of trials, which is the variable; None where this says nothing.

    rest: the domain without the draws. It is proved where nothing is divided by counts: then the quantity has a value from some number on,
    whatever is drawn.
    """
    number, laws = statement.variable, statement.draws
    if is_matrix(quantity) or not all(isinstance(law, (Binomial, Multinomial)) and law.trials == number for law in laws.values()):
        return None
    shares, small = {count: Dummy(f"f_{count}", real=True) for count in laws}, Dummy("h", positive=True)
    written = quantity.subs({count: share * number for count, share in shares.items()}).subs(number, 1 / small)
    expected = {shares[count]: statement.on.expand(law.probability) for count, law in laws.items()}
    if not written.is_rational_function(small, *shares.values()) or not quantity.free_symbols & set(laws) or any(
            number in probability.free_symbols for probability in expected.values()):
        return None
    top, bottom = fraction(cancel(written))
    above, below = (part.subs(small, 0).subs(expected).expand() for part in (top, bottom))
    along = quantity.subs({count: number * expected[shares[count]] for count in laws})
    try:
        there = rest.but(number >= LARGE)  # what a sequence tends to does not hang on its start
        everywhere = sign(below, there, deadline) in NOT_ZERO
        there = there if everywhere else there.but(Ne(below or above, 0))
    except DomainError:
        return None
    (finding,) = findings_of(Limit(along, number, oo, statement.value, on=there), deadline)
    finding = replace(finding, rung=f"{LARGE_NUMBERS}, {finding.rung}")
    if finding.outcome is Outcome.PROVED and everywhere and not _divides_by(quantity, set(laws)):
        return finding
    return noted(finding, "each count its probability times the number of trials") if finding.outcome is Outcome.REFUTED else None


def _divides_by(quantity: Expr, counts: set) -> bool:
    """Whether the quantity, as it is written, divides by what holds a count."""
    return any(power.exp.is_negative and power.base.free_symbols & counts for power in quantity.atoms(Pow))
