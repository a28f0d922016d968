//! Conversions, operators, calls, statements.

use super::{body, check, check_units, init, statements};
use goto::DataModel;

fn become_(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(statements(text), *expected, "{text}");
    }
}

#[test]
fn conditions_are_comparisons() {
    become_(&[
        ("if (i > 3) ;", "if [i > 3] Lt'(3, i) ;"),
        ("if (i) ; else if (p) ;", "if [i] (bool)i ; else if [p] (bool)p ;"),
        ("while (!(i == 1) && d) ;", "while And(!Eq(i, 1), (bool)d) ;"),
        ("if (!!(u <= 2)) ; if (__builtin_expect(!!(i < j), 1)) ;", "if [!!(u <= 2)] !!Le(u, 2) ; if [__builtin_expect(!!(i < j), 1)] !!Lt(i, j) ;"),
        ("if ((c = i)) ; while (1) ;", "if [(c = i)] (bool)Set(c, (i8)i) ; while 1 ;"),
        ("i = i > 1 == b;", "Set(i, (i32)Eq((i32)Lt'(1, i), (i32)b));"),
    ]);
}

#[test]
fn arithmetic_conversions() {
    become_(&[
        ("i = c + h;", "Set(i, Add((i32)c, (i32)h));"),
        ("l = i + u;", "Set(l, (i64)Add((u32)i, u));"),
        ("l = u + l;", "Set(l, Add((i64)u, l));"),
        ("d = i * e;", "Set(d, (double)Mul((float)i, e));"),
        ("b = i; b = d; b = p;", "Set(b, (bool)i); Set(b, (bool)d); Set(b, (bool)p);"),
        ("i = -c; i = ~b; i = +h;", "Set(i, -(i32)c); Set(i, ~(i32)b); Set(i, (i32)h);"),
        ("l = c << l; u = u >> c;", "Set(l, (i64)Shl((i32)c, l)); Set(u, Shr(u, (i32)c));"),
        ("i = s.narrow + 1; u = s.full + 1; i = -s.narrow;", "Set(i, Add((i32)s.narrow, 1)); Set(u, Add(s.full, 1)); Set(i, -(i32)s.narrow);"),
        ("i = -1; i = -2147483648; c = 300; e = 0.1;", "Set(i, -1); Set(i, -2147483648); Set(c, 44); Set(e, 0.1f);"),
        ("i ? c : h; i ? i : d;", "((bool)i ? (i32)c : (i32)h); ((bool)i ? (double)i : d);"),
        ("i ?: c;", "(i ?: (i32)c);"),
    ]);
}

#[test]
fn assignments_compute_in_the_common_type() {
    become_(&[
        ("c += i; c += 1.5;", "Add<i32>=(c, i); Add<double>=(c, 1.5);"),
        ("c <<= l; h /= u;", "Shl<i32>=(c, l); Div<u32>=(h, u);"),
        ("c++; --b; d++;", "PostAdd<i32>(c, 1); PreSub<i32>(b, 1); PostAdd<double>(d, 1.0);"),
        ("s.narrow += 2; s.narrow++;", "Add<i32>=(s.narrow, 2); PostAdd<i32>(s.narrow, 1);"),
        ("p += i; p -= u; p++; --p;", "PtrAdd<*i32>=(p, (i64)i); PtrAdd<*i32>=(p, -(i64)u); PostPtrAdd<*i32>(p, 1); PrePtrAdd<*i32>(p, -1);"),
    ]);
}

#[test]
fn pointers_and_arrays() {
    become_(&[
        ("a[i] = 1[a]; p[i] = 2[p];", "Set(a[i], a[1]); Set(*PtrAdd(p, (i64)i), *PtrAdd'(p, 2));"),
        ("*a = *(a + 1); i = &a[2] - p;", "Set(a[0], *PtrAdd(decay(a), 1)); Set(i, (i32)PtrDiff(&a[2], p));"),
        ("i = p < q; i = p == 0; i = p != v;", "Set(i, (i32)Lt(p, q)); Set(i, (i32)Eq(p, 0)); Set(i, (i32)Ne(p, (*i32)v));"),
        ("p = v; p = 0; v = a; p = i;", "Set(p, (*i32)v); Set(p, 0); Set(v, (*void)decay(a)); Set(p, (*i32)i);"),
        ("*&i = 1; p = &*p; v = &a;", "Set(i, 1); Set(p, p); Set(v, (*void)&a);"),
        ("ps->a[1] = (*ps).in + s.in;", "Set(*ps.a[1], Add((i32)*ps..in, (i32)s..in));"),
        ("p = i ? p : 0; v = i ? p : v;", "Set(p, ((bool)i ? p : 0)); Set(v, ((bool)i ? (*void)p : v));"),
    ]);
}

#[test]
fn calls() {
    become_(&[
        ("g(c); (*g)(1); (&g)(2);", "g((i32)c); g(1); g(2);"),
        ("fp(1); (*fp)(c); fp = g; fp = &g;", "*fp(1); *fp((i32)c); Set(fp, &g); Set(fp, &g);"),
        ("unknown(c, e, p);", "unknown((i32)c, (double)e, p);"),
        ("i = __builtin_types_compatible_p(int, long) + __builtin_constant_p(i);", "Set(i, Add(0, 0));"),
        ("i = __builtin_sadd_overflow(i, j, p);", "Set(i, (i32){decl _{=p}; decl _{=Add((i64)i, (i64)j)}; Ne((i64)Set(*_, (i32)_), _)});"),
        ("i = __sync_fetch_and_add(p, c);", "Set(i, PostAdd<i32>(*p, (i32)c));"),
    ]);
}

