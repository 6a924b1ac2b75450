"""Problem sets of others, read from where they lie, beside the solvers of others: `python -m benchmarks --only foreign --set PATH`."""
