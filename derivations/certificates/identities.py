"""Scripts for identities between real numbers: name every function value, say what ties it to the others, leave the rest to `field`.

Exponentials become powers of a few, roots become polynomials times a few, moduli and maxima the side that the sample points show. Each such
step is a proof obligation in the script, so a wrong guess is a script that fails.
"""

from __future__ import annotations

from collections.abc import Sequence

import mpmath

from .algebra import Field, Frac, Generator, TooLarge, constant, numeric
from .reasons import Case, Finer, NoScript
from .roots import Roots
from .signs import say_positive, signed
from .terms import Term, app, both, num, put, text, var

NAMED = {"exp", "ln", "sqrt", "Rabs", "sign", "Rmax", "Rmin", "sin", "cos", "atan", "kronecker", "powerRZ", "Derive", "PI"}
"""Function values that get a name; `pow` with a symbolic exponent is one, too."""


def plain(term: Term) -> Term:
    """The term in exponentials, logarithms and roots, as `unfold_functions` leaves it."""
    head = term.head
    args = tuple(plain(item) if isinstance(item, Term) else item for item in term.args)
    if head == "Rpower":
        return app("exp", app("mul", args[1], app("ln", args[0])))
    x = args[0] if args else None
    if head == "INR" and x.isdigit():  # as `cbn [INR]` writes it
        return both("add", [num(1)] * int(x), num(0))
    if head in ("cosh", "sinh", "tanh", "coth", "sech", "csch"):
        up = app("exp", x)
        down = app("inv", up)
        cosh, sinh = (app("div", app(sign, up, down), num(2)) for sign in ("add", "sub"))
        return {"cosh": cosh, "sinh": sinh, "tanh": app("div", app("sub", up, down), app("add", up, down)),
                "coth": app("div", cosh, sinh), "sech": app("inv", cosh), "csch": app("inv", sinh)}[head]
    if head in ("arcsinh", "acosh"):
        root = app("sqrt", app("add" if head == "arcsinh" else "sub", app("pow", x, "2"), num(1)))
        return app("ln", app("add", x, root))
    if head == "atanh":
        return app("div", app("sub", app("ln", app("add", num(1), x)), app("ln", app("sub", num(1), x))), num(2))
    return Term(head, args)


