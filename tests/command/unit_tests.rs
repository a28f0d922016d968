//! `test`: what it writes compiles without warnings, passes by itself, fails when the function changes, and stays as it is where nothing changes.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

pub(crate) const LIST: &str = "#include <stdlib.h>
struct node { int value; struct node *next; };
typedef struct { struct node *head; unsigned len; double mean; } list;
static int matches(const struct node *n, int v) { return n->value == v; }
static int limit = 3;
int list_remove(list *l, int v) {
  struct node **p = &l->head;
  while (*p && !matches(*p, v))
    p = &(*p)->next;
  if (!*p)
    return -1;
  *p = (*p)->next;
  l->len--;
  return 0;
}
struct node *list_push(list *l, struct node *n) {
  if (l->len >= (unsigned)limit)
    return NULL;
  n->next = l->head;
  l->head = n;
  l->len++;
  return n;
}
void list_drop(struct node *n) {
  if (n && n->value == 7)
    free(n);
}
int list_kind(const char *name, int (*choose)(int)) {
  if (name && name[0] == 'a' && name[1] == 'b' && !name[2])
    return 1;
  return choose ? 2 : 3;
}
void list_stop(int status) {
  if (status > 1)
    exit(status & 7);
}
void list_break(int n) {
  if (n == 77)
    *(volatile int *)8 = 1;
}
int main(void) { return 0; }
";

pub(crate) fn gotcha(folder: &Path, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_gotcha")).args(args).current_dir(folder).output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Compiles a file of tests as its users do, and runs it.
fn run(folder: &Path, file: &str) -> Output {
    let compiled = Command::new("cc").args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-o", "tests_of_it", file, "-lm"]).current_dir(folder).output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    Command::new(folder.join("tests_of_it")).current_dir(folder).output().unwrap()
}

#[test]
fn tests_of_functions_pass_and_see_changes() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("list.c"), LIST).unwrap();
    let said = gotcha(folder.path(), &["test", "list.c", "--out", "t", "--time", "6s"]);
    if said.contains("confined") {
        return eprintln!("skipped, since nothing is run natively here: {said}");
    }
    assert!(said.contains("BRANCHES: 16 of 16 covered, 0 unreachable"), "{said}");
    let test = fs::read_to_string(folder.path().join("t/test_list.c")).unwrap();
    for part in
        ["#include \"../list.c\"", "struct node node_1 = {", "limit = ", "GOTCHA_NEW(struct node, {.value = 7", "char name[40] = ", "'b'", "GOTCHA_EXITS"]
    {
        let part = if part.starts_with("#include") { "#define GOTCHA_SUBJECT \"../list.c\"" } else { part };
        assert!(test.contains(part), "{part}: {test}");
    }
    let passes = run(folder.path(), "t/test_list.c");
    assert!(passes.status.success(), "{}{}", String::from_utf8_lossy(&passes.stdout), String::from_utf8_lossy(&passes.stderr));
    let bugs = run(folder.path(), "t/test_bugs_list.c");
    assert!(bugs.status.success(), "{}", String::from_utf8_lossy(&bugs.stderr));
    assert!(said.contains("list_break: 2 of 2 branches, ") && said.contains(" tests (1 crash)"), "{said}");
    for (from, to) in [("l->len--", "l->len++"), ("return -1", "return 1"), ("l->len >= ", "l->len > "), ("? 2 : 3", "? 3 : 2"), ("status & 7", "status & 6")] {
        fs::write(folder.path().join("list.c"), LIST.replace(from, to)).unwrap();
        assert!(!run(folder.path(), "t/test_list.c").status.success(), "{from} -> {to} is not seen");
    }
    fs::write(folder.path().join("list.c"), LIST.replace("n == 77", "n == 78")).unwrap();
    let mended = run(folder.path(), "t/test_bugs_list.c");
    assert!(!mended.status.success() && String::from_utf8_lossy(&mended.stderr).contains("the bug no longer happens: delete this test"));
}

#[test]
fn files_of_others_stay_and_nothing_is_written_twice() {
    let folder = TempDir::new().unwrap();
    let text = "int sign(int a) { if (a < 0) return -1; return a > 0; }\n";
    fs::write(folder.path().join("sign.c"), text).unwrap();
    let said = gotcha(folder.path(), &["test", "sign.c", "--out", "t"]);
    if said.contains("confined") {
        return eprintln!("skipped, since nothing is run natively here: {said}");
    }
    assert!(said.contains("2 of 2 branches"), "{said}");
    assert!(gotcha(folder.path(), &["test", "sign.c", "--out", "t"]).contains("FILES: 0 changed, 4 as before"));
    let path = folder.path().join("t/test_sign.c");
    let own = fs::read_to_string(&path).unwrap().split_once('\n').unwrap().1.to_owned();
    fs::write(&path, &own).unwrap();
    let said = gotcha(folder.path(), &["test", "sign.c", "--out", "t"]);
    assert!(said.contains("test_sign.c: not written, since its first line does not say that it may be replaced"), "{said}");
    assert_eq!(fs::read_to_string(&path).unwrap(), own);
    let unknown = gotcha(folder.path(), &["test", "sign.c", "--function", "sing"]);
    assert!(unknown.contains("no file that is given defines a function sing"), "{unknown}");
}

