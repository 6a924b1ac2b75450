r"""A display as a claim of its own: over what comments lay down, and of the kind that its form says, an identity, a rate, a conserved
quantity, a solution with its start, a limit, a gradient, a mean, an inequality, an equivalence.

Every piece of the display is part of the statement, one of its conditions or one of its abbreviations; any other piece is an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from sympy import Add, Basic, Dummy, Ge, Integer, MatAdd, S, Symbol, ZeroMatrix, oo
from sympy.matrices.expressions.matexpr import MatrixSymbol

from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.errors import TheoremtestError
from theoremtest.derivations.language.expectation import Covariance, Expectation
from theoremtest.derivations.language.flow import TIME, Flow, GradientFlow, System
from theoremtest.derivations.language.open_functions import OpenFunction
from theoremtest.derivations.language.statement import (
    All,
    Conserved,
    Equal,
    Evolves,
    Gradient,
    Holds,
    Iff,
    Limit,
    Solves,
    Statement,
)
from theoremtest.derivations.language.symbols import Dot
from theoremtest.derivations.language.tails import TailBound

from .approaches import behind, goes, of_limits
from .bound_terms import holds_extreme, said_of, with_terms
from .build import build, is_matrix
from .conditions import build_condition
from .conjunctions import placed
from .displays import Piece, both_signs, display, pieces, sides_and_signs
from .entries import units_of
from .entries_typed import with_entries
from .errors import NotationError
from .every_entry import of_every_entry
from .extrema import at_every_point, begins
from .ground import Ground, Line, abbreviated, condition, extended, is_letter, lies_in, split, started, typed, with_repair
from .kinds_change import changing
from .kinds_matrices import BY_A_MATRIX
from .means import HEAD, alone, bracketed, exists, terms
from .membership import apart, as_bounds
from .moments import in_brackets
from .open_functions import OpenMap, spoken
from .parser import parse
from .rates import holds_derivative
from .rates import solved as solved_for
from .reading import equation, expression, like_shape, only, read_statement, sign_column
from .rows import RELATIONS
from .setting import CONSTANT, declaration, within
from .source import Source
from .tokens import tex_tokens

KINDS: dict[str, type[Statement]] = {
    "identity": Equal, "rate": Evolves, "conserved": Conserved, "solution": Solves, "limit": Limit, "gradient": Gradient,
    "mean": Expectation, "covariance": Covariance, "probability": TailBound, "inequality": Holds, "equivalence": Iff,
}
"""The kinds that the form of a display tells, as a comment names them."""
_ORDERS = {"<", ">", r"\leq", r"\geq", r"\le", r"\ge", r"\leqslant", r"\geqslant", r"\neq", r"\ne", r"\succ", r"\succeq"}
_EQUIVALENT = (r"\iff", r"\Leftrightarrow", r"\Longleftrightarrow")
_IMPLIES = (r"\implies", r"\Rightarrow", r"\Longrightarrow")
_PROBABILITY = re.compile(r"\s*\\(?:mathbb\s*\{?\s*P\s*\}?|Pr(?![A-Za-z]))(?P<below>\s*_\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}|[A-Za-z]))?")
_BELOW = re.compile(r"\s*(?P<mean>\\(?:mathbb|mathrm|operatorname)\s*\{?\s*(?:E|Var)\s*\}?)\s*_\s*"
                    r"(?:\{(?P<below>(?:[^{}]|\{[^{}]*\})*)\}|(?P<letter>[A-Za-z]))")
_MEAN = re.compile(r"\\(?:mathbb|mathrm|operatorname)\s*\{?\s*(?:E|Var)\s*\}?\s*(?:\\left|\\bigl?|\\Bigl?)?\s*[\[(]")
_COVARIANCE = re.compile(r"\\(?:mathrm|operatorname)\s*\{\s*Cov\s*\}")
_GRADIENT = re.compile(r"\\nabla\s*_")
_AT_TIME = re.compile(r"(?P<state>.+?)\s*\(\s*t\s*\)\s*", re.DOTALL)
_CONSTANT = "write the equation, or the bound with its constant"
_REPAIRS = {r"\approx": "write the exact equation, or the limit that is meant", r"\propto": "write the factor as a letter",
            r"\to": r"write it as a limit, \lim_{x \to a} f = v", r"\sim": "write the limit of the quotient",
            r"\simeq": "write the exact equation, or the limit that is meant"}


def claimed(text: str | Source, ground: Ground, kind: str = "") -> Statement:
    """The statement that a display makes. kind: one of KINDS, where a comment says which it is; the form must be of that kind.

    Raises NotationError with the column of the text as typed.
    """
    try:
        shown = display(text)
        for label in (*(label for _, label in shown.labels), *shown.noted):
            raise NotationError("this stands beside the formula and is no part of a claim; put it into the text around the display",
                                label.column(1))
        signed = both_signs(_with_means(shown.formula, ground))
        found = [_Display(one, ground).statement() for one in signed]
        made = found[0] if len(found) == 1 else _together(found, ("upper signs", "lower signs"))
    except NotationError as error:
        raise with_repair(error).within(text if isinstance(text, str) else text.text) from None
    except TheoremtestError as error:
        raise NotationError(str(error)) from None
    except (TypeError, ValueError, AttributeError, ArithmeticError, NotImplementedError, RecursionError) as error:
        raise NotationError(f"SymPy refuses this formula: {type(error).__name__}: {error}") from None
    first = made.parts()[0][1]  # the other parts of a chain say what its first link does, in other words
    if kind and not isinstance(first, KINDS[kind]):
        of = next(name for name, of in KINDS.items() if isinstance(first, of))
        raise NotationError(f"this is to be a claim of the kind {kind!r}, and its form says {of!r}")
    return made


def _together(statements: Sequence[Statement], names: Sequence[str]) -> Statement:
    return All(dict(zip(names, statements, strict=True)), on=statements[0].on)


class _Display:
    """One display over its ground, which its own conditions, abbreviations and starts add to."""

    def __init__(self, source: Source, ground: Ground):
        self.ground = with_entries(ground, source)
        self.equations: list[Source] = []
        self.tends: list[tuple[str, str]] = []
        found = [piece for whole in pieces(typed(source, ground.states)) for piece in behind(whole) if not self._tends(piece)]
        found = _each_bounded(found)
        plain = any(piece.kind == "equation" for piece in found)
        for piece in found:
            placed(piece.source, lambda piece=piece: self._take(piece, plain, found))
        if self.tends and not any(sides_and_signs(one)[1] == [r"\to"] or apart(one, r"\sim") for one in self.equations):
            raise NotationError("it is said where a variable goes, and nothing here tends to anything", source.column(1))
        if not self.equations:
            raise NotationError("this display says nothing that could hold", found[0].source.column(1) if found else 1)

    def _take(self, piece: Piece, plain: bool, found: Sequence[Piece]) -> None:
        if piece.kind == "definition":
            item = declaration(piece.source.text)
            name = [token.text for token in tex_tokens(item.left)]
            if not any(_speaks(other.source, name) for other in found if other is not piece):
                raise NotationError(f"{item.left} is said to be something here, and nothing else in the display speaks of it", 1)
            self.ground = abbreviated(self.ground, item)
        elif piece.kind == "condition" and piece.given:
            self._given(piece.source)
        elif piece.kind == "condition" and plain:
            raise NotationError(r"this reads two ways, as a condition and as a further statement; write \text{for } before a condition, "
                                "and give a statement a display of its own", 1)
        elif piece.kind == "initial" and self._starts(piece.source):
            self.ground = started(self.ground, piece.source.text)
        elif piece.kind == "words" and any(token.text in (r"\dots", r"\ldots") or token.text == "=" for token in piece.source.tokens):
            raise NotationError("a range of an index is no part of a claim; declare the letters that it counts", 1)
        elif piece.kind in ("equation", "condition", "initial"):
            self.equations.append(as_bounds(piece.source))

    def _starts(self, source: Source) -> bool:
        """Whether `x(0) = ...` says where a motion starts, and is not about a function's value at 0."""
        name = source.text.partition("=")[0].rpartition("(")[0].strip()
        return is_letter(name) and not any(name == known.strip() for known in self.ground.functions)

    def _tends(self, piece: Piece) -> bool:
        r"""Take in what is said of where a variable goes, `(x \to a)` or `\text{as } x \to a`."""
        found = goes(piece)
        self.tends += [found] if found else []
        return found is not None

    def _given(self, source: Source) -> None:
        if (found := apart(source, r"\in")) is not None:
            space = found[1].text.strip().rstrip(".,").strip()
            lie = [lies_in(self.ground, name, r"\mathbb{R}" if space == r"\R" else space) for name in split(found[0].text)]
            if False in lie:
                raise NotationError("what a letter lies in is declared in a comment above, % theoremtest: let " + source.text, 1)
            if all(lie) and lie:
                return  # as it is declared
        source = as_bounds(source)
        if not sign_column(source.text, _ORDERS | {"="}):
            for name in split(source.text):
                expression(name, self.ground.names(name))  # for all s, t: letters that are known
            return
        self.ground = replace(self.ground, conditions=(*self.ground.conditions, condition(self.ground, source.text)))

    # the statement -----------------------------------------------------------------------------------------------------

    def statement(self) -> Statement:
        """What the display's relations say."""
        parts: list[Statement] = []
        solved: list[tuple[Source, Source]] = []
        for source in self.equations:
            if any(sign_column(source.text, {sign}) for sign in _IMPLIES):
                if len(self.equations) > 1:
                    raise NotationError(r"what an arrow leads from reads two ways, as the last statement before it or as all of them; join "
                                        r"those by \wedge, or give each a display of its own", source.column(1))
                parts.append(placed(source, lambda source=source: self._implication(source)))
                continue
            if sign_column(source.text, {r"\vee", r"\wedge"}):
                parts.append(placed(source, lambda source=source: self._relation(source.text)))
                continue
            if any(sign_column(source.text, {sign}) for sign in _EQUIVALENT):
                parts.append(placed(source, lambda source=source: self._equivalence(source.text)))
                continue
            sides, signs = sides_and_signs(source)
            if not sides[0].text.strip():
                raise NotationError(f"this begins with {signs[0]}; write the left side, too", source.column(1))
            alike = apart(source, r"\sim") if not signs else None
            if (signs == [r"\to"] or alike) and len(self.tends) == 1:
                parts.append(placed(source, lambda sides=alike or sides, sign=not alike: self._approaches(*sides, sign)))
                continue
            if not signs and (other := sign_column(source.text, RELATIONS)):
                sign = next(token.text for token in tex_tokens(source.text) if token.column == other)
                raise NotationError(f"{sign} does not say exactly what is claimed; {_REPAIRS.get(sign, _CONSTANT)}", source.column(other))
            if not signs:
                raise NotationError("this is no relation; a claim is an equation, a bound, a limit or an equivalence", source.column(1))
            for sign in signs:
                if sign != "=" and sign not in _ORDERS:
                    raise NotationError(f"{sign} does not say exactly what is claimed; {_REPAIRS.get(sign, 'write an equation')}",
                                        source.column(max(sign_column(source.text, {sign}), 1)))
            if _PROBABILITY.match(sides[0].text) and "=" not in signs:
                parts.append(placed(source, lambda sides=sides, signs=signs: self._tail(sides, signs)))
                continue
            if any(map(begins, sides)) and (bound := self._at_every_point(sides, signs)) is not None:
                parts.append(bound)
                continue
            if set(signs) <= _ORDERS:
                parts.append(placed(source, lambda source=source: self._relation(source.text)))
                continue
            if len(sides) > 2 and signs[0] == "=" and self._is_new(sides[0]):  # t = a = b says what t is, and claims a = b
                self.ground = abbreviated(self.ground, declaration(f"{sides[0].text} = {sides[1].text}"))
                sides, signs = sides[1:], signs[1:]
            for place, sign in enumerate(signs):
                left, right = of_limits(sides, place) if sign == "=" else sides[place:place + 2]
                pair = in_brackets(Source.joined([left, right], f" {sign} ")) if sign == "=" else Source.joined([left, right], f" {sign} ")
                if self._state_at_time(left) is not None and sign == "=":
                    solved.append((left, right))
                    continue
                read = self._equation if sign == "=" else self._relation
                if self._state_at_time(sides[0]) is not None:
                    read = self._after_a_solution
                parts.append(placed(pair, lambda pair=pair, read=read: read(pair.text)))
        if solved:
            parts.insert(0, self._solution(solved))
        trimmed = [_on_what_it_speaks_of(part, self.ground) for part in parts]
        return trimmed[0] if len(trimmed) == 1 else _together(trimmed, [f"part {place}" for place in range(1, len(trimmed) + 1)])

    def _is_new(self, side: Source) -> bool:
        """Whether a side is one letter that stands for nothing yet."""
        text = side.text.strip()
        return is_letter(text) and self.ground.letter(text) is None and not self.ground.names(text).has(text)

    def _relation(self, text: str) -> Statement:
        if HEAD.search(text) or holds_extreme(text):
            return self._with_terms(text, lambda ground, text: self._holds(ground, text))
        return self._holds(self.ground, text)

    def _holds(self, ground: Ground, text: str) -> Statement:
        like = Equal(S.Zero, S.Zero, on=ground.domain)
        return Holds(build_condition(parse(text, "condition", ground.names(text, like)).children[0]), on=ground.domain)

    def _with_terms(self, text: str, read: Callable[[Ground, str], Statement]) -> Statement:
        """A formula in which means and extreme values stand as terms."""
        def over(below: str, ground: Ground) -> tuple[dict[Basic, Basic], Ground]:
            self.ground = ground
            return self._draws(self._drawn_below(rf"\mathbb{{E}}{below}[1]")[1]), self.ground
        made, ground = with_terms(Source.of(text), self.ground, over)
        return placed(made, lambda: read(ground, made.text))

    def _equal(self, ground: Ground, text: str) -> Statement:
        left, right, _ = equation(text, ground.names(text))
        one, other = build(left), build(right)
        return Equal(like_shape(one, other, left), like_shape(other, one, right), on=ground.domain)

    def _at_every_point(self, sides: Sequence[Source], signs: Sequence[str]) -> Statement | None:
        """A bound by an extreme value, as the bound at every point of what that is over; None where it is none of all of them."""
        if len(self.equations) > 1:
            return None
        try:
            chained, below, over = at_every_point(sides, signs, self.ground.names(" ".join(side.text for side in sides)))
        except NotationError:
            return None
        said_of(self.ground, over)
        for piece in split(below.text):
            if self.ground.letter(piece) is None:
                self._given(Source.of(piece))
        return placed(chained, lambda: self._relation(chained.text))

    def _equivalence(self, text: str) -> Statement:
        like = Equal(S.Zero, S.Zero, on=self.ground.domain)
        left, _, right = parse(text, "equivalence", self.ground.names(text, like)).children
        return Iff(build_condition(left), build_condition(right), on=self.ground.domain)

    def _implication(self, source: Source) -> Statement:
        """What stands behind the arrow, where that before it holds."""
        found = [apart(source, sign) for sign in _IMPLIES if sign_column(source.text, {sign})]
        sides = found[0] if len(found) == 1 else None
        if sides is None or any(sign_column(sides[1].text, {sign}) for sign in (*_IMPLIES, *_EQUIVALENT)):
            raise NotationError("one arrow leads from one statement to another; give each step a display of its own", source.column(1))
        if not sides[0].text.strip():
            raise NotationError("this begins with an arrow; write what it follows from, too", source.column(1))
        on = Domain(*self.ground.conditions, condition(self.ground, as_bounds(sides[0]).text), over=[*self.ground.letters.values()],
                    where=self.ground.where)
        like, right = Equal(S.Zero, S.Zero, on=on), as_bounds(sides[1]).text
        return Holds(build_condition(parse(right, "condition", self.ground.names(right, like)).children[0]), on=on)

    def _equation(self, text: str) -> Statement:
        left = text.strip()
        if left.startswith(r"\lim"):
            return self._read(text, Limit(self._some_scalar(), self._some_scalar(), oo, S.Zero, on=self.ground.domain))
        by = BY_A_MATRIX.match(text)
        by_a_matrix = by is not None and isinstance(self.ground.letter(by["by"]), MatrixSymbol)
        if by_a_matrix or (_GRADIENT.match(left) and not self._of_open_function(left)):
            some = next((letter for letter in self.ground.letters.values() if isinstance(letter, MatrixSymbol)), None)
            if some is None:
                raise NotationError(r"a gradient is by a vector or a matrix; declare it, % theoremtest: let w \in \mathbb{R}^{d}", 1)
            return self._read(text, Gradient(S.Zero, some, some, on=self.ground.domain))
        if holds_extreme(text):
            return self._with_terms(text, self._equal)
        if not alone(text):
            try:
                return self._means(text)
            except NotationError as error:
                ground = self.ground
                try:
                    return self._with_terms(text, self._equal)
                except NotationError:
                    self.ground = ground
                    raise error from None
        if _MEAN.match(left) or _BELOW.match(left) or _COVARIANCE.match(left):
            return self._mean(text, _COVARIANCE.match(left) is not None)
        one, _, other = text.partition("=") if text.count("=") == 1 else (text, "", "")
        if other.strip().rstrip(". ") in CONSTANT:
            return self._conserved(expression(one, self._moving(one)))
        if self.ground.along is None:
            tree = equation(text, self.ground.names(text))
            if any(only_by_time(side) for side in tree[:2]):
                raise NotationError(r"a rate is along a flow; say along which in a comment above, % theoremtest: along \dot x = ..., or "
                                    "% theoremtest: along gradient flow of <loss> in <letters>", 1)
            return self._read(text, Equal(S.Zero, S.Zero, on=self.ground.domain))
        return self._change(text)

    def _of_open_function(self, text: str) -> bool:
        """Whether the gradient that a text begins with is that of a function without a formula, which is a term."""
        tokens, names = tex_tokens(text), self.ground.names(text)
        inner = tokens[2:]
        end = next((place + 1 for place, token in enumerate(inner) if token.text == "}"), 1) if inner[:1] and inner[0].text == "{" else 1
        found = names.match(tokens, 0) or names.match(inner, end)
        return found is not None and isinstance(found[0].value, (OpenFunction, OpenMap))

    def _approaches(self, left: Source, right: Source, itself: bool) -> Statement:
        """f -> v as the limit that it is; f ~ g as that of the quotient."""
        variable, to = self.tends[0]
        what, value = (left.text, right.text) if itself else (rf"\frac{{{left.text}}}{{{right.text}}}", "1")
        return self._equation(rf"\lim_{{{variable} \to {to}}} \left({what}\right) = {value}")

    def _read(self, text: str, like: Statement) -> Statement:
        self.ground.names(text, like)
        with within(self.ground.setting):
            return read_statement(text, like)

    def _some_scalar(self) -> Symbol:
        sizes = self.ground.domain.dimensions
        found = [letter for letter in self.ground.letters.values() if isinstance(letter, Symbol) and letter not in sizes]
        if not found:
            raise NotationError("a limit is in a declared letter; add % theoremtest: let x", 1)
        return found[0]

    # change ------------------------------------------------------------------------------------------------------------

    def _moving(self, text: str):
        """The names along the flow. Raises NotationError where there is none."""
        if self.ground.along is None:
            raise NotationError(r"what is conserved is so along a flow; say along which in a comment above, "
                                r"% theoremtest: along \dot x = ...", 1)
        return self.ground.names(text)

    def _change(self, text: str) -> Statement:
        names = self._moving(text)
        left, right, _ = equation(text, names)
        if not (holds_derivative(left) or holds_derivative(right)):
            return self._read(text, Equal(S.Zero, S.Zero, on=self.ground.domain))
        if holds_derivative(right):
            raise NotationError("a rate is stated with one derivative, alone on the left side", 1)
        like = self.ground.template()
        if only(left, "dotted") is None and only(left, "derivative") is None:
            if _derivatives(left) != 1:
                raise NotationError("a rate is stated with one derivative on the left side", 1)
            quantity, value = solved_for(left, right, Dummy(real=True), like)  # with a factor, or what stays beside it
        else:
            quantity, _ = changing(left, like, names)
            value = like_shape(build(right), quantity, right)
        if value == 0 or getattr(value, "is_ZeroMatrix", False):
            return self._conserved(quantity)
        if units_of(quantity):
            quantity, value = of_every_entry(quantity, value, quantity, self.ground.domain)
        self._must_move(quantity)
        return Evolves(quantity, value, along=self._along(quantity, value), on=self.ground.domain)

    def _conserved(self, quantity: Basic) -> Statement:
        self._must_move(quantity)
        return Conserved(quantity, along=self._along(quantity), on=self.ground.domain)

    def _along(self, *formulas: Basic) -> Flow | GradientFlow:
        """The flow, in which time passes where a formula speaks of it."""
        along, expand = self.ground.along, self.ground.domain.expand
        if isinstance(along, Flow) and TIME not in along.rates and any(TIME in atoms_of(expand(formula)) for formula in formulas):
            return replace(along, rates={**along.rates, TIME: Integer(1)})
        return along

    def _must_move(self, quantity: Basic) -> None:
        if not atoms_of(self.ground.domain.expand(quantity)) & set(self.ground.states):
            raise NotationError(f"{quantity} does not speak of what moves along the flow ({', '.join(map(str, self.ground.states))})", 1)

    def _state_at_time(self, side: Source) -> Basic | None:
        match = _AT_TIME.fullmatch(side.text.strip())
        if match is None or self.ground.along is None:
            return None
        words = [token.text for token in tex_tokens(match["state"])]
        return next((state for state in self.ground.states if [token.text for token in tex_tokens(str(state))] == words), None)

    def _problem(self, at: Source) -> Solves:
        """The initial value problem that the flow and its start make, for a solution to be put into."""
        ground = self.ground
        if isinstance(ground.along, GradientFlow):
            raise NotationError(r"a solution is one of given rates; say them, % theoremtest: along \dot x = ...", at.column(1))
        rates = {state: rate for state, rate in getattr(ground.along, "rates", {}).items() if state != TIME}
        if missing := [str(state) for state in rates if state not in ground.initial]:
            raise NotationError(f"a solution has a start; say where {', '.join(missing)} begins, "
                                f"% theoremtest: start {missing[0]}(0) = ...", at.column(1))
        system = System(rates, dict(ground.initial), **ground.training)
        if system.t not in ground.letters.values():
            raise NotationError(r"a solution is one at some times; say at which, % theoremtest: let t \geq 0", at.column(1))
        return Solves(system, dict(ground.initial), on=_without(ground, (*rates, system.t)))

    def _solution(self, solved: Sequence[tuple[Source, Source]]) -> Statement:
        like, found = self._problem(solved[0][0]), {}
        for left, right in solved:
            state = self._state_at_time(left)
            if state in found:
                raise NotationError(f"the solution of {state} is given twice", left.column(1))
            found[state] = placed(right, lambda right=right, state=state: self._value(right.text, like, state))
        if missing := [str(state) for state in like.system.states if state not in found]:
            raise NotationError(f"the flow moves {', '.join(missing)}, too, and the display does not say how", solved[0][0].column(1))
        return replace(like, solution=found)

    def _after_a_solution(self, text: str) -> Statement:
        """A further link of x(t) = a = b: an identity between functions of time, in which x(0) is the start."""
        if not sign_column(text, {"="}):
            raise NotationError("a bound on a solution is a display of its own", 1)
        like = self._problem(Source.of(text))
        self.ground.names(text, like)
        with within(self.ground.setting):
            left, right, _ = equation(text, self.ground.names(text, like))
            return Equal(build(left), build(right), on=like.on)

    def _value(self, text: str, like: Statement, state: Basic) -> Basic:
        tree = parse(text, "expression", self.ground.names(text, like)).children[0]
        return like_shape(build(tree), state, tree)

    # draws -------------------------------------------------------------------------------------------------------------

    def _mean(self, text: str, covariance: bool) -> Statement:
        text, over = self._drawn_below(text)
        draws = self._draws(over)
        drawn, on = next(iter(draws)), self.ground.domain
        some = S.Zero if is_matrix(drawn) else drawn
        like = Covariance(first=some, second=some, value=S.Zero, draws=draws, on=on) if covariance else \
            Expectation(quantity=some, value=S.Zero, draws=draws, on=on)
        return self._over_draws(self._read(text, like), draws)

    def _means(self, text: str) -> Statement:
        """Means as terms of an equation, as the one mean of all of them."""
        found = terms(text)
        below = {term.below for term in found if term.quantity is not None}
        if len(below) > 1:
            raise NotationError("these means are over different letters; write each in a display of its own", 1)
        draws = self._draws(self._drawn_below(rf"\mathbb{{E}}{below.pop()}[1]")[1])
        domain = self.ground.domain
        like = Expectation(quantity=S.Zero, value=S.Zero, draws=draws, on=domain)
        averaged, rest = [], []
        for term in found:
            factor = self._still(term.factor, like) if term.factor.text.strip() else Integer(1)
            factor = -factor if term.minus else factor
            if term.quantity is None:
                rest.append(-factor)
                continue
            value = placed(term.quantity, lambda term=term: expression(term.quantity.text, self.ground.names(term.quantity.text, like)))
            if not exists(domain.expand(value), draws):
                raise NotationError("whether this mean exists is not seen, so that it is no term; state it in a display of its own",
                                    term.quantity.column(1))
            averaged.append(factor * value)
        shapes = {getattr(value, "shape", ()) for value in (*averaged, *(one for one in rest if one != 0))}
        if len(shapes) > 1:
            raise NotationError("the terms of this equation have different sizes", 1)
        matrices = shapes != {()}
        add = MatAdd if matrices else Add
        total = add(*averaged)
        none = ZeroMatrix(*total.shape) if matrices else S.Zero
        value = add(*[one for one in rest if one != 0]) if any(one != 0 for one in rest) else none
        return self._over_draws(replace(like, quantity=total, value=value), draws)

    def _still(self, source: Source, like: Expectation) -> Basic:
        """A factor or a term outside of every mean, which speaks of no draw."""
        value = placed(source, lambda: expression(source.text, self.ground.names(source.text, like)))
        if tied := [str(letter) for letter in like.draws if letter in atoms_of(self.ground.domain.expand(value))]:
            raise NotationError(f"{', '.join(tied)} is drawn, and stands here outside of every mean", source.column(1))
        return value

    def _tail(self, sides: Sequence[Source], signs: Sequence[str]) -> Statement:
        """A bound of the probability of an event."""
        head = _PROBABILITY.match(sides[0].text)
        event = bracketed(sides[0].part(head.end(), len(sides[0].text)))
        if event is None or len(signs) != 1 or signs[0] not in (r"\leq", r"\le"):
            raise NotationError(r"a probability is bounded from above, \mathbb{P}(...) \leq b; one that is at least a number is stated of "
                                "the contrary event", sides[0].column(1))
        draws = self._draws(self._drawn_below(rf"\mathbb{{E}}{head['below'] or ''}[1]")[1])
        some = next(iter(draws))
        like = TailBound(event=Ge(Dot(some, some) if is_matrix(some) else some, 2, evaluate=False), at_most=S.One, draws=draws,
                         through=S.One, on=self.ground.domain)
        return self._over_draws(self._read(rf"\mathbb{{P}}\left({event.text}\right) \leq {sides[1].text}", like), draws)

    def _draws(self, over: set[Basic] | None) -> dict:
        draws = {letter: law for letter, law in self.ground.draws.items() if over is None or letter in over}
        if not draws:
            raise NotationError(r"a mean is over what is drawn; say from which law, % theoremtest: let x \sim \mathcal{N}(0, 1)", 1)
        return draws

    def _over_draws(self, read: Statement, draws: dict) -> Statement:
        """A statement over the draws that it speaks of. Raises NotationError where it speaks of others."""
        used = set().union(*(atoms_of(self.ground.domain.expand(item)) for item in read.drawn_over()))
        if fixed := [str(letter) for letter in self.ground.draws if letter in used and letter not in draws]:
            raise NotationError(f"{', '.join(fixed)} is drawn, too, and the mean is not over it; write it below, or no letter at all", 1)
        return replace(read, draws={letter: law for letter, law in draws.items() if letter in used} or draws)

    def _drawn_below(self, text: str) -> tuple[str, set[Basic] | None]:
        r"""The mean without what stands below it, `\mathbb{E}_{x \sim \mathcal{N}(0, 1)}`, and over which letters it is; None for all."""
        match = _BELOW.match(text)
        if match is None:
            return text, None
        below = match["below"] or match["letter"]
        letters, _, law = below.partition(r"\sim")
        if law:
            self.ground = extended(self.ground, Line("let", below))
        over = {self.ground.letter(name) for name in split(letters)}
        if lacking := [name for name in split(letters) if self.ground.letter(name) not in self.ground.draws]:
            raise NotationError(f"{lacking[0].strip()} is not drawn; say from which law, % theoremtest: let {lacking[0].strip()} \\sim "
                                r"\mathcal{N}(0, 1)", 1)
        return match["mean"] + text[match.end():], over


