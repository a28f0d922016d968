use super::facts::{Fact, contradictory};
use goto::{Id, SymbolId};

#[test]
fn facts_that_allow_nothing_are_told() {
    let [a, b] = [0, 1].map(SymbolId::new);
    assert!(contradictory(&[Fact::AtLeast(a, 0), Fact::AtMost(a, 1), Fact::AtLeast(b, 2)]).is_empty());
    assert_eq!(contradictory(&[Fact::AtLeast(a, 2), Fact::AtMost(a, 1), Fact::AtLeast(b, 2)]).len(), 2);
    // One value of both must do.
    assert_eq!(contradictory(&[Fact::Equal(a, b), Fact::AtMost(a, 1), Fact::AtLeast(b, 2)]).len(), 3);
    assert!(contradictory(&[Fact::LessOrEqual(a, b), Fact::AtMost(a, 1), Fact::AtLeast(b, 1)]).is_empty());
}
