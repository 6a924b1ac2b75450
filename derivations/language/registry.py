"""A register of claims: permanent ids, the graph of what rests on what, and its checks. Nothing in it builds a formula."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter

from .claim import Claim
from .errors import CyclicUses, DuplicateClaim, UnknownClaim


class Registry:
    """Claims by id, in the order in which they were added."""

    def __init__(self, claims: Iterable[Claim] = ()) -> None:
        self._claims: dict[str, Claim] = {}
        self._users: dict[str, list[str]] = {}
        for claim in claims:
            self.add(claim)

    def add(self, claim: Claim) -> None:
        """Take a claim in; an id that is taken by another claim is an error that names both places."""
        taken = self._claims.get(claim.id)
        if taken is claim:
            return
        if taken is not None:
            raise DuplicateClaim(f"claim id {claim.id!r} at {claim.source} is taken by {taken.source}; "
                                 "give the second a `part`")
        self._claims[claim.id] = claim
        for used in dict.fromkeys(claim.uses):
            self._users.setdefault(used, []).append(claim.id)

    def close(self) -> Registry:
        """Check the graph: every id in `uses` is known, and nothing rests on itself. Raises UnknownClaim or CyclicUses."""
        for claim in self._claims.values():
            for used in claim.uses:
                if used not in self._claims:
                    raise UnknownClaim(used, self._claims, where=f"`uses` of {claim.id}, {claim.source}")
        try:
            tuple(TopologicalSorter({c.id: c.uses for c in self._claims.values()}).static_order())
        except CycleError as error:
            raise CyclicUses("claims rest on one another: " + " -> ".join(error.args[1])) from None
        return self

    def __getitem__(self, claim_id: str) -> Claim:
        try:
            return self._claims[claim_id]
        except KeyError:
            raise UnknownClaim(claim_id, self._claims) from None

    def __contains__(self, claim_id: object) -> bool:
        return claim_id in self._claims

    def __iter__(self) -> Iterator[Claim]:
        return iter(self._claims.values())

    def __len__(self) -> int:
        return len(self._claims)

    def rests_on(self, claim_id: str) -> tuple[str, ...]:
        """All ids that a claim rests on, directly or through others, nearest first."""
        found: dict[str, None] = {}
        queue = list(self[claim_id].uses)
        while queue:
            item = queue.pop(0)
            if item not in found:
                found[item] = None
                queue.extend(self[item].uses)
        return tuple(found)

    def used_by(self, claim_id: str) -> tuple[str, ...]:
        """The ids of the claims that rest on this one directly."""
        self[claim_id]
        return tuple(self._users.get(claim_id, ()))
