// gotcha: verify --property uninitialised
// verdict: false(uninitialised)
// unseen by sanitizers: no sanitizer of gcc knows what was written
// Records go into functions and come out of them with what was never written in them.
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct pair {
  int first, second;
};

static struct pair make(int n) {
  struct pair p;
  p.first = n;
  if (n > 7)
    p.second = n;
  return p;
}

static int first_of(struct pair p) { return p.first; } //~ HOLDS

static int second_of(struct pair p) { return p.second; } //~ VIOLATED

static struct pair all;

int main(void) {
  int n = __VERIFIER_nondet_int();
  struct pair p = make(n), *q = malloc(sizeof *q);
  p.first += 1 & n; //~ HOLDS
  *q = p;
  all = *q;
  free(q);
  switch (n & 15) {
  case 0: return all.first; //~ HOLDS
  case 1: return all.second; //~ VIOLATED
  case 2: return first_of(p);
  case 3: return second_of(p);
  case 4: {
    int x;
    printf("%d\n", x); //~ VIOLATED
    return 0;
  }
  case 5: {
    char text[3];
    text[0] = '1';
    return atoi(text); //~ UNKNOWN
  }
  case 6: {
    char text[3];
    text[0] = '1';
    text[1] = 0;
    return atoi(text); //~ HOLDS
  }
  case 7: {
    int number;
    if (scanf("%d", &number) != 1) //~ HOLDS
      return 1;
    return number; //~ HOLDS
  }
  }
  return n > 7 ? all.second : 0; //~ HOLDS
}
