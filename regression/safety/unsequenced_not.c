// gotcha: verify --property unsequenced
// verdict: true
extern int __VERIFIER_nondet_int(void);
struct s { int n, m; char buf[8]; unsigned f : 3, g : 3; };
static int id(int x) { return x; }
static int glob;
static int bump(void) { return ++glob; }
static void copy(char *to, const char *from) { while ((*to++ = *from++)); }

int main(void) {
  int i = __VERIFIER_nondet_int() & 3, j = __VERIFIER_nondet_int() & 3, n = 0;
  int a[8] = {0}, *p = &a[4], *q = a;
  struct s s = {0}, *t = &s;
  char from[4] = "abc", to[4];
  switch (__VERIFIER_nondet_int()) {
  case 0: n = (*p)++ + i; break;
  case 1: i = i + 1; break;
  case 2: i = (i++, 5); break;
  case 3: i = id(i++); break;
  case 4: t->buf[t->n++] = 'a'; break; //~ HOLDS
  case 5: n = i++ && i++; break;
  case 6: n = bump() + glob + bump(); break;
  case 7: n = i++ + j++; break;
  case 8: n = t->f++ + s.g++; break;
  case 9: n = *q++ + *p++; break;
  case 10: if (i != j) n = a[i]++ + a[j]; break; //~ HOLDS
  case 11: if (i != j) n = (a[i] = 1) + (a[j] = 2); break; //~ HOLDS
  case 12: copy(to, from); break;
  case 13: n = i ? i++ : i--; break;
  case 14: q[i] = p[j]++; break; //~ HOLDS
  case 15: for (i = 0; i < 4; i++) a[i] = i; break;
  case 16: n = *(p = a, p + 1) + 1; break;
  }
  return n;
}
