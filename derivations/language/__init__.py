"""The words a theorem is written in: papers, domains, statements, claims, derivations, evidence, verdicts, errata."""

from .claim import Claim, Erratum, Printed, Step, chain, claim, place_id
from .classifies import Classifies
from .domain import Bounds, Chart, Domain, atoms_of
from .errors import (ClaimError, CyclicUses, DomainError, DuplicateClaim, RederiveError, StatementError, UnknownClaim)
from .expectation import Expectation
from .flow import TIME, Flow, GradientFlow, System
from .gated import GatedFlow
from .kronecker import Kron, OverNeurons, Vec, kronecker_sum
from .latex import to_latex
from .paper import Paper
from .rank import RankBound
from .registry import REGISTRY, Registry
from .square_root import SquareRoot
from .scales import Scales
from .statement import (All, AtMostOneZero, Conserved, Equal, Evolves, Gradient, Hessian, Holds, Iff, Inverse, Limit,
                        Minimises, NotHessian, Solves, Statement, every)
from .symbols import Dot, Norm, dimension, fresh, function, matrix, real, reals, vector
from .verdict import Counterexample, Evidence, Outcome, Verdict, verdict_from

__all__ = [name for name in dir() if not name.startswith("_")]
