// gotcha: cover --criterion branch
// verdict: incomplete(
extern int __VERIFIER_nondet_int(void);
int global;
__asm__(".globl symbol\n symbol: .long 0");
int renamed(int x) __asm__("original");
int counter __asm__("counting") = 3;

int original(int x) { return x + 2; }

int main(void) {
  int x = __VERIFIER_nondet_int(), y = 1, z = 4;
  __asm__ volatile("" ::: "memory");
  asm("nop");
  asm("");
  if (y == 1 && z == 4) //~ false:unreachable
    global = 1;
  /* Empty templates tie operands together. */
  asm volatile("" : "+r"(x), "=r"(y) : "1"(x));
  if (x != y) //~ true:unreachable
    return 1;
  /* An output is arbitrary, in both forms; inputs are not. */
  __asm__ __volatile__("addl %1, %0" : "+r"(z) : "r"(y) : "cc");
  if (y != x) //~ true:unreachable
    return 2;
  if (z == 12345) //~ true:undecided
    return 3;
  unsigned low, high;
  asm volatile("rdtsc" : "=a"(low), [up] "=d"(high));
  if (low == 7 && high == 9) //~ true:undecided
    return 4;
  /* What pointers reach is arbitrary if memory is clobbered. */
  int a = 5, b = 6;
  asm volatile("movl $1, (%0)" : : "r"(&a) : "memory");
  if (b != 6) //~ true:unreachable
    return 5;
  if (a == 5) //~ true:undecided
    return 6;
  if (renamed(40) != 42) //~ true:unreachable
    return 7;
  return 0;
}
