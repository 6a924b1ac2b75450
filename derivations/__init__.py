"""What is true: the papers' claims, the language they are written in, and the exact engine that decides them.

SymPy and exact arithmetic only; no floats. `language` holds the words, `proof` decides, `toolbox` holds derivations
that several papers share, and each paper is a package with one module per section.
"""
