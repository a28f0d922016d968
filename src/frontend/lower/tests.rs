//! What runs of programs cannot show: marks, branches, missing functions, entry functions.

use crate::{LoadOptions, Loaded, load};
use goto::{BranchKind, InstrKind, Mark, Program};
use std::path::PathBuf;

fn load_text(texts: &[&str], entry: &str) -> Result<Loaded, crate::Error> {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let mut files: Vec<PathBuf> = Vec::new();
    for (i, text) in texts.iter().enumerate() {
        let file = directory.path().join(format!("{i}.c"));
        std::fs::write(&file, text).expect("the file is written");
        files.push(file);
    }
    load(&files, &LoadOptions { entry: entry.to_owned(), ..LoadOptions::default() })
}

fn program(text: &str) -> Loaded {
    load_text(&[text], "main").unwrap_or_else(|e| panic!("{e}"))
}

fn kinds<'p>(program: &'p Program, function: &str) -> Vec<&'p InstrKind> {
    let function = program.functions.values().find(|f| f.name == function).expect("the function");
    function.body.as_ref().expect("a body").values().map(|i| &i.kind).collect()
}

fn marks(body: &str) -> Vec<Mark> {
    let loaded = program(&format!("int n(void); int main(void) {{ int x = 0; {body} return 0; }}"));
    let marks = kinds(&loaded.program, "main").into_iter().filter_map(|k| if let InstrKind::Mark(mark) = k { Some(*mark) } else { None });
    marks.filter(|m| *m != Mark::Statement).collect()
}

#[test]
fn marks_are_the_goals_of_testcov() {
    use Mark::{Case, ConditionalElse, ConditionalThen, Default, Else, LoopBody, LoopExit, Then};
    assert_eq!(marks("if (x) x = 1;"), [Then, Else]);
    assert_eq!(marks("if (x) x = 1; else if (x > 2) x = 3;"), [Then, Then, Else]);
    assert_eq!(marks("if (x) x = 1; else { if (x > 2) x = 3; }"), [Then, Else, Then, Else]);
    assert_eq!(marks("if (x) x = 1; else l: if (x > 2) x = 3;"), [Then, Else, Then, Else]);
    assert_eq!(marks("while (x) x--;"), [LoopBody, LoopExit]);
    assert_eq!(marks("for (;;) { break; }"), [LoopBody, LoopExit]);
    assert_eq!(marks("do x++; while (x < 3);"), [LoopExit]);
    assert_eq!(marks("switch (x) { case 1: case 2: break; default:; }"), [Case, Case, Default]);
    assert_eq!(marks("x = x ? 1 : 2; x = x ?: 3; x = x && n() || x > 1;"), [ConditionalThen, ConditionalElse]);
}

#[test]
fn decisions_are_branches_once() {
    let loaded = program("int n(void); int main(void) { if (n() > 1 && n()) return 1; while (n()) ; switch (n()) { case 1 ... 3:; } return n() ? 1 : 2; }");
    let branches: Vec<(BranchKind, &str, bool)> = loaded.program.branches.values().map(|b| (b.kind, b.text.as_str(), b.negated)).collect();
    use BranchKind::{Case, Conditional, If, ShortCircuit, While};
    assert_eq!(branches.iter().map(|b| (b.0, b.2)).collect::<Vec<_>>(), [(ShortCircuit, true), (If, true), (While, true), (Case, false), (Conditional, true)]);
    assert_eq!(branches[1].1, "n() > 1 && n()");
}

