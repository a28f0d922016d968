/* Batches of runs, and the process that makes them: it waits for a byte, runs, and answers with a byte. */
static void program(void);
static void prepare(void);
static void save_globals(void);
static void restore_globals(void);
static void lay_out(void);
static char *snapshot;

static void clear_bytes(u64 from, u64 to) {
  u64 soft = from + (1UL << 18);
  if (to <= soft) {
    set_bytes((void *)from, 0, to - from);
  } else {
    soft = (soft + 4095) & ~4095UL;
    set_bytes((void *)from, 0, soft - from);
    madvise((void *)soft, (to - soft + 4095) & ~4095UL, MADV_DONTNEED);
  }
}
static void restore(void) {
  restore_globals();
#if LARGE_STATICS
  for (u64 page = 0; page < (STATICS_HIGH - ARENA_LOW + 4095) >> 12; page++) {
    if (page % 8 == 0 && page + 8 <= sizeof dirty && *(u64_u *)&dirty[page] == 0) {
      page += 7;
      continue;
    }
    if (dirty[page]) {
      dirty[page] = 0;
      copy_bytes((char *)ARENA_LOW + (page << 12), snapshot + (page << 12), 4096);
    }
  }
#else
  copy_bytes((char *)ARENA_LOW, snapshot, STATICS_HIGH - ARENA_LOW);
#endif
  if (sp > STACK_LOW) set_bytes(SHADOW + (STACK_LOW >> 3), 0, (sp - STACK_LOW + 7) >> 3);
  sp = STACK_LOW;
  if (heap_high > HEAP_LOW) {
    clear_bytes(HEAP_LOW, heap_high);
    clear_bytes((u64)(SHADOW + (HEAP_LOW >> 3)), (u64)(SHADOW + (heap_high >> 3) + 1));
  }
  heap_top = heap_high = HEAP_LOW;
  live = 0;
  n_stack_objects = 0;
}
static __attribute__((noinline)) void run_once(void) {
  if (__builtin_setjmp(run_buffer) == 0) {
    program();
    run_end = END_EXIT;
  }
}
static const u8 classes[256] = {0, 1, 2, 4, [4 ... 7] = 8, [8 ... 15] = 16, [16 ... 31] = 32, [32 ... 127] = 64, [128 ... 255] = 128};

static void scan_edges(void) {
  struct head *h = HEAD;
  u32 news = 0;
  u64 path = 0;
  for (u32 f = 0; f < N_FUNCTIONS; f++) {
    if (f % 8 == 0 && *(u64_u *)&ENTERED[f] == 0) {
      f += 7;
      continue;
    }
    if (!ENTERED[f]) continue;
    ENTERED[f] = 0;
    for (u32 i = edge_ranges[f]; i < edge_ranges[f + 1]; i += 8) {
      u64 word = *(u64_u *)&EDGES[i];
      if (word == 0) continue;
      *(u64_u *)&EDGES[i] = 0;
      for (u32 j = 0; j < 8; j++) {
        u8 class = classes[(u8)(word >> 8 * j)];
        path = (path ^ class) * 0x9e3779b97f4a7c15UL + i + j;
        if (class & ~EDGE_SEEN[i + j]) {
          news++;
          EDGE_SEEN[i + j] |= class;
        }
      }
    }
  }
  h->new_outcomes = news;
  h->path = path;
}
static void serve(void) {
  struct head *h = HEAD;
  for (u32 run = 0; run < h->runs;) {
    h->epoch++;
    h->goals = h->violations = h->new_goals = 0;
    stamp = (u64)h->epoch << 32;
    fuel = (i64)h->steps;
    depth_left = h->depth;
    choose_inputs(run);
    run_once();
    restore();
    scan_edges();
    h->runs_done = ++run;
    if ((h->until & 1 && h->new_goals) || (h->until & 2 && h->new_outcomes) || *(volatile u32 *)&h->cancel) break;
  }
  h->steps_done = h->steps - (u64)fuel;
  h->end = run_end;
  h->unsupported = run_what;
  h->inputs = INPUTS_READ;
}

/* ---- the process ---- */

static u64 stack_top;
static char signal_stack[1 << 16];

static void on_signal(int number, siginfo_t *info, void *context) {
  (void)context;
  u64 a = (u64)info->si_addr;
  if (number == SIGSEGV && a && a < stack_top && a > stack_top - (2UL << 30)) end_run(END_STACK);
  crash();
}
static void catch_signals(void) {
  stack_t stack = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
  sigaltstack(&stack, 0);
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  for (u32 i = 0; i < 4; i++) sigaction(numbers[i], &action, 0);
}
#define ALLOW(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
static void lock_up(void) {
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      ALLOW(SYS_read), ALLOW(SYS_write), ALLOW(SYS_madvise), ALLOW(SYS_rt_sigreturn), ALLOW(SYS_exit_group),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
  };
  struct sock_fprog code = {sizeof filter / sizeof *filter, filter};
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &code, 0, 0); /* where the kernel has it */
}
static int map_at(u64 address, u64 size, int fd) {
  int flags = MAP_FIXED_NOREPLACE | (fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE : MAP_SHARED);
  return mmap((void *)address, size, PROT_READ | PROT_WRITE, flags, fd, 0) == (void *)address;
}
int main(void) {
  char byte = 0;
  stack_top = (u64)&byte;
  /* Shared memory comes as standard error, requests as bytes on standard input. */
  if (!map_at(SHARED_ADDRESS, SHARED_SIZE, 2) || !map_at(ARENA_LOW, ARENA_HIGH - ARENA_LOW, -1) || !map_at(SHADOW_ADDRESS, 1UL << 29, -1)) return 1;
  snapshot = mmap(0, STATICS_HIGH - ARENA_LOW + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (snapshot == MAP_FAILED) return 1;
  catch_signals();
  lock_up();
  sp = STACK_LOW;
  heap_top = heap_high = HEAP_LOW;
  fuel = 1L << 62;
  set_bytes(ENTERED, 0, N_FUNCTIONS);
  set_bytes(EDGES, 0, N_EDGES);
  lay_out();
  if (__builtin_setjmp(run_buffer) == 0) prepare();
  else return 1;
#if LARGE_STATICS
  for (u64 page = 0; page < (STATICS_HIGH - ARENA_LOW + 4095) >> 12; page++) {
    if (dirty[page]) copy_bytes(snapshot + (page << 12), (char *)ARENA_LOW + (page << 12), 4096);
    dirty[page] = 0;
  }
#else
  copy_bytes(snapshot, (char *)ARENA_LOW, STATICS_HIGH - ARENA_LOW);
#endif
  save_globals();
  for (;;) {
    if (write(1, &byte, 1) != 1 || read(0, &byte, 1) != 1) return 0;
    serve();
  }
}
