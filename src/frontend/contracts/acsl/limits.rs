//! Between which values the variable of a quantifier lies, as comparisons in its condition say.

use super::term::{Operator, Relation};
use super::value::{Fact, Limits, Value, mentions, operation};

/// The comparisons that hold wherever a quantifier says anything.
pub(super) fn bounding<'f>(body: &'f Fact, is_forall: bool, found: &mut Vec<(Relation, &'f Value, &'f Value)>) {
    match body {
        Fact::And(parts) if !is_forall => parts.iter().for_each(|part| bounding(part, is_forall, found)),
        Fact::Or(parts) if is_forall => parts.iter().for_each(|part| bounding(part, is_forall, found)),
        Fact::Compare(relation, a, b) => {
            // Of a disjunction whatever is false.
            let relation = match (is_forall, relation) {
                (false, relation) => *relation,
                (true, Relation::Lt) => Relation::Ge,
                (true, Relation::Le) => Relation::Gt,
                (true, Relation::Gt) => Relation::Le,
                (true, Relation::Ge) => Relation::Lt,
                (true, Relation::Eq) => Relation::Ne,
                (true, Relation::Ne) => Relation::Eq,
            };
            found.push((relation, a, b));
        }
        _ => {}
    }
}

/// The limits of a variable that comparisons give, without others that are bound inside.
pub(super) fn limits(name: &str, inner: &[&str], premises: &[(Relation, &Value, &Value)]) -> Option<Limits> {
    let first = bound(name, inner, premises, false, 0)?;
    let end = bound(name, inner, premises, true, 0)?;
    Some(Limits { first, end })
}

/// The greatest lower bound that is found, or the end.
fn bound(name: &str, inner: &[&str], premises: &[(Relation, &Value, &Value)], is_upper: bool, depth: usize) -> Option<Value> {
    if depth > inner.len() {
        return None;
    }
    let one = || Value::Constant("1".to_owned());
    let mut through: Option<Value> = None;
    for (relation, a, b) in premises {
        let (mine, other, relation) = match (a, b) {
            (Value::Bound(n), other) if n == name => (true, *other, *relation),
            (other, Value::Bound(n)) if n == name => (false, *other, *relation),
            _ => continue,
        };
        // As `name relation other`.
        let relation = match (mine, relation) {
            (true, relation) => relation,
            (false, Relation::Lt) => Relation::Gt,
            (false, Relation::Le) => Relation::Ge,
            (false, Relation::Gt) => Relation::Lt,
            (false, Relation::Ge) => Relation::Le,
            (false, relation) => relation,
        };
        let value = match (is_upper, relation) {
            (true, Relation::Lt) | (false, Relation::Ge | Relation::Eq) => other.clone(),
            (true, Relation::Le | Relation::Eq) | (false, Relation::Gt) => operation(Operator::Add, other.clone(), one()),
            _ => continue,
        };
        if mentions(other, name) {
            continue;
        }
        if let Value::Bound(further) = other
            && inner.contains(&further.as_str())
        {
            through = through.or_else(|| bound(further, inner, premises, is_upper, depth + 1));
            continue;
        }
        if inner.iter().any(|inner| mentions(other, inner)) {
            continue;
        }
        return Some(value);
    }
    through
}
