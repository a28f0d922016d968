//! Contracts that nobody wrote: what is printed as proved is proved by `prove` where it is put into the text.

use std::path::Path;
use std::process::{Command, Output, Stdio};

fn gotcha(folder: &Path, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gotcha"));
    command.args(["prove", "a.c"]).args(options).args(["--progress", "never"]).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

/// What is printed of one function.
struct Told {
    function: String,
    standing: String,
    clauses: Vec<String>,
    /// By the number of the loop, from zero.
    loops: Vec<(usize, Vec<String>)>,
}

fn told(text: &str) -> Vec<Told> {
    let mut all: Vec<Told> = Vec::new();
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("/* ").and_then(|line| line.strip_suffix(" */")) {
            if let Some((_, number)) = head.split(" (").next().unwrap().split_once(", loop ") {
                all.last_mut().unwrap().loops.push((number.parse::<usize>().unwrap() - 1, Vec::new()));
                continue;
            }
            let (place, standing) = head.split_once("): ").unwrap();
            all.push(Told { function: place.split(' ').next().unwrap().to_owned(), standing: standing.to_owned(), clauses: Vec::new(), loops: Vec::new() });
        } else if line.starts_with("__") {
            let last = all.last_mut().unwrap();
            last.loops.last_mut().map_or(&mut last.clauses, |(_, clauses)| clauses).push(line.to_owned());
        }
    }
    all
}

/// Where the functions of these texts have their bodies on lines of their own: the text with all clauses behind the heads, or first in the bodies.
fn pasted(text: &str, contracts: &[Told], is_in_body: bool) -> String {
    contracts.iter().fold(text.to_owned(), |text, told| {
        let head = text.match_indices(&format!("{}(", told.function)).map(|(at, _)| at).find(|&at| {
            let line = text[at..].split('\n').next().unwrap();
            !line.contains(';') && text[at..].split_once('\n').is_some_and(|(_, next)| next.starts_with('{') || next.starts_with("__"))
        });
        let brace = head.and_then(|at| Some(at + text[at..].find('{')?)).unwrap();
        let at = brace + usize::from(is_in_body);
        let mut body = text[at..].to_owned();
        for (number, clauses) in told.loops.iter().rev() {
            // Heads of loops end with their line, and a brace begins the next one.
            let head = body.match_indices("\n  {").nth(*number).unwrap().0 + if is_in_body { 4 } else { 0 };
            body.insert_str(head, &format!("\n{}\n", clauses.join("\n")));
        }
        format!("{}\n{}\n{}", &text[..at], told.clauses.join("\n"), body)
    })
}

/// Infers contracts, has them proved where they are put into the text, and gives what was told.
fn round_trip(text: &str, options: &[&str]) -> Vec<Told> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.c"), text).unwrap();
    let output = gotcha(folder.path(), &[&["--infer", "--timeout", "120s"], options].concat());
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("VERDICT: "), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let contracts = told(&said);
    let proved: Vec<&Told> = contracts.iter().filter(|told| told.standing.starts_with("proved")).collect();
    let is_all = proved.len() == contracts.len();
    assert_eq!(output.status.code(), Some(if is_all { 0 } else { 20 }), "{said}");
    assert!(contracts.iter().all(|told| told.standing.starts_with("proved") || told.clauses.is_empty()), "{said}");
    if !proved.is_empty() {
        let new = pasted(text, &contracts, options.contains(&"esbmc"));
        std::fs::write(folder.path().join("a.c"), &new).unwrap();
        let output = gotcha(folder.path(), &["--timeout", "120s"]);
        let answer = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(answer.contains("VERDICT: true"), "{new}\n{answer}");
    }
    contracts
}

/// The contract of the only function has these parts, and is proved.
fn check(text: &str, parts: &[&str], missing: &[&str]) {
    let contracts = round_trip(text, &[]);
    let [told] = contracts.as_slice() else { panic!("{text}: {} contracts", contracts.len()) };
    let clauses = told.clauses.join("\n");
    assert_eq!(told.standing, "proved", "{text}");
    for part in parts {
        assert!(clauses.contains(part), "{part}\n{text}\n{clauses}");
    }
    for part in missing {
        assert!(!clauses.contains(part), "not {part}\n{text}\n{clauses}");
    }
}

