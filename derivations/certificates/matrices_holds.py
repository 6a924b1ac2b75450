"""Inequalities between numbers of matrices, as theorems: that both sides have a value and that the relation holds between them.

The proof knows of squares of lengths and of traces of A^T A that they are not negative; the rest is left to Coq's arithmetic.
"""

from __future__ import annotations

from sympy import And

from theoremtest.derivations.language import Holds

from .matrices import MatrixPart, theorem
from .matrices_points import Said
from .matrices_script import Script
from .matrices_setting import RELATIONS, setting_of, spoken
from .matrices_squares import squares
from .matrices_terms import EVERYWHERE, ZERO, NoCertificate, Node, subtrees
from .matrices_text import coded


def holds(statement: Holds) -> MatrixPart:
    """A relation between scalars, or several of them."""
    made = setting_of(statement.on, spoken(statement))
    relation = statement.relation
    told = []
    for part in relation.args if isinstance(relation, And) else (relation,):
        if type(part) not in RELATIONS:
            raise NoCertificate(f"kind {type(part).__name__}")
        if any(getattr(side, "shape", ()) for side in part.args):
            raise NoCertificate("relation of matrices")
        told.append((made.reader.scalar(part.args[0]), RELATIONS[type(part)], made.reader.scalar(part.args[1])))
    if made.letters.inverses or made.letters.functions:
        raise NoCertificate("inverse")
    trees = [side for left, _, right in told for side in (left, right)]
    said = [*where_defined(trees), *told]
    script = Script(made, [side for left, _, right in said for side in (left, right)])
    proof = [*script.opening(), *squares(script, trees)]
    for number, one in enumerate(said):
        last = number == len(said) - 1
        proof += [*([] if last else ["split."]), "{", *_relation(script, *one), "}"]
    shown = [f"({made.printer.shown(left)} {sign} {made.printer.shown(right)})%Re" for left, sign, right in said]
    saying = Said(told[0][0], told[0][2], told[0][1]) if len(told) == 1 else None
    return theorem(made, trees, " /\\ ".join(shown), lambda: proof, saying=saying)


def where_defined(trees: list[Node]) -> list[tuple[Node, str, Node]]:
    """Relations that say that trees of scalars have a value. Raises NoCertificate where that is about entries."""
    found: dict = {}
    for part in dict.fromkeys(part for tree in trees for part in subtrees(tree)):
        if part.head != "sfun" or part.args[0] in EVERYWHERE or part.args[1].head == "snum":
            continue
        kind, inner = part.args
        if any(below.head == "sentry" for below in subtrees(inner)):
            raise NoCertificate("condition on entries")
        found[inner, {"inv": "<>", "ln": ">"}.get(kind, ">=")] = None
    return [(inner, sign, ZERO) for inner, sign in found]


def _relation(script: Script, left: Node, sign: str, right: Node) -> list[str]:
    code = [coded(side, script.letters) for side in (left, right)]
    goals = " | ".join(f"by apply: esym; apply: (flat_to hN s0 sq ok (s := {one})); [reify | |]" for one in code)
    values = " ".join(script.value(script.flat(side)) for side in (left, right))
    return [f"refine (@lift (fun x y => (x {sign} y)%Re) {values} _ _ _ _ _); [| {goals}].", *script.closing("sign_of")]
