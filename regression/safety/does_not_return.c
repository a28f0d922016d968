// gotcha: verify --property unreachable
// verdict: false(unreachable)
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);
_Noreturn void exit(int);
_Noreturn static void stop(int status) { if (status > 100) exit(status); } // unseen by sanitizers (they name the call) //~ VIOLATED
int main(void) { int x = __VERIFIER_nondet_int(); if (x > 10) stop(x + 90); if (x < -5) __builtin_unreachable(); if (x == 5) stop(x); return 0; } //~ VIOLATED
