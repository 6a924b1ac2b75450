"""A number that is the trace of one matrix: d - tr(X (X^T X + l 1)^-1 X^T) is that of l (X^T X + l 1)^-1, and not negative, as this matrix
is semidefinite. Each trace is cut where its rows have one size; as many numbers as that size has rows are the identity's."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from flint import fmpq

from theoremtest.derivations.kernel.algebra import SIZES, Word, Words
from theoremtest.derivations.kernel.facts import term
from theoremtest.derivations.kernel.ring import Quotient, TooManyLetters
from theoremtest.derivations.kernel.terms import Refused, Term, parts

from .forms import flat_words, matrix_of, scalar_of
from .reader import Reader

if TYPE_CHECKING:
    from .signs import Signs


def by_one_trace(signs: Signs, fact: Term) -> int | None:
    """The line that shows that a number is not negative, by a matrix of which it is the trace; None where there is no such line."""
    if signs.definite is None or fact.head != "nonneg" or all(part.head != "Trace" for part in parts(fact)):
        return None
    definite = signs.definite(signs)
    reader = definite._reader(SIZES[1])
    rules = definite.rules
    with suppress(Refused, TooManyLetters):
        value = reader.reduced(reader.scalar(fact.args[0]))
        traces = {place: key[1] for key, place in reader._letters.items() if isinstance(key, tuple) and key[0] == "trace"}
        sizes = {reader.sizes(turned)[0]: None for word in traces.values() for turned in _turns(word)}
        for size in sizes if value.den.is_one() else ():
            words = _of_size(reader, value, traces, size)
            if words:
                matrix = matrix_of(reader, flat_words(words), reader.written_key(size))
                if definite.show(term("psd", (matrix,))) is not None:
                    line = definite._lemma("trace_nonneg", matrix)
                    return signs.draft.line("sign", signs.draft.number(fact), [], [["1", [["line", line]]]], rules)
    return None


def _turns(word: Word) -> list[Word]:
    return [word[place:] + word[:place] for place in range(len(word))]


def _of_size(reader: Reader, value: Quotient, traces: dict[int, Word], size: Any) -> Words | None:
    """The sum of words with this many rows whose trace the number is, each made symmetric."""
    total: Words = {}
    if isinstance(size, Term):  # of a function space
        return None
    own = size.of.num.degrees()
    for exponents, weight in value.num.to_dict().items():
        mono = {place: int(exponent) for place, exponent in enumerate(exponents) if exponent}
        inner = [place for place in mono if place in traces]
        if len(inner) > 1 or any(mono[place] > 1 for place in inner):
            return None
        if inner:
            cut = [turned for turned in _turns(traces[inner[0]]) if reader.sizes(turned)[0] == size]
            if not cut:
                return None
            del mono[inner[0]]
            words: Words = {}
            best = next((turned for turned in cut if reader.turned(turned) == turned), cut[0])
            for one in (best, reader.turned(best)):
                reader.accumulate(words, reader.scaled(reader.tidy({one: reader.one}), reader.constant(fmpq(1, 2))))
        else:
            places = [place for place, exponent in enumerate(own) if exponent]
            if len(places) != 1 or size.of.num != reader._gens[places[0]] or not size.of.den.is_one() or not mono.get(places[0]):
                return None
            mono[places[0]] -= 1
            words = {(): reader.one}
        front = scalar_of(reader, tuple((place, exponent) for place, exponent in mono.items() if exponent), fmpq(weight))
        reader.accumulate(total, reader.scaled(words, front))
    return total
