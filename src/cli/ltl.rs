//! `ltl`: the program with the automaton of the runs that violate a formula, its claims decided under supervision, the verdict composed of them.

use crate::cli::analysis::Session;
use crate::cli::args::LtlArgs;
use crate::cli::beginnings;
use crate::cli::condition::{self, Analysed};
use crate::cli::failure::Failure;
use crate::cli::formula::{self, Given, Source};
use crate::cli::marked::{self, STEP};
use crate::cli::output;
use crate::cli::pipeline::{self, Engines};
use crate::cli::progress::Progress;
use crate::cli::propositions::{self, PropositionError};
use crate::cli::request::{self, ProgramRequest};
use crate::cli::resumed;
use crate::cli::stepped::{self, Stepped};
use crate::cli::supervise;
use crate::cli::supervised::{CommandContext, Reporter};
use crate::cli::vacuity;
use crate::cli::visits::Compared;
use crate::cli::whole;
use analysis::termination::Claim;
use automata::condition::write::Extent;
use automata::ltl::{AtomKind, Buchi, LtlError, hoa};
use engine::board::{About, Board, LostRuns};
use engine::lassos;
use engine::status::Reason;
use engine::termination::{self, Answer, Ending};
use engine::trace;
use goto::limits::Stop;
use goto::{Bits, InputId};
use instrument::{self, Fairness, Lasso, Steps, Word};
use report::files::fingerprint;
use report::json::{self, Statistics};
use report::text::{self, Verdict};
use report::value::to_text;
use rustc_hash::FxHashSet;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Time to count the states that are visited.
const COUNTING: Duration = Duration::from_secs(3);
/// Assignments of a counterexample that are printed.
const LONGEST_TRACE: usize = 100;
/// As many times more assignments are of this tool.
const OWN_SHARE: usize = 20;

/// What is to be shown, known before the board is.
struct Shown {
    claims: Vec<Claim>,
    lassos: Vec<Lasso>,
    word: Word,
}

impl Shown {
    /// Of a claim that a run violates by coming back to a state: how many visits of the head ago that was.
    fn visits(&self, property: goto::PropertyId) -> Option<goto::ExprId> {
        self.lassos.iter().find(|l| l.property == property).map(|l| l.visits)
    }
}

/// What the analysis thread hands to the reporting one while it works.
#[derive(Default)]
struct Shared {
    shown: OnceLock<Shown>,
    board: OnceLock<Arc<Board>>,
    warnings: Mutex<Vec<String>>,
    /// What the beginnings of runs are like, if nothing better is known.
    beginnings: OnceLock<&'static str>,
    /// The program as assumption automata see it, if there is one to be written.
    stepped: OnceLock<Stepped>,
    /// Of which parts of the formula it does not depend that it holds.
    vacuous: Mutex<Option<vacuity::Parts>>,
}

/// What is asked: a formula, or an automaton of what violates it.
#[derive(Clone)]
struct LtlQuestion {
    given: Option<Given>,
    /// Of the runs that violate the formula.
    automaton: Buchi,
    text: String,
    /// What is asked, with all that it depends on.
    whole_text: String,
}

impl LtlQuestion {
    fn question(&self) -> condition::Question<'_> {
        condition::Question { about: condition::About::Formula(&self.whole_text), malloc_may_fail: false }
    }

    fn of(given: Given) -> Result<Self, Failure> {
        let text = given.specification.text();
        Ok(Self { automaton: given.violations()?, whole_text: text.clone(), text, given: Some(given) })
    }

    fn wrong(&self, error: LtlError) -> Failure {
        match &self.given {
            Some(given) => given.wrong(error),
            None => Failure::Formula { origin: "the automaton".into(), text: self.text.clone(), error },
        }
    }
}

struct Job<'a> {
    args: &'a LtlArgs,
    asked: LtlQuestion,
    program: ProgramRequest,
    engines: Engines,
    /// What earlier runs have looked at.
    before: Option<Arc<condition::Given>>,
}

