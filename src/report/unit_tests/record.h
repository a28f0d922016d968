/* Tells what tests do, one process a test, on the standard output that the process has at its start. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>
#include <float.h>
#include <limits.h>
#include <math.h>

static int gotcha_output = -1;
static char gotcha_elsewhere[4096] __attribute__((unused));
/* Functions that are compared and never called. */
static void __attribute__((unused)) gotcha_never_0(void) { abort(); }
static void __attribute__((unused)) gotcha_never_1(void) { abort(); }
static void __attribute__((unused)) gotcha_never_2(void) { abort(); }
static const char *gotcha_object_from[512];
static unsigned long gotcha_object_size[512];
static int gotcha_object_is_freed[512], gotcha_object_count;

#define GOTCHA_NEW(type, ...) gotcha_copy(&(type)__VA_ARGS__, sizeof(type))

static inline void *gotcha_copy(const void *from, size_t size)
{
    /* What lies behind the object is something else than elsewhere, so that tests that look there are seen. */
    char *to = malloc(size + 64);
    if (!to)
        exit(99);
    memset(to + size, 'Z', 64);
    return memcpy(to, from, size);
}

static inline void gotcha_object(int number, const void *from, unsigned long size)
{
    if (number < 512) {
        gotcha_object_from[number] = from;
        gotcha_object_size[number] = size;
        gotcha_object_count = number + 1;
    }
}

static inline int gotcha_is_freed(int number) { return number >= 512 || gotcha_object_is_freed[number]; }

static inline void gotcha_saw_pointer(int check, const void *pointer)
{
    const char *to = pointer;
    if (!to) {
        dprintf(gotcha_output, "%d null\n", check);
        return;
    }
    for (int i = 0; i < gotcha_object_count; i++)
        if (to >= gotcha_object_from[i] && to <= gotcha_object_from[i] + gotcha_object_size[i] && gotcha_object_size[i]) {
            dprintf(gotcha_output, "%d object %d %ld\n", check, i, (long)(to - gotcha_object_from[i]));
            return;
        }
    dprintf(gotcha_output, "%d other\n", check);
}

#define SAW_INT(check, value) dprintf(gotcha_output, "%d %lld\n", check, (long long)(value))
#define SAW_UINT(check, value) dprintf(gotcha_output, "%d %llu\n", check, (unsigned long long)(value))
#define SAW_REAL(check, value) dprintf(gotcha_output, "%d %La\n", check, (long double)(value))
#define SAW_POINTER(check, value) gotcha_saw_pointer(check, (const void *)(value))

void __real_free(void *p);
void *__real_realloc(void *p, size_t n);

static void gotcha_note_freed(const void *p)
{
    for (int i = 0; i < gotcha_object_count; i++)
        if (p && p == gotcha_object_from[i] && !gotcha_object_is_freed[i]) {
            gotcha_object_is_freed[i] = 1;
            dprintf(gotcha_output, "freed %d\n", i);
        }
}

void __wrap_free(void *p)
{
    gotcha_note_freed(p);
    __real_free(p);
}

void *__wrap_realloc(void *p, size_t n)
{
    gotcha_note_freed(p);
    return __real_realloc(p, n);
}

static inline int gotcha_record(int argc, char **argv, void (*const *tests)(void), int n)
{
    int number = argc == 2 ? atoi(argv[1]) : n;
    if (number < 0 || number >= n || (gotcha_output = dup(1)) < 0 || !freopen("/dev/null", "w", stdout))
        return 99;
    tests[number]();
    dprintf(gotcha_output, "returned\n");
    return 0;
}
