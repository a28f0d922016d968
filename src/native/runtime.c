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

#define INLINE static inline __attribute__((always_inline))
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

/* ---- memory: one byte of shadow says how many bytes of eight may be accessed ---- */

#define SHADOW ((i8 *)SHADOW_ADDRESS)
enum { HEAP_HEADER = -64, FREED_HEADER = -65, STACK_HEADER = -66 };

COLD void check_slowly(u64 a, u64 n) {
  if (n == 0) return;
  if (a + n < a) crash();
  i8 *g = SHADOW + (a >> 3), *last = SHADOW + ((a + n - 1) >> 3);
  if (*g <= (i8)(a & 7)) crash();
  for (; g < last; g++)
    if (*g != 8) crash();
  if (*last <= (i8)((a + n - 1) & 7)) crash();
}
INLINE void check(u64 a, u64 n) {
  if (n > 8 || UNLIKELY(SHADOW[a >> 3] < (i8)((a & 7) + n))) check_slowly(a, n);
}
INLINE void check_offset(u64 offset, u64 n, u64 size) {
  if (n > size || UNLIKELY(offset > size - n)) crash();
}
#define BYTES_f80 10
#define LEN(T) (__builtin_types_compatible_p(T, f80) ? 10UL : sizeof(T))
#define ACCESS(T) \
  typedef T T##_u __attribute__((aligned(1), may_alias)); \
  INLINE T ld_##T(u64 a) { check(a, LEN(T)); return *(T##_u *)a; } \
  INLINE void st_##T(u64 a, T v) { check(a, LEN(T)); DIRTY(a, LEN(T)); *(T##_u *)a = v; } \
  INLINE T lx_##T(const char *b, u64 o, u64 n) { check_offset(o, LEN(T), n); return *(const T##_u *)(b + o); } \
  INLINE void sx_##T(char *b, u64 o, u64 n, T v) { check_offset(o, LEN(T), n); *(T##_u *)(b + o) = v; } \
  INLINE void sd_##T(char *b, u64 o, u64 n, T v) { check_offset(o, LEN(T), n); DIRTY((u64)b + o, LEN(T)); *(T##_u *)(b + o) = v; }
ACCESS(i8) ACCESS(u8) ACCESS(i16) ACCESS(u16) ACCESS(i32) ACCESS(u32) ACCESS(i64) ACCESS(u64) ACCESS(i128) ACCESS(u128)
ACCESS(f32) ACCESS(f64) ACCESS(f80) ACCESS(f128)

/* Gcc would turn loops into calls of these anyway; the names that it calls are the C library's. */
#define copy_bytes __builtin_memcpy
#define move_bytes __builtin_memmove
#define set_bytes __builtin_memset

