"""Scripts for equivalences by a table of signs: every relation as the sign of a product, in all cases of the signs of its factors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .algebra import Frac, constant
from .identities import Identity, attempted, known_facts
from .inequalities import LESS, cleared
from .naming import plain
from .reasons import NoScript
from .signs import factors_of, say_positive, signed
from .terms import Term, app, both, num, put, text

FACTORS = 4
"""Factors of which the signs are open, at most: there are three cases of each."""


def sign_table(left: Term, right: Term, samples: Sequence[dict], facts: Sequence[Term], depth: int = 3) -> list[str]:
    """The lines for `left <-> right` after the hypotheses were introduced. Raises NoScript or TooLarge."""
    def prove(there: Sequence[dict], told: Sequence[Term], values: dict[Term, Term]) -> list[str]:
        return sign_table(put(left, values), put(right, values), there, told, depth - 1)
    return attempted(lambda work: _lines(work, [*_relations(left), *_relations(right)], facts), prove, samples, facts, depth)


def _relations(said: Term) -> Iterator[Term]:
    if said.head in ("and", "or", "not"):
        for item in said.args:
            yield from _relations(item)
    elif said.head in LESS or said.head in ("eq", "ne"):
        yield said
    else:
        raise NoScript("relation")


def _lines(work: Identity, relations: Sequence[Term], facts: Sequence[Term]) -> list[str]:
    work.emit("unfold_functions. roots_not_negative.")
    work.note_bounds(facts)
    gaps = []
    for relation in relations:
        less, more = LESS.get(relation.head, (1, 0))
        lesser, greater = plain(relation.args[less]), plain(relation.args[more])
        gaps.append((lesser, greater, work.field.canonical(work.value(greater) - work.value(lesser))))
    known_facts(work, facts)
    cleared(work, facts)
    open_factors: dict[str, None] = {}
    signed_gaps = []
    for number, (lesser, greater, gap) in enumerate(gaps):
        if work.field.reduced(gap.above).is_zero():
            whole = text(app("sub", work.now(greater), work.now(lesser)))
            work.emit(f"assert (gap{number} : {whole} = 0) by {work.by_field(gap)}.")
            continue
        signed_gaps.append(number)
        mixed, product = _mixed(work, gap)
        rest = gap / product
        say_positive(work, rest)
        shown = text(signed(work.field, rest))
        whole, factors = text(app("sub", work.now(greater), work.now(lesser))), both("mul", mixed, num(1))
        work.emit(f"assert (gap{number} : {whole} = ({shown}) * ({text(factors)})) by {work.by_field(gap, rest, product)}.")
        work.emit(f"assert (way{number} : 0 < {shown}) by first [ positive | inequality ].")
        open_factors |= dict.fromkeys(text(item.args[0] if item.head == "pow" else item) for item in mixed)
    if len(open_factors) > FACTORS:
        raise NoScript("sign")
    cases = "; ".join(f"destruct (Rtotal_order ({item}) 0) as [F{place}|[F{place}|F{place}]]" for place, item in enumerate(open_factors))
    told = "; ".join(f"told_sign gap{number} way{number}" for number in signed_gaps)
    work.emit(f"{cases or 'idtac'}; {told or 'idtac'}; first [ by_signs | (exfalso; first [ lra | solve [ timeout 2 nra ] ]) ].")
    return work.lines


def _mixed(work: Identity, gap: Frac) -> tuple[list[Term], Frac]:
    """The factors of which the sample points do not show one sign, as terms and together; those below the bar stand above it here."""
    items, product = [], constant(1)
    for poly, way in ((gap.above, 1), (gap.below, -1)):
        for factor, power in (factors_of(work.field, poly)[1] if not poly.is_constant() else ()):
            if work.field.signs(Frac.of(factor)) != {1}:
                power = int(power) if way > 0 else int(power) % 2 or 2
                term = work.field.polynomial(factor)
                items.append(term if power == 1 else app("pow", term, str(power)))
                product = product * Frac.of(factor) ** power
    return items, product
