"""Statements of a function's body."""

from oracle.generator.expressions import COMPARISONS, Expressions
from oracle.generator.hazards import Hazards
from oracle.generator.library import Library
from oracle.generator.scope import Variable
from oracle.generator.types import CHAR, FLOATS, INT, INTEGERS, Record

COMPOUND = ["+=", "-=", "*=", "&=", "|=", "^="]


class Statements(Library, Hazards):
    """Writes a body line by line. `program` knows types, functions and what numbers are used."""

    def __init__(self, program, scope, functions, budget):
        self.program = program
        self.random = program.random
        self.traits = program.traits
        self.scope = scope
        self.functions = functions
        self.budget = budget
        self.expressions = Expressions(self.random, self.traits, scope)
        self.lines = []
        self.indent = 1
        self.loops = 0

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def integer(self, depth):
        return self.expressions.integer(depth)

    def fresh(self, stem):
        return self.program.fresh(stem)

    def emit(self, line):
        self.lines.append("    " * self.indent + line)

    def decision(self, depth=2):
        """A condition that counts as a goal. Where goals are counted it has no decisions inside."""
        if not self.traits.goals:
            return self.expressions.condition(depth)
        name = self.fresh("c")
        if self.chance(60):
            self.emit(f"long long {name} = {self.integer(depth)};")
            place = self.expressions.integer_place(0)
            other = place[0] if place and self.chance(50) else self.expressions.constant()
            text = f"{name} {self.random.choice(COMPARISONS)} {other}"
        else:
            self.emit(f"int {name} = {self.expressions.condition(depth)};")
            text = name
        return f"GOAL({self.program.number()}, {text})"

    def simple_decision(self, text):
        return f"GOAL({self.program.number()}, {text})" if self.traits.goals else text

    # Declarations

    def declare(self):
        """A local variable."""
        kind = self.random.randrange(100)
        if kind < 35:
            self.declare_scalar()
        elif kind < 55:
            self.declare_array()
        elif kind < 70 and self.program.records:
            self.declare_record()
        elif kind < 88:
            self.declare_pointer()
        elif self.traits.heap:
            self.declare_heap()
        else:
            self.declare_scalar()

    def any_type(self):
        return self.random.choice(FLOATS) if self.traits.floats and self.chance(35) else self.random.choice(INTEGERS)

    def value(self, kind, depth=2):
        return self.expressions.floating(depth) if kind.floating else self.integer(depth)

    def declare_scalar(self):
        kind = self.any_type()
        name = self.fresh("l")
        storage = self.random.choices(["", "const ", "static ", "volatile "], [70, 10, 8, 12])[0]
        if storage == "static ":
            value = "1"
        else:
            value = self.value(kind)
        self.emit(f"{storage}{kind.name} {name} = {value};")
        # A volatile object has another type than its pointer would say.
        self.scope.declare(Variable(name, kind, self.scope.depth, constant=storage == "const ", private=storage in ("const ", "volatile ")))

    def declare_array(self):
        kind = CHAR if self.chance(30) else self.any_type()
        name = self.fresh("a")
        length = self.random.choice([4, 5, 8]) if kind is CHAR else self.random.choice([1, 2, 3, 4, 7])
        dimensions = (length,) if self.chance(75) or kind is CHAR else (self.random.choice([2, 3]), length)
        constant = self.chance(15) and kind is not CHAR
        if len(dimensions) == 1 and not constant and self.chance(12):
            # Of variable length.
            self.emit(f"int n{name} = {length};")
            self.emit(f"{kind.name} {name}[n{name}];")
            self.emit(f"for (int i_ = 0; i_ < {length}; i_++) {name}[i_] = {self.value(kind, 1)};")
        else:
            shape = "".join(f"[{d}]" for d in dimensions)
            self.emit(f"{'const ' if constant else ''}{kind.name} {name}{shape} = {self.initialiser(kind, dimensions)};")
        self.scope.declare(Variable(name, kind, self.scope.depth, dimensions, constant=constant, private=constant))

    def initialiser(self, kind, dimensions):
        if not dimensions:
            return self.value(kind, 1)
        if kind is CHAR and len(dimensions) == 1 and self.chance(40):
            letters = "".join(self.random.choice("ab0Z") for _ in range(self.random.randrange(dimensions[0])))
            return f'"{letters}"'
        count = self.random.randrange(1, dimensions[0] + 1)
        parts = [self.initialiser(kind, dimensions[1:]) for _ in range(count)]
        if len(dimensions) == 1 and self.chance(20):
            return f"{{[{dimensions[0] - 1}] = {parts[0]}}}"
        return "{" + ", ".join(parts) + "}"

    def declare_record(self):
        record = self.random.choice(self.program.records)
        name = self.fresh("r")
        if self.chance(30) and not record.union:
            self.emit(f"{record.name} {name}[2] = {{{self.record_value(record)}, {self.record_value(record)}}};")
            self.scope.declare(Variable(name, record, self.scope.depth, (2,)))
            return
        self.emit(f"{record.name} {name} = {self.record_value(record)};")
        self.scope.declare(Variable(name, record, self.scope.depth))

    def record_value(self, record):
        members = record.members[:1] if record.union else record.members
        values = []
        for m in members:
            if isinstance(m.type, Record):
                value = self.record_value(m.type)
            else:
                value = self.initialiser(m.type, (m.length,)) if m.length else self.value(m.type, 1)
            values.append(f".{m.name} = {value}" if self.chance(30) else value)
        # Designators go on from where they stand, so in order they change nothing.
        return "{" + ", ".join(values) + "}"

    def declare_pointer(self):
        target = self.target(self.scope.depth)
        if not target:
            return self.declare_scalar()
        text, kind, length = target
        name = self.fresh("p")
        self.emit(f"{kind.name} *{name} = {text};")
        self.scope.declare(Variable(name, kind, self.scope.depth, pointer=length))
        return None

    def target(self, depth, kind=None, length=None):
        """What a pointer of a block can point to: the address, the type, how many elements follow."""
        found = []
        for v in self.scope.visible():
            if v.depth > depth or v.constant or v.private or (kind and v.type is not kind):
                continue
            if len(v.dimensions) == 1 and v.dimensions[0] > 1 and length in (None, v.dimensions[0]):
                found.append((v.name, v.type, v.dimensions[0]))
            if length in (None, 1):
                path = v.name + "".join(f"[{self.expressions.index(d, 1)}]" for d in v.dimensions)
                if v.pointer:
                    path = f"{v.name}[{self.expressions.index(v.pointer, 1)}]"
                found.append((f"&{path}", v.type, 1))
                if isinstance(v.type, Record) and not v.pointer and not v.type.packed and not kind:
                    for m in v.type.members:
                        if not m.width and not m.length and not isinstance(m.type, Record):
                            found.append((f"&{path}.{m.name}", m.type, 1))
        return self.random.choice(found) if found else None

    def declare_heap(self):
        record = self.program.records and self.chance(30)
        kind = self.random.choice(self.program.records) if record else self.any_type()
        length = self.random.choice([1, 2, 4])
        name = self.fresh("h")
        if self.chance(40):
            self.emit(f"{kind.name} *{name} = calloc({length}, sizeof({kind.name}));")
        else:
            self.emit(f"{kind.name} *{name} = malloc({length} * sizeof({kind.name}));")
            # Records have padding and members that an assignment leaves out.
            self.emit(f"memset({name}, 0, {length} * sizeof *{name});")
        self.scope.declare(Variable(name, kind, self.scope.depth, pointer=length, constant=False))
        self.program.allocations.append((self.scope.blocks[-1], name))

    # Statements

    def block(self, header, count=None):
        self.emit(header + " {")
        self.indent += 1
        self.scope.open()
        if self.chance(50):
            self.declare()
        for _ in range(count or self.random.randrange(1, 4)):
            self.statement()
        self.release()
        self.scope.close()
        self.indent -= 1
        self.emit("}")

    def release(self):
        """Frees what the present block has allocated."""
        mine = [(block, name) for block, name in self.program.allocations if block is self.scope.blocks[-1]]
        for entry in mine:
            self.program.allocations.remove(entry)
            self.emit(f"free({entry[1]});")

    def statement(self):
        if self.budget <= 0:
            return self.assignment()
        self.budget -= 1
        kinds = [
            (30, self.assignment),
            (8, self.increment),
            (12, self.branch),
            (9, self.loop),
            (5, self.switch),
            (4, self.jump_forward),
            (3, self.jump_backward),
            (10, self.call),
            (5, self.record_copy),
            (5, self.pointer_assignment),
            (6, self.observe),
            (3, self.guarded_assignment),
            (4, self.union_access),
        ]
        if not self.traits.defined:
            kinds.append((15, self.hazard))
        if self.traits.library:
            kinds.append((8, self.library_call))
        weights, makers = zip(*kinds)
        return self.random.choices(makers, weights)[0]()

    def assignment(self):
        if self.traits.floats and self.chance(30):
            place = self.expressions.float_place(1, writable=True)
            if place:
                op = self.random.choice(["=", "=", "+=", "-=", "*="])
                return self.emit(f"{place[0]} {op} {self.expressions.floating(2)};")
        place = self.expressions.integer_place(1, writable=True)
        if not place:
            return self.emit(";")
        text, _ = place
        if self.chance(30):
            op = self.random.choice(COMPOUND)
            if not self.traits.defined:
                return self.emit(f"{text} = keep({text} {op[0]} {self.integer(2)});")
            return self.emit(f"{text} {op} {self.integer(2)};")
        if self.chance(10):
            return self.emit(f"{text} {self.random.choice(['<<=', '>>='])} ({self.integer(1)}) & 7;")
        return self.emit(f"{text} = {self.integer(3)};")

    def increment(self):
        place = self.expressions.integer_place(1, writable=True)
        if not place:
            return self.emit(";")
        text = self.random.choice(["++{0};", "{0}++;", "--{0};", "{0}--;"]).format(place[0])
        if self.traits.goals and self.chance(50):
            return self.emit(text)
        other = self.fresh("l")
        self.emit(f"int {other} = {text}")
        self.scope.declare(Variable(other, INT, self.scope.depth))
        return None

    def branch(self):
        self.block(f"if ({self.decision()})")
        if self.chance(50):
            self.block("else")

    def loop(self):
        if self.loops >= 2:
            return self.branch()
        self.loops += 1
        i = self.fresh("i")
        bound = str(self.random.randrange(1, 4)) if self.chance(50) else f"((unsigned char)({self.integer(1)}) & 3)"
        kind = self.random.randrange(3)
        if self.traits.goals:
            # The bound has no decisions, and does not change.
            self.emit(f"int n{i} = {bound};")
            bound = f"n{i}"
        self.emit(f"int {i} = 0;")
        # Not declared further out: what follows may jump over it, and nothing else reads it.
        counter = Variable(i, INT, self.scope.depth, constant=True, private=True)
        self.scope.declare(counter)
        guard = self.simple_decision(f"{i} < {bound}")
        self.emit({0: f"for (; {guard}; {i}++) {{", 1: f"while ({guard}) {{", 2: "do {"}[kind])
        self.indent += 1
        if kind:
            self.emit(f"{i}++;")
        self.body()
        self.indent -= 1
        self.emit(f"}} while ({guard});" if kind == 2 else "}")
        self.loops -= 1
        return None

    def body(self):
        self.scope.open()
        for _ in range(self.random.randrange(1, 4)):
            self.statement()
        if self.chance(30):
            # What the block has allocated is freed below in any case.
            if not any(block is self.scope.blocks[-1] for block, _ in self.program.allocations):
                self.emit(f"if ({self.decision(1)}) {self.random.choice(['break', 'continue'])};")
                self.statement()
        self.release()
        self.scope.close()

    def switch(self):
        self.emit(f"switch ({self.integer(2)} & {self.random.choice([3, 7])}) {{")
        labels = self.random.sample(range(8), self.random.randrange(1, 4))
        for label in labels:
            wide = f" ... {label + 1}" if self.chance(15) and label + 1 not in labels and label < 7 else ""
            self.block(f"case {label}{wide}:", 1)
            if self.chance(60):
                self.emit("break;")
        if self.chance(60):
            self.block("default:", 1)
        self.emit("}")

    def jump_forward(self):
        label = self.fresh("label")
        self.emit(f"if ({self.decision(1)}) goto {label};")
        self.block("", 2)
        self.emit(f"{label}: ;")

    def jump_backward(self):
        label, counter = self.fresh("label"), self.fresh("n")
        self.emit(f"int {counter} = 0;")
        self.emit(f"{label}: ;")
        self.block("", 1)
        self.emit(f"{counter}++;")
        self.emit(f"if ({self.simple_decision(f'{counter} < {self.random.randrange(1, 4)}')}) goto {label};")

    def call(self):
        if not self.functions:
            return self.assignment()
        function = self.random.choice(self.functions)
        arguments = []
        for parameter in function.parameters:
            if parameter.pointer:
                target = self.target(self.scope.depth, parameter.type, parameter.pointer)
                if not target:
                    return self.assignment()
                arguments.append(target[0])
            elif isinstance(parameter.type, Record):
                found = [v for v in self.scope.visible() if v.type is parameter.type and not v.dimensions and not v.pointer]
                literal = f"({parameter.type.name}){self.record_value(parameter.type)}"
                arguments.append(self.random.choice(found).name if found else literal)
            else:
                arguments.append(self.value(parameter.type, 1))
        name = function.name
        if self.chance(20):
            name = self.fresh("f")
            self.emit(f"{function.result.name} (*{name})({function.parameter_types()}) = {function.name};")
        result = self.fresh("l")
        self.emit(f"{function.result.name} {result} = {name}({', '.join(arguments)});")
        self.scope.declare(Variable(result, function.result, self.scope.depth))
        return None

    def record_copy(self):
        records = [v for v in self.scope.visible() if isinstance(v.type, Record)]
        if len(records) < 1:
            return self.assignment()
        target = self.random.choice(records)
        sources = [v for v in records if v.type is target.type]
        a, b = (self.element(v) for v in (target, self.random.choice(sources)))
        return self.emit(f"{a} = {b};")

    def element(self, variable):
        text = variable.name + "".join(f"[{self.expressions.index(d, 1)}]" for d in variable.dimensions)
        return f"{text}[{self.expressions.index(variable.pointer, 1)}]" if variable.pointer else text

    def pointer_assignment(self):
        pointers = [v for v in self.scope.visible() if v.pointer and not v.constant and not v.name.startswith("h")]
        if not pointers:
            return self.assignment()
        pointer = self.random.choice(pointers)
        target = self.target(pointer.depth, pointer.type, pointer.pointer)
        if not target:
            return self.assignment()
        if self.chance(40):
            return self.emit(f"if ({self.decision(1)}) {pointer.name} = {target[0]};")
        return self.emit(f"{pointer.name} = {target[0]};")

    def guarded_assignment(self):
        """An assignment inside of a condition."""
        place = self.expressions.integer_place(0, writable=True)
        if not place or self.traits.goals:
            return self.assignment()
        return self.emit(f"{self.integer(1)} {self.random.choice(['&&', '||'])} ({place[0]} = {self.integer(2)});")

    def union_access(self):
        """Reads a value through another type."""
        if self.traits.floats and self.chance(30):
            return self.emit(f"observe(float_bits((float)({self.expressions.floating(1)})) {self.random.choice('&^|')} {self.integer(1)});")
        name = self.fresh("u")
        self.emit(f"union {{ unsigned int whole; unsigned char bytes[4]; short half[2]; struct {{ int low : 5; unsigned int high : 9; }} bits; }} {name};")
        self.emit(f"{name}.whole = {self.integer(2)};")
        self.emit(f"{name}.bytes[{self.expressions.index(4, 2)}] = {self.integer(1)};")
        if self.chance(50):
            self.emit(f"{name}.bits.{self.random.choice(['low', 'high'])} = {self.integer(1)};")
        place = self.expressions.integer_place(1, writable=True)
        part = self.random.choice([f"half[{self.expressions.index(2, 1)}]", "whole", "bits.low", "bits.high"])
        return self.emit(f"{place[0]} = {name}.{part};" if place else f"observe({name}.{part});")

    def observe(self):
        place = self.expressions.float_place(1) if self.traits.floats and self.chance(40) else self.expressions.integer_place(1)
        if place:
            return self.emit(self.expressions.observed(*place))
        return self.emit(f"observe((unsigned long long){self.integer(2)});")

    def observe_all(self, variables):
        """Tells all values of the variables."""
        for variable in variables:
            if variable.pointer:
                continue
            members = variable.type.leaves() if isinstance(variable.type, Record) else [None]
            for member in members:
                text, dimensions = variable.name, list(variable.dimensions)
                indices = []
                for length in dimensions + ([member.length] if member and member.length else []):
                    indices.append((f"i{len(indices)}_", length))
                text += "".join(f"[{i}]" for i, _ in indices[: len(dimensions)])
                if member:
                    text += f".{member.name}" + "".join(f"[{i}]" for i, _ in indices[len(dimensions) :])
                loops = "".join(f"for (int {i} = 0; {i} < {length}; {i}++) " for i, length in indices)
                self.emit(loops + self.expressions.observed(text, member.type if member else variable.type))
