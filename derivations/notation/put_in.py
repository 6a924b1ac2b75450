r"""Declared names that stand for what no expression is: a limit, a mean, a sum over an index, the root of a matrix. Their text is put in
where the formula names them, as `\mathcal{R}(\infty) = \lim_{t \to \infty} \mathcal{R}(t)` and `\mathbf{E} = \sum_{n}` have it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .setting import Declaration
from .source import Source

_OPENS = re.compile(r"\s*(?:\\lim|\\sum|\\mathbb\{E\}|\\operatorname\{(?:plim|Var|Cov)\})(?![A-Za-z])")
_ROOT = re.compile(r"\s*\\sqrt(?![A-Za-z])")
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\S")


def stands_for_text(item: Declaration) -> bool:
    """Whether a declared name is put in as text."""
    return _OPENS.match(item.right) is not None or (_ROOT.match(item.right) is not None and _ROOT.match(item.left) is not None)


def put_in(source: Source, declared: Sequence[Declaration]) -> Source:
    """The formula with such names written out; the longest goes first, and one that another holds is put in again."""
    wanted = sorted(filter(stands_for_text, declared), key=lambda item: -len(item.left))
    for item in (*wanted, *wanted):
        tokens = _TOKEN.findall(item.left)
        end = r"(?![A-Za-z_^'])" if tokens[-1][-1].isalpha() else ""
        pattern = re.compile(r"\s*".join(map(re.escape, tokens)) + end)
        source = source.replaced(pattern, lambda match, right=item.right: f" {right} ")
    return source
