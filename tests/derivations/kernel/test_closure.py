"""The kernel is small and rests on nothing: that is why it can be read, and what it takes can be trusted."""

import subprocess
import sys
from pathlib import Path

import theoremtest.derivations.kernel as kernel

PROGRAM = """
import sys
import theoremtest.derivations.kernel.check, theoremtest.derivations.kernel.points
print(*(getattr(module, "__file__", None) or "" for name, module in sys.modules.items() if name.startswith("theoremtest")), sep="\\n")
print(*sorted({name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names)))
"""
POINTS = {"numbers.py", "points.py"}
TABLES = {"lemmas.py", "matrix_lemmas.py", "open_functions.py"}
"""Lemmas as rows: read as tables, and tried at many points by `test_lemmas`, `test_matrix_lemmas` and `test_functions_at_two_points`."""


def closure() -> tuple[list[Path], set[str]]:
    done = subprocess.run([sys.executable, "-c", PROGRAM], text=True, capture_output=True, timeout=600, check=True)
    *files, others = done.stdout.splitlines()
    return [Path(name) for name in files if name], set(others.split())


def test_it_imports_flint_and_nothing_else_that_decides():
    files, packages = closure()
    assert not packages & {"sympy", "mpmath", "numpy", "scipy", "networkx", "hypothesis"}
    room = Path(kernel.__file__).parent
    assert all(room in file.parents or file.name == "__init__.py" for file in files), "only the packages around it"


def test_it_can_be_read_in_an_afternoon():
    files, _ = closure()
    lines = {file: len(file.read_text("utf-8").splitlines()) for file in files}
    assert sum(count for file, count in lines.items() if file.name not in TABLES) <= 7400
    assert sum(count for file, count in lines.items() if file.name not in POINTS | TABLES) <= 6600
