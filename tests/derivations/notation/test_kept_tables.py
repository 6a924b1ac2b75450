"""The automaton's tables are kept in a file: the same readings from it, and made again where it is damaged or of another grammar."""

import sys

import pytest

from theoremtest.derivations.language import Domain, Equal, reals
from theoremtest.derivations.notation import parser, read_statement

a, b = reals("a", "b")
LIKE = Equal(a**2, b, on=Domain(over=[a, b]))
TEXT = r"\frac{a + 1}{b} = \sqrt{a}"


def readings(monkeypatch, kept):
    made = parser.automaton(kept)
    monkeypatch.setattr(parser, "_automaton", lambda: made)
    return read_statement(TEXT, LIKE).key()


@pytest.mark.slow
def test_tables_from_a_file_read_the_same(tmp_path, monkeypatch):
    kept = tmp_path / "grammar.tables"
    made = readings(monkeypatch, None)
    assert readings(monkeypatch, kept) == made and kept.stat().st_size > 0
    before = kept.stat().st_mtime_ns
    assert readings(monkeypatch, kept) == made and kept.stat().st_mtime_ns == before


@pytest.mark.drawn(4)
@pytest.mark.slow
@pytest.mark.parametrize("damage", [b"", b"nothing", None])
def test_a_damaged_file_is_made_again(tmp_path, monkeypatch, damage):
    kept = tmp_path / "grammar.tables"
    made = readings(monkeypatch, kept)
    whole = kept.read_bytes()
    kept.write_bytes(whole[:len(whole) // 2] if damage is None else damage)
    assert readings(monkeypatch, kept) == made and kept.read_bytes()[:64] == whole[:64]


@pytest.mark.slow
def test_a_file_of_another_grammar_is_made_again(tmp_path, monkeypatch):
    kept = tmp_path / "grammar.tables"
    made = readings(monkeypatch, kept)
    other = tmp_path / "grammar.lark"
    other.write_text(parser.GRAMMAR.read_text("utf-8") + "\n// another\n", "utf-8")
    before = kept.read_bytes()[:64]
    monkeypatch.setattr(parser, "GRAMMAR", other)
    assert readings(monkeypatch, kept) == made and kept.read_bytes()[:64] != before


@pytest.mark.slow
def test_a_folder_that_is_not_there_keeps_nothing(tmp_path, monkeypatch):
    assert readings(monkeypatch, tmp_path / "missing" / "grammar.tables") == readings(monkeypatch, None)


def test_where_python_keeps_nothing_compiled_neither_is_this(monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert parser.kept_tables() is None
