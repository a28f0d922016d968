// gotcha: cover --timeout 8s
// verdict: incomplete(
#include <stdio.h>
#include <sys/ioctl.h>

/* An unknown call may move the position: what `ftell` says and what comes next is not known behind it. */
int main(void) {
  FILE *f = fopen("a", "r");
  if (!f || fgetc(f) == EOF) //~ covered
    return 1;
  int n;
  ioctl(fileno(f), 0x541b, &n);
  if (ftell(f) == 1) //~ undecided
    return 2;
  return 0;
}
