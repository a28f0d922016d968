"""Whole programs."""

import random
from dataclasses import dataclass

from oracle.generator.scope import Scope, Variable
from oracle.generator.statements import Statements
from oracle.generator.types import BOOL, FLOATS, INT, INTEGERS, UCHAR, Member, Record

PRELUDE = """
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef GOAL
#define GOAL(number, condition) condition
#endif

static int sign(int i) { return (i > 0) - (i < 0); }
"""
# Without it gcc computes in a narrower type what is converted to one, and its sanitizer sees no overflow.
UNDEFINED_PRELUDE = """
#define keep(value) ({ __auto_type kept_ = (value); kept_; })
"""
FLOAT_PRELUDE = """
static int float_to_int(double d) { return d > -1e9 && d < 1e9 ? (int)d : 77; }
static unsigned long long double_bits(double d) { union { double d; unsigned long long u; } x = {d}; return d != d ? 1 : x.u; }
static unsigned long long float_bits(float f) { union { float f; unsigned int u; } x = {f}; return f != f ? 1 : x.u; }
"""
# Outputs are told one by one, or mixed into one value.
OBSERVE = "extern void observe(unsigned long long value);\n"
MIX = "static unsigned long long mixed;\nstatic void observe(unsigned long long value) { mixed = (mixed << 7 | mixed >> 57) ^ value; }\n"
ASSUME = "extern void abort(void);\nstatic void assume(int condition) { if (!condition) abort(); }\n#include <assert.h>\n"


@dataclass(frozen=True)
class Traits:
    """What may occur in a program.

    `defined`: behaviour is defined but for wrap-around of signed arithmetic; `goals`: decisions are marked with `GOAL`, inputs are few and small;
    `size`: statements of a function, about."""

    defined: bool = True
    floats: bool = False
    heap: bool = True
    wide: bool = True
    library: bool = True
    goals: bool = False
    size: int = 10


@dataclass(eq=False)
class Function:
    name: str
    result: object
    parameters: list

    def parameter_types(self):
        return ", ".join(f"{p.type.name}{' *' if p.pointer else ''}" for p in self.parameters) or "void"

    def head(self):
        parameters = ", ".join(f"{p.type.name} {'*' if p.pointer else ''}{p.name}" for p in self.parameters)
        return f"static {self.result.name} {self.name}({parameters or 'void'})"


