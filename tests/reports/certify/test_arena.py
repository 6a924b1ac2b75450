"""False theorems and corrupted certificates thrown at Coq as it is asked here: it takes none, and takes the true ones they were made from.

What is thrown is made by rule from true claims whose proofs are printed: a statement that a number was added to, the negation of one,
a name that was given another meaning, an axiom, a proof that ends before its end, another claim's theorem above one; and by hand: a
theorem whose condition was dropped, or that speaks of no point. Kernels that take everything, or nothing, are seen."""

import json

import pytest
import sympy as sp

from helpers.coq import needs_coq, true_and_not_wrong
from theoremtest.derivations.certificates import part_of, prelude, writing
from theoremtest.derivations.certificates.printing.proofs import printed_proof
from theoremtest.derivations.language import Domain, Equal, Holds, reals
from theoremtest.derivations.language.tree import tree_of
from theoremtest.derivations.papers import Library
from theoremtest.reports.certify.certificate import Certificate
from theoremtest.reports.certify.kernel import ASSUMED, Answer
from theoremtest.reports.certify.session import _is_of, _witness
from theoremtest.reports.verify.runner import checks_of
from theoremtest.reports.verify.witnesses import kept

x, y = reals("x", "y")
SHIFTS = 1, -1, sp.Rational(1, 2), 2, -3
SAMPLE = [
    ("kunin2024/72:k", "printed", ""), ("one_theory/sec-2:diagonal-network", "printed", ""),
    ("kunin2024/72:sign-change", "printed", "conservation"), ("one_theory/sec-5:two-signs", "printed", "printed"),
    ("kunin2024/fig-6", "printed", "standard"), ("domine2025/app-A.4:scalar", "printed", "balance"),
    ("kunin2024/34", "corrected", "w"), ("domine2025/135", "printed", "value"),
    ("domine2025/app-A.1:finite-step-scalar", "printed", ""), ("nam2024/1.36:smaller-rest", "printed", "equation"),
    ("nam2024/sec-6.2.1:increase", "printed", "end"), ("domine2025/126", "printed", "square"),
    ("kunin2024/app-C.2:activation", "printed", "inactive form"), ("kunin2024/app-D.1:alpha", "corrected", "delta"),
    ("domine2025/136", "printed", "product"), ("kunin2024/app-C.2:homogeneous", "printed", ""),
    ("domine2025/app-D.3:hierarchy", "printed", "animal"), ("one_theory/sec-5:two-terms", "printed", "term"),
    ("kunin2024/app-D.2:minimum-norm", "printed", "gram 11"), ("domine2025/sec-6:transfer-at-zero", "printed", "cousin"),
    ("domine2025/148", "printed", "second"), ("domine2025/116", "printed", "start"),
    ("kunin2024/app-A.2.3:recovery", "printed", "mu"), ("domine2025/126", "printed", "mixed"),
]
"""Equations that are proved, by claim, role and part."""
DROPPED = [
    (Equal(sp.sqrt(x**2), x, on=Domain(x > 0)), Equal(sp.sqrt(x**2, evaluate=False), x, on=Domain(over=[x]))),
    (Holds(x * y > 0, on=Domain(x > 0, y > 0)), Holds(x * y > 0, on=Domain(x > 0, over=[y]))),
    (Holds(1 / x > 0, on=Domain(x > 0)), Holds(1 / x > 0, on=Domain(over=[x]))),
    (Holds(sp.log(x) > 0, on=Domain(x > 1)), Holds(sp.log(x) > 0, on=Domain(x > 0))),
]
"""A true statement, and the same without a condition."""
EMPTY = [Domain(x * y > 0, x * y < 0), Domain(x + y > 1, x + y < 1), Domain(sp.Gt(y, x), sp.Gt(x, y + 1)), Domain(x**2 + y**2 < 2*x*y - 1)]


def true_ones():
    """Statement, part and printed script of each claim of the sample."""
    library, found = Library(), []
    for claim_id, role, name in SAMPLE:
        claim, _ = library.find(claim_id)
        check = next(check for check in checks_of(claim) if (check.role, check.part) == (role, name))
        part = part_of(check.statement, "proved", ())
        proofs = list(map(json.loads, kept(claim.id, check)))
        found.append((check.statement, part, printed_proof(part.theorem, tree_of(check.statement), proofs)))
    return found


