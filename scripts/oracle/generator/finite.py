"""Small programs over a few bounded integers, as C and as a graph of states that can be listed.

A program is a list of statements: ("set", variable, expression), ("input", variable, bound), ("assume", condition), ("if", condition, then, else),
("while", condition, body), ("break",), ("choose", then, else). Conditions and expressions are pairs of C text and a function of the state, a tuple of values."""

import random

NAMES = ["x", "y", "z"]
SIZE = 4


class Finite:
    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.names = NAMES[: self.dice.choice([1, 2, 2, 3])]
        self.room = self.dice.randint(3, 9)
        body = [self.set() for _ in range(self.dice.randint(0, 2))] + self.block(2, False)
        if self.dice.random() < 0.7:
            body.append(("while", ("1", lambda s: True), self.block(2, True)))
        self.body = body
        self.code = []
        self.compile(body, None)
        self.code.append(("end",))

    def variable(self):
        return self.dice.randrange(len(self.names))

    def expression(self):
        a, b, c = self.variable(), self.variable(), self.dice.randrange(SIZE)
        x, y = self.names[a], self.names[b]
        return self.dice.choice([
            (f"{c}", lambda s: c), (f"({x} + 1) % {SIZE}", lambda s: (s[a] + 1) % SIZE), (f"({x} + {y}) % {SIZE}", lambda s: (s[a] + s[b]) % SIZE),
            (f"{x} ^ 1", lambda s: s[a] ^ 1), (f"{y}", lambda s: s[b]), (f"{x} > 0 ? {x} - 1 : 0", lambda s: max(s[a] - 1, 0)),
        ])

    def condition(self):
        a, b, c = self.variable(), self.variable(), self.dice.randrange(SIZE)
        x, y = self.names[a], self.names[b]
        return self.dice.choice([(f"{x} == {c}", lambda s: s[a] == c), (f"{x} < {y}", lambda s: s[a] < s[b]), (f"{x} != {y}", lambda s: s[a] != s[b]), (f"{x} > {c}", lambda s: s[a] > c)])

    def set(self):
        return ("set", self.variable(), self.expression())

    def block(self, depth, in_loop):
        statements = []
        for _ in range(self.dice.randint(1, 3)):
            self.room -= 1
            kind = self.dice.random()
            if kind < 0.4 or depth == 0 or self.room <= 0:
                statements.append(self.set())
            elif kind < 0.55:
                statements.append(("input", self.variable(), self.dice.choice([2, 4])))
            elif kind < 0.6:
                statements.append(("assume", self.condition()))
            elif kind < 0.75:
                statements.append(("if", self.condition(), self.block(depth - 1, in_loop), self.block(depth - 1, in_loop) if self.dice.random() < 0.5 else []))
            elif kind < 0.83:
                statements.append(("choose", self.block(depth - 1, in_loop), self.block(depth - 1, in_loop)))
            elif kind < 0.94:
                statements.append(("while", self.condition() if self.dice.random() < 0.8 else ("1", lambda s: True), self.block(depth - 1, True)))
            else:
                statements.append(("if", self.condition(), [("break",)], []) if in_loop else self.set())
        return statements

    # The graph: `code` is a list of ("set", v, f), ("input", v, n), ("assume", f), ("test", f, target if false), ("choose", target of the second), ("go", target), ("end",).
    def compile(self, statements, breaks):
        for statement in statements:
            kind = statement[0]
            if kind in ("set", "input"):
                self.code.append((kind, statement[1], statement[2][1] if kind == "set" else statement[2]))
            elif kind == "assume":
                self.code.append(("assume", statement[1][1]))
            elif kind in ("if", "choose"):
                test = len(self.code)
                self.code.append(None)
                self.compile(statement[-2], breaks)
                jump = len(self.code)
                self.code.append(None)
                self.code[test] = ("test", statement[1][1], len(self.code)) if kind == "if" else ("choose", len(self.code))
                self.compile(statement[-1], breaks)
                self.code[jump] = ("go", len(self.code))
            elif kind == "while":
                head, inner = len(self.code), []
                self.code.append(None)
                self.compile(statement[2], inner)
                self.code.append(("go", head))
                self.code[head] = ("test", statement[1][1], len(self.code))
                for at in inner:
                    self.code[at] = ("go", len(self.code))
            elif kind == "break":
                breaks.append(len(self.code))
                self.code.append(None)

    def successors(self, at):
        """What follows a pair of a place and a state. None: the run ends here."""
        place, state = at
        step = self.code[place]
        changed = lambda v, value: (place + 1, state[:v] + (value,) + state[v + 1 :])
        match step[0]:
            case "set":
                return [changed(step[1], step[2](state))]
            case "input":
                return [changed(step[1], value) for value in range(step[2])]
            case "assume":
                return [(place + 1, state)] if step[1](state) else []
            case "test":
                return [(place + 1 if step[1](state) else step[2], state)]
            case "choose":
                return [(place + 1, state), (step[1], state)]
            case "go":
                return [(step[1], state)]
            case "end":
                return [at]

    def source(self):
        lines = ["extern int __VERIFIER_nondet_int(void);", "extern void __VERIFIER_assume(int);", f"unsigned char {', '.join(self.names)};", "int main(void)", "{"]
        self.write(self.body, 1, lines)
        return "\n".join([*lines, "    return 0;", "}"]) + "\n"

    def write(self, statements, depth, lines):
        pad = "    " * depth
        for statement in statements:
            match statement:
                case ("set", v, (text, _)):
                    lines.append(f"{pad}{self.names[v]} = {text};")
                case ("input", v, n):
                    lines.append(f"{pad}{self.names[v]} = __VERIFIER_nondet_int() & {n - 1};")
                case ("assume", (text, _)):
                    lines.append(f"{pad}__VERIFIER_assume({text});")
                case ("break",):
                    lines.append(f"{pad}break;")
                case ("while", (text, _), body):
                    lines.append(f"{pad}while ({text}) {{")
                    self.write(body, depth + 1, lines)
                    lines.append(f"{pad}}}")
                case ("if" | "choose", *condition, then, other):
                    lines.append(f"{pad}if ({condition[0][0] if condition else '__VERIFIER_nondet_int() & 1'}) {{")
                    self.write(then, depth + 1, lines)
                    if other:
                        lines.append(f"{pad}}} else {{")
                        self.write(other, depth + 1, lines)
                    lines.append(f"{pad}}}")
