"""How sharp the checks are: slips of a tired author put into every claim's statement, and each of them decided.

`judge` says what one slip is, `trials` makes and tries those of a claim or of all, `page` counts and lists what came of them, as JSON
and as a page of markdown, `tally` sums it up.
"""

from .page import markdown, record, save
from .tally import ANSWERS, OUTCOMES, percent, score, totals
from .trials import LIMIT, Result, of_claim, run, target

__all__ = [
    "ANSWERS", "LIMIT", "OUTCOMES", "Result", "markdown", "of_claim", "percent", "record", "run", "save", "score", "target", "totals",
]
