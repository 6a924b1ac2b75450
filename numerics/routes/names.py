"""The names of the routes, in the order in which they are run; light, so that a command can list them before anything is imported."""

ROUTES = ("exact", "points", "integration", "flow")
EXPERIMENT = "experiment "
"""What the engine's name begins with where the flow route ran an experiment; the experiment's own name follows."""
