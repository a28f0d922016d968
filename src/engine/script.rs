//! SMT-LIB scripts made of checks, each in a scope of its own, over terms of one pool. What abbreviations stand for is said the first time that they
//! occur. For people and other tools; the engines never read them.

use rustc_hash::FxHashSet;
use solver::smtlib::Printer;
use std::fmt::Write;
use term::{TermId, TermPool};

/// A script that grows.
pub struct Script<'p> {
    pool: &'p TermPool,
    printer: Printer,
    text: String,
    /// Terms whose abbreviations have their equations.
    explained: FxHashSet<TermId>,
}

impl<'p> Script<'p> {
    /// Facts hold in all checks.
    pub fn new(pool: &'p TermPool, facts: &[TermId]) -> Self {
        let mut script = Self { pool, printer: Printer::default(), text: String::from("(set-logic QF_BV)\n"), explained: FxHashSet::default() };
        for &fact in facts {
            script.assume(fact);
        }
        script
    }

    /// Holds in all checks from here on.
    pub fn assume(&mut self, term: TermId) {
        let name = self.name(term);
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(self.text, "(assert {name})");
    }

    /// Asks whether any of the conditions is possible. The title is one line.
    pub fn check(&mut self, title: &str, any_of: &[TermId]) {
        let names: Vec<String> = any_of.iter().map(|&term| self.name(term)).collect();
        let condition = match names.as_slice() {
            [] => "false".to_string(),
            [name] => name.clone(),
            _ => format!("(or {})", names.join(" ")),
        };
        let title: String = title.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let _ = write!(self.text, "; {title}\n(push 1)\n(assert {condition})\n(check-sat)\n(pop 1)\n");
    }

    pub fn finish(self) -> String {
        self.text
    }

    /// The term's name, once it is defined and its abbreviations are explained.
    fn name(&mut self, term: TermId) -> String {
        let mut pending = vec![term];
        while let Some(term) = pending.pop() {
            if !self.explained.insert(term) {
                continue;
            }
            if let Some(definition) = self.pool.definition(term) {
                let equation = self.printer.print(self.pool, definition.equation, &mut self.text);
                let _ = writeln!(self.text, "(assert {equation})");
                pending.push(definition.term);
            }
            pending.extend(self.pool.get(term).operands());
        }
        self.printer.print(self.pool, term, &mut self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goto::Bits;

    #[test]
    fn abbreviations_are_what_they_stand_for_also_behind_others() {
        let mut pool = TermPool::new();
        let x = pool.var("x", 8);
        let square = pool.mul(x, x);
        let inner = pool.abbreviate(square);
        let sum = pool.add(inner, x);
        let outer = pool.abbreviate(sum);
        let seven = pool.constant(Bits::new(8, 7));
        let condition = pool.eq(outer, seven);
        let mut script = Script::new(&pool, &[]);
        script.check("odd\nnews", &[condition]);
        script.check("nothing", &[]);
        let text = script.finish();
        // One equation for each of the two abbreviations, and the conditions.
        assert_eq!(text.matches("(assert ").count(), 4, "{text}");
        assert!(text.find("bvmul").is_some_and(|at| at < text.find("(check-sat)").unwrap()), "{text}");
        assert!(text.contains("; odd news\n(push 1)\n(assert t"), "{text}");
        assert!(text.ends_with("; nothing\n(push 1)\n(assert false)\n(check-sat)\n(pop 1)\n"), "{text}");
    }
}
