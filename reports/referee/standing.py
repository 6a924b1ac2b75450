"""How a statement stands at points that are drawn: whether it fails at every one, at none, or here and there; and of one that fails at
every point, the change of one token under which it fails at none.

A text speaks of more than a referee reads: a relation between letters that stood somewhere else makes a true equation look false at every
point. What a change of one token mends is a slip; what none mends rests on something that was not read, and is not reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import cycle, islice

from sympy import Expr, Float, Symbol

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.language.flow import Flow
from theoremtest.derivations.language.statement import Equal, Evolves, Limit, Solves, Statement
from theoremtest.derivations.language.verdict import Counterexample, Outcome
from theoremtest.derivations.notation import NotationError
from theoremtest.derivations.notation.ground import LETTERS
from theoremtest.derivations.notation.tokens import tex_tokens
from theoremtest.derivations.proof.balls.enclose import NotEvaluable
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime, alarm
from theoremtest.derivations.proof.decide import decide
from theoremtest.derivations.proof.extent import drawn, generic
from theoremtest.derivations.proof.gate import open_domain
from theoremtest.derivations.proof.points.random_points import points
from theoremtest.derivations.proof.recheck import fails_at, has_no_value

from .letters import latex_of, named, names_in
from .reading import Reading

FAILS, HOLDS, MIXED, OPEN = "fails", "holds", "mixed", "open"
DRAWN, ENOUGH, FEW, MANY = 8, 4, 2, 32
"""Points with a value that are looked at, how many must say the same, how many are looked at of a change, and how many are drawn."""
BITS, MORE_BITS = 256, 2048
"""Bits at a point, and at one where a relation was not seen to fail though it does at others: decaying terms are small there."""
SECONDS = 4.0
MOST_CHANGES = 800
"""Changes of one relation that are tried."""


@lru_cache(maxsize=4096)
def standing(reading: Reading, drawn: int = DRAWN) -> str:
    """FAILS where a relation fails at every point at which it has a value, HOLDS where it is seen to fail at none of them."""
    enough = min(ENOUGH, drawn)
    with suppress(TheoremtestError, NotEvaluable, OutOfTime, ArithmeticError, TypeError, ValueError, AttributeError, NotImplementedError,
                  RecursionError), alarm(SECONDS):
        statement = reading.statement()
        if isinstance(statement, Limit):
            return {Outcome.PROVED: HOLDS, Outcome.REFUTED: FAILS}.get(decide(statement, SECONDS / 2).outcome, OPEN)
        seen = [_fails(part, drawn) for _, part in statement.parts()]
        if any(one.count(True) >= enough and not one.count(False) for one in seen):
            return FAILS
        if all(one.count(False) >= enough and not one.count(True) for one in seen):
            return HOLDS
        return MIXED if any(True in one for one in seen) else OPEN
    return OPEN


def _fails(statement: Statement, wanted: int) -> list[bool | None]:
    """Whether a statement fails at each of some points, as many as have a value; None at one that has none."""
    deadline, seen, at = Deadline(SECONDS), [], []
    found = points(open_domain(statement), MANY, "referee", deadline)
    general = [point for point in found if _general(point)]
    for point in general if len(general) >= min(ENOUGH, wanted) else found:
        fails = fails_at(statement, point, deadline, BITS)
        seen.append(None if fails is False and has_no_value(statement, point) else fails)
        at.append(point)
        if len(seen) - seen.count(None) == wanted:
            break
    if True not in seen or False not in seen:
        return seen
    return [fails_at(statement, point, deadline, MORE_BITS) if fails is False else fails for point, fails in zip(at, seen, strict=True)]


def _general(point: Mapping) -> bool:
    """Whether no two numbers of a point are equal and none is 0 or 1, where one letter would pass for another and a power for another."""
    numbers = [value for value in point.values() if getattr(value, "is_Number", False)]
    return len(set(numbers)) == len(numbers) and not {0, 1} & set(numbers)


@lru_cache(maxsize=256)
def certified(reading: Reading) -> Counterexample | None:
    """A checked point at which a relation fails, in general position where there is such a one; None where no check carries it."""
    statement = reading.statement()
    found = decide(statement, SECONDS)
    parts = [part for _, part in statement.parts()]
    if found.outcome is Outcome.REFUTED and found.counterexample is not None:
        with suppress(Exception):
            return len(parts) == 1 and generic(parts[0], found.counterexample, Deadline(SECONDS)) or found.counterexample
    with suppress(TheoremtestError, NotEvaluable, OutOfTime, ArithmeticError), alarm(SECONDS):
        return drawn(parts[0], Deadline(SECONDS)) if len(parts) == 1 else None
    return None


def misfitting(reading: Reading, message: str) -> Counterexample | None:
    """Sizes at which the shapes do not fit of which an error speaks; None where it speaks of none, or they fit there."""
    sizes = list(dict.fromkeys(name.latex for _, of in reading.letters if of.startswith("\\") for name in names_in(of.partition("^")[2])))
    at = dict(zip(sizes, (2, 3, 5, 7, 11, 13), strict=False))
    shapes = [tuple(at.get(size, size) for size in shape) for shape in _SHAPE.findall(message)]
    if len(shapes) == 1 and "power of a matrix" in message:  # which a square one has
        shapes.append(shapes[0][::-1])
    if len(shapes) == 1 and "scalar" in message:
        shapes.append(("1", "1"))
    if not at or len(shapes) != 2 or not all(str(size).isdigit() for shape in shapes for size in shape):
        return None
    (rows, columns), (other_rows, other_columns) = (tuple(map(int, shape)) for shape in shapes)
    if columns == other_rows if "meets" in message else (rows, columns) == (other_rows, other_columns):
        return None
    return Counterexample(tuple((size, str(prime)) for size, prime in at.items()), note=message)


def sizes_tell(reading: Reading, error: NotationError) -> tuple[Reading, Counterexample | None]:
    """A reading that makes no statement, with the sizes at which its shapes do not fit; one that makes a statement where a number that the
    text transposes stands as it is. Raises the error for any other."""
    plain = without_scalar_transposes(reading)
    message = error.message
    if plain.relation != reading.relation and "transpose" in message:
        try:
            plain.statement()
            return plain, None
        except NotationError as other:
            reading, message = plain, other.message
    if (misfit := misfitting(reading, message)) is None:
        raise error
    return reading, misfit


@lru_cache(maxsize=256)
def mended(reading: Reading, whole: bool = False) -> tuple[str, Reading] | None:
    """A change of one token under which a reading fails at no point, of its relation, of a rate or of an abbreviation: the formula that is
    changed, and the reading; None where there is none.

    whole: nothing else is said of its letters, so that one of them may also be missing as a factor.
    """
    letters = [latex_of(key) for key, of in reading.letters if not of.startswith("\\")] + [left for left, _ in reading.abbreviations]
    bound = next((sign for sign in TURNED if sign in [token.text for token in tex_tokens(reading.relation)]), "")
    others = [_turned(reading, bound)] if bound else _others(reading, letters, whole)  # a bound holds after many another change, too
    return holding((text, other) for text, other in others if _reads(other))


def holding(others: Iterable[tuple[str, Reading]]) -> tuple[str, Reading] | None:
    """The first of some changed readings that fails at no point, with its formula."""
    for text, other in islice(others, MOST_CHANGES):
        if _may_hold(other) and standing(other, FEW) == HOLDS and standing(other) == HOLDS and not _empty(other):
            return text, other
    return None


def renamed(sides: Sequence[str], letters: Sequence[str]) -> Iterator[list[str]]:
    """The sides of a relation with one name in them, or that of a letter in a norm, turned into another letter."""
    for at, side in enumerate(sides):
        words = [token.text for token in tex_tokens(side)]
        for name in names_in(side):
            start, end = (name.start + 1, name.start + 1 + len(name.inner)) if name.norm else (name.start, name.end)
            for letter in letters:
                if letter != latex_of(name.inner):
                    yield [*sides[:at], " ".join([*words[:start], letter, *words[end:]]), *sides[at + 1:]]


def without_scalar_transposes(reading: Reading) -> Reading:
    """The reading with what is a number in its own place where the text transposes it."""
    numbers = {key for key, of in reading.letters if not of.startswith("\\")}
    numbers |= {key for left, _ in reading.abbreviations if (key := named(left)) is not None and _is_number(reading, left)}
    words = [token.text for token in tex_tokens(reading.relation)]
    for name in reversed(names_in(reading.relation)):
        if (name.norm or name.key in numbers) and words[name.end:name.end + 2] in (["^", r"\top"], ["^", "T"]):
            del words[name.end:name.end + 2]
    return replace(reading, relation=" ".join(words))


def _is_number(reading: Reading, name: str) -> bool:
    """Whether what a name stands for is a number."""
    with suppress(NotationError):
        return not getattr(replace(reading, relation=f"{name} = {name}").statement().expressions()[0], "shape", ())
    return False


TURNED = {r"\leq": r"\geq", r"\le": r"\ge", r"\geq": r"\leq", r"\ge": r"\le", "<": ">", ">": "<",
          r"\leqslant": r"\geqslant", r"\geqslant": r"\leqslant"}
"""Signs of a bound, each with the one that is turned."""


def _turned(reading: Reading, sign: str) -> tuple[str, Reading]:
    text = " ".join(TURNED[sign] if token.text == sign else token.text for token in tex_tokens(reading.relation))
    return text, replace(reading, relation=text)


_PLACES = (0.83, 1.37, 0.61, 1.91, 1.13, 0.47, 1.67, 0.71, 1.29, 0.53)
_NEAR = 1e-6


def _may_hold(reading: Reading) -> bool:
    """False where plain numbers at one point speak against a change, so that no ball has to: what is passed over is no mend."""
    with suppress(Exception), alarm(SECONDS):
        statement = reading.statement()
        return all(_near(one, other) for part in statement.parts() for one, other in _scalar_sides(part[1]))
    return True


def _scalar_sides(statement: Statement) -> Iterator[tuple[Expr, Expr]]:
    """The pairs of numbers that a statement says to be equal, as far as they are numbers."""
    expand = statement.on.expand
    if isinstance(statement, Solves):
        found = {state: expand(value) for state, value in statement.solution.items()}
        for state, value in found.items():
            if isinstance(value, Expr) and all(isinstance(letter, Symbol) for letter in value.free_symbols):
                yield value.subs(statement.system.t, 0), expand(statement.system.initial[state])
                yield value.diff(statement.system.t), expand(statement.system.rates[state]).subs(found, simultaneous=True)
    elif isinstance(statement, Equal):
        yield expand(statement.left), expand(statement.right)
    elif isinstance(statement, Evolves) and isinstance(statement.along, Flow):
        quantity = expand(statement.quantity)
        yield sum(quantity.diff(state) * expand(rate) for state, rate in statement.along.rates.items()), expand(statement.rate)


def _near(one: Expr, other: Expr) -> bool:
    """Whether two numbers are near one another at a point; True where they are no plain numbers."""
    letters = sorted(one.free_symbols | other.free_symbols, key=str)
    if any(not isinstance(letter, Symbol) or letter.is_integer for letter in letters):
        return True
    at = dict(zip(letters, map(Float, islice(cycle(_PLACES), len(letters))), strict=True))
    first, second = complex(one.evalf(15, subs=at)), complex(other.evalf(15, subs=at))
    return not abs(first - second) > _NEAR * max(1.0, abs(first), abs(second))


def _others(reading: Reading, letters: list[str], whole: bool) -> Iterator[tuple[str, Reading]]:
    """The reading under every change, with the formula that is changed."""
    for text in changes(reading.relation, letters, whole):
        yield text, replace(reading, relation=text)
    moved = {left for left, _ in reading.rates}
    for place, (_, right) in enumerate(reading.rates):
        for other in [latex_of(key) for key, _ in reading.letters if key[0] != r"\|" and key != ("t",)]:
            if other not in moved:
                pairs = (*reading.rates[:place], (other, right), *reading.rates[place + 1:])
                yield rf"\dot{{{other}}} = {right}", replace(reading, rates=pairs)
    for name, shown in (("rates", r"\dot{%s} = %s"), ("abbreviations", "%s = %s"), ("starts", "%s(0) = %s")):
        pairs = getattr(reading, name)
        for place, (left, right) in enumerate(pairs):
            for text in changes(right, letters):
                yield shown % (left, text), replace(reading, **{name: (*pairs[:place], (left, text), *pairs[place + 1:])})


def _reads(reading: Reading) -> bool:
    """Whether a change is over the same letters."""
    with suppress(TheoremtestError):
        as_known = reading.ranges.known_as if reading.ranges is not None else tuple
        abbreviated = {as_known(name.key) for left, _ in reading.abbreviations for name in names_in(left)}
        known = {as_known(key) for key, _ in reading.letters} | abbreviated
        return all(as_known(name.key) in known or name.key == ("t",) or name.norm or name.key[0] in ("e", "d")
                   for text in (reading.relation, *(right for _, right in reading.rates)) for name in names_in(text))
    return False


def _empty(reading: Reading) -> bool:
    """Whether a relation has the same text on both sides."""
    left, _, right = reading.relation.partition("=")
    return left.strip() == right.strip()


_SHAPE = re.compile(r"(\S+) x (\S+?)(?=[\s,;.]|$)")
_WORDS = {"+": ("-",), "-": ("+",), r"\sinh": (r"\cosh",), r"\cosh": (r"\sinh",), r"\sin": (r"\cos",), r"\cos": (r"\sin",),
          r"\tanh": (r"\coth",), r"\coth": (r"\tanh",)}


def changes(text: str, letters: list[str], whole: bool = False) -> Iterator[str]:
    """The text under every change of one token: a sign, a number, an exponent, a letter, a transpose, a factor."""
    tokens = tex_tokens(text)
    words = [token.text for token in tokens]
    sides = [" ".join(words[:words.index("=")]), " ".join(words[words.index("=") + 1:])] if words.count("=") == 1 else None

    def put(place: int, *new: str, drop: int = 1) -> str:
        return " ".join([*words[:place], *new, *words[place + drop:]])

    for place, word in enumerate(words):
        for other in _WORDS.get(word, ()):
            yield put(place, other)
    for place, word in enumerate(words):
        before = words[place - 1] if place else ""
        if word.isdigit():
            if word == "2" and before != "^":
                yield put(place)
            for other in dict.fromkeys((str(int(word) + 1), str(max(int(word) - 1, 0)), str(2 * int(word)), str(int(word) // 2))):
                if other != word and len(word) < 4:
                    yield put(place, other)
        if word == "^" and words[place + 1:place + 2] and words[place + 1] in ("2", "3", r"\top", "T"):
            yield put(place, drop=2)
    for place, word in enumerate(words):
        if word.isalpha() and len(word) == 1 or word in LETTERS or word == ")":
            end = place + 1
            if words[end:end + 1] == ["_"] or words[place - 1:place] in (["_"], ["^"]):
                continue
            if words[end:end + 1] != ["^"]:
                yield put(end, "^", "2", drop=0)
            yield put(end, r"^{\top}", drop=0) if words[end:end + 1] != ["^"] else put(place, word)
    if sides is not None:
        for factor in ("2", r"\frac{1}{2}", "-"):
            yield f"{sides[0]} = {factor} ({sides[1]})"
    names = names_in(text)
    for name in names:
        for other in letters:
            if other != name.latex:
                yield " ".join([*words[:name.start], other, *words[name.end:]])
    for place, word in enumerate(words):
        if word in ("+", "-", "=", "(", "{") and words[place + 1:place + 2] not in (["}"], [")"]):
            before = words[place - 1] if place else ""
            if word != "{" or before in ("}", r"\frac", r"\sqrt", "^"):
                yield put(place + 1, "2", drop=0)
                if word in ("=", "(", "{"):
                    yield put(place + 1, "-", drop=0)
    if sides is not None and whole:
        for other in letters:
            yield rf"{sides[0]} = {other} ({sides[1]})"
            yield rf"{sides[0]} = \frac{{{sides[1]}}}{{{other}}}"


__all__ = ["FAILS", "HOLDS", "MIXED", "OPEN", "certified", "changes", "holding", "mended", "renamed", "sizes_tell",
           "standing"]
