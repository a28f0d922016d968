"""Programs that make lists in loops and free their nodes there, in the right order or not, once or twice, with pointers left that are followed afterwards. Each access to a node is
marked with `AT`, each free with `RELEASE`, and stands in a line of its own; run natively nothing is given back, so that a node that is not there any more can be told."""

from .choices import Choices
from .loops import PRELUDE

MARKS = """
#ifndef AT
#define AT(number, pointer) (pointer)
#define RELEASE(number, pointer) free(pointer)
#define MAKE(size) malloc(size)
#endif
struct node {
    int value;
    struct node *next, *other;
};
"""


class Frees(Choices):
    """A random program. `source()` is its text."""

    def __init__(self, seed):
        super().__init__(seed)
        self.marks = 0
        self.lines = []
        self.lists = [f"list{number}" for number in range(self.random.randrange(1, 3))]
        # Programs without mistakes are what proofs are for.
        self.errs = self.chance(40)
        self.leads_back = self.chance(30)
        self.text = self.make()

    def emit(self, *lines):
        self.lines += ["    " + line for line in lines]

    def at(self, pointer):
        self.marks += 1
        return f"AT({self.marks - 1}, {pointer})"

    def release(self, pointer):
        self.marks += 1
        return f"RELEASE({self.marks - 1}, {pointer});"

    def errs_here(self):
        return self.errs and self.chance(30)

    def make(self):
        self.emit(f"struct node *{' = 0, *'.join(self.lists)} = 0, *kept = 0, *old = 0, *next = 0, *last = 0;", "int count = 0;")
        for _ in range(self.random.randrange(1, 3)):
            self.pick([self.push, self.push, self.append])()
        for _ in range(self.random.randrange(1, 4)):
            self.pick([self.push, self.walk, self.remove, self.free_some, self.free_some, self.share])()
        self.free_some()
        if self.errs:
            self.follow()
        return PRELUDE + MARKS + "int main(void) {\n" + "\n".join(self.lines) + "\n    return count;\n}\n"

    def push(self):
        own = self.pick(self.lists)
        self.emit("while (IN(1)) {", "    struct node *node = MAKE(sizeof(struct node));")
        self.emit(f"    {self.at('node')}->value = {self.random.randrange(3)};", f"    {self.at('node')}->next = {own};", f"    {self.at('node')}->other = 0;")
        if self.leads_back:
            self.emit(f"    if ({own})", f"        {self.at(own)}->other = node;")
        if self.errs_here():
            self.emit("    if (IN(1)) kept = node;")
        self.emit(f"    {own} = node;", "}")

    def append(self):
        """The list that was there hangs on its last node."""
        own = self.pick(self.lists)
        self.emit("last = old = MAKE(sizeof(struct node));", f"{self.at('last')}->next = 0;", f"{self.at('last')}->other = 0;", "while (IN(1)) {")
        self.emit("    next = MAKE(sizeof(struct node));", f"    {self.at('next')}->next = 0;", f"    {self.at('next')}->other = {'last' if self.leads_back else '0'};")
        self.emit(f"    {self.at('last')}->next = next;", "    last = next;", "}", f"{self.at('last')}->next = {own};")
        if self.leads_back:
            self.emit(f"if ({own})", f"    {self.at(own)}->other = last;")
        self.emit(f"{own} = old;")

    def walk(self):
        self.emit(f"for (struct node *p = {self.pick(self.lists)}; p;) {{", "    count++;")
        if self.errs_here():
            self.emit("    if (IN(1)) kept = p;")
        self.emit(f"    p = {self.at('p')}->next;", "}")

    def remove(self):
        """The second node of a list."""
        own = self.pick(self.lists)
        self.emit(f"if ({own}) {{", f"    old = {self.at(own)}->next;", "    if (old) {", f"        next = {self.at('old')}->next;")
        if not self.errs_here():
            self.emit(f"        {self.at(own)}->next = next;")
        if self.leads_back:
            self.emit("        if (next)", f"            {self.at('next')}->other = {own};")
        self.emit("        " + self.release("old"), "    }", "}")

    def free_some(self):
        own = self.pick(self.lists)
        self.emit(f"while ({own}{self.pick(['', '', ' && IN(1)'])}) {{", f"    old = {own};")
        if self.errs_here():
            self.emit("    " + self.release("old"), f"    {own} = {self.at('old')}->next;", "}")
            return
        self.emit(f"    {own} = {self.at('old')}->next;")
        if self.leads_back and not self.errs_here():
            self.emit(f"    if ({own})", f"        {self.at(own)}->other = 0;")
        self.emit("    " + self.release(own if self.errs_here() else "old"))
        if self.errs_here():
            self.emit("    if (IN(1))", "        " + self.release("old"))
        self.emit("}")

    def share(self):
        if self.errs and len(self.lists) > 1:
            a, b = self.random.sample(self.lists, 2)
            self.emit(f"if (IN(1)) {a} = {b};")

    def follow(self):
        pointer = self.pick(["kept", "old", *self.lists])
        self.emit(f"if ({pointer})", f"    {self.at(pointer)}->value = 1;")
        if self.leads_back:
            self.emit(f"if ({pointer})", f"    old = {self.at(pointer)}->other;")
            self.emit("if (old)", f"    {self.at('old')}->value = 1;")
