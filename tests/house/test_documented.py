"""Every public name of the language and of the face has a docstring, its own or that of what it overrides."""

import inspect
from importlib import import_module
from pkgutil import iter_modules

import pytest

import theoremtest
from theoremtest import language as words
from theoremtest import models
from theoremtest.derivations import language

MODULES = [theoremtest, models, words, language, *(import_module(f"{package.__name__}.{found.name}")
                                            for package in (models, language) for found in iter_modules(package.__path__))]


def undocumented(module) -> list[str]:
    """Public functions, classes, methods and properties that the module itself defines and does not explain."""
    lacking = []
    for name, found in vars(module).items():
        if name.startswith("_") or getattr(found, "__module__", None) != module.__name__ or not callable(found):
            continue
        if not inspect.getdoc(found):
            lacking.append(name)
        if isinstance(found, type):
            lacking += [f"{name}.{member}" for member, what in vars(found).items()
                        if not member.startswith("_") and (inspect.isroutine(what) or isinstance(what, property))
                        and not inspect.getdoc(getattr(found, member))]
    return lacking


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_public_name_is_documented(module):
    assert module.__doc__ and not undocumented(module)
