"""A report's Coq files: one for each claim whose proof is at hand, and none for what is only recorded."""

import json

from theoremtest.reports.certify.folder import write_folder
from theoremtest.reports.verify.cache import Cache, digest


def record(identity: str, *digests: str, certified: bool = True) -> dict:
    rows = [{"role": "printed", "part": "", "kind": "Equal", "says": "proved", "certified": certified, "why": "", "digest": one}
            for one in digests]
    return {"id": identity, "certificate": {"status": "certified", "parts": rows, "why": "", "digest": ""}}


def test_each_claim_has_its_file_beside_the_definitions(tmp_path):
    cache, out = Cache(tmp_path / "cache"), tmp_path / "coq"
    for one, matrices in (("a", False), ("b", True)):
        row = {"text": f"Theorem t_{one} : True.\nProof.\nexact I.\nQed.\n", "matrices": matrices}
        cache.put_text(digest("certificate", one), json.dumps(row))
    told = write_folder([record("toy2026/1:x", "a", "a", "b"), record("toy2026/2", "unknown"), record("toy2026/3", "a", certified=False)],
                        cache, out)
    assert told == 1
    assert (out / "toy2026_1_x.v").read_text("utf-8").count("Theorem t_a") == 1
    assert "Theorem t_b" in (out / "toy2026_1_x_matrices.v").read_text("utf-8")
    project = (out / "_CoqProject").read_text("utf-8").split()
    assert {path.name for path in out.glob("*.v")} == {word for word in project if word.endswith(".v")}


def test_nothing_is_written_where_nothing_is_at_hand(tmp_path):
    assert write_folder([record("toy2026/1", "a"), {"id": "toy2026/2"}], Cache(tmp_path), tmp_path / "coq") == 0
    assert not (tmp_path / "coq").exists()
