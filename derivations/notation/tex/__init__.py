"""TeX as TeX reads it: tokens, groups, comments, conditionals and macros, in their order and scope; nothing of what a formula means."""

from .gullet import Gullet, macros_of, written
from .meanings import Kept, Macro, Meaning
from .mouth import Kind, Mouth, Token, listed, spelled
from .usual import USUAL

__all__ = ["Gullet", "Kept", "Kind", "Macro", "Meaning", "Mouth", "Token", "USUAL", "listed", "macros_of", "spelled", "written"]
