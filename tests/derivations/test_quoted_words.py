"""What a convention or a meaning says in words is said by a condition, wherever a printed statement is refuted.

A source stands beside the conditions that come from it. Words with one mathematical sense, such as `orthonormal` or `positive`, ask for a
condition of that sense among these: without it a point may refute what the paper does not say. A proof that supposes less is as good.
"""

import re

import pytest
from sympy import Eq, Ge, Gt, Identity, Le, Lt, Ne
from sympy.matrices.expressions.diagonal import DiagMatrix

from helpers.toy_claims import make_claim, x
from theoremtest.derivations.language import Diagonal, Domain, Equal, EveryEntry, Meaning, PositiveDefinite, PositiveSemidefinite
from theoremtest.derivations.language.verdict import Counterexample
from theoremtest.derivations.papers import Library
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.gate import exact_point
from theoremtest.reports.verify.ledger_file import read

pytestmark = pytest.mark.slow  # errata of all papers are built


def relation(condition):
    return condition.args[0] if isinstance(condition, EveryEntry) else condition


def strict(condition):
    return isinstance(relation(condition), (Gt, Lt, PositiveDefinite))


def weak(condition):
    return strict(condition) or isinstance(relation(condition), (Ge, Le, PositiveSemidefinite))


def apart(condition):
    return strict(condition) or isinstance(relation(condition), Ne)


def unit(condition):
    return isinstance(condition, Eq) and (condition.has(Identity) or condition.args[1].is_number)


def transposed(condition):
    return isinstance(condition, Eq) and condition.args[1] == condition.args[0].T


def diagonal(condition):
    return condition.has(DiagMatrix, Diagonal) or not condition.has(Identity) and not hasattr(condition.args[0], "shape")


def whole_or_equal(condition):
    return weak(condition) or isinstance(relation(condition), Eq)


WORDS = {
    r"\borthonormal|\borthogonal matri|\brotations?\b|\bunit vector|\bof length one|\bnorm 1\b": unit,
    r"\bsymmetric\b(?! in)": transposed,
    r"\bdiagonal\b(?! by)|\bdiagonalizable": diagonal,
    r"(?<!not )(?<!takes as )\bpositive(?:ly)?\b|\blearning rates?\b|\bvariances?\b": strict,
    r"\bnot negative|\bnone of them is negative|\bnone is negative|\btime counts": weak,
    r"^(?!.*\bnumber of\b).*(?:\bnot zero|\bother than zero|\bdivided by|!= 0|\bhas a denominator)": apart,
    r"\bindicators?\b|\b1 or -1\b": lambda condition: isinstance(relation(condition), Eq) or condition.has(Eq),
    r"\blarger\b|\bsmaller\b|\bbelow\b|\babove\b|\bat least\b|\bat most\b|\bcounted from\b|\bnumbers? of\b": whole_or_equal,
}
"""Words of one sense, and the condition that has it."""


@pytest.fixture(scope="module")
def refuted():
    """Each printed statement that has an erratum, with the record of what refutes it."""
    registry = Library().registry()
    return [(registry[record["id"]], record) for record in read() if record["erratum"] and record["id"] in registry]


def unsaid(claim, words):
    """What a claim's sources say with these words while no condition that comes from the same place says it, abbreviations written out."""
    found, said = {}, {}
    for _, part in claim.statement.parts():
        for entry in claim.sources:
            if entry.source in ("convention", "meaning") and entry.condition in part.on.conditions:
                found.setdefault(entry.place, []).append(part.on.expand(entry.condition))
                said.setdefault(entry.why, entry.place)
    return [says for says, place in said.items() if re.search(words, says) and not any(map(WORDS[words], found[place]))]


@pytest.mark.parametrize("words", WORDS)
def test_quoted_words_have_a_condition(refuted, words):
    assert [(claim.id, says) for claim, _ in refuted for says in unsaid(claim, words)] == []


def test_a_vector_that_stands_for_one_unit_has_length_one(refuted):
    """`e` and `e_i`: W^T e_i is a neuron's row only where e_i is one of the unit vectors."""
    longer = []
    for claim, record in refuted:
        parts = dict(claim.statement.parts())
        for row in record["evidence"]:
            if row["outcome"] == "refuted" and row["counterexample"] and row.get("part", "") in parts:
                point = exact_point(parts[row.get("part", "")], Counterexample.from_json(row["counterexample"]), Deadline(20)) or {}
                longer += [(claim.id, str(letter)) for letter, value in point.items()
                           if re.fullmatch(r"e(_\{?[ijkl]'?\}?)?", str(letter)) and hasattr(value, "shape") and value.dot(value) != 1]
    assert longer == []


@pytest.mark.parametrize("says, condition, said", [
    ("an orthonormal frame", x > 0, False), ("a positive number", x > 0, True), ("a positive number", Ne(x, 0), False),
    ("a product that is not positive", x <= 0, True), ("x is not zero", Ge(x, 0), False), ("x is divided by", x < 0, True),
])
def test_a_word_without_its_condition_is_found(says, condition, said):
    claim = make_claim("1", Equal(x + 1, x + 2, on=Domain(condition, source=Meaning(says, "Section 1"))))
    assert [word for words in WORDS for word in unsaid(claim, words)] == ([] if said else [says])
