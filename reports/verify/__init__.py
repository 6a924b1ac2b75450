"""Claims decided by all routes: runner, cache of verdicts, ledger, expectations."""
