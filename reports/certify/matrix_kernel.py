"""Coq at work on matrices: the same running `coqtop` with the definitions and the proved normaliser of matrix words before it.

Theorems are over mathcomp's matrices with entries in Coq's reals. mathcomp asks of every ring that predicates which hold somewhere have a
chosen witness; of the reals this is one more axiom than the reals themselves rest on.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from pathlib import Path

from theoremtest.derivations.certificates.matrices import HEAD, libraries

from .kernel import AXIOMS, Kernel, NoCoq

CHOICE = ("constructive_indefinite_description", "ClassicalEpsilon.constructive_indefinite_description")
"""The axiom that mathcomp's rings need of the reals."""


def compiled_libraries(folder: Path) -> Path:
    """The folder that holds the compiled definitions for matrices, made where they are missing. Raises NoCoq."""
    texts = libraries()
    place = Path(folder) / "coq" / hashlib.sha256("".join(texts.values()).encode()).hexdigest()[:16]
    if all((place / f"{name}.vo").is_file() for name in texts):
        return place
    work = place / f"making{os.getpid()}"
    work.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (work / f"{name}.v").write_text(text, "utf-8")
        try:
            run = subprocess.run(["coqc", "-q", "-w", "none", f"{name}.v"], cwd=work, capture_output=True, text=True, timeout=300)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise NoCoq(f"coqc does not run: {error}") from None
        if run.returncode:
            raise NoCoq(f"Coq does not take {name}.v: {run.stderr.strip()[-300:]}")
    for made in work.iterdir():
        made.replace(place / made.name)
    work.rmdir()
    return place


class MatrixKernel(Kernel):
    """A running Coq that knows matrix words."""

    opening = HEAD
    allowed = (*AXIOMS, *CHOICE)
    restoring = "Set SsrRewrite. Close Scope R_scope."

    def _place(self) -> Path:
        return compiled_libraries(self.folder)
