"""Rates and conserved quantities of matrices along a flow, as theorems of Coq about differentiable paths.

A state is a function of time whose entries have the rates as derivatives at time t; so has, says the theorem, the quantity. A gradient flow
is given by its loss: its gradient at t is whatever matrix has the right inner product with every direction, and the proof finds it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sympy import Eq, Identity, S
from sympy.matrices.expressions import DiagMatrix, Inverse
from sympy.matrices.expressions.matexpr import MatrixSymbol

from theoremtest.derivations.language import Conserved, Domain, Evolves, Flow, GatedFlow, GradientFlow, MatrixFunction, Solves

from .matrices import MatrixPart, theorem
from .matrices_definite import invertible
from .matrices_lemmas import BEFORE, PLACE
from .matrices_moving import moves as moving_lines
from .matrices_moving import moving_diagonals, path
from .matrices_numbers import by_lemmas
from .matrices_points import Said
from .matrices_script import Script
from .matrices_setting import Setting, defined, setting_of, spoken
from .matrices_stacked import unstacked
from .matrices_terms import ONE, ZERO, Letters, NoCertificate, Node, node, plain, product, put_in, s_mul
from .matrices_text import Printer, coded
from .matrices_words import Algebra
from .scripted import Witness

DIRECTION = "V"


def derivative(tree: Node, rates: dict, letters: Letters) -> Node:
    """The derivative of a tree where letters and scalars have the rates; all others stay."""
    found = _derivative(tree, rates)
    if found is not None:
        return found
    if tree.head.startswith("s"):
        return ZERO
    algebra = Algebra(letters, [])
    return node("mzero", algebra.rows_of(tree), algebra.columns_of(tree))


def _derivative(tree: Node, rates: dict) -> Node | None:
    """None is zero."""
    head, args = tree
    if head in ("mlet", "svar"):
        return rates.get(args[0])
    if head in ("mabbr", "sabbr"):
        return _derivative(args[1], rates)
    if head in ("mid", "mzero", "snum", "ssize", "sentry"):
        return None
    if head == "sfun":
        inner = _derivative(args[1], rates)
        return None if inner is None else s_mul(inner, _slope(*args))
    if head == "sgrowth":
        if _derivative(args[0], rates) is not None:
            raise NoCertificate("moving growth")
        inner = _derivative(args[1], rates)
        return None if inner is None else s_mul(inner, node("sfun", "exp", node("smul", *args)))
    if head == "mvec":
        inner = _derivative(args[0], rates)
        return None if inner is None else node(head, inner)
    if head in ("mrow", "mcol"):
        return _side_by_side(head, args, rates)
    below = [_derivative(part, rates) for part in args]
    if head in ("mmul", "mscal", "smul", "sdot"):
        terms = [Node(head, tuple(one if i == j else part for j, part in enumerate(args)))
                 for i, one in enumerate(below) if one is not None]
        return product(terms, "madd" if head in ("mmul", "mscal") else "sadd") if terms else None
    if head in ("madd", "sadd"):
        terms = [one for one in below if one is not None]
        return product(terms, head) if terms else None
    return None if below[0] is None else Node(head, (below[0],))


def _side_by_side(head: str, args: tuple, rates: dict) -> Node | None:
    """Each block by itself, times what puts it into its place."""
    terms = []
    for block, place in zip(args[:2], args[2:], strict=True):
        found = _derivative(block, rates)
        if found is not None:
            terms.append(node("mmul", place, found) if head == "mcol" else node("mmul", found, node("mtr", place)))
    return product(terms, "madd") if terms else None


def _slope(kind: str, inner: Node) -> Node:
    one = node("sfun", kind, inner)
    match kind:
        case "inv":
            return node("sopp", node("smul", one, one))
        case "sqrt":
            return node("sfun", "inv", node("smul", node("snum", 2), one))
        case "exp":
            return one
        case "abs":
            return node("sfun", "sign", inner)
        case "sign":
            raise NoCertificate("moving sign")
    return node("sfun", "inv", inner)


def gradient(loss: Node, key: Any, letters: Letters) -> Node:
    """The gradient of a scalar tree in a letter, as a tree: a hint. Raises NoCertificate where it is not read off words."""
    algebra = Algebra(letters, [loss, *(node("ssize", i) for i in range(len(letters.sizes)))])
    for atom in algebra.atoms:
        if any(part.head == "mlet" for part in _below(atom)):
            raise NoCertificate("gradient of a function")
    total: dict = {}
    for (_, scalars), value in algebra.scalar(loss).items():
        for number, (_, word) in enumerate(scalars):
            others = scalars[:number] + scalars[number + 1:]
            for i, (one, turned) in enumerate(word):
                if one == key:
                    around = word[i + 1:] + word[:i]
                    algebra.term(total, around if turned else algebra.flipped(around), others, value)
    rows, columns = letters.shape(key)
    script = Script.__new__(Script)
    script.letters, script.algebra = letters, algebra
    terms = [node("mscal", script.coefficient_tree(value, scalars), script.word_tree(word) if word else node("mid", rows))
             for (word, scalars), value in total.items()]
    return product(terms, "madd") if terms else node("mzero", rows, columns)


def _below(tree: Node) -> Any:
    yield tree
    for part in tree.args:
        if isinstance(part, Node):
            yield from _below(part)


class Motion:
    """The hypotheses of a flow and the scripts about it."""

    def __init__(self, made: Setting, along: Flow | GradientFlow) -> None:
        self.made, self.along = made, along
        self.rates: dict = {}
        self.said: list[tuple[str, str]] = []
        self.extra: list[tuple[str, str]] = []
        self.gradients: list[tuple] = []
        letters, printer = made.letters, made.printer
        for state in along.states:
            (letters.letter(state, state.shape) if isinstance(state, MatrixSymbol) else letters.scalar(state))
        if isinstance(along, Flow):
            for state, rate in along.rates.items():
                tree = (made.reader.matrix if isinstance(state, MatrixSymbol) else made.reader.scalar)(rate)
                defined(made, tree)
                self._moves(state, tree, printer.shown(tree))
        else:
            loss = made.reader.scalar(along.loss)
            defined(made, loss)
            for number, (state, step) in enumerate(along.learning_rates.items()):
                self._descends(number, state, loss, made.reader.scalar(step))
            if any(key in letters.moving for key in letters.inverses):
                raise NoCertificate("moving inverse")  # a loss would be stated as a function that leaves the inverse as it is
        self.diagonals = moving_diagonals(letters, lambda entry: derivative(entry, self.rates, letters))
        self.turning = {key: self._turns(key, tree) for key, tree in letters.inverses.items() if key in letters.moving}

    def _type(self, key: Any) -> str:
        letters = self.made.letters
        if not isinstance(key, MatrixSymbol):
            return "R"
        rows, columns = (letters.size_text(letters.sizes[i]) for i in letters.shape(key))
        return f"'M[R]_({rows}, {columns})"

    def _moves(self, state: Any, tree: Node, shown: str) -> None:
        name = self.made.letters.names[state]
        word = "mxd" if isinstance(state, MatrixSymbol) else "is_derive"
        self.rates[state] = tree
        self.said.append((f"M{len(self.rates)}", f"{word} {name} t {shown}"))

    def _turns(self, key: Any, tree: Node) -> Node:
        """The rate of the inverse of what moves; that it is one is supposed near t, which it is wherever it is one at t."""
        letters = self.made.letters
        one, other = Printer(letters, "s").shown(tree).removeprefix("(").removesuffix(")"), f"{letters.names[key]} s"
        size = letters.size_text(letters.sizes[letters.shape(key)[0]])
        unit = f"(1%:M : 'M[R]_{size})"
        both = f"({one}) *m ({other}) = {unit} /\\ ({other}) *m ({one}) = {unit}"
        self.said.append((f"I_{letters.names[key]}", f"locally t (fun s : R => {both})"))
        inverse = node("mlet", key)
        rate = plain(derivative(plain(tree), self.rates | self.diagonals, letters))
        return node("mopp", node("mmul", node("mmul", inverse, rate), inverse))

    def _descends(self, number: int, state: Any, loss: Node, step: Node) -> None:
        made = self.made
        defined(made, step)
        name, slope = made.letters.names[state], f"G{number}"
        self.extra.append((slope, self._type(state)))
        here = Printer(made.letters, "t", {state: "x"})
        function = f"(fun x : {self._type(state)} => {here.shown(loss)})"
        if isinstance(state, MatrixSymbol):
            tree = gradient(loss, state, made.letters)
            self.said.append((f"L{number}", f"is_gradient {function} ({name} t) {slope}"))
            shown = f"((- {made.printer.shown(step)})%Re *: {slope})"
            rate = node("mscal", node("sopp", step), tree)
        else:
            tree = derivative(plain(loss), {state: ONE}, made.letters)
            self.said.append((f"L{number}", f"is_derive {function} ({name} t) {slope}"))
            shown = f"(- ({made.printer.shown(step)} * {slope}))%Re"
            rate = node("sopp", node("smul", step, tree))
        self.gradients.append((number, state, loss, tree))
        self._moves(state, rate, shown)

    def derivative_of(self, quantity: Node) -> Node:
        """The rate of a quantity along the flow."""
        return derivative(plain(quantity), {**self.rates, **self.turning, **self.diagonals}, self.made.letters)

    # scripts
    def slopes(self) -> list[str]:
        """The gradients, each equal to the hint."""
        lines = []
        for number, state, loss, tree in self.gradients:
            shown = self.made.printer.shown(tree)
            lines.append(f"have GE{number} : G{number} = {shown}.")
            lines += ["{", *(self._gradient(number, state, loss, tree) if isinstance(state, MatrixSymbol) else
                             self._slope(number, state, loss, tree)), "}", f"subst G{number}."]
        return lines

    def _gradient(self, number: int, state: Any, loss: Node, tree: Node) -> list[str]:
        return [f"apply: (gradient_is L{number}); rewrite /is_gradient => V.", *along_direction(self.made, state, loss, tree)]

    def _slope(self, number: int, state: Any, loss: Node, tree: Node) -> list[str]:
        made = with_direction(self.made)
        script = Script(made, [loss, tree])
        script.list_name, script.given = "lsV", [item.name for item in self.made.hypotheses if item.kind == "scalar"]
        paths = [f"(fun _ : R => emb N {made.printer.shown(node('mlet', key))})" for key, _, _ in made.letters.letters]
        at = made.printer.shown(node("svar", state))
        moves = ["split; [exact: mxd_const |]."] * len(paths)
        stay, units, still = _still(made, state)
        q, v = coded(loss, made.letters), coded(tree, made.letters)
        zeros = "; ".join(_zero(made, key) for key, _, _ in made.letters.letters)
        dm = f"([:: {zeros}] : seq mexpr)" if zeros else "([::] : seq mexpr)"
        ds = f"({units} : seq sexpr)"
        return [f"apply: (is_derive_same L{number}).", *script.letters_only(),
                f"refine (@rate_s N {script.sizes} ([:: {'; '.join(paths)}] : seq (R -> 'M[R]_N)) {stay} {at} lsV {script.scalars} {dm} "
                f"{ds} _ _ _ _ _ _ {q} {v} _ _ _ _).", "by [].", "by [].", "{", *moves, "exact: I. }", "{", *still, "exact: I. }",
                "by move=> s; cbv beta; reify.", "by reify.", *script.condition(q),
                *script.coded_equation(tree, tree, (f"(Ds (nth (MZero 0 0) {dm}) (nth (SZ 0) {ds}) {q})", v))]

    def rate(self, script: Script, quantity: Node, value: Node, turning: bool = True) -> list[str]:
        """The script of the rate itself; turning: whether inverses move in it."""
        made, letters = self.made, self.made.letters
        paths, rates, moves, first = [], [], [], []
        names = {state: f"M{i + 1}" for i, state in enumerate(self.rates)}
        for key, _, _ in letters.letters:
            name = made.printer.shown(node("mlet", key))
            if key in self.diagonals:
                paths.append(f"(fun s : R => emb N {path(made, key)})")
                rates.append(coded(self.diagonals[key], letters))
                moves += moving_lines(made, self.diagonals[key])
                continue
            if key in self.turning and turning:
                paths.append(f"(fun s : R => emb N ({letters.names[key]} s))")
                rates.append(coded(self.turning[key], letters))
                tree, own = plain(letters.inverses[key]), letters.names[key]
                state = names.get(tree.args[0], f"D_{own}")
                if tree.head != "mlet":
                    way = self.derivative_of(tree)
                    first += [f"have {state} : mxd (fun s : R => {Printer(letters, 's').shown(tree)}) t {made.printer.shown(way)}.",
                              "{", *self.rate(script, tree, way, False), "}"]
                moves.append(f"split; [by apply: (mxd_move (mxd_inverse {state} I_{own})); reify |].")
                continue
            paths.append(f"(fun s : R => emb N ({letters.names[key]} s))" if key in names else f"(fun _ : R => emb N {name})")
            rates.append(coded(self.rates[key], letters) if key in names else _zero(made, key))
            moves.append(f"split; [by apply: (mxd_move {names[key]}); reify |]." if key in names else "split; [exact: mxd_const |].")
        scalar_paths, scalar_rates, scalar_moves = [], [], []
        for key in letters.scalars:
            name = letters.names[key]
            scalar_paths.append(name if key in names else f"(fun _ : R => {name})")
            scalar_rates.append(coded(self.rates[key], letters) if key in names else "(SZ 0)")
            scalar_moves.append(f"split; [by apply: (is_derive_to {names[key]}); reify |]." if key in names else
                                "split; [exact: is_derive_const |].")
        q, v = coded(quantity, letters), coded(value, letters)
        dm, ds = f"([:: {'; '.join(rates)}] : seq mexpr)", f"([:: {'; '.join(scalar_rates)}] : seq sexpr)"
        matrix = quantity.head.startswith("m")
        holes = "_ _ _ _" if not matrix else (
            f"b{script.algebra.rows_of(quantity)} b{script.algebra.columns_of(quantity)} _ _ _ _")
        types = "_ _ _ _" if matrix else "_ _"
        wanted = self.derivative_of(quantity)
        return [*first, f"refine (@{'rate' if matrix else 'rate_s'} N {script.sizes} ([:: {'; '.join(paths)}] : seq (R -> 'M[R]_N)) "
                f"([:: {'; '.join(scalar_paths)}] : seq (R -> R)) t ls {script.scalars} {dm} {ds} _ _ _ _ {types} {q} {v} {holes}).",
                "by [].", "by [].", "{", *moves, "exact: I. }", "{", *scalar_moves, "exact: I. }",
                "by move=> s; cbv beta; reify.", "by reify.", *script.condition(q),
                *script.coded_equation(wanted, value,
                                       (f"({'Dm' if matrix else 'Ds'} (nth (MZero 0 0) {dm}) (nth (SZ 0) {ds}) {q})", v))]


def with_direction(made: Setting) -> Setting:
    """A setting of its own, for letters that only a part of a script knows."""
    old = made.letters
    letters = replace(old, letters=list(old.letters), names=dict(old.names), inverses={})
    return Setting(letters, made.reader, Printer(letters), lemmas=made.lemmas)


def along_direction(outer: Setting, state: Any, loss: Node, tree: Node) -> list[str]:
    """The lines that show that a scalar's derivative along a direction V is the trace of V with the transpose of the tree."""
    made = with_direction(outer)
    shape = made.letters.shape(state)
    made.letters.letters.append((DIRECTION, *shape))
    made.letters.names[DIRECTION] = DIRECTION
    script = Script(made, [loss, tree])
    script.list_name, script.given = "lsV", [item.name for item in outer.hypotheses if item.kind == "scalar"]
    value = node("strace", node("mmul", node("mtr", tree), node("mlet", DIRECTION)))
    line = f"({made.printer.shown(node('mlet', state))} + s *: V)"
    paths, rates, moves = [], [], []
    for key, _, _ in made.letters.letters:
        path = f"s : R => emb N {line}" if key == state else f"_ : R => emb N {made.printer.shown(node('mlet', key))}"
        paths.append(f"(fun {path})")
        rates.append(coded(node("mlet", DIRECTION), made.letters) if key == state else _zero(made, key))
        moves.append("split; [exact: mxd_line |]." if key == state else "split; [exact: mxd_const |].")
    stay, zeros, still = _still(made)
    q, v = coded(loss, made.letters), coded(value, made.letters)
    dm, ds = f"([:: {'; '.join(rates)}] : seq mexpr)", f"({zeros} : seq sexpr)"
    return [*script.letters_only(),
            f"refine (@rate_s N {script.sizes} [:: {'; '.join(paths)}] {stay} R0 lsV {script.scalars} {dm} {ds} _ _ _ _ _ _ {q} {v} "
            "_ _ _ _).", "by rewrite /lsV /= scale0r addr0.", "by [].", "{", *moves, "exact: I. }", "{", *still, "exact: I. }",
            "by move=> s; cbv beta; reify.", "by reify.", *script.condition(q),
            *script.coded_equation(value, value, (f"(Ds (nth (MZero 0 0) {dm}) (nth (SZ 0) {ds}) {q})", v))]


