/* Numbers that are called random: as glibc computes them, from a seed. */
typedef __SIZE_TYPE__ size_t;
int *__model___errno_location(void);
void __any_bytes(void *p, size_t n);
unsigned __any_unsigned(void);
size_t __any_size(void);
_Bool __rarely(void);

/* The unrolling says so of constants only. */
static _Bool __is_known(unsigned value) { return 1; }

enum { INVALID = 22, KINDS = 5 };

/* An additive feedback of so many numbers, at such a distance; the first kind is a congruence with one number. */
static const int __degree[KINDS] = {0, 7, 15, 31, 63}, __distance[KINDS] = {0, 3, 1, 3, 1};

/* The state of a program that has not asked for another one, as it is for the seed 1. In front: the kind, and where the rear is, as it lies in states of programs. */
static int __usual[32] = {
    3, -1726662223, 379960547, 1735697613, 1040273694, 1313901226, 1627687941, -179304937, -2073333483, 1780058412, -1989503057, -615974602,
    344556628, 939512070, -1249116260, 1507946756, -812545463, 154635395, 1388815473, -1926676823, 525320961, -1009028674, 968117788, -123449607,
    1284210865, 435012392, -2017506339, -911064859, -370259173, 1132637927, 1398500161, -205601318};
static int *__state = __usual + 1;
static int __kind = 3, __front = 3, __rear = 0;

static int __next(void) {
  if (__kind == 0)
    return __state[0] = (int)((__state[0] * 1103515245U + 12345U) & 0x7fffffff);
  unsigned sum = (unsigned)__state[__front] + (unsigned)__state[__rear];
  __state[__front] = (int)sum;
  __front = __front + 1 == __degree[__kind] ? 0 : __front + 1;
  __rear = __rear + 1 == __degree[__kind] ? 0 : __rear + 1;
  return (int)(sum >> 1);
}

static void __seed(unsigned seed) {
  __front = __distance[__kind];
  __rear = 0;
  if (!__is_known(seed)) {
    /* Hundreds of divisions, of which no solver finds a way back. */
    __any_bytes(__state, (__kind == 0 ? 1 : __degree[__kind]) * sizeof *__state);
    return;
  }
  int word = seed ? (int)seed : 1;
  __state[0] = word;
  if (__kind == 0)
    return;
  for (int i = 1; i < __degree[__kind]; i++) {
    word = 16807 * (word % 127773) - 2836 * (word / 127773);
    if (word < 0)
      word += 2147483647;
    __state[i] = word;
  }
  for (int i = 10 * __degree[__kind]; i > 0; i--)
    __next();
}

/* In front of the state: what is needed to go on with it. */
static void __note(void) { __state[-1] = __kind == 0 ? 0 : KINDS * __rear + __kind; }

char *__model_initstate(unsigned seed, char *state, size_t size) {
  char *before = (char *)(__state - 1);
  __note();
  if (size < 8) {
    *__model___errno_location() = INVALID;
    return 0;
  }
  __kind = size < 32 ? 0 : size < 64 ? 1 : size < 128 ? 2 : size < 256 ? 3 : 4;
  __state = (int *)state + 1;
  __seed(seed);
  __note();
  return before;
}

char *__model_setstate(char *state) {
  int *numbers = (int *)state + 1, kind = numbers[-1] % KINDS;
  char *before = (char *)(__state - 1);
  __note();
  if (kind < 0) {
    *__model___errno_location() = INVALID;
    return 0;
  }
  __kind = kind;
  if (kind) {
    __rear = numbers[-1] / KINDS;
    __front = (__rear + __distance[kind]) % __degree[kind];
  }
  __state = numbers;
  return before;
}

long __model_random(void) { return __next(); }
int __model_rand(void) { return __next(); }
void __model_srandom(unsigned seed) { __seed(seed); }
void __model_srand(unsigned seed) { __seed(seed); }

static unsigned __step(unsigned *seed) { return (*seed = *seed * 1103515245 + 12345) / 65536; }
int __model_rand_r(unsigned *seed) {
  unsigned next = *seed, result = __step(&next) % 2048;
  result = result << 10 ^ __step(&next) % 1024;
  result = result << 10 ^ __step(&next) % 1024;
  *seed = next;
  return (int)result;
}

/* The 48 bits of a linear congruence. */
typedef unsigned long long __bits48;
static __bits48 __factor = 0x5deece66d;
static unsigned short __addend = 11, __current[3], __before[3];

static __bits48 __joined(const unsigned short x[3]) { return (__bits48)x[2] << 32 | (__bits48)x[1] << 16 | x[0]; }
static void __split(unsigned short to[3], __bits48 x) {
  to[0] = (unsigned short)x;
  to[1] = (unsigned short)(x >> 16);
  to[2] = (unsigned short)(x >> 32);
}
static __bits48 __advance(unsigned short x[3]) {
  __bits48 next = (__joined(x) * __factor + __addend) & 0xffffffffffff;
  __split(x, next);
  return next;
}
static void __usual_congruence(void) {
  __factor = 0x5deece66d;
  __addend = 11;
}

double __model_erand48(unsigned short x[3]) { return __advance(x) / 281474976710656.0; }
long __model_nrand48(unsigned short x[3]) { return (long)(__advance(x) >> 17); }
long __model_jrand48(unsigned short x[3]) { return (int)(__advance(x) >> 16); }
double __model_drand48(void) { return __model_erand48(__current); }
long __model_lrand48(void) { return __model_nrand48(__current); }
long __model_mrand48(void) { return __model_jrand48(__current); }

void __model_srand48(long seed) {
  __split(__current, (__bits48)(unsigned)seed << 16 | 0x330e);
  __usual_congruence();
}
unsigned short *__model_seed48(unsigned short x[3]) {
  __bits48 seed = __joined(x);
  __split(__before, __joined(__current));
  __split(__current, seed);
  __usual_congruence();
  return __before;
}
void __model_lcong48(unsigned short x[7]) {
  __split(__current, __joined(x));
  __factor = __joined(x + 3);
  __addend = x[6];
}

/* Numbers that are random indeed. Of many bytes there may be fewer at first. */
long __model_getrandom(void *to, size_t n, unsigned flags) {
  if (__rarely()) {
    *__model___errno_location() = 1 + __any_unsigned() % 133;
    return -1;
  }
  if (n > 256 && __rarely())
    n = 256 + __any_size() % (n - 256);
  __any_bytes(to, n);
  return (long)n;
}
int __model_getentropy(void *to, size_t n) {
  if (n > 256) {
    *__model___errno_location() = 5;
    return -1;
  }
  if (__rarely()) {
    *__model___errno_location() = 1 + __any_unsigned() % 133;
    return -1;
  }
  __any_bytes(to, n);
  return 0;
}
unsigned __model_arc4random(void) { return __any_unsigned(); }
void __model_arc4random_buf(void *to, size_t n) { __any_bytes(to, n); }
unsigned __model_arc4random_uniform(unsigned bound) { return bound < 2 ? 0 : __any_unsigned() % bound; }
