//! The concrete search: runs the program on inputs that are likely to reach something new. It starts from plain values, limits and the constants of the program,
//! keeps the inputs of runs that did something new, and from those that lead to something open changes inputs at random and works for the results that
//! comparisons never had. Depends on the program, the seed, the number of steps and what it is told alone. Knows nothing of the board: it gives the runs that
//! reach goals which none of its runs reached before.

pub mod beyond;
mod comparison;
mod composite;
mod corpus;
mod descent;
pub mod dictionary;
mod executor;
mod interpreter;
mod ledger;
mod lines;
mod nearer;
mod nearness;
mod partners;
mod plan;
mod probe;
mod scout;
mod spelling;
mod substitution;
mod values;
mod world;

use crate::budget;
use corpus::{Corpus, Lookout, Tries};
use descent::Descent;
use executor::{Executor, Observation, Request, Tail};
use goto::interp::{Compiled, Outcome, Run};
use goto::limits::Stop;
use goto::{Bits, GoalId, Id, InputId, Program, PropertyId, Random};
use interpreter::Interpreter;
use ledger::Ledger;
use native::Change;
use nearer::nearer;
use nearness::Nearness;
use partners::Partners;
use plan::mutate;
use scout::{Mission, Scout};
use spelling::Spelling;
use std::collections::VecDeque;
use std::time::{Duration, Instant};
use substitution::substitutions;
pub(crate) use values::Vocabulary;
use world::WorldInputs;

/// Such runs in wait.
const STRETCHES: usize = 64;
/// Lists of inputs in wait, and at most how many one run contributes.
const CANDIDATES: usize = 1024;
const CANDIDATES_OF_RUN: usize = 64;
/// Inputs of all these lists together.
const INPUTS_OF_CANDIDATES: usize = 1 << 20;
/// Lists of inputs in wait that others found.
const SUGGESTIONS: usize = 256;

/// Inputs whose run comes near to something that is open.
#[derive(Clone, Debug)]
pub struct Foothold {
    pub inputs: Vec<(InputId, Bits)>,
    /// How many of them were read when the run turned elsewhere.
    pub read: usize,
}

/// The state of a search.
pub struct Search<'a> {
    compiled: &'a Compiled,
    judge: Interpreter<'a>,
    vocabulary: Vocabulary,
    /// If inputs are words of a world.
    world: Option<WorldInputs>,
    /// If functions deliver bytes and the program knows words.
    spelling: Option<Spelling>,
    partners: Partners,
    random: Random,
    nearness: Nearness,
    ledger: Ledger,
    corpus: Corpus,
    /// Plain inputs that are still to be tried.
    scripted: VecDeque<Tail>,
    /// Inputs that others found.
    suggestions: VecDeque<Vec<Bits>>,
    /// Inputs that may change the outcome of a comparison.
    candidates: VecDeque<Vec<Bits>>,
    /// Requests of which the runs ended for the lack of inputs or steps, with more of them.
    stretches: VecDeque<Request>,
    descent: Option<Descent>,
    /// What was chosen for descents, and for others to start from.
    descended: Tries,
    handed_on: Tries,
    /// Runs the program natively once it is compiled, if that is wanted and possible.
    scout: Option<Scout>,
    /// Did the scout propose the last run?
    was_scouted: bool,
    /// Time for steps other than the scout's, since there is one.
    spent: Duration,
    /// The most inputs that a run read which did not end for the lack of them.
    enough: usize,
    /// A run used up as many inputs as a run may have.
    is_endless: bool,
    runs: u64,
    steps: u64,
    stretching: u64,
    last_look: u64,
    step_limit: u64,
    /// A run that is worth it has so many steps at most.
    most_steps: u64,
    /// Only properties are asked about, which may be violated as late as can be.
    looks_far: bool,
    /// Cut runs that were tried with smaller inputs.
    brought_nearer: u32,
    /// Of the runs since the step limit changed: how many reached it, and how many did not.
    cut: u32,
    whole: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Any,
    Stretch,
    Descent,
}

/// How long a run may be. A test ends in time natively; what refutes a property may take as long as there is time, above all the only run that there is.
fn most_steps(program: &Program) -> u64 {
    match (program.goals.is_empty(), program.inputs.is_empty()) {
        (false, _) => budget::runs::STEPS,
        (true, false) => budget::runs::FAR_STEPS,
        (true, true) => u64::MAX,
    }
}

