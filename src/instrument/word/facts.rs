//! Facts that may hold at heads of loops of a program with the automaton in it: proposals, which others prove.

use super::Word;
use crate::logic::or;
use analysis::invariants::Candidate;
use analysis::named_loops::loops_of;
use goto::{BinOp, ExprId, FuncId, InstrId, Program};

/// Facts for one head, and for all.
const FACTS: usize = 100;
const ALL_FACTS: usize = 600;

impl Word {
    /// Facts that may hold at the heads of the user's loops in the program as it is now: that the automaton is not in a state, or not unless a proposition
    /// holds, or does not hold, or if little was accepted so far. `counts` are the variables that count visits with accepting states before them.
    pub fn facts(&self, program: &mut Program, counts: &[ExprId]) -> Vec<Candidate> {
        let heads: Vec<(FuncId, InstrId)> = program
            .functions
            .ids()
            .filter(|&f| !program.functions[f].model)
            .collect::<Vec<_>>()
            .into_iter()
            .flat_map(|f| loops_of(program, f))
            .map(|l| (l.function, l.head))
            .collect();
        let mut facts = Vec::new();
        let ty = program.exprs.ty(self.state);
        let (mut few, mut accepting) = (Vec::new(), program.build().truth(false));
        for s in 0..self.n_states {
            let mut build = program.build();
            let number = build.constant(ty, s as i128);
            let elsewhere = build.binary(BinOp::Ne, self.state, number);
            facts.push(elsewhere);
            if self.accepting[s] {
                let here = program.build().not(elsewhere);
                accepting = or(program, accepting, here);
            }
            for flag in &self.flags {
                let unseen = program.build().not(flag.seen);
                few.push(program.build().binary(BinOp::Or, elsewhere, unseen));
            }
            for &count in counts {
                let ty = program.exprs.ty(count);
                let mut build = program.build();
                let zero = build.constant(ty, 0);
                let none = build.binary(BinOp::Eq, count, zero);
                let none = build.binary(BinOp::Or, elsewhere, none);
                few.push(none);
                few.extend(self.flags.iter().map(|flag| {
                    let unseen = build.not(flag.seen);
                    build.binary(BinOp::Or, none, unseen)
                }));
            }
            for &atom in &self.atoms {
                let mut build = program.build();
                let not = build.not(atom);
                facts.push(build.binary(BinOp::Or, elsewhere, atom));
                facts.push(build.binary(BinOp::Or, elsewhere, not));
            }
        }
        // What was accepted stays so where accepting states lead to nothing else.
        let kept: Vec<ExprId> = self.flags.iter().map(|flag| program.build().not(flag.seen)).collect();
        facts.extend(kept.into_iter().map(|unseen| or(program, unseen, accepting)));
        facts.extend(few);
        facts.truncate(FACTS.min(ALL_FACTS / heads.len().max(1)));
        let all = heads.into_iter().flat_map(|(function, head)| facts.iter().map(move |&fact| Candidate { function, head, fact, each: None }));
        all.collect()
    }
}
