// gotcha: cover --entry f --lazy-inputs --timeout 10s
// verdict: incomplete(
// How long a text is nobody knows. What no text leads to is proved, what a long one leads to is not called unreachable.
int longer(const char *text, const char *end) {
  int n = 0;
  if (text == 0) { //~ true:UNREACHABLE false:COVERED
    return -1;
  }
  while (*text && text != end) { //~ true:COVERED false:COVERED
    text++;
    n++;
  }
  return n > 30;
}
int f(const char *text, const char *end) {
  int words = 0;
  while (*text) { //~ true:COVERED false:COVERED
    if (*text == 'a') { //~ true:COVERED false:COVERED
      words++;
      if (longer(text, "end")) { //~ true:UNDECIDED false:COVERED
        return 1;
      }
    }
    if (text == end && words == 25) { //~ true:UNDECIDED false:COVERED
      return 2;
    }
    text++;
  }
  return words > 20 ? 3 : 0; //~ true:UNDECIDED false:COVERED
}