class Identity:
    """One attempt at a script; see `script`."""

    def __init__(self, samples: Sequence[dict], divisors: dict[int, int], logs: bool, pieces: bool = False) -> None:
        self.samples, self.divisors, self.logs, self.pieces = samples, divisors, logs, pieces
        self.field, self.lines = Field(), []
        self.known: dict[Term, Frac] = {}
        self.written: dict[Term, Term] = {}
        self.nodes: dict[Term, Frac] = {}
        self.count = 0
        self.said: set[str] = set()
        self.roots = Roots(self)

    def fresh(self, letter: str) -> str:
        """A name for the script's own use."""
        self.count += 1
        return f"{letter}__{self.count}"

    def emit(self, line: str) -> None:
        """One more line of the script."""
        self.lines.append(line)

    def seen(self, term: Term) -> list:
        """The term's values at the sample points."""
        try:
            return [numeric(term, sample) for sample in self.samples]
        except (ArithmeticError, ValueError, KeyError, TypeError):
            raise NoScript("samples") from None

    def by_field(self, *items: Frac) -> str:
        """The tactic for an equation between rational expressions, with what the roots in it square to."""
        found = self.field.roots_in(*(poly for item in items for poly in (item.above, item.below)))
        names = [root.relation for root in found] + [pair.relation for pair in self.field.pairs_among(found)]
        relations = f" [{' '.join(names)}]" if found else ""
        return (f"(first [ reflexivity | ring{relations} | (field{relations}; not_zeros) | "
                f"(field_simplify_eq{relations}; [ring{relations} | not_zeros]) ])")

    # ---- values ----
    def value(self, term: Term) -> Frac:
        """The term over the generators; names what it meets."""
        if term not in self.known:
            self.known[term] = self._value(term)
        return self.known[term]

    def _value(self, term: Term) -> Frac:
        head, args = term
        if head == "num":
            return constant(args[0]) / constant(args[1])
        if head in ("var", "INR", "IZR"):
            return self.field.add(Generator(term, self.seen(term)))
        if head in ("opp", "inv"):
            inner = self.value(args[0])
            return -inner if head == "opp" else constant(1) / inner
        if head in ("add", "sub", "mul", "div"):
            one, other = self.value(args[0]), self.value(args[1])
            return {"add": one.__add__, "sub": one.__sub__, "mul": one.__mul__, "div": one.__truediv__}[head](other)
        if head == "pow" and args[1].isdigit():
            return self.value(args[0]) ** int(args[1])
        if head in NAMED or head == "pow":
            return self._named(term)
        raise NoScript(head)

    def _named(self, term: Term) -> Frac:
        arguments = [] if term.head == "Derive" else [self.value(item) for item in term.args if isinstance(item, Term)]
        now = self.now(term)
        if now in self.nodes:
            return self.nodes[now]
        name, equation = self.fresh("v"), self.fresh("Q")
        self.emit(f"remember ({text(now)}) as {name} eqn:{equation} in *.")
        self.written[now] = var(name)
        rule = getattr(self, f"_{term.head}", None)
        found = rule(term, arguments, name, equation) if rule else self.opaque(term, name)
        self.nodes[now] = found
        return found

    def now(self, term: Term) -> Term:
        """The term as it stands after everything named so far was replaced."""
        inner = Term(term.head, tuple(self.now(item) if isinstance(item, Term) and term.head != "fun" else item for item in term.args))
        return self.written.get(inner, inner)

    def opaque(self, term: Term, name: str) -> Frac:
        """A generator of which nothing is known."""
        return self.field.add(Generator(var(name), self.seen(term)))

    def becomes(self, name: str, equation: str, found: Frac, proof: str, shown: Term | None = None) -> Frac:
        """The named value is an expression in the generators: say so, and write that in its place."""
        shown = shown or self.field.term(found)
        self.emit(f"assert ({self.fresh('W')} : {name} = {text(shown)}) by ({proof}).")
        self.emit(f"clear {equation}; subst {name}.")
        self.written[var(name)] = shown
        for key, value in list(self.written.items()):
            if value == var(name):
                self.written[key] = shown
        return found

    # ---- one rule for each function ----
    def _sqrt(self, term: Term, arguments: list[Frac], name: str, equation: str) -> Frac:
        return self.roots.name(term, arguments[0], name, equation)

    def _exp(self, term: Term, arguments: list[Frac], name: str, equation: str) -> Frac:
        exponent = self.field.canonical(arguments[0])
        if self.pieces:
            steps = [step for piece in _pieces(exponent) for step in self._power_of_piece(piece)]
            return self._product_of_powers(steps, name, equation, arguments[0])
        steps, rest = self._combination(exponent)
        if rest.above.is_zero():
            return self._product_of_powers(steps, name, equation, arguments[0])
        if steps:
            base = self._new_exponential(rest, None, "")
            return self._product_of_powers([*steps, base], name, equation, arguments[0])
        divisor = self._divisor()
        if divisor == 1:
            return self._new_exponential(rest, name, equation, arguments[0])[1]
        base = self._new_exponential(rest / constant(divisor), None, "")
        return self._product_of_powers([(divisor, base[1], base[2])], name, equation, arguments[0])

    def _divisor(self) -> int:
        """By what the exponent of the next exponential is divided, so that all of them are its powers."""
        return self.divisors.get(len([gen for gen in self.field.gens if gen.exponent is not None]), 1)

    def _power_of_piece(self, piece: Frac):
        """(power, fraction, generator) for one term of an exponent."""
        for made in [gen for gen in self.field.gens if gen.argument is not None]:
            ratio = (piece / self._frac_of(made)).number
            if ratio is not None and ratio.denominator == 1:
                return [(int(ratio), made.argument, made)]
        for place, made in enumerate(gen for gen in self.field.gens if gen.exponent is not None):
            ratio = (piece / made.exponent).number
            if ratio is not None:
                if ratio.denominator != 1:
                    self.divisors[place] = self.divisors.get(place, 1) * ratio.denominator
                    raise Finer
                return [(int(ratio), self._frac_of(made), made)]
        divisor = self._divisor()
        _, found, made = self._new_exponential(piece / constant(divisor), None, "")
        return [(divisor, found, made)]

    def _new_exponential(self, exponent: Frac, name: str | None, equation: str, was: Frac | None = None):
        shown = self.field.term(exponent)
        values = [mpmath.exp(value) for value in self.field.values(exponent)] if self.field.gens else [mpmath.exp(1)]
        if exponent.number is not None:
            values = [mpmath.exp(mpmath.mpf(exponent.number.numerator) / exponent.number.denominator)] * len(self.samples)
        known = self.fresh("X")
        if name is None:
            name = self.fresh("E")
            self.emit(f"pose ({name} := expo ({text(shown)})). assert ({known} : {name} = expo ({text(shown)})) by reflexivity. "
                      f"clearbody {name}.")
        else:
            self.emit(f"assert ({known} : {name} = expo ({text(shown)})) by (rewrite {equation}; unfold expo; apply f_equal; "
                      f"{self.by_field(exponent, was)}). clear {equation}.")
        self.emit(f"assert ({self.fresh('P')} : 0 < {name}) by (rewrite {known}; apply expo_pos).")
        signs = {1 if value > 1 else -1 if value < 1 else 0 for value in values}
        if signs == {1}:
            self.emit(f"try assert ({self.fresh('P')} : 1 < {name}) by (rewrite {known}; apply expo_above_one; positive).")
            self.emit(f"try assert ({self.fresh('P')} : 1 <= {name}) by (rewrite {known}; apply expo_at_least_one; positive).")
        elif signs == {-1}:
            self.emit(f"try assert ({self.fresh('P')} : {name} < 1) by (rewrite {known}; apply expo_below_one; below).")
            self.emit(f"try assert ({self.fresh('P')} : {name} <= 1) by (rewrite {known}; apply expo_at_most_one; below_weakly).")
        beside = next(iter(signs)) if len(signs) == 1 else 0
        made = Generator(var(name), values, exponent=exponent, equation=known, beside_one=beside)
        return 1, self.field.add(made), made

    def _combination(self, exponent: Frac):
        """(power, fraction, generator) of known exponentials, and what of the exponent is left."""
        steps = []
        for place, made in enumerate(gen for gen in self.field.gens if gen.exponent is not None):
            ratio = _ratio(exponent, made.exponent)
            if ratio is None or not ratio:
                continue
            if ratio.denominator != 1:
                self.divisors[place] = self.divisors.get(place, 1) * ratio.denominator
                raise Finer
            steps.append((int(ratio), self._frac_of(made), made))
            exponent = exponent - constant(ratio) * made.exponent
        for made in [gen for gen in self.field.gens if gen.argument is not None]:
            ratio = _ratio(exponent, self._frac_of(made), alone=True)
            if ratio is not None and ratio and ratio.denominator == 1:
                steps.append((int(ratio), made.argument, made))
                exponent = exponent - constant(ratio) * self._frac_of(made)
        return steps, exponent

    def _frac_of(self, made: Generator) -> Frac:
        from .algebra import _GENS
        return Frac.of(_GENS[self.field.gens.index(made)])

    def _product_of_powers(self, steps, name: str, equation: str, was: Frac) -> Frac:
        found, shown, proof = constant(1), num(1), [f"rewrite {equation}"]
        for power, base, made in steps:
            found = found * base**power
            direction = "up" if power > 0 else "down"
            if made.exponent is not None:
                known = f"apply (exp_{direction} _ ({text(self.field.term(made.exponent))}) {text(made.name)} {abs(power)}); [assumption|]"
            else:
                known = (f"apply (exp_log_{direction} _ ({text(self.field.term(made.argument))}) {text(made.name)} {abs(power)}); "
                         f"[positive|assumption|]")
            proof.append(known)
        for power, base, _ in reversed(steps):
            bare = app("pow", self.field.term(base), str(abs(power)))
            shown = app("mul", bare if power > 0 else app("inv", bare), shown)
        proof.append(f"apply exp_done; cbn [INR]; {self.by_field(was, *(base for _, base, _ in steps))}")
        return self.becomes(name, equation, found, "; ".join(proof), shown)

    def _ln(self, term: Term, arguments: list[Frac], name: str, equation: str) -> Frac:
        argument = self.field.canonical(arguments[0])
        for made in self.field.gens:
            if made.argument is not None and (made.argument.above * argument.below == argument.above * made.argument.below):
                return self.becomes(name, equation, self._frac_of(made),
                                    f"rewrite {equation}, {made.equation}; unfold lno; apply f_equal; "
                                    f"{self.by_field(argument, arguments[0])}", made.name)
        exponentials = self._pure_exponential(argument)
        if exponentials is not None or self.logs:
            return self._split_logarithm(argument, arguments[0], name, equation)
        shown, known = text(self.field.term(argument)), self.fresh("X")
        self.emit(f"assert ({known} : {name} = lno ({shown})) by (rewrite {equation}; unfold lno; apply f_equal; "
                  f"{self.by_field(argument, arguments[0])}). clear {equation}.")
        return self.field.add(Generator(var(name), self.seen(term), argument=argument, equation=known))

    def _pure_exponential(self, argument: Frac):
        """The powers of exponentials that make up the whole argument; None where there is more in it."""
        if len(argument.above) != 1 or len(argument.below) != 1 or argument.above.leading_coefficient() != 1:
            return None
        powers = [int(up) - int(down) for up, down in zip(argument.above.degrees(), argument.below.degrees())]
        used = [(place, power) for place, power in enumerate(powers) if power]
        return used if used and all(self.field.gens[place].exponent is not None for place, _ in used) else None

    def _split_logarithm(self, argument: Frac, was: Frac, name: str, equation: str) -> Frac:
        found, items, proof = constant(0), [], [f"rewrite {equation}"]
        for base, power in self._factors(argument):
            direction, made = "up" if power > 0 else "down", None
            if len(base.above) == 1 and base.below.is_one() and base.number is None:
                made = next(gen for place, gen in enumerate(self.field.gens) if int(base.above.degrees()[place]))
            if made is not None and made.exponent is not None:
                value, written = made.exponent, text(self.field.term(made.exponent))
                proof.append(f"apply (ln_expo_{direction} _ {text(made.name)} ({written}) {abs(power)}); [positive|assumption|]")
            else:
                made = self._logarithm_of(base)
                value, written = self._frac_of(made), text(made.name)
                proof.append(f"apply (ln_{direction} _ ({text(self.field.term(base))}) {written} {abs(power)}); "
                             "[positive|positive|assumption|]")
            found = found + constant(power) * value
            item = app("mul", app("INR", str(abs(power))), app("raw", f"({written})"))
            items.append(item if power > 0 else app("opp", item))
        total = num(0)
        for item in reversed(items):
            total = app("add", item, total)
        proof.append(f"apply ln_done; cbn [INR]; {self.by_field(argument, was)}")
        result = self.becomes(name, equation, found, "; ".join(proof), total)
        self.emit("cbn [INR] in *.")
        return result

    def _factors(self, argument: Frac) -> list[tuple[Frac, int]]:
        """Positive factors of a positive element, with their powers."""
        found, value = [], constant(1)
        for poly, way in ((argument.above, 1), (argument.below, -1)):
            if poly.is_constant():
                continue
            for factor, power in poly.factor()[1]:
                item = Frac.of(factor)
                signs = self.field.signs(item)
                if signs == {-1}:
                    item = -item
                elif signs != {1}:
                    raise NoScript("logarithm")
                found.append((item, way * int(power)))
                value = value * item ** (way * int(power))
        rest = (argument / value).number
        if rest is None or rest <= 0:
            raise NoScript("logarithm")
        from sympy import factorint
        found += [(constant(prime), power) for prime, power in factorint(rest.numerator).items() if prime > 1]
        return found + [(constant(prime), -power) for prime, power in factorint(rest.denominator).items() if prime > 1]

    def _logarithm_of(self, base: Frac) -> Generator:
        for made in self.field.gens:
            if made.argument is not None and made.argument.above * base.below == base.above * made.argument.below:
                return made
        name, known, shown = self.fresh("L"), self.fresh("X"), text(self.field.term(base))
        self.emit(f"pose ({name} := lno ({shown})). assert ({known} : {name} = lno ({shown})) by reflexivity. clearbody {name}.")
        values = [mpmath.log(value) for value in self.field.values(base)]
        made = Generator(var(name), values, argument=base, equation=known)
        self.field.add(made)
        return made

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
            raise Case(term, strict)
        return next(iter(signs - {0}), 1)


