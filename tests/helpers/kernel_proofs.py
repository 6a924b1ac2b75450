"""What the kernel takes of the proofs that the search finds."""

from theoremtest.derivations.kernel.check import check
from theoremtest.derivations.kernel.goals import goals
from theoremtest.derivations.kernel.terms import Refused, read
from theoremtest.derivations.language.tree import to_tree
from theoremtest.derivations.proof.witnesses.proving import prove


def proofs_of(statement):
    """A proof of each of a statement's goals; None where none is found."""
    return [prove(goal) for goal in goals(read(to_tree(statement)))]


def taken(statement):
    """Whether each goal has a proof and the kernel takes them; a kind that it has no rule for is not taken."""
    try:
        proofs = proofs_of(statement)
        if None in proofs:
            return False
        check(to_tree(statement), proofs)
    except Refused:
        return False
    return True
