"""The report's own words: verdicts, kinds of erratum and of statement, routes, and how far a claim's foundations are proved."""

from __future__ import annotations

VERDICTS = {
    "proved": "an exact argument covers the whole declared domain",
    "supported": "numerical evidence only; the evidence table says which",
    "refuted": "there is a counterexample inside the domain",
    "undecided": "nothing that was tried settled it",
}
"""The four verdicts in the order in which the report counts them, with what each one means."""

ERRATUM_KINDS = {
    "wrong": "false as printed",
    "incomplete": "false without a condition that the text leaves out",
    "garbled": "symbols were lost or moved in the stored text",
}
GARBLED = "garbled"
"""The kind that is nobody's error: it is listed and counted apart from the errata."""
KINDS = {
    "wrong": "false as printed",
    "incomplete": "false without a condition that the text leaves out",
    "garbled": "symbols were lost or moved in the stored text",
}
KINDS = {
    "Equal": "identity", "Evolves": "rate of change", "Conserved": "conservation law", "Solves": "initial value problem",
    "Inverse": "inverse", "Gradient": "gradient", "Hessian": "Hessian", "NotHessian": "no Hessian", "Limit": "limit",
    "Holds": "inequality or condition", "Iff": "equivalence", "AtMostOneZero": "number of zeros", "Minimises": "minimisation",
    "All": "conjunction", "Expectation": "expectation", "Scales": "scaling law", "Classifies": "case distinction",
    "RankBound": "rank bound", "SquareRoot": "square root of a matrix",
}
ROUTES = {"exact": "exact", "points": "points", "integration": "integration", "flow": "gradient flow"}

GROUNDS = {
    "proved": "all that it rests on is proved",
    "corrected": "all that it rests on is proved, part of it only in the corrected form",
    "open": "something that it rests on is not proved",
}
