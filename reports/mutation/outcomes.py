"""What becomes of a slip, in words."""

REFUTED, EQUIVALENT, TRUE, SURVIVED, UNDECIDED = "refuted", "equivalent", "true", "survived", "undecided"
BORNE_OUT = "borne out"
"""Of what is said of an experiment: another statement, which the experiment shows as well."""
