//! Each rewrite: what becomes of a small text, and that the grammar takes it.

use super::*;
use crate::source;

/// The rewritten text with single blanks; the grammar accepts it.
fn rewritten(text: &str) -> String {
    let new = normalise(text).expect("well-formed").text;
    let parsed = source::prepare("t.c", text.to_owned()).and_then(|source| source.pieces().try_for_each(|piece| piece.map(drop)));
    if let Err(e) = parsed {
        panic!("{e} in {new}");
    }
    new.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn becomes(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(rewritten(text), *expected, "from {text}");
    }
}

#[track_caller]
fn stays(cases: &[&str]) {
    for text in cases {
        assert_eq!(rewritten(text), *text);
    }
}

#[test]
fn ordinary_programs_stay() {
    stays(&[
        "typedef int T; T x; T *p; T f(T a); static T g(void) { return (T) 1; } extern T (*h)(T);",
        "struct s { int a : 3; T1_t *p; } ; int x = 1;".replace("T1_t", "void").as_str(),
        "int f(int a) { switch (a) { case 1: a ? 1 : 2; break; case 'x': default: return a && (a) && f(a); } l: a = 1; goto l; }",
        "int g(void) { struct { int x; } v = { .x = 1 }, *p = &(__typeof__(v)){ 2 }; return p->x; }",
        "enum e { A = 1, B }; int x[] = { [1] = 2, 3 };",
        "void f(void) { const int x = 1; static char *p; register unsigned u; extern int y; volatile long long v; }",
        "_Static_assert(1, \"m\"); int x;",
        "void f(int a, ...) { __asm__ volatile (\"nop\"); __builtin_va_list l; }",
        "int x __attribute__((aligned(8))); int f(void) __attribute__((noreturn));",
    ]);
}

#[test]
fn comments_go() {
    becomes(&[("int /* a */ x; // b\nint y; /* \n */\n# 3 \"f\"\n#pragma x\n#ident \"x\"\nint z;", "int x; int y; int z;")]);
}

#[test]
fn implicit_int() {
    becomes(&[
        ("main() { }", "int main() { }"),
        ("static x; extern f(); const y = 2;", "static int x; extern int f(); const int y = 2;"),
        ("*p; x = 3; inline f(void) { }", "int *p; int x = 3; inline int f(void) { }"),
        (
            "f(a, b) char b; { return a; } main(int argc, char **argv) { return 0; }",
            "int f(a, b) char b; { return a; } int main(int argc, char **argv) { return 0; }",
        ),
        ("f(a) register a; { return a; }", "int f(a) register int a; { return a; }"),
        ("void f(void) { register i = 0; auto j; static k[3]; i = j; }", "void f(void) { register int i = 0; auto int j; static int k[3]; i = j; }"),
        ("int f(register a, const b) { return a; }", "int f(register int a, const int b) { return a; }"),
        ("typedef int T; static T x; int f(const T); T g(void) { }", "typedef int T; static T x; int f(const T); T g(void) { }"),
        ("int f(int x) { return x; } main() { return f(1); }", "int f(int x) { return x; } int main() { return f(1); }"),
    ]);
}

#[test]
fn elvis() {
    becomes(&[("int f(int a) { return a ? : a ?: 2; }", "int f(int a) { return a ? __gotcha_elvis : a ? __gotcha_elvis : 2; }")]);
}

#[test]
fn casts_of_compound_literals() {
    becomes(&[
        ("int x = (int)(int){ 1 };", "int x = (int)((int){ 1 });"),
        ("int x = sizeof (int[]){ 1, 2 }[1] + sizeof(int);", "int x = sizeof ((int[]){ 1, 2 })[1] + sizeof(int);"),
        ("int x = __extension__ (int) f(1);", "int x = (int) f(1);"),
        (
            "struct s { int a; }; int f(void) { return (int)(struct s){ 1 }.a; } int (*g(int a))(int) { if ((a)) { return 0; } }",
            "struct s { int a; }; int f(void) { return (int)((struct s){ 1 }).a; } int (*g(int a))(int) { if ((a)) { return 0; } }",
        ),
    ]);
}

#[test]
fn label_addresses() {
    becomes(&[
        ("void f(int a) { void *p = &&l; l: goto *p; }", "void f(int a) { void *p = __gotcha_label(l); l: __gotcha_goto(p); }"),
        (
            "void f(int a) { static void *t[] = { &&l, (void *)&&l }; l: goto *t[a]; }",
            "void f(int a) { static void *t[] = { __gotcha_label(l), (void *)__gotcha_label(l) }; l: __gotcha_goto(t[a]); }",
        ),
        ("int f(int a, int b) { __label__ l; l: return (a) && b && a; }", "int f(int a, int b) { ; l_label_9: return (a) && b && a; }"),
        ("int f(int a, int b) { return (int){a} && b; }", "int f(int a, int b) { return (int){a} && b; }"),
    ]);
}

