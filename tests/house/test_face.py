"""What `import theoremtest` gives: one list of names, seen alike by users, editors and type checkers, nothing heavy until one is used."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import theoremtest
from theoremtest import language as words
from theoremtest.derivations import language

HEAVY = ("sympy", "numpy", "flint", "numba", "mpmath", "pytest", "theoremtest.derivations",
         "theoremtest.language", "theoremtest.models")


def declared_for_type_checkers() -> set[str]:
    """The names under `if TYPE_CHECKING:` in the package's `__init__`."""
    tree = ast.parse(Path(theoremtest.__file__).read_text("utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    imported = {alias.asname or alias.name for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    annotated = {node.target.id for node in block.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)}
    return imported | annotated


def test_the_two_lists_of_names_agree():
    assert declared_for_type_checkers() == set(theoremtest.__all__)
    assert len(theoremtest.__all__) == len(set(theoremtest.__all__))


@pytest.mark.parametrize("name", theoremtest.__all__)
def test_every_name_can_be_had(name):
    value = getattr(theoremtest, name)
    assert name not in language.__all__ or getattr(language, name) is value


def test_the_face_is_read_at_one_glance():
    assert len(theoremtest.__all__) < 40 and dir(theoremtest) == sorted(theoremtest.__all__)


INTERNAL = {"ClaimError", "CyclicUses", "DomainError", "DuplicateClaim", "StatementError", "Marked", "Registry", "Sourced", "atoms_of",
            "claims_in", "conditions_added", "place_id", "sources_of", "tautology", "to_latex", "under", "verdict_from", "without"}
"""What the library's own floors take from the language and the author of a claim does not write."""


def test_every_word_of_the_language_is_among_them():
    assert set(language.__all__) - set(words.__all__) == INTERNAL
    assert all(getattr(words, name) is getattr(language, name) for name in words.__all__)
    assert set(theoremtest.__all__) & set(language.__all__) < set(words.__all__)


def test_every_kind_of_statement_is_among_them():
    kinds = {name for name in language.__all__ if isinstance(found := getattr(language, name), type)
             and issubclass(found, language.Statement)}
    assert kinds <= set(words.__all__)


@pytest.mark.parametrize("name", ["Hessian", "ge"])
def test_a_name_that_moved_is_had_with_a_line_that_says_where_it_is(name):
    with pytest.warns(DeprecationWarning, match=f"^theoremtest.{name} is now theoremtest.language.{name}$") as caught:
        exec(f"from theoremtest import {name}", found := {})
    assert found[name] is getattr(words, name) and name not in dir(theoremtest)
    assert {warning.filename for warning in caught} == {"<string>"}


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'lemma'"):
        theoremtest.lemma  # noqa: B018  the access is what is tested


def test_importing_it_imports_nothing_heavy():
    program = "import sys, theoremtest; print(*[name for name in sys.argv[1:] if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program, *HEAVY], text=True, capture_output=True, timeout=600, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize("name", ["single_neuron", "latent_variable", "lambda_balanced", "diagonal_linear", "lazy_rich", "mirror",
                                  "multilinear"])
def test_the_solvers_are_the_libraries_own(name):
    face, own = import_module(f"theoremtest.models.{name}"), import_module(f"theoremtest.numerics.models.{name}")
    assert set(getattr(own, "__all__", ())) <= set(face.__all__)
    assert all(getattr(face, public) is getattr(own, public) for public in face.__all__)


def test_a_checkout_uses_its_own_floors(tmp_path):
    """Where another checkout is installed, one's own must not be mixed with it."""
    files = {"pyproject.toml": "", "theoremtest/__init__.py": Path(theoremtest.__file__).read_text("utf-8"), "derivations/__init__.py": "",
             "derivations/language/__init__.py": ""}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    program = "import theoremtest.derivations.language as language; print(language.__file__)"
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, text=True, capture_output=True, timeout=600, check=True)
    assert Path(done.stdout.strip()) == tmp_path / "derivations" / "language" / "__init__.py"
