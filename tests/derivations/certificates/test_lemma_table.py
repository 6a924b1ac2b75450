"""The kernel's lemmas and the prelude's are one table: each has its name and its words in both. Needs no Coq."""

import re
from importlib.resources import files

import pytest

from theoremtest.derivations.certificates.printing.lemmas import stated, stated_at_end, table, table_at_end
from theoremtest.derivations.kernel.facts import nonneg, pos
from theoremtest.derivations.kernel.lemmas import LEMMAS, Lemma, X, Y
from theoremtest.derivations.kernel.table import square
from theoremtest.derivations.kernel.terms import MINUS, parts, sub

PRELUDE, ENDS = ((files("theoremtest.derivations.certificates") / f"{name}.v").read_text("utf-8") for name in ("printed", "ends"))
NO_TEXT = {"limit", "converges", "fixed", "order", "invertible", "Dot", "GrowthIntegral", "asin", "acot", "erf", "gamma", "lowergamma",
           "LambertW", "besseli", "besselj", "binomial", "factorial"}
"""What lemmas speak of that have no statement between real numbers alone, or of functions that the prelude lacks; so have powers of -1."""


def proved(text: str = PRELUDE, name: str = "Lemmas") -> dict[str, str]:
    """Name to statement, of each lemma in a module of the prelude."""
    module = text.partition(f"Module {name}.")[2].partition(f"End {name}.")[0]
    found = re.findall(r"^Lemma (\w+) : (.*)\.\nProof\.", module, re.MULTILINE)
    assert len(found) == module.count("Lemma ") == module.count("Qed.") and "Admitted" not in module and "Axiom" not in module
    return dict(found)


def test_the_two_tables_are_one():
    assert proved() == table()


def test_of_lemmas_about_an_end_the_two_tables_are_one_too():
    assert proved(ENDS, "Ends") == table_at_end()


def test_of_what_goes_to_an_end_a_lemma_speaks_as_of_a_function_and_of_what_is_fixed_as_of_a_number():
    assert stated_at_end(LEMMAS["large_above"]) == "forall (x : T -> R) (y : R), lim x p_infty -> F (fun i => 0 < (x i) - y)"
    assert stated_at_end(LEMMAS["exp_pos"]) is None


def test_a_lemma_without_a_text_speaks_of_what_has_none():
    for name, lemma in LEMMAS.items():
        found = {part for fact in (*lemma.sides, lemma.conclusion) for part in parts(fact)}
        without = any(part.head in NO_TEXT or (part.head == "Pow" and part.args[0] is MINUS) for part in found)
        assert (stated(lemma) is None) == without, name


def test_each_name_is_of_one_lemma():
    names = [lemma.coq for lemma in LEMMAS.values() if stated(lemma) is not None]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("near_miss", [
    Lemma((X,), (), nonneg(square(X)), "pow2_gt_0"), Lemma((X,), (), pos(square(X)), "pow2_gt_0"),
    Lemma((X, Y), (pos(sub(Y, X)),), pos(sub(X, Y)), "exp_increasing")])
def test_another_statement_under_a_name_is_seen(near_miss):
    assert stated(near_miss) not in (None, table()[near_miss.coq])
