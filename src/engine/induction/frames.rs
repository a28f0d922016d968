//! Property-directed reachability over the heads of loops: sets of states that lead to a target are shown not to be met, in so many passages of heads, and each such
//! proof excludes as many other states as it can. What stays excluded however often heads are passed is an invariant, and is proved as one before it is used.
//! Bradley, "SAT-Based Model Checking without Unrolling", VMCAI 2011; states are seen through the coordinates of control vectors alone, which is implicit predicate
//! abstraction (Cimatti, Griggio, Mover, Tonetta, "IC3 Modulo Theories via Implicit Predicate Abstraction", TACAS 2014).
//!
//! A passage begins in the state that stands for all arrivals at a head and ends with an arrival at any; one unrolling of the inductive step has all passages.
//! The search is not believed: what it finds goes through the same questions as all other invariants.

use super::cubes::{Atom, Cube, CubeHead};
use super::{OpenSolver, Proved, Question, Round};
use crate::budget::induction::frames as limits;
use crate::confirm::ToldFacts;
use crate::status::Proof;
use crate::target::Target;
use analysis::invariants::{Candidate, ControlVector};
use goto::{ExprId, ExprKind, Id, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Answer, Model, Query, Solver, Times};
use std::sync::Arc;
use symex::{Arrival, Met};
use term::TermId;
use term::eval::Evaluator;
use term::relevant::relevant;

/// How many passages of heads are looked at. States met without any passage are those of level 0.
type Level = usize;

/// What one turn leaves for the next.
#[derive(Default)]
pub(super) struct FrameSearch {
    stage: Stage,
    lemmas: Vec<Lemma>,
    frontier: Level,
    /// What needs no second try in this stage.
    tried: FxHashSet<Target>,
    /// What the lemmas were found for: the invariants, and where heads are met.
    ground: (Vec<TermId>, Vec<Met>),
    /// A session of its own, which knows nothing but what these questions need.
    solver: Option<Box<dyn Solver>>,
    facts: ToldFacts,
}

/// Which coordinates are used.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Stage {
    #[default]
    Control,
    All,
    Over,
}

/// No state of the cube is met at the head within so many passages.
#[derive(Clone, Debug)]
struct Lemma {
    head: usize,
    cube: Cube,
    level: Level,
    /// The same of the states that stand for all arrivals.
    assumed: Vec<TermId>,
}

/// A set of states from which a target can be reached, to be shown not to be met within so many passages.
struct Obligation {
    head: usize,
    cube: Cube,
    level: Level,
}

/// Why a search ends without a proof.
enum Halt {
    /// As far as the coordinates tell, the target can be reached, or there is no end to be seen.
    Hopeless,
    /// No time, or no answer from the solver.
    Unanswered,
}

/// Can a state of a cube be met?
enum Arrives {
    /// No, and these bounds suffice for that.
    Never(Cube),
    /// From these states at another head, if it rests on any.
    From(Option<(usize, Cube)>),
}

impl FrameSearch {
    pub(super) fn is_over(&self) -> bool {
        self.stage == Stage::Over
    }

    /// Opens a session if there is none. Without one nothing is searched.
    pub(super) fn begin(&mut self, open: OpenSolver<'_>) {
        if self.solver.is_none() {
            self.solver = open();
            if self.solver.is_none() {
                self.stage = Stage::Over;
            }
        }
    }

    /// What its session took.
    pub(super) fn times(&self) -> Times {
        self.solver.as_ref().map_or_else(Times::default, |solver| solver.times())
    }

    fn enter(&mut self, stage: Stage) {
        self.stage = stage;
        self.lemmas.clear();
        self.tried.clear();
        self.frontier = 1;
    }

    /// Lemmas hold for the invariants and the unrolling that they were found with.
    fn settle(&mut self, proved: &[TermId], met: &[Met]) {
        if self.ground.0 != proved || self.ground.1 != met {
            self.ground = (proved.to_vec(), met.to_vec());
            self.enter(self.stage);
        }
    }
}

