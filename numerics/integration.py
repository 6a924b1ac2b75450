"""The `integration` route (placeholder)."""
def applies(statement): return False
