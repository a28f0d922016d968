// gotcha: verify --property pointer,bounds --unwind 5
// verdict: false(
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct rec { int a[4]; };
struct rec make(int x){ struct rec r = {{x}}; return r; }
int *ret_local(void){ int x = 1; int *p = &x; return p; }
int *ret_param(int y){ int *p = &y; return p; }
int *ret_alloca(void){ return __builtin_alloca(8); }
int *ret_vla(int n){ int a[n]; a[0]=1; int *p = a; return p; }
int *ret_compound(void){ int *p = (int[]){1,2}; return p; }
int *keep;
void store_local(void){ int z = 3; keep = &z; }
int main(void){
    int n = 0; int *p = 0;
    switch(__VERIFIER_nondet_int()){
    case 0: { { int y = 1; p = &y; } n = *p; break; } //~ one:VIOLATED
    case 1: p = ret_local(); n = *p; break; //~ one:VIOLATED
    case 2: p = ret_param(3); n = *p; break; //~ one:VIOLATED
    case 3: p = ret_alloca(); n = *p; break; // unseen by sanitizers (the memory is not poisoned) //~ one:VIOLATED
    case 4: p = ret_vla(3); n = *p; break; // unseen by sanitizers (the memory is not poisoned) //~ one:VIOLATED
    case 5: p = ret_compound(); n = *p; break; //~ one:VIOLATED
    case 6: { { p = (int[]){1,2}; } n = *p; break; } //~ one:VIOLATED
    case 7: p = make(3).a; n = *p; break; // unseen by sanitizers (the memory is not poisoned) //~ one:VIOLATED
    case 8: { p = malloc(4); *p = 1; int *q = realloc(p, 8); n = *p; free(q); break; } //~ one:VIOLATED
    case 9: store_local(); n = *keep; break; //~ one:VIOLATED
    case 10: for (int i = 0; i < 2; i++) { int y; if (i == 1) n = *p; y = i; p = &y; } break; // unseen by sanitizers (the memory is not poisoned) //~ one:VIOLATED
    case 11: { for (int i = 0; i < 2; i++) p = &i; n = *p; break; } //~ one:VIOLATED
    case 12: { if (1) { p = &(int){4}; } n = *p; break; } //~ one:VIOLATED
    case 13: { p = malloc(4); free(p); n = *p; } break; //~ one:VIOLATED
    case 14: { p = malloc(4); *p = 3; free(p); *p = 1; } break; //~ one:VIOLATED
    case 15: goto inside; { int y; inside: y = 1; p = &y; } n = *p; break; //~ one:VIOLATED
    case 16: { int k = 3; { int vla[k]; vla[0] = 1; p = vla; } n = *p; } break; // unseen by sanitizers (the memory is not poisoned) //~ one:VIOLATED
    case 17: { p = ({ int y = 3; &y; }); n = *p; } break; //~ one:VIOLATED
    case 18: n = make(3).a[1]; break;
    case 19: n = *make(3).a; break;
    case 20: { for (int i = 0; i < 2; i++) { if (i) n = *p; p = &(int){i}; } } break; //~ one:VIOLATED
    case 21: { switch(n) { int y; case 0: y = 1; p = &y; } n = *p; } break; //~ one:VIOLATED
    case 22: { p = ret_local(); memcpy(&n, p, 4); } break; //~ one:VIOLATED
    case 23: { char *s = malloc(3); strcpy(s, "ab"); free(s); n = strlen(s); } break; //~ one:VIOLATED
    case 24: { p = malloc(4); free(p); free(p); } break; //~ one:VIOLATED
    case 25: { p = malloc(4); p = realloc(p, 0); n = *p; } break; //~ one:VIOLATED
    }
    return n;
}
