/* Checks and a runner for generated tests; needs nothing but POSIX. Tests run in processes of their own. This file may be replaced when tests are generated again. */
#ifndef GOTCHA_CHECK_H
#define GOTCHA_CHECK_H
#include <float.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum gotcha_end { GOTCHA_RETURNS, GOTCHA_EXITS, GOTCHA_DIES };

struct gotcha_test {
    const char *name;
    void (*run)(void);
    enum gotcha_end end;
    int status; /* of exit, or the number of the signal */
};

static int gotcha_failed __attribute__((unused));
/* Addresses that are compared and never followed. */
static char gotcha_elsewhere[4096] __attribute__((unused));
/* Functions that are compared and never called. */
static void __attribute__((unused)) gotcha_never_0(void) { abort(); }
static void __attribute__((unused)) gotcha_never_1(void) { abort(); }
static void __attribute__((unused)) gotcha_never_2(void) { abort(); }

#define GOTCHA_SAY(...) (gotcha_failed = 1, fprintf(stderr, "%s:%d: ", __FILE__, __LINE__), fprintf(stderr, __VA_ARGS__))
#define CHECK_INT(a, b) do { long long a_ = (a), b_ = (b); if (a_ != b_) GOTCHA_SAY("%s is %lld, not %lld\n", #a, a_, b_); } while (0)
#define CHECK_UINT(a, b) do { unsigned long long a_ = (a), b_ = (b); if (a_ != b_) GOTCHA_SAY("%s is %llu, not %llu\n", #a, a_, b_); } while (0)
#define CHECK_REAL(a, b) do { long double a_ = (a), b_ = (b); if (a_ != b_ && (a_ == a_ || b_ == b_)) GOTCHA_SAY("%s is %La, not %La\n", #a, a_, b_); } while (0)
#define CHECK_PTR(a, b) do { if ((const void *)(a) != (const void *)(b)) GOTCHA_SAY("%s is not %s\n", #a, #b); } while (0)
#define CHECK_TEXT(a, b) do { const char *a_ = (a), *b_ = (b); if (!a_ || strcmp(a_, b_)) GOTCHA_SAY("%s is \"%s\", not \"%s\"\n", #a, a_ ? a_ : "", b_); } while (0)
#define CHECK_NOT_NULL(a) do { if (!(a)) GOTCHA_SAY("%s is null\n", #a); } while (0)
/* An object on the heap with this value, which may be an initialiser in braces. */
#define GOTCHA_NEW(type, ...) gotcha_copy(&(type)__VA_ARGS__, sizeof(type))

static inline void *gotcha_copy(const void *from, size_t size)
{
    void *to = malloc(size);
    if (!to)
        exit(99);
    return memcpy(to, from, size);
}

/* The characters up to a zero, so many at most. */
static inline void gotcha_keep_text(char *to, const char *from, size_t most)
{
    size_t n = 0;
    for (; from && n < most && from[n]; n++)
        to[n] = from[n];
    to[n] = 0;
}

/* Does it end as it should? What it says is on standard error. */
static inline int gotcha_passes(const struct gotcha_test *test)
{
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        alarm(10);
#ifdef GOTCHA_SHOWS_OUTPUT
        gotcha_failed = 0;
#else
        gotcha_failed = !freopen("/dev/null", "w", stdout);
#endif
        test->run();
        /* What counts coverage writes at this. */
        exit(gotcha_failed ? 99 : test->end == GOTCHA_RETURNS ? 0 : 98);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return 0;
    int is_right = test->end == GOTCHA_DIES ? WIFSIGNALED(status) && WTERMSIG(status) == test->status
                                            : WIFEXITED(status) && WEXITSTATUS(status) == test->status;
    if (!is_right && test->end == GOTCHA_DIES)
        fprintf(stderr, "%s: the bug no longer happens: delete this test\n", test->name);
    else if (!is_right && WIFSIGNALED(status))
        fprintf(stderr, "%s: ended by signal %d\n", test->name, WTERMSIG(status));
    return is_right;
}

/* All tests, or those that are named. */
static inline int gotcha_run(int argc, char **argv, const struct gotcha_test *tests, int n)
{
    int failures = 0, number = 0;
    for (int i = 0; i < n; i++) {
        int wanted = argc < 2;
        for (int arg = 1; arg < argc; arg++)
            wanted |= strcmp(argv[arg], tests[i].name) == 0;
        if (wanted) {
            int passes = gotcha_passes(&tests[i]);
            failures += !passes;
            printf("%sok %d - %s\n", passes ? "" : "not ", ++number, tests[i].name);
        }
    }
    printf("1..%d\n", number);
    return failures > 0 || number == 0;
}
#endif
