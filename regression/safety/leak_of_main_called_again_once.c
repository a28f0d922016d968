// gotcha: verify --property memory-leak
// verdict: false(memory-leak)
// Memory that the first of three calls of main leaves behind.
#include <stdlib.h>

static int depth;

int main(void) //~ VIOLATED
{
    int *mine = malloc(sizeof *mine);
    if (depth++ < 2)
        main();
    if (depth-- > 1)
        free(mine);
    return 0;
}
