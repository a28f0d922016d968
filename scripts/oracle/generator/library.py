"""Statements that call library functions, on arrays of characters with a terminator and on other arrays."""

from oracle.generator.types import CHAR, Record


class Library:
    """Part of the maker of statements, which brings `random`, `traits`, `scope`, `expressions`, `emit`."""

    def character_arrays(self):
        return [v for v in self.scope.visible() if v.type is CHAR and len(v.dimensions) == 1 and not v.constant and v.dimensions[0] >= 4]

    def library_call(self):
        arrays = self.character_arrays()
        if arrays and self.chance(70):
            self.random.choice([self.search, self.compare, self.copy_string, self.measure, self.number, self.format, self.concatenate])(arrays)
            return
        self.block_operation()

    def terminated(self, arrays):
        """Chooses an array and puts a zero at its end."""
        array = self.random.choice(arrays)
        self.emit(f"{array.name}[{array.dimensions[0] - 1}] = 0;")
        return array

    def measure(self, arrays):
        array = self.terminated(arrays)
        call = self.random.choice([f"strlen({array.name})", f"strnlen({array.name}, {self.limit(array.dimensions[0])})"])
        self.emit(f"observe({call});")

    def limit(self, length):
        return f"(unsigned int)({self.integer(1)}) % {length + 1}u"

    def search(self, arrays):
        array = self.terminated(arrays)
        character = self.expressions.character()
        function = self.random.choice(["strchr", "strrchr", "memchr"])
        size = f", {self.limit(array.dimensions[0])}" if function == "memchr" else ""
        found = self.fresh("found")
        self.emit(f"{{ char *{found} = {function}({array.name}, {character}{size}); observe({found} ? {found} - {array.name} : -1); }}")

    def compare(self, arrays):
        a, b = self.terminated(arrays), self.terminated(arrays)
        shorter = min(a.dimensions[0], b.dimensions[0])
        call = self.random.choice(
            [
                f"strcmp({a.name}, {b.name})",
                f"strncmp({a.name}, {b.name}, {self.limit(shorter)})",
                f"memcmp({a.name}, {b.name}, {self.limit(shorter)})",
            ]
        )
        self.emit(f"observe(sign({call}));")

    def copy_string(self, arrays):
        source = self.terminated(arrays)
        large = [v for v in arrays if v is not source and v.dimensions[0] >= source.dimensions[0]]
        if not large:
            return self.measure(arrays)
        target = self.random.choice(large)
        self.emit(self.random.choice([f"strcpy({target.name}, {source.name});", f"strncpy({target.name}, {source.name}, {self.limit(source.dimensions[0])});"]))

    def block_operation(self):
        """Sets or copies bytes within an array."""
        arrays = [
            v
            for v in self.scope.visible()
            if len(v.dimensions) == 1 and not v.constant and not isinstance(v.type, Record) and not v.type.floating and v.type.name != "_Bool"
        ]
        if not arrays:
            return self.emit(";")
        array = self.random.choice(arrays)
        size = array.dimensions[0]
        if self.chance(40):
            return self.emit(f"memset({array.name}, {self.integer(1)}, {self.limit(size)});")
        half = size // 2
        if half == 0:
            return self.emit(";")
        a, b = (f"(unsigned int)({self.integer(1)}) % {half}u" for _ in range(2))
        count = f"((unsigned int)({self.integer(0)}) % {size - half + 1}u) * sizeof({array.name}[0])"
        return self.emit(f"memmove(&{array.name}[{a}], &{array.name}[{b}], {count});")

    def number(self, arrays):
        """A number read from text."""
        array = self.terminated(arrays)
        if self.chance(60):
            digits = self.random.choice(["'0'", "'7'", "'-'", "' '", "'x'"])
            self.emit(f"{array.name}[{self.random.randrange(3)}] = {digits};")
        call = self.random.choice(["atoi({0})", "strtol({0}, 0, 10)", "strtoul({0}, 0, 0)", "strtoll({0}, 0, 16)"]).format(array.name)
        self.emit(f"observe((unsigned long long){call});")

    def format(self, _arrays):
        """A number written as text."""
        text, i = self.fresh("text"), self.fresh("i")
        conversion = self.random.choice(["%d", "%5d", "%-4d|", "%x", "%#o", "%u", "%c", "%+d", "%03d"])
        size = self.random.choice([8, 12, 16])
        self.emit(f"char {text}[{size}] = {{0}};")
        self.emit(f'observe((unsigned long long)snprintf({text}, {size}, "{conversion}", (int)({self.integer(1)})));')
        self.emit(f"for (int {i} = 0; {i} < {size}; {i}++) observe((unsigned long long){text}[{i}]);")

    def concatenate(self, arrays):
        a, b = self.terminated(arrays), self.terminated(arrays)
        sum_ = self.fresh("text")
        self.emit(f"char {sum_}[{a.dimensions[0] + b.dimensions[0]}] = {{0}};")
        self.emit(f"strcpy({sum_}, {a.name});")
        self.emit(self.random.choice([f"strcat({sum_}, {b.name});", f"strncat({sum_}, {b.name}, {self.limit(b.dimensions[0])});"]))
        call = self.random.choice(["strlen({0})", "strspn({0}, {1})", "strcspn({0}, {1})", "strstr({0}, {1}) != 0", "strpbrk({0}, {1}) != 0"])
        self.emit(f"observe((unsigned long long)({call.format(sum_, b.name)}));")
