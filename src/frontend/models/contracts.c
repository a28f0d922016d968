/* What the functions that are written for contracts call. An object of a contract has any content but for what its type makes an input. */
typedef __SIZE_TYPE__ size_t;
void *__model_malloc(size_t n);
void *__model_memcpy(void *to, const void *from, size_t n);
void __any_bytes(void *p, size_t n);
unsigned char __VERIFIER_nondet_uchar(void);
_Bool __VERIFIER_nondet_bool(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_assume(int);
void *__allocate_for_good(size_t n);
void __contract_unsupported(const char *);
_Bool __contract_uses_statics(int function);
_Bool __contract_is_used_by(const void *p, int function);
size_t __memory_object_size(const void *p);
size_t __memory_offset(const void *p);
_Bool __memory_is_live(const void *p);
_Bool __memory_is_heap(const void *p);
_Bool __memory_is_writable(const void *p);
_Bool __memory_was_freed(const void *p);
_Bool __memory_same_object(const void *p, const void *q);
_Bool __memory_made_before(const void *p, const void *q);
_Bool __over_approximates(void);

/* Bytes of a range that are inputs. */
enum { INPUTS = 64, POINTERS = 16 };

/* The bytes from where a pointer leads to the end of its object. */
static size_t rest(const void *p) { return __memory_object_size(p) - __memory_offset(p); }

/* Objects that were made for the contract of the call that begins. */
static const void *created[POINTERS];
static int n_created;
void __model___contract_makes(void) { n_created = 0; }

/* For contracts there is memory for every object that they speak of; none is larger than objects can be. */
void *__model___contract_new(size_t n) {
  __VERIFIER_assume(n < (size_t)1 << (sizeof(void *) * 8 - 9));
  void *p = __model_malloc(n);
  __VERIFIER_assume(p != 0);
  if (n_created < POINTERS)
    created[n_created++] = p;
  return p;
}

/* An object that tells when it came to life. */
void *__model___contract_mark(void) { return __allocate_for_good(1); }

void __model___contract_havoc_bytes(void *p, size_t n) {
  unsigned char *bytes = p;
  size_t i;
  if (__over_approximates()) {
    __any_bytes(bytes, n);
    return;
  }
  for (i = 0; i < INPUTS && i < n; i++)
    bytes[i] = __VERIFIER_nondet_uchar();
  if (n > INPUTS)
    __any_bytes(bytes + INPUTS, n - INPUTS);
}

_Bool __model___contract_chosen(void) { return __VERIFIER_nondet_bool(); }

_Bool __model___contract_readable(const void *p, size_t n) { return __memory_is_live(p) && n <= rest(p); }

/* Does a pointer at this place stay what it is, since it leads to as much as is asked? In an object that was made for the contract it leads nowhere yet. */
_Bool __model___contract_keeps(const void *place, const void *p, size_t n) {
  for (int i = 0; i < n_created; i++)
    if (__memory_same_object(place, created[i]))
      return 0;
  return __model___contract_readable(p, n);
}

void *__model___contract_writable(const void *p, size_t n) {
  return __memory_is_writable(p) && n <= rest(p) ? (void *)p : 0;
}

void *__model___contract_start(const void *p) { return (char *)p - __memory_offset(p); }
size_t __model___contract_size(const void *p) { return __memory_object_size(p); }
size_t __model___contract_rest(const void *p) { return rest(p); }

void *__model___contract_in_range(void *low, void *high) {
  size_t i = 0;
  for (; (char *)low + i < (char *)high && __VERIFIER_nondet_bool(); i++)
    ;
  return (char *)low + i;
}

/* The bytes from where a pointer leads to the end of its object; none if it leads to no object, or not into it. */
size_t __model___contract_room(const void *p) {
  return __memory_is_live(p) && __memory_offset(p) <= __memory_object_size(p) ? rest(p) : 0;
}
size_t __model___contract_room_to_write(const void *p) { return __memory_is_writable(p) ? __model___contract_room(p) : 0; }

/* Are any of the bytes there? */
_Bool __model___contract_touches(const void *p, size_t n) {
  return n && __memory_is_live(p) && (__memory_offset(p) < __memory_object_size(p) || __memory_offset(p) + n < n);
}

/* The pointers of a contract that were made, and whether several may lead to one object. */
static void *made[POINTERS];
static int n_made;
static _Bool is_shared, is_new;

void __model___contract_pointers(_Bool several) {
  n_made = 0;
  is_shared = several && __VERIFIER_nondet_bool();
}

/* A pointer of which is known that so many bytes lie behind it: to an object of its own, or to any place of one that an
   earlier pointer leads to, which has room for them and is a multiple of the alignment. If it need not lead to
   anything it may be null, where that can be told. Where more is asked of it than that, or objects are shared, there may be more on both sides. */
void *__model___contract_pointer(size_t least, size_t unit, _Bool is_loose, _Bool may_be_null, int function) {
  size_t before = 0, more = 0;
  char *p = 0;
  is_new = 1;
  __VERIFIER_assume(least <= (size_t)1 << (sizeof(int *) * 8 - 9));
  if (__contract_uses_statics(function))
    __contract_unsupported("pointers that may lead to variables of the program");
  if (is_shared && n_made > 0 && __VERIFIER_nondet_bool()) {
    int k = 0;
    while (k + 1 < n_made && __VERIFIER_nondet_bool())
      k++;
    size_t units = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(units <= (size_t)1 << (sizeof(int *) * 8 - 16));
    before = units * unit;
    __VERIFIER_assume(least <= __memory_object_size(made[k]) && before <= __memory_object_size(made[k]) - least);
    is_new = 0;
    return (char *)__model___contract_start(made[k]) + before;
  }
  if (may_be_null && least == 0 && __VERIFIER_nondet_bool())
    return 0;
  if (is_shared || is_loose) {
    size_t units = __VERIFIER_nondet_ulong();
    more = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(units <= 65536 && more <= (size_t)1 << (sizeof(int *) * 8 - 9));
    before = units * unit;
  }
  p = __model___contract_new(before + least + more);
  if (is_shared || is_loose)
    __model___contract_havoc_bytes(p, before + least + more);
  if (n_made == POINTERS)
    __contract_unsupported("a contract with so many pointers");
  made[n_made++] = p;
  return p + before;
}

/* A pointer of which the contract does not say for sure where it leads: where it was given, to nothing, or to any place of an object that another one leads to. */
void *__model___contract_other(const void *given, size_t unit) {
  if (__VERIFIER_nondet_bool())
    return (void *)given;
  if (n_made > 0 && __VERIFIER_nondet_bool()) {
    int k = 0;
    size_t units = __VERIFIER_nondet_ulong();
    while (k + 1 < n_made && __VERIFIER_nondet_bool())
      k++;
    __VERIFIER_assume(units <= (size_t)1 << (sizeof(int *) * 8 - 16) && units * unit <= __memory_object_size(made[k]));
    return (char *)__model___contract_start(made[k]) + units * unit;
  }
  return __model___contract_new(0);
}

/* Did the last pointer get an object of its own? */
_Bool __model___contract_is_new(void) { return is_new; }

/* What fresh means now: pointers of which the contract said before that they are fresh, with the places that held them; what must not be older than the object; whether the
   object is apart from what the function uses by name; whether the condition is taken for granted. */
static const void *fresh[POINTERS];
static int places[POINTERS];
static int n_fresh;
static const void *since;
static int user;
static _Bool is_assumed;

void __model___contract_begin(const void *oldest, int function, _Bool assumed) {
  n_fresh = 0;
  since = oldest;
  user = function;
  is_assumed = assumed;
}

/* It leads to so many bytes of an object that no other pointer of the contract was said to lead to. The same place may be asked twice; of negative ones nothing is known. */
_Bool __model___contract_is_fresh(const void *p, size_t n, int place) {
  if (!__model___contract_readable(p, n))
    return 0;
  if (since && __memory_made_before(p, since))
    return 0;
  if (user && __contract_is_used_by(p, user))
    return 0;
  for (int i = 0; i < n_fresh; i++)
    if (__memory_same_object(p, fresh[i]) && !(place >= 0 && places[i] == place)) {
      if (is_assumed && place < 0)
        __contract_unsupported("a pointer of which a function called by a contract may say twice that it is fresh");
      return 0;
    }
  if (n_fresh == POINTERS)
    __contract_unsupported("a contract with so many fresh pointers");
  fresh[n_fresh] = p;
  places[n_fresh++] = place;
  return 1;
}

_Bool __model___contract_r_ok(const void *p, size_t n) { return __model___contract_readable(p, n); }
_Bool __model___contract_w_ok(const void *p, size_t n) { return __model___contract_writable(p, n) != 0; }
_Bool __model___contract_rw_ok(const void *p, size_t n) { return __model___contract_writable(p, n) != 0; }
_Bool __model___contract_same_object(const void *p, const void *q) { return __memory_same_object(p, q) || !p && !q; }
size_t __model___contract_offset(const void *p) { return __memory_offset(p); }
_Bool __model___contract_equals(const void *p, const void *q) { return p == q; }
_Bool __model___contract_lies_between(const void *low, const void *p, const void *high) {
  return __memory_same_object(low, p) && __memory_same_object(p, high) && __memory_offset(low) <= __memory_offset(p) && __memory_offset(p) <= __memory_offset(high);
}
_Bool __model___contract_is_freeable(const void *p) { return !p || __memory_is_heap(p) && __memory_offset(p) == 0; }
_Bool __model___contract_was_freed(const void *p) { return __memory_was_freed(p); }
void __model___contract_havoc_object(void *p) { __model___contract_havoc_bytes(__model___contract_start(p), __memory_object_size(p)); }

/* A copy of the object that a pointer leads to, from the same byte on. */
void *__model___contract_copy(const void *p) {
  if (!__memory_is_live(p))
    return (void *)p;
  size_t n = __memory_object_size(p);
  char *copy = __model___contract_new(n);
  __model_memcpy(copy, __model___contract_start(p), n);
  return copy + __memory_offset(p);
}
