"""A benchmark of true and broken statements of theory: made from the ledger, scored, and asked of solvers and of language models."""