#[test]
fn pointers_lead_where_they_have_to() {
    let fresh = "is_fresh(a, sizeof(*a))";
    check("void swap(int *a, int *b)\n{ int t = *a; *a = *b; *b = t; }", &[fresh, "assigns(*a, *b)", "*a == __CPROVER_old(*b)"], &[]);
    check("struct s { int x; int y; };\nvoid set(struct s *p, int x)\n{ p->x = x; }", &["is_fresh(p, sizeof(*p))", "assigns(p->x)", "p->x == x"], &[]);
    check("struct s { int x; };\nint get(struct s *p)\n{ if (!p) return -1; return p->x; }", &["p == 0 || __CPROVER_is_fresh(p", "assigns()"], &[]);
    check("int third(int *a)\n{ return a[2]; }", &["is_fresh(a, 3 * sizeof(*a))", "__CPROVER_return_value == a[2]"], &[]);
}

#[test]
fn lengths_are_parameters_or_members() {
    let sum = "unsigned sum(const unsigned *a, unsigned n)\n{ unsigned s = 0; for (unsigned i = 0; i < n; i++) s += a[i]; return s; }";
    check(sum, &["is_fresh(a, n * sizeof(*a))", "assigns()"], &[]);
    let copy = "void copy(int *d, const int *s, unsigned n)\n{ for (unsigned i = 0; i < n; i++) d[i] = s[i]; }";
    check(copy, &["is_fresh(d, n * sizeof(*d))", "is_fresh(s, n * sizeof(*s))", "object_whole(d)", "d[k] == s[k]"], &[]);
    let last = "struct b { int *data; unsigned len; };\nint last(struct b *b)\n{ return b->data[b->len - 1]; }";
    check(last, &["is_fresh(b, sizeof(*b))", "b->len >= 1", "is_fresh(b->data, b->len * sizeof(*b->data))"], &[]);
    let length = "unsigned length(const char *s)\n{ unsigned n = 0; while (s[n]) n++; return n; }";
    check(length, &["is_fresh(s, 8)", "s[7] == 0", "__CPROVER_return_value <= 7"], &[]);
    check("int at(int *a, unsigned i)\n{ return a[i]; }", &["is_fresh(a, (i + 1ul) * sizeof(*a))"], &["i <="]);
}

const SEARCH: &str = "int search(const int *a, int n, int v)\n{\n  int lo = 0, hi = n;\n  while (lo < hi)\n  {\n    int mid = lo + (hi - lo) / 2;\n    \
    if (a[mid] == v) return mid;\n    if (a[mid] < v) lo = mid + 1; else hi = mid;\n  }\n  return -1;\n}\n";

#[test]
fn loops_have_clauses_where_the_proof_needs_them() {
    let contracts = round_trip(SEARCH, &[]);
    let (clauses, loops) = (contracts[0].clauses.join("\n"), &contracts[0].loops);
    assert!(clauses.contains("is_fresh(a, n * sizeof(*a))") && !clauses.contains("n <= "), "{clauses}");
    assert!(clauses.contains("__CPROVER_return_value < n"), "{clauses}");
    assert!(loops.len() == 1 && loops[0].1[0] == "__CPROVER_assigns(lo, hi)", "{loops:?}");
    assert!(
        loops[0].1.contains(&"__CPROVER_loop_invariant(lo >= 0)".to_owned()) && loops[0].1.contains(&"__CPROVER_decreases(hi - lo)".to_owned()),
        "{loops:?}"
    );
}

#[test]
fn elements_that_loops_have_seen_are_ensured() {
    let fill = "void fill(int *a, unsigned n, int v)\n{\n  for (unsigned i = 0; i < n; i++)\n  { a[i] = v; }\n}";
    check(fill, &["object_whole(a)", "k < n ==> a[k] == v"], &["n <="]);
}

