//! Terms with variables replaced, and which variables a term has.

use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use term::{Term, TermId, TermPool};

/// The term with variables replaced by what `of` gives for them; `done` keeps results for the same replacement.
pub fn substitute(pool: &mut TermPool, term: TermId, done: &mut FxHashMap<TermId, TermId>, of: &mut dyn FnMut(&mut TermPool, TermId) -> TermId) -> TermId {
    let mut stack = vec![term];
    while let Some(&at) = stack.last() {
        if done.contains_key(&at) {
            stack.pop();
            continue;
        }
        let missing: Vec<TermId> = pool.get(at).operands().filter(|operand| !done.contains_key(operand)).collect();
        if !missing.is_empty() {
            stack.extend(missing);
            continue;
        }
        let new = match pool.get(at) {
            Term::Var { .. } => of(pool, at),
            _ => rebuilt(pool, at, done),
        };
        done.insert(at, new);
        stack.pop();
    }
    done[&term]
}

fn rebuilt(pool: &mut TermPool, at: TermId, new: &FxHashMap<TermId, TermId>) -> TermId {
    if pool.get(at).operands().all(|operand| new[&operand] == operand) {
        return at;
    }
    let of = |id: &TermId| new[id];
    match pool.get(at).clone() {
        Term::Const(_) | Term::Var { .. } => at,
        Term::Not(a) => pool.not(of(&a)),
        Term::And(a, b) => pool.and(of(&a), of(&b)),
        Term::Xor(a, b) => pool.xor(of(&a), of(&b)),
        Term::Neg(a) => pool.neg(of(&a)),
        Term::Add(a, b) => pool.add(of(&a), of(&b)),
        Term::Mul(a, b) => pool.mul(of(&a), of(&b)),
        Term::Udiv(a, b) => pool.udiv(of(&a), of(&b)),
        Term::Urem(a, b) => pool.urem(of(&a), of(&b)),
        Term::Sdiv(a, b) => pool.sdiv(of(&a), of(&b)),
        Term::Srem(a, b) => pool.srem(of(&a), of(&b)),
        Term::Shl(a, b) => pool.shl(of(&a), of(&b)),
        Term::Lshr(a, b) => pool.lshr(of(&a), of(&b)),
        Term::Ashr(a, b) => pool.ashr(of(&a), of(&b)),
        Term::Eq(a, b) => pool.eq(of(&a), of(&b)),
        Term::Ult(a, b) => pool.ult(of(&a), of(&b)),
        Term::Slt(a, b) => pool.slt(of(&a), of(&b)),
        Term::Concat(a, b) => pool.concat(of(&a), of(&b)),
        Term::Extract { of: a, low, width } => pool.extract(of(&a), low, width),
        Term::ZeroExtend { of: a, width } => pool.zero_extend(of(&a), width),
        Term::SignExtend { of: a, width } => pool.sign_extend(of(&a), width),
        Term::Ite { cond, then, other } => pool.ite(of(&cond), of(&then), of(&other)),
    }
}

/// The variables of terms, computed once for each term.
#[derive(Default)]
pub struct Supports {
    known: FxHashMap<TermId, Rc<[TermId]>>,
}

impl Supports {
    /// The variables of a term, ascending.
    pub fn of(&mut self, pool: &TermPool, term: TermId) -> Rc<[TermId]> {
        if let Some(known) = self.known.get(&term) {
            return Rc::clone(known);
        }
        let (mut seen, mut found, mut work) = (FxHashSet::default(), Vec::new(), vec![term]);
        while let Some(at) = work.pop() {
            if seen.insert(at) {
                match pool.get(at) {
                    Term::Var { .. } => found.push(at),
                    other => work.extend(other.operands()),
                }
            }
        }
        found.sort_unstable();
        let found: Rc<[TermId]> = found.into();
        self.known.insert(term, Rc::clone(&found));
        found
    }
}
