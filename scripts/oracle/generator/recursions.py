"""Small programs with recursive functions: what contracts must not get wrong.

Functions count down or up to a border that they sometimes miss by a step, change static variables on the way and on the way back, wrap in narrow types, call each
other, read inputs and loop. All count `n` down, so that they end. Inputs are bits, read with `IN(BITS)`; decisions are marked with `GOAL`, assertions with `CHECK`."""

from .choices import Choices
from .loops import PRELUDE

TYPES = ["int", "int", "unsigned", "unsigned char", "signed char", "short"]


class Recursions(Choices):
    def __init__(self, seed):
        super().__init__(seed)
        self.lines, self.claims = [], 0
        self.functions = [f"f{i}" for i in range(self.random.randrange(1, 4))]
        self.types = {f: self.pick(TYPES) for f in self.functions}
        self.globals = [f"g{i}" for i in range(self.random.randrange(0, 3))]

    def number(self):
        self.claims += 1
        return self.claims - 1

    def emit(self, line):
        self.lines.append(line)

    def source(self):
        for g in self.globals:
            self.emit(f"static {self.pick(TYPES)} {g};")
        for f in self.functions:
            self.emit(f"{self.types[f]} {f}(int n, {self.types[f]} m);")
        for f in self.functions:
            self.function(f)
        self.main()
        return PRELUDE + "\n".join(self.lines) + "\n"

    def value(self):
        return self.pick(["0", "1", "2", "3", "n", "m", "n & 1", *self.globals])

    def claim(self, names):
        a, b = self.pick(names), self.pick([*names, "0", "1", "2", "3", "5", "n & 1", "n + m", "n * 2", "100", "255"])
        claims = [f"{a} <= {b}", f"{a} >= {b}", f"{a} == {b}", f"{a} != {b}", f"n > {self.pick([0, 1, 2])} || {a} == {b}", f"({a} & 1) == 0"]
        return self.pick(claims)

    def judge(self, names):
        claim = self.claim(names)
        if self.chance(60):
            self.emit(f"    CHECK({self.number()}, {claim});")
        else:
            self.emit(f"    if (GOAL({self.number()}, !({claim}))) m = m;")

    def call(self):
        g = self.pick(self.functions)
        step = self.pick(["n - 1", "n - 1", "n - 1", "n - 2"])
        return f"{g}({step}, {self.pick(['m', 'm', 'm + 1', 'm - 1', '0', 'm + 2'])})"

    def function(self, f):
        ty = self.types[f]
        self.emit(f"{ty} {f}(int n, {ty} m)")
        self.emit("{")
        self.emit(f"    {ty} r = 0;")
        if self.chance(40):
            self.judge(["n", "m", *self.globals])
        border = self.pick(["n <= 0", "n <= 0", "n <= 0", "n <= 1", "n < 0"])
        self.emit(f"    if ({border}) return {self.pick(['0', '1', 'm', 'm', 'n', *self.globals])};")
        changed = self.pick(self.globals) if self.globals and self.chance(70) else None
        if changed:
            self.emit(f"    {changed}{self.pick(['++', ' += 2', ' = n', ' = 1', '--'])};")
        if self.chance(20):
            self.emit("    if (IN(1)) m = m + 1;")
        if self.chance(15):
            self.emit(f"    for (int i = 0; i < {self.pick(['2', 'n'])} && i < 2; i++) r = {self.call()};")
        else:
            self.emit(f"    r = {self.call()};")
            if self.chance(20):
                self.emit(f"    r {self.pick(['+=', '=', '-='])} {self.call()};")
        if self.chance(60):
            self.emit(f"    r = {self.pick(['r + 1', 'r + n', 'r + 2', '1 - r', 'r', 'r < 5 ? r + 1 : r', 'r * 2', 'r - 1'])};")
        if changed and self.chance(60):
            self.emit(f"    {changed}{self.pick(['--', '--', '++', ' -= 2', ' = 0'])};")
        if self.chance(50):
            self.judge(["r", "r", "n", "m", *self.globals])
        self.emit("    return r;")
        self.emit("}")

    def main(self):
        self.emit("int main(void)")
        self.emit("{")
        self.emit(f"    int n = IN({self.pick([3, 3, 4])}), m = IN({self.pick([1, 2])});")
        if self.chance(30):
            self.emit("    n -= 2;")
        f = self.pick(self.functions)
        self.emit(f"    {self.types[f]} r = {f}(n, m);")
        for _ in range(self.random.randrange(1, 4)):
            self.judge(["r", "r", "r", *self.globals])
        self.emit("    return 0;")
        self.emit("}")
