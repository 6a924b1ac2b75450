"""The errors of the language, which live where commands can import them without SymPy."""

from theoremtest.derivations.errors import (
    ClaimError,
    CyclicUses,
    DomainError,
    DuplicateClaim,
    StatementError,
    TheoremtestError,
    UnknownClaim,
)

__all__ = ["ClaimError", "CyclicUses", "DomainError", "DuplicateClaim", "TheoremtestError", "StatementError", "UnknownClaim"]
