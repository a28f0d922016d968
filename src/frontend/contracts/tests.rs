//! Clauses, as text.

use super::*;

#[test]
fn clauses_leave_the_text_and_lines_stay() {
    let text = "int f(int *p)\n__CPROVER_requires(p != 0)\n__CPROVER_ensures(*p\n == 1)\n{ return 0; }\n";
    let without = without(text).unwrap();
    assert!(!without.contains("CPROVER") && without.matches('\n').count() == text.matches('\n').count(), "{without}");
    let told = annotated(text).unwrap();
    assert_eq!(
        told,
        [Annotated {
            function: "f".into(),
            has_contract: true,
            has_body: true,
            is_called: false,
            is_esbmc: false,
            is_acsl: false,
            lines: Vec::new(),
            loops: Vec::new(),
            has_frame: false,
            has_requirements: true,
            n_targets: Some(0),
            n_freed: 0
        }]
    );
}
