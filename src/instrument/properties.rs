//! Safety properties: keeps those that were asked for and puts assertions where a property is about calls.

use super::insert::Insertions;
use super::{ERROR_FUNCTIONS, calls_error_function, nesting, safety};
use goto::cfg::Cfg;
use goto::visit::Role;
use goto::{
    Body, ExprId, ExprKind, FuncId, HaltKind, Id, IdVec, InstrId, InstrKind, Instruction, Location, Operations, Parameter, Program, Property, PropertyClass,
    PropertyId, Storage, Symbol, Type,
};
use rustc_hash::FxHashSet;

/// Leaves the program with the properties of these classes and no others.
pub fn properties(program: &mut Program, operations: &Operations, classes: &[PropertyClass]) {
    keep(program, |p| classes.contains(&p.class));
    let recursions = if classes.contains(&PropertyClass::InfiniteRecursion) { nesting::find(program) } else { Vec::new() };
    // First of all, while the table of operations tells the right positions.
    safety::checks(program, operations, classes);
    nesting::bound(program, &recursions);
    if classes.contains(&PropertyClass::UnreachCall) {
        for f in program.functions.ids().filter(|&f| !program.functions[f].model).collect::<Vec<_>>() {
            if let Some(body) = program.functions[f].body.take() {
                program.functions[f].body = Some(with_unreachable_calls(program, f, body));
            }
        }
        for f in error_functions_called_by_address(program) {
            unreachable_entry(program, f);
        }
    }
}

/// The instructions that the properties of these classes are about, in a program as it was lowered: those before which they are asked, and those after which.
pub fn places(program: &Program, operations: &Operations, classes: &[PropertyClass]) -> IdVec<PropertyId, Vec<(FuncId, InstrId)>> {
    /// No source has so many columns, so that what is put in later is told apart.
    const MARK: u32 = u32::MAX;
    let mut marked = program.clone();
    for function in marked.functions.ids().collect::<Vec<_>>() {
        for (at, instruction) in marked.functions[function].body.iter_mut().flat_map(IdVec::iter_mut) {
            // Bodies are not so long.
            instruction.loc = Location { line: at.index() as u32, column: MARK, ..instruction.loc };
        }
    }
    properties(&mut marked, operations, classes);
    let mut places = IdVec::filled(Vec::new(), marked.properties.len());
    for (function, of) in marked.functions.iter() {
        let own = |i: &Instruction| (i.loc.column == MARK).then(|| (function, InstrId::new(i.loc.line as usize)));
        let Some(body) = &of.body else { continue };
        for (at, instruction) in body.iter() {
            let InstrKind::Assert { property, .. } = instruction.kind else { continue };
            let next = (at.index() + 1..body.len()).find_map(|i| own(&body[InstrId::new(i)]));
            places[property].extend(own(instruction).into_iter().chain(next));
        }
    }
    places
}

/// Keeps the properties that are wanted. The assertions of others become `Skip`, and their entries leave the table.
pub fn keep(program: &mut Program, wanted: impl Fn(&Property) -> bool) {
    let mut kept: IdVec<PropertyId, Property> = IdVec::new();
    let mut new_ids: IdVec<PropertyId, Option<PropertyId>> = IdVec::new();
    for property in program.properties.values() {
        let new = wanted(property).then(|| kept.push(property.clone()));
        new_ids.push(new);
    }
    program.properties = kept;
    for (_, function) in program.functions.iter_mut() {
        for (_, instruction) in function.body.iter_mut().flat_map(IdVec::iter_mut) {
            if let InstrKind::Assert { property, .. } = &mut instruction.kind {
                match new_ids[*property] {
                    Some(new) => *property = new,
                    None => instruction.kind = InstrKind::Skip,
                }
            }
        }
    }
}

/// The property that no call of an error function is made at this place.
fn unreachable(program: &mut Program, function: FuncId, n: u32, loc: Location, callee: &str) -> Instruction {
    let name = format!("{}.unreach-call.{n}", program.functions[function].name);
    let text = format!("{callee} is never called");
    let property = program.properties.push(Property { name, class: PropertyClass::UnreachCall, function, loc, text });
    let cond = program.build().truth(false);
    Instruction { kind: InstrKind::Assert { cond, property }, loc }
}

fn with_unreachable_calls(program: &mut Program, function: FuncId, mut body: Body) -> Body {
    let mut insertions = Insertions::default();
    let mut n = 0;
    for (at, instruction) in body.iter() {
        if let InstrKind::Call { callee: goto::Callee::Direct(callee), .. } = instruction.kind
            && calls_error_function(program, &instruction.kind)
        {
            n += 1;
            let callee = program.functions[callee].name.clone();
            insertions.before(at, unreachable(program, function, n, instruction.loc, &callee));
        }
    }
    insertions.apply(&mut body);
    body
}

/// Error functions that can be called through a pointer, where no call site tells.
fn error_functions_called_by_address(program: &Program) -> Vec<FuncId> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut waiting: Vec<ExprId> = Vec::new();
    for (_, function) in program.functions.iter() {
        for instruction in function.body.iter().flat_map(IdVec::values) {
            instruction.kind.expressions(|e, _: Role| waiting.push(e));
        }
    }
    while let Some(e) = waiting.pop() {
        if !seen.insert(e) {
            continue;
        }
        if let ExprKind::FunctionAddress(f) = program.exprs.kind(e)
            && ERROR_FUNCTIONS.contains(&program.functions[f].name.as_str())
        {
            found.push(f);
        }
        program.exprs.operands(e, |operand| waiting.push(operand));
    }
    found.sort_unstable();
    found
}

/// An assertion at the entry of an error function; one without body gets a body that does nothing else.
fn unreachable_entry(program: &mut Program, f: FuncId) {
    let (loc, name) = (program.functions[f].loc, program.functions[f].name.clone());
    let body = program.functions[f].body.take();
    if body.is_none() {
        name_parameters(program, f);
    }
    let mut body = body.unwrap_or_else(|| {
        let returns_nothing = matches!(program.types.get(program.functions[f].ty), Type::Function { ret, .. } if *program.types.get(*ret) == Type::Void);
        let mut body = Body::new();
        if !returns_nothing {
            body.push(Instruction { kind: InstrKind::Unsupported(format!("the result of {name}, which is called through a pointer")), loc });
        }
        let end = if returns_nothing { InstrKind::Return(None) } else { InstrKind::Halt(HaltKind::Abort) };
        body.push(Instruction { kind: end, loc });
        body
    });
    let mut insertions = Insertions::default();
    // Numbers beyond those of call sites inside of the function are free.
    let n = body.len() as u32 + 1;
    insertions.before(Cfg::entry(), unreachable(program, f, n, loc, &name));
    insertions.apply(&mut body);
    program.functions[f].body = Some(body);
}

/// A function with a body has a symbol for each parameter.
fn name_parameters(program: &mut Program, f: FuncId) {
    let Type::Function { params, .. } = program.types.get(program.functions[f].ty).clone() else { return };
    let loc = program.functions[f].loc;
    for ty in params.into_iter().skip(program.functions[f].params.len()) {
        let symbol = program.symbols.push(Symbol { name: String::new(), ty, storage: Storage::Parameter(f), loc });
        program.functions[f].params.push(Parameter { symbol, writable: false });
    }
}
