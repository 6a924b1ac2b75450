"""Libraries that not everyone needs: imported when they are asked for, and one clear line where they are absent."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


class MissingExtra(ImportError):
    """Something was asked for that needs an optional library, and it cannot be imported; the message says how to install it."""


def installed(module: str) -> bool:
    """Whether there is such a library here; it is not imported, which for some takes seconds."""
    return find_spec(module) is not None


def needed(module: str, what: str, command: str) -> ModuleType:
    """Import a module, or raise MissingExtra: `what` needs it, `command` installs it."""
    try:
        return import_module(module)
    except (ImportError, OSError) as error:  # OSError: installed, but a shared library is missing
        raise MissingExtra(f"{what} needs {module.partition('.')[0]}, which cannot be imported ({error}): {command}") from error