INLINE void set_shadow(u64 a, u64 n) {
  i8 *g = SHADOW + (a >> 3);
  set_bytes(g, 8, n >> 3);
  if (n & 7) g[n >> 3] = (i8)(n & 7);
}
#if LARGE_STATICS
COLD void dirty_range(u64 a, u64 n) {
  if (n && a < STACK_LOW) set_bytes(&dirty[(a - ARENA_LOW) >> 12], 1, ((a + n - 1 - ARENA_LOW) >> 12) - ((a - ARENA_LOW) >> 12) + 1);
}
#else
#define dirty_range(a, n) ((void)0)
#endif
static void copy_object(u64 to, u64 from, u64 n) {
  if (n == 0) return;
  check_slowly(from, n);
  check_slowly(to, n);
  FUEL(n / 64);
  dirty_range(to, n);
  move_bytes((void *)to, (void *)from, n);
}
static void fill_object(u64 to, u8 value, u64 n) {
  if (n == 0) return;
  check_slowly(to, n);
  FUEL(n / 64);
  dirty_range(to, n);
  set_bytes((void *)to, value, n);
}
static u64 allocate(u64 size, int heap) {
  u64 cost = size + size / 8 + 64;
  if (size > HEAP_HIGH - HEAP_LOW || live + cost > HEAD->memory) end_run(END_MEMORY);
  FUEL(size / 64);
  u64 base = (heap_top + 31) & ~15UL;
  if (base + size + 64 > HEAP_HIGH || (!heap && n_stack_objects == sizeof stack_objects / sizeof *stack_objects)) end_run(END_MEMORY);
  *(u64 *)(base - 16) = size;
  SHADOW[(base >> 3) - 1] = heap ? HEAP_HEADER : STACK_HEADER;
  set_shadow(base, size);
  live += cost;
  heap_top = (base + size + 15) & ~15UL;
  if (heap_top > heap_high) heap_high = heap_top;
  if (!heap) stack_objects[n_stack_objects++] = base;
  return base;
}
/* The addresses of large objects are used again at once, those of others when the call ends: who holds one is found out in between. */
static void release_object(u64 base, u64 least) {
  u64 size = *(u64 *)(base - 16);
  live -= size + size / 8 + 64;
  set_bytes(SHADOW + (base >> 3) - 1, 0, (size + 7) / 8 + 1);
  set_bytes((void *)base, 0, size);
  if (size >= least && heap_top == ((base + size + 15) & ~15UL)) heap_top = base - 16;
}
static void release(u64 a, u32 from) {
  for (u32 i = n_stack_objects; i > from; i--)
    if (stack_objects[i - 1] == a) {
      for (; i < n_stack_objects; i++) stack_objects[i - 1] = stack_objects[i];
      n_stack_objects--;
      release_object(a, 1 << 16);
      return;
    }
}
static void release_from(u32 from) {
  while (n_stack_objects > from) release_object(stack_objects[--n_stack_objects], 0);
}
static void free_object(u64 a) {
  if (a == 0) return;
  if (a < HEAP_LOW || a >= HEAP_HIGH || (a & 15) || SHADOW[(a >> 3) - 1] != HEAP_HEADER) crash();
  u64 size = *(u64 *)(a - 16);
  i8 *g = SHADOW + (a >> 3);
  live -= size + size / 8 + 64;
  g[-1] = FREED_HEADER;
  set_bytes(g, -8, size >> 3);
  if (size & 7) g[size >> 3] = (i8) - (size & 7);
}

/* The live object that an address is in or just behind. */
static int object_at(u64 a, u64 *base, u64 *size) {
  if (a >> 32 || a < ARENA_LOW || a >= ARENA_HIGH) return 0;
  i8 *g = SHADOW + (a >> 3);
  if (!(*g > 0 && (i8)(a & 7) <= *g)) {
    if (a & 7) return 0;
    g--;
    if (*g == HEAP_HEADER || *g == STACK_HEADER) {
      *base = a;
      *size = 0;
      return *(u64 *)(a - 16) == 0;
    }
    if (*g != 8) return 0;
  }
  while (g[-1] == 8) g--;
  *base = (u64)(g - SHADOW) << 3;
  if (g[-1] == HEAP_HEADER || g[-1] == STACK_HEADER) {
    *size = *(u64 *)(*base - 16);
  } else {
    i8 *e = g;
    while (*e == 8) e++;
    *size = ((u64)(e - g) << 3) + (*e > 0 ? (u64)*e : 0);
  }
  return 1;
}
static u64 object_size(u64 a) {
  u64 base, size;
  return object_at(a, &base, &size) ? size : 0;
}
static u64 object_offset(u64 a) {
  u64 base, size;
  return object_at(a, &base, &size) ? a - base : 0;
}
static u8 is_live(u64 a) {
  u64 base, size;
  return object_at(a, &base, &size);
}
static u8 is_heap(u64 a) {
  u64 base, size;
  return object_at(a, &base, &size) && base >= HEAP_LOW && SHADOW[(base >> 3) - 1] == HEAP_HEADER;
}
static u8 was_freed(u64 a) {
  if (a < HEAP_LOW || a >= HEAP_HIGH || is_live(a)) return 0;
  i8 *g = SHADOW + (a >> 3);
  if (*g < 0 && *g >= -8 && (i8)(a & 7) <= -*g) return 1;
  return !(a & 7) && (g[-1] == -8 || g[-1] == FREED_HEADER);
}
static u8 same_object(u64 a, u64 b) {
  u64 x, y, size;
  return object_at(a, &x, &size) && object_at(b, &y, &size) && x == y;
}
static u8 heap_is_empty(void) {
  for (u64 a = HEAP_LOW; a < heap_top;) {
    u64 base = (a + 31) & ~15UL;
    if (SHADOW[(base >> 3) - 1] == HEAP_HEADER) return 0;
    a = (base + *(u64 *)(base - 16) + 15) & ~15UL;
  }
  return 1;
}

