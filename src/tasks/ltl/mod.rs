//! Linear temporal logic: the program with the automaton of the runs that violate a formula, its claims decided, the verdict composed of them.

mod beginnings;
pub mod formula;
mod marked;
mod propositions;
mod resumed;
mod vacuity;
mod visits;

use crate::condition::{self, Analysed};
use crate::engines::Engines;
use crate::failure::Failure;
use crate::program::stepped::{self, Stepped};
use crate::program::{self, ProgramRequest};
use crate::task::{Conclusion, End, Outcome, Question, Work, progress_of_board};
use crate::traces;
use analysis::termination::Claim;
use automata::condition::write::Extent;
use automata::ltl::{AtomKind, Buchi, hoa};
use engine::board::{About, Board, LostRuns};
use engine::lassos;
use engine::status::Reason;
use engine::termination::{self, Answer, Ending};
use engine::trace;
use formula::FormulaText;
use goto::limits::Stop;
use goto::{Bits, InputId, TextError};
use instrument::{Fairness, Lasso, Steps, Word};
use marked::STEP;
use propositions::PropositionError;
use report::files::fingerprint;
use report::json::{self, Statistics};
use report::text::{self, Verdict};
use rustc_hash::FxHashSet;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use visits::Compared;

/// Time to count the states that are visited.
const COUNTING: Duration = Duration::from_secs(3);
/// As many times more assignments are of this tool.
const OWN_SHARE: usize = 20;

/// What is asked: a formula, or an automaton of what violates it.
#[derive(Clone)]
pub struct Specified {
    given: Option<FormulaText>,
    /// Of the runs that violate the formula.
    automaton: Buchi,
    text: String,
    /// What is asked, with all that it depends on.
    whole_text: String,
}

impl Specified {
    /// All of these formulas.
    ///
    /// # Errors
    /// If their automaton is too large.
    pub fn formulas(all: Vec<FormulaText>) -> Result<Self, Failure> {
        match <[FormulaText; 1]>::try_from(all) {
            Ok([given]) => Self::formula(given),
            Err(all) => Self::formula(formula::all_of(&all)?),
        }
    }

    fn formula(given: FormulaText) -> Result<Self, Failure> {
        let text = given.specification.text();
        Ok(Self { automaton: given.violations()?, whole_text: text.clone(), text, given: Some(given) })
    }

    /// That no run is accepted by the automaton of a file.
    ///
    /// # Errors
    /// If the file cannot be read or holds no automaton.
    pub fn automaton(path: &Path) -> Result<Self, Failure> {
        let file = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|e| Failure::Usage(format!("cannot read {file}: {e}")))?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let automaton = hoa::read(&text).map_err(|e| e.within(&file, &text))?;
        Ok(Self { given: None, automaton, whole_text: format!("not {}", fingerprint(&bytes)), text: format!("not {file}") })
    }

    /// The entry function that a property file names.
    pub fn entry(&self) -> Option<&str> {
        self.given.as_ref()?.entry.as_deref()
    }

    fn purpose(&self) -> condition::Purpose<'_> {
        condition::Purpose { about: condition::About::Formula(&self.whole_text), malloc_may_fail: false }
    }

    fn wrong(&self, error: TextError) -> Failure {
        match &self.given {
            Some(given) => given.wrong(error),
            None => error.within("the automaton", &self.text).into(),
        }
    }
}

/// What is asked about runs without end.
pub struct Temporal {
    pub specified: Specified,
    /// What earlier runs have looked at.
    pub before: Option<condition::EarlierRuns>,
    /// Is it counted how many states paths one by one would visit?
    pub states: bool,
    /// Is an automaton wanted of what was analysed?
    pub condition: bool,
    /// If the formula holds: of which of its parts does that not depend?
    pub vacuity: bool,
}

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

/// The program with its claims.
pub struct Claims {
    shown: Shown,
    /// By what the program is known again.
    program_hash: String,
    board: Board,
    /// What the beginnings of runs are like, if nothing better is known.
    beginnings: OnceLock<&'static str>,
    /// Of which parts of the formula it does not depend that it holds.
    vacuous: Mutex<Option<vacuity::Parts>>,
}

impl Question for Temporal {
    type Subject = Claims;
    /// What is known of each claim.
    type Results = Vec<Ending>;

