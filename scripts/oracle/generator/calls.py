"""Programs of many functions that call each other: directly, through pointers in tables, in records, in variables and among arguments, and recursively. Most functions nobody
reaches, and tables that nothing reads name many of them. Two inputs of 8 and 4 bits."""

import random

HEAD = """#include <string.h>
#include <stdlib.h>
#ifndef GOAL
#define GOAL(number, condition) (condition)
#endif
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void nowhere(void *);
typedef int (*operation)(int, int);
struct operations { int kind; operation call; const struct operations *next; };
static int state;
"""


class Calls:
    """The program of a seed, with so many functions."""

    def __init__(self, seed, functions=200):
        self.chooser = random.Random(seed)
        self.functions = functions
        self.goals = 0
        self.text = [HEAD]
        # Functions call few others, so that parts of the program stay out of reach.
        self.tables = [self.table(n) for n in range(self.chooser.randint(3, 12))]

    def table(self, number):
        size = self.chooser.choice([1, 2, 4])
        return f"table_{number}", size, [self.chooser.randrange(self.functions) for _ in range(size)], self.chooser.choice(["array", "const", "record", "late"])

    def source(self):
        text = self.text
        text.extend(f"static int f{n}(int, int);" for n in range(self.functions))
        for name, size, members, kind in self.tables:
            names = [f"f{m}" for m in members]
            if kind == "record":
                for n, member in enumerate(names):
                    following = f"&{name}_{n - 1}" if n else "0"
                    text.append(f"static const struct operations {name}_{n} = {{{n}, {member}, {following}}};")
                text.append(f"static const struct operations *{name} = &{name}_{size - 1};")
            elif kind == "late":
                text.append(f"static operation {name}[{size}];")
            else:
                text.append(f"static {'const ' if kind == 'const' else ''}operation {'const ' if kind == 'array' else ''}{name}[{size}] = {{{', '.join(names)}}};")
        text.append("static int through(operation call, int a, int depth) { return call(a, depth); }")
        for n in range(self.functions):
            self.function(n)
        self.main()
        return "\n".join(text) + "\n"

    def goal(self, condition):
        self.goals += 1
        return f"if (GOAL({self.goals - 1}, {condition}))"

    def call(self, other):
        """An expression that may call a function, from the function of this number."""
        choose = self.chooser
        name, size, _, kind = choose.choice(self.tables)
        entry = f"{name}->call" if kind == "record" else f"{name}[(unsigned)a % {size}]"
        target = f"f{other}"
        guarded = f"({entry} ? {entry}(a + {choose.randint(0, 5)}, depth - 1) : 0)" if kind == "late" else f"{entry}(a ^ {choose.randint(0, 9)}, depth - 1)"
        direct = f"{target}(a - {choose.randint(0, 3)}, depth - 1)"
        passed = f"through({target}, a, depth - 1)"
        return choose.choices([direct, guarded, passed], [6, 2, 1])[0]

    def function(self, n):
        choose = self.chooser
        lines = [f"static int f{n}(int a, int depth)", "{", "    if (depth <= 0) return a;", f"    {self.goal(f'(a & {choose.choice([1, 3, 7])}) == {choose.randint(0, 4)}')}"]
        # Recursion, and functions near by.
        for _ in range(choose.choice([0, 1, 2, 2])):
            other = n if choose.random() < 0.1 else choose.choice([choose.randrange(self.functions), min(self.functions - 1, n + choose.randint(1, 3))])
            lines.append(f"        return {self.call(other)};")
            lines.append(f"    {self.goal(f'a > {choose.randint(0, 300)}')}")
        lines.append(f"        state += {n};")
        kind = choose.random()
        late = [table for table in self.tables if table[3] == "late"]
        if late and kind < 0.05:
            name, size, members, _ = choose.choice(late)
            lines.append(f"    {name}[{choose.randrange(size)}] = f{choose.choice(members)};")
        elif kind < 0.08:
            arrays = [table for table in self.tables if table[3] in ("array", "const")]
            if arrays:
                name, size, _, _ = choose.choice(arrays)
                lines.append(f"    {{ operation copy[{size}]; memcpy(copy, {name}, sizeof copy); return copy[(unsigned)a % {size}](a, depth - 2); }}")
        elif kind < 0.1:
            lines.append(f"    {{ unsigned long number = (unsigned long)f{choose.randrange(self.functions)}; return ((operation)number)(a, depth - 2); }}")
        elif kind < 0.11:
            lines.append("    nowhere(&state);")
        self.text.extend([*lines, "    return a + state % 3;", "}"])

    def main(self):
        calls = [f"f{self.chooser.randrange(self.functions)}(a + b, 4)" for _ in range(self.chooser.randint(1, 4))]
        if self.chooser.random() < 0.3:
            calls.append("(nowhere(&a), 0)")
        body = ["int main(void)", "{", "    int a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar() & 15;"]
        body += [f"    {self.goal(f'a == {self.chooser.randint(0, 300)}')}", "        return 1;"]
        self.text.extend([*body, f"    return ({' + '.join(calls)}) & 127;", "}"])
