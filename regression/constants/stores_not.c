// gotcha: verify
// verdict: true

// Stores into objects that are not constant: members and elements that are, volatile objects, literals of objects that can change, copies of literals.

#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct mixed { const int a; int b; };
struct mixed mixed = {1, 2};
const char *names[] = {"a", "b"};
const volatile int port = 3;
int *literal = (int[]){1, 2};
char text[] = "abc";
const int *movable = &mixed.a;
const int source[4] = {1, 2, 3, 4};

static void fill(char *to, const char *from) {
    while ((*to++ = *from++)) {}
}

int main(void) {
    int i = __VERIFIER_nondet_int();
    int target[4];
    char copy[8];
    char *chosen = i ? copy : text;
    names[1] = "c";
    mixed.b = 5;
    *(int *)&mixed.a = 6;
    *(int *)&port = 4; // seen by sanitizers alone (clang puts volatile constants where nobody can write)
    literal[1] = 3;
    text[0] = 'x';
    movable = source;
    memcpy(target, source, sizeof target);
    memset((void *)source, 0, 0);
    fill(chosen, "xyz");
    strcpy(copy, "12");
    target[i & 3] = 9;
    assert(mixed.a == 6 && mixed.b == 5 && port == 4 && literal[1] == 3 && text[0] == 'x' && *movable == 1);
    assert(target[i & 3] == 9 && names[1][0] == 'c' && copy[1] == '2');
    return 0;
}
