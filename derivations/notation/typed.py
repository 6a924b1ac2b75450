r"""A formula as it is typed in a manuscript, read as a statement: macros written out, declared names put in, what stands around the formula
told apart (initial values, conditions, further equations), chains of equations taken link by link.

What a piece says is used, checked or named, never dropped in silence: a condition is handed back to be checked against the claim's domain,
what stands beside the equation is held to the claim with it (`beside`) or named in a note, and any other piece is an error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from sympy.logic.boolalg import Boolean

from theoremtest.derivations.language.expectation import Expectation
from theoremtest.derivations.language.latex import to_latex
from theoremtest.derivations.language.statement import All, Conserved, Equal, Evolves, Gradient, Inverse, Limit, Solves, Statement

from .beside import Beside, claim_parts, condition, is_of, labels, link, means, start
from .cases import is_by_cases
from .conjunctions import connected, parts_of, placed
from .definitions import Defined, define_only, read_definitions
from .displays import Piece, both_signs, chain, display, pieces, relation_signs, sides_and_signs
from .errors import NotationError
from .names import names_of
from .put_in import counted_out, put_in
from .reading import read_statement
from .setting import Declaration, Setting, declaration, refuse_unread, within
from .signs import Link, approached, read_link, spoken_links
from .source import Source
from .tokens import Tex, tex_tokens

CHAINED = (Equal, Evolves, Solves, Conserved, Inverse, Gradient, Limit, Expectation)
"""Kinds of which a chain of equations is read link by link."""


@dataclass(frozen=True)
class Typed:
    """statement: what the formula says in the claim's place. also: further equations that it asserts, the links of a chain, which must
    hold too. conditions: those that it is said under, as typed and as read. notes: what was set aside. defined: the letters that it only
    defines, where the claim's printed formula does."""

    statement: Statement
    also: tuple[Statement, ...] = ()
    conditions: tuple[tuple[str, Boolean], ...] = ()
    notes: tuple[str, ...] = ()
    defined: tuple[Defined, ...] = ()


def read_typed(text: str | Source, like: Statement, setting: Setting | None = None) -> list[Typed]:
    """What a formula may say in the place of `like`; more than one for a chain, whose every pair of sides is an equation.

    Raises NotationError with the column of the text as typed.
    """
    setting = setting or Setting()
    try:
        shown = display(text, setting.macros)
        signs = [counted_out(put_in(one, setting.declared)) for one in both_signs(shown.formula)]
        with within(setting):
            refuse_unread(claim_parts(like), shown.formula.text)
            further = Beside()
            labels(shown.labels, like, further)
            for one in shown.noted:
                further.note("as it is no part of the relation", one)
            return [_with(item, further) for item in _signed(signs, like, setting)]
    except NotationError as error:
        raise error.within(text if isinstance(text, str) else text.text) from None


def _signed(signs: list[Source], like: Statement, setting: Setting) -> list[Typed]:
    """What a formula says, or both that it is with \\pm in it."""
    if len(signs) == 1:
        return [_with_the_rest(item, signs[0], like) for item in _read(signs[0], like, setting)]
    if isinstance(like, All):
        return _read(Source.joined(signs, r" \\ "), like, setting)
    upper, lower = (_read(one, like, setting) for one in signs)
    return [replace(item, also=(*item.also, lower[0].statement, *lower[0].also)) for item in upper]


def _with(item: Typed, further: Beside) -> Typed:
    return replace(item, also=(*item.also, *further.also), conditions=(*further.conditions, *item.conditions),
                   notes=(*further.notes, *item.notes))


def _with_the_rest(item: Typed, source: Source, like: Statement) -> Typed:
    """With a note of the functions of a system that are not given and stay as the claim has them."""
    if not isinstance(item.statement, Solves) or not isinstance(like, Solves):
        return item
    given = [tex_tokens(sides_and_signs(piece.source)[0][0].text) for piece in pieces(source)]
    left = [str(state) for state, value in item.statement.solution.items() if len(like.solution) > 1 and value is like.solution.get(state)
            and not any(names(to_latex(state), side) for side in given)]
    return replace(item, notes=(*item.notes, f"the functions not given here: {', '.join(left)}")) if left else item


def _read(source: Source, like: Statement, setting: Setting) -> list[Typed]:
    found = [piece for piece in pieces(source) if not approached(piece.source, like)]
    equations = [piece.source for piece in found if piece.kind == "equation"]
    if _read_otherwise(equations, like, setting):
        return _by_pieces(source, found, like, setting, None)
    whole = _as_a_whole(source, found, like)
    return whole if isinstance(whole, list) else _by_pieces(source, found, like, setting, whole)


