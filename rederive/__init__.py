"""A test suite for theorems: what `import rederive` gives a theorist."""
