"""How a statement is decided exactly. Knows statements, never papers."""
