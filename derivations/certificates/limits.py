"""Scripts for limits: the leading scale of every part of the formula, composed by the lemmas of `limits.v`.

The running variable becomes y, which goes to infinity: x is y, -y, or a + 1/y. `lead p b c f` says that f is c times y^p exp(b y) up to
what is less; p, b and c are terms in the other symbols. Scales are compared at the sample points: a guess, of which Coq gets the proof.
Where the leading terms of a sum cancel, the sum is written in another way (`limits_rewritten`) and looked at again.
"""

from __future__ import annotations

import mpmath

from .algebra import TooLarge, numeric
from .derivatives import derivative
from .identities import script
from .limits_rewritten import rewritings
from .limits_scales import ONE, ZERO, affine, logarithmic, simple
from .limits_work import DIGITS, TINY, Lead, Obligations
from .reasons import NoScript
from .terms import Term, app, num, put, speaks_of, text, var

DEPTH, TRIES = 4, 16
"""Rewritings within rewritings, and those of one script."""
SIDES = "first [assumption | not_zeros | positive | apply Rgt_not_eq, cosh_pos]"
NEAR = (1000, 1700)
"""Values of y at which a rewritten formula is compared with the formula itself, to guess signs."""
NOTHING = num(-1000)
"""The scale that is given to what is zero: less than any other that a formula has."""


