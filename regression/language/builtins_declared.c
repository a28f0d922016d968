// gotcha: cover --criterion branch
// verdict: complete
// Old tools write declarations of what the compiler knows by itself.
extern long __builtin_expect(long, long);
extern void *__builtin_memcpy(void *, const void *, unsigned long);
unsigned long __builtin_strlen(const char *);
int __builtin_popcount(unsigned);
void __builtin_trap(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y;
  if (__builtin_expect(x > 3, 0L)) { //~ true:covered false:covered
    __builtin_memcpy(&y, &x, sizeof y);
    if (y != x) //~ true:unreachable false:covered
      return 1;
  }
  if (__builtin_strlen("abc") != 3) //~ true:unreachable false:covered
    return 2;
  if (__builtin_popcount(x) == 32 && x != ~0u) //~ true:unreachable false:covered
    __builtin_trap();
  return 0;
}