#define READABLE(a) (SHADOW[(a) >> 3] > (i8)((a)&7))
static u64 find_byte(u64 a, u8 value, u64 limit, int or_zero) {
  u64 n = 0;
  for (; n < limit; n++) {
    if (UNLIKELY(!READABLE(a + n))) crash();
    u8 byte = *(u8 *)(a + n);
    if (byte == value || (or_zero && byte == 0)) break;
  }
  FUEL(n / 64);
  return n;
}
static u64 find_last(u64 a, u8 value, u64 limit) {
  check_slowly(a, limit);
  FUEL(limit / 64);
  for (u64 n = limit; n > 0; n--)
    if (*(u8 *)(a + n - 1) == value) return n - 1;
  return limit;
}
INLINE i32 lower(u8 c, int caseless) { return caseless && c >= 'A' && c <= 'Z' ? c + 32 : c; }
static i32 compare_bytes(u64 a, u64 b, u64 limit, int string, int caseless) {
  i32 order = 0;
  u64 n = 0;
  while (n < limit) {
    if (UNLIKELY(!READABLE(a + n) || !READABLE(b + n))) crash();
    u8 p = *(u8 *)(a + n), q = *(u8 *)(b + n);
    n++;
    order = lower(p, caseless) - lower(q, caseless);
    if (order || (string && p == 0)) break;
  }
  FUEL(n / 64);
  return order;
}
/* Bit-fields. */
INLINE u128 ld_bits(u64 a, u64 n, int checked) {
  u128 raw = 0;
  if (checked) check_slowly(a, n);
  copy_bytes(&raw, (void *)a, n);
  return raw;
}
INLINE void st_bits(u64 a, u64 n, u128 mask, u128 value, int checked) {
  u128 raw = 0;
  if (checked) check_slowly(a, n);
  copy_bytes(&raw, (void *)a, n);
  raw = (raw & ~mask) | (value & mask);
  dirty_range(a, n);
  copy_bytes((void *)a, &raw, n);
}

/* ---- arithmetic ---- */

#define DIVISION(T, S) \
  INLINE T div_##T(T a, T b) { if (UNLIKELY(b == 0)) crash(); if (S && UNLIKELY(b == (T)-1)) { T n = (T)-a; if (a == n && a) crash(); return n; } return a / b; } \
  INLINE T rem_##T(T a, T b) { if (UNLIKELY(b == 0)) crash(); if (S && UNLIKELY(b == (T)-1)) { if (a && a == (T)-a) crash(); return 0; } return a % b; }
DIVISION(i8, 1) DIVISION(i16, 1) DIVISION(i32, 1) DIVISION(i64, 1) DIVISION(i128, 1)
DIVISION(u8, 0) DIVISION(u16, 0) DIVISION(u32, 0) DIVISION(u64, 0) DIVISION(u128, 0)
#define OVERFLOWS(T) \
  INLINE u8 add_overflows_##T(T a, T b) { T r; return __builtin_add_overflow(a, b, &r); } \
  INLINE u8 sub_overflows_##T(T a, T b) { T r; return __builtin_sub_overflow(a, b, &r); } \
  INLINE u8 mul_overflows_##T(T a, T b) { T r; return __builtin_mul_overflow(a, b, &r); }
OVERFLOWS(i8) OVERFLOWS(u8) OVERFLOWS(i16) OVERFLOWS(u16) OVERFLOWS(i32) OVERFLOWS(u32) OVERFLOWS(i64) OVERFLOWS(u64) OVERFLOWS(i128) OVERFLOWS(u128)

#define PUN(F, I) \
  INLINE F F##_of(I bits) { F x; copy_bytes(&x, &bits, sizeof x); return x; } \
  INLINE I bits_##F(F x) { I bits; copy_bytes(&bits, &x, sizeof x); return bits; }
PUN(f32, u32) PUN(f64, u64) PUN(f128, u128)
INLINE f80 f80_of(u128 bits) { f80 x = 0; copy_bytes(&x, &bits, 10); return x; }
INLINE u128 bits_f80(f80 x) { u128 bits = 0; copy_bytes(&bits, &x, 10); return bits; }

