"""Derivatives that stand in a formula, also within one another, written out: what each is equal to, with its proof.

An inner derivative is written out at every point of its variable, an outer one where it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from .derivatives import derivative
from .terms import Term, num, put, text, var


class Slopes:
    """The derivatives of one script. sides: the tactic for side conditions of rules; fresh: makes names."""

    def __init__(self, sides: str, fresh: Callable[[str], str]) -> None:
        self.sides, self.fresh = sides, fresh
        self.known: dict[Term, Term] = {}
        """Function to its derivative, in the function's own variable."""
        self._facts: dict[tuple[Term, Term | None], tuple[str, str]] = {}
        """(function, point; None for all) to the names of `is_derive` and of the equation."""

    def say(self, said: Sequence[Term]) -> list[str]:
        """Lines that state and prove all derivatives of which the terms speak."""
        found = dict.fromkeys(item.args[:2] for term in said for item in _outer(term))
        lines: list[str] = []
        for function, at in sorted(found, key=lambda pair: -_depth(pair[0])):
            lines += self._state(function, at)
        return lines

    def _state(self, function: Term, at: Term | None) -> list[str]:
        if (function, None) in self._facts or (function, at) in self._facts:
            return []
        bound, body = function.args[:2]
        lines = [line for item in _outer(body) for line in self._state(item.args[0], None)]
        inner = self.plain(body)
        self.known[function] = derivative(inner, {bound: num(1)})
        fact, equation, place = self.fresh("I"), self.fresh("U"), self.fresh("z")
        where = var(place) if at is None else at
        every = f"forall {place} : R, " if at is None else ""
        value, shown = text(put(self.known[function], {var(bound): where})), text(where)
        lines.append(f"assert ({fact} : {every}is_derive ({text(function)}) ({shown}) ({value})).")
        lines.append("{ " + (f"intro {place}." if every else "idtac."))
        if inner != body:
            rewritten = "".join(f" rewrite ?{name}." for _, name in reversed(self._facts.values()))
            lines.append(f"  apply (is_derive_ext (fun {bound} : R => {text(inner)})). {{ intro. cbv beta.{rewritten} reflexivity. }}")
        lines.append(f"  eapply D_is. {{ derive; cbv beta; {self.sides}. }} cbv beta; reflexivity. }}")
        lines.append(f"assert ({equation} : {every}Derive ({text(function)}) ({shown}) = {value}) by "
                     f"(intros; apply is_derive_unique, {fact}).")
        self._facts[function, at] = fact, equation
        return lines

    def plain(self, term: Term) -> Term:
        """The term with what is known of derivatives written out."""
        if term.head == "Derive" and term.args[0] in self.known:
            function, at = term.args
            return put(self.known[function], {var(function.args[0]): self.plain(at)})
        return Term(term.head, tuple(self.plain(item) if isinstance(item, Term) else item for item in term.args))

    def proof(self, said: Term) -> str:
        """The tactic that shows that a derivative exists."""
        names = [names[0] for (function, _), names in self._facts.items() if function == said.args[0]]
        return f"eexists; apply {names[0] if names else 'I'}"

    def exists(self, said: Term) -> str:
        """The line that gives H its first hypothesis, that a derivative exists."""
        name = self.fresh("A")
        return f"assert ({name} : {text(said)}) by ({self.proof(said)}). specialize (H {name}). clear {name}."

    def written(self, name: str = "") -> list[str]:
        """Lines that write the derivatives out in a hypothesis, or in the goal."""
        place = f" in {name}" if name else ""
        return [f"rewrite ?{equation}{place}." for _, equation in reversed(self._facts.values())]


def nested(said: Sequence[Term]) -> bool:
    """Whether a derivative stands within another."""
    return any(_depth(item.args[0]) > 0 for term in said for item in _outer(term))


def _outer(term: Term) -> Iterator[Term]:
    """The derivatives of a term, and what says that one exists, that stand in no other."""
    if term.head in ("Derive", "ex_derive"):
        yield term
        return
    for item in term.args:
        if isinstance(item, Term):
            yield from _outer(item)


def _depth(term: Term) -> int:
    """How many derivatives stand within one another."""
    below = max((_depth(item) for item in term.args if isinstance(item, Term)), default=0)
    return below + (term.head == "Derive")
