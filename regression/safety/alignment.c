// gotcha: verify --property alignment
// verdict: false(
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct s { char c; int x; int a[3]; };
struct __attribute__((packed)) p { char c; int x; };
typedef int v4 __attribute__((vector_size(16)));
int main(void)
{
    char *buffer = malloc(128);
    int n = 0, i = __VERIFIER_nondet_int() & 15, *q;
    struct p packed = { 0 }, *pp = &packed;
    struct s *r;
    memset(buffer, 0, 128);
    switch (__VERIFIER_nondet_int()) {
    case 0: n = *(int *)(buffer + i); break; //~ VIOLATED
    case 1: n = *(int *)(buffer + (i & ~3)); break; //~ HOLDS
    case 2: r = (struct s *)(buffer + 1); n = r->c; break; //~ VIOLATED
    case 3: r = (struct s *)(buffer + 1); n = r->x; break; //~ VIOLATED
    case 4: r = (struct s *)(buffer + 1); q = &r->x; break; //~ VIOLATED
    case 5: n = packed.x; break;
    case 6: n = pp->x; break;
    case 7: q = &packed.x; n = *q; break; //~ VIOLATED
    case 8: n = (*(v4 *)(buffer + 8))[0]; break; //~ VIOLATED
    case 9: n = (*(v4 *)(buffer + 16))[0]; break; //~ HOLDS
    case 10: n = __atomic_load_n((int *)(buffer + 2), 5); break; // unseen by sanitizers (they do not watch atomic operations) //~ VIOLATED
    case 11: memcpy(&q, &(char *){buffer + 1}, sizeof q); *q = 1; break; //~ VIOLATED
    case 12: *(short *)(buffer + 1) = 3; break; //~ VIOLATED
    case 13: *(double *)(buffer + 4) = 3; break; //~ VIOLATED
    case 14: r = (struct s *)(buffer + 2); n = r->a[1]; break; //~ VIOLATED
    case 15: (void)*(int *)(buffer + 1); break; //~ VIOLATED
    case 16: ++*(int *)(buffer + 1); break; //~ VIOLATED
    case 17: *(struct s *)(buffer + 1) = (struct s){ 0 }; break; //~ VIOLATED
    case 18: __atomic_fetch_add((int *)(buffer + 2), 1, 5); break; // unseen by sanitizers (they do not watch atomic operations) //~ VIOLATED
    case 19: __sync_fetch_and_add((int *)(buffer + 2), 1); break; // unseen by sanitizers (they do not watch atomic operations) //~ VIOLATED
    }
    return n;
}
