// gotcha: verify --property memory-leak,valid-memtrack
// verdict: true
// A call of main that is not the first one returns, and the program goes on.
#include <stdlib.h>

static int depth;

int main(void)
{
    int *mine = malloc(sizeof *mine);
    if (depth++ < 2)
        main();
    free(mine);
    return 0;
}