def _read_otherwise(equations: Sequence[Source], like: Statement, setting: Setting) -> bool:
    """Whether the claim says how such equations are read: they define its letters, or their sign stands for another relation."""
    return define_only(equations, like, setting.defines) or any(spoken_links(item, setting.spoken)[0] for item in equations)


def _as_a_whole(source: Source, found: list[Piece], like: Statement) -> list[Typed] | NotationError:
    """The formula read as it stands; the error where that fails or where a wide space in it would go for a product."""
    if len(found) > 1 and any(piece.kind != "equation" for piece in found):
        return NotationError("this holds more than a formula")
    if len(found) > 1 and r"\quad" in source.text.replace(r"\qquad", r"\quad"):
        return NotationError("this holds more than one formula")
    try:
        return [Typed(placed(source, lambda: read_statement(_without_lead(source).text, like)))]
    except NotationError as error:
        return error


def _without_lead(source: Source) -> Source:
    """A formula that begins with its relation sign carries on from a line above: its right-hand side."""
    return source.part(1, len(source.text)) if source.text.startswith("=") else source


def _by_pieces(source: Source, found: list[Piece], like: Statement, setting: Setting,
               whole: NotationError | None) -> list[Typed]:
    equations = [piece.source for piece in found if piece.kind == "equation"]
    about = next((piece.source for piece in found if r"\approx" in relation_signs(piece.source.text)), None)
    if about is not None and whole is not None:
        raise NotationError(r"what is only about equal, \approx, is held to no claim that does not say what it is; mark the exact equation "
                            "by itself", about.column(1))
    if len(found) == 1 and isinstance(like, All) and is_by_cases(source):
        return _of_parts([source], like)
    alone = equations[0] if equations else source
    if len(found) == 1 and whole is not None and len(sides_and_signs(alone)[1]) < 2 and not (
            isinstance(like, All) and alone.text.startswith("=")):
        raise whole
    if not equations:
        raise NotationError("this holds no equation", found[0].source.column(1) if found else 1)
    further, defined = Beside(), []
    spoken = [tex_tokens(piece.source.text) for piece in found]
    for piece in found:
        if piece.kind == "definition":
            said = placed(piece.source, lambda piece=piece: declaration(piece.source.text))
            if means(said.left, piece.source, like, further):
                continue
            if sum(names(said.left, tokens) for tokens in spoken) < 2:
                further.note("as nothing here speaks of it", piece.source)
                continue
            defined.append(said)
            further.notes.append(f"read with {said.left} = {said.right}")
    with within(setting.with_more(defined)):
        for piece in found:
            _stands_beside(piece, like, further)
        read = _equations(equations, like, setting.with_more(defined))
    return [_with(item, further) for item in read]


def names(head: str, tokens: Sequence[Tex]) -> bool:
    """Whether a name stands among tokens."""
    words, wanted = [token.text for token in tokens], [token.text for token in tex_tokens(head)]
    return any(words[place:place + len(wanted)] == wanted for place in range(len(words) - len(wanted) + 1))


def _stands_beside(piece: Piece, like: Statement, further: Beside) -> None:
    """Hold, check or note a piece that is neither an equation nor a definition."""
    if piece.lead:
        further.notes.append(f"set aside, as it is no part of the claim: {piece.lead}")
    if piece.kind == "words":
        further.note("as it is no part of the claim", piece.source)
    elif piece.kind == "initial":
        start(piece.source, like, further)
    elif piece.kind == "condition":
        if relation_signs(piece.source):
            further.conditions.append(condition(piece.source, like))
        else:
            further.note("as it is no relation", piece.source)
    elif piece.kind not in ("equation", "definition"):
        raise NotationError(f"a piece of kind {piece.kind} has no meaning here", piece.source.column(1))


def _equations(equations: list[Source], like: Statement, setting: Setting) -> list[Typed]:
    if define_only(equations, like, setting.defines):
        statement, defined = read_definitions(equations, like, setting.defines)
        return [Typed(statement, defined=tuple(defined), notes=("it defines letters of the claim, whose statement is decided with them",))]
    links = [spoken_links(item, setting.spoken) for item in equations]
    if any(link for link, _ in links):
        rest = [run for (link, runs), item in zip(links, equations, strict=True) for run in (runs if link else [item])]
        return _spoken([link for found, _ in links for link in found], rest, like, setting)
    if isinstance(like, All):
        return _of_parts(equations, like)
    if len(equations) == 1:
        return _one(equations[0], like)
    errors, found = [], []
    for source in equations:
        others = [other for other in equations if other is not source]
        try:
            defined = [_defining(other, source, like) for other in others]
            with within(setting.with_more(defined)):
                found.append([replace(item, notes=(*item.notes, *(f"read with {d.left} = {d.right}" for d in defined)))
                              for item in _one(source, like)])
        except NotationError as error:
            errors.append(error)
    return found[0] if len(found) == 1 else _refuse_many(equations)


