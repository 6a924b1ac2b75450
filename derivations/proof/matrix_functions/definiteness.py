"""Is a sum of words a definite matrix, and so invertible? A sandwich argument, in every dimension.

A word v f(F) v^T is positive semidefinite where f is not negative at any eigenvalue that F may have, and so is v v^T. A sum of such words
with coefficients that are not negative is positive definite where a multiple of the identity, or a function of one matrix that stands by
itself, adds something positive. Every eigenvalue and every time is asked about at once, as a sign of a function of both.
"""

from __future__ import annotations

from sympy import Add, Expr, Ge, Gt, S

from theoremtest.derivations.proof.matrices.letters import Terms, Word, scaled
from theoremtest.derivations.proof.signs.inequality import prove_relation

from .collecting import _apart
from .growth import without_growth


def is_definite(terms: Terms, setting) -> bool:
    """Whether a sum of square words is positive definite, or negative definite, all over the domain."""
    return any(is_positive(scaled(terms, turn), True, setting) for turn in (S.One, S.NegativeOne))


def is_positive(terms: Terms, strict: bool, setting) -> bool:
    """Whether a sum of square words is positive definite (strict), or positive semidefinite, all over the domain."""
    groups: dict[Word, list] = {}
    for word, coefficient in terms.items():
        found = _sandwich(word, setting.words)
        if found is None:
            return False
        groups.setdefault(found[0], []).append((found[1], coefficient))
    alone = groups.pop((), [])
    if (strict and not alone) or not all(_signed(group, False, setting) for group in groups.values()):
        return False
    families = {slot.symbol for slot, _ in alone if slot is not None}
    if len(families) <= 1:
        return _signed(alone, strict, setting)
    number = [(slot, c) for slot, c in alone if slot is None]
    return bool(number or not strict) and _signed(number, strict, setting) and all(
        _signed([(slot, c) for slot, c in alone if slot is not None and slot.symbol == family], False, setting) for family in families)


def _sandwich(word: Word, words) -> tuple[Word, object] | None:
    """(v, slot) of a word v slot v^T, (v, None) of a word v v^T; None where it is neither."""
    outer, gaps = _apart(word, words)
    half, odd = divmod(len(outer), 2)
    if odd or outer[:half] != words.transpose(outer[half:]) or any(len(gap) > 1 for gap in gaps):
        return None
    if any(gaps[place] != gaps[len(outer) - place] for place in range(half)):
        return None
    around = tuple(letter for place in range(half) for letter in (*gaps[place], outer[place]))
    return around, gaps[half][0] if gaps[half] else None


def _signed(group: list, strict: bool, setting) -> bool:
    """Whether the sum of coefficients times functions is positive, or only not negative, at all eigenvalues."""
    value = Add(*(c * (S.One if slot is None else slot.formula) for slot, c in group))
    return shows(value, strict, setting)


def shows(value: Expr, strict: bool, setting) -> bool:
    """Whether a function of eigenvalues and parameters is positive (strict), or not negative, all over the domain."""
    domain = spectral_domain(value, setting)
    deadline = setting.words.deadline
    value, domain = without_growth(value, domain, deadline)
    relation = (Gt if strict else Ge)(value, 0)
    return relation == S.true or prove_relation(relation, domain, deadline) is not None


def spectral_domain(value: Expr, setting):
    """The setting's domain with the eigenvalues that an expression speaks of."""
    bases = [base for base in setting.words.bases.values() if base.eigenvalue in value.free_symbols]
    return setting.domain.but(*setting.words.known_of({base: base.eigenvalue for base in bases}), over=[base.eigenvalue for base in bases])
