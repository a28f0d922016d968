"""Small programs whose loops count and add up: what equations of runs must not get wrong.

Bounds are large or inputs, counters of several widths wrap, sums are of counters, of squares and of products, loops stand in and behind each other, and what is added
changes where a counter passes a border. Claims are the equations that hold, and such as are nearly right. Inputs are bits, read with `IN(BITS)`; decisions are marked with
`GOAL`, assertions with `CHECK`."""

from .choices import Choices
from .loops import PRELUDE

TYPES = ["unsigned", "unsigned", "unsigned", "unsigned long", "unsigned char", "unsigned short", "signed char"]


class Sums(Choices):
    def __init__(self, seed):
        super().__init__(seed)
        self.lines, self.claims = [], 0
        self.sums = [f"s{i}" for i in range(self.random.randrange(1, 4))]
        self.counters = []
        self.depth = 1

    def number(self):
        self.claims += 1
        return self.claims - 1

    def emit(self, line):
        self.lines.append("    " * self.depth + line)

    def source(self):
        self.emit(f"unsigned n = {self.pick(['IN(4)', 'IN(6)', 'IN(3) + 60', str(self.random.randrange(50, 900)), str(self.random.randrange(50, 900))])};")
        for s in self.sums:
            self.emit(f"{self.pick(TYPES)} {s} = {self.pick(['0', '0', '0', '1', 'n', '200'])};")
        for _ in range(self.random.randrange(1, 3)):
            self.loop(2)
        for _ in range(self.random.randrange(1, 4)):
            self.judge()
        return PRELUDE + "int main(void)\n{\n" + "".join(f"    unsigned {i} = 0;\n" for i in self.counters) + "\n".join(self.lines) + "\n    return 0;\n}\n"

    def bound(self):
        return self.pick(["n", "n", str(self.random.randrange(40, 300)), "100", "257"])

    def loop(self, nested):
        i = f"i{len(self.counters)}"
        self.counters.append(i)
        bound = self.bound() if nested == 2 else self.pick(["8", "60", "n", *[c for c in self.counters[:-1]][:1]])
        step = self.pick([1, 1, 1, 2, 3])
        downwards = self.chance(20)
        if downwards:
            self.emit(f"for ({i} = {bound}; {i} > 0; {i}--) {{")
        else:
            self.emit(f"for ({i} = 0; {i} < {bound}; {i} += {step}) {{")
        self.depth += 1
        for _ in range(self.random.randrange(1, 4)):
            self.statement(i)
        if nested > 1 and self.chance(35):
            self.loop(nested - 1)
        if self.chance(35):
            self.judge()
        self.depth -= 1
        self.emit("}")

    def addend(self, i):
        return self.pick(["1", "2", "3", "5", i, i, f"2 * {i} + 1", f"{i} * {i}", f"3 * {i}", *self.sums, "n", "-1"])

    def statement(self, i):
        s = self.pick(self.sums)
        change = f"{s} {self.pick(['+=', '+=', '+=', '-='])} {self.addend(i)};"
        kind = self.random.randrange(10)
        if kind < 6:
            self.emit(change)
        elif kind < 8:
            self.emit(f"if ({i} {self.pick(['<', '>=', '=='])} {self.pick(['50', '20', 'n / 2', '3'])}) {change}")
            if self.chance(50):
                self.emit(f"else {s} += {self.addend(i)};")
        elif kind < 9:
            self.emit(f"if (IN(1)) {change}")
        else:
            self.emit(f"{s} = {self.pick([*self.sums, i, '7', f'{s} * 3', f'{s} * {i}'])};")

    def value(self):
        i = self.pick(self.counters)
        return self.pick([i, f"2 * {i}", f"3 * {i}", f"{i} * {i}", f"{i} * {i} - {i}", f"{i} * {i} + {i}", f"{i} * n", "n", "2 * n", "n * n", "0", "100", f"{i} + n", *self.sums])

    def claim(self):
        s = self.pick(self.sums)
        names = [c for c in self.counters]
        width = self.pick(["", "", "(unsigned char)", "(unsigned short)"])
        return self.pick([
            f"{width}{s} == {width}({self.value()})",
            f"{width}({self.pick([2, 3, 6])} * {s}) == {width}({self.value()})",
            f"{s} <= {self.value()}",
            f"{s} >= {self.pick(names)}",
            f"({s} & 1) == {self.pick(['0', '1', f'({self.pick(names)} & 1)'])}",
            f"{s} % 3 == 0",
            f"{self.pick(names)} {self.pick(['<=', '=='])} {self.pick(['n', '100', '60', '257'])}",
        ])

    def judge(self):
        claim = self.claim()
        if self.chance(60):
            self.emit(f"CHECK({self.number()}, {claim});")
        else:
            self.emit(f"if (GOAL({self.number()}, !({claim}))) {self.sums[0]} = {self.sums[0]};")
