"""How far the ground under each claim is proved: everything that it rests on, directly or not, itself left out."""

from __future__ import annotations

from collections.abc import Mapping

from .words import GROUNDS

PROVED = ("proved", "proved in part")


def grounds(by_id: Mapping[str, Mapping]) -> dict[str, str]:
    """For each id of these records a key of GROUNDS; what is not among them is open."""
    table: dict[str, str] = {}
    order = list(GROUNDS)

    def ground(identity: str) -> str:
        if identity not in table:
            worst = "proved"
            for used in (by_id[identity].get("uses") or ()) if identity in by_id else ():
                worst = max(worst, _standing(by_id.get(used)), ground(used), key=order.index)
            table[identity] = worst
        return table[identity]

    return {identity: ground(identity) for identity in by_id}


def _standing(record: Mapping | None) -> str:
    """How far one claim by itself is proved; what its printed words say beyond the statement is not rested on."""
    if record is None:
        return "open"
    if record["verdict"] in PROVED:
        return "proved"
    erratum = record.get("erratum")
    return "corrected" if erratum and erratum["corrected_verdict"] in PROVED else "open"
