//! Puts the body of a function in the place of its only call, so that its loops are loops of the caller.

use goto::callgraph::CallGraph;
use goto::{Body, Callee, ExprId, FuncId, Id, IdVec, InstrId, InstrKind, Instruction, Program, Storage, SymbolId};

/// Inlines the function that is called there and nowhere else. Its variables become variables of the caller, and the function has no body any more. Returns where an
/// instruction of the function, `at`, is now. `None`, and nothing changes, if there may be other calls of the function, or if the arguments do not fit its parameters.
pub fn inline_only_call(program: &mut Program, (caller, call): (FuncId, InstrId), at: InstrId) -> Option<InstrId> {
    let Instruction { kind, loc } = program.functions[caller].body.as_ref()?[call].clone();
    let InstrKind::Call { result, callee: Callee::Direct(callee), args } = kind else { return None };
    if !is_called_once(&CallGraph::new(program), callee) || !fits(program, callee, result, &args) {
        return None;
    }
    let body = program.functions[callee].body.take()?;
    let parameters = std::mem::take(&mut program.functions[callee].params);
    let own = give_variables(program, callee, caller);
    let always = program.build().truth(true);
    let mut inlined: Vec<InstrKind> = Vec::new();
    for (parameter, arg) in parameters.iter().zip(args) {
        let ty = program.symbols[parameter.symbol].ty;
        let lhs = program.build().var(parameter.symbol, ty);
        inlined.extend([InstrKind::Decl(parameter.symbol), InstrKind::Assign { lhs, rhs: arg }]);
    }
    let mut instructions: Vec<Instruction> = inlined.into_iter().map(|kind| Instruction { kind, loc }).collect();
    let mut arrival: IdVec<InstrId, InstrId> = IdVec::new();
    let mut next = call.index() + instructions.len();
    for instruction in body.values() {
        arrival.push(InstrId::new(next));
        next += if matches!(instruction.kind, InstrKind::Return(_)) { 2 } else { 1 };
    }
    let jump = |guard, target, branch| InstrKind::Goto { guard, target, branch };
    for Instruction { kind, loc } in body.values().cloned() {
        let kind = match kind {
            InstrKind::Goto { guard, target, branch } => jump(guard, arrival[target], branch),
            InstrKind::Return(value) => {
                let kind = result.zip(value).map_or(InstrKind::Skip, |(lhs, rhs)| InstrKind::Assign { lhs, rhs });
                instructions.push(Instruction { kind, loc });
                jump(always, InstrId::new(next), None)
            }
            kind => kind,
        };
        instructions.push(Instruction { kind, loc });
    }
    instructions.extend(own.into_iter().map(|symbol| Instruction { kind: InstrKind::Dead(symbol), loc }));
    if let Some(body) = &mut program.functions[caller].body {
        replace(body, call, instructions);
    }
    goto::assert_valid(program, "inline");
    Some(arrival[at])
}

/// Is there one call of the function, and nothing that could call it besides?
pub fn is_called_once(calls: &CallGraph, function: FuncId) -> bool {
    let direct = calls.sites().iter().filter(|site| matches!(site.callee, Callee::Direct(callee) if callee == function)).count();
    direct == 1 && !calls.is_recursive(function) && !calls.address_taken().contains(&function)
}

/// Are the arguments what the parameters hold, and the value what the place for the result holds?
fn fits(program: &Program, callee: FuncId, result: Option<ExprId>, args: &[ExprId]) -> bool {
    let function = &program.functions[callee];
    let Some(body) = &function.body else { return false };
    let ty = |expr: ExprId| program.exprs.ty(expr);
    let fits_result = |instruction: &Instruction| match (result, &instruction.kind) {
        (Some(place), InstrKind::Return(value)) => value.is_some_and(|value| ty(value) == ty(place)),
        _ => true,
    };
    args.len() == function.params.len()
        && function.params.iter().zip(args).all(|(parameter, &arg)| program.symbols[parameter.symbol].ty == ty(arg))
        && body.values().all(fits_result)
}

/// The variables of one function become those of another one. Those of them that have addresses.
fn give_variables(program: &mut Program, from: FuncId, to: FuncId) -> Vec<SymbolId> {
    let mut given = Vec::new();
    for (id, symbol) in program.symbols.iter_mut() {
        symbol.storage = match symbol.storage {
            Storage::Local(function) | Storage::Parameter(function) if function == from => {
                given.push(id);
                Storage::Local(to)
            }
            Storage::Temporary(function) if function == from => Storage::Temporary(to),
            other => other,
        };
    }
    given
}

/// Puts instructions whose jumps lead where they are to be in the place of one.
pub(super) fn replace(body: &mut Body, at: InstrId, instructions: Vec<Instruction>) {
    let more = instructions.len().saturating_sub(1);
    let moved = |target: InstrId| if target <= at { target } else { InstrId::new(target.index() + more) };
    let mut new = Body::new();
    let mut instructions = Some(instructions);
    for (id, instruction) in body.iter() {
        if id == at {
            instructions.take().into_iter().flatten().for_each(|instruction| _ = new.push(instruction));
            continue;
        }
        let mut instruction = instruction.clone();
        if let InstrKind::Goto { target, .. } = &mut instruction.kind {
            *target = moved(*target);
        }
        new.push(instruction);
    }
    *body = new;
}