#[test]
fn pointers_lead_on() {
    check("void set(int **p)\n{ **p = 1; }", &["is_fresh(p, sizeof(*p))", "is_fresh(*p, sizeof(**p))", "assigns(**p)"], &[]);
    let drop = "void free(void *);\nstruct own { int *data; };\nvoid drop(struct own *o)\n{ free(o->data); o->data = 0; }";
    check(drop, &["is_fresh(o->data, sizeof(*o->data))", "assigns(o->data)", "frees(o->data)"], &[]);
}

#[test]
fn what_has_no_address_is_written_with_its_object() {
    check("struct bits { unsigned a : 3; int c; };\nvoid set(struct bits *b, unsigned v)\n{ b->a = v & 7; }", &["assigns(__CPROVER_object_whole(b))"], &[]);
}

#[test]
fn what_called_functions_require_their_callers_require() {
    let text = "int table[4], height;\nint look(int i)\n{ return table[i]; }\nint twice(int i)\n{ if (height > 600) return look(i) & 1; return 0; }";
    let contracts = round_trip(text, &[]);
    let clauses = contracts[1].clauses.join("\n");
    assert!(contracts[1].function == "twice" && clauses.contains("i <= 3") && !clauses.contains("height"), "{clauses}");
}

#[test]
fn ring_buffers() {
    let ring = "struct ring { unsigned head, count; int items[8]; };\n";
    let push = "int push(struct ring *r, int v)\n{ if (r->count == 8) return -1; r->items[(r->head + r->count) % 8] = v; r->count++; return 0; }";
    check(&format!("{ring}{push}"), &["is_fresh(r, sizeof(*r))", "r->count)", "__CPROVER_return_value == -1 || __CPROVER_return_value == 0"], &[]);
    let pop = "int pop(struct ring *r, int *out)\n{ if (!r->count) return -1; *out = r->items[r->head]; r->head = (r->head + 1) % 8; r->count--; return 0; }";
    check(&format!("{ring}{pop}"), &["r->head <= 7", "is_fresh(out, sizeof(*out))", "assigns(*out, r->head, r->count)"], &["r->count <="]);
}

#[test]
fn integers_are_bounded_only_where_they_have_to_be() {
    check("int max(int a, int b)\n{ return a > b ? a : b; }", &["assigns()", "(b < a) ? a : b"], &["requires"]);
    check("int low(int x)\n{ return x & 7; }", &["__CPROVER_return_value == (x & 7)"], &["requires"]);
    check("int next(int x)\n{ return x + 1; }", &["x <= 2147483646", "__CPROVER_return_value == (x + 1)"], &["x >="]);
    check("int divide(int a, int b)\n{ return a / b; }", &["requires(b != 0)"], &[]);
    check("unsigned divide(unsigned a, unsigned b)\n{ return a / b; }", &["requires(b != 0)"], &["requires(a", "requires(b <"]);
    check("int table[10];\nint look(unsigned i)\n{ return table[i]; }", &["requires(i <= 9)"], &[]);
    check("int total;\nvoid count(void)\n{ total++; }", &["total <= 2147483646", "assigns(total)", "total == (__CPROVER_old(total) + 1)"], &[]);
}

#[test]
fn what_is_called_comes_first_and_counts() {
    let text = "int total;\nvoid add_all(int *a, int *b)\n{ add(a); add(b); }";
    let text = text.replace("void add_all", "void add(int *p)\n{ *p = 1; total = 2; }\nvoid add_all");
    let contracts = round_trip(&text, &[]);
    let names: Vec<&str> = contracts.iter().map(|told| told.function.as_str()).collect();
    assert_eq!(names, ["add", "add_all"]);
    let all = contracts[1].clauses.join("\n");
    assert!(all.contains("is_fresh(a,") && all.contains("is_fresh(b,") && all.contains("*a") && all.contains("total"), "{all}");
}