/// Runs the command. The answer is the exit status.
pub(super) fn ltl(args: &LtlArgs, session: &Session) -> Result<u8, Failure> {
    request::check_written(&args.condition)?;
    let engines = Engines::new(&args.analysis)?;
    args.output.json.as_deref().map_or(Ok(()), output::check_writable)?;
    let before = args.resume.as_deref().map(condition::Given::read).transpose()?.map(Arc::new);
    let mut program = request::program(&args.program, None)?;
    let asked = asked(args, &program)?;
    if let Some(entry) = asked.given.as_ref().and_then(|g| g.entry.clone()) {
        program.competition = true;
        program.entry = args.program.entry.clone().unwrap_or(entry);
    }
    run(&Job { args, asked, program, engines, before }, session)
}

fn asked(args: &LtlArgs, program: &ProgramRequest) -> Result<LtlQuestion, Failure> {
    if let Some(path) = &args.buchi {
        let file = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|e| Failure::Usage(format!("cannot read {file}: {e}")))?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let automaton = hoa::read(&text).map_err(|e| {
            let start: usize = text.split_inclusive('\n').take(e.line.saturating_sub(1)).map(str::len).sum();
            let len = text[start..].lines().next().map_or(0, str::len);
            Failure::Formula { origin: file.clone(), text: text.clone(), error: LtlError::new(e.message, start..start + len) }
        })?;
        return Ok(LtlQuestion { given: None, automaton, whole_text: format!("not {}", fingerprint(&bytes)), text: format!("not {file}") });
    }
    let mut all = formula::read(&Source { formula: args.formula.as_deref(), property: args.property.as_deref(), files: &program.files })?;
    let given = if all.len() == 1 { all.remove(0) } else { formula::all_of(&all)? };
    LtlQuestion::of(given)
}

fn run(job: &Job<'_>, session: &Session) -> Result<u8, Failure> {
    let stop = supervise::stop_for(session.start, job.args.analysis.timeout);
    let shared = Arc::new(Shared::default());
    let mut progress = Progress::new(job.args.output.progress, job.args.output.quiet);
    let work = {
        let (request, asked, shared, stop, engines) = (job.program.clone(), job.asked.clone(), Arc::clone(&shared), stop.clone(), job.engines.clone());
        let (states, condition, before) = (job.args.output.json.is_some(), job.args.condition.condition.is_some(), job.before.clone());
        let vacuity = job.args.vacuity.is_some();
        move || {
            let wanted = LtlReports { states, condition, before: before.as_deref() };
            let known = match &before {
                Some(before) => whole(&request, &asked, wanted, before, &engines, &shared, &stop)?,
                None => None,
            };
            let statistics = known.map_or_else(|| analyse(&request, &asked, wanted, &engines, &shared, &stop), Ok)?;
            if let (Some(given), true) = (&asked.given, vacuity)
                && answer(&shared) == Some(Answer::Terminates)
            {
                let tell = |parts| *shared.vacuous.lock().unwrap_or_else(PoisonError::into_inner) = Some(parts);
                vacuity::of(given, &stop, tell, |harder| again(&request, harder, &engines, &stop))?;
            }
            Ok(statistics)
        }
    };
    let around = CommandContext { session, output: &job.args.output, program: &job.program, engines: &job.engines, stop: &stop };
    let over = around.run(&job.args.analysis, &mut || progress.tick(shared.board.get().map(|b| &**b)), work)?;
    progress.finish();
    around.report(over, |reporter| report(job, reporter, &shared))
}

/// What is wanted beside a verdict.
#[derive(Clone, Copy, Default)]
struct LtlReports<'a> {
    /// How many states paths one by one would visit.
    states: bool,
    /// What was looked at.
    condition: bool,
    /// What is left of this.
    before: Option<&'a condition::Given>,
}

