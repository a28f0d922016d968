int wide(long x) { return x; }
int pointer(char *p) { return p == 0; }
int real(double x) { return x; }
int single(float x) { return x; }
int narrow(c)
  char c;
{
  return c;
}
