"""Small programs in which it counts how often something is repeated: an error stands behind so many iterations or calls, and lines have one statement or several."""

from .choices import Choices

PRELUDE = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void abort(void);
static int a, b, c, n, t[4];
static int in(void) { int v = __VERIFIER_nondet_int(); if (v < 0 || v > 3) abort(); return v; }
"""
# All loops together run this often at most, so that every run ends.
FUEL = 14


class Program(Choices):
    """A random program. `source()` is its text."""

    def __init__(self, seed):
        super().__init__(seed)
        self.names = 0
        self.parts = []
        self.functions = []
        self.text = self.make()

    def fresh(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    def emit(self, text):
        self.parts += [text, " " if self.chance(25) else "\n"]

    def make(self):
        self.parts += [PRELUDE, f"static int fuel = {FUEL};\n"]
        for _ in range(self.random.randrange(3)):
            self.function()
        self.emit("int main(void) {")
        self.emit("int x = in(), y = 0;")
        self.input()
        for _ in range(self.random.randrange(1, 4)):
            self.statement(2, [])
            self.loop(2)
        self.emit(f"if (n == {self.random.randrange(2, 20)}) reach_error();")
        self.emit("return 0; }")
        return "".join(self.parts)

    def function(self):
        name = self.fresh("f")
        self.emit(f"static int {name}(int x) {{ int y = 0; n++;")
        if self.chance(50):
            self.emit(f"if (x <= 0 || fuel-- <= 0) return {self.pick(['b', '0'])};")
            self.statement(1, [])
            self.emit(f"y = {name}(x - 1);")
            if self.chance(30):
                self.emit(f"if (x & 1) y += {name}(x - 2);")
            self.error()
        else:
            self.statement(2, [])
        self.emit("return y; }")
        self.functions.append(name)

    def value(self):
        return self.pick(["a", "b", "c", "x", "y", "1", "2", "3", "a + 1", "b + x", "c + y", "x ^ a", "t[a & 3]"])

    def target(self):
        return self.pick(["a", "b", "c", "x", "y", "t[b & 3]"])

    def condition(self):
        value = self.pick(["a", "b", "c", "x", "y", "a + x", "b + y", "n", "in()", "in()"])
        return f"({value}) {self.pick(['==', '!=', '<', '>'])} {self.random.randrange(1, 4)}"

    def error(self):
        if self.chance(60):
            more = f" && {self.condition()}" if self.chance(40) else ""
            what = f"n == {self.random.randrange(1, 14)}" if self.chance(60) else f"{self.pick('abcxy')} == {self.random.randrange(9)}"
            self.emit(f"if ({what}{more}) reach_error();")

    def statement(self, depth, jumps):
        kinds = [(8, self.assignment), (2, self.input), (3, self.error)]
        if self.functions:
            kinds.append((3, self.call))
        if jumps:
            kinds.append((2, lambda: self.emit(f"if ({self.condition()}) {self.pick(jumps)};")))
        if depth > 0:
            kinds += [(12, lambda: self.loop(depth)), (3, lambda: self.decision(depth, jumps))]
        self.random.choices([k for _, k in kinds], [w for w, _ in kinds])[0]()

    def loop(self, depth):
        self.pick([self.counted, self.tested, self.tested_late, self.endless, self.jumped, self.entered_inside])(depth)

    def statements(self, depth, jumps):
        self.emit("n++;")
        for _ in range(self.random.randrange(1, 4)):
            self.statement(depth, jumps)

    def assignment(self):
        self.emit(f"{self.target()} = ({self.value()} + {self.value()}) & 7;")

    def input(self):
        self.emit(f"{self.target()} = in();")

    def call(self):
        self.emit(f"{self.target()} = {self.pick(self.functions)}({self.value()}) & 7;")

    def decision(self, depth, jumps):
        self.emit(f"if ({self.condition()}) {{")
        self.statements(depth - 1, jumps)
        if self.chance(50):
            self.emit("} else {")
            self.statements(depth - 1, jumps)
        self.emit("}")

    # Loops

    def limit(self):
        return self.pick(["2", "3", "5", "x", "(a & 3)", "(y & 7)"])

    def body(self, depth):
        self.statements(depth - 1, ["break", "continue"])

    def counted(self, depth):
        name, limit = self.fresh("i"), self.limit()
        self.emit(f"for (int {name} = 0; {name} < {limit} && fuel-- > 0; {name}++) {{")
        self.body(depth)
        self.emit("}")

    def tested(self, depth):
        self.emit(f"while ({self.condition()} && fuel-- > 0) {{")
        self.body(depth)
        self.emit("}")

    def tested_late(self, depth):
        self.emit("do {")
        self.body(depth)
        self.emit(f"}} while ({self.condition()} && fuel-- > 0);")

    def endless(self, depth):
        self.emit("while (1) { if (fuel-- <= 0) break;")
        self.body(depth)
        self.emit(f"if ({self.condition()}) break; }}")

    def jumped(self, depth):
        head, out = self.fresh("L"), self.fresh("L")
        self.emit(f"{head}: if (fuel-- <= 0) goto {out};")
        self.statements(depth - 1, [f"goto {out}"])
        self.emit(f"if ({self.condition()}) goto {head};")
        self.emit(f"{out}: ;")

    def entered_inside(self, depth):
        inside, out = self.fresh("L"), self.fresh("L")
        self.emit(f"if ({self.condition()}) goto {inside};")
        self.emit(f"while ({self.condition()}) {{ if (fuel-- <= 0) break;")
        self.statements(0, ["break", f"goto {out}"])
        self.emit(f"{inside}: ;")
        self.statements(depth - 1, ["break", f"goto {out}"])
        self.emit("}")
        self.emit(f"{out}: ;")