/// The program as a whole for a while, as if nothing had been looked at: it may be the easier one. Statistics if that decides it.
fn whole(
    request: &ProgramRequest,
    asked: &LtlQuestion,
    wanted: LtlReports<'_>,
    before: &condition::Given,
    engines: &Engines,
    shared: &Shared,
    stop: &Stop,
) -> Result<Option<Statistics>, Failure> {
    let plain = stepped::read(request)?;
    before.for_formula(&plain.loaded.program, &plain, &asked.question())?;
    let _ = shared.stepped.set(plain);
    let found = Shared::default();
    let statistics = analyse(request, asked, LtlReports { condition: false, before: None, ..wanted }, engines, &found, &whole::share(stop))?;
    let is_decided = found.shown.get().zip(found.board.get()).is_some_and(|(shown, board)| !matches!(answered(asked, shown, board).1, Answer::Unknown(_)));
    if !is_decided {
        return Ok(None);
    }
    // This thread is the only one that sets them.
    found.shown.into_inner().into_iter().for_each(|shown| _ = shared.shown.set(shown));
    found.board.into_inner().into_iter().for_each(|board| _ = shared.board.set(board));
    Ok(Some(statistics))
}

/// Decides another formula on the same program.
fn again(request: &ProgramRequest, given: Given, engines: &Engines, stop: &Stop) -> Result<Answer, Failure> {
    let shared = Shared::default();
    analyse(request, &LtlQuestion::of(given)?, LtlReports::default(), engines, &shared, stop)?;
    shared.board.get().into_iter().for_each(|board| board.finish());
    Ok(answer(&shared).unwrap_or(Answer::Unknown(vec![Reason::NotAnalysed])))
}

/// What the claims come to by now.
fn answer(shared: &Shared) -> Option<Answer> {
    let (shown, board) = (shared.shown.get()?, shared.board.get()?);
    let endings: Vec<Ending> = shown.claims.iter().map(|claim| termination::ending(claim, board)).collect();
    Some(termination::answer(&endings))
}

/// The work of the analysis thread.
fn analyse(
    request: &ProgramRequest,
    asked: &LtlQuestion,
    wanted: LtlReports<'_>,
    engines: &Engines,
    shared: &Shared,
    stop: &Stop,
) -> Result<Statistics, Failure> {
    if wanted.condition && shared.stepped.get().is_none() {
        // This thread is the only one that sets it.
        let _ = shared.stepped.set(stepped::read(request)?);
    }
    let (mut loaded, propositions) = propositions::compile(request, &asked.automaton.atoms).map_err(|e| match e {
        PropositionError::Failed(failure) => failure,
        PropositionError::Wrong(error) => asked.wrong(error),
    })?;
    let mut looked = None;
    match (wanted.before, shared.stepped.get()) {
        (Some(before), Some(plain)) => {
            let (rest, warnings) = resumed::rest(&mut loaded, &propositions, request, plain, before, &asked.question())?;
            looked = Some(rest);
            shared.warnings.lock().unwrap_or_else(PoisonError::into_inner).extend(warnings);
        }
        _ => propositions.place_labels(&mut loaded.program, &|_, _, at| at),
    }
    let atoms = propositions.expressions;
    let steps = marked::steps(&loaded)?;
    let program = &mut loaded.program;
    instrument::keep_properties(program, |_| false);
    instrument::leave_lent_memory(program);
    if steps == Steps::Statements {
        refuse_next(asked, shared)?;
    } else if let Some(label) = asked.automaton.atoms.values().find(|a| a.kind == AtomKind::Label) {
        let message = format!("labels are seen after statements, but the steps of this program are its calls of {STEP}()");
        return Err(asked.wrong(LtlError::new(message, label.span.clone())));
    }
    let missing =
        loaded.missing.iter().filter(|f| *f != STEP).map(|f| format!("{f} has no body: its effects are guessed from its type; add the file that defines it"));
    shared.warnings.lock().unwrap_or_else(PoisonError::into_inner).extend(missing);
    pipeline::tidy(program);
    let Some(entry) = program.functions.iter().find(|(_, f)| f.name == request.entry && !f.model).map(|(id, _)| id) else {
        return Err(Failure::Usage(format!("there is no function {}", request.entry)));
    };
    let too_large = |e: automata::ltl::TooLarge| Failure::Usage(e.to_string());
    let none = FxHashSet::default();
    let beside = looked.as_ref().map_or(&none, instrument::AnalysedRuns::variables);
    let mut word = instrument::word(program, &asked.automaton, &atoms, steps, entry, beside).map_err(too_large)?;
    let compared = wanted.states.then(|| Compared::new(program, &word));
    let Fairness { claims, lassos, counts } = instrument::fairness(program, &word, &atoms);
    if let Some(looked) = &looked {
        looked.count_the_rest(program);
    }
    let claims: Vec<Claim> = word.claims.drain(..).chain(claims).collect();
    let letter = word.letter;
    let facts = word.facts(program, &counts);
    let board = Arc::new(Board::new(Arc::new(loaded.program), None, LostRuns::Count));
    claims.iter().for_each(|claim| board.add_alternatives(claim));
    board.propose(facts);
    if wanted.condition {
        board.want_depth(About::These(claims.iter().flat_map(termination::refutations).collect()));
    }
    // This thread is the only one that sets them.
    let _ = shared.shown.set(Shown { claims, lassos, word });
    let _ = shared.board.set(Arc::clone(&board));
    if let Some(given) = &asked.given {
        let _ = shared.beginnings.set(beginnings::of(board.program(), given, letter));
    }
    let mut statistics = pipeline::analyse(&board, engines, stop)?;
    if let Some(compared) = compared {
        statistics.engines.insert("states".to_owned(), compared.count(engines, &stop.earlier(Instant::now() + COUNTING))?);
    }
    Ok(statistics)
}

