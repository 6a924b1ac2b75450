"""Files written in one step, the order of ids."""

import os

import pytest

from theoremtest.reports.files import id_order, write, write_bytes


def test_a_file_is_written_once_and_only_where_it_changes(tmp_path):
    path = tmp_path / "new" / "file.txt"
    assert write(path, "δ\n")
    before = path.stat().st_mtime_ns
    assert not write(path, "δ\n") and path.stat().st_mtime_ns == before
    assert write_bytes(path, b"x") and path.read_bytes() == b"x"
    assert [entry.name for entry in path.parent.iterdir()] == ["file.txt"]


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "file.txt"
    write(path, "old")
    monkeypatch.setattr(os, "replace", lambda *paths: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        write(path, "new")
    assert path.read_text() == "old" and len(list(tmp_path.iterdir())) == 1


def test_numbers_in_names_count():
    wanted = ["", "1", "2", "2.1", "2.10", "10", "A", "A.2", "A.2.1", "A.10", "B", "kunin2024/27", "kunin2024/101", "kunin2024/A.1"]
    assert sorted(set(wanted), key=id_order) == wanted
