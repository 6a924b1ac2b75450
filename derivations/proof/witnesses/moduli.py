"""Moduli, signs, larger and smaller ones in an equation: what they are where a sign is known, else what their squares are."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING

from theoremtest.derivations.kernel.facts import equal, nonneg, nonzero, pos
from theoremtest.derivations.kernel.terms import MINUS, ONE, Refused, Term, call, mul, number, power, sub

from .roots import modulus_letter, size_of

if TYPE_CHECKING:
    from .identities import Equation
    from .reader import Reader


def of_formulas(equation: Equation, formulas: list[Term]) -> None:
    """Moduli, signs, larger and smaller ones: what they are where a sign is known, else what their squares are."""
    for node in sorted(equation.nodes(formulas, "Abs", "sign"), key=size_of):
        with suppress(Refused):
            equation.read(lambda reader, node=node: _of(equation, node, reader))
    for node in sorted(equation.nodes(formulas, "Max", "Min"), key=size_of):
        one, other = node.args
        name = node.head.lower()
        for fact, which in ((nonneg(sub(one, other)), "larger"), (nonneg(sub(other, one)), "smaller")):
            if equation.signs.show(fact) is not None:
                places = [equation.draft.number(part) for part in (one, other)]
                equation.take(equation.draft.line("lemma", f"{name}_of_{which}", places))
                break


def _of(equation: Equation, node: Term, reader: Reader) -> None:
    """A modulus or a sign, by the factors of what stands inside: those of a known sign leave it."""
    (inner,) = node.args
    value = reader.reduced(reader.scalar(inner))
    lead, above = value.num.factor()
    factors = [(reader.polynomial(factor), int(exponent)) for factor, exponent in above] + \
        [(reader.polynomial(factor), -int(exponent)) for factor, exponent in value.den.factor()[1]]
    lead = lead / value.den.factor()[0]
    turned, outside, inside = lead < 0, [], []
    for base, exponent in factors:
        way = equation.signs._signed(base, "pos") or (equation.signs._signed(base, "nonneg") if node.head == "Abs" else None)
        if node.head == "Abs" and base.head == "sign" and equation.signs.show(nonzero(base.args[0])) is not None:
            continue
        if way is not None:
            outside.append(power(base if way[1] else mul(MINUS, base), exponent))
            turned = turned != (not way[1] and exponent % 2 == 1)
        elif exponent % 2 == 0 and (node.head == "Abs" or equation.signs.show(nonzero(base)) is not None):
            outside.append(power(base, exponent))
        else:
            inside.append((base, exponent))
    weight = number(abs(Fraction(int(lead.p), int(lead.q))))
    if node.head == "sign":
        found = mul(*([MINUS] if turned else []), *(call("sign", base) for base, _ in inside)) if inside or turned else ONE
        if found is not node:
            positive = mul(weight, *outside, *(power(base, exponent - 1) for base, exponent in inside if exponent != 1))
            equation.signs.show(pos(positive))
            places = (equation.draft.number(part) for part in (equal(node, found), positive))
            equation.take(equation.draft.line("signum", *places, equation.ordered()))
        for base, _ in inside:
            letter = call("sign", base)
            if equation.signs.show(nonzero(base)) is not None and ("modulo", letter) not in equation._said:
                equation._said.add(("modulo", letter))
                line = equation.draft.line("lemma", "sign_square", [equation.draft.number(base)])
                equation.rules.append(["modulo", line, equation.draft.number(letter), 2])
        return
    kept = [power(call("Abs", base), exponent) for base, exponent in inside]
    for base, _ in inside:
        modulus_letter(equation, base)
    found = mul(weight, *outside, *kept)
    if len(kept) == 1 and kept[0] is node and not outside and weight is ONE:
        return
    equation.signs.show(nonneg(found))
    equation.take(equation.draft.line("modulus", equation.draft.number(equal(node, found)), equation.ordered()))