impl<'a> Search<'a> {
    /// A search in `program`, of which `compiled` is the executable form.
    pub fn new(program: &Program, compiled: &'a Compiled, seed: u64) -> Self {
        let vocabulary = Vocabulary::of(program);
        let mut scripted: VecDeque<Tail> = [0, 1].map(Tail::Same).into();
        scripted.extend([2, 1, 0].map(Tail::Limit));
        scripted.extend([Tail::Rising(1), Tail::Rising(-1)]);
        scripted.extend((2..12).map(Tail::Same));
        Self {
            compiled,
            judge: Interpreter::new(compiled, program.goals.is_empty()),
            vocabulary,
            world: WorldInputs::of(program),
            spelling: Spelling::of(program),
            partners: Partners::default(),
            random: Random::new(seed),
            nearness: Nearness::new(program, compiled),
            ledger: Ledger::new(program),
            corpus: Corpus::default(),
            scripted,
            suggestions: VecDeque::new(),
            candidates: VecDeque::new(),
            stretches: VecDeque::new(),
            descent: None,
            descended: Tries::default(),
            handed_on: Tries::default(),
            scout: None,
            was_scouted: false,
            spent: Duration::ZERO,
            enough: 0,
            is_endless: false,
            runs: 0,
            steps: 0,
            stretching: 0,
            last_look: 0,
            step_limit: budget::runs::FIRST_STEPS,
            most_steps: most_steps(program),
            looks_far: program.goals.is_empty(),
            brought_nearer: 0,
            cut: 0,
            whole: 0,
        }
    }

    /// Runs so far.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// Native runs so far.
    pub fn native_runs(&self) -> u64 {
        self.scout.as_ref().map_or(0, Scout::runs)
    }

    /// Did native runs propose the last run?
    pub fn was_scouted(&self) -> bool {
        self.was_scouted
    }

    /// From now on native runs look for what may be new, as soon as the program is compiled for them.
    pub fn enlist(&mut self, program: &Program, stop: &Stop) {
        self.scout = Some(Scout::new(program, stop));
    }

    /// Can another run differ from those before? Without inputs it cannot.
    pub fn may_go_on(&self) -> bool {
        !self.vocabulary.shapes.is_empty() || self.runs == 0 || (self.cut == 1 && self.step_limit < self.most_steps)
    }

    /// Others have decided what is not open.
    pub fn settle(&mut self, is_goal_open: impl Fn(GoalId) -> bool, is_property_open: impl Fn(PropertyId) -> bool) {
        self.ledger.settle(is_goal_open, is_property_open);
    }

    /// Inputs that others found, to be run soon.
    pub fn suggest(&mut self, inputs: &[(InputId, Bits)]) {
        if self.suggestions.len() < SUGGESTIONS {
            self.suggestions.push_back(inputs.iter().map(|i| i.1).collect());
        }
    }

    /// A run from which others may go on to something that is open.
    pub fn foothold(&mut self) -> Option<Foothold> {
        let lookout = Lookout { compiled: self.compiled, nearness: &self.nearness, outcomes: &|place| self.judge.outcomes(place) };
        let start = self.corpus.choose(&mut self.handed_on, &lookout, &mut self.random)?;
        Some(Foothold { inputs: start.inputs, read: start.at.read as usize })
    }

    /// Runs the program once. Gives the run if it reaches a goal or violates a property that no run given before does; also a few more
    /// runs for goals of which all runs so far end badly after them.
    pub fn step(&mut self, stop: &Stop) -> Option<Run> {
        self.observed_step(stop).filter(|(_, useful)| *useful).map(|(run, _)| run)
    }

    /// As [`step`](Self::step), but gives every run, for those who look at more than goals.
    pub fn step_to_any(&mut self, stop: &Stop) -> Option<Run> {
        self.observed_step(stop).map(|(run, _)| run)
    }

    /// Others found something in the run: it is worth changing its inputs.
    pub fn keep(&mut self, run: &Run) {
        let lookout = Lookout { compiled: self.compiled, nearness: &self.nearness, outcomes: &|place| self.judge.outcomes(place) };
        self.corpus.keep(run.inputs.clone(), &[], run.steps, &lookout, &mut self.random);
    }

