// gotcha: verify --property builtin
// verdict: false(builtin)
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned long y = __VERIFIER_nondet_ulong();
  int sum = 0;
  sum += __builtin_clz(x);                     //~ VIOLATED
  sum += __builtin_ctz(x & 0xf0);              //~ VIOLATED
  sum += __builtin_clzl(y);                    //~ VIOLATED
  sum += __builtin_ctzl(y);                    //~ VIOLATED
  sum += __builtin_clzll((unsigned long long)y >> 8); //~ VIOLATED
  sum += __builtin_ctzll(y);                   //~ VIOLATED
  sum += __builtin_clz(x | 1);                 //~ HOLDS
  sum += x ? __builtin_ctz(x) : 32;            //~ HOLDS
  sum += y && __builtin_clzl(y) > 3;           //~ HOLDS
  sum += __builtin_popcount(x) + __builtin_ffs((int)x);
  return sum;
}
