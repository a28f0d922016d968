//! Programs of several units.

use super::show::Show;
use super::{body, check_units, function, init, var};
use crate::tree::VarKind;
use goto::DataModel;

fn link(units: &[&str]) -> crate::tree::Tree {
    check_units(DataModel::Lp64, units).expect("checks")
}

#[test]
fn names_are_shared_or_kept_apart() {
    let tree = link(&[
        "extern int shared; static int own = 1; static int g(void) { return own; } int f(void) { return shared + g() + h(); } int tentative;",
        "int shared = 5; static int own = 2; static int g(void) { return own; } int h(void) { return g(); } int tentative;",
    ]);
    let names: Vec<_> = tree.functions.values().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["g", "f", "h", "g.2"]);
    assert_eq!((var(&tree, "shared").kind, init(&tree, "shared")), (VarKind::Static, "{=5}".to_owned()));
    let count = |name: &str| tree.vars.values().filter(|v| v.name == name).count();
    assert_eq!((count("shared"), count("tentative"), count("own")), (1, 1, 2));
    assert_eq!(body(&tree), "return Add(Add(shared, g()), h());");
    assert_eq!(Show(&tree).stmts(function(&tree, "h").body.as_ref().expect("defined")), "return g.2();");
}

#[test]
fn records_of_a_header_are_one_type() {
    let header =
        "typedef struct { int a, b; } pair; struct list { struct list *next; pair p; struct hidden *h; }; extern struct list *head; pair sum(struct list *l);";
    let tree = link(&[
        &format!("{header} int f(void) {{ return sum(head).a + head->next->p.b; }}"),
        &format!("{header} struct hidden {{ int x; }}; struct list *head; pair sum(struct list *l) {{ pair p = l->p; l->h->x = 1; return p; }}"),
    ]);
    assert_eq!(body(&tree), "return Add(sum(head).a, *(*head.next).p.b);".replace("*(*head.next)", "**head.next"));
}

#[test]
fn different_records_of_one_name_stay_different() {
    let tree = link(&["struct s { int a; } x; int f(void) { return x.a; }", "struct s { char c; long d; }; long g(struct s *p) { return p->d; }"]);
    let sizes: Vec<_> = tree.types.records.values().filter_map(|r| r.body.as_ref()).map(|b| b.size).collect();
    assert_eq!(sizes, [4, 16]);
}

#[test]
fn calls_without_prototype_fit_the_definition() {
    let tree = link(&[
        "int f(void) { g(1, 2); return h(4) + m(); } int h();",
        "void g(long a, char b) { } unsigned h(c) char c; { return c; } long m(int x) { return x; }",
    ]);
    let expected = "g((i64)1, (i8)2); return Add((i32)h((i8)4), (i32)m(unsupported(an argument is missing in a call)));";
    assert_eq!(body(&tree), expected);
}

#[test]
fn what_the_machine_leaves_open_has_no_value() {
    let unit = "short g(); long h(); int f(int x) { int y = k(x++); g(-1); g(x); return h(4); }";
    let tree = link(&[unit, "void g(long a) { } short h(int c) { return c; } int k(float q) { return q; }"]);
    let misfit = "unsupported(a call of a function that takes or returns something else)";
    let result = "unsupported(the result of a function that returns another type)";
    assert_eq!(
        body(&tree),
        format!("decl y{{=Comma(PostAdd<i32>(x, 1), {misfit})}}; Comma(-1, {misfit}); Comma(x, {misfit}); return (i32)Comma(h(4), {result});")
    );
}

#[test]
fn types_that_differ_between_units_are_bridged() {
    let tree = link(&["extern int a[]; extern long v; int f(void) { int *p = a; return a[1] + p[0] + v; }", "int a[3]; char v;"]);
    assert_eq!(body(&tree), "decl p{=decay(a)}; return (i32)Add((i64)Add(a[1], *PtrAdd(p, 0)), **(*i64)&v);".replace("**(*i64)&v", "*(*i64)&v"));
}

#[test]
fn two_definitions_are_an_error_that_names_both() {
    for (one, other) in [("int f(void);\nint f(void) { return 1; }", "int f(void) { return 2; }"), ("extern int v;\nint v = 1;", "int v = 2;")] {
        let Err(message) = check_units(DataModel::Lp64, &[one, other]) else { panic!("{one}") };
        assert!(message.contains("redefinition of `") && message.contains(":2:"), "{message}");
    }
}

#[test]
fn weak_and_tentative_definitions_yield() {
    let weak = "__attribute__((weak)) int f(void) { return 1; } __attribute__((weak)) int v = 1; int t;";
    let strong = "int f(void) { return 2; } int v = 2; int t = 3;";
    for units in [[weak, strong], [strong, weak]] {
        let tree = link(&units);
        assert_eq!((init(&tree, "v"), init(&tree, "t")), ("{=2}".to_owned(), "{=3}".to_owned()));
        assert_eq!(Show(&tree).stmts(function(&tree, "f").body.as_ref().expect("defined")), "return 2;");
    }
}
