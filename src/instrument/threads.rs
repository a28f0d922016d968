//! Properties of programs with threads that no place of the program is about: whoever runs threads judges them.

use goto::{Program, Property, PropertyClass};

/// The properties among these classes.
pub fn thread_properties(program: &mut Program, classes: &[PropertyClass]) {
    let texts = [(PropertyClass::DataRace, "a data race"), (PropertyClass::Deadlock, "a deadlock")];
    let function = program.functions.iter().find(|(_, f)| !f.model && f.body.is_some() && f.name == "main").map_or(program.start, |(id, _)| id);
    let loc = program.functions[function].loc;
    for (class, text) in texts {
        if classes.contains(&class) {
            let name = format!("{}.{}.1", program.functions[function].name, class.label());
            program.properties.push(Property { name, class, function, loc, text: text.to_owned() });
        }
    }
}
