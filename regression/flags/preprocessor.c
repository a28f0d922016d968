// gotcha: cover -Wp,-DONE=1,-MD,x.d -DTWO=2 -pthread -O1 -march=haswell -Wl,-DTHREE -m64
// verdict: complete
// goals: 2 covered: 1 unreachable: 1
int main(void) {
#if !defined(_REENTRANT) || !defined(__AVX2__) || defined(THREE) || !defined(__x86_64__)
#error macros
#endif
  int sum = ONE + TWO;
  if (sum == 3) //~ true:covered false:unreachable
    return 1;
  return 0;
}