def _zero(made: Setting, key: Any) -> str:
    rows, columns = made.letters.shape(key)
    return f"(MZero {rows} {columns})"


def _still(made: Setting, state: Any = None) -> tuple[str, str, list[str]]:
    """Paths of the scalars, all constant but the state's, their rates and the proof."""
    paths, rates, proof = [], [], []
    for key in made.letters.scalars:
        paths.append("(fun x : R => x)" if key == state else f"(fun _ : R => {made.printer.shown(node('svar', key))})")
        rates.append("(SZ 1)" if key == state else "(SZ 0)")
        proof.append("split; [exact: is_derive_id |]." if key == state else "split; [exact: is_derive_const |].")
    return f"([:: {'; '.join(paths)}] : seq (R -> R))", f"[:: {'; '.join(rates)}]", proof


def _in_frame(statement: Any) -> Any:
    """A rate where functions of a symmetric matrix move: that matrix is P D P^T, for an orthogonal P and a diagonal D, and a function of it
    is one of D."""
    moving, frames, conditions = set(statement.along.states), {}, list(statement.on.conditions)
    spoken_of = {part for expression in statement.expressions() for part in expression.atoms(MatrixFunction)}
    for matrix in sorted({part.args[2] for part in spoken_of if part.args[0].free_symbols & moving}, key=str):
        symmetric = [condition for condition in conditions if condition in (Eq(matrix, matrix.T), Eq(matrix.T, matrix))]
        if not isinstance(matrix, MatrixSymbol) or not symmetric:
            continue
        frame, unit = MatrixSymbol(f"P_{matrix.name}", *matrix.shape), Identity(matrix.shape[0])
        frames[matrix] = frame, DiagMatrix(MatrixSymbol(f"D_{matrix.name}", matrix.shape[0], 1))
        conditions = [condition for condition in conditions if condition not in symmetric]
        conditions += [Eq(frame.T * frame, unit), Eq(frame * frame.T, unit)]
    if not frames:
        return statement

    def turned(expression: Any) -> Any:
        inner = {part: frames[part.args[2]][0] * MatrixFunction(*part.args[:2], frames[part.args[2]][1]) * frames[part.args[2]][0].T
                 for part in expression.atoms(MatrixFunction) if part.args[2] in frames}
        return expression.xreplace(inner).xreplace({matrix: frame * middle * frame.T for matrix, (frame, middle) in frames.items()})
    over = [*(symbol for symbol in statement.on.over if symbol not in frames), *(middle.args[0] for _, middle in frames.values())]
    on = Domain(*map(turned, conditions), over=over, where=statement.on.where)
    return Evolves(on=on, quantity=turned(statement.quantity), rate=turned(statement.rate), along=statement.along)


