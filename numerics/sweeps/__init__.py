"""Sweeps: a function over a grid of any size, kept chunk by chunk on disk, taken up where it stopped."""
