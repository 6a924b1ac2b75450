"""Values of expressions at given points in arithmetic of any precision: scalars, vectors and matrices of any size."""
