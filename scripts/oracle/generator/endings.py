"""Small programs with threads that wait for each other in all ways, as C text and as code for `oracle.schedules`, which knows nothing of the text."""

import operator
import random

from oracle.schedules import END, ENDED, NOT_BEGUN, Step

VALUES = 3
# More than a variable ever holds: what is written may be more than what was read, once for each thread.
MOST = 16
COMPARE = {"==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt}
# Where a section is over.
LEFT = -3
# What a thread does at a condition variable.
AWAKE, WAITS, WOKEN = 0, 1, 2

HEAD = """#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);
static int in(void) { return __VERIFIER_nondet_bool(); }
"""


class Endings:
    """A random program: `functions` are bodies of threads, the last one of `main`, and `runs` says which of them each thread executes."""

    def __init__(self, seed):
        r = self.random = random.Random(seed)
        self.shared = [f"g{i}" for i in range(r.randint(1, 3))]
        self.locks = [f"m{i}" for i in range(r.randint(0, 2))]
        self.first = {g: r.choice([0, 0, 1]) for g in self.shared}
        self.type = r.choice(["int", "volatile int"])
        self.semaphore = r.randint(0, 1) if r.random() < 0.2 else None
        self.conditions = bool(self.locks) and r.random() < 0.15
        # How gladly a loop waits for another value of a variable, rather than for one of its own.
        self.waits = r.choice([0.2, 0.5, 0.8])
        self.loops = 0
        self.depth = 0
        n_begun = r.choice([1, 1, 2])
        n_functions = 1 if r.random() < 0.3 else n_begun
        self.runs = [n_functions] + [i % n_functions for i in range(n_begun)]
        self.functions = [self.block(r.randint(1, 4 if n_begun == 1 else 3), [], False) for _ in range(n_functions)]
        self.functions.append(self.main(n_begun))

    def main(self, n_begun):
        r = self.random
        body = [self.simple([])] if r.random() < 0.3 else []
        begins = list(range(1, n_begun + 1))
        if n_begun == 2 and len(self.functions) == 2 and r.random() < 0.2:
            self.functions[0].insert(r.randint(0, len(self.functions[0])), ("begin", begins.pop()))
        body += [("begin", n) for n in begins]
        if r.random() < (0.8 if n_begun == 1 else 0.4):
            body += self.block(r.randint(1, 2), [], False)
        body += [("join", n) for n in begins if r.random() < 0.8]
        if r.random() < 0.2:
            body += self.block(1, [], False)
        return body + [("leave",)] * (r.random() < 0.2)

    def constant(self):
        return self.random.choice([0, 0, 1, 1, 2])

    def condition(self):
        r = self.random
        p = r.random()
        g = r.choice(self.shared)
        if p < self.waits:
            return ("shared", g, r.choice(["==", "!=", "!=", "<"]), self.constant())
        if p < self.waits + 0.06:
            return (r.choice(["and", "or"]), self.condition(), self.condition())
        return r.choice([("local", r.choice(["==", "!=", "<", ">"]), self.constant()), ("swap", g), ("fails", g, self.constant(), self.constant()), ("input",)] + [("taken", m) for m in self.locks])

    def simple(self, held):
        r = self.random
        g, h, c = r.choice(self.shared), r.choice(self.shared), self.constant()
        choices = [("set", g, c)] * 5 + [("get", g), ("put", g), ("move", g, h), ("step", g), ("raise", g), ("flip", g), ("count",), ("let", c), ("exchange", g, c, self.constant()), ("xor", g)]
        if r.random() < 0.06:
            choices = [("input",), ("assume", ("shared", g, r.choice(["==", "!="]), c)), ("return",), ("exit",)]
        return r.choice(choices)

    def block(self, size, held, in_loop):
        return [line for _ in range(size) for line in self.statement(held, in_loop)]

    def statement(self, held, in_loop):
        r = self.random
        p = r.random()
        self.depth += 1
        try:
            if self.depth > 3 or p < 0.35:
                if in_loop and r.random() < 0.15:
                    return [("if", self.condition(), [("break",)], [])]
                return [self.simple(held)]
            if p < 0.45:
                return [("if", self.condition(), self.block(1, held, in_loop), self.block(1, held, in_loop) if r.random() < 0.3 else [])]
            if p < 0.8:
                return self.loop(held)
            if p < 0.85:
                # Nobody returns from within a section.
                return [("section", [line for line in (self.simple(held) for _ in range(r.randint(1, 3))) if line != ("return",)])]
            if self.semaphore is not None and r.random() < 0.5:
                return [r.choice([("post",), ("take",), ("take",)])]
            if not self.locks:
                return [self.simple(held)]
            m = r.choice(self.locks)
            if m in held and r.random() < 0.9:
                return [self.simple(held)]
            if self.conditions and r.random() < 0.5:
                return self.at_condition(m)
            body = self.block(r.randint(1, 2), held + [m], False)
            if r.random() < 0.2:
                return [("if", ("taken", m), [], body + [("unlock", m)])]
            return [("lock", m)] + body + [("unlock", m)] * (r.random() < 0.95)
        finally:
            self.depth -= 1

    def at_condition(self, m):
        r = self.random
        wake = [r.choice([("signal",), ("broadcast",)])]
        if r.random() < 0.5:
            return [("lock", m), self.simple([m])] + wake + [("unlock", m)]
        wait = ("wait", m)
        return [("lock", m), ("while", ("shared", r.choice(self.shared), "==", self.constant()), [wait]) if r.random() < 0.7 else wait, ("unlock", m)]

    def loop(self, held):
        r = self.random
        size = r.choice([0, 1, 1, 2, 2])
        self.loops += 1
        kind = r.choice(["while", "while", "do", "for", "for", "ever"])
        if kind == "for":
            return [("for", self.loops, r.randint(1, 2), self.block(max(size, 1), held, True))]
        if kind == "do":
            return [("do", self.block(size, held, True), self.condition())]
        if kind == "ever":
            return [("while", ("true",), self.block(size, held, True) + [("if", self.condition(), [("break",)], [])] * (r.random() < 0.8))]
        m = r.choice(self.locks or [None])
        if m and m not in held and r.random() < 0.2:
            return [("while", ("taken", m), self.block(size, held, True))] + self.block(1, held + [m], False) + [("unlock", m)]
        if r.random() < 0.15:
            g = r.choice(self.shared)
            return [("while", ("swap", g), self.block(size // 2, held, True))] + self.block(1, held, False) + [("set", g, 0)]
        return [("while", self.condition(), self.block(size, held, True))]

    def text(self):
        lines = [HEAD] + [f"static {self.type} {g} = {self.first[g]};" for g in self.shared]
        lines += [f"static pthread_mutex_t {m} = PTHREAD_MUTEX_INITIALIZER;" for m in self.locks]
        lines += ["static sem_t s;"] if self.semaphore is not None else []
        lines += ["static pthread_cond_t c = PTHREAD_COND_INITIALIZER;"] if self.conditions else []
        lines += [f"static pthread_t id{n};" for n in range(1, len(self.runs))]
        lines += [f"static void *t{n}(void *);" for n in range(len(self.functions) - 1)]
        for n, body in enumerate(self.functions):
            is_main = n == len(self.functions) - 1
            lines += ["int main(void) {" if is_main else f"static void *t{n}(void *argument) {{", "  int k = 0;"]
            lines += [f"  sem_init(&s, 0, {self.semaphore});"] if is_main and self.semaphore is not None else []
            lines += [line for statement in body for line in self.lines(statement, "  ")] + ["  return 0;", "}"]
        return "\n".join(lines) + "\n"

    def lines(self, statement, margin):
        """The statement in C."""
        kind, *rest = statement

        def block(head, body):
            return [margin + head + " {"] + [line for inner in body for line in self.lines(inner, margin + "  ")]

        if kind == "if":
            lines = block(f"if ({spelt(rest[0])})", rest[1])
            return lines + (block("} else", rest[2]) if rest[2] else []) + [margin + "}"]
        if kind == "while":
            return block(f"while ({spelt(rest[0])})", rest[1]) + [margin + "}"]
        if kind == "do":
            return block("do", rest[0]) + [margin + f"}} while ({spelt(rest[1])});"]
        if kind == "for":
            i = f"i{rest[0]}"
            return block(f"for (int {i} = 0; {i} < {rest[1]}; {i}++)", rest[2]) + [margin + "}"]
        if kind == "section":
            return [margin + "__VERIFIER_atomic_begin();"] + [line for inner in rest[0] for line in self.lines(inner, margin)] + [margin + "__VERIFIER_atomic_end();"]
        return [margin + self.line(kind, *rest)]

    def line(self, kind, *rest):
        match kind, *rest:
            case "set", g, c: return f"{g} = {c};"
            case "get", g: return f"k = {g};"
            case "put", g: return f"{g} = k;"
            case "move", g, h: return f"{g} = {h};"
            case "step", g: return f"{g} = ({g} + 1) % {VALUES};"
            case "raise", g: return f"if ({g} < {VALUES - 1}) {g} = {g} + 1;"
            case "flip", g: return f"{g} = !{g};"
            case "count",: return f"k = (k + 1) % {VALUES};"
            case "let", c: return f"k = {c};"
            case "exchange", g, c, d: return f"__sync_bool_compare_and_swap(&{g}, {c}, {d});"
            case "xor", g: return f"__sync_fetch_and_xor(&{g}, 1);"
            case "input",: return "k = in();"
            case "assume", condition: return f"__VERIFIER_assume({spelt(condition)});"
            case "return",: return "return 0;"
            case "exit",: return "exit(0);"
            case "break",: return "break;"
            case "lock" | "unlock" as kind, m: return f"pthread_mutex_{kind}(&{m});"
            case "wait", m: return f"pthread_cond_wait(&c, &{m});"
            case "signal" | "broadcast" as kind,: return f"pthread_cond_{kind}(&c);"
            case "post",: return "sem_post(&s);"
            case "take",: return "sem_wait(&s);"
            case "begin", n: return f"pthread_create(&id{n}, 0, t{self.runs[n]}, 0);"
            case "join", n: return f"pthread_join(id{n}, 0);"
            case "leave",: return "pthread_exit(0);"
        raise ValueError(kind)

    def codes(self):
        """The first state, and the code of each thread."""
        names = [f"at {n}" for n in range(len(self.runs))] + self.shared + self.locks + ["s"]
        for thread, function in enumerate(self.runs):
            names += [f"k {thread}", f"condition {thread}"] + [f"i{loop} {thread}" for loop in loops_of(self.functions[function])]
        slots = {name: slot for slot, name in enumerate(names)}
        codes = [Code(self, thread, slots) for thread in range(len(self.runs))]
        first = [0] * len(names)
        for g in self.shared:
            first[slots[g]] = self.first[g]
        first[slots["s"]] = self.semaphore or 0
        for thread in range(1, len(self.runs)):
            first[thread] = NOT_BEGUN
        first[0] = codes[0].entry
        for code in codes:
            code.entries += [other.entry for other in codes]
        return tuple(first), [code.instructions for code in codes]


def loops_of(body):
    """The numbers of the counting loops within."""
    found = []
    for statement in body:
        found += [statement[1]] if statement[0] == "for" else []
        for part in statement:
            found += loops_of(part) if isinstance(part, list) else []
    return found


def spelt(condition):
    """The condition in C."""
    match condition:
        case "true",: return "1"
        case "shared", g, compare, c: return f"{g} {compare} {c}"
        case "local", compare, c: return f"k {compare} {c}"
        case "input",: return "in()"
        case "swap", g: return f"__sync_lock_test_and_set(&{g}, 1)"
        case "fails", g, c, d: return f"!__sync_bool_compare_and_swap(&{g}, {c}, {d})"
        case "taken", m: return f"pthread_mutex_trylock(&{m})"
        case "and", a, b: return f"({spelt(a)}) && ({spelt(b)})"
        case "or", a, b: return f"({spelt(a)}) || ({spelt(b)})"
    raise ValueError(condition)


class Code:
    """The instructions of one thread. They are made from the end: each is told where to go on."""

    def __init__(self, program, thread, slots):
        self.program, self.thread, self.slots = program, thread, slots
        self.instructions = []
        # Where threads begin, once all have their code.
        self.entries = []
        self.k = slots[f"k {thread}"]
        is_main = thread == 0
        over = self.add(lambda state: END) if is_main else self.end()
        self.returns = over
        body = program.functions[program.runs[thread]]
        self.entry = self.block(body, over, None)

    def add(self, instruction):
        self.instructions.append(instruction)
        return len(self.instructions) - 1

    def end(self):
        """The end of a thread."""
        return self.add(lambda state: [Step(ENDED)])

    def assign(self, slot, value, to):
        """`value` is a function of the state."""
        return self.add(lambda state: [Step(to, ((slot, value(state)),))])

    def test(self, holds, yes, no):
        return self.add(lambda state: [Step(yes if holds(state) else no)])

    def block(self, body, to, breaks):
        for statement in reversed(body):
            to = self.statement(statement, to, breaks)
        return to

    def loop(self):
        """The head of a loop, whose condition is not known yet: a step of its own, that nobody sees."""
        head = self.add(None)

        def leads(to):
            self.instructions[head] = lambda state: [Step(to)]

        return head, leads

    def statement(self, statement, to, breaks):
        k, slots = self.k, self.slots
        match statement:
            case "if", condition, yes, no:
                return self.condition(condition, self.block(yes, to, breaks), self.block(no, to, breaks))
            case "while", condition, body:
                head, leads = self.loop()
                leads(self.condition(condition, self.block(body, head, to), to))
                return head
            case "do", body, condition:
                head, leads = self.loop()
                leads(self.block(body, self.condition(condition, head, to), to))
                return head
            case "for", loop, n, body:
                i = slots[f"i{loop} {self.thread}"]
                head, leads = self.loop()
                # What the counter was does not matter behind the loop.
                over = self.assign(i, lambda state: 0, to)
                more = self.assign(i, lambda state: state[i] + 1, head)
                leads(self.test(lambda state: state[i] < n, self.block(body, more, over), over))
                return self.assign(i, lambda state: 0, head)
            case "section", body:
                return self.section(self.block(body, LEFT, None), to)
            case "break",:
                return breaks
            case "return",:
                return self.returns
            case "exit",:
                return self.add(lambda state: END)
            case "set", g, c:
                return self.assign(slots[g], lambda state: c, to)
            case "get", g:
                return self.assign(k, lambda state: state[slots[g]], to)
            case "put", g:
                return self.assign(slots[g], lambda state: state[k], to)
            case "count",:
                return self.assign(k, lambda state: (state[k] + 1) % VALUES, to)
            case "let", c:
                return self.assign(k, lambda state: c, to)
            case "input",:
                return self.add(lambda state: [Step(to, ((k, 0),)), Step(to, ((k, 1),))])
            case "move", g, h:
                return self.read_and_write(slots[h], slots[g], lambda old: old, to)
            case "step", g:
                return self.read_and_write(slots[g], slots[g], lambda old: (old + 1) % VALUES, to)
            case "raise", g:
                more = self.read_and_write(slots[g], slots[g], lambda old: old + 1, to)
                return self.test(lambda state: state[slots[g]] < VALUES - 1, more, to)
            case "flip", g:
                return self.read_and_write(slots[g], slots[g], lambda old: int(not old), to)
            case "exchange", g, c, d:
                return self.assign(slots[g], lambda state: d if state[slots[g]] == c else state[slots[g]], to)
            case "xor", g:
                return self.assign(slots[g], lambda state: state[slots[g]] ^ 1, to)
            case "assume", condition:
                return self.condition(condition, to, self.add(lambda state: END))
        return self.synchronisation(statement, to)

    def synchronisation(self, statement, to):
        slots = self.slots
        match statement:
            case "lock", m:
                return self.add(lambda state: [] if state[slots[m]] else [Step(to, ((slots[m], 1),))])
            case "unlock", m:
                return self.assign(slots[m], lambda state: 0, to)
            case "wait", m:
                return self.wait(m, to)
            case "signal",:
                return self.add(lambda state: [Step(to, ((waiter, WOKEN),)) for waiter in self.waiters(state)] or [Step(to)])
            case "broadcast",:
                return self.add(lambda state: [Step(to, tuple((waiter, WOKEN) for waiter in self.waiters(state)))])
            case "post",:
                return self.assign(slots["s"], lambda state: state[slots["s"]] + 1, to)
            case "take",:
                return self.add(lambda state: [Step(to, ((slots["s"], state[slots["s"]] - 1),))] if state[slots["s"]] else [])
            case "begin", n:
                return self.add(lambda state: [Step(to, ((n, self.entries[n]),))])
            case "join", n:
                return self.add(lambda state: [Step(to)] if state[n] == ENDED else [])
            case "leave",:
                over = self.add(lambda state: END)
                others = range(1, len(self.program.runs))
                # A thread that has not begun when all others are at their ends never will.
                return self.add(lambda state: [] if any(state[n] >= 0 for n in others) else [Step(over)])
        raise ValueError(statement)

    def read_and_write(self, source, target, change, to):
        """Between the two there is a value that only the thread sees, one place of code for each that it may have."""
        writes = [self.assign(target, lambda state, value=change(old): value, to) for old in range(MOST)]
        return self.add(lambda state: [Step(writes[state[source]])])

    def waiters(self, state):
        found = (self.slots[f"condition {n}"] for n in range(len(self.program.runs)))
        return [slot for slot in found if state[slot] == WAITS]

    def wait(self, m, to):
        """Gives the lock back and sleeps, or does not sleep, which the library may do but not for ever; then takes the lock again."""
        lock, own = self.slots[m], self.slots[f"condition {self.thread}"]
        take = self.statement(("lock", m), to, None)
        sleep = self.add(lambda state: [Step(take, ((own, AWAKE),))] if state[own] == WOKEN else [])
        return self.add(lambda state: [Step(sleep, ((lock, 0), (own, WAITS))), Step(take, ((lock, 0),), is_rare=True)])

    def section(self, first, to):
        """All instructions from `first` on, in one step."""

        def run(state):
            open_ways, over = [(first, state)], []
            while open_ways:
                at, now = open_ways.pop()
                if at == LEFT:
                    over.append(now)
                    continue
                steps = self.instructions[at](now)
                if steps == END:
                    continue
                for step in steps:
                    after = list(now)
                    for slot, value in step.changes:
                        after[slot] = value
                    open_ways.append((step.to, after))
            changes = [Step(to, tuple((slot, value) for slot, value in enumerate(after) if slot >= len(self.program.runs))) for after in over]
            return changes or END

        return self.add(run)

    def condition(self, condition, yes, no):
        k, slots = self.k, self.slots
        match condition:
            case "true",:
                return yes
            case "shared", g, compare, c:
                return self.test(lambda state: COMPARE[compare](state[slots[g]], c), yes, no)
            case "local", compare, c:
                return self.test(lambda state: COMPARE[compare](state[k], c), yes, no)
            case "input",:
                return self.add(lambda state: [Step(yes), Step(no)])
            case "swap", g:
                return self.add(lambda state: [Step(yes if state[slots[g]] else no, ((slots[g], 1),))])
            case "fails", g, c, d:
                return self.add(lambda state: [Step(no, ((slots[g], d),))] if state[slots[g]] == c else [Step(yes)])
            case "taken", m:
                return self.add(lambda state: [Step(yes)] if state[slots[m]] else [Step(no, ((slots[m], 1),))])
            case "and", a, b:
                return self.condition(a, self.condition(b, yes, no), no)
            case "or", a, b:
                return self.condition(a, yes, self.condition(b, yes, no))
        raise ValueError(condition)
