/* Operations on numbers that C leaves open or that its compiler would fold in another way than the machine computes. */
#define DIVISION(T, S) \
  INLINE T div_##T(T a, T b) { if (UNLIKELY(b == 0)) crash(); if (S && UNLIKELY(b == (T)-1)) { T n = (T)-a; if (a == n && a) crash(); return n; } return a / b; } \
  INLINE T rem_##T(T a, T b) { if (UNLIKELY(b == 0)) crash(); if (S && UNLIKELY(b == (T)-1)) { if (a && a == (T)-a) crash(); return 0; } return a % b; }
DIVISION(i8, 1) DIVISION(i16, 1) DIVISION(i32, 1) DIVISION(i64, 1) DIVISION(i128, 1)
DIVISION(u8, 0) DIVISION(u16, 0) DIVISION(u32, 0) DIVISION(u64, 0) DIVISION(u128, 0)
#define OVERFLOWS(T) \
  INLINE u8 add_overflows_##T(T a, T b) { T r; return __builtin_add_overflow(a, b, &r); } \
  INLINE u8 sub_overflows_##T(T a, T b) { T r; return __builtin_sub_overflow(a, b, &r); } \
  INLINE u8 mul_overflows_##T(T a, T b) { T r; return __builtin_mul_overflow(a, b, &r); }
OVERFLOWS(i8) OVERFLOWS(u8) OVERFLOWS(i16) OVERFLOWS(u16) OVERFLOWS(i32) OVERFLOWS(u32) OVERFLOWS(i64) OVERFLOWS(u64) OVERFLOWS(i128) OVERFLOWS(u128)

#define PUN(F, I) \
  INLINE F F##_of(I bits) { F x; copy_bytes(&x, &bits, sizeof x); return x; } \
  INLINE I bits_##F(F x) { I bits; copy_bytes(&bits, &x, sizeof x); return bits; }
PUN(f32, u32) PUN(f64, u64) PUN(f128, u128)
INLINE f80 f80_of(u128 bits) { f80 x = 0; copy_bytes(&x, &bits, 10); return x; }
INLINE u128 bits_f80(f80 x) { u128 bits = 0; copy_bytes(&bits, &x, 10); return bits; }

/* Conversions to integers as the machine makes them: the compiler must not fold them. */
#define TRUNCATE(F) \
  OPAQUE i8 F##_to_i8(F x) { return (i8)x; } OPAQUE u8 F##_to_u8(F x) { return (u8)x; } \
  OPAQUE i16 F##_to_i16(F x) { return (i16)x; } OPAQUE u16 F##_to_u16(F x) { return (u16)x; } \
  OPAQUE i32 F##_to_i32(F x) { return (i32)x; } OPAQUE u32 F##_to_u32(F x) { return (u32)x; } \
  OPAQUE i64 F##_to_i64(F x) { return (i64)x; } OPAQUE u64 F##_to_u64(F x) { return (u64)x; } \
  OPAQUE i128 F##_to_i128(F x) { return (i128)x; } OPAQUE u128 F##_to_u128(F x) { return (u128)x; }
TRUNCATE(f32) TRUNCATE(f64) TRUNCATE(f80) TRUNCATE(f128)

/* The C library's functions under other names, so that the compiler does not compute them itself. */
#define LIBM1(name) extern f64 m_##name(f64) __asm__(#name); extern f32 m_##name##f(f32) __asm__(#name "f");
#define LIBM2(name) extern f64 m_##name(f64, f64) __asm__(#name); extern f32 m_##name##f(f32, f32) __asm__(#name "f");
LIBM1(sin) LIBM1(cos) LIBM1(tan) LIBM1(asin) LIBM1(acos) LIBM1(atan) LIBM1(sinh) LIBM1(cosh) LIBM1(tanh) LIBM1(asinh) LIBM1(acosh) LIBM1(atanh)
LIBM1(exp) LIBM1(exp2) LIBM1(expm1) LIBM1(log) LIBM1(log2) LIBM1(log10) LIBM1(log1p) LIBM1(cbrt) LIBM1(erf) LIBM1(erfc) LIBM1(tgamma) LIBM1(lgamma)
LIBM2(pow) LIBM2(atan2) LIBM2(hypot)
#define EXACT(F, s) \
  extern F m_rint##s(F) __asm__("rint" #s); extern F m_roundeven##s(F) __asm__("roundeven" #s); extern F m_round##s(F) __asm__("round" #s); \
  extern F m_floor##s(F) __asm__("floor" #s); extern F m_ceil##s(F) __asm__("ceil" #s); extern F m_trunc##s(F) __asm__("trunc" #s); \
  extern F m_sqrt##s(F) __asm__("sqrt" #s); extern F m_fmod##s(F, F) __asm__("fmod" #s); extern F m_remainder##s(F, F) __asm__("remainder" #s); \
  extern F m_fma##s(F, F, F) __asm__("fma" #s);
EXACT(f32, f) EXACT(f64, ) EXACT(f80, l)
