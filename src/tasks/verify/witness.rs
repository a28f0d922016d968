//! What the board holds as a witness.

use super::{WitnessText, contracts};
use crate::asked::properties::{self, OF_THREADS, VerifyAim};
use crate::engines::Engines;
use crate::failure::Failure;
use crate::program::{self, ProgramRequest};
use engine::board::{Board, Invariants};
use engine::confirm::Replay;
use engine::interleavings::{self, Interleaving};
use engine::status::{Evidence, Status};
use engine::trace;
use frontend::INSERTED;
use frontend::outline::{Calls, check_expression};
use goto::interp::Compiled;
use goto::limits::Stop;
use goto::outline::Outline;
use goto::{Bits, InputId, PropertyClass, PropertyId};
use report::text::Verdict;
use report::witness::model::{Content, Ghosts, Invariant, Metadata, Witness};
use report::witness::{self, kept, proof, resolve, run, threads};
use std::path::Path;
use std::sync::Arc;

/// What a run reads.
type Inputs = Arc<[(InputId, Bits)]>;

/// The violation to report: of a run only its first one counts.
pub(crate) fn leading_violation(board: &Board) -> Option<(PropertyId, Inputs)> {
    let program = board.program();
    let mut found = None;
    let mut looked_at = 0;
    for (id, _) in program.properties.iter().filter(|(_, property)| property.class != goto::PropertyClass::Vacuity) {
        let Status::Reached(Evidence::Inputs(inputs)) = board.status(id) else { continue };
        let first = trace::first_violation(program, &inputs);
        if first == Some(id) {
            return Some((id, inputs));
        }
        // Another property comes first on this run; its own run may be another one.
        found = found.or(Some((first.unwrap_or(id), inputs)));
        looked_at += 1;
        if looked_at >= MOST_RUNS {
            break;
        }
    }
    found
}

/// A violation of a program with threads, rather one that has a place of its own than a race or a deadlock.
fn threaded_violation(board: &Board) -> Option<(PropertyId, Run)> {
    let program = board.program();
    let is_reached = |id| program.properties[id].class != PropertyClass::Vacuity && board.is_reached(id);
    let mut reached: Vec<PropertyId> = program.properties.ids().filter(|&id| is_reached(id)).collect();
    reached.sort_by_key(|&id| OF_THREADS.contains(&program.properties[id].class));
    let violation = reached.into_iter().take(MOST_RUNS).find_map(|id| threads::violation(program, id, &run_of(board, id)?, &Stop::new(None)))?;
    Some((violation.property, Run::Threads(violation)))
}

/// The run with which a violation was found. Without a schedule threads only go on where others wait.
fn run_of(board: &Board, property: PropertyId) -> Option<Interleaving> {
    if let Some(run) = board.interleaving(property) {
        return Some(run);
    }
    let Status::Reached(Evidence::Inputs(inputs)) = board.status(property) else { return None };
    let schedule = interleavings::schedule_without_choices(&Compiled::new(board.program()), &mut Replay::new(&inputs), &interleavings::limits(&|| false));
    Some(Interleaving { inputs: inputs.to_vec(), schedule })
}

/// What a proof of a program with threads rests on: facts that all threads keep. Other proofs of theirs rest on nothing that holds at a place.
fn of_threads(board: &Board, program: &ProgramRequest, outline: &Outline, metadata: &Metadata) -> Content {
    let kept = engine::threads::kept(board.program(), &board.kept()).unwrap_or_default();
    let mut told = kept::tell(board.program(), outline, metadata, &kept);
    // The front end does not know ghosts.
    let plain: Vec<Invariant> = told.iter().map(|told| told.invariant.clone()).collect();
    let accepted = understood(plain, program);
    told.retain(|told| accepted.contains(&told.invariant));
    kept::content(told)
}

/// What a witness is made of.
enum Run {
    Inputs(Inputs),
    Threads(threads::Violation),
}

/// The invariants that the front end accepts at their places: variables may be out of scope, or hidden by others.
fn understood(mut invariants: Vec<Invariant>, program: &ProgramRequest) -> Vec<Invariant> {
    while let Err(refused) = refused(&invariants, program) {
        match refused {
            Some(number) if number < invariants.len() => drop(invariants.remove(number)),
            _ => return Vec::new(),
        }
    }
    invariants
}

