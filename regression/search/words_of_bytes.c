// gotcha: cover --timeout 10s
// verdict: complete
// solvers: embedded (a remainder of each byte, which others need long for)
// A function delivers bytes, which are compared with words and summed up.
char __VERIFIER_nondet_char(void);
int strcmp(const char *, const char *);

int main(void) {
  char line[24];
  unsigned sum = 1;
  for (int i = 0; i < 23; i++) {
    line[i] = __VERIFIER_nondet_char();
    if (!line[i])
      break;
    sum = (sum * 31 + (unsigned char)line[i]) % 65521;
    if (line[i] == '\n')
      line[i] = 0;
  }
  line[23] = 0;
  if (strcmp(line, "subscribe") == 0) { //~ true:COVERED
    if (sum != 7) //~ true:COVERED
      return 1;
  }
  if (strcmp(line, "unsubscribe") == 0) //~ true:COVERED
    return 2;
  return 0;
}
