//! Properties of a program: proved, or refuted with inputs; also with what a witness or an earlier run says of it.

pub mod check_witness;
mod confirmer;
mod contracts;
mod known;
mod memory;
mod sanitized;
pub(crate) mod witness;

use crate::asked::properties::{OF_THREADS, VerifyAim};
use crate::cache::Cache;
use crate::condition::{self, About, Analysed, EarlierRuns};
use crate::cover::{settle, unwritten};
use crate::engines::{self, Engines};
use crate::failure::Failure;
use crate::program::scope::Scope;
use crate::program::stepped;
use crate::program::{self, Aim, ProgramRequest};
use crate::reasons;
use crate::shares::{self, Share};
use crate::task::{Conclusion, End, Outcome, Question, Work, progress_of_board};
use crate::traces;
use analysis::termination::Claim;
use automata::condition::share::Decision;
use check_witness::{Check, PlacedWitness};
use confirmer::Confirmer;
use engine::board::{self, Board, LostRuns};
use engine::certificate::CertificateSink;
use engine::collection::TestSink;
use engine::deduce;
use engine::seeds::Seeds;
use engine::status::{Engine, Proof, ProofMethod, PropertySummary};
use engine::termination::{self, Ending};
use frontend::Loaded;
use frontend::library::models::Threads;
use goto::PropertyClass;
use goto::interp::threads::Meeting;
use instrument::{ContractPlan, Recursions};
use known::Place;
use memory::UnwrittenMemory;
use report::certificate::write::ProofFolder;
use report::json::{self, Statistics};
use report::result::AnalysisResult;
use report::suite::Suite;
use report::text::{self, Listing, Verdict};
use rustc_hash::FxHashSet;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// What is to be verified.
pub struct Verification {
    pub aim: VerifyAim,
    /// Each proof is written there as soon as it is found.
    pub proof: Option<ProofFolder>,
    /// A test is written there for each violation.
    pub suite: Option<Suite>,
    /// A witness that is to be checked.
    pub check: Option<Check>,
    /// What earlier runs have looked at.
    pub before: Option<EarlierRuns>,
    /// The paths that are analysed, if others are left to others.
    pub share: Option<Share>,
    /// Are decisions wanted by which the paths may be divided?
    pub decisions: bool,
    /// Is an automaton wanted of what was analysed?
    pub condition: bool,
    /// The functions whose properties are asked.
    pub scope: Scope,
    /// What the front end wrote for contracts.
    pub contracts: Option<ContractPlan>,
    /// What earlier runs have found, of a question of classes alone.
    pub cache: Option<Cache>,
}

/// The properties of a program.
pub struct Properties {
    board: Arc<Board>,
    /// Runs violations natively, of a program with threads.
    confirmer: Option<Confirmer>,
    /// Looks for violations that depend on what memory holds that is not written.
    memory: Option<UnwrittenMemory>,
    /// Functions without a body.
    missing: Vec<String>,
    /// What must be shown for termination, if that is asked.
    claims: Vec<Claim>,
    /// The witness that is checked.
    placed: Option<PlacedWitness>,
    /// Functions that were written for contracts and may run.
    contracted: FxHashSet<String>,
    /// Is all that is decided as an earlier run found it?
    is_known: OnceLock<()>,
}

/// What the program got beside properties.
#[derive(Default)]
struct Instrumented {
    /// Functions that were written for contracts and may run.
    contracted: FxHashSet<String>,
    /// Which races and deadlocks are asked for, if not all.
    meeting: Option<Meeting>,
}

/// What a person wants to read of properties.
#[derive(Clone, Copy, Default, Debug)]
pub struct Wanted {
    /// The counts alone.
    pub quiet: bool,
    /// Every property, not only those that do not hold.
    pub all: bool,
    /// Not what only the bound leaves open.
    pub within_bound: bool,
    /// The inputs of violations and the assignments on the way.
    pub trace: bool,
}

/// The witness of a verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WitnessText {
    Text(String),
    /// There should be one; why there is none.
    Missing(String),
    /// The verdict needs none.
    NotNeeded,
}

