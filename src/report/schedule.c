/* Runs a compiled program with threads as a schedule says: one thread has the baton and runs, all others wait. Before each access to memory, atomic operation, input and
   section of the models of threads the thread comes here (the compiler calls __tsan_...), and is looked for in what the interpreter recorded of it. The baton goes to whoever does
   the next thing that others see. What does not come as recorded ends the run, and is told. The thread with the baton alone touches what is kept here. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

typedef unsigned long word;
enum { THREADS = 64, NOWHERE = -1 };
enum kind { READ, WRITE, SECTION, MODEL_SECTION, INPUT };
/* How the recorded run ends. */
enum ending { SCHEDULE, PROGRAM, VIOLATION, RACE, DEADLOCK };
/* What is told of this one. */
enum state { RUNNING, FOLLOWED, ASTRAY, SHOWN };
/* Functions that are a section, and those whose call is an error. */
enum { IS_SECTION = 1, IS_ERROR = 2 };
/* Where an object lies: at a place that its name tells, or else surely among static variables, surely not among them, or perhaps. */
enum place { NAMED, STATIC, NOT_STATIC, ANYWHERE };

struct event {
    int thread;
    enum kind kind;
    int function, object;
    word start, end;
    /* Where it stands among what others see; NOWHERE if they do not. */
    int rank;
    int matched;
    struct event *next;
};
struct range {
    word low, high;
    int flags;
};
struct access {
    word low, high;
    int is_write;
};
struct told {
    unsigned state, position, thread, error;
};

static struct told *told, untold;
static struct range *functions, *objects;
static int n_functions, n_objects, n_events, n_visible;
static volatile int position;
static struct event *events, **visible, *first[THREADS];
static enum ending ending;
static int last_thread, n_waiting;
static volatile int holder;
static int is_loaded, has_begun, n_begun = 1, has_ended[THREADS], is_blocked[THREADS];
/* What the first part of a race accesses: more than once if it is a section. */
enum { ACCESSES = 256 };
static struct access of_race[ACCESSES];
static int n_of_race, is_racing_section;
static __thread int own, depth;

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
void __gcov_dump(void) __attribute__((weak));
/* The linker says where the program and its static variables begin and end. */
extern char __executable_start[], _end[];

static void leave_run(enum state state) {
    told->state = state;
    told->thread = own;
    if (__gcov_dump) __gcov_dump();
    _exit(0);
}

static void hand_over(int to) {
    if (to == own) return;
    if (to >= n_begun || has_ended[to]) leave_run(ASTRAY);
    __atomic_store_n(&holder, to, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, &holder, FUTEX_WAKE_PRIVATE, INT_MAX, 0, 0, 0);
}

static void await_baton(void) {
    int other;
    while ((other = __atomic_load_n(&holder, __ATOMIC_SEQ_CST)) != own) syscall(SYS_futex, &holder, FUTEX_WAIT_PRIVATE, other, 0, 0, 0);
    /* The library says that a system call changes nothing here; others have run meanwhile. */
    __asm__ volatile("" : : : "memory");
}

static void pass(int to) {
    hand_over(to);
    await_baton();
}

/* The thread's next event that others see. */
static struct event *next_visible(void) {
    struct event *e = first[own];
    while (e && (e->rank == NOWHERE || e->matched)) e = e->next;
    return e;
}

/* The thread is blocked, or has ended, and so may all be. */
static void next_of_deadlock(void) {
    int n = 0;
    for (int i = 0; i < n_begun; i++) {
        if (!has_ended[i] && !is_blocked[i]) {
            hand_over(i);
            return;
        }
        n += is_blocked[i];
    }
    leave_run(n == n_waiting && n > 0 ? SHOWN : ASTRAY);
}

/* The thread is somewhere. It waits here until what comes next is its own. Behind the schedule: until it is the one that shows what is to be seen. */
static void come(void) {
    while (position < n_visible && visible[position]->thread != own) pass(visible[position]->thread);
    if (position < n_visible || ending == RACE || ending == DEADLOCK) return;
    if (own != last_thread) pass(last_thread);
    if (ending == SCHEDULE && !first[own]) leave_run(FOLLOWED);
}

