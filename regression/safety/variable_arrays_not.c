// gotcha: verify --property vla-bound
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static int first(int n, int a[n], int (*p)[n]) { return a[0] + (*p)[0]; } //~ HOLDS
static int in_prototype(int n, int a[n]);

int main(void) {
  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
  int b[10] = {0};
  if (n < 1 || n > 10)
    return 0;
  switch (k) {
  case 0: { int a[n]; a[0] = 1; return a[0]; } //~ HOLDS
  case 1: { typedef int row[n]; return sizeof(row); } //~ HOLDS
  case 2: return sizeof(int[n + 1]); //~ HOLDS
  case 3: return (*(int (*)[n])b)[0]; //~ HOLDS
  case 4: return first(n, b, &b);
  case 5: { unsigned char c = __VERIFIER_nondet_uchar(); int a[c + 1]; return sizeof a; }
  case 6: { int a[n][n + 1]; return sizeof a; } //~ HOLDS
  case 7: { int none[0]; return sizeof none; }
  case 8: for (int i = 1; i < n; i++) { char a[i]; a[i - 1] = 0; } return 0; //~ HOLDS
  }
  return 0;
}
