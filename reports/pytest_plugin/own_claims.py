"""Claims by id, from the paper that an id names or from files of a user's own, `claims_*.py`, without importing every paper."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path

from rederive.derivations import papers
from rederive.derivations.language import REGISTRY, Claim, RederiveError, Registry


def find(claim_id: str) -> tuple[Claim, Registry]:
    """The claim of an id and the register it is in; UnknownClaim names the nearest ones."""
    if claim_id in REGISTRY and claim_id.partition("/")[0] not in papers.PAPERS:
        return REGISTRY[claim_id], REGISTRY
    return papers.load_claim(claim_id)


def load_claims_file(path) -> tuple[Claim, ...]:
    """The claims that a file registers, in its order; it is imported once, and may import its neighbours."""
    path = Path(path).resolve()
    if not path.is_file():
        raise RederiveError(f"no file of claims at {path}")
    name = path.stem
    known = sys.modules.get(name)
    if known is not None and Path(getattr(known, "__file__", None) or "").resolve() != path:
        name = "rederive_own_" + re.sub(r"\W", "_", str(path.with_suffix("")))
    module = sys.modules.get(name) or _imported(name, path)
    return tuple(value.claim for value in vars(module).values()
                 if isinstance(getattr(value, "claim", None), Claim) and value.__module__ == name)


def _imported(name: str, path: Path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    before = {claim.id for claim in REGISTRY}
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
        new = [claim for claim in REGISTRY if claim.id not in before]
        for used in {used for claim in new for used in claim.uses if used not in REGISTRY}:
            papers.load_claim(used)
        for key in {claim.paper.key for claim in new} - set(papers.PAPERS):  # a paper of the library may be here in part only
            REGISTRY.close(key)
        return module
    except BaseException as error:
        del sys.modules[name]
        for claim_id in [claim.id for claim in REGISTRY if claim.id not in before]:
            REGISTRY.remove(claim_id)
        if isinstance(error, Exception):
            told = str(error) if isinstance(error, RederiveError) else f"{type(error).__name__}: {error}"
            raise RederiveError(f"{path.name} cannot be imported: {told}") from error
        raise
    finally:
        sys.path.remove(str(path.parent))