/// What is asked in one unrolling.
struct Asked<'v> {
    questions: Vec<Question>,
    vectors: &'v [ControlVector],
    /// Candidates that hold, and what may be assumed of them.
    invariants: &'v [usize],
    proved: Vec<TermId>,
    proof: Proof,
}

/// A search in one unrolling.
struct Frames<'f, 'r, 'a, 's> {
    round: &'f mut Round<'r, 'a>,
    search: &'s mut FrameSearch,
    heads: Vec<CubeHead<'r>>,
    proved: Vec<TermId>,
    /// For each arrival a free truth value, so that a question can ask for one arrival and leave the others open.
    chosen: FxHashMap<usize, TermId>,
    /// Constants of the program and their neighbours, in order.
    constants: Vec<i128>,
}

impl<'r> Round<'r, '_> {
    /// Closes targets by invariants that are found from what leads to them. False if time was missing.
    pub(super) fn close_by_frames(&mut self, vectors: &'r [ControlVector], invariants: &'r [usize], proof: Proof) -> bool {
        let proved = self.assumed(invariants);
        let mut search = std::mem::take(&mut self.own.frames);
        search.settle(&proved, &self.step.vectors);
        let mut questions = self.questions();
        if !self.unrolling.cuts.is_empty() {
            self.add_cuts(&mut questions, &proved);
        }
        let is_over = self.search_frames(&mut search, &Asked { questions, vectors, invariants, proved, proof });
        self.own.frames = search;
        is_over
    }

    fn search_frames(&mut self, search: &mut FrameSearch, asked: &Asked<'r>) -> bool {
        while !search.is_over() {
            let is_due = |q: &&Question| self.own.board.is_open(q.target) && !search.tried.contains(&q.target);
            let Some(question) = asked.questions.iter().find(is_due) else {
                search.enter(if search.stage == Stage::Control { Stage::All } else { Stage::Over });
                continue;
            };
            match Frames::new(self, search, asked).of_question(question.condition) {
                Ok(mut all) => {
                    all.broken.extend(self.broken(asked.invariants));
                    all.facts.extend(asked.invariants.iter().map(|&i| self.own.candidates[i]));
                    self.close_under(&all, asked.proof);
                }
                Err(Halt::Hopeless) => {}
                Err(Halt::Unanswered) => return false,
            }
            search.tried.insert(question.target);
        }
        true
    }
}

/// The integers in the text of the program, and their neighbours, in order.
fn constants(program: &Program) -> Vec<i128> {
    let mut all: Vec<i128> = vec![0];
    for expr in (0..program.exprs.len()).map(ExprId::new) {
        if let ExprKind::Const(value) = program.exprs.kind(expr)
            && value.width() <= 64
        {
            all.extend([value.to_i128(true), value.to_i128(false)]);
        }
    }
    all = all.into_iter().flat_map(|value| [value - 1, value, value + 1]).collect();
    all.sort_unstable();
    all.dedup();
    all
}

impl<'f, 'r, 'a, 's> Frames<'f, 'r, 'a, 's> {
    fn new(round: &'f mut Round<'r, 'a>, search: &'s mut FrameSearch, asked: &Asked<'r>) -> Self {
        let most = |vector: &ControlVector| if search.stage == Stage::Control { vector.n_control } else { vector.coordinates.len() };
        let met = asked.vectors.iter().zip(&round.step.vectors);
        let heads: Vec<CubeHead<'r>> = met.filter_map(|(vector, met)| CubeHead::new(&round.own.program, vector, met, most(vector))).collect();
        let pool = &mut round.own.pool;
        let arrivals = heads.iter().flat_map(|head| &head.met.arrivals);
        let chosen = arrivals.map(|arrival| (arrival.moment, pool.var(&format!("chosen arrival {}", arrival.moment), 1))).collect();
        let constants = constants(&round.own.program);
        Self { round, search, heads, proved: asked.proved.clone(), chosen, constants }
    }

