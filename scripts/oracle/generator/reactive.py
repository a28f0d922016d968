"""Reactive systems: one loop that reads an input and goes on from what many variables hold, in main or in a function that main calls again and again. What may be proved
is which values go together, over several iterations, also of variables that keep old values, of ranges after arithmetic, of differences of counters, and behind pointers."""

from .choices import Choices

PRELUDE = """
#ifndef INPUT
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
#define INPUT(bits) __VERIFIER_nondet_uint()
#define GOAL(number, condition) (condition)
#ifdef CHECKS
#define CHECK(number, condition) assert(condition)
#else
#define CHECK(number, condition) ((void)0)
#endif
#endif
"""


class Reactive(Choices):
    """A random program. `source()` is its text."""

    def __init__(self, seed):
        super().__init__(seed)
        self.goals = 0
        self.lines = []
        self.modes = self.random.randrange(2, 6)
        self.inputs = self.pick([2, 4, 4])
        self.text = self.make()

    def emit(self, text):
        self.lines.append(text)

    def number(self):
        self.goals += 1
        return self.goals - 1

    def make(self):
        self.emit(f"static int mode = {self.random.randrange(self.modes)}, flag, goes_on, kept = {self.random.randrange(4)}, other = 2;")
        self.emit(f"static int level = {self.random.randrange(-20, 80)}, turns;")
        self.emit(f"static int table[4] = {{{', '.join(str(self.random.randrange(8)) for _ in range(4))}}};")
        self.emit("static unsigned ahead, behind;")
        self.emit(f"static int *place = &table[{self.random.randrange(4)}];")
        functions = self.random.randrange(2, 6)
        for number in range(functions):
            self.function(number)
        self.emit("static void react(unsigned input) {")
        self.emit("    goes_on = 1;")
        for number in range(functions):
            self.emit(f"    if (goes_on == 1 && {self.atom()}) step{number}(input);")
        self.emit(f"    if (GOAL({self.number()}, {self.condition()})) ;")
        self.emit(f"    CHECK({self.number()}, !({self.condition()}));")
        self.emit("}")
        if self.chance(50):
            self.emit("int main(void) {")
            self.loop(["return 0;"])
        else:
            self.served()
        self.emit("}")
        return PRELUDE + "\n".join(self.lines) + "\n"

    def loop(self, leaving):
        self.emit("    while (1) {")
        self.emit(f"        unsigned input = INPUT({self.inputs // 2});")
        if self.chance(50):
            self.emit(f"        if (input >= {self.inputs}u) {self.pick(leaving)}")
        else:
            self.emit(f"        if ({' && '.join(f'input != {value}u' for value in range(self.inputs))}) {self.pick(leaving)}")
        if len(leaving) > 1:
            self.emit(f"        if ({self.condition()}) {self.pick(leaving)}")
        self.emit("        react(input);")
        self.emit("    }")

    def served(self):
        """The loop in a function, which is left and called again."""
        self.emit("static int serve(unsigned input, int limit) {")
        self.emit(f"    {self.pick(['', self.statement()])}")
        self.loop(["break;", "return 0;", "return limit > 0;"])
        self.emit(f"    {self.pick(['', self.statement()])}")
        self.emit("    return 1;")
        self.emit("}")
        self.emit("int main(void) {")
        self.emit("    int limit = 3;")
        self.emit("    ahead = behind = INPUT(2);")
        self.emit("    while (1) {")
        self.emit("        unsigned input = INPUT(1);")
        self.emit(f"        if (GOAL({self.number()}, {self.condition()})) {{ {self.statement()} }}")
        self.emit(f"        if (!serve(input, {self.pick(['limit', '2', 'mode'])})) return 0;")
        self.emit(f"        {self.pick(['', 'limit--;', self.statement()])}")
        self.emit("    }")

    def function(self, number):
        self.emit(f"static void step{number}(unsigned input) {{")
        for at in range(self.random.randrange(1, 4)):
            self.emit(f"    {'else ' if at else ''}if (GOAL({self.number()}, {self.condition()})) {{")
            for _ in range(self.random.randrange(1, 4)):
                self.emit("        " + self.statement())
            self.emit("    }")
        self.emit("}")

    def atom(self):
        low = self.random.randrange(-40, 120)
        return self.pick(
            [
                f"mode == {self.random.randrange(self.modes)}",
                f"mode == {self.random.randrange(self.modes)}",
                f"mode != {self.random.randrange(self.modes)}",
                f"flag == {self.random.randrange(2)}",
                f"kept == {self.random.randrange(4)}",
                f"other == {self.random.randrange(4)}",
                f"*place == {self.random.randrange(8)}",
                f"table[{self.random.randrange(4)}] > {self.random.randrange(8)}",
                f"level > {low} && {low + self.random.randrange(5, 60)} >= level",
                f"{low} >= level",
                f"turns < {self.random.randrange(1, 5)}",
                f"ahead == behind + {self.random.randrange(4)}u",
                f"ahead {self.pick(['!=', '=='])} behind",
            ]
        )

    def condition(self):
        atoms = [self.atom() for _ in range(self.random.randrange(1, 3))]
        if self.chance(60):
            atoms.insert(self.random.randrange(len(atoms) + 1), f"input == {self.random.randrange(self.inputs)}u")
        if self.chance(20):
            atoms = [f"({atoms[0]} || {self.atom()})", *atoms[1:]]
        return " && ".join(f"({atom})" for atom in atoms)

    def statement(self):
        return self.pick(
            [
                f"mode = {self.random.randrange(self.modes)};",
                f"mode = {self.random.randrange(self.modes)};",
                f"flag = {self.pick(['0', '1', '!flag'])};",
                f"kept = {self.pick([str(self.random.randrange(4)), '(int)input', 'other', 'mode'])};",
                f"other = {self.pick([str(self.random.randrange(4)), 'kept', '(int)input'])};",
                f"place = &table[{self.random.randrange(4)}];",
                f"*place = {self.random.randrange(8)};",
                f"table[{self.random.randrange(4)}] = {self.pick(['kept', '*place', str(self.random.randrange(8))])};",
                f"level = {self.value()};",
                f"level = {self.value()};",
                f"if (turns < {self.random.randrange(1, 6)}) turns++;",
                "turns = 0;",
                "ahead++;",
                f"{self.pick(['ahead = behind', 'behind = ahead'])} + {self.random.randrange(3)};",
                f"behind {self.pick(['++', '+= 2', '--', '= ahead'])};",
                "goes_on = 0;",
                f"if (GOAL({self.number()}, {self.condition()})) goes_on = {self.random.randrange(2)};",
                f"CHECK({self.number()}, !({self.condition()}));",
            ]
        )

    def value(self):
        """Between -200 and 200, if `level` is."""
        return self.pick(
            [
                str(self.random.randrange(-40, 120)),
                f"(level - {self.random.randrange(1, 30)}) * {self.random.randrange(2, 10)} / 10",
                f"level * {self.random.randrange(-4, 5)} % {self.random.randrange(5, 60)} + {self.random.randrange(-20, 120)}",
                f"level / {self.random.randrange(2, 6)} + {self.random.randrange(50)}",
                f"kept * {self.random.randrange(1, 20)}",
            ]
        )
