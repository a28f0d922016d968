//! Functions that a test defines since pointers lead to them: they come back with what inputs say, call by call, then with zero.

use super::ctext::Spelling;
use goto::{Bits, FuncId, Program, Type};

/// The name of a stub of a test: `parse_3_stub_1`.
pub(super) fn name(program: &Program, test: &str, stub: FuncId) -> String {
    format!("{test}_{}", program.functions[stub].name.replace(' ', "_"))
}

/// The definition. `None` if C has no name for a type of it.
pub(super) fn definition(spelling: &Spelling<'_>, test: &str, stub: FuncId, results: Option<&Vec<Bits>>) -> Option<String> {
    let program = spelling.program;
    let Type::Function { ret, params, .. } = program.types.get(program.functions[stub].ty) else { return None };
    let n = params.len();
    let params: Option<Vec<String>> = params.iter().enumerate().map(|(i, ty)| spelling.declaration(*ty, &format!("p{}", i + 1))).collect();
    let params = params?;
    let list = if n == 0 { "void".to_owned() } else { params.join(", ") };
    let head = spelling.declaration(*ret, &format!("{}({list})", name(program, test, stub)))?;
    let unused: String = (1..=n).map(|i| format!("    (void)p{i};\n")).collect();
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
    Some(format!("static {head}\n{{\n{before}{unused}{back}}}\n"))
}
