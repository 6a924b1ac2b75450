"""What a record of all slips lists as open, asked again alone: the rest of such a claim stands as it is counted."""

from __future__ import annotations

import copy
from collections.abc import Iterable

from theoremtest.derivations.language import Claim

from .kept import OPEN
from .trials import Result, Slip, listed

MOVED = (*OPEN, "borne out")
"""Lists of slips that bear the name of an outcome."""
REWRITINGS = "rewritings not accepted"


def left_open(before: dict, claims: Iterable[Claim]) -> dict[str, frozenset[Slip]]:
    """The slips and rewritings that a record lists as open, by claim, of the claims that are asked for."""
    wanted, found = {claim.id for claim in claims}, {}
    for name in (*OPEN, REWRITINGS):
        for row in before["rows"][name]:
            if row["claim"] in wanted:
                found.setdefault(row["claim"], set()).add(Slip.of(row))
    return {claim: frozenset(slips) for claim, slips in found.items()}


def asked_again(before: dict, results: Iterable[Result]) -> dict:
    """What stands of a record once some of what it lists as open has been asked again: counts and rows moved to the new outcomes."""
    after = copy.deepcopy(before)
    for result in results:
        slip, claim = Slip.of(listed(result)), after["claims"][result.claim]
        old = _taken_out(after["rows"], result.claim, slip)
        counts = claim["rewritings" if result.rewriting else "slips"][result.kind]
        counts[old] -= 1
        counts[result.outcome] = counts.get(result.outcome, 0) + 1
        if result.rewriting and result.outcome != "accepted":
            after["rows"][REWRITINGS].append(listed(result) | {"outcome": result.outcome})
        elif result.outcome in MOVED:
            after["rows"][result.outcome].append(listed(result))
        if not counts[old]:
            del counts[old]
    return after


def _taken_out(rows: dict[str, list], claim: str, slip: Slip) -> str:
    """The outcome under which a slip was listed; its row goes."""
    for name in (*OPEN, REWRITINGS):
        for place, row in enumerate(rows[name]):
            if row["claim"] == claim and Slip.of(row) == slip:
                del rows[name][place]
                return row.get("outcome", name)
    raise KeyError(f"{claim}: {slip}")