impl Verification {
    /// Of these properties, and nothing else.
    pub fn new(aim: VerifyAim) -> Self {
        Self {
            aim,
            proof: None,
            suite: None,
            check: None,
            before: None,
            share: None,
            decisions: false,
            condition: false,
            scope: Scope::default(),
            contracts: None,
            cache: None,
        }
    }

    /// What the program gets.
    pub(crate) fn asks(&self) -> Aim {
        match self.aim.classes.as_slice() {
            [PropertyClass::Termination] if self.check.is_none() => Aim::Terminate,
            classes => Aim::Verify(classes.to_vec()),
        }
    }

    /// Are functions left out that execution cannot get to? Certificates, witnesses and assumption automata speak of the program as it is, and termination of its loops, unless
    /// it is asked of all threads together.
    fn leaves_out(&self, has_threads: bool) -> bool {
        let speaks_of_loops = self.asks() == Aim::Terminate && !has_threads;
        let is_whole = self.proof.is_some() || self.check.is_some() || self.speaks_of_paths() || speaks_of_loops;
        self.scope.leaves_out() && !is_whole
    }

    /// There are no certificates of contracts.
    fn recursions(&self) -> Recursions {
        if self.proof.is_some() { Recursions::WithAnyArguments } else { Recursions::AsCalled }
    }

    /// Are violations looked for that depend on what memory holds that is not written? Claims of termination are no properties of the program; contracts fill memory
    /// themselves.
    fn fills_memory(&self, board: &Board, engines: &Engines) -> bool {
        let is_plain = self.check.is_none() && self.contracts.is_none() && !self.speaks_of_paths() && self.asks() != Aim::Terminate;
        is_plain && !board.program().begins_threads() && engines.at_work.contains(&Engine::UnwrittenMemory)
    }

    /// Is something said of paths by the steps that they take?
    fn speaks_of_paths(&self) -> bool {
        self.before.is_some() || self.condition || self.share.is_some() || self.decisions
    }

    /// The program as the front end makes it for this question, with the places of the witness that is to be checked.
    fn compile(&self, work: &Work<Self>) -> Result<(Loaded, Option<PlacedWitness>), Failure> {
        Ok(match &self.check {
            Some(check) => {
                let request = ProgramRequest { threads: Threads::Machine, ..work.program().clone() };
                check.compile(&request).map(|(loaded, placed)| (loaded, Some(placed)))?
            }
            None if self.speaks_of_paths() => (work.publish_stepped(stepped::read(work.program())?).loaded.clone(), None),
            None => (program::compile(&ProgramRequest { threads: Threads::Machine, ..work.program().clone() })?, None),
        })
    }

    /// Is it asked for something of threads that is not known of one run alone, with what is made for one thread?
    fn mixes_threads(&self) -> bool {
        self.speaks_of_paths() && self.aim.classes.iter().any(|class| OF_THREADS.contains(class))
    }

    /// Puts the properties into the program. `Err` within says why it cannot follow the witness.
    fn instrument(&self, work: &Work<Self>, loaded: &mut Loaded, placed: Option<&PlacedWitness>) -> Result<Result<Instrumented, String>, Failure> {
        let classes = &self.aim.classes;
        let before = self.before.as_ref().filter(|_| self.asks() != Aim::Terminate);
        match (self.check.as_ref().zip(placed), before.zip(work.stepped())) {
            (Some((check, placed)), _) => {
                return Ok(check.instrument(placed, loaded, classes).map(|meeting| Instrumented { meeting, ..Instrumented::default() }));
            }
            (None, Some((before, stepped))) => work.warn(before.restrict(stepped, loaded, classes, work.program().malloc_may_fail)?),
            (None, None) if let Some((share, stepped)) = self.share.as_ref().zip(work.stepped()) => share.restrict(stepped, loaded, classes)?,
            (None, None) => program::instrument(loaded, &self.asks()),
        }
        let mut contracted = FxHashSet::default();
        if let Some(plan) = &self.contracts {
            contracted = program::weave_contracts(loaded, plan)?;
            instrument::uninitialised_as_inputs(&mut loaded.program, Some(&work.program().entry));
            goto::assert_valid(&loaded.program, "contracts");
        }
        Ok(Ok(Instrumented { contracted, meeting: None }))
    }
}

