// gotcha: verify --property vla-bound
// verdict: false(vla-bound)
extern int __VERIFIER_nondet_int(void);
int f(int n, int a[n], int (*p)[n]) { return a[0] + (*p)[0]; } //~ VIOLATED
int main(void){
  int n = __VERIFIER_nondet_int();
  if (n > 10) return 0;
  int b[10] = {0};
  int k = __VERIFIER_nondet_int();
  if (k == 1) { int a[n]; a[0]=1; return a[0]; } //~ VIOLATED
  if (k == 2) { typedef int T[n]; return sizeof(T); } //~ VIOLATED
  if (k == 3) return sizeof(int[n]); //~ VIOLATED
  if (k == 4) return (*(int(*)[n])b)[0]; //~ VIOLATED
  if (k == 5) return f(n, b, &b);
  if (k == 6) { unsigned char c = n; int a[c]; return sizeof a; } //~ VIOLATED
  if (n > 0 && k == 7) { int a[n][n+1]; return sizeof a; } //~ HOLDS
  if (k == 8) { int m = n < 1 ? 1 : n; int a[m]; return sizeof a; } //~ HOLDS
  return 0;
}
