"""Edits that a tired author makes, and rewritings that a careful one may: statements nearly the same, to try the checks on."""

from .definedness import divides_by_zero, divisors_of, has_no_value_somewhere, loses_its_value, vanishes_on_its_way
from .kinds import KINDS, Mutant, mutants
from .rewritings import REWRITINGS, rewritings

__all__ = ["KINDS", "REWRITINGS", "Mutant", "divides_by_zero", "divisors_of", "has_no_value_somewhere", "loses_its_value", "mutants",
           "rewritings", "vanishes_on_its_way"]
