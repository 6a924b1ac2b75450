r"""A display as a claim of its own: over what comments lay down, and of the kind that its form says, an identity, a rate, a conserved
quantity, a solution with its start, a limit, a gradient, a mean, an inequality, an equivalence.

Every piece of the display is part of the statement, one of its conditions or one of its abbreviations; any other piece is an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from sympy import Basic, Derivative, Ge, Gt, S, Symbol, ZeroMatrix, oo
from sympy.core.function import AppliedUndef
from sympy.matrices.expressions.matexpr import MatrixSymbol

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import TheoremtestError
from theoremtest.derivations.language.expectation import Covariance, Expectation
from theoremtest.derivations.language.open_functions import OpenFunction
from theoremtest.derivations.language.statement import (
    All,
    Conserved,
    Equal,
    Evolves,
    Gradient,
    Hessian,
    Holds,
    Iff,
    Limit,
    Solves,
    Statement,
)
from theoremtest.derivations.language.tails import TailBound

from .approaches import behind, goes, of_limits
from .both_ways import signed
from .bound_terms import holds_extreme, said_of, with_terms
from .bounded_rates import bounded_rate
from .build import build
from .claimed_draws import begins_with_moment, begins_with_probability, drawn_over, means, moment, tail, with_means
from .claimed_motion import after_a_solution, changes, solution, state_at_time
from .claimed_over import on_what_it_speaks_of, read_over, spoken
from .conditions import build_condition
from .conjunctions import placed
from .displays import ARROWS, Piece, display, pieces, sides_and_signs
from .entries_typed import with_entries
from .errors import NotationError
from .extrema import DOWN, UP, at_every_point, begins
from .ground import Ground, abbreviated, condition, is_letter, lies_in, split, started, typed, with_bound, with_repair
from .integrals import integration_variables
from .kinds_matrices import BY_A_MATRIX
from .lexer import summation_indices
from .means import HEAD, alone
from .membership import apart, as_bounds
from .moments import in_brackets
from .open_functions import OpenMap
from .parser import parse
from .reading import equation, expression, like_shape, sign_column
from .respelled import EQUIVALENT
from .rows import ORDERS, RELATIONS
from .setting import declaration
from .source import Source
from .tokens import tex_tokens

KINDS: dict[str, type[Statement]] = {
    "identity": Equal, "rate": Evolves, "conserved": Conserved, "solution": Solves, "limit": Limit, "gradient": Gradient,
    "Hessian": Hessian, "mean": Expectation, "covariance": Covariance, "probability": TailBound, "inequality": Holds, "equivalence": Iff,
}
"""The kinds that the form of a display tells, as a comment names them."""
_GRADIENT = re.compile(r"\\nabla\s*_")
_HESSIAN = re.compile(r"\\nabla\s*(?P<by>_\s*(?:\{[^{}]*\}|\\?[A-Za-z]+)\s*)?\^\s*(?:2|\{\s*2\s*\})\s*(?P<behind>_)?")
_TO_A_NUMBER = re.compile(r"\s*\\lim\s*(?:\\limits\s*)?_\s*\{\s*(?P<letter>[^{}]*?)\s*(?:\\to|\\rightarrow)\s*(?![^{}]*\\infty)[^{}^]+\}")
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
        found = [_said(one, ground) for one in signed(with_means(shown.formula, ground))]
        made = found[0] if len(found) == 1 else _together(found, ("upper signs", "lower signs"))
    except NotationError as error:
        raise with_repair(error).within(text if isinstance(text, str) else text.text) from None
    except TheoremtestError as error:
        raise NotationError(str(error)) from None
    except (TypeError, ValueError, AttributeError, ArithmeticError, NotImplementedError, RecursionError) as error:
        raise NotationError(f"SymPy refuses this formula: {type(error).__name__}: {error}") from None
    _refuse_independent(made)
    first = made.parts()[0][1]  # the other parts of a chain say what its first link does, in other words
    if kind and not isinstance(first, KINDS[kind]):
        of = next(name for name, of in KINDS.items() if isinstance(first, of))
        raise NotationError(f"this is to be a claim of the kind {kind!r}, and its form says {of!r}")
    return made


def _refuse_independent(statement: Statement) -> None:
    """A derivative by a letter of what is not said to depend on it would be 0 by a silence."""
    for _, part in statement.parts():
        for node in {node for item in part.expressions() if isinstance(item, Basic) for node in item.atoms(Derivative)}:
            inner = part.on.expand(node.expr)
            if inner.free_symbols and not inner.free_symbols & set(node.variables) and not inner.atoms(AppliedUndef):
                by = ", ".join(map(str, dict.fromkeys(node.variables)))
                raise NotationError(f"nothing says how {node.expr} depends on {by}; say what it is, or how it moves, "
                                    "% theoremtest: along \\dot x = ...")


def _said(source: Source, ground: Ground) -> Statement:
    """What a display says. A letter that it sums or integrates over and does not speak of besides is bound there, whatever it is above."""
    tokens = tex_tokens(source.text)
    apart_from_bound = with_bound(ground, [*integration_variables(tokens), *summation_indices(tokens)])
    if apart_from_bound is not ground:
        with suppress(TheoremtestError):  # it stands free as well: what is then refused is told of the display as it is
            return _Display(source, apart_from_bound).statement()
    return _Display(source, ground).statement()


def _together(statements: Sequence[Statement], names: Sequence[str]) -> Statement:
    return All(dict(zip(names, statements, strict=True)), on=statements[0].on)


class _Display:
    """One display over its ground, which its own conditions, abbreviations and starts add to."""

    def __init__(self, source: Source, ground: Ground):
        self.ground = with_entries(ground, source)
        self.equations: list[Source] = []
        self.tends: list[tuple[str, str]] = []
        found = [piece for whole in pieces(typed(source, ground.states)) for piece in behind(whole) if not self._tends(piece)]
        found = _listed_conditions(_each_bounded(found))
        plain = any(piece.kind == "equation" for piece in found) or len(found) > 1 and any(map(_is_of_letters_alone, found))
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
            led = any(sign_column(piece.source.text, {sign}) for sign in ARROWS)  # bounds of each side are read there
            self.equations.append(piece.source if led else self._as_bounds(piece.source))

    def _as_bounds(self, source: Source) -> Source:
        return as_bounds(source, partial(lies_in, self.ground))

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
            if len(several := split(found[0].text)) > 1 and not found[1].text.strip().startswith(r"\mathbb"):
                for name in several:
                    self._given(Source.of(f"{name} \\in {found[1].text}"))
                return
            space = found[1].text.strip().rstrip(".,").strip()
            lie = [lies_in(self.ground, name, r"\mathbb{R}" if space == r"\R" else space) for name in split(found[0].text)]
            if False in lie:
                raise NotationError("what a letter lies in is declared in a comment above, % theoremtest: let " + source.text, 1)
            if all(lie) and lie:
                return  # as it is declared
        source = self._as_bounds(source)
        if not sign_column(source.text, ORDERS | {"="}):
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
            if any(sign_column(source.text, {sign}) for sign in ARROWS):
                if len(self.equations) > 1:
                    raise NotationError(r"what an arrow leads from reads two ways, as the last statement before it or as all of them; join "
                                        r"those by \wedge, or give each a display of its own", source.column(1))
                parts.append(placed(source, lambda source=source: self._implication(source)))
                continue
            if any(sign_column(source.text, {sign}) for sign in EQUIVALENT):
                parts.append(placed(source, lambda source=source: self._equivalence(source.text)))
                continue
            if sign_column(source.text, {r"\vee", r"\wedge"}):
                parts.append(placed(source, lambda source=source: self._relation(source.text)))
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
                if sign != "=" and sign not in ORDERS:
                    raise NotationError(f"{sign} does not say exactly what is claimed; {_REPAIRS.get(sign, 'write an equation')}",
                                        source.column(max(sign_column(source.text, {sign}), 1)))
            if begins_with_probability(sides[0]) and "=" not in signs:
                parts.append(self._over_draws(placed(source, lambda sides=sides, signs=signs: tail(self.ground, sides, signs))))
                continue
            if any(map(begins, sides)) and (bound := self._at_every_point(sides, signs)) is not None:
                parts.append(bound)
                continue
            if set(signs) <= ORDERS:
                parts.append(placed(source, lambda source=source: self._relation(source.text)))
                continue
            if len(sides) > 2 and signs[0] == "=" and self._is_new(sides[0]):  # t = a = b says what t is, and claims a = b
                self.ground = abbreviated(self.ground, declaration(f"{sides[0].text} = {sides[1].text}"))
                sides, signs = sides[1:], signs[1:]
            for place, sign in enumerate(signs):
                left, right = of_limits(sides, place) if sign == "=" else sides[place:place + 2]
                pair = in_brackets(Source.joined([left, right], f" {sign} ")) if sign == "=" else Source.joined([left, right], f" {sign} ")
                if state_at_time(self.ground, left) is not None and sign == "=":
                    solved.append((left, right))
                    continue
                read = self._equation if sign == "=" else self._relation
                if (state := state_at_time(self.ground, sides[0])) is not None:
                    read = partial(after_a_solution, self.ground, state)
                parts.append(placed(pair, lambda pair=pair, read=read: read(pair.text)))
        if solved:
            parts.insert(0, solution(self.ground, solved))
        trimmed = [on_what_it_speaks_of(part) for part in parts]
        return trimmed[0] if len(trimmed) == 1 else _together(trimmed, [f"part {place}" for place in range(1, len(trimmed) + 1)])

    def _is_new(self, side: Source) -> bool:
        """Whether a side is one letter that stands for nothing yet."""
        text = side.text.strip()
        return is_letter(text) and self.ground.letter(text) is None and not self.ground.names(text).has(text)

    def _relation(self, text: str) -> Statement:
        if (rate := bounded_rate(self.ground, text)) is not None:
            return rate
        if HEAD.search(text) or holds_extreme(text):
            return self._with_terms(text, lambda ground, text: self._holds(ground, text))
        return self._holds(self.ground, text)

    def _holds(self, ground: Ground, text: str) -> Statement:
        like = Equal(S.Zero, S.Zero, on=ground.domain)
        return Holds(build_condition(parse(text, "condition", ground.names(text, like)).children[0]), on=ground.domain)

    def _with_terms(self, text: str, read: Callable[[Ground, str], Statement]) -> Statement:
        """A formula in which means and extreme values stand as terms."""
        def over(below: str, ground: Ground) -> tuple[dict[Basic, Basic], Ground]:
            self.ground, draws = drawn_over(ground, below)
            return draws, self.ground
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
        found = [apart(source, sign) for sign in ARROWS if sign_column(source.text, {sign})]
        sides = found[0] if len(found) == 1 else None
        if sides is None or any(sign_column(sides[1].text, {sign}) for sign in (*ARROWS, *EQUIVALENT)):
            raise NotationError("one arrow leads from one statement to another; give each step a display of its own", source.column(1))
        if not sides[0].text.strip():
            raise NotationError("this begins with an arrow; write what it follows from, too", source.column(1))
        on = Domain(*self.ground.conditions, condition(self.ground, self._as_bounds(sides[0]).text), over=[*self.ground.letters.values()],
                    where=self.ground.where)
        like, right = Equal(S.Zero, S.Zero, on=on), self._as_bounds(sides[1]).text
        return Holds(build_condition(parse(right, "condition", self.ground.names(right, like)).children[0]), on=on)

    def _equation(self, text: str) -> Statement:
        left = text.strip()
        if left.startswith(r"\lim"):
            return self._limit(text)
        if (found := _HESSIAN.match(left)) and not self._begins_with_open(left) and not self._begins_with_open(left[found.end():]):
            return self._hessian(text, bool(found["by"] or found["behind"]))
        by = BY_A_MATRIX.match(text)
        by_a_matrix = by is not None and isinstance(self.ground.letter(by["by"]), MatrixSymbol)
        if by_a_matrix or (_GRADIENT.match(left) and not self._of_open_function(left)):
            some = next((letter for letter in self.ground.letters.values() if isinstance(letter, MatrixSymbol)), None)
            if some is None:
                raise NotationError(r"a gradient is by a vector or a matrix; declare it, % theoremtest: let w \in \mathbb{R}^{d}", 1)
            return read_over(self.ground, text, Gradient(S.Zero, some, some, on=self.ground.domain))
        if holds_extreme(text):
            return self._with_terms(text, self._equal)
        if not alone(text):
            try:
                return self._over_draws(means(self.ground, text))
            except NotationError as error:
                ground = self.ground
                try:
                    return self._with_terms(text, self._equal)
                except NotationError:
                    self.ground = ground
                    raise error from None
        if begins_with_moment(left):
            return self._over_draws(moment(self.ground, text))
        return changes(self.ground, text)

    def _limit(self, text: str) -> Statement:
        """A limit; at a number from both sides, or from above where the variable is said to lie there."""
        like = Limit(self._some_scalar(), self._some_scalar(), oo, S.Zero, on=self.ground.domain)
        at_number = _TO_A_NUMBER.match(text)
        letter = self.ground.letter(at_number["letter"]) if at_number else None
        if not isinstance(letter, Symbol):
            return read_over(self.ground, text, like)
        above = read_over(self.ground, rf"{at_number[0][:-1]}^{{+}}}}{text[at_number.end():]}", like)
        sides = [item for item in self.ground.conditions if letter in spoken(item)]
        if sides:
            only_above = all(isinstance(item, (Gt, Ge)) and item.args == (letter, above.to) for item in sides)
            return above if only_above else read_over(self.ground, text, like)
        turned = above.on.expand(above.expression).xreplace({above.variable: 2 * above.to - above.variable})
        return _together([above, replace(above, expression=turned)], ("from above", "from below"))

    def _hessian(self, text: str, by: bool) -> Statement:
        """by: whether it says in which letter; where it does not, there is one vector that it can be in."""
        columns = [letter for letter in self.ground.letters.values() if isinstance(letter, MatrixSymbol) and letter.shape[1] == 1]
        if not columns or len(columns) > 1 and not by:
            raise NotationError(r"a Hessian is by a declared vector; write \nabla_{w}^2 (...)", 1)
        return read_over(self.ground, text, Hessian(S.Zero, columns[0], ZeroMatrix(*2 * columns[0].shape[:1]), on=self.ground.domain))

    def _over_draws(self, found: tuple[Statement, Ground]) -> Statement:
        """A statement over draws, which the parts behind it are over, too."""
        made, self.ground = found
        return made

    def _of_open_function(self, text: str) -> bool:
        """Whether the gradient that a text begins with is that of a function without a formula, which is a term."""
        tokens, names = tex_tokens(text), self.ground.names(text)
        inner = tokens[2:]
        end = next((place + 1 for place, token in enumerate(inner) if token.text == "}"), 1) if inner[:1] and inner[0].text == "{" else 1
        found = names.match(tokens, 0) or names.match(inner, end)
        return found is not None and isinstance(found[0].value, (OpenFunction, OpenMap))

    def _begins_with_open(self, text: str) -> bool:
        tokens = tex_tokens(text) if text.strip() else []
        found = self.ground.names(text).match(tokens, 0) if tokens else None
        return found is not None and isinstance(found[0].value, (OpenFunction, OpenMap))

    def _approaches(self, left: Source, right: Source, itself: bool) -> Statement:
        """f -> v as the limit that it is; f ~ g as that of the quotient."""
        variable, to = self.tends[0]
        what, value = (left.text, right.text) if itself else (rf"\frac{{{left.text}}}{{{right.text}}}", "1")
        return self._equation(rf"\lim_{{{variable} \to {to}}} \left({what}\right) = {value}")

    def _some_scalar(self) -> Symbol:
        sizes = self.ground.domain.dimensions
        found = [letter for letter in self.ground.letters.values() if isinstance(letter, Symbol) and letter not in sizes]
        if not found:
            raise NotationError("a limit is in a declared letter; add % theoremtest: let x", 1)
        return found[0]

def _each_bounded(found: Sequence[Piece]) -> list[Piece]:
    r"""`\|A\|, \|B\| \leq c` as a bound of each, and `\text{for } x, y > 0` as one of both letters: what has no relation of its own says
    nothing else before one that has."""
    made: list[Piece] = []
    for piece in found:
        names = split(piece.source.text) if piece.given and not sides_and_signs(piece.source)[1] else []
        listed = len(names) > 1 and all(map(is_letter, names))
        made += [replace(piece, source=Source.of(name), behind="," if place else piece.behind)
                 for place, name in enumerate(names)] if listed else [piece]
    for place in range(1, len(made)):
        before, piece = made[place - 1], made[place]
        if before.given and not piece.given and piece.behind == ",":
            (sides, signs), behind = sides_and_signs(before.source), sides_and_signs(piece.source)
            if not signs and is_letter(sides[0].text.strip()) and is_letter(behind[0][0].text.strip()):
                made[place] = replace(piece, kind="condition", given=True)
            elif _halves(sides, signs, *behind):
                raise NotationError("this reads two ways, as one bound of each letter or as both of both; write 0 < x < 1, 0 < y < 1",
                                    before.source.column(1))
    for place in range(len(made) - 2, -1, -1):
        (sides, signs), behind = sides_and_signs(made[place].source), sides_and_signs(made[place + 1].source)
        alone = not signs and not sign_column(sides[0].text, {*ARROWS, *EQUIVALENT}) and not apart(sides[0], r"\in")
        listed = made[place].given and made[place + 1].given and made[place + 1].behind == "," and is_letter(sides[0].text.strip())
        if alone and set(behind[1]) <= ORDERS and (listed and behind[1] or made[place].kind == "equation" and len(behind[1]) == 1
                                                   and not made[place + 1].given):
            whole = sides[0]
            for sign, side in zip(behind[1], behind[0][1:], strict=True):
                whole = Source.joined([whole, side], f" {sign} ")
            made[place] = replace(made[place], source=whole)
            made[place + 1] = made[place + 1] if listed else replace(made[place + 1], kind="equation")
    return made


def _halves(sides: Sequence[Source], signs: Sequence[str], others: Sequence[Source], behind: Sequence[str]) -> bool:
    """Whether a bound from one side of a letter stands before one from the other side of another, `0 < x, y < 1`."""
    first, middle, other = (side.text.strip() for side in (*sides[:1], *sides[-1:], *others[:1]))
    return len(signs) == len(behind) == 1 and any({*signs, *behind} <= way for way in (UP, DOWN)) \
        and not is_letter(first) and is_letter(middle) and is_letter(other)


def _listed_conditions(found: Sequence[Piece]) -> list[Piece]:
    r"""`x \geq 0 \text{ for } a > 0, b > 0` with the second condition given as the first one is. Raises NotationError where words such as
    `for` follow once more, or more than a comma stands between: then it may as well be a statement of its own."""
    made = list(found)
    for place in range(1, len(made)):
        if made[place].kind == "condition" and made[place - 1].given and not made[place].given and made[place].behind != r"\\":
            if made[place].behind != "," or any(later.given for later in made[place + 1:]):
                raise NotationError(r"this reads two ways, as a condition and as a further statement; join conditions by \wedge, and give "
                                    "a statement a display of its own", made[place].source.column(1))
            made[place] = replace(made[place], given=True)
    return made


def _is_of_letters_alone(piece: Piece) -> bool:
    """Whether a piece bounds nothing but letters and numbers: beside another one it may as well be a condition."""
    sides, signs = sides_and_signs(piece.source)
    return piece.kind == "condition" and not piece.given and bool(signs) and set(signs) <= ORDERS and all(
        is_letter(side.text.strip()) or re.fullmatch(r"\s*[-+]?\s*[\d.]+\s*", side.text) for side in sides)


def _speaks(source: Source, name: Sequence[str]) -> bool:
    words = [token.text for token in tex_tokens(source.text)]
    return any(words[place:place + len(name)] == list(name) for place in range(len(words) - len(name) + 1))


__all__ = ["KINDS", "claimed"]
