/* The name under which the program was started: that of tests, or, for proofs, any; no longer one can be passed to a program. */
typedef __SIZE_TYPE__ size_t;
char *__model_strrchr(const char *s, int c);
void *__model_memcpy(void *to, const void *from, size_t n);
_Bool __rarely(void);
void __any_bytes(void *p, size_t n);

static char __started_as[131072];
__attribute__((weak)) char *program_invocation_name = __started_as;
__attribute__((weak)) char *program_invocation_short_name = __started_as;

__attribute__((constructor(101))) static void __set_name(void) {
  static const char of_tests[] = "../program";
  if (!__rarely()) {
    __model_memcpy(__started_as, of_tests, sizeof of_tests);
    program_invocation_short_name = __started_as + 3;
    return;
  }
  __any_bytes(__started_as, sizeof __started_as);
  __started_as[sizeof __started_as - 1] = 0;
  char *slash = __model_strrchr(__started_as, '/');
  if (slash)
    program_invocation_short_name = slash + 1;
}
