"""A small paper of its own for the tests of the ledger, the cache, the command line and the plugin."""

from sympy import sqrt

from theoremtest.derivations.language import Claim, Domain, Equal, Erratum, Paper, Printed, Registry, real
from theoremtest.reports.verify import ledger, ledger_file
from theoremtest.reports.verify.runner import examine
from theoremtest.reports.workspace import Workspace

TOY = Paper(key="toy2026", authors="A. Author", title="Small identities", year=2026)
x, y = real("x"), real(r"\|y\|")
anywhere, positive = Domain(over=[x]), Domain(x > 0)
REWRITTEN = Equal((x + 1) ** 2, x * (x + 2) + 1, on=anywhere)
"""What the first toy claim says, in other words."""


def make_claim(place="1", statement=None, uses=(), derivation=(), erratum=None, note="", paper=TOY, origin="printed", **more):
    """A claim that is registered nowhere: (x+1)^2 expanded, unless told otherwise."""
    statement = Equal((x + 1) ** 2, x**2 + 2 * x + 1, on=anywhere) if statement is None else statement
    return Claim(id=f"{paper.key}/{place}", paper=paper, where=f"Eq. ({place.split(':')[0]})", title=f"Claim {place}",
                 uses=tuple(uses), note=note, origin=origin, source="toy.py:1",
                 build=lambda: Printed(statement, tuple(derivation), erratum), **more)


def wrong_square():
    return Equal((x + 1) ** 2, x**2 + 1, on=anywhere)


def with_erratum(place="2"):
    """A wrong square as printed, with the right one as its correction."""
    return make_claim(place, wrong_square(), erratum=Erratum(
        "wrong", "the mixed term is missing", Equal((x + 1) ** 2, x**2 + 2 * x + 1, on=anywhere)))


def toy_with(statement=None):
    """The toy paper with another statement in its first claim."""
    return registry_of(make_claim("1", statement), with_erratum("2"),
                       make_claim("3", Equal(sqrt(x**2), x, on=positive), uses=["toy2026/1"]))


def registry_of(*claims):
    registry = Registry()
    for claim in claims:
        registry.add(claim)
    registry.close()
    return registry


class ToyLibrary:
    """A library of given claims in place of the papers."""

    def __init__(self, registry):
        self.known = registry
        self.papers = {claim.paper.key: "" for claim in registry}
        self.files = []

    def registry(self):
        return self.known

    def find(self, claim_id, hints=None):
        return self.known[claim_id], self.known

    def claims_of(self, key, hints=None):
        return tuple(claim for claim in self.known if claim.paper.key == key)

    def file_of(self, claim_id):
        return None

    def table_of(self, key):
        return None


def toy_workspace(registry, root, **rest):
    """A workspace of a folder that is like a checkout: the register's claims, a ledger and a cache of its own."""
    return Workspace(**{"root": root, "library": ToyLibrary(registry), "ledger": root / "reports" / "ledger.json", "own": True,
                        "folder": root / "cache", **rest})


def written_ledger(registry, path, routes=("exact", "points")):
    """Decide the register's claims and write their ledger; returns its path."""
    ledger_file.save([ledger.record_of(claim, examine(claim, routes), registry) for claim in registry], path)
    return path