static void met(struct event *e) {
    e->matched = 1;
    while (position < n_visible && visible[position]->matched) position++;
    told->position = position;
    struct event *rest = next_visible();
    /* What the thread does by itself and was passed over does not come any more. Events lie in the order of the run. */
    first[own] = rest && rest < e ? rest : e->next;
}

static int function_at(void *pc) {
    int low = 0, high = n_functions;
    while (low < high) {
        int middle = (low + high) / 2;
        if (functions[middle].high <= (word)pc) low = middle + 1;
        else high = middle;
    }
    return low < n_functions && functions[low].low <= (word)pc ? low : NOWHERE;
}

static int is_named(word address) {
    for (int i = 0; i < n_objects; i++)
        if (objects[i].flags == NAMED && objects[i].low <= address && address < objects[i].high) return 1;
    return 0;
}

static int may_lie_at(word address, enum place place) {
    int is_static = (word)__executable_start <= address && address < (word)_end;
    return place == ANYWHERE || is_static == (place == STATIC);
}

/* Is it this access? Where an object lies that has no name is learned from the first access to it. */
static int is_same(struct event *e, int function, const struct access *a) {
    if (e->kind != (a->is_write ? WRITE : READ) || e->function != function) return 0;
    struct range *object = &objects[e->object];
    if (object->high == 0) {
        if (a->high - a->low != e->end - e->start || is_named(a->low) || !may_lie_at(a->low, object->flags)) return 0;
        object->low = a->low - e->start;
        object->high = ~0ul;
        return 1;
    }
    return a->low < object->low + e->end && object->low + e->start < a->high;
}

/* The recorded event that this access is. Between two switches it does not matter in which order a thread evaluates. */
static struct event *find(int function, const struct access *a) {
    int rank = NOWHERE, is_first = 1;
    for (struct event *e = first[own]; e; e = e->next) {
        if (e->rank != NOWHERE) {
            if (rank != NOWHERE && e->rank != rank + 1 && !is_first) return 0;
            rank = e->rank;
        }
        if (e->matched) continue;
        if (e->kind > WRITE) return 0;
        int is_last = ending == RACE && e->rank != NOWHERE && e->rank >= n_visible - 2;
        if (!(is_last && !is_first) && is_same(e, function, a)) return e;
        if (e->rank != NOWHERE) is_first = 0;
    }
    return 0;
}

static void note_race(const struct access *a) {
    if (n_of_race < ACCESSES) of_race[n_of_race++] = *a;
}

static int races(const struct access *a) {
    for (int i = 0; i < n_of_race; i++)
        if (a->low < of_race[i].high && of_race[i].low < a->high && (a->is_write || of_race[i].is_write)) return 1;
    return 0;
}

static void accessed(const volatile void *address, word size, int is_write, void *pc) {
    struct access access = {(word)address, (word)address + size, is_write};
    if (!has_begun) return;
    if (depth) {
        if (is_racing_section) note_race(&access);
        return;
    }
    come();
    int function = function_at(pc);
    if (function == NOWHERE || (position == n_visible && ending != SCHEDULE)) return;
    struct event *e = find(function, &access);
    if (!e) return;
    met(e);
    if (ending != RACE || e->rank == NOWHERE) return;
    if (e->rank == n_visible - 2) {
        /* It is next, and stays so. */
        note_race(&access);
        come();
    } else if (e->rank == n_visible - 1)
        leave_run(races(&access) ? SHOWN : ASTRAY);
}

/* The thread begins a section, or reads an input; true if that was recorded. */
static int begins(enum kind kind, int function) {
    come();
    if (position == n_visible) return 0;
    struct event *e = next_visible();
    if (!e || e->kind != kind || (kind == SECTION && e->function != function)) leave_run(ASTRAY);
    met(e);
    is_racing_section = ending == RACE && e->rank == n_visible - 2;
    return 1;
}

