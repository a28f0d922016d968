//! The outer form of tests: how a framework checks a value, begins and ends a test, and runs all of them. What a test sets up, calls and looks at is the same in all.
//!
//! | framework | a process for each test | tests that end the program |
//! |---|---|---|
//! | `plain` | our own runner | our own runner |
//! | `unity`, `cmocka` | our own runner | our own runner; cmocka, which catches signals, is not asked |
//! | `check`, `criterion` | the framework | the framework |

mod check;
mod cmocka;
mod criterion;
mod plain;
mod unity;

use super::observed::Ending;
use std::fmt::Write as _;
use std::str::FromStr;

/// Who runs the tests.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Framework {
    /// The header that is written beside the tests, and nothing else.
    #[default]
    Plain,
    Unity,
    Cmocka,
    Check,
    Criterion,
}

/// What is compared, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Int,
    Uint,
    /// To the bit, but that all NaN are one.
    Real,
    Pointer,
    NotNull,
    /// Characters up to a zero.
    Text,
    /// It fails, and says so: a literal.
    Fails,
}

/// A check of a value after the call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Check {
    pub kind: Kind,
    pub actual: String,
    /// Empty where there is nothing to compare with.
    pub expected: String,
    pub comment: &'static str,
}

impl Check {
    /// Fails and says which clause of a contract is broken.
    pub(super) fn failing(clause: &str) -> Self {
        let said = clause.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ");
        Self { kind: Kind::Fails, actual: format!("\"broken: {said}\""), expected: String::new(), comment: "until the tests are generated again" }
    }

    fn expects_nan(&self) -> bool {
        self.kind == Kind::Real && self.expected.ends_with("NAN")
    }
}

/// A file of tests as its framework is told of it.
#[derive(Clone, Copy)]
pub(super) struct Suite<'a> {
    /// A name of C.
    pub name: &'a str,
    pub tests: &'a [(String, Ending)],
}

/// How a framework wants it.
trait Form {
    /// What stands behind the inclusion of the source.
    fn includes(&self) -> &'static str;

    /// The statement of a check.
    fn check(&self, check: &Check) -> String;

    /// What a test begins with, up to its brace.
    fn head(&self, suite: &str, name: &str, ending: Ending) -> String;

    /// Statements before those of the test.
    fn first(&self) -> &'static [&'static str] {
        &[]
    }

    /// What stands behind the last brace of a test.
    fn tail(&self) -> &'static str {
        ""
    }

    /// What runs the tests of a file.
    fn runner(&self, suite: Suite<'_>) -> String;

    /// What tests are linked with, for CMake.
    fn library(&self) -> &'static str;

    /// The arguments that choose a test.
    fn choosing(&self, _suite: &str, test: &str) -> String {
        test.to_owned()
    }
}

impl FromStr for Framework {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let all = [Framework::Plain, Framework::Unity, Framework::Cmocka, Framework::Check, Framework::Criterion];
        let known = || all.map(Framework::name).join(", ");
        all.into_iter().find(|framework| framework.name() == name).ok_or_else(|| format!("there is no framework {name}; known are {}", known()))
    }
}

impl Framework {
    /// As the command line and settings name it.
    pub fn name(self) -> &'static str {
        match self {
            Framework::Plain => "plain",
            Framework::Unity => "unity",
            Framework::Cmocka => "cmocka",
            Framework::Check => "check",
            Framework::Criterion => "criterion",
        }
    }

    fn form(self) -> &'static dyn Form {
        match self {
            Framework::Plain => &plain::Plain,
            Framework::Unity => &unity::Unity,
            Framework::Cmocka => &cmocka::Cmocka,
            Framework::Check => &check::LibCheck,
            Framework::Criterion => &criterion::Criterion,
        }
    }

    pub(super) fn includes(self) -> &'static str {
        self.form().includes()
    }

    /// A line that checks a value.
    pub(super) fn line(self, check: &Check) -> String {
        format!("{} /* {} */", self.form().check(check), check.comment)
    }

    /// A whole test.
    pub(super) fn function(self, (suite, name, ending): (&str, &str, Ending), body: &[String]) -> String {
        let form = self.form();
        let mut text = format!("{}\n{{\n", form.head(suite, name, ending));
        for line in form.first().iter().copied().chain(body.iter().map(String::as_str)) {
            // Writing to a string cannot fail.
            let _ = if line.is_empty() { writeln!(text) } else { writeln!(text, "    {line}") };
        }
        text.push_str("}\n");
        text.push_str(form.tail());
        text
    }

    pub(super) fn runner(self, suite: Suite<'_>) -> String {
        self.form().runner(suite)
    }

    /// What a program of tests is linked with, beside what its user says; for CMake.
    pub fn library(self) -> &'static str {
        self.form().library()
    }

    /// The arguments with which a program of tests, by its name, runs one of them.
    pub fn choosing(self, program: &str, test: &str) -> String {
        self.form().choosing(&suite_of(program), test)
    }
}

/// The suite of a program of tests: `bugs_list` of `test_bugs_list`.
pub(super) fn suite_of(program: &str) -> String {
    let name = program.strip_prefix("test_").unwrap_or(program);
    let name: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if name.starts_with(|c: char| c.is_ascii_digit()) { format!("_{name}") } else { name }
}

/// The runner of the header for these tests, each called by a function of its name with this before it.
fn own_runner(tests: &[(String, Ending)], prefix: &str) -> String {
    let mut list = String::new();
    for (name, ending) in tests {
        let (end, status) = match ending {
            Ending::Returned => ("GOTCHA_RETURNS", 0),
            Ending::Exited(status) => ("GOTCHA_EXITS", *status),
            Ending::Died(signal) => ("GOTCHA_DIES", *signal),
        };
        let _ = writeln!(list, "        {{\"{name}\", {prefix}{name}, {end}, {status}}},");
    }
    format!(
        "int main(int argc, char **argv)\n{{\n    static const struct gotcha_test tests[] = {{\n{list}    }};\n    \
         return gotcha_run(argc, argv, tests, (int)(sizeof tests / sizeof *tests));\n}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_suites_are_names_of_c() {
        assert_eq!(suite_of("test_bugs_list"), "bugs_list");
        assert_eq!(suite_of("test_7-zip.x"), "_7_zip_x");
    }

    #[test]
    fn values_that_are_no_numbers_are_not_compared() {
        for framework in [Framework::Unity, Framework::Cmocka, Framework::Check, Framework::Criterion] {
            let nan = Check { kind: Kind::Real, actual: "mean".into(), expected: "-NAN".into(), comment: "" };
            assert!(!framework.line(&nan).contains("NAN"), "{framework:?}");
            let two = Check { expected: "0x1p+1L".into(), ..nan };
            assert!(framework.line(&two).contains("0x1p+1L"), "{framework:?}");
        }
    }
}
