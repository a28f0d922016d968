// gotcha: cover --criterion branch
// verdict: complete
#include <stdlib.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char a[4], d[12];
  for (int i = 0; i < 3; i++) //~ true:covered false:covered
    a[i] = __VERIFIER_nondet_char();
  a[3] = 0;
  if (stpcpy(d, a) - d != (long)strlen(a)) //~ true:unreachable false:covered
    return 1;
  strcat(d, "xy");
  if (strcmp(d, "hixy") == 0 && a[2] != 0) //~ true:unreachable false:covered
    return 2;
  if (strcmp(d, "hixy") == 0) //~ true:covered false:covered
    return 3;
  strncpy(d, a, 6);
  if (d[3] | d[4] | d[5]) //~ true:unreachable false:covered
    return 4;
  char *copy = strdup(a);
  if (strlen(copy) != strlen(a) || memcmp(copy, a, strlen(a) + 1)) //~ true:unreachable false:covered
    return 5;
  strncat(copy, "long", 0);
  free(copy);
  return 0;
}
