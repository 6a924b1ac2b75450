"""What an equation of words leaves between numbers is worked out as Coq does it."""

import pytest

from theoremtest.derivations.certificates.matrices_flat import Flat, arguments, parsed
from theoremtest.derivations.certificates.matrices_numbers import qualified
from theoremtest.derivations.certificates.terms import text

TABLE = [(1, 0, False), (1, 1, True), (1, 1, False)]  # a column, a symmetric matrix, another one


@pytest.mark.parametrize(("code", "shown"), [
    ("(SEnt (MMul (MTr (MLet 0)) (MLet 0)))", "w0"),
    ("(SEnt (MMul (MMul (MTr (MLet 0)) (MLet 0)) (MMul (MTr (MLet 0)) (MLet 0))))", "w0 * w0"),
    ("(SEnt (MMul (MTr (MScal (SV 0) (MLet 0))) (MMul (MTr (MLet 1)) (MScal (SV 0) (MLet 0)))))", "x0 * x0 * w0"),
    ("(STr (MMul (MLet 0) (MTr (MLet 0))))", "w0 * INR 1"),
    ("(SAdd (STr (MMul (MLet 1) (MLet 2))) (SOpp (STr (MMul (MTr (MLet 2)) (MLet 1)))))", "h0 + - h0"),
    ("(SMul (SZ (-1)) (SF Fsqrt (SN 1)))", "(-1) * sqrt n1"),
    ("(Ds (nth (MZero 0 0) ([:: (MLet 0); (MZero 1 1)] : seq mexpr)) (nth (SZ 0) ([::] : seq sexpr)) "
     "(SEnt (MMul (MTr (MLet 0)) (MLet 0))))", "w0 + w0"),
])
def test_numbers_of_words(code, shown):
    assert text(Flat(TABLE, [], {0: 1}).number(parsed(code))) == shown


def test_multiples_of_relations_are_taken_off():
    relation = tuple(map(parsed, ("(MMul (MLet 1) (MLet 0))", "(MScal (SV 0) (MLet 0))")))
    whole = parsed("(MAdd (MMul (MLet 1) (MMul (MLet 1) (MLet 0))) (MOpp (MScal (SV 0) (MMul (MLet 1) (MLet 0)))))")
    left = Flat(TABLE, [relation], {0: 1}).left(whole, [arguments("Around (SZ (1)) (MLet 1) 0 false (MId 0)")])
    assert [text(item) for item in left] == ["(-1) * x0 + (-1) * ((-1) * x0)", "1 + (-1)"]  # each is zero


def test_names_of_coqs_library_are_not_taken_for_those_of_a_module_of_the_prelude():
    assert qualified("exact (exp_pos x).") == "exact (exp_pos x)." and qualified("not_zero.") == "theoremtest.not_zero."
