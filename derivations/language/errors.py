"""The errors of the language, which live where commands can import them without SymPy."""

from rederive.derivations.errors import (
    ClaimError,
    CyclicUses,
    DomainError,
    DuplicateClaim,
    RederiveError,
    StatementError,
    UnknownClaim,
)

__all__ = ["ClaimError", "CyclicUses", "DomainError", "DuplicateClaim", "RederiveError", "StatementError", "UnknownClaim"]