#[test]
fn labels_before_declarations_and_braces() {
    becomes(&[
        (
            "void f(int a) { l: int x; switch (a) { case 1: int y; case 2 ... 3: default: } m: }",
            "void f(int a) { l:; int x; switch (a) { case 1:; int y; case 2 ... 3: default:; } m:; }",
        ),
        (
            "void f(int a) { l: __attribute__((unused)) a = 1; switch (a) { case 1: a = 2; __attribute__((fallthrough)); case 2: ; } }",
            "void f(int a) { l: a = 1; switch (a) { case 1: a = 2; ; case 2: ; } }",
        ),
    ]);
}

#[test]
fn attributes_of_records_move() {
    becomes(&[
        ("struct __attribute__((packed)) s { int a; };", "struct s { int a; } __attribute__((packed)) ;"),
        (
            "typedef union __attribute__((packed)) { int a; } __attribute__((aligned(2))) u;",
            "typedef union { int a; } __attribute__((packed)) __attribute__((aligned(2))) u;",
        ),
        ("int x __attribute__ ( (aligned(8) ) ) ;", "int x __attribute__ ((aligned(8) )) ;"),
        ("enum __attribute__((packed)) e { A }; struct __attribute__((x)) t *p;", "enum e { A } __attribute__((packed)) ; struct t *p;"),
        (
            "struct [[gnu::packed]] s { int a; }; [[noreturn]] void f(void); [[nodiscard]] int g(void);",
            "struct s { int a; } __attribute__((packed)) ; __attribute__((__noreturn__)) void f(void); int g(void);",
        ),
        (
            "struct s { _Alignas(16) int a; _Alignas(long) char c; };",
            "struct s { __attribute__((__aligned__(16))) int a; __attribute__((__aligned__(_Alignof(long)))) char c; };",
        ),
    ]);
}

#[test]
fn alignment_of_expressions() {
    becomes(&[
        (
            "int f(int a) { return __alignof__ a + __alignof__(a) + __alignof__(int) + _Alignof(a); }",
            "int f(int a) { return _Alignof(__typeof__( a)) + _Alignof(__typeof__((a))) + __alignof__(int) + _Alignof(__typeof__((a))); }",
        ),
        ("int f(struct s *p) { return __alignof__ p->x[2] * 2; }", "int f(struct s *p) { return _Alignof(__typeof__( p->x[2])) * 2; }"),
    ]);
}

#[test]
fn words_of_newer_and_older_compilers() {
    becomes(&[
        (
            "static __thread int x; __float128 q = 1.5q; __float80 w; int a = 1'000;",
            "static _Thread_local int x; _Float128 q = 1.5f128; long double w; int a = 1000;",
        ),
        (
            "static_assert(1); int f(void) { static_assert(2, \"m\"); _Static_assert(3); return '\\e'; }",
            "_Static_assert(1, \"\"); int f(void) { _Static_assert(2, \"m\"); _Static_assert(3, \"\"); return '\\033'; }",
        ),
        ("char *s = \"a\\u00e9\\\\u00e9\\e[0m\"; int $a$ = 50.0d;", "char *s = \"a\u{e9}\\\\u00e9\\033[0m\"; int _dollar_a_dollar_ = 50.0;"),
        ("int f(int a<::>) <% return a<:0:>; %>", "int f(int a[]) { return a[0]; }"),
        ("int \u{e9}t\u{e9};", "int _ue9_t_ue9_;"),
    ]);
}

#[test]
fn words_of_c23() {
    becomes(&[
        ("bool f(bool x) { return x ? true : false; }", "_Bool f(_Bool x) { return x ? ((_Bool)1) : ((_Bool)0); }"),
        ("typedef enum { false, true } bool; bool b = true;", "typedef enum { false, true } bool; bool b = true;"),
        ("int bool; int f(int true) { return bool + true; }", "int bool; int f(int true) { return bool + true; }"),
        (
            "constexpr int a = 1; int f(void) { constexpr int b = 2; return b; }",
            "static const __attribute__((__gotcha_constexpr)) int a = 1; int f(void) { const __attribute__((__gotcha_constexpr)) int b = 2; return b; }",
        ),
        ("enum e : unsigned char { A };", "enum e { A } __attribute__((__gotcha_enum_type((unsigned char)0))) ;"),
        ("unsigned _BitInt(7) x; _BitInt(9) y;", "__typeof__(__gotcha_unsigned_bit_int(7)) x; __typeof__(__gotcha_bit_int(9)) y;"),
        ("alignas(8) thread_local int x; int y = alignof(int);", "_Alignas(8) _Thread_local int x; int y = _Alignof(int);"),
        // Without another sign of C23, as gcc has it by default.
        ("int f(void) { auto x = 1; return x; }", "int f(void) { auto int x = 1; return x; }"),
    ]);
}

