#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char **word;
static void fail(const char *why) { fprintf(stderr, "expr: %s\n", why); exit(2); }
static long sum(void);
static long atom(void) {
#if BUG == 4
#else
  if (!*word) fail("missing operand");
#endif
  if (!strcmp(*word, "(")) {
    word++;
    long v = sum();
#if BUG == 3
    if (strcmp(*word, ")")) fail("expected )");
#else
    if (!*word || strcmp(*word, ")")) fail("expected )");
#endif
    word++;
    return v;
  }
  char *end;
  long v = strtol(*word, &end, 10);
  if (end == *word || *end) fail("not a number");
  word++;
  return v;
}
static long product(void) {
  long v = atom();
  while (*word && (!strcmp(*word, "*") || !strcmp(*word, "/") || !strcmp(*word, "%"))) {
    char op = **word++;
    long w = atom();
    if (op == '*') { if (__builtin_mul_overflow(v, w, &v)) fail("overflow"); continue; }
#if BUG == 1
#else
    if (w == 0) fail("division by zero");
#endif
#if BUG == 2
#else
    if (w == -1) { if (op == '%') v = 0; else if (__builtin_sub_overflow(0L, v, &v)) fail("overflow"); continue; }
#endif
    v = op == '/' ? v / w : v % w;
  }
  return v;
}
static long sum(void) {
  long v = product();
  while (*word && (!strcmp(*word, "+") || !strcmp(*word, "-"))) {
    char op = **word++;
    long w = product();
    if (op == '+' ? __builtin_add_overflow(v, w, &v) : __builtin_sub_overflow(v, w, &v)) fail("overflow");
  }
  return v;
}
int main(int argc, char **argv) {
  if (argc < 2) fail("missing operand");
  word = argv + 1;
  long v = sum();
  if (*word) fail("syntax error");
  printf("%ld\n", v);
  return v == 0;
}
