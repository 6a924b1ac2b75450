"""What solvers answer to items: SymPy's `simplify` and `equals`, random points in floats, z3, cvc5, our numeric routes, our kernel.

Each answers true, false or nothing; none sees a label. Every call has a process of its own with the same limit of processor time. What a
solver is not made for (a matrix, a limit, a function that it has no word for) it leaves open.
"""

from __future__ import annotations

import contextlib
import json
import math
import multiprocessing
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from sympy import Eq, S, lambdify, simplify
from sympy.core.relational import Relational

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.language import Outcome
from theoremtest.reports.files import write

from .relations import Plain, plain, statement_of
from .smt import Unspeakable, problem

SECONDS = 2.0
PATIENCE = 15.0
"""A call is waited for this many times its processor time on the clock."""
DRAWS, SEED = 20, 1
WITHIN = 1e-6
Answer = bool | None


def by_simplify(item: Mapping) -> Answer:
    """SymPy's `simplify`: true where every difference becomes 0 and every inequality `true`; a remainder decides nothing."""
    found = [_simplified(one) for one in _asked(item).relations]
    return False if False in found else None if None in found else True


def _simplified(relation: Relational) -> Answer:
    if isinstance(relation, Eq):
        return True if simplify(relation.lhs - relation.rhs) == 0 else None
    return {S.true: True, S.false: False}.get(simplify(relation))


def by_equals(item: Mapping) -> Answer:
    """SymPy's `equals`, of equations."""
    relations = _asked(item).relations
    if not all(isinstance(one, Eq) for one in relations):
        return None
    found = [one.lhs.equals(one.rhs) for one in relations]
    return False if False in found else True if all(one is True for one in found) else None


def by_floats(item: Mapping) -> Answer:
    """Random points in floats, drawn letter by letter until the conditions hold: false where one fails by more than rounding, else true."""
    asked, chance = _asked(item), random.Random(SEED)
    letters = asked.letters
    conditions = [lambdify(letters, (one.lhs, one.rhs), "math") for one in asked.conditions]
    relations = [lambdify(letters, (one.lhs, one.rhs), "math") for one in asked.relations]
    seen = 0
    for _ in range(2000):
        point = [float(chance.randint(1, 6)) if letter.is_integer else chance.choice((1, 1, -1)) * math.exp(chance.gauss(0, 1))
                 for letter in letters]
        with contextlib.suppress(ValueError, ZeroDivisionError, OverflowError, TypeError):
            if not all(_holds(one, *function(*point), 0.0) for one, function in zip(asked.conditions, conditions, strict=True)):
                continue
            for one, function in zip(asked.relations, relations, strict=True):
                left, right = function(*point)
                if not _holds(one, left, right, WITHIN * (1 + abs(left) + abs(right))):
                    return False
            seen += 1
            if seen == DRAWS:
                return True
    return None


def _holds(relation, left: float, right: float, within: float) -> bool:
    signs = {"==": abs(left - right) <= within, "!=": left != right, "<": left < right + within, "<=": left <= right + within,
             ">": left > right - within, ">=": left >= right - within}
    return bool(signs[relation.rel_op])


def by_z3(item: Mapping) -> Answer:
    """z3, which has no exponentials."""
    import z3

    solver = z3.Solver()
    try:
        solver.from_string(problem(_asked(item)).replace("(set-logic ALL)\n", "").replace("(check-sat)\n", ""))
    except z3.Z3Exception:
        return None
    return {"unsat": True, "sat": False}.get(str(solver.check()))


def by_cvc5(item: Mapping) -> Answer:
    """cvc5, with its words for exponentials and angles."""
    import cvc5

    terms = cvc5.TermManager()
    solver = cvc5.Solver(terms)
    solver.setOption("nl-ext-tplanes", "true")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, problem(_asked(item)), "item")
    told = ""
    while not (command := parser.nextCommand()).isNull():
        told = str(command.invoke(solver, parser.getSymbolManager())) or told
    return {"unsat": True, "sat": False}.get(told.strip())


def by_points(item: Mapping) -> Answer:
    """Our routes of numbers alone: points at 50 digits, and integration where that applies."""
    from theoremtest.numerics.routes import dispatch as routes

    statement, found = statement_of(item), []
    for route in ("points", "integration"):
        if routes.applies(route, statement):
            found.append(routes.run(route, statement, item["id"], SECONDS).outcome)
    if Outcome.REFUTED in found:
        return False
    return True if Outcome.AGREES in found else None


def by_kernel(item: Mapping) -> Answer:
    """Our kernel: a proof that it takes, or a point; what rests on a rule of the engine alone is left open."""
    from theoremtest.derivations.proof.decide import decide_here

    found = decide_here(statement_of(item), SECONDS / 2)  # which is for the search and for the rules each
    if not found.proofs or found.assumes:
        return None
    return {Outcome.PROVED: True, Outcome.REFUTED: False}.get(found.outcome)


SOLVERS: dict[str, tuple[str, Callable[[Mapping], Answer]]] = {
    "simplify": ("SymPy simplify", by_simplify), "equals": ("SymPy equals", by_equals), "floats": ("random points in floats", by_floats),
    "z3": ("z3", by_z3), "cvc5": ("cvc5", by_cvc5), "points": ("our numeric routes alone", by_points), "kernel": ("our kernel", by_kernel)}
NEEDED = {"z3": "z3-solver", "cvc5": "cvc5"}


def _asked(item: Mapping) -> Plain:
    found = plain(statement_of(item))
    if found is None:
        raise Unspeakable("no relations between scalars")
    return found


