"""Sums without an end, printed: that they converge, and between what, by the integral test of the prelude."""

from __future__ import annotations

from theoremtest.derivations.kernel.facts import OO, equal, limit, nonneg
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.slopes import Slope
from theoremtest.derivations.kernel.steps import Line
from theoremtest.derivations.kernel.terms import MINUS, ONE, mul, put, sub, term
from theoremtest.derivations.kernel.terms import Term as Node

from ..reasons import NoScript
from ..terms import text
from .continuity import End
from .ends import Near
from .known import Context
from .steps import braced, printed

Lines = list[str]


def compared(context: Context, line: Line, fact: Node, place: int, of: int, at: int, first: int, lines: list, end: list) -> Lines:
    """F' = f falls from c on and F tends to L: shown of a letter of its own, and at the end of numbers beyond all bounds."""
    node, primitive, letter, start, value = (line.term(number) for number in (place, of, at, first, end[0]))
    (index, low, _), writer = node.args[1].args, context.writer
    name, _ = writer.names.setdefault(letter, (context.fresh("x"), "R"))
    falling, slope, natural = put(node.args[0], {index: letter}), Slope({letter: ONE}), writer.natural(low)
    if natural is None:
        raise NoScript("Sum")
    change, turn = slope.of(primitive), slope.of(falling)
    down, held = nonneg(mul(MINUS, turn)), nonneg(sub(letter, start))
    written = {node: text(writer.real(node)) for node in (primitive, falling, turn, low, start, value)}
    over, at_any, turned = (f"(fun {name} : R => {written[node]})" for node in (primitive, falling, turn))
    inner, above, own = context.within(), context.fresh("H"), context.fresh("K")
    if any(known.head == "near" for known in line.proof.hypotheses):
        inner.proof, inner.shown = line.proof.anywhere(), []
    found = [f"intros {name} {above}.", f"assert ({own} : {text(writer.fact(held))}) by lra.", *inner.learn(held, own)]
    inner.shown.append(term("both", (held,)))
    found += printed(inner, lines)
    for need in dict.fromkeys(need for part in (primitive, falling, change, turn) for need in obligations(part)):
        found += inner.said(inner.fresh("V"), need)
    derived = braced(["eapply D_is; [ derive; cbv beta; side_of_rule | cbv beta; atoms_agree; settle_field ]."])
    found += ["split; [ | split ].", *derived, *derived, *inner.from_known(down)]
    towards = Near(End.towards(writer, letter), line.proof.towards(letter, OO))
    towards.known, towards.named, towards.used = towards.proof.known(), list(context.named), context.used
    far = [*printed(towards, end[1]), *towards.from_known(limit(primitive, value))]
    test, tends, at_low, at_start, shown = (context.fresh(kind) for kind in "TLEBW")
    early = context.known.knows(equal(start, low))
    return [f"assert ({test} : forall {name} : R, {written[start]} <= {name} -> is_derive {over} {name} ({written[falling]}) /\\ "
            f"is_derive {at_any} {name} ({written[turn]}) /\\ {text(writer.fact(down))}).", *braced(found),
            f"assert ({tends} : {towards.end.stated(limit(primitive, value))}).", *braced(far),
            f"assert ({at_low} : {written[low]} = INR {natural}) by size_written.",
            f"assert ({at_start} : {written[start]} = {written[low]}{'' if early else ' - 1'}) by lra.",
            f"assert ({shown} := integral_test{'' if early else '_before'} {over} {at_any} {turned} {natural} ({written[low]}) "
            f"({written[start]}) ({written[value]}) {at_low} {at_start} {test} {tends}).", f"cbv beta in {shown}. between {shown}."]