def _each_bounded(found: Sequence[Piece]) -> list[Piece]:
    r"""`\|A\|, \|B\| \leq c` as a bound of each: what has no relation of its own says nothing else before one that has."""
    made = list(found)
    for place in range(len(made) - 2, -1, -1):
        (sides, signs), behind = sides_and_signs(made[place].source), sides_and_signs(made[place + 1].source)
        alone = made[place].kind == "equation" and not signs and not sign_column(sides[0].text, {*_IMPLIES, *_EQUIVALENT})
        if alone and len(behind[1]) == 1 and behind[1][0] in _ORDERS and not made[place + 1].given and not apart(sides[0], r"\in"):
            made[place] = replace(made[place], source=Source.joined([sides[0], behind[0][1]], f" {behind[1][0]} "))
            made[place + 1] = replace(made[place + 1], kind="equation")
    return made


def _is_e(name: str) -> bool:
    """Whether a declared name is an E, in any font and with any script."""
    return next((token.text for token in tex_tokens(name) if token.text not in (r"\mathbf", r"\mathsf", "{")), "") == "E"


def _with_means(source: Source, ground: Ground) -> Source:
    r"""A formula with `\mathbb{E}` for an E in another font that is no letter of the comments, `\mathbf{E}` and `\mathsf{E}`."""
    if any(map(_is_e, (*ground.letters, *ground.functions, *(item.left for item in ground.declared)))):
        return source
    tokens = list(source.tokens)
    for place, token in enumerate(tokens):
        inner = [one.text for one in tokens[place + 1:place + 5] if not one.blank]
        if token.text in (r"\mathbf", r"\mathsf") and (inner[:3] == ["{", "E", "}"] or inner[:1] == ["E"]):
            tokens[place] = replace(token, text=r"\mathbb")
    return Source.made(tokens)


