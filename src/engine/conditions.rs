//! The verification conditions of a program as SMT-LIB text: one check for each goal and property, and one for each cut path. For people and other tools;
//! the engines never read it.

use crate::budget;
use crate::script::Script;
use goto::Program;
use goto::limits::Stop;
use rustc_hash::FxHashMap;
use symex::{Bound, CutReason, Session};
use term::TermPool;

/// Unrolls to the bound. A goal's check is satisfiable if a path within the bound reaches it, a property's if one violates it, a cut's if there are longer paths.
pub fn script(program: &Program, k: u32, stop: &Stop) -> String {
    let mut pool = TermPool::new();
    let bound = Bound { k, max_steps: budget::unrolling::STEPS_OF_SCRIPT, per_loop: FxHashMap::default() };
    let unrolling = Session::new().unroll(program, &mut pool, &bound, stop);
    let mut script = Script::new(&pool, &unrolling.facts);
    for &(goal, condition) in &unrolling.goals {
        script.check(&format!("goal {}", program.goals[goal].name), &[condition]);
    }
    for &(property, condition) in &unrolling.violations {
        script.check(&format!("violation of {}", program.properties[property].name), &[condition]);
    }
    for cut in &unrolling.cuts {
        let reason = match &cut.reason {
            CutReason::Bound => format!("bound {k}"),
            CutReason::Steps => "too many steps".to_string(),
            CutReason::Beyond => format!("unsupported: {}", goto::BEYOND),
            CutReason::Limit(what) => what.clone(),
            CutReason::Unsupported(what) => format!("unsupported: {what}"),
            CutReason::Stopped(reason) => reason.name().to_string(),
        };
        let title = format!("cut in {} at line {}: {reason}", program.functions[cut.function].name, cut.loc.line);
        script.check(&title, &[cut.condition]);
    }
    script.finish()
}
