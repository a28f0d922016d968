// gotcha: cover --criterion branch
// verdict: complete
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
struct cell { int x; char tag; int f[8]; };
struct cell g[64];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 64, j = __VERIFIER_nondet_uint() % 8, k = __VERIFIER_nondet_uint() % 64;
  int v = __VERIFIER_nondet_int();
  g[i].f[j] = v;
  g[i].tag = 7;
  g[k].x = 9;
  if (g[k].x != 9) //~ true:unreachable false:covered
    return 1;
  if (g[i].tag != 7) //~ true:unreachable false:covered
    return 2;
  if (g[k].f[3] == 44) //~ true:covered false:covered
    return v == 44 && i == k ? 3 : 4; //~ true:covered false:unreachable
  struct cell local = g[i];
  if (local.f[j] != v) //~ true:unreachable false:covered
    return 5;
  g[63 - k] = local;
  if (g[63 - k].f[j] == v && g[63 - k].tag == 7 && k != 0) //~ true:covered false:covered
    return 6;
  return 0;
}
