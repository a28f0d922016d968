// gotcha: cover --criterion branch --without search --without bmc --without induction --without control-graph --without excursions --without deduction
// verdict: complete
// Graphs alone: what the compiled program computes.
int main(void) {
  unsigned char c = 255;
  c++;
  if (c == 0) c = 200; //~ true:covered false:unreachable arg
  signed char s = (signed char)c;
  if (s < 0) s = -1; //~ true:covered false:unreachable arg
  unsigned u = s;
  if (u > 4000000000u) u = 1u << 31; //~ true:covered false:unreachable arg
  int i = (int)u;
  if (i < 0) i = i >> 31; //~ true:covered false:unreachable arg
  if (i == -1) i = -7 / 2; //~ true:covered false:unreachable arg
  if (i == -3) i = -7 % 2; //~ true:covered false:unreachable arg
  _Bool b = 256;
  if (b == 1) return i; //~ true:covered false:unreachable arg
  return 0;
}
