"""A theorem's proof from a witness: the kernel's goals as assertions, each with its printed lines, and the theorem from them.

The theorem was written from the claim before; what a goal of the kernel supposes is shown from what the theorem supposes, and the theorem's
conclusion from the goals, by tactics that look for nothing but another way to write a fact.
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from theoremtest.derivations.kernel.check import MALFORMED
from theoremtest.derivations.kernel.facts import MINUS_OO, OO, spoken
from theoremtest.derivations.kernel.goals import Goal, goals
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.terms import Record, Refused, read, read_terms
from theoremtest.derivations.kernel.terms import Term as Node
from theoremtest.derivations.language.tree import to_tree

from ..limits_stated import Approach
from ..proofs import along_motion, introduced
from ..reasons import NoScript
from ..refutations import Point, completed
from ..samples import exact
from ..terms import Term, conjunction, text
from ..theorems import Theorem
from .continuity import End
from .steps import braced, context_of, printed
from .tending import refuting, tending
from .terms import Writer

Lines = list[str]
LONG = 500_000
"""Letters from which on a script is not worth Coq's time."""
NEAR_THE_END = "eventually", "Rbar_locally'", "at_right"
"""Heads of what is said to hold near an end."""
KINDS = ("Equal", "Holds", "Iff", "Classifies", "Evolves", "Conserved", "Solves", "Limit", "Scales")


def printed_proof(theorem: Theorem, tree: list, proofs: Sequence[dict]) -> str:
    """The script of a theorem from the witness of its statement. Raises NoScript where a step, or a fact, has no text."""
    if theorem.kind not in KINDS or theorem.means:
        raise NoScript(theorem.kind.lower())
    try:
        statement = read(tree)
        assert isinstance(statement, Record)
        asked = goals(statement)
        letters, functions = _letters(theorem), _functions(theorem)
        writer = Writer(letters, functions) if theorem.approach is None else End(theorem.approach, letters, functions)
        for goal in asked:  # the statement's own terms are written first
            for node in spoken(goal.fact):
                if node not in (OO, MINUS_OO):
                    writer.real(node)
        proofs = [proof for proof in proofs if "lines" in proof]
        if len(proofs) != len(asked):
            raise NoScript("witness")
        maker = _limit if isinstance(writer, End) else _evolving if theorem.kind in ("Evolves", "Conserved") else _plain
        lines = maker(theorem, writer, asked, proofs)
    except (Refused, *MALFORMED) as error:  # a witness that is kept may be of another kernel's
        raise NoScript("witness", f"{type(error).__name__}: {error}") from None
    script = "Proof.\n" + "\n".join(lines) + "\nQed.\n"
    if len(script) > LONG:
        raise NoScript("size")
    return script


def _letters(theorem: Theorem) -> dict[Node, tuple[str, str]]:
    """The kernel's letters, by the symbols that the theorem has names for."""
    found: dict[Node, tuple[str, str]] = {}
    for symbol, name in theorem.names.known.items():
        if isinstance(symbol, sp.Symbol):
            node = read(to_tree(symbol))
            assert isinstance(node, Node)
            found[node] = name, theorem.names.kind(symbol)
    return found


def point_of(theorem: Theorem, point: list) -> dict[sp.Symbol, sp.Rational]:
    """The rational values that a witness gives the theorem's symbols. Raises NoScript where it is no point."""
    try:
        values = read(point)
        assert isinstance(values, dict)
        nodes = {symbol: read(to_tree(symbol)) for symbol in theorem.names.known if isinstance(symbol, sp.Symbol)}
        return {symbol: sp.Rational(values[node].mark.numerator, values[node].mark.denominator) for symbol, node in nodes.items()
                if node in values and values[node].head == "number"}
    except (Refused, *MALFORMED) as error:
        raise NoScript("point", f"{type(error).__name__}: {error}") from None


def _functions(theorem: Theorem) -> dict[str, tuple[str, list[str]]]:
    """Functions that are not given, and sequences: by name, what they are called, and what kinds of numbers they take."""
    places = theorem.names.places or {}
    return {made.__name__: (name, places[made]) for made, name in theorem.names.known.items() if made in places}


def _plain(theorem: Theorem, writer: Writer, asked: Sequence[Goal], proofs: Sequence[dict]) -> Lines:
    lines = [*introduced(theorem), *(f"subst {name}." for name, _ in reversed(theorem.equations))]
    cases = theorem.kind in ("Iff", "Classifies")
    domain = [fact for fact in asked[0].hypotheses if all(fact in goal.hypotheses for goal in asked)]
    for goal, proof in zip(asked, proofs):
        lines += _goal(writer, goal, proof, domain if cases else goal.hypotheses)
    return [*lines, {"Equal": "to_theorem.", "Holds": "to_theorem.", "Solves": "to_solution."}.get(theorem.kind, "to_statement.")]


