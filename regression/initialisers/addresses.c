// gotcha: verify
// verdict: true

// What the compiler and the linker compute of addresses, and functions that the compiler computes.

#include <stddef.h>
#include <string.h>

extern void __VERIFIER_assert(int);

struct s { int a, b[3]; };

static int function(void) { return 3; }
int object, other, array[5];
struct s record;

unsigned char offset = (unsigned char)(long)&((struct s *)0)->b[2];
long distance = (char *)&((struct s *)16)->b[1] - (char *)16;
long elements = &array[4] - array;
long bytes = (long)&array[4] - (long)array;
int *inside = (int *)((char *)array + 8);
long moved = (long)array + 4;
int *reduced = &array[5] - 1;
int not_null = &array[1] ? 1 : 2, is_null = !&array[1], same = &array[1] == array + 1, different = &object == &other;
_Bool truth = array;
int (*call)(void) = sizeof(int) == 4 ? function : 0;
int *part = &record.b[1];
int too_far = 1 << 32, sign = -1 >> 40;

int length = strlen("abc") + sizeof "ab";
int zeros = __builtin_clz(1), ones = __builtin_popcount(255), swapped = __builtin_bswap32(1), order = strcmp("a", "b") < 0;
double root = __builtin_sqrt(4.0), size = __builtin_fabs(-2.5);

int main(void) {
    __VERIFIER_assert(offset == 12 && distance == 8 && elements == 4 && bytes == 16);
    __VERIFIER_assert(inside == array + 2 && moved == (long)&array[1] && reduced == array + 4);
    __VERIFIER_assert(not_null == 1 && is_null == 0 && same == 1 && different == 0 && truth && call() == 3);
    __VERIFIER_assert(part == &record.b[1] && too_far == 0 && sign == -1);
    __VERIFIER_assert(length == 6 && zeros == 31 && ones == 8 && swapped == 0x1000000 && order == 1);
    __VERIFIER_assert(root == 2 && size == 2.5);
    static void *labels[] = {&&first, &&second};
    static const int jump = &&second - &&first;
    __VERIFIER_assert(labels[1] == labels[0] + jump);
    goto *labels[1];
first:
    __VERIFIER_assert(0);
second:
    return 0;
}