def _ratio(one: Frac, other: Frac, alone: bool = False):
    """The rational coefficient of `other` in `one`, where it is clear; None where there is none.

    alone: `other` is a generator, which may stand beside more.
    """
    from .algebra import _fraction
    if alone:
        place = next(index for index, degree in enumerate(other.above.degrees()) if degree)
        if int(one.below.degrees()[place]) or not one.below.is_constant():
            return None
        powers = other.above.monoms()[0]
        found = one.above.to_dict().get(tuple(map(int, powers)))
        rest = one - (constant(_fraction(found)) * other if found is not None else constant(0))
        return _fraction(found) / _fraction(one.below.leading_coefficient()) if found is not None and not int(
            rest.above.degrees()[place]) else None
    above, below = one.above * other.below, other.above * one.below
    terms, against = above.to_dict(), below.to_dict()
    lead = below.monoms()[0] if len(below) else None
    if lead is None:
        return None
    key = tuple(map(int, lead))
    lookup = {tuple(map(int, powers)): value for powers, value in terms.items()}
    if key not in lookup:
        return None
    ratio = _fraction(lookup[key]) / _fraction(against[lead] if lead in against else below.leading_coefficient())
    share = {tuple(map(int, powers)) for powers in against}
    if not share <= set(lookup):
        return None
    return ratio


