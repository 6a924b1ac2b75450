"""One module for each family of statements: what deciding it comes down to. Importing the room registers them all."""

from . import bounds, chance, diffusions, equations, existence, fields, induction, limits, motion, orders, radial_fields, relations  # noqa: F401  each registers its kinds
