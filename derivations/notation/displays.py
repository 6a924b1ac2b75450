r"""A display taken apart: what is layout is passed over, rows that carry on are joined, braces are opened, and what stands behind `\quad`
or a comma becomes a piece of its own, known by what it says.

Every token ends as part of a piece, as layout of a closed list (`layout`), or in a note; anything else is an error.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from .braces import Labels, read_in_place
from .errors import NotationError
from .layout import SPACES, WIDE
from .limits import SIDES
from .respelled import respelled, words_at
from .rows import CELL, OPERATORS, ORDERS, READ, Laid
from .source import Source
from .tex import USUAL, Kind, Meaning, Token, spelled, written
from .tex.spans import Spans, depths, trimmed


@dataclass(frozen=True)
class Piece:
    """A piece of a display: `kind` is `equation`, `condition`, `words`, `initial` or `definition`. lead: the words before an equation.
    given: words such as `for` say that it is a condition. behind: what divides it from what stands before it."""

    kind: str
    source: Source
    lead: str = ""
    given: bool = False
    behind: str = ""


@dataclass(frozen=True)
class Display:
    """What a display says: the formula that is read, and beside it labels of braces, each with the part that it stands beside, and what is
    only noted."""

    formula: Source
    labels: tuple[tuple[Source, Source], ...] = ()
    noted: tuple[Source, ...] = ()


def display(text: str | Source, macros: Mapping[str, Meaning] | None = None) -> Display:
    """A display taken apart up to its pieces. Raises NotationError with the column of what has no place in one."""
    tokens = _inside_math(written(Source.of(text) if isinstance(text, str) else text, {**USUAL, **(macros or {})}))
    laid = Laid(tokens)
    _refuse_number(laid)
    labels = Labels()
    noted = [Source.made(one) for one in laid.noted()]
    formula = respelled(read_in_place(laid.flat(), labels), noted)
    beside = tuple((respelled(part.tokens, noted), respelled(label.tokens, noted)) for part, label in labels.labels)
    return Display(formula, beside, (*noted, *labels.noted))


def bare(text: str | Source, macros: Mapping[str, Meaning] | None = None) -> Source:
    """The formula of a display."""
    return display(text, macros).formula


_DELIMITERS = {r"\[": r"\]", r"\(": r"\)", "$": "$", "$$": "$$"}


def _inside_math(tokens: list[Token]) -> list[Token]:
    tokens = trimmed(tokens)
    if len(tokens) > 1 and tokens[0].text in _DELIMITERS and tokens[-1].text == _DELIMITERS[tokens[0].text]:
        return trimmed(tokens[1:-1])
    return tokens


_NUMBER = re.compile(r"\(\s*(?:[A-Z]\.?)?\d+(?:\.\d+)*[a-z]?\s*\)[\s.,]*")


def _refuse_number(laid: Laid) -> None:
    """Raise NotationError for a number behind a wide space, which is an equation's number or a factor."""
    inked = [place for place in range(len(laid.tokens)) if laid.ink(place)]
    wide = laid.spaces()
    behind = [place for place in inked if wide and place > wide[-1]]
    if behind and behind != inked and _NUMBER.fullmatch(spelled([laid.tokens[place] for place in behind])[0]):
        raise NotationError("the number behind the wide space reads two ways: the equation's number, or a factor; write \\tag{...} for the "
                            "number", laid.tokens[wide[-1]].at)


def both_signs(source: Source) -> list[Source]:
    r"""A formula with \pm as the two formulas that it stands for, the upper signs first; any other formula as it is."""
    if not any(token.text in (r"\pm", r"\mp") for token in source.tokens):
        return [source]
    turned = {r"\pm": {"+": "+", "-": "-"}, r"\mp": {"+": "-", "-": "+"}}
    return [Source.made(Token(Kind.CHARACTER, turned[token.text][upper], token.at) if token.text in turned else token
                        for token in source.tokens) for upper in "+-"]


# pieces ----------------------------------------------------------------------------------------------------------------