impl Question for Verification {
    /// Or why the program cannot follow the witness that is to be checked.
    type Subject = Result<Properties, String>;
    /// How the loops and recursions end, if that is asked: one for each claim.
    type Results = Vec<Ending>;

    fn asked(&self) -> Vec<String> {
        self.aim.classes.iter().map(|c| json::class_name(*c).to_owned()).collect()
    }

    fn analyse(work: &Work<Self>) -> Result<Statistics, Failure> {
        let question = work.question();
        if question.mixes_threads() {
            return Err(Failure::unavailable("a property of threads with a condition"));
        }
        let (mut loaded, placed) = question.compile(work)?;
        if question.aim.unsupported.is_some() {
            return Ok(Statistics::default());
        }
        let whole = question.before.is_some().then(|| {
            let mut whole = loaded.clone();
            program::instrument(&mut whole, &question.asks());
            whole
        });
        let asked = question.scope.functions(&loaded.program)?;
        let Instrumented { contracted, meeting } = match question.instrument(work, &mut loaded, placed.as_ref())? {
            Ok(instrumented) => instrumented,
            Err(reason) => {
                work.publish(Err(reason));
                return Ok(Statistics::default());
            }
        };
        work.note(&loaded);
        let seeds = Seeds::of(&loaded.program, &loaded.given);
        let Loaded { mut program, missing, hidden, .. } = loaded;
        if let Some(asked) = asked {
            instrument::keep_properties(&mut program, |property| asked.contains(&property.function));
        }
        program::bound_loops(&mut program, &question.asks(), work.engines())?;
        if work.program().malloc_may_fail {
            program::let_allocations_fail(&mut program);
        }
        let has_threads = program.begins_threads();
        if question.leaves_out(has_threads) {
            program::tidy_reached(&mut program, &hidden);
        } else {
            program::tidy(&mut program);
        }
        instrument::thread_properties(&mut program, &question.aim.classes);
        let claims = match question.asks() {
            Aim::Terminate if has_threads => instrument::threads_end(&mut program, &missing),
            Aim::Terminate => program::claim_termination(&mut program, &missing, question.recursions()),
            _ => Vec::new(),
        };
        let known = question.cache.as_ref().and_then(|cache| Place::new(cache, work.program(), &question.aim.classes, &program, &hidden));
        let tests = question.suite.clone().map(|suite| Box::new(suite) as Box<dyn TestSink>);
        let board = Board::new(Arc::new(program), tests, LostRuns::Count);
        let board = if question.share.is_some() { board.of_share() } else { board };
        let board = match meeting {
            Some(meeting) => board.asking_for(meeting),
            None => board,
        };
        deduce::exclude_unreached(&board);
        seeds.leave(&board);
        claims.iter().for_each(|claim| board.add_alternatives(claim));
        if !has_threads {
            exclude_threads(&board);
        }
        if let Some(proof) = &question.proof {
            board.certify_to(Box::new(proof.clone()) as Box<dyn CertificateSink>);
        }
        if work.stepped().is_some() {
            board.want_depth(board::About::Everything);
        }
        let board = Arc::new(board);
        // A program that follows a witness is not the one that runs natively, and a run that goes on for ever has no end to look at.
        let is_whole = question.check.is_none() && question.asks() != Aim::Terminate;
        let is_confirmed = is_whole && has_threads && work.engines().at_work.contains(&Engine::Replay);
        let confirmer = is_confirmed.then(|| Confirmer::new(work.program(), Arc::clone(&board)));
        let memory = question.fills_memory(&board, work.engines()).then(|| UnwrittenMemory::new(&board, work.engines()));
        let properties = Properties { board, confirmer, memory, missing, claims, placed, contracted, is_known: OnceLock::new() };
        let Ok(Properties { board, confirmer, memory, placed, is_known, .. }) = work.publish(Ok(properties)) else {
            return Ok(Statistics::default());
        };
        if let Some((check, placed)) = question.check.as_ref().zip(placed.as_ref()) {
            check.first_run(placed, board, work.stop());
        }
        if let Some(whole) = whole {
            condition::try_whole(whole, work.program(), work.engines(), board, work.stop())?;
        }
        if known.as_ref().is_some_and(|known| known.recall(board, work.stop())) {
            is_known.get_or_init(|| ());
            return Ok(Statistics::default());
        }
        let statistics = work.engines().analyse(board, work.stop());
        if let Some(known) = known {
            known.keep(board, work.stop());
        }
        if let Some(memory) = memory {
            memory.exhaust(work.stop());
        }
        if let Some(confirmer) = confirmer {
            confirmer.exhaust(work.stop());
        }
        statistics
    }

