//! Whole files of tests in C: what users keep, what records the tests once, the list for CMake. Files begin with a mark; a file without it belongs to somebody else.

use super::frameworks::{Check, Framework, Suite, suite_of};
use super::observed::{self, Ending, Record};
use super::scene::Scene;
use super::setup::{self, Setup, Style, Subject};
use goto::{Type, TypeId};
use rustc_hash::FxHashSet;
use std::fmt::Write as _;

/// The header beside the tests, and its name.
pub const CHECK_HEADER: (&str, &str) = ("gotcha_check.h", include_str!("gotcha_check.h"));
/// What a recording program is made with.
pub const RECORD_HEADER: &str = include_str!("record.h");
/// Options of its compiler beside those of the project.
pub const RECORD_OPTIONS: [&str; 1] = ["-Wl,--wrap=free,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=strdup,--wrap=strndup"];
/// What is in new memory before somebody writes there: another option in another program, so that what depends on it differs.
pub const OTHER_FILL: &str = "-DGOTCHA_FILL=0x5b";
/// How every file begins that may be replaced.
pub const MARK: &str = "gotcha: ";
/// The file of a set of tests is told by a header, in which it is no text of the user's that is warned of.
pub const SUBJECT_HEADER: (&str, &str) = (
    "gotcha_subject.h",
    concat!(
        "/* gotcha: includes what is tested; what compilers have to say of it is not said again here. */\n#pragma GCC system_header\n",
        include_str!("clauses.h"),
        "#include GOTCHA_SUBJECT\n"
    ),
);

/// Clauses of contracts, which C compilers do not know.
const CLAUSES: &str = include_str!("clauses.h");

/// A test of a function.
#[derive(Clone)]
pub struct Test<'a> {
    pub subject: Subject<'a>,
    pub scene: Scene,
    /// `list_remove_1`.
    pub name: String,
    /// What it covers, in words.
    pub covers: String,
    /// Clauses of the function's contract that it breaks, with what they say: it fails as long as nobody generates it again.
    pub breaks: Vec<String>,
}

/// Where a recording program has the objects of tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objects {
    /// All on the heap, so that it is seen which of them are freed.
    OnHeap,
    /// As the test that is kept.
    AsKept,
}

/// A test that ran.
pub struct Recorded<'a> {
    pub test: Test<'a>,
    pub record: Record,
}

impl Test<'_> {
    /// The type of the function's result, if it has one.
    fn result(&self) -> Option<TypeId> {
        let program = self.subject.program;
        match program.types.get(program.functions[self.subject.entry].ty) {
            Type::Function { ret, .. } if !matches!(program.types.get(*ret), Type::Void) => Some(*ret),
            _ => None,
        }
    }

    fn setup(&self, style: &Style<'_>) -> Result<Setup, &'static str> {
        setup::setup(&self.subject, &self.scene, &self.name, style)
    }

    /// The call, with a variable for its result.
    fn call(&self, setup: &Setup, wants_result: bool) -> Result<String, &'static str> {
        let program = self.subject.program;
        let call = format!("{}({})", program.functions[self.subject.entry].name, setup.arguments.join(", "));
        let Some(ty) = self.result().filter(|_| wants_result) else { return Ok(format!("{call};")) };
        let spelling = super::ctext::Spelling { program, given: self.subject.given };
        let declaration = match program.types.get(ty) {
            // The function may say that what it points to is constant.
            Type::Pointer(target) if !matches!(program.types.get(*target), Type::Function { .. }) => Some("const void *result".to_owned()),
            _ => spelling.declaration(ty, "result"),
        };
        Ok(format!("{} = {call};", declaration.ok_or("C has no name for the type of the result")?))
    }

    /// The function of a recording program: with all objects on the heap, or with those that the function frees by an earlier record. That also says which new blocks are
    /// looked into.
    ///
    /// # Errors
    /// Why C cannot say what the test needs.
    pub fn recording(&self, known: Option<&Record>, objects: Objects) -> Result<String, &'static str> {
        let all = self.setup(&Style { on_heap: &|_| true, casts: true, keeps: &|_| true })?;
        let freed = known.filter(|_| objects == Objects::AsKept).map(|known| known.on_heap(&all.objects));
        let setup = match freed {
            Some(freed) => self.setup(&Style { on_heap: &|object| freed.contains(&object), casts: true, keeps: &|_| true })?,
            None => all,
        };
        let mut body = setup.lines.clone();
        for (i, object) in setup.objects.iter().enumerate() {
            body.push(format!("gotcha_object({i}, {}, {});", object.pointer, object.size));
        }
        body.push(self.call(&setup, true)?);
        body.append(&mut observed::recording(&self.subject, &setup, self.result(), known));
        Ok(defined(&setup.stubs, &Framework::Plain.function(("", &self.name, Ending::Returned), &body)))
    }
}

