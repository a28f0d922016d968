//! cmocka. It runs all tests in one process, so each runs in a process of its own, as a group of one. It takes signals for failures, so tests that end the program are not its.

use super::{Check, Form, Kind, Suite, own_runner};
use crate::unit_tests::observed::Ending;
use std::fmt::Write as _;

pub(super) struct Cmocka;

impl Form for Cmocka {
    fn includes(&self) -> &'static str {
        "#include <stdarg.h>\n#include <stddef.h>\n#include <setjmp.h>\n#include <stdint.h>\n#include <cmocka.h>\n#define GOTCHA_SHOWS_OUTPUT\n"
    }

    fn check(&self, check: &Check) -> String {
        let Check { kind, actual, expected, .. } = check;
        match kind {
            Kind::Int | Kind::Uint => format!("assert_int_equal({actual}, {expected});"),
            Kind::Real if check.expects_nan() => format!("assert_true({actual} != {actual});"),
            Kind::Real => format!("assert_true({actual} == {expected});"),
            Kind::Pointer => format!("assert_ptr_equal({actual}, {expected});"),
            Kind::Text => format!("assert_string_equal({actual}, {expected});"),
            Kind::NotNull => format!("assert_non_null({actual});"),
            Kind::Fails => format!("fail_msg(\"%s\", {actual});"),
        }
    }

    fn head(&self, _suite: &str, name: &str, _ending: Ending) -> String {
        format!("static void {name}(void **state)")
    }

    fn first(&self) -> &'static [&'static str] {
        &["(void)state;"]
    }

    fn runner(&self, suite: Suite<'_>) -> String {
        let mut text = String::new();
        for (name, ending) in suite.tests {
            let body = match ending {
                Ending::Returned => format!(
                    "\n    const struct CMUnitTest tests[] = {{ cmocka_unit_test({name}) }};\n    gotcha_failed = cmocka_run_group_tests(tests, NULL, NULL);\n"
                ),
                Ending::Exited(_) | Ending::Died(_) => format!("\n    {name}(NULL);\n"),
            };
            let _ = writeln!(text, "static void run_{name}(void)\n{{{body}}}\n");
        }
        text + &own_runner(suite.tests, "run_")
    }

    fn library(&self) -> &'static str {
        "cmocka"
    }
}