#[test]
fn assembler() {
    becomes(&[
        ("asm(\"nop\"); __asm__(\".x\"); int x;", "int x;"),
        ("void f(void) { asm inline (\"x\"); asm goto (\"jmp %l0\" : : : : l); l: ; }", "void f(void) { asm (\"x\"); __gotcha_asm_goto(); l: ; }"),
    ]);
}

#[test]
fn wide_integers_get_names_of_their_own() {
    const PRELUDE: &str = "typedef int __int128_t, __uint128_t, __auto_type, __gotcha_nullptr_t; ";
    let cases = [
        (
            "main() { unsigned __int128 a; __int128 const unsigned b; signed __int128 c; return (__int128)1; }",
            "int main() { __uint128_t a; __uint128_t const b; __int128_t c; return (__int128_t)1; }",
        ),
        ("void f(void) { __auto_type x = 1; __uint128_t y; x = __real__ x; }", "void f(void) { __auto_type x = 1; __uint128_t y; x = __gotcha_real( x); }"),
    ];
    for (text, expected) in cases {
        assert_eq!(rewritten(text), format!("{PRELUDE}{expected}"));
    }
}

#[test]
fn types_as_arguments() {
    becomes(&[(
        "int x = __builtin_types_compatible_p(int[], const char *);",
        "int x = __builtin_types_compatible_p((__typeof__(int[]) *)0, (__typeof__(const char *) *)0);",
    )]);
}

#[test]
fn types_of_types() {
    becomes(&[
        (
            "typedef int T; __typeof__(T *) p; typeof(T (*)(int)) f; __typeof__(T) x;",
            "typedef int T; __typeof__((T *){0}) p; typeof((T (*)(int)){0}) f; __typeof__(T) x;",
        ),
        ("typedef int T; int f(int T) { __typeof__(T * 2) x; return x; }", "typedef int T; int f(int T) { __typeof__(T * 2) x; return x; }"),
        (
            "typedef int T; int x = __builtin_types_compatible_p(T *, int *);",
            "typedef int T; int x = __builtin_types_compatible_p((__typeof__((T *){0}) *)0, (__typeof__(int *) *)0);",
        ),
    ]);
}

#[test]
fn pack_pragmas_hold_by_offset() {
    let normalised =
        normalise("main() {}\n#pragma pack(push, 1)\nstruct s { char c; };\n#pragma pack(pop)\nstruct t { int i; }; _Pragma(\"pack(2)\") struct u { int i; };")
            .expect("well-formed");
    let at = |text: &str| normalised.pragmas.pack_at(normalised.text.find(text).expect("there"));
    assert_eq!((at("main"), at("char"), at("struct t"), at("struct u")), (None, Some(1), None, Some(2)));
}

#[test]
fn places_and_snippets_are_those_of_the_source() {
    let text = "main() { int a = 1; /* x */ if (a ?:\n  /* y */ f(a)) { \n__int128 b; return 1; } }";
    let source = source::prepare("t.c", text.to_owned()).expect("well-formed");
    let new = normalise(text).expect("well-formed").text;
    let start = new.find("a ?").expect("there");
    let end = new.find("f(a)").expect("there") + "f(a)".len();
    let span = lang_c::span::Span::span(start, end);
    assert_eq!(source.map.snippet(span), "a ?: f(a)");
    let place = source.map.place(new.find("return").expect("there"));
    assert_eq!((place.line, place.column), (3, 13));
    let place = source.map.place(new.find("f(a)").expect("there"));
    assert_eq!((place.line, place.column), (2, 11));
}

#[test]
fn empty_declarations_go() {
    becomes(&[("; ; int x; ; int f(void) { ; } ; struct s { int a; }; ;", "int x; int f(void) { ; } struct s { int a; };")]);
}

#[test]
fn depth_has_limits() {
    let nested =
        |open: &str, close: &str, depth: usize| normalise(&format!("int x = {}1{};", open.repeat(depth), close.repeat(depth))).map(drop).map_err(|e| e.message);
    assert_eq!(nested("f(", ")", 2000), Ok(()));
    assert_eq!(nested("f(", ")", 2001), Err("calls and subscripts are nested more than 2000 deep here".to_owned()));
    assert_eq!(nested("a[", "]", 2001), Err("calls and subscripts are nested more than 2000 deep here".to_owned()));
    assert_eq!(nested("(", ")", 50_000), Ok(()));
    assert_eq!(nested("(", ")", 50_001), Err("brackets are nested more than 50000 deep here".to_owned()));
}

#[test]
fn what_does_not_match_is_named() {
    for (text, part) in [("int f( }", "does not fit"), ("int f(void) { ", "never closed"), ("}", "nothing is open"), ("/* x", "no end")] {
        let error = normalise(text).expect_err("malformed");
        assert!(error.message.contains(part), "{}", error.message);
    }
}