_HARMLESS = {"", "and", "a.s", "almost surely", "respectively", "resp", "so", "thus", "hence", "then"}
_EACH = {"for all", "for any", "for every", "for each"}
_DEFINING, _GIVEN = {"where", "with"}, {"if", "for", "when", *_EACH, "as", "whenever", "given", "on"}
_REASONS = re.compile(r"(?:since|because|using|due to|via|by(?! (?:an?|at|about|some|more|less|no|up|half|one|two|\d)\b)) ")
"""How words begin that say why a relation holds, and nothing of it."""
_OPENING = _DEFINING | {"as", "if", "for", "when", "whenever", "for all", "for any", "for each"}
_LEADS_ON = {"", "and", "so", "then", "thus", "hence"}
ARROWS = (r"\implies", r"\Rightarrow", r"\Longrightarrow")


def pieces(source: Source) -> list[Piece]:
    """The pieces of a formula between commas, semicolons, wide spaces and arrows between such that stand outside every bracket."""
    found = []
    for part, hence, divider in _parts(_quantified_last(_without_reasons(merged(source)))):
        piece = replace(_piece(part), behind=divider)
        found.append(replace(piece, lead=f"{hence} {piece.lead}".strip()) if hence else piece)
    return found


def _quantified_last(tokens: list[Token]) -> list[Token]:
    r"""What is said of letters first, `\forall x > 0: ...`, as a condition behind the rest."""
    words, universal, _ = _lead(tokens, Spans(tokens))
    if universal or words.strip(" ,.:").lower() in _EACH:
        colons = [place for place, (token, deep) in enumerate(zip(tokens, depths(tokens))) if deep == 0 and token.text in (":", r"\colon")]
        if len(colons) == 1 and any(not one.blank for one in tokens[colons[0] + 1:]):
            return [*tokens[colons[0] + 1:], *tokens[:colons[0]]]
    return tokens


def _without_reasons(tokens: list[Token]) -> list[Token]:
    r"""The tokens without words that say why a relation holds, `\text{by Lemma 3}`, where it goes on behind them or ends."""
    spans, made, place = Spans(tokens), [], 0
    while place < len(tokens):
        words, after = words_at(tokens, place, spans)
        follows = next((one.text for one in tokens[after:] if not (one.blank or one.text in SPACES or one.text in (".", ","))), "")
        said = _REASONS.match(words.strip(" ([").lower())
        if after > place and said and (not follows or follows in READ | WIDE | {r"\\"}) and any(not one.blank for one in made):
            place = after
            continue
        made.append(tokens[place])
        place += 1
    return made


def merged(source: Source) -> list[Token]:
    r"""The tokens of a text that was written out, \begin and \end with the names of their environments."""
    return written(source, {})


def _piece(part: list[Token]) -> Piece:
    source, spans = Source.made(part), Spans(part)
    lead, universal, after = _lead(part, spans)
    words = lead.strip(" ,.:").lower()
    if all(token.blank or token.text in (".", ",", ";") or token.text in SPACES for token in part[after:]) and not universal and after:
        if words not in _HARMLESS:
            raise NotationError(f"the words {words!r} have no meaning here", source.column(1))
        return Piece("words", source)
    if _names_a_function(part, spans):
        lead, words, universal, after = "", "", False, 0
    universal = universal or words.startswith(("for ", "if ", "when ", "as ")) or words in _GIVEN
    inner = Source.made(part[after:]) if words or universal else source
    if words in _DEFINING:
        return Piece("definition", inner)
    if universal:
        return Piece("condition", inner, given=True)
    if words not in _LEADS_ON:
        raise NotationError(f"the words {words!r} have no meaning here", source.column(1))
    return Piece(_kind(inner), inner, words)


def _lead(part: Sequence[Token], spans: Spans) -> tuple[str, bool, int]:
    r"""The words that a piece begins with, whether \forall is among them, and where the rest begins."""
    said, universal, place = [], False, 0
    while place < len(part):
        words, after = words_at(part, place, spans)
        if after > place:
            said.append(words)
            place = after
        elif part[place].text == r"\forall":
            universal, place = True, place + 1
        elif part[place].blank or part[place].text in SPACES or part[place].kind is Kind.PARAGRAPH:
            place += 1
        else:
            break
    return " ".join(said), universal, place if said or universal else 0