static void section(enum kind kind, int function, const int *place, int value, int wants_equal) {
    int holds = 1;
    if (depth == 0 && is_loaded) {
        int is_recorded = begins(kind, function);
        holds = !place || (*(volatile const int *)place == value) == wants_equal;
        if (!is_recorded && ending == DEADLOCK) {
            if (holds) leave_run(ASTRAY);
            is_blocked[own] = 1;
            next_of_deadlock();
            await_baton();
        }
    } else if (place)
        holds = (*(volatile const int *)place == value) == wants_equal;
    if (!holds) leave_run(ASTRAY);
    depth++;
}

void __threads_enter(void) { section(MODEL_SECTION, NOWHERE, 0, 0, 0); }
void __threads_enter_when(const int *place, int value) { section(MODEL_SECTION, NOWHERE, place, value, 1); }
void __threads_enter_unless(const int *place, int value) { section(MODEL_SECTION, NOWHERE, place, value, 0); }
void __threads_leave(void) {
    if (depth-- == 0) leave_run(ASTRAY);
}
int __threads_own(void) { return own; }

void gotcha_arrives(void) {
    if (is_loaded && depth == 0) begins(INPUT, NOWHERE);
}

struct start {
    void (*body)(void *(*)(void *), void *, int);
    void *(*function)(void *);
    void *argument;
    int number;
};

static void *begin(void *argument) {
    struct start start = *(struct start *)argument;
    own = start.number;
    await_baton();
    start.body(start.function, start.argument, start.number);
    return 0;
}

void __threads_start(void (*body)(void *(*)(void *), void *, int), void *(*function)(void *), void *argument, int number) {
    static struct start starts[THREADS];
    pthread_t thread;
    starts[number] = (struct start){body, function, argument, number};
    n_begun = number + 1;
    has_begun = is_loaded;
    if (__real_pthread_create(&thread, 0, begin, &starts[number])) leave_run(ASTRAY);
}

void __threads_end(void) {
    has_ended[own] = 1;
    if (position < n_visible && visible[position]->thread != own) hand_over(visible[position]->thread);
    else if (position < n_visible || ending == RACE) leave_run(ASTRAY);
    else if (ending == DEADLOCK) next_of_deadlock();
    else if (own != last_thread) hand_over(last_thread);
    else leave_run(ending == SCHEDULE ? FOLLOWED : ASTRAY);
    for (;;) pause();
}

/* The process ends, which others may have to come before. */
__attribute__((destructor)) static void leaves(void) {
    if (!is_loaded || depth) return;
    come();
    if (position < n_visible || ending == RACE || ending == DEADLOCK) leave_run(ASTRAY);
    told->state = FOLLOWED;
}

static void *table(int n, size_t size) {
    void *p = calloc(n + 1, size);
    if (!p) _exit(1);
    return p;
}

static int load(FILE *f) {
    int kind;
    if (fscanf(f, "%d %d %d %d", &kind, &last_thread, &n_waiting, &n_functions) != 4) return 0;
    ending = kind;
    functions = table(n_functions, sizeof *functions);
    for (int i = 0; i < n_functions; i++)
        if (fscanf(f, "%lu %lu %d", &functions[i].low, &functions[i].high, &functions[i].flags) != 3) return 0;
    if (fscanf(f, "%d", &n_objects) != 1) return 0;
    objects = table(n_objects, sizeof *objects);
    for (int i = 0; i < n_objects; i++)
        if (fscanf(f, "%lu %lu %d", &objects[i].low, &objects[i].high, &objects[i].flags) != 3) return 0;
    if (fscanf(f, "%d", &n_events) != 1) return 0;
    events = table(n_events, sizeof *events);
    visible = table(n_events, sizeof *visible);
    struct event *last[THREADS] = {0};
    for (int i = 0; i < n_events; i++) {
        struct event *e = &events[i];
        int is_visible;
        if (fscanf(f, "%d %d %d %d %lu %lu %d", &e->thread, &kind, &e->function, &e->object, &e->start, &e->end, &is_visible) != 7) return 0;
        if (e->thread < 0 || e->thread >= THREADS) return 0;
        e->kind = kind;
        e->rank = is_visible ? n_visible : NOWHERE;
        if (is_visible) visible[n_visible++] = e;
        if (last[e->thread]) last[e->thread]->next = e;
        else first[e->thread] = e;
        last[e->thread] = e;
    }
    return 1;
}

