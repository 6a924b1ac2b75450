"""How the results are told: the ledger of claims, its checks, the command line, the pytest plugin and the report."""
