"""Proofs that an element of a tower of square roots is no square, by images in prime fields."""

from __future__ import annotations

from sympy.ntheory import sqrt_mod


class Residues:
    """Images of the tower in prime fields: a square stays a square there, so one non-residue proves a non-square."""

    PRIMES = (2147483647, 2147483629, 2147483587, 2147483579, 2147483563, 2147483549)
    TRIALS = 24

    def __init__(self, field):
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
            root = sqrt_mod(image, prime)
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


def _poly_image(poly, values, prime) -> int:
    total = 0
    for exponents, coefficient in poly.terms():
        term = int(coefficient.p) * pow(int(coefficient.q), -1, prime) % prime
        for index, exponent in enumerate(exponents):
            if exponent:
                term = term * pow(values[index], int(exponent), prime) % prime
        total = (total + term) % prime
    return total
