// gotcha: verify --property unsequenced
// verdict: false(unsequenced)
// unseen by sanitizers: compilers warn of what the text shows
extern int __VERIFIER_nondet_int(void);
struct s { int n; int m; char buf[8]; unsigned f : 3, g : 3; };
static int id(int x) { return x; }
static int two(int x, int y) { return x + y; }
static int glob;
static int bump(void) { return ++glob; }
int main(void) {
  int k = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int() & 3, j = __VERIFIER_nondet_int() & 3, n = 0;
  int a[8] = {0}, *p = &i, *q = a; struct s s = {0}, *t = &s;
  switch (k) {
  case 0: i = i++; break; //~ VIOLATED
  case 1: a[i] = i++; break; //~ VIOLATED
  case 2: n = two(i, i++); break; //~ VIOLATED
  case 3: n = n + n++; break; //~ VIOLATED
  case 4: a[i]++ + a[j]; break; //~ VIOLATED
  case 5: n = a[i] = a[j] = 3; break; //~ VIOLATED
  case 6: n = (*p)++ + i; break; //~ VIOLATED
  case 7: i = i + 1; break;
  case 8: i = (i++, 5); break;
  case 9: i = id(i++); break;
  case 10: *q++ = *q; break; //~ VIOLATED
  case 11: t->buf[t->n++] = 'a'; break; //~ HOLDS
  case 12: n = i++ && i++; break;
  case 13: n = i ? i++ : 3; break;
  case 14: n = (i ? i++ : 3) + i; break; //~ VIOLATED
  case 15: n = bump() + glob; break;
  case 16: n = bump() + bump(); break;
  case 17: n = i++ + j++; break;
  case 18: n = t->f++ + t->g++; break;
  case 19: n = t->f++ + s.f; break; //~ VIOLATED
  case 20: n = s.n++ + s.m; break;
  case 21: n = a[0]++ + a[1]; break;
  case 22: n = (i += 1) + (i -= 1); break; //~ VIOLATED
  case 23: if (i++ < i) n = 1; break; //~ VIOLATED
  case 24: n = j && i++ + i; break; //~ VIOLATED
  case 25: i = ++i + 1; break; //~ VIOLATED
  case 26: n = ({ int x = i; x++; x; }) + i; break;
  case 27: for (i = 0; i < 4; a[i] = i++); break; //~ VIOLATED
  case 28: { int m = i++ + i; n = m; break; } //~ VIOLATED
  case 29: n = __sync_fetch_and_add(&i, 1) + i; break;
  case 30: q[i] = q[j]++; break; //~ VIOLATED
  case 31: return i++ + i; //~ VIOLATED
  case 32: n += i; a[i++] = n; break;
  case 33: i = i++ & 0; break; //~ VIOLATED
  }
  return n;
}
