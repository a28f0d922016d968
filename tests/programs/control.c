/* Loops, switches, gotos, scopes. */
extern void observe(long long);
extern int __VERIFIER_nondet_int(void);

int duff(int n) {
  int count = 0, rounds = (n + 3) / 4;
  switch (n % 4) {
  case 0: do { count++;
  case 3: count++;
  case 2: count++;
  case 1: count++;
    } while (--rounds > 0);
  }
  return count;
}

int classify(int x) {
  switch (x) {
    int shared;
  case -1: return -10;
  case 0: shared = 5; x += shared;
  case 1: x += 10; break;
  case 2 ... 5: x += 100; break;
  default: x = 1000; break;
  case 7: { int y = x; switch (y) { case 7: y = 70; break; default: y = 0; } x = y; }
  }
  return x;
}

int into(int x) {
  int r = 0;
  if (x > 2) goto inside;
  for (int i = 0; i < 3; i++) {
    int k;
    k = i * 2;
    if (0) {
    inside:
      k = 100;
      i = 1;
    }
    r += k + i;
    if (r > 150) goto out;
  }
out:
  return r;
}

int backwards(int n) {
  int s = 0;
again: {
    int v = n;
    s += v;
    if (--n > 0) goto again;
  }
  return s;
}

int nested(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    if (i % 3 == 1) continue;
    for (int j = i;; j++) {
      int t = j * i;
      if (t > 20) break;
      if (t % 2) continue;
      s += t;
      if (j > 10) goto done;
    }
    do {
      s++;
      if (s % 5 == 0) continue;
      s++;
    } while (s % 7);
  }
done:
  while (1) { if (s++ > 200) break; }
  return s;
}

int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }

int odd(unsigned n);
int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

int early(int x) { if (x) { int y = x; return y + 1; } else return 7; }

unsigned long long wide(unsigned long long v) {
  switch (v) { case 0x100000000ULL: return 1; case 0: return 2; case ~0ULL: return 3; }
  return 4;
}

int statics(void) { static int count = 3; static int *p = &count; return ++*p; }

int elvis(int x) { return x ?: -1; }

int main(void) {
  for (int i = 0; i < 10; i++) observe(duff(i));
  for (int i = -2; i < 9; i++) observe(classify(i));
  for (int i = 0; i < 5; i++) observe(into(i));
  observe(backwards(5)); observe(nested(6)); observe(nested(12)); observe(fact(10));
  observe(even(10)); observe(odd(10)); observe(early(0)); observe(early(3));
  observe(wide(0)); observe(wide(0x100000000ULL)); observe(wide(-1)); observe(wide(1));
  observe(statics()); observe(statics()); observe(elvis(0)); observe(elvis(4));
  int *ptrs[3];
  for (int i = 0; i < 3; i++) { int local = i; ptrs[i] = &local; observe(*ptrs[i]); }
  int x = __VERIFIER_nondet_int();
  if (x > 0) observe(1); else if (x < -100) observe(2); else { if (x) observe(3); }
  int n = 5;
  int vla[n]; for (int i = 0; i < n; i++) vla[i] = i * i;
  observe(sizeof vla); observe(vla[3]); n = 9; observe(sizeof vla);
  for (;;) { if (n-- < 3) break; }
  observe(n);
  do ; while (n++ < 10);
  observe(n);
  int k = 0;
  while (k < 10 && __VERIFIER_nondet_int() > -250) k++;
  observe(k);
  if (k && (k = 4, k > 3) || k++) observe(k);
  return 3 - 3;
}