/* Conversions to integers as the machine makes them: the compiler must not fold them. */
#define TRUNCATE(F) \
  OPAQUE i8 F##_to_i8(F x) { return (i8)x; } OPAQUE u8 F##_to_u8(F x) { return (u8)x; } \
  OPAQUE i16 F##_to_i16(F x) { return (i16)x; } OPAQUE u16 F##_to_u16(F x) { return (u16)x; } \
  OPAQUE i32 F##_to_i32(F x) { return (i32)x; } OPAQUE u32 F##_to_u32(F x) { return (u32)x; } \
  OPAQUE i64 F##_to_i64(F x) { return (i64)x; } OPAQUE u64 F##_to_u64(F x) { return (u64)x; } \
  OPAQUE i128 F##_to_i128(F x) { return (i128)x; } OPAQUE u128 F##_to_u128(F x) { return (u128)x; }
TRUNCATE(f32) TRUNCATE(f64) TRUNCATE(f80) TRUNCATE(f128)

/* The C library's functions under other names, so that the compiler does not compute them itself. */
#define LIBM1(name) extern f64 m_##name(f64) __asm__(#name); extern f32 m_##name##f(f32) __asm__(#name "f");
#define LIBM2(name) extern f64 m_##name(f64, f64) __asm__(#name); extern f32 m_##name##f(f32, f32) __asm__(#name "f");
LIBM1(sin) LIBM1(cos) LIBM1(tan) LIBM1(asin) LIBM1(acos) LIBM1(atan) LIBM1(sinh) LIBM1(cosh) LIBM1(tanh) LIBM1(asinh) LIBM1(acosh) LIBM1(atanh)
LIBM1(exp) LIBM1(exp2) LIBM1(expm1) LIBM1(log) LIBM1(log2) LIBM1(log10) LIBM1(log1p) LIBM1(cbrt) LIBM1(erf) LIBM1(erfc) LIBM1(tgamma) LIBM1(lgamma)
LIBM2(pow) LIBM2(atan2) LIBM2(hypot)
#define EXACT(F, s) \
  extern F m_rint##s(F) __asm__("rint" #s); extern F m_roundeven##s(F) __asm__("roundeven" #s); extern F m_round##s(F) __asm__("round" #s); \
  extern F m_floor##s(F) __asm__("floor" #s); extern F m_ceil##s(F) __asm__("ceil" #s); extern F m_trunc##s(F) __asm__("trunc" #s); \
  extern F m_sqrt##s(F) __asm__("sqrt" #s); extern F m_fmod##s(F, F) __asm__("fmod" #s); extern F m_remainder##s(F, F) __asm__("remainder" #s); \
  extern F m_fma##s(F, F, F) __asm__("fma" #s);
EXACT(f32, f) EXACT(f64, ) EXACT(f80, l)

/* ---- inputs ---- */

static u64 random_state;
static struct value *chosen;
static u32 n_chosen;
static struct value last_tail;
static struct value work[WORK_INPUTS];

static u64 next_random(void) {
  u64 z = random_state += 0x9e3779b97f4a7c15UL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9UL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebUL;
  return z ^ (z >> 31);
}
static u64 below(u64 n) { return (u64)(((u128)next_random() * n) >> 64); }
static int chance(u32 percent) { return below(100) < percent; }
static u128 mask_of(u32 width) { return width >= 128 ? ~(u128)0 : ((u128)1 << width) - 1; }
static int pick(struct list of, u128 *value) {
  if (of.length == 0) return 0;
  *value = ((u128 *)of.address)[below(of.length)];
  return 1;
}
static u128 limit(u32 which, u32 width) {
  u128 half = (u128)1 << (width - 1);
  switch (which) {
  case 0: return half;
  case 1: return half - 1;
  case 2: return ~(u128)0;
  case 3: return half + 1;
  case 4: return half - 2;
  default: return 0;
  }
}
static u128 float_of(i128 n, u32 shape) {
  switch (shape) {
  case 3: return bits_f32((f32)n);
  case 4: return bits_f64((f64)n);
  case 5: return bits_f80((f80)n);
  case 6: return bits_f128((f128)n);
  default: return 0;
  }
}
static u128 random_integer(u32 width) {
  u32 dice = below(100);
  u128 value;
  if (dice < 45) return pick(HEAD->compared, &value) ? value : (u128)((i128)below(16) - 4);
  if (dice < 55) return pick(HEAD->other, &value) ? value : 0;
  if (dice < 75) return (u128)((i128)below(20) - 4);
  if (dice < 85) return limit(below(6), width);
  u32 bits = 1 + below(width);
  value = next_random();
  value = (value << 64 | next_random()) >> (128 - bits);
  return chance(50) ? value : -value;
}
static u128 random_float(u32 shape, u32 width) {
  u32 dice = below(100);
  u128 value, sign = (u128)1 << (width - 1);
  if (dice < 45 && pick(HEAD->floats[shape - 2], &value)) value = value + below(3) - 1;
  else if (dice < 60) value = float_of((i128)below(40) - 8, shape);
  else if (dice < 70) value = pick(HEAD->compared, &value) ? float_of((i128)value, shape) : 0;
  else if (dice < 80) value = pick(HEAD->special[shape - 2], &value) ? value : 0;
  else if (dice < 92) {
    f64 x = ((f64)below(2000001) - 1e6) / 1000;
    value = shape == 3 ? bits_f32((f32)x) : shape == 4 ? bits_f64(x) : shape == 5 ? bits_f80((f80)x) : shape == 6 ? bits_f128((f128)x) : 0;
  } else value = (u128)next_random() << 64 | next_random();
  return chance(20) ? value ^ sign : value;
}
static u128 random_value(u32 shape, u32 width) {
  if (shape == 0) return next_random() & 1;
  return shape == 1 ? random_integer(width) : random_float(shape, width);
}
enum { TAIL_SAME, TAIL_LIMIT, TAIL_RANDOM, TAIL_STICKY, TAIL_REPEAT };