const FEED: &str = "#include <stddef.h>
struct parser { int state; int (*is_space)(unsigned char); };
int feed(struct parser *p, const void *text, size_t n, int (*call)(int, const char *)) {
  const char *s = text;
  for (size_t i = 0; i < n; i++) {
    if (p->is_space && p->is_space((unsigned char)s[i]))
      continue;
    if (s[i] == ',' && call && call(p->state, s) == 7)
      return 1;
    if (i > 6 && s[i] == 'q')
      return 9;
  }
  return 0;
}
";

#[test]
fn functions_behind_pointers_are_stubs_and_text_is_long() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    fs::write(folder.join("feed.c"), FEED).unwrap();
    let said = gotcha(folder, &["test", "feed.c", "--time", "10s", "--timeout", "40s"]);
    if said.contains("confined") {
        return eprintln!("skipped, since nothing is run natively here: {said}");
    }
    assert!(said.contains("8 of 8 branches"), "{said}");
    let text = fs::read_to_string(folder.join("tests/gotcha/test_feed.c")).unwrap();
    assert!(text.contains("_stub_1(int p1, char *p2)") && text.contains("static const int results[] = {") && text.contains("7}"), "{text}");
    let passed = run(folder, "tests/gotcha/test_feed.c");
    assert!(passed.status.success(), "{passed:?}");
    for (from, to) in [("return 9", "return 8"), ("return 1", "return 2"), ("== 7", "== 6")] {
        fs::write(folder.join("feed.c"), FEED.replace(from, to)).unwrap();
        assert!(!run(folder, "tests/gotcha/test_feed.c").status.success(), "{from} -> {to} is not seen");
    }
}

const SENSOR: &str = "int read_sensor(int channel);
void raise_alarm(void);
int mean(int n) {
  int sum = 0;
  for (int i = 0; i < n && i < 4; i++) {
    int value = read_sensor(i);
    if (value == 4711)
      return -1;
    sum += value;
  }
  if (sum > 100)
    raise_alarm();
  return sum;
}
";

#[test]
fn functions_that_nobody_defines_come_back_with_what_a_test_says() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    fs::write(folder.join("mean.c"), SENSOR).unwrap();
    let said = gotcha(folder, &["test", "mean.c", "--time", "10s"]);
    if said.contains("confined") {
        return eprintln!("skipped, since nothing is run natively here: {said}");
    }
    let (text, path) = (fs::read_to_string(folder.join("tests/gotcha/test_mean.c")).unwrap(), "tests/gotcha/test_mean.c");
    assert!(text.contains("__attribute__((weak)) int read_sensor(int p1)") && text.contains("gotcha_next_read_sensor = read_sensor_answers;"), "{text}");
    assert!(text.contains("4711") && text.contains("__attribute__((weak)) void raise_alarm(void)"), "{text}");
    let passed = run(folder, path);
    assert!(passed.status.success(), "{passed:?}");
    fs::write(folder.join("mean.c"), SENSOR.replace("sum += value", "sum -= value")).unwrap();
    assert!(!run(folder, path).status.success(), "a wrong sign is not seen");
}

const SPAN: &str = "int count(const unsigned char *begin, const unsigned char *end, unsigned char c) {
  int n = 0;
  if (end - begin < 6)
    return -1;
  for (; begin != end; begin++)
    if (*begin == c)
      n++;
  return n > 2 ? 2 : n;
}
";

#[test]
fn two_pointers_may_be_the_beginning_and_the_end_of_one_object() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    fs::write(folder.join("span.c"), SPAN).unwrap();
    let said = gotcha(folder, &["test", "span.c", "--time", "10s"]);
    if said.contains("confined") {
        return eprintln!("skipped, since nothing is run natively here: {said}");
    }
    let text = fs::read_to_string(folder.join("tests/gotcha/test_span.c")).unwrap();
    assert!(text.contains("begin + 40"), "{text}");
    let passed = run(folder, "tests/gotcha/test_span.c");
    assert!(passed.status.success(), "{passed:?}");
    fs::write(folder.join("span.c"), SPAN.replace("? 2 : n", "? 1 : n")).unwrap();
    assert!(!run(folder, "tests/gotcha/test_span.c").status.success(), "another result is not seen");
}