/// Letters that repeat are not told apart where every statement is a step.
fn refuse_next(asked: &LtlQuestion, shared: &Shared) -> Result<(), Failure> {
    match &asked.given {
        Some(given) if given.specification.formula.has_next() => {
            let at = given.text.find('X').unwrap_or(0);
            let message = format!("the operator X needs a program that says what a step is, by calls of {STEP}()");
            Err(given.wrong(LtlError::new(message, at..at + 1)))
        }
        Some(_) => Ok(()),
        None => {
            let warning = "the automaton must not tell letters apart that repeat: steps are wherever a proposition may change, and at heads of loops";
            shared.warnings.lock().unwrap_or_else(PoisonError::into_inner).push(warning.to_owned());
            Ok(())
        }
    }
}

/// What came out.
struct Outcome<'a> {
    shown: Option<&'a Shown>,
    board: Option<&'a Board>,
    endings: Vec<Ending>,
    verdict: Verdict,
}

fn outcome<'a>(job: &Job<'_>, shared: &'a Shared, reporter: &Reporter<'_>) -> Outcome<'a> {
    let (shown, board) = (shared.shown.get(), shared.board.get().map(|b| &**b));
    let (Some(shown), Some(board)) = (shown, board) else {
        return Outcome { shown, board: None, endings: Vec::new(), verdict: Verdict::Unknown(reporter.early()) };
    };
    let (endings, answer) = answered(&job.asked, shown, board);
    let verdict = match answer {
        Answer::Terminates => Verdict::True,
        Answer::DoesNotTerminate => Verdict::False("ltl"),
        Answer::Unknown(_) if reporter.defect.is_some() => Verdict::Unknown(reporter.early()),
        Answer::Unknown(_) => {
            let found = shared.beginnings.get().copied().unwrap_or("bad-prefix-free");
            Verdict::Unknown(format!("{found}, k = {}", reporter.statistics.k))
        }
    };
    Outcome { shown: Some(shown), board: Some(board), endings, verdict }
}

/// What is known of all claims, and what follows.
fn answered(asked: &LtlQuestion, shown: &Shown, board: &Board) -> (Vec<Ending>, Answer) {
    let mut endings: Vec<Ending> = shown.claims.iter().map(|claim| termination::ending(claim, board)).collect();
    for ending in &mut endings {
        if let Ending::Endless { by, inputs } = ending
            && !is_confirmed(asked, shown, board, *by, inputs)
        {
            *ending = Ending::Unknown(Reason::Unconfirmed);
        }
    }
    let answer = termination::answer(&endings);
    (endings, answer)
}

