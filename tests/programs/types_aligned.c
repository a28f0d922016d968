void observe(long long);
typedef char line __attribute__((aligned(64))); typedef int v4 __attribute__((vector_size(16)));
static char a[9] __attribute__((aligned(16))); _Alignas(32) static short b; static line c; _Alignas(16) char d; static char filler; static char e __attribute__((aligned)); extern char f; char f __attribute__((aligned(128))); static v4 g;
struct __attribute__((aligned(32))) s { char c; }; static struct s h; static char z;
int main(void) {
  char x; _Alignas(16) char l; char y __attribute__((aligned(64))); static _Alignas(8) char sl; line t; struct s u; v4 v;
#define A(o, n) observe((unsigned long)&o % n)
  A(a, 16); A(b, 32); A(c, 64); A(d, 16); A(f, 128); A(g, 16); A(h, 32); A(l, 16); A(y, 64); A(sl, 8); A(t, 64); A(u, 32); A(v, 16); observe(_Alignof(line)); observe(sizeof(line)); observe(__alignof__(a)); observe(__alignof__(y)); observe(__alignof__(t)); observe(_Alignof(d)); *(long long *)a = 5; observe(a[0]); (void)x; (void)z; (void)filler; (void)e;
  return 0;
}
