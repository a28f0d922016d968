// gotcha: verify --property unreach-call --malloc-may-fail
// verdict: false(unreach-call)
// unseen by sanitizers: nothing undefined happens
#include <errno.h>
#include <stdlib.h>
void reach_error(void) {}

int main(void)
{
    errno = 0;
    char *p = malloc(8);
    if (!p && errno != ENOMEM)
        reach_error(); //~ HOLDS
    if (p && errno)
        reach_error(); //~ HOLDS
    if (errno == ENOMEM)
        reach_error(); //~ VIOLATED
    return 0;
}
