"""How sharp the checks are: slips put into every claim, each decided."""
