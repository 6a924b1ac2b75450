"""Which routes have something to say of a claim, and where it is claimed: what a test run must know of every claim to collect it.

Both depend on the claim and on the routes' code alone, never on what a ledger holds. To build all claims only to collect them takes half a
minute, so it is kept by the text of each module and of all that it imports.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from theoremtest.derivations.language import Claim
from theoremtest.numerics.routes.names import ROUTES

from .cache import Cache
from .digests import PAPERS, digest
from .records import makers_version, module_version
from .runner import checks_of, routes_for


class Asked(NamedTuple):
    """routes: in the order in which they are run; domain: in words, `[x > 0]`."""

    routes: tuple[str, ...]
    domain: str


def asked_of(claims: Iterable[Claim], cache: Cache) -> Iterator[tuple[Claim, Asked]]:
    """Each claim with what is asked of it, in order."""
    kept: dict[str, dict[str, list]] = {}
    for claim in claims:
        if not claim.module.startswith(PAPERS):
            yield claim, _asked(claim)
            continue
        key = _key(claim.module)
        if key not in kept:
            kept[key] = _read(cache.get_text(key))
        found = kept[key].get(claim.id)
        if found is None:
            found = kept[key][claim.id] = list(_asked(claim))
            cache.put_text(key, json.dumps(kept[key]))
        yield claim, Asked(tuple(route for route in ROUTES if route in found[0]), found[1])


def _asked(claim: Claim) -> Asked:
    found = {route for check in checks_of(claim) for route in routes_for(check, ROUTES)}
    return Asked(tuple(route for route in ROUTES if route in found), str(claim.domain))


def _key(module: str) -> str:
    return digest("asked of", module, module_version(module), makers_version())


def _read(text: str | None) -> dict[str, list]:
    try:
        found = json.loads(text or "{}")
        return {str(name): [list(routes), str(domain)] for name, (routes, domain) in found.items()}
    except (AttributeError, TypeError, ValueError):
        return {}
