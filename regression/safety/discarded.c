// gotcha: verify --property pointer,bounds --unwind 3
// verdict: false(
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct s { int x; int a[4]; struct s *next; };
int main(void){
    int x=1; int *p = __VERIFIER_nondet_int() ? &x : 0;
    struct s r = {0}; struct s *q = __VERIFIER_nondet_int() ? &r : 0;
    int a[4] = {0}; int i = __VERIFIER_nondet_int();
    volatile int *v = p;
    switch(__VERIFIER_nondet_int()){
    case 0: *p; break; //~ one:VIOLATED
    case 1: q->x; break; //~ one:VIOLATED
    case 2: (void)*p; break; //~ one:VIOLATED
    case 3: a[i]; break; //~ VIOLATED
    case 4: (*p, x); break; //~ one:VIOLATED
    case 5: x ? *p : 0; break; //~ one:VIOLATED
    case 6: x = (*p, 3); break; //~ one:VIOLATED
    case 7: (void)(*p + 1); break; //~ one:VIOLATED
    case 8: *q; break; // unseen by sanitizers (the compiler loads nothing) //~ one:VIOLATED
    case 10: if (q) q->next->x; break; //~ one:VIOLATED
    case 11: *v; break; //~ one:VIOLATED
    case 12: if (p) p[i]; break; // unseen by sanitizers (the compiler loads nothing) //~ one:VIOLATED
    case 13: (void)(x && *p); break; //~ one:VIOLATED
    case 14: (void)(!*p); break; //~ one:VIOLATED
    case 15: for (*p; x < 0; *p) ; break; //~ one:VIOLATED
    case 16: if (*p, x) ; break; //~ one:VIOLATED
    case 17: x = ({ *p; 3; }); break; //~ one:VIOLATED
    case 18: q->a; break; //~ VIOLATED
    case 19: &q->x; break; //~ VIOLATED
    case 20: (void)&*p; break;
    case 21: x = sizeof *p; break;
    case 22: x = sizeof (q->a[i]); break;
    case 23: (void)*q; break; // unseen by sanitizers (the compiler loads nothing) //~ one:VIOLATED
    case 24: (void)(x ? *q : r); break; //~ one:VIOLATED
    case 25: &q->a[i]; break; //~ VIOLATED
    case 26: { int *z = &q->x; (void)z; } break; //~ VIOLATED
    case 27: *&*p; break; //~ one:VIOLATED
    case 28: (void)(long)*p; break; //~ one:VIOLATED
    case 29: *p ? 1 : 2; break; //~ one:VIOLATED
    case 30: (x, *p); break; //~ one:VIOLATED
    case 31: x ? x : *p; break;
    case 32: *p ?: 3; break; //~ one:VIOLATED
    case 33: *p == 3; break; //~ one:VIOLATED
    case 34: (char)(*p); break; //~ one:VIOLATED
    case 35: -*p; break; //~ one:VIOLATED
    case 36: switch((*p, 3)) {} break; //~ one:VIOLATED
    case 37: while (*p, 0) ; break; //~ one:VIOLATED
    case 38: __real__ *p; break; //~ one:VIOLATED
    case 39: x = x ? (*p, 1) : 2; break; //~ one:VIOLATED
    }
    return 0;
}
