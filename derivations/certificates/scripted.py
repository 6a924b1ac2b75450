"""What proofs of a theorem are tried, in order: the one that is printed from the kernel's witness, then guesses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .reasons import NoScript

Witness = tuple[list, Sequence[dict]]
"""The statement's tree and the proofs of it that the kernel took, or the point at which it fails."""


class Scripted:
    """The scripts of a theorem, or of its negation."""

    unprinted: str = "no-witness"
    """One word for why no proof was printed from the witness; empty where one was, and then it is the first script."""

    def from_witness(self) -> str:
        """The proof that is printed from the witness. Raises NoScript, with one word for why there is none."""
        raise NotImplementedError

    def guessed(self) -> Iterator[str]:
        """Proofs that are guessed. Raises NoScript where there is none."""
        raise NotImplementedError

    def scripts(self) -> Iterator[str]:
        """Proofs to try, in order. Raises NoScript where there is none."""
        try:
            script = self.from_witness()
        except NoScript as reason:
            self.unprinted = reason.word
        except RecursionError:
            self.unprinted = "size"
        else:
            self.unprinted = ""
            yield script
        yield from self.guessed()