__attribute__((constructor)) static void gotcha_begin(void) {
    const char *schedule = getenv("GOTCHA_SCHEDULE"), *tell = getenv("GOTCHA_TOLD");
    told = &untold;
    mallopt(M_ARENA_MAX, 1);
    int fd = tell ? open(tell, O_RDWR | O_CLOEXEC) : -1;
    if (fd >= 0) {
        void *p = mmap(0, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (p != MAP_FAILED) told = p;
        close(fd);
    }
    FILE *f = schedule ? fopen(schedule, "re") : 0;
    if (!f) return;
    if (!load(f)) leave_run(ASTRAY);
    fclose(f);
    is_loaded = 1;
}

/* What others do before the thread fails is done. */
static void fails(void) {
    if (is_loaded && depth == 0) come();
}

/* Weak, since gcc's counters are written by others of that name. */
void __real_abort(void) __attribute__((noreturn));
void __real___assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
__attribute__((weak)) void __wrap_abort(void) {
    fails();
    __real_abort();
}
__attribute__((weak)) void __wrap___assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    fails();
    __real___assert_fail(text, file, line, function);
}

/* Programs that include no header call it, and mean the macro: so does the interpreter. */
__attribute__((weak)) void assert(int holds) {
    if (!holds) __wrap_abort();
}

/* What the models of threads need of the library. */
void __model_exit(int status) { exit(status); }
int *__errno_location(void);
int *__model___errno_location(void) { return __errno_location(); }
void __model___unsupported(void) { leave_run(ASTRAY); }
void __model___too_many_threads(void) { leave_run(ASTRAY); }
/* Whatever a function returns, the machine calls it in the same way. */
_Bool __returns_less(void *(*start)(void *)) { return 0; }

/* Time passes by itself. */
unsigned __wrap_sleep(unsigned seconds) { return 0; }
int __wrap_usleep(unsigned time) { return 0; }
int __wrap_nanosleep(const struct timespec *time, struct timespec *left) { return 0; }
int __wrap_thrd_sleep(const struct timespec *time, struct timespec *left) { return 0; }

#define PC __builtin_return_address(0)

void *__real_memcpy(void *, const void *, size_t);
void *__real_memmove(void *, const void *, size_t);
void *__real_memset(void *, int, size_t);
void *__wrap_memcpy(void *to, const void *from, size_t size) {
    accessed(from, size, 0, PC);
    accessed(to, size, 1, PC);
    return __real_memcpy(to, from, size);
}
void *__wrap_memmove(void *to, const void *from, size_t size) {
    accessed(from, size, 0, PC);
    accessed(to, size, 1, PC);
    return __real_memmove(to, from, size);
}
void *__wrap_memset(void *to, int value, size_t size) {
    accessed(to, size, 1, PC);
    return __real_memset(to, value, size);
}
void *__tsan_memcpy(void *to, const void *from, size_t size) {
    accessed(from, size, 0, PC);
    accessed(to, size, 1, PC);
    return __real_memcpy(to, from, size);
}
void *__tsan_memmove(void *to, const void *from, size_t size) {
    accessed(from, size, 0, PC);
    accessed(to, size, 1, PC);
    return __real_memmove(to, from, size);
}
void *__tsan_memset(void *to, int value, size_t size) {
    accessed(to, size, 1, PC);
    return __real_memset(to, value, size);
}

void __tsan_init(void) {}
void __tsan_func_entry(void *caller) {
    int function = is_loaded ? function_at(PC) : NOWHERE;
    if (function == NOWHERE) return;
    if (functions[function].flags & IS_ERROR) {
        fails();
        if (position == n_visible) told->error = 1;
    }
    if (functions[function].flags & IS_SECTION) section(SECTION, function, 0, 0, 0);
}
void __tsan_func_exit(void) {
    int function = is_loaded ? function_at(PC) : NOWHERE;
    if (function != NOWHERE && functions[function].flags & IS_SECTION) __threads_leave();
}

