// gotcha: cover --entry command --lazy-inputs --timeout 10s
// solvers: embedded (the search finds what is asked for)
// verdict: complete
// Commands of more than four characters, in capitals or not, one after the other: folding by a table is hard for solvers, and the program says which words it knows.
static unsigned char folded[256];

static int same(const char *a, const char *b, int n) {
  while (n-- > 0 && *a && folded[(unsigned char)*a] == folded[(unsigned char)*b]) {
    a++;
    b++;
  }
  return n < 0;
}

int command(const char *text) {
  if (!text)
    return 0;
  for (int c = 0; c < 256; c++)
    folded[c] = c >= 'A' && c <= 'Z' ? c + 32 : c;
  int n = 0;
  while ((text[n] >= 'a' && text[n] <= 'z') || (text[n] >= 'A' && text[n] <= 'Z'))
    n++;
  if (n == 7 && same(text, "explain", 7)) { //~ true:COVERED
    if (text[7] == ' ' && same(text + 8, "create", 6)) //~ true:COVERED
      return 1;
    return 2;
  }
  if (n == 6 && same(text, "create", 6)) //~ true:COVERED
    return 3;
  return 4;
}
