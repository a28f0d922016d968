//! Witnesses checked: a violation witness is confirmed by a violation on a run that follows it, a correctness witness by proofs of its invariants and of
//! the property.

use super::contracts::{self, Refused};
use crate::asked::properties::{self, OF_THREADS, VerifyAim};
use crate::failure::Failure;
use crate::program::{self, ProgramRequest};
use engine::board::Board;
use engine::confirm;
use engine::status::Engine;
use frontend::{INSERTED, Loaded};
use goto::interp::threads::Meeting;
use goto::interp::{Compiled, InputSource};
use goto::limits::Stop;
use goto::outline::Outline;
use goto::{Bits, InputId, Property, PropertyClass, TypeId, TypeTable};
use report::json::class_name;
use report::text::{self, Verdict};
use report::value;
use report::witness::model::{Content, FunctionContract, Witness, WitnessError};
use report::witness::{self, constraint, resolve};
use rustc_hash::FxHashSet;
use std::path::{Path, PathBuf};

/// A witness that is to be checked.
#[derive(Debug)]
pub struct Check {
    path: PathBuf,
    witness: Witness,
}

/// The places of a witness in the program.
pub(crate) struct PlacedWitness {
    outline: Outline,
    resolved: resolve::Resolved,
}

/// What C leaves undefined and an expression of a witness must not do.
const DEFINED: [PropertyClass; 4] = [PropertyClass::Overflow, PropertyClass::DivByZero, PropertyClass::Shift, PropertyClass::ValidDeref];

