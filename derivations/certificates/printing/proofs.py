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

from ..openings import along_motion, introduced
from ..reasons import NoScript
from ..slopes import Slopes
from ..terms import put, text, var
from ..theorems import Theorem
from .continuity import End
from .steps import braced, context_of, printed
from .tending import tending
from .terms import Writer

Lines = list[str]
LONG = 540_000
"""Letters from which on a script is not worth Coq's time."""


def printed_proof(theorem: Theorem, tree: list, proofs: Sequence[dict]) -> str:
    """The script of a theorem from the witness of its statement. Raises NoScript where a step, or a fact, has no text."""
    try:
        return script_of(theorem, letters_of(theorem), functions_of(theorem), *asked_of(tree, proofs))
    except (Refused, *MALFORMED) as error:
        raise NoScript("witness", f"{type(error).__name__}: {error}") from None


def asked_of(tree: list, proofs: Sequence[dict]) -> tuple[Sequence[Goal], Sequence[dict]]:
    """The kernel's goals of a statement, and the proof of each. Raises NoScript."""
    try:
        statement = read(tree)
        assert isinstance(statement, Record)
        asked = goals(statement)
    except (Refused, *MALFORMED) as error:  # a witness that is kept may be of another kernel's
        raise NoScript("witness", f"{type(error).__name__}: {error}") from None
    proofs = [proof for proof in proofs if "lines" in proof]
    if len(proofs) != len(asked):
        raise NoScript("witness")
    return asked, proofs


def script_of(theorem: Theorem, letters: dict[Node, tuple[str, str]], functions: dict[str, tuple[str, list[str]]], asked: Sequence[Goal],
              proofs: Sequence[dict]) -> str:
    """The script of a theorem from proofs of the kernel's goals; letters: name and kind of each. Raises NoScript, or Refused."""
    writer = Writer(letters, functions) if theorem.approach is None else End(theorem.approach, letters, functions)
    for goal in asked:  # the statement's own terms are written first
        for node in spoken(goal.fact):
            if node not in (OO, MINUS_OO):
                writer.real(node)
    maker = _limit if isinstance(writer, End) else _evolving if theorem.kind in ("Evolves", "Conserved") else _plain
    script = "Proof.\n" + "\n".join(maker(theorem, writer, asked, proofs)) + "\nQed.\n"
    if len(script) > LONG:
        raise NoScript("size")
    return script


def letters_of(theorem: Theorem) -> dict[Node, tuple[str, str]]:
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


def functions_of(theorem: Theorem) -> dict[str, tuple[str, list[str]]]:
    """Functions that are not given, and sequences: by name, what they are called, and what kinds of numbers they take."""
    places = theorem.names.places or {}
    return {made.__name__: (name, places[made]) for made, name in theorem.names.known.items() if made in places}


def _plain(theorem: Theorem, writer: Writer, asked: Sequence[Goal], proofs: Sequence[dict]) -> Lines:
    lines = [*introduced(theorem), *(f"subst {name}." for name, _ in reversed(theorem.equations))]
    cases = theorem.kind in ("Iff", "Classifies")
    domain = [fact for fact in asked[0].hypotheses if all(fact in goal.hypotheses for goal in asked)]
    for goal, proof in zip(asked, proofs):
        lines += goal_lines(writer, goal, proof, domain if cases else goal.hypotheses)
    slopes = Slopes("side_of_rule", lambda kind: f"{kind}__s{next(writer.numbers)}")
    said = theorem.conclusion
    for name, value in reversed(theorem.equations):
        said = put(said, {var(name): value})
    if not any(kind == "R -> R" for _, kind in theorem.binders):  # a function that is not given has no other derivative
        lines += [*slopes.say((said,)), *slopes.written()]
    return [*lines, {"Equal": "to_theorem.", "Holds": "to_theorem.", "Solves": "to_solution."}.get(theorem.kind, "to_statement.")]


def _limit(theorem: Theorem, writer: End, asked: Sequence[Goal], proofs: Sequence[dict]) -> Lines:
    put_in = [f"subst {name}." for name, _ in reversed(theorem.equations)]
    return [*introduced(theorem), *put_in, *tending(theorem, writer, asked, proofs)]


def goal_lines(writer: Writer, goal: Goal, proof: dict, domain: Sequence[Node]) -> Lines:
    """An assertion for one goal: what it supposes beyond the domain, what it shows, and that this has a value."""
    context = context_of(writer, goal.hypotheses, goal.given, read_terms(proof["terms"]))
    name = context.fresh("G")
    body: Lines = []
    beyond = [fact for fact in goal.hypotheses if fact not in domain]
    facts = goal.fact.args if goal.fact.head == "both" else (goal.fact,)
    shown = [*facts, *dict.fromkeys(need for node in spoken(goal.fact) for need in obligations(node)
                                     if need not in facts and need.head != "smooth")]
    said = [writer.fact(fact) for fact in shown]
    stated = "".join(f"({text(writer.fact(fact))}) -> " for fact in beyond) + " /\\ ".join(f"({text(fact)})" for fact in said)
    names = {fact: context.fresh("H") for fact in (*goal.hypotheses, *goal.given)}
    body += [f"intros {' '.join(names[fact] for fact in beyond)}."] if beyond else []
    for fact, own in names.items():
        if fact not in beyond:
            try:
                body += [f"assert ({own} : {text(writer.fact(fact))}) by from_theorem."]
            except NoScript:  # of a letter that the theorem does not have
                context.known.learn(fact)
                continue
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
        *(line for goal, proof in zip(asked, proofs) for line in goal_lines(writer, goal, proof, goal.hypotheses)), "to_theorem."])
