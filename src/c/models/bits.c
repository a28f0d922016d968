unsigned short __model_bswap16(unsigned short x) { return (unsigned short)(x << 8 | x >> 8); }

unsigned __model_bswap32(unsigned x) { return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24; }

unsigned long long __model_bswap64(unsigned long long x) {
  return (unsigned long long)__model_bswap32((unsigned)x) << 32 | __model_bswap32((unsigned)(x >> 32));
}

int __model_popcountll(unsigned long long x) {
  int n = 0;
  for (int i = 0; i < 64; i++)
    n += (int)(x >> i & 1);
  return n;
}
int __model_popcount(unsigned x) { return __model_popcountll(x); }
int __model_popcountl(unsigned long x) { return __model_popcountll(x); }

int __model_parityll(unsigned long long x) { return __model_popcountll(x) & 1; }
int __model_parity(unsigned x) { return __model_popcountll(x) & 1; }
int __model_parityl(unsigned long x) { return __model_popcountll(x) & 1; }

/* The position of the lowest bit from 1; 0 if there is none. */
int __model_ffsll(long long x) {
  for (int i = 0; i < 64; i++)
    if (x >> i & 1)
      return i + 1;
  return 0;
}
int __model_ffs(int x) { return __model_ffsll(x); }
int __model_ffsl(long x) { return __model_ffsll(x); }

int __model_ctzll(unsigned long long x) { return __model_ffsll((long long)x) - 1; }
int __model_ctz(unsigned x) { return __model_ffsll(x) - 1; }
int __model_ctzl(unsigned long x) { return __model_ffsll((long long)x) - 1; }

int __model_clzll(unsigned long long x) {
  int n = 0;
  for (int i = 63; i >= 0 && !(x >> i & 1); i--)
    n++;
  return n;
}
int __model_clz(unsigned x) { return __model_clzll(x) - 32; }
int __model_clzl(unsigned long x) { return __model_clzll(x) - (sizeof x == 8 ? 0 : 32); }

int __model_clrsbll(long long x) { return __model_clzll((unsigned long long)(x < 0 ? ~x : x)) - 1; }
int __model_clrsb(int x) { return __model_clzll((unsigned)(x < 0 ? ~x : x)) - 33; }
int __model_clrsbl(long x) { return __model_clrsbll(x) - (sizeof x == 8 ? 0 : 32); }