#[test]
fn an_analysis_of_a_function_writes_its_tests_too() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let text = "int sign(const int *a) { if (!a) return 7; if (*a < 0) return -1; return *a > 0; }\n";
    fs::write(folder.join("sign.c"), text).unwrap();
    let said = gotcha(folder, &["cover", "sign.c", "--entry", "sign", "--lazy-inputs", "--harness", "t"]);
    if said.contains("confined") {
        return eprintln!("skipped, since nothing is run natively here: {said}");
    }
    assert!(said.contains("VERDICT: complete") && said.contains("FUNCTIONS: 1  BRANCHES: 4 of 4 covered"), "{said}");
    assert!(run(folder, "t/test_sign.c").status.success());
    fs::write(folder.join("sign.c"), text.replace("return -1", "return 1")).unwrap();
    assert!(!run(folder, "t/test_sign.c").status.success(), "a wrong sign is not seen");
    let refused = gotcha(folder, &["cover", "sign.c", "--harness", "t"]);
    assert!(refused.contains("name it with --entry FUNCTION"), "{refused}");
}

const RESERVE: &str = "#include <stdlib.h>
int reserve(int n, long size) {
  char *more = malloc((size_t)size);
  if (!more)
    return -1;
  free(more);
  more = malloc(8);
  more = realloc(more, (size_t)n);
  if (!more)
    return -2;
  free(more);
  return n;
}
";

#[test]
fn memory_that_machines_and_compilers_do_not_refuse_alike_is_not_tested() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    fs::write(folder.join("reserve.c"), RESERVE).unwrap();
    let said = gotcha(folder, &["test", "reserve.c", "--time", "6s"]);
    if said.contains("confined") {
        return eprintln!("skipped, since nothing is run natively here: {said}");
    }
    assert!(said.contains("reserve: 2 of 4 branches, ") && !said.contains(" unreachable, "), "{said}");
    let text = fs::read_to_string(folder.join("tests/gotcha/test_reserve.c")).unwrap();
    assert!(!text.contains("CHECK_INT(result, -1)") && !text.contains("CHECK_INT(result, -2)"), "{text}");
    assert!(run(folder, "tests/gotcha/test_reserve.c").status.success(), "{text}");
}

#[test]
fn what_only_a_stub_keeps_from_happening_is_not_unreachable() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    fs::write(folder.join("ask.c"), "void ask(int *n);\nint f(void) { int n = 0; ask(&n); if (n) return 1; return 0; }\n").unwrap();
    let said = gotcha(folder, &["test", "ask.c", "--time", "6s"]);
    if said.contains("confined") {
        return eprintln!("skipped, since nothing is run natively here: {said}");
    }
    assert!(said.contains("BRANCHES: 1 of 2 covered, 0 unreachable"), "{said}");
}

const COPIES: &str = "#include <stdlib.h>
#include <string.h>
struct pair { char *key; int n; struct pair *self; };
struct pair *make(const char *text, int n) {
  if (!text || n < 1)
    return NULL;
  struct pair *pair = malloc(sizeof *pair);
  if (!pair)
    return NULL;
  pair->key = malloc(8);
  if (pair->key) {
    memset(pair->key, 'k', 3);
    pair->key[3] = 0;
  }
  pair->n = n % 7;
  pair->self = pair;
  return pair;
}
int first(char *to, unsigned size, int c) {
  if (size > 0)
    to[0] = c > 9 ? 'x' : 'y';
  return 0;
}
int tell(int (*call)(const char *), int n) {
  return n > 3 ? call(\"more\") : call(\"less\");
}
";

#[test]
fn new_memory_and_what_stays_and_texts_for_others_are_checked() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    fs::write(folder.join("copies.c"), COPIES).unwrap();
    let said = gotcha(folder, &["test", "copies.c", "--time", "6s"]);
    if said.contains("confined") {
        return eprintln!("skipped, since nothing is run natively here: {said}");
    }
    let path = "tests/gotcha/test_copies.c";
    let text = fs::read_to_string(folder.join(path)).unwrap();
    assert!(text.contains("\"kkk\"); /* observed: new */") && text.contains("memcmp(to, "), "{text}");
    let passed = run(folder, path);
    assert!(passed.status.success(), "{passed:?}");
    let changes = [
        ("'k', 3", "'l', 3"),
        ("n % 7", "n % 7 + 1"),
        ("self = pair", "self = NULL"),
        ("to[0] = ", "to[7] = to[0] = "),
        ("\"more\"", "\"most\""),
        ("\"less\"", "\"least\""),
    ];
    for (from, to) in changes {
        fs::write(folder.join("copies.c"), COPIES.replace(from, to)).unwrap();
        let compiled = Command::new("cc").args(["-std=c99", "-w", "-o", "tests_of_it", path, "-lm"]).current_dir(folder).status().unwrap();
        assert!(compiled.success());
        assert!(!Command::new(folder.join("tests_of_it")).current_dir(folder).output().unwrap().status.success(), "{from} -> {to} is not seen");
    }
}
