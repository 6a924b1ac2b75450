"""Proofs by cells: where larger ones, moduli and alternatives are all that is not polynomial, the cases of their signs are gone through.

A case that contradicts itself is left at once. In each of the others every larger one is known to be which, and linear combinations of
what is known decide; else whatever shows a fact without cases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from math import prod

from flint import fmpq

from theoremtest.derivations.kernel.facts import equal, nonneg, pos
from theoremtest.derivations.kernel.terms import MINUS, ONE, ZERO, Refused, Term, add, mul, number, parts, shape, sub

from .draft import Draft, signs_of
from .effort import CELLS, WIDER
from .exceeded import LEMMAS, exceeds_each, gaps_of, is_compared
from .reader import open_parts, renamed
from .signs import Signs


class Cells:
    """directly: shows a fact without cases."""

    def __init__(self, directly: Callable[[Draft, Term], bool]) -> None:
        self.directly = directly

    def show(self, draft: Draft, fact: Term) -> bool:
        """Whether a fact is shown in every cell. Nothing is looked at where there are none."""
        if not widened(draft, fact):
            return False
        if self._of_each(draft, fact, CELLS):
            return True
        _which(draft, fact)
        return self._show(draft, fact, CELLS)

    def _show(self, draft: Draft, fact: Term, deep: int) -> bool:
        if Signs(draft).contradiction():
            return True

        def each(inner: Draft) -> bool:
            _which(inner, fact)
            return self._show(inner, fact, deep - 1)

        several = next(alternatives(draft), None)
        place = None if several is None else draft.place(several)
        if several is not None and place is not None and deep:
            return _every(draft, fact, several, several.args, each, lambda found: ("split", place, found))
        node = next(_bends(draft, fact), None)
        if node is None or _holds_functions(node) and deep < CELLS:
            with suppress(Refused):
                if deep and self._of_each(draft, fact, deep - 1):
                    return True
                if self._straight(draft, fact) or not _holds_functions(fact) and _linear(draft, fact) or self.directly(draft, fact):
                    return True
        if node is None:
            node = next((node for node in signed(fact) if node not in draft.split), None)
        if node is None or not deep:
            return False
        return _every(draft, fact, node, signs_of(node), each, _cases(draft, node))

    def _of_each(self, draft: Draft, fact: Term, deep: int) -> bool:
        """Whether Y - c |u|, Y - c max(u, v) or c min(u, v) - Y, for a number c > 0 and a function in u, is shown by what Y is compared
        with."""
        if fact.head not in ("pos", "nonneg") or fact.args[0].head != "Add" or not _holds_functions(fact):
            return False
        for summand in fact.args[0].args:
            factors = summand.args if summand.head == "Mul" else (summand,)
            bent = [factor for factor in factors if factor.head in LEMMAS]
            others = [factor for factor in factors if factor not in bent]
            if len(bent) != 1 or any(factor.head != "number" for factor in others):
                continue
            (node,), value = bent, prod((factor.mark for factor in others), start=Fraction(1))
            if not is_compared(node, value):
                continue
            other = mul(number(-1 / value), add(*(part for part in fact.args[0].args if part is not summand)))
            gaps = gaps_of(fact, node, other)
            if all(self._show(draft, gap, deep) for gap in gaps):
                for gap in gaps:
                    draft.line("known", draft.number(gap))
                exceeds_each(draft, fact, node, other, fmpq(value.numerator, value.denominator), [])
                return True
        return False

    def _straight(self, draft: Draft, fact: Term) -> bool:
        """Whether a fact is shown with what moduli and larger ones are in their places."""
        if fact.head not in ("pos", "nonneg", "Equality") or shape(fact.args[0]) is not None:
            return False
        values, rules = {}, []
        for node in _bent(draft, fact):
            held, lemma, of = next((way for way in _lemmas(node) if draft.known.knows(way[0])), (None, "", ()))
            if held is not None:
                line = draft.line("lemma", lemma, [draft.number(value) for value in of])
                values[node] = draft.shown[line].args[1]
                rules.append(["letter", line])
        made, before = fact, None
        while made is not before:
            made, before = renamed(made, values), made
        if fact.head == "Equality":
            with suppress(Refused):
                draft.line("algebra", draft.number(fact), rules)
                return True
        if made is fact or not (not _holds_functions(made) and _linear(draft, made) or self.directly(draft, made)):
            return False
        place = draft.place(made)
        place = draft.line("known", draft.number(made)) if place is None else place
        if fact.head == "Equality":
            draft.line("algebra", draft.number(fact), rules, [[place, draft.number(ONE)]])
        else:
            draft.line("sign", draft.number(fact), [], [["1", [["line", place]]]], rules)
        return True


def of_pieces(fact: Term) -> bool:
    """Whether a fact is of polynomials with moduli and larger ones, so that its cells are looked at before all else."""
    heads = {part.head for part in parts(fact)}
    whole = all(part.args[1].head == "number" and part.args[1].mark.denominator == 1 for part in parts(fact) if part.head == "Pow")
    return whole and bool(heads & _BENT) and heads <= _BENT | _POLYNOMIAL


def bends_functions(fact: Term) -> bool:
    """Whether functions stand in a modulus, or a larger one, whose cells are looked at first, too."""
    return any(part.head in _BENT and _holds_functions(part) for part in open_parts(fact))


def compares_functions(fact: Term) -> bool:
    """Whether functions are compared with a modulus, or a larger one, of letters."""
    return fact.head in ("pos", "nonneg") and fact.args[0].head == "Add" and _holds_functions(fact) and not bends_functions(fact) \
        and any(part.head in _BENT for part in open_parts(fact))


_BENT = {"Abs", "sign", "Max", "Min"}
_POLYNOMIAL = {"pos", "nonneg", "nonzero", "Equality", "Add", "Mul", "Pow", "number", "Symbol"}


def widened(draft: Draft, fact: Term) -> bool:
    """Whether there are cells for a fact; its proof may then be longer."""
    found = fact.head != "both" and (next(alternatives(draft), None) is not None or next(_bends(draft, fact), None) is not None)
    if found:
        draft.effort.widen(WIDER)
    return found


def by_its_own(draft: Draft, fact: Term, deep: int = CELLS) -> bool:
    """Whether a fact is shown by the cases of the numbers that it speaks of, whatever else is known."""
    if draft.known.knows(fact):
        return True
    node = next((node for node in signed(fact) if node not in draft.split), None)
    if (deep < CELLS or node is None) and Signs(draft).contradiction():
        return True
    if node is None or not deep:
        return False
    with suppress(Refused):
        return _every(draft, fact, node, signs_of(node), lambda inner: by_its_own(inner, fact, deep - 1), _cases(draft, node))
    return False


def _every(draft: Draft, fact: Term, of: Term, cases: tuple, each: Callable[[Draft], bool], line: Callable[[list], tuple]) -> bool:
    """Whether the fact is shown in every case, which is written then."""
    found = []
    for held in cases:
        inner = draft.inside(held)
        inner.split.add(of)
        for turned in (False, True) if held.head == "Equality" and shape(of) is None else ():
            inner.line("difference", inner.places[held], turned)
        if not each(inner):
            return False
        found.append(inner.lines)
    step, *needs = line(found)
    with suppress(Refused):
        draft.line(step, draft.number(fact), *needs)
        return True
    return False


def _cases(draft: Draft, node: Term) -> Callable[[list], tuple]:
    number = draft.number(node)
    return lambda found: ("cases", number, *found)


def _linear(draft: Draft, fact: Term) -> bool:
    """Whether a fact is shown by sums of what is known."""
    if fact.head == "both":
        return all(_linear(draft, part) for part in fact.args) and draft.ends(fact)
    if fact.head == "any":
        return any(_linear(draft, part) for part in fact.args)
    if draft.known.knows(fact):
        return True
    if fact.head in ("pos", "nonneg", "nonzero"):
        return Signs(draft).show(fact) is not None
    if fact.head != "Equality" or shape(fact.args[0]) is not None:
        return False
    node, signs = sub(*fact.args), Signs(draft)
    if any(signs.show(nonneg(way)) is None for way in (node, mul(MINUS, node))):
        return False
    found = []
    for held in signs_of(node):
        inner = draft.inside(held)
        if held.head == "pos" and not Signs(inner).contradiction():
            return False
        if held.head != "pos":
            inner.line("algebra", inner.number(fact), [], [[inner.places[held], inner.number(mul())]])
        found.append(inner.lines)
    draft.line("cases", draft.number(fact), draft.number(node), *found)
    return True


def _which(draft: Draft, fact: Term) -> None:
    """Write which is the larger one, where that is plain by now."""
    for node in _bent(draft, fact):
        for held, lemma, values in _lemmas(node):
            if draft.known.knows(held):
                with suppress(Refused):
                    draft.line("lemma", lemma, [draft.number(value) for value in values])
                break


def _lemmas(node: Term) -> Iterator[tuple[Term, str, tuple[Term, ...]]]:
    name = node.head.lower()
    if node.head in ("Max", "Min"):
        for which, gap in (("larger", sub(*node.args)), ("smaller", sub(*node.args[::-1]))):
            yield nonneg(gap), f"{name}_of_{which}", node.args
    elif node.head == "Abs":
        yield nonneg(node.args[0]), "abs_of_nonneg", node.args
        yield nonneg(mul(MINUS, node.args[0])), "abs_of_negative", node.args
    else:
        yield pos(node.args[0]), "sign_of_positive", node.args
        yield pos(mul(MINUS, node.args[0])), "sign_of_negative", node.args
        yield equal(node.args[0], ZERO), "sign_of_zero", node.args


def signed(fact: Term) -> Iterator[Term]:
    """The numbers whose signs a fact speaks of."""
    if fact.head in ("any", "both"):
        for part in fact.args:
            yield from signed(part)
    elif fact.head in ("pos", "nonneg", "nonzero"):
        yield fact.args[0]
    elif fact.head == "Equality" and shape(fact.args[0]) is None:
        yield sub(*fact.args)


def alternatives(draft: Draft) -> Iterator[Term]:
    """What says that one of several facts holds, and of none of them yet that it does."""
    for known in [*draft.goal.hypotheses, *draft.held]:
        if known.head == "any" and known not in draft.split and not any(map(draft.known.knows, known.args)):
            yield known


def _bends(draft: Draft, fact: Term) -> Iterator[Term]:
    """The numbers whose signs say which is the larger one, those without functions first, then the innermost."""
    numbers = [sub(*node.args) if node.head in ("Max", "Min") else node.args[0] for node in _bent(draft, fact)]
    for inner, node in sorted(zip(numbers, _bent(draft, fact), strict=True), key=lambda pair: _holds_functions(pair[0])):
        if inner not in draft.split and not any(draft.known.knows(held) for held, *_ in _lemmas(node)):
            yield inner


def _holds_functions(node: Term) -> bool:
    """Whether a term holds more than polynomials, moduli and larger ones."""
    return any(part.head not in _BENT | _POLYNOMIAL | {"any", "both", "Dummy", "constant"}
               or part.head == "Pow" and (part.args[1].head != "number" or part.args[1].mark.denominator != 1) for part in parts(node))


def _bent(draft: Draft, fact: Term) -> list[Term]:
    """Larger and smaller ones, moduli and signs, the innermost first."""
    found: dict[Term, None] = {}
    for known in (fact, *draft.goal.hypotheses, *draft.held):
        found.update((node, None) for node in open_parts(known) if node.head in _BENT)
    return sorted(found, key=lambda node: (sum(part in found for part in parts(node)), repr(node)))