def only_by_time(tree) -> bool:
    """Whether a tree holds a derivative along a motion: a dotted letter, or one by a t that nobody declared."""
    data = getattr(tree, "data", "")
    return data == "dotted" or any(only_by_time(child) for child in getattr(tree, "children", ()))


def _derivatives(tree) -> int:
    """How many derivatives stand in a tree."""
    if getattr(tree, "data", "") in ("dotted", "derivative"):
        return 1
    return sum(_derivatives(child) for child in getattr(tree, "children", ()))


def _speaks(source: Source, name: Sequence[str]) -> bool:
    words = [token.text for token in tex_tokens(source.text)]
    return any(words[place:place + len(name)] == list(name) for place in range(len(words) - len(name) + 1))


def _without(ground: Ground, letters: Sequence[Basic]) -> Domain:
    """The ground's domain without some letters, and without the conditions on them: what is claimed is then claimed of more.

    A condition on the time of a solution stays: it says at which times the solution is one.
    """
    states = set(ground.states) - {TIME}
    kept = [item for item in ground.conditions if not atoms_of(ground.domain.expand(item)) & states]
    tied = set().union(*map(atoms_of, kept))
    where = {key: value for key, value in ground.where.items() if not atoms_of(ground.domain.expand(value)) & states}
    return Domain(*kept, over=[letter for letter in ground.letters.values() if letter not in letters or letter in tied], where=where)


def _on_what_it_speaks_of(statement: Statement, ground: Ground) -> Statement:
    """A statement over the letters that it speaks of and the conditions that tie them; what is left out would only restrict it."""
    on = statement.on
    used = set().union(*(spoken(item) for item in statement.expressions() if isinstance(item, Basic)))
    used |= {statement.variable} if isinstance(statement, Limit) else set()  # which may cancel while the formula is read
    kept: list[Basic] = []
    grown = True
    while grown:
        before = (len(used), len(kept))
        for key, value in on.where.items():
            used |= spoken(value) if key in used else set()
        for item in on.conditions:
            said = spoken(item)
            if item not in kept and said & used:
                kept.append(item)
                used |= said
        grown = before != (len(used), len(kept))
    return replace(statement, on=Domain(*(item for item in on.conditions if item in kept), over=[one for one in on.over if one in used],
                                        where={key: value for key, value in on.where.items() if key in used}))


__all__ = ["KINDS", "claimed"]
