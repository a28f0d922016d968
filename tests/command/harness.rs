//! `gotcha harness`: what it writes is C, calls the function with all that it may be called with, and with nothing else.

use super::campaigns::Place;
use std::fs;
use std::process::Command;

const THINGS: &str = "#include <stddef.h>
struct node { int value; struct node *next; };
typedef struct {
  unsigned char kind;
  union { long n; double d; } u;
  struct { short a; int b : 3; } in;
  struct node *list;
  char name[4];
  void *user;
  int (*f)(int);
  int **pp;
} thing;
enum color { RED, GREEN };
int total;
static int sum(const struct node *l) { int s = 0; while (l) { s += l->value & 15; l = l->next; } return s; }
int use(thing *t, struct node *l, const char *text, enum color c, thing by_value, int n, int *a) {
  if (!t) return -1;
  if (sum(l) == 30) return 1;
  if (sum(l) == 31) return 2;
  if (sum(t->list) == 15) return 3;
  if (text[0] == 'a' && text[1] == 0) return 4;
  if (by_value.name[2] == 'x') return 5;
  if (c == GREEN) return 6;
  for (int i = 0; i < n; i++) if (a[i] == 77) return 7;
  if (t->in.b == -4) return 8;
  if (total == 5) return 9;
  return 0;
}
int main(void) { return 0; }
";

/// What is said of the goals of a file.
fn covered(place: &Place, words: &[&str]) -> (String, String) {
    let (_, out) = place.gotcha(&[&["cover", "h.c", "--timeout", "60s", "--suite", "tests.zip"], words].concat());
    let counts = out.lines().find(|line| line.starts_with("GOALS")).unwrap_or_else(|| panic!("{out}")).to_owned();
    (counts, out)
}

#[test]
fn a_function_is_called_with_anything_within_limits() {
    let place = Place::new(&[("things.c", THINGS)], "");
    let harness = ["harness", "things.c", "--function", "use", "--array", "a:n", "--most", "3", "--text", "text:3", "--global", "total"];
    let (status, out) = place.gotcha(&[&harness[..], &["-o", "h.c"]].concat());
    assert!(status == 0 && out.is_empty(), "{out}");
    let compiled = Command::new("cc").args(["-Wall", "-Werror", "-c", "h.c", "-o", "h.o"]).current_dir(place.0.path()).output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    // Two nodes have sums up to 30, and one behind another object up to 15.
    let (counts, out) = covered(&place, &["--scope", "things.c"]);
    assert!(out.contains("things.c:19:3 use.branch.3.true  UNREACHABLE") && counts.contains("UNREACHABLE: 1  UNDECIDED: 0"), "{out}");
    let (status, out) = place.gotcha(&["replay", "h.c", "--suite", "tests.zip"]);
    assert!(status == 0 && out.contains("DIFFER: 0  UNCONFIRMED: 0"), "{out}");
    let (status, out) = place.gotcha(&["verify", "h.c", "--timeout", "60s"]);
    assert_eq!(status, 0, "{out}");
    // One more object, and the sum is reached. Without an array of its length what is behind the only element is read.
    let (_, out) = place.gotcha(&[&harness[..], &["-o", "h.c", "--depth", "3"]].concat());
    assert!(covered(&place, &["--scope", "things.c"]).0.contains("UNREACHABLE: 0"), "{out}");
    place.gotcha(&["harness", "things.c", "--function", "use", "--not-null", "a", "--text", "text:3", "-o", "h.c"]);
    let (status, out) = place.gotcha(&["verify", "h.c", "--property", "valid-deref", "--timeout", "60s"]);
    assert_eq!(status, 10, "{out}");
}

#[test]
fn a_harness_in_another_folder_finds_its_file() {
    let place = Place::new(&[("f.c", "int f(int n) { return n; }\n")], "");
    fs::create_dir(place.path("out")).unwrap();
    assert_eq!(place.gotcha(&["harness", "f.c", "f", "-o", "out/h.c"]).0, 0);
    let (status, out) = place.gotcha(&["verify", "out/h.c"]);
    assert_eq!(status, 0, "{out}");
}