#[test]
fn statements_of_all_kinds() {
    become_(&[
        (
            "switch (c) { case 'a' ... 'f': break; case -1: default: i = 1; }",
            "switch (i32)c {case ['a' ... 'f'] 97..102: break; case [-1] -1..-1: default: Set(i, 1);}",
        ),
        ("for (int k = 0; k < 3; k++) continue;", "for (decl k{=0};; Lt(k, 3); PostAdd<i32>(k, 1)) continue;"),
        ("l: goto l; do i--; while (i);", "l: goto l; do PostSub<i32>(i, 1); while (bool)i;"),
        ("i = ({ int k = 1; k; });", "Set(i, {decl k{=1}; k});"),
        ("asm volatile(\"\" ::: \"memory\"); return;", "; return ;"),
        ("return (void)i;", "{(void)i; return ;}"),
    ]);
    assert_eq!(statements("asm(\"nop\");"), ";");
    assert_eq!(statements("asm(\"ud2\");"), "asm ( : ) opaque;");
    assert_eq!(statements("asm(\"inc %0\" : \"=r\"(i) : \"0\"(u) : \"memory\");"), "asm memory (i : u);");
    assert_eq!(statements("asm(\"\" : \"=r\"(i) : \"0\"(u));"), "{Set(i, (i32)u);}");
}

#[test]
fn arrays_of_variable_length() {
    become_(&[
        ("int k[i]; k[1] = sizeof k;", "vla k Mul((u64)i, 4); Set(*PtrAdd(k, 1), (i32)_);"),
        ("char k[i][j]; k[1][2] = 0;", "decl _{=Mul((u64)j, 1)}; vla k Mul((u64)i, _); Set(*PtrAdd(PtrAdd(k, Mul(1, (i64)Div(_, 1))), 2), 0);"),
        ("i = sizeof(int[i]);", "decl _{=Mul((u64)i, 4)}; Set(i, (i32)_);"),
    ]);
    let tree = check("int f(int n, int a[n], int b[n][n]) { return a[1] + b[1][2]; }");
    // The lengths of parameters are evaluated too, though their types do not have them.
    let sizes = "size Mul((u64)n, 4); decl _{=Mul((u64)n, 4)}; size Mul((u64)n, _);";
    assert_eq!(body(&tree), format!("{sizes} return Add(*PtrAdd(a, 1), *PtrAdd(PtrAdd(b, Mul(1, (i64)Div(_, 4))), 2));"));
}

#[test]
fn literals_have_c_types_and_values() {
    let asserts = "
        _Static_assert(sizeof 2147483647 == 4 && sizeof 2147483648 == 8 && sizeof 0xffffffff == 4 && 0xffffffff > 0 && sizeof 1ull == 8, \"\");
        _Static_assert('a' == 97 && '\\xff' == -1 && '\\377' == -1 && 'ab' == 24930 && L'\\xff' == 255 && '\\0' == 0 && '\\'' == 39, \"\");
        _Static_assert(sizeof \"a\\0b\" \"c\" == 5 && sizeof L\"ab\" == 12 && sizeof u\"ab\" == 6, \"\");
        _Static_assert(-1 > 0u && -1 < 0l && (unsigned char)-1 == 255 && (_Bool)0.5 == 1 && 7 / -2 == -3 && 7 % -2 == 1 && -8 >> 1 == -4, \"\");
        _Static_assert(0b101 == 5 && 017 == 15 && 1.5 + 1 == 2.5 && 0x1p3 == 8 && (int)-2.9 == -2 && (char)1e3 == 127 && 0.1f != 0.1, \"\");
        _Static_assert(_Generic(1 ? 1u : 1l, long: 1, default: 0) && _Generic((char)1, int: 0, char: 1) && _Generic('a', int: 1, char: 0), \"\");
        enum e { A, B = 5, C }; enum n { M = -1 }; enum w { W = 1ll << 40 };
        _Static_assert(C == 6 && sizeof(enum w) == 8 && (enum e)-1 > 0 && (enum n)-1 < 0 && _Generic(A, int: 1), \"\");
        struct o { char a; struct { long b[3]; } c; };
        _Static_assert(__builtin_offsetof(struct o, c.b[2]) == 24 && (long)&((struct o *)0)->c == 8 && _Alignof(struct o) == 8, \"\");";
    check(asserts);
    let narrow = "_Static_assert(sizeof(long) == 4 && sizeof L'a' == 4 && _Alignof(double) == 4 && __alignof__(double) == 8 && sizeof 2147483648 == 8, \"\");";
    check_units(DataModel::Ilp32, &[narrow]).expect("checks");
}

#[test]
fn static_values_are_folded() {
    let tree = check(
        "static const int three = 3; int a = 1 + 2 * three, arr[4], *p = &arr[1] + 1; double d = 1 / 4.0; float g = 1e40; int (*fp)(void);
         long o = (long)&arr; _Bool b = 2; char *s = \"hi\" + 1; void *n = (void *)0; unsigned char c = -1; int z = sizeof arr ? 7 : 1 / 0;",
    );
    let expected = [
        ("a", "{=7}"),
        ("p", "{=PtrAdd(&arr[1], 1)}"),
        ("d", "{=0.25}"),
        ("g", "{=inff}"),
        ("fp", "none"),
        ("o", "{=(i64)&arr}"),
        ("b", "{=1}"),
        ("s", "{=PtrAdd(decay(_), 1)}"),
        ("n", "{=0}"),
        ("c", "{=255}"),
        ("z", "{=7}"),
    ];
    for (name, text) in expected {
        assert_eq!(init(&tree, name), text, "{name}");
    }
}
