"""Matrix expressions in every dimension: words, inner products, Kronecker products, moments, ranks, roots."""
