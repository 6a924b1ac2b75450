"""The theorem of a limit from the kernel's goals: what the domain says near the end, the limit, and that error over rate converges.

A negation is shown at the witness's point, where the kernel's proof finds another limit.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from theoremtest.derivations.kernel.contrary import at
from theoremtest.derivations.kernel.facts import MINUS_OO, OO, spoken
from theoremtest.derivations.kernel.goals import Goal, elsewhere
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.steps import Proof
from theoremtest.derivations.kernel.terms import Term as Node
from theoremtest.derivations.kernel.terms import free, read_terms

from ..limits_stated import endless
from ..reasons import NoScript
from ..terms import Term, app, text
from ..theorems import Theorem
from .continuity import End
from .ends import TENDING, Near, raised_by
from .steps import braced, printed

Lines = list[str]


def tending(theorem: Theorem, end: End, asked: Sequence[Goal], proofs: Sequence[dict]) -> Lines:
    """The lines after the hypotheses were introduced."""
    if any(goal.name not in ("near the end", "the end", "limit", "rate", "order") for goal in asked):
        raise NoScript("goal")
    lines: Lines = []
    shown: list[tuple[Node, str]] = []
    left_out: set[Node] = set()
    for goal, proof in zip(asked, proofs):
        context = Near(end, Proof(read_terms(proof["terms"]), list(goal.hypotheses), list(goal.given)))
        lines += _supposed(context, goal, shown, left_out)
        facts = goal.fact.args if goal.fact.head == "both" else (goal.fact,)
        needs = [need for node in spoken(goal.fact) for need in obligations(node)]
        before, own = list(context.named), list[tuple[Node, str]]()
        try:
            found = printed(context, proof["lines"])
            for fact in dict.fromkeys([*needs, *facts]):
                own.append((fact, context.fresh("G")))
                found += context.said(own[-1][1], fact)
        except NoScript:
            if goal.name != "near the end":
                raise
            left_out.update(facts)  # what the domain says near the end, of which the theorem supposes less
            own, found = [(fact, name) for fact, name in before if name in context.near], []
        lines += found
        shown += own
    return [*lines, *_concluded(theorem, end, shown)]


def refuting(end: End, asked: Sequence[Goal], proofs: Sequence[dict], there: dict[Node, Node]) -> tuple[Lines, Lines, list[str]]:
    """Lines that show what holds near the end, and lines that end in a contradiction with what STATED says; the names of the former.

    VALUED: that the formula has a value near the end. there: the numbers that the proof puts in for letters.
    """
    before: Lines = []
    shown: list[tuple[Node, str]] = []
    for place, (goal, proof) in enumerate(zip(asked, proofs)):
        goal = at(goal, there)
        context = Near(end, Proof(read_terms(proof["terms"]), list(goal.hypotheses), list(goal.given)))
        lines = [*_supposed(context, goal, shown), *printed(context, proof["lines"])]
        if place == len(proofs) - 1:
            break
        before += lines
        for fact in goal.fact.args if goal.fact.head == "both" else (goal.fact,):
            name = context.fresh("G")
            before += context.said(name, fact)
            shown.append((fact, name))
    others = [fact for fact in context.shown if fact.head == goal.fact.head == "limit" and fact.args[0] is goal.fact.args[0]]
    if not others:
        raise NoScript("contrary")
    near = [name for fact, name in shown if end.letter in free(fact)]
    valued = [*near, *(["VALUED"] if end.approach.defined else [])]
    own, other = context.fresh("L"), others[-1]
    node, value = other.args
    theirs = end.approach.value
    said = text(app("Finite", theirs)) if not endless(theirs) else theirs.head
    lines += [f"assert ({own} : filterlim {end.function(node)} ({end.filter}) (Rbar_locally ({said}))).",
              *braced([f"apply (lim_as STATED); [reflexivity | {end.at_a_point(valued).replace('. ', '; ').rstrip('.')}; as_stated]."]),
              f"assert (E := two_limits _ _ _ {own} {context.name_of(other)}). clear -E."]
    if endless(theirs) or value in (OO, MINUS_OO):
        lines.append("discriminate E.")
    else:
        lines.append(f"assert (F : {text(theirs)} = {text(end.real(value))}) by (now injection E). clear -F. false_number.")
    return before, lines, near


def _supposed(context: Near, goal: Goal, shown: Sequence[tuple[Node, str]], left_out: Collection[Node] = ()) -> Lines:
    """What a goal supposes: from the theorem's hypotheses, from the end, and from the goals before it. left_out: what has no name."""
    end, lines = context.end, []
    for fact in (*goal.hypotheses, *goal.given):
        known = next((name for one, name in shown if one is fact), None)
        moves = end.letter in free(fact)
        if fact.head == "near":
            context.known.learn(fact)
            continue
        if known is None and fact in left_out:
            context.known.learn(fact)
            continue
        if elsewhere(end.letter) in free(fact):
            lines += context.learn(fact, "")
            continue
        name = known or context.fresh("H")
        if known is None:
            closing = "from_theorem."
            if moves:
                closing = f"first [ above_the_end | apply filter_forall; intros {end.name}; whole_number ]."
            lines.append(f"assert ({name} : {end.stated(fact)}) by {closing}")
        context.name_it(fact, name)
        lines += context.learn(fact, name)
    return lines


