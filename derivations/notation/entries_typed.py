r"""Entries that a display types and no comment declares: `W_{ij}` of a declared matrix W and `x_i` of a declared vector x, where i and j
are letters that mean nothing else."""

from __future__ import annotations

from dataclasses import replace

from sympy.matrices.expressions.matexpr import MatrixSymbol

from .errors import NotationError
from .ground import LETTERS, Ground
from .groups import group
from .setting import declaration
from .source import Source
from .tokens import Tex, tex_tokens


def with_entries(ground: Ground, source: Source) -> Ground:
    """The ground with a declaration `W_{i j} = [W]_{i j}` for every entry that a formula speaks of."""
    matrices = [(name, [token.text for token in tex_tokens(name)], letter) for name, letter in ground.letters.items()
                if isinstance(letter, MatrixSymbol)]
    if not matrices:
        return ground
    tokens = [token for token in tex_tokens(source.text) if not token.text.isspace()]
    words = [token.text for token in tokens]
    found: dict[str, None] = {}
    for name, spelled, letter in matrices:
        for place in range(len(words) - len(spelled)):
            if words[place:place + len(spelled)] == spelled and words[place + len(spelled)] == "_":
                indices = _indices(tokens, place + len(spelled) + 1, ground)
                if len(indices) == (1 if 1 in letter.shape else 2) and ground.letter(f"{name}_{{{' '.join(indices)}}}") is None:
                    found[f"{name}_{{{' '.join(indices)}}} = [{name}]_{{{' '.join(indices)}}}"] = None
    known = {"".join(item.left.split()) for item in ground.declared}
    made = [item for item in map(declaration, found) if "".join(item.left.split()) not in known]
    return replace(ground, declared=(*ground.declared, *made)) if made else ground


def _indices(tokens: list[Tex], place: int, ground: Ground) -> list[str]:
    """The letters below a name, where all are letters that nothing was said of; else none."""
    try:
        inner, _ = group(tokens, place)
    except NotationError:
        return []
    words = [token.text for token in inner if token.text != ","]
    free = all((word in LETTERS or (len(word) == 1 and word.isalpha())) and ground.letter(word) is None for word in words)
    return words if free else []


__all__ = ["with_entries"]