def _pieces(exponent: Frac) -> list[Frac]:
    """The terms of an exponent, after the whole part of the quotient is taken off."""
    whole, rest = divmod(exponent.above, exponent.below)
    found = [Frac.of(item) for item in _terms(whole)]
    return found + [Frac.of(item, exponent.below) for item in _terms(rest)]


def _terms(poly) -> list:
    from .algebra import _CONTEXT
    return [_CONTEXT.from_dict({powers: value}) for powers, value in poly.to_dict().items()]


WAYS = ((False, False), (True, False), (True, True))
"""Logarithms split into those of factors, exponents into their terms: tried in this order."""


def attempt(left: Term, right: Term, samples: Sequence[dict], facts: Sequence[Term] = (), logs: bool = False,
            pieces: bool = False) -> list[str]:
    """The lines of one attempt, without case splits. Raises NoScript, Case or TooLarge."""
    divisors: dict[int, int] = {}
    for _ in range(8):
        work = Identity(samples, divisors, logs, pieces)
        try:
            work.emit("unfold_functions.")
            one, other = work.value(left), work.value(right)
            if not work.field.reduced((one - other).above).is_zero():
                raise NoScript("identity")
            known_facts(work, facts)
            work.emit(f"solve [ {work.by_field(one, other)} ].")
        except Finer:
            continue
        except ZeroDivisionError:
            raise NoScript("division") from None
        return work.lines
    raise NoScript("exponentials")


