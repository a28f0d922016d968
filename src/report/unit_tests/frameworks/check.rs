//! Check. Each test is a case of its own, by which it is chosen, and runs in a process of its own.

use super::{Check, Form, Kind, Suite};
use crate::unit_tests::observed::Ending;
use std::fmt::Write as _;

pub(super) struct LibCheck;

impl Form for LibCheck {
    fn includes(&self) -> &'static str {
        "#include <check.h>\n"
    }

    fn check(&self, check: &Check) -> String {
        let Check { kind, actual, expected, .. } = check;
        match kind {
            Kind::Int => format!("ck_assert_int_eq({actual}, {expected});"),
            Kind::Uint => format!("ck_assert_uint_eq({actual}, {expected});"),
            Kind::Real if check.expects_nan() => format!("ck_assert({actual} != {actual});"),
            Kind::Real => format!("ck_assert({actual} == {expected});"),
            Kind::Pointer => format!("ck_assert_ptr_eq((const void *)({actual}), (const void *)({expected}));"),
            Kind::Text => format!("ck_assert_str_eq({actual}, {expected});"),
            Kind::NotNull => format!("ck_assert_ptr_ne((const void *)({actual}), NULL);"),
            Kind::Fails => format!("ck_abort_msg(\"%s\", {actual});"),
        }
    }

    fn head(&self, _suite: &str, name: &str, _ending: Ending) -> String {
        format!("START_TEST({name})")
    }

    fn tail(&self) -> &'static str {
        "END_TEST\n"
    }

    fn runner(&self, suite: Suite<'_>) -> String {
        let mut cases = String::new();
        for (name, ending) in suite.tests {
            let add = match ending {
                Ending::Returned => format!("tcase_add_test(tcase, {name})"),
                Ending::Exited(status) => format!("tcase_add_exit_test(tcase, {name}, {status})"),
                Ending::Died(signal) => format!("tcase_add_test_raise_signal(tcase, {name}, {signal})"),
            };
            let _ = write!(cases, "    tcase = tcase_create(\"{name}\");\n    {add};\n    suite_add_tcase(suite, tcase);\n");
        }
        format!(
            "int main(int argc, char **argv)\n{{\n    Suite *suite = suite_create(\"{}\");\n    TCase *tcase;\n{cases}    SRunner *runner = srunner_create(suite);\n    \
             srunner_set_fork_status(runner, CK_FORK);\n    srunner_run(runner, NULL, argc > 1 ? argv[1] : NULL, CK_NORMAL);\n    \
             int fails = srunner_ntests_failed(runner) > 0 || srunner_ntests_run(runner) == 0;\n    srunner_free(runner);\n    return fails;\n}}\n",
            suite.name
        )
    }

    fn library(&self) -> &'static str {
        "check"
    }
}
