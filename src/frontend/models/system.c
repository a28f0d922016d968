/* The locale, the process. */
typedef __SIZE_TYPE__ size_t;
int *__model___errno_location(void);
int __model___succeeds(void);
size_t __model_strlen(const char *s);
int __any_int(void);
long __any_long(void);
_Bool __any_bool(void);
_Bool __rarely(void);
unsigned __any_unsigned(void);
void __any_bytes(void *p, size_t n);
void __unsupported(void);

unsigned __model_alarm(unsigned seconds) {
  __unsupported();
  return 0;
}

extern _Bool __model_library_variables_set;
char *__model_setlocale(int category, const char *name) {
  static char c[] = "C";
  if (category < 0 || category > 12)
    return 0;
  if ((name && !name[0] && __model_library_variables_set) ||
      (name && name[0] && !((name[0] == 'C' && !name[1]) || (name[0] == 'P' && name[1] == 'O' && name[2] == 'S' && name[3] == 'I' && name[4] == 'X' && !name[5])))) {
    /* Whether there is such a locale is not known; what the functions above do with its characters neither. */
    if (!__any_bool())
      return 0;
    __unsupported();
  }
  return c;
}

struct lconv {
  char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol, *mon_decimal_point, *mon_thousands_sep, *mon_grouping, *positive_sign, *negative_sign;
  char numbers[14];
};
struct lconv *__model_localeconv(void) {
  static char point[] = ".", none[] = "";
  static struct lconv c;
  c.decimal_point = point;
  c.thousands_sep = c.grouping = c.int_curr_symbol = c.currency_symbol = c.mon_decimal_point = none;
  c.mon_thousands_sep = c.mon_grouping = c.positive_sign = c.negative_sign = none;
  for (int i = 0; i < 14; i++)
    c.numbers[i] = 127;
  return &c;
}

unsigned __model_sleep(unsigned seconds) { return seconds && __rarely() ? __any_unsigned() % seconds + 1 : 0; }
int __model_usleep(unsigned time) { return __rarely() ? __model___succeeds() : 0; }
int __model_sched_yield(void) { return 0; }
int __model_pause(void) {
  __unsupported();
  return -1;
}
int __model_getpid(void) { return 1 + (int)(__any_unsigned() & 0x3fffff); }
int __model_getppid(void) { return (int)(__any_unsigned() & 0x3fffff); }
unsigned __model_getuid(void) { return __any_unsigned(); }
unsigned __model_geteuid(void) { return __any_unsigned(); }
unsigned __model_getgid(void) { return __any_unsigned(); }
unsigned __model_getegid(void) { return __any_unsigned(); }
int __model_getpagesize(void) { return 4096; }
/* Of Linux on x86. */
enum { TICKS = 2, PAGE = 30 };
long __model_sysconf(int name) {
  if (name == TICKS || name == PAGE)
    return name == PAGE ? 4096 : 100;
  __model___succeeds();
  return __any_long();
}

/* Limits of names and paths. Where it may be asked for, a file system has hardly ever other names than those of 255 bytes; the length of paths is a number of the library's. */
enum { NAMES = 3, PATHS = 4, NO_ENTRY = 2, INVALID = 22 };
static long __limit(_Bool is_there, int name) {
  if (name == NAMES && is_there && !__rarely())
    return 255;
  __model___succeeds();
  return __any_long();
}
long __model_pathconf(const char *path, int name) {
  size_t n = __model_strlen(path);
  if (n == 0) {
    *__model___errno_location() = NO_ENTRY;
    return -1;
  }
  if (name == PATHS)
    return 4096;
  return __limit(n == 1 && (path[0] == '.' || path[0] == '/'), name);
}
long __model_fpathconf(int file, int name) { return __limit(0, name); }

/* Where tests run is a folder that is there. Its name nobody knows; a longer one than that has to be asked for in another way. */
enum { LONGEST = 4096 };
char *__model_getcwd(char *to, size_t size) {
  if (!to)
    __unsupported();
  if (size < LONGEST ? __any_bool() : __rarely()) {
    *__model___errno_location() = 1 + __any_unsigned() % 133;
    return 0;
  }
  __any_bytes(to, size);
  if (size)
    to[size - 1] = 0;
  return to;
}

/* Figures of the machine. */
int __model_sysinfo(void *to) {
  __any_bytes(to, sizeof(long) == 4 ? 64 : 112);
  return 0;
}
int __model_gethostname(char *to, size_t size) {
  __any_bytes(to, size);
  return __model___succeeds();
}
