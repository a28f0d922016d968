"""Small programs whose loops have no constant bounds: what an inductive step must not get wrong.

Inputs are bits, read with `IN(BITS)`; decisions are marked with `GOAL`, assertions with `CHECK`. Most places that programs change keep to a rule
(few values, a mask, steps of two, ...), so that much can be proved, and some statements break it."""

from dataclasses import dataclass, field

from .choices import Choices

PRELUDE = """
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#ifndef IN
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#define IN(bits) (__VERIFIER_nondet_uchar() & ((1u << (bits)) - 1))
#define GOAL(number, condition) (condition)
#ifdef CHECKS
#define CHECK(number, condition) assert(condition)
#else
#define CHECK(number, condition) ((void)0)
#endif
#endif

struct pair { unsigned a, b; struct pair *next; };
union word { unsigned whole; unsigned char bytes[4]; };
"""
RULES = ["few", "few", "few", "mask", "count", "full", "even", "flag", "flag"]
# Statements of a function and of `main`.
SIZE = 4
MAIN_SIZE = 12


@dataclass(eq=False)
class Place:
    """What can be assigned, and the rule of most assignments. `number` is of the rule."""

    text: str
    rule: str
    number: int = 3
    values: list = field(default_factory=lambda: [0, 1])
    # May pointers to `unsigned` point there?
    open: bool = True


@dataclass
class Scope:
    places: list
    pointers: list = field(default_factory=list)
    pairs: list = field(default_factory=list)
    functions: list = field(default_factory=list)
    # What a statement may do here.
    loops: int = 0
    jumps: list = field(default_factory=list)
    is_main: bool = False