    /// Runs the program once. Is the run one that `step` gives?
    fn observed_step(&mut self, stop: &Stop) -> Option<(Run, bool)> {
        if !self.may_go_on() || stop.reason().is_some() {
            return None;
        }
        self.look();
        let scouted = self.scouted();
        self.was_scouted = scouted.is_some();
        let begin = Instant::now();
        let (request, purpose) = scouted.map_or_else(|| self.plan(), |request| (request, Purpose::Any));
        let Observation { run, new_pairs, comparisons, runs } = self.judge.execute(&request, &self.vocabulary, stop);
        self.runs += u64::from(runs);
        self.steps += run.work();
        let run = if run.indeterminate && self.ledger.is_worth_examining(&run, self.runs) { self.judge.examined(&run, request.steps, stop) } else { run };
        if purpose == Purpose::Descent
            && let Some(descent) = &mut self.descent
        {
            descent.learn(&run.inputs, &comparisons, &self.vocabulary);
        }
        let useful = self.ledger.is_useful(&run);
        if useful || new_pairs > 0 || self.runs.is_multiple_of(budget::search::RUNS_BETWEEN_LESSONS) {
            self.partners.learn(&run.inputs, &comparisons, &mut self.vocabulary);
        }
        if useful || new_pairs > 0 || (self.candidates.is_empty() && self.random.chance(6)) {
            let waiting: usize = self.candidates.iter().map(Vec::len).sum();
            let fitting = INPUTS_OF_CANDIDATES.saturating_sub(waiting) / run.inputs.len().max(1);
            let room = CANDIDATES_OF_RUN.min(CANDIDATES.saturating_sub(self.candidates.len())).min(fitting);
            let judge = &self.judge;
            self.candidates.extend(substitutions(&run.inputs, &comparisons, &self.vocabulary, &|place| judge.outcomes(place), room));
        }
        if useful || new_pairs > 0 {
            let lookout = Lookout { compiled: self.compiled, nearness: &self.nearness, outcomes: &|place| self.judge.outcomes(place) };
            self.corpus.keep(run.inputs.clone(), &comparisons, run.steps, &lookout, &mut self.random);
        }
        self.adapt(&run, request.steps);
        self.stretch(request, &run, purpose, useful || new_pairs > 0);
        if self.scout.is_some() {
            self.spent += begin.elapsed();
        }
        Some((run, useful))
    }

    /// A run that the scout found, for the judge. It looks for one as long as it has had less time than all else.
    fn scouted(&mut self) -> Option<Request> {
        let scout = self.scout.as_mut()?;
        if scout.spent() > self.spent || !scout.is_ready(&self.vocabulary) {
            return None;
        }
        if self.changes_words(budget::search::NATIVE_BATCHES_OF_WORDS, budget::search::NATIVE_BATCHES_OF_SPELLING) {
            return self.scouted_with_words();
        }
        let (parent, other) = if self.corpus.is_empty() || self.random.chance(20) {
            (Vec::new(), None)
        } else {
            let other = self.random.chance(65).then(|| self.corpus.other(&mut self.random).inputs.iter().map(|i| i.1).collect::<Vec<_>>());
            (self.corpus.parent(&mut self.random).inputs.iter().map(|i| i.1).collect(), other)
        };
        let room = if parent.is_empty() { self.any_length() } else { self.room() };
        let (most, tail) = (parent.len() + room, self.tail());
        let Request { steps, .. } = self.request(Vec::new(), tail, most);
        let change = other.as_ref().map_or(Change::None, |other| Change::Random { other });
        self.explored(&Mission { inputs: &parent, change, tail, most, steps })
    }

    /// A run that the scout found among such with other words.
    fn scouted_with_words(&mut self) -> Option<Request> {
        let begin = Instant::now();
        let batch = self.scout.as_ref()?.batch().min(budget::search::LISTS_OF_WORDS);
        let (mut lists, mut inputs) = (Vec::with_capacity(batch), 0);
        while lists.len() < batch && inputs < budget::search::INPUTS_OF_LISTS {
            let list = self.with_other_words()?;
            inputs += list.len();
            lists.push(list);
        }
        let longest = lists.iter().map(Vec::len).max()?;
        // To make them is a part of the scout's work.
        self.scout.as_mut()?.prepared(begin.elapsed());
        let (most, tail) = (longest + self.room(), self.tail());
        let Request { steps, .. } = self.request(Vec::new(), tail, most);
        self.explored(&Mission { inputs: &[], change: Change::Lists(&lists), tail, most, steps })
    }

    /// Are words to be changed next? In so many of 100 cases, where there is a world, and where there are only bytes that functions deliver.
    fn changes_words(&mut self, of_world: usize, of_spelling: usize) -> bool {
        match (&self.world, &self.spelling) {
            (Some(_), _) => self.random.chance(of_world),
            (None, Some(_)) => !self.corpus.is_empty() && self.random.chance(of_spelling),
            (None, None) => false,
        }
    }

