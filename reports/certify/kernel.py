"""Coq at work: one running `coqtop`, to which theorems are given line by line, until the first line that fails or takes too long.

A theorem counts where `Qed` was taken, which means that the kernel checked the proof, and where `Print Assumptions` shows nothing beyond
the axioms of Coq's real numbers and of its machine arithmetic.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from theoremtest.derivations.certificates import prelude

PACKAGES = ("coq", "libcoq-coquelicot", "libcoq-interval", "libcoq-mathcomp-algebra")
"""What Debian calls what is needed."""
MISSING = f"Coq is not installed; Debian has it in the packages {', '.join(PACKAGES)}"
SECONDS = 8.0
"""Time limit of one script, in seconds that the processor spends on it: what is taken then does not hang on what else runs. Of the scripts
that were taken without a limit, 99 in 100 needed less than 2 seconds."""
PATIENCE = 4.0
"""How many times as long a clock may run, should Coq wait for something."""
GRACE = 3.0
"""Seconds in which Coq has to answer an interrupt; else it is ended and started anew."""
LARGE = 2048.0
"""MiB of memory beyond which Coq is worth starting anew: it keeps every proof that it was told."""
_control = ctypes.CDLL(None).prctl if sys.platform == "linux" else None
"""What Linux calls its switches of a process; 1 is the signal that it gets when its parent dies."""
AXIOMS = ("ClassicalDedekindReals.sig_not_dec", "ClassicalDedekindReals.sig_forall_dec", "Classical_Prop.classic",
          "FunctionalExtensionality.functional_extensionality_dep", "functional_extensionality_dep", "classic", "sig_not_dec",
          "sig_forall_dec")
"""Axioms of Coq's real numbers."""
MACHINE = ("PrimFloat.", "FloatAxioms.", "Uint63.", "PrimInt63.", "FloatOps.", "Uint63Axioms.", "Sint63.", "CarryType.")
"""Arithmetic of the machine, which interval enclosures compute with; Coq takes it for granted."""
ASSUMED = re.compile(
    r"(?:^|[.}{]\s)\s*(?:#\[[^\]]*\]\s*|Local\s+|Global\s+|Program\s+|Polymorphic\s+)*"
    r"(Axioms?|Parameters?|Conjecture|Hypothes[ie]s|Variables?|Context|Admitted|Admit|admit|give_up|Definition|Fixpoint|CoFixpoint|Inductive"
    r"|CoInductive|Record|Structure|Class|Instance|Coercion|Canonical|Module|Include|Load|Declare|Redirect|Cd|Drop|Extraction|Reset|Undo"
    r"|(?:Set|Unset)\s+(?:Guard|Universe|Positivity|Typing))\b", re.MULTILINE)
"""How sentences begin that take something for granted, or give a name another meaning; in a certificate none does."""


def available() -> bool:
    """Whether Coq is there. Whether its libraries are shows when the first file is compiled."""
    return shutil.which("coqtop") is not None and shutil.which("coqc") is not None


class NoCoq(Exception):
    """Coq or one of its libraries is missing or does not run."""


@dataclass(frozen=True)
class Answer:
    """What the kernel said of one theorem."""

    taken: bool
    seconds: float
    message: str = ""
    again: bool = False
    """Whether a clock ran out rather than a limit of processor time: on a busy machine it is worth another try."""


def compiled(folder: Path) -> Path:
    """The folder that holds the compiled prelude, made where it is missing. Raises NoCoq."""
    place = Path(folder) / "coq" / hashlib.sha256(prelude().encode()).hexdigest()[:16]
    if (place / "theoremtest.vo").is_file():
        return place
    place.mkdir(parents=True, exist_ok=True)
    work = place / f"making{os.getpid()}"
    work.mkdir(exist_ok=True)
    (work / "theoremtest.v").write_text(prelude(), "utf-8")
    try:
        run = subprocess.run(["coqc", "-q", "-w", "none", "theoremtest.v"], cwd=work, capture_output=True, text=True, timeout=300)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoCoq(f"coqc does not run: {error}") from None
    if run.returncode:
        raise NoCoq(f"Coq does not take the definitions that certificates start from; {MISSING.partition(';')[2].strip()}: "
                    f"{run.stderr.strip()[-300:]}")
    for made in work.iterdir():
        made.replace(place / made.name)
    work.rmdir()
    return place


