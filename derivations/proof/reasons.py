"""How the reason of an undecided answer opens where a reader, and the runner, must tell it apart from a search that gave up."""

from __future__ import annotations

CRASHED = "crashed: "
"""An engine that failed rather than gave up: its fault, which must be seen."""
NO_POINT = "no point: "
"""A domain that holds no point, or none that can be found, or none at which the statement has a value: it says nothing there."""
NOT_A_COUNTEREXAMPLE = "not a counterexample: "
"""A point that was offered against a statement and does not stand up to being checked again."""
MEASURED = "what an experiment measures is no matter of proof"
"""A statement about a measurement: the exact engine never has anything to say of it."""
OUT_OF_TIME = "no decision within"
"""The time limit of the whole decision ran out."""
HURRIED = "a part of the search was ended by its share of the time"
"""With more time, or on a faster machine, the answer may be another."""
NO_VALUE = "certainly no value: "
"""A point of the domain at which a side has none: what numbers say of other points is no support."""
APART = "numbers differ: "
"""Two sides share fewer digits than were asked for, and no bound of the numbers' error is proved: this refutes nothing, supports
nothing, and contradicts a proof."""
