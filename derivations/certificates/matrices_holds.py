"""Inequalities between numbers of matrices, as theorems: that both sides have a value and that the relation holds between them, or that
one relation holds where and only where another does.

Of an equation whose sides have no value somewhere: that they have one wherever its domain says, of which the negation is shown.
"""

from __future__ import annotations

from typing import Any

from sympy import And

from theoremtest.derivations.language import Equal, Holds, Iff, Statement

from .matrices import MatrixPart, theorem
from .matrices_numbers import Numbers, Relation
from .matrices_points import Said
from .matrices_setting import RELATIONS, Setting, setting_of, spoken
from .matrices_signs import Said as Shown
from .matrices_signs import lines_of, signed
from .matrices_terms import EVERYWHERE, ZERO, NoCertificate, Node, node, subtrees
from .reasons import NoScript
from .scripted import Witness
from .terms import conjunction

FROM_DIFFERENCE = {">": ("gt_by", 0, 1), ">=": ("ge_by", 0, 1), "<": ("lt_by", 1, 0), "<=": ("le_by", 1, 0), "<>": ("ne_by", 0, 1)}
"""The lemma that makes a relation of the sign of a difference, and which side is taken from which."""


def holds(statement: Holds, witness: Witness | None = None) -> MatrixPart:
    """A relation between scalars, or several of them."""
    made = setting_of(statement.on, spoken(statement))
    made.witness = witness
    told = _relations(made, statement.relation)
    if made.letters.inverses or made.letters.functions:
        raise NoCertificate("inverse")
    trees = [side for left, _, right in told for side in (left, right)]
    valued = where_defined(trees)
    said = [*valued, *told]
    texts = [_said(made, one) for one in said]
    saying = Said(told[0][0], told[0][2], told[0][1]) if len(told) == 1 else None

    def proof() -> list[str]:
        try:
            return by_signs()
        except (NoScript, NoCertificate):  # a step has no words here: the relation is one between numbers
            of = Numbers(made, [side for left, _, right in said for side in (left, right)])
            facts = [of.relation(one) for one in said]
            closing = [line for fact in facts[:-1] for line in ("split.", f"{{ exact: {of.lemma([], fact)}. }}")]
            closing.append(f"exact: {of.lemma([], facts[-1])}.")
            return [*of.lines, *closing]

    def by_signs() -> list[str]:
        of, found = signed(made, witness)
        ends = []
        for place, ((left, sign, right), (fact, name)) in enumerate(zip(told, found)):
            if sign not in FROM_DIFFERENCE:
                raise NoCertificate("relation")
            lemma, one, other = FROM_DIFFERENCE[sign]
            gap = node("sadd", (left, right)[one], node("sopp", (left, right)[other]))
            text = f"({of.text(left)} {sign} {of.text(right)})%Re"
            ends.append(Shown(f"R{place}", text, {f"ER{place}": (gap, of.tree(fact.args[0]))}, f"exact: ({lemma} ER{place} {name})."))
        needs = []
        for place, (inner, sign, zero) in enumerate(valued):
            if of.text(inner) not in of.needs:
                raise NoCertificate("value")
            text = f"({of.text(inner)} {sign} {of.text(zero)})%Re"
            needs.append(Shown(f"V{place}", text, {}, f"exact: {of.needs[of.text(inner)]}."))
        lines = lines_of(of, [*needs, *ends])
        for place, one in enumerate([*needs, *ends]):
            lines += [*(["split."] if place < len(said) - 1 else []), f"{{ exact: {one.name}. }}"]
        return lines
    return theorem(made, trees, " /\\ ".join(texts), proof, saying=saying)


