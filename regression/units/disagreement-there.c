double real_result(int x) { return x; }
int real_parameter(double x) { return x; }
int wide_parameter(long x) { return x; }
int wide_result(int x) { return x; }
int second_is_real(double a, int b) { return b; }
int narrow_parameter(int x) { return x; }
long narrow_result(int x) { return x + 0x100000000; }
int sign(int x) { return x; }
int characters(int x) { return x; }
void *address(void *p) { return p; }
double grown(int x) { return x; }
