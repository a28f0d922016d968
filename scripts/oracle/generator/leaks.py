"""Programs that make lists, rings, doubly linked lists and trees in loops, cut, join and move them, and free all their nodes or lose some. No node is accessed that is not there.
Nodes are made with `MAKE` and freed with `DROP`, with `LEAVE` the program exits; run natively it is then looked for nodes that nothing leads to."""

from .choices import Choices
from .loops import PRELUDE

MARKS = """
#ifndef MAKE
#define MAKE(size) malloc(size)
#define DROP(pointer) free(pointer)
#define LEAVE exit(0)
#endif
"""
LINKED_ONCE = "struct node {\n    int value;\n    struct node *next;\n};\n"
LINKED_TWICE = "struct node {\n    struct node *next, *other;\n};\n"


class Leaks(Choices):
    """A random program. `source()` is its text."""

    def __init__(self, seed):
        super().__init__(seed)
        self.lines, self.functions = [], []
        self.lists = [f"list{number}" for number in range(self.random.randrange(1, 3))]
        # Programs that lose nothing are what proofs are for.
        self.errs = self.chance(50)
        # What is lost only after some iterations is out of reach of a small bound, so that it is left to the inductive step not to prove anything.
        self.loses_late = self.errs and self.chance(40)
        self.linked_twice = self.chance(50)
        self.leads_back = self.linked_twice and self.chance(60)
        # What static variables lead to is not lost.
        self.is_static = self.chance(25)
        self.text = self.make()

    def emit(self, *lines):
        self.lines += ["    " + line for line in lines]

    def errs_here(self, percent=30):
        return self.errs and not self.loses_late and self.chance(percent)

    def make(self):
        shape = self.pick(["lists", "lists", "lists", "lists", "ring", "tree"] if self.linked_twice else ["lists", "lists", "lists", "ring"])
        {"lists": self.make_lists, "ring": self.make_ring, "tree": self.make_tree}[shape]()
        names = [*self.lists, "ring", "tree", "old", "next", "last"]
        used = [name for name in names if any(name in line for line in self.lines)]
        variables = f"struct node *{' = 0, *'.join(used)} = 0;"
        variables += "\n    int count = 0;" if self.loses_late else ""
        outside, inside = (f"static {variables}\n", "") if self.is_static else ("", f"    {variables}\n")
        kind = LINKED_TWICE if self.linked_twice else LINKED_ONCE
        return PRELUDE + MARKS + kind + outside + "".join(self.functions) + f"int main(void) {{\n{inside}" + "\n".join(self.lines) + "\n    return 0;\n}\n"

    def make_lists(self):
        for _ in range(self.random.randrange(1, 3)):
            self.pick([self.push, self.push, self.append, self.insert])()
        operations = [self.move, self.reverse, self.cut, self.remove, self.join, self.take_over, self.free, self.insert, self.replace]
        for _ in range(self.random.randrange(0, 3)):
            self.pick(operations)()
        if self.is_static and self.chance(30):
            self.emit("if (IN(1)) LEAVE;")
        if self.loses_late:
            own = self.pick(self.lists)
            lost = self.pick([f"{own} = 0;", f"{own}->next = 0;", f"{own} = {own}->next;", f"{own}->next = {own}; {own} = 0;"])
            self.emit(f"if (count > {self.random.randrange(1, 4)} && {own}) {{", f"    {lost}", "}")
        if self.errs_here(60):
            self.pick([self.forget, self.free, self.free_but_last, self.free_first])()
        for own in self.lists:
            if not self.errs_here(40):
                self.free_all(own)

    def new_node(self, name, following, other="0", indent="    "):
        self.emit(f"{indent}{name} = MAKE(sizeof(struct node));", f"{indent}{name.split()[-1].lstrip('*')}->next = {following};")
        if self.linked_twice:
            self.emit(f"{indent}{name.split()[-1].lstrip('*')}->other = {other};")

    def push(self):
        own = self.pick(self.lists)
        if not self.is_static and not self.leads_back and not self.loses_late and self.chance(25):
            return self.push_in_function(own)
        self.emit("while (IN(1)) {")
        self.new_node("struct node *node", own)
        self.count()
        if self.leads_back:
            self.emit(f"    if ({own}) {own}->other = node;")
        if self.errs_here(20):
            self.emit(f"    if (IN(1)) {own} = node;")
        else:
            self.emit(f"    {own} = node;")
        if self.is_static and self.chance(20):
            self.emit("    if (IN(1)) LEAVE;")
        self.emit("}")

    def push_in_function(self, own):
        if not self.functions:
            other = " node->other = 0;" if self.linked_twice else ""
            made = f"    struct node *node = MAKE(sizeof(struct node));\n    node->next = list;{other}\n"
            self.functions.append(f"static struct node *pushed(struct node *list) {{\n{made}    return node;\n}}\n")
        self.emit("while (IN(1))", f"    {own} = pushed({own});")

    def append(self):
        """The list that was there hangs on its last node."""
        own = self.pick(self.lists)
        self.new_node("old", "0", indent="")
        self.emit("last = old;", "while (IN(1)) {")
        self.new_node("next", "0", "last" if self.leads_back else "0")
        self.count()
        self.emit("    last->next = next;", "    last = next;", "}")
        if not self.errs_here(25):
            self.emit(f"last->next = {own};")
        self.emit(f"{own} = old;")

    def insert(self):
        """Nodes behind the first one."""
        own = self.pick(self.lists)
        self.emit(f"while ({own} && IN(1)) {{")
        self.new_node("struct node *node", f"{own}->next" if not self.errs_here(25) else "0", own if self.leads_back else "0")
        self.count()
        self.emit(f"    {own}->next = node;", "}")

    def count(self):
        if self.loses_late:
            self.emit("    count++;")

    def two(self):
        a = self.pick(self.lists)
        others = [name for name in self.lists if name != a]
        return a, self.pick(others) if others else None

    def move(self):
        a, b = self.two()
        if not b:
            return self.reverse()
        self.emit(f"while ({a} && IN(1)) {{", f"    old = {a};", f"    {a} = old->next;", f"    old->next = {'0' if self.errs_here(25) else b};", f"    {b} = old;", "}")

    def reverse(self):
        own = self.pick(self.lists)
        self.emit("last = 0;", f"while ({own}) {{", f"    next = {own}->next;", f"    {own}->next = last;", f"    last = {own};", f"    {own} = next;", "}")
        self.emit(f"{own} = last;")
        if self.is_static:
            self.emit("last = 0;")

    def cut(self):
        """In the middle; what comes then is freed or lost."""
        own = self.pick(self.lists)
        self.emit(f"old = {own};", "while (old && old->next && IN(1))", "    old = old->next;", "if (old) {", "    next = old->next;", "    old->next = 0;")
        if not self.errs_here():
            self.emit("    while (next) {", "        old = next;", "        next = old->next;", "        DROP(old);", "    }")
        self.emit("}")

    def remove(self):
        """The second node of a list, some times."""
        own = self.pick(self.lists)
        self.emit(f"while ({own} && {own}->next && IN(1)) {{", f"    old = {own}->next;", f"    {own}->next = old->next;")
        if not self.errs_here():
            self.emit("    DROP(old);")
        self.emit("}")

    def join(self):
        a, b = self.two()
        if not b:
            return self.remove()
        self.emit(f"last = {a};", "while (last && last->next)", "    last = last->next;")
        self.emit(f"if (last) {{ last->next = {b}; {b} = 0; }}")
        if self.errs_here(25):
            self.emit(f"{b} = 0;")

    def take_over(self):
        """A list takes the place of another one, whose nodes are freed before or lost."""
        a, b = self.two()
        if not self.errs_here(50):
            self.free_all(a)
        self.emit(f"{a} = {b or 0};")
        if b:
            self.emit(f"{b} = 0;")

    def replace(self):
        """The first node, by a new one."""
        own = self.pick(self.lists)
        self.emit(f"while ({own} && IN(1)) {{")
        self.new_node("struct node *node", f"{own}->next" if not self.errs_here(20) else own)
        if not self.errs_here(20):
            self.emit(f"    DROP({own});")
        self.emit(f"    {own} = node;", "}")

    def free_all(self, own):
        self.emit(f"while ({own}) {{", f"    old = {own};", f"    {own} = old->next;", "    DROP(old);", "}")

    def free(self):
        own = self.pick(self.lists)
        drop = "if (IN(1)) DROP(old);" if self.errs_here(25) else "DROP(old);"
        self.emit(f"while ({own} && IN(1)) {{", f"    old = {own};", f"    {own} = old->next;", f"    {drop}", "}")

    def free_but_last(self):
        own = self.pick(self.lists)
        self.emit(f"while ({own} && {own}->next) {{", f"    old = {own};", f"    {own} = old->next;", "    DROP(old);", "}", f"{own} = 0;")

    def free_first(self):
        own = self.pick(self.lists)
        self.emit(f"if ({own}) {{", f"    DROP({own});", f"    {own} = 0;", "}")

    def forget(self):
        own = self.pick(self.lists)
        self.emit(self.pick([f"{own} = 0;", f"if ({own}) {own} = {own}->next;", f"if ({own}) {own}->next = 0;", f"if ({own} && {own}->next) {own}->next = {own};{own} = 0;"]))

    def make_ring(self):
        self.loses_late = False
        self.new_node("ring", "0", indent="")
        self.emit("ring->next = ring;", "while (IN(1)) {")
        self.new_node("struct node *node", "ring->next", "ring" if self.leads_back else "0")
        self.emit("    ring->next = node;")
        if self.chance(40):
            self.emit("    ring = node;")
        self.emit("}")
        if self.errs_here(40):
            self.emit(self.pick(["ring->next = ring;", "ring = 0;", "if (IN(1)) ring = 0;"]))
        self.emit("if (ring) {", "    old = ring->next;")
        self.emit("    while (old != ring) {", "        next = old->next;", "        DROP(old);", "        old = next;", "    }")
        if not self.errs_here(30):
            self.emit("    DROP(ring);")
        self.emit("    ring = 0;", "}")

    def make_tree(self):
        self.loses_late = False
        way = self.random.randrange(2)
        self.emit("while (IN(1)) {")
        if way:
            self.new_node("struct node *node", "tree")
            self.emit("    if (tree && IN(1)) {", f"        node->next = {'0' if self.errs_here(25) else 'tree->other'};", "        tree->other = node;", "    } else", "        tree = node;")
        else:
            self.new_node("struct node *node", "0")
            self.emit(f"    if (IN(1)) node->next = tree; else node->other = {'0' if self.errs_here(25) else 'tree'};", "    tree = node;")
        self.emit("}", "while (tree) {", "    next = tree->next;", "    if (next) {", "        tree->next = next->other;")
        if not self.errs_here(25):
            self.emit("        next->other = tree;")
        self.emit("        tree = next;", "    } else {", "        next = tree->other;")
        self.emit("        " + ("if (IN(1)) " if self.errs_here(25) else "") + "DROP(tree);", "        tree = next;", "    }", "}")
