"""Programs that go through arrays in one loop after the other: plain arrays, arrays of structs, rows, arrays in structs, also behind pointers, whole or in part, with
sums and other things made of their elements. What may be proved is what all elements of a part hold; some loops and stores break it."""

from .choices import Choices
from .loops import PRELUDE

# So many elements that no loop counts as one that ends by itself soon.
LEAST, SIZE = 135, 150
# Elements in a row.
COLUMNS = 5
TYPES = ["int", "int", "unsigned", "short", "unsigned char", "long"]


class Array:
    """Something with elements: how the text names one, how many indices that takes, and what was last stored in all of them, in terms of the index `i`."""

    def __init__(self, name, depth):
        self.name, self.depth, self.value = name, depth, "0"

    def at(self, index, column="j"):
        return self.name.replace("#", index).replace("@", column)


class Arrays(Choices):
    """A random program. `source()` is its text."""

    def __init__(self, seed):
        super().__init__(seed)
        self.goals = 0
        self.lines, self.declared = [], []
        self.arrays = []
        self.text = self.make()

    def emit(self, text):
        self.lines.append("    " + text)

    def number(self):
        self.goals += 1
        return self.goals - 1

    def constant(self):
        return self.random.choice([0, 1, 1, 2, 3, 5, 7])

    def make(self):
        for number in range(self.random.randrange(1, 4)):
            self.declare(number)
        self.emit(f"int n = {LEAST} + IN(3), k = {self.pick([0, 3, 130])} + IN(2), flag = IN(1);")
        self.emit(f"long sum = 0; int least = {self.pick([0, 9, 1000])}, found = 0, kept = 0;")
        for _ in range(self.random.randrange(2, 6)):
            self.pick([self.fill, self.fill, self.fill, self.map, self.gather, self.disturb])()
        for _ in range(self.random.randrange(1, 4)):
            self.check()
        body = "\n".join(self.declared) + "\nint main(void) {\n" + "\n".join(self.lines) + "\n    return (int)sum + least + found + kept;\n}\n"
        return PRELUDE + body

    def declare(self, number):
        kind, ty = self.random.randrange(6), self.pick(TYPES)
        if kind <= 1:
            self.declared.append(f"static {ty} a{number}[{2 * SIZE}];")
            self.arrays.append(Array(f"a{number}[#]", 1))
        elif kind == 2:
            self.declared.append(f"static struct {{ {ty} x; {self.pick(TYPES)} y[2]; {self.pick(TYPES)} z; }} s{number}[{2 * SIZE}];")
            self.arrays += [Array(f"s{number}[#].{member}", 1) for member in ("x", "y[1]", "z")]
        elif kind == 3:
            self.declared.append(f"static {ty} r{number}[{SIZE + 1}][{COLUMNS}];")
            self.arrays.append(Array(f"r{number}[#][@]", 2))
        elif kind == 4:
            self.declared.append(f"static struct {{ int length; {ty} data[{2 * SIZE}]; int end; }} g{number}, *p{number} = &g{number};")
            self.arrays.append(Array(f"g{number}.data[#]" if self.chance(50) else f"p{number}->data[#]", 1))
        else:
            self.declared.append(f"static {ty} b{number}[{2 * SIZE}];")
            self.emit(f"{ty} *q{number} = b{number} + {self.pick([0, 0, 1])};")
            self.arrays.append(Array(f"q{number}[#]", 1))

    def value(self, array):
        """What may be stored at index `i`."""
        others = [a for a in self.arrays if a.depth == 1 and a is not array]
        choice = self.random.randrange(8)
        if choice <= 2 or choice <= 5 and not others:
            return str(self.constant())
        if choice == 3:
            return f"i + {self.constant()}"
        if choice == 4:
            return f"{self.pick(others).at('i')} + {self.constant()}"
        if choice == 5:
            return f"({self.pick(others).at('i')} > {self.constant()} ? {self.constant()} : {self.constant()})"
        if choice == 6:
            return f"(flag ? {self.constant()} : {self.constant()})"
        return f"i * {self.constant()}"

    def loop(self, array, store):
        """A loop around a store to the elements at an index; sometimes one is left out, or the loop counts in another way."""
        first, bound = (self.pick([0, 0, 0, 0, 1]), self.pick(["n", "n", "n", "n", "n - 1", "k"]))
        if array.depth == 2:
            columns = self.pick([COLUMNS, COLUMNS, COLUMNS, COLUMNS - 1])
            self.emit(f"for (int i = {first}; i < {bound}; i++)")
            return self.emit(f"    for (int j = 0; j < {columns}; j++) {{ {store('i')} }}")
        index = self.pick(["i", "i", "i", "n - 1 - i", "2 * i"])
        if index == "2 * i":
            self.emit(f"for (int i = {first}; i < {bound}; i++) {{ {store('2 * i')}" + (f" {store('2 * i + 1')}" if self.chance(60) else "") + " }")
        elif index == "i" and self.chance(25):
            step = self.pick([1, 1, 2, 3])
            self.emit(f"for (int i = {bound} - 1; i >= {first}; i -= {step}) {{ {store('i')} }}")
        elif index == "i" and self.chance(15):
            self.emit(f"int i{len(self.lines)} = {first};")
            name = f"i{len(self.lines) - 1}"
            self.emit(f"while ({name} < {bound}) {{ int i = {name}; {store('i')} {name} = i + 1; }}")
        else:
            self.emit(f"for (int i = {first}; i < {bound}; i++) {{ {store(index)} }}")

    def fill(self):
        array = self.pick(self.arrays)
        value = self.value(array)
        unless = f"if (i != {self.random.randrange(LEAST)}) " if self.chance(12) else ""
        if self.chance(20):
            condition, other = self.pick(["flag", "i < k", "i % 2"]), self.value(array)
            self.loop(array, lambda index: f"{unless}if ({condition}) {array.at(index)} = {value}; else {array.at(index)} = {other};")
        else:
            self.loop(array, lambda index: f"{unless}{array.at(index)} = {value};")
        array.value = value

    def map(self):
        array = self.pick(self.arrays)
        change = self.pick([f"+ {self.constant()}", f"- {self.constant()}", f"* {self.constant()}"])
        self.loop(array, lambda index: f"{array.at(index)} = {array.at(index)} {change};")
        array.value = f"({array.value}) {change}"

    def gather(self):
        """Makes something of all elements."""
        array = self.pick([a for a in self.arrays if a.depth == 1] or self.arrays)
        element, constant = array.at("i", "1"), self.constant()
        made = [
            f"sum += {element};",
            f"if ({element} < least) least = {element};",
            f"if ({element} == {constant}) found = 1;",
            f"if ({element} > {constant} && kept < {SIZE}) kept++;",
        ]
        self.emit(f"for (int i = 0; i < n; i++) {{ {self.pick(made)} }}")

    def disturb(self):
        array = self.pick(self.arrays)
        self.emit(self.pick(["", "if (flag) "]) + f"{array.at(self.pick(['k', 'n - 1', '0', 'n']), '2')} = {self.constant()};")

    def condition(self):
        """Something of an element, with a chance of being what was stored."""
        array = self.pick(self.arrays)
        element, constant = array.at("i"), self.constant()
        others = [a for a in self.arrays if a.depth == 1]
        compared = [f"== ({array.value})", f"== ({array.value})", f"== {constant}", f"<= {constant}", f">= {constant}", "< least", ">= least"]
        if others:
            compared += [f"== {self.pick(others).at('i')}", f"== {self.pick(others).at('i')} + {constant}"]
        return array, f"{element} {self.pick(compared)}" + (f" || {element} == {self.constant()}" if self.chance(15) else "")

    def check(self):
        if self.chance(25):
            condition = self.pick(["sum == n", "sum == 2 * n", f"sum == {self.constant()} * n", "least >= 0", "found == 0", "kept <= n", "kept == n"])
            self.emit(f"if (GOAL({self.number()}, {condition})) sum = 1;")
            return self.emit(f"CHECK({self.number()}, {condition});")
        array, condition = self.condition()
        first, bound = self.pick([0, 0, 1]), self.pick(["n", "n", "n - 1", "k"])
        self.emit(f"for (int i = {first}; i < {bound}; i++)")
        if array.depth == 2:
            self.emit(f"    for (int j = 0; j < {COLUMNS}; j++)")
        if self.chance(50):
            return self.emit(f"    CHECK({self.number()}, {condition});")
        self.emit(f"    if (GOAL({self.number()}, {condition})) {self.pick(['found = 1;', 'sum++;', 'kept = i;'])}")
