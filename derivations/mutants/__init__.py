"""Edits that a tired author makes, and rewritings that a careful one may: statements nearly the same, to try the checks on."""

from .kinds import KINDS, Mutant, mutants
from .rewritings import REWRITINGS, rewritings

__all__ = ["KINDS", "REWRITINGS", "Mutant", "mutants", "rewritings"]
