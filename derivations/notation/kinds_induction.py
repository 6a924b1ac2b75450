"""Induction: sequences by recursion, the claims, and from which whole number on; one line for each."""

from __future__ import annotations

from dataclasses import replace

from sympy import Tuple

from theoremtest.derivations.language.induction import Induction
from theoremtest.derivations.language.latex import to_latex
from theoremtest.derivations.language.statement import All, Equal

from .build import build
from .errors import NotationError
from .parser import parse
from .reading import READERS, equation, is_relation, lines_of, reader, right_side
from .tokens import tex_tokens

WORDS = r"\text{for every whole number}"


@reader(Induction)
def _induction(text, like, names):
    """The lines that `latex` writes; or the claims alone, or, of a single equation, its right-hand side."""
    if not is_relation(text) and isinstance(like.claim, Equal):
        return replace(like, claim=replace(like.claim, right=right_side(text, names, like.claim.left)))
    pieces = lines_of(text)
    start, sequences = like.start, like.sequences
    if any(token.text == WORDS for token in tex_tokens(pieces[-1][1])):
        start = _start(pieces.pop(), text, like, names)
        recursion, pieces = pieces[:2 * len(sequences)], pieces[2 * len(sequences):]
        sequences = _sequences(recursion, text, like, start, names)
    claims = list(like.claims())
    if len(pieces) != len(claims):
        raise NotationError(f"{len(claims)} claims are expected, one on each line; got {len(pieces)}", 1)
    read = [_shifted(piece, text, lambda part, claim=claim: READERS[type(claim)](part, claim, names))
            for piece, claim in zip(pieces, claims, strict=True)]
    return replace(like, claim=_in_place(like.claim, iter(read)), start=start, sequences=sequences)


def _start(piece, text, like, names) -> int:
    """`\\text{for every whole number} n \\geq 0`."""
    def read(part):
        tokens = tex_tokens(part)
        words = next(token for token in tokens if token.text == WORDS)
        relation = build(parse(part[words.column - 1 + len(WORDS):], "condition", names).children[0].children[2])
        if not relation.is_Integer:
            raise NotationError("an induction starts at a whole number", 1)
        return int(relation)

    return _shifted(piece, text, read)


def _sequences(pieces, text, like, start, names) -> dict:
    found = {}
    if len(pieces) != 2 * len(like.sequences):
        raise NotationError("for each sequence its first value and its next one are expected, one on each line", 1)
    for place, name in enumerate(like.sequences):
        values = []
        for piece, due in zip(pieces[2 * place:2 * place + 2], (name.func(start), name.func(like.over + 1)), strict=True):
            left, right, _ = _shifted(piece, text, lambda part: equation(part, names))
            if build(left) != due:
                raise NotationError(f"{to_latex(due)} is expected on the left", piece[0] + 1)
            values.append(build(right))
        found[name] = Tuple(*values)
    return found


def _shifted(piece, text, read):
    """What a line is read as; an error tells its column in the whole text."""
    start, part = piece
    try:
        return read(part)
    except NotationError as error:
        error.column += start if error.column else 0
        raise error.within(text) from None


def _in_place(claim, parts):
    """The claim with its parts replaced, one after the other."""
    if isinstance(claim, All):
        return replace(claim, members={name: _in_place(part, parts) for name, part in claim.members.items()})
    return next(parts)