/// Does the word of the run violate the formula, as the formula itself says, and does the run go round the same way once more?
fn is_confirmed(asked: &LtlQuestion, shown: &Shown, board: &Board, by: goto::PropertyId, inputs: &[(InputId, Bits)]) -> bool {
    let Some(word) = lassos::word(board.program(), inputs, by, shown.word.letter, shown.visits(by)) else { return false };
    match &asked.given {
        Some(given) => !given.specification.formula.holds(&word),
        None => asked.automaton.accepts(&word),
    }
}

/// Reports what the board holds. The answer is the exit status.
fn report(job: &Job<'_>, reporter: Reporter<'_>, shared: &Shared) -> Result<u8, Failure> {
    if let Some(board) = shared.board.get() {
        board.finish();
    }
    let outcome = outcome(job, shared, &reporter);
    let warnings = shared.warnings.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let vacuous = shared.vacuous.lock().unwrap_or_else(PoisonError::into_inner).clone();
    reporter.print(&warnings, &outcome.verdict, || result_text(job, &outcome, vacuous.as_ref()))?;
    reporter.write_json(vec![job.asked.text.clone()], warnings, &outcome.verdict, |run| {
        let claims = outcome.shown.map_or(&[][..], |s| &s.claims);
        let endings: Vec<Ending> = outcome.endings.iter().map(|e| without_choices(&outcome, e)).collect();
        json::formula(run, outcome.board.map(Board::program), claims, &endings, vacuous.as_ref().map(|v| v.vacuous.as_slice()))
    })?;
    if let Some(path) = &job.args.condition.condition {
        let looked = match (outcome.board, &outcome.verdict) {
            (Some(_), Verdict::True) => Extent::All,
            (Some(board), _) if reporter.defect.is_none() => condition::extent_of(board.depth(), board.program(), shared.stepped.get()),
            _ => Extent::Nothing,
        };
        condition::write(path, shared.stepped.get(), &Analysed::So(looked), &job.asked.question(), job.before.as_deref())?;
    }
    reporter.status(&outcome.verdict)
}

/// The ending with the inputs of the program alone.
fn without_choices(outcome: &Outcome<'_>, ending: &Ending) -> Ending {
    let choice = outcome.shown.and_then(|s| s.word.choice);
    match ending {
        Ending::Endless { by, inputs } => Ending::Endless { by: *by, inputs: inputs.iter().filter(|i| Some(i.0) != choice).copied().collect() },
        other => other.clone(),
    }
}

fn result_text(job: &Job<'_>, outcome: &Outcome<'_>, vacuous: Option<&vacuity::Parts>) -> String {
    let mut result = String::new();
    if let (Some(shown), Some(board), false) = (outcome.shown, outcome.board, job.args.output.quiet) {
        let endings: Vec<Ending> = outcome.endings.iter().map(|e| without_choices(outcome, e)).collect();
        result.push_str(&text::termination_lines(board.program(), &shown.claims, &endings, true, job.args.trace));
        if job.args.trace {
            result.push_str(&traces(shown, board, &outcome.endings));
        }
    }
    result + &vacuous.map(vacuity::lines).unwrap_or_default()
}

/// The assignments of each run that violates the formula, and its word.
fn traces(shown: &Shown, board: &Board, endings: &[Ending]) -> String {
    let program = board.program();
    let mut text = String::new();
    for ending in endings {
        let Ending::Endless { by, inputs } = ending else { continue };
        let (mut steps, dropped) = trace::steps(program, inputs, *by, LONGEST_TRACE * OWN_SHARE);
        steps.retain(|s| !shown.word.is_helper(program, &s.place));
        steps.drain(..steps.len().saturating_sub(LONGEST_TRACE));
        text.push_str(if dropped > 0 { "the end of the way to it\n" } else { "the way to it\n" });
        for step in steps {
            let value = to_text(&program.types, step.ty, step.value);
            text.push_str(&format!("  {}:{}  {} = {value}\n", program.files[step.loc.file], step.loc.line, step.place));
        }
        if let Some(word) = lassos::word(program, inputs, *by, shown.word.letter, shown.visits(*by)) {
            text.push_str(&format!("  what comes after letter {} of {} repeats for ever\n", word.repeats, word.letters.len()));
        }
    }
    text
}
