"""Points: does a statement certainly fail at one point of its domain, given in exact numbers? Does it say anything at one?

The point lies inside everything that is quoted: each condition of the domain is shown to hold there, and each thing that a letter is by its
making. A statement fails at it where one of its goals does, or where what it speaks of has no value; it says something there where all that
its goals suppose holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from flint import fmpq

from .contrary import excluded
from .goals import Goal, goals, tail
from .numbers import NoValue, Numbers, Unsettled, ball, settled, sign_of
from .probabilities import probability
from .terms import Record, Refused, Term, read

FAILS, VALUELESS, SPEAKS, SILENT = "fails", "has no value", "says something", "says nothing"


def fails(tree: list, point: list, proofs: Sequence[dict] = (), put_in: Sequence[int] = ()) -> str:
    """How a statement fails at a point; both plain data, the point letters with numbers. Raises Refused where it is not seen so.

    proofs: of a goal's contrary at the point, and of the goals before (`contrary`); put_in: the letters of the point that they have put in.
    """
    found = _asked(partial(_fails_by, proofs, put_in) if proofs else _fails, tree, point)
    if not found:
        raise Refused("the statement is not seen to fail at the point")
    return found


def speaks(tree: list, point: list) -> None:
    """Make sure that a statement says something at a point. Raises Refused where that is not seen."""
    if not _asked(_speaks, tree, point):
        raise Refused("the statement is not seen to say anything at the point")


def silent(tree: list, point: list) -> bool:
    """Whether a point is one of the domain at which something that a statement supposes does certainly not hold, as that |x| has a slope
    where x is 0: the statement says nothing there."""
    return bool(_asked(_silent, tree, point))


def _asked(question: Callable[[Record, dict], str], tree: list, point: list) -> str:
    try:
        statement, values = read(tree), read(point)
        if not (isinstance(statement, Record) and isinstance(values, dict)):
            raise Refused("a statement is a record, and a point gives values to letters")
        return question(statement, values)
    except (TypeError, ValueError, IndexError, KeyError, AttributeError, ZeroDivisionError, OverflowError, RecursionError) as error:
        raise Refused(f"the point cannot be read: {type(error).__name__}: {error}") from None


def _fails_by(proofs: Sequence[dict], put_in: Sequence[int], statement: Record, values: dict) -> str:
    letters, asked = list(values), goals(statement)
    there = {letters[place]: values[letters[place]] for place in put_in}
    return settled(lambda: FAILS if excluded(asked, proofs, there, _numbers(values)) else "") or ""


def _speaks(statement: Record, values: dict) -> str:
    facts = [fact for goal in goals(statement) for fact in (*goal.hypotheses, *goal.unused, *goal.given)]
    return settled(lambda: SPEAKS if all(map(_numbers(values).truth, facts)) else "") or ""


def _silent(statement: Record, values: dict) -> str:
    asked, point = goals(statement), partial(_numbers, values)
    held = [fact for goal in asked for fact in (*goal.hypotheses, *goal.unused)]
    given = [fact for goal in asked for fact in goal.given]
    return settled(lambda: SILENT if all(map(point().truth, held)) and not all(map(point().truth, given)) else "") or ""


def _fails(statement: Record, values: dict) -> str:
    asked, refusals = [goal for goal in goals(statement) if goal.refutes], []
    draws = statement["draws"].keys() & values.keys() if statement.kind == "TailBound" else ()
    if draws:  # beside the point a law of each draw is given
        laws = {letter: values[letter] for letter in draws}
        rest = {letter: value for letter, value in values.items() if letter not in draws}
        return settled(lambda: _likelier(statement, goals(statement)[0], rest, laws)) or ""

    def first() -> str:
        point = _numbers(values)
        for goal in asked:
            try:
                if found := _fails_one(goal, point):
                    return found
            except Unsettled:
                continue
            except Refused as refused:  # another goal may fail
                refusals.append(refused)
        raise Unsettled

    found = settled(first)
    if not found and refusals:
        raise refusals[-1]
    return found or ""


def _likelier(statement: Record, goal: Goal, values: dict, laws: dict) -> str:
    """Whether the event is likelier than its bound, under laws of the draws at a point of the domain."""
    point, plain = _numbers(values), Numbers({})
    if not all(map(point.truth, (*goal.hypotheses, *goal.unused))):
        return ""
    event, most, draws = tail(statement)
    found = probability(point, event, draws, {letter: plain.grid(law) for letter, law in laws.items()})
    return FAILS if sign_of(ball(found) - ball(point.scalar(most))) > 0 else ""


def _numbers(values: dict) -> Numbers:
    """The point. Raises Refused where a matrix is not of the sizes that its letter has there."""
    plain = Numbers({})
    found = Numbers({letter: plain.value(value) for letter, value in values.items() if isinstance(letter, Term)})
    for letter, value in found.values.items():
        if letter.head == "MatrixSymbol":
            sizes = tuple(found.size(size) for size in letter.args)
            if not isinstance(value, list):
                found.values[letter] = value = [[value]]
            if sizes != (len(value), len(value[0])):
                raise Refused(f"the value of {letter!r} has other sizes than it has")
        elif letter.head not in ("Symbol", "Space") or isinstance(value, list):
            raise Refused(f"{letter!r} is no letter that a point gives a number to")
        if letter.head == "Space" and not (isinstance(value, fmpq) and value.q == 1 and value > 0):
            raise Refused("the dimension of a space is a whole number")
    return found


def _fails_one(goal: Goal, point: Numbers) -> str:
    """How a goal fails; empty where it does not, or where the point is none of its domain. That what an identity supposes has no value is
    no failure of it, unless values are asked for."""
    try:
        if not all(point.truth(fact) for fact in (*goal.hypotheses, *goal.unused)):
            return ""
    except NoValue:
        return ""  # no point of the domain
    try:
        if not all(point.truth(fact) for fact in goal.given if fact not in goal.sufficient):
            return VALUELESS
        if not all(point.truth(fact) for fact in goal.given if fact in goal.sufficient):
            return ""
        return "" if point.truth(goal.fact) else FAILS
    except NoValue:
        return VALUELESS if goal.given else FAILS