/// What witnesses may claim: see [`resolve::CheckExpression`].
pub(super) fn is_expression(text: &str, types: &[String]) -> Result<(), String> {
    check_expression(text, types, Calls::Forbidden)
}

/// `Err`: the position of an invariant that is refused, if that is known.
fn refused(invariants: &[Invariant], program: &ProgramRequest) -> Result<(), Option<usize>> {
    let outline = frontend::outline::read(&program.files, &program.source).map_err(|_| None)?;
    let witness = Witness {
        metadata: Metadata::now(&program.files, "", program.model()),
        content: Content::Correctness { invariants: invariants.to_vec(), contracts: Vec::new(), ghosts: Ghosts::default() },
    };
    let resolved = resolve::resolve(&witness, &program.files, &outline, &is_expression).map_err(|_| None)?;
    let request = ProgramRequest { insertions: resolved.insertions, ..program.clone() };
    match program::compile(&request) {
        Err(Failure::Source(error)) => Err(error.diagnostic().filter(|d| d.file == INSERTED).map(|d| d.line as usize - 1)),
        Err(_) => Err(None),
        Ok(_) => Ok(()),
    }
}

/// Runs that are looked at for one whose first violation is known.
const MOST_RUNS: usize = 20;

/// The witness of a verdict, in the format that the name of its file asks for.
pub(crate) fn text(
    path: &Path,
    aim: &VerifyAim,
    (program, engines): (&ProgramRequest, &Engines),
    board: &Board,
    verdict: &Verdict,
) -> Result<WitnessText, Failure> {
    let missing = |why: &str| Ok(WitnessText::Missing(why.to_owned()));
    let has_threads = board.program().begins_threads();
    if has_threads && witness::is_graphml(path) {
        return missing("witnesses of format 1.0 tell no threads apart");
    }
    let outline = || frontend::outline::read(&program.files, &program.source);
    let metadata = |specification: &str| Metadata::now(&program.files, specification, program.model());
    let witness = match verdict {
        Verdict::True if has_threads => {
            let metadata = metadata(&properties::specification(aim, &aim.classes, &program.entry));
            Witness { content: of_threads(board, program, &outline()?, &metadata), metadata }
        }
        Verdict::True => {
            let metadata = metadata(&properties::specification(aim, &aim.classes, &program.entry));
            // Proofs by full unwinding rest on no invariants.
            let invariants = match board.invariants() {
                None => Vec::new(),
                Some(Invariants { program: proved, facts }) => {
                    // What holds of each element has no form in C.
                    let facts: Vec<_> = facts.iter().filter(|f| f.each.is_none()).map(|f| (f.function, f.head, f.fact)).collect();
                    understood(proof::invariants(&proved, &outline()?, &metadata, &facts), program)
                }
            };
            let contracts = if witness::is_graphml(path) { Vec::new() } else { contracts::proved(program, engines, &metadata) };
            Witness { metadata, content: Content::Correctness { invariants, contracts, ghosts: Ghosts::default() } }
        }
        Verdict::False(_) => {
            let leading =
                if has_threads { threaded_violation(board) } else { leading_violation(board).map(|(property, inputs)| (property, Run::Inputs(inputs))) };
            let Some((property, run)) = leading else {
                let is_of_memory = board.with_memory_as_input().is_some();
                let why =
                    if is_of_memory { "the violation depends on memory that was never written" } else { "the violation has no run that a witness tells of" };
                return missing(why);
            };
            let class = board.program().properties[property].class;
            // What was asked for by default is several properties, of which competitions know one at a time.
            let classes = if aim.is_default { vec![class] } else { aim.classes.clone() };
            let metadata = metadata(&properties::specification(aim, &classes, &program.entry));
            let segments = match run {
                Run::Inputs(inputs) => run::segments(board.program(), &outline()?, &metadata, &inputs, property),
                Run::Threads(violation) => threads::segments(board.program(), &outline()?, &metadata, &violation),
            };
            match segments {
                Some(segments) => Witness { metadata, content: Content::Violation(segments) },
                None => return missing("the place of the violation is in none of the files"),
            }
        }
        _ => return Ok(WitnessText::NotNeeded),
    };
    Ok(WitnessText::Text(witness::to_text(path, &witness)))
}