impl Recorded<'_> {
    /// Does it come back, and is that not what its contract says?
    pub fn breaks_contract(&self) -> bool {
        self.record.ending == Ending::Returned && !self.test.breaks.is_empty()
    }

    /// The test as users keep it.
    fn text(&self, form: &Form<'_>, casts: bool) -> Result<String, &'static str> {
        let test = &self.test;
        let first = test.setup(&Style { on_heap: &|_| true, casts, keeps: &|_| true })?;
        let on_heap = self.record.on_heap(&first.objects);
        let kept = observed::kept(&test.subject, &first, test.result(), &self.record);
        let setup = test.setup(&Style { on_heap: &|object| on_heap.contains(&object), casts, keeps: &|name| kept.contains(name) })?;
        let checks = match self.record.ending {
            // What the function does here it should not do.
            Ending::Returned if self.breaks_contract() => test.breaks.iter().map(|clause| Check::failing(clause)).collect(),
            Ending::Returned => observed::checks(&test.subject, &setup, test.result(), &self.record),
            Ending::Exited(_) | Ending::Died(_) => Vec::new(),
        };
        let wants_result = checks.iter().any(|check| mentions(&check.actual, "result"));
        let mut body = setup.lines.clone();
        if !body.is_empty() {
            body.push(String::new());
        }
        body.push(test.call(&setup, wants_result)?);
        if !checks.is_empty() {
            body.push(String::new());
        }
        body.extend(checks.iter().map(|check| form.framework.line(check)));
        let function = form.framework.function((&suite_of(form.program), &test.name, self.record.ending), &body);
        let broken = if test.breaks.is_empty() { String::new() } else { format!("; breaks {}", test.breaks.join("; ")) };
        let function = format!("/* {} */\n{function}", comment(&format!("{}{broken}", test.covers)));
        Ok(defined(&setup.stubs, &function))
    }
}

/// A function behind what it needs.
fn defined(stubs: &[String], function: &str) -> String {
    stubs.iter().map(|stub| format!("{stub}\n")).chain(std::iter::once(function.to_owned())).collect()
}

fn mentions(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|part| part == word)
}

fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *").replace('\n', " ")
}

/// The form of a file of tests.
#[derive(Clone, Copy)]
pub struct Form<'a> {
    pub framework: Framework,
    /// The name of the program that the file makes.
    pub program: &'a str,
}

/// How a file includes what it tests.
#[derive(Clone, Debug)]
pub struct Inclusion {
    /// The path of the source as the tests include it.
    pub source: String,
    /// Does the source define `main`?
    pub has_main: bool,
}

impl Inclusion {
    fn text(&self, before: &str) -> String {
        let (rename, back) = if self.has_main { ("#define main gotcha_main_of_the_program\n", "#undef main\n") } else { ("", "") };
        format!("{rename}{before}{back}")
    }
}

/// Definitions of functions that tests of one source call and that have none, by their names.
pub fn definitions<'a, 'p: 'a>(tests: impl Iterator<Item = &'a Test<'p>>) -> String {
    let mut found = std::collections::BTreeMap::new();
    for test in tests {
        let Subject { program, given, .. } = test.subject;
        let spelling = super::ctext::Spelling { program, given };
        for stub in given.stubs.iter().filter(|stub| stub.is_declared) {
            let name = &program.functions[stub.function].name;
            if !found.contains_key(name) {
                found.insert(name.clone(), super::stubs::declared(&spelling, stub.function).unwrap_or_default());
            }
        }
    }
    found.into_values().collect::<Vec<_>>().join("\n")
}

/// A program that records tests: run with the number of one, it tells what that does.
pub fn recording_program(inclusion: &Inclusion, definitions: &str, tests: &[String], names: &[&str]) -> String {
    let include = format!("{CLAUSES}{}", inclusion.text(&format!("#include \"{}\"\n", inclusion.source)));
    let list: String = names.iter().map(|name| format!("{name}, ")).collect();
    format!(
        "{include}{RECORD_HEADER}\n{definitions}\n{}\nint main(int argc, char **argv)\n{{\n    static void (*const tests[])(void) = {{{list}}};\n    return gotcha_record(argc, argv, tests, {});\n}}\n",
        tests.join("\n"),
        names.len()
    )
}

/// The functions of a file of tests, and the name and ending of each. Tests that C cannot say are left out, and those that differ in nothing that is seen.
pub fn tests(tests: &[&Recorded<'_>], form: &Form<'_>, casts: bool) -> (String, Vec<(String, Ending)>) {
    let (mut text, mut kept, mut seen) = (String::new(), Vec::new(), FxHashSet::default());
    for recorded in tests {
        let Ok(test) = recorded.text(form, casts) else { continue };
        // What it covers stands in a comment.
        let code: String = test.lines().filter(|line| !line.starts_with("/*")).collect();
        if seen.insert(code.replace(&recorded.test.name, "")) {
            let _ = write!(text, "\n{test}");
            kept.push((recorded.test.name.clone(), recorded.record.ending));
        }
    }
    (text, kept)
}

/// A file of tests.
pub fn file(inclusion: &Inclusion, form: &Form<'_>, (definitions, functions): (&str, &str), tests: &[(String, Ending)], about: &str) -> String {
    let define = format!("#define GOTCHA_SUBJECT \"{}\"\n#include \"{}\"\n", inclusion.source, SUBJECT_HEADER.0);
    let include = inclusion.text(&define);
    let between = if definitions.is_empty() { "" } else { "\n" };
    let (includes, runner) = (form.framework.includes(), form.framework.runner(Suite { name: &suite_of(form.program), tests }));
    let behind = if runner.is_empty() { "" } else { "\n" };
    format!(
        "/* {MARK}{about}. Remove this line and the file is yours: it is not written again. */\n{include}{includes}#include \"{}\"\n{between}{definitions}{functions}{behind}{runner}",
        CHECK_HEADER.0
    )
}
