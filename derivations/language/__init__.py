"""The words a theorem is written in: papers, domains, statements, claims, derivations, evidence, verdicts, errata."""

from .blocks import Blocks
from .bounds import ConservedExactly, Decays, Stays, UniqueMotion
from .claim import Claim, Erratum, Printed, Step, chain, claim, claims_in, place_id
from .classifies import Classifies
from .definite import PositiveDefinite, PositiveSemidefinite
from .descent import descent
from .diagonal import Diagonal, EveryEntry
from .diffusion import Diffusion, MeanEvolves, stationary
from .domain import Bounds, Chart, Domain, atoms_of
from .errata import conditions_added, under
from .errors import ClaimError, CyclicUses, DomainError, DuplicateClaim, StatementError, TheoremtestError, UnknownClaim
from .expectation import ConvergesInProbability, Covariance, Expectation, entry
from .flow import TIME, Flow, GradientFlow, System
from .functions import GrowthIntegral, Parity
from .gated import GatedFlow
from .induction import Induction
from .inverses import PseudoInverse
from .kronecker import Kron, OverNeurons, Vec, kronecker_sum
from .latex import to_latex
from .laws import Binomial, Bounded, FairBits, Mass, Moments, Multinomial, Poisson
from .matrix_function import EIGENVALUE, MatrixFunction, matrix_exp, matrix_growth, matrix_root
from .networks import Network
from .observed import Observed
from .open_functions import PL, Convex, Differentiable, GradientAt, Lipschitz, OpenFunction, OpenValue, Smooth, StronglyConvex
from .paper import Convention, Meaning, Paper
from .rank import RankBound
from .registry import Registry
from .relations import eq, ge, gt, le, lt, ne
from .scales import Scales
from .sources import Marked, Sourced, added, by, sources_of, stated, without
from .spaces import Space, complete, kernel_operator, orthonormal, projection
from .spectra import Frobenius, FrobeniusNorm, LargestEigenvalue, Rank, SmallestEigenvalue, SpectralNorm
from .spoken import Spoken
from .square_root import SquareRoot
from .statement import (
    All,
    AtMostOneZero,
    Conserved,
    Equal,
    Evolves,
    Gradient,
    Hessian,
    Holds,
    Iff,
    Inverse,
    Limit,
    Minimises,
    NotHessian,
    Solves,
    Statement,
    every,
)
from .symbols import Dot, Norm, dimension, fresh, function, matrix, real, reals, vector
from .tails import TailBound, chernoff
from .tautology import tautology
from .verdict import Counterexample, Evidence, Outcome, Verdict, verdict_from

__all__ = [
    "All", "AtMostOneZero", "Binomial", "Blocks", "Bounded", "Bounds", "Chart", "Claim", "ClaimError", "Classifies", "Conserved",
    "ConservedExactly", "Convention", "ConvergesInProbability", "Convex", "Counterexample", "Covariance", "CyclicUses", "Decays",
    "Diagonal", "Differentiable", "Diffusion", "Domain", "DomainError", "Dot", "DuplicateClaim", "EIGENVALUE", "Equal", "Erratum",
    "EveryEntry", "Evidence", "Evolves", "Expectation", "FairBits", "Flow", "Frobenius", "FrobeniusNorm", "GatedFlow", "Gradient",
    "GradientAt", "GradientFlow", "GrowthIntegral", "Hessian", "Holds", "Iff", "Induction", "Inverse", "Kron", "LargestEigenvalue",
    "Limit", "Lipschitz", "Marked", "Mass", "MatrixFunction", "MeanEvolves", "Meaning", "Minimises", "Moments", "Multinomial",
    "Network", "Norm", "NotHessian", "Observed", "OpenFunction", "OpenValue", "Outcome", "OverNeurons", "PL", "Paper", "Parity",
    "Poisson",
    "PositiveDefinite", "PositiveSemidefinite", "Printed", "PseudoInverse", "Rank", "RankBound", "Registry", "Scales",
    "SmallestEigenvalue", "Smooth", "Solves", "Sourced", "Space", "SpectralNorm", "Spoken", "SquareRoot", "Statement", "StatementError",
    "Stays", "Step", "StronglyConvex", "System", "TIME", "TailBound", "TheoremtestError", "UniqueMotion",
    "UnknownClaim", "Vec", "Verdict", "added",
    "atoms_of", "by", "chain", "chernoff", "claim", "claims_in", "complete", "conditions_added", "descent", "dimension", "entry", "eq",
    "every",
    "fresh", "function", "ge", "gt", "kernel_operator", "kronecker_sum", "le", "lt", "matrix", "matrix_exp", "matrix_growth",
    "matrix_root", "ne", "orthonormal", "place_id", "projection", "real", "reals", "sources_of", "stated", "stationary", "tautology",
    "to_latex", "under", "vector", "verdict_from", "without",
]
