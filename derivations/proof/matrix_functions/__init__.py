"""Functions of symmetric matrices in words: what they are equal to, how they change with time, which differential equations they solve."""
