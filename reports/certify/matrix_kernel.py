"""Coq at work on matrices: the same running `coqtop` with the definitions and the proved normaliser of matrix words before it.

Theorems are over mathcomp's matrices with entries in Coq's reals. mathcomp asks of every ring that predicates which hold somewhere have a
chosen witness; of the reals this is one more axiom than the reals themselves rest on.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from rederive.derivations.certificates.matrices import HEAD, libraries
from rederive.derivations.certificates.matrices_part import MatrixPart, matrix_part
from rederive.derivations.language import Statement

from .kernel import AXIOMS, Answer, Kernel, NoCoq, _axioms

CHOICE = ("constructive_indefinite_description", "ClassicalEpsilon.constructive_indefinite_description")
"""The axiom that mathcomp's rings need of the reals."""
MATRIX_AXIOMS = (*AXIOMS, *CHOICE)


@dataclass(frozen=True)
class MatrixCertificate:
    """What the kernel said of a matrix part; text: the theorem with its proof where it was taken."""

    part: MatrixPart
    answer: Answer
    text: str


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

    def _start(self) -> None:
        if self._process is not None and self._process.poll() is None:
            return
        place = compiled_libraries(self.folder)
        self.starts += 1
        self._process = subprocess.Popen(
            ["coqtop", "-q", "-w", "none", "-Q", str(place), ""], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True, cwd=place)
        told = self._tell(HEAD, time.monotonic() + 120)
        if "Error" in told:
            self.close()
            raise NoCoq(told[-300:])

    def certify(self, statement: Statement) -> MatrixCertificate:
        """Give one part of a claim to Coq. Raises NoCertificate where it has no text over matrices, NoCoq where there is no Coq."""
        part = matrix_part(statement)
        name = f"certificate_{part.digest[:12]}"
        text = part.theorem_text(name) + part.proof
        answer = self.check(name, text)
        return MatrixCertificate(part, answer, text if answer.taken else "")

    def rests_on(self, name: str) -> tuple[str, ...]:
        """The axioms of a theorem that was taken. Raises NoCoq where it rests on more than it may."""
        told = self._tell(f"Print Assumptions {name}.", time.monotonic() + 120)
        axioms = _axioms(told)
        if axioms is None or not all(axiom in MATRIX_AXIOMS for axiom in axioms):
            raise NoCoq(f"a certificate rests on more than the axioms of the real numbers and choice: {told[:300]}")
        return axioms
