"""What became of a statement that reads otherwise than it did, and whether a formula would hold in a claim's place.

`edits` compares the claims with a baseline, `comparison` two statements, `goals` decides what that asks; `changes` holds the outcome,
`termdiff` shows where two formulas differ and `text` writes an edit out. `attempt` tries a formula, `likeness` says what it equals.
"""
