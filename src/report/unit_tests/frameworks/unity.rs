//! Unity (ThrowTheSwitch). It runs all tests in one process and forgets no static variable between them, so each runs in a process of its own, as a run of Unity.

use super::{Check, Form, Kind, Suite, own_runner};
use crate::unit_tests::observed::Ending;
use std::fmt::Write as _;

pub(super) struct Unity;

impl Form for Unity {
    fn includes(&self) -> &'static str {
        "#include \"unity.h\"\n#define GOTCHA_SHOWS_OUTPUT\n"
    }

    fn check(&self, check: &Check) -> String {
        let Check { kind, actual, expected, .. } = check;
        match kind {
            Kind::Int => format!("TEST_ASSERT_EQUAL_INT64({expected}, {actual});"),
            Kind::Uint => format!("TEST_ASSERT_EQUAL_UINT64({expected}, {actual});"),
            // To the bit: its own comparisons of numbers allow for a difference.
            Kind::Real if check.expects_nan() => format!("TEST_ASSERT_TRUE({actual} != {actual});"),
            Kind::Real => format!("TEST_ASSERT_TRUE({actual} == {expected});"),
            Kind::Pointer => format!("TEST_ASSERT_EQUAL_PTR({expected}, {actual});"),
            Kind::Text => format!("TEST_ASSERT_EQUAL_STRING({expected}, {actual});"),
            Kind::NotNull => format!("TEST_ASSERT_NOT_NULL({actual});"),
            Kind::Fails => format!("TEST_FAIL_MESSAGE({actual});"),
        }
    }

    fn head(&self, _suite: &str, name: &str, _ending: Ending) -> String {
        format!("static void {name}(void)")
    }

    fn runner(&self, suite: Suite<'_>) -> String {
        let mut text = "void setUp(void) {}\nvoid tearDown(void) {}\n\n".to_owned();
        for (name, _) in suite.tests {
            let _ = writeln!(text, "static void run_{name}(void) {{ UNITY_BEGIN(); RUN_TEST({name}); gotcha_failed = UNITY_END(); }}");
        }
        text + "\n" + &own_runner(suite.tests, "run_")
    }

    fn library(&self) -> &'static str {
        ""
    }
}
