"""What the ledger records of certificates, and how they stand where there is no Coq. Needs none."""

import json
import re
from dataclasses import replace
from types import MappingProxyType

import pytest

from theoremtest.derivations.certificates.matrices_lemmas import BEFORE, PLACE
from theoremtest.derivations.certificates.matrices_part import matrix_part
from theoremtest.derivations.language import Claim, Domain, Equal, Holds, Paper, dimension, every, matrix, reals
from theoremtest.derivations.proof.attest import witness
from theoremtest.reports.certify.certificate import Certificate, Certified, recorded_in, whole_file
from theoremtest.reports.certify.kernel import LARGE, Answer, NoCoq
from theoremtest.reports.certify.session import AGAIN, CHANGED, Session, _ask
from theoremtest.reports.verify import ledger_file
from theoremtest.reports.verify.cache import NoCache
from theoremtest.reports.verify.schema import faults

x, y = reals("x", "y")
STATEMENT = every(square=Equal((x + y) ** 2, x**2 + 2 * x * y + y**2, on=Domain(over=[x, y])), sign=Holds(x + 1 > 0, on=Domain(x > 0)))
TOLD = {("printed", "square"): "proved", ("printed", "sign"): "proved"}


@pytest.fixture
def claim() -> Claim:
    paper = Paper(key="toy2020", authors="A. Author", title="Toys", year=2020, identifier="none")
    return Claim(id="toy2020/1", paper=paper, where="Eq. (1)", title="A square", uses=(), note="", origin="printed",
                 build=lambda: STATEMENT)


def found(claim: Claim, recorded=MappingProxyType({})) -> dict:
    return Session(None, NoCache()).certify(claim, TOLD, recorded).as_json()


def test_without_coq_nothing_new_is_certified(claim):
    row = found(claim)
    assert row["status"] == "none" and row["why"] == "unavailable" and all(part["digest"] for part in row["parts"])


def test_what_is_recorded_stands_as_long_as_it_says_the_same(claim):
    digests = [part["digest"] for part in found(claim)["parts"]]
    assert found(claim, dict.fromkeys(digests, (True, "", False)))["status"] == "certified"
    assert found(claim, {digests[0]: (True, "", False), digests[1]: (False, "script", False)})["status"] == "partly"
    assert found(claim, {"0" * 64: (True, "", False)})["status"] == "none"


class NeverAsked:
    """Where there must be no question to Coq."""

    kernels = MappingProxyType({})

    def of(self, part):
        raise AssertionError("Coq was asked")


def test_of_what_is_recorded_nothing_is_asked_again_be_it_taken_or_not(claim):
    digests = [part["digest"] for part in found(claim)["parts"]]
    session = Session(NeverAsked(), NoCache(), asks=CHANGED)
    row = session.certify(claim, TOLD, {digests[0]: (True, "", False), digests[1]: (False, "script", False)}).as_json()
    session.finish()
    assert [(part["certified"], part["why"]) for part in row["parts"]] == [(True, ""), (False, "script")]
    with pytest.raises(AssertionError, match="was asked"):
        session.certify(claim, TOLD, {digests[0]: (True, "", False)})


def test_asked_again_what_the_ledger_calls_printed_has_to_be_taken(claim, monkeypatch):
    square, sign = (part["digest"] for part in found(claim)["parts"])

    def lost(printed: bool) -> list:
        session = Session(Growing(), NoCache(), asks=AGAIN)
        parts = session.certify(claim, TOLD, {square: (True, "", printed), sign: (False, "script", False)}).parts
        session.finish()
        return [(part.certified, part.lost, part.recorded) for part in parts]

    assert lost(True) == [(False, True, False), (False, False, True)]  # no witness is kept, and none is looked for
    assert lost(False) == [(False, False, False), (False, False, True)]
    proofs = witness(dict(STATEMENT.parts())["square"])
    monkeypatch.setattr("theoremtest.reports.certify.session.kept", lambda claim_id, check: proofs)
    assert lost(True) == [(True, False, False), (False, False, True)]


class Growing:
    """A Coq that takes every theorem, and holds more memory with each. rests_on: the axioms it tells of; None: one that it may not use."""

    seconds, memory, alive, starts = 8.0, 0.0, True, 1

    def __init__(self, rests_on=()):
        self.rests_on, self.told = rests_on, []
        self.kernels = {False: self}

    def of(self, part):
        return self

    def check(self, name, text, seconds=None):
        self.told.append(name)
        self.memory += LARGE / 2 + 1
        return Answer(True, 0.1)

    def taken(self, name):
        return None

    def audit(self, names):
        self.told.append(tuple(names))
        if self.rests_on is None:
            raise NoCoq("a theorem rests on more than it may")
        return self.rests_on

    def close(self):
        self.told.append("closed")
        self.memory = 0.0


