// gotcha: verify --property valid-memsafety
// verdict: false(valid-deref)
// The outer loop ends with the inner one, and nothing ends the last word.
char __VERIFIER_nondet_char(void);

int main(void) {
  char in[64], out[64];
  for (int i = 0; i < 63; i++)
    in[i] = __VERIFIER_nondet_char();
  in[63] = 1;
  for (int i = 0; in[i];) {
    while (in[i] == ' ')
      i++;
    while (in[i] && in[i] != ' ') {
      out[i] = in[i];
      i++;
    }
  }
  return 0;
}
