"""The equations of a display, each with its part of a conjunction: known by its left side, by its place in a chain, by the condition of a
case; the parts that are not given stay as they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from theoremtest.derivations.language.statement import All, Statement

from .canonical import same_formula
from .cases import by_cases, is_by_cases, remarks
from .displays import chain, sides_and_signs
from .errors import NotationError
from .kinds_parts import in_their_order, parts_meant, read_if_same_left
from .reading import read_statement
from .setting import current
from .source import Source


def placed(source: Source, read: Callable[[], Any]) -> Any:
    """What a piece is read as; an error tells its place in the text as typed."""
    try:
        return read()
    except NotationError as error:
        raise error.moved(source.column(error.column)) from None


def connected(one: int, other: int, edges: Sequence[tuple[int, int]]) -> bool:
    """Whether a path of edges leads from one side to another."""
    reached, grown = {one}, True
    while grown:
        more = {side for edge in edges if reached & set(edge) for side in edge} - reached
        reached |= more
        grown = bool(more)
    return other in reached


def parts_of(equations: list[Source], like: All,
             read: Mapping[str, Statement] | None = None) -> tuple[Statement, tuple[Statement, ...], tuple[str, ...]]:
    """A conjunction with its parts as the equations have them, what else must hold, and notes.

    Every equation is a part, known by its left side; parts that are not given, nor read already, stay as they are.
    """
    members, also = {**like.members, **(read or {})}, []
    given: set[str] = set(read or {})
    if len(equations) == len(like.members) and not given:
        whole = Source.joined(equations, r" \\ ")
        try:
            return placed(whole, lambda: read_statement(whole.text, like)), (), ()
        except NotationError:
            pass
    for source in equations:
        for name, said in by_cases(source, like, current().spoken):
            also += [said] if name in given else []
            members[name] = members[name] if name in given else said
            given.add(name)
        if is_by_cases(source):
            continue
        for pair, names in _assigned(source, like, given):
            for name in names:
                if name in given:
                    also.append(placed(pair, lambda pair=pair, name=name: read_statement(pair.text, like.members[name])))
                    continue
                given.add(name)
                members[name] = placed(pair, lambda pair=pair, name=name: read_statement(pair.text, like.members[name]))
    left = [name for name in like.members if name not in given]
    notes = (f"the parts not given here: {', '.join(left)}",) if left else ()
    notes += tuple(f"set aside, as it restricts nothing: {words}" for source in equations for words in remarks(source))
    return replace(like, members=members), tuple(also), notes


def _assigned(source: Source, like: All, given: set[str]) -> list[tuple[Source, list[str]]]:
    """The equations that a formula makes of a conjunction, each with its parts: one, or the links of a chain."""
    sides, signs = sides_and_signs(source)
    if not sides[0].text:
        links = [Source.joined(list(pair), f" {sign} ") for *pair, sign in zip(sides[1:], sides[2:], signs[1:], strict=False)]
        first = _carried_on(sides[1], like)
        return [first, *_one_by_one(links, like, given | set(first[1]))]
    if len(sides) < 3:
        return [(source, placed(source, lambda: parts_meant(source.text, like, given)))]
    if set(signs) != {"="}:
        links = [Source.joined(list(pair), f" {sign} ") for *pair, sign in zip(sides, sides[1:], signs, strict=False)]
        return _one_by_one(links, like, given)
    made = [Source.joined([sides[0], side], " = ") for side in sides[1:]]
    links = [Source.joined([sides[k], sides[k + 1]], " = ") for k in range(len(chain(source)) - 1)]
    for pairs in (made, links):
        in_order = {} if given else in_their_order([pair.text for pair in pairs], like)
        if in_order:
            return [(pair, [in_order[number]]) for number, pair in enumerate(pairs)]
    told = [] if given else _any_sides(sides, like)
    return told or _one_by_one(made, like, given)


def _one_by_one(pairs: Sequence[Source], like: All, given: set[str]) -> list[tuple[Source, list[str]]]:
    """Every relation with its part, one that no relation before it took where it fits several."""
    found, taken = [], set(given)
    for pair in pairs:
        names = placed(pair, lambda pair=pair, taken=frozenset(taken): parts_meant(pair.text, like, taken))
        taken |= set(names)
        found.append((pair, names))
    return found


def _carried_on(source: Source, like: All) -> tuple[Source, list[str]]:
    """A right-hand side that carries on from a line above, and the one part that it is the right-hand side of."""
    fitting = {}
    for name, part in like.members.items():
        try:
            fitting[name] = read_statement(source.text, part)
        except NotationError:
            continue
    own = list(fitting) if len(fitting) == 1 else [name for name, read in fitting.items() if same_formula(read, like.members[name])]
    if len(own) != 1:
        raise NotationError(f"this begins with its sign, and is the right-hand side of {len(own)} of the parts {', '.join(like.members)}; "
                            "write the whole relation, or name the part", source.column(1))
    return source, own


def _any_sides(sides: list[Source], like: All) -> list[tuple[Source, list[str]]]:
    """For every part of a conjunction a pair of a chain's sides that says it; empty where a part has none or a link is left over."""
    pairs = [(k, m) for k in range(len(sides)) for m in range(k + 1, len(sides))]
    texts = {pair: Source.joined([sides[k] for k in pair], " = ") for pair in pairs}
    fitting = {name: [(pair, read) for pair in pairs if (read := read_if_same_left(texts[pair].text, part)) is not None]
               for name, part in like.members.items()}
    if not all(fitting.values()):
        return []
    chosen = [(next((pair for pair, read in found if same_formula(read, like.members[name])), found[0][0]), name)
              for name, found in fitting.items()]
    for name, found in fitting.items():  # a side that is left over is held to the part that has the other one
        for pair, _ in found:
            if not connected(*pair, [edge for edge, _ in chosen]):
                chosen.append((pair, name))
    if not all(connected(k, k + 1, [edge for edge, _ in chosen]) for k in range(len(sides) - 1)):
        return []
    return [(texts[pair], [name]) for pair, name in chosen]