def test_a_coq_that_has_grown_large_is_started_anew_when_it_has_said_what_its_theorems_rest_on(claim):
    coq = Growing(("classic",))
    session = Session(coq, NoCache())
    parts = session.certify(claim, TOLD).parts
    names = [part.name for part in parts]
    witness = f"{names[1]}_witness"
    assert coq.told == [names[0], names[1], witness, tuple(names), "closed"]
    session.finish()
    assert coq.told[-1] == "closed", "nothing is left to be asked"
    assert all(part.certified and part.axioms == ("classic",) for part in parts)


@pytest.mark.parametrize("rests_on, stands", [(("classic",), True), (None, False)])
def test_two_parts_that_say_the_same_stand_or_fall_together(claim, rests_on, stands):
    session = Session(Growing(rests_on), NoCache())
    both = [part for _ in range(2) for part in session.certify(claim, TOLD).parts if part.part == "square"]
    session.finish()
    assert [(part.certified, part.axioms) for part in both] == [(stands, rests_on or ())] * 2


class Stopping(Growing):
    """A Coq that takes nothing without lemmas, and with them only in a whole part's time; lemmas that it took it knows from then on."""

    def __init__(self):
        super().__init__()
        self.lemmas = set()

    def check(self, name, text, seconds=None):
        lemmas = set(re.findall(r"^Lemma (\w+)", text, re.MULTILINE))
        if lemmas & self.lemmas:
            return Answer(False, 0.1, f"{min(lemmas)} already exists.")
        self.lemmas |= lemmas
        return Answer(bool(lemmas) and seconds == self.seconds, 0.1, "time" if lemmas else "no proof")


def test_a_script_that_was_stopped_early_is_given_again_with_lemmas_that_coq_does_not_know(monkeypatch):
    A = matrix("A", dimension("d"), dimension("d"))
    part, made = matrix_part(Equal(A * A.T, A * A.T, on=Domain(over=[A]))), Certificate("printed", "", "Equal", "proved", digest="a" * 64)
    monkeypatch.setattr("theoremtest.reports.certify.session._script", lambda part: f"Lemma {PLACE}_0 : True.\n{BEFORE}exact {PLACE}_0.\n")
    monkeypatch.setattr("theoremtest.reports.certify.session._plain", lambda part: "easy.\n")
    coq = Stopping()
    _ask(made, part, coq)
    assert made.certified and not made.why
    assert len(coq.lemmas) == 2 and made.text.count(next(lemma for lemma in coq.lemmas if "again" in lemma)) == 2


class Once(Growing):
    """A Coq that takes a name once, whatever it is a name of."""

    def __init__(self):
        super().__init__(("classic",))
        self.known = {}

    def check(self, name, text, seconds=None):
        super().check(name, text)
        self.memory = 0.0
        return Answer(self.known.setdefault(name, text) == text, 0.1, f"{name} already exists.")

    def taken(self, name):
        return self.known.get(name)


def test_what_two_claims_state_is_taken_once_for_both_though_their_points_differ(claim):
    coq, other = Once(), replace(claim, id="toy2020/2")
    texts = []
    for one in (claim, other):
        session = Session(coq, NoCache())
        parts = session.certify(one, TOLD).parts
        session.finish()
        assert all(part.certified for part in parts), [part.message for part in parts]
        texts.append([part.text for part in parts])
    assert other.id != claim.id and texts[0] == texts[1]
    assert len(coq.known) == sum(isinstance(told, str) for told in coq.told), "nothing is asked twice"


def test_a_record_is_as_the_schema_has_it(claim):
    row = found(claim)
    schema = json.loads(ledger_file.LEDGER.with_name("ledger.schema.json").read_text("utf-8"))
    assert not list(faults(row, schema["$defs"]["certificate"], schema))
    row["parts"][0]["certified"] = True
    assert recorded_in({"certificate": row}) [row["parts"][0]["digest"]] == (True, "unavailable", False) and recorded_in(None) == {}


def test_an_undecided_part_has_no_certificate_and_says_so(claim):
    row = Session(None, NoCache()).certify(claim, {}).as_json()
    assert row["why"] == "undecided" and row["status"] == "none"


def test_the_file_holds_each_theorem_once():
    proof = "Theorem t : True.\nProof.\nexact I.\nQed.\n"
    part = Certificate("printed", "", "Equal", "proved", certified=True, digest="a" * 64, text=proof)
    text = whole_file([Certified("toy2020/1", [part]), Certified("toy2020/2", [part])])
    assert text.count("Theorem t") == 1 and text.startswith("(* What every certificate starts from")