    fn tick(work: &Work<Self>, subject: &Self::Subject) {
        let Ok(Properties { confirmer, memory, .. }) = subject else { return };
        confirmer.iter().for_each(Confirmer::tick);
        memory.iter().for_each(|memory| memory.tick(work.stop()));
    }

    fn statistics(subject: &Self::Subject) -> Statistics {
        subject.as_ref().map_or_else(|_| Statistics::default(), |properties| engines::statistics(&properties.board.effort()))
    }

    fn progress(subject: &Self::Subject) -> String {
        subject.as_ref().map_or_else(Clone::clone, |properties| progress_of_board(&properties.board))
    }

    fn conclude(work: &Work<Self>, end: &End) -> Conclusion<Vec<Ending>> {
        let properties = work.subject().and_then(|subject| subject.as_ref().ok());
        if let Some(Properties { board, missing, confirmer, memory, .. }) = properties {
            memory.iter().for_each(UnwrittenMemory::finish);
            board.finish();
            confirmer.iter().for_each(Confirmer::finish);
            settle(work, work.question().suite.as_ref());
            board.arrange(false);
            reasons::explain_end(board, work.stop().reason(), end.defect.as_ref());
            reasons::explain_indeterminate(board, missing);
        }
        let unwritten = unwritten(work.question().suite.as_ref(), work.question().proof.as_ref(), properties.map(|p| &*p.board));
        let endings = properties.map(|p| p.claims.iter().map(|claim| termination::ending(claim, &p.board)).collect::<Vec<_>>()).unwrap_or_default();
        Conclusion { verdict: verdict(work, &endings, work.early(end)), results: endings, unwritten }
    }

    fn json(outcome: &Outcome<Self>) -> String {
        outcome.result().text()
    }
}

/// One thread alone does not race, and waits for nobody.
fn exclude_threads(board: &Board) {
    for (id, property) in board.program().properties.iter() {
        if OF_THREADS.contains(&property.class) {
            board.exclude(id, Proof { method: ProofMethod::Dominator, k: None });
        }
    }
}

/// What it comes to; `early` says why there is no board where there is none.
fn verdict(work: &Work<Verification>, endings: &[Ending], early: String) -> Verdict {
    let Verification { aim, check, .. } = work.question();
    if let Some(name) = &aim.unsupported {
        return Verdict::Unknown(format!("{name} is not supported"));
    }
    let Properties { board, placed, .. } = match work.subject() {
        None => return Verdict::Unknown(early),
        Some(Err(reason)) => return Verdict::Unknown(format!("witness rejected: {reason}")),
        Some(Ok(properties)) => properties,
    };
    if let Some((check, placed)) = check.as_ref().zip(placed.as_ref()) {
        return check.verdict(placed, board);
    }
    if work.question().asks() == Aim::Terminate {
        return text::termination_verdict(board.program(), endings);
    }
    match text::verify_verdict(board) {
        // Of a run only its first violation counts.
        Verdict::False(class) if aim.classes.len() > 1 => {
            let leading = witness::leading_violation(board).map(|(property, _)| board.program().properties[property].class);
            Verdict::False(leading.filter(|class| *class != PropertyClass::Vacuity).map_or(class, json::class_name))
        }
        verdict => verdict,
    }
}

