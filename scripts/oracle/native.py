"""Native runs of generated programs: inputs come from the command line, what is observed goes to standard output."""

from oracle.generator.types import FLOATS, INTEGERS

OBSERVE = """
#undef main
#include <stdio.h>
#include <stdlib.h>
void observe(unsigned long long value) { printf("observe(%llu)\\n", value); fflush(stdout); }
static char **words;
static const char *word(void)
{
    if (*words == 0) exit(98);
    return *words++;
}
static unsigned long long integer(const char *text)
{
    return *text == '-' ? (unsigned long long)strtoll(text, 0, 0) : strtoull(text, 0, 0);
}
extern int program_main(void);
int main(int argc, char **argv)
{
    words = argv + 1;
    return program_main();
}
"""
# The program as a function, called for all values of its two inputs; its static variables start anew each time.
ENUMERATE = """
#undef main
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int program_main(void);
extern char __data_start, _end;
static struct state { unsigned char values[2]; int position; unsigned char hits[4096][2]; } *state;
void observe(unsigned long long value) {}
void nowhere(void *place) {}
void hit(int number, int side) { state->hits[number][side] = 1; }
unsigned char __VERIFIER_nondet_uchar(void) { return state->values[state->position++ & 1]; }
int main(void)
{
    size_t size = &_end - &__data_start;
    state = calloc(1, sizeof *state);
    char *saved = malloc(size);
    memcpy(saved, &__data_start, size);
    struct state *kept = state;
    for (int a = 0; a < 256; a++)
        for (int b = 0; b < 16; b++) {
            kept->values[0] = a, kept->values[1] = b, kept->position = 0;
            program_main();
            memcpy(&__data_start, saved, size);
            state = kept;
        }
    for (int i = 0; i < 4096; i++)
        for (int side = 0; side < 2; side++)
            if (kept->hits[i][side]) printf("%d %d\\n", i, side);
    return 0;
}
"""


def driver():
    """A file to link with a program whose `main` is renamed `program_main`."""
    functions = []
    for kind in [*INTEGERS, *FLOATS]:
        value = "strtod(word(), 0)" if kind.floating else "integer(word())"
        functions.append(f"{kind.name} __VERIFIER_nondet_{kind.input}(void) {{ return ({kind.name}){value}; }}")
    return OBSERVE + "\n".join(functions) + "\n"