def _limit(theorem: Theorem, writer: End, asked: Sequence[Goal], proofs: Sequence[dict]) -> Lines:
    put_in = [f"subst {name}." for name, _ in reversed(theorem.equations)]
    return [*introduced(theorem), *put_in, *tending(theorem, writer, asked, proofs)]


def printed_refutation(theorem: Theorem, tree: list, witness: dict) -> str:
    """The script for the negation of a limit, from a point and the proof of another limit there. Raises NoScript."""
    approach = theorem.approach
    assert approach is not None
    try:
        statement, values = read(tree), read(witness["point"])
        assert isinstance(statement, Record) and isinstance(values, dict)
        letters = list(values)
        there = {letters[place]: values[letters[place]] for place in witness["put_in"]}
        point = Point(theorem, completed(theorem, exact(theorem, point_of(theorem, witness["point"]))))
        names = {node: (_shown(point, *pair), pair[1]) for node, pair in _letters(theorem).items()}
        moved = Approach(approach.name, approach.kind, *map(point.at, (approach.to, approach.body, approach.value)),
                         [point.at(item) for item in approach.defined], None)
        end = End(moved, names, _functions(theorem))
        before, lines, near = refuting(end, goals(statement), witness["proofs"], there)
    except (Refused, *MALFORMED) as error:
        raise NoScript("witness", f"{type(error).__name__}: {error}") from None
    given = " ".join(point.given[name] for name, _ in theorem.binders)
    found = [*before, "intro STATED.", *([f"specialize (STATED {given})."] if given else [])]
    for item in map(point.at, theorem.hypotheses):
        found += [f"match type of STATED with ?A -> _ => assert (A__0 : A) by ({_of_the_point(item, end, near)}) end.",
                  "specialize (STATED A__0). clear A__0."]
    found += [r"repeat match type of STATED with _ /\ _ => let K := fresh in destruct STATED as [K STATED] end.",
              f"assert (L__0 : {text(moved.limit())}) by assumption. clear STATED. rename L__0 into STATED."]
    if moved.defined:
        found.append(f"assert (VALUED : {text(moved.near(conjunction(moved.defined)))}) by assumption.")
    return "Proof.\n" + "\n".join([*found, *lines]) + "\nQed.\n"


def _shown(point: Point, name: str, kind: str) -> str:
    """A letter's value at the point; the name of one that moves."""
    return str(point.values[name].args[0]) if kind != "R" and name in point.values else point.given.get(name, name)


def _of_the_point(item: Term, end: End, near: Sequence[str]) -> str:
    """What shows a hypothesis at the point: numbers alone, or what holds near the end."""
    if item.head not in NEAR_THE_END:
        return "number"
    return f"{end.at_a_point(near).replace('. ', '; ').rstrip('.')}; to_theorem"


def _goal(writer: Writer, goal: Goal, proof: dict, domain: Sequence[Node]) -> Lines:
    """An assertion for one goal: what it supposes beyond the domain, what it shows, and that this has a value."""
    context = context_of(writer, goal.hypotheses, goal.given, read_terms(proof["terms"]))
    name = context.fresh("G")
    body: Lines = []
    beyond = [fact for fact in goal.hypotheses if fact not in domain]
    facts = goal.fact.args if goal.fact.head == "both" else (goal.fact,)
    shown = [*facts, *dict.fromkeys(need for node in spoken(goal.fact) for need in obligations(node) if need not in facts)]
    said = [writer.fact(fact) for fact in shown]
    stated = "".join(f"({text(writer.fact(fact))}) -> " for fact in beyond) + " /\\ ".join(f"({text(fact)})" for fact in said)
    names = {fact: context.fresh("H") for fact in (*goal.hypotheses, *goal.given)}
    body += [f"intros {' '.join(names[fact] for fact in beyond)}."] if beyond else []
    for fact, own in names.items():
        if fact not in beyond:
            body += [f"assert ({own} : {text(writer.fact(fact))}) by from_theorem."]
        body += context.learn(fact, own)
    body += printed(context, proof["lines"])
    for place, fact in enumerate(shown):
        more = place < len(shown) - 1
        body += ["split."] if more else []
        closing = context.from_known(fact)
        body += braced(closing) if more else closing
    lines = [f"assert ({name} : {stated}).", *braced(body)]
    if beyond:
        return lines
    parts = [context.fresh("G") for _ in shown]
    pattern = parts[-1]
    for own in reversed(parts[:-1]):
        pattern = f"[{own} {pattern}]"
    return [*lines, f"destruct {name} as {pattern}."] if len(parts) > 1 else lines


def _evolving(theorem: Theorem, writer: Writer, asked: Sequence[Goal], proofs: Sequence[dict]) -> Lines:
    """The kernel's equation is between numbers, and so is what the rules of differentiation leave of the theorem."""
    return along_motion(theorem, lambda change, rate: [
        *(f"subst {name}." for name, _ in reversed(theorem.equations)),
        *(line for goal, proof in zip(asked, proofs) for line in _goal(writer, goal, proof, goal.hypotheses)), "to_theorem."])
