/* Who the process is and what it may use: calls that tell or change it, and touch no file. Whether the system allows a change is known to nobody; nothing is decided here by what
   nobody knows, so that only those are in doubt who ask. */
typedef __SIZE_TYPE__ size_t;
int *__model___errno_location(void);
_Bool __any_bool(void);
_Bool __rarely(void);
int __any_int(void);
size_t __any_size(void);
unsigned __any_unsigned(void);
void __any_bytes(void *p, size_t n);
struct __stream { _Bool eof, error, closed, buffered, no_reads, no_writes; int pushed, file, number; long at; };
_Bool __over_approximates(void);

static int __allowed(void) {
  *__model___errno_location() = __any_int();
  return -(int)__any_bool();
}

int __model_setuid(unsigned id) { return __allowed(); }
int __model_setgid(unsigned id) { return __allowed(); }
int __model_seteuid(unsigned id) { return __allowed(); }
int __model_setegid(unsigned id) { return __allowed(); }
int __model_setreuid(unsigned real, unsigned effective) { return __allowed(); }
int __model_setregid(unsigned real, unsigned effective) { return __allowed(); }
int __model_setresuid(unsigned real, unsigned effective, unsigned saved) { return __allowed(); }
int __model_setresgid(unsigned real, unsigned effective, unsigned saved) { return __allowed(); }
int __model_setsid(void) {
  __allowed();
  return (int)(__any_unsigned() & 0x3fffff) - 1;
}
int __model_setpgid(int process, int group) { return __allowed(); }
int __model_getpgrp(void) { return (int)(__any_unsigned() & 0x3fffff); }
int __model_nice(int change) {
  __allowed();
  return __any_int();
}

/* Bits of modes, of which the first ones are not known. */
unsigned __model_umask(unsigned mask) {
  static _Bool known;
  static unsigned last;
  unsigned before = known ? last : __any_unsigned() & 0777;
  known = 1;
  last = mask & 0777;
  return before;
}

/* There are so many limits, and whoever asks for one of them is told. */
enum { LIMIT = 16, LIMITS = 16, INVALID = 22 };
int __model_getrlimit(int resource, void *limit) {
  if ((unsigned)resource >= LIMITS && !__rarely()) {
    *__model___errno_location() = INVALID;
    return -1;
  }
  __any_bytes(limit, LIMIT);
  return __rarely() ? __allowed() : 0;
}
int __model_getrlimit64(int resource, void *limit) { return __model_getrlimit(resource, limit); }

/* How the heap is kept; the result says whether there is such a parameter. */
int __model_mallopt(int parameter, int value) { return __any_bool(); }
int __model_malloc_trim(size_t left) { return __any_bool(); }

/* Advice on how a file will be read changes nothing; the result is the number of an error, or 0. */
int __model_posix_fadvise(int file, long offset, long length, int advice) { return (int)(__any_unsigned() % 134); }
int __model_posix_fadvise64(int file, long offset, long length, int advice) { return __model_posix_fadvise(file, offset, length, advice); }

/* Was the last operation on a stream one that reads, or can it only be read? Nobody knows it of those that can do both. */
int __model___freading(const struct __stream *f) {
  if (__over_approximates() || (!f->no_reads && !f->no_writes) || __rarely())
    return __any_bool();
  return f->no_writes;
}
