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

/* What the function has allocated, and the check that was the first to see it. */
#ifndef GOTCHA_FILL
#define GOTCHA_FILL 0xa5
#endif
static struct { const char *from; unsigned long size; int seen_by; } gotcha_blocks[1024];
static int gotcha_block_count;

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void __real_free(void *p);
void *__real_realloc(void *p, size_t n);

#define GOTCHA_NEW(type, ...) gotcha_copy(&(type)__VA_ARGS__, sizeof(type))

static inline void *gotcha_copy(const void *from, size_t size)
{
    /* What lies behind the object is something else than elsewhere, so that tests that look there are seen. */
    char *to = __real_malloc(size + 64);
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

/* Texts that stubs have kept: how often, and whether all of them could be read and end with a zero. */
static struct { const char *to; int is_text; } gotcha_kept[64];
static int gotcha_kept_count;

/* Reads a character, which may lie nowhere: the system finds that out. */
static inline int gotcha_reads(const char *from, char *c)
{
    static int ends[2];
    if (!ends[1] && pipe(ends))
        return 0;
    return write(ends[1], from, 1) == 1 && read(ends[0], c, 1) == 1;
}

static inline void gotcha_keep_text(char *to, const char *from, size_t most)
{
    size_t n = 0;
    int i = 0, is_text = 0;
    while (i < gotcha_kept_count && gotcha_kept[i].to != to)
        i++;
    if (i == 64)
        return;
    if (i == gotcha_kept_count) {
        gotcha_kept[i].to = to;
        gotcha_kept[i].is_text = 1;
        gotcha_kept_count++;
    }
    for (; from && n < most && gotcha_reads(from + n, to + n); n++)
        if (!to[n]) {
            is_text = 1;
            break;
        }
    to[n] = 0;
    gotcha_kept[i].is_text &= is_text || !from;
}

/* The block that contains this place, or ends there; -1 for none. */
static inline int gotcha_block(const char *p)
{
    for (int i = 0; i < gotcha_block_count; i++)
        if (gotcha_blocks[i].from && p >= gotcha_blocks[i].from && p <= gotcha_blocks[i].from + gotcha_blocks[i].size)
            return i;
    return -1;
}

/* Does the function's memory go on for so many bytes? */
static inline int gotcha_has(const void *p, unsigned long n)
{
    int i = gotcha_block(p);
    return i >= 0 && n <= gotcha_blocks[i].size - ((const char *)p - gotcha_blocks[i].from);
}

static inline void gotcha_saw_bytes(int check, const char *form, const char *text, unsigned long n)
{
    dprintf(gotcha_output, "%d %s #", check, form);
    for (unsigned long i = 0; i < n; i++)
        dprintf(gotcha_output, "%02x", (unsigned)(unsigned char)text[i]);
    dprintf(gotcha_output, "\n");
}

static inline void gotcha_saw_kept(int check, const char *text)
{
    for (int i = 0; i < gotcha_kept_count; i++)
        if (gotcha_kept[i].to == text && gotcha_kept[i].is_text)
            gotcha_saw_bytes(check, "text", text, strlen(text));
}

static inline void gotcha_saw_text(int check, const char *text, unsigned long most)
{
    int block = gotcha_block(text);
    unsigned long left = block < 0 ? 0 : gotcha_blocks[block].size - (text - gotcha_blocks[block].from);
    unsigned long n = 0, end = left < most ? left : most;
    while (n < end && text[n])
        n++;
    gotcha_saw_bytes(check, n < end ? "text" : "bytes", text, n);
}

static inline void gotcha_saw_pointer(int check, const void *pointer)
{
    const char *to = pointer;
    if (!to) {
        dprintf(gotcha_output, "%d null\n", check);
        return;
    }
    int block = gotcha_block(to);
    if (block >= 0) {
        unsigned long offset = to - gotcha_blocks[block].from;
        if (!gotcha_blocks[block].seen_by)
            gotcha_blocks[block].seen_by = check + 1;
        dprintf(gotcha_output, "%d new %d %lu %lu\n", check, gotcha_blocks[block].seen_by - 1, offset, gotcha_blocks[block].size - offset);
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
#define SAW_KEPT(check, value) gotcha_saw_kept(check, value)
#define SAW_TEXT(check, value, most) gotcha_saw_text(check, value, most)

static void *gotcha_new_block(void *p, unsigned long size, unsigned long written)
{
    if (p && size > written)
        memset((char *)p + written, GOTCHA_FILL, size - written);
    if (p && gotcha_block_count < 1024) {
        gotcha_blocks[gotcha_block_count].from = p;
        gotcha_blocks[gotcha_block_count++].size = size;
    }
    return p;
}

/* Ends the block that begins here; the answer is its size, or nothing less for what is none. */
static unsigned long gotcha_end_block(const void *p)
{
    for (int i = 0; p && i < gotcha_block_count; i++)
        if (p == gotcha_blocks[i].from) {
            gotcha_blocks[i].from = NULL;
            return gotcha_blocks[i].size;
        }
    return (unsigned long)-1;
}

void *__wrap_malloc(size_t n) { return gotcha_new_block(__real_malloc(n), n, 0); }
void *__wrap_calloc(size_t n, size_t size) { return gotcha_new_block(__real_calloc(n, size), n * size, n * size); }

char *__wrap_strndup(const char *text, size_t most)
{
    size_t n = 0;
    while (n < most && text[n])
        n++;
    char *copy = __wrap_malloc(n + 1);
    if (copy) {
        memcpy(copy, text, n);
        copy[n] = 0;
    }
    return copy;
}

char *__wrap_strdup(const char *text) { return __wrap_strndup(text, strlen(text)); }

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
    gotcha_end_block(p);
    __real_free(p);
}

void *__wrap_realloc(void *p, size_t n)
{
    void *to = __real_realloc(p, n);
    if (!to && n)
        return to;
    gotcha_note_freed(p);
    unsigned long before = p ? gotcha_end_block(p) : 0;
    return gotcha_new_block(to, n, before < n ? before : n);
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