def _spoken(links: Sequence[Link], rest: list[Source], like: Statement, setting: Setting) -> list[Typed]:
    """Relations whose sign the claim reads as another, in their parts' places, and the equations beside them."""
    read: dict[str, Statement] = {}
    for left, right, sign in links:
        name, statement = read_link(left, right, sign, like, setting.spoken)
        if name in read:
            raise NotationError(f"{sign} stands here twice, and the claim has one such relation", right.column(1))
        read[name] = statement
    notes = tuple(f"{sign} is read as the claim reads it: {read[name].latex()}"
                  for name, (_, _, sign) in zip(read, links, strict=True))
    if isinstance(like, All):
        return [replace(item, notes=(*notes, *item.notes)) for item in _of_parts(rest, like, read)]
    also = [link(Source.joined(list(pair), " = "), like) for run in rest for pair in pairwise(sides_and_signs(run)[0])]
    return [Typed(read[""], tuple(item for item in also if item is not None), notes=notes)]


def _of_parts(equations: list[Source], like: All, read: Mapping[str, Statement] | None = None) -> list[Typed]:
    statement, also, notes = parts_of(equations, like, read)
    return [Typed(statement, also, (), notes)]


def _defining(source: Source, used_in: Source, like: Statement) -> Declaration:
    """An equation beside another as what its letter stands for there: a letter that the claim does not know and the other names."""
    said = declaration(source.text)
    if not names(said.left, tex_tokens(used_in.text)) or names_of(like).has(said.left) or is_of(said.left, like):
        raise NotationError("a further equation")
    return said


def _refuse_many(equations: list[Source]) -> list[Typed]:
    raise NotationError(f"{len(equations)} equations stand here, and the claim has one; mark each on its own, or put `\\text{{where }}` "
                        "before what only says what a letter stands for", equations[1].column(1))


def _one(source: Source, like: Statement) -> list[Typed]:
    sides = chain(source)
    if len(sides) < 3 or not isinstance(like, CHAINED):
        return [Typed(placed(source, lambda: read_statement(_without_lead(source).text, like)))]
    return _links(sides, like)


def _links(sides: list[Source], like: Statement) -> list[Typed]:
    """The equations of a chain: any pair of sides may be the claim, and every link must hold."""
    errors, found = [], []
    pairs = [(0, len(sides) - 1), *((0, k) for k in range(1, len(sides) - 1)),
             *((k, m) for k in range(1, len(sides)) for m in range(k + 1, len(sides)))]
    for first, last in pairs:
        equation = Source.joined([sides[first], sides[last]], " = ")
        try:
            statement = placed(equation, lambda equation=equation: read_statement(equation.text, like))
        except NotationError as error:
            errors.append(error)
            continue
        found.append(((first, last), statement))
    if not found:
        raise max(errors, key=lambda error: error.column)
    known = dict(found)
    return [Typed(statement, tuple(_further_links(sides, pair, known, like))) for pair, statement in found]


def _further_links(sides: list[Source], pair: tuple[int, int], known: dict, like: Statement) -> list[Statement]:
    """What a chain asserts beside the equation of one pair of its sides: every link, itself or by what joins its ends otherwise."""
    also: list[Statement] = []
    tied, open_links = [pair], []
    for pair_of in ((k, k + 1) for k in range(len(sides) - 1) if (k, k + 1) != pair):
        try:
            statement = known.get(pair_of) or link(Source.joined([sides[k] for k in pair_of], " = "), like)
        except NotationError as error:
            open_links.append((pair_of, error))
            continue
        tied.append(pair_of)
        if statement is not None:
            also.append(statement)
    for ends, error in open_links:
        if connected(*ends, tied):
            continue
        more = [edge for edge in known if edge not in tied]
        if not connected(*ends, [*tied, *more]):
            raise error
        also += [known[edge] for edge in more]
        tied += more
    return also


__all__ = ["Declaration", "Setting", "Typed", "declaration", "read_typed"]