    /// Inputs that are kept, with other words; without any that are kept, a world made of words alone.
    fn with_other_words(&mut self) -> Option<Vec<Bits>> {
        if let Some(spelling) = &self.spelling
            && !self.corpus.is_empty()
            && (self.world.is_none() || self.random.chance(budget::search::SPELLING_BESIDE_WORLD))
            && let Some(inputs) = spelling.vary(&self.corpus.parent(&mut self.random).inputs, &mut self.random)
        {
            return Some(inputs);
        }
        let world = self.world.as_ref()?;
        if self.corpus.is_empty() {
            return Some(world.vary(&[], &[], &self.vocabulary, &mut self.random));
        }
        let (parent, other) = (&self.corpus.parent(&mut self.random).inputs, &self.corpus.other(&mut self.random).inputs);
        Some(world.vary(parent, other, &self.vocabulary, &mut self.random))
    }

    fn explored(&mut self, mission: &Mission<'_>) -> Option<Request> {
        let found = self.scout.as_mut()?.explore(mission, &mut self.random)?;
        let most = found.len();
        let request = self.request(found, Tail::Same(0), most);
        Some(Request { steps: request.steps.max(mission.steps), ..request })
    }

    /// From time to time, where what is open lies.
    fn look(&mut self) {
        if self.runs < self.last_look + budget::search::RUNS_BETWEEN_LOOKS && self.runs != 0 {
            return;
        }
        self.last_look = self.runs;
        if self.ledger.take_news() {
            let ledger = &self.ledger;
            self.nearness.measure(|g| ledger.is_goal_open(g), |p| ledger.is_property_open(p));
        }
        if let Some(scout) = &mut self.scout {
            let ledger = &self.ledger;
            scout.ask_again(|g| ledger.is_goal_open(g), |p| ledger.is_property_open(p));
        }
        let lookout = Lookout { compiled: self.compiled, nearness: &self.nearness, outcomes: &|place| self.judge.outcomes(place) };
        self.corpus.look(&lookout);
    }

    fn request(&mut self, inputs: Vec<Bits>, tail: Tail, most: usize) -> Request {
        // A loop that reads so many inputs takes some instructions for each.
        let steps = self.step_limit.max(most as u64 * 128).min(self.most_steps);
        Request { inputs, tail, most, steps, seed: self.random.bits(), runs: 1 }
    }

    /// The next run, and what it is for.
    fn plan(&mut self) -> (Request, Purpose) {
        if self.vocabulary.shapes.is_empty() {
            return (self.request(Vec::new(), Tail::Same(0), 0), Purpose::Any);
        }
        if let Some(inputs) = self.suggestions.pop_front() {
            let most = inputs.len();
            return (self.request(inputs, Tail::Same(0), most), Purpose::Any);
        }
        if (self.runs < 3 || self.random.chance(30))
            && let Some(tail) = self.scripted.pop_front()
        {
            return (self.request(Vec::new(), tail, budget::search::PLAIN_INPUTS.max(self.enough + self.enough / 8)), Purpose::Any);
        }
        if self.stretching * budget::search::STRETCHING <= self.steps
            && let Some(request) = self.stretches.pop_front()
        {
            return (request, Purpose::Stretch);
        }
        if self.random.chance(60)
            && let Some(inputs) = self.candidates.pop_front()
        {
            let (most, tail) = (inputs.len() + self.room(), self.tail());
            return (self.request(inputs, tail, most), Purpose::Any);
        }
        if self.random.chance(50)
            && let Some(inputs) = self.descend()
        {
            let most = inputs.len() + 64;
            return (self.request(inputs, Tail::Same(0), most), Purpose::Descent);
        }
        if self.corpus.is_empty() || self.random.chance(15) {
            let most = self.any_length();
            let (inputs, tail) = (self.first_inputs(), self.tail());
            return (self.request(inputs, tail, most), Purpose::Any);
        }
        if self.changes_words(budget::search::RUNS_OF_WORDS, budget::search::RUNS_OF_SPELLING)
            && let Some(inputs) = self.with_other_words()
        {
            let (most, tail) = (inputs.len() + self.room(), self.tail());
            return (self.request(inputs, tail, most), Purpose::Any);
        }
        let mut inputs = self.corpus.parent(&mut self.random).inputs.clone();
        // More inputs behind those that lead to something new lead further more often than any change.
        if self.random.chance(40) {
            let other = &self.corpus.other(&mut self.random).inputs;
            mutate(&mut inputs, other, &self.vocabulary, &mut self.random);
            inputs.truncate(budget::search::MOST_INPUTS.max(2 * self.enough));
        }
        let (most, tail) = (inputs.len() + self.room(), self.tail());
        let inputs = inputs.iter().map(|i| i.1).collect();
        (self.request(inputs, tail, most), Purpose::Any)
    }

