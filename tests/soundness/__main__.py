"""`python -m tests.soundness [TABLE ...]`: the faults, and how often each kind is decided."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict

from .case import answer
from .tables import every_case

TRUTHS = {True: "true", False: "false", None: "malformed"}


def main(tables) -> int:
    """Print every fault and the rates by kind; the number of faults."""
    rates, faults = defaultdict(Counter), 0
    for name, case in every_case():
        if tables and name.rpartition("-")[0] not in tables:
            continue
        found = answer(case)
        rates[found.kind or "none", TRUTHS[case.truth]][found.outcome] += 1
        if found.fault:
            faults += 1
            print(f"{name} [{TRUTHS[case.truth]}: {case.why}] {found.fault}", flush=True)
        elif found.seconds > 2 or "-v" in sys.argv:
            print(f"{name} {found.kind} {TRUTHS[case.truth]} {found.outcome} {found.seconds:.1f} s "
                  f"{found.evidence.tried if found.evidence else ''}", flush=True)
    for (kind, truth), outcomes in sorted(rates.items()):
        print(f"{kind:16}{truth:10}" + ", ".join(f"{number} {outcome}" for outcome, number in sorted(outcomes.items())))
    print(f"{faults} faults in {sum(sum(outcomes.values()) for outcomes in rates.values())} statements")
    return faults


if __name__ == "__main__":
    sys.exit(1 if main([name for name in sys.argv[1:] if name != "-v"]) else 0)