impl Outcome<Verification> {
    /// The properties, unless the run ended before there were any.
    pub fn board(&self) -> Option<&Board> {
        self.properties().map(|properties| &*properties.board)
    }

    /// May this function run, which was written for a contract? As long as nothing is known it may.
    pub fn may_run(&self, contracted: &str) -> bool {
        self.properties().is_none_or(|properties| properties.contracted.contains(contracted))
    }

    /// Is everything as an earlier run found it?
    pub fn is_known(&self) -> bool {
        self.properties().is_some_and(|properties| properties.is_known.get().is_some())
    }

    fn properties(&self) -> Option<&Properties> {
        self.work().subject()?.as_ref().ok()
    }

    fn claims(&self) -> &[Claim] {
        self.properties().map_or(&[], |properties| &properties.claims)
    }

    /// The result that reports are made of, with the ways to violations.
    pub fn result(&self) -> &AnalysisResult {
        self.result_by(|run, is_enough| match self.work().question().asks() {
            Aim::Terminate => json::termination(run, self.board().map(Board::program), self.claims(), &self.results),
            Aim::Verify(_) | Aim::Cover(..) => json::verify(run, self.board(), is_enough),
        })
    }

    /// The properties and their counts.
    pub fn text(&self, wanted: Wanted) -> String {
        let Wanted { quiet, all, within_bound, trace } = wanted;
        let board = self.board().filter(|_| !quiet);
        if self.work().question().asks() == Aim::Terminate {
            let mut lines = board.map(|board| text::termination_lines(board.program(), self.claims(), &self.results, all, trace)).unwrap_or_default();
            if let Some(board) = board.filter(|board| trace && board.program().begins_threads()) {
                lines.push_str(&traces::violations(board));
            }
            return lines + &text::property_summary_line(&text::termination_summary(&self.results));
        }
        let mut result = String::new();
        if let Some(board) = board {
            result.push_str(&text::property_lines(board, Listing { entry: &self.work().program().entry, all, within_bound, trace }));
            if trace {
                result.push_str(&traces::violations(board));
            }
        }
        result + &text::property_summary_line(&self.board().map_or(PropertySummary::default(), Board::property_summary))
    }

    /// What was analysed, with what was known before, as an automaton.
    pub fn condition(&self) -> String {
        let (asks, work) = (self.work().question().asks(), self.work());
        let about = match &asks {
            Aim::Verify(classes) => About::Properties(classes),
            Aim::Cover(..) | Aim::Terminate => About::Goals,
        };
        let question = condition::Purpose { about, malloc_may_fail: work.program().malloc_may_fail };
        let analysed = condition::so_far(self.board().filter(|_| self.end.defect.is_none()), work.stepped(), &question, &self.verdict);
        match &work.question().share {
            Some(share) => condition::text_of_share(work.stepped(), &analysed, &question, share),
            None => condition::text(work.stepped(), &Analysed::So(analysed), &question, work.question().before.as_ref()),
        }
    }

    /// Decisions by which the paths that were analysed may be divided, the best ones first.
    pub fn decisions(&self) -> Vec<Decision> {
        let work = self.work();
        work.stepped().map(|stepped| shares::decisions(stepped, work.question().share.as_ref())).unwrap_or_default()
    }

    /// The witness of the verdict, in the format that the name of its file asks for.
    ///
    /// # Errors
    /// If the program cannot be read any more.
    pub fn witness(&self, path: &Path) -> Result<WitnessText, Failure> {
        match self.board().filter(|_| self.end.defect.is_none()) {
            Some(board) => witness::text(path, &self.work().question().aim, (self.work().program(), self.work().engines()), board, &self.verdict),
            None => Ok(WitnessText::NotNeeded),
        }
    }
}
