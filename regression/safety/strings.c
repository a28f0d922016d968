// gotcha: verify --property valid-deref
// verdict: false(valid-deref)
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);

int main(void)
{
    char *heap = malloc(4), *copy = malloc(4);
    char full[4] = { 'a', 'b', 'c', 'd' };
    char text[8] = "abc";
    int n = __VERIFIER_nondet_int();
    heap[0] = __VERIFIER_nondet_char();
    heap[1] = 'x';
    heap[2] = 0;
    heap[3] = 'z';
    switch (__VERIFIER_nondet_int()) {
    case 0: n = strlen(heap); break; //~ HOLDS
    case 1: n = strlen(full); break; //~ one:VIOLATED
    case 2: n = strnlen(full, 4); break; //~ HOLDS
    case 3: strcpy(copy, text); break; //~ HOLDS
    case 4: strcpy(copy, "four"); break; //~ one:VIOLATED
    case 5: n = strcmp(heap, "ax"); break; //~ HOLDS
    case 6: n = strcmp(full, "abcd"); break; //~ one:VIOLATED
    case 7: n = strncmp(full, "abcd", 4); break; //~ HOLDS
    case 8: n = memcmp(full, "abcdef", 5); break; //~ one:VIOLATED
    case 9: memcpy(heap, text, n & 7); break; //~ one:VIOLATED
    case 10: memcpy(heap, text, n & 3); break; //~ HOLDS
    case 11: memset(copy, 0, 4); break; //~ HOLDS
    case 12: memset(copy + 1, 0, 4); break; //~ one:VIOLATED
    case 13: strcat(text, "defg"); break; //~ HOLDS
    case 14: strcat(text, "defgh"); break; //~ one:VIOLATED
    case 15: n = strchr(heap, 'q') != 0; break; //~ HOLDS
    case 16: if (n < 0) heap = 0; n = strlen(heap); break;
    case 17: memcpy(copy, 0, 0); break;
    }
    return n == 3;
}
