//! Functions against their contracts: what is proved, what is not, and each trap of other tools as a pair of programs that differ in a word.

use std::process::{Command, Output, Stdio};

/// Text and options, and how the answer begins.
type Case<'a> = (&'a str, &'a str, &'a [&'a str], &'a str);

fn prove(text: &str, options: &[&str]) -> Output {
    prove_within("20s", text, options)
}

fn prove_within(time: &str, text: &str, options: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.c");
    std::fs::write(&file, text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_gotcha"));
    command
        .arg("prove")
        .arg(&file)
        .args(options)
        .args(["--timeout", time, "--progress", "never"])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn check(cases: &[Case]) {
    for (name, text, options, wanted) in cases {
        let output = prove(text, options);
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        let verdict = said.lines().find_map(|line| line.strip_prefix("VERDICT: ")).unwrap_or("none");
        assert!(verdict.starts_with(wanted), "{name}: {verdict}, not {wanted}\n{said}");
        let status = match verdict.split(['(', ' ']).next() {
            Some("true") => 0,
            Some("false") => 10,
            _ => 20,
        };
        assert_eq!(output.status.code(), Some(status), "{name}");
    }
}

const ALONE: &[&str] = &[];

#[test]
fn clauses_hold_or_do_not() {
    check(&[
        ("a result", "int f(int x) __CPROVER_requires(x < 100) __CPROVER_ensures(__CPROVER_return_value == x + 1) { return x + 1; }", ALONE, "true"),
        (
            "another one",
            "int f(int x) __CPROVER_requires(x < 100) __CPROVER_ensures(__CPROVER_return_value == x + 1) { return x + 2; }",
            ALONE,
            "false(contract)",
        ),
        ("too little is required", "int f(int x) __CPROVER_ensures(__CPROVER_return_value > x) { return x + 1; }", ALONE, "false"),
        ("in the body", "int f(int x) { __ESBMC_requires(x < 100); __ESBMC_ensures(__ESBMC_return_value == x + 1); return x + 1; }", ALONE, "true"),
        ("in the body, another one", "int f(int x) { __ESBMC_requires(x < 100); __ESBMC_ensures(__ESBMC_return_value == x); return x + 1; }", ALONE, "false"),
        (
            "behind macros",
            "#define requires(...) __CPROVER_requires(__VA_ARGS__)\n#define ensures(...) __CPROVER_ensures(__VA_ARGS__)\n#define __contract__(x) x\n\
             int f(int x)\n__contract__(requires(x >= 0 && x < 10) ensures(__CPROVER_return_value >= 0)) { return x * 2; }",
            ALONE,
            "true",
        ),
        (
            "before a call everything is as it was before",
            "int g;\nvoid f(int x) { __ESBMC_requires(__ESBMC_old(g) >= x && x > 0); __ESBMC_ensures(g == __ESBMC_old(g) - x); __ESBMC_assigns(g); g -= x; }",
            ALONE,
            "true",
        ),
        (
            "and less is required",
            "int g;\nvoid f(int x) { __ESBMC_requires(__ESBMC_old(g) >= x && x > 0); __ESBMC_ensures(g > 0); __ESBMC_assigns(g); g -= x; }",
            ALONE,
            "false(contract)",
        ),
        (
            "a declaration has the contract",
            "int f(int number) __CPROVER_requires(number < 9) __CPROVER_ensures(__CPROVER_return_value < 10);\nint f(int n) { return n + 1; }",
            ALONE,
            "true",
        ),
    ]);
}

#[test]
fn stores_stay_within_the_frame() {
    check(&[
        ("a target", "int g;\nvoid f(int *p) __CPROVER_requires(__CPROVER_is_fresh(p, 4)) __CPROVER_assigns(*p) { *p = 1; }", ALONE, "true"),
        ("none", "int g;\nvoid f(int *p) __CPROVER_requires(__CPROVER_is_fresh(p, 4)) __CPROVER_assigns(*p) { *p = 1; g = 1; }", ALONE, "false(contract)"),
        ("the value is put back", "int g;\nvoid f(void) __CPROVER_requires(1) __CPROVER_assigns() { int old = g; g = 1; g = old; }", ALONE, "false(contract)"),
        (
            "an object of its own",
            "#include <stdlib.h>\nvoid f(void) __CPROVER_requires(1) __CPROVER_assigns() { int *p = malloc(4); if (p) *p = 1; int l; int *q = &l; *q = 2; free(p); }",
            ALONE,
            "true",
        ),
        ("an element", "int a[8];\nvoid f(unsigned i) __CPROVER_requires(i < 8) __CPROVER_assigns(a[i]) { a[i] = 1; i = 0; }", ALONE, "true"),
        ("its neighbour", "int a[8];\nvoid f(unsigned i) __CPROVER_requires(i < 7) __CPROVER_assigns(a[i]) { a[i + 1] = 1; }", ALONE, "false(contract)"),
        (
            "a target as it was at the entry",
            "int a[8];\nunsigned i;\nvoid f(void) __CPROVER_requires(i < 7) __CPROVER_assigns(i, a[i]) { i++; a[i] = 1; }",
            ALONE,
            "false(contract)",
        ),
        (
            "under a condition",
            "void f(int *p, int c) __CPROVER_requires(__CPROVER_is_fresh(p, 4)) __CPROVER_assigns(c > 0 : *p) { if (c > 0) *p = 1; }",
            ALONE,
            "true",
        ),
        (
            "under another one",
            "void f(int *p, int c) __CPROVER_requires(__CPROVER_is_fresh(p, 4)) __CPROVER_assigns(c > 0 : *p) { if (c >= 0) *p = 1; }",
            ALONE,
            "false(contract)",
        ),
        (
            "a callee's store",
            "int g;\nstatic void h(void) { g = 2; }\nvoid f(void) __CPROVER_requires(1) __CPROVER_assigns() { h(); }",
            ALONE,
            "false(contract)",
        ),
        (
            "what is freed",
            "#include <stdlib.h>\nvoid f(int *p) __CPROVER_requires(__CPROVER_is_fresh(p, 4)) __CPROVER_assigns() __CPROVER_frees(p) { free(p); }",
            ALONE,
            "true",
        ),
        (
            "what is not",
            "#include <stdlib.h>\nvoid f(int *p) __CPROVER_requires(__CPROVER_is_fresh(p, 4)) __CPROVER_assigns() { free(p); }",
            ALONE,
            "false(contract)",
        ),
    ]);
}

/// What other tools got wrong, each as a pair.
#[test]
fn traps_have_two_sides() {
    check(&[
        (
            "one case of two is not lost",
            "int f(int *p) __CPROVER_requires(p == 0 || __CPROVER_is_fresh(p, 4)) __CPROVER_assigns() __CPROVER_ensures(__CPROVER_return_value == 1)\n\
             { return p != 0; }",
            ALONE,
            "false(contract)",
        ),
        (
            "both cases are right",
            "int f(int *p) __CPROVER_requires(p == 0 || __CPROVER_is_fresh(p, 4)) __CPROVER_assigns() __CPROVER_ensures(__CPROVER_return_value == (p != 0))\n\
             { return p != 0; }",
            ALONE,
            "true",
        ),
        (
            "pointers may be equal",
            "void f(int *p, int *q) __CPROVER_requires(p != 0 && q != 0) __CPROVER_assigns(*p, *q) __CPROVER_ensures(*p == 1) { *p = 1; *q = 2; }",
            ALONE,
            "false(contract)",
        ),
        (
            "pointers are fresh",
            "void f(int *p, int *q) __CPROVER_requires(__CPROVER_is_fresh(p, 4) && __CPROVER_is_fresh(q, 4)) __CPROVER_assigns(*p, *q) __CPROVER_ensures(*p == 1)\n\
             { *p = 1; *q = 2; }",
            ALONE,
            "true",
        ),
        (
            "globals have any value",
            "int g;\nint f(void) __CPROVER_requires(1) __CPROVER_ensures(__CPROVER_return_value == 0) { return g; }",
            ALONE,
            "false(contract)",
        ),
        ("globals as required", "int g;\nint f(void) __CPROVER_requires(g == 1) __CPROVER_ensures(__CPROVER_return_value == 1) { return g; }", ALONE, "true"),
        (
            "a result that takes the place of the argument",
            "int f(int x) __CPROVER_ensures(__CPROVER_return_value > 5);\nint main(void) { int r = 1; r = f(r); __CPROVER_assert(r > 5, \"r\"); return 0; }",
            &["--replace-call-with-contract", "f"],
            "true under: f",
        ),
        (
            "a result of which more is asked",
            "int f(int x) __CPROVER_ensures(__CPROVER_return_value > 5);\nint main(void) { int r = 1; r = f(r); __CPROVER_assert(r > 6, \"r\"); return 0; }",
            &["--replace-call-with-contract", "f"],
            "false",
        ),
        (
            "values from before in both branches",
            "int g;\nvoid f(int c) __CPROVER_requires(g < 100 && g > -100) __CPROVER_assigns(g)\n\
             __CPROVER_ensures(g == (c ? __CPROVER_old(g) + 1 : __CPROVER_old(g) - 1)) { if (c) g++; else g--; }",
            ALONE,
            "true",
        ),
        (
            "values from before of one branch",
            "int g;\nvoid f(int c) __CPROVER_requires(g < 100 && g > -100) __CPROVER_assigns(g)\n\
             __CPROVER_ensures(g == (c ? __CPROVER_old(g) + 1 : __CPROVER_old(g))) { if (c) g++; else g--; }",
            ALONE,
            "false(contract)",
        ),
        (
            "what implies two things",
            "int g;\nint f(int x) __CPROVER_requires(1) __CPROVER_ensures(x > 0 ==> __CPROVER_return_value == 1 && x > 0) { return x > 0; }",
            ALONE,
            "true",
        ),
        (
            "what is required in one of two cases",
            "int f(int x, int y) __CPROVER_requires(x == 1 || x == 2 && y == 3) __CPROVER_ensures(__CPROVER_return_value == 3) { return y; }",
            ALONE,
            "false(contract)",
        ),
        ("a clause that reads nothing", "void f(int *p) __CPROVER_requires(*p > 0) { }", ALONE, "false(pointer)"),
        ("a clause that reads something", "void f(int *p) __CPROVER_requires(__CPROVER_is_fresh(p, 4) && *p > 0) { }", ALONE, "true"),
        (
            "nothing satisfies what is required",
            "int f(int x) __CPROVER_requires(x > 5 && x < 3) __CPROVER_ensures(__CPROVER_return_value == 7) { return x; }",
            ALONE,
            "unknown(vacuous: nothing satisfies what f requires)",
        ),
        (
            "who calls itself is as its contract says",
            "int f(int n) __CPROVER_requires(n >= 0 && n < 1000) __CPROVER_ensures(__CPROVER_return_value == n) { return n == 0 ? 0 : 1 + f(n - 1); }",
            ALONE,
            "true",
        ),
        (
            "who calls itself wrongly",
            "int f(int n) __CPROVER_requires(n >= 0 && n < 1000) __CPROVER_ensures(__CPROVER_return_value == n) { return n == 0 ? 0 : 2 + f(n - 1); }",
            ALONE,
            "false(contract)",
        ),
        (
            "two that call each other prove nothing by that",
            "int a(int x); int b(int x) __CPROVER_ensures(0) { return a(x); }\nint a(int x) __CPROVER_ensures(0) { return b(x); }",
            ALONE,
            "unknown(vacuous",
        ),
        (
            "a new object",
            "#include <stdlib.h>\nint *f(void) __CPROVER_assigns() __CPROVER_ensures(__CPROVER_return_value == 0 || __CPROVER_is_fresh(__CPROVER_return_value, 4))\n\
             { return malloc(4); }",
            ALONE,
            "true",
        ),
        (
            "an old object",
            "int g;\nint *f(void) __CPROVER_assigns() __CPROVER_ensures(__CPROVER_is_fresh(__CPROVER_return_value, 4)) { return &g; }",
            ALONE,
            "false(contract)",
        ),
        (
            "a caller that passes one object twice",
            "void f(int *p, int *q) __CPROVER_requires(__CPROVER_is_fresh(p, 4) && __CPROVER_is_fresh(q, 4)) __CPROVER_assigns(*p);\n\
             int main(void) { int x = 1; f(&x, &x); return 0; }",
            &["--replace-call-with-contract", "f"],
            "false(contract)",
        ),
    ]);
}

#[test]
fn calls_are_what_contracts_say() {
    const TWO: &str = "int add(int *p, int x) __CPROVER_requires(__CPROVER_is_fresh(p, sizeof(*p)) && *p >= 0 && *p < 100 && x > 0 && x < 100)\n\
        __CPROVER_assigns(*p) __CPROVER_ensures(*p == __CPROVER_old(*p) + x) { *p += x; return *p; }\n\
        int twice(int *p) __CPROVER_requires(__CPROVER_is_fresh(p, sizeof(*p)) && *p >= 0 && *p < 10)\n\
        __CPROVER_assigns(*p) __CPROVER_ensures(*p == __CPROVER_old(*p) + 3) { add(p, 1); add(p, 2); return *p; }\n";
    check(&[("all", TWO, ALONE, "true"), ("one rests on the other", TWO, &["--function", "twice", "--replace", "add"], "true under: add (not proved here)")]);
    let output = prove(TWO, &["--all", "--replace-all"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.ends_with("VERDICT: true\n"), "{said}");
    let output = prove(TWO, &["--json", "-"]);
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let names: Vec<&str> = result["properties"].as_array().unwrap().iter().filter_map(|p| p["id"].as_str()).collect();
    assert!(names.contains(&"add.ensures.1") && names.contains(&"twice.assigns.1") && result["verdict"] == "true", "{names:?}");
    assert!(names.iter().all(|name| !name.contains("reached")), "{names:?}");
    check(&[
        (
            "what is required of the call",
            "void f(int x) __CPROVER_requires(x > 0);\nint main(void) { f(0); return 0; }",
            &["--replace-call-with-contract", "f"],
            "false(contract)",
        ),
        (
            "what the call may have written has any value",
            "int g, h;\nvoid f(void) __CPROVER_requires(1) __CPROVER_assigns(g);\nint main(void) { g = h = 1; f(); __CPROVER_assert(g == 1, \"g\"); return 0; }",
            &["--replace-call-with-contract", "f"],
            "false",
        ),
        (
            "nothing else has",
            "int g, h;\nvoid f(void) __CPROVER_requires(1) __CPROVER_assigns(g);\nint main(void) { g = h = 1; f(); __CPROVER_assert(h == 1, \"h\"); return 0; }",
            &["--replace-call-with-contract", "f"],
            "true under: f",
        ),
    ]);
}

#[test]
fn loops_stand_for_all_their_iterations() {
    const HEAD: &str = "unsigned f(unsigned n) __CPROVER_requires(n < 1000000000) __CPROVER_ensures(__CPROVER_return_value == 2 * n) { unsigned s = 0, i = 0;";
    let with = |clauses: &str, body: &str| format!("{HEAD} while (i < n) {clauses} {{ {body} }} return s; }}");
    let verdict = |clauses: &str, body: &str| {
        let output = prove(&with(clauses, body), ALONE);
        String::from_utf8_lossy(&output.stdout).lines().find_map(|line| line.strip_prefix("VERDICT: ")).unwrap_or("none").to_owned()
    };
    let right = "__CPROVER_loop_invariant(i <= n && s == 2 * i)";
    assert_eq!(verdict(right, "s += 2; i++;"), "true");
    assert_eq!(verdict(&format!("__CPROVER_assigns(s, i) {right} __CPROVER_decreases(n - i)"), "s += 2; i++;"), "true");
    assert_eq!(verdict(&format!("{right} __CPROVER_decreases(i)"), "s += 2; i++;"), "false(contract)");
    assert_eq!(verdict(&format!("__CPROVER_assigns(i) {right}"), "s += 2; i++;"), "false(contract)");
    assert_eq!(verdict("__CPROVER_loop_invariant(i <= n)", "s += 2; i++;"), "false(contract)");
    assert_eq!(verdict("__CPROVER_loop_invariant(i < n && s == 2 * i)", "s += 2; i++;"), "false(contract)");
    assert_eq!(verdict(right, "s += 3; i++;"), "false(contract)");
    check(&[
        (
            "all elements",
            "int a[10];\nvoid f(void) __CPROVER_requires(1) __CPROVER_assigns(__CPROVER_object_whole(a))\n\
             __CPROVER_ensures(__CPROVER_forall { int k; 0 <= k && k < 10 ==> a[k] == 7 }) { for (int i = 0; i < 10; i++)\n\
             __CPROVER_loop_invariant(0 <= i && i <= 10 && __CPROVER_forall { int k; 0 <= k && k < i ==> a[k] == 7 }) { a[i] = 7; } }",
            ALONE,
            "true",
        ),
        (
            "all but one",
            "int a[10];\nvoid f(void) __CPROVER_requires(1) __CPROVER_assigns(__CPROVER_object_whole(a))\n\
             __CPROVER_ensures(__CPROVER_forall { int k; 0 <= k && k < 10 ==> a[k] == 7 }) { for (int i = 1; i < 10; i++)\n\
             __CPROVER_loop_invariant(1 <= i && i <= 10 && __CPROVER_forall { int k; 1 <= k && k < i ==> a[k] == 7 }) { a[i] = 7; } }",
            ALONE,
            "false(contract)",
        ),
        (
            "the state before the loop",
            "int f(int n) __CPROVER_requires(n >= 0 && n < 100) __CPROVER_ensures(__CPROVER_return_value == 0) { int m = n; while (m > 0)\n\
             __CPROVER_loop_invariant(0 <= m && m <= __CPROVER_loop_entry(m)) { m--; } return m; }",
            ALONE,
            "true",
        ),
        (
            "a callee that writes something else",
            "int g;\nstatic void h(void) { g++; }\nint f(int n) __CPROVER_requires(n > 0 && n < 100 && g == 0) __CPROVER_assigns(g) __CPROVER_ensures(g == 0)\n\
             { for (int i = 0; i < n; i++) __CPROVER_loop_invariant(0 <= i && i <= n) { h(); } return 0; }",
            ALONE,
            "unknown(unsupported: a store outside of what f.loop.1 seems to write",
        ),
        (
            "a loop that is not entered does nothing",
            "unsigned f(unsigned i, unsigned n) __CPROVER_ensures(i > n ? __CPROVER_return_value == i : __CPROVER_return_value == n)\n\
             { while (i < n) __CPROVER_loop_invariant(i <= n) __CPROVER_decreases(n - i) { i++; } return i; }",
            &["--property", "unsigned-overflow"],
            "true",
        ),
        (
            "nor is its invariant known behind it",
            "unsigned f(unsigned i, unsigned n) __CPROVER_ensures(__CPROVER_return_value <= n) { while (i < n) __CPROVER_loop_invariant(i <= n) { i++; } return i; }",
            ALONE,
            "false(contract)",
        ),
        (
            "what is entered begins as the invariant says",
            "unsigned f(unsigned i, unsigned n) __CPROVER_ensures(1) { while (i != n) __CPROVER_loop_invariant(i <= n) { i++; } return i; }",
            ALONE,
            "false(contract)",
        ),
        (
            "a condition that counts, and its measure",
            "int f(int n) __CPROVER_requires(n >= 0) __CPROVER_ensures(__CPROVER_return_value == -1) { while (n-- > 0) __CPROVER_loop_invariant(n >= 0) __CPROVER_decreases(n) { } return n; }",
            ALONE,
            "true",
        ),
        (
            "a step without braces",
            "int f(int n) __CPROVER_requires(n >= 0) __CPROVER_ensures(__CPROVER_return_value == n) { int i = 0; while (i < n) __CPROVER_loop_invariant(i <= n)\n ++i; return i; }",
            ALONE,
            "true",
        ),
        (
            "several premises",
            "int a[9];\nvoid f(void) __CPROVER_assigns(__CPROVER_object_whole(a)) __CPROVER_ensures(__CPROVER_forall { int k; !(0 <= k) || !(k < 9) || a[k] == 7 })\n\
             { for (int i = 0; i < 9; i++) __CPROVER_loop_invariant(0 <= i && i <= 9) __CPROVER_loop_invariant(__CPROVER_forall { int k; !(0 <= k) || !(k < i) || a[k] == 7 }) { a[i] = 7; } }",
            ALONE,
            "true",
        ),
        (
            "clauses before the loop",
            "int main(void) { int i = 0; __ESBMC_loop_invariant(i >= 0 && i <= 5); while (i < 5) { i++; } __ESBMC_assert(i == 5, \"i\"); return 0; }",
            &["--apply-loop-contracts"],
            "true",
        ),
    ]);
}

/// A variable that lives only on the way out of a loop is no more the loop's to name than one that lives for an iteration.
#[test]
fn variables_of_ways_out_belong_to_the_iteration() {
    let text = |left: &str| {
        format!(
            "int g;\nint f(const int *a, int n)
             __CPROVER_requires(0 <= n && n <= 5) __CPROVER_requires(__CPROVER_is_fresh(a, 5 * sizeof(int))) __CPROVER_assigns(g) __CPROVER_ensures(__CPROVER_return_value <= n)
             {{ int i;
               for (i = 0; i < n; i++) __CPROVER_assigns(i) __CPROVER_loop_invariant(0 <= i && i <= n) {{
                 if (a[i] == 3) {{ int t[2]; t[0] = i; int u = t[0]; {left} return u; }}
               }}
               return n; }}"
        )
    };
    check(&[("its own", &text("u += 0;"), ALONE, "true"), ("another's", &text("g = u;"), ALONE, "false(contract)")]);
}

/// Quantifiers over as many elements as there are, on both sides.
#[test]
fn bit_fields_are_bytes_of_their_records() {
    const SET: &str = "struct bits { unsigned a : 3, b : 7; int c; };
void set(struct bits *p, unsigned v) __CPROVER_requires(__CPROVER_is_fresh(p, sizeof(*p))) __CPROVER_assigns(__CPROVER_object_upto(p, 2)) { p->b = v & 7; }";
    check(&[
        ("both bytes are named", SET, ALONE, "true"),
        ("only one of them is", &SET.replace("upto(p, 2)", "upto(p, 1)"), ALONE, "false(contract)"),
        ("the other one", &SET.replace("upto(p, 2)", "upto((char *)p + 4, 4)"), ALONE, "false(contract)"),
        ("of a member in the first byte", &SET.replace("upto(p, 2)", "upto(p, 1)").replace("p->b =", "p->a ="), ALONE, "true"),
    ]);
}

#[test]
fn quantifiers_over_all_values_of_a_type_end() {
    const ALL: &str = "void f(const int *a) __CPROVER_requires(__CPROVER_is_fresh(a, 256 * sizeof(int)))
 __CPROVER_requires(__CPROVER_forall { unsigned char i; (0 <= i && i <= 255) ==> a[i] >= 0 }) __CPROVER_assigns() __CPROVER_ensures(a[255] >= 0) {}
int main(void) { int a[256] = {0}; f(a); return 0; }";
    check(&[
        ("what holds of all holds of the last", ALL, &["--enforce-contract", "f"], "true"),
        ("a bound beyond the type", &ALL.replace("i <= 255", "i < 300"), &["--enforce-contract", "f"], "true"),
        (
            "an element that no small part of the bound has",
            &ALL.replace("i <= 255", "i < 300")
                .replace("ensures(a[255] >= 0)", "ensures(!__CPROVER_forall { unsigned char i; (0 <= i && i < 300) ==> a[i] >= 0 })"),
            &["--enforce-contract", "f"],
            "false(contract)",
        ),
        ("and no more", &ALL.replace("ensures(a[255] >= 0)", "ensures(a[255] > 0)"), &["--enforce-contract", "f"], "false(contract)"),
    ]);
}

#[test]
fn quantifiers_speak_of_any_number_of_elements() {
    const FILL: &str = "#include <stddef.h>\nvoid fill(int *a, size_t n, int v) __CPROVER_requires(n < 1000000 && __CPROVER_is_fresh(a, n * sizeof(int)))\n\
        __CPROVER_assigns(__CPROVER_object_whole(a)) __CPROVER_ensures(__CPROVER_forall { size_t i; (0 <= i && i < n) ==> a[i] == v })\n\
        { for (size_t i = 0; i < n; i++) __CPROVER_assigns(i, __CPROVER_object_whole(a)) __CPROVER_loop_invariant(i <= n)\n\
        __CPROVER_loop_invariant(__CPROVER_forall { size_t k; k < i ==> a[k] == v }) { a[i] = v; } }\n";
    const BOUND: &str = "#include <stddef.h>\nsize_t bound(const int *a, size_t n, int v) __CPROVER_requires(n < 1000000 && __CPROVER_is_fresh(a, n * sizeof(int)))\n\
        __CPROVER_requires(__CPROVER_forall { size_t i; __CPROVER_forall { size_t j; (i < n && j < n && i <= j) ==> a[i] <= a[j] } }) __CPROVER_assigns()\n\
        __CPROVER_ensures(__CPROVER_forall { size_t i; i < __CPROVER_return_value ==> a[i] < v })\n\
        __CPROVER_ensures(__CPROVER_forall { size_t i; (__CPROVER_return_value <= i && i < n) ==> a[i] >= v })\n\
        { size_t left = 0, right = n; while (left < right) __CPROVER_assigns(left, right) __CPROVER_loop_invariant(left <= right && right <= n)\n\
        __CPROVER_loop_invariant(__CPROVER_forall { size_t i; i < left ==> a[i] < v }) __CPROVER_loop_invariant(__CPROVER_forall { size_t i; (right <= i && i < n) ==> a[i] >= v })\n\
        __CPROVER_decreases(right - left) { size_t m = left + (right - left) / 2; if (a[m] < v) left = m + 1; else right = m; } return left; }";
    const LARGEST: &str = "#include <stddef.h>\nint largest(const int *p, size_t n) __CPROVER_requires(n > 0 && n < 1000000 && __CPROVER_is_fresh(p, n * sizeof(int))) __CPROVER_assigns()\n\
        __CPROVER_ensures(__CPROVER_exists { size_t i; 0 <= i && i < n && __CPROVER_return_value == p[i] })\n\
        { int m = p[0]; size_t at = 0; for (size_t i = 1; i < n; i++) __CPROVER_assigns(i, m, at) __CPROVER_loop_invariant(1 <= i && i <= n && at < i && m == p[at])\n\
        { if (p[i] > m) { m = p[i]; at = i; } } return m; }";
    const ADD: &str = "typedef struct { short c[256]; } poly;\nvoid add(poly *r, const poly *b) __CPROVER_requires(__CPROVER_is_fresh(r, sizeof(poly)) && __CPROVER_is_fresh(b, sizeof(poly)))\n\
        __CPROVER_requires(__CPROVER_forall { unsigned k; k < 256 ==> (-1000 <= r->c[k] && r->c[k] <= 1000) })\n\
        __CPROVER_requires(__CPROVER_forall { unsigned k; k < 256 ==> (-1000 <= b->c[k] && b->c[k] <= 1000) }) __CPROVER_assigns(__CPROVER_object_whole(r))\n\
        __CPROVER_ensures(__CPROVER_forall { unsigned k; k < 256 ==> r->c[k] == __CPROVER_old(*r).c[k] + b->c[k] })\n\
        { unsigned i; for (i = 0; i < 256; i++) __CPROVER_assigns(i, __CPROVER_object_whole(r)) __CPROVER_loop_invariant(i <= 256)\n\
        __CPROVER_loop_invariant(__CPROVER_forall { unsigned k; (i <= k && k < 256) ==> r->c[k] == __CPROVER_loop_entry(*r).c[k] })\n\
        __CPROVER_loop_invariant(__CPROVER_forall { unsigned k; k < i ==> r->c[k] == __CPROVER_loop_entry(*r).c[k] + b->c[k] }) { r->c[i] = r->c[i] + b->c[i]; } }";
    let use_of_fill = "int main(void) { size_t n; __CPROVER_assume(n > 5 && n < 1000); int *p = malloc(n * sizeof(int)); if (!p) return 0; fill(p, n, 7); __CPROVER_assert(p[n - 1] == SEVEN, \"last\"); return 0; }";
    let main_of = |seven: &str| format!("#include <stdlib.h>\n{FILL}{}", use_of_fill.replace("SEVEN", seven));
    const HIDDEN: &str = "int f(int *a, int *b, unsigned n, unsigned m) __CPROVER_requires(n > 0 && n < 60 && m > 0 && m < 60 && __CPROVER_is_fresh(a, n * sizeof(int)))\n\
        __CPROVER_requires(__CPROVER_is_fresh(b, m * sizeof(int))) __CPROVER_assigns() __CPROVER_ensures(b[0] == 2)\n\
        __CPROVER_requires(__CPROVER_forall { unsigned k; k < n ==> (a[k] == 1 && __CPROVER_forall { unsigned k; k < m ==> b[k] == 2 }) }) { return 0; }";
    // That nothing lies before the first element that is not less follows from the first element alone.
    let all_seven = |claim: &str| {
        format!(
            "#include <stdlib.h>\n{FILL}{BOUND}\nint main(void) {{ size_t n; __CPROVER_assume(n > 5 && n < 1000); int *p = malloc(n * sizeof(int)); if (!p) return 0;\n\
             fill(p, n, 7); size_t at = bound(p, n, 7); __CPROVER_assert({claim}, \"at\"); return 0; }}"
        )
    };
    let replaced: &[&str] = &["--replace-call-with-contract", "fill"];
    let cases = [
        ("all elements", FILL.to_owned(), ALONE, "true"),
        ("all but those behind 70000", FILL.replace("{ a[i]", "{ if (i < 70000) a[i]"), ALONE, "unknown"),
        (
            "what is claimed is more than what is kept",
            FILL.replace("k < i ==> a[k] == v", "k < i ==> a[k] == v || k == 77").replace("{ a[i]", "{ if (i != 77) a[i]"),
            ALONE,
            "unknown",
        ),
        ("a premise and two variables", BOUND.to_owned(), ALONE, "true"),
        ("a premise that says less", BOUND.replace("i <= j)", "i + 1 == j && i != 5)"), ALONE, "unknown"),
        ("one of all", LARGEST.to_owned(), ALONE, "true"),
        ("none that is known", LARGEST.replace("m == p[at])", "at == at)"), ALONE, ""),
        ("values from before", ADD.to_owned(), ALONE, "true"),
        ("values from before that are too large", ADD.replace("<= 1000", "<= 20000"), ALONE, ""),
        ("a name that hides another one", HIDDEN.to_owned(), ALONE, "true"),
        ("a name that hides another one, in one place", HIDDEN.replace("forall { unsigned k; k < m ==>", "exists { unsigned k; k < m &&"), ALONE, ""),
        ("in place of a call", main_of("7"), replaced, "true"),
        ("in place of calls, what no access tells", all_seven("at == 0"), &["--replace-all-contracts"], "true"),
        ("in place of calls, another place", all_seven("at == 1"), &["--replace-all-contracts"], "false"),
        ("in place of a call, another value", main_of("8"), replaced, "false"),
    ];
    for (name, text, options, wanted) in cases {
        // What is expected must not fail for lack of time.
        let time = if wanted.is_empty() || wanted == "unknown" { "8s" } else { "120s" };
        let output = prove_within(time, &text, options);
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        let verdict = said.lines().find_map(|line| line.strip_prefix("VERDICT: ")).unwrap_or("none");
        // A run that shows it may be out of reach; what must not be is a proof.
        let is_right =
            if wanted == "true" || wanted == "false" { verdict.starts_with(wanted) } else { verdict.starts_with("unknown") || verdict.starts_with("false") };
        assert!(is_right, "{name}: {verdict}\n{said}");
    }
}

/// A function that is called with pointers that nobody has initialised is checked with what its contract asks for; what that leaves open leads nowhere.
#[test]
fn objects_are_made_for_a_function_where_it_is_called() {
    const MAYBE: &str = "#include <stddef.h>\nvoid f(int *out) __CPROVER_requires(out ==> __CPROVER_is_fresh(out, sizeof(*out))) __CPROVER_assigns(out: *out) __CPROVER_ensures(out ==> *out == 1)\n\
        { if (out) *out = 1; }\nint main(void) { int *p; f(p); return 0; }";
    const LIST: &str = "#include <stddef.h>\n#include <stdbool.h>\ntypedef struct list { int value; struct list *next; } list;\n\
        bool is_list(list *l, size_t n) { if (n == 0) return l == NULL; else return __CPROVER_is_fresh(l, sizeof(*l)) && (0 <= l->value && l->value <= 9) && is_list(l->next, n - 1); }\n\
        int f(list *l) __CPROVER_requires(is_list(l, 3)) __CPROVER_assigns() __CPROVER_ensures(0 <= __CPROVER_return_value && __CPROVER_return_value <= 27)\n\
        { return l->value + l->next->value + l->next->next->value; }\nint main(void) { list *l; f(l); return 0; }";
    const VECTOR: &str = "#include <stdlib.h>\ntypedef struct { char *at; size_t size; } vector;\nvoid f(vector *v, size_t more)\n\
        __CPROVER_requires((__CPROVER_is_fresh(v, sizeof(*v)) && 0 < v->size && v->size < 1000 && __CPROVER_is_fresh(v->at, v->size)) && 0 < more && more < 1000)\n\
        __CPROVER_assigns(v->size, v->at) __CPROVER_frees(v->at) __CPROVER_ensures(v->size == __CPROVER_old(v->size) + more && __CPROVER_is_fresh(v->at, v->size))\n\
        { free(v->at); v->size += more; v->at = malloc(v->size); }\nint main(void) { vector *v; size_t more; f(v, more); return 0; }";
    let wrong_list = LIST.replace("<= 27", "<= 26");
    let long_list = LIST.replace("l->next->next->value;", "l->next->next->next->value;");
    let unasked = MAYBE.replace("if (out) *out", "*out");
    let short = VECTOR.replace("malloc(v->size)", "malloc(v->size - 1)");
    const ENFORCED: &[&str] = &["--enforce-contract", "f"];
    check(&[
        ("null or one object", MAYBE, ENFORCED, "true"),
        ("null is followed", &unasked, ENFORCED, "false(pointer)"),
        ("a predicate that calls itself", LIST, ENFORCED, "true"),
        ("one less", &wrong_list, ENFORCED, "false(contract)"),
        ("behind the last one", &long_list, ENFORCED, "false(pointer)"),
        ("what an object that was made leads to", VECTOR, ENFORCED, "true"),
        ("less than is said", &short, ENFORCED, "false(contract)"),
        (
            "a pointer that nobody has initialised is followed",
            "void f(int x) __CPROVER_requires(x > 0) __CPROVER_assigns() {}\nint main(void) { int *p; f(1); return *p; }",
            ENFORCED,
            "false(pointer)",
        ),
        (
            "a pointer that the function itself does not initialise may be any",
            "int g;\nint f(int x) __CPROVER_requires(x > 0) __CPROVER_assigns() __CPROVER_ensures(__CPROVER_return_value == 0) { int *p; return p == &g; }\nint main(void) { return f(1); }",
            ENFORCED,
            "unknown(",
        ),
        (
            "what main has made of an object stays",
            "typedef struct { int *at; } box;\nvoid f(box *b) __CPROVER_requires(__CPROVER_is_fresh(b, sizeof(*b)) && __CPROVER_is_fresh(b->at, sizeof(int))) __CPROVER_assigns(*b->at) { *b->at = 2; }\n\
             int main(void) { int x = 1; box b = {&x}; f(&b); f(&b); __CPROVER_assert(x == 2, \"x\"); return 0; }",
            ENFORCED,
            "true",
        ),
    ]);
}

/// What selects nothing, or says nothing, is refused by name and place.
#[test]
fn mistakes_are_told() {
    let refused = |text: &str, options: &[&str], status: i32| {
        let output = prove(text, options);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(status), "{said}");
        said
    };
    let one = "int push(int x) __CPROVER_requires(x > 0) { return x; }";
    assert!(refused(one, &["--function", "pusj"], 1).contains("there is no contract of pusj (did you mean `push`?)"));
    assert!(refused("int main(void) { return 0; }", ALONE, 1).contains("no function of the program has a contract"));
    assert!(refused("int f(int x) __CPROVER_requires() { return x; }", ALONE, 2).contains("says nothing"));
    assert!(refused("int f(int x) __CPROVER_assigns(12) { return x; }", ALONE, 2).contains("a place in memory"));
    assert!(refused("int f(int x) __CPROVER_ensures(y > 0) { return x; }", ALONE, 2).contains("`y` is not declared"));
    assert!(refused("int f(int x) { __ESBMC_loop_invariant(x > 0); return x; }", ALONE, 2).contains("there is no loop behind this clause"));
    let twice = "int f(int x) __CPROVER_requires(x > 0);\nint f(int x) __CPROVER_requires(x > 1) { return x; }";
    assert!(refused(twice, ALONE, 2).contains("f has a contract already"));
    // The place is that of the source.
    let said = refused("int f(int x)\n  __CPROVER_ensures(\n    y > 0)\n{ return x; }", ALONE, 2);
    assert!(said.contains("a.c:3:5"), "{said}");
}

/// Other commands take the text without its clauses.
#[test]
fn other_commands_leave_contracts_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.c");
    std::fs::write(&file, "int f(int x) __CPROVER_requires(x > 0) __CPROVER_ensures(0) { return x > 5; }\nint main(void) { return f(1); }").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_gotcha")).arg("cover").arg(&file).args(["--timeout", "10s"]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A library is proved function by function, with contracts in place of calls; a fault in one function is found there, and the others are still proved.
#[test]
fn goals_are_looked_for_where_contracts_allow_calls() {
    let folder = tempfile::tempdir().unwrap();
    let gotcha = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_gotcha")).args(words).current_dir(folder.path()).stdin(Stdio::null()).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    };
    let text = "#include <stddef.h>\nint f(int *a, int n, int mode)\n\
                __CPROVER_requires(n > 0 && n < 4 && __CPROVER_is_fresh(a, n * sizeof(int))) __CPROVER_requires(mode == 1 || mode == 2)\n\
                __CPROVER_ensures(__CPROVER_return_value >= 0)\n{\n  int s = 0;\n  if (mode == 3) return -1;\n  if (!a) return -2;\n\
                  for (int i = 0; i < n; i++) if (a[i] > 5) s++;\n  if (s == 3) return 7;\n  return s;\n}\n";
    let esbmc = text.split("__CPROVER_requires").next().unwrap().to_owned()
        + "{\n  __ESBMC_requires(n > 0 && n < 4 && __ESBMC_is_fresh(a, n * sizeof(int)));\n  __ESBMC_requires(mode == 1 || mode == 2);\n"
        + text.split_once("{\n").unwrap().1;
    for (name, text) in [("cbmc.c", text.to_owned()), ("esbmc.c", esbmc), ("none.c", text.replace("__CPROVER_requires", "__CPROVER_ensures"))] {
        std::fs::write(folder.path().join(name), text).unwrap();
        let out = gotcha(&["cover", name, "--entry", "f", "--all-goals", "--suite", "tests", "--json", "r.json", "--timeout", "20s"]);
        if name == "none.c" {
            // Without requirements all calls are allowed, also those that are outside of what it could mean.
            assert!(out.contains("f.branch.1.true") && !out.contains("UNREACHABLE  mode == 3"), "{out}");
            continue;
        }
        assert!(out.contains("GOALS: 10  COVERED: 8  UNREACHABLE: 2  UNDECIDED: 0") && !out.contains("__contract"), "{out}");
        for goal in ["f.branch.1.true", "f.branch.2.true"] {
            assert!(out.lines().any(|line| line.contains(goal) && line.contains("UNREACHABLE")), "{out}");
        }
        let json = std::fs::read_to_string(folder.path().join("r.json")).unwrap();
        assert!(json.contains("\"entry\": \"f\""), "{json}");
        let out = gotcha(&["replay", name, "--entry", "f", "--suite", "tests"]);
        assert!(out.contains("REACHED: 8"), "{out}");
    }
}

#[test]
fn a_library_is_proved_function_by_function() {
    const RING: &str = include_str!("contracts/ring.c");
    let lines = |text: &str| {
        let output = prove(text, &["--replace-all"]);
        String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(lines(RING).last().unwrap(), "VERDICT: true");
    let faulty = RING.replace("r->head + 1 == CAPACITY ? 0", "r->head == CAPACITY ? 0");
    assert_ne!(faulty, RING);
    let said = lines(&faulty);
    assert!(said.iter().any(|line| line.starts_with("ring_pop: false(contract)")), "{said:?}");
    assert!(said.iter().any(|line| line.starts_with("ring_fill: true")), "{said:?}");
}

/// A larger one; what is wrong in one function is shown by a run of that function alone.
#[test]
fn a_library_of_byte_strings_is_proved() {
    const BYTES: &str = include_str!("contracts/bytes.c");
    let output = prove_within("400s", BYTES, &["--replace-all"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.ends_with("VERDICT: true\n"), "{said}");
    assert!(said.lines().filter(|line| line.contains(": true  (")).count() >= 40, "{said}");
    let faults = [
        ("buffer_fill", "at < b->room; at++", "at <= b->room; at++"),
        ("view_drop", "  if (n > v->size)\n    n = v->size;\n", ""),
        ("view_number", "(UINT_MAX - digit) / 10", "UINT_MAX / 10"),
        ("digit_of", "value < 10 ? '0' + value : 'a' + (value - 10)", "value <= 10 ? '0' + value : 'a' + (value - 10)"),
    ];
    for (function, right, wrong) in faults {
        let faulty = BYTES.replacen(right, wrong, 1);
        assert_ne!(faulty, BYTES, "{function}");
        let output = prove_within("60s", &faulty, &["--function", function, "--replace-all", "--property", "bounds,pointer,unsigned-overflow", "--trace"]);
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains("VERDICT: false(") && said.contains("is violated"), "{function}: {said}");
    }
}

/// Programs in which something would be proved that a run breaks, if a condition were read in a weaker or stronger way than it is meant; each with one that is right.
#[test]
fn proofs_hold_for_all_that_contracts_allow() {
    check(&[
        (
            "a fresh pointer is apart from what the callee uses",
            "int g;\nvoid f(int *p) __CPROVER_requires(__CPROVER_is_fresh(p, 4)) __CPROVER_assigns(*p) __CPROVER_ensures(g == __CPROVER_old(g)) { *p = g + 1; }\n\
             int main(void) { g = 1; f(&g); return 0; }",
            &["--replace-call-with-contract", "f"],
            "false(contract)",
        ),
        (
            "and not from what it does not",
            "int g, h;\nvoid f(int *p) __CPROVER_requires(__CPROVER_is_fresh(p, 4)) __CPROVER_assigns(*p) __CPROVER_ensures(g == __CPROVER_old(g)) { *p = g != 0; }\n\
             int main(void) { g = 1; f(&h); return 0; }",
            &["--replace-call-with-contract", "f"],
            "true under: f",
        ),
        (
            "what is new by a function that the contract calls",
            "int g;\n_Bool fresh(int *p) { return __CPROVER_is_fresh(p, 4); }\nint *f(void) __CPROVER_assigns() __CPROVER_ensures(fresh(__CPROVER_return_value)) { return &g; }",
            ALONE,
            "false(contract)",
        ),
        (
            "one pointer in two cases",
            "int f(int *p) __CPROVER_requires((__CPROVER_is_fresh(p, 4) && *p > 0) || (__CPROVER_is_fresh(p, 4) && *p < -5)) __CPROVER_assigns()\n\
             __CPROVER_ensures(__CPROVER_return_value > 0) { return *p; }",
            ALONE,
            "false(contract)",
        ),
        (
            "more than two gigabytes",
            "int f(char *p, unsigned long n) __CPROVER_requires(__CPROVER_is_fresh(p, n)) __CPROVER_assigns() __CPROVER_ensures(__CPROVER_return_value == 1)\n\
             { return n <= 0x7fffffff; }",
            ALONE,
            "unknown(limit: a run that needs more than",
        ),
        (
            "another variable of the name",
            "int i;\nstatic void h(void) { i = 5; }\nstatic int get(void) { return i; }\nint f(int n) __CPROVER_requires(n > 0 && n < 9 && get() == 0) __CPROVER_assigns(i)\n\
             __CPROVER_ensures(get() == 0) { for (int i = 0; i < n; i++) __CPROVER_assigns(i) __CPROVER_loop_invariant(0 <= i && i <= n) { if (i > 0) h(); } return 0; }",
            ALONE,
            "false(contract)",
        ),
        (
            "a loop in a function that calls itself",
            "int g;\nstatic void r(int n) { int i = 0; while (i < n) __CPROVER_assigns(i) __CPROVER_loop_invariant(0 <= i) { if (n > 1) r(n - 1); g = 1; i++; } }\n\
             int f(void) __CPROVER_requires(g == 0) __CPROVER_assigns(g) __CPROVER_ensures(g == 0) { r(2); return 0; }",
            &["--function", "f"],
            "unknown(unsupported: a call of r in a loop with clauses of its own",
        ),
        (
            "an object that the round before has freed",
            "#include <stdlib.h>\nvoid f(int *p) __CPROVER_requires(__CPROVER_is_fresh(p, 4)) __CPROVER_assigns() __CPROVER_frees(p)\n\
             { for (int i = 0; i < 2; i++) __CPROVER_assigns(i) __CPROVER_loop_invariant(0 <= i && i <= 2) { free(p); } }",
            ALONE,
            "false(",
        ),
        (
            "main's own object is what the function writes",
            "void f(int *p) __CPROVER_requires(__CPROVER_is_fresh(p, 4)) __CPROVER_assigns(*p) { *p = 2; }\n\
             int main(void) { int x = 1; f(&x); __CPROVER_assert(x == 1, \"x\"); return 0; }",
            &["--enforce-contract", "f"],
            "false(",
        ),
        (
            "a contract that does not say what is written",
            "typedef struct node { struct node *next; int x; } node;\nvoid f(node *p) { __ESBMC_requires(p != 0); __ESBMC_ensures(1); if (p->next) p->next->x = 7; }\n\
             int main(void) { node b = {0, 1}, a = {&b, 1}; f(&a); __ESBMC_assert(b.x == 1, \"x\"); return 0; }",
            &["--replace-call-with-contract", "f"],
            "unknown(",
        ),
        (
            "elements behind the first",
            "int a[4];\nvoid f(int *p) { __ESBMC_requires(p != 0); __ESBMC_ensures(1); p[1] = 7; }\n\
             int main(void) { int b[2] = {1, 1}; f(b); __ESBMC_assert(b[1] == 1, \"b\"); return 0; }",
            &["--replace-call-with-contract", "f"],
            "false(",
        ),
        (
            "a range with values of both signs",
            "int a[3];\nint f(unsigned n) __CPROVER_requires(n <= 3 && __CPROVER_forall { int i; -2 <= i && i < n ==> a[i] == 1 }) __CPROVER_assigns()\n\
             __CPROVER_ensures(n < 2 || __CPROVER_return_value == 1) { return a[1]; }",
            ALONE,
            "true",
        ),
    ]);
    let output = prove("int a[9];\nint f(void) __CPROVER_ensures(!__CPROVER_forall { unsigned i; i < 5 || a[i] == 0 }) { return 0; }", ALONE);
    assert!(String::from_utf8_lossy(&output.stderr).contains("no range of i can be read"), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The two files see one contract; the function that it is of stands in one of them.
#[test]
fn a_contract_in_a_header_is_one_contract() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("f.h"), "int f(int x) __CPROVER_requires(x < 9) __CPROVER_ensures(__CPROVER_return_value == x + 1);\n").unwrap();
    std::fs::write(path("f.c"), "#include \"f.h\"\nint f(int x) { return x + 1; }\n").unwrap();
    std::fs::write(
        path("g.c"),
        "#include \"f.h\"\nint g(int x) __CPROVER_requires(x < 5) __CPROVER_ensures(__CPROVER_return_value == x + 1) { return f(x); }\n",
    )
    .unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_gotcha"));
    let output =
        command.arg("prove").args([path("f.c"), path("g.c")]).args(["--replace-all", "--timeout", "20s", "--no-cache"]).stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("f: true") && said.contains("g: true") && said.ends_with("VERDICT: true\n"), "{said}{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_function_that_is_marked_has_a_contract() {
    let text = |mark: &str| {
        format!(
            "int x;\n{mark}\nvoid add(void) {{ x = x + 1; }}\nvoid __assert_fail(const char *, const char *, unsigned, const char *);\n\
             int main(void) {{ x = 10; add(); if (x != 11) __assert_fail(\"x\", \"a.c\", 5, \"main\"); return 0; }}\n"
        )
    };
    let replaced: &[&str] = &["--replace-all-contracts", "--property", "assertions"];
    check(&[
        ("attribute", &text("__attribute__((annotate(\"__ESBMC_contract\")))"), replaced, "false(assertions)"),
        ("another attribute", &text("__attribute__((annotate(\"contract\")))\nint y; void other(void) { __ESBMC_requires(y == 0); }"), replaced, "true"),
        ("checked alone", &text("__attribute__((annotate(\"__ESBMC_contract\")))"), &["--enforce-all-contracts", "--property", "assertions"], "true"),
    ]);
}

#[test]
fn clauses_that_say_little_are_named_on_request() {
    let text = "int largest(int a, int b)\n__CPROVER_ensures(__CPROVER_return_value >= a)\n__CPROVER_ensures(__CPROVER_return_value == a || __CPROVER_return_value == b)\n\
                __CPROVER_ensures(a <= b || b < a)\n{ return a > b ? a : b; }\n\
                int total;\nvoid add(int n)\n__CPROVER_requires(n > 0 && n < 10 && total >= 0 && total < 10) __CPROVER_assigns(total)\n\
                __CPROVER_ensures(total == __CPROVER_old(total) + n)\n__CPROVER_ensures(total >= 0)\n{ total += n; }\n";
    let weak = |options: &[&str]| -> Vec<String> {
        let output = prove(text, options);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && said.contains("VERDICT: true"), "{said}");
        said.lines().filter(|line| line.contains("  WEAK  ")).map(|line| line.split(' ').nth(1).unwrap().to_owned()).collect()
    };
    assert_eq!(weak(&["--strength"]), ["largest.ensures.3", "add.ensures.2"]);
    assert_eq!(weak(&[]), [""; 0]);
}
