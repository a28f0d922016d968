// gotcha: verify
// verdict: false(pointer)

// Stores into string literals and constant objects, which lie in memory that cannot be written.

#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct pair { int a, b; };
const int number = 5;
static const int array[3] = {1, 2, 3};
const struct pair record = {1, 2};
const int zero;
const char *const names[] = {"a", "b"};
int *const pointer = (int *)&number;
const struct { unsigned low : 4, high : 4; } bits = {1, 2};
int *literal = (int *)(const int[]){1, 2};

int main(void) {
    static const int local = 7;
    int i = __VERIFIER_nondet_int();
    char *text = "abc";
    switch (i) {
    case 0: text[1] = 'x'; break; //~ one:VIOLATED
    case 1: *(int *)&number = 6; break; //~ VIOLATED
    case 2: ((int *)array)[2]++; break; //~ one:VIOLATED
    case 3: ((struct pair *)&record)->b = 3; break; //~ VIOLATED
    case 4: *(int *)&zero = 1; break; //~ VIOLATED
    case 5: *(const char **)names = "c"; break; //~ one:VIOLATED
    case 6: *pointer = 1; break; //~ one:VIOLATED
    case 7: *(int *)&local = 1; break; //~ VIOLATED
    case 8: memcpy((void *)array, &i, sizeof i); break; //~ one:VIOLATED
    case 9: memset(text, 0, 2); break; //~ one:VIOLATED
    case 10: strcpy(text, "x"); break; //~ one:VIOLATED
    case 11: literal[0] = 1; break; //~ one:VIOLATED
    case 12: *(char *)__func__ = 'x'; break; //~ VIOLATED
    case 13: *(unsigned char *)&bits = 1; break; //~ one:VIOLATED
    }
    return 0;
}
