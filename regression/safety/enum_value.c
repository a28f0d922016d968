// gotcha: verify --property enum-value
// verdict: false(enum-value)
// unseen by sanitizers: only those of C++ look at enumerated types
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void *memcpy(void *, const void *, unsigned long);
enum colour { RED, GREEN = 3, BLUE };
enum __attribute__((packed)) small { LOW = -1, HIGH = 1 };
typedef enum { BIG = 0xffffffffu, MORE = 1 } wide;
struct s { enum colour c; enum colour few : 3; };
static enum colour paint(enum colour c) { return c; } //~ VIOLATED
static int number(void) { return __VERIFIER_nondet_int(); }
int main(void) {
  int k = __VERIFIER_nondet_int(), v = __VERIFIER_nondet_int(), n = 0;
  switch (k) {
  case 0: { enum colour c = v; //~ VIOLATED
    n = c; break; }
  case 1: { if (v == 0 || v == 3 || v == 4) { enum colour c = v; n = c; } break; } //~ HOLDS
  case 2: n = paint(v); break; //~ VIOLATED
  case 3: n = (enum colour)v; break; //~ VIOLATED
  case 4: { enum colour c = RED; c++; //~ one:VIOLATED
    break; }
  case 5: { enum colour c = GREEN; c++; n = c; break; } //~ HOLDS
  case 6: { enum colour c = GREEN; c |= BLUE; break; } //~ VIOLATED
  case 7: { enum colour c; *(int *)&c = v; n = c; break; } //~ VIOLATED
  case 8: { struct s s = {v == 3 ? GREEN : RED, BLUE}; n = s.c + s.few; break; } //~ HOLDS
  case 9: { struct s s, t; s.few = v; //~ VIOLATED
    break; }
  case 10: { enum small s = v == 1 ? HIGH : LOW; n = s; break; } //~ HOLDS
  case 11: { enum small s = 0; n = s; break; } //~ VIOLATED
  case 12: { wide w = BIG; n = w == BIG; break; } //~ HOLDS
  case 13: { wide w = v; break; } //~ VIOLATED
  case 14: { enum colour c = number() == 5 ? BLUE : GREEN, *p = &c; if (*p == BLUE) n = 1; break; } //~ HOLDS
  case 15: { enum colour a[2] = {RED, 1}; break; } //~ VIOLATED
  case 16: { unsigned char c = __VERIFIER_nondet_uchar(); enum colour e; memcpy(&e, &c, 1);
    if (c > 4) { switch (e) { case RED: n = 1; break; default: n = 2; } } break; } //~ VIOLATED
  }
  return n;
}
