"""Is an expression zero on a whole domain? Normal forms, and what stands beside them where they do not reach."""
