"""Inequalities between traces, norms, eigenvalues and ranks of matrices of any size, by theorems that hold of all real matrices."""
