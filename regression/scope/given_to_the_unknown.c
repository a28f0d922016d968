// gotcha: cover
// verdict: incomplete
// Functions that are handed on may be called: by a function without a body, by what is not supported, by the system.
#include <signal.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void elsewhere(void (*)(int));
void keep(void *);

static int state;

static void handed(int x) {
    if (x == 5) //~ true:undecided false:undecided
        state = 1;
}

static void in_a_table(int x) {
    if (x == 6) //~ true:undecided false:undecided
        state = 2;
}

static struct {
    int number;
    void (*call)(int);
} table[2] = {{1, in_a_table}};

static void in_assembler(int x) {
    if (x == 7) //~ true:undecided false:undecided
        state = 3;
}

static void handler(int signal) {
    if (signal == SIGINT) //~ true:undecided false:undecided
        state = 4;
}

static void at_exit(void) {
    if (state == 9) //~ true:covered false:covered
        state = 5;
}

static int nobody(int x) {
    return x ? 1 : 2; //~ unreachable
}

int main(void) {
    atexit(at_exit);
    state = __VERIFIER_nondet_int();
    if (state > 100) { //~ true:covered false:covered
        elsewhere(handed);
        keep(&table);
        signal(SIGINT, handler);
        __asm__ volatile("call %P0" : : "i"(in_assembler) : "memory");
    }
    return 0;
}
