//! Criterion, which brings its own `main`, and runs each test in a process of its own.

use super::{Check, Form, Kind, Suite};
use crate::unit_tests::observed::Ending;

pub(super) struct Criterion;

impl Form for Criterion {
    fn includes(&self) -> &'static str {
        "#include <criterion/criterion.h>\n"
    }

    fn check(&self, check: &Check) -> String {
        let Check { kind, actual, expected, .. } = check;
        match kind {
            Kind::Real if check.expects_nan() => format!("cr_assert({actual} != {actual});"),
            Kind::Int | Kind::Uint | Kind::Real => format!("cr_assert_eq({actual}, {expected});"),
            Kind::Pointer => format!("cr_assert_eq((const void *)({actual}), (const void *)({expected}));"),
            Kind::Text => format!("cr_assert(strcmp({actual}, {expected}) == 0);"),
            Kind::NotNull => format!("cr_assert_not_null({actual});"),
            Kind::Fails => format!("cr_assert(0, \"%s\", {actual});"),
        }
    }

    fn head(&self, suite: &str, name: &str, ending: Ending) -> String {
        match ending {
            Ending::Returned => format!("Test({suite}, {name})"),
            Ending::Exited(status) => format!("Test({suite}, {name}, .exit_code = {status})"),
            Ending::Died(signal) => format!("Test({suite}, {name}, .signal = {signal})"),
        }
    }

    fn runner(&self, _suite: Suite<'_>) -> String {
        String::new()
    }

    fn library(&self) -> &'static str {
        "criterion"
    }

    fn choosing(&self, suite: &str, test: &str) -> String {
        format!("--filter {suite}/{test}")
    }
}
