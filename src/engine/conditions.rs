//! The verification conditions of a program as SMT-LIB text: one check for each goal and property, and one for each cut path. For people and other tools;
//! the engines never read it.

use crate::limits::Stop;
use crate::solver::smtlib::Printer;
use crate::symex::{Bound, CutReason, Session};
use crate::term::{TermId, TermPool};
use goto::Program;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// Instructions that the unrolling may take.
const STEPS: u64 = 10_000_000;

/// Unrolls to the bound. A goal's check is satisfiable if a path within the bound reaches it, a property's if one violates it, a cut's if there are longer paths.
pub fn script(program: &Program, k: u32, stop: &Stop) -> String {
    let mut pool = TermPool::new();
    let bound = Bound { k, max_steps: STEPS, per_loop: FxHashMap::default() };
    let unrolling = Session::new().unroll(program, &mut pool, &bound, stop);
    let mut text = String::from("(set-logic QF_BV)\n");
    let mut printer = Printer::default();
    for &fact in &unrolling.facts {
        let name = printer.print(&pool, fact, &mut text);
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(text, "(assert {name})");
    }
    let mut check = |title: String, condition: TermId| {
        let name = printer.print(&pool, condition, &mut text);
        let _ = write!(text, "; {title}\n(push 1)\n(assert {name})\n(check-sat)\n(pop 1)\n");
    };
    for &(goal, condition) in &unrolling.goals {
        check(format!("goal {}", program.goals[goal].name), condition);
    }
    for &(property, condition) in &unrolling.violations {
        check(format!("violation of {}", program.properties[property].name), condition);
    }
    for cut in &unrolling.cuts {
        let reason = match &cut.reason {
            CutReason::Bound => format!("bound {k}"),
            CutReason::Steps => "too many steps".to_string(),
            CutReason::Unsupported(what) => format!("unsupported: {what}"),
            CutReason::Stopped(reason) => reason.name().to_string(),
        };
        check(format!("cut in {} at line {}: {reason}", program.functions[cut.function].name, cut.loc.line), cut.condition);
    }
    text
}