class Program(Choices):
    """A random program. `source()` is its text."""

    def __init__(self, seed):
        super().__init__(seed)
        self.numbers = {}
        self.goals = 0
        self.lines = []
        self.indent = 0
        self.budget = 0
        self.has_list = self.chance(25)
        self.has_jump = self.chance(6)
        self.text = self.make()

    # Helpers

    def fresh(self, stem):
        self.numbers[stem] = self.numbers.get(stem, -1) + 1
        return f"{stem}{self.numbers[stem]}"

    def number(self):
        self.goals += 1
        return self.goals - 1

    def emit(self, text):
        self.lines.append("    " * self.indent + text)

    def open(self, text):
        self.emit(text)
        self.indent += 1

    def close(self, text="}"):
        self.indent -= 1
        self.emit(text)

    # Declarations

    def place(self, text, open=True):
        rule = self.pick(RULES)
        number = {"mask": self.pick([1, 3, 7]), "full": self.random.randrange(2, 8)}.get(rule, 3)
        return Place(text, rule, number, self.random.sample(range(10), self.random.randrange(2, 5)), open)

    def initial(self, place):
        return self.pick(place.values) if place.rule == "few" else 0 if place.rule != "flag" else self.random.randrange(2)

    def make(self):
        everywhere = []
        for _ in range(self.random.randrange(1, 4)):
            place = self.place(self.fresh("g"))
            self.emit(f"static unsigned {place.text} = {self.initial(place)};")
            everywhere.append(place)
        pairs = ["&gs", "&gt"]
        self.emit("static struct pair gt, gs = {1, 2, &gt}, gt = {0, 3, &gs};")
        everywhere += [self.place(text) for text in self.random.sample(["gs.a", "gs.b", "gt.a", "gt.b"], 2)]
        if self.chance(50):
            self.emit("static unsigned ga[4];")
            everywhere += [self.place("ga[1]"), self.place("ga[3]")]
        if self.chance(25):
            self.emit("static union word gu;")
            everywhere += [self.place("gu.whole"), self.place("gu.bytes[1]", False)]
        if self.chance(20):
            kind = self.pick(["unsigned char", "short", "_Bool", "long"])
            self.emit(f"static {kind} gn;")
            everywhere.append(self.place("gn", False))
        pointers = []
        if self.chance(60):
            name = self.fresh("p")
            self.emit(f"static unsigned *{name} = &{self.pick([p.text for p in everywhere if p.open])};")
            pointers.append(name)
        self.emit("static struct pair *sp = &gs;")
        if self.has_list:
            self.emit("static struct pair *list;")
        if self.has_jump:
            self.emit("static jmp_buf env;\nstatic unsigned left;")
        functions = []
        for _ in range(self.random.randrange(0, 4)):
            functions.append(self.function(Scope(everywhere, pointers, pairs, list(functions))))
        if functions and self.chance(50):
            self.emit(f"static unsigned (*fp)(unsigned *, unsigned) = {self.pick(functions)};")
            functions = [*functions, "fp"]
        self.main(Scope(list(everywhere), list(pointers), list(pairs), functions, is_main=True))
        return PRELUDE + "\n".join(self.lines) + "\n"

    def function(self, scope):
        name = self.fresh("f")
        self.open(f"static unsigned {name}(unsigned *q, unsigned v) {{")
        scope = Scope([*scope.places, Place("(*q)", "few", values=[1, 2, 4], open=False), self.place("v")], scope.pointers, scope.pairs, scope.functions)
        if self.chance(40):
            place = self.place(self.fresh("s"))
            self.emit(f"static unsigned {place.text} = {self.initial(place)};")
            scope.places.append(place)
        if self.chance(20):
            # Recursion that ends: the parameter gets smaller.
            self.emit("v &= 7;")
            scope.places = [p for p in scope.places if p.text != "v"]
            self.budget = 3
            self.statements(scope, 2)
            self.open(f"if (GOAL({self.number()}, v == 0)) {{")
            self.goal(scope)
            self.emit(f"return {self.value(scope)};")
            self.close()
            self.emit(f"unsigned r = {name}({self.pick(['q', self.address(scope)])}, v - 1);")
            self.goal(scope)
            self.emit("return r;")
        else:
            self.budget = SIZE
            self.statements(scope, self.random.randrange(1, 4))
            self.emit(f"return {self.value(scope)};")
        self.close()
        return name

    def main(self, scope):
        self.open("int main(void) {")
        for _ in range(self.random.randrange(1, 4)):
            place = self.place(self.fresh("x"))
            self.emit(f"unsigned {place.text} = {self.initial(place)};")
            scope.places.append(place)
        if self.chance(30):
            self.emit("unsigned la[4] = {0, 1, 2, 3};")
            scope.places += [self.place("la[0]"), self.place("la[2]")]
        if self.chance(30):
            self.emit("struct pair ls = {0, 0, &gs};")
            scope.places += [self.place("ls.a"), self.place("ls.b")]
            scope.pairs.append("&ls")
        if self.chance(50):
            name = self.fresh("p")
            self.emit(f"unsigned *{name} = {self.address(scope)};")
            scope.pointers.append(name)
        if self.chance(15):
            self.emit("unsigned *h = malloc(sizeof *h);\n    *h = 2;")
            scope.places.append(Place("(*h)", "few", values=[2, 3, 5], open=False))
        if self.has_jump:
            self.emit("left = IN(3);")
            self.open("if (setjmp(env)) {")
            self.update(Scope([p for p in scope.places if p.text.startswith("g")], pairs=scope.pairs))
            self.close()
        self.budget = MAIN_SIZE
        while self.budget > 0:
            self.loop(scope)
            for _ in range(self.random.randrange(0, 3)):
                self.statement(scope)
            self.goal(scope)
            self.check(scope)
        if self.has_jump:
            self.emit("if (left > 0) { left--; longjmp(env, 1); }")
        self.goal(scope)
        self.check(scope)
        self.emit("return 0;")
        self.close()

    # Values and conditions

    def address(self, scope):
        """Parameters do not last, the other variables do."""
        return "&" + self.pick([p.text for p in scope.places if p.open and p.text != "v"])

    def value(self, scope):
        place = self.pick(scope.places).text
        kinds = [str(self.random.randrange(8)), place, place, f"{place} + 1", f"({place} & 3)", f"{place} ^ 1", "IN(1)"]
        if scope.pointers:
            kinds.append(f"*{self.pick(scope.pointers)}")
        kinds.append(f"sp->{self.pick('ab')}")
        return self.pick(kinds)

    def condition(self, scope):
        kind = self.random.randrange(100)
        place = self.pick(scope.places)
        if kind < 50:
            return self.against_rule(place)
        if kind < 65:
            return f"{place.text} {self.pick(['==', '!=', '<', '>'])} {self.random.randrange(8)}"
        if kind < 75:
            return f"{place.text} {self.pick(['==', '!=', '<'])} {self.pick(scope.places).text}"
        if kind < 80:
            return f"{place.text} + {self.pick(scope.places).text} == {self.random.randrange(10)}"
        if kind < 85 and scope.pointers:
            pointer = self.pick(scope.pointers)
            other = f"{pointer} != &{place.text}" if place.open else f"*{pointer} > 9"
            return self.pick([f"{pointer} == {self.address(scope)}", f"*{pointer} == {self.random.randrange(8)}", other])
        if kind < 92:
            return self.pick([f"sp == {self.pick(scope.pairs)}", f"sp->{self.pick('ab')} == {self.random.randrange(8)}", f"sp->next == {self.pick(scope.pairs)}"])
        if self.has_list:
            return self.pick(["list == 0", "list && list->a == 3", "list && list->next", f"list && list->a > {self.random.randrange(4)}"])
        return "IN(1)"

    def against_rule(self, place):
        v, n = place.text, place.number
        if place.rule == "few":
            return f"{v} == {self.random.randrange(10)}"
        if place.rule == "mask":
            return self.pick([f"{v} > {n}", f"{v} == {n}", f"{v} == {n + 1}"])
        if place.rule == "full":
            return self.pick([f"{v} > {n}", f"{v} >= {n}", f"{v} == {n}"])
        if place.rule == "even":
            return self.pick([f"{v} & 1", f"{v} == 7", f"{v} == 6"])
        if place.rule == "flag":
            return self.pick([f"{v} > 1", f"{v} == 2", f"{v}"])
        return self.pick([f"{v} == {self.random.randrange(3, 9)}", f"{v} > {self.random.randrange(3, 9)}"])

    def goal(self, scope):
        condition = self.condition(scope)
        if "&&" in condition:
            return self.emit(f"if ({condition.split(' && ')[0]}) if (GOAL({self.number()}, {condition.split(' && ')[1]})) ;")
        return self.emit(f"if (GOAL({self.number()}, {condition})) ;")

    def check(self, scope):
        condition = self.condition(scope)
        if "IN(" not in condition and self.chance(70):
            self.emit(f"CHECK({self.number()}, !({condition}));")

    def decision(self, scope):
        condition = self.condition(scope)
        return f"GOAL({self.number()}, {condition.split(' && ')[0]})"

    # Statements

    def statements(self, scope, count):
        for _ in range(count):
            self.statement(scope)

    def statement(self, scope):
        self.budget -= 1
        kinds = [(30, self.update), (8, self.copy), (4, self.copies), (10, self.goal), (4, self.check)]
        kinds += [(8, self.pointer), (6, self.through), (5, self.array), (4, self.local)]
        if self.budget > 0:
            kinds += [(10, self.branch), (6, self.machine)]
            if scope.loops < 2:
                kinds.append((14, self.loop))
        if scope.functions:
            kinds.append((8, self.call))
        if scope.jumps:
            kinds.append((6, self.leave))
        if self.has_list:
            kinds.append((10, self.list))
        weights, makers = zip(*kinds)
        self.random.choices(makers, weights)[0](scope)

    def update(self, scope, place=None):
        place = place or self.pick(scope.places)
        v = place.text
        if self.chance(12):
            return self.emit(f"{v} = {self.value(scope)};")
        if place.rule == "few":
            if self.chance(30):
                return self.emit(f"{v} = {self.condition(scope).split(' && ')[0]} ? {self.pick(place.values)} : {self.pick(place.values)};")
            return self.emit(f"{v} = {self.pick(place.values)};")
        if place.rule == "mask":
            return self.emit(f"{v} = ({v} {self.pick(['+', '+', '^'])} {self.random.randrange(1, 4)}) & {place.number};")
        if place.rule == "count":
            return self.emit(f"{v}{self.pick(['++', '++', '--'])};")
        if place.rule == "full":
            return self.emit(f"if ({v} < {place.number}) {v}++;")
        if place.rule == "even":
            return self.emit(f"{v} += 2;")
        return self.emit(f"{v} = {self.pick(['!' + v, '0', '1', 'IN(1)', f'1 - {v}'])};")

    def copy(self, scope):
        self.emit(f"{self.pick(scope.places).text} = {self.pick(scope.places).text};")

    def copies(self, scope):
        """What comes in at one end comes out at the other after some iterations."""
        chain = self.random.sample(scope.places, min(len(scope.places), self.random.randrange(2, 5)))
        for target, source in zip(chain, chain[1:]):
            self.emit(f"{target.text} = {source.text};")
        self.update(scope, chain[-1])

    def pointer(self, scope):
        if scope.pointers and self.chance(60):
            pointer = self.pick(scope.pointers)
            other = self.pick(scope.pointers)
            kinds = [f"{pointer} = {self.address(scope)};"] * 3
            kinds.append(f"{{ unsigned *o = {pointer}; {pointer} = {other}; {other} = o; }}")
            kinds.append(f"if ({self.decision(scope)}) {pointer} = {self.address(scope)};")
            return self.emit(self.pick(kinds))
        pair, any_pair = self.pick(["&gs", "&gt"]), self.pick(scope.pairs)
        step = "sp = sp->next;"
        return self.emit(self.pick([f"sp = {any_pair};", step, step, f"sp->next = {pair};", f"if (IN(1)) sp = {pair};", f"*sp = *{pair};"]))

    def through(self, scope):
        targets = [f"(*{p})" for p in scope.pointers] + ["sp->a", "sp->b"]
        text = self.pick(targets)
        self.update(scope, self.place(text, False) if self.chance(50) else Place(text, "few", values=self.pick(scope.places).values))

    def array(self, scope):
        arrays = sorted({p.text.split("[")[0] for p in scope.places if p.text.endswith("]") and not p.text.startswith("gu")})
        if not arrays:
            return self.update(scope)
        array = self.pick(arrays)
        index = self.pick(scope.places).text
        other = self.pick(scope.places).text
        element = f"{array}[{index} & 3]"
        return self.emit(self.pick([f"{element} = {self.random.randrange(6)};", f"{element} = {other};", f"{other} = {element};", f"{array}[{index} & 1]++;"]))

    def local(self, scope):
        """A variable of a block, and a pointer to it."""
        name, pointer = self.fresh("t"), self.fresh("u")
        self.open("{")
        self.emit(f"unsigned {name} = {self.value(scope)};")
        self.emit(f"unsigned *{pointer} = &{name};")
        if self.chance(40):
            self.emit(f"if ({self.decision(scope)}) {pointer} = {self.address(scope)};")
        self.update(scope, self.place(f"(*{pointer})", False))
        inside = Scope([*scope.places, self.place(name, False), Place(f"(*{pointer})", "few", open=False)], pairs=scope.pairs)
        self.goal(inside)
        self.emit(f"{self.pick(scope.places).text} = {name};")
        self.close()

    def branch(self, scope):
        self.open(f"if ({self.decision(scope)}) {{")
        self.statements(scope, self.random.randrange(1, 3))
        if self.chance(40):
            self.indent -= 1
            self.open("} else {")
            self.statements(scope, self.random.randrange(1, 3))
        self.close()

    def machine(self, scope):
        """A state machine's step."""
        place = self.pick([p for p in scope.places if p.rule in ("few", "flag")] or scope.places)
        labels = sorted(set(place.values) | {self.random.randrange(8)})
        self.open(f"switch ({place.text}) {{")
        for label in labels[: self.random.randrange(2, 5)]:
            self.emit(f"case {label}:")
            self.indent += 1
            if self.chance(60):
                self.emit(f"{place.text} = {self.pick([*labels, 'IN(1) ? %d : %d' % (self.pick(labels), self.pick(labels))])};")
            else:
                self.update(scope)
            if self.chance(80):
                self.emit("break;")
            self.indent -= 1
        if self.chance(40):
            self.emit("default:")
            self.indent += 1
            self.goal(scope)
            self.indent -= 1
        self.close()

    def call(self, scope):
        target = self.pick(scope.places).text
        if "fp" in scope.functions and self.chance(40):
            return self.emit(f"{'if (IN(1)) ' if self.chance(50) else ''}fp = {self.pick([f for f in scope.functions if f != 'fp'])};")
        return self.emit(f"{self.pick([target + ' = ', ''])}{self.pick(scope.functions)}({self.address(scope)}, {self.value(scope)});")

    def leave(self, scope):
        self.emit(f"if ({self.decision(scope)}) {self.pick(scope.jumps)};")

    def list(self, scope):
        target = self.pick(scope.places).text
        kind = self.random.randrange(3)
        if kind == 0:
            self.emit("{ struct pair *node = malloc(sizeof *node);")
            self.emit(f"  node->a = {self.pick([target, '1', '2'])}; node->b = 0; node->next = list; list = node; }}")
        elif kind == 1:
            self.emit(f"if (list) {{ struct pair *old = list; {target} = old->a; list = old->next; free(old); }}")
        else:
            self.emit("for (struct pair *at = list; at; at = at->next) {")
            self.emit(f"  at->b = {self.pick(['at->a', '3', target])};")
            self.emit(f"  if (GOAL({self.number()}, at->{self.pick('ab')} == {self.random.randrange(4)})) ;")
            self.emit("}")

    # Loops

    def bits(self, scope):
        return f"IN({self.random.randrange(2, 5) if scope.loops == 0 else 2})"

    def body(self, scope, jumps):
        inside = Scope(scope.places, scope.pointers, scope.pairs, scope.functions, scope.loops + 1, jumps, scope.is_main)
        self.statements(inside, self.random.randrange(2, 6))

    def loop(self, scope):
        kinds = [(12, self.counted), (12, self.while_left), (8, self.until), (6, self.do_while), (8, self.by_input)]
        kinds += [(7, self.goto_loop), (7, self.bottom_tested), (4, self.two_ways_back), (2, self.entered_inside)]
        weights, makers = zip(*kinds)
        self.random.choices(makers, weights)[0](scope)

    def ends(self):
        return self.pick([["break", "continue"], ["break", "continue"], ["break", "continue", "return 0"]])

    def limit(self, scope):
        name = self.fresh("n")
        if scope.loops and self.chance(30):
            return name, f"({self.pick(scope.places).text} & 3)"
        return name, self.bits(scope)

    def counted(self, scope):
        (name, limit), i = self.limit(scope), self.fresh("i")
        self.open("{")
        self.emit(f"unsigned {name} = {limit};")
        self.open(f"for (unsigned {i} = 0; GOAL({self.number()}, {i} < {name}); {i}++) {{")
        self.body(scope, self.ends())
        if self.chance(40):
            self.emit(f"if (GOAL({self.number()}, {self.pick(scope.places).text} {self.pick(['==', '>', '!='])} {i})) ;")
        self.close()
        self.close()

    def while_left(self, scope):
        name, limit = self.limit(scope)
        self.open("{")
        self.emit(f"unsigned {name} = {limit};")
        self.open(f"while (GOAL({self.number()}, {self.pick([name, name + ' > 0', name + ' != 0'])})) {{")
        self.emit(f"{name}--;")
        self.body(scope, self.ends())
        self.close()
        self.close()

    def until(self, scope):
        """Until something is the case, or the fuel is used up."""
        fuel = self.fresh("fuel")
        self.open("{")
        self.emit(f"unsigned {fuel} = {self.random.randrange(10, 140) if scope.loops == 0 else 3} + IN(2);")
        self.open(f"while ({self.decision(scope)}) {{")
        self.emit(f"if ({fuel}-- == 0) {self.pick(['break', 'return 0'])};")
        self.body(scope, self.ends())
        self.close()
        self.close()

    def do_while(self, scope):
        name, limit = self.limit(scope)
        self.open("{")
        self.emit(f"unsigned {name} = {limit};")
        self.open("do {")
        self.body(scope, self.ends())
        self.close(f"}} while (GOAL({self.number()}, {name}-- > 0));")
        self.close()

    def by_input(self, scope):
        if self.chance(50):
            self.open(f"while (GOAL({self.number()}, IN(1))) {{")
        else:
            self.open("for (;;) {")
            self.emit(f"if (GOAL({self.number()}, IN(1) == 0)) break;")
        self.body(scope, self.ends())
        self.close()

    def goto_loop(self, scope):
        (name, limit), head = self.limit(scope), self.fresh("head")
        out = self.fresh("out")
        self.emit(f"static unsigned {name};")
        self.emit(f"{name} = {limit};")
        self.emit(f"{head}: ;")
        self.open("{")
        self.body(scope, [f"goto {out}"])
        self.close()
        self.emit(f"if (GOAL({self.number()}, {name} > 0)) {{ {name}--; goto {head}; }}")
        self.emit(f"{out}: ;")

    def bottom_tested(self, scope):
        (name, limit), head, test = self.limit(scope), self.fresh("head"), self.fresh("test")
        self.emit(f"static unsigned {name};")
        self.emit(f"{name} = {limit};")
        self.emit(f"goto {test};")
        self.emit(f"{head}: ;")
        self.open("{")
        self.body(scope, [f"goto {test}"])
        self.close()
        self.emit(f"{test}:")
        self.emit(f"if (GOAL({self.number()}, {name}-- > 0)) goto {head};")

    def two_ways_back(self, scope):
        (name, limit), head, out = self.limit(scope), self.fresh("head"), self.fresh("out")
        self.emit(f"static unsigned {name};")
        self.emit(f"{name} = {limit};")
        self.emit(f"{head}: ;")
        self.emit(f"if (GOAL({self.number()}, {name} == 0)) goto {out};")
        self.emit(f"{name}--;")
        self.update(scope)
        self.emit(f"if ({self.decision(scope)}) goto {head};")
        self.open("{")
        self.body(scope, [f"goto {out}", f"goto {head}"])
        self.close()
        self.emit(f"goto {head};")
        self.emit(f"{out}: ;")

    def entered_inside(self, scope):
        (name, limit), inside = self.limit(scope), self.fresh("inside")
        self.emit(f"static unsigned {name};")
        self.emit(f"{name} = {limit};")
        self.emit(f"if ({self.decision(scope)}) goto {inside};")
        self.open(f"while (GOAL({self.number()}, {name} > 0)) {{")
        self.emit(f"{name}--;")
        self.update(scope)
        self.emit(f"{inside}: ;")
        self.open("{")
        self.body(scope, ["break", "continue"])
        self.close()
        self.close()
