"""Section 1.2: a Gaussian random variable, its square, and the Hermite polynomials as a basis of its functions, Eqs. (1.1)-(1.7)."""

from sympy import Derivative, Function, Integer, Integral, Sum, Symbol, exp, expand, oo, pi, sqrt

from theoremtest.derivations.language import Domain, Equal, Expectation, Holds, Meaning, Poisson, claim, every, ge, reals

from .notation import NAM

x, y, u, v, a, b, s = reals("x", "y", "u", "v", "a", "b", "s")
gaussian = exp(-x**2 / 2) / sqrt(2 * pi)
LINE = (x, -oo, oo)
REAL = Domain(over=[s])


def mean(quantity):
    """The mean over the Gaussian variable x."""
    return Integral(quantity * gaussian, LINE)


def generating(letter):
    """The sum over k of H_k(x) letter^k/k!."""
    return exp(x * letter - letter**2 / 2)


polynomials = (Integer(1), x, x**2 - 1, x**3 - 3 * x)
"""H_0 to H_3."""


@claim(NAM, "Eq. (1.1)", reading="q is a probability density; its moments are those of mean 0 and variance 1, all of them at once in the "
       "mean "
       "of e^{sx}")
def gaussian_is_a_distribution():
    """The Gaussian density adds up to one; e^{sx} has the mean e^{s^2/2}."""
    return every(total=Equal(mean(s), s, on=REAL), moments=Equal(mean(exp(s * x)), exp(s**2 / 2), on=REAL))


@claim(NAM, "Section 1.2", "chi-squared", reading="the probability of x^2 <= s is that of the chi-squared law of one degree of freedom")
def square_of_a_gaussian():
    """Squaring a Gaussian random variable gives a chi-squared one."""
    density = exp(-y / 2) / sqrt(2 * pi * y)
    return Equal(Integral(gaussian, (x, -sqrt(s), sqrt(s))), Integral(density, (y, 0, s)),
                 on=Domain(s > 0, source=Meaning("a value of a square", "Section 1.2")))


@claim(NAM, "Section 1.2", "inner-product",
       reading="n inputs of the weights q(i) = m(i)^2: linear in the second function, as in the first by symmetry, and <f|f> >= 0",
       leaves_out="more than finitely many inputs; that <f|f> = 0 makes f zero almost everywhere, and that the space is complete")
def linear_correlation_is_an_inner_product():
    """The linear correlation of functions of one random variable is an inner product."""
    n, i = Symbol("n", integer=True), Symbol("i", integer=True)
    f, g, h, root = (Function(name, real=True) for name in ("f", "g", "h", "m"))
    def product(first, second):
        return Sum(root(i)**2 * first * second, (i, 1, n))
    on = Domain(n >= 1, source=Meaning("there are inputs", "Section 1.2"))
    combined = product(f(i), a * g(i) + b * h(i))
    return every(linear=Equal(combined, a * product(f(i), g(i)) + b * product(f(i), h(i)), on=on & Domain(over=[a, b])),
                 positive=Holds(ge(product(f(i), f(i)), Integer(0)), on=on))


@claim(NAM, "Eq. (1.4)", origin="derived")
def first_hermite_polynomials():
    """H_1, H_2 and H_3 are x, x^2 - 1 and x^3 - 3x: polynomials, in the normalization with leading coefficient 1."""
    on = Domain(over=[x])
    return every(**{f"H_{k}": Equal((-1)**k * exp(x**2 / 2) * Derivative(exp(-x**2 / 2), (x, k)), polynomials[k], on=on)
                    for k in (1, 2, 3)})


@claim(NAM, "Eq. (1.4)", "generating", origin="derived",
       reading="the sum of (-1)^k e^{x^2/2} u^k/k! times the k-th derivative of e^{-x^2/2} is Taylor's series of e^{x^2/2} e^{-(x - "
       "u)^2/2}")
def generating_function_of_the_polynomials():
    """The sum over k of H_k(x) u^k/k! is e^{xu - u^2/2}."""
    return Equal(exp(x**2 / 2) * exp(-(x - u)**2 / 2), generating(u), on=Domain(over=[x, u]))


@claim(NAM, "Eq. (1.6)", uses=["nam2024/1.4"], reading="j and k up to 3 with j + k even; to the product any number s is added",
       leaves_out="higher degrees, and odd j + k, where the integrand is odd; `1.6:all-degrees` has all at once")
def hermite_polynomials_are_orthogonal():
    """<H_j|H_k> is k! for j = k and 0 otherwise."""
    wanted = {(0, 0): 1, (0, 2): 0, (1, 1): 1, (1, 3): 0, (2, 2): 2, (3, 3): 6}
    return every(**{f"{j} and {k}": Equal(mean(s + expand(polynomials[j] * polynomials[k])), s + value, on=REAL)
                    for (j, k), value in wanted.items()})


@claim(NAM, "Eq. (1.6)", "all-degrees", origin="derived", uses=["nam2024/1.4:generating"],
       reading="of all j and k at once: the sum of <H_j|H_k> u^j v^k/(j! k!) is that of (uv)^k/k!; compare the powers of u and v",
       leaves_out="that integral and sums change places")
def all_hermite_polynomials_are_orthogonal():
    """The generating functions in u and v have the inner product e^{uv}."""
    return Equal(mean(generating(u) * generating(v)), exp(u * v), on=Domain(over=[u, v]))


K = Symbol("k", integer=True, nonnegative=True)


@claim(NAM, "Eq. (1.7)", uses=["nam2024/1.6:all-degrees"],
       reading="in the mean square, for the functions e^{ax}: <e^{ax}|H_k> is a^k e^{a^2/2} (by the generating function), and the sum "
       "over k of "
               "<e^{ax}|H_k><e^{abx}|H_k>/k! is <e^{ax}|e^{abx}>, for b = 1 Parseval's equation: of the sum of (a^2 b)^k/k! it says that "
               "it "
               "is e^{a^2 b}, the mean of b^k over a Poisson law of mean a^2",
       leaves_out="other functions, which such exponentials approximate in the mean square")
def functions_are_spanned_by_hermite_polynomials():
    """A function is the sum over k of <f|H_k>/<H_k|H_k> H_k."""
    on = Domain(over=[a, u])
    return every(coefficients=Equal(mean(exp(a * x) * generating(u)), exp(a**2 / 2) * exp(a * u), on=on),
                 products=Equal(mean(exp(a * x) * exp(a * b * x)), exp(a**2 / 2) * exp((a * b)**2 / 2) * exp(a**2 * b),
                                on=Domain(over=[a, b])),
                 sums=Expectation(b**K, {K: Poisson(a**2)}, exp(a**2 * (b - 1)), on=Domain(over=[a, b, K])))
