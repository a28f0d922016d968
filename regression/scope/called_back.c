// gotcha: cover
// verdict: complete
// goals: 10 covered: 7 unreachable: 3
// Called through pointers: by the library, by way of memory, before main.
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : 1; //~ true:covered false:covered
}

static int ready;
__attribute__((constructor)) static void prepare(void) {
    if (!ready) //~ true:covered false:unreachable
        ready = 1;
}

static int add(int x) {
    return x > 0 ? x + 1 : 0; //~ true:covered false:covered
}

static int (*table[])(int) = {add, 0};
static int (*copied[2])(int);

static int nobody(int x) {
    return x ? 1 : 2;
}
static int (*unread)(int) = nobody;

int main(void) {
    int numbers[2] = {__VERIFIER_nondet_int(), 3};
    qsort(numbers, 2, sizeof *numbers, compare);
    memcpy(copied, table, sizeof table);
    if (numbers[0] == 1) //~ true:covered false:covered
        return copied[0](numbers[1]);
    unread = nobody;
    return copied[0](numbers[0]);
}
