"""State machines made of coroutines: functions that are gone on with where they stopped. What may be proved is which states go together, how far two
variables are apart in which state, and how much a counter is in which."""

from .choices import Choices
from .loops import PRELUDE


class Machines(Choices):
    """A random program. `source()` is its text."""

    def __init__(self, seed):
        super().__init__(seed)
        self.goals = 0
        self.lines = []
        self.n = self.random.randrange(2, 5)
        self.step = [self.random.randrange(1, 4) for _ in range(self.n)]
        self.text = self.make()

    def emit(self, text):
        self.lines.append(text)

    def number(self):
        self.goals += 1
        return self.goals - 1

    def make(self):
        for i in range(self.n):
            self.emit(f"static unsigned at{i}, runs{i} = {self.pick([0, 1, 1])};")
        self.emit(f"static unsigned sent, message, turn, count = {self.random.randrange(2)};")
        for i in range(self.n):
            self.coroutine(i)
        self.main()
        return PRELUDE + "\n".join(self.lines) + "\n"

    def coroutine(self, i):
        stops = self.random.randrange(1, 3)
        self.emit(f"static void part{i}(void) {{")
        for stop in range(1, stops + 1):
            self.emit(f"    if (at{i} == {stop}) goto stop{stop};")
        self.emit("    while (1) {")
        for stop in range(1, stops + 1):
            self.statements(i, self.random.randrange(0, 3))
            self.emit(f"        at{i} = {stop};")
            if self.chance(70):
                self.emit(f"        runs{i} = 0;")
            self.emit("        return;")
            self.emit(f"    stop{stop}:")
        self.statements(i, self.random.randrange(1, 4))
        self.emit("    }")
        self.emit("}")

    def statements(self, i, count):
        for _ in range(count):
            self.emit("        " + self.statement(i))

    def statement(self, i):
        other = (i + 1) % self.n if self.chance(75) else self.random.randrange(self.n)
        return self.pick(
            [
                f"if (at{other} {self.pick(['==', '==', '!='])} {self.random.randrange(3)}) runs{other} = 1;",
                f"if (at{other} == {self.random.randrange(3)}) runs{other} = {self.random.randrange(2)};",
                f"turn = {other};",
                f"if (turn == {i}) turn = {other};",
                "message = sent;",
                "sent = IN(2), message = sent;",
                f"message += {self.step[i]};",
                f"message += {self.step[i]};",
                f"if (count < {self.random.randrange(2, 5)}) count++;",
                "if (count) count--;",
                f"count {self.pick(['+=', '-='])} {self.random.randrange(1, 3)};",
                f"if (GOAL({self.number()}, {self.condition()})) ;",
                f"CHECK({self.number()}, !({self.condition()}));",
            ]
        )

    def condition(self):
        i, j = self.random.randrange(self.n), self.random.randrange(self.n)
        return self.pick(
            [
                f"(at{i} == {self.random.randrange(3)}) & (at{j} == {self.random.randrange(3)})",
                f"(at{i} == {self.random.randrange(3)}) & (runs{j} == {self.random.randrange(2)})",
                f"(turn == {j}) & (at{i} == {self.random.randrange(3)})",
                f"message == sent + {self.random.randrange(5)}",
                f"(at{i} == {self.random.randrange(3)}) & (message != sent + {self.random.randrange(5)})",
                f"count > {self.random.randrange(5)}",
                f"(at{i} == {self.random.randrange(3)}) & (count == {self.random.randrange(4)})",
                f"at{i} > {self.random.randrange(3)}",
            ]
        )

    def main(self):
        self.emit("int main(void) {")
        any_runs = " || ".join(f"runs{i}" for i in range(self.n))
        self.emit(f"    while ({self.pick([any_runs, 'IN(1)', 'IN(1)', f'({any_runs}) && IN(1)'])}) {{")
        for i in range(self.n):
            self.emit(f"        if ({self.pick([f'runs{i}', f'runs{i} && IN(1)', f'runs{i} && turn == {i}', f'turn == {i}', 'IN(1)'])}) part{i}();")
            if self.chance(20):
                self.emit("        " + self.statement(i))
        self.emit(f"        if (GOAL({self.number()}, {self.condition()})) ;")
        self.emit(f"        CHECK({self.number()}, !({self.condition()}));")
        self.emit("    }")
        for _ in range(self.random.randrange(1, 3)):
            self.emit(f"    if (GOAL({self.number()}, {self.condition()})) ;")
            self.emit(f"    CHECK({self.number()}, !({self.condition()}));")
        self.emit("    return 0;")
        self.emit("}")