def _names_a_function(part: Sequence[Token], spans: Spans) -> bool:
    """Whether a piece begins with a word that has a bracket behind it and so names a function."""
    place = 0
    while place < len(part) and (part[place].blank or part[place].text in SPACES | {"-", "+", "="}):
        place += 1
    words, after = words_at(part, place, spans)
    after = spans.past_blank(after)
    if after < len(part) and part[after].text == r"\left":
        after = spans.past_blank(after + 1)
    return after > place and words.isalpha() and after < len(part) and part[after].text in ("(", "[")


_RANGE = re.compile(r"^[A-Za-z]\s*(?:=|\\in\b)\s*(?:\\\{\s*)?[01]\s*,.*\\[lc]?dots", re.DOTALL)
_INITIAL = re.compile(r"^.{0,80}?(?:\(\s*(?:0|t_0|t_\{0\})\s*\)|\|_\{?\s*t\s*=\s*0\s*\}?)(?:\s|\\[,;:! ]|\^\{?\\top\}?)*=", re.DOTALL)


def _kind(part: Source) -> str:
    if _RANGE.match(part.text):
        return "words"
    signs = relation_signs(part)
    if not signs:
        return "condition" if any(token.text == r"\in" for token in part.tokens[:40]) else "equation"
    if _INITIAL.match(part.text):
        return "initial"
    return "equation" if {"=", r"\approx", r"\to", r"\propto"} & set(signs) else "condition"


def _parts(tokens: Sequence[Token]) -> list[tuple[list[Token], str, str]]:
    """The tokens between those that divide a display, and of each the arrow that leads to it and what divides it from the last one."""
    found: list[list[Token]] = [[]]
    arrows, dividers = [""], [""]
    depth_of, spans = depths(tokens), Spans(tokens)
    following = _following(tokens)
    place = 0
    while place < len(tokens):
        token = tokens[place]
        if depth_of[place] == 0 and _says_when(tokens, place, spans) and any(not one.blank for one in found[-1]):
            found.append([])
            arrows.append("")
            dividers.append("")
        divides = depth_of[place] == 0 and (
            (token.text in (",", ";") and _ends_here(tokens, place + 1, spans)) or token.text == r"\\"
            or (token.text in WIDE and token.kind is Kind.COMMAND and not _joins(tokens, following[place + 1], following, spans)))
        if divides:
            after = _past_arrow(tokens, place + 1, following) if token.text in WIDE else place + 1
            found.append([])
            arrows.append("hence" if after > place + 1 else "")
            dividers.append(token.text)
            place = after
            continue
        found[-1].append(token)
        place += 1
    return [(part, arrow, divider) for part, arrow, divider in zip(map(_without_spaces, found), arrows, dividers, strict=True)
            if any(not (token.blank or token.text in (".", ",", ";") or token.text in WIDE) for token in part)]


def _says_when(tokens: Sequence[Token], place: int, spans: Spans) -> bool:
    r"""Whether a condition or a definition begins here: with \forall, or with words such as `for` and `where`."""
    words, after = words_at(tokens, place, spans)
    return tokens[place].text == r"\forall" or (after > place and words.strip(" ,.:").lower() in _OPENING)


def _without_spaces(part: Sequence[Token]) -> list[Token]:
    part = trimmed(part)
    while part and (part[0].text in SPACES or part[0].blank):
        part = part[1:]
    return part


def _past_arrow(tokens: Sequence[Token], place: int, following: Sequence[int]) -> int:
    """Behind an arrow between wide spaces, which leads from one equation to the next; without them it joins two conditions."""
    at = following[place]
    if at < len(tokens) and tokens[at].text in ARROWS and at + 1 < len(tokens):
        after = _past_spaces(tokens, at + 1)
        if after < len(tokens) and tokens[after].text in WIDE:
            return after + 1
    return place


def _past_spaces(tokens: Sequence[Token], place: int, wide: bool = False) -> int:
    while place < len(tokens) and (tokens[place].blank or tokens[place].kind is Kind.PARAGRAPH or tokens[place].text in SPACES
                                   or (wide and tokens[place].text in WIDE)):
        place += 1
    return place


def _following(tokens: Sequence[Token]) -> list[int]:
    """For every place the next one with a token that is no space."""
    found = [len(tokens)] * (len(tokens) + 1)
    for place in range(len(tokens) - 1, -1, -1):
        found[place] = found[place + 1] if _past_spaces(tokens[place:place + 1], 0, wide=True) else place
    return found


