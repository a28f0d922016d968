"""Small programs whose loops count in elements, add up what lies between bounds, look for the place of the least element, move elements past each other, and fill a part
of an array: what facts about sums, counts and the rest of an array must not get wrong.

Counters of elements and sums are of several types and may wrap, steps and first values vary, some loops leave out elements or end early, and claims are right or nearly so.
Inputs are bits, read with `IN(BITS)`; decisions are marked with `GOAL`, assertions with `CHECK`."""

from .choices import Choices
from .loops import PRELUDE

TYPES = ["int", "int", "unsigned", "unsigned", "unsigned char", "short", "signed char"]


class Tallies(Choices):
    def __init__(self, seed):
        super().__init__(seed)
        self.lines, self.declared, self.claims, self.n_names = [], [], 0, 0

    def number(self):
        self.claims += 1
        return self.claims - 1

    def emit(self, line):
        self.lines.append("    " + line)

    def name(self):
        self.n_names += 1
        return f"v{self.n_names - 1}"

    def array(self, size, first=""):
        name = self.name()
        self.declared.append(f"static {self.pick(TYPES)} {name}[{size}]{first};")
        return name

    def source(self):
        self.emit(f"int n = {self.pick(['IN(3)', 'IN(4)', '9', '14'])};")
        kinds = [self.histogram, self.bounded_sum, self.least, self.bubble, self.part, self.rates, self.since]
        for kind in self.random.sample(kinds, self.random.randrange(1, 3)):
            kind()
        declared = "\n".join(self.declared)
        return f"{PRELUDE}{declared}\nstatic int seen;\nint main(void)\n{{\n" + "\n".join(self.lines) + "\n    return 0;\n}\n"

    def judge(self, claim):
        """On a line of its own, since marks are found by their lines."""
        number = self.number()
        return "\n    " + (f"CHECK({number}, {claim});" if self.chance(60) else f"if (GOAL({number}, !({claim}))) seen = 1; else seen = 2;") + "\n    "

    def off(self):
        return self.pick(["", "", "", " + 1", " - 1"])

    def histogram(self):
        counts = self.array(4)
        step = self.pick([1, 1, 1, 2, 3])
        start = self.pick([0, 0, 0, 1])
        again = self.pick(["", "", f" {counts}[{self.random.randrange(4)}]++;", f" if (i == 3) {counts}[1] = 0;", f" if (i > 5) {counts}[2]--;"])
        most = self.pick([f"{step} * (i + 1 - {start})", f"{step} * n", f"{step} * i", "n"])
        inner = self.judge(f"{counts}[k] <= {most}{self.off()}")
        self.emit(f"for (int i = {start}; i < n; i++) {{")
        self.emit(f"    {counts}[{self.pick(['IN(1)', 'i & 3', '(i * 3) & 3'])}] += {step};{again}")
        if self.chance(60):
            self.emit(f"    for (int k = 0; k < 4; k++) {inner}")
        self.emit("}")
        self.emit(f"for (int k = 0; k < 4; k++) {self.judge(f'{counts}[k] <= {step} * n{self.off()}')}")

    def bounded_sum(self):
        size, sum_ = self.pick([9, 14, 40]), self.name()
        values = self.array(size)
        low, high = self.pick([(0, 5), (0, 3), (-2, 4), (1, 7)])
        stored = self.pick([f"(x > {high} ? {high} : x < {low} ? {low} : x)", f"{low} + IN(1) * {high - low}", "i & 3"])
        self.emit(f"for (int i = 0; i < {size}; i++) {{ int x = i < 3 ? (int)IN(3) - 3 : i - 6; {values}[i] = {stored}; }}")
        self.emit(f"{self.pick(TYPES)} {sum_} = {self.pick(['0', '0', '5'])};")
        rate = self.pick([high, high, high + 1, high - 1, 3])
        self.emit(f"for (int i = 0; i < {size}; i++) {{ {sum_} += {values}[i]; {self.judge(f'{sum_} <= {rate} * (i + 1)') if self.chance(40) else ''} }}")
        self.emit(self.judge(f"{sum_} <= {rate * size}{self.off()}"))
        self.emit(self.judge(f"{sum_} >= {low * size}{self.off()}"))

    def least(self):
        size, place = self.pick([5, 9]), self.name()
        values = self.array(size)
        compare = self.pick(["<", "<", "<=", ">"])
        self.emit(f"for (int i = 0; i < {size}; i++) {values}[i] = {self.pick(['i < 3 ? IN(2) : i * 5 % 7', 'i * 3 % 7', 'i < 4 ? (int)IN(2) - 2 : 1'])};")
        self.emit(f"int {place} = 0;")
        self.emit(f"for (int i = {self.pick([0, 1, 1, 2])}; i < {self.pick([size, size, size - 1])}; i++) if ({values}[i] {compare} {values}[{place}]) {place} = i;")
        relation = self.pick([">=", "<=", ">"])
        self.emit(f"for (int k = 0; k < {size}; k++) {self.judge(f'{values}[k] {relation} {values}[{place}]')}")

    def bubble(self):
        size = self.pick([5, 8])
        values = self.array(size)
        self.emit(f"for (int i = 0; i < {size}; i++) {values}[i] = {self.pick(['i < 3 ? IN(2) : i * 5 % 7', 'i * 3 % 7'])};")
        compare, end = self.pick([">", ">", ">=", "<"]), self.pick([size - 1, size - 1, size - 2])
        self.emit(f"for (int i = 0; i < {end}; i++)")
        self.emit(f"    if ({values}[i] {compare} {values}[i + 1]) {{ int t = {values}[i]; {values}[i] = {values}[i + 1]; {values}[i + 1] = t; }}")
        relation, other = self.pick(["<=", ">="]), self.pick([size - 1, end, 0])
        self.emit(f"for (int k = 0; k < {size}; k++) {self.judge(f'{values}[k] {relation} {values}[{other}]')}")

    def part(self):
        size = self.pick([9, 12])
        first = self.pick(["", "", "", " = {0, 2}"])
        values, k = self.array(size, first), self.name()
        self.emit(f"int {k} = {self.pick(['IN(3)', 'IN(2)', '4'])};")
        step = self.pick([1, 1, 2])
        self.emit(f"for (int i = {self.pick([0, 0, 1])}; i < {k}; i += {step}) {values}[i] = {self.pick(['i + 1', '1', 'i'])};")
        if self.chance(20):
            at = self.pick([k, "3"])
            self.emit(f"{values}[{at}] = {self.pick(['0', '1'])};")
        self.emit(f"for (int i = 0; i < {size}; i++)")
        border = self.pick([k, k, f"{k} - 1", f"{k} + 1"])
        self.emit(f"    if (i >= {border}) {{ {self.judge(f'{values}[i] == 0')} }} else {{ {self.judge(f'{values}[i] > 0')} }}")

    def rates(self):
        sum_, start = self.name(), self.pick([0, 0, 10])
        low, high = self.pick([(0, 2), (1, 3), (-1, 1)])
        self.emit(f"{self.pick(TYPES)} {sum_} = {start};")
        self.emit(f"for (int i = 0; i < n; i++) {{ if ({self.pick(['IN(1)', 'i & 1', 'i > 4'])}) {sum_} += {high}; else {sum_} += {low};")
        self.emit(f"    {self.judge(f'{sum_} <= {start} + {high} * (i + 1){self.off()}') if self.chance(60) else ''} }}")
        self.emit(self.judge(f"{sum_} <= {start} + {high} * n{self.off()}"))
        self.emit(self.judge(f"{sum_} >= {start} + {low} * n{self.off()}"))

    def since(self):
        first, i = self.name(), self.name()
        self.emit(f"{self.pick(['int', 'unsigned char', 'short'])} {first} = {self.pick(['IN(3)', '250 + IN(2)', 'n'])};")
        self.emit(f"for ({self.pick(['int', 'unsigned char', 'short'])} {i} = {first}; {i} < {self.pick(['n + 9', '260', '12'])}; {i}++) {{")
        self.emit(f"    {self.judge(f'{first} <= {i}{self.off()}')} if ({i} == {first} + 30) break; }}")
