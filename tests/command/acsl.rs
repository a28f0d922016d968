//! Contracts in comments: each meaning that ACSL has of its own as a pair of programs that differ in a word, what is refused by name, and what other commands see of comments.

use std::process::{Command, Output, Stdio};

/// What it is about, the text, and how the answer begins.
type Case<'a> = (&'a str, &'a str, &'a str);

fn run(command: &str, text: &str, options: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.c");
    std::fs::write(&file, text).unwrap();
    let limit: &[&str] = if options.contains(&"--timeout") { &[] } else { &["--timeout", "20s"] };
    let mut gotcha = Command::new(env!("CARGO_BIN_EXE_gotcha"));
    gotcha.arg(command).arg(&file).args(options).args(limit).args(["--progress", "never"]).current_dir(folder.path()).stdin(Stdio::null()).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn check(cases: &[Case<'_>]) {
    for (name, text, wanted) in cases {
        let said = said(&run("prove", text, &[]));
        let verdict = said.lines().find_map(|line| line.strip_prefix("VERDICT: ")).unwrap_or("none");
        assert!(verdict.starts_with(wanted), "{name}: {verdict}, not {wanted}\n{said}");
    }
}

#[test]
fn arithmetic_has_no_bounds() {
    check(&[
        ("a sum that C would wrap", "/*@ requires x + 1 <= 2147483647; ensures \\result == x + 1; */ int f(int x) { return x + 1; }", "true"),
        ("a sum that is not bounded", "/*@ ensures \\result == x + 1; */ int f(int x) { return (int)((unsigned)x + 1u); }", "false(contract)"),
        ("a sum that wraps in C", "/*@ ensures \\result == (unsigned)(x + 1); */ unsigned f(unsigned x) { return x + 1; }", "true"),
        ("a difference of unsigned numbers", "/*@ ensures \\result == (a - b < 0); */ int f(unsigned a, unsigned b) { return a < b; }", "true"),
        ("a difference that C has", "/*@ ensures \\result == (a - b < 0); */ int f(unsigned a, unsigned b) { return a - b < 0; }", "false(contract)"),
        ("numbers of different signs", "/*@ ensures \\result == (a < b); */ int f(int a, unsigned b) { return a < 0 || (unsigned)a < b; }", "true"),
        ("numbers of different signs in C", "/*@ ensures \\result == (a < b); */ int f(int a, unsigned b) { return a < b; }", "false(contract)"),
        ("a product", "/*@ requires 0 <= a * b <= 2147483647; ensures \\result == a * b; */ int f(short a, short b) { return a * b; }", "true"),
        ("a quotient", "/*@ requires b != 0; ensures \\result == a / b; */ long f(int a, int b) { return (long)a / b; }", "true"),
        (
            "sizes of 64 bits",
            "/*@ ensures \\result == (a + b > c); */ int f(unsigned long a, unsigned long b, unsigned long c) { return a + b > c; }",
            "false(contract)",
        ),
        (
            "several operations on sizes of 64 bits",
            "/*@ requires a < n; ensures \\result == n - 1 - a - 1 + 1; */ unsigned long f(unsigned long n, unsigned long a) { return n - 1 - a; }",
            "true",
        ),
        (
            "and one that wraps",
            "/*@ ensures \\result == n - 1 - a; */ unsigned long f(unsigned long n, unsigned long a) { return n - 1 - a; }",
            "false(contract)",
        ),
        ("half of a difference", "/*@ requires 0 < c; ensures \\result == (c - 1) / 2 + 1 - 1; */ long f(long c) { return (c - 1) / 2; }", "true"),
        ("a chain", "/*@ requires 0 <= a <= b < 10; ensures 0 <= \\result < 10; */ int f(int a, int b) { return b - a; }", "true"),
        ("the greater one", "/*@ ensures \\result == \\max(a, b); */ int f(int a, int b) { return a < b ? b : a; }", "true"),
        ("the lesser one", "/*@ ensures \\result == \\min(a, b); */ int f(int a, int b) { return a < b ? b : a; }", "false(contract)"),
    ]);
}

#[test]
fn connectives_bind_as_the_manual_says() {
    check(&[
        ("implication groups from the right", "/*@ ensures a ==> b ==> \\result; */ int f(int a, int b) { return a && b; }", "true"),
        ("implication below or", "/*@ ensures a || b ==> \\result; */ int f(int a, int b) { return a; }", "false(contract)"),
        ("equivalence", "/*@ ensures \\result <==> a > 0 && b > 0; */ int f(int a, int b) { return a > 0 && b > 0; }", "true"),
        ("one direction only", "/*@ ensures \\result <==> a > 0 && b > 0; */ int f(int a, int b) { return a > 0; }", "false(contract)"),
        ("one of two", "/*@ ensures \\result ==> (a > 0 ^^ b > 0); */ int f(int a, int b) { return a > 0 && b <= 0; }", "true"),
        ("not both", "/*@ ensures \\result ==> (a > 0 ^^ b > 0); */ int f(int a, int b) { return a > 0; }", "false(contract)"),
        ("local names", "/*@ ensures \\let d = b - a; d > 0 ==> \\result == 1; */ int f(int a, int b) { return b > a; }", "true"),
        ("names of clauses", "/*@ ensures small: low: \\result < 10; ensures \"high\": \\result > 0; */ int f(void) { return 5; }", "true"),
    ]);
}

#[test]
fn behaviours_are_cases() {
    const ABS: &str = "/*@ requires x > -100; assigns \\nothing;\n behavior neg: assumes x < 0; ensures \\result == -x;\n behavior pos: assumes x >= 0; ensures \\result == x;\n complete behaviors; disjoint behaviors; */\n";
    let proved = format!("{ABS} int f(int x) {{ return x < 0 ? -x : x; }}");
    let said = said(&run("prove", &proved, &[]));
    assert!(said.contains("VERDICT: true"), "{said}");
    check(&[
        ("a case is broken", "/*@ behavior neg: assumes x < 0; ensures \\result == 1; */ int f(int x) { return x < -1; }", "false(contract)"),
        (
            "a case is left out",
            "/*@ behavior a: assumes x < 0; behavior b: assumes x > 0; complete behaviors; */ int f(int x) { return x; }",
            "false(contract)",
        ),
        ("cases overlap", "/*@ behavior a: assumes x <= 0; behavior b: assumes x >= 0; disjoint behaviors; */ int f(int x) { return x; }", "false(contract)"),
        ("what is assumed is of the entry", "int g; /*@ assigns g; behavior a: assumes g == 0; ensures g == 1; */ void f(void) { g = g == 0; }", "true"),
        (
            "what is assumed is not of the end",
            "int g; /*@ assigns g; behavior a: assumes g == 1; ensures g == 5; */ void f(void) { g = 1; }",
            "false(contract)",
        ),
        ("a case writes less", "int g; /*@ assigns g; behavior a: assumes c == 0; assigns \\nothing; */ void f(int c) { if (c) g = 1; }", "true"),
        ("a case writes more", "int g; /*@ assigns g; behavior a: assumes c == 0; assigns \\nothing; */ void f(int c) { g = c; }", "false(contract)"),
        ("a case requires", "/*@ behavior a: assumes c == 0; requires x == 1; ensures \\result == 1; */ int f(int c, int x) { return x; }", "true"),
    ]);
}

#[test]
fn memory_is_as_it_was() {
    check(&[
        (
            "an exchange",
            "/*@ requires \\valid(p) && \\valid(q); assigns *p, *q; ensures *p == \\old(*q) && *q == \\old(*p); */\nvoid f(int *p, int *q) { int t = *p; *p = *q; *q = t; }",
            "true",
        ),
        (
            "pointers may be equal",
            "/*@ requires \\valid(p) && \\valid(q); assigns *p, *q; ensures *p == 1; */\nvoid f(int *p, int *q) { *p = 1; *q = 2; }",
            "false(contract)",
        ),
        (
            "pointers are apart",
            "/*@ requires \\valid(p) && \\valid(q) && \\separated(p, q); assigns *p, *q; ensures *p == 1; */\nvoid f(int *p, int *q) { *p = 1; *q = 2; }",
            "true",
        ),
        ("a pointer may lead to nothing", "/*@ requires p != \\null; assigns \\nothing; */\nint g(const int *p) { return *p; }", "false"),
        ("a pointer in a variable may lead to nothing", "int *p; /*@ requires p != \\null; */\nint g(void) { return *p; }", "unknown"),
        ("a pointer in an argument may lead to nothing", "struct s { int *p; }; /*@ requires x.p != \\null; */\nint g(struct s x) { return *x.p; }", "unknown"),
        (
            "a pointer under a condition may be another one",
            "/*@ requires \\valid(p) && (q == \\null || \\valid(q)); assigns *p; ensures q != \\null ==> *q == \\old(*q); */\nvoid f(int *p, int *q) { *p = 1; }",
            "false(contract)",
        ),
        (
            "arrays overlap",
            "/*@ requires \\valid(a + (0..1)) && \\valid(b + (0..1)); assigns a[0..1]; ensures b[0] == \\old(b[0]); */\nvoid f(int *a, int *b) { a[1] = 7; }",
            "false(contract)",
        ),
        (
            "arrays are apart",
            "/*@ requires \\valid(a + (0..1)) && \\valid(b + (0..1)) && \\separated(a + (0..1), b + (0..1)); assigns a[0..1]; ensures b[0] == \\old(b[0]); */\nvoid f(int *a, int *b) { a[1] = 7; }",
            "true",
        ),
        (
            "an array of nothing may be null",
            "/*@ requires \\valid_read(a + (0..n-1)); ensures \\result == 1; */\nint f(const int *a, unsigned n) { return a != 0; }",
            "false(contract)",
        ),
        (
            "an array of something is not",
            "/*@ requires n > 0 && \\valid_read(a + (0..n-1)); ensures \\result == 1; */\nint f(const int *a, unsigned n) { return a != 0; }",
            "true",
        ),
        (
            "behind the last element",
            "/*@ requires \\valid_read(a + (0..n-1)); assigns \\nothing; */\nint f(const int *a, unsigned n) { return a[n]; }",
            "false",
        ),
        (
            "the last element",
            "/*@ requires n > 0 && \\valid_read(a + (0..n-1)); assigns \\nothing; */\nint f(const int *a, unsigned n) { return a[n - 1]; }",
            "true",
        ),
        (
            "the index of an old element is old",
            "int a[4]; int i; /*@ requires 0 <= i < 3; assigns i; ensures \\result == \\old(a[i]); */\nint f(void) { int r = a[i]; i = i + 1; return r; }",
            "true",
        ),
        (
            "the index of an old element is not new",
            "int a[4]; int i; /*@ requires 0 <= i < 3; assigns i; ensures \\result == \\old(a[i]); */\nint f(void) { i = i + 1; return a[i]; }",
            "false(contract)",
        ),
        (
            "arguments are evaluated where they stand",
            "/*@ predicate Was{L}(int *p, integer v) = \\at(*p, L) == v; */\nint g; /*@ assigns g; ensures Was{Old}(&g, g - 1); */\nvoid f(void) { g = g < 100 ? g + 1 : g; }",
            "false(contract)",
        ),
        (
            "labels of definitions",
            "/*@ predicate Same{K,L}(int *p) = \\at(*p, K) == \\at(*p, L); */\n/*@ requires \\valid(p); assigns *p; ensures Same{Old,Here}(p); */\nvoid f(int *p) { *p = *p; }",
            "true",
        ),
        (
            "labels of definitions, another value",
            "/*@ predicate Same{K,L}(int *p) = \\at(*p, K) == \\at(*p, L); */\n/*@ requires \\valid(p) && *p < 9; assigns *p; ensures Same{Old,Here}(p); */\nvoid f(int *p) { *p = *p + 1; }",
            "false(contract)",
        ),
        (
            "a name is bound twice",
            "/*@ predicate Low(integer n, integer k) = \\forall integer i; 0 <= i < n ==> i != k; */\n/*@ requires 0 <= i < 5; ensures Low(5, i) ==> \\result; */\nint f(int i) { return 0; }",
            "true",
        ),
        (
            "a target that is not there",
            "struct s { int n; int a[2]; }; /*@ requires \\valid(p) && 0 <= p->n <= 2; assigns p->a[p->n]; */\nvoid f(struct s *p) { if (p->n < 2) p->a[p->n] = 1; }",
            "true",
        ),
        (
            "a target beside it",
            "struct s { int n; int a[2]; }; /*@ requires \\valid(p) && 0 <= p->n <= 2; assigns p->a[p->n]; */\nvoid f(struct s *p) { p->a[0] = 1; }",
            "false(contract)",
        ),
    ]);
}

/// What is said of all elements is known of the element that counts, though it is read from the other end, through a choice, or in a place that is not there for others.
#[test]
fn what_holds_of_all_elements_holds_of_each() {
    let reversed = |stored: &str| {
        format!(
            "/*@ requires \\valid_read(a + (0..n-1)); requires \\valid(b + (0..n-1)); requires \\separated(a + (0..n-1), b + (0..n-1)); assigns b[0..n-1];
                 ensures \\forall integer j; 0 <= j < n ==> a[j] == b[n-1-j]; */
             void f(const int *a, unsigned n, int *b) {{
               /*@ loop invariant 0 <= i <= n; loop invariant \\forall integer j; 0 <= j < i ==> b[j] == a[n-1-j]; loop assigns i, b[0..n-1]; loop variant n-i; */
               for (unsigned i = 0; i < n; ++i) b[i] = a[{stored}]; }}"
        )
    };
    let chosen = |most: &str| {
        format!(
            "/*@ logic integer step(int *a, integer n) = n <= 0 ? a[0] : a[n] - a[n-1]; */
             /*@ requires \\valid_read(a + (0..n-1)); requires \\forall integer k; 1 <= k < n ==> -5 <= step(a, k) <= {most}; requires 1 <= i < n; assigns \\nothing; */
             void f(int *a, unsigned n, unsigned i) {{
               //@ assert -5 <= step(a, i) <= 5;
             }}"
        )
    };
    for (name, text, wanted) in [
        ("from the other end", reversed("n - 1u - i"), "true"),
        ("from the same end", reversed("i"), "false(contract)"),
        ("a choice", chosen("5"), "true"),
        ("a choice of which too little is known", chosen("6"), "false(assertions)"),
    ] {
        let said = said(&run("prove", &text, &[]));
        let verdict = said.lines().find_map(|line| line.strip_prefix("VERDICT: ")).unwrap_or("none");
        assert!(verdict.starts_with(wanted), "{name}: {verdict}, not {wanted}\n{said}");
    }
}

/// Each is proved by comparing offsets, whose parts are written in different ways in contracts and programs.
#[test]
fn offsets_are_compared_by_their_parts() {
    const COPY: &str = "/*@ requires \\valid_read(a + (0..n-1)) && \\valid(b + (0..n-1)) && \\separated(a + (0..n-1), b); assigns b[0..n-1];
  ensures \\forall integer i; 0 <= i < n ==> \\old(a[i]) == b[i]; */
void copy(const int *a, unsigned n, int *b);
/*@ requires 0 <= p <= n && \\valid_read(a + (0..n-1)) && \\valid(b + (0..n-1)) && \\separated(a + (0..n-1), b + (0..n-1)); assigns b[0..n-1];
  ensures \\forall integer k; 0 <= k < p ==> \\old(a[k]) == b[n-p+k]; ensures \\forall integer k; 0 <= k < n-p ==> \\old(a[p+k]) == b[k]; */
void f(const int *a, unsigned p, unsigned n, int *b) { copy(a, p, b + (n - p)); copy(a + p, n - p, b); }";
    const DIFFERENCES: &str = "/*@ requires \\valid_read(a + (0..n-1)) && \\valid(b + (0..n-1)) && \\separated(a + (0..n-1), b + (0..n-1));
  requires \\forall integer i; 1 <= i < n ==> -2147483648 <= a[i] - a[i-1] <= 2147483647;
  assigns b[0..n-1]; ensures \\forall integer i; 0 <= i < n ==> b[i] == (i <= 0 ? a[0] : a[i] - a[i-1]); */
void f(const int *a, unsigned n, int *b) {
  if (0u < n) {
    b[0u] = a[0u];
    /*@ loop invariant 1 <= i <= n; loop invariant \\forall integer k; 0 <= k < i ==> b[k] == (k <= 0 ? a[0] : a[k] - a[k-1]);
        loop assigns i, b[1..n-1]; loop variant n - i; */
    for (unsigned i = 1u; i < n; ++i) b[i] = a[i] - a[i - 1u];
  }
}";
    const STACK: &str = "struct S { int *data; unsigned cap, size; };
/*@ requires \\valid(s) && 0 < cap && \\valid(data + (0..cap-1)) && \\separated(s, data + (0..cap-1)); assigns s->data, s->cap, s->size;
  ensures s->data == data; ensures \\valid(s->data + (0..s->cap-1)); ensures \\separated(s, s->data + (0..s->cap-1)); */
void init(struct S *s, int *data, unsigned cap) { s->data = data; s->cap = cap; s->size = 0u; }";
    let too_far = COPY.replace("b[n-p+k]", "b[n-p+k-1]");
    let of_others = DIFFERENCES.replace("b[i] = a[i] - a[i - 1u]", "b[i] = a[i - 1u] - a[i]");
    let another = STACK.replace("s->data = data;", "s->data = data + 1;");
    check(&[
        ("halves that change places", COPY, "true"),
        ("and one that comes too far", &too_far, "false(contract)"),
        ("differences of neighbours", DIFFERENCES, "true"),
        ("and one of others", &of_others, "false("),
        ("a pointer beside other fields, at a place that is not known", STACK, "true"),
        ("and another pointer", &another, "false(contract)"),
    ]);
}

/// What exists for each value exists for the first and the last; not the same for all.
#[test]
fn what_exists_for_each_value_depends_on_it() {
    const ORDERED: &str = "/*@ requires \\valid_read(a + (0..n-1)); assigns \\nothing; ensures 0 <= \\result <= n;
  ensures \\forall integer i; \\result < i <= n ==> !(\\forall integer j; 0 < j < i ==> a[j] <= a[(j-1)/2]); */
unsigned until(const int *a, unsigned n);
/*@ requires \\valid_read(a + (0..n-1)); assigns \\nothing; ensures (\\forall integer i; 0 < i < n ==> a[i] <= a[(i-1)/2]) ==> \\result; */
int f(const int *a, unsigned n) { return until(a, n) == n; }";
    const EACH: &str = "/*@ requires n > 0 && \\valid_read(a + (0..n-1)); assigns \\nothing;
  ensures \\forall integer i; 0 <= i < n ==> (\\exists integer j; 0 <= j < n && a[j] == i); */
void g(const int *a, unsigned n);
/*@ requires n > 300 && \\valid_read(a + (0..n-1)); assigns \\nothing; ensures a[0] == a[1]; */
void f(const int *a, unsigned n) { g(a, n); }";
    check(&[("the last value", ORDERED, "true")]);
    let said = said(&run("prove", EACH, &["--function", "f", "--timeout", "5s"]));
    assert!(!said.contains("VERDICT: true"), "one element would have all values\n{said}");
}

#[test]
fn loops_keep_what_they_say() {
    check(&[
        (
            "a sum",
            "/*@ requires 0 <= n <= 1000; assigns \\nothing; ensures \\result == 2 * n; */ int f(int n) { int s = 0;\n/*@ loop invariant 0 <= i <= n && s == 2 * i; loop assigns i, s; loop variant n - i; */ for (int i = 0; i < n; i++) s += 2; return s; }",
            "true",
        ),
        (
            "another sum",
            "/*@ requires 0 <= n <= 1000; assigns \\nothing; ensures \\result == 2 * n; */ int f(int n) { int s = 0;\n/*@ loop invariant 0 <= i <= n && s == 2 * i; loop assigns i, s; loop variant n - i; */ for (int i = 0; i < n; i++) s += 3; return s; }",
            "false(contract)",
        ),
        (
            "a measure below zero",
            "void f(int n) {\n/*@ loop invariant i <= 10; loop assigns i; loop variant -i; */ for (int i = n < 5 ? n : 5; i < 10; i++) ; }",
            "false(contract)",
        ),
        (
            "a measure of the same value",
            "/*@ requires 0 <= n; */ void f(int n) { int i = 0;\n/*@ loop invariant 0 <= i <= n; loop assigns i; loop variant n - i; */ while (i < n) { if (n > 7) i = i; else i++; } }",
            "false(contract)",
        ),
        (
            "an argument as it was",
            "/*@ requires 0 <= n < 100; ensures \\result == \\old(n); */ int f(int n) { int c = 0;\n/*@ loop invariant 0 <= n && c + n == \\at(n, Pre); loop assigns n, c; loop variant n; */ while (n > 0) { n--; c++; } return c; }",
            "true",
        ),
        (
            "an argument as it is",
            "/*@ requires 0 <= n < 100; ensures \\result == \\old(n); */ int f(int n) { int c = 0;\n/*@ loop invariant 0 <= n && c + n == n; loop assigns n, c; loop variant n; */ while (n > 0) { n--; c++; } return c; }",
            "false(contract)",
        ),
        (
            "an array is filled",
            "/*@ requires \\valid(a + (0..n-1)); assigns a[0..n-1]; ensures \\forall integer i; 0 <= i < n ==> a[i] == 7; */ void f(int *a, unsigned n) {\n/*@ loop invariant 0 <= i <= n; loop invariant \\forall integer k; 0 <= k < i ==> a[k] == 7; loop assigns i, a[0..n-1]; loop variant n - i; */ for (unsigned i = 0; i < n; i++) a[i] = 7; }",
            "true",
        ),
        (
            "an array is filled otherwise",
            "/*@ requires \\valid(a + (0..n-1)); assigns a[0..n-1]; ensures \\forall integer i; 0 <= i < n ==> a[i] == 7; */ void f(int *a, unsigned n) {\n/*@ loop invariant 0 <= i <= n; loop invariant \\forall integer k; 0 <= k < i ==> a[k] == 7; loop assigns i, a[0..n-1]; loop variant n - i; */ for (unsigned i = 0; i < n; i++) a[i] = 8; }",
            "false(contract)",
        ),
        (
            "what is asserted",
            "int f(int x) { //@ assert x - 1 < x;\n return x; } /*@ ensures \\result == 1; */ int g(int x) { if (x > 0) //@ assert x >= 1;\n return 1; return 1; }",
            "true",
        ),
        ("what is asserted wrongly", "/*@ ensures \\result == 1; */ int g(int x) { if (x > 0) //@ assert x >= 2;\n return 1; return 1; }", "false(assertions)"),
    ]);
}

/// What is refused makes the function unknown, with the name of what is refused; a file may contain it.
#[test]
fn what_is_not_supported_is_refused_by_name() {
    const LOGIC: &str = "/*@ logic integer Sum(int *a, integer n) = n <= 0 ? 0 : Sum(a, n - 1) + a[n - 1];\n inductive Even(integer n) { case zero: Even(0); case two: \\forall integer n; Even(n) ==> Even(n + 2); }\n\
        axiomatic A { logic integer Free(integer n); axiom a: \\forall integer n; Free(n) > 0; }\n lemma l: \\forall integer n; Even(n) ==> Even(n + 2); */\n";
    for (clause, named) in [
        ("ensures Sum(a, n) == 0;", "the recursive definition of Sum"),
        ("ensures Even(n);", "Even, an inductive predicate"),
        ("ensures Free(n) > 0;", "Free, logic without a definition"),
        ("ensures \\fresh(a, 4);", "\\fresh"),
        ("admit ensures \\result == 0;", "admit ensures"),
        ("allocates a;", "allocates"),
        ("ensures \\forall int *p; \\valid(p);", "a quantifier over pointers"),
        ("ensures \\forall integer i; a[0] == i;", "does not say the first and the last i"),
        ("ensures \\at(a[0], Init) == 0;", "the label Init"),
        ("requires \\valid{Here}(a);", "\\valid with a label"),
        ("ensures 1.5 < 2;", "arithmetic of real numbers"),
        ("terminates n > 0;", "`terminates` with this condition"),
    ] {
        let text = format!("{LOGIC}/*@ {clause} */\nint f(int *a, int n) {{ return 0; }}\n");
        let told = said(&run("prove", &text, &[]));
        assert!(told.contains("VERDICT: unknown") && told.contains(named), "{clause}: {told}");
    }
    let told = said(&run("prove", &format!("{LOGIC}/*@ ensures \\result == 0; */ int f(int *a, int n) {{ return 0; }}"), &[]));
    assert!(told.contains("VERDICT: true"), "{told}");
}

/// Beside clauses in another notation comments are comments, whatever they say.
#[test]
fn clauses_in_another_notation_count_alone() {
    let text =
        "/*@ ensures \\result == requires; */\nint f(int x) __CPROVER_requires(x < 9) __CPROVER_ensures(__CPROVER_return_value == x + 1) { return x + 1; }";
    let told = said(&run("prove", text, &[]));
    assert!(told.contains("VERDICT: true") && told.contains("comments in ACSL are left out"), "{told}");
    let told = said(&run("prove", text, &["--no-acsl"]));
    assert!(told.contains("VERDICT: true") && !told.contains("left out"), "{told}");
    let told = said(&run("prove", &text.replace("__CPROVER_requires(x < 9) __CPROVER_ensures(__CPROVER_return_value == x + 1)", ""), &[]));
    assert!(told.contains("error"), "{told}");
}

/// Functions that are said to end are known to end, or nothing is known.
#[test]
fn ends_are_proved_or_refused() {
    check(&[
        ("a measure", "/*@ terminates \\true; */ void f(unsigned n) {\n//@ loop invariant 1; loop assigns n; loop variant n;\n while (n > 0) n--; }", "true"),
        ("no measure", "/*@ terminates \\true; */ void f(unsigned n) { while (n > 0) n--; }", "unknown(unsupported"),
        (
            "a callee without one",
            "static void g(unsigned n) { while (n > 3) n--; } /*@ terminates \\true; */ void f(unsigned n) { g(n); }",
            "unknown(unsupported",
        ),
        (
            "two that call each other",
            "void b(void); /*@ terminates \\true; */ void a(void) { b(); } /*@ terminates \\true; */ void b(void) { a(); }",
            "unknown",
        ),
        ("an exit", "void exit(int); /*@ exits \\false; */ int f(int x) { if (x) exit(1); return 0; }", "unknown(unsupported"),
        ("no exit", "/*@ exits \\false; ensures \\result == 0; */ int f(int x) { return 0; }", "true"),
    ]);
    // A variant that nobody checks shows nothing.
    let endless = "/*@ terminates \\true; */ void f(unsigned n) {\n//@ loop invariant 1; loop assigns n; loop variant n;\n while (n > 0) n++; }";
    let told = said(&run("prove", endless, &["--ignore-loop-contracts"]));
    assert!(told.contains("VERDICT: unknown(unsupported"), "{told}");
}

/// A word that is none is an error, with its place.
#[test]
fn what_cannot_be_read_is_an_error() {
    for (text, message) in [
        ("/*@ requries x > 0; */\nint f(int x) { return x; }", ":1:5"),
        ("/*@ ensures \\result == ; */\nint f(int x) { return x; }", "an expression is expected here"),
        ("/*@ ensures \\result == y; */\nint f(int x) { return x; }", "`y` is not declared"),
        ("/*@ ensures a < b > c; */\nint f(int a, int b, int c) { return 0; }", "a chain of comparisons goes in one direction"),
        ("/*@ ensures \\result == 0 */\nint f(int x) { return x; }", "`;` is expected"),
        ("int f(int x) { /*@ loop invariant x > 0; */ x++; return x; }", "there is no loop behind this annotation"),
        ("/*@ requires \\result > 0; */\nint f(int x) { return x; }", "\\result has no meaning here"),
        ("/*@ requires x > 0; */\nint x;", "there is no function behind this contract"),
        ("/*@ behavior a: assumes 1; complete behaviors b; */ int f(int x) { return x; }", "there is no behavior b"),
    ] {
        let output = run("prove", text, &[]);
        let told = said(&output);
        assert!(output.status.code() == Some(2) && told.contains(message), "{text}: {told}");
    }
}

#[test]
fn macros_and_headers_are_read() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("logic.h"), "#define LIMIT 10\n/*@ predicate Small(integer x) = 0 <= x < LIMIT; */\n").unwrap();
    let file = folder.path().join("a.c");
    std::fs::write(&file, "#include \"logic.h\"\n#define true 1\n/*@ requires \\true;\n    requires Small(x);\n    ensures \\result == true; */\nint f(int x) { return x < LIMIT; }\n").unwrap();
    let output =
        Command::new(env!("CARGO_BIN_EXE_gotcha")).arg("prove").arg(&file).args(["--timeout", "20s", "--progress", "never", "--no-cache"]).output().unwrap();
    assert!(said(&output).contains("VERDICT: true"), "{}", said(&output));
}

/// Other commands and --no-acsl take comments for comments.
#[test]
fn comments_are_comments_for_others() {
    const TEXT: &str =
        "/*@null@*/ extern char *x;\n/*@ requires x > 5; */\nint f(int x) { return x; }\nint main(void) { __CPROVER_assert(f(1) == 1, \"f\"); return 0; }\n";
    let output = run("verify", TEXT, &[]);
    assert!(said(&output).contains("VERDICT: true"), "{}", said(&output));
    let output = run("prove", TEXT, &["--no-acsl"]);
    assert!(output.status.code() == Some(1) && said(&output).contains("no function of the program has a contract"), "{}", said(&output));
    let output = run("prove", TEXT, &[]);
    assert!(output.status.code() == Some(2) && said(&output).contains("--no-acsl"), "{}", said(&output));
}
