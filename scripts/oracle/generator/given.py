"""Functions that are given memory: lists and trees that may be shared and closed to rings, texts and arrays of any length, pointers to them and to global variables,
functions behind pointers, large tables. Pointers lead to the beginning of objects, and those to characters that are not the first also into them, as
`gotcha help lazy-inputs` assumes. The same file has, where DRIVER is defined, a program that calls the function with random memory."""

from oracle.generator.choices import Choices

HEAD = """#ifndef GOAL
#define GOAL(number, condition) (condition)
#endif
typedef int (*operation)(int);
struct pair { short low; unsigned char high; };
struct node { int kind; unsigned size; struct node *next, *other; char *name; operation call; struct pair pair; };
static int level = 3;
static struct node *head;
static int table[8] = {1, 2, 3};
static unsigned short wide[700] = {[650] = 5};
static int *where = &level;
static int twice(int x) { return x * 2; }
static int less(int x) { return x - 7; }
static operation hook = twice;
static operation hooks[3] = {less, twice, 0};
"""
# Nodes, texts and numbers among which pointers lead at random.
DRIVER = """
#ifdef DRIVER
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char hits[4096][2];
void hit(int number, int side) { hits[number][side] = 1; }
static unsigned long long state = SEED;
static unsigned any(void) { state = state * 6364136223846793005ULL + 1442695040888963407ULL; return (unsigned)(state >> 33); }
static int number(void) { static const int usual[] = {0, 1, 2, 3, 5, 7, 17, 42, -1, 100}; return any() % 4 ? usual[any() % 10] : (int)any(); }
static int strange(int x) { return any() % 3 ? number() : x; }
static operation function(void) { static const operation all[] = {0, twice, less, strange}; return all[any() % 4]; }
enum { NODES = 7, TEXTS = 4, LENGTH = 64 };
static struct node nodes[NODES];
static char texts[TEXTS][LENGTH];
static int numbers[40], others[40];
static struct node *some_node(int used) { return any() % 3 && used ? &nodes[any() % used] : 0; }
static char *some_text(void) { return any() % 4 ? texts[any() % TEXTS] : 0; }
static char *some_place(char *text) { char *in = any() % 3 && text ? text : some_text(); return in && any() % 3 ? in + any() % (LENGTH + 1) : in; }
static int *some_number(void)
{
    int *all[] = {0, &level, table, numbers, others};
    return all[any() % 5];
}
int main(void)
{
    for (int run = 0; run < RUNS; run++) {
        int used = any() % (NODES + 1);
        for (int i = 0; i < TEXTS; i++) {
            int length = any() % LENGTH;
            memset(texts[i], 0, LENGTH);
            for (int c = 0; c < length; c++) texts[i][c] = any() % 3 ? "abc0"[any() % 4] : (char)any();
        }
        for (int i = 0; i < NODES; i++) {
            struct node node = {number(), (unsigned)number(), some_node(used), some_node(used), some_place(0), function(), {(short)number(), (unsigned char)number()}};
            nodes[i] = node;
        }
        for (int i = 0; i < 40; i++) numbers[i] = number(), others[i] = number();
        for (int i = 0; i < 8; i++) table[i] = any() % 2 ? number() : i;
        for (int i = 0; i < 700; i++) wide[i] = any() % 9 ? 0 : (unsigned short)number();
        level = number(), head = some_node(used), where = some_number(), hook = function();
        for (int i = 0; i < 3; i++) hooks[i] = function();
        char *text = some_text();
        subject(some_node(used), some_node(used), text, some_place(text), some_number(), number());
    }
    for (int i = 0; i < 4096; i++)
        for (int side = 0; side < 2; side++)
            if (hits[i][side]) printf("%d %d\\n", i, side);
    return 0;
}
#endif
"""


