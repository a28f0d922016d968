/* The part of every translated program that does not depend on it: memory with its checks, inputs, and the loop that runs the program again and again.
   What depends on the program stands before this text as macros, and behind it. */
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef signed char i8;
typedef unsigned char u8;
typedef short i16;
typedef unsigned short u16;
typedef int i32;
typedef unsigned int u32;
typedef long i64;
typedef unsigned long u64;
typedef __int128 i128;
typedef unsigned __int128 u128;
typedef float f32;
typedef double f64;
typedef long double f80;
typedef __float128 f128;

#ifdef __OPTIMIZE__
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static /* compilers would take very long for large functions */
#endif
#define COLD static __attribute__((noinline, cold))
#define OPAQUE static __attribute__((noipa))
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

enum { END_EXIT, END_ABORT, END_CRASH, END_STEPS, END_EXHAUSTED, END_ASSUMPTION, END_UNSUPPORTED, END_STACK, END_MEMORY };

/* ---- shared memory ---- */

struct value {
  u64 lo, hi;
  u16 width, input;
  u32 unused;
};
struct point {
  u64 a, b, stamp;
};
struct reached {
  u32 which, inputs;
};
struct input_kind {
  u16 width, shape; /* 0 truth, 1 integer, 2 and more: floats */
};
struct list {
  u64 address, length;
};
/* The same as `request::Head`. */
struct head {
  u64 steps, memory, seed, tail_lo, tail_hi;
  u32 tail, change, runs, most, bases, others, changes, depth, until, cancel;
  u32 epoch, runs_done, end, inputs, goals, violations, new_goals, new_outcomes, unsupported, reserved;
  u64 path, steps_done;
  struct list compared, other, floats[5], special[5];
};
#define HEAD ((struct head *)SHARED_ADDRESS)
#define GOALS ((u64 *)GOALS_ADDRESS)
#define GOAL_SEEN ((u8 *)GOAL_SEEN_ADDRESS)
#define GOAL_LIST ((struct reached *)GOAL_LIST_ADDRESS)
#define VIOLATIONS ((u64 *)VIOLATIONS_ADDRESS)
#define VIOLATION_SEEN ((u8 *)VIOLATION_SEEN_ADDRESS)
#define VIOLATION_LIST ((struct reached *)VIOLATION_LIST_ADDRESS)
#define POINTS ((struct point *)POINTS_ADDRESS)
#define EDGES ((u8 *)EDGES_ADDRESS)
#define EDGE_SEEN ((u8 *)EDGE_SEEN_ADDRESS)
#define ENTERED ((u8 *)ENTERED_ADDRESS)
#define LOG ((struct value *)LOG_ADDRESS)
#define BASE ((struct value *)BASE_ADDRESS)
#define OTHER ((struct value *)OTHER_ADDRESS)
#define CHANGES ((struct value *)CHANGES_ADDRESS)
struct partners {
  u64 length, unused;
  u128 values[63];
};
#define PARTNERS ((struct partners *)PARTNERS_ADDRESS)

extern const struct input_kind input_kinds[];
extern const u32 edge_ranges[];

/* ---- the state of a run ---- */

static void *run_buffer[5];
static u64 stamp; /* number of the run, then inputs read so far */
static i64 fuel;
static u32 depth_left;
static u64 sp, heap_top, heap_high, live;
static u64 run_end;
static u32 run_what;
static char returned[RETURNED_SIZE];
#define INPUTS_READ ((u32)stamp)

static u64 stack_objects[1 << 16];
static u32 n_stack_objects;

#if LARGE_STATICS
static u8 dirty[(ARENA_HIGH - ARENA_LOW) >> 12];
#define DIRTY(a, n) (dirty[((a) - ARENA_LOW) >> 12] = 1, dirty[((a) + (n) - 1 - ARENA_LOW) >> 12] = 1)
#else
#define DIRTY(a, n) ((void)0)
#endif

COLD __attribute__((noreturn)) void end_run(u32 end) {
  run_end = end;
  __builtin_longjmp(run_buffer, 1);
}
COLD __attribute__((noreturn)) void crash(void) { end_run(END_CRASH); }
COLD __attribute__((noreturn)) void unsupported(u32 what) {
  run_what = what;
  end_run(END_UNSUPPORTED);
}
#define FUEL(n) do { if (UNLIKELY((fuel -= (n)) < 0)) end_run(END_STEPS); } while (0)
#define ENTER(f) (ENTERED[f] = 1)
#define EDGE(k) (EDGES[k]++)

COLD void first_goal(u32 goal) {
  GOALS[goal] = stamp;
  struct reached *r = &GOAL_LIST[HEAD->goals++];
  r->which = goal;
  r->inputs = INPUTS_READ;
  if (!GOAL_SEEN[goal]) {
    GOAL_SEEN[goal] = 1;
    HEAD->new_goals++;
  }
}
COLD void first_violation(u32 property) {
  VIOLATIONS[property] = stamp;
  struct reached *r = &VIOLATION_LIST[HEAD->violations++];
  r->which = property;
  r->inputs = INPUTS_READ;
  if (!VIOLATION_SEEN[property]) {
    VIOLATION_SEEN[property] = 1;
    HEAD->new_goals++;
  }
}
#define GOAL(k) do { if (UNLIKELY((GOALS[k] ^ stamp) >> 32)) first_goal(k); } while (0)
#define VIOLATE(k) do { if (UNLIKELY((VIOLATIONS[k] ^ stamp) >> 32)) first_violation(k); } while (0)

/* Comparisons: with both operands, or only one where the other is constant. */
#define CMP(k, T, x, op, y) ({ T cx = (x), cy = (y); struct point *p = &POINTS[k]; p->a = (u64)(i64)cx; p->b = (u64)(i64)cy; p->stamp = stamp; (u8)(cx op cy); })
#define CMPA(k, T, x, op, y) ({ T cx = (x); struct point *p = &POINTS[k]; p->a = (u64)(i64)cx; p->stamp = stamp; (u8)(cx op (y)); })
#define CMPB(k, T, x, op, y) ({ T cy = (y); struct point *p = &POINTS[k]; p->b = (u64)(i64)cy; p->stamp = stamp; (u8)((x) op cy); })
