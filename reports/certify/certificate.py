"""What became of the parts of a claim at Coq's kernel, the row that the ledger keeps of each, and the Coq file of what was taken."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from theoremtest.derivations.certificates import prelude
from theoremtest.derivations.certificates.matrices import HEAD, libraries
from theoremtest.reports.verify.cache import digest


@dataclass
class Certificate:
    """What became of one part. says: what the engine says of it; why: one word where there is no certificate."""

    role: str
    part: str
    kind: str
    says: str
    certified: bool = False
    why: str = ""
    digest: str = ""
    text: str = ""
    """Theorem, witness and their proofs, where they were taken."""
    seconds: float = 0.0
    message: str = ""
    axioms: tuple[str, ...] = ()
    contradiction: bool = False
    again: bool = False
    """Whether a clock ran out, perhaps on a busy machine: such a failure is not kept."""
    matrices: bool = False
    """Whether the theorem is about matrices of any size, over mathcomp."""
    recorded: bool = False
    """Whether this is the ledger's word, and Coq was not asked."""
    printed: bool = False
    """Whether its proof was printed from what this library's kernel took, as all are now; of what was recorded before, it may have been
    guessed."""
    stood: bool = False
    """Whether the ledger calls it certified by a printed proof, and Coq was asked again."""
    finite: bool = False
    """Whether the theorem says less: a function space of the claim is one of finitely many dimensions there."""

    @property
    def lost(self) -> bool:
        """Whether Coq no longer takes what the ledger says that it took; where a clock ran out nothing is said."""
        return self.stood and not self.certified and not self.again

    @property
    def name(self) -> str:
        """What the theorem is called in Coq."""
        return f"certificate_{self.digest[:12]}"

    def as_json(self) -> dict:
        """The row that the ledger keeps."""
        row = {"role": self.role, "part": self.part, "kind": self.kind, "says": self.says, "certified": self.certified, "why": self.why,
               "digest": self.digest}
        return row | {"printed": True} if self.certified and self.printed else row


@dataclass
class Certified:
    """All certificates of a claim."""

    claim_id: str
    parts: list[Certificate] = field(default_factory=list)

    def as_json(self) -> dict:
        """The ledger's `certificate` of the claim."""
        whole = [part.certified for part in self.parts]
        less = any(part.finite for part in self.parts)
        status = "certified" if whole and all(whole) and not less else "partly" if any(whole) else "none"
        why = Counter(part.why for part in self.parts if not part.certified)
        return {"status": status, "parts": [part.as_json() for part in self.parts],
                "why": ", ".join(sorted(word for word in why if word)), "digest": digest(tuple(part.digest for part in self.parts))}


def whole_file(found: list[Certified]) -> str:
    """One Coq file with the definitions, and every theorem that was taken, each followed by the axioms it rests on.

    Theorems of numbers and of matrices start from definitions of their own; where there are both, each kind stands in a module.
    """
    kinds: dict[bool, list[str]] = {False: [], True: []}
    done: set[str] = set()
    for claim in found:
        for part in claim.parts:
            if part.certified and part.digest not in done:
                done.add(part.digest)
                text = titled(claim.claim_id, part.role, part.part, part.says, part.text)
                kinds[part.matrices].append(f"{text}Print Assumptions {part.name}.\n")
    numbers = "\n".join([prelude(), *kinds[False]])
    if not kinds[True]:
        return numbers
    matrices = "\n".join([_modules(), *kinds[True]])
    return f"Module OfMatrices.\n{matrices}End OfMatrices.\n" + (f"Module OfNumbers.\n{numbers}End OfNumbers.\n" if kinds[False] else "")


def titled(claim_id: str, role: str, part: str, says: str, text: str) -> str:
    """A theorem's text below a comment that says whose it is."""
    title = f"{claim_id}, {role}{', ' + part if part else ''}: {says}"
    return f"(* {title.replace('(*', '( *').replace('*)', '* )')} *)\n{text}"


def _modules() -> str:
    """The definitions for matrices, each of its files as a module, and what every theorem of matrices starts from."""
    texts = libraries()
    ours = re.compile(rf"^Require Import ((?:{'|'.join(texts)})(?: (?:{'|'.join(texts)}))*)\.$", re.MULTILINE)
    texts = {name: ours.sub(r"Import \1.", text).replace("Require theoremtest.\n", "") for name, text in (*texts.items(), ("", HEAD))}
    head = texts.pop("")
    return "\n".join([*(f"Module {name}.\n{text}End {name}.\n" for name, text in texts.items()), head])


Recorded = Mapping[str, tuple[bool, str, bool]]
"""Digest to whether it was certified, the word why not, and whether its proof was printed from a witness."""


def recorded_in(record: Mapping | None) -> Recorded:
    """What a ledger's record says of the theorems of its parts."""
    rows = (record or {}).get("certificate", {}).get("parts", ())
    return {row["digest"]: (row["certified"], row["why"], row.get("printed", False)) for row in rows if row["digest"]}