class Given(Choices):
    """The program of a seed."""

    def __init__(self, seed):
        super().__init__(seed)
        self.goals = 0
        self.names = 0
        body = "".join(self.statement(1, ["a", "b", "head"]) for _ in range(3 + seed % 5))
        helper = f"static int walk(struct node *from, int most)\n{{\n    int n = 0;\n{self.walk('from', 'n', 'most')}    return n;\n}}\n"
        self.text = f"{HEAD}{helper}int subject(struct node *a, struct node *b, char *text, char *end, int *v, int n)\n{{\n    int sum = 0;\n{body}    return sum;\n}}\n{DRIVER}"

    def goal(self, condition):
        self.goals += 1
        return f"if (GOAL({self.goals - 1}, {condition}))"

    def name(self):
        self.names += 1
        return f"x{self.names}"

    def walk(self, start, counter, most):
        goal = self.goal(f"p->kind == {self.number()}")
        step = self.pick(["p->next", "p->other", "p->kind > 3 ? p->next : p->other"])
        return f"    for (struct node *p = {start}; p && {counter} < {most}; p = {step}) {{\n        {counter}++;\n        {goal}\n            {counter} += p->size == 5;\n    }}\n"

    def number(self):
        return self.pick([0, 1, 2, 3, 5, 7, 17, 42, -1, 100, 1000])

    def field(self, node):
        return self.pick([f"{node}->kind", f"(int){node}->size", f"{node}->pair.low", f"{node}->pair.high"])

    def compared(self, value):
        return f"{value} {self.pick(['==', '!=', '<', '>'])} {self.number()}"

    def statement(self, depth, nodes):
        """Statements that only follow pointers that are not null; `nodes` may be."""
        indent = "    " * depth
        inner = (lambda more: "".join(self.statement(depth + 1, more) for _ in range(1 + self.random.randrange(2)))) if depth < 4 else (lambda more: f"{indent}    sum++;\n")
        node = self.pick(nodes)
        kind = self.random.randrange(16)
        if kind < 4:
            return f"{indent}{self.goal(f'{node} != 0')} {{\n{inner([*nodes, f'{node}->next', f'{node}->other'])if depth == 1 else self.of_node(indent, node)}{indent}}}\n"
        if kind == 4:
            return self.of_node(indent, node)
        if kind == 5:
            other = self.pick(nodes)
            return f"{indent}{self.goal(f'{node} == {other}')} {{\n{inner(nodes)}{indent}}}\n"
        if kind == 6:
            counter = self.name()
            walk = self.walk(node, counter, self.pick([2, 3, 5, 9])).replace("\n    ", f"\n{indent}")
            return f"{indent}int {counter} = 0;\n{indent}{walk.lstrip()}{indent}{self.goal(self.compared(counter))}\n{indent}    sum += {counter};\n"
        if kind == 7:
            i = self.name()
            count = f"{indent}int {i} = 0;\n{indent}if (text)\n{indent}    while (text[{i}] && {i} < {self.pick([3, 8, 30, 60])})\n{indent}        {i}++;\n"
            return f"{count}{indent}{self.goal(self.pick([self.compared(i), f'{i} > 15', f'{i} > 20']))}\n{indent}    sum += {i};\n"
        if kind == 8:
            at = self.random.randrange(3)
            return f"{indent}if (text && text[0] && text[1])\n{indent}    {self.goal(f'text[{at}] == {self.pick(list(map(ord, chr(97) + chr(98) + chr(48) + chr(200))))}')}\n{indent}        sum--;\n"
        if kind == 9:
            # The first number of an array, or one that is alone.
            return f"{indent}if (v) {{\n{indent}    *v = {self.pick([self.number(), 'n', 'level', 'sum'])};\n{indent}    {self.goal(self.pick([self.compared('level'), 'table[2] == 3', self.compared('*v')]))}\n{indent}        sum += *v;\n{indent}}}\n"
        if kind == 10:
            call = self.pick(["hook", "hooks[0]", "hooks[n & 1]", "hooks[2]"])
            return f"{indent}if ({call}) {{\n{indent}    {self.goal(self.compared(f'{call}({self.number()})'))}\n{indent}        sum++;\n{indent}}}\n"
        if kind == 11:
            return f"{indent}{self.goal(self.pick([self.compared('wide[650]'), self.compared('wide[(unsigned)n % 700]'), self.compared('table[n & 7]')]))} {{\n{inner(nodes)}{indent}}}\n"
        if kind == 12:
            return f"{indent}{self.goal(self.pick([self.compared('level'), self.compared('n'), self.compared('sum'), 'where == &level', 'where == v', 'where && *where == 17']))} {{\n{inner(nodes)}{indent}}}\n"
        if kind == 13:
            distance = self.pick([0, 1, 2, 3, 7, 15, 16, 17, 21, 40])
            return f"{indent}if (text && end)\n{indent}    {self.goal(self.pick([f'end == text + {distance}', f'end - text == {distance}', f'end == text + {distance} && *text == 97']))}\n{indent}        sum++;\n"
        if kind == 14:
            # A text up to a place in it, or to its end.
            i, p = self.name(), self.name()
            inner = self.goal(self.pick([f"*{p} == {self.pick([97, 98, 48])}", f"{i} == {self.pick([2, 15, 20])}", f"{p} == 0", f"{p} == text && {i} > 0"]))
            walk = f"{indent}int {i} = 0;\n{indent}for (char *{p} = text; {p} && {p} != end && *{p}; {p}++) {{\n{indent}    {i}++;\n{indent}    {inner}\n{indent}        sum++;\n{indent}}}\n"
            return f"{walk}{indent}{self.goal(self.pick([self.compared(i), f'{i} > 15 && text == 0', f'{i} < 0']))}\n{indent}    sum -= {i};\n"
        return f"{indent}sum += walk({node}, {self.pick([1, 2, 4])});\n"

    def of_node(self, indent, node):
        kind = self.random.randrange(5)
        guard = f"{indent}    if ({node})\n{indent}    "
        if kind == 0:
            return f"{guard}    {node}->{self.pick(['kind', 'size'])} = {self.pick([self.number(), 'n', 'sum'])};\n"
        if kind == 1:
            return f"{guard}    if ({node}->call)\n{indent}            {self.goal(self.compared(f'{node}->call({self.number()})'))}\n{indent}                sum++;\n"
        if kind == 2:
            return f"{guard}    if ({node}->name)\n{indent}            {self.goal(f'{node}->name[0] == 97')}\n{indent}                sum++;\n"
        if kind == 3:
            return f"{guard}    {self.goal(self.pick([f'{node}->next == {node}', f'{node}->next == {node}->other', f'{node}->name == text']))}\n{indent}            sum++;\n"
        return f"{guard}    {self.goal(self.compared(self.field(node)))}\n{indent}            sum++;\n"
