/* Structs, unions, bit-fields, arrays, strings, pointers, initialisers, conversions, floats. */
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
extern void observe(long long);

struct Point { int x; short y; };
struct Line { struct Point from, to; char name[6]; };
union U { int i; unsigned char bytes[4]; float f; struct { unsigned a : 3, b : 7; int c : 5; } bits; };
struct Bits { unsigned a : 3; int b : 5; unsigned long long c : 33; _Bool d : 1; };
typedef int (*Op)(int, int);

int add(int a, int b) { return a + b; }
int sub(int a, int b) { return a - b; }
Op ops[] = {add, sub, &add};
struct Line lines[2] = {{{1, 2}, {3, 4}, "ab"}, {.to = {.y = 9}, .name = {'x', 'y'}}};
int matrix[3][4] = {{1, 2}, [2] = {[3] = 7, 8 - 4}};
const char *names[] = {"one", "two", 0};
int *ip = &matrix[2][3];
char text[] = "hello";
struct Node { struct Node *next; int v; } third = {0, 3}, second = {&third, 2}, first = {&second, 1};

struct Line make(int k) { struct Line l = {{k, k}, {k + 1, k + 2}, "mk"}; return l; }
int sum(struct Line l) { l.from.x++; return l.from.x + l.from.y + l.to.x + l.to.y; }
int total(int n, int a[n]) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
int by_pointer(const struct Point *p) { return p->x * 10 + p->y; }
int after_main;

int main(int argc, char **argv) {
  observe(argc); observe(argv[1] == 0);
  observe(sizeof(struct Line)); observe(sizeof(union U)); observe(sizeof(struct Bits));
  observe(lines[0].name[1]); observe(lines[1].to.y); observe(lines[1].name[1]); observe(matrix[2][3]); observe(*ip);
  observe(names[1][2]); observe(names[2] == 0); observe(strlen(text)); observe(sizeof text);
  int s = 0; for (struct Node *n = &first; n; n = n->next) s = s * 10 + n->v; observe(s);
  for (int i = 0; i < 3; i++) observe(ops[i](20, i));
  Op op = s > 3 ? sub : add; observe(op(1, 2)); observe((*op)(1, 2));
  observe(sum(make(4))); observe(make(5).to.y); observe(make(6).name[1]);
  struct Line copy = lines[0]; copy.to.x = 50; observe(lines[0].to.x); observe((copy = make(7)).from.y); observe(copy.to.y);
  union U u; u.i = 0x01020384; observe(u.bytes[0]); observe(u.bytes[3]); observe(u.bits.a); observe(u.bits.b); observe(u.bits.c); u.f = 1.5f; observe(u.i);
  struct Bits bits = {9, -1, 1ULL << 32, 3}; observe(bits.a); observe(bits.b); observe(bits.c); observe(bits.d);
  observe(bits.a = 13); observe(bits.a++); observe(bits.a); observe(bits.b -= 20); observe(bits.c >> 3); bits.d = 8; observe(bits.d); observe(--bits.b);
  observe(by_pointer(&(struct Point){3, 4})); observe(((int[]){5, 6, 7})[1]); observe(total(3, (int[3]){1, 2}));
  for (int i = 0; i < 2; i++) { int *p = (int[]){i, 2}; observe(p[0]++ + p[1]); }
  signed char sc = 200; unsigned char uc = 300; short sh = 70000; observe(sc); observe(uc); observe(sh);
  observe((unsigned)-1 > 0); observe(-1 < 0u); observe((long long)(unsigned)-1); observe((long)-1 < 1u); observe(-7 / 2); observe(-7 % 3); observe(-7 >> 1);
  observe(1 << 31); observe(2147483647 + (s > 0)); observe((unsigned char)(uc - 100)); observe(!5); observe(~5u); observe((_Bool)0.5); observe((_Bool)256);
  double d = 7.9; float f = 0.1f; observe(d); observe(-d); observe(f * 10 == 1.0f); observe(f * 10.0 == 1.0); observe((unsigned)3e9); observe(d > f);
  observe((int)(d / 3 * 1000)); d += 1; observe(d * 100); d++; observe(d * 10); observe((long long)1e18); observe(1.0 / 3 * 3 == 1.0); int fi = 3; fi *= 2.5; observe(fi);
  char *heap = malloc(10); strcpy(heap, "abc"); strcat(heap, "def"); observe(strlen(heap)); observe(strcmp(heap, "abcdeg") < 0); observe(strchr(heap, 'd') - heap);
  observe(strncmp(heap, "abX", 2)); memset(heap, 'z', 3); observe(heap[2]); observe(heap[3]); memcpy(heap + 4, "QQ", 2); observe(heap[5]); observe(memcmp(heap, "zzz", 3)); free(heap);
  int *zeros = calloc(4, sizeof *zeros); observe(zeros[3]); free(zeros); observe(atoi(" -42x")); observe(abs(-3)); observe(toupper('a')); observe(isdigit('7') != 0); observe(isalpha('7') != 0);
  int a[5] = {1, 2, 3, 4, 5}, *p = a; observe(*p++); observe(*++p); observe(p - a); observe(p[-1]); observe(&a[4] - p); p += 2; observe(*p); observe(p > a); p--; observe(*p--);
  void *v = a; observe(*((int *)v + 2)); observe((char *)&a[2] - (char *)v); observe(2[a]); observe(*&a[1]); observe(sizeof(a) / sizeof *a);
  int grid[2][3] = {1, 2, 3, 4, 5, 6}; int (*row)[3] = grid; observe(row[1][2]); observe((*++row)[0]); observe(sizeof grid[0]); s = 0;
  for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) s += grid[i][j] * (i + 1); observe(s);
  enum { RED = 3, GREEN, BLUE = GREEN * 2 } colour = BLUE; observe(colour); observe(sizeof(long) + sizeof(void *));
  unsigned long ul = -1; observe(ul == ~0UL); long long big = 1LL << 40; observe(big >> 3); observe((int)big); observe((short)0x12345);
  unsigned x = 5; x <<= 2; observe(x); x |= 3; observe(x); x ^= 0xf0; observe(x); x %= 7; observe(x); observe(argv[0][0] != 0);
  char buffer[4] = "abcd"; observe(buffer[3]); char pad[8] = "ab"; observe(pad[5]); observe("xyz"[1]); observe(*"q"); struct { char c; struct { int i; }; } anon = {1, {2}}; observe(anon.i);
  exit(0);
}
