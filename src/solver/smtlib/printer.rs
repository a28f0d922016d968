//! Terms as SMT-LIB text: one definition for each shared term, so that the text is as long as the graph is large. Terms of width 1 are of sort Bool. Knows
//! terms, not solvers.

use base::Bits;
use base::index::Id;
use rustc_hash::FxHashSet;
use std::fmt::Write;
use term::{Term, TermId, TermPool};

/// What has been declared and defined so far.
#[derive(Default)]
pub struct Printer {
    defined: FxHashSet<TermId>,
}

/// The symbol of a variable.
pub(super) fn symbol(term: TermId) -> String {
    format!("v{}", term.index())
}

/// The text of a constant.
fn constant(value: Bits) -> String {
    match value.width() {
        1 if value.is_true() => "true".to_string(),
        1 => "false".to_string(),
        width => format!("(_ bv{} {width})", value.unsigned()),
    }
}

/// The text of a term that has its definition: of sort Bool at width 1.
fn name(pool: &TermPool, term: TermId) -> String {
    match *pool.get(term) {
        Term::Const(value) => constant(value),
        Term::Var { .. } => symbol(term),
        _ => format!("t{}", term.index()),
    }
}

/// As [`name`], but always a bit-vector.
fn word(pool: &TermPool, term: TermId) -> String {
    let name = name(pool, term);
    if pool.width(term) == 1 { format!("(ite {name} #b1 #b0)") } else { name }
}

fn sort(width: u16) -> String {
    if width == 1 { "Bool".to_string() } else { format!("(_ BitVec {width})") }
}

impl Printer {
    /// True if the variable is part of something printed.
    pub fn has(&self, variable: TermId) -> bool {
        self.defined.contains(&variable)
    }

    /// Appends what the term needs and returns its name, of sort Bool at width 1.
    pub fn print(&mut self, pool: &TermPool, term: TermId, out: &mut String) -> String {
        let mut stack = vec![term];
        while let Some(&at) = stack.last() {
            if self.defined.contains(&at) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(pool.get(at).operands().filter(|o| !self.defined.contains(o)));
            if stack.len() > before {
                continue;
            }
            stack.pop();
            self.defined.insert(at);
            let sort = sort(pool.width(at));
            // Writing to a string cannot fail.
            let _ = match pool.get(at) {
                Term::Const(_) => Ok(()),
                Term::Var { .. } => writeln!(out, "(declare-fun {} () {sort})", symbol(at)),
                _ => writeln!(out, "(define-fun t{} () {sort} {})", at.index(), definition(pool, at)),
            };
        }
        name(pool, term)
    }
}

/// The operator of a term applied to its operands' names.
fn definition(pool: &TermPool, term: TermId) -> String {
    let (n, w) = (|id| name(pool, id), |id| word(pool, id));
    let truth = pool.width(term) == 1;
    let bits = match *pool.get(term) {
        Term::Const(_) | Term::Var { .. } => return n(term),
        Term::Not(a) if truth => return format!("(not {})", n(a)),
        Term::And(a, b) if truth => return format!("(and {} {})", n(a), n(b)),
        Term::Xor(a, b) if truth => return format!("(xor {} {})", n(a), n(b)),
        Term::Eq(a, b) => return format!("(= {} {})", n(a), n(b)),
        Term::Ult(a, b) => return format!("(bvult {} {})", w(a), w(b)),
        Term::Slt(a, b) => return format!("(bvslt {} {})", w(a), w(b)),
        Term::Ite { cond, then, other } => return format!("(ite {} {} {})", n(cond), n(then), n(other)),
        Term::Not(a) => format!("(bvnot {})", w(a)),
        Term::And(a, b) => format!("(bvand {} {})", w(a), w(b)),
        Term::Xor(a, b) => format!("(bvxor {} {})", w(a), w(b)),
        Term::Neg(a) => format!("(bvneg {})", w(a)),
        Term::Add(a, b) => format!("(bvadd {} {})", w(a), w(b)),
        Term::Mul(a, b) => format!("(bvmul {} {})", w(a), w(b)),
        Term::Udiv(a, b) => format!("(bvudiv {} {})", w(a), w(b)),
        Term::Urem(a, b) => format!("(bvurem {} {})", w(a), w(b)),
        Term::Sdiv(a, b) => format!("(bvsdiv {} {})", w(a), w(b)),
        Term::Srem(a, b) => format!("(bvsrem {} {})", w(a), w(b)),
        Term::Shl(a, b) => format!("(bvshl {} {})", w(a), w(b)),
        Term::Lshr(a, b) => format!("(bvlshr {} {})", w(a), w(b)),
        Term::Ashr(a, b) => format!("(bvashr {} {})", w(a), w(b)),
        Term::Concat(a, b) => format!("(concat {} {})", w(a), w(b)),
        Term::Extract { of, low, width } => format!("((_ extract {} {low}) {})", low + width - 1, w(of)),
        Term::ZeroExtend { of, width } => format!("((_ zero_extend {}) {})", width - pool.width(of), w(of)),
        Term::SignExtend { of, width } => format!("((_ sign_extend {}) {})", width - pool.width(of), w(of)),
    };
    if truth { format!("(= {bits} #b1)") } else { bits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_terms_are_defined_once() {
        let mut pool = TermPool::new();
        let mut term = pool.var("x", 32);
        for _ in 0..100 {
            term = pool.mul(term, term);
        }
        let three = pool.constant(Bits::new(32, 3));
        let truth = pool.ult(term, three);
        let mut printer = Printer::default();
        let mut text = String::new();
        printer.print(&pool, truth, &mut text);
        assert_eq!(text.lines().count(), 102);
        assert!(text.starts_with("(declare-fun v0 () (_ BitVec 32))\n(define-fun t1 () (_ BitVec 32) (bvmul v0 v0))\n"), "{text}");
        printer.print(&pool, truth, &mut text);
        assert_eq!(text.lines().count(), 102);
    }
}