    fn asked(&self) -> Vec<String> {
        vec![self.specified.text.clone()]
    }

    fn analyse(work: &Work<Self>) -> Result<Statistics, Failure> {
        let Temporal { specified, vacuity, .. } = work.question();
        let statistics = match work.question().of_whole(work)? {
            Some(statistics) => statistics,
            None => work.question().of_rest(work)?,
        };
        if let (Some(given), true, Some(claims)) = (&specified.given, vacuity, work.subject())
            && claims.answer() == Answer::Terminates
        {
            let tell = |parts| *claims.vacuous.lock().unwrap_or_else(PoisonError::into_inner) = Some(parts);
            vacuity::of(given, work.stop(), tell, |harder| again(work.program(), harder, work.engines(), work.stop()))?;
        }
        Ok(statistics)
    }

    fn progress(claims: &Claims) -> String {
        progress_of_board(&claims.board)
    }

    fn conclude(work: &Work<Self>, end: &End) -> Conclusion<Vec<Ending>> {
        let Some(claims) = work.subject() else { return Conclusion::new(Verdict::Unknown(work.early(end)), Vec::new()) };
        claims.board.finish();
        let (endings, answer) = claims.answered(&work.question().specified);
        let verdict = match answer {
            Answer::Terminates => Verdict::True,
            Answer::DoesNotTerminate => Verdict::False("ltl"),
            Answer::Unknown(_) if end.defect.is_some() => Verdict::Unknown(work.early(end)),
            Answer::Unknown(_) => {
                let found = claims.beginnings.get().copied().unwrap_or("bad-prefix-free");
                Verdict::Unknown(format!("{found}, k = {}", end.statistics.k))
            }
        };
        Conclusion::new(verdict, endings)
    }

    fn json(outcome: &Outcome<Self>) -> String {
        let claims = outcome.work().subject();
        let vacuous = outcome.vacuous();
        json::formula(
            &outcome.run(),
            claims.map(|c| c.board.program()),
            claims.map_or(&[], |c| &c.shown.claims),
            &outcome.endings(),
            vacuous.as_ref().map(|v| v.vacuous.as_slice()),
        )
        .text()
    }
}

impl Temporal {
    /// The program as a whole for a while, as if nothing had been looked at: it may be the easier one. Statistics if that decides it.
    fn of_whole(&self, work: &Work<Self>) -> Result<Option<Statistics>, Failure> {
        let Some(before) = &self.before else { return Ok(None) };
        let plain = stepped::read(work.program())?;
        before.for_formula(&plain.loaded.program, &plain, &self.specified.purpose())?;
        work.publish_stepped(plain);
        let (claims, compared) = Claims::of(work.program(), &self.specified, self.states, None, &mut Vec::new())?;
        let statistics = claims.analyse(&self.specified, compared, work.engines(), &condition::share_for_whole(work.stop()))?;
        if matches!(claims.answered(&self.specified).1, Answer::Unknown(_)) {
            return Ok(None);
        }
        work.identify(claims.program_hash.clone());
        work.publish(claims);
        Ok(Some(statistics))
    }

    /// The program without what was looked at before.
    fn of_rest(&self, work: &Work<Self>) -> Result<Statistics, Failure> {
        if self.condition && work.stepped().is_none() {
            work.publish_stepped(stepped::read(work.program())?);
        }
        let mut warnings = Vec::new();
        let made = Claims::of(work.program(), &self.specified, self.states, self.before.as_ref().zip(work.stepped()), &mut warnings);
        work.warn(warnings);
        let (claims, compared) = made?;
        if self.condition {
            claims.board.want_depth(About::These(claims.shown.claims.iter().flat_map(termination::refutations).collect()));
        }
        work.identify(claims.program_hash.clone());
        work.publish(claims).analyse(&self.specified, compared, work.engines(), work.stop())
    }
}

/// Decides another formula on the same program.
fn again(request: &ProgramRequest, given: FormulaText, engines: &Engines, stop: &Stop) -> Result<Answer, Failure> {
    let specified = Specified::formula(given)?;
    let (claims, _) = Claims::of(request, &specified, false, None, &mut Vec::new())?;
    claims.analyse(&specified, None, engines, stop)?;
    claims.board.finish();
    Ok(claims.answer())
}

