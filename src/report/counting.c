/* What is linked to a program with probes whose native runs are counted: it delivers the inputs, keeps the probes where the caller reads them, and locks the
   process up before the program starts. What uninitialised memory holds depends on what ran before; so inputs are read as coverage validators read
   them, each from standard input into a fresh block that stays, and by sscanf. */
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static unsigned gotcha_no_notes[3];
static volatile unsigned *gotcha_notes = gotcha_no_notes;
volatile unsigned char *gotcha_probes;
static volatile unsigned short *gotcha_reads;
static unsigned gotcha_most_reads;

static void gotcha_end(unsigned why) {
    gotcha_notes[2] = why;
    exit(1);
}

/* Nothing but memory, streams that are open and the end of this process. */
#if defined(__x86_64__)
#define GOTCHA_ARCH AUDIT_ARCH_X86_64
#elif defined(__i386__)
#define GOTCHA_ARCH AUDIT_ARCH_I386
#elif defined(__aarch64__)
#define GOTCHA_ARCH AUDIT_ARCH_AARCH64
#endif
#ifdef GOTCHA_ARCH
#define ALLOW(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
static int gotcha_lock_up(void) {
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, GOTCHA_ARCH, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ALLOW(SYS_read), ALLOW(SYS_write), ALLOW(SYS_writev), ALLOW(SYS_close), ALLOW(SYS_lseek), ALLOW(SYS_fstat), ALLOW(SYS_brk), ALLOW(SYS_munmap),
        ALLOW(SYS_mremap), ALLOW(SYS_mprotect), ALLOW(SYS_madvise), ALLOW(SYS_rt_sigaction), ALLOW(SYS_rt_sigprocmask), ALLOW(SYS_rt_sigreturn),
        ALLOW(SYS_getpid), ALLOW(SYS_gettid), ALLOW(SYS_exit), ALLOW(SYS_exit_group), ALLOW(SYS_clock_gettime), ALLOW(SYS_gettimeofday), ALLOW(SYS_getrandom),
        ALLOW(SYS_ioctl),
#ifdef SYS_newfstatat
        ALLOW(SYS_newfstatat),
#endif
#ifdef SYS_statx
        ALLOW(SYS_statx),
#endif
#ifdef SYS_fstat64
        ALLOW(SYS_fstat64), ALLOW(SYS_fstatat64), ALLOW(SYS__llseek), ALLOW(SYS_sigreturn),
#endif
#ifdef SYS_mmap2
        ALLOW(SYS_mmap2),
#endif
#ifdef SYS_clock_gettime64
        ALLOW(SYS_clock_gettime64),
#endif
#ifdef SYS_time
        ALLOW(SYS_time),
#endif
        ALLOW(SYS_mmap),
        /* `abort` sends the signal to its own process: the first argument. */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)getpid(), 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    };
    struct sock_fprog code = {sizeof filter / sizeof *filter, filter};
    return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) && !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &code, 0, 0);
}
#else
static int gotcha_lock_up(void) { return 0; }
#endif