class Program:
    """A random program. `inputs` are the types of the inputs in the order in which they are read."""

    def __init__(self, seed, traits):
        self.random = random.Random(seed)
        self.traits = traits
        self.numbers = {}
        self.goals = 0
        self.records = []
        self.allocations = []
        self.inputs = []
        self.globals = []
        self.text = self.declarations() + self.functions()

    def fresh(self, stem):
        self.numbers[stem] = self.numbers.get(stem, -1) + 1
        return f"{stem}{self.numbers[stem]}"

    def number(self):
        self.goals += 1
        return self.goals - 1

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def declarations(self):
        lines = []
        for n in range(self.random.randrange(0, 4)):
            record = self.record(n)
            self.records.append(record)
            lines.append(record.declaration())
        maker = Statements(self, Scope(), [], 0)
        for _ in range(self.random.randrange(1, 5)):
            kind = maker.any_type()
            if self.records and self.chance(30):
                kind = self.random.choice(self.records)
            dimensions = self.random.choice([(), (), (3,), (5,), (2, 3)])
            variable = Variable(self.fresh("g"), kind, 0, dimensions)
            shape = "".join(f"[{d}]" for d in dimensions)
            value = ""
            if not isinstance(kind, Record) and not dimensions and kind is not BOOL:
                value = f" = {maker.expressions.constant()}" if not kind.floating else " = 0.25"
                if self.chance(30):
                    value = f" = ({kind.name}){{{value[3:]}}}"
            elif len(dimensions) == 1 and not isinstance(kind, Record) and not kind.floating and kind is not BOOL and self.chance(30):
                value = f" = ({kind.name}[{dimensions[0]}]){{{maker.expressions.constant()}, [{dimensions[0] - 1}] = {maker.expressions.constant()}}}"
            lines.append(f"static {kind.name} {variable.name}{shape}{value};")
            self.globals.append(variable)
        return "\n".join(lines) + "\n\n"

    def record(self, n):
        union = self.chance(30)
        name = f"{'union u' if union else 'struct s'}{n}"
        record = Record(name, union, not union and self.chance(25))
        # Members of unions have no padding and no floats, whose bits another member would show; the first one is the largest.
        types = [t for t in INTEGERS if t is not BOOL] if union else INTEGERS + (FLOATS if self.traits.floats else [])
        for m in range(self.random.randrange(1, 5)):
            kind = self.random.choice(types)
            inner = [r for r in self.records if not r.nested]
            if m and inner and not union and self.chance(20):
                record.nested = True
                record.members.append(Member(f"m{m}", self.random.choice(inner)))
                continue
            if union and m == 0:
                kind = next(t for t in INTEGERS if t.name == "unsigned long long")
            if not union and not kind.floating and kind.name in ("int", "unsigned int", "unsigned char", "_Bool", "long", "unsigned short", "unsigned long long") and self.chance(40):
                record.members.append(Member(f"m{m}", kind, width=1 if kind is BOOL else self.random.randrange(1, kind.width("ilp32") + 1)))
            elif self.chance(20) and not (union and m == 0):
                record.members.append(Member(f"m{m}", UCHAR if union else kind, length=self.random.choice([2, 3])))
            else:
                record.members.append(Member(f"m{m}", kind))
        return record

    def functions(self):
        functions, texts = [], []
        for _ in range(self.random.randrange(0, 4)):
            parameters = [self.parameter() for _ in range(self.random.randrange(0, 4))]
            result = self.random.choice(self.records) if self.records and self.chance(15) else self.random.choice(INTEGERS)
            function = Function(self.fresh("function"), result, parameters)
            texts.append(self.recursive(function, functions) if self.chance(20) and not isinstance(result, Record) else self.body(function, functions))
            functions.append(function)
        texts.append(self.main(functions))
        return "\n".join(texts)

    def parameter(self):
        kind = self.random.choice(INTEGERS + (FLOATS if self.traits.floats else []))
        if self.records and self.chance(25):
            kind = self.random.choice(self.records)
        pointer = self.random.choice([1, 1, 3]) if self.chance(40) else 0
        return Variable(self.fresh("q"), kind, 1, pointer=pointer)

    def maker(self, functions, parameters):
        scope = Scope(self.globals)
        scope.open()
        for parameter in parameters:
            scope.declare(parameter)
        return Statements(self, scope, functions, self.traits.size)

    def body(self, function, functions):
        maker = self.maker(functions, function.parameters)
        for _ in range(self.random.randrange(1, 3)):
            maker.declare()
        for _ in range(self.random.randrange(1, 4)):
            maker.statement()
        value = self.result(function.result, maker)
        maker.release()
        return "\n".join([function.head() + " {", *maker.lines, f"    return {value};", "}", ""])

    def result(self, kind, maker):
        """Emits the computation of a value to return, before anything is freed."""
        name = self.fresh("v")
        value = maker.record_value(kind) if isinstance(kind, Record) else maker.value(kind, 2)
        maker.emit(f"{kind.name} {name} = {value};")
        return name

    def recursive(self, function, functions):
        """Calls itself a few times."""
        depth = Variable("depth_", INT, 1, constant=True, private=True)
        inner = Function(function.name + "_inner", function.result, [depth, *function.parameters])
        maker = self.maker(functions, inner.parameters)
        maker.statement()
        arguments = [p.name if p.pointer or isinstance(p.type, Record) else maker.value(p.type, 1) for p in function.parameters]
        maker.emit(f"{function.result.name} r_ = {maker.value(function.result, 1)};")
        maker.emit(f"if (depth_ > 0) r_ {self.random.choice(['=', '+=', '^='])} {inner.name}({', '.join(['depth_ - 1', *arguments])});")
        maker.statement()
        maker.release()
        call = f"{inner.name}({', '.join([str(self.random.randrange(1, 4)), *[p.name for p in function.parameters]])})"
        return "\n".join([inner.head() + " {", *maker.lines, "    return r_;", "}", function.head() + " {", f"    return {call};", "}", ""])

    def main(self, functions):
        maker = self.maker(functions, [])
        locals_ = maker.scope.blocks[-1]
        names = []
        for _ in range(self.random.randrange(1, 3 if self.traits.goals else 6)):
            kind = self.input_type()
            self.inputs.append(kind)
            name = self.fresh("in")
            names.append(name)
            mask = " & 15" if self.traits.goals and len(names) > 1 else ""
            maker.emit(f"{kind.name} {name} = __VERIFIER_nondet_{kind.input}(){mask};")
            # What the program computes with is a copy, so that the input can be compared with what it was.
            maker.emit(f"{kind.name} x{name} = {name};")
            maker.scope.declare(Variable("x" + name, kind, 1))
        for _ in range(self.random.randrange(1, 4)):
            maker.declare()
        for _ in range(self.random.randrange(3, 3 + self.traits.size)):
            maker.statement()
        if not self.traits.goals:
            maker.observe_all([*self.globals, *(v for v in locals_ if not v.name.startswith("h"))])
        maker.release()
        self.names = names
        return "\n".join(["int main(void) {", *maker.lines, "    FINISH", "    return 0;", "}", ""])

    def input_type(self):
        if self.traits.goals:
            return UCHAR
        if self.traits.floats and self.chance(35):
            return self.random.choice(FLOATS)
        return self.random.choice(INTEGERS)

    # What is written out

    def prelude(self):
        declared = {t.input: t for t in [*INTEGERS, *FLOATS]}
        inputs = "".join(f"extern {t.name} __VERIFIER_nondet_{t.input}(void);\n" for t in declared.values())
        return PRELUDE + (FLOAT_PRELUDE if self.traits.floats else "") + ("" if self.traits.defined else UNDEFINED_PRELUDE) + inputs

    def source(self):
        """The program, which tells each output."""
        return self.prelude() + OBSERVE + "#define FINISH\n\n" + self.text

    def checked_source(self, values, mixed):
        """The program with inputs fixed, at its end, and the assertion that its outputs mixed are this value, and that they are not."""
        terms = []
        for name, kind, value in zip(self.names, self.inputs, values):
            bits = "double_bits" if kind.name == "double" else "float_bits"
            terms.append(f"{bits}({name}) == {bits}({value})" if kind.floating else f"{name} == ({kind.name}){literal(kind, value)}")
        finish = f"#define FINISH assume({' && '.join(terms)}); assert(mixed == {mixed}ull); assert(mixed != {mixed}ull);\n\n"
        return self.prelude() + MIX + ASSUME + finish + self.text

    def values(self, chooser, model):
        """Values for the inputs, as the command line takes them."""
        return [self.one_value(kind, chooser, model) for kind in self.inputs]

    def one_value(self, kind, chooser, model):
        if kind.floating:
            return chooser.choice(["0x0p+0", "-0x0p+0", "0x1p+0", "-0x1.8p+1", "0x1.4p+3", "0x1.99999ap-4", "0x1p-140", "0x1.fffffep+127", "0x1.234568p+20", "-0x1p-1"])
        width = kind.width(model)
        value = chooser.choice(
            [chooser.getrandbits(width), chooser.randrange(8), -chooser.randrange(8), 1 << chooser.randrange(width), (1 << chooser.randrange(width)) - 1]
        )
        value &= (1 << width) - 1
        return str(value - (1 << width) if kind.signed and value >> (width - 1) else value)


def mix(outputs):
    """What `observe` of a checked program computes."""
    mixed = 0
    for value in outputs:
        mixed = ((mixed << 7 | mixed >> 57) ^ value) & (1 << 64) - 1
    return mixed


def literal(kind, value):
    """An integer constant of C; the least signed value has no literal of its own."""
    return f"({int(value) + 1}ll - 1)" if kind.signed else f"{value}ull"