impl Check {
    /// Reads a witness.
    ///
    /// # Errors
    /// If it cannot be read or is none.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let text = std::fs::read_to_string(path).map_err(|e| malformed(path, WitnessError::new(None, format!("it cannot be read: {e}"))))?;
        let witness = witness::from_text(&text).map_err(|e| malformed(path, e))?;
        Ok(Self { path: path.to_owned(), witness })
    }

    /// One that was not read.
    pub(super) fn of(witness: Witness) -> Self {
        Self { path: PathBuf::new(), witness }
    }

    /// What the witness is about. It must be what is asked for, if that is said.
    ///
    /// # Errors
    /// If it is not.
    pub fn aim(&self, asked: Option<&VerifyAim>) -> Result<VerifyAim, Failure> {
        let specification = &self.witness.metadata.specification;
        let wrong = |message: String| malformed(&self.path, WitnessError::new(None, message));
        let mut aim = properties::aim_of_text(specification).map_err(|e| wrong(format!("specification: {e}")))?;
        if aim.classes.contains(&PropertyClass::Unwinding) {
            // What bounds of this run are no other tool knows.
            aim.unsupported = Some("a witness about unwinding".to_owned());
        }
        if aim.classes.contains(&PropertyClass::Termination) {
            aim.unsupported = Some("a witness about termination".to_owned());
        }
        let same = |asked: &VerifyAim| {
            asked.unsupported == aim.unsupported
                && aim.classes.iter().all(|c| asked.classes.contains(c))
                && (asked.is_default || asked.classes.len() == aim.classes.len())
        };
        match asked {
            Some(asked) if !same(asked) => Err(wrong(format!("the specification `{specification}` is not the property that is asked for"))),
            _ => Ok(aim),
        }
    }

    /// The program with the claims of the witness, and where it has them: errors of the front end may be about these.
    pub(crate) fn compile(&self, request: &ProgramRequest) -> Result<(Loaded, PlacedWitness), Failure> {
        let fail = |e| malformed(&self.path, e);
        resolve::check_task(&self.witness, &request.files, request.model()).map_err(fail)?;
        let claimed = match self.contracts() {
            [] => request.clone(),
            contracts => contracts::claimed(request, contracts).map_err(|refused| match refused {
                Refused::Witness(error) => fail(error),
                Refused::Program(failure) => failure,
            })?,
        };
        let request = &claimed;
        let outline = frontend::outline::read(&request.files, &request.source)?;
        let resolved = resolve::resolve(&self.witness, &request.files, &outline, &super::witness::is_expression).map_err(fail)?;
        let request = ProgramRequest { insertions: resolved.insertions.clone(), ..request.clone() };
        let placed = PlacedWitness { outline, resolved };
        let loaded = program::compile(&request).map_err(|e| self.explain(e, &placed))?;
        let has_claims = !(self.is_violation() || placed.resolved.claims.is_empty() && self.contracts().is_empty());
        if has_claims && loaded.program.begins_threads() {
            // What is claimed is read at one moment, which instructions of threads are not.
            return Err(Failure::unavailable("a witness with invariants or contracts of a program with threads"));
        }
        Ok((loaded, placed))
    }

    /// Does it tell of a violation, not of a proof?
    pub(crate) fn is_violation(&self) -> bool {
        matches!(self.witness.content, Content::Violation(_))
    }

    /// What it says of functions.
    fn contracts(&self) -> &[FunctionContract] {
        match &self.witness.content {
            Content::Correctness { contracts, .. } => contracts,
            Content::Violation(_) => &[],
        }
    }

    /// An error of the front end, which may be about a claim.
    fn explain(&self, error: Failure, placed: &PlacedWitness) -> Failure {
        let Failure::Source(error) = error else { return error };
        let diagnostic = error.diagnostic().filter(|d| d.file == INSERTED);
        let claim = diagnostic.and_then(|d| Some((d, placed.resolved.claims.get(d.line as usize - 1)?)));
        match claim {
            Some((diagnostic, claim)) => malformed(&self.path, WitnessError::new(claim.line, format!("`{}`: {}", claim.text, diagnostic.message))),
            None => Failure::Source(error),
        }
    }

    /// Puts properties and the witness into the program; which races and deadlocks are at the target of one of a violation. `Err` says why it cannot follow the witness.
    pub(crate) fn instrument(&self, placed: &PlacedWitness, loaded: &mut Loaded, classes: &[PropertyClass]) -> Result<Option<Meeting>, String> {
        let PlacedWitness { outline, resolved } = placed;
        let is_violation = self.is_violation();
        let mut all = classes.to_vec();
        all.push(PropertyClass::Witness);
        if !is_violation {
            all.extend(DEFINED.iter().filter(|c| !classes.contains(c)));
        }
        let contracts = self.contracts();
        if !contracts.is_empty() {
            all.push(PropertyClass::Contract);
            let has_bounds = contracts.iter().all(|contract| !contract.is_acsl);
            all.extend(contracts::BOUNDS.iter().filter(|class| !has_bounds && !classes.contains(class)));
        }
        instrument::properties(&mut loaded.program, &loaded.operations, &all);
        if !contracts.is_empty() {
            if let Some(obstacle) = contracts::obstacle(&loaded.program, contracts) {
                return Err(obstacle);
            }
            program::weave_contracts(loaded, &contracts::plan(contracts)).map_err(|failure| failure.to_string())?;
        }
        let Loaded { program, .. } = loaded;
        let lost = (1..=resolved.claims.len()).find(|n| !program.properties.values().any(|p| p.name == claim_name(*n)));
        if let Some(claim) = lost.and_then(|n| resolved.claims.get(n - 1)) {
            return Err(format!("the place of `{}` ({}) is not supported", claim.text, claim.place));
        }
        if !is_violation {
            let inserted = program.files.iter().find(|(_, name)| *name == INSERTED).map(|(id, _)| id);
            let of_contracts: FxHashSet<String> =
                program.properties.values().filter(|p| contracts::is_of_contract(program, p)).map(|p| p.name.clone()).collect();
            let is_claim = |p: &Property| p.class == PropertyClass::Witness || Some(p.loc.file) == inserted || of_contracts.contains(&p.name);
            instrument::keep_properties(program, |p| classes.contains(&p.class) || is_claim(p));
            return Ok(None);
        }
        let automaton = resolved.automaton(program, outline);
        let of_threads = classes.iter().any(|class| OF_THREADS.contains(class));
        let meeting = instrument::witness::follow(program, &automaton, constraint::float_constant, of_threads).map_err(|e| {
            let line = resolved.line(e.number).map(|l| format!("the waypoint of line {l}: ")).unwrap_or_default();
            format!("{line}{}", e.message)
        })?;
        instrument::keep_properties(program, |p| p.class != PropertyClass::Witness);
        Ok(Some(meeting))
    }

    /// A run on the values that the witness gives, before anything else is tried.
    pub(crate) fn first_run(&self, placed: &PlacedWitness, board: &Board, stop: &Stop) {
        let program = board.program();
        // Of several threads, which one reads which value is for others to find.
        if !self.is_violation() || program.begins_threads() {
            return;
        }
        let mut values = Values { types: &program.types, values: placed.resolved.results().into_iter() };
        let run = confirm::run_source(&Compiled::new(program), &mut values, stop);
        // Only properties are asked for, of which nobody asks who found them violated.
        board.report_run(&run, Engine::SearchInterpreter);
    }

    /// The verdict on the program together with the witness.
    pub(crate) fn verdict(&self, placed: &PlacedWitness, board: &Board) -> Verdict {
        let verdict = text::verify_verdict(board);
        let is_violation = self.is_violation();
        match (verdict, is_violation) {
            (Verdict::True, true) => Verdict::Unknown("witness rejected: no run that follows it violates the property".to_owned()),
            (Verdict::False(_), false) => Verdict::Unknown(format!("witness rejected: {}", placed.violated(board))),
            (Verdict::Unknown(reason), _) => Verdict::Unknown(format!("witness not confirmed: {reason}")),
            (verdict, _) => verdict,
        }
    }
}

