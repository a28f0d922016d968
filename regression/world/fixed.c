// gotcha: cover --fix argv=-n --fix stdin=a\x62 --fix file(cfg)=x=1\n --fix env(HOME)=/h
// verdict: incomplete(depends on an indeterminate value
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One world, in which only what else the program asks for is open. Reading may always fail. */
int main(int argc, char **argv) {
  if (argc != 2) //~ true:unreachable false:covered
    return 1;
  if (strcmp(argv[1], "-n")) //~ true:unreachable false:covered
    return 2;
  if (strcmp(getenv("HOME"), "/h")) //~ true:unreachable false:covered
    return 3;
  FILE *f = fopen("cfg", "r"), *g = fopen("other", "r");
  if (g) //~ covered
    return 4;
  int c = f ? getc(f) : EOF; //~ true:covered
  if (c != EOF && c != 'x') //~ true:unreachable false:covered
    return 5;
  c = getchar();
  if (c != EOF && c != 'a') //~ true:unreachable false:covered
    return 6;
  c = getchar();
  if (c != EOF && c != 'a' && c != 'b') //~ true:unreachable false:covered
    return 7;
  return 0;
}