#[test]
fn missing_functions_are_listed_and_write_what_they_may() {
    let text = "struct S { int a; }; int get(int *p, const int *q, struct S *s); void all(char *b); int unused(void);
        int main(void) { int x, y; struct S s; char b[9]; all(b); printf(\"%d\", x); return get(&x, &y, &s) + __VERIFIER_nondet_int(); }";
    let loaded = program(text);
    let mut missing = loaded.missing.clone();
    missing.sort();
    assert_eq!(missing, ["all", "get"]);
    // Two pointers, the result and `errno`.
    assert_eq!(kinds(&loaded.program, "get").iter().filter(|k| matches!(k, InstrKind::Havoc { .. })).count(), 4);
    // Variables and arrays whose address is known are written as a whole, and `errno` where two functions without a body are called.
    assert_eq!(kinds(&loaded.program, "main").iter().filter(|k| matches!(k, InstrKind::Havoc { .. })).count(), 5);
    assert!(loaded.program.functions.values().all(|f| f.name != "unused"));
    assert_eq!(loaded.program.inputs.len(), 1);
}

#[test]
fn errors_are_calls_that_end_the_program() {
    let loaded = program("void reach_error(void); int main(void) { reach_error(); }");
    let function = loaded.program.functions.values().find(|f| f.name == "reach_error").expect("declared");
    assert!(function.noreturn && function.model && loaded.missing.is_empty());
    assert!(kinds(&loaded.program, "main").iter().any(|k| matches!(k, InstrKind::Call { .. })));
}

#[test]
fn parameters_of_other_entries_are_inputs() {
    let loaded =
        load_text(&["static int h(void); int f(unsigned a, double b) { return h() + a + b; } static int h(void) { return 1; }"], "f").expect("a program");
    let inputs: Vec<(&str, &str)> = loaded.program.inputs.values().map(|i| (i.function.as_str(), i.type_name.as_str())).collect();
    assert_eq!(inputs, [("entry parameter a", "unsigned int"), ("entry parameter b", "double")]);
}

#[test]
fn files_are_linked() {
    let loaded = load_text(
        &[
            "extern int g; int f(int); static int s(void) { return 1; } int main(void) { return f(g) + s(); }",
            "int g = 7; static int s(void) { return 2; } int f(int x) { return x + s(); }",
        ],
        "main",
    )
    .expect("a program");
    assert!(loaded.missing.is_empty());
    assert_eq!(loaded.program.functions.len(), 5);
}

#[test]
fn a_program_without_its_entry_is_an_error() {
    let error = load_text(&["int f(void) { return 1; }"], "main").expect_err("no main");
    assert!(error.to_string().contains("no function main"), "{error}");
    assert!(load_text(&["int main(void);"], "main").is_err());
}

#[test]
fn unsupported_constructs_stay_where_they_are() {
    let loaded = program("int f(int n) { asm goto (\"jmp %l0\" : : : : out); return n; out: return 0; } int main(void) { return 0; }");
    assert!(kinds(&loaded.program, "f").iter().any(|k| matches!(k, InstrKind::Unsupported(_))));
    assert!(!kinds(&loaded.program, "main").iter().any(|k| matches!(k, InstrKind::Unsupported(_))));
}

#[test]
fn decisions_are_noted_with_their_conditions() {
    let text = "
        int n(void); struct s { int v; };
        int main(int a, char **p) {
            struct s *q = 0; int r;
            if (!(a > 1 || !a) && (p)) r = 1;
            r = (a || a < 9 && q->v);
            r = q && (q->v || a) + 1;
            while (a && n() || (a ? q->v : 0)) a--;
            a && n();
            return a ? 1 : !r;
        }";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.c");
    std::fs::write(&file, text).expect("the file is written");
    let loaded = load(&[file], &LoadOptions { decisions: true, ..LoadOptions::default() }).expect("a program");
    let main = loaded.program.functions.iter().find(|(_, f)| f.name == "main").expect("main").0;
    let decisions = loaded.decisions.of(main);
    let told =
        |d: &goto::decision::Decision| (d.text.clone(), d.conditions.iter().map(|c| c.text.as_str()).collect::<Vec<_>>().join(", "), d.reached.is_some());
    let decided = |text: &str, conditions: &str, is_reached| (text.to_owned(), conditions.to_owned(), is_reached);
    assert_eq!(
        decisions.iter().map(told).collect::<Vec<_>>(),
        [
            decided("!(a > 1 || !a) && (p)", "a > 1, !a, (p)", false),
            decided("a || a < 9 && q->v", "a, a < 9, q->v", false),
            // The right operand is only evaluated if the left one is true, but takes no instructions.
            decided("q->v || a", "q->v, a", true),
            decided("q && (q->v || a) + 1", "q, (q->v || a) + 1", false),
            decided("a", "a", false),
            decided("a && n() || (a ? q->v : 0)", "a, n(), (a ? q->v : 0)", false),
            decided("a", "a", false),
            decided("a", "a", false),
        ]
    );
    // Conditions are stored where there are side effects among them.
    let is_stored = |number: usize| decisions[number].conditions.iter().all(|c| c.value != c.computed);
    assert!(!is_stored(0) && is_stored(5) && !is_stored(6));
    let body = loaded.program.functions[main].body.as_ref().expect("a body");
    assert!(decisions.iter().all(|d| body[d.before].kind == InstrKind::Skip));
}