def thrown(sample):
    """What is false or corrupted, as name and text."""
    texts = []
    for number, (statement, part, script) in enumerate(sample):
        name = f"arena_{number}"
        for place, shift in enumerate(SHIFTS):
            own = f"{name}_shift_{place}"
            texts.append((own, part_of(Equal(statement.left + shift, statement.right, on=statement.on), "proved", ()).whole(own, script)))
        for what, text in {
            "denied": f"Theorem {name}_denied : ~ ({part.stated}).\n{script}",
            "shadowed": f"Definition sqrt (x : R) : R := 0.\n{part.whole(name + '_shadowed', script)}",
            "assumed": f"Axiom classic : False.\nTheorem {name}_assumed : False.\nProof.\nexact classic.\nQed.\n",
            "unended": part.theorem_text(name + "_unended") + "Proof.\nAdmitted.\n",
            "open": part.theorem_text(name + "_open") + "Proof.\nintros.\n",
        }.items():
            texts.append((f"{name}_{what}", text))
    return texts


def taken_of(kernel, texts):
    """The names of what a kernel takes."""
    return [name for name, text in texts if kernel.check(name, text).taken]


class Always:
    """A kernel that has one answer."""

    def __init__(self, taken):
        self.taken = taken

    def check(self, name, text, seconds=None):
        return Answer(self.taken, 0.0)


@pytest.fixture(scope="module")
def sample():
    return true_ones()


@needs_coq
@pytest.mark.slow
@pytest.mark.drawn(6)
@pytest.mark.parametrize("number", range(len(SAMPLE)))
def test_nothing_false_is_taken_and_what_is_true_is(kernel, sample, number):
    assert taken_of(kernel, [(name, text) for name, text in thrown(sample) if name.startswith(f"arena_{number}_")]) == []
    _, part, script = sample[number]
    true = f"arena_true_{number}"
    assert kernel.check(true, part.whole(true, script)).taken
    kernel.audit([true])


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("stated, dropped", DROPPED)
def test_a_theorem_whose_condition_was_dropped_is_not_taken(kernel, stated, dropped):
    assert true_and_not_wrong(kernel, stated, dropped)


@pytest.mark.slow
@needs_coq
@pytest.mark.parametrize("domain", EMPTY)
def test_a_theorem_that_speaks_of_no_point_is_no_certificate(kernel, domain):
    part = part_of(Holds(x > y + 5, on=domain), "proved", [{x: sp.Integer(2), y: sp.Integer(3)}])
    made = Certificate("printed", "", "Holds", "proved", digest=part.digest)
    _witness(made, part, kernel)
    assert not made.certified


@pytest.mark.slow
def test_a_proof_of_another_claims_theorem_is_not_kept_for_one(sample):
    for number, (_, part, script) in enumerate(sample):
        other = sample[number - 1][1]
        rows = [json.dumps({"certified": True, "text": each.whole("t", script)}) for each in (part, other)]
        assert _is_of(rows[0], part, "t") and not _is_of(rows[1], part, "t")


def test_kernels_with_one_answer_are_seen(sample):
    texts, true = thrown(sample), [(f"true_{number}", part.stated) for number, (_, part, _) in enumerate(sample)]
    assert len(taken_of(Always(True), texts)) == len(texts) >= 200
    assert taken_of(Always(False), true) == []


def test_a_definition_of_the_prelude_that_changed_is_another_theorem(monkeypatch):
    part = part_of(Equal(x + x, 2 * x, on=Domain(over=[x])), "proved", ())
    before, head = part.digest, writing.definitions()
    names = [line for line in head.splitlines() if line.startswith(("Definition", "Fixpoint"))]
    assert len(names) >= 8
    for line in names:
        monkeypatch.setattr(writing, "definitions", lambda line=line: head.replace(line, line.replace(":=", ":= (fun v => v)", 1)))
        assert part.digest != before, line


@pytest.mark.parametrize("text", ["Axiom a : False.", "  Parameter a : R.", "Proof. intros. Admitted.",
                                  "Local Definition exp (x : R) := x.", "#[local] Instance i : C.", "Unset Guard Checking.",
                                  "Module M.", "Proof.\n{ admit. }", "Variable a : R."])
def test_sentences_that_take_for_granted_are_seen(text):
    assert ASSUMED.search(text)


@pytest.mark.slow
def test_no_sentence_of_the_printed_proofs_takes_for_granted(sample):
    assert not any(ASSUMED.search(part.whole("t", script)) for _, part, script in sample)
    assert "Admitted" not in prelude() and "Axiom" not in prelude()
