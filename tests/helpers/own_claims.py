"""Files of claims as a user writes them, polynomial identities in x, and what stands in for the exact engine over them."""

import sys

from sympy import expand

from theoremtest.derivations.language import Equal, Outcome

HEAD = "from theoremtest import Domain, Equal, Erratum, Paper, Printed, claim, real\n"\
       "x = real('x')\nMINE = Paper('{key}', 'A. B', 'T', 2026)\n"
CLAIM = """@claim(MINE, 'Eq. ({number})', uses={uses!r})
def e{number}():
    'Claim {number}.'
    return Equal({text}, on=Domain(over=[x]))
"""
TRUE, OTHER, FALSE = "(x + 1)**2, x**2 + 2*x + 1", "(x - 1)**2, x**2 - 2*x + 1", "(x + 1)**2, x**2 + 1"


def claims_text(texts, key="mine2026", uses=None, head=HEAD):
    """A file of claims: statements by number; uses: what claims rest on, by number."""
    return head.format(key=key) + "".join(CLAIM.format(number=number, text=text, uses=(uses or {}).get(number, []))
                                          for number, text in texts.items())


def polynomial(statement):
    """What an engine says that knows polynomial identities and nothing else."""
    holds = isinstance(statement, Equal) and expand(statement.left - statement.right) == 0
    return Outcome.PROVED if holds else Outcome.REFUTED


def forget(folder, before):
    """Take modules of a folder out of the interpreter that were not there before, as if a new process began."""
    for name in set(sys.modules) - set(before):
        if str(folder) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]
