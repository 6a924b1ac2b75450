"""What a kept verdict depends on: every module that a route really imports counts, an edit to any of them is seen, and no other."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rederive.reports.verify import ledger_file
from rederive.reports.verify.cache import _ENTRIES, digest
from rederive.reports.verify.sources import FLOORS, closure, text_of

RUN = """
import json, sys, time
from importlib import import_module
from rederive.derivations.language.tree import from_tree

route, entries, trees, seconds = json.load(sys.stdin)
modules = [import_module(name) for name in entries]
until, looked_at = time.monotonic() + seconds, 0
for seed, tree in trees:
    statement = from_tree(tree)
    if time.monotonic() > until:
        break
    for _, part in statement.parts():
        if route == "exact":
            modules[0].decide(part, seconds=2.0)
            looked_at += 1
            continue
        module = next((module for module in [*modules[1:], modules[0]] if module.applies(part)), None)
        if module is not None:
            looked_at += 1
            try:
                module.check(part, seed)
            except Exception as error:
                print("not looked at to the end:", seed, type(error).__name__, file=sys.stderr)
print(looked_at, *(name for name in sorted(sys.modules) if name.startswith("rederive.")))
"""
OF_THIS_TEST = {"rederive.derivations.language.tree"}
"""What the program above imports only to have statements."""


def statements(each: int) -> list:
    """Id and tree of the shortest recorded statements of every kind."""
    by_kind: dict[str, list] = {}
    for record in ledger_file.read():
        if record["tree"] is not None:
            by_kind.setdefault(record["kind"], []).append((record["id"], record["tree"]))
    assert len(by_kind) > 10
    return [row for rows in by_kind.values() for row in sorted(rows, key=lambda row: len(json.dumps(row[1])))[:each]]


@pytest.mark.parametrize("route, each, seconds", [
    ("exact", 2, 20), ("points", 1, 20), pytest.param("integration", 3, 60, marks=pytest.mark.slow),
    pytest.param("flow", 3, 60, marks=pytest.mark.slow)])
def test_what_a_route_really_imports_is_in_its_closure(route, each, seconds):
    if route == "flow":
        pytest.importorskip("torch", reason="the flow route needs the extra `flow`")
    told = subprocess.run([sys.executable, "-c", RUN], input=json.dumps((route, _ENTRIES[route], statements(each), seconds)), text=True,
                          capture_output=True, timeout=300)
    assert told.returncode == 0, told.stderr
    looked_at, *imported = told.stdout.split()
    assert int(looked_at) > (8 if route in ("exact", "points") else 0)
    assert set(_ENTRIES[route]) <= set(imported)
    assert set(imported) - OF_THIS_TEST - set(closure(*_ENTRIES[route])) == set()


@pytest.fixture(scope="module")
def copy(tmp_path_factory) -> Path:
    """A copy of the floors' modules."""
    place = tmp_path_factory.mktemp("floors")
    for floor in ("derivations", "numerics", "reports"):
        shutil.copytree(FLOORS / floor, place / floor, ignore=lambda folder, names: [
            name for name in names if not (name.endswith(".py") or (Path(folder) / name).is_dir()) or name == "__pycache__"])
    return place


@pytest.mark.parametrize("route, every", [("exact", 9), *(pytest.param(route, 1, marks=pytest.mark.slow) for route in _ENTRIES)])
def test_an_edit_to_any_module_of_a_route_is_seen_and_no_other(copy, route, every):
    entries = _ENTRIES[route]
    assert text_of(*entries, floors=copy) == text_of(*entries)
    before, inside = digest(text_of(*entries, floors=copy)), closure(*entries, floors=copy)
    for file in list(inside.values())[::every]:
        assert edited(file, lambda: digest(text_of(*entries, floors=copy))) != before, file
    outside = sorted(set(copy.rglob("*.py")) - set(inside.values()))
    for file in outside[::4 * every]:
        assert edited(file, lambda: digest(text_of(*entries, floors=copy))) == before, file
    assert digest(text_of(*entries, floors=copy)) == before


def edited(file: Path, look):
    """What `look` sees while the file has a line more."""
    text = file.read_text("utf-8")
    try:
        file.write_text(text + "\n# a remark\n", "utf-8")
        return look()
    finally:
        file.write_text(text, "utf-8")


def test_a_new_import_is_seen_wherever_it_stands(tmp_path):
    """Inside a function, relative or by its full name, of a module or of a name in it; names of other packages are not taken in."""
    package = tmp_path / "numerics" / "room"
    package.mkdir(parents=True)
    for name in ("one", "two", "three", "four", "five"):
        package.joinpath(f"{name}.py").write_text("")
    package.joinpath("__init__.py").write_text("from . import five\n")
    start = package / "start.py"
    start.write_text("import json\nfrom rederive.numerics.room import one\nfrom .two import name\n\n\ndef later():\n"
                     "    import rederive.numerics.room.three\n    from ..room import four, nothing\n    from rederive import Domain\n")
    found = closure("rederive.numerics.room.start", floors=tmp_path)
    assert sorted(found) == [f"rederive.numerics.room{name}" for name in ("", ".five", ".four", ".one", ".start", ".three", ".two")]
    start.write_text("import json\n")
    assert sorted(closure("rederive.numerics.room.start", floors=tmp_path)) == [
        f"rederive.numerics.room{name}" for name in ("", ".five", ".start")]


def test_no_route_depends_on_a_paper_or_on_the_reports():
    """A remark in a paper's module asks no route again: what counts of a claim is what it says."""
    for entries in _ENTRIES.values():
        assert not [name for name in closure(*entries) if name.startswith("rederive.reports") or "2024" in name]


def test_an_entry_without_a_file_is_an_error():
    with pytest.raises(ModuleNotFoundError, match="no source for rederive.numerics.gone"):
        closure("rederive.numerics.gone")
