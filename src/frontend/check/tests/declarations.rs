//! Declarations, initialisers, and what gcc refuses.

use super::show::Show;
use super::{body, check, check_units, function, init, var};
use crate::tree::VarKind;
use goto::DataModel;

#[test]
fn initialisers_are_flattened() {
    let tree = check(
        "int a[] = { [3] = 1, 2, [0] = 7, [5 ... 6] = 9 };
         struct p { int x, y; } ps[] = { 1, 2, { 3 }, [4].y = 5, 6 };
         char s[] = \"ab\", t[2] = { \"xyz\" }, *r[] = { \"q\" };
         struct in { int m[2][2]; struct { char n[4]; int z; } q[2]; } i = { 1, 2, 3, 4, { \"a\", 5 }, .q[1].z = 6, .m[1] = { [1] = 8 } };
         union u { int i; float f; } u = { 1 }, w = { .f = 2 };
         struct an { int a; union { int b; struct { char c, d; }; }; int e; } an = { 1, { .d = 2 }, 3 }, am = { .c = 4, 5, 6 };
         int sc = { 4 }, z[3] = {}, cl[] = (int[]){ 1, 2 };
         struct p pc = (struct p){ .y = 1 };",
    );
    let show = Show(&tree);
    let expected = [
        ("a", "[7]i32", "{0 [3]=1 [4]=2 [0]=7 [5]=9 [6]=9}"),
        ("ps", "[6]p", "{0 [0].0=1 [0].1=2 [1].0=3 [4].1=5 [5].0=6}"),
        ("s", "[3]i8", "{0 [0]=97 [1]=98}"),
        ("t", "[2]i8", "{0 [0]=120 [1]=121}"),
        ("r", "[1]*i8", "{0 [0]=decay(_)}"),
        ("i", "in", "{0 .0[0][0]=1 .0[0][1]=2 .1[0].0[0]=97 .1[0].1=5 .1[1].1=6 .0[1][1]=8}"),
        ("u", "u", "{0 .0=1}"),
        ("w", "u", "{0 .1=2.0f}"),
        ("an", "an", "{0 .0=1 .1.1.1=2 .2=3}"),
        ("am", "an", "{0 .1.1.0=4 .1.1.1=5 .2=6}"),
        ("sc", "i32", "{=4}"),
        ("z", "[3]i32", "{0 }"),
        ("cl", "[2]i32", "{0 [0]=1 [1]=2}"),
        ("pc", "p", "{0 .1=1}"),
    ];
    for (name, ty, text) in expected {
        assert_eq!((show.ty(var(&tree, name).ty), init(&tree, name)), (ty.to_owned(), text.to_owned()), "{name}");
    }
}

#[test]
fn local_initialisers() {
    let tree = check("struct p { int x, y; }; struct p g(void); void f(int n) { struct p a = g(), b[] = { a, n, 2 }; int c[2] = { n }; static int s = 3; }");
    assert_eq!(body(&tree), "decl a{=g()}; decl b{0 [0]=a [1].0=n [1].1=2}; decl c{0 [0]=n};");
    assert_eq!((var(&tree, "s").kind, init(&tree, "s")), (VarKind::Static, "{=3}".to_owned()));
    assert_eq!(tree.types.size_of(var(&tree, "b").ty), Some(16));
}

#[test]
fn flexible_members_get_room() {
    let tree = check("struct s { int n; short d[]; } s = { 2, { 1, 2, 3 } }; int f(void) { return s.d[2] + sizeof s; }");
    assert_eq!(tree.types.size_of(var(&tree, "s").ty), Some(10));
    assert!(body(&tree).contains("(*s)&s"), "{}", body(&tree));
}

#[test]
fn types_in_any_order() {
    let tree = check(
        "long unsigned int a; short signed b; long long int unsigned c; char signed d; int const *const e; int (*(*g)[3])(char), *h[2], (*i)[2];
         typedef unsigned T; T const j[2]; struct t; struct t *k; __int128 l; unsigned __int128 m; _Float16 n; long double o; int long static p;",
    );
    let show = Show(&tree);
    let types = ["a u64", "b i16", "c u64", "d i8", "e *i32", "g *[3]*fn", "h [2]*i32", "i *[2]i32", "j [2]u32", "k *t", "l i128", "m u128", "n Half", "p i64"];
    for entry in types {
        let (name, ty) = entry.split_once(' ').expect("two words");
        assert_eq!(show.ty(var(&tree, name).ty), ty, "{name}");
    }
}

#[test]
fn functions_know_what_they_are() {
    let tree = check(
        "_Noreturn void a(void); void b(void) __attribute__((__noreturn__)); void exit(int); unsigned c(const char *s, char *const t, int u[const 3]);
         struct node *d(); const _Bool e(void); int old(x, y) char x; float *y; { return x; } int f(void) { return old(1, 0); } long long g(void), h();",
    );
    let noreturn: Vec<_> = tree.functions.values().filter(|f| f.noreturn).map(|f| f.name.as_str()).collect();
    assert_eq!(noreturn, ["a", "b", "exit"]);
    let writable: Vec<_> = function(&tree, "c").params.iter().map(|p| p.writable).collect();
    assert_eq!(writable, [false, true, true]);
    let returns: Vec<_> = tree.functions.values().map(|f| f.return_type_name.as_str()).collect();
    assert_eq!(returns, ["void", "void", "void", "unsigned int", "struct node *", "_Bool", "int", "int", "long long", "long long"]);
    assert_eq!(body(&tree), "return old((i8)1, (*float)0);");
}

#[test]
fn scopes_and_linkage() {
    let tree = check(
        "typedef int T; int x; extern int y; static int z; int z2[]; int x; struct s { int a; };
         int f(T T) { struct s { char b; } l; l.b = T; { extern int y; y = x; } int x = 1; return x + z2[0] + l.b; } int z2[3];",
    );
    let kinds: Vec<_> = tree.vars.values().filter(|v| v.kind != VarKind::Parameter).map(|v| (v.name.as_str(), v.kind)).collect();
    let expected =
        [("x", VarKind::Static), ("y", VarKind::Extern), ("z", VarKind::Static), ("z2", VarKind::Static), ("l", VarKind::Local), ("x", VarKind::Local)];
    assert_eq!(kinds, expected);
    assert_eq!(tree.types.size_of(var(&tree, "z2").ty), Some(12));
}

#[test]
fn errors_of_the_language() {
    let cases = [
        ("int f(void) { return x; }", "1:22: `x` is not declared"),
        ("struct s { int a; } s; int f(void) { return s.b; }", "has no member `b`"),
        ("struct s; int f(struct s *p) { return p->b; }", "is incomplete"),
        ("int f(void) { int x; return x(); }", "a call of something of type `int`"),
        ("int g(int); int f(void) { return g(); }", "too few arguments"),
        ("int g(int); int f(void) { return g(1, 2); }", "too many arguments"),
        ("struct s { int a; } s; int f(void) { return s; }", "cannot be converted"),
        ("struct s { int a; } s; int f(void) { return s + 1; }", "an operator on values"),
        ("int f(void) { break; }", "outside of a loop"),
        ("int f(void) { continue; }", "outside of a loop"),
        ("int f(void) { goto l; }", "the label `l`"),
        ("int f(void) { l: ; l: ; }", "duplicate label"),
        ("int f(int x) { switch (x) { case 1: case 1: ; } }", "duplicate case"),
        ("int f(int x) { switch (x) { case 1 ... 5: case 3: ; } }", "duplicate case"),
        ("int f(int x) { switch (x) { case x: ; } }", "not an integer constant"),
        ("int f(int x) { case 1: ; }", "outside of a switch"),
        ("int x = 1; int x = 2;", "redefinition"),
        ("int f(void) { int x; int x; }", "redefinition"),
        ("int f(void) { } int f(void) { }", "redefinition"),
        ("struct s { int a; }; struct s { int b; };", "redefinition"),
        ("int x; long x;", "conflicting types"),
        ("int f(int); int f(char *a, int b) { }", "conflicting types"),
        ("int a[-1];", "negative"),
        ("int f(void) { const int c = 1; c = 2; }", "constant"),
        ("int f(void) { 1 = 2; }", "no place"),
        ("void g(void); int f(void) { return g(); }", "void"),
        ("struct s x;  int f(void) { struct s y; }", "incomplete"),
        ("int g; int x = g;", "not constant"),
        ("_Static_assert(1 == 2, \"why\");", "static assertion failed: why"),
        ("int f(double *p) { return *p % 2; }", "an operator on values"),
        ("int f(double d) { return (int *)d != 0; }", "cannot be cast"),
        ("int a[2] = { [2] = 1 };", "does not exist"),
        ("int f(void) { int x = 3; return x->y; }", "`->` on a value"),
        ("int _Complex c; int f(void) { return c / 1i; }", "division by a complex integer is not supported"),
        ("double _Complex c; int f(void) { return c < 1; }", "an operator on values"),
        ("_BitInt(129) x;", "more than 128 bits"),
        ("_BitInt(1) x;", "cannot have this width"),
        ("enum e : { A };", "syntax error"),
        ("double d; double _Complex z = d + 1.0i;", "is not constant"),
        ("constexpr int x; int a[x];", "must be constant"),
        ("typedef char v __attribute__((vector_size(1 << 20)));", "more than 1024 bytes"),
        ("struct s { int a; } __attribute__((ms_struct));", "Microsoft"),
        ("struct __attribute__((scalar_storage_order(\"big-endian\"))) s { int a; };", "bytes of numbers reversed"),
        ("int f(int n) { struct { int a[n]; } s; return sizeof s; }", "a member of variable size is not supported"),
        ("_Decimal32 d;", "decimal and wider floating-point types are not supported"),
        ("typedef float v __attribute__((vector_size(12)));", "must be a power of two"),
        ("typedef float v __attribute__((vector_size(16))); int f(v a) { return !a; }", "is no condition"),
    ];
    for (text, message) in cases {
        let error = check_units(DataModel::Lp64, &[text]).map(|_| ()).expect_err(text);
        assert!(error.contains(message), "{text}: {error}");
    }
}

#[test]
fn what_gcc_only_warns_about() {
    check(
        "struct a { int x; }; int *p; char *c; void g(void); int g2();
         int f(int n) { p = c; p = n; n = p; c = &n; if (p == c || p == 5) ; if (n) return; f(p); g2(1, 2, 3); char s[2] = \"abc\"; int t[2] = { 1, 2, 3 }; *c = p; }
         void h(void) { return 1; } int g2() { return g2; } int k(void) { k2(); } void k2(void) { }",
    );
}
