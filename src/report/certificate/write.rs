//! The folder of `--proof` while proofs are found: whatever happens to the process, it is valid. Each certificate gets its script at once, then its entry in
//! `proof.json`, which is replaced as a whole. Knows the board's proofs, not how they were found.

use super::{Check, Claim, ClaimPlace, Claimed, Fact, Method, PROOF_FILE, ProgramInfo, Proofs, RestsOn, Script, SourceFile, Target, Tool};
use crate::files::{self, Taken, fingerprint, write_atomically};
use crate::json;
use automata::fql::GoalIndex;
use engine::board::Board;
use engine::certificate::{Certificate, CertificateSink, Shows};
use engine::status::{Proof, Status};
use engine::target;
use goto::{DataModel, FuncId, GoalId, InstrId, Location, Program, PropertyId};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use thiserror::Error;

/// What the run is about.
pub struct About {
    /// The source files, as the user named them.
    pub files: Vec<PathBuf>,
    pub entry: String,
    pub model: DataModel,
    /// Names of the criteria or properties.
    pub asked: Vec<String>,
}

/// Why there can be no proofs.
#[derive(Debug, Error)]
pub enum ProofError {
    #[error("cannot write the proofs {}: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("will not replace {}: it holds `{found}`, which is not part of a proof", path.display())]
    Foreign { path: PathBuf, found: String },
    #[error("cannot read {}: {error}", path.display())]
    Source { path: PathBuf, error: io::Error },
}

/// A folder being written. Clones write to the same folder.
#[derive(Clone)]
pub struct ProofFolder {
    path: PathBuf,
    /// What `proof.json` says.
    proofs: Arc<Mutex<Proofs>>,
}

impl ProofFolder {
    /// Starts a folder without proofs. One of a former run is replaced; anything else is refused untouched.
    pub fn create(path: &Path, about: &About) -> Result<Self, ProofError> {
        let failed = |error| ProofError::Write { path: path.to_path_buf(), error };
        let source = |file: &PathBuf| {
            let content = fs::read(file).map_err(|error| ProofError::Source { path: file.clone(), error })?;
            Ok(SourceFile { name: file.display().to_string(), sha256: fingerprint(&content) })
        };
        let files = about.files.iter().map(source).collect::<Result<_, ProofError>>()?;
        let proofs = Proofs {
            tool: Tool { name: crate::NAME.into(), version: crate::VERSION.into() },
            program: ProgramInfo { files, entry: about.entry.clone(), data_model: json::model_name(about.model).into() },
            asked: about.asked.clone(),
            finished: false,
            scripts: Vec::new(),
            claims: Vec::new(),
        };
        let former = former_files(path)?;
        fs::create_dir_all(path).map_err(failed)?;
        let folder = Self { path: path.to_path_buf(), proofs: Arc::new(Mutex::new(proofs)) };
        folder.write(&folder.lock()).map_err(failed)?;
        for file in former.into_iter().filter(|f| !f.ends_with(PROOF_FILE)) {
            fs::remove_file(file).map_err(failed)?;
        }
        Ok(folder)
    }

    /// The run ended: all that the board says to be proved, and what each claim rests on. What comes later is not taken.
    pub fn finish(&self, board: Option<&Board>) -> io::Result<()> {
        let mut proofs = self.lock();
        let claims = board.map_or(Vec::new(), claimed);
        let with_argument = |(target, status, proof, argument)| {
            let claim = claim(&proofs.scripts, target, status, proof);
            let argument = if claim.rests_on.is_none() { argument } else { Vec::new() };
            Claim { argument, ..claim }
        };
        proofs.claims = claims.into_iter().map(with_argument).collect();
        proofs.finished = true;
        self.write(&proofs)
    }

    fn write(&self, proofs: &Proofs) -> io::Result<()> {
        write_atomically(&self.path.join(PROOF_FILE), json::text(proofs).as_bytes())
    }