    /// Invariants under which the target is not reached, whose condition this is.
    fn of_question(&mut self, condition: TermId) -> Result<Proved, Halt> {
        while self.search.frontier <= limits::FRONTIER && !self.heads.is_empty() {
            while let Some((head, cube)) = self.bad_state(condition)? {
                self.exclude(head, cube)?;
            }
            if let Some(found) = self.propagate()? {
                return Ok(found);
            }
            self.search.frontier += 1;
        }
        Err(Halt::Hopeless)
    }

    /// What holds of the states that stand for all arrivals within so many passages.
    fn frame(&self, level: Level) -> Vec<TermId> {
        let mut frame = self.proved.clone();
        frame.extend(self.search.lemmas.iter().filter(|lemma| lemma.level >= level).flat_map(|lemma| lemma.assumed.iter().copied()));
        frame
    }

    /// No head is passed.
    fn nothing_passed(&mut self) -> Vec<TermId> {
        let pool = &mut self.round.own.pool;
        let mut all = self.proved.clone();
        all.extend(self.heads.iter().flat_map(|head| &head.met.made_up).map(|arrival| pool.not(arrival.condition)));
        all
    }

    fn check(&mut self, assumptions: &[TermId], any_of: &[TermId]) -> Result<Answer, Halt> {
        if self.round.stop.reason().is_some() {
            return Err(Halt::Unanswered);
        }
        let budget = Some(self.round.share(limits::PARTS));
        self.round.own.counters.solver_calls += 1;
        let Some(solver) = &mut self.search.solver else { return Err(Halt::Unanswered) };
        self.search.facts.tell(&mut **solver, &self.round.own.pool, self.round.unrolling);
        let query = Query { assumptions, any_of, wanted: &self.round.wanted, stop: self.round.stop, budget };
        match solver.check(&self.round.own.pool, &query) {
            Answer::Unknown(why) => {
                self.round.give_up(&why);
                Err(Halt::Unanswered)
            }
            answer => Ok(answer),
        }
    }

    /// States at a head within the frontier from which a target is reached.
    fn bad_state(&mut self, condition: TermId) -> Result<Option<(usize, Cube)>, Halt> {
        let frame = self.frame(self.search.frontier);
        let Answer::Sat(model) = self.check(&frame, &[condition])? else { return Ok(None) };
        self.before(&model, &[condition], usize::MAX).map(Some).ok_or(Halt::Hopeless)
    }

