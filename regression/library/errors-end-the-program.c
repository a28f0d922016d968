// gotcha: cover
// verdict: complete
#include <err.h>
#include <error.h>
#include <errno.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int reported;
static void at_end(void) {
  if (reported) //~ true:covered false:covered
    reported = 2;
}
static void name(void) { reported = 1; }

/* Messages are no end, unless their status says so. */
int main(void) {
  atexit(at_end);
  int n = __VERIFIER_nondet_int();
  warn("%d", n);
  warnx("%s", "text");
  if (n == 1) //~ true:covered false:covered
    err(3, "no %s", "way");
  if (n == 1) //~ true:unreachable false:covered
    return 1;
  if (n == 2) //~ true:covered false:covered
    errx(4, NULL);
  error(0, EINVAL, "%d", n);
  if (error_message_count != 1) //~ true:unreachable false:covered
    return 2;
  error_print_progname = name;
  error(n == 5, 0, "text");
  if (n == 5) //~ true:unreachable false:covered
    return 3;
  error_one_per_line = 1;
  error_at_line(0, 0, "file", 7, "text");
  error_at_line(0, 0, "file", 7, "text");
  error_at_line(0, 0, "file", 8, "text");
  if (error_message_count != 4) //~ true:unreachable false:covered
    return 4;
  return 0;
}
