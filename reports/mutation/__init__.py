"""How sharp the checks are: slips of a tired author put into every claim's statement, and each of them decided.

`judge` says what one slip is, `trials` makes and tries those of a claim or of all, `page` counts and lists what came of them, as JSON
and as a page of markdown, `tally` sums it up. `shared` puts slips into what claims share, at the source: `code_slips` makes them,
`dependents` reads which claims use a helper, `patched_paper` imports the paper with one.
"""

from .again import left_open
from .page import LISTED, done_before, markdown, record, save, saved, to_do
from .shared import ANSWERS as SHARED_ANSWERS
from .shared import record_shared, run_shared
from .shared import trials as shared_trials
from .tally import ANSWERS, OUTCOMES, percent, score, totals
from .trials import LIMIT, Result, of_claim, run, target

__all__ = [
    "ANSWERS", "LIMIT", "LISTED", "OUTCOMES", "SHARED_ANSWERS", "Result", "done_before", "left_open", "markdown", "of_claim",
    "percent", "record", "record_shared", "run", "run_shared", "save", "saved", "score", "shared_trials", "target", "to_do", "totals",
]