def evolves(statement: Evolves | Conserved, witness: Witness | None = None, start: Any = None) -> MatrixPart:
    """A rate along a flow; a conserved quantity has the rate zero. start: what the quantity is at time 0, of a path in time."""
    along = statement.along
    if type(along) not in (Flow, GradientFlow, GatedFlow):  # what a gated flow holds fixed is any matrix here, which says more
        raise NoCertificate(f"flow {type(along).__name__}")
    given = statement
    statement = _in_frame(statement) if isinstance(statement, Evolves) and type(along) is Flow else statement
    made = setting_of(statement.on, (*spoken(statement), *along.expressions()), frozenset(along.states))
    made.witness = witness if statement is given else None  # of other letters
    matrix = bool(getattr(statement.quantity, "shape", ()))
    read = made.reader.matrix if matrix else made.reader.scalar
    quantity = read(statement.quantity)
    if isinstance(statement, Conserved):
        rate = node("mzero", *map(made.letters.size, statement.quantity.shape)) if matrix else ZERO
    else:
        rate = read(statement.rate)
    defined(made, quantity, rate)
    motion = Motion(made, along)
    unstack, stacked = [], (quantity, rate)
    if quantity.head == "mvec":
        unstack, quantity, rate = ["eapply mxd_stacks; [stacks_read | cbv beta]."], unstacked(quantity), unstacked(rate)
    slopes = [tree for _, _, _, tree in motion.gradients]
    trees = [quantity, rate, motion.derivative_of(quantity), *motion.rates.values(), *motion.turning.values(), *slopes]
    trees += [plain(made.letters.inverses[key]) for key in motion.turning]
    moved = Printer(made.letters, "s").shown(stacked[0])
    word, moving = 'mxd' if matrix else 'is_derive', f"(fun s : R => {Printer(made.letters, 's').shown(plain(quantity))})"
    conclusion = f"{word} (fun s : R => {moved}) t {made.printer.shown(stacked[1])}"

    ends: list[Node] = []
    if start is not None:
        (time,) = along.states
        ends = [_at(made, plain(quantity), node("svar", time)), read(start)]
        conclusion = f"({conclusion}) /\\ {made.printer.shown(ends[0])} = {made.printer.shown(ends[1])}"

    def proof() -> list[str]:
        first = [*unstack]
        if ends:
            first = ["split; last first.", "{", *_equal(made, ends), "}"]
        script, wanted, shown, end = Script(made, trees), plain(motion.derivative_of(quantity)), made.printer.shown, rate
        if lemmas := by_lemmas(made, wanted, rate):
            end = wanted
            first.extend([f"have W : {shown(wanted)} = {shown(plain(rate))}.", "{", *lemmas, "}",
                          f"refine (@eq_ind _ _ (fun X => {word} {moving} t X) _ _ W)."])
        script.prepare(wanted, end)
        opening = script.opening()
        return [*first, opening[0], *(line for line in opening[1:] if line.startswith("have b")), *motion.slopes(),
                *(line for line in opening[1:] if not line.startswith("have b")), *motion.rate(script, quantity, end)]
    return theorem(made, [quantity, rate, *motion.rates.values(), *(loss for _, _, loss, _ in motion.gradients)], conclusion, proof,
                   (("t", "R"), *motion.extra), tuple(motion.said), Said(*stacked, motion=motion))