static u128 beyond(struct input_kind kind) {
  struct head *h = HEAD;
  i128 same = (i128)((u128)h->tail_hi << 64 | h->tail_lo);
  switch (h->tail) {
  case TAIL_SAME: return kind.shape >= 2 ? float_of(same, kind.shape) : (u128)same;
  case TAIL_LIMIT: {
    i128 n = (i128)limit(h->tail_lo, kind.width);
    u32 up = 128 - kind.width;
    return kind.shape >= 2 ? float_of((i128)((u128)n << up) >> up, kind.shape) : (u128)n;
  }
  case TAIL_STICKY:
    if (last_tail.width == kind.width && chance(60)) return (u128)last_tail.hi << 64 | last_tail.lo;
    break;
  case TAIL_REPEAT:
    if (last_tail.width == kind.width) return (u128)last_tail.hi << 64 | last_tail.lo;
    break;
  }
  return random_value(kind.shape, kind.width);
}
static u128 wide_input(u32 input) {
  u32 n = INPUTS_READ;
  struct input_kind kind = input_kinds[input];
  if (n >= HEAD->most) end_run(END_EXHAUSTED);
  u128 value;
  if (n < n_chosen) {
    struct value *c = &chosen[n];
    u32 up = 128 - c->width;
    value = (u128)((i128)(((u128)c->hi << 64 | c->lo) << up) >> up);
  } else value = beyond(kind);
  value &= mask_of(kind.width);
  struct value *l = &LOG[n];
  l->lo = (u64)value;
  l->hi = (u64)(value >> 64);
  l->width = kind.width;
  l->input = input;
  last_tail = *l;
  stamp++;
  return value;
}
static u64 input(u32 which) {
  u32 n = INPUTS_READ;
  if (n < n_chosen && n < HEAD->most && chosen[n].width == input_kinds[which].width && input_kinds[which].width <= 64) {
    struct value *l = &LOG[n];
    *l = chosen[n];
    l->input = which;
    last_tail = *l;
    stamp++;
    return l->lo;
  }
  return (u64)wide_input(which);
}

/* ---- changed inputs ---- */

