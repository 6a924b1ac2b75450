"""A test suite for theorems: the words in which a theorist writes her own claims, and the exact engine that decides them.

    from theoremtest import Conserved, Domain, Flow, Paper, claim, decide, reals

What most claims need stands here, all words in `theoremtest.language`. `theoremtest.kernel` compiles the formulas of a claim,
`theoremtest.strategy` draws points of its domain, `theoremtest.integrate` follows equations of motion to 50 digits, `theoremtest.flow`
trains networks. `theoremtest.models` holds the solvers, `theoremtest.sweep` takes them over grids of any size, `theoremtest.features`
holds what a feature map sees of a distribution. Everything else is found below `theoremtest.derivations` (what is true),
`theoremtest.numerics` (how it is computed) and `theoremtest.reports` (how it is reported). A name is imported when it is first used, so
that `import theoremtest` costs nothing to a program, or to another project's test run, that only looks at the version.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from theoremtest.derivations.language import (
        TIME,
        Conserved,
        Domain,
        Dot,
        Equal,
        Erratum,
        Evolves,
        Flow,
        GradientFlow,
        Holds,
        Limit,
        Paper,
        Printed,
        Solves,
        System,
        TheoremtestError,
        Verdict,
        claim,
        dimension,
        every,
        matrix,
        real,
        reals,
        stated,
        vector,
    )
    from theoremtest.derivations.proof.conserved import find_conserved, for_every_loss
    from theoremtest.derivations.proof.decide import decide
    from theoremtest.numerics.closed_forms import kernel
    from theoremtest.numerics.integrate.reference import integrate
    from theoremtest.numerics.strategies import strategy
    from theoremtest.numerics.sweeps.sweep import sweep
    from theoremtest.numerics.training.gradient_flow import flow

    from . import features, language, models, numerics

    __version__: str

__all__ = [
    "Conserved", "Domain", "Dot", "Equal", "Erratum", "Evolves", "Flow", "GradientFlow", "Holds", "Limit", "Paper", "Printed", "Solves",
    "System", "TIME", "TheoremtestError", "Verdict", "__version__", "claim", "decide", "dimension", "every", "features",
    "find_conserved", "flow", "for_every_loss", "integrate", "kernel", "language", "matrix", "models", "numerics", "real", "reals",
    "stated", "strategy", "sweep", "vector",
]

_ROOMS = ("features", "language", "models", "numerics")

_ELSEWHERE = {
    "decide": "theoremtest.derivations.proof.decide", "find_conserved": "theoremtest.derivations.proof.conserved",
    "for_every_loss": "theoremtest.derivations.proof.conserved", "flow": "theoremtest.numerics.training.gradient_flow",
    "integrate": "theoremtest.numerics.integrate.reference", "kernel": "theoremtest.numerics.closed_forms",
    "strategy": "theoremtest.numerics.strategies", "sweep": "theoremtest.numerics.sweeps.sweep",
}
"""Where the names are that are not words of the language."""

_MOVED = frozenset((
    "All", "AtMostOneZero", "Binomial", "Blocks", "Bounds", "Chart", "Claim", "Classifies", "ConservedExactly", "Convention",
    "ConvergesInProbability", "Convex", "Counterexample", "Covariance", "Decays", "Diagonal", "Differentiable", "EIGENVALUE",
    "EveryEntry", "Evidence", "Expectation", "FairBits", "Frobenius", "FrobeniusNorm", "GatedFlow", "Gradient", "GradientAt",
    "GrowthIntegral", "Hessian", "Iff", "Induction", "Inverse", "Kron", "LargestEigenvalue", "Lipschitz", "Mass", "MatrixFunction",
    "Meaning", "Minimises", "Multinomial", "Network", "Norm", "NotHessian", "Observed", "OpenFunction", "Outcome", "OverNeurons", "PL",
    "Parity", "Poisson", "PositiveDefinite", "PositiveSemidefinite", "PseudoInverse", "Rank", "RankBound", "Scales",
    "SmallestEigenvalue", "Smooth", "Space", "SpectralNorm", "Spoken", "SquareRoot", "Statement", "Stays", "Step", "StronglyConvex",
    "UnknownClaim", "Vec", "added", "by", "chain", "complete", "descent", "entry", "eq", "fresh", "function", "ge", "gt",
    "kernel_operator", "kronecker_sum", "le", "lt", "matrix_exp", "matrix_growth", "matrix_root", "ne", "orthonormal", "projection",
))
"""What stood here until 0.2, and is now said by `theoremtest.language` alone."""

_checkout = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
if os.path.isfile(os.path.join(_checkout, "pyproject.toml")) and os.path.isdir(os.path.join(_checkout, "derivations", "language")):
    __path__.append(_checkout)  # the floors stand beside this folder there: never take them from another checkout that is installed


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for (PEP 562), and keep it."""
    if name in _MOVED:
        from warnings import warn
        warn(f"theoremtest.{name} is now theoremtest.language.{name}", DeprecationWarning, stacklevel=2)
        return getattr(import_module("theoremtest.language"), name)
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: Any
    if name == "__version__":
        from importlib.metadata import version
        value = version("theoremtest")
    elif name in _ROOMS:
        value = import_module(f"theoremtest.{name}")
    else:
        import_module("theoremtest.reports.showing")  # so that values show themselves in a notebook
        value = getattr(import_module(_ELSEWHERE.get(name, "theoremtest.derivations.language")), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