impl Claims {
    /// The program with the automaton of the runs that violate the formula, and with it what counts states, if that is wanted; of a part of the program if earlier runs
    /// have looked at the `rest`.
    fn of(
        request: &ProgramRequest,
        specified: &Specified,
        states: bool,
        before: Option<(&condition::EarlierRuns, &Stepped)>,
        warnings: &mut Vec<String>,
    ) -> Result<(Self, Option<Compared>), Failure> {
        let (mut loaded, propositions) = propositions::compile(request, &specified.automaton.atoms).map_err(|e| match e {
            PropositionError::Failed(failure) => failure,
            PropositionError::Wrong(error) => specified.wrong(error),
        })?;
        let program_hash = request.hash(&loaded);
        let mut looked = None;
        match before {
            Some((before, plain)) => {
                let (rest, told) = resumed::rest(&mut loaded, &propositions, request, plain, before, &specified.purpose())?;
                looked = Some(rest);
                warnings.extend(told);
            }
            None => propositions.place_labels(&mut loaded.program, &|_, _, at| at),
        }
        let atoms = propositions.expressions;
        let steps = marked::steps(&loaded)?;
        loaded.missing.retain(|f| f != STEP);
        let weaknesses: Vec<String> = program::weaknesses(&loaded).collect();
        let program = &mut loaded.program;
        instrument::keep_properties(program, |_| false);
        instrument::leave_lent_memory(program);
        check_steps(specified, steps, warnings)?;
        warnings.extend(weaknesses);
        program::tidy(program);
        let Some(entry) = program.functions.iter().find(|(_, f)| f.name == request.entry && !f.model).map(|(id, _)| id) else {
            return Err(Failure::Usage(format!("there is no function {}", request.entry)));
        };
        let too_large = |e: automata::ltl::TooLarge| Failure::Usage(e.to_string());
        let none = FxHashSet::default();
        let beside = looked.as_ref().map_or(&none, instrument::AnalysedRuns::variables);
        let mut word = instrument::word(program, &specified.automaton, &atoms, steps, entry, beside).map_err(too_large)?;
        let compared = states.then(|| Compared::new(program, &word));
        let Fairness { claims, lassos, counts } = instrument::fairness(program, &word, &atoms);
        if let Some(looked) = &looked {
            looked.count_the_rest(program);
        }
        let claims: Vec<Claim> = word.claims.drain(..).chain(claims).collect();
        let facts = word.facts(program, &counts);
        let board = Board::new(Arc::new(loaded.program), None, LostRuns::Count);
        claims.iter().for_each(|claim| board.add_alternatives(claim));
        board.propose(facts);
        Ok((Self { shown: Shown { claims, lassos, word }, program_hash, board, beginnings: OnceLock::new(), vacuous: Mutex::default() }, compared))
    }

    /// Works on the claims, and counts states if that is wanted.
    fn analyse(&self, specified: &Specified, compared: Option<Compared>, engines: &Engines, stop: &Stop) -> Result<Statistics, Failure> {
        if let Some(given) = &specified.given {
            self.beginnings.get_or_init(|| beginnings::of(self.board.program(), given, self.shown.word.letter));
        }
        let mut statistics = engines.analyse(&self.board, stop)?;
        if let Some(compared) = compared {
            statistics.engines.insert("states".to_owned(), compared.count(engines, &stop.earlier(Instant::now() + COUNTING))?);
        }
        Ok(statistics)
    }

    fn endings(&self) -> Vec<Ending> {
        self.shown.claims.iter().map(|claim| termination::ending(claim, &self.board)).collect()
    }

    /// What the claims come to by now.
    fn answer(&self) -> Answer {
        termination::answer(&self.endings())
    }

    /// What is known of all claims, and what follows. Runs that violate the formula are looked at once more.
    fn answered(&self, specified: &Specified) -> (Vec<Ending>, Answer) {
        let mut endings = self.endings();
        for ending in &mut endings {
            if let Ending::Endless { by, inputs } = ending
                && !self.is_confirmed(specified, *by, inputs)
            {
                *ending = Ending::Unknown(Reason::Unconfirmed);
            }
        }
        let answer = termination::answer(&endings);
        (endings, answer)
    }

