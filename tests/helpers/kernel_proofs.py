"""What the kernel takes of the proofs that the search finds."""

from contextlib import contextmanager
from itertools import takewhile

import pytest

from theoremtest.derivations.kernel.check import check
from theoremtest.derivations.kernel.goals import goals
from theoremtest.derivations.kernel.terms import Refused, read
from theoremtest.derivations.language.tree import to_tree
from theoremtest.derivations.proof.attest import witness
from theoremtest.derivations.proof.witnesses.effort import Effort
from theoremtest.derivations.proof.witnesses.proving import prove

SHORTER = 8
"""What is false has no proof, however long one is looked for; where none is expected, the search gets this part of its steps."""


def proofs_of(statement):
    """A proof of each of a statement's goals; None where none is found."""
    return [prove(goal) for goal in goals(read(to_tree(statement)))]


def has_proof(statement, *never_supposed):
    """Whether each goal has a proof; what is found the kernel has to take, and nothing that it supposes holds one of these heads."""
    proofs = proofs_of(statement)
    if None in proofs:
        return False
    supposed = check(to_tree(statement), proofs).supposed
    assert not any(head in repr(fact) for fact in supposed for head in never_supposed)
    return True


def taken(statement):
    """Whether each goal has a proof and the kernel takes them; a kind that it has no rule for is not taken."""
    tree = to_tree(statement)
    try:
        proofs = list(takewhile(lambda proof: proof is not None, map(prove, goals(read(tree)))))
        check(tree, proofs)  # which asks for as many as there are goals
    except Refused:
        return False
    return True


@contextmanager
def short_search():
    """Inside, the search takes fewer steps: for what is false."""
    with pytest.MonkeyPatch.context() as patch:
        for limit in ("LINES", "PROGRAMMES", "PRODUCTS"):
            patch.setattr(Effort, limit, getattr(Effort, limit) // SHORTER)
        yield


def none_taken(statement):
    """Whether a search with fewer steps comes to no proof that the kernel takes: for what is false."""
    with short_search():
        return not taken(statement)


def no_witness(statement):
    """Whether a search with fewer steps finds no witness: for what is false."""
    with short_search():
        return not witness(statement)
