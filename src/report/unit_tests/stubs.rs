//! Functions that tests define: those that pointers lead to, and those that the program calls and nobody defines. They come back with what inputs say, call by call, then with zero.

use super::ctext::Spelling;
use goto::{Bits, FuncId, Program, Type, TypeId};
use std::fmt::Write as _;

/// The name of a stub of a test: `parse_3_stub_1`.
pub(super) fn name(program: &Program, test: &str, stub: FuncId) -> String {
    format!("{test}_{}", program.functions[stub].name.replace(' ', "_"))
}

/// Characters of a text that a stub keeps.
pub(super) const TEXT: usize = 40;

/// What a stub keeps of its last call: a number that it was given, or the text that a pointer led to.
pub(super) struct Note {
    /// From 1 on.
    parameter: usize,
    pub name: String,
    pub ty: TypeId,
    pub is_text: bool,
}

/// What the stub of a test keeps.
pub(super) fn noted(spelling: &Spelling<'_>, test: &str, stub: FuncId) -> Vec<Note> {
    let program = spelling.program;
    let Type::Function { params, .. } = program.types.get(program.functions[stub].ty) else { return Vec::new() };
    let name = name(program, test, stub);
    let is_number = |ty: &TypeId| matches!(program.types.get(*ty), Type::Int { bits, .. } if *bits <= 64);
    let is_text = |ty: &TypeId| matches!(program.types.get(*ty), Type::Pointer(to) if matches!(program.types.get(*to), Type::Int { bits: 8, signed: true }));
    let notes = params.iter().enumerate().filter(|(_, ty)| is_number(ty) || is_text(ty));
    notes.map(|(i, ty)| Note { parameter: i + 1, name: format!("{name}_p{}", i + 1), ty: *ty, is_text: is_text(ty) }).collect()
}

/// The definition, with the notes whose names are wanted. `None` if C has no name for a type of it.
pub(super) fn definition(spelling: &Spelling<'_>, (test, wants): (&str, &dyn Fn(&Note) -> bool), stub: FuncId, results: Option<&Vec<Bits>>) -> Option<String> {
    let program = spelling.program;
    let Type::Function { ret, params, .. } = program.types.get(program.functions[stub].ty) else { return None };
    let n = params.len();
    let params: Option<Vec<String>> = params.iter().enumerate().map(|(i, ty)| spelling.declaration(*ty, &format!("p{}", i + 1))).collect();
    let params = params?;
    let list = if n == 0 { "void".to_owned() } else { params.join(", ") };
    let head = spelling.declaration(*ret, &format!("{}({list})", name(program, test, stub)))?;
    let mut noted = noted(spelling, test, stub);
    noted.retain(wants);
    let (mut declared, mut used) = (String::new(), String::new());
    for i in 1..=n {
        match noted.iter().find(|note| note.parameter == i) {
            Some(note) if note.is_text => {
                let _ = writeln!(declared, "static char {}[{}];", note.name, TEXT + 1);
                let _ = writeln!(used, "    gotcha_keep_text({}, p{i}, {TEXT});", note.name);
            }
            Some(note) => {
                let declaration = spelling.declaration(note.ty, &note.name)?;
                let _ = writeln!(declared, "static {declaration};");
                let _ = writeln!(used, "    {} = p{i};", note.name);
            }
            None => _ = writeln!(used, "    (void)p{i};"),
        }
    }
    let values: Option<Vec<String>> = results.into_iter().flatten().map(|bits| spelling.constant(*ret, *bits)).collect();
    let values = values?;
    let (before, back) = match (program.types.get(*ret), values.len()) {
        (Type::Void, _) => (String::new(), String::new()),
        (_, 0) => (String::new(), "    return 0;\n".to_owned()),
        (_, n) => {
            let declaration = spelling.declaration(*ret, "results[]")?;
            let queue = format!("    static const {declaration} = {{{}}};\n    static unsigned long calls;\n", values.join(", "));
            (queue, format!("    return calls < {n} ? results[calls++] : 0;\n"))
        }
    };
    Some(format!("{declared}static {head}\n{{\n{before}{used}{back}}}\n"))
}

/// The definition of a function that the program calls and that has none, for all tests of a file. One that comes with the program takes its place.
pub(super) fn declared(spelling: &Spelling<'_>, stub: FuncId) -> Option<String> {
    let program = spelling.program;
    let function = &program.functions[stub];
    let Type::Function { ret, params, .. } = program.types.get(function.ty) else { return None };
    let n = params.len();
    let params: Option<Vec<String>> = params.iter().enumerate().map(|(i, ty)| spelling.declaration(*ty, &format!("p{}", i + 1))).collect();
    let params = params?;
    let list = if n == 0 { "void".to_owned() } else { params.join(", ") };
    let name = &function.name;
    let head = spelling.declaration(*ret, &format!("{name}({list})"))?;
    let unused: String = (1..=n).map(|i| format!("    (void)p{i};\n")).collect();
    let (queue, back) = if matches!(program.types.get(*ret), Type::Void) {
        (String::new(), String::new())
    } else {
        let next = spelling.declaration(*ret, &format!("*gotcha_next_{name}"))?;
        let queue = format!("static const {next};\nstatic unsigned long gotcha_left_{name};\n");
        (queue, format!("    return gotcha_left_{name} ? gotcha_left_{name}--, *gotcha_next_{name}++ : 0;\n"))
    };
    let what = if queue.is_empty() { "does nothing" } else { "comes back with what a test says, then with zero" };
    Some(format!("/* {name} has no definition here: it {what}. */\n{queue}__attribute__((weak)) {head}\n{{\n{unused}{back}}}\n"))
}

/// Lines of a test that say what such a function comes back with.
pub(super) fn answers(spelling: &Spelling<'_>, stub: FuncId, results: &[Bits]) -> Option<Vec<String>> {
    let program = spelling.program;
    let function = &program.functions[stub];
    let Type::Function { ret, .. } = program.types.get(function.ty) else { return None };
    let name = &function.name;
    let declaration = spelling.declaration(*ret, &format!("{name}_answers[]"))?;
    let values: Option<Vec<String>> = results.iter().map(|bits| spelling.constant(*ret, *bits)).collect();
    Some(vec![
        format!("static const {declaration} = {{{}}};", values?.join(", ")),
        format!("gotcha_next_{name} = {name}_answers;"),
        format!("gotcha_left_{name} = {};", results.len()),
    ])
}