def known_facts(work: Identity, facts: Sequence[Term]) -> None:
    """What is known not to be zero, factor by factor, in the generators' words."""
    done = set()
    for fact in facts:
        if fact.head != "ne" or fact.args[1] != num(0):
            continue
        term = plain(fact.args[0])
        try:
            value = work.value(term)
        except (NoScript, Case, TooLarge, ZeroDivisionError):
            continue
        if value.above.is_constant():
            continue
        for factor, _ in value.above.factor()[1]:
            shown = text(work.field.polynomial(factor))
            if shown in done or len(factor) > 60:
                continue
            done.add(shown)
            rest = value / Frac.of(factor)
            work.emit(f"try assert ({work.fresh('F')} : {shown} <> 0) by (apply (nonzero_factor ({text(work.now(term))}) _ "
                      f"({text(work.field.term(rest, factored=True))})); [assumption | first [ring | field; not_zeros]]).")


def script(left: Term, right: Term, samples: Sequence[dict], facts: Sequence[Term] = (), depth: int = 3) -> list[str]:
    """The lines that prove `left = right` after the hypotheses were introduced. Raises NoScript."""
    left, right = plain(left), plain(right)
    reason = NoScript("identity")
    for logs, pieces in WAYS:
        try:
            return attempt(left, right, samples, facts, logs, pieces)
        except Case as case:
            return _cases(case, left, right, samples, facts, depth)
        except TooLarge:
            raise NoScript("size") from None
        except NoScript as found:
            reason = found
            if found.word not in ("identity", "exponentials", "logarithm"):
                break
    raise reason