    /// The last state at a head before this moment on which these values rest, as far as they rest on it.
    fn before(&self, model: &Model, rests: &[TermId], moment: usize) -> Option<(usize, Cube)> {
        let pool = &self.round.own.pool;
        let mut evaluator = Evaluator::new(&model.values);
        let variables = relevant(pool, &mut evaluator, rests);
        let of_head = |(at, head): (usize, &CubeHead<'r>)| head.met.made_up.iter().map(|arrival| (at, arrival)).collect::<Vec<_>>();
        let mut passed: Vec<(usize, &Arrival)> = self.heads.iter().enumerate().flat_map(of_head).collect();
        passed.retain(|(_, arrival)| arrival.moment < moment);
        passed.sort_unstable_by_key(|(_, arrival)| std::cmp::Reverse(arrival.moment));
        for (at, arrival) in passed {
            if !evaluator.value(pool, arrival.condition).is_true() {
                continue;
            }
            let mut cube = Cube::new();
            for (coordinate, term) in self.heads[at].values(arrival) {
                let rests = relevant(pool, &mut evaluator, &[term]);
                if rests.iter().any(|variable| variables.contains(variable)) {
                    cube.extend(self.heads[at].equal(coordinate, evaluator.value(pool, term)));
                }
            }
            if !cube.is_empty() {
                return Some((at, cube));
            }
        }
        None
    }

    /// Shows that the states are not met within the frontier, and before that what this needs.
    fn exclude(&mut self, head: usize, cube: Cube) -> Result<(), Halt> {
        let mut open = vec![Obligation { head, cube, level: self.search.frontier }];
        let mut n = 0;
        while let Some(obligation) = open.pop() {
            n += 1;
            if n > limits::OBLIGATIONS {
                return Err(Halt::Hopeless);
            }
            let Obligation { head, cube, level } = obligation;
            if level == 0 {
                return Err(Halt::Hopeless);
            }
            if self.is_excluded(head, &cube, level) {
                continue;
            }
            match self.arrives(head, &cube, level)? {
                Arrives::Never(core) => {
                    let lemma = self.generalise(head, core, level)?;
                    self.learn(head, lemma, level)?;
                }
                Arrives::From(None) => return Err(Halt::Hopeless),
                Arrives::From(Some((from, before))) => {
                    open.push(Obligation { head, cube, level });
                    open.push(Obligation { head: from, cube: before, level: level - 1 });
                }
            }
        }
        Ok(())
    }

    fn is_excluded(&self, head: usize, cube: &[Atom], level: Level) -> bool {
        self.search.lemmas.iter().any(|lemma| lemma.head == head && lemma.level >= level && self.heads[head].is_within(cube, &lemma.cube))
    }

    /// Can an arrival be in the cube, after at most so many passages, if no earlier one was?
    fn arrives(&mut self, head: usize, cube: &[Atom], level: Level) -> Result<Arrives, Halt> {
        let mut assumptions = if level <= 1 { self.nothing_passed() } else { self.frame(level - 1) };
        let pool = &mut self.round.own.pool;
        let head_states = &self.heads[head];
        assumptions.extend(head_states.excluded(pool, cube));
        let arrivals = &head_states.met.arrivals;
        let mut of_atoms = Vec::with_capacity(cube.len());
        for &atom in cube {
            let each: Vec<TermId> = arrivals
                .iter()
                .map(|arrival| {
                    let holds = head_states.holds(pool, atom, arrival);
                    pool.implies(self.chosen[&arrival.moment], holds)
                })
                .collect();
            of_atoms.push(pool.and_all(&each));
        }
        assumptions.extend(&of_atoms);
        let any_of: Vec<TermId> = arrivals.iter().map(|arrival| pool.and(arrival.condition, self.chosen[&arrival.moment])).collect();
        match self.check(&assumptions, &any_of)? {
            Answer::Unsat { core } => {
                let needed = cube.iter().zip(&of_atoms).filter(|(_, term)| core.contains(term)).map(|(&atom, _)| atom);
                Ok(Arrives::Never(needed.collect()))
            }
            Answer::Sat(model) => Ok(Arrives::From(self.before_arrival(head, cube, &model))),
            Answer::Unknown(_) => Err(Halt::Unanswered),
        }
    }

    /// From where the model arrives in the cube.
    fn before_arrival(&mut self, head: usize, cube: &[Atom], model: &Model) -> Option<(usize, Cube)> {
        let mut evaluator = Evaluator::new(&model.values);
        let pool = &mut self.round.own.pool;
        let head_states = &self.heads[head];
        let mut found = None;
        for arrival in &head_states.met.arrivals {
            let mut rests: Vec<TermId> = cube.iter().map(|&atom| head_states.holds(pool, atom, arrival)).collect();
            rests.push(arrival.condition);
            if rests.iter().all(|&term| evaluator.value(pool, term).is_true()) {
                found = Some((rests, arrival.moment));
                break;
            }
        }
        let (rests, moment) = found?;
        self.before(model, &rests, moment)
    }

    /// Leaves bounds out as long as the rest is not met either.
    fn generalise(&mut self, head: usize, mut cube: Cube, level: Level) -> Result<Cube, Halt> {
        let mut at = cube.len();
        let mut failures = 0;
        while at > 0 && cube.len() > 1 && failures < limits::FAILURES {
            at -= 1;
            let mut fewer = cube.clone();
            fewer.remove(at);
            match self.arrives(head, &fewer, level)? {
                Arrives::Never(core) => {
                    cube = core;
                    at = at.min(cube.len());
                }
                Arrives::From(_) => failures += 1,
            }
        }
        self.weaken(head, cube, level)
    }

    /// Moves bounds as far as what they leave is not met either, to constants of the program if there are some that far: a bound of the state that happened to lead to
    /// a target says little.
    fn weaken(&mut self, head: usize, mut cube: Cube, level: Level) -> Result<Cube, Halt> {
        for at in 0..cube.len() {
            let values = self.heads[head].weaker(cube[at], &self.constants);
            // The last of them are the nearest.
            let (mut met, mut unmet) = (0, values.len());
            while met < unmet {
                let middle = met.midpoint(unmet);
                let mut larger = cube.clone();
                larger[at].value = values[middle];
                match self.arrives(head, &larger, level)? {
                    Arrives::Never(_) => unmet = middle,
                    Arrives::From(_) => met = middle + 1,
                }
            }
            if let Some(&value) = values.get(unmet) {
                cube[at].value = value;
                continue;
            }
            let Some(mut far) = values.last().copied() else { continue };
            for _ in 0..limits::HALVINGS {
                let Some(middle) = self.heads[head].between(cube[at].coordinate, far, cube[at].value) else { break };
                let mut larger = cube.clone();
                larger[at].value = middle;
                match self.arrives(head, &larger, level)? {
                    Arrives::Never(_) => cube = larger,
                    Arrives::From(_) => far = middle,
                }
            }
        }
        Ok(cube)
    }

    /// Keeps that the cube is not met, for as many passages as it can be shown.
    fn learn(&mut self, head: usize, cube: Cube, mut level: Level) -> Result<(), Halt> {
        while level < self.search.frontier && matches!(self.arrives(head, &cube, level + 1)?, Arrives::Never(_)) {
            level += 1;
        }
        let assumed = self.heads[head].excluded(&mut self.round.own.pool, &cube);
        let states = &self.heads[head];
        self.search.lemmas.retain(|lemma| lemma.head != head || lemma.level > level || !states.is_within(&lemma.cube, &cube));
        self.search.lemmas.push(Lemma { head, cube, level, assumed });
        Ok(())
    }

    /// Lemmas that hold for one passage more are kept for it. Where all of a level do, what remains is an invariant.
    fn propagate(&mut self) -> Result<Option<Proved>, Halt> {
        for level in 1..=self.search.frontier {
            for index in 0..self.search.lemmas.len() {
                let Lemma { head, cube, level: own, .. } = self.search.lemmas[index].clone();
                if own == level && matches!(self.arrives(head, &cube, level + 1)?, Arrives::Never(_)) {
                    self.search.lemmas[index].level += 1;
                }
            }
            if !self.search.lemmas.iter().any(|lemma| lemma.level == level) {
                return self.invariant(level + 1).map(Some);
            }
        }
        Ok(None)
    }

    /// The lemmas from this level on, once more proved together.
    fn invariant(&mut self, level: Level) -> Result<Proved, Halt> {
        self.search.lemmas.retain(|lemma| lemma.level >= level);
        let assumed = self.frame(level);
        let mut broken = Vec::new();
        let mut facts = Vec::new();
        for lemma in &self.search.lemmas {
            let head = &self.heads[lemma.head];
            broken.extend(head.met_in(&mut self.round.own.pool, &lemma.cube));
            let program = Arc::make_mut(&mut self.round.own.program);
            let fact = head.outside(program, &lemma.cube);
            facts.push(Candidate { function: head.vector.function, head: head.vector.head, fact, each: None });
        }
        broken.retain(|&term| !self.round.own.pool.is_false(term));
        let holds = broken.is_empty() || matches!(self.check(&assumed, &broken)?, Answer::Unsat { .. });
        if holds { Ok(Proved { assumed, broken, facts }) } else { Err(Halt::Unanswered) }
    }
}