    fn lock(&self) -> MutexGuard<'_, Proofs> {
        self.proofs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CertificateSink for ProofFolder {
    fn certificate(&mut self, program: &Program, certificate: &Certificate) -> io::Result<()> {
        // Whoever reports does not wait for a long script: only one certificate is written at a time, and its number stays free until then.
        let number = {
            let proofs = self.lock();
            if proofs.finished {
                return Ok(());
            }
            proofs.scripts.len() + 1
        };
        let checks: Vec<Check> = certificate.shows.iter().map(|shows| check(program, shows)).collect();
        let text = format!("{}{}", header(&checks, certificate.proof), certificate.script);
        let file = format!("proof-{number}.smt2");
        write_atomically(&self.path.join(&file), text.as_bytes())?;
        let mut proofs = self.lock();
        if proofs.finished {
            return Ok(());
        }
        let method = Method::from(certificate.proof.method);
        proofs.scripts.push(Script { file, sha256: fingerprint(text.as_bytes()), method, k: certificate.proof.k, checks });
        let Proofs { scripts, claims, .. } = &mut *proofs;
        let shown = scripts.last().into_iter().flat_map(|script| &script.checks).filter_map(Check::claim);
        let new: Vec<Claim> = shown.map(|(target, status)| claim(scripts, target.clone(), status, certificate.proof)).collect();
        claims.retain(|old| !new.iter().any(|n| n.target.id == old.target.id));
        claims.extend(new);
        self.write(&proofs)
    }
}

/// What a person who opens the script needs to know.
fn header(checks: &[Check], proof: Proof) -> String {
    let k = proof.k.map_or(String::new(), |k| format!(", k = {k}"));
    let mut text = format!(
        "; {} {}: a proof by {}{k}, for any solver that reads SMT-LIB 2 with bit-vectors.\n; Every check must be answered unsat. They show, in this order:\n",
        crate::NAME,
        crate::VERSION,
        proof.method.name()
    );
    for (n, check) in checks.iter().enumerate() {
        let said = match check {
            Check::NothingIsCut => "no path that may come to what follows goes on beyond the bound or where the program is not followed".to_string(),
            Check::StatesStandForAll => "the states that stand for all iterations include those of the next one".to_string(),
            Check::Invariants { facts } => {
                let facts: Vec<String> = facts.iter().map(|f| format!("{} ({}:{})", f.text, f.place.file, f.place.line)).collect();
                format!("these hold whenever the heads of their loops are reached: {}", facts.join("; "))
            }
            Check::Unreachable(target) => format!("{} is unreachable", target.id),
            Check::Holds(target) => format!("{} holds", target.id),
        };
        let said: String = said.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        text.push_str(&format!(";   {}. {said}\n", n + 1));
    }
    text
}

fn check(program: &Program, shows: &Shows) -> Check {
    match shows {
        Shows::NothingIsCut => Check::NothingIsCut,
        Shows::StatesStandForAll => Check::StatesStandForAll,
        Shows::Invariants(facts) => Check::Invariants { facts: facts.iter().map(|f| fact(program, (f.function, f.head), f.text(program))).collect() },
        Shows::Excluded(target::Target::Goal(id)) => Check::Unreachable(goal(program, *id)),
        Shows::Excluded(target::Target::Property(id)) => Check::Holds(property(program, *id)),
        Shows::Excluded(target::Target::QueryGoal(number)) => Check::Unreachable(query_goal(program, *number)),
    }
}

fn fact(program: &Program, (function, head): (FuncId, InstrId), text: String) -> Fact {
    let info = &program.functions[function];
    // What the head does may have no place of its own.
    let loc = info.body.as_ref().map(|body| body[head].loc).filter(|loc| loc.line > 0).unwrap_or(info.loc);
    Fact { text, place: place(program, loc, function) }
}

fn goal(program: &Program, id: GoalId) -> Target {
    let goal = &program.goals[id];
    Target { id: goal.name.clone(), place: place(program, goal.loc, goal.function), kind: json::goal_kind(goal.kind).into(), text: goal.text.clone() }
}

/// What a query asks for is no part of the program.
fn query_goal(program: &Program, number: GoalIndex) -> Target {
    let start = &program.functions[program.start];
    Target { id: format!("{}", number.0 + 1), place: place(program, start.loc, program.start), kind: "sequence".into(), text: String::new() }
}

fn property(program: &Program, id: PropertyId) -> Target {
    let property = &program.properties[id];
    let place = place(program, property.loc, property.function);
    Target { id: property.name.clone(), place, kind: json::class_name(property.class).into(), text: property.text.clone() }
}

fn place(program: &Program, loc: Location, function: FuncId) -> ClaimPlace {
    let file = program.files.get(loc.file).cloned().unwrap_or_default();
    ClaimPlace { file, line: loc.line, column: loc.column, function: program.functions[function].name.clone() }
}

/// Everything that the board says to be proved.
fn claimed(board: &Board) -> Vec<(Target, Claimed, Proof, Vec<String>)> {
    let program = board.program();
    let goals = program.goals.ids().filter_map(|id| match board.status(id) {
        Status::Excluded(proof) => Some((goal(program, id), Claimed::Unreachable, proof, Vec::new())),
        Status::Open(_) | Status::Reached(_) | Status::Superseded => None,
    });
    let properties = program.properties.ids().filter_map(|id| match board.status(id) {
        Status::Excluded(proof) => Some((property(program, id), Claimed::Holds, proof, board.argument(id))),
        Status::Open(_) | Status::Reached(_) | Status::Superseded => None,
    });
    goals.chain(properties).collect()
}

/// A claim with the last check that shows it, if there is one.
fn claim(scripts: &[Script], target: Target, status: Claimed, proof: Proof) -> Claim {
    let method = Method::from(proof.method);
    let shows = |check: &Check| check.claim().is_some_and(|(shown, claimed)| (&shown.id, claimed) == (&target.id, status));
    let rests_on = scripts.iter().rev().filter(|script| script.method == method).find_map(|script| {
        let position = script.checks.iter().position(shows)?;
        Some(RestsOn { script: script.file.clone(), check: position + 1 })
    });
    Claim { target, status, method, k: proof.k, rests_on, argument: Vec::new() }
}

/// The files of a proof in an existing folder; an error if there is anything else.
fn former_files(path: &Path) -> Result<Vec<PathBuf>, ProofError> {
    files::former(path, |name, is_folder| !is_folder && is_proof_file(name)).map_err(|taken| match taken {
        Taken::Failed(error) => ProofError::Write { path: path.to_path_buf(), error },
        Taken::Foreign(found) => ProofError::Foreign { path: path.to_path_buf(), found },
    })
}

fn is_proof_file(name: &str) -> bool {
    let number = name.strip_prefix("proof-").and_then(|rest| rest.strip_suffix(".smt2"));
    name == PROOF_FILE || number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}