def _concluded(theorem: Theorem, end: End, shown: Sequence[tuple[Node, str]]) -> Lines:
    """Each thing that the theorem says from what was shown: they differ in how they are written."""
    goals = theorem.conclusion.args if theorem.conclusion.head == "and" else (theorem.conclusion,)
    near = [name for fact, name in shown if fact.head not in TENDING and end.letter in free(fact)]
    tends = {fact.head: name for fact, name in shown if fact.head in TENDING}
    order = next((fact for fact, _ in shown if fact.head == "order"), None)
    lines: Lines = []
    for place, goal in enumerate(goals):
        own = _between(end, goal, near, tends["order"], order) if order is not None and goal.head == "ex" else _one(end, goal, near, tends)
        lines += [*(["split."] if place < len(goals) - 1 else []), *braced(own)]
    return lines


def _one(end: End, goal: Term, near: Sequence[str], tends: dict[str, str]) -> Lines:
    point = end.at_a_point(near)
    if goal == end.approach.limit():
        name, at_once = tends["limit"], point.replace(". ", "; ").rstrip(".")
        return [f"first [ exact {name} | apply (lim_as {name}); [ settle_value | {at_once}; to_equation ] ]."]
    if goal.head == "ex":
        return [f"apply (converges_bounded {tends['converges']}). {point} to_equation."]
    if goal.head in ("Rbar_locally'", "at_right", "eventually"):
        return [f"{point} to_theorem."]
    return ["to_theorem."]


def _between(end: End, goal: Term, near: Sequence[str], name: str, order: Node) -> Lines:
    """That the quotient of a formula and a power stays between constants, where the power is written as one of any exponent."""
    (_, power), own = order.args, text(end.approach.body)
    exponent, raised = end.approach.body.args[1], text(end.real(power))
    written = raised_by(power.args[1].mark) if power.head == "Pow" and power.args[1].head == "number" else []
    over = text(app("div", *map(end.real, order.args)))
    return [f"destruct {name} as [low [high [P K]]]. exists low. exists high. split. exact P. "
            f"assert (A : {end.filter} (fun {end.name} : {end.kind} => 0 < {end.name})) by (near_the_end 0).",
            end.at_a_point(["A", "K", *near]),
            f"assert (E : {text(exponent)} = {raised}).", *braced([*written, "as_it_stands."]),
            f"replace ({own}) with ({over}) by (try rewrite E; as_it_stands). exact K."]