def _joins(tokens: Sequence[Token], place: int, following: Sequence[int], spans: Spans) -> bool:
    """Whether what stands at a place, behind a wide space, goes on with what stands before that."""
    if place in spans.closing and spans.past_blank(place + 1) == spans.closing[place]:
        place = following[spans.closing[place] + 1]
    return place < len(tokens) and tokens[place].text in OPERATORS | ORDERS | {"="}


def _ends_here(tokens: Sequence[Token], place: int, spans: Spans) -> bool:
    """Whether a comma ends a piece: a wide space, words, a line break or an equation of its own follow."""
    place = _past_spaces(tokens, place)
    if place >= len(tokens) or tokens[place].text in WIDE | {r"\\", r"\forall"} or words_at(tokens, place, spans)[1] > place:
        return True
    depth = 0
    for token in tokens[place:place + 80]:
        depth += (token.text in ("{", "(")) - (token.text in ("}", ")"))
        if token.text in (",", ";"):
            return False
        if token.text in ("=", "<", ">", r"\geq", r"\ge", r"\leq", r"\le", r"\coloneqq"):
            return depth == 0
    return False


# sides -----------------------------------------------------------------------------------------------------------------


def relation_signs(source: str | Source) -> list[str]:
    """The relation signs outside every bracket, in order, each as TeX spells it."""
    return sides_and_signs(Source.of(source) if isinstance(source, str) else source)[1]


def sides_and_signs(source: Source) -> tuple[list[Source], list[str]]:
    """The sides of a relation and the signs between them; the first side is empty where the formula begins with its sign."""
    sides, signs = _sides(source)
    return sides, [sign.text for sign in signs]


def _sides(source: Source) -> tuple[list[Source], list[Token]]:
    sides: list[list[Token]] = [[]]
    signs: list[Token] = []
    tokens = merged(source)
    for token, depth in zip(tokens, depths(tokens), strict=True):
        if depth == 0 and token.text in READ:
            last = next((one for one in reversed(sides[-1]) if not one.blank), None)
            if last is not None and last.text in (",", ";", "."):
                raise NotationError(f"{last.text} before {token.text} says nothing", last.at)
            signs.append(token)
            sides.append([])
        else:
            sides[-1].append(token)
    return list(map(Source.made, sides)), signs


def chain(source: Source) -> list[Source]:
    """The sides of a chain a = b = c; the formula itself where it is none. Raises NotationError for a chain too long."""
    sides, signs = sides_and_signs(source)
    if len(sides) > SIDES:
        raise NotationError(f"a chain of {len(sides)} sides; at most {SIDES} are read; mark its links by themselves",
                            sides[SIDES].column(1))
    return sides if len(signs) > 1 and set(signs) == {"="} else [source]


def last_side(source: Source) -> Source | None:
    """What stands behind the last relation sign, where every sign is one of equality; None for anything else."""
    sides, signs = sides_and_signs(source)
    return sides[-1] if signs and set(signs) == {"="} else None


def grid(source: Source, names: Sequence[str]) -> tuple[Source, list[list[Source]]] | None:
    """What stands before an environment of one of these names that ends a formula, and its cells row by row; None where none does."""
    tokens = merged(source)
    end = len(tokens)
    while end and (tokens[end - 1].blank or tokens[end - 1].text in (".", ",", ";")):
        end -= 1
    if not end or tokens[end - 1].kind is not Kind.END or tokens[end - 1].name not in names:
        return None
    depth, start = 0, end - 1
    while start >= 0:
        depth += (tokens[start].kind is Kind.END) - (tokens[start].kind is Kind.BEGIN)
        if depth == 0:
            break
        start -= 1
    inner = Laid(tokens[start + 1:end - 1])
    rows = []
    for row in inner.rows:
        cells: list[list[Token]] = [[]]
        for place in range(row.start, row.end):
            if inner.roles[place] is CELL:
                cells.append([])
            else:
                cells[-1].append(inner.tokens[place])
        rows.append([Source.made(cell) for cell in cells])
    return Source.made(tokens[:start]), rows


__all__ = ["Display", "Piece", "bare", "both_signs", "chain", "display", "grid", "last_side", "pieces", "relation_signs",
           "sides_and_signs"]
