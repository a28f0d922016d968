#include <string.h>
extern char __VERIFIER_nondet_char(void);
static const char *at;
static int term(void);
static int expression(void) { int value = term(); while (*at == '+' || *at == '-') { char op = *at++; int right = term(); value = op == '+' ? value + right : value - right; } return value; }
static int term(void) {
  if (*at == '(') { at++; int value = expression(); if (*at == ')') at++; return value; }
  int value = 0;
  while (*at >= '0' && *at <= '9') value = value * 10 + (*at++ - '0');
  return value;
}
int main(void) {
  char text[33];
  for (int i = 0; i < 32; i++) text[i] = __VERIFIER_nondet_char();
  text[32] = 0;
  at = text;
  int value = expression();
  if (strlen(text) > 20 && value == 77) return 1;
  return 0;
}
