"""One claim can be had without the others: the same claim as in the full register, with all that it rests on."""

import subprocess
import sys

import pytest

from rederive.derivations import papers
from rederive.derivations.language import REGISTRY, UnknownClaim

ALONE = """
from rederive.derivations.language import REGISTRY
from rederive.derivations.papers import load, load_claim
from rederive.reports.verify.cache import content
claim, registry = load_claim({claim_id!r})
assert registry is REGISTRY and claim.id == {claim_id!r}
few = len(registry)
below = [content(registry[used].statement) for used in registry.rests_on(claim.id)]
alone = content(claim.statement)
full = load()
assert few < len(full), (few, len(full))
assert content(full[claim.id].statement) == alone
print(alone, *below)
"""


@pytest.mark.slow
@pytest.mark.parametrize("claim_id", ["kunin2024/27"])
def test_one_claim_by_itself_is_the_claim_of_the_full_register(claim_id):
    from rederive.reports.verify.cache import content

    done = subprocess.run([sys.executable, "-c", ALONE.format(claim_id=claim_id)], text=True, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr
    registry = papers.load()
    claims = [registry[claim_id], *(registry[used] for used in registry.rests_on(claim_id))]
    assert done.stdout.split() == [content(claim.statement) for claim in claims]


def test_the_sources_say_where_nearly_every_claim_is():
    registry = papers.load()
    found = {key: papers._places(key) for key in papers.PAPERS}
    missing = [claim.id for claim in registry if claim.paper.key in found and claim.id not in found[claim.paper.key]]
    assert len(missing) <= len(registry) // 10, missing  # what is not found costs a full load and nothing else


def test_an_unknown_id_is_told_with_its_neighbours():
    with pytest.raises(UnknownClaim, match="nearest known: .*kunin2024/26"):
        papers.load_claim("kunin2024/2666")
    with pytest.raises(UnknownClaim):
        papers.load_claim("nobody1999/1")
    assert "kunin2024/26" in REGISTRY
