"""Programs that make lists in loops, change them, share nodes between them, free some, and say something of all nodes. Which nodes there are, and which of them is written
through which pointer, inputs decide. No pointer to a freed node is used, and no field is read that was not written."""

from .choices import Choices
from .loops import PRELUDE


class Lists(Choices):
    """A random program. `source()` is its text."""

    def __init__(self, seed):
        super().__init__(seed)
        self.goals = 0
        self.lines = []
        self.lists = [f"list{number}" for number in range(self.random.randrange(1, 4))]
        # Nodes are freed where no other pointers than those of lists of their own lead to them.
        self.frees = self.chance(30)
        self.text = self.make()

    def emit(self, *lines):
        self.lines += ["    " + line for line in lines]

    def number(self):
        self.goals += 1
        return self.goals - 1

    def constant(self):
        return self.random.choice([0, 1, 1, 1, 2, 3, 7])

    def value(self):
        return self.pick([str(self.constant()), str(self.constant()), "IN(2)", "1 + IN(1)", "count", "flag"])

    def make(self):
        self.emit(f"struct node *{' = 0, *'.join(self.lists)} = 0, *kept = 0, *first = 0, *last = 0;")
        self.emit("int flag = IN(1), count = 0, least = 100, most = -100;")
        kinds = [self.push, self.push, self.append, self.change, self.walk, self.pop if self.frees else self.share, self.insert, self.phases, self.turn]
        for _ in range(self.random.randrange(1, 5)):
            self.pick(kinds)()
        for _ in range(self.random.randrange(1, 4)):
            self.check()
        head = "#include <stdlib.h>\nstruct node {\n    int value, mark;\n    struct node *next, *other;\n};\n"
        return PRELUDE + head + "int main(void) {\n" + "\n".join(self.lines) + "\n    return count + least + most + flag;\n}\n"

    def source(self):
        return self.text

    def keep(self, pointer):
        if not self.frees and self.chance(40):
            self.emit(f"    if ({self.pick(['IN(1)', 'count == 1', 'flag', 'kept == 0'])}) kept = {pointer};")

    def bounds(self, pointer):
        if self.chance(50):
            self.emit(f"    if ({pointer}->value < least{self.pick(['', '', ' && flag'])}) least = {pointer}->value;")
            self.emit(f"    if ({pointer}->value > most) most = {pointer}->value;")

    def push(self):
        own = self.pick(self.lists)
        self.emit("while (IN(1)) {", "    struct node *node = malloc(sizeof *node);")
        self.emit(f"    node->value = {self.value()}, node->mark = {self.constant()}, node->next = {own};")
        self.emit(f"    node->other = {'0' if self.frees else self.pick(['0', 'kept', *self.lists])};")
        if self.chance(25):
            self.emit(f"    if ({own} && {self.pick(['IN(1)', 'flag', 'count > 1'])}) {own}->{self.pick(['value', 'mark'])} = {self.value()};")
        elif not self.frees and self.chance(40):
            self.emit("    node->other = 0;", f"    if ({own}) {own}->other = {self.pick(['node', 'node', 'IN(1) ? node : 0', own])};")
        self.bounds("node")
        self.keep("node")
        self.emit(f"    {own} = node;", "    count++;", "}")

    def append(self):
        """The last node is finished when there is another one, or behind the loop."""
        own, value, mark = self.pick(self.lists), self.value(), self.constant()
        self.emit("first = last = malloc(sizeof *last);", "while (IN(1)) {")
        self.emit(f"    last->value = {value}, last->mark = {mark}, last->other = 0;")
        self.keep("last")
        self.emit("    last->next = malloc(sizeof *last);", "    last = last->next;", "}")
        other = self.pick([value, value, self.value()])
        self.emit(f"last->value = {other}, last->mark = {mark}, last->other = 0, last->next = {own};", f"{own} = first;")

    def insert(self):
        """A node comes behind those that are less, if the place is looked for the right way round."""
        own, less = self.pick(self.lists), self.pick(["<", "<", "<=", ">"])
        self.emit("while (IN(1)) {", "    struct node *node = malloc(sizeof *node);")
        self.emit(f"    node->value = {self.pick(['IN(2)', 'IN(2)', self.value()])}, node->mark = {self.constant()}, node->next = 0, node->other = 0;")
        self.emit(f"    if (!{own} || node->value {self.pick(['<', '<='])} {own}->value) {{", f"        node->next = {own};", f"        {own} = node;")
        self.emit("    } else {", f"        struct node *p = {own};", f"        while (p->next && p->next->value {less} node->value) p = p->next;")
        self.emit("        node->next = p->next;", "        p->next = node;", "    }")
        self.keep("node")
        self.emit("    count++;", "}")

    def phases(self):
        """Values along a list, each as often as inputs say, on a last node that is not finished before."""
        own, values = self.pick(self.lists), self.random.sample([0, 1, 2, 3, 7], 3)
        if self.chance(70):
            values.sort()
        self.emit("first = last = malloc(sizeof *last);")
        for value in values[:2]:
            self.emit("while (IN(1)) {", f"    last->value = {self.pick([value, value, value, self.value()])}, last->mark = {value}, last->other = 0;")
            self.emit("    last->next = malloc(sizeof *last);", "    last = last->next;", "}")
        self.emit(f"last->value = {values[2]}, last->mark = {self.constant()}, last->other = 0, last->next = {self.pick(['0', own])};", f"{own} = first;")
        self.emit(f"for (last = {own}; last && last->value == {values[0]}; last = last->next) {{}}")
        self.emit(f"for (; last && last->value == {values[1]}; last = last->next) {{}}")
        self.emit(f"CHECK({self.number()}, {self.pick(['!last || ', ''])}last && last->value == {values[2]});")

    def turn(self):
        own = self.pick(self.lists)
        self.emit("first = 0;", f"while ({own}) {{", f"    struct node *rest = {own}->next;", f"    {own}->next = first;")
        self.emit(f"    first = {own};", f"    {own} = rest;", "}", f"{own} = first;")

    def change(self):
        if self.frees:
            own = self.pick(self.lists)
            self.emit(f"if ({own} && {own}->next) {own}->next->value = {self.value()};")
        else:
            pointer = self.pick(["kept", *self.lists])
            pointer = self.pick([pointer, pointer + "->other"])
            checks = pointer.replace("->other", "") + (f" && {pointer}" if "->" in pointer else "")
            self.emit(f"if ({checks}) {pointer}->{self.pick(['value', 'value', 'mark'])} = {self.value()};")

    def walk(self):
        own = self.pick(self.lists)
        self.emit(f"for (struct node *p = {own}; p; p = p->next) {{")
        condition = self.pick([f"p->value == {self.constant()}", f"p->mark != {self.constant()}", "IN(1)", "p->next == 0"])
        self.emit(f"    if ({condition}) p->{self.pick(['value', 'mark'])} = {self.pick([self.value(), 'p->mark', 'p->value'])};")
        self.keep("p")
        self.emit("}")

    def share(self):
        if len(self.lists) > 1:
            a, b = self.random.sample(self.lists, 2)
            self.emit(f"if ({self.pick(['flag', 'IN(1)', 'count > 1'])}) {a} = {self.pick([b, f'{b} ? {b}->next : 0'])};")

    def pop(self):
        own = self.pick(self.lists)
        self.emit(f"while ({own} && IN(1)) {{", f"    struct node *old = {own};", f"    {own} = old->next;", "    free(old);", "}")

    def check(self):
        own = self.pick(self.lists)
        field, constant = self.pick(["value", "value", "mark"]), self.constant()
        claims = [f"p->{field} == {constant}", f"p->{field} != {constant}", f"p->{field} <= {constant}", f"p->{field} == 1 || p->{field} == {constant}"]
        claims += ["least <= p->value", "p->value <= most", "p->next != p", f"p->value == p->mark || p->mark == {constant}"]
        claims += ["!p->next || p->value <= p->next->value", "!p->next || p->value == p->next->value", "!p->next || p->next->mark <= p->mark"]
        if not self.frees:
            claims += ["!p->other || p->other->next == p", "!p->next || p->next->other == p"]
        step = "p->next" if self.frees else self.pick(["p->next", "p->next", "p->other"])
        limit = " && count < 9" if step == "p->other" else ""
        self.emit(f"for (struct node *p = {own}; p{limit}; p = {step}) {{")
        if limit:
            self.emit("    count++;")
        for _ in range(self.random.randrange(1, 3)):
            claim = self.pick(claims)
            if self.chance(60):
                self.emit(f"    CHECK({self.number()}, {claim});")
            else:
                self.emit(f"    if (GOAL({self.number()}, !({claim}))) flag = 1;")
        self.emit("}")
