"""Here the engine is asked by itself: see `helpers/engine.py`."""

from helpers.engine import no_witness_is_searched_for  # noqa: F401  a fixture that every test uses
