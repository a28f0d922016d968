typedef __SIZE_TYPE__ size_t;
int *__model___errno_location(void);
void *__model_malloc(size_t n);
void *__model_realloc(void *p, size_t n);
int __any_int(void);
_Bool __any_bool(void);
void __any_bytes(void *p, size_t n);

int __model_abs(int x) { return x < 0 ? -x : x; }
long __model_labs(long x) { return x < 0 ? -x : x; }
long long __model_llabs(long long x) { return x < 0 ? -x : x; }

/* EINVAL and ENOMEM on Linux. */
enum { INVALID = 22, NO_MEMORY = 12 };

void *__model_aligned_alloc(size_t alignment, size_t size) { return __model_malloc(size); }
void *__model_memalign(size_t alignment, size_t size) { return __model_malloc(size); }
void *__model_valloc(size_t size) { return __model_malloc(size); }

int __model_posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0)
    return INVALID;
  void *p = __model_malloc(size);
  if (!p)
    return NO_MEMORY;
  *result = p;
  return 0;
}

void *__model_reallocarray(void *p, size_t count, size_t size) {
  if (size && count > (size_t)-1 / size) {
    *__model___errno_location() = NO_MEMORY;
    return 0;
  }
  return __model_realloc(p, count * size);
}

/* The program that it runs may read from any file. */
extern _Bool __model_positions_lost;
int __model_system(const char *command) {
  __model_positions_lost = 1;
  return __any_int();
}
