"""The score of a table of outcomes: refuted over all that are not proved.

A slip is `refuted`, or the statement that it makes is proved: `equivalent`, where it says what the original says, or `true`,
where it is another true statement (a bound that is looser, a condition that was not needed). Nothing could refute those two;
they do not count. What an experiment measures is not proved: a slip in what is said of it is true where it follows from the
original, and `borne out` where it says something else that the experiment shows as well, as with a threshold that leaves room.
What is none of these has `survived` where numbers support it, and is `undecided` where nothing settles it. The converse is tried
beside it: rewritings of a statement must be accepted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

OUTCOMES = ("refuted", "equivalent", "true", "borne out", "survived", "undecided")
"""What may become of a slip."""
ANSWERS = ("accepted", "refused", "undecided")
"""What may become of a rewriting."""


def totals(table: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """The counts of a table of kinds added up."""
    found: Counter = Counter()
    for row in table.values():
        found.update(row)
    return dict(found)


def score(counts: Mapping[str, int]) -> float | None:
    """Refuted over all that are neither equivalent nor true, in percent; None where there are none."""
    counted = sum(counts.get(outcome, 0) for outcome in OUTCOMES if outcome not in ("equivalent", "true"))
    return None if counted == 0 else 100 * counts.get("refuted", 0) / counted


def percent(value: float | None) -> str:
    """Rounded down, so that 100 % says that nothing is left."""
    return "" if value is None else "100 %" if value == 100 else f"{int(value * 10) / 10:.1f} %"
