"""Small programs with threads: globals that are guarded by locks, mostly, and assertions about them that hold, often; waiting, and pointers in shared memory."""
import random


class Threads:
    def __init__(self, seed):
        self.random = random.Random(seed)
        r = self.random
        self.kinds = {}
        self.locks = [f"m{i}" for i in range(r.randint(1, 2))]
        self.variables = [f"g{i}" for i in range(r.randint(2, 4))]
        self.array = r.random() < 0.3
        # Which lock guards what, if all goes well; and whether something goes wrong now and then.
        self.guard = {v: r.choice(self.locks + ["section", None] if r.random() < 0.3 else self.locks) for v in self.variables + ["a"]}
        self.carelessness = r.choice([0, 0, 0, 0.1, 0.25])
        self.reads_only = r.choice(self.variables) if r.random() < 0.3 else None
        self.rw = r.random() < 0.2
        # Loops that wait for others, without a lock of the library.
        self.spins = r.random() < 0.4
        # Pointers that stand in shared memory, to variables and to nodes of a list, and structs that are copied.
        self.points = r.random() < 0.4
        # Threads that wait for more than one thing at a time.
        self.waits = r.random() < 0.4
        # Locks within locks, and nothing else to wait for: mostly in one order.
        self.orders = r.random() < 0.3
        if self.orders:
            self.locks = ["m0", "m1", "m2"]
            self.waits = self.spins = False
        self.depth = 0

    def place(self):
        r = self.random
        if self.array and r.random() < 0.3:
            return "a", f"a[{r.randint(0, 1)}]"
        v = r.choice(self.variables)
        return v, v

    def constant(self):
        return str(self.random.choice([0, 0, 1, 1, 2, 3]))

    def simple(self, held):
        """A statement on what `held` guards."""
        r = self.random
        own = [v for v in self.variables if self.guard[v] == held]
        if r.random() < self.carelessness or not own:
            own = self.variables
        v = r.choice(own)
        w = r.choice(own)
        if self.array and self.guard["a"] == held and r.random() < 0.3:
            i = r.choice(["0", "1", "k & 1"])
            return r.choice([f"a[{i}] = {self.constant()};", f"{v} = a[{i}];" if self.writable(v) else f"k = a[{i}];", f"if (a[{i}] < 3) a[{i}]++;"])
        if not self.writable(v) or r.random() < 0.25:
            return r.choice([f"k = {v};", f"if ({v} > 1) k = {w};", f"assert({v} {r.choice(['>=', '<=', '<', '!='])} {self.constant()});", f"assert({v} == {w});", f"assert({v} <= {w});", f"assert({v} >= 0);"])
        return r.choice(
            [
                f"{v} = {self.constant()};",
                f"{v} = {w};",
                f"if ({v} < {self.constant()}) {v}++;",
                f"{v} = !{v};",
                f"{v}++; {v}--;",
                f"{v} = k;",
                f"if (k) {v} = {self.constant()};",
                f"k = {v}; {v} = k;",
                f"{v}++;",
                f"{v} = {self.constant()}; {w} = {v};" if self.writable(w) else f"{v} = {w};",
                f"__sync_fetch_and_add(&{v}, 1);",
                f"set(&{v}, {self.constant()});",
                f"{v} = got({self.constant()});",
            ]
        )

    def spin(self):
        """A loop that waits, or one that nearly does; some of them for ever."""
        r = self.random
        v = r.choice([v for v in self.variables if self.writable(v)] or ["spin"])
        w = r.choice(self.variables)
        c = self.constant()
        body = [self.simple(r.choice(self.locks + ["section", None])) for _ in range(r.randint(1, 2))]
        take = r.choice(["__sync_lock_test_and_set(&spin, 1)", "__atomic_exchange_n(&spin, 1, __ATOMIC_SEQ_CST)", "!__sync_bool_compare_and_swap(&spin, 0, 1)"])
        if r.random() < self.carelessness:
            take = r.choice(["spin || (spin = 1, 0)", "__atomic_load_n(&spin, __ATOMIC_SEQ_CST)", "__sync_lock_test_and_set(&spin, 2) == 1"])
        return r.choice(
            [
                [f"while ({take}) ;"] + body + ["__sync_lock_release(&spin);"],
                [f"while ({take}) ;"] + body + ["__sync_lock_release(&spin);"],
                [f"while (!__atomic_load_n(&{w}, __ATOMIC_SEQ_CST)) ;"] + body,
                [f"while ({w} == {c}) ;"],
                [f"do k = {w}; while (k < {c});"],
                [f"while ({w} < {c}) k = (k + 1) & 3;"],
                [f"while ({w} < {c} && in()) {v} = {w};"],
                [f"do k = {v}; while (!__sync_bool_compare_and_swap(&{v}, k, (k + 1) & 3));"],
                [f"k = {v};", f"while (!__atomic_compare_exchange_n(&{v}, &k, (k + 1) & 3, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) ;"],
                [f"if (byte() == 77) {v} = {c};"],
                [f"{v} = byte() & 1;"],
                [f"for (;;) {{ if ({w} != {c}) break; }}"],
            ]
        )

    def wait(self):
        """Locks within locks, and other things to wait for; some of it in vain."""
        r = self.random
        order = self.locks if r.random() < 0.7 else self.locks[::-1]
        first, second = order[0], order[-1]
        body = [self.simple(r.choice(self.locks)) for _ in range(r.randint(0, 1))]
        take, leave = (lambda m: f"pthread_mutex_lock(&{m});"), (lambda m: f"pthread_mutex_unlock(&{m});")
        return r.choice(
            [
                [take(first), take(second)] + body + [leave(second), leave(first)] if first != second or r.random() < 0.1 else [take(first)] + body + [leave(first)],
                [take(first)] + body + ["sem_post(&s);", leave(first)],
                ["sem_wait(&s);"] + body + ["sem_post(&s);"],
                ["sem_wait(&s);"] + body,
                ["sem_post(&s);"],
                [take(first), "k = 2;", "pthread_cond_signal(&c);", leave(first)],
                [take(first), f"if ({r.choice(self.variables)} == {self.constant()}) pthread_cond_wait(&c, &{first});", leave(first)],
                [take(first), "pthread_cond_broadcast(&c);", leave(first)],
                ["pthread_barrier_wait(&b);"],
                ["if (in()) sem_wait(&s);"] + body,
            ]
        )

    def nest(self):
        """Locks within locks; now and then in another order, or given back on some ways alone, or never."""
        r = self.random
        locks = sorted(r.sample(self.locks, r.randint(1, 3)))
        if r.random() < 0.1:
            locks.reverse()
        take, leave = [f"pthread_mutex_lock(&{m});" for m in locks], [f"pthread_mutex_unlock(&{m});" for m in (locks if r.random() < 0.3 else locks[::-1])]
        p = r.random()
        if p < 0.05:
            leave.pop(r.randrange(len(leave)))
        elif p < 0.1:
            take[-1] = f"if (k) {take[-1]}"
        elif p < 0.15:
            take.append(f"enter(&{r.choice(self.locks)});")
            leave.append(f"leave(&{take[-1][7:9]});")
        return take + [self.simple(r.choice(locks))] + leave

    def point(self):
        """Something with what shared pointers lead to, mostly under a lock."""
        r = self.random
        v, c = r.choice([v for v in self.variables if self.writable(v)] or ["spare"]), self.constant()
        lines = r.choice(
            [
                [f"at = &{v};"],
                ["at = &spare;"],
                [f"at = {r.choice(['at', '&pair.x', '&pair.y', '&other.x', '&cells[k & 1]'])};"],
                [f"*at = {c};"],
                [f"k = *at; if (k < 3) *at = k + 1;"],
                [f"{v} = *at;"],
                [f"assert(*at {r.choice(['>=', '<=', '!='])} {c});"],
                [f"if (at == &{v}) k = *at;"],
                ["pair = other;"],
                [f"pair.x = {c}; pair.y = {c};"],
                ["other = pair;", "assert(other.x == other.y);"],
                ["struct pair own = pair;", f"if (own.x == {c}) k = own.y;"],
                ["where = &pair;" if r.random() < 0.5 else "where = &other;"],
                [f"where->y = {c};", "k = where->x;"],
                [f"push({c});"],
                ["k = pop();"],
                ["if (head) { head->n++; k = head->n; }"],
                ["for (struct node *p = head; p; p = p->next) assert(p->n >= 0);"],
                [f"reader = {r.choice(['got', 'twice'])};", "k = reader(1);"],
            ]
        )
        lines = ["{"] + lines + ["}"]
        if r.random() < self.carelessness:
            return lines
        return [f"pthread_mutex_lock(&{self.locks[0]});"] + lines + [f"pthread_mutex_unlock(&{self.locks[0]});"]

    def writable(self, v):
        return v != self.reads_only

    def block(self, size):
        return [line for _ in range(self.random.randint(1, size)) for line in self.statement()]

    def statement(self):
        r = self.random
        p = r.random()
        self.depth += 1
        try:
            if p < 0.15 and self.depth < 3:
                return [r.choice(["if (k & 1) {", "if (in()) {", f"for (int i{self.depth} = 0; i{self.depth} < 2; i{self.depth}++) {{"])] + self.block(2) + ["}"]
            if self.spins and r.random() < 0.3:
                return self.spin()
            if self.points and r.random() < 0.5:
                return self.point()
            if self.waits and r.random() < 0.4:
                return self.wait()
            if self.orders and r.random() < 0.7:
                return self.nest()
            lock = r.choice(self.locks + ["section"])
            body = [self.simple(lock) for _ in range(r.randint(1, 3))]
            if p < 0.25:
                return [self.simple(None)]
            if lock == "section":
                return ["__VERIFIER_atomic_begin();"] + body + ["__VERIFIER_atomic_end();"]
            if r.random() < self.carelessness:
                return r.choice([body, [f"pthread_mutex_lock(&{lock});"] + body[:1] + [f"pthread_mutex_unlock(&{lock});"] + body[1:], [f"if (k) pthread_mutex_lock(&{lock});"] + body + [f"if (k) pthread_mutex_unlock(&{lock});"]])
            q = r.random()
            if q < 0.15:
                return [f"if ({'!' if r.random() < 0.8 else ''}pthread_mutex_trylock(&{lock})) {{"] + body + [f"pthread_mutex_unlock(&{lock});", "}"]
            if q < 0.25:
                return [f"enter(&{lock});"] + body + [f"leave(&{lock});"]
            return [f"pthread_mutex_lock(&{lock});"] + body + [f"pthread_mutex_unlock(&{lock});"]
        finally:
            self.depth -= 1

    @staticmethod
    def memory():
        """What shared pointers lead to."""
        return [
            "#include <stdlib.h>",
            "struct pair { int x; char fill; int y; };",
            "struct node { int n; struct node *next; };",
            "static struct pair pair, other;",
            "static struct pair *where = &pair;",
            "static int spare, cells[2];",
            "static int *at = &spare;",
            "static struct node *head;",
            "static int twice(int n) { return 2 * n; }",
            "static int (*reader)(int) = got;",
            "static void push(int n) { struct node *p = malloc(sizeof *p); if (!p) return; p->n = n; p->next = head; head = p; }",
            "static int pop(void) { struct node *p = head; if (!p) return 0; head = p->next; int n = p->n; free(p); return n; }",
        ]

    def text(self):
        r = self.random
        lines = ["#include <assert.h>", "#include <pthread.h>", "extern _Bool __VERIFIER_nondet_bool(void);", "extern unsigned char __VERIFIER_nondet_uchar(void);", "extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);"]
        lines += [f"static int {v} = {r.choice(['0', '0', '1'])};" for v in self.variables]
        lines += ["static int a[2];"] if self.array else []
        lines += ["static int spin;"] if self.spins else []
        lines += ["#include <semaphore.h>", "static sem_t s;", "static pthread_barrier_t b;", "static pthread_cond_t c = PTHREAD_COND_INITIALIZER;"] if self.waits else []
        lines += [f"static pthread_mutex_t {m} = PTHREAD_MUTEX_INITIALIZER;" for m in self.locks]
        lines += ["static int in(void) { return __VERIFIER_nondet_bool(); }", "static int byte(void) { return __VERIFIER_nondet_uchar(); }", "static void set(int *p, int n) { *p = n; }", "static int got(int n) { return n; }"]
        lines += self.memory() if self.points else []
        lines += ["static void enter(pthread_mutex_t *m) { pthread_mutex_lock(m); }", "static void leave(pthread_mutex_t *m) { pthread_mutex_unlock(m); }"]
        n = r.randint(1, 2)
        for t in range(n):
            lines += [f"static void *t{t}(void *argument) {{", "int k = 0;"] + self.block(2) + ["return 0;", "}"]
        lines += ["int main(void) {", "int k = in();"]
        lines += [f"sem_init(&s, 0, {r.randint(0, 2)});", f"pthread_barrier_init(&b, 0, {r.randint(1, 2)});"] if self.waits else []
        lines += [f"pthread_t id{i};" for i in range(3)]
        lines += [self.simple(None) for _ in range(r.randint(0, 2))]
        begun = []
        for i in range(r.randint(1, 3 if self.depth == 0 and n == 1 else 2)):
            call = f"pthread_create(&id{i}, 0, t{r.randint(0, n - 1)}, 0);"
            lines.append(call)
            begun.append(i)
            if r.random() < 0.3:
                lines += self.statement()
            if r.random() < 0.15:
                lines.append(f"pthread_join(id{i}, 0);")
                begun.remove(i)
        if r.random() < 0.5:
            lines += self.statement()
        for i in begun:
            if self.orders and r.random() < 0.15:
                lines += ["pthread_mutex_lock(&m1);", f"pthread_join(id{i}, 0);", "pthread_mutex_unlock(&m1);"]
            elif r.random() < 0.85:
                lines.append(f"pthread_join(id{i}, 0);" if r.random() < 0.9 else f"if (k) pthread_join(id{i}, 0);")
        lines += [self.simple(None) for _ in range(r.randint(1, 3))]
        lines += ["return 0;", "}"]
        return "\n".join(lines) + "\n"
