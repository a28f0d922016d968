"""Statements whose behaviour may be undefined, depending on values."""


class Hazards:
    """Part of the maker of statements, which brings `random`, `scope`, `expressions`, `emit`, `fresh`."""

    def hazard(self):
        kinds = [
            self.null_pointer,
            self.use_after_free,
            self.double_free,
            self.invalid_free,
            self.loop_too_far,
            self.block_too_large,
            self.string_too_long,
            self.no_terminator,
            self.dangling_pointer,
            self.store_to_constant,
        ]
        return self.random.choice(kinds)()

    def rarely(self):
        """A condition that does not hold often, so that runs get further."""
        return f"(({self.integer(1)}) & 7) == {self.random.randrange(8)}"

    def null_pointer(self):
        z, v = self.fresh("z"), self.fresh("v")
        use = self.random.choice([f"*{z} = {v} + 1;", f"observe((unsigned long long)*{z});", f"{z}[0]++;"])
        self.hazard_block(f"int {v} = {self.integer(1)};", f"int *{z} = {self.rarely()} ? 0 : &{v};", use)

    def store_to_constant(self):
        z, v, k = self.fresh("z"), self.fresh("v"), self.fresh("k")
        use = self.random.choice([f"{z}[1] = 7;", f"memset({z}, 1, 2);", f"{z}[0]++;"])
        declaration, constant = self.random.choice([("", '(char *)"abc"'), (f"static const char {k}[4] = {{1, 2}}; ", f"(char *){k}")])
        self.hazard_block(f"char {v}[4] = {{0}};", f"{declaration}char *{z} = {self.rarely()} ? {constant} : {v};", use, f"observe((unsigned long long){z}[1]);")

    def use_after_free(self):
        z, c = self.fresh("z"), self.fresh("c")
        use = self.random.choice([f"{z}[1] = 7;", f"observe((unsigned long long){z}[0]);", f"memset({z}, 0, 4);"])
        self.hazard_block(f"int *{z} = calloc(3, sizeof(int));", f"int {c} = {self.rarely()};", f"if ({c}) free({z});", use, f"if (!{c}) free({z});")

    def double_free(self):
        z = self.fresh("z")
        self.hazard_block(f"char *{z} = malloc(5);", f"free({z});", f"if ({self.rarely()}) free({z});")

    def invalid_free(self):
        z, v = self.fresh("z"), self.fresh("v")
        wrong = self.random.choice([f"&{v}", f"{z} + 1"])
        self.hazard_block(f"int {v} = 1;", f"int *{z} = calloc(2, sizeof(int));", f"free({self.rarely()} ? {wrong} : {z});")

    def loop_too_far(self):
        a, i = self.fresh("z"), self.fresh("i")
        length = self.random.randrange(2, 7)
        self.hazard_block(
            f"short {a}[{length}] = {{1}};",
            f"for (int {i} = 0; {i} <= (int)(({self.integer(1)}) & 7); {i}++)",
            f"    {a}[{i}] = {i} + {a}[0];",
            f"observe((unsigned long long){a}[1]);",
        )

    def block_too_large(self):
        a, b = self.fresh("z"), self.fresh("z")
        length = self.random.choice([4, 6])
        size = f"(unsigned int)({self.integer(1)}) % {length + 3}u"
        call = self.random.choice([f"memcpy({a}, {b}, {size});", f"memmove({a}, {b}, {size});", f"memset({a}, 1, {size});"])
        self.hazard_block(f"char {a}[{length}] = {{0}}, {b}[{length}] = {{1, 2}};", call, f"observe((unsigned long long){a}[2]);")

    def string_too_long(self):
        a, b, i = self.fresh("z"), self.fresh("z"), self.fresh("i")
        self.hazard_block(
            f"char {a}[4] = {{0}}, {b}[8] = \"abcdefg\";",
            f"int {i} = ({self.integer(1)}) & 7;",
            f"{b}[{i}] = 0;",
            f"strcpy({a}, {b});",
            f"observe((unsigned long long){a}[0]);",
        )

    def no_terminator(self):
        a, i = self.fresh("z"), self.fresh("i")
        self.hazard_block(
            f"char *{a} = malloc(4);",
            f"memset({a}, 'x', 4);",
            f"int {i} = ({self.integer(1)}) & 7;",
            f"if ({i} < 4) {a}[{i}] = 0;",
            f"observe(strlen({a}));",
            f"free({a});",
        )

    def dangling_pointer(self):
        z, v, w = self.fresh("z"), self.fresh("v"), self.fresh("v")
        self.hazard_block(
            f"int {v} = 1, *{z} = &{v};",
            f"{{ int {w} = {self.integer(1)}; if ({self.rarely()}) {z} = &{w}; }}",
            f"*{z} = 5;",
            f"observe((unsigned long long){v});",
        )

    def hazard_block(self, *lines):
        self.emit("{")
        self.indent += 1
        for line in lines:
            self.emit(line)
        self.indent -= 1
        self.emit("}")
