/* Functions of bits, without branches. */
int __any_int(void);

unsigned short __model_bswap16(unsigned short x) { return (unsigned short)(x << 8 | x >> 8); }

unsigned __model_bswap32(unsigned x) { return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24; }

unsigned long long __model_bswap64(unsigned long long x) {
  return (unsigned long long)__model_bswap32((unsigned)x) << 32 | __model_bswap32((unsigned)(x >> 32));
}

/* Machines of both data models have the least byte first, networks the greatest. */
unsigned short __model_ntohs(unsigned short x) { return __model_bswap16(x); }
unsigned short __model_htons(unsigned short x) { return __model_bswap16(x); }
unsigned __model_ntohl(unsigned x) { return __model_bswap32(x); }
unsigned __model_htonl(unsigned x) { return __model_bswap32(x); }

/* Devices have two numbers, the lower bits of both first. */
unsigned __model_gnu_dev_major(unsigned long long device) { return (unsigned)(device >> 8 & 0xfff) | ((unsigned)(device >> 32) & ~0xfffU); }
unsigned __model_gnu_dev_minor(unsigned long long device) { return (unsigned)(device & 0xff) | ((unsigned)(device >> 12) & ~0xffU); }
unsigned long long __model_gnu_dev_makedev(unsigned major, unsigned minor) {
  return (minor & 0xff) | (major & 0xfff) << 8 | (unsigned long long)(minor & ~0xffU) << 12 | (unsigned long long)(major & ~0xfffU) << 32;
}

int __model_popcount(unsigned x) {
  x = x - (x >> 1 & 0x55555555u);
  x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
  x = (x + (x >> 4)) & 0x0f0f0f0fu;
  x = x + (x >> 8);
  x = x + (x >> 16);
  return (int)(x & 63);
}
int __model_popcountll(unsigned long long x) { return __model_popcount((unsigned)x) + __model_popcount((unsigned)(x >> 32)); }
int __model_popcountl(unsigned long x) { return __model_popcountll(x); }

int __model_parityll(unsigned long long x) {
  x ^= x >> 32;
  x ^= x >> 16;
  x ^= x >> 8;
  x ^= x >> 4;
  x ^= x >> 2;
  x ^= x >> 1;
  return (int)(x & 1);
}
int __model_parity(unsigned x) { return __model_parityll(x); }
int __model_parityl(unsigned long x) { return __model_parityll(x); }

/* How many zeros there are below the lowest one. */
static int __zeros_below(unsigned long long x) { return __model_popcountll((x & -x) - 1); }

/* How many zeros there are above the highest one, of 64. */
static int __zeros_above(unsigned long long x) {
  x |= x >> 1;
  x |= x >> 2;
  x |= x >> 4;
  x |= x >> 8;
  x |= x >> 16;
  x |= x >> 32;
  return 64 - __model_popcountll(x);
}

/* The position of the lowest bit from 1; 0 if there is none. */
int __model_ffsll(long long x) { return x ? __zeros_below((unsigned long long)x) + 1 : 0; }
int __model_ffs(int x) { return x ? __zeros_below((unsigned)x) + 1 : 0; }
int __model_ffsl(long x) { return __model_ffsll(x); }

/* Of zero the processor leaves whatever was in the register. */
int __model_ctzll(unsigned long long x) { return x ? __zeros_below(x) : __any_int(); }
int __model_ctz(unsigned x) { return __model_ctzll(x); }
int __model_ctzl(unsigned long x) { return __model_ctzll(x); }

int __model_clzll(unsigned long long x) { return x ? __zeros_above(x) : __any_int(); }
int __model_clz(unsigned x) { return x ? __zeros_above(x) - 32 : __any_int(); }
int __model_ctzs(unsigned short x) { return __model_ctzll(x); }
int __model_clzs(unsigned short x) { return x ? __zeros_above(x) - 48 : __any_int(); }
int __model_clzl(unsigned long x) { return sizeof x == 8 ? __model_clzll(x) : __model_clz((unsigned)x); }

/* How many bits below the sign are equal to it. */
int __model_clrsbll(long long x) {
  x ^= x >> 63;
  return (x ? __zeros_above((unsigned long long)x) : 64) - 1;
}
int __model_clrsb(int x) { return __model_clrsbll(x) - 32; }
int __model_clrsbl(long x) { return sizeof x == 8 ? __model_clrsbll(x) : __model_clrsb((int)x); }

/* Whether a sum, a difference or a product is outside of what a type holds: operands with whether they are negative, the magnitudes of the type's ends. */
static int __leaves(unsigned __int128 magnitude, int negative, unsigned __int128 least, unsigned __int128 most) {
  return negative ? magnitude > least : magnitude > most;
}
int __model_leaves_add_128(unsigned __int128 x, int x_negative, unsigned __int128 y, int y_negative, unsigned __int128 least, unsigned __int128 most) {
  if (x_negative) x = -x;
  if (y_negative) y = -y;
  if (x_negative == y_negative) return x + y < x || __leaves(x + y, x_negative, least, most);
  return x < y ? __leaves(y - x, y_negative, least, most) : __leaves(x - y, x_negative, least, most);
}
int __model_leaves_sub_128(unsigned __int128 x, int x_negative, unsigned __int128 y, int y_negative, unsigned __int128 least, unsigned __int128 most) {
  if (x_negative) x = -x;
  if (y_negative) y = -y;
  if (x_negative != y_negative) return x + y < x || __leaves(x + y, x_negative, least, most);
  return x < y ? __leaves(y - x, !y_negative, least, most) : __leaves(x - y, x_negative, least, most);
}
int __model_leaves_mul_128(unsigned __int128 x, int x_negative, unsigned __int128 y, int y_negative, unsigned __int128 least, unsigned __int128 most) {
  unsigned __int128 product;
  if (x_negative) x = -x;
  if (y_negative) y = -y;
  return __builtin_mul_overflow(x, y, &product) || __leaves(product, x_negative != y_negative, least, most);
}