    /// A few inputs that have nothing to do with those that are kept.
    fn first_inputs(&mut self) -> Vec<Bits> {
        let input = InputId::new(self.random.below(self.vocabulary.shapes.len()));
        (0..self.random.below(4)).map(|_| self.vocabulary.value(&mut self.random, input)).collect()
    }

    /// The next inputs on the way to a result that a comparison never had.
    fn descend(&mut self) -> Option<Vec<Bits>> {
        if let Some(inputs) = self.descent.as_mut().and_then(|descent| descent.next(&self.vocabulary)) {
            return Some(inputs);
        }
        let lookout = Lookout { compiled: self.compiled, nearness: &self.nearness, outcomes: &|place| self.judge.outcomes(place) };
        let start = self.corpus.choose(&mut self.descended, &lookout, &mut self.random)?;
        let mut descent = Descent::new(start, &self.vocabulary, &mut self.random);
        let inputs = descent.next(&self.vocabulary);
        self.descent = Some(descent);
        inputs
    }

    fn any_length(&mut self) -> usize {
        [1, 2, 4, 8, 16, 64, 256, 1000, self.enough + 1][self.random.below(9)]
    }

    /// How many inputs more than those chosen.
    fn room(&mut self) -> usize {
        let room = [0, 1, 2, 8, 64, 256][self.random.below(6)];
        if self.enough > budget::search::PLAIN_INPUTS && self.random.chance(15) { self.enough } else { room }
    }

    fn tail(&mut self) -> Tail {
        match self.random.below(100) {
            0..50 => Tail::Random,
            50..70 => Tail::Sticky,
            70..78 => Tail::Same(0),
            78..84 => Tail::Same(1),
            84..94 => Tail::Again(1 + self.random.below(6)),
            94..97 => Tail::Rising(1),
            _ => Tail::Rising(-1),
        }
    }

    /// Where inputs or steps were used up, more of them may lead to what is behind a loop.
    fn stretch(&mut self, request: Request, run: &Run, purpose: Purpose, is_new: bool) {
        if self.vocabulary.shapes.is_empty() {
            return;
        }
        if purpose == Purpose::Stretch {
            self.stretching += run.work();
        }
        let wanted = purpose == Purpose::Stretch || is_new || self.runs < 16 || self.random.chance(1);
        match run.outcome {
            Outcome::InputsExhausted => {
                self.is_endless |= request.most >= budget::search::MOST_INPUTS_EVER;
                let plain = request.inputs.len() < 4 && request.most >= budget::search::PLAIN_INPUTS;
                if wanted && plain && !self.is_endless {
                    let most = (request.most * budget::search::STRETCH).min(budget::search::MOST_INPUTS_EVER);
                    let request = self.request(request.inputs, request.tail, most);
                    self.stretches.push_front(request);
                }
            }
            Outcome::StepLimit if wanted && request.steps < self.most_steps => {
                let steps = (request.steps * budget::search::STRETCH as u64).min(self.most_steps);
                if self.looks_far && self.brought_nearer < budget::search::BROUGHT_NEARER && purpose != Purpose::Stretch {
                    self.brought_nearer += 1;
                    let smaller = nearer(&run.inputs).into_iter().map(|inputs| Request { inputs, steps, ..request.clone() });
                    self.stretches.extend(smaller);
                }
                self.stretches.push_back(Request { steps, ..request });
            }
            Outcome::StepLimit => {}
            _ => self.enough = self.enough.max(run.inputs.len()),
        }
        self.stretches.truncate(STRETCHES);
        if self.is_endless {
            self.stretches.retain(|request| request.most <= budget::search::MOST_INPUTS);
        }
    }

    /// Gives runs more steps if most of them end for the lack of steps.
    fn adapt(&mut self, run: &Run, steps: u64) {
        if run.outcome == Outcome::StepLimit {
            self.cut += 1;
        } else {
            self.whole += 1;
        }
        let blind = run.outcome == Outcome::StepLimit && run.inputs.is_empty() && steps == self.step_limit;
        if self.step_limit < self.most_steps && (blind || (self.cut > 64 && self.cut > 3 * self.whole)) {
            self.step_limit = self.step_limit.saturating_mul(4).min(if blind { self.most_steps } else { budget::runs::STEPS });
            (self.cut, self.whole) = (u32::from(blind), 0);
        }
    }
}

#[cfg(test)]
mod tests;
