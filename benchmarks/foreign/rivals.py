"""Who is asked: our engine, SymPy's `simplify`, z3, cvc5 and dReal. Each answers that a statement holds, that it does not, or nothing.

Of an SMT-LIB problem z3, cvc5 and dReal are asked in the set's own text, else in one that `reports.benchmark.smt` writes. A rate or a
slope is worked out before. dReal's `delta-sat` says nothing, as the point may lie beside the truth.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from sympy import Derivative, S, simplify
from sympy.core.relational import Relational

from theoremtest.derivations.language import Equal, Holds, Limit, Outcome
from theoremtest.derivations.language.base import Statement
from theoremtest.reports.benchmark.relations import plain
from theoremtest.reports.benchmark.smt import Unspeakable, problem

from .problem import Problem

Answer = bool | None


def theoremtest(asked: Problem, seconds: float) -> Answer:
    """Our engine: half of the time is for the search of a proof, half for the rules."""
    from theoremtest.derivations.proof.decide import decide_here

    return {Outcome.PROVED: True, Outcome.REFUTED: False}.get(decide_here(asked.statement, seconds / 2).outcome)


def sympy(asked: Problem, seconds: float) -> Answer:
    """SymPy: a difference that becomes 0, an inequality that becomes true or false, a limit that is the value; else nothing."""
    statement = asked.statement
    if isinstance(statement, Limit):
        found = statement.expression.limit(statement.variable, statement.point, "+" if statement.point.is_finite else "-")
        return True if simplify(found - statement.value) == 0 else None
    if isinstance(statement, Equal):
        return True if simplify((statement.left - statement.right).doit()) == 0 else None
    if isinstance(statement, Holds) and isinstance(statement.relation, Relational):
        return {S.true: True, S.false: False}.get(simplify(statement.relation))
    return None


def _text(asked: Problem) -> str:
    if asked.smt:
        return asked.smt
    found = plain(_worked_out(asked.statement))
    if found is None:
        raise Unspeakable("no relations between scalars")
    return problem(found)


def _worked_out(statement: Statement) -> Statement:
    if isinstance(statement, Equal) and statement.left.has(Derivative):
        return Equal(statement.left.doit(), statement.right, on=statement.on)
    return statement


def z3(asked: Problem, seconds: float) -> Answer:
    """z3."""
    import z3 as solver

    made = solver.Solver()
    try:
        made.from_string(_text(asked).replace("(set-logic ALL)\n", "").replace("(check-sat)", ""))
    except solver.Z3Exception:
        return None
    return {"unsat": True, "sat": False}.get(str(made.check()))


def cvc5(asked: Problem, seconds: float) -> Answer:
    """cvc5, with its planes of tangents."""
    import cvc5 as library

    solver = library.Solver(library.TermManager())
    solver.setOption("nl-ext-tplanes", "true")
    parser = library.InputParser(solver)
    parser.setStringInput(library.InputLanguage.SMT_LIB_2_6, _text(asked), "problem")
    told = ""
    while not (command := parser.nextCommand()).isNull():
        told = str(command.invoke(solver, parser.getSymbolManager())).strip() or told
    return {"unsat": True, "sat": False}.get(told)


def dreal(asked: Problem, seconds: float) -> Answer:
    """dReal's program."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "problem.smt2"
        file.write_text(_text(asked).replace("(set-logic ALL)", "(set-logic QF_NRA)"), "utf-8")
        told = subprocess.run([str(shutil.which("dreal")), "--precision", "0.001", str(file)], capture_output=True, text=True,
                              timeout=seconds)
    return True if told.stdout.strip().startswith("unsat") else None


SOLVERS: dict[str, Callable[[Problem, float], Answer]] = {"theoremtest": theoremtest, "sympy": sympy, "z3": z3, "cvc5": cvc5,
                                "dreal": dreal}


def missing() -> list[str]:
    """Those that this machine has not."""
    return [*(name for name in ("z3", "cvc5") if find_spec(name) is None), *([] if shutil.which("dreal") else ["dreal"])]