def iff(statement: Iff) -> MatrixPart:
    """That one relation between numbers, or several, holds where and only where others do."""
    made = setting_of(statement.on, spoken(statement))
    sides = [_relations(made, side) for side in (statement.left, statement.right)]
    if made.letters.inverses or made.letters.functions:
        raise NoCertificate("inverse")
    trees = [tree for side in sides for left, _, right in side for tree in (left, right)]
    valued = where_defined(trees)
    one, other = (" /\\ ".join(_said(made, part) for part in side) for side in sides)
    said = " /\\ ".join([*(_said(made, part) for part in valued), f"({one} <-> {other})"])

    def proof() -> list[str]:
        of = Numbers(made, [*trees, *(inner for inner, _, _ in valued)])
        left, right = (conjunction([of.relation(part) for part in side]) for side in sides)
        needs = [of.relation(part) for part in valued]
        closing = [line for need in needs for line in ("split.", f"{{ exact: {of.lemma([], need)}. }}")]
        closing += ["split.", f"{{ exact: {of.lemma([left], right)}. }}", f"{{ exact: {of.lemma([right], left)}. }}"]
        return [*of.lines, *closing]
    return theorem(made, trees, said, proof)


def _relations(made: Setting, relation: Any) -> list[Relation]:
    """A relation between scalars, or each of several."""
    found = []
    for part in relation.args if isinstance(relation, And) else (relation,):
        if type(part) not in RELATIONS:
            raise NoCertificate(f"kind {type(part).__name__}")
        if any(getattr(side, "shape", ()) for side in part.args):
            raise NoCertificate("relation of matrices")
        found.append((made.reader.scalar(part.args[0]), RELATIONS[type(part)], made.reader.scalar(part.args[1])))
    return found


def _said(made: Setting, relation: Relation) -> str:
    left, sign, right = relation
    return f"({made.printer.shown(left)} {sign} {made.printer.shown(right)})%Re"


def valued(statement: Statement) -> MatrixPart:
    """That the sides of an equation have values wherever its domain says, negated. Raises NoCertificate."""
    if not isinstance(statement, Equal):
        raise NoCertificate("undefined")
    made = setting_of(statement.on, spoken(statement))
    read = made.reader.matrix if getattr(statement.left, "shape", ()) else made.reader.scalar
    sides = [read(statement.left), read(statement.right)]
    if made.letters.inverses or made.letters.functions:
        raise NoCertificate("inverse")
    whole = [*((relation, None) for relation in where_defined(sides)), *entries_defined(made)]
    sayings = []
    for number, ((inner, sign, zero), size) in enumerate(whole):
        last = number == len(whole) - 1
        taken = ["destruct C as [_ C]"] * number + ([] if last else ["destruct C as [C _]"])
        sayings.append(Said(inner, zero, sign, taken="; ".join(taken), every=size))
    if not whole:
        raise NoCertificate("undefined")
    return theorem(made, sides, " /\\ ".join(said_of(made, *one) for one in whole), list, saying=tuple(sayings)).denied()


def entries_defined(made: Setting) -> list[tuple[Relation, Any]]:
    """Relations that say that the entries of diagonal matrices have a value, each with its number of entries where it speaks of them."""
    return list(dict.fromkeys((one, key[2] if any(part.head == "sentry" for part in subtrees(one[0])) else None)
                              for key, entry in made.letters.diagonals.items() for one in where_defined([entry], entries=True)))


def said_of(made: Setting, relation: Relation, size: Any) -> str:
    """A relation of every entry, or of no entry."""
    every = "" if size is None else f"forall i : 'I_{made.letters.size_text(size)}, "
    return f"({every}{_said(made, relation)})"


def where_defined(trees: list[Node], entries: bool = False) -> list[tuple[Node, str, Node]]:
    """Relations that say that scalars have a value. Raises NoCertificate where that is about entries, unless these are meant."""
    found: dict = {}
    for part in dict.fromkeys(part for tree in trees for part in subtrees(tree)):
        if part.head != "sfun" or part.args[0] in EVERYWHERE or part.args[1].head == "snum":
            continue
        kind, inner = part.args
        if not entries and any(below.head == "sentry" for below in subtrees(inner)):
            raise NoCertificate("condition on entries")
        found[inner, {"inv": "<>", "ln": ">"}.get(kind, ">=")] = None
    return [(inner, sign, ZERO) for inner, sign in found]
