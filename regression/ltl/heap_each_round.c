// gotcha: ltl --timeout 10s
// verdict: false(ltl)
//@ ltl invariant one: G F "busy == 2";
// What is allocated in a round is freed in it, so the round is one of many like it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct job { int size; struct job *sub; };
int busy;
static struct job *make(int size, struct job *sub)
{
    struct job *j = malloc(sizeof *j);
    j->size = size;
    j->sub = sub;
    return j;
}
int main(void)
{
    for (;;) {
        struct job *j = make(1, make(__VERIFIER_nondet_int() & 3, 0)); //~ VIOLATED
        if (j->sub->size == 3)
            busy = 2;
        else
            busy = j->size;
        free(j->sub);
        free(j);
        busy = 0;
    }
}
