// gotcha: verify --property bool-value
// verdict: false(bool-value)
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
void *memcpy(void *, const void *, unsigned long);
union u { _Bool b; unsigned char c; };
struct s { _Bool b; int n; };
static _Bool plain;
int main(void) {
  int k = __VERIFIER_nondet_int(); unsigned char c = __VERIFIER_nondet_uchar();
  int n = 0;
  plain = c;
  switch (k) {
  case 0: { union u u; u.c = c; n = u.b; break; } //~ VIOLATED
  case 1: { union u u; u.c = c & 1; n = u.b; break; } //~ HOLDS
  case 2: { _Bool b = 0; *(unsigned char *)&b = c; n = b; break; } //~ VIOLATED
  case 3: { struct s s, t = {0}; memcpy(&s, &c, 1); t = s; n = t.b; break; } //~ VIOLATED
  case 4: { if (c < 2) n = *(_Bool *)&c; break; } //~ HOLDS
  case 5: { n = *(_Bool *)&c; break; } //~ VIOLATED
  case 6: n = plain; break;
  case 7: { _Bool b = __VERIFIER_nondet_bool(); n = b; break; }
  case 8: { _Bool b = c, *p = &b; n = *p; break; } //~ HOLDS
  case 9: { struct s s = {c, 3}, *p = &s; n = p->b; break; } //~ HOLDS
  }
  return n;
}
