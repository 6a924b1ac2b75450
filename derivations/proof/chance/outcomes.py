"""Means over fair bits and over outcomes with a mass each."""

from __future__ import annotations

from sympy import Expr, Integer, KroneckerDelta, Mul, S, Sum

from theoremtest.derivations.language.functions import Parity
from theoremtest.derivations.proof.signs.signs import NOT_NEGATIVE, Sign, sign

from .reasons import NotAverage


def bits_mean(averages, drawn: set, factors: list) -> Expr:
    """The mean of a product of parities: 1 where the sets cancel, else 0.

    A parity is 1 or -1, so that a square of one is 1; a product of parities of two sets is the parity of their symmetric difference, and
    the mean of a parity is 0 unless its set is empty. A set must be one of the bits that are drawn, or a number beside a number of them.
    A number added to the bits, the same in all factors, changes nothing: the bits that the sets see run through their values in another
    order.
    """
    if len(drawn) > 1:
        raise NotAverage("a factor that speaks of several draws of bits")
    (bits,) = drawn
    odd, number, shifts = [], 0, set()
    for factor in factors:
        base, power = factor.as_base_exp()
        if not (isinstance(base, Parity) and power.is_Integer):
            raise NotAverage(f"{factor} is no whole power of a parity")
        if power % 2 == 0 and all(_is_whole(averages, part, bits) for part in base.args):
            continue
        chosen, shift = _chosen_and_shift(base, bits)
        if shift is None or averages.drawn_in(chosen):
            raise NotAverage(f"{factor} is no parity of the bits {bits}")
        count = averages.laws[bits].count
        if chosen.is_Integer and count.is_Integer and shift == 0:
            chosen %= 2**count  # bits that are not drawn are no bits of the value
        _of_the_bits(averages, chosen, count)
        if power % 2 == 0:
            continue
        shifts.add(shift)
        if chosen.is_Integer:
            number ^= int(chosen)
        elif chosen in odd:
            odd.remove(chosen)
        else:
            odd.append(chosen)
    if len(shifts) > 1:
        raise NotAverage(f"different numbers are added to the bits {bits}")
    sets = [*odd, *([Integer(number)] if number else [])]
    if not sets:
        return S.One
    if len(sets) > 2:
        raise NotAverage("a product of parities of more than two different sets")
    return KroneckerDelta(*sets) if len(sets) == 2 else KroneckerDelta(sets[0], 0)


def _chosen_and_shift(parity: Parity, bits: Expr) -> tuple[Expr, Integer | None]:
    """A set, and the number that is added to the bits beside it; None where it is not those. Either may come first in a parity."""
    for chosen, read in (parity.args, parity.args[::-1]):
        shift = read - bits
        if shift.is_Integer and shift >= 0:
            return chosen, shift
    return parity.args[0], None


def _is_whole(averages, part: Expr, bits: Expr) -> bool:
    """Whether an argument of a parity is a whole number that is not negative, whatever bits are drawn."""
    domain = averages.setting.domain.but(*averages.laws[bits].range_of(bits))
    return part.is_integer is True and sign(part, domain, averages.deadline) in NOT_NEGATIVE


def _of_the_bits(averages, chosen: Expr, count: Expr) -> None:
    domain, deadline = averages.setting.domain, averages.deadline
    if chosen.is_integer is not True or sign(chosen, domain, deadline) not in NOT_NEGATIVE \
            or sign(2**count - chosen, domain, deadline) is not Sign.POSITIVE:
        raise NotAverage(f"{chosen} is not shown to be a set of {count} bits, a whole number from 0 to 2^{count} - 1")


def outcome_mean(averages, drawn: set, factors: list) -> Expr:
    """The mean as a sum over the outcomes, the mass beside the factors; the draw is the index of the sum."""
    if len(drawn) > 1:
        raise NotAverage("a factor that speaks of several draws of outcomes")
    (outcome,) = drawn
    law = averages.laws[outcome]
    return Sum(Mul(*factors) * law.probability, (outcome, law.low, law.high))
