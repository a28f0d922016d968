// Made by a generator: sizes, offsets, alignments and images of random records.
void observe(long long);
struct inner { char a; long long b; short c; };
union either { char a[5]; int b; };
enum shade { LIGHT, DARK = 7 };
enum __attribute__((packed)) tiny { TA, TB = 3 };
enum big { BIG = 1ll << 40 };
typedef int ai8 __attribute__((aligned(8)));
typedef int ai2 __attribute__((aligned(2)));
typedef int ai1 __attribute__((aligned(1)));
typedef long long al4 __attribute__((aligned(4)));
typedef double ad1 __attribute__((aligned(1)));
typedef char ac4 __attribute__((aligned(4)));
typedef short as1 __attribute__((aligned(1)));
typedef double dal __attribute__((aligned(16)));
typedef char *ptr8 __attribute__((aligned(8)));
typedef struct { char x; int y; } __attribute__((aligned(16))) aligned_rec;
typedef struct __attribute__((packed)) { char x; double y; } packed_rec;
struct bf { int a:3; long long b:40; };
#ifdef __SIZEOF_INT128__
typedef __int128 i128;
#else
typedef long i128;
#endif
typedef int v4s __attribute__((vector_size(16))); typedef short v2s __attribute__((vector_size(4))); struct hv { char c; v4s v; };
static void z(void *p, unsigned n) { unsigned char *c = p; for (unsigned i = 0; i < n; i++) c[i] = 0; }
static void f(void *p, unsigned n) { unsigned char *c = p; for (unsigned i = 0; i < n; i++) c[i] = 255; }
static void im(void *p, unsigned n) { unsigned char *c = p; unsigned long long h = 0; for (unsigned i = 0; i < n; i++) h = h * 31 + c[i]; observe(h); for (unsigned i = 0; i < n && i < 48; i++) if (c[i]) observe(i * 256 + c[i]); }
struct s0 { unsigned char m1; ai8 m2:20 __attribute__((aligned(32))); } __attribute__((aligned));
struct w0 { char c; struct s0 r; char e; struct s0 q[2]; };
struct __attribute__((aligned(16))) s1 { union { ai8 m4; } m3; as1 m5:12; };
struct w1 { char c; struct s1 r; char e; struct s1 q[2]; };
union s2 { unsigned long m6; };
struct w2 { char c; union s2 r; char e; union s2 q[2]; };
struct s3 { ac4 m7:8; _Float128 m8[1]; _Alignas(32) as1 m9; long long m10:19; long long m11:61; unsigned m12:32; } __attribute__((packed, aligned(2)));
struct w3 { char c; struct s3 r; char e; struct s3 q[2]; };
union s4 { struct { union either m14; al4 m15; signed char m16:5; ac4 :0; short m18; } __attribute__((packed)) m13; _Bool m19:1; ai8 m20; enum shade m21; };
struct w4 { char c; union s4 r; char e; union s4 q[2]; };
#pragma pack(push, 2)
struct s5 { struct { v4s m23; } __attribute__((aligned(4))); };
#pragma pack(pop)
struct w5 { char c; struct s5 r; char e; struct s5 q[2]; };
struct s6 { union { union { unsigned short m26; ptr8 m27; } m25 __attribute__((aligned(32))); unsigned short m28:6; as1 m29:6 __attribute__((packed, aligned(1))); } __attribute__((packed)) m24; };
struct w6 { char c; struct s6 r; char e; struct s6 q[2]; };
struct s7 { long long m30; _Alignas(0) long m31; enum shade m32 __attribute__((aligned(2))); enum shade m33:2; struct { struct { as1 m36:16; al4 m37:62; unsigned long long m38:9; float m39; int m40; enum tiny m41[2] __attribute__((aligned(1))); long double m42; } __attribute__((packed)) m35; _Bool m43:1; _Bool m44:1; _Bool m45:1; int m46 __attribute__((aligned(1))); as1 m47; unsigned long long m48[1]; }; unsigned long m49:14; aligned_rec m50 __attribute__((aligned(2))); };
struct w7 { char c; struct s7 r; char e; struct s7 q[2]; };
struct s8 { _Bool m51; al4 m52:20; union { enum tiny m54:2; unsigned short m55; ai8 m56 __attribute__((aligned)); } __attribute__((packed)) m53; struct { al4 m58:1; long m59:20; struct { ai1 m61; } m60; } __attribute__((aligned(2))) m57; ai2 m62 __attribute__((packed)); enum tiny m63:2; short m64:16; };
struct w8 { char c; struct s8 r; char e; struct s8 q[2]; };
struct s9 { long double m65; ai8 m66:2; long double m67 __attribute__((aligned)); };
struct w9 { char c; struct s9 r; char e; struct s9 q[2]; };
struct s10 { _Alignas(32) v4s m68; al4 m69:64; _Bool m70:1; short m71:8; unsigned m72:32; };
struct w10 { char c; struct s10 r; char e; struct s10 q[2]; };
struct s11 { union { _Alignas(32) v2s m74; enum tiny m75; ai8 m76; struct { unsigned :0; int m79[0]; al4 m80; unsigned char m81:6; packed_rec m82; } m77 __attribute__((aligned(8))); } m73; unsigned char m83:1; al4 m84; enum shade m85 __attribute__((aligned)); union { enum tiny m87:2; }; };
struct w11 { char c; struct s11 r; char e; struct s11 q[2]; };
int main(void) {
observe(1000000); observe(sizeof(struct s0)); observe(_Alignof(struct s0)); observe(__alignof__(struct s0)); observe(sizeof(struct w0)); observe(__builtin_offsetof(struct w0, r)); observe(__builtin_offsetof(struct w0, q[1]));
{ static struct s0 s; struct w0 w; (void)w;
z(&s, sizeof s); f(&s.m1, sizeof s.m1); im(&s, sizeof s); observe(__builtin_offsetof(struct s0, m1)); observe(sizeof s.m1); observe(_Alignof(__typeof__(s.m1)));
z(&s, sizeof s); s.m2 = -1; im(&s, sizeof s); observe(s.m2 < 0); observe(s.m2 > -1);
}
observe(1000001); observe(sizeof(struct s1)); observe(_Alignof(struct s1)); observe(__alignof__(struct s1)); observe(sizeof(struct w1)); observe(__builtin_offsetof(struct w1, r)); observe(__builtin_offsetof(struct w1, q[1]));
{ static struct s1 s; struct w1 w; (void)w;
z(&s, sizeof s); f(&s.m3.m4, sizeof s.m3.m4); im(&s, sizeof s); observe(__builtin_offsetof(struct s1, m3.m4)); observe(sizeof s.m3.m4); observe(_Alignof(__typeof__(s.m3.m4)));
z(&s, sizeof s); f(&s.m3, sizeof s.m3); im(&s, sizeof s); observe(__builtin_offsetof(struct s1, m3)); observe(sizeof s.m3); observe(_Alignof(__typeof__(s.m3)));
z(&s, sizeof s); s.m5 = -1; im(&s, sizeof s); observe(s.m5 < 0); observe(s.m5 > -1);
}
observe(1000002); observe(sizeof(union s2)); observe(_Alignof(union s2)); observe(__alignof__(union s2)); observe(sizeof(struct w2)); observe(__builtin_offsetof(struct w2, r)); observe(__builtin_offsetof(struct w2, q[1]));
{ static union s2 s; struct w2 w; (void)w;
z(&s, sizeof s); f(&s.m6, sizeof s.m6); im(&s, sizeof s); observe(__builtin_offsetof(union s2, m6)); observe(sizeof s.m6); observe(_Alignof(__typeof__(s.m6)));
}
observe(1000003); observe(sizeof(struct s3)); observe(_Alignof(struct s3)); observe(__alignof__(struct s3)); observe(sizeof(struct w3)); observe(__builtin_offsetof(struct w3, r)); observe(__builtin_offsetof(struct w3, q[1]));
{ static struct s3 s; struct w3 w; (void)w;
z(&s, sizeof s); s.m7 = -1; im(&s, sizeof s); observe(s.m7 < 0); observe(s.m7 > -1);
z(&s, sizeof s); f(&s.m8, sizeof s.m8); im(&s, sizeof s); observe(__builtin_offsetof(struct s3, m8)); observe(sizeof s.m8); observe(_Alignof(__typeof__(s.m8)));
z(&s, sizeof s); f(&s.m9, sizeof s.m9); im(&s, sizeof s); observe(__builtin_offsetof(struct s3, m9)); observe(sizeof s.m9); observe(_Alignof(__typeof__(s.m9)));
z(&s, sizeof s); s.m10 = -1; im(&s, sizeof s); observe(s.m10 < 0); observe(s.m10 > -1);
z(&s, sizeof s); s.m11 = -1; im(&s, sizeof s); observe(s.m11 < 0); observe(s.m11 > -1);
z(&s, sizeof s); s.m12 = -1; im(&s, sizeof s); observe(s.m12 < 0); observe(s.m12 > -1);
}
observe(1000004); observe(sizeof(union s4)); observe(_Alignof(union s4)); observe(__alignof__(union s4)); observe(sizeof(struct w4)); observe(__builtin_offsetof(struct w4, r)); observe(__builtin_offsetof(struct w4, q[1]));
{ static union s4 s; struct w4 w; (void)w;
z(&s, sizeof s); f(&s.m13.m14, sizeof s.m13.m14); im(&s, sizeof s); observe(__builtin_offsetof(union s4, m13.m14)); observe(sizeof s.m13.m14); observe(_Alignof(__typeof__(s.m13.m14)));
z(&s, sizeof s); f(&s.m13.m15, sizeof s.m13.m15); im(&s, sizeof s); observe(__builtin_offsetof(union s4, m13.m15)); observe(sizeof s.m13.m15); observe(_Alignof(__typeof__(s.m13.m15)));
z(&s, sizeof s); s.m13.m16 = -1; im(&s, sizeof s); observe(s.m13.m16 < 0); observe(s.m13.m16 > -1);
z(&s, sizeof s); f(&s.m13.m18, sizeof s.m13.m18); im(&s, sizeof s); observe(__builtin_offsetof(union s4, m13.m18)); observe(sizeof s.m13.m18); observe(_Alignof(__typeof__(s.m13.m18)));
z(&s, sizeof s); f(&s.m13, sizeof s.m13); im(&s, sizeof s); observe(__builtin_offsetof(union s4, m13)); observe(sizeof s.m13); observe(_Alignof(__typeof__(s.m13)));
z(&s, sizeof s); s.m19 = -1; im(&s, sizeof s); observe(s.m19 < 0); observe(s.m19 > -1);
z(&s, sizeof s); f(&s.m20, sizeof s.m20); im(&s, sizeof s); observe(__builtin_offsetof(union s4, m20)); observe(sizeof s.m20); observe(_Alignof(__typeof__(s.m20)));
z(&s, sizeof s); f(&s.m21, sizeof s.m21); im(&s, sizeof s); observe(__builtin_offsetof(union s4, m21)); observe(sizeof s.m21); observe(_Alignof(__typeof__(s.m21)));
}
observe(1000005); observe(sizeof(struct s5)); observe(_Alignof(struct s5)); observe(__alignof__(struct s5)); observe(sizeof(struct w5)); observe(__builtin_offsetof(struct w5, r)); observe(__builtin_offsetof(struct w5, q[1]));
{ static struct s5 s; struct w5 w; (void)w;
z(&s, sizeof s); f(&s.m23, sizeof s.m23); im(&s, sizeof s); observe(__builtin_offsetof(struct s5, m23)); observe(sizeof s.m23); observe(_Alignof(__typeof__(s.m23)));
}
observe(1000006); observe(sizeof(struct s6)); observe(_Alignof(struct s6)); observe(__alignof__(struct s6)); observe(sizeof(struct w6)); observe(__builtin_offsetof(struct w6, r)); observe(__builtin_offsetof(struct w6, q[1]));
{ static struct s6 s; struct w6 w; (void)w;
z(&s, sizeof s); f(&s.m24.m25.m26, sizeof s.m24.m25.m26); im(&s, sizeof s); observe(__builtin_offsetof(struct s6, m24.m25.m26)); observe(sizeof s.m24.m25.m26); observe(_Alignof(__typeof__(s.m24.m25.m26)));
z(&s, sizeof s); f(&s.m24.m25.m27, sizeof s.m24.m25.m27); im(&s, sizeof s); observe(__builtin_offsetof(struct s6, m24.m25.m27)); observe(sizeof s.m24.m25.m27); observe(_Alignof(__typeof__(s.m24.m25.m27)));
z(&s, sizeof s); f(&s.m24.m25, sizeof s.m24.m25); im(&s, sizeof s); observe(__builtin_offsetof(struct s6, m24.m25)); observe(sizeof s.m24.m25); observe(_Alignof(__typeof__(s.m24.m25)));
z(&s, sizeof s); s.m24.m28 = -1; im(&s, sizeof s); observe(s.m24.m28 < 0); observe(s.m24.m28 > -1);
z(&s, sizeof s); s.m24.m29 = -1; im(&s, sizeof s); observe(s.m24.m29 < 0); observe(s.m24.m29 > -1);
z(&s, sizeof s); f(&s.m24, sizeof s.m24); im(&s, sizeof s); observe(__builtin_offsetof(struct s6, m24)); observe(sizeof s.m24); observe(_Alignof(__typeof__(s.m24)));
}
observe(1000007); observe(sizeof(struct s7)); observe(_Alignof(struct s7)); observe(__alignof__(struct s7)); observe(sizeof(struct w7)); observe(__builtin_offsetof(struct w7, r)); observe(__builtin_offsetof(struct w7, q[1]));
{ static struct s7 s; struct w7 w; (void)w;
z(&s, sizeof s); f(&s.m30, sizeof s.m30); im(&s, sizeof s); observe(__builtin_offsetof(struct s7, m30)); observe(sizeof s.m30); observe(_Alignof(__typeof__(s.m30)));
z(&s, sizeof s); f(&s.m31, sizeof s.m31); im(&s, sizeof s); observe(__builtin_offsetof(struct s7, m31)); observe(sizeof s.m31); observe(_Alignof(__typeof__(s.m31)));
z(&s, sizeof s); f(&s.m32, sizeof s.m32); im(&s, sizeof s); observe(__builtin_offsetof(struct s7, m32)); observe(sizeof s.m32); observe(_Alignof(__typeof__(s.m32)));
z(&s, sizeof s); s.m33 = -1; im(&s, sizeof s); observe(s.m33 < 0); observe(s.m33 > -1);
z(&s, sizeof s); s.m35.m36 = -1; im(&s, sizeof s); observe(s.m35.m36 < 0); observe(s.m35.m36 > -1);
z(&s, sizeof s); s.m35.m37 = -1; im(&s, sizeof s); observe(s.m35.m37 < 0); observe(s.m35.m37 > -1);
z(&s, sizeof s); s.m35.m38 = -1; im(&s, sizeof s); observe(s.m35.m38 < 0); observe(s.m35.m38 > -1);
z(&s, sizeof s); f(&s.m35.m39, sizeof s.m35.m39); im(&s, sizeof s); observe(__builtin_offsetof(struct s7, m35.m39)); observe(sizeof s.m35.m39); observe(_Alignof(__typeof__(s.m35.m39)));
z(&s, sizeof s); f(&s.m35.m40, sizeof s.m35.m40); im(&s, sizeof s); observe(__builtin_offsetof(struct s7, m35.m40)); observe(sizeof s.m35.m40); observe(_Alignof(__typeof__(s.m35.m40)));
z(&s, sizeof s); f(&s.m35.m41, sizeof s.m35.m41); im(&s, sizeof s); observe(__builtin_offsetof(struct s7, m35.m41)); observe(sizeof s.m35.m41); observe(_Alignof(__typeof__(s.m35.m41)));
z(&s, sizeof s); f(&s.m35.m42, sizeof s.m35.m42); im(&s, sizeof s); observe(__builtin_offsetof(struct s7, m35.m42)); observe(sizeof s.m35.m42); observe(_Alignof(__typeof__(s.m35.m42)));
z(&s, sizeof s); f(&s.m35, sizeof s.m35); im(&s, sizeof s); observe(__builtin_offsetof(struct s7, m35)); observe(sizeof s.m35); observe(_Alignof(__typeof__(s.m35)));
z(&s, sizeof s); s.m43 = -1; im(&s, sizeof s); observe(s.m43 < 0); observe(s.m43 > -1);
z(&s, sizeof s); s.m44 = -1; im(&s, sizeof s); observe(s.m44 < 0); observe(s.m44 > -1);
z(&s, sizeof s); s.m45 = -1; im(&s, sizeof s); observe(s.m45 < 0); observe(s.m45 > -1);
z(&s, sizeof s); f(&s.m46, sizeof s.m46); im(&s, sizeof s); observe(__builtin_offsetof(struct s7, m46)); observe(sizeof s.m46); observe(_Alignof(__typeof__(s.m46)));
z(&s, sizeof s); f(&s.m47, sizeof s.m47); im(&s, sizeof s); observe(__builtin_offsetof(struct s7, m47)); observe(sizeof s.m47); observe(_Alignof(__typeof__(s.m47)));
z(&s, sizeof s); f(&s.m48, sizeof s.m48); im(&s, sizeof s); observe(__builtin_offsetof(struct s7, m48)); observe(sizeof s.m48); observe(_Alignof(__typeof__(s.m48)));
z(&s, sizeof s); s.m49 = -1; im(&s, sizeof s); observe(s.m49 < 0); observe(s.m49 > -1);
z(&s, sizeof s); f(&s.m50, sizeof s.m50); im(&s, sizeof s); observe(__builtin_offsetof(struct s7, m50)); observe(sizeof s.m50); observe(_Alignof(__typeof__(s.m50)));
}
observe(1000008); observe(sizeof(struct s8)); observe(_Alignof(struct s8)); observe(__alignof__(struct s8)); observe(sizeof(struct w8)); observe(__builtin_offsetof(struct w8, r)); observe(__builtin_offsetof(struct w8, q[1]));
{ static struct s8 s; struct w8 w; (void)w;
z(&s, sizeof s); f(&s.m51, sizeof s.m51); im(&s, sizeof s); observe(__builtin_offsetof(struct s8, m51)); observe(sizeof s.m51); observe(_Alignof(__typeof__(s.m51)));
z(&s, sizeof s); s.m52 = -1; im(&s, sizeof s); observe(s.m52 < 0); observe(s.m52 > -1);
z(&s, sizeof s); s.m53.m54 = -1; im(&s, sizeof s); observe(s.m53.m54 < 0); observe(s.m53.m54 > -1);
z(&s, sizeof s); f(&s.m53.m55, sizeof s.m53.m55); im(&s, sizeof s); observe(__builtin_offsetof(struct s8, m53.m55)); observe(sizeof s.m53.m55); observe(_Alignof(__typeof__(s.m53.m55)));
z(&s, sizeof s); f(&s.m53.m56, sizeof s.m53.m56); im(&s, sizeof s); observe(__builtin_offsetof(struct s8, m53.m56)); observe(sizeof s.m53.m56); observe(_Alignof(__typeof__(s.m53.m56)));
z(&s, sizeof s); f(&s.m53, sizeof s.m53); im(&s, sizeof s); observe(__builtin_offsetof(struct s8, m53)); observe(sizeof s.m53); observe(_Alignof(__typeof__(s.m53)));
z(&s, sizeof s); s.m57.m58 = -1; im(&s, sizeof s); observe(s.m57.m58 < 0); observe(s.m57.m58 > -1);
z(&s, sizeof s); s.m57.m59 = -1; im(&s, sizeof s); observe(s.m57.m59 < 0); observe(s.m57.m59 > -1);
z(&s, sizeof s); f(&s.m57.m60.m61, sizeof s.m57.m60.m61); im(&s, sizeof s); observe(__builtin_offsetof(struct s8, m57.m60.m61)); observe(sizeof s.m57.m60.m61); observe(_Alignof(__typeof__(s.m57.m60.m61)));
z(&s, sizeof s); f(&s.m57.m60, sizeof s.m57.m60); im(&s, sizeof s); observe(__builtin_offsetof(struct s8, m57.m60)); observe(sizeof s.m57.m60); observe(_Alignof(__typeof__(s.m57.m60)));
z(&s, sizeof s); f(&s.m57, sizeof s.m57); im(&s, sizeof s); observe(__builtin_offsetof(struct s8, m57)); observe(sizeof s.m57); observe(_Alignof(__typeof__(s.m57)));
z(&s, sizeof s); f(&s.m62, sizeof s.m62); im(&s, sizeof s); observe(__builtin_offsetof(struct s8, m62)); observe(sizeof s.m62); observe(_Alignof(__typeof__(s.m62)));
z(&s, sizeof s); s.m63 = -1; im(&s, sizeof s); observe(s.m63 < 0); observe(s.m63 > -1);
z(&s, sizeof s); s.m64 = -1; im(&s, sizeof s); observe(s.m64 < 0); observe(s.m64 > -1);
}
observe(1000009); observe(sizeof(struct s9)); observe(_Alignof(struct s9)); observe(__alignof__(struct s9)); observe(sizeof(struct w9)); observe(__builtin_offsetof(struct w9, r)); observe(__builtin_offsetof(struct w9, q[1]));
{ static struct s9 s; struct w9 w; (void)w;
z(&s, sizeof s); f(&s.m65, sizeof s.m65); im(&s, sizeof s); observe(__builtin_offsetof(struct s9, m65)); observe(sizeof s.m65); observe(_Alignof(__typeof__(s.m65)));
z(&s, sizeof s); s.m66 = -1; im(&s, sizeof s); observe(s.m66 < 0); observe(s.m66 > -1);
z(&s, sizeof s); f(&s.m67, sizeof s.m67); im(&s, sizeof s); observe(__builtin_offsetof(struct s9, m67)); observe(sizeof s.m67); observe(_Alignof(__typeof__(s.m67)));
}
observe(1000010); observe(sizeof(struct s10)); observe(_Alignof(struct s10)); observe(__alignof__(struct s10)); observe(sizeof(struct w10)); observe(__builtin_offsetof(struct w10, r)); observe(__builtin_offsetof(struct w10, q[1]));
{ static struct s10 s; struct w10 w; (void)w;
z(&s, sizeof s); f(&s.m68, sizeof s.m68); im(&s, sizeof s); observe(__builtin_offsetof(struct s10, m68)); observe(sizeof s.m68); observe(_Alignof(__typeof__(s.m68)));
z(&s, sizeof s); s.m69 = -1; im(&s, sizeof s); observe(s.m69 < 0); observe(s.m69 > -1);
z(&s, sizeof s); s.m70 = -1; im(&s, sizeof s); observe(s.m70 < 0); observe(s.m70 > -1);
z(&s, sizeof s); s.m71 = -1; im(&s, sizeof s); observe(s.m71 < 0); observe(s.m71 > -1);
z(&s, sizeof s); s.m72 = -1; im(&s, sizeof s); observe(s.m72 < 0); observe(s.m72 > -1);
}
observe(1000011); observe(sizeof(struct s11)); observe(_Alignof(struct s11)); observe(__alignof__(struct s11)); observe(sizeof(struct w11)); observe(__builtin_offsetof(struct w11, r)); observe(__builtin_offsetof(struct w11, q[1]));
{ static struct s11 s; struct w11 w; (void)w;
z(&s, sizeof s); f(&s.m73.m74, sizeof s.m73.m74); im(&s, sizeof s); observe(__builtin_offsetof(struct s11, m73.m74)); observe(sizeof s.m73.m74); observe(_Alignof(__typeof__(s.m73.m74)));
z(&s, sizeof s); f(&s.m73.m75, sizeof s.m73.m75); im(&s, sizeof s); observe(__builtin_offsetof(struct s11, m73.m75)); observe(sizeof s.m73.m75); observe(_Alignof(__typeof__(s.m73.m75)));
z(&s, sizeof s); f(&s.m73.m76, sizeof s.m73.m76); im(&s, sizeof s); observe(__builtin_offsetof(struct s11, m73.m76)); observe(sizeof s.m73.m76); observe(_Alignof(__typeof__(s.m73.m76)));
z(&s, sizeof s); f(&s.m73.m77.m79, sizeof s.m73.m77.m79); im(&s, sizeof s); observe(__builtin_offsetof(struct s11, m73.m77.m79)); observe(sizeof s.m73.m77.m79); observe(_Alignof(__typeof__(s.m73.m77.m79)));
z(&s, sizeof s); f(&s.m73.m77.m80, sizeof s.m73.m77.m80); im(&s, sizeof s); observe(__builtin_offsetof(struct s11, m73.m77.m80)); observe(sizeof s.m73.m77.m80); observe(_Alignof(__typeof__(s.m73.m77.m80)));
z(&s, sizeof s); s.m73.m77.m81 = -1; im(&s, sizeof s); observe(s.m73.m77.m81 < 0); observe(s.m73.m77.m81 > -1);
z(&s, sizeof s); f(&s.m73.m77.m82, sizeof s.m73.m77.m82); im(&s, sizeof s); observe(__builtin_offsetof(struct s11, m73.m77.m82)); observe(sizeof s.m73.m77.m82); observe(_Alignof(__typeof__(s.m73.m77.m82)));
z(&s, sizeof s); f(&s.m73.m77, sizeof s.m73.m77); im(&s, sizeof s); observe(__builtin_offsetof(struct s11, m73.m77)); observe(sizeof s.m73.m77); observe(_Alignof(__typeof__(s.m73.m77)));
z(&s, sizeof s); f(&s.m73, sizeof s.m73); im(&s, sizeof s); observe(__builtin_offsetof(struct s11, m73)); observe(sizeof s.m73); observe(_Alignof(__typeof__(s.m73)));
z(&s, sizeof s); s.m83 = -1; im(&s, sizeof s); observe(s.m83 < 0); observe(s.m83 > -1);
z(&s, sizeof s); f(&s.m84, sizeof s.m84); im(&s, sizeof s); observe(__builtin_offsetof(struct s11, m84)); observe(sizeof s.m84); observe(_Alignof(__typeof__(s.m84)));
z(&s, sizeof s); f(&s.m85, sizeof s.m85); im(&s, sizeof s); observe(__builtin_offsetof(struct s11, m85)); observe(sizeof s.m85); observe(_Alignof(__typeof__(s.m85)));
z(&s, sizeof s); s.m87 = -1; im(&s, sizeof s); observe(s.m87 < 0); observe(s.m87 > -1);
}
return 0; }
