// Made by a generator: random types, random initialisers of static and automatic objects.
void observe(long long);
int __VERIFIER_nondet_int(void);
typedef int v4 __attribute__((vector_size(16)));
enum e { A, B = 7 };
static int calls; static int f(int x) { calls = calls * 7 + x; return x; }
struct t2 { int m0:8; int :8; float m1; struct { _Bool m2_0; long long m2_1; }; _Bool m3; };
struct t1 { long long m0; struct t2 m1; float m2[4]; };
struct t3 { char m0[2]; char m1[2]; };
struct t5 { long long m0:10; int :2; };
union t4 { struct t5 m0; int m1[2][1]; unsigned short m2; unsigned short m3; };
struct t8 { unsigned short m0; };
struct t7 { float m0; struct t8 m1; };
struct t9 { int m0:14; };
struct t11 { short m0; };
struct t12 { _Bool m0; unsigned char m1; double m2; enum e m3; };
struct t10 { short m0; struct t11 m1; struct t12 m2; };
union t6 { enum e m0; struct t7 m1; struct t9 m2; struct t10 m3; };
struct t13 { union { _Bool m0_0; char m0_1; _Bool m0_2; }; long long m1:2; int :0; float m2[1][1]; };
struct t15 { long long m0[1]; };
union t14 { unsigned m0:7; long long m1; v4 m2; struct t15 m3; };
struct t17 { long long m0:16; enum e m1; unsigned char m2; long long m3:8; int :8; };
struct t16 { struct t17 m0; char m1[2]; unsigned m2:8; int :1; };
struct t18 { struct { unsigned short m0_0; unsigned char m0_1; double m0_2; }; int m1:12; v4 m2; char m3; };
struct t21 { short m0; int m1; _Bool m2; };
union t20 { unsigned short m0[1]; int m1; struct t21 m2; };
struct t19 { int m0; union t20 m1; };
struct t23 { short m0; enum e m1; char m2[3]; enum e m3; };
struct t22 { struct t23 m0; };
struct t24 { int m0:15; char m1[3]; };
static struct t1 g0[2] = { [1 ... 1] = { .m0 = 0, .m0 = 'x', { .m3 = 'x' }, .m0 = 5, { 188, 815 }, .m2 = { 849, [1 ... 1] = 'x' } } };
static struct t3 g1 = { { 1, [0] = 989, [0] = 'x', 'x' }, { 886, 2 } };
static _Bool g2[2][2][4] = { { [0 ... 1] = { [3 ... 3] = 4 } }, 2, -8, 625, -94, 902, 'x', 2, 'x' };
static union t4 g3 = { { 251 } };
static union t6 g4 = { 42 };
static long long g5[3] = { [2 ... 2] = 4 };
static struct t13 g6 = { { .m0_0 = 'x' }, 216, 4 };
static union t14 g7 = { 'x' };
static struct t16 g8[4] = { [1] = { { .m2 = 2, 'x' }, .m2 = 'x' }, { { 'x', .m0 = 'x', 'x', 415, .m0 = 'x', 2, .m2 = 1, 928 } }, [0 ... 2] = { { { 1 }, 'x', 'x', 272 }, .m1 = { 3, [1] = 599 }, .m1 = { "" }, .m1 = { 267, 'x' }, 5 }, -9, 2, 3, 2, 'x', 'x', 'x' };
static struct t18 g9[2] = { { { 34, .m0_0 = 0, 270, 'x' }, .m3 = 2 } };
static struct t19 g10 = { 5, { .m2 = { .m1 = 721, .m2 = 130 } } };
static v4 g11[1][3] = { { { 454 }, [0] = { 0 }, { 'x', 3, 616 } } };
static struct t22 g12 = { { .m2 = { 104, 1, -3 }, { 0 } } };
static struct t24 g13 = { 2, 'x', 5, 0 };
int main(void) { int n = __VERIFIER_nondet_int() & 63;
observe(777000); observe(g0[0].m0); observe(g0[0].m1.m0); observe(g0[0].m1.m1 * 8); observe(g0[0].m1.m2_0); observe(g0[0].m1.m2_1); observe(g0[0].m1.m3); observe(g0[0].m2[0] * 8); observe(g0[0].m2[1] * 8); observe(g0[0].m2[2] * 8); observe(g0[0].m2[3] * 8); observe(g0[1].m0); observe(g0[1].m1.m0); observe(g0[1].m1.m1 * 8); observe(g0[1].m1.m2_0); observe(g0[1].m1.m2_1); observe(g0[1].m1.m3); observe(g0[1].m2[0] * 8); observe(g0[1].m2[1] * 8); observe(g0[1].m2[2] * 8); observe(g0[1].m2[3] * 8);
{ calls = 0; struct t1 l[2] = { 261, 'x', n + 21, 866, 2, f(27), 3, 352, (n, 6), f(38), 'x', 1, 'x', 1, n + 87, f(65), 'x', (n, 81), f(89), 0 }; observe(888000); observe(calls); observe(l[0].m0); observe(l[0].m1.m0); observe(l[0].m1.m1 * 8); observe(l[0].m1.m2_0); observe(l[0].m1.m2_1); observe(l[0].m1.m3); observe(l[0].m2[0] * 8); observe(l[0].m2[1] * 8); observe(l[0].m2[2] * 8); observe(l[0].m2[3] * 8); observe(l[1].m0); observe(l[1].m1.m0); observe(l[1].m1.m1 * 8); observe(l[1].m1.m2_0); observe(l[1].m1.m2_1); observe(l[1].m1.m3); observe(l[1].m2[0] * 8); observe(l[1].m2[1] * 8); observe(l[1].m2[2] * 8); observe(l[1].m2[3] * 8); }
observe(777001); observe(g1.m0[0]); observe(g1.m0[1]); observe(g1.m1[0]); observe(g1.m1[1]);
{ calls = 0; struct t3 l = { "ya", .m1 = "zz" }; observe(888001); observe(calls); observe(l.m0[0]); observe(l.m0[1]); observe(l.m1[0]); observe(l.m1[1]); }
observe(777002); observe(g2[0][0][0]); observe(g2[0][0][1]); observe(g2[0][0][2]); observe(g2[0][0][3]); observe(g2[0][1][0]); observe(g2[0][1][1]); observe(g2[0][1][2]); observe(g2[0][1][3]); observe(g2[1][0][0]); observe(g2[1][0][1]); observe(g2[1][0][2]); observe(g2[1][0][3]); observe(g2[1][1][0]); observe(g2[1][1][1]); observe(g2[1][1][2]); observe(g2[1][1][3]);
{ calls = 0; _Bool l[2][2][4] = { [1 ... 1] = { { 977, [3 ... 3] = 2 }, n + 3, 5, n + 97, 57 } }; observe(888002); observe(calls); observe(l[0][0][0]); observe(l[0][0][1]); observe(l[0][0][2]); observe(l[0][0][3]); observe(l[0][1][0]); observe(l[0][1][1]); observe(l[0][1][2]); observe(l[0][1][3]); observe(l[1][0][0]); observe(l[1][0][1]); observe(l[1][0][2]); observe(l[1][0][3]); observe(l[1][1][0]); observe(l[1][1][1]); observe(l[1][1][2]); observe(l[1][1][3]); }
observe(777003); observe(g3.m0.m0); observe(g3.m1[0][0]); observe(g3.m1[1][0]); observe(g3.m2); observe(g3.m3);
observe(777004); observe(g4.m0); observe(g4.m2.m0);
observe(777005); observe(g5[0]); observe(g5[1]); observe(g5[2]);
{ calls = 0; long long l[3] = { (n, 9), 4, [2] = f(-6) }; observe(888005); observe(calls); observe(l[0]); observe(l[1]); observe(l[2]); }
observe(777006); observe(g6.m0_1); observe(g6.m1); observe(g6.m2[0][0] * 8);
observe(777007); observe(g7.m0); observe(g7.m1); observe(g7.m2[0]); observe(g7.m2[1]); observe(g7.m2[2]); observe(g7.m2[3]); observe(g7.m3.m0[0]);
observe(777008); observe(g8[0].m0.m0); observe(g8[0].m0.m1); observe(g8[0].m0.m2); observe(g8[0].m0.m3); observe(g8[0].m1[0]); observe(g8[0].m1[1]); observe(g8[0].m2); observe(g8[1].m0.m0); observe(g8[1].m0.m1); observe(g8[1].m0.m2); observe(g8[1].m0.m3); observe(g8[1].m1[0]); observe(g8[1].m1[1]); observe(g8[1].m2); observe(g8[2].m0.m0); observe(g8[2].m0.m1); observe(g8[2].m0.m2); observe(g8[2].m0.m3); observe(g8[2].m1[0]); observe(g8[2].m1[1]); observe(g8[2].m2); observe(g8[3].m0.m0); observe(g8[3].m0.m1); observe(g8[3].m0.m2); observe(g8[3].m0.m3); observe(g8[3].m1[0]); observe(g8[3].m1[1]); observe(g8[3].m2);
{ calls = 0; struct t16 l[4] = { { { 2, 'x', .m3 = 'x' }, { [1] = 'x' }, .m2 = 'x' }, { 'x', 'x', f(43), n + 68, { 'x', [1] = (n, 52) }, 'x' }, [2 ... 2] = { .m1 = { 'x' }, 'x' }, 642, (n, 65), 'x', n + -8, 128, 5, 'x' }; observe(888008); observe(calls); observe(l[0].m0.m0); observe(l[0].m0.m1); observe(l[0].m0.m2); observe(l[0].m0.m3); observe(l[0].m1[0]); observe(l[0].m1[1]); observe(l[0].m2); observe(l[1].m0.m0); observe(l[1].m0.m1); observe(l[1].m0.m2); observe(l[1].m0.m3); observe(l[1].m1[0]); observe(l[1].m1[1]); observe(l[1].m2); observe(l[2].m0.m0); observe(l[2].m0.m1); observe(l[2].m0.m2); observe(l[2].m0.m3); observe(l[2].m1[0]); observe(l[2].m1[1]); observe(l[2].m2); observe(l[3].m0.m0); observe(l[3].m0.m1); observe(l[3].m0.m2); observe(l[3].m0.m3); observe(l[3].m1[0]); observe(l[3].m1[1]); observe(l[3].m2); }
observe(777009); observe(g9[0].m0_0); observe(g9[0].m0_1); observe(g9[0].m0_2 * 8); observe(g9[0].m1); observe(g9[0].m2[0]); observe(g9[0].m2[1]); observe(g9[0].m2[2]); observe(g9[0].m2[3]); observe(g9[0].m3); observe(g9[1].m0_0); observe(g9[1].m0_1); observe(g9[1].m0_2 * 8); observe(g9[1].m1); observe(g9[1].m2[0]); observe(g9[1].m2[1]); observe(g9[1].m2[2]); observe(g9[1].m2[3]); observe(g9[1].m3);
{ calls = 0; struct t18 l[2] = { { .m1 = 624, { 'x' }, 3 }, { 0, 72, 2, 'x', { 768 }, .m2 = { 0, 'x', 205, 'x' }, .m2 = { (n, 83) } } }; observe(888009); observe(calls); observe(l[0].m0_0); observe(l[0].m0_1); observe(l[0].m0_2 * 8); observe(l[0].m1); observe(l[0].m2[0]); observe(l[0].m2[1]); observe(l[0].m2[2]); observe(l[0].m2[3]); observe(l[0].m3); observe(l[1].m0_0); observe(l[1].m0_1); observe(l[1].m0_2 * 8); observe(l[1].m1); observe(l[1].m2[0]); observe(l[1].m2[1]); observe(l[1].m2[2]); observe(l[1].m2[3]); observe(l[1].m3); }
observe(777010); observe(g10.m0); observe(g10.m1.m0[0]); observe(g10.m1.m1);
observe(777011); observe(g11[0][0][0]); observe(g11[0][0][1]); observe(g11[0][0][2]); observe(g11[0][0][3]); observe(g11[0][1][0]); observe(g11[0][1][1]); observe(g11[0][1][2]); observe(g11[0][1][3]); observe(g11[0][2][0]); observe(g11[0][2][1]); observe(g11[0][2][2]); observe(g11[0][2][3]);
{ calls = 0; v4 l[1][3] = { [0][1] = { (n, -9), (n, 50) } }; observe(888011); observe(calls); observe(l[0][0][0]); observe(l[0][0][1]); observe(l[0][0][2]); observe(l[0][0][3]); observe(l[0][1][0]); observe(l[0][1][1]); observe(l[0][1][2]); observe(l[0][1][3]); observe(l[0][2][0]); observe(l[0][2][1]); observe(l[0][2][2]); observe(l[0][2][3]); }
observe(777012); observe(g12.m0.m0); observe(g12.m0.m1); observe(g12.m0.m2[0]); observe(g12.m0.m2[1]); observe(g12.m0.m2[2]); observe(g12.m0.m3);
{ calls = 0; struct t22 l = { { .m3 = { n + 65 } } }; observe(888012); observe(calls); observe(l.m0.m0); observe(l.m0.m1); observe(l.m0.m2[0]); observe(l.m0.m2[1]); observe(l.m0.m2[2]); observe(l.m0.m3); }
observe(777013); observe(g13.m0); observe(g13.m1[0]); observe(g13.m1[1]); observe(g13.m1[2]);
{ calls = 0; struct t24 l = { 'x', .m1[0] = 'x' }; observe(888013); observe(calls); observe(l.m0); observe(l.m1[0]); observe(l.m1[1]); observe(l.m1[2]); }
return 0; }
