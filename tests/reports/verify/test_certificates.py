"""Certificates of the ledger stay with a record as long as its statements are the same, and are held against every new verdict."""

import pytest

from theoremtest.reports.verify.certificates import carried, contradictions, in_words

TREE = ["Equal", "x"]


def certificate(says="proved", certified=True, status="certified") -> dict:
    row = {"role": "printed", "part": "", "kind": "Equal", "says": says, "certified": certified, "why": "", "digest": "d"}
    return {"status": status, "parts": [row], "why": "", "digest": "e"}


def record(outcome="proved", tree=TREE, **more) -> dict:
    return {"id": "toy2026/1", "tree": tree, "erratum": None, "failures": [],
            "evidence": [{"kind": "exact", "outcome": outcome}], **more}


def test_a_certificate_stays_with_the_same_statement():
    old = record(certificate=certificate())
    assert carried([record()], [old])[0]["certificate"] == certificate()
    assert "certificate" not in carried([record(tree=["Equal", "y"])], [old])[0]
    assert carried([record()], [record()])[0] == record()


@pytest.mark.parametrize(("says", "outcome"), [("proved", "refuted"), ("refuted", "proved")])
def test_a_verdict_against_the_kernel_is_a_failure(says, outcome):
    held = carried([record(outcome)], [record(certificate=certificate(says))])[0]
    assert len(held["failures"]) == 1 and "Coq's kernel took the opposite" in held["failures"][0]
    assert not contradictions(record(outcome), certificate(says, certified=False))
    assert not contradictions(record("undecided"), certificate(says))


def test_what_is_said_of_it():
    assert in_words(record()) == in_words(record(certificate=certificate(status="none"))) == ""
    assert in_words(record(certificate=certificate())) == "checked by Coq"
    assert in_words(record(certificate=certificate(status="partly"))) == "1 of 1 parts checked by Coq"
