/* The program's memory: objects in one arena, and a shadow that says of every eight bytes how many may be accessed. */
#define SHADOW ((i8 *)SHADOW_ADDRESS)
enum { HEAP_HEADER = -64, FREED_HEADER = -65, STACK_HEADER = -66, LENT_HEADER = -67 };
#define IS_HEAP_HEADER(header) ((header) == HEAP_HEADER || (header) == LENT_HEADER)
#define IS_OBJECT_HEADER(header) (IS_HEAP_HEADER(header) || (header) == STACK_HEADER)

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
/* Constants lie side by side. */
INLINE void check_store(u64 a) {
  if (CONSTANTS_SIZE && UNLIKELY(a - CONSTANTS_LOW < CONSTANTS_SIZE)) crash();
}
#define BYTES_f80 10
#define LEN(T) (__builtin_types_compatible_p(T, f80) ? 10UL : sizeof(T))
#define ACCESS(T) \
  typedef T T##_u __attribute__((aligned(1), may_alias)); \
  INLINE T ld_##T(u64 a) { check(a, LEN(T)); return *(T##_u *)a; } \
  INLINE void st_##T(u64 a, T v) { check(a, LEN(T)); check_store(a); DIRTY(a, LEN(T)); *(T##_u *)a = v; } \
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
  check_store(to);
  FUEL(n / 64);
  dirty_range(to, n);
  move_bytes((void *)to, (void *)from, n);
}
static void fill_object(u64 to, u8 value, u64 n) {
  if (n == 0) return;
  check_slowly(to, n);
  check_store(to);
  FUEL(n / 64);
  dirty_range(to, n);
  set_bytes((void *)to, value, n);
}
enum { HEAP_OBJECT, LENT_OBJECT, STACK_OBJECT, STATIC_OBJECT };
static u64 allocate(u64 size, int kind) {
  u64 cost = size + size / 8 + 64;
  if (size > HEAP_HIGH - HEAP_LOW || live + cost > HEAD->memory) end_run(END_MEMORY);
  FUEL(size / 64);
  u64 base = (heap_top + 31) & ~15UL;
  if (base + size + 64 > HEAP_HIGH || (kind == STACK_OBJECT && n_stack_objects == sizeof stack_objects / sizeof *stack_objects)) end_run(END_MEMORY);
  *(u64 *)(base - 16) = size;
  SHADOW[(base >> 3) - 1] = kind == HEAP_OBJECT ? HEAP_HEADER : kind == LENT_OBJECT ? LENT_HEADER : STACK_HEADER;
  set_shadow(base, size);
  live += cost;
  heap_top = (base + size + 15) & ~15UL;
  if (heap_top > heap_high) heap_high = heap_top;
  if (kind == STACK_OBJECT) stack_objects[n_stack_objects++] = base;
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
  if (a < HEAP_LOW || a >= HEAP_HIGH || (a & 15) || !IS_HEAP_HEADER(SHADOW[(a >> 3) - 1])) crash();
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
    if (IS_OBJECT_HEADER(*g)) {
      *base = a;
      *size = 0;
      return *(u64 *)(a - 16) == 0;
    }
    if (*g != 8) return 0;
  }
  while (g[-1] == 8) g--;
  *base = (u64)(g - SHADOW) << 3;
  if (IS_OBJECT_HEADER(g[-1])) {
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
static u8 is_writable(u64 a) {
  u64 base, size;
  return object_at(a, &base, &size) && !(CONSTANTS_SIZE && base - CONSTANTS_LOW < CONSTANTS_SIZE);
}
static u8 is_heap(u64 a) {
  u64 base, size;
  return object_at(a, &base, &size) && base >= HEAP_LOW && IS_HEAP_HEADER(SHADOW[(base >> 3) - 1]);
}
static u8 is_lent(u64 a) {
  u64 base, size;
  return a >= HEAP_LOW && object_at(a, &base, &size) && base >= HEAP_LOW && SHADOW[(base >> 3) - 1] == LENT_HEADER;
}
/* Are not all of n bytes at a distance behind an address in an object among the inputs among those of which something is known? */
static u8 is_beyond(u64 a, u64 distance, u64 n) {
  u64 base, size;
  if (a < HEAP_LOW || !object_at(a, &base, &size) || base < HEAP_LOW || SHADOW[(base >> 3) - 1] != LENT_HEADER) return 0;
  u64 known = size - UNKNOWN_BYTES, at = (a - base + distance) & ADDRESS_MASK;
  return n > known || at > known - n;
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
    if (IS_HEAP_HEADER(SHADOW[(base >> 3) - 1])) return 0;
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
  if (checked) check_slowly(a, n), check_store(a);
  copy_bytes(&raw, (void *)a, n);
  raw = (raw & ~mask) | (value & mask);
  dirty_range(a, n);
  copy_bytes((void *)a, &raw, n);
}
