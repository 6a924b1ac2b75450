"""Ranks: what the kernel knows of the products, transposes, Gram matrices and sums over neurons whose ranks a fact speaks of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

from theoremtest.derivations.kernel.facts import nonneg
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.terms import ONE, Refused, Term, add, at_neuron, free, mul, parts, shape, sub, term

from .draft import Draft
from .sums import known_of_ranges


def said_of_ranks(draft: Draft, fact: Term, at_every_index: Callable[[Draft, Term], bool]) -> None:
    """Write lines on every rank that the fact speaks of, and on those of its parts. at_every_index: looks for a proof of what is said of
    each index of a range."""
    ranks = [part.args[0] for part in parts(fact) if part.head == "Rank" and not _bound_in(part, fact)]
    for whole in ranks:  # grows on the way, by summands
        if whole.head == "MatAdd":
            first, rest = whole.args[0], whole.args[1:]
            other = rest[0] if len(rest) == 1 else term("MatAdd", rest)
            _write(draft, "of_sum", first, other)
            ranks += [first, other]
    for matrix in ranks:
        plain = [(name, matrix) for name in ("nonneg", "rows", "columns")]
        for name, *of in (*plain, *(("through", *pair) for pair in splits_of(matrix))):
            if _write(draft, name, *of) is not None and draft.ends(fact):
                return
    for _ in known_of_ranges(draft):  # a size that is larger than another is so by one
        pass
    for matrix in dict.fromkeys([*ranks, *(inner for whole in ranks for inner in _inside(whole))]):
        for name in ("rows", "columns", "nonneg", "gram", "other_gram"):
            _write(draft, name, matrix)
        if matrix.head == "Transpose":
            _write(draft, "turned", *matrix.args)
        if matrix.head == "Kron":
            _write(draft, "kron", *matrix.args)
        if matrix.head == "Identity":
            _write(draft, "identity", matrix)
        if matrix.head == "OverNeurons":
            rank, limit = at_neuron(term("Rank", matrix.args[:1]), matrix.args[1])
            _added_up(draft, term("Sum", (rank, limit)), at_every_index)
            _write(draft, "of_neurons", matrix)
        for left, right in splits_of(matrix):
            for name in ("through", "left", "right", "sylvester"):
                _write(draft, name, left, right)
    for node in parts(fact):
        if node.head == "Sum" and node.args[0].head == "Rank":
            _added_up(draft, node, at_every_index)


def _bound_in(rank: Term, fact: Term) -> bool:
    """Whether a rank speaks of an index that the fact binds."""
    return bool(free(rank) - free(fact))


def _write(draft: Draft, name: str, *matrices: Term) -> int | None:
    with suppress(Refused):
        return draft.line("ranks", name, [draft.number(matrix) for matrix in matrices])
    return None


def _added_up(draft: Draft, node: Term, at_every_index: Callable[[Draft, Term], bool]) -> None:
    """Write the first bound that is found: as many as there are indices, times what none of the ranks exceeds."""
    for need in obligations(node):
        if need.head == "every" and not draft.known.knows(need):
            at_every_index(draft, need)
    rank, limit = node.args
    name, low, high = limit.args
    sizes = [size for matrix in (rank.args[0], *(left for left, _ in splits_of(rank.args[0]))) for size in shape(matrix) or ()]
    for most in dict.fromkeys([ONE, *sizes]):
        gaps = term("Sum", (sub(most, rank), limit))
        with suppress(Refused):
            at_every_index(draft, term("every", (nonneg(gaps.args[0]), limit)))
            line = draft.line("summed", draft.number(nonneg(gaps)))
            together = nonneg(sub(mul(most, add(sub(high, low), ONE)), node))
            rules = [["range", place] for place in known_of_ranges(draft)]
            draft.line("sign", draft.number(together), [], [["1", [["line", line]]]], rules)
            return


def splits_of(matrix: Term) -> Iterator[tuple[Term, Term]]:
    """A product as two factors, in every way; a number stays with the first."""
    if matrix.head == "MatMul":
        starts = [place for place, part in enumerate(matrix.args) if shape(part) is not None]
        for start in starts[1:]:
            yield _product(matrix.args[:start]), _product(matrix.args[start:])


def _product(factors: tuple[Term, ...]) -> Term:
    return factors[0] if len(factors) == 1 else term("MatMul", factors)


def _inside(matrix: Term) -> Iterator[Term]:
    for pair in splits_of(matrix):
        yield from pair
    if matrix.head in ("Transpose", "Kron"):
        yield from matrix.args
