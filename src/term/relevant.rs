//! Which variables a value rests on: as long as they keep theirs, the terms keep their values whatever the others are. Used to say of a state that leads somewhere only what
//! matters (lifting by justification; Een, Mishchenko, Brayton, "Efficient Implementation of Property Directed Reachability", FMCAD 2011, section III-B).

use super::eval::Evaluator;
use super::{Term, TermId, TermPool};
use rustc_hash::FxHashSet;

/// Variables that suffice for the values which these terms have under the evaluator's assignment. Abbreviations are looked through.
pub fn relevant(pool: &TermPool, evaluator: &mut Evaluator<'_>, terms: &[TermId]) -> FxHashSet<TermId> {
    let mut seen: FxHashSet<TermId> = terms.iter().copied().collect();
    let mut variables = FxHashSet::default();
    let mut stack = terms.to_vec();
    while let Some(term) = stack.pop() {
        let mut needs = |term: TermId| {
            if seen.insert(term) {
                stack.push(term);
            }
        };
        match *pool.get(term) {
            Term::Var { .. } => match pool.definition(term) {
                Some(definition) => needs(definition.term),
                None => _ = variables.insert(term),
            },
            // A factor of zero is enough.
            Term::And(a, _) | Term::Mul(a, _) if evaluator.value(pool, a).is_zero() => needs(a),
            Term::And(_, b) | Term::Mul(_, b) if evaluator.value(pool, b).is_zero() => needs(b),
            Term::Ite { cond, then, other } => {
                needs(cond);
                needs(if evaluator.value(pool, cond).is_true() { then } else { other });
            }
            ref other => other.operands().for_each(needs),
        }
    }
    variables
}
