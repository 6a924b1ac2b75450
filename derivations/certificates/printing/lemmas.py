"""The kernel's lemmas as Coq states them: `lemmas.v` of the prelude proves each, under the name that the kernel gives it."""

from __future__ import annotations

from functools import cache

from theoremtest.derivations.kernel.facts import MINUS_OO, OO
from theoremtest.derivations.kernel.lemmas import LEMMAS, Lemma
from theoremtest.derivations.kernel.terms import Term as Node
from theoremtest.derivations.kernel.terms import free

from ..reasons import NoScript
from ..terms import text
from .terms import Writer


def stated(lemma: Lemma) -> str | None:
    """What the lemma says of real numbers; None for one that speaks of limits, vectors or functions that Coq has no text for here."""
    writer = Writer({letter: (letter.mark[0].strip(), "R") for letter in lemma.letters})
    bound = " ".join(writer.names[letter][0] for letter in lemma.letters)
    try:
        said = "".join(f"{text(writer.fact(side))} -> " for side in lemma.sides) + text(writer.fact(lemma.conclusion))
    except NoScript:
        return None
    return f"forall {bound} : R, {said}" if bound else said


@cache
def table() -> dict[str, str]:
    """Name in Coq to statement, of all lemmas that have one."""
    return {lemma.coq: said for lemma in LEMMAS.values() if (said := stated(lemma)) is not None}


def is_of_ends(lemma: Lemma) -> bool:
    """Whether it speaks of a letter that goes to an end."""
    return any(fact.head in ("limit", "fixed", "converges", "order") for fact in (*lemma.sides, lemma.conclusion))


def runs(lemma: Lemma) -> frozenset[Node]:
    """The letters that stand for functions of what goes to an end; others are numbers."""
    still = {letter for fact in (*lemma.sides, lemma.conclusion) for letter in free(fact)
             if fact.head == "limit" and letter in free(fact.args[1]) or fact.head == "fixed"}
    return frozenset(set(lemma.letters) - still)


def stated_at_end(lemma: Lemma) -> str | None:
    """What a lemma about an end says of functions x of what goes there, with `lim f l` for f tends to l; None where it has no text."""
    if not is_of_ends(lemma):
        return None
    running, name = runs(lemma), {letter: letter.mark[0].strip() for letter in lemma.letters}
    writer = Writer({letter: (f"({name[letter]} i)" if letter in running else name[letter], "R") for letter in lemma.letters})

    def said(fact: Node) -> str:
        if fact.head == "limit":
            node, to = fact.args
            value = {OO: "p_infty", MINUS_OO: "m_infty"}.get(to) or f"(Finite ({text(writer.real(to))}))"
            whole = name[node] if node in name else f"(fun i => {text(writer.real(node))})"
            return f"lim {whole} {value}"
        if fact.head == "order":
            return " ".join(["order", *(name.get(node) or f"(fun i => {text(writer.real(node))})" for node in fact.args)])
        written = text(writer.fact(fact))
        return f"F (fun i => {written})" if free(fact) & running else written
    try:
        supposed = [said(side) for side in lemma.sides if side.head != "fixed"]
        bound = " ".join(f"({name[letter]} : {'T -> R' if letter in running else 'R'})" for letter in lemma.letters)
        return f"forall {bound}, {' -> '.join([*supposed, said(lemma.conclusion)])}"
    except NoScript:
        return None


def table_at_end() -> dict[str, str]:
    """The same table, of lemmas about an end."""
    return {lemma.coq: said for lemma in LEMMAS.values() if (said := stated_at_end(lemma)) is not None}
