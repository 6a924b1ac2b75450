"""Second moments of features and functions over samples that come at once or in chunks, kept as one triangular factor.

With the rows z = (1, Phi(x), target(x), learned(x)) of all samples, weighted, in a matrix Z, the factor R is that of Z = Q R: R^T R is
Z^T Z, so R holds every inner product over the samples in a memory that does not grow with their number. Nothing is squared on
the way (a chunk is set below R and factored again), so small singular values are as good as those of Z itself. Because the constant
function stands first, R without its first row is the factor of what is left once means are taken off.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from theoremtest.numerics.features._arguments import array, fail, nonnegative

_ROWS, _LEAST = 4, 1024
"""Rows factored at once, in widths of the factor, and at least: more cost memory, fewer factor R itself again and again."""


@dataclass(frozen=True)
class Moments:
    """The moments of a feature map and of functions over a weighted sample. Make one by ``of`` or ``stream``, extend it by ``add``.

    ``factor`` has shape (..., r, w), w = 1 + p + functions and r = min(samples, w); ``widths`` are the columns of "one", "features",
    "target" and "learned" in this order, those that were given; ``total`` (...) is the sum of the weights, ``count`` the number of
    samples. Leading axes are any number of feature maps at once.
    """

    factor: np.ndarray
    widths: Mapping[str, int]
    total: np.ndarray
    count: int

    @classmethod
    def of(cls, phi: Any, target: Any = None, learned: Any = None, weights: Any = None) -> Moments:
        """The moments over one sample.

        ``phi`` (..., n, p): the features of n samples, one sample a row (the thesis has one a column). ``target`` and ``learned``: the
        functions f* and f^ at the same samples, (n,) or (..., n, C). ``weights`` (n,) or (..., n), at least 0, default 1: with the
        probabilities of a discrete distribution everything is exact for it. Leading axes broadcast. Raises ValueError for shapes
        that do not fit, numbers that are not finite and weights that are all zero, TypeError for what is not real.
        """
        blocks, weights = _checked(phi, target, learned, weights)
        width = sum(block.shape[-1] for block in blocks.values())
        lead = np.broadcast_shapes(weights.shape[:-1], *(block.shape[:-2] for block in blocks.values()))
        empty = cls(np.zeros((*lead, 0, width)), {name: block.shape[-1] for name, block in blocks.items()}, np.zeros(lead), 0)
        return empty._extended(blocks, weights)

    @classmethod
    def stream(cls, chunks: Iterable[Any]) -> Moments:
        """The moments over all chunks, of which one at a time is held: each is the features or a mapping of arguments of ``of``."""
        found: Moments | None = None
        for chunk in chunks:
            given = chunk if isinstance(chunk, Mapping) else {"phi": chunk}
            found = cls.of(**given) if found is None else found.add(**given)
        if found is None:
            fail("chunks", "none", "at least one chunk of samples")
        return found

    def add(self, phi: Any, target: Any = None, learned: Any = None, weights: Any = None) -> Moments:
        """The moments over these samples and further ones, whose arguments are those of ``of``; the same functions must be given."""
        blocks, weights = _checked(phi, target, learned, weights)
        self._fits("chunk", {name: block.shape[-1] for name, block in blocks.items()})
        lead = np.broadcast_shapes(weights.shape[:-1], *(block.shape[:-2] for block in blocks.values()))
        if lead != self.total.shape:
            fail("chunk", f"leading axes {lead}", f"{self.total.shape}, those of the samples before it")
        return self._extended(blocks, weights)

    def merge(self, other: Moments) -> Moments:
        """The moments over the samples of both, which may have been gathered apart."""
        self._fits("other", other.widths)
        if other.total.shape != self.total.shape:
            fail("other", f"leading axes {other.total.shape}", f"{self.total.shape}")
        stacked = np.concatenate([self.factor, other.factor], axis=-2)
        return Moments(np.linalg.qr(stacked, mode="r"), self.widths, self.total + other.total, self.count + other.count)

    def gram(self, first: str, second: str) -> np.ndarray:
        """E[a b^T] over the samples, (..., a's columns, b's columns), for two of "one", "features", "target", "learned"."""
        return _transposed(self.block(first)) @ self.block(second) / self.total[..., None, None]

    def block(self, name: str) -> np.ndarray:
        """The factor's columns of "one", "features", "target" or "learned": (..., r, columns). Raises ValueError if it was not given."""
        if name not in self.widths:
            fail(name, "moments without it", f"one of {', '.join(self.widths)}")
        names = list(self.widths)
        begin = sum(self.widths[before] for before in names[:names.index(name)])
        return self.factor[..., begin:begin + self.widths[name]]

    def _fits(self, what: str, widths: Mapping[str, int]) -> None:
        if dict(widths) != dict(self.widths):
            fail(what, f"columns {dict(widths)}", f"{dict(self.widths)}, those of the samples before it")

    def _extended(self, blocks: Mapping[str, np.ndarray], weights: np.ndarray) -> Moments:
        lead, width, factor = self.total.shape, self.factor.shape[-1], self.factor
        count, roots = blocks["features"].shape[-2], np.sqrt(weights)
        for begin in range(0, count, step := max(_LEAST, _ROWS * width)):
            rows = slice(begin, begin + step)
            parts = [block[..., rows if block.shape[-2] > 1 else slice(None), :] * roots[..., rows, None] for block in blocks.values()]
            parts = [np.broadcast_to(part, (*lead, *part.shape[-2:])) for part in parts]
            factor = np.linalg.qr(np.concatenate([factor, np.concatenate(parts, axis=-1)], axis=-2), mode="r")
        return Moments(factor, self.widths, self.total + weights.sum(-1), self.count + count)


def _checked(phi: Any, target: Any, learned: Any, weights: Any) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """The blocks of columns, the constant function first, and the weights (..., n)."""
    blocks = {"one": np.ones((1, 1)), "features": array("phi", phi, 2)}
    n = blocks["features"].shape[-2]
    for name, given in (("target", target), ("learned", learned)):
        if given is not None:
            values = array(name, given, 1)
            blocks[name] = values[:, None] if values.ndim == 1 else values
            if blocks[name].shape[-2] != n:
                fail(name, f"shape {values.shape}", f"({n},) or (..., {n}, C), a row for each row of phi")
    weights = np.ones(n) if weights is None else nonnegative("weights", weights)
    if weights.shape[-1] != n:
        fail("weights", f"shape {weights.shape}", f"(..., {n}), a weight for each row of phi")
    if not (weights.sum(-1) > 0).all():
        fail("weights", "only zeros", "at least one positive weight")
    try:
        np.broadcast_shapes(weights.shape[:-1], *(block.shape[:-2] for block in blocks.values()))
    except ValueError:
        shapes = ", ".join(str(block.shape[:-2]) for name, block in blocks.items() if name != "one")
        fail("phi, target, learned, weights", f"leading axes {shapes}, {weights.shape[:-1]}", "axes that broadcast")
    return blocks, weights


def _transposed(matrix: np.ndarray) -> np.ndarray:
    return np.swapaxes(matrix, -1, -2)