#[test]
fn contracts_say_what_a_function_is_called_with() {
    let contract = "__CPROVER_requires(n > 0 && n < 4 && __CPROVER_is_fresh(a, n * sizeof(int)))\n  __CPROVER_requires(mode == 1 || mode == 2)\n  \
                    __CPROVER_requires(mode == 2 ==> a[0] > 5) __CPROVER_requires(__CPROVER_is_fresh(b, n))";
    let text = |contract: &str| {
        format!(
            "#include <stddef.h>\nint f(int *a, int n, int mode, void *b)\n  {contract}\n{{\n  int s = 0;\n  if (mode == 3) return -1;\n  if (mode == 2 && a[0] < 6) return -2;\n  \
             for (int i = 0; i < n; i++) if (a[i] > 5) s++;\n  if (s == 3) return 7;\n  return s + ((char *)b)[n - 1];\n}}\n"
        )
    };
    let place = Place::new(&[("f.c", &text(contract))], "");
    let (status, out) = place.gotcha(&["harness", "f.c", "--function", "f", "-o", "h.c"]);
    assert_eq!(status, 0, "{out}");
    let (status, out) = place.gotcha(&["verify", "h.c", "--timeout", "60s"]);
    assert_eq!(status, 0, "{out}");
    let (counts, out) = covered(&place, &["--scope", "f"]);
    assert!(counts.contains("UNREACHABLE: 2  UNDECIDED: 0") && out.contains("mode == 3"), "{out}");
    // Behind a pointer to void there are bytes.
    for shape in ["--text", "--array"] {
        fs::write(place.path("v.c"), "int g(void *p) { char *c = p; return c[3] == 'x'; }\n").unwrap();
        let (status, out) = place.gotcha(&["harness", "v.c", "--function", "g", shape, "p:4", "-o", "h.c"]);
        assert_eq!(status, 0, "{out}");
        assert_eq!(place.gotcha(&["verify", "h.c", "--property", "valid-deref", "--timeout", "60s"]).0, 0);
    }
    // The contract in one byte more: the harness gives one less than the function reads.
    fs::write(place.path("f.c"), text(&contract.replace("is_fresh(b, n)", "is_fresh(b, n - 1)"))).unwrap();
    place.gotcha(&["harness", "f.c", "--function", "f", "-o", "h.c"]);
    assert_eq!(place.gotcha(&["verify", "h.c", "--property", "valid-deref", "--timeout", "60s"]).0, 10);
    // What C cannot say is an error with its place.
    fs::write(place.path("f.c"), text("__CPROVER_requires(a == 0 || __CPROVER_is_fresh(a, 8))")).unwrap();
    let (status, out) = place.gotcha(&["harness", "f.c", "--function", "f"]);
    assert!(status == 2 && out.contains("f.c:3:32") && out.contains("C has no words for this part of what is required"), "{out}");
}

/// Names of parameters, of other functions' variables and of what the harness has of its own are kept apart.
#[test]
fn names_belong_to_the_function_that_is_called() {
    let text = "int other(int a, char *n) { static int kept = 1; return a + *n + kept; }\n\
                int g(int depth, long *a, int i, int **new1) {\n  for (int k = 0; k < i; k++) if (a[k] == 70000000000) return depth;\n  return new1 && *new1 && **new1 == 4 ? 2 : other(0, \"x\");\n}\n";
    let place = Place::new(&[("n.c", text)], "");
    let (status, out) = place.gotcha(&["harness", "n.c", "g", "--array", "a:i", "--most", "3", "-o", "h.c"]);
    assert_eq!(status, 0, "{out}");
    assert!(fs::read_to_string(place.path("h.c")).unwrap().contains("a[harness_i0] = __VERIFIER_nondet_long();"));
    let (counts, out) = covered(&place, &["--scope", "g"]);
    assert!(counts.contains("UNREACHABLE: 0  UNDECIDED: 0"), "{out}");
    // A variable of a block has no name outside of it.
    assert!(place.gotcha(&["harness", "n.c", "g", "--global", "kept"]).1.contains("there is no global variable kept"));
}

#[test]
fn names_that_select_nothing_are_errors() {
    let place = Place::new(&[("things.c", THINGS)], "");
    for (words, told) in [
        (&["--function", "use", "--array", "b:n"][..], "use has no parameter b"),
        (&["--function", "use", "--array", "a:m"], "use has no parameter m"),
        (&["--function", "use", "--array", "a"], "--array a: a colon stands between its two parts"),
        (&["--function", "use", "--text", "text:long"], "--text text:long: long is no number of characters"),
        (&["--function", "use", "--not-null", "n"], "n is no pointer"),
        (&["--function", "use", "--global", "totals"], "there is no global variable totals"),
    ] {
        let (status, out) = place.gotcha(&[&["harness", "things.c"], words].concat());
        assert!(status == 1 && out.contains(told), "{words:?}: {out}");
    }
    let (status, out) = place.gotcha(&["harness", "things.c", "--function", "usee"]);
    assert!(status == 2 && out.contains("there is no function usee (did you mean `use`?)"), "{out}");
    assert!(place.gotcha(&["harness", "things.c"]).1.contains("name the function that is called"));
    assert!(place.gotcha(&["harness", "things.c", "use", "sum"]).1.contains("a harness calls one function, not use and sum"));
    place.gotcha(&["harness", "things.c", "use", "--equal", "l:l", "-o", "h.c"]);
    assert!(fs::read_to_string(place.path("h.c")).unwrap().contains("  l = l;\n"));
}
