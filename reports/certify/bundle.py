"""A bundle for a sceptic: certificates as plain Coq files, with a script that has Coq check them and a page that says what to read.

Nothing in it is of this program: who has Coq and its libraries needs nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from theoremtest.derivations.certificates import prelude
from theoremtest.derivations.certificates.matrices import HEAD, libraries
from theoremtest.reports.files import write

from .certificate import Certified, titled
from .kernel import AXIOMS, PACKAGES, Kernel
from .matrix_kernel import CHOICE

CHECK = r"""#!/bin/sh
# Has Coq compile every file, then its own checker read every certificate again; --all: and all libraries that they rest on.
set -e
cd "$(dirname "$0")"
for file in $(grep '\.v$' _CoqProject); do coqc -q -w none -Q . "" "$file" > "${file%.v}.axioms"; done
for file in $(cat certificates); do
    coqchk -silent -o -Q . "" -norec "$file" > "$file.coqchk" 2>&1
    own=$(awk '/^\* Axioms:/ { on = 1; next } /^\*/ { on = 0 } on && NF { print $1 }' "$file.coqchk" |
        grep -v '^\(Coq\|mathcomp\|Coquelicot\|Interval\|Flocq\|Bignums\)\.' || true)
    if [ -n "$own" ]; then echo "$file takes for granted what no library does: $own"; exit 1; fi
    echo "$file: checked"
done
grep -h '^[^ ]' *.axioms |
    grep -v -x 'Axioms:\|Closed under the global context' | grep -v '^find_witness Control' | sed 's/ .*//' | sort -u > rests_on
more=$(grep -v -x -F -f AXIOMS rests_on |
    grep -v '^\(PrimFloat\|FloatAxioms\|Uint63\|PrimInt63\|FloatOps\|Uint63Axioms\|Sint63\|CarryType\)\.' || true)
if [ -n "$more" ]; then echo "theorems rest on more than AXIOMS says: $more"; exit 1; fi
if [ "$1" = --all ]; then coqchk -silent -o -Q . "" $(cat certificates) 2>&1 | tee coqchk.txt; fi
echo "all certificates are taken, and rest on AXIOMS alone"
"""
PAGE = """# Certificates

{theorems} theorems of {claims} claims, for Coq 8.16 or later. `sh check.sh` compiles every file with `coqc`, has `coqchk` check every
certificate again without its libraries, and compares what the theorems rest on with the list `AXIOMS`; `sh check.sh --all` has `coqchk`
check the libraries too. Debian has what is needed in the packages {packages}. No program but Coq takes part.

What to read, in this order:

1. Of each certificate, the sentence that begins with `Theorem`: is it what the claim says? Above it stands which claim it is, and `proved`
   or `refuted`; a refutation is the negation of a theorem. Nothing between `Proof.` and `Qed.` has to be read, and nothing else stands in
   these files but lemmas with their proofs.
2. `theoremtest.v`, the definitions at its head: what the words of the theorems mean that Coq's library does not have. What comes after are
   lemmas with their proofs, and tactics, of which one that is wrong makes a proof fail. For matrices, the definitions in the other files.
3. After most theorems a lemma `..._witness`: the hypotheses hold at a point, so that the theorem is not empty.
4. `AXIOMS`: those of Coq's real numbers, excluded middle, functional extensionality, and for matrices a choice function. Arithmetic of the
   machine (`PrimFloat`, `Uint63`) is beside them where an enclosure was computed.
"""


def write_bundle(found: Iterable[Certified], out: Path) -> int:
    """Write the bundle of what was taken; returns how many theorems it holds."""
    files: dict[str, str] = {}
    theorems = claims = 0
    for claim in found:
        pieces: dict[bool, dict[str, str]] = {}
        for part in claim.parts:
            if part.certified and part.text:
                text = titled(claim.claim_id, part.role, part.part, part.says, part.text)
                pieces.setdefault(part.matrices, {}).setdefault(part.digest, f"{text}Print Assumptions {part.name}.\n")
        claims += bool(pieces)
        for matrices, texts in pieces.items():
            name = "claim_" + re.sub(r"\W", "_", claim.claim_id) + ("_matrices" if matrices else "")
            while name in files:
                name += "_"
            files[name] = "\n".join([HEAD if matrices else Kernel.opening, *texts.values()])
            theorems += len(texts)
    if not files:
        return 0
    of_matrices = any(HEAD in text for text in files.values())
    whole = {"theoremtest": prelude(), **(libraries() if of_matrices else {}), **files}
    for name, text in whole.items():
        write(out / f"{name}.v", text)
    write(out / "_CoqProject", "\n".join(['-Q . ""', *(f"{name}.v" for name in whole)]) + "\n")
    write(out / "certificates", "".join(f"{name}\n" for name in files))
    write(out / "AXIOMS", "".join(f"{name}\n" for name in dict.fromkeys((*AXIOMS, *CHOICE))))
    write(out / "check.sh", CHECK)
    write(out / "README.md", PAGE.format(theorems=theorems, claims=claims, packages=", ".join(PACKAGES)))
    return theorems