impl PlacedWitness {
    /// What is violated though a correctness witness says that it holds.
    fn violated(&self, board: &Board) -> String {
        let program = board.program();
        let violated = |(id, property): (_, &'_ Property)| board.status(id).is_reached().then(|| property.clone());
        let all: Vec<Property> = program.properties.iter().filter_map(violated).collect();
        let claims = &self.resolved.claims;
        for property in &all {
            if let Some(claim) = claims.iter().zip(1..).find_map(|(c, n)| (property.name == claim_name(n)).then_some(c)) {
                return format!("`{}` does not hold at {}", claim.text, claim.place);
            }
            if program.files[property.loc.file] == INSERTED
                && let Some(claim) = claims.get(property.loc.line as usize - 1)
            {
                return format!("`{}` is undefined at {}: {}", claim.text, claim.place, property.text);
            }
        }
        if let Some(property) = all.iter().find(|property| contracts::is_of_contract(program, property)) {
            return format!("{} does not hold: {}", property.name, property.text);
        }
        all.first().map_or_else(String::new, |p| format!("{} is violated", class_name(p.class)))
    }
}

/// As lowering names the property of a claim.
fn claim_name(number: usize) -> String {
    format!("witness.{number}")
}

fn malformed(path: &Path, error: WitnessError) -> Failure {
    Failure::Witness { path: path.display().to_string(), error }
}

/// The values of a witness, then zeros.
struct Values<'a> {
    types: &'a TypeTable,
    values: std::vec::IntoIter<String>,
}

impl InputSource for Values<'_> {
    fn next(&mut self, _input: InputId, ty: TypeId, width: u16) -> Option<Bits> {
        let Some(text) = self.values.next() else { return Some(Bits::zero(width)) };
        let integer = instrument::witness::integer(&text).map(|v| Bits::from_signed(width, v));
        let is_float = matches!(self.types.get(ty), goto::Type::Float(_));
        let value = if is_float { value::from_text(self.types, ty, &text) } else { integer };
        Some(value.unwrap_or_else(|| Bits::zero(width)))
    }
}
