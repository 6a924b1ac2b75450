"""Get rich quick (Kunin et al., 2024): Sections 1 and 3 to 5 and the appendices, one module per section."""
