//! Atomic propositions as expressions of the program. The front end itself gives them scope and types: each becomes the result of a function at the end of the
//! text of a file, where the names of file scope mean what they mean there. Labels become variables that are set just before the statement, and unset again.

use crate::failure::Failure;
use crate::program::{self, ProgramRequest};
use analysis::crash::may_crash;
use automata::ltl::{Atom, AtomId, AtomKind};
use frontend::outline::{Calls, check_expression};
use frontend::{Loaded, preprocess};
use goto::outline::Insertion;
use goto::{Body, ExprId, ExprKind, FuncId, Id, IdVec, InstrId, InstrKind, Instruction, Program, Storage, Symbol, TextError};
use std::ops::Range;

/// Why propositions have no meaning.
pub(crate) enum PropositionError {
    /// One is wrong, at its place in the formula.
    Wrong(TextError),
    Failed(Failure),
}

impl From<Failure> for PropositionError {
    fn from(failure: Failure) -> Self {
        PropositionError::Failed(failure)
    }
}

/// Propositions of a program.
pub(crate) struct Propositions {
    /// One for each atom, of type `Bool`.
    pub expressions: Vec<ExprId>,
    /// Where a label stands that is a proposition, with its variable.
    labels: Vec<(FuncId, InstrId, ExprId)>,
}

/// Compiles the program with its propositions. Those that are labels have [to be placed](Propositions::place_labels).
pub(crate) fn compile(request: &ProgramRequest, atoms: &IdVec<AtomId, Atom>) -> Result<(Loaded, Propositions), PropositionError> {
    for atom in atoms.values().filter(|a| a.kind == AtomKind::Expression) {
        check_expression(&atom.text, &[], Calls::Forbidden).map_err(|why| wrong(atom, &why))?;
    }
    let mut loaded = match with_functions(request, atoms, &|_| true)? {
        Ok(loaded) => loaded,
        Err(failure) => {
            // The program itself may be wrong.
            program::compile(request)?;
            for (id, atom) in atoms.iter() {
                if let Err(failure) = with_functions(request, atoms, &|other| other == id)? {
                    return Err(wrong(atom, &failure.to_string()));
                }
            }
            return Err(PropositionError::Failed(failure));
        }
    };
    let mut expressions = Vec::new();
    for (id, atom) in atoms.iter() {
        expressions.push(match atom.kind {
            AtomKind::Expression => value_of(&mut loaded.program, id, atom)?,
            AtomKind::Label => loaded.program.build().truth(false),
        });
    }
    let mut labels = Vec::new();
    for (id, atom) in atoms.iter().filter(|(_, a)| a.kind == AtomKind::Label) {
        let (variable, places) = label(&mut loaded, atom)?;
        expressions[id.index()] = variable;
        labels.extend(places.into_iter().map(|(f, at)| (f, at, variable)));
    }
    Ok((loaded, Propositions { expressions, labels }))
}

fn wrong(atom: &Atom, why: &str) -> PropositionError {
    PropositionError::Wrong(TextError::new(format!("the proposition `{}` has no meaning here: {why}", atom.text), span(atom)))
}

fn span(atom: &Atom) -> Range<usize> {
    atom.span.clone()
}

fn name_of(id: AtomId) -> String {
    format!("__gotcha_proposition_{}", id.index())
}

/// The program with a function for each proposition that is wanted, in the first file where they all mean something.
fn with_functions(request: &ProgramRequest, atoms: &IdVec<AtomId, Atom>, wanted: &dyn Fn(AtomId) -> bool) -> Result<Result<Loaded, Failure>, PropositionError> {
    let mut text = String::new();
    for (id, atom) in atoms.iter().filter(|(id, a)| a.kind == AtomKind::Expression && wanted(*id)) {
        text.push_str(&format!("\nint {}(void) {{ return !!({}); }}", name_of(id), atom.text));
    }
    text.push('\n');
    let mut failed = None;
    for (number, path) in request.files.iter().enumerate() {
        let at = preprocess::preprocess(path, &request.source).map_err(|e| PropositionError::Failed(e.into()))?.len();
        let mut with = request.clone();
        with.insertions.push((number, Insertion { at, text: text.clone(), number: None }));
        match program::compile(&with) {
            Ok(loaded) => return Ok(Ok(loaded)),
            // What is wrong in the file of the entry function is told.
            Err(failure) => failed = failed.or(Some(failure)),
        }
    }
    Ok(Err(failed.unwrap_or_else(|| Failure::Usage("there is no program: name its files".into()))))
}

