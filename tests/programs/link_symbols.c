/* Weak symbols, aliases, assembler names, inline definitions, constructors and what runs at the end. */
#include <stdlib.h>
extern void observe(long long);

static int trace;
static void note(int n) { trace = trace * 10 + n; observe(trace); }

__attribute__((constructor)) static void late(void) { note(3); }
__attribute__((constructor(200))) static void second(void) { note(2); }
__attribute__((constructor(150))) static void first(void) { note(1); }
__attribute__((destructor)) static void last_but_one(void) { note(8); }
__attribute__((destructor(150))) static void last(void) { note(9); }

extern int nowhere(int) __attribute__((weak));
extern int no_variable __attribute__((weak));
int weak_one(void) __attribute__((weak));
int weak_one(void) { return 11; }
__attribute__((weak)) int weak_variable = 5;

static int target(int x) { return x * 2; }
int other_name(int) __attribute__((alias("target")));
static int hidden(int) __attribute__((alias("target"), unused));
static int cell = 7;
extern int cell_alias __attribute__((alias("cell")));
extern int by_label(int) __asm__("real_name");
int real_name(int x) { return x + 100; }
extern int shared __asm__("shared_cell");
int shared_cell = 77;
static int referenced(int) __attribute__((weakref("real_name")));

inline int inlined(int x) { return x + 1; }
extern int inlined(int);
extern inline __attribute__((gnu_inline)) int only_inline(int x) { return x - 1; }
int only_inline(int x) { return x - 2; }
static inline int local_inline(int x) { return inlined(x) * 3; }

int tentative;
int tentative;
int tentative = 4;
extern int sized[];
int sized[3];

static void handler_a(void) { note(6); }
static void handler_b(void) { note(5); atexit(handler_a); }
static void with_argument(int status, void *p) { observe(status + *(int *)p); note(4); }
extern int on_exit(void (*)(int, void *), void *);

int main(int argc, char **argv, char **envp) {
  observe(argc); observe(argv[1] == 0); observe(envp != 0);
  observe(nowhere == 0); observe(&no_variable == 0);
  if (nowhere) observe(nowhere(1));
  observe(weak_one()); observe(weak_variable);
  observe(other_name(4)); observe(hidden(5)); observe(other_name == target);
  cell_alias = 9; observe(cell); observe(&cell == &cell_alias);
  observe(by_label(1)); shared = 78; observe(shared_cell);
  observe(referenced(3)); observe(referenced != 0);
  observe(inlined(1)); observe(only_inline(10)); observe(local_inline(5));
  observe(tentative); observe(sizeof sized);
  { extern int tentative; tentative++; }
  observe(tentative);
  observe(atexit(handler_b));
  observe(on_exit(with_argument, &cell));
  exit(0);
}