def _at(made: Setting, tree: Node, time: Node) -> Node:
    """A tree at time 0."""
    letters = made.letters
    if tree.head == "mlet" and tree.args[0] in letters.diagonals:
        _, entry, size = tree.args[0]
        key = ("diagonal", put_in(entry, time, ZERO), size)
        letters.diagonals[key] = key[1]
        return letters.letter(key, (size, size))
    if tree.head == "mlet" and tree.args[0] in letters.moving and tree.args[0] in letters.inverses:
        key, inner = Inverse(MatrixSymbol("start", *tree.args[0].shape)), _at(made, plain(letters.inverses[tree.args[0]]), time)
        if letters.inverses.setdefault(key, inner) != inner:
            raise NoCertificate("moving inverse")
        defined(made, letters.letter(key, key.shape))
        return node("mlet", key)
    return ZERO if tree == time else Node(tree.head, tuple(_at(made, part, time) if isinstance(part, Node) else part for part in tree.args))


def _equal(made: Setting, sides: list[Node]) -> list[str]:
    script = Script(made, sides)
    script.prepare(*sides)
    return [line.replace("grown_entries", "entries_at_start") for line in script.opening()] + script.equation(*sides)


def solves(statement: Solves, witness: Witness | None = None) -> MatrixPart:
    """That a path solves an equation: its rate where time runs is what the equation says of it, and it begins where it should."""
    system, time = statement.system, statement.system.t
    (state,), = [system.states] if len(system.states) == 1 else [(None,)]
    if state is None or time in statement.on.where or any(time in condition.free_symbols and condition != (time >= 0)
                                                          for condition in statement.on.conditions):
        raise NoCertificate("time")
    path, start = statement.solution[state], system.initial[state]
    rates = Evolves(on=statement.on, quantity=path, rate=system.rates[state].xreplace({state: path}), along=Flow({time: S.One}))
    bases = {part.arg for part in path.atoms(Inverse) if time in part.free_symbols}
    if len(bases) > 1:
        raise NoCertificate("moving inverse")
    part = evolves(rates, witness, start)
    return _there(invertible(statement, bases.pop(), witness), part) if bases else part


def _there(inverse: MatrixPart, part: MatrixPart) -> MatrixPart:
    """That an inverse is there, and what is said of any that is."""
    def proof() -> str:
        own = f"{PLACE}_inverse"
        first, _, there = inverse.proof().replace(PLACE, own).rpartition(BEFORE)
        lemmas, _, shown = part.proof().rpartition(BEFORE)
        return (f"{first}Lemma {own} : {inverse.stated}.\n{there}{lemmas}{BEFORE}"
                + shown.replace("Proof.\n", f"Proof.\nsplit; first exact: {own}.\n", 1))
    return replace(part, stated=f"({inverse.stated}) /\\\n({part.stated})", proof=proof, denial=None)