static void *gotcha_map(const char *variable, size_t *size) {
    const char *path = getenv(variable);
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    struct stat status;
    if (fd < 0 || fstat(fd, &status) || !status.st_size) return 0;
    void *p = mmap(0, *size = status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    return p == MAP_FAILED ? 0 : p;
}

static void gotcha_prepare(void) {
    size_t size;
    void *notes = gotcha_map("GOTCHA_NOTES", &size);
    gotcha_probes = gotcha_map("GOTCHA_PROBES", &size);
    gotcha_reads = gotcha_map("GOTCHA_READS", &size);
    if (gotcha_reads) gotcha_most_reads = size / sizeof *gotcha_reads;
    const char *inputs = getenv("GOTCHA_INPUTS");
    int fd = inputs ? open(inputs, O_RDONLY) : -1;
    if (!notes || !gotcha_probes || fd < 0 || dup2(fd, 0) < 0 || close(fd)) _exit(1);
    gotcha_notes = notes;
    if (!gotcha_lock_up()) {
        gotcha_notes[2] = 5;
        _exit(1);
    }
}

/* On a stack of its own: what the program finds on its stack is what it finds without this. The dynamic linker works there too, at each first call. */
static char gotcha_stack[1 << 16] __attribute__((aligned(64)));
__attribute__((constructor(101))) static void gotcha_start(void) {
    char *top = gotcha_stack + sizeof gotcha_stack - 64;
    void (*prepare)(void) = gotcha_prepare;
#if defined(__x86_64__)
    __asm__ volatile("mov %%rsp, %%rbx; mov %0, %%rsp; call *%1; mov %%rbx, %%rsp"
                     : : "r"(top), "r"(prepare) : "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory", "cc");
#elif defined(__i386__)
    __asm__ volatile("mov %%esp, %%esi; mov %0, %%esp; call *%1; mov %%esi, %%esp" : : "r"(top), "r"(prepare) : "eax", "ecx", "edx", "esi", "memory", "cc");
#else
    prepare();
    (void)top;
#endif
}

#define GOTCHA_LINE 3000

/* The text of the next input; ends the run if there is none. */
static char *gotcha_next(unsigned kind) {
    char *line = malloc(GOTCHA_LINE);
    if (!line || !fgets(line, GOTCHA_LINE, stdin)) gotcha_end(1);
    if (gotcha_notes[0] < gotcha_most_reads) gotcha_reads[gotcha_notes[0]] = kind;
    gotcha_notes[0]++;
    gotcha_notes[1] = gotcha_notes[1] * 31 + kind + 1;
    return line;
}

static void gotcha_parse(char *text, const char *format, void *value) {
    char more[4];
    if (sscanf(text, format, value, &more[0], &more[1], &more[2], &more[3]) < 1) gotcha_end(3);
}

static unsigned long long gotcha_integer(unsigned kind, int is_signed, int is_long_long) {
    char *text = gotcha_next(kind);
    if (text[0] == '\'' && text[1] && text[2] == '\'') return (unsigned long long)(signed char)text[1];
    if (is_long_long) {
        unsigned long long value = 0;
        gotcha_parse(text, is_signed ? "%lli%c%c%c%c" : text[1] == 'x' ? "%llx%c%c%c%c" : "%llu%c%c%c%c", &value);
        return value;
    }
    if (is_signed) {
        long value = 0;
        gotcha_parse(text, "%li%c%c%c%c", &value);
        return value;
    }
    unsigned long value = 0;
    gotcha_parse(text, text[0] == '0' && text[1] == 'x' ? "%lx%c%c%c%c" : "%lu%c%c%c%c", &value);
    return value;
}

static long double gotcha_extended(unsigned kind) {
    long double value = 0;
    gotcha_parse(gotcha_next(kind), "%Lf%c%c%c%c", &value);
    return value;
}

static double gotcha_double(unsigned kind) {
    double value = 0;
    gotcha_parse(gotcha_next(kind), "%lf%c%c%c%c", &value);
    return value;
}

static float gotcha_float(unsigned kind) {
    float value = 0;
    gotcha_parse(gotcha_next(kind), "%f%c%c%c%c", &value);
    return value;
}

/* Before a program ends, what a validator has counted is written: a name is made, a file opened, a buffer filled. A heap that the program has spoilt
   fails then, and the counts are lost. */
static __attribute__((destructor)) void gotcha_write(void) {
    void *name = malloc(200), *file = malloc(552), *buffer = malloc(4096);
    free(buffer);
    free(file);
    free(name);
}

/* The program's own ends; the library's aborts, of a spoilt heap for one, do not come here. */
void __real_abort(void) __attribute__((noreturn));
void __real___assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
void __wrap_abort(void) {
    gotcha_write();
    gotcha_notes[2] = 4;
    __real_abort();
}
void __wrap___assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    gotcha_write();
    gotcha_notes[2] = 4;
    __real___assert_fail(text, file, line, function);
}

__attribute__((weak)) void __VERIFIER_assume(int condition) {
    if (!condition) gotcha_end(2);
}
__attribute__((weak)) void __VERIFIER_error(void) { abort(); }
__attribute__((weak)) void reach_error(void) {}
__attribute__((weak)) void __VERIFIER_atomic_begin(void) {}
__attribute__((weak)) void __VERIFIER_atomic_end(void) {}

