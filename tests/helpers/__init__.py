"""What several test files share: a small paper of claims, sample records, the way back from a syntax tree to tokens.

`tests/` is on the path for every run of pytest (`pythonpath` in `pyproject.toml`), so a test says `from helpers.toy_claims import ...`."""
