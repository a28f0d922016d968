"""Expressions without side effects."""

from oracle.generator.types import BOOL, CHAR, DOUBLE, FLOATS, INT, INTEGERS, LONG, UCHAR, UINT, ULLONG, Record

ARITHMETIC = ["+", "-", "*", "&", "|", "^"]
COMPARISONS = ["<", ">", "<=", ">=", "==", "!="]
INTERESTING = [0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 32, 63, 100, 127, 128, 255, 256, 1000, 32767, 32768, 65535, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF]
FLOAT_CONSTANTS = ["0.0", "-0.0", "1.0", "0.5", "1.5f", "-2.25", "1e10", "3.0f", "0.1", "1e-3f", "255.0"]


class Expressions:
    """Makes expressions over a scope. `random` decides, `traits` say what may occur."""

    def __init__(self, random, traits, scope):
        self.random = random
        self.traits = traits
        self.scope = scope

    def chance(self, percent):
        return self.random.randrange(100) < percent

    # Places

    def index(self, length, depth):
        """An index of an array, in bounds where behaviour must be defined."""
        if length == 1:
            return "0"
        if self.chance(30) or depth <= 0:
            return str(self.random.randrange(length))
        if not self.traits.defined and self.chance(50):
            return f"(int)({self.integer(min(depth - 1, 1))}) % {length + 1}"
        return f"(unsigned int)({self.integer(min(depth - 1, 1))}) % {length}u"

    def places(self, wanted, writable=False):
        """The variables that have a part for which `wanted(type, is_bit_field)` holds."""
        found = []
        for variable in self.scope.visible():
            if writable and variable.constant:
                continue
            members = variable.type.leaves() if isinstance(variable.type, Record) else [None]
            parts = [m for m in members if wanted(m.type if m else variable.type, bool(m and m.width))]
            if parts:
                found.append((variable, parts))
        return found

    def place(self, depth, wanted, writable=False):
        """A scalar place and its type, or `None` if there is none."""
        found = self.places(wanted, writable)
        if not found:
            return None
        variable, parts = self.random.choice(found)
        return self.part(variable, self.random.choice(parts), depth)

    def part(self, variable, member, depth):
        text = variable.name
        for length in variable.dimensions:
            text += f"[{self.index(length, depth)}]"
        if variable.pointer:
            if variable.pointer > 1:
                text += f"[{self.index(variable.pointer, depth)}]"
            elif member is None:
                text = f"(*{text})"
        if member is None:
            return text, variable.type
        text += ("->" if variable.pointer == 1 else ".") + member.name
        if member.length:
            text += f"[{self.index(member.length, depth)}]"
        return text, member.type

    def integer_place(self, depth, writable=False):
        return self.place(depth, lambda t, _: not isinstance(t, Record) and not t.floating, writable)

    def float_place(self, depth, writable=False):
        return self.place(depth, lambda t, _: not isinstance(t, Record) and t.floating, writable)

    # Integers

    def constant(self):
        value = self.random.choice(INTERESTING) if self.chance(60) else self.random.randrange(1 << self.random.choice([4, 8, 16, 32]))
        suffix = self.random.choice(["", "", "", "u", "L", "LL", "ULL"])
        sign = "-" if self.chance(20) else ""
        text = hex(value) if self.chance(30) else str(value)
        return f"({sign}{text}{suffix})" if sign else text + suffix

    def integer(self, depth):
        """An expression of an integer type."""
        if depth <= 0:
            place = self.integer_place(0) if self.chance(75) else None
            return place[0] if place else self.constant()
        kinds = [
            (30, self.arithmetic),
            (10, self.division),
            (10, self.shift),
            (14, self.comparison),
            (8, self.logical),
            (8, self.unary),
            (12, self.cast),
            (8, self.conditional),
            (18, lambda d: self.integer(0)),
            (2, self.size),
            (3, self.bytes_of),
            (3, self.statement_expression),
            (5, self.built_in),
            (2, self.comma),
        ]
        if self.traits.floats:
            kinds += [(8, self.float_comparison), (6, self.float_to_integer)]
        if self.traits.wide:
            kinds.append((4, self.wide))
        weights, makers = zip(*kinds)
        return self.random.choices(makers, weights)[0](depth - 1)

    def arithmetic(self, depth):
        text = f"({self.integer(depth)} {self.random.choice(ARITHMETIC)} {self.integer(depth)})"
        return text if self.traits.defined else f"keep{text}"

    def division(self, depth):
        a, b, op = self.integer(depth), self.integer(depth - 1), self.random.choice("/%")
        if not self.traits.defined and self.chance(50):
            return f"({a} {op} {b})"
        kind = self.random.choice([INT, UINT, LONG, ULLONG])
        if self.chance(60):
            return f"({a} {op} ({self.random.choice(['', '(short)', '(long)'])}({b} & {self.random.choice([7, 63, 255])}) + 1))"
        if kind.signed:
            return f"(({kind.name})({b}) == 0 || ({kind.name})({b}) == -1 ? ({kind.name})({a}) : ({kind.name})({a}) {op} ({kind.name})({b}))"
        return f"(({kind.name})({b}) == 0 ? ({kind.name})({a}) : ({kind.name})({a}) {op} ({kind.name})({b}))"

    def shift(self, depth):
        a, b, op = self.integer(depth), self.integer(depth - 1), self.random.choice(["<<", ">>"])
        if not self.traits.defined and self.chance(50):
            return f"({a} {op} {b})"
        if self.chance(40):
            return f"((unsigned long long)({a}) {op} (({b}) & 63))"
        return f"({a} {op} (({b}) & {self.random.choice([7, 15, 31])}))"

    def comparison(self, depth):
        if self.chance(15):
            compared = self.pointer_comparison()
            if compared:
                return compared
        return f"({self.integer(depth)} {self.random.choice(COMPARISONS)} {self.integer(depth)})"

    def pointer_comparison(self):
        """A comparison or difference of pointers into one array."""
        arrays = [v for v in self.scope.visible() if len(v.dimensions) == 1 or v.pointer > 1]
        if not arrays:
            return None
        array = self.random.choice(arrays)
        length = array.dimensions[0] if array.dimensions else array.pointer
        # In bounds in any case: the compiler compares the indices, and its sanitizer does not see them.
        a, b = (f"&{array.name}[(unsigned int)({self.integer(0)}) % {length}u]" for _ in range(2))
        return f"({a} {self.random.choice(COMPARISONS + ['-'])} {b})"

    def logical(self, depth):
        return f"({self.integer(depth)} {self.random.choice(['&&', '||'])} {self.integer(depth)})"

    def unary(self, depth):
        return f"({self.random.choice(['-', '~', '!', '+'])} {self.integer(depth)})"

    def cast(self, depth):
        return f"(({self.random.choice(INTEGERS).name})({self.integer(depth)}))"

    def conditional(self, depth):
        if self.chance(15):
            return f"({self.integer(depth)} ?: {self.integer(depth)})"
        return f"({self.integer(depth)} ? {self.integer(depth)} : {self.integer(depth)})"

    def size(self, _depth):
        variables = self.scope.visible()
        return f"sizeof({self.random.choice(variables).name})" if variables else "sizeof(int)"

    def bytes_of(self, depth):
        """A byte of an object of an integer type."""
        place = self.place(depth, lambda t, bit_field: not isinstance(t, Record) and not t.floating and not bit_field and t is not BOOL)
        if not place:
            return self.constant()
        text, kind = place
        size = min(kind.width("lp64"), kind.width("ilp32")) // 8
        return f"((unsigned char *)&{text})[{self.random.randrange(size)}]"

    def statement_expression(self, depth):
        kind = self.random.choice(INTEGERS)
        return f"({{ {kind.name} t_ = {self.integer(depth)}; t_ {self.random.choice(ARITHMETIC)} {self.integer(depth - 1)}; }})"

    def built_in(self, depth):
        a, b = self.integer(depth), self.integer(depth - 1)
        kind = self.random.choice(["int", "unsigned int", "long", "unsigned char", "long long"])
        return self.random.choice(
            [
                f"__builtin_popcount({a})",
                f"__builtin_popcountll({a})",
                f"__builtin_parity({a})",
                f"__builtin_ffs({a})",
                f"__builtin_clz(({a}) | 1)",
                f"__builtin_ctzll(({a}) | 0x8000000000000000ull)",
                f"__builtin_bswap32({a})",
                f"__builtin_bswap64({a})",
                f"__builtin_expect({a}, 1)",
                f"({{ {kind} o_; int c_ = __builtin_{self.random.choice(['add', 'sub', 'mul'])}_overflow({a}, {b}, &o_); o_ ^ c_; }})",
                f"_Generic(({a}), int: 1, unsigned int: 2, long: 3, unsigned long: 4, long long: 5, unsigned long long: 6, default: 7)",
                f"(int){{{a}}}",
                f"toupper(({a}) & 127)",
                f"(isalpha(({a}) & 127) != 0)",
                f"(isspace(({a}) & 127) != 0)",
            ]
        )

    def comma(self, depth):
        return f"(({self.integer(depth)}), ({self.integer(depth)}))"

    def wide(self, depth):
        sign = self.random.choice(["", "unsigned "])
        op = self.random.choice(["+", "-", "*", "^"])
        value = f"(({sign}__int128)({self.integer(depth)}) {op} ({sign}__int128)({self.integer(depth)}))"
        return f"((unsigned long long)({value} >> {self.random.choice([0, 1, 17, 64, 100])}))"

    # Floats

    def floating(self, depth):
        """An expression of a floating-point type."""
        if depth <= 0:
            place = self.float_place(0) if self.chance(70) else None
            return place[0] if place else self.random.choice(FLOAT_CONSTANTS)
        kind = self.random.randrange(10)
        if kind < 5:
            return f"({self.floating(depth - 1)} {self.random.choice('+-*/')} {self.floating(depth - 1)})"
        if kind < 6:
            return f"(- {self.floating(depth - 1)})"
        if kind < 8:
            return f"(({self.random.choice(FLOATS).name})({self.integer(depth - 1)}))"
        if kind < 9:
            return f"(({self.random.choice(FLOATS).name})({self.floating(depth - 1)}))"
        return f"({self.integer(depth - 1)} ? {self.floating(depth - 1)} : {self.floating(depth - 1)})"

    def float_comparison(self, depth):
        return f"({self.floating(depth)} {self.random.choice(COMPARISONS)} {self.floating(depth)})"

    def float_to_integer(self, depth):
        if not self.traits.defined and self.chance(50):
            return f"((int)({self.floating(depth)}))"
        return f"float_to_int({self.floating(depth)})"

    # What to tell

    def observed(self, text, kind):
        """A call that tells the value of a scalar, NaNs all alike."""
        if not kind.floating:
            return f"observe((unsigned long long){text});"
        return f"observe({'double_bits' if kind is DOUBLE else 'float_bits'}({text}));"

    def condition(self, depth):
        if self.chance(70):
            return self.comparison(depth)
        return self.integer(depth)

    def character(self):
        """Few different values, so that searches find something."""
        return f"(char)(({self.integer(1)}) & 3)" if self.chance(50) else self.random.choice(["'a'", "'b'", "0", "1", "2"])

    def byte_type(self):
        return self.random.choice([CHAR, UCHAR])
