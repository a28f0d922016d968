//! Tests that need nothing but the header beside them.

use super::{Check, Form, Kind, Suite, own_runner};
use crate::unit_tests::observed::Ending;

pub(super) struct Plain;

impl Form for Plain {
    fn includes(&self) -> &'static str {
        ""
    }

    fn check(&self, Check { kind, actual, expected, .. }: &Check) -> String {
        let name = match kind {
            Kind::Int => "CHECK_INT",
            Kind::Uint => "CHECK_UINT",
            Kind::Real => "CHECK_REAL",
            Kind::Pointer => "CHECK_PTR",
            Kind::Text => "CHECK_TEXT",
            Kind::NotNull => return format!("CHECK_NOT_NULL({actual});"),
            Kind::Fails => return format!("GOTCHA_SAY(\"%s\\n\", {actual});"),
        };
        format!("{name}({actual}, {expected});")
    }

    fn head(&self, _suite: &str, name: &str, _ending: Ending) -> String {
        format!("static void {name}(void)")
    }

    fn runner(&self, suite: Suite<'_>) -> String {
        own_runner(suite.tests, "")
    }

    fn library(&self) -> &'static str {
        ""
    }
}
