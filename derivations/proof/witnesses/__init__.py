"""The search for proofs that the kernel takes: anything goes here, since nobody has to trust it."""
