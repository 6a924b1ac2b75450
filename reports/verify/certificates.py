"""Certificates in the ledger: carried from one record of a claim to the next as long as its statements are the same.

A certificate is of what a part says, not of what a route finds; so a new verdict that says the opposite of one that Coq's kernel took is a
failure of the claim, never a reason to drop the certificate.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

OPPOSITE = {"proved": "refuted", "refuted": "proved"}


def carried(records: Iterable[dict], before: Iterable[Mapping]) -> list[dict]:
    """The records with the certificates that an earlier ledger, whose records agree with themselves, has of the same statements."""
    known = {record["id"]: record for record in before if "certificate" in record}
    return [_with(record, known[record["id"]]) if record["id"] in known and "certificate" not in record else record for record in records]


def _with(record: dict, old: Mapping) -> dict:
    if record.get("tree") is None or _trees(record) != _trees(old):
        return record
    certificate = old["certificate"]
    failures = [*record["failures"], *(text for text in contradictions(record, certificate) if text not in record["failures"])]
    return {**record, "certificate": certificate, "failures": failures}


def _trees(record: Mapping) -> tuple:
    erratum = record["erratum"]
    return record.get("tree"), erratum and erratum.get("corrected_tree")


def in_words(record: Mapping) -> str:
    """What Coq's kernel took of a claim, in a few words; empty where nothing."""
    certificate = record.get("certificate")
    if not certificate or certificate["status"] == "none":
        return ""
    if certificate["status"] == "certified":
        return "checked by Coq"
    taken = sum(row["certified"] for row in certificate["parts"])
    return f"{taken} of {len(certificate['parts'])} parts checked by Coq"


def exact_rows(record: Mapping) -> dict[tuple[str, str], Mapping]:
    """(role, part) to the exact engine's row of evidence, of the printed statement and its correction."""
    erratum = record["erratum"]
    evidence = {"printed": record["evidence"], "corrected": erratum["corrected_evidence"] if erratum else ()}
    return {(role, row.get("part", "")): row for role, rows in evidence.items() for row in rows if row["kind"] == "exact"}


def contradictions(record: Mapping, certificate: Mapping) -> list[str]:
    """A line for each part of which the exact engine says the opposite of what Coq's kernel took."""
    says = {place: row["outcome"] for place, row in exact_rows(record).items()}
    found = []
    for row in certificate["parts"]:
        now = says.get((row["role"], row["part"]))
        if row["certified"] and now == OPPOSITE.get(row["says"]):
            name = " ".join(word for word in (row["role"], row["part"]) if word)
            found.append(f"{name}: the exact engine says {now}, and Coq's kernel took the opposite as {row['says']}")
    return found
