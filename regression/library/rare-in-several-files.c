// gotcha: cover
// verdict: complete
// goals: 4 covered: 4 unreachable: 0 undecided: 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);

static void done(void) {}

/* What hardly ever happens is told by a function of each file of models: runs take the usual way through all of them. */
int main(void) {
  char text[8];
  fputs("text", stdout);
  printf("%s", "text");
  strcpy(text, "text");
  printf("%s", text);
  usleep(1);
  atexit(done);
  if (__VERIFIER_nondet_int() == 3) //~ covered
    return 1;
  if (__VERIFIER_nondet_int() == 4) //~ covered
    return 2;
  return 0;
}
