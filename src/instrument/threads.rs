//! Properties of programs with threads that no place of the program is about: whoever runs threads judges them.

use super::ranking::without_body;
use analysis::termination::{Claim, Subject};
use goto::reach::within_reach;
use goto::{FuncId, Program, Property, PropertyClass, PropertyId};

/// The properties among these classes.
pub fn thread_properties(program: &mut Program, classes: &[PropertyClass]) {
    let texts = [(PropertyClass::DataRace, "a data race"), (PropertyClass::Deadlock, "a deadlock")];
    for (class, text) in texts {
        if classes.contains(&class) {
            thread_property(program, class, text);
        }
    }
}

/// What must be shown for a program with threads to end, whatever the schedule: that no thread goes on for ever, and that threads do not all wait for ever. `missing` names the
/// functions without a body of their own, of which nobody knows whether they return.
pub fn threads_end(program: &mut Program, missing: &[String]) -> Vec<Claim> {
    let goes_on = thread_property(program, PropertyClass::Termination, "a thread goes on for ever");
    let waits = thread_property(program, PropertyClass::Deadlock, "a deadlock");
    let mut claims = vec![
        Claim { endless: vec![goes_on], ..claim(program, goes_on, "no thread goes on for ever", Subject::Threads) },
        claim(program, waits, "threads do not all wait for ever", Subject::Deadlock),
    ];
    let runs = within_reach(program);
    for (id, function) in program.functions.iter().filter(|(id, _)| runs[*id]) {
        let has_no_body = function.body.is_none() && function.thread_operation().is_none();
        if has_no_body || missing.contains(&function.name) {
            claims.push(without_body(program, id));
        }
    }
    claims
}

fn claim(program: &Program, property: PropertyId, text: &str, subject: Subject) -> Claim {
    let Property { name, function, loc, .. } = program.properties[property].clone();
    Claim { name, function, loc, text: text.to_owned(), subject, ends: vec![property], endless: Vec::new(), traps: Vec::new(), gap: None }
}

/// The property, at the beginning of the program.
fn thread_property(program: &mut Program, class: PropertyClass, text: &str) -> PropertyId {
    let is_main = |id: &FuncId| !program.functions[*id].model && program.functions[*id].body.is_some() && program.functions[*id].name == "main";
    let function = program.functions.ids().find(is_main).unwrap_or(program.start);
    let loc = program.functions[function].loc;
    let name = format!("{}.{}.1", program.functions[function].name, class.label());
    program.properties.push(Property { name, class, function, loc, text: text.to_owned() })
}