#define ACCESSES(size) \
    void __tsan_read##size(void *p) { accessed(p, size, 0, PC); } \
    void __tsan_write##size(void *p) { accessed(p, size, 1, PC); } \
    void __tsan_read_write##size(void *p) { \
        accessed(p, size, 0, PC); \
        accessed(p, size, 1, PC); \
    } \
    void __tsan_unaligned_read##size(const void *p) { accessed(p, size, 0, PC); } \
    void __tsan_unaligned_write##size(void *p) { accessed(p, size, 1, PC); } \
    void __tsan_unaligned_read_write##size(void *p) { \
        accessed(p, size, 0, PC); \
        accessed(p, size, 1, PC); \
    } \
    void __tsan_volatile_read##size(void *p) { accessed(p, size, 0, PC); } \
    void __tsan_volatile_write##size(void *p) { accessed(p, size, 1, PC); } \
    void __tsan_unaligned_volatile_read##size(const void *p) { accessed(p, size, 0, PC); } \
    void __tsan_unaligned_volatile_write##size(void *p) { accessed(p, size, 1, PC); }
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)
void __tsan_read_range(void *p, word size) { accessed(p, size, 0, PC); }
void __tsan_write_range(void *p, word size) { accessed(p, size, 1, PC); }
void __tsan_vptr_update(void **p, void *value) { accessed(p, sizeof *p, 1, PC); }
void __tsan_vptr_read(void **p) { accessed(p, sizeof *p, 0, PC); }
void __tsan_ignore_thread_begin(void) {}
void __tsan_ignore_thread_end(void) {}

/* An atomic operation is a section that ends before anybody else runs. */
static void atomic(const volatile void *address, word size, int is_write, void *pc) {
    struct access access = {(word)address, (word)address + size, is_write};
    if (is_loaded && depth == 0) {
        begins(SECTION, function_at(pc));
        if (is_racing_section) {
            note_race(&access);
            come();
        }
    } else if (depth && is_racing_section)
        note_race(&access);
}

#define ORDER __ATOMIC_SEQ_CST
#define CHANGE(bits, type, name) \
    type __tsan_atomic##bits##_##name(volatile type *p, type value, int order) { \
        atomic(p, sizeof *p, 1, PC); \
        return __atomic_##name(p, value, ORDER); \
    }
#define EXCHANGE(bits, type, kind) \
    int __tsan_atomic##bits##_compare_exchange_##kind(volatile type *p, type *expected, type value, int order, int otherwise) { \
        atomic(p, sizeof *p, 1, PC); \
        return __atomic_compare_exchange_n(p, expected, value, 0, ORDER, ORDER); \
    }
#define ATOMICS(bits, type) \
    type __tsan_atomic##bits##_load(const volatile type *p, int order) { \
        atomic(p, sizeof *p, 0, PC); \
        return __atomic_load_n(p, ORDER); \
    } \
    void __tsan_atomic##bits##_store(volatile type *p, type value, int order) { \
        atomic(p, sizeof *p, 1, PC); \
        __atomic_store_n(p, value, ORDER); \
    } \
    type __tsan_atomic##bits##_exchange(volatile type *p, type value, int order) { \
        atomic(p, sizeof *p, 1, PC); \
        return __atomic_exchange_n(p, value, ORDER); \
    } \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *p, type expected, type value, int order, int otherwise) { \
        atomic(p, sizeof *p, 1, PC); \
        __atomic_compare_exchange_n(p, &expected, value, 0, ORDER, ORDER); \
        return expected; \
    } \
    CHANGE(bits, type, fetch_add) \
    CHANGE(bits, type, fetch_sub) \
    CHANGE(bits, type, fetch_and) \
    CHANGE(bits, type, fetch_or) \
    CHANGE(bits, type, fetch_xor) \
    CHANGE(bits, type, fetch_nand) \
    EXCHANGE(bits, type, strong) \
    EXCHANGE(bits, type, weak)
ATOMICS(8, unsigned char)
ATOMICS(16, unsigned short)
ATOMICS(32, unsigned)
ATOMICS(64, unsigned long long)
void __tsan_atomic_thread_fence(int order) {}
void __tsan_atomic_signal_fence(int order) {}

