// gotcha: verify --property format --unwind 12
// verdict: false(
// unseen by sanitizers: the compiler warns of most of this (-Wformat)
#include <stdarg.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);

__attribute__((format(printf, 2, 3))) static void report(int level, const char *format, ...) {}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    long l = n;
    double d = n;
    char text[20], c = 'x';
    char format[4] = "%d";
    switch (__VERIFIER_nondet_int()) {
    case 0: printf("%d %ld %f %s %c %p\n", n, l, d, "x", c, (void *)text); break; //~ HOLDS
    case 1: printf("%d"); break; //~ VIOLATED
    case 2: printf("%ld", n); break; //~ VIOLATED
    case 3: printf("%d", l); break; //~ VIOLATED
    case 4: printf("%s", n); break; //~ one:VIOLATED
    case 5: printf("%f", n); break; //~ VIOLATED
    case 6: printf("%d %d", n); break; //~ VIOLATED
    case 7: printf("%d", n, n); break;
    case 8: printf("%y", n); break; //~ VIOLATED
    case 9: printf("100%"); break; //~ VIOLATED
    case 10: printf("%*d", n, n); break;
    case 11: printf("%*d", n); break; //~ VIOLATED
    case 12: snprintf(text, 20, "%lu", (unsigned long)n); break; //~ HOLDS
    case 13: sprintf(text, "%x %s", n); break; //~ one:VIOLATED
    case 14: sscanf("3", "%d", &n); break;
    case 15: sscanf("3", "%d", n); break; //~ VIOLATED
    case 16: sscanf("3", "%d", &l); break; //~ VIOLATED
    case 17: sscanf("3", "%lf", &d); break;
    case 18: sscanf("3", "%f", &d); break; //~ VIOLATED
    case 19: sscanf("3", "%d %d", &n); break; //~ VIOLATED
    case 20: report(1, "%d", n); break;
    case 21: report(1, "%s", n); break; //~ VIOLATED
    case 22: sprintf(text, format, n); break; //~ HOLDS
    case 23: format[1] = 'y'; sprintf(text, format, n); break; //~ VIOLATED
    case 24: if (n != n) printf("%s", n); break; //~ HOLDS
    case 25: fprintf(stderr, "%hhd%zu%Lf", n, sizeof n, (long double)d); break;
    }
    return 0;
}
