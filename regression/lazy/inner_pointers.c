// gotcha: cover --entry f --lazy-inputs --timeout 10s
// verdict: complete
// Of two pointers to characters the second one may lead into what the first one leads to, and as far behind it as anybody likes.
int f(char *begin, char *end) {
  if (end == begin + 1) { //~ true:COVERED false:COVERED
    return 1;
  }
  if (begin && end && end - begin == 3 && begin[2] == 'x') { //~ true:COVERED false:COVERED
    return 2;
  }
  if (begin && end && end - begin == 40) { //~ true:COVERED false:COVERED
    return 3;
  }
  return 0;
}
