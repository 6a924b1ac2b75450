"""What every script for a limit does: guesses signs at the sample points, asserts what follows from them, writes scales more simply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import mpmath

from .algebra import numeric
from .identities import script
from .inequalities import guided
from .limits_scales import ZERO, names_in, plain_sign, simple
from .reasons import NoScript
from .terms import Term, app, text

DIGITS, TINY = 40, mpmath.mpf(10) ** -20


@dataclass(frozen=True)
class Lead:
    """A fact of the script: `name : lead p b c (fun y => ...)`."""

    name: str
    p: Term
    b: Term
    c: Term


class Obligations:
    """The script of one theorem as it grows. Every method that finds nothing raises NoScript."""

    def __init__(self, y: str, samples: Sequence[dict], facts: Sequence[Term], careful: bool) -> None:
        self.y, self.samples, self.facts, self.careful = y, samples, list(facts), careful
        self.lines: list[str] = []
        self.known: dict[Term, Lead] = {}
        self.count, self.depth, self.tries = 0, 0, 0
        self.shown: dict[Term, str] = {}
        self.doubt: set[str] = set()
        """Variables of which signs were asked."""

    # --- guesses ------------------------------------------------------------------------------------------------------

    def values(self, term: Term) -> list:
        """The values at the sample points."""
        try:
            with mpmath.workdps(DIGITS):
                return [numeric(term, sample) for sample in self.samples or [{}]]
        except (ArithmeticError, ValueError, KeyError, TypeError):
            raise NoScript("samples") from None

    def sign(self, term: Term) -> int | None:
        """1, -1 or 0 where all sample points agree; None where they do not."""
        signs = {0 if abs(value) < TINY else 1 if value > 0 else -1 for value in self.values(term)}
        return signs.pop() if len(signs) == 1 else None

    def vanishes(self, term: Term) -> bool:
        """Whether a term is zero at all sample points."""
        return self.sign(term) == 0

    def order(self, p: Term, b: Term) -> int:
        """1 where the scale grows, -1 where it falls, 0 where it is one. Raises NoScript where that depends on the point."""
        for item in (b, p):
            sign = self.sign(item)
            if sign is None:
                self.doubt |= names_in(item)
                raise NoScript("cases")
            if sign:
                return sign
        return 0

    # --- obligations --------------------------------------------------------------------------------------------------

    def fresh(self, stem: str) -> str:
        """A name that the script has not used."""
        self.count += 1
        return f"{stem}__{self.count}"

    def say(self, line: str) -> None:
        self.lines.append(line)

    def prove(self, said: Term, lines: list[str] | None = None) -> str:
        """Assert what speaks of the other symbols only: a sign by tactics or guided, an equation by the scripts for identities."""
        if said in self.shown:
            return self.shown[said]
        name = self.fresh("s")
        if said.head != "eq":
            self.doubt |= names_in(said)
        if lines is None and said.head == "eq" and said.args[0] == said.args[1]:
            lines = ["reflexivity."]
        if lines is None and said.head == "eq":
            lines = script(*said.args, self.samples or [{}], self.facts)
        if lines is None:
            lines = guided(said, self.samples or [{}], self.facts) if self.careful and not plain_sign(said) else ["sign_known."]
        self.say(f"assert ({name} : {text(said)}).")
        self.say("{ " + "\n  ".join(lines) + " }")
        self.shown[said] = name
        return name

    def below_one(self, p: Term, b: Term) -> str:
        """Assert that a scale falls to zero."""
        name = self.fresh("o")
        if self.sign(b) == -1:
            proof = f"left; assert (K := {self.prove(app('lt', b, ZERO))}); exact K"
        elif self.sign(b) == 0 and self.sign(p) == -1:
            proof = f"right; split; [equal_scales | assert (K := {self.prove(app('lt', p, ZERO))}); exact K]"
        else:
            raise NoScript("cases")
        self.say(f"assert ({name} : below_one ({text(p)}) ({text(b)})) by ({proof}).")
        return name

    def signed(self, lead: Lead, head: str) -> str:
        """Assert that the coefficient is above zero (`lt`), below it (`gt`) or not zero (`ne`)."""
        wanted = {"lt": (1,), "gt": (-1,), "ne": (1, -1, None)}[head]
        if self.sign(lead.c) not in wanted:
            raise NoScript("coefficient")
        sign = self.sign(lead.c)
        if head == "ne" and sign is None:
            return self.prove(app("ne", lead.c, ZERO))
        shown = self.prove(app("lt", ZERO, lead.c) if sign == 1 else app("lt", lead.c, ZERO))
        return shown if head != "ne" else f"(Rgt_not_eq _ _ {shown})" if sign == 1 else f"(Rlt_not_eq _ _ {shown})"

    # --- facts --------------------------------------------------------------------------------------------------------

    def fact(self, lemma: str, p: Term, b: Term, c: Term) -> Lead:
        """A fact that a lemma gives, with its scale written more simply where that is plain."""
        name = self.fresh("h")
        self.say(f"assert ({name} := {lemma}). cbv beta in {name}.")
        return self.scaled(Lead(name, p, b, c), simple(p), simple(b), simple(c))

    def scaled(self, lead: Lead, p: Term, b: Term, c: Term) -> Lead:
        """The same fact with another form of scale and coefficient."""
        if (p, b, c) == lead[1:] if isinstance(lead, tuple) else (p, b, c) == (lead.p, lead.b, lead.c):
            return lead
        name = self.fresh("h")
        steps = " ".join("eq_refl" if new == old else f"(ltac:(equal_scales) : {text(old)} = {text(new)})"
                         for new, old in ((p, lead.p), (b, lead.b), (c, lead.c)))
        self.say(f"assert ({name} := L_is _ _ _ ({text(p)}) ({text(b)}) ({text(c)}) _ {lead.name} {steps}).")
        return Lead(name, p, b, c)
