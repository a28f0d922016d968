/* What the functions that are written for contracts call. An object of a contract has any content but for what its type makes an input. */
typedef __SIZE_TYPE__ size_t;
void *__model_malloc(size_t n);
void *__model_memcpy(void *to, const void *from, size_t n);
void __any_bytes(void *p, size_t n);
unsigned char __VERIFIER_nondet_uchar(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int);
size_t __memory_object_size(const void *p);
size_t __memory_offset(const void *p);
_Bool __memory_is_live(const void *p);
_Bool __memory_is_heap(const void *p);
_Bool __memory_is_writable(const void *p);
_Bool __memory_was_freed(const void *p);
_Bool __memory_same_object(const void *p, const void *q);
_Bool __memory_made_before(const void *p, const void *q);

/* Bytes of a range that are inputs. */
enum { INPUTS = 64, POINTERS = 16 };

/* The bytes from where a pointer leads to the end of its object. */
static size_t rest(const void *p) { return __memory_object_size(p) - __memory_offset(p); }

void *__model___contract_new(size_t n) {
  __VERIFIER_assume(n <= 0x7fffffff);
  void *p = __model_malloc(n);
  __VERIFIER_assume(p != 0);
  return p;
}

void __model___contract_havoc_bytes(void *p, size_t n) {
  unsigned char *bytes = p;
  size_t i;
  for (i = 0; i < INPUTS && i < n; i++)
    bytes[i] = __VERIFIER_nondet_uchar();
  if (n > INPUTS)
    __any_bytes(bytes + INPUTS, n - INPUTS);
}

_Bool __model___contract_chosen(void) { return __VERIFIER_nondet_bool(); }

_Bool __model___contract_readable(const void *p, size_t n) { return __memory_is_live(p) && n <= rest(p); }

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

/* The pointers of which the contract said before that they are fresh. */
static const void *fresh[POINTERS];
static int n_fresh;

void __model___contract_begin(void) { n_fresh = 0; }

/* It leads to so many bytes of an object that no other pointer of the contract was said to lead to. */
_Bool __model___contract_is_fresh(const void *p, size_t n) {
  if (!__model___contract_readable(p, n))
    return 0;
  for (int i = 0; i < n_fresh; i++)
    if (__memory_same_object(p, fresh[i]))
      return 0;
  if (n_fresh < POINTERS)
    fresh[n_fresh++] = p;
  return 1;
}

_Bool __model___contract_is_new(const void *p, const void *mark) { return __memory_is_live(p) && !__memory_made_before(p, mark); }
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
