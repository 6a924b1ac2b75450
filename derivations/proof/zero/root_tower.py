"""Arithmetic in a tower of square roots over rational functions with rational coefficients.

The ground field is Q(g_0, g_1, ...), numerators and denominators being FLINT polynomials. Each level adjoins the square
root of an element that is not yet a square, so the tower is a field, every element has one normal form, and an element is
zero exactly when all its coefficients are. `sqrt` finds a root inside the tower where there is one: that is how nested
radicals denest.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from rederive.derivations.proof.deadline import Deadline

LARGEST = 20_000
"""Terms beyond which a polynomial is given up: a single FLINT call on more could outlast any time limit."""


WORK = 3_000_000
"""Products of terms beyond which two polynomials are not multiplied, for the same reason."""


class TooLarge(Exception):
    """A polynomial has too many terms for one call of FLINT, which nothing interrupts."""


def product(left, right):
    """left * right. Raises TooLarge where that is too much work for one call."""
    if len(left) * len(right) > WORK:
        raise TooLarge
    return left * right


class Fraction:
    """A quotient of two polynomials without common factor; the denominator is monic."""

    __slots__ = ("num", "den")

    def __init__(self, num, den, reduced=False):
        if not reduced:
            if not num:
                den = num.context().constant(1)
            elif not den.is_one():
                if len(num) > LARGEST or len(den) > LARGEST:
                    raise TooLarge
                common = num.gcd(den)
                if not common.is_one():
                    num, den = num // common, den // common
                lead = den.leading_coefficient()
                if lead != 1:
                    num, den = num / lead, den / lead
        self.num, self.den = num, den

    def __add__(self, other):
        if self.den == other.den:
            return Fraction(self.num + other.num, self.den)
        return Fraction(product(self.num, other.den) + product(other.num, self.den), product(self.den, other.den))

    def __sub__(self, other):
        return self + (-other)

    def __neg__(self):
        return Fraction(-self.num, self.den, reduced=True)

    def __mul__(self, other):
        return Fraction(product(self.num, other.num), product(self.den, other.den))

    def inverse(self):
        if not self.num:
            raise ZeroDivisionError("a denominator is identically zero")
        return Fraction(self.den, self.num)

    def __bool__(self):
        return bool(self.num)

    def __eq__(self, other):
        return self.num == other.num and self.den == other.den

    def __hash__(self):
        return hash((str(self.num), str(self.den)))

    def is_rational(self) -> bool:
        return self.num.is_constant() and self.den.is_constant()

    def sqrt(self):
        """The square root if it is a rational function, else None; its sign is arbitrary."""
        try:
            root = _poly_sqrt(product(self.num, self.den))
        except ArithmeticError:
            return None
        return None if root is None else Fraction(root, self.den)


def _poly_sqrt(poly):
    """A polynomial whose square is `poly`, or None."""
    content = poly.leading_coefficient()
    scaled = poly / content
    if not (_is_square(content.p) and _is_square(content.q)):
        return None
    try:
        root = scaled.sqrt()
    except Exception as error:  # flint raises its own DomainError for "not a square"
        if type(error).__name__ == "DomainError" or isinstance(error, ValueError):
            return None
        raise
    return root * fmpq(_isqrt(content.p), _isqrt(content.q))


def _is_square(integer) -> bool:
    value = int(integer)
    return value >= 0 and _isqrt(value) ** 2 == value


def _isqrt(integer) -> int:
    from math import isqrt

    return isqrt(int(integer))


@dataclass(frozen=True)
class Positivity:
    """What is known of a ground generator: `strict` > 0, else >= 0; `above_one`: > 1; None signs are not stored."""

    strict: bool = True
    above_one: bool = False


class Residues:
    """Images of the tower in prime fields: a square stays a square there, so one non-residue proves a non-square."""

    PRIMES = (2147483647, 2147483629, 2147483587, 2147483579, 2147483563, 2147483549)
    TRIALS = 24

    def __init__(self, field: Field):
        self.field = field

    def refutes_square(self, x: dict) -> bool:
        """True where some image of x is no square; False says nothing."""
        state, trials = 12345, 0
        for attempt in range(40 * self.TRIALS):
            prime = self.PRIMES[attempt % len(self.PRIMES)]
            values = []
            for _ in range(self.field.size):
                state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
                values.append(state >> 33)
            roots = self._roots(values, prime)
            if roots is None:
                continue
            image = self._image(x, values, roots, prime)
            if image is None or image == 0:
                continue
            if pow(image, (prime - 1) // 2, prime) != 1:
                return True
            trials += 1
            if trials == self.TRIALS:
                return False
        return False

    def _roots(self, values, prime):
        """A square root of each radicand's image, or None where one has none."""
        roots: list[int] = []
        for radicand in self.field.radicands:
            image = self._image(radicand, values, roots, prime)
            if image is None or pow(image, (prime - 1) // 2, prime) != 1:
                return None
            root = _modular_root(image, prime)
            if root is None:
                return None
            roots.append(root)
        return roots

    def _image(self, x: dict, values, roots, prime):
        total = 0
        for mask, fraction in x.items():
            bottom = _poly_image(fraction.den, values, prime)
            if not bottom:
                return None
            term = _poly_image(fraction.num, values, prime) * pow(bottom, -1, prime)
            for bit in range(mask.bit_length()):
                if mask >> bit & 1:
                    term = term * roots[bit] % prime
            total = (total + term) % prime
        return total


def _modular_root(value: int, prime: int):
    from sympy.ntheory import sqrt_mod

    return sqrt_mod(value, prime)


def _poly_image(poly, values, prime) -> int:
    total = 0
    for exponents, coefficient in poly.terms():
        term = int(coefficient.p) * pow(int(coefficient.q), -1, prime) % prime
        for index, exponent in enumerate(exponents):
            if exponent:
                term = term * pow(values[index], int(exponent), prime) % prime
        total = (total + term) % prime
    return total


class Field:
    """The tower: ground generators, radicands, and element arithmetic. Elements are dicts {mask: Fraction}.

    Bit i of a mask says that the i-th square root divides the term.
    """

    def __init__(self, size: int = 32, deadline: Deadline | None = None):
        self.ctx = fmpq_mpoly_ctx.get(tuple(f"g{i}" for i in range(size)), Ordering.lex)
        self._gens = self.ctx.gens()
        self.size = size
        self.used = 0
        self.radicands: list[dict] = []
        self.positivity: dict[int, Positivity] = {}
        self.deadline = deadline or Deadline(None)
        self._one = self.ctx.constant(1)
        self._residues = Residues(self)

    # ground elements -------------------------------------------------------------------------------------------------

    def generator(self) -> int:
        """The index of a new ground generator."""
        if self.used == self.size:
            raise OverflowError(f"more than {self.size} generators")
        self.used += 1
        return self.used - 1

    def gen(self, index: int) -> dict:
        return {0: Fraction(self._gens[index], self._one, reduced=True)}

    def constant(self, p: int, q: int = 1) -> dict:
        value = self.ctx.constant(fmpq(p, q))
        return {0: Fraction(value, self._one, reduced=True)} if value else {}

    # element arithmetic ----------------------------------------------------------------------------------------------

    def add(self, x: dict, y: dict) -> dict:
        result = dict(x)
        for mask, value in y.items():
            total = result[mask] + value if mask in result else value
            if total:
                result[mask] = total
            else:
                result.pop(mask, None)
        return result

    def neg(self, x: dict) -> dict:
        return {mask: -value for mask, value in x.items()}

    def sub(self, x: dict, y: dict) -> dict:
        return self.add(x, self.neg(y))

    def mul(self, x: dict, y: dict) -> dict:
        self.deadline.check()
        result: dict = {}
        for m1, c1 in x.items():
            for m2, c2 in y.items():
                term = {m1 ^ m2: c1 * c2}
                common = m1 & m2
                while common:
                    top = common.bit_length() - 1
                    common ^= 1 << top
                    term = self.mul(term, self.radicands[top])
                result = self.add(result, term)
        return result

    def inverse(self, x: dict) -> dict:
        if not x:
            raise ZeroDivisionError("a denominator is identically zero")
        if set(x) == {0}:
            return {0: x[0].inverse()}
        top, u, v = self._split(x)
        norm = self.sub(self.mul(u, u), self.mul(self.mul(v, v), self.radicands[top]))
        conjugate = self.sub(u, self.mul(v, {1 << top: Fraction(self._one, self._one, reduced=True)}))
        return self.mul(conjugate, self.inverse(norm))

    def div(self, x: dict, y: dict) -> dict:
        return self.mul(x, self.inverse(y))

    def power(self, x: dict, exponent: int) -> dict:
        if exponent < 0:
            return self.power(self.inverse(x), -exponent)
        result = self.constant(1)
        while exponent:
            if exponent & 1:
                result = self.mul(result, x)
            exponent >>= 1
            if exponent:
                x = self.mul(x, x)
        return result

    def _split(self, x: dict):
        """x = u + v r with r its highest root: (index of r, u, v)."""
        top = max(mask.bit_length() for mask in x) - 1
        bit = 1 << top
        u = {mask: value for mask, value in x.items() if not mask & bit}
        v = {mask ^ bit: value for mask, value in x.items() if mask & bit}
        return top, u, v

    def root(self, index: int) -> dict:
        return {1 << index: Fraction(self._one, self._one, reduced=True)}

    def conjugate(self, x: dict):
        """The conjugate over x's highest root and the norm, or None for a ground element."""
        if not x or set(x) == {0}:
            return None
        top, u, v = self._split(x)
        conjugate = self.sub(u, self.mul(v, self.root(top)))
        return conjugate, self.mul(x, conjugate)

    # square roots ----------------------------------------------------------------------------------------------------

    def sqrt_inside(self, x: dict, level: int | None = None) -> dict | None:
        """An element whose square is x, or None if the field holds none; the sign is arbitrary."""
        self.deadline.check()
        if not x:
            return {}
        if level is None and any(mask for mask in x) and self._residues.refutes_square(x):
            return None
        level = len(self.radicands) if level is None else level
        if level == 0:
            if set(x) != {0}:
                return None
            root = x[0].sqrt()
            return None if root is None else {0: root}
        bit = 1 << (level - 1)
        u = {mask: value for mask, value in x.items() if not mask & bit}
        v = {mask ^ bit: value for mask, value in x.items() if mask & bit}
        radicand = self.radicands[level - 1]
        if not v:
            found = self.sqrt_inside(u, level - 1)
            if found is not None:
                return found
            found = self.sqrt_inside(self.div(u, radicand), level - 1)
            return None if found is None else self.mul(found, self.root(level - 1))
        norm = self.sub(self.mul(u, u), self.mul(self.mul(v, v), radicand))
        n = self.sqrt_inside(norm, level - 1)
        if n is None:
            return None
        half = self.constant(1, 2)
        for candidate in (n, self.neg(n)):
            p = self.sqrt_inside(self.mul(half, self.add(u, candidate)), level - 1)
            if p:
                q = self.mul(half, self.div(v, p))
                return self.add(p, self.mul(q, self.root(level - 1)))
        return None

    def adjoin(self, x: dict) -> dict:
        """The square root of x, as a new level; x must not be a square in the field."""
        self.radicands.append(x)
        return self.root(len(self.radicands) - 1)

    # signs -----------------------------------------------------------------------------------------------------------

    def sign(self, x: dict) -> int | None:
        """+1, -1, 0 where x provably keeps that sign (strictly) for all generators in their ranges, else None."""
        weak = self.weak_sign(x)
        return None if weak is None else weak[0] if weak[1] else None

    def weak_sign(self, x: dict) -> tuple[int, bool] | None:
        """(sign, strict): sign +1 with strict False means x >= 0."""
        self.deadline.check()
        if not x:
            return 0, True
        if set(x) == {0}:
            return self._ground_sign(x[0])
        known = self._root_sign(x)
        if known is None:  # an element and its inverse have one sign, and either may be the simpler
            known = self._root_sign(self.inverse(x))
        return known

    def _root_sign(self, x: dict) -> tuple[int, bool] | None:
        if set(x) == {0}:
            return self._ground_sign(x[0])
        top, u, v = self._split(x)
        sv = self.weak_sign(v)
        if sv is None:
            return None
        if not u:
            root = self.weak_sign(self.radicands[top])  # a root may vanish on the border of the domain
            return sv[0], sv[1] and root is not None and root == (1, True)
        su = self.weak_sign(u)
        if su is not None and su[0] == sv[0]:
            return su[0], su[1]
        # opposite or unknown signs: the larger square decides
        difference = self.sub(self.mul(u, u), self.mul(self.mul(v, v), self.radicands[top]))
        sd = self.weak_sign(difference)
        if sd is None:
            return None
        if sd[0] < 0:
            return sv[0], sd[1]
        if sd[0] == 0:
            return (0, True) if su is not None else None
        return None if su is None else (su[0], sd[1])

    def _ground_sign(self, x: Fraction) -> tuple[int, bool] | None:
        top, bottom = self._poly_sign(x.num), self._poly_sign(x.den)
        if top is None or bottom is None:
            return None
        return top[0] * bottom[0], top[1]

    def _poly_sign(self, poly) -> tuple[int, bool] | None:
        if poly.is_constant():
            lead = poly.leading_coefficient() if poly else 0
            return (1 if lead > 0 else -1 if lead < 0 else 0), True
        direct = self._coefficients_sign(poly)
        if direct is not None:
            return direct
        lead, factors = poly.factor()
        sign, strict = (1 if lead > 0 else -1), True
        for factor, exponent in factors:
            part = self._coefficients_sign(factor)
            if part is None:
                if exponent % 2:
                    return None
                part = (1, False)
            sign *= part[0] ** exponent
            strict = strict and part[1]
        return sign, strict

    def _coefficients_sign(self, poly) -> tuple[int, bool] | None:
        """The sign of a polynomial all of whose terms have the same one."""
        shift = [i for i, p in self.positivity.items() if p.above_one]
        if shift and any(poly.degrees()[i] for i in shift):
            one = self._one
            poly = poly.compose(*[g + one if i in shift else g for i, g in enumerate(self._gens)], ctx=self.ctx)
        sign, strict = 0, False
        for exponents, coefficient in poly.terms():
            term_strict = True
            for index, exponent in enumerate(exponents):
                if exponent:
                    known = self.positivity.get(index)
                    if known is None and exponent % 2:
                        return None
                    if known is None or not known.strict:
                        term_strict = False
            this = 1 if coefficient > 0 else -1
            if sign and this != sign:
                return None
            sign, strict = this, strict or term_strict
        return sign, strict
