/* Other programs in place of this one, and children. What a test has cannot be executed; of names outside nobody knows whether there is such a program, and then this one ends. */
typedef __SIZE_TYPE__ size_t;
size_t __model_strlen(const char *s);
char *__model_strchr(const char *s, int c);
int *__model___errno_location(void);
_Bool __any_bool(void);
int __any_int(void);
unsigned __any_unsigned(void);
_Bool __rarely(void);
_Bool __has_world(void);
_Bool __over_approximates(void);
void __model_exit(int status);
int __model_file_accessed(const char *path, int mode);
extern _Bool __model_numbers_lost, __model_positions_lost;

enum { UNSURE = 17, EXECUTE = 1, NO_ENTRY = 2, NO_CHILD = 10 };

static int __errs(int number) {
  *__model___errno_location() = number;
  return -1;
}

/* Ends, or comes back with an error. */
static int __becomes(int known) {
  if (known < 0 && !__rarely())
    return __errs(-known);
  if (__any_bool())
    __model_exit(0);
  return __errs(1 + (int)(__any_unsigned() % 133));
}
static int __by_path(const char *path) {
  if (!__model_strlen(path))
    return __becomes(-NO_ENTRY);
  return __becomes(__has_world() ? __model_file_accessed(path, EXECUTE) : UNSURE);
}
/* Names without a slash are looked for elsewhere. */
static int __by_name(const char *name) { return *name && !__model_strchr(name, '/') ? __becomes(UNSURE) : __by_path(name); }

int __model_execv(const char *path, char *const *arguments) { return __by_path(path); }
int __model_execve(const char *path, char *const *arguments, char *const *variables) { return __by_path(path); }
int __model_execl(const char *path, const char *first, ...) { return __by_path(path); }
int __model_execle(const char *path, const char *first, ...) { return __by_path(path); }
int __model_execvp(const char *name, char *const *arguments) { return __by_name(name); }
int __model_execvpe(const char *name, char *const *arguments, char *const *variables) { return __by_name(name); }
int __model_execlp(const char *name, const char *first, ...) { return __by_name(name); }
int __model_fexecve(int file, char *const *arguments, char *const *variables) { return __becomes(UNSURE); }

/* As long as no process was made, by functions without a model that is, there is none to wait for, but for what this one may have made before it became this program. */
static int __no_child(int *status) {
  if (!__over_approximates() && __has_world() && !__model_numbers_lost && !__model_positions_lost && !__rarely())
    return __errs(NO_CHILD);
  int any = __any_int();
  if (any < 0)
    return __errs(1 + (int)(__any_unsigned() % 133));
  if (status)
    *status = __any_int();
  return any;
}
int __model_wait(int *status) { return __no_child(status); }
int __model_waitpid(int process, int *status, int options) {
  /* Other options may be wrong: then it is another error. WNOHANG is 1, WUNTRACED 2, WCONTINUED 8. */
  if (options & ~11)
    return __errs(1 + (int)(__any_unsigned() % 133));
  return __no_child(status);
}
