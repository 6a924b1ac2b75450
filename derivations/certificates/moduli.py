"""Moduli, signs, maxima and Kronecker's delta in a script: the side that the sample points show, with its proof."""

from __future__ import annotations

from .algebra import Frac, constant
from .naming import Naming
from .reasons import Case
from .signs import mixed_factor, say_positive, signed
from .terms import Term, app, text


class Moduli(Naming):
    """The rules for functions with corners."""

    def sign_by(self, item: Frac, sign: int, strict: bool) -> str:
        """The tactic for a goal about the sign of the element: as a quotient of factors whose signs the samples show."""
        say_positive(self, item)
        shown = signed(self.field, item if sign > 0 else -item)
        lemma = f"{'above' if sign > 0 else 'below'}_zero{'' if strict else '_weakly'}"
        return (f"(first [ lra | apply ({lemma} _ ({text(shown)})); [ {self.by_field(item)} | positive ] | nra ])")

    def _Rabs(self, term: Term, arguments: list[Frac], name: str, equation: str) -> Frac:
        side = self._side(term.args[0], arguments[0])
        found = arguments[0] if side >= 0 else -arguments[0]
        rule = f"rewrite Rabs_{'pos_eq' if side >= 0 else 'left1'} by {self.sign_by(arguments[0], side or 1, False)}"
        return self.becomes(name, equation, found, f"rewrite {equation}; {rule}; {self.by_field(found)}")

    def _sign(self, term: Term, arguments: list[Frac], name: str, equation: str) -> Frac:
        side = self._side(term.args[0], arguments[0], strict=True)
        rule = (f"apply sign_eq_{'1' if side > 0 else 'm1'}; {self.sign_by(arguments[0], side, True)}" if side else
                f"replace ({text(self.now(term.args[0]))}) with 0 by ({self.by_field(arguments[0])}); apply sign_0")
        return self.becomes(name, equation, constant(side), f"rewrite {equation}; {rule}")

    def _kronecker(self, term: Term, arguments: list[Frac], name: str, equation: str) -> Frac:
        gap = arguments[0] - arguments[1]
        signs = {0} if gap.above.is_zero() else self.field.signs(gap)
        if len(signs) > 1:
            raise Case(app("sub", *term.args))
        found = constant(1 if signs == {0} else 0)
        proof = f"rewrite {equation}; unfold kronecker; destruct (Req_EM_T _ _); first [reflexivity | exfalso; lra]"
        return self.becomes(name, equation, found, proof)

    def _Rmax(self, term: Term, arguments: list[Frac], name: str, equation: str) -> Frac:
        return self._extreme(term, arguments, name, equation, "Rmax", 1)

    def _Rmin(self, term: Term, arguments: list[Frac], name: str, equation: str) -> Frac:
        return self._extreme(term, arguments, name, equation, "Rmin", -1)

    def _extreme(self, term, arguments, name, equation, rule: str, way: int) -> Frac:
        one, other = arguments
        side = self._side(app("sub", *term.args), one - other) * way
        found = one if side >= 0 else other
        which = "left" if side >= 0 else "right"
        gap = other - one if which == "right" else one - other
        proof = (f"rewrite {equation}; apply {rule}_{which}; first [lra | apply at_most_by_difference; "
                 f"{self.sign_by(gap if way > 0 else -gap, 1, False)} | nra]")
        return self.becomes(name, equation, found, proof, self.now(term.args[0 if side >= 0 else 1]))

    def _side(self, term: Term, value: Frac, strict: bool = False) -> int:
        """The sign that the samples show. Raises Case where they show both; strict: zero is a case of its own."""
        if value.above.is_zero() or self.field.reduced(value.above).is_zero():
            return 0
        signs = self.field.signs(value)
        if {1, -1} <= signs or strict and len(signs) > 1:
            raise Case(mixed_factor(self.field, value) or term, strict)
        return next(iter(signs - {0}), 1)