def prepared() -> None:
    """Import what the solvers need, so that no call's time pays for it."""
    from theoremtest.derivations.proof import decide  # noqa: F401  as a process is forked with what is there
    from theoremtest.numerics.routes import dispatch  # noqa: F401  likewise
    for name in NEEDED:
        with contextlib.suppress(ImportError):
            import_module(name)


# workers ---------------------------------------------------------------------------------------------------------------


def ask(solver: str, item: Mapping, seconds: float = SECONDS) -> tuple[Answer, float, str]:
    """(answer, processor seconds, why there is none) of one solver on one item, in a process that ends at the limit."""
    return call(SOLVERS[solver][1], {name: item[name] for name in ("id", "tree")}, seconds)


def call(function: Callable, asked: object, seconds: float) -> tuple[Answer, float, str]:
    """(answer, processor seconds, why there is none) of a function of what is asked, in a process that ends at the limit."""
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=_in_process, args=(sending, function, asked, seconds), daemon=True)
    process.start()
    sending.close()
    told: tuple[Answer, float, str] = (None, seconds, "out of time")
    with contextlib.suppress(EOFError, OSError):
        if receiving.poll(PATIENCE * seconds):
            told = receiving.recv()
    process.kill()
    process.join()
    receiving.close()
    return told


def _in_process(sending, function: Callable, asked: object, seconds: float) -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        began = int(time.process_time())
        resource.setrlimit(resource.RLIMIT_CPU, (began + math.ceil(seconds), began + math.ceil(seconds) + 1))
    with open(os.devnull, "w") as silent, contextlib.redirect_stdout(silent), contextlib.redirect_stderr(silent):
        began, why, answer = time.process_time(), "", None
        try:
            answer = function(asked)
        except (Unspeakable, TheoremtestError) as error:
            why = f"not for this solver: {error}"
        except Exception as error:
            why = f"broke off: {type(error).__name__}: {str(error)[:100]}"
        sending.send((answer, time.process_time() - began, why))
    sending.close()


def run(items: Sequence[Mapping], solvers: Sequence[str], kept: Path, seconds: float = SECONDS) -> Iterator[tuple[int, int]]:
    """Ask each solver about each item; every answer is kept at once, and a run that was broken off goes on. Yields (done, in all)."""
    known = {(row["solver"], row["id"]) for row in answers(kept)}
    waiting = [(solver, item) for item in items for solver in solvers if (solver, item["id"]) not in known]
    kept.parent.mkdir(parents=True, exist_ok=True)
    with kept.open("a", encoding="utf-8") as file:
        for number, (solver, item) in enumerate(waiting, start=1):
            answer, spent, why = ask(solver, item, seconds)
            word = None if answer is None else "true" if answer else "false"
            row = {"solver": solver, "id": item["id"], "answer": word, "seconds": round(spent, 3), "why": why}
            file.write(json.dumps(row) + "\n")
            file.flush()
            yield number, len(waiting)


def answers(kept: Path) -> list[dict]:
    """The answers that are kept; a line that was cut off is none."""
    found = []
    for line in kept.read_text("utf-8").splitlines() if kept.is_file() else ():
        with contextlib.suppress(ValueError):
            found.append(json.loads(line))
    return found


def table(items: Sequence[Mapping], rows: Sequence[Mapping], solvers: Sequence[str]) -> str:
    """One table, as Markdown: true ones said true and said false, broken ones said false and said true, open ones, pairs, seconds."""
    head = ["solver", "true: right", "true: wrong", "true: open", "broken: right", "broken: wrong", "broken: open", "pairs right",
            "median seconds"]
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    by_id = {item["id"]: item for item in items}
    for solver in solvers:
        told = {row["id"]: row for row in rows if row["solver"] == solver and row["id"] in by_id}
        cells = [_counted(items, told, label) for label in (True, False)]
        pairs = [(item["id"], item["twin"]) for item in items if item["label"] == "true" and item["twin"] in by_id]
        right = sum(told.get(one, {}).get("answer") == "true" and told.get(other, {}).get("answer") == "false" for one, other in pairs)
        spent = [row["seconds"] for row in told.values()]
        name, median = SOLVERS[solver][0], f"{statistics.median(spent):.2f}" if spent else "-"
        lines.append("| " + " | ".join([name, *(str(cell) for row in cells for cell in row), f"{right} of {len(pairs)}", median]) + " |")
    return "\n".join(lines) + "\n"


def _counted(items: Sequence[Mapping], told: Mapping[str, Mapping], truth: bool) -> tuple[int, int, int]:
    """Right, wrong and open among the true, or among the broken; a missing condition is said to be false."""
    found = [told.get(item["id"], {}).get("answer") for item in items if (item["label"] == "true") is truth]
    right = sum(answer == ("true" if truth else "false") for answer in found)
    return right, sum(answer is not None for answer in found) - right, found.count(None)


def page(items: Sequence[Mapping], rows: Sequence[Mapping], solvers: Sequence[str], seconds: float, seed: int) -> str:
    """The table with what it is of."""
    true = sum(item["label"] == "true" for item in items)
    missing = sum(item["label"] == "condition missing" for item in items)
    return (f"{len(items)} items by seed {seed}: {true} true, {len(items) - true - missing} false, {missing} that lack a condition; a "
            f"solver says true, false or nothing, within {seconds:g} s of processor time.\n\n" + table(items, rows, solvers))


def save(folder: Path, text: str) -> None:
    """Write the table."""
    write(folder / "baselines.md", text)
