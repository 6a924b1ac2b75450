"""The one proof that is given to Coq: the one that is printed from what the kernel took."""

from __future__ import annotations

from collections.abc import Sequence

from .reasons import NoScript

Witness = tuple[list, Sequence[dict]]
"""The statement's tree and the proofs of it that the kernel took, or the point at which it fails."""


class Scripted:
    """A theorem, or its negation, with what the kernel took of it."""

    def from_witness(self) -> str:
        """The proof that is printed from the witness. Raises NoScript, with one word for why there is none."""
        raise NotImplementedError

    def script(self) -> str:
        """The same, of a statement that is not too large. Raises NoScript."""
        try:
            return self.from_witness()
        except RecursionError:
            raise NoScript("size") from None
