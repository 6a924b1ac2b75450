"""What holds of all sources and no linter knows: sizes, the contract's completeness, one name for each module."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FLOORS = ("derivations", "numerics", "reports")
SOURCES = sorted(path for folder in ("theoremtest", *FLOORS) for path in (ROOT / folder).rglob("*.py"))
ALL = [*SOURCES, *sorted((ROOT / "tests").rglob("*.py")), *sorted((ROOT / "benchmarks").rglob("*.py"))]
CONTRACTS = {contract["name"]: contract for contract
             in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]}
LONGEST_FILE, LONGEST_FUNCTION = 800, 60


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_the_contract_names_every_paper():
    papers = {f"theoremtest.derivations.{table.parent.name}" for table in (ROOT / "derivations").glob("*/places.toml")}
    for name, side in (("Papers do not know how a statement is decided", "source_modules"),
                       ("Deciding, reading and mutating know statements, never papers", "forbidden_modules"),
                       ("The language rests on nothing of ours", "forbidden_modules")):
        assert papers <= set(CONTRACTS[name][side]), name


@pytest.mark.parametrize("floor", FLOORS)
def test_no_module_is_imported_under_two_names(floor):
    """A floor imported by its folder's name would be a second copy, with classes of its own."""
    bare = re.compile(rf"^\s*(from|import) {floor}\b", re.MULTILINE)
    found = [name_of(path) for path in ALL if bare.search(re.sub(r'(?s)""".*?"""|\'\'\'.*?\'\'\'', "", path.read_text("utf-8")))]
    assert not found


@pytest.mark.slow
def test_no_formula_text_is_evaluated():
    """`eval`, `exec` and `sympify` of text run whatever a manuscript holds; LaTeX goes through the grammar."""
    found = []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("eval", "exec"):
                found.append(f"{name_of(path)}:{node.lineno}")
    assert not found


def too_long(path: Path) -> list[str]:
    """What of a file is longer than it may be."""
    text = path.read_text("utf-8")
    found = [f"{len(text.splitlines())} lines"] if len(text.splitlines()) > LONGEST_FILE else []
    return found + [f"{node.name}: {node.end_lineno - node.lineno + 1} lines" for node in ast.walk(ast.parse(text))
                    if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno >= LONGEST_FUNCTION]


@pytest.mark.slow
def test_files_and_functions_fit_in_a_head():
    found = {name_of(path): too_long(path) for path in SOURCES}
    assert not {name: what for name, what in found.items() if what}
