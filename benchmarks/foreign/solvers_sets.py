"""The tests of two solvers, as files of SMT-LIB: cvc5's folders `nl`, and dReal's `test/smt2` with what each expects beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from .problem import Problem, Unread, read
from .smtlib import statement

STATUS = re.compile(r":status\s+(\w+)|^;\s*EXPECT:\s*(\w+)", re.MULTILINE)


def of_cvc5(path: Path) -> Iterator[Problem | Unread]:
    """cvc5's regression tests of nonlinear arithmetic below a folder `cli`."""
    for file in sorted(path.glob("*/nl/*.smt2")):
        text = file.read_text("utf-8", errors="replace")
        found = STATUS.findall(text)
        told = next((one or other for one, other in found if (one or other) in ("sat", "unsat")), "")
        yield read(f"{file.parent.parent.name}/{file.stem}", lambda text=text, told=told: statement(text, told), smt=text)


def of_dreal(path: Path) -> Iterator[Problem | Unread]:
    """dReal's tests; `delta-sat` says nothing of the statement itself."""
    for file in sorted(path.glob("*.smt2")):
        text, beside = file.read_text("utf-8", errors="replace"), file.with_name(file.name + ".expected")
        told = beside.read_text("utf-8").split() if beside.is_file() else []
        yield read(file.stem, lambda text=text, told=told: statement(text, told[0] if told[:1] == ["unsat"] else ""), smt=text)