    /// Does the word of the run violate the formula, as the formula itself says, and does the run go round the same way once more?
    fn is_confirmed(&self, specified: &Specified, by: goto::PropertyId, inputs: &[(InputId, Bits)]) -> bool {
        let Self { shown, board, .. } = self;
        let Some(word) = lassos::word(board.program(), inputs, by, shown.word.letter, shown.visits(by)) else { return false };
        match &specified.given {
            Some(given) => !given.specification.formula.holds(&word),
            None => specified.automaton.accepts(&word),
        }
    }

    /// The assignments of each run that violates the formula, and its word.
    fn traces(&self, endings: &[Ending]) -> String {
        let Self { shown, board, .. } = self;
        let program = board.program();
        let mut text = String::new();
        for ending in endings {
            let Ending::Endless { by, inputs } = ending else { continue };
            let (mut steps, dropped) = trace::steps(program, inputs, *by, traces::LONGEST * OWN_SHARE);
            steps.retain(|s| !shown.word.is_helper(program, &s.place));
            steps.drain(..steps.len().saturating_sub(traces::LONGEST));
            text.push_str(if dropped > 0 { "the end of the way to it\n" } else { "the way to it\n" });
            text.extend(steps.iter().map(|step| traces::assignment(program, step)));
            if let Some(word) = lassos::word(program, inputs, *by, shown.word.letter, shown.visits(*by)) {
                text.push_str(&format!("  what comes after letter {} of {} repeats for ever\n", word.repeats, word.letters.len()));
            }
        }
        text
    }
}

/// Refuses formulas that the steps of the program do not fit.
fn check_steps(specified: &Specified, steps: Steps, warnings: &mut Vec<String>) -> Result<(), Failure> {
    if steps != Steps::Statements {
        let Some(label) = specified.automaton.atoms.values().find(|a| a.kind == AtomKind::Label) else { return Ok(()) };
        let message = format!("labels are seen after statements, but the steps of this program are its calls of {STEP}()");
        return Err(specified.wrong(TextError::new(message, label.span.clone())));
    }
    // Letters that repeat are not told apart where every statement is a step.
    match &specified.given {
        Some(given) if given.specification.formula.has_next() => {
            let at = given.text.find('X').unwrap_or(0);
            let message = format!("the operator X needs a program that says what a step is, by calls of {STEP}()");
            Err(given.wrong(TextError::new(message, at..at + 1)))
        }
        Some(_) => Ok(()),
        None => {
            let warning = "the automaton must not tell letters apart that repeat: steps are wherever a proposition may change, and at heads of loops";
            warnings.push(warning.to_owned());
            Ok(())
        }
    }
}

impl Outcome<Temporal> {
    /// The claims with what is known of them, unless it is to be quiet, and the parts of the formula that do not matter, if that was asked.
    pub fn text(&self, quiet: bool, trace: bool) -> String {
        let mut result = String::new();
        if let Some(claims) = self.work().subject().filter(|_| !quiet) {
            result.push_str(&text::termination_lines(claims.board.program(), &claims.shown.claims, &self.endings(), true, trace));
            if trace {
                result.push_str(&claims.traces(&self.results));
            }
        }
        result + &self.vacuous().as_ref().map(vacuity::lines).unwrap_or_default()
    }

    /// What was analysed, with what was known before, as an automaton.
    pub fn condition(&self) -> String {
        let Temporal { specified, before, .. } = self.work().question();
        let (claims, stepped) = (self.work().subject(), self.work().stepped());
        let analysed = match (claims, &self.verdict) {
            (Some(_), Verdict::True) => Extent::All,
            (Some(Claims { board, .. }), _) if self.end.defect.is_none() => condition::extent_of(board.depth(), board.program(), stepped),
            _ => Extent::Nothing,
        };
        condition::text(stepped, &Analysed::So(analysed), &specified.purpose(), before.as_ref())
    }

    fn vacuous(&self) -> Option<vacuity::Parts> {
        self.work().subject()?.vacuous.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The endings with the inputs of the program alone.
    fn endings(&self) -> Vec<Ending> {
        let choice = self.work().subject().and_then(|c| c.shown.word.choice);
        let of_program = |ending: &Ending| match ending {
            Ending::Endless { by, inputs } => Ending::Endless { by: *by, inputs: inputs.iter().filter(|i| Some(i.0) != choice).copied().collect() },
            other => other.clone(),
        };
        self.results.iter().map(of_program).collect()
    }
}