static u32 shape_for(struct value *v) {
  if (v->width == 1) return 0;
  for (u32 i = 0; i < N_INPUTS; i++)
    if (input_kinds[i].width == v->width && input_kinds[i].shape >= 2) return input_kinds[i].shape;
  return 1;
}
static void put(struct value *v, u128 bits) {
  bits &= mask_of(v->width);
  v->lo = (u64)bits;
  v->hi = (u64)(bits >> 64);
}
static u128 get(struct value *v) { return (u128)v->hi << 64 | v->lo; }
static void remove_values(u32 at, u32 end) {
  move_bytes(&work[at], &work[end], (n_chosen - end) * sizeof *work);
  n_chosen -= end - at;
}
static void mutate(void) {
  for (u64 rounds = 1 + below(3); rounds > 0; rounds--) {
    u32 n = n_chosen, at = below(n ? n : 1), rest = n - (at < n ? at : n), most = rest < 1 ? 1 : rest > 16 ? 16 : rest;
    u32 len = 1 + below(most), end = at + len < n ? at + len : n, dice = below(100);
    if (dice >= 87 || n == 0) {
      u32 others = HEAD->others;
      if (others == 0) continue;
      u32 from = below(others), more = others - from;
      if (more > WORK_INPUTS - at) more = WORK_INPUTS - at;
      copy_bytes(&work[at], &OTHER[from], more * sizeof *work);
      n_chosen = at + more;
      continue;
    }
    struct value *v = &work[at];
    if (dice < 25) put(v, random_value(shape_for(v), v->width));
    else if (dice < 35) put(v, get(v) + below(17) - 8);
    else if (dice < 45) put(v, get(v) ^ (u128)1 << below(v->width));
    else if (dice < 50) put(v, -get(v));
    else if (dice < 60) remove_values(at, end);
    else if (dice < 70) {
      u32 piece = end - at, total = piece * (1 + below(8));
      if (n + total > WORK_INPUTS) continue;
      struct value copy[16];
      copy_bytes(copy, v, piece * sizeof *v);
      move_bytes(&work[at + total], v, (n - at) * sizeof *v);
      for (u32 i = 0; i < total; i++) work[at + i] = copy[i % piece];
      n_chosen += total;
    } else if (dice < 80) n_chosen = at;
    else {
      struct value *target = &work[below(n)];
      put(target, get(v));
    }
  }
}
enum { CHANGE_NONE, CHANGE_RANDOM, CHANGE_EACH };

static void choose_inputs(u32 run) {
  struct head *h = HEAD;
  random_state = h->seed + (u64)run * 0xd1342543de82ef95UL;
  last_tail.width = 0;
  chosen = BASE;
  n_chosen = h->bases;
  if (h->change == CHANGE_NONE) return;
  copy_bytes(work, BASE, n_chosen * sizeof *work);
  chosen = work;
  if (h->change == CHANGE_RANDOM) mutate();
  else if (h->changes) {
    struct value *c = &CHANGES[run % h->changes];
    if (c->unused < n_chosen) put(&work[c->unused], get(c));
  }
}

/* ---- runs ---- */

static void program(void);
static void prepare(void);
static void save_globals(void);
static void restore_globals(void);
static void lay_out(void);
static char *snapshot;

static void clear_bytes(u64 from, u64 to) {
  u64 soft = from + (1UL << 18);
  if (to <= soft) {
    set_bytes((void *)from, 0, to - from);
  } else {
    soft = (soft + 4095) & ~4095UL;
    set_bytes((void *)from, 0, soft - from);
    madvise((void *)soft, (to - soft + 4095) & ~4095UL, MADV_DONTNEED);
  }
}
static void restore(void) {
  restore_globals();
#if LARGE_STATICS
  for (u64 page = 0; page < (STATICS_HIGH - ARENA_LOW + 4095) >> 12; page++) {
    if (page % 8 == 0 && page + 8 <= sizeof dirty && *(u64_u *)&dirty[page] == 0) {
      page += 7;
      continue;
    }
    if (dirty[page]) {
      dirty[page] = 0;
      copy_bytes((char *)ARENA_LOW + (page << 12), snapshot + (page << 12), 4096);
    }
  }
#else
  copy_bytes((char *)ARENA_LOW, snapshot, STATICS_HIGH - ARENA_LOW);
#endif
  if (sp > STACK_LOW) set_bytes(SHADOW + (STACK_LOW >> 3), 0, (sp - STACK_LOW + 7) >> 3);
  sp = STACK_LOW;
  if (heap_high > HEAP_LOW) {
    clear_bytes(HEAP_LOW, heap_high);
    clear_bytes((u64)(SHADOW + (HEAP_LOW >> 3)), (u64)(SHADOW + (heap_high >> 3) + 1));
  }
  heap_top = heap_high = HEAP_LOW;
  live = 0;
  n_stack_objects = 0;
}
static __attribute__((noinline)) void run_once(void) {
  if (__builtin_setjmp(run_buffer) == 0) {
    program();
    run_end = END_EXIT;
  }
}
static const u8 classes[256] = {0, 1, 2, 4, [4 ... 7] = 8, [8 ... 15] = 16, [16 ... 31] = 32, [32 ... 127] = 64, [128 ... 255] = 128};