#[test]
fn recursion_is_handled_or_told() {
    let contracts = round_trip("int down(unsigned n)\n{ if (n == 0) return 0; return down(n - 1); }", &[]);
    assert_eq!(contracts[0].standing, "proved");
    let text = "int odd(int n);\nint even(int n)\n{ return n == 0 ? 1 : odd(n - 1); }\nint odd(int n)\n{ return n == 0 ? 0 : even(n - 1); }";
    let contracts = round_trip(text, &[]);
    assert!(contracts.len() == 2 && contracts.iter().all(|told| told.standing == "not proved: it and other functions call each other"));
}

#[test]
fn what_cannot_be_proved_is_told_with_its_place() {
    let contracts = round_trip("void fail(void)\n{ int a[2]; a[1] = 0; __builtin_trap(); }\nint any(int n, ...)\n{ return n; }", &[]);
    let any = contracts.iter().find(|told| told.function == "any").unwrap();
    assert_eq!(any.standing, "not proved: it takes any number of arguments");
    let contracts = round_trip("int f(void)\n{ int a[2] = {0}; return a[2]; }", &[]);
    assert!(contracts[0].standing.starts_with("not proved: ") && contracts[0].standing.contains("a.c:2"), "{}", contracts[0].standing);
}

#[test]
fn the_notation_is_chosen() {
    let contracts = round_trip("int total;\nint set(int *p, int x)\n{ *p = x; total = x; return x; }", &["--notation", "esbmc"]);
    let clauses = contracts[0].clauses.join("\n");
    assert!(clauses.contains("__ESBMC_requires(__ESBMC_is_fresh(p, sizeof(*p)));") && clauses.contains("__ESBMC_assigns(*p, total);"), "{clauses}");
    assert!(clauses.contains("__ESBMC_ensures(__ESBMC_return_value == x);") && !clauses.contains("__CPROVER"), "{clauses}");
}

#[test]
fn what_the_user_wrote_stays() {
    let text = "int total;\nint add(int x)\n__CPROVER_requires(x >= 0 && x < 10) __CPROVER_requires(total == 0)\n__CPROVER_ensures(__CPROVER_return_value == x)\n{ total += x; return total; }";
    let contracts = round_trip(text, &[]);
    assert_eq!(contracts[0].clauses, ["__CPROVER_assigns(total)"]);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.c"), text.replace("== x)", "== x + 1)")).unwrap();
    let output = gotcha(folder.path(), &["--infer", "--timeout", "60s"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.code() == Some(20) && said.contains("not proved: add.ensures.1 fails"), "{said}");
}

#[test]
fn names_that_select_nothing_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.c"), "int first(void)\n{ return 1; }\nint second(void)\n{ return first(); }").unwrap();
    let output = gotcha(folder.path(), &["--infer", "--function", "secnd"]);
    assert!(output.status.code() == Some(1) && String::from_utf8_lossy(&output.stderr).contains("second"));
    let output = gotcha(folder.path(), &["--infer", "--function", "second"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("/* second (") && !said.contains("/* first ("), "{said}");
}

#[test]
fn contracts_are_a_field_of_the_result() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.c"), "int one(void)\n{ return 1; }\nint any(int n, ...)\n{ return n; }").unwrap();
    let output = gotcha(folder.path(), &["--infer", "--json", "-"]);
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["verdict"], "unknown");
    let of = |name: &str| result["contracts"].as_array().unwrap().iter().find(|contract| contract["name"] == name).unwrap().clone();
    assert_eq!(of("one")["verdict"], "true");
    assert_eq!(of("one")["inferred"]["clauses"], serde_json::json!(["__CPROVER_assigns()", "__CPROVER_ensures(__CPROVER_return_value == 1)"]));
    assert_eq!(of("any")["inferred"]["reason"], "it takes any number of arguments");
}

#[test]
fn what_is_found_in_time_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.c"), "int one(void)\n{ return 1; }\nint two(int *p)\n{ return *p; }").unwrap();
    let output = gotcha(folder.path(), &["--infer", "--timeout", "1ms"]);
    let contracts = told(&String::from_utf8_lossy(&output.stdout));
    assert_eq!(contracts.len(), 2);
}
