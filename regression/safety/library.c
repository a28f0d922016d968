// gotcha: verify --property library --unwind 12
// verdict: false(
// unseen by sanitizers: gcc's look at none of this
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);

static int compare(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
static int (*through)(int) = toupper;

int main(void)
{
    char c = __VERIFIER_nondet_char(), text[8] = "12";
    int n = 0, i = __VERIFIER_nondet_int();
    FILE *f = stdout, *g = NULL;
    void *p;
    switch (__VERIFIER_nondet_int()) {
    case 0: n = isalpha(c); break; //~ VIOLATED
    case 1: n = isalpha((unsigned char)c); break; //~ HOLDS
    case 2: n = toupper(c); break; //~ VIOLATED
    case 3: n = toupper(EOF); break;
    case 4: n = (isdigit)(256); break; //~ VIOLATED
    case 5: if (i >= -1 && i < 256) n = isspace(i); break; //~ HOLDS
    case 6: n = strtol(text, NULL, i); break; //~ VIOLATED
    case 7: n = strtol(text, NULL, 10); break;
    case 8: n = strtoul(text, NULL, 1); break; //~ VIOLATED
    case 9: fclose(f); n = fputc('x', f); break; //~ one:VIOLATED
    case 10: n = fputc('x', f); fclose(f); break; //~ HOLDS
    case 11: fclose(f); n = fclose(f); break; //~ one:VIOLATED
    case 12: n = fprintf(NULL, "x"); break; //~ VIOLATED
    case 13: n = fgetc((FILE *)text); break; //~ VIOLATED
    case 14: fprintf(stderr, "%d", n); break; //~ HOLDS
    case 15: fflush(NULL); break; //~ HOLDS
    case 16: g = fopen("name", "z"); break; //~ VIOLATED
    case 17: g = fopen("name", "rb+"); break; //~ HOLDS
    case 18: text[0] = i & 1 ? 'r' : 'q'; g = fopen("name", text); break; //~ one:VIOLATED
    case 19: n = setvbuf(f, NULL, 7, 0); break; //~ one:VIOLATED
    case 20: n = setvbuf(f, NULL, _IONBF, 0); break; //~ HOLDS
    case 21: qsort(text, 3, 0, compare); break; //~ VIOLATED
    case 22: qsort(text, 3, 1, compare); break;
    case 23: p = aligned_alloc(3, 6); break; //~ VIOLATED
    case 24: p = aligned_alloc(16, 32); break;
    case 25: n = posix_memalign(&p, 4, 32); break; //~ VIOLATED
    case 26: n = posix_memalign(&p, 16, 32); break;
    case 27: n = through(i); break;
    }
    return n;
}