/// What the function of a proposition returns. The function is emptied: it is no part of the program.
fn value_of(program: &mut Program, id: AtomId, atom: &Atom) -> Result<ExprId, PropositionError> {
    let name = name_of(id);
    let function = program.functions.iter().find(|(_, f)| f.name == name).map(|(id, _)| id);
    let Some(function) = function else { return Err(wrong(atom, "the file does not keep it")) };
    let body = program.functions[function].body.take().unwrap_or_default();
    let value = straight(&body).ok_or_else(|| wrong(atom, "it is more than one expression without calls"))?;
    let value = program.build().condition(value);
    if may_crash(program, value) {
        return Err(wrong(atom, "it may read outside of objects or divide by zero"));
    }
    let is_local = |program: &Program| {
        let mut local = false;
        program.exprs.walk(value, &mut Default::default(), &mut |_, kind| {
            local |= matches!(kind, ExprKind::Var(s) if program.symbols[s].storage != Storage::Static);
        });
        local
    };
    if is_local(program) {
        return Err(wrong(atom, "it is more than one expression over variables outside of functions"));
    }
    empty(program, function);
    Ok(value)
}

/// The value of a function that does nothing but return it.
fn straight(body: &Body) -> Option<ExprId> {
    for instruction in body.values() {
        match &instruction.kind {
            InstrKind::Skip | InstrKind::Mark(_) | InstrKind::Decl(_) | InstrKind::Dead(_) => {}
            InstrKind::Return(value) => return *value,
            _ => return None,
        }
    }
    None
}

fn empty(program: &mut Program, function: FuncId) {
    let loc = program.functions[function].loc;
    let int = program.types.int(32, true);
    let zero = program.build().constant(int, 0);
    let mut body = Body::new();
    body.push(Instruction { kind: InstrKind::Return(Some(zero)), loc });
    program.functions[function].body = Some(body);
    program.functions[function].model = true;
}

/// The variable of a label, and where it stands.
fn label(loaded: &mut Loaded, atom: &Atom) -> Result<(ExprId, Vec<(FuncId, InstrId)>), PropositionError> {
    let named: Vec<(FuncId, InstrId)> = loaded.labels.named(&atom.text).collect();
    let Some(first) = named.first() else { return Err(wrong(atom, "there is no such label")) };
    let program = &mut loaded.program;
    let (ty, loc) = (program.types.bool(), program.functions[first.0].loc);
    let symbol = program.symbols.push(Symbol { name: format!("next is {}", atom.text), ty, storage: Storage::Static, loc });
    Ok((program.build().var(symbol, ty), named))
}

impl Propositions {
    /// Lets the variables of labels be set where these stand, which `now` says of where they stood in the program that was compiled.
    pub(crate) fn place_labels(&self, program: &mut Program, now: &dyn Fn(&Program, FuncId, InstrId) -> InstrId) {
        let places: Vec<(FuncId, InstrId, ExprId)> = self.labels.iter().map(|&(f, at, variable)| (f, now(program, f, at), variable)).collect();
        let (yes, no) = (program.build().truth(true), program.build().truth(false));
        for f in program.functions.ids().collect::<Vec<_>>() {
            let own: Vec<(InstrId, ExprId)> = places.iter().filter(|p| p.0 == f).map(|p| (p.1, p.2)).collect();
            let Some(body) = program.functions[f].body.as_mut().filter(|_| !own.is_empty()) else { continue };
            let sets = own.into_iter().flat_map(|(at, lhs)| [(at, InstrKind::Assign { lhs, rhs: yes }), (at, InstrKind::Assign { lhs, rhs: no })]);
            instrument::insert_before(body, sets);
        }
    }
}