def _cases(case: Case, left: Term, right: Term, samples, facts, depth: int) -> list[str]:
    """The script in the two or three cases of a term's sign."""
    if depth == 0:
        raise NoScript("cases")
    term, values = case.term, []
    for sample in samples:
        try:
            values.append(numeric(term, sample))
        except (ArithmeticError, ValueError, KeyError):
            values.append(mpmath.nan)
    tiny, shown = mpmath.mpf(10) ** -12, text(term)
    if case.strict:
        lines = [f"destruct (Rtotal_order ({shown}) 0) as [C__{depth}|[C__{depth}|C__{depth}]]."]
        kinds = (-1, 0, 1)
    else:
        lines, kinds = [f"destruct (Rle_or_lt 0 ({shown})) as [C__{depth}|C__{depth}]."], (1, -1)
    for kind in kinds:
        there = [sample for sample, value in zip(samples, values) if (abs(value) < tiny if kind == 0 else kind * value > tiny)]
        if kind == 0:
            body = _at_zero(term, left, right, there or samples, facts, depth)
        elif there:
            told = app("lt" if kind < 0 else "gt" if case.strict else "ge", term, num(0))
            body = script(left, right, there, [*facts, told], depth - 1)
        else:
            body = ["exfalso; first [lra | nra]."]
        lines.append("{ " + "\n  ".join(body) + " }")
    return lines


def _at_zero(term: Term, left: Term, right: Term, samples, facts, depth: int) -> list[str]:
    """The case in which a term is zero: a variable goes, or the hypotheses do not allow it."""
    absurd = ["exfalso; first [lra | nra | match goal with H : _ <> 0 |- _ => apply H; lra end | timeout 4 nra]."]
    if term.head == "var" and not any(item.head in ("gt", "lt", "ne") and set(item.args) == {term, num(0)} for item in facts):
        name, values, same = term.args[0], {term: num(0)}, [{**sample, term.args[0]: mpmath.mpf(0)} for sample in samples]
    elif term.head == "sub" and all(item.head == "var" for item in term.args):
        name, values = term.args[0].args[0], {term.args[0]: term.args[1]}
        same = [{**sample, name: sample[term.args[1].args[0]]} for sample in samples]
    elif term.head == "sub" and {item.head for item in term.args} in ({"INR"}, {"IZR"}):
        name, other = term.args[0].args[0], term.args[1].args[0]
        values, same = {term.args[0]: term.args[1]}, [{**sample, name: sample[other]} for sample in samples]
        rule = "INR_eq" if term.args[0].head == "INR" else "eq_IZR"
        body = script(put(left, values), put(right, values), same, [put(item, values) for item in facts], depth - 1)
        return [f"assert (Z__{depth} : {name} = {other}) by (apply {rule}; lra). subst {name}.", *body]
    else:
        return absurd
    try:
        body = script(put(left, values), put(right, values), same, [put(item, values) for item in facts], depth - 1)
    except NoScript:
        return absurd
    return [f"assert (Z__{depth} : {name} = {text(values[var(name)])}) by lra. subst {name}.", *body]