class Work(Obligations):
    """The leading scales of all parts of a formula in y."""

    def lead(self, term: Term) -> Lead:
        """The leading scale of a term in y."""
        if term not in self.known:
            found = self._made(term)
            if term.head in ("add", "sub", "mul", "div") and found.p != NOTHING and self.vanishes(found.c):
                found = self._refined(term) or found
            self.known[term] = found
        return self.known[term]

    def null(self, term: Term) -> Lead:
        """A part that is zero for every y."""
        large = self.large()
        with mpmath.workdps(DIGITS):
            try:
                if any(abs(numeric(term, sample)) > TINY for sample in large):
                    raise NoScript("coefficient")
            except (ArithmeticError, ValueError, KeyError, TypeError):
                raise NoScript("samples") from None
        name = self.fresh("e")
        above = app("lt", ZERO, var(self.y))
        body = ["now rewrite ?Rmult_0_l, ?Rmult_0_r."] if term.head == "mul" and ZERO in term.args else script(
            term, ZERO, large, [*self.facts, above])
        self.say(f"assert ({name} : Rbar_locally' p_infty (fun {self.y} : R => {text(term)} = 0)).")
        self.say(f"{{ apply from_one. intros {self.y} Y__1. assert (Y__2 : 0 < {self.y}) by lra. "
                 f"assert (Y__3 : {self.y} <> 0) by lra.\n  " + "\n  ".join(body) + " }")
        return self.fact(f"L_null ({text(NOTHING)}) ({text(NOTHING)}) (fun {self.y} : R => {text(term)}) {name}", NOTHING, NOTHING, ZERO)

    def large(self) -> list[dict]:
        """The sample points, with large values of y."""
        return [{**sample, self.y: mpmath.mpf(value)} for sample in (self.samples or [{}]) for value in NEAR]

    def _made(self, term: Term) -> Lead:
        head, args = term
        if not speaks_of(term, {self.y}):
            if self.vanishes(term):
                return self.null(term)
            return self.fact(f"L_const ({text(term)})", ZERO, ZERO, term)
        if head == "var":
            return self.fact("L_id", ONE, ZERO, ONE)
        if head in ("add", "sub"):
            return self._sum(head, *(self.part(item) for item in args))
        if head == "opp":
            one = self.part(args[0])
            return self.fact(f"L_opp _ _ _ _ {one.name}", one.p, one.b, app("opp", one.c))
        if head in ("mul", "div"):
            one, other = (self.lead(item) for item in args)
            nonzero = " " + self.signed(other, "ne") if head == "div" else ""
            joined = "add" if head == "mul" else "sub"
            return self.fact(f"L_{head} _ _ _ _ _ _ _ _ {one.name} {other.name}{nonzero}", app(joined, one.p, other.p),
                             app(joined, one.b, other.b), app(head, one.c, other.c))
        if head == "inv":
            one = self.lead(args[0])
            return self.fact(f"L_inv _ _ _ _ {one.name} {self.signed(one, 'ne')}", app("opp", one.p), app("opp", one.b), app("inv", one.c))
        if head == "pow" and args[1].isdigit():
            one, times = self.lead(args[0]), app("INR", args[1])
            made = self.fresh("h")
            self.say(f"assert ({made} := L_pow {args[1]} _ _ _ _ {one.name}). cbv beta in {made}.")
            lead = Lead(made, app("mul", times, one.p), app("mul", times, one.b), app("pow", one.c, args[1]))
            plain = num(int(args[1]))
            return self.scaled(lead, simple(app("mul", plain, one.p)), simple(app("mul", plain, one.b)), simple(lead.c))
        return self._function(head, args)

    def part(self, term: Term) -> Lead:
        """The lead of a summand: a sum within a sum is not looked at by itself."""
        if term.head in ("add", "sub", "opp") and term not in self.known:
            return self._made(term)
        return self.lead(term)

    def _sum(self, head: str, one: Lead, other: Lead) -> Lead:
        order = self.order(app("sub", one.p, other.p), app("sub", one.b, other.b))
        if order == 0:
            other = self.scaled(other, one.p, one.b, other.c)
            return self.fact(f"L_{head} _ _ _ _ _ _ {one.name} {other.name}", one.p, one.b, app(head, one.c, other.c))
        large, small = (one, other) if order > 0 else (other, one)
        fall = self.below_one(app("sub", small.p, large.p), app("sub", small.b, large.b))
        c = app("opp", large.c) if order < 0 and head == "sub" else large.c
        return self.fact(f"L_{head}_{'l' if order > 0 else 'r'} _ _ _ _ _ _ _ _ {one.name} {other.name} {fall}", large.p, large.b, c)

    def _function(self, head: str, args: tuple) -> Lead:
        if head == "Rpower":
            return self._real_power(*args)
        if head not in ("sqrt", "exp", "ln", "cosh", "sinh", "tanh", "Rabs", "atan", "sin", "cos", "arcsinh"):
            raise NoScript(head if head.isalpha() else "function")
        if head == "exp":
            line = affine(args[0], self.y)
            if line is not None and not self.vanishes(line[1]):
                return self.fact(f"L_exp_line ({text(line[1])}) ({text(line[0])}) (fun {self.y} : R => {text(args[0])}) "
                                 f"ltac:(intros; cbv beta; first [ring | field; not_zeros])", ZERO, line[1], app("exp", line[0]))
            logarithm = logarithmic(args[0], self.y)
            if logarithm is not None:
                return self._power_of(args[0], *logarithm)
        one = self.lead(args[0])
        if head == "sqrt":
            if not self.vanishes(one.c):
                self.signed(one, "lt")
            return self.fact(f"L_sqrt _ _ _ _ {one.name}", app("div", one.p, num(2)), app("div", one.b, num(2)), app("sqrt", one.c))
        if head == "Rabs":
            return self.fact(f"L_Rabs _ _ _ _ {one.name}", one.p, one.b, app("Rabs", one.c))
        order = self.order(one.p, one.b)
        if head == "ln":
            return self._logarithm(one, order)
        if order == 0:
            one = self.scaled(one, ZERO, ZERO, one.c)
            return self.fact(f"L_at _ _ _ _ {head} {one.name} eq_refl eq_refl (continuous_{head} _)", ZERO, ZERO, app(head, one.c))
        if order < 0:
            return self.fact(f"L_at_zero _ _ _ _ {head} {one.name} {self.below_one(one.p, one.b)} (continuous_{head} 0)", ZERO, ZERO,
                             app(head, ZERO))
        return self._unbounded(head, args[0], one)

    def _power_of(self, exponent: Term, factor: Term, base: Term) -> Lead:
        """The exponential of a factor times a logarithm."""
        one = self.lead(base)
        functions = f"(fun {self.y} : R => {text(base)}) (fun {self.y} : R => {text(exponent)})"
        line = "ltac:(intros; cbv beta; first [ring | field; not_zeros])"
        return self.fact(f"L_exp_log ({text(factor)}) _ _ _ {functions} {line} {one.name} {self.signed(one, 'lt')}",
                         app("mul", one.p, factor), app("mul", one.b, factor), app("Rpower", one.c, factor))

    def _unbounded(self, head: str, inner: Term, one: Lead) -> Lead:
        """A function of what grows."""
        if head in ("cosh", "sinh"):
            exponential = self.lead(app("exp", inner))
            if self.order(exponential.p, exponential.b) > 0:
                fall = self.below_one(app("opp", exponential.p), app("opp", exponential.b))
                return self.fact(f"L_{head}_up _ _ _ _ {exponential.name} {fall} {self.signed(exponential, 'ne')}", exponential.p,
                                 exponential.b, app("div", exponential.c, num(2)))
            fall = self.below_one(exponential.p, exponential.b)
            half = app("div", app("inv", exponential.c), num(2))
            return self.fact(f"L_{head}_down _ _ _ _ {exponential.name} {fall} {self.signed(exponential, 'ne')}", app("opp", exponential.p),
                             app("opp", exponential.b), half if head == "cosh" else app("opp", half))
        if head == "tanh":
            above, below = self.lead(app("sinh", inner)), self.lead(app("cosh", inner))
            return self.fact(f"L_tanh _ _ _ _ _ _ _ {above.name} {below.name} {self.signed(below, 'ne')}", app("sub", above.p, below.p),
                             app("sub", above.b, below.b), app("div", above.c, below.c))
        if head != "exp":
            raise NoScript(head)
        if self.vanishes(app("sub", one.p, ONE)) and self.vanishes(one.b):
            rest = app("sub", inner, app("mul", one.c, var(self.y)))
            if rest not in self.known or self.order(self.known[rest].p, self.known[rest].b) <= 0:
                try:
                    return self._near_line(rest, one)
                except NoScript:
                    pass
        fall = self.below_one(app("opp", one.p), app("opp", one.b))
        return self.fact(f"L_exp_down _ _ _ _ {one.name} {fall} {self.signed(one, 'gt')}", ZERO, ZERO, ZERO)

    def _near_line(self, rest: Term, one: Lead) -> Lead:
        lines, known = len(self.lines), dict(self.known)
        try:
            gap = self.weakened(self.lead(rest))
        except NoScript:
            del self.lines[lines:]
            self.known = known
            raise
        return self.fact(f"L_exp_near ({text(one.c)}) _ _ {gap.name}", ZERO, one.c, app("exp", gap.c))

    def weakened(self, lead: Lead) -> Lead:
        """The same at the scale one. Raises NoScript where it grows."""
        order = self.order(lead.p, lead.b)
        if order > 0:
            raise NoScript("growth")
        if order == 0:
            return self.scaled(lead, ZERO, ZERO, lead.c)
        fall = self.below_one(app("sub", lead.p, ZERO), app("sub", lead.b, ZERO))
        return self.fact(f"L_weaken _ _ _ 0 0 _ {lead.name} {fall}", ZERO, ZERO, ZERO)

    def _logarithm(self, one: Lead, order: int) -> Lead:
        above = self.signed(one, "lt")
        if order == 0:
            one = self.scaled(one, ZERO, ZERO, one.c)
            return self.fact(f"L_ln _ _ _ _ {one.name} eq_refl eq_refl {above}", ZERO, ZERO, app("ln", one.c))
        if self.sign(one.b) == 0:
            one, q = self.scaled(one, one.p, ZERO, one.c), num(1, 8)
            return self.fact(f"L_ln_power ({text(q)}) _ _ _ {one.name} {above} ltac:(lra)", q, ZERO, ZERO)
        nonzero = self.prove(app("ne", one.b, ZERO))
        return self.fact(f"L_ln_line _ _ _ _ {one.name} {above} {nonzero}", ONE, ZERO, one.b)

    def _real_power(self, base: Term, exponent: Term) -> Lead:
        if speaks_of(exponent, {self.y}):
            inner = self.lead(app("exp", app("mul", exponent, app("ln", base))))
            return self.fact(f"L_Rpower_both _ _ _ (fun {self.y} : R => {text(base)}) (fun {self.y} : R => {text(exponent)}) {inner.name}",
                             inner.p, inner.b, inner.c)
        one = self.lead(base)
        return self.fact(f"L_Rpower ({text(exponent)}) _ _ _ _ {one.name} {self.signed(one, 'lt')}", app("mul", one.p, exponent),
                         app("mul", one.b, exponent), app("Rpower", one.c, exponent))

    # --- sums whose leading terms cancel ------------------------------------------------------------------------------

    def _refined(self, term: Term) -> Lead | None:
        if self.depth >= DEPTH:
            return None
        self.depth += 1
        try:
            for way in (self.null, *((self._slope, self._rewritten) if term.head in ("add", "sub") else ())):
                lines, known, shown = len(self.lines), dict(self.known), dict(self.shown)
                try:
                    return way(term)
                except (NoScript, TooLarge):
                    del self.lines[lines:]
                    self.known, self.shown = known, shown
            return None
        finally:
            self.depth -= 1

    def _slope(self, term: Term) -> Lead:
        """What is zero at a point, by its derivative there."""
        z = "z__"
        function = put(term, {app("inv", var(self.y)): var(z)})
        if speaks_of(function, {self.y}):
            raise NoScript("slope")
        start = put(function, {var(z): ZERO})
        slope = put(derivative(function, {z: ONE}), {var(z): ZERO})
        if not self.vanishes(start) or self.vanishes(slope):
            raise NoScript("slope")
        flat = self.prove(app("eq", start, ZERO))
        moved = self.fresh("d")
        self.say(f"assert ({moved} : is_derive (fun {z} : R => {text(function)}) 0 ({text(slope)})).")
        self.say(f"{{ eapply D_is. {{ derive; cbv beta; {SIDES}. }}\n  cbv beta; reflexivity. }}")
        return self.fact(f"L_derive (fun {z} : R => {text(function)}) _ {moved} {flat}", num(-1), ZERO, slope)

    def _rewritten(self, term: Term) -> Lead:
        """The same function as another formula."""
        for other in rewritings(term, self.y):
            self.tries += 1
            if self.tries > TRIES:
                raise NoScript("size")
            lines, known, shown = len(self.lines), dict(self.known), dict(self.shown)
            try:
                lead = self.lead(other.term)
                if self.vanishes(lead.c) and self.order(lead.p, lead.b) >= 0:
                    raise NoScript("cancels")
                return self._same(term, other, lead)
            except (NoScript, TooLarge):
                del self.lines[lines:]
                self.known, self.shown = known, shown
        raise NoScript("cancels")

    def _same(self, term: Term, other, lead: Lead) -> Lead:
        """Assert that two formulas agree from some y on."""
        facts, names = [], []
        for item in other.needed:
            facts.append(item)
            names.append(self.holds(item))
        name, both = self.fresh("e"), names[-1] if names else "(from_one (fun _ => True) (fun _ _ => I))"
        pattern = "G__0"
        for number, made in reversed(list(enumerate(names[:-1], 1))):
            both = f"(near_and _ _ {made} {both})"
            pattern = f"[G__{number} {pattern}]" if pattern == "G__0" else f"[G__{number} {pattern}]"
        large = self.large()
        above = app("lt", ONE, var(self.y))
        body = script(other.term, term, large, [*self.facts, *facts, above, app("lt", ZERO, var(self.y)), app("ne", var(self.y), ZERO)])
        self.say(f"assert ({name} : Rbar_locally' p_infty (fun {self.y} : R => {text(other.term)} = {text(term)})).")
        self.say(f"{{ apply (near_imp _ _ {both}). intros {self.y} Y__1 {pattern}. cbv beta in *. "
                 f"assert (Y__2 : 0 < {self.y}) by lra. assert (Y__3 : {self.y} <> 0) by lra.\n  " + "\n  ".join(body) + " }")
        function = f"(fun {self.y} : R => {text(term)})"
        return self.fact(f"L_ext _ _ _ {function} _ {name} {lead.name}", lead.p, lead.b, lead.c)

    # --- what holds near the point ------------------------------------------------------------------------------------

    def holds(self, said: Term) -> str:
        """Assert that a condition holds from some y on."""
        name, inner = self.fresh("n"), said.args[1] if said.head in ("lt", "le") else said.args[0]
        goal = f"Rbar_locally' p_infty (fun {self.y} : R => {text(said)})"
        easy = (f"apply from_one; intros {self.y} Y__1; assert (Y__2 : 0 < {self.y}) by lra; "
                f"assert (0 < / {self.y}) by (now apply Rinv_0_lt_compat)")
        lines, known = len(self.lines), dict(self.known)
        try:
            if (said.head in ("lt", "le") and said.args[0] != ZERO) or said.head == "ne" and said.args[1] != ZERO:
                raise NoScript("defined")
            lead = self.lead(inner)
            sign = self.signed(lead, "ne" if said.head == "ne" else "lt")
            lemma = "L_nonzero" if said.head == "ne" else "L_positive"
            proof = f"exact ({lemma} _ _ _ _ {lead.name} {sign})"
            if said.head == "le":
                proof = f"apply (near_imp _ _ (L_positive _ _ _ _ {lead.name} {sign})); intros; now apply Rlt_le"
        except NoScript:
            del self.lines[lines:]
            self.known, proof = known, f"{easy}; sign_known"
        self.say(f"assert ({name} : {goal}) by ({proof}).")
        return name