class Clock:
    """What a process has left of a limit of processor time, and of a longer one of a clock."""

    def __init__(self, process: subprocess.Popen | None, limit: float) -> None:
        assert process is not None
        self._pid, self.limit = process.pid, limit
        self._began, self._start = time.monotonic(), _processor_seconds(process.pid)

    @property
    def spent(self) -> float:
        """Seconds of the processor; of a clock where the system does not tell."""
        now = _processor_seconds(self._pid)
        return time.monotonic() - self._began if now is None or self._start is None else now - self._start

    @property
    def of_processor(self) -> bool:
        """Whether the system tells what a process has used."""
        return self._start is not None

    @property
    def left(self) -> float:
        """Seconds for which the process may surely run on."""
        return min(self.limit - self.spent, self._began + PATIENCE * self.limit - time.monotonic())


def _processor_seconds(pid: int) -> float | None:
    """What a process has used of a processor; None where the system has no file that tells."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return None


def _ends_with_its_asker() -> None:
    """In a process that was just made: where the system knows how, it is ended when the one that made it is, killed or not."""
    if _control is not None:
        _control(1, signal.SIGKILL)


class Kernel:
    """A running Coq. folder: where the compiled prelude is kept."""

    opening = ("Require Import Reals ZArith Lia Lra Psatz. From Coquelicot Require Import Coquelicot. "
               "From Interval Require Import Tactic. Require Import theoremtest. Open Scope R_scope.")
    """What it is told first."""
    allowed: tuple[str, ...] = AXIOMS
    """What theorems may rest on."""
    restoring = ""
    """What it is told after a proof that was broken off, which may have changed how it reads."""

    def __init__(self, folder: Path, seconds: float = SECONDS) -> None:
        self.folder, self.seconds = folder, seconds
        self._process: subprocess.Popen | None = None
        self._marks = 0
        self._known: dict[str, str] = {}
        """Name to text of what it has taken since it was started."""
        self.starts = 0
        """How often Coq was started: what it was told before is forgotten then."""

    def check(self, name: str, text: str, seconds: float | None = None) -> Answer:
        """Give a theorem or lemma with its proof to Coq; seconds: another limit than the kernel's own. Raises NoCoq where there is none."""
        if (assumed := ASSUMED.search(text)) is not None:
            return Answer(False, 0.0, f"a certificate takes nothing for granted: {assumed[1]}")
        self._start()
        if self._known.get(name) == text:
            return Answer(True, 0.0)
        clock = Clock(self._process, self.seconds if seconds is None else seconds)
        sections: list[str] = []
        try:
            for sentence in sentences(text):
                told = self._tell(sentence, clock)
                if "Error" in told:
                    self._abort(sections)
                    return Answer(False, clock.spent, _short(told, sentence))
                if sentence.startswith("Section "):
                    sections.append(sentence.split()[1].rstrip("."))
                elif sections and sentence == f"End {sections[-1]}.":
                    sections.pop()
            if "Error" in self._tell(f"Check {name}.", clock):
                self._abort(sections)
                return Answer(False, clock.spent, "the proof ended without a theorem")
        except TimeoutError:
            spent = clock.spent
            self._interrupt(sections)
            return Answer(False, spent, "time", again=spent < clock.limit or not clock.of_processor)
        self._known[name] = text
        return Answer(True, clock.spent)

    def _abort(self, sections: Sequence[str]) -> None:
        """Leave the proof and the sections that a failure was in."""
        ends = (f"End {name}." for name in reversed(sections))
        self._tell(" ".join(["Abort All.", *ends, self.restoring]), Clock(self._process, GRACE))

    def audit(self, names: Sequence[str]) -> tuple[str, ...]:
        """The axioms on which theorems that were taken rest together, without arithmetic of the machine.

        One question for many theorems, as Coq walks through its whole library for each. Raises NoCoq where a theorem rests on more than it
        may, or where Coq has been started anew since and knows it no more.
        """
        if not names:
            return ()
        self._marks += 1
        audit = f"audit_{self._marks}"
        try:
            self._tell(f"Definition {audit} := ({', '.join(f'@{name}' for name in names)}, I).", Clock(self._process, 60))
            told = self._tell(f"Print Assumptions {audit}.", Clock(self._process, 120))
        except TimeoutError:
            self._interrupt()
            raise NoCoq("Coq does not say what the theorems rest on") from None
        axioms = _axioms(told)
        if axioms is None or not all(axiom in self.allowed for axiom in axioms):
            raise NoCoq(f"a certificate rests on more than the axioms that it may: {told[:300]}")
        return axioms

    @property
    def alive(self) -> bool:
        """Whether Coq runs, and knows what it was told since it was started."""
        return self._process is not None and self._process.poll() is None

    def taken(self, name: str) -> str | None:
        """The text by which a theorem or lemma was taken since Coq was started; Coq takes a name once. None where it was not."""
        return self._known.get(name) if self.alive else None

    @property
    def memory(self) -> float:
        """MiB of memory that Coq holds; 0 where it does not run or the system has no file that tells."""
        try:
            pages = int(Path(f"/proc/{self._process.pid}/statm").read_text("utf-8").split()[1]) if self._process is not None else 0
        except (OSError, ValueError, IndexError):
            return 0.0
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def _place(self) -> Path:
        return compiled(self.folder)

    def _start(self) -> None:
        if self.alive:
            return
        place = self._place()
        self.starts += 1
        self._known.clear()
        self._process = subprocess.Popen(
            ["coqtop", "-q", "-w", "none", "-Q", str(place), ""], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True, preexec_fn=_ends_with_its_asker, cwd=place)  # where its tactics keep what they found
        told = self._tell(f"{self.opening}\nSet Silent.", Clock(self._process, 120))  # silent: no goal is printed after a step
        if "Error" in told:
            self.close()
            raise NoCoq(told[-300:])

    def _tell(self, line: str, clock: Clock) -> str:
        """Send a line and read until Coq has answered it. Raises TimeoutError, also where Coq has ended."""
        assert self._process is not None and self._process.stdin is not None and self._process.stdout is not None
        self._marks += 1
        mark = f"theoremtest_mark_{self._marks}_"
        try:
            self._process.stdin.write(f"{line}\nLocate {mark}.\n".encode())
            self._process.stdin.flush()
        except BrokenPipeError:
            raise TimeoutError from None
        found, output = b"", self._process.stdout
        while mark.encode() not in found:
            left = clock.left
            if left <= 0:
                raise TimeoutError
            if select.select([output], [], [], max(left, 0.05))[0]:
                more = os.read(output.fileno(), 1 << 16)
                if not more:
                    raise TimeoutError
                found += more
        return found.decode("utf-8", "replace").partition(mark)[0]

    def _interrupt(self, sections: Sequence[str] = ()) -> None:
        """Stop what Coq is at, and the proof it was in; one that does not answer, or has ended, is started anew when it is next asked."""
        if not self.alive:
            self.close()
            return
        assert self._process is not None
        try:
            os.kill(self._process.pid, signal.SIGINT)
            self._abort(sections)
        except (TimeoutError, ProcessLookupError):
            self.close()

    def close(self) -> None:
        """End Coq."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None


def sentences(text: str) -> Iterator[str]:
    """The text in pieces that end where a sentence of Coq ends."""
    piece: list[str] = []
    for line in text.splitlines():
        piece.append(line)
        if line.rstrip().endswith((".", "}")):
            yield "\n".join(piece)
            piece = []
    if piece:
        yield "\n".join(piece)


def _short(told: str, line: str) -> str:
    reason = " ".join(told.partition("Error:")[2].split())[:160]
    return f"{reason} [{' '.join(line.split())[:120]}]"


def _axioms(told: str) -> tuple[str, ...] | None:
    """The axioms that `Print Assumptions` listed, without arithmetic of the machine; None where it said neither."""
    if "Closed under the global context" in told:
        return ()
    if "Axioms:" not in told:
        return None
    found = re.findall(r"^([A-Za-z_][\w.']*)\s*$|^([A-Za-z_][\w.']*)\s*:", told.partition("Axioms:")[2], re.MULTILINE)
    names = [one or other for one, other in found]
    return tuple(sorted(name for name in dict.fromkeys(names) if not name.startswith(MACHINE)))
