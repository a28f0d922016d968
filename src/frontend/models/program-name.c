/* The name under which the program was started. Nobody knows it; no longer one can be passed to a program. */
typedef __SIZE_TYPE__ size_t;
char *__model_strrchr(const char *s, int c);
void __any_bytes(void *p, size_t n);

static char __started_as[131072];
__attribute__((weak)) char *program_invocation_name = __started_as;
__attribute__((weak)) char *program_invocation_short_name = __started_as;

__attribute__((constructor(101))) static void __set_name(void) {
  __any_bytes(__started_as, sizeof __started_as);
  __started_as[sizeof __started_as - 1] = 0;
  char *slash = __model_strrchr(__started_as, '/');
  if (slash)
    program_invocation_short_name = slash + 1;
}
