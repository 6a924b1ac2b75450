"""Measurements beside what people use today; each figure is a ratio taken in one run."""