static void scan_edges(void) {
  struct head *h = HEAD;
  u32 news = 0;
  u64 path = 0;
  for (u32 f = 0; f < N_FUNCTIONS; f++) {
    if (f % 8 == 0 && *(u64_u *)&ENTERED[f] == 0) {
      f += 7;
      continue;
    }
    if (!ENTERED[f]) continue;
    ENTERED[f] = 0;
    for (u32 i = edge_ranges[f]; i < edge_ranges[f + 1]; i += 8) {
      u64 word = *(u64_u *)&EDGES[i];
      if (word == 0) continue;
      *(u64_u *)&EDGES[i] = 0;
      for (u32 j = 0; j < 8; j++) {
        u8 class = classes[(u8)(word >> 8 * j)];
        path = (path ^ class) * 0x9e3779b97f4a7c15UL + i + j;
        if (class & ~EDGE_SEEN[i + j]) {
          news++;
          EDGE_SEEN[i + j] |= class;
        }
      }
    }
  }
  h->new_outcomes = news;
  h->path = path;
}
static void serve(void) {
  struct head *h = HEAD;
  for (u32 run = 0; run < h->runs;) {
    h->epoch++;
    h->goals = h->violations = h->new_goals = 0;
    stamp = (u64)h->epoch << 32;
    fuel = (i64)h->steps;
    depth_left = h->depth;
    choose_inputs(run);
    run_once();
    restore();
    scan_edges();
    h->runs_done = ++run;
    if ((h->until & 1 && h->new_goals) || (h->until & 2 && h->new_outcomes) || *(volatile u32 *)&h->cancel) break;
  }
  h->steps_done = h->steps - (u64)fuel;
  h->end = run_end;
  h->unsupported = run_what;
  h->inputs = INPUTS_READ;
}

/* ---- the process ---- */

static u64 stack_top;
static char signal_stack[1 << 16];

static void on_signal(int number, siginfo_t *info, void *context) {
  (void)context;
  u64 a = (u64)info->si_addr;
  if (number == SIGSEGV && a && a < stack_top && a > stack_top - (2UL << 30)) end_run(END_STACK);
  crash();
}
static void catch_signals(void) {
  stack_t stack = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
  sigaltstack(&stack, 0);
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  for (u32 i = 0; i < 4; i++) sigaction(numbers[i], &action, 0);
}
#define ALLOW(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
static void lock_up(void) {
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      ALLOW(SYS_read), ALLOW(SYS_write), ALLOW(SYS_madvise), ALLOW(SYS_rt_sigreturn), ALLOW(SYS_exit_group),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
  };
  struct sock_fprog code = {sizeof filter / sizeof *filter, filter};
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &code, 0, 0); /* where the kernel has it */
}
static int map_at(u64 address, u64 size, int fd) {
  int flags = MAP_FIXED_NOREPLACE | (fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE : MAP_SHARED);
  return mmap((void *)address, size, PROT_READ | PROT_WRITE, flags, fd, 0) == (void *)address;
}
int main(void) {
  char byte = 0;
  stack_top = (u64)&byte;
  /* Shared memory comes as standard error, requests as bytes on standard input. */
  if (!map_at(SHARED_ADDRESS, SHARED_SIZE, 2) || !map_at(ARENA_LOW, ARENA_HIGH - ARENA_LOW, -1) || !map_at(SHADOW_ADDRESS, 1UL << 29, -1)) return 1;
  snapshot = mmap(0, STATICS_HIGH - ARENA_LOW + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (snapshot == MAP_FAILED) return 1;
  catch_signals();
  lock_up();
  sp = STACK_LOW;
  heap_top = heap_high = HEAP_LOW;
  fuel = 1L << 62;
  set_bytes(ENTERED, 0, N_FUNCTIONS);
  set_bytes(EDGES, 0, N_EDGES);
  lay_out();
  if (__builtin_setjmp(run_buffer) == 0) prepare();
  else return 1;
#if LARGE_STATICS
  for (u64 page = 0; page < (STATICS_HIGH - ARENA_LOW + 4095) >> 12; page++) {
    if (dirty[page]) copy_bytes(snapshot + (page << 12), (char *)ARENA_LOW + (page << 12), 4096);
    dirty[page] = 0;
  }
#else
  copy_bytes(snapshot, (char *)ARENA_LOW, STATICS_HIGH - ARENA_LOW);
#endif
  save_globals();
  for (;;) {
    if (write(1, &byte, 1) != 1 || read(0, &byte, 1) != 1) return 0;
    serve();
  }
}
