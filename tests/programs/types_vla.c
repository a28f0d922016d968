void observe(long long);
int __VERIFIER_nondet_int(void);
static int n0 = 3; static int bump(void) { return ++n0; }
static int sum1(int n, int a[n]) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
static int sum2(int n, int m, int a[n][m]) { int s = 0; observe(sizeof a[0]); for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j] * (i + 1); return s; }
static int sum3(int n, int m, int (*a)[m]) { observe(sizeof *a); observe((char *)(a + 1) - (char *)a); return a[n - 1][m - 1]; }
static int proto(int n, int a[*][*]); static int proto(int n, int a[n][n]) { return a[n - 1][0]; }
static int stat(int a[static 3], int b[const 2]) { return a[2] + b[1]; }
static int kr(n, a) int n; int a[n][n]; { return a[1][1]; }
static int ret(int n, char s[n * 2][n]) { return sizeof(s[0]) + sizeof(s); }
static int side(int n, int a[bump()]) { return n + n0; }
int main(void) {
  int n = 4; int a[n]; for (int i = 0; i < n; i++) a[i] = i * i; observe(sizeof a); observe(sum1(n, a)); n = 10; observe(sizeof a); observe(sizeof a / sizeof *a);
  int m = 3, k = 2; int b[k][m]; for (int i = 0; i < k; i++) for (int j = 0; j < m; j++) b[i][j] = i * 10 + j; observe(sum2(k, m, b)); observe(sum3(k, m, b)); observe(sizeof b); observe(sizeof b[0]); observe(*(*(b + 1) + 2)); observe((*(b + 1))[1]); observe(1[b][0]); observe(&b[1] - &b[0]); observe((char *)&b[1][0] - (char *)b);
  int (*p)[m] = b; p++; observe((*p)[1]); observe(p[-1][2]); observe(sizeof *p); observe(p - b); int (*q)[k][m] = &b; observe(sizeof *q); observe((*q)[1][2]); observe((char *)(q + 1) - (char *)q);
  int sq[k][k]; sq[0][0] = 1; sq[0][1] = 2; sq[1][0] = 3; sq[1][1] = 4; observe(proto(2, sq)); observe(kr(2, sq)); observe(stat(a, b[1])); observe(ret(3, 0)); observe(side(1, a)); observe(n0);
  typedef int row[m]; m = 100; row r; observe(sizeof r); row rr[2]; observe(sizeof rr); rr[1][2] = 8; observe(*((int *)rr + 5)); typedef char cc[bump()]; cc x, y; observe(sizeof x + sizeof y); observe(n0);
  observe(sizeof(int[bump()])); observe(n0); observe(sizeof(int[bump()][2])); int z = 3; observe(sizeof(char[z++])); observe(z); char vz[z]; observe(sizeof(vz)); observe(sizeof(*&vz)); observe(sizeof(vz[z++])); observe(z); observe(_Alignof(int[z]));
  int total = 0; for (int i = 1; i < 5; i++) { int t[i]; for (int j = 0; j < i; j++) t[j] = j; total += sizeof t + t[i - 1]; } observe(total);
  int c = 0; again:; int lp[c + 1]; lp[c] = c; total += sizeof lp; if (++c < 4) goto again; observe(total); observe(lp[c - 1]);
  { int h[c]; for (int i = 0; i < c; i++) h[i] = i; int *e = h + c; while (e-- != h) observe(*e); if (c > 100) goto out; }
out:;
  __typeof__(a) a2; observe(sizeof a2); a2[3] = 7; observe(a2[3]); __typeof__(int[z]) t3; observe(sizeof t3); __typeof__(b[0]) t4; observe(sizeof t4); __typeof__(&a) pa = &a; observe((*pa)[2]); observe(sizeof *pa); __typeof__(*pa) *pb = pa; observe((*pb)[1]);
  int three[2][k][z]; three[1][1][2] = 5; observe(sizeof three); observe(sizeof three[0]); observe(three[1][1][2]); int (*pt)[k][z] = three + 1; observe(pt[0][1][2]); observe(((int *)three)[k * z + z + 2]);
  int cz[z][3]; cz[1][2] = 4; observe(sizeof cz[0]); observe(cz[1][2]); observe(sizeof cz); char *const names[k]; observe(sizeof names); struct { int a; } sv[k]; sv[1].a = 3; observe(sv[1].a); observe(sizeof sv);
  int cond = __VERIFIER_nondet_int(); int w[cond > 0 ? 3 : 5]; observe(sizeof w); observe(sizeof(w) == (cond > 0 ? 12 : 20)); observe(({ int q2[z]; q2[0] = 9; q2[0] + (int)sizeof q2; })); switch (c) { case 4: { int vs[c]; vs[0] = 1; observe(sizeof vs + vs[0]); } }
  void *vp = b; observe(((int (*)[3])vp)[1][2]); observe((*(int (*)[k][3])vp)[1][1]); int i1 = 0; observe(sizeof(b[i1++])); observe(i1); observe(sizeof b[i1++]); observe(i1); for (int i = 0, vl[z]; i < 1; i++) observe(sizeof vl);
  int *pz[z]; pz[0] = a; observe(pz[0][2]); observe(sizeof pz / sizeof *pz); int (*fp[k])(int, int *); observe(sizeof fp / sizeof fp[0]); fp[0] = sum1; observe(fp[0](2, a)); { long v1[2], v2[k]; v2[1] = 5; v1[1] = 4; observe(v1[1] + v2[1]); }
  return 0;
}
