"""The thesis as a source: what its ids begin with and what it lays down once for many places."""

from theoremtest.derivations.language import Convention, Paper

SQUARED_ERROR = Convention("mean square error", "Section 1.3", "unless explicitly specified, we will assume the mean square error loss")

NAM = Paper(
    key="nam2024",
    authors="Y. Nam",
    title="Inductive Bias from Layerwise Structure and Backpropagation in Neural Networks: Analysis through Simplified Models and "
          "Empirical Frameworks",
    year=2024,
    identifier="DPhil thesis, University of Oxford",
    conventions=(SQUARED_ERROR,),
)
