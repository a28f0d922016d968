//! The concrete search at work on the board: what it is told, what becomes of its runs, and how much time it is worth.

use crate::board::Board;
use crate::budget;
use crate::search::Search;
use crate::status::Engine;
use crate::target::Target;
use crate::weight::EngineWeight;
use goto::interp::Compiled;
use goto::limits::Stop;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::hash::BuildHasher;
use std::time::{Duration, Instant};

/// The search with what the scheduler needs to know of it.
pub(crate) struct Searcher<'a> {
    board: &'a Board,
    compiled: &'a Compiled,
    search: Search<'a>,
    /// If the judge has to observe runs: the inputs that it has seen, as hashes.
    observed: Option<FxHashSet<u64>>,
    /// Open goals and properties when the board was last looked at.
    open: usize,
    weight: EngineWeight,
    has_inputs: bool,
    reads_world: bool,
    /// Are native runs wanted?
    goes_native: bool,
    /// When the first slice began, and when everything has to stop; until native runs are prepared.
    begun: Option<(Instant, Stop)>,
}

impl<'a> Searcher<'a> {
    pub(crate) fn new(board: &'a Board, compiled: &'a Compiled, seed: u64, goes_native: bool) -> Self {
        let program = board.program();
        let search = Search::new(program, compiled, seed);
        Self {
            board,
            compiled,
            search,
            observed: board.must_observe().then(FxHashSet::default),
            open: board.n_open(),
            weight: EngineWeight::default(),
            has_inputs: !program.inputs.is_empty(),
            reads_world: program.reads_world(),
            goes_native,
            begun: None,
        }
    }

    pub(crate) fn runs(&self) -> u64 {
        self.search.runs()
    }

    pub(crate) fn native_runs(&self) -> u64 {
        self.search.native_runs()
    }

    /// Without inputs one run shows all, if it is long enough.
    pub(crate) fn may_go_on(&self) -> bool {
        self.search.may_go_on()
    }

    /// The first slice, before all others work: goes on while what is found keeps coming, but not for longer than `most`.
    pub(crate) fn begin(&mut self, runs: u64, most: Duration, stop: &Stop) {
        let start = Instant::now();
        self.begun = self.goes_native.then(|| (start, stop.clone()));
        let most = stop.deadline().map_or(most, |d| (d.saturating_duration_since(start) / budget::search::FIRST_PARTS).min(most));
        let observes = self.observed.is_some();
        // Of very many targets a few are always found. Bounded model checking finds the rest sooner.
        let news_parts = if observes { budget::search::FIRST_NEWS_PARTS_OBSERVED } else { usize::MAX };
        let (mut found, mut new) = (0, 0);
        let (mut last_news, mut runs_before) = (start, self.runs());
        let stop_at_most = stop.earlier(start + most);
        while self.goes_on(&stop_at_most) {
            let decided = self.once(&stop_at_most);
            (found, new) = (found + decided, new + decided);
            if new > found / news_parts {
                (last_news, runs_before, new) = (Instant::now(), self.runs(), 0);
            }
            let patience = budget::search::FIRST_PATIENCE + (last_news - start) / budget::search::FIRST_PATIENCE_PARTS;
            let (is_long, are_many) = (last_news.elapsed() >= patience, self.runs() - runs_before >= runs);
            if if observes { is_long && are_many } else { is_long || are_many && last_news == start } {
                break;
            }
        }
        self.tell(start);
    }

    /// After others worked for so long and decided so many: as long as the search is worth in comparison.
    pub(crate) fn work_beside(&mut self, others: Duration, decided: usize, stop: &Stop) {
        self.weight.others_worked(decided, others);
        if !self.may_go_on() {
            return;
        }
        let start = Instant::now();
        let before = self.board.n_open();
        let stop = stop.earlier(start + others.mul_f64(self.share(stop.deadline().is_some())));
        self.look();
        while self.goes_on(&stop) {
            self.once(&stop);
        }
        self.weight.worked(before.saturating_sub(self.board.n_open()), start.elapsed());
        self.tell(start);
    }

    /// Tells whoever watches what was done since then.
    fn tell(&self, since: Instant) {
        let (runs, native_runs) = (self.runs(), self.native_runs());
        self.board.note_effort(|effort| {
            (effort.search_runs, effort.native_runs) = (runs, native_runs);
            effort.search += since.elapsed();
        });
    }

    /// Until `finished`.
    pub(crate) fn work_until(&mut self, stop: &Stop, finished: &Stop) {
        let mut since = Instant::now();
        while self.goes_on(stop) && finished.reason().is_none() {
            self.once(stop);
            if since.elapsed() > budget::turns::PERIOD {
                self.tell(since);
                since = Instant::now();
            }
        }
        self.tell(since);
    }

    /// Time for each second of the others. Without a deadline the end of bounded model checking is the end, for which nobody is to wait.
    fn share(&self, has_deadline: bool) -> f64 {
        let program = self.board.program();
        self.weight.share(match (program.goals.is_empty(), self.reads_world && has_deadline) {
            (true, _) => budget::turns::SEARCH_FOR_PROPERTIES,
            (false, true) => budget::turns::SEARCH_IN_WORLDS,
            (false, false) => budget::turns::SEARCH_FOR_GOALS,
        })
    }

    fn goes_on(&self, stop: &Stop) -> bool {
        self.may_go_on() && self.board.anything_open() && stop.reason().is_none()
    }

    /// One run. Gives how much it decided.
    fn once(&mut self, stop: &Stop) -> usize {
        if self.search.runs().is_multiple_of(budget::search::RUNS_BETWEEN_NEWS) {
            self.look();
        }
        if self.observed.is_some() {
            return self.observe_one(stop);
        }
        let found = self.search.step(stop);
        let engine = if self.search.was_scouted() { Engine::SearchNative } else { Engine::SearchInterpreter };
        found.map_or(0, |run| self.board.report_run(&run, engine))
    }

    /// One run that the judge observes: what is new to the search is not all that is new to the judge.
    fn observe_one(&mut self, stop: &Stop) -> usize {
        let Some(run) = self.search.step_to_any(stop) else { return 0 };
        if !self.observed.as_mut().is_some_and(|observed| observed.insert(FxBuildHasher.hash_one(&run.inputs))) {
            return 0;
        }
        let decided = self.board.try_inputs(self.compiled, &run.inputs, &[], Engine::SearchInterpreter, stop).decided;
        if decided > 0 {
            self.search.keep(&run);
        }
        decided
    }

    /// Has the program compiled for native runs once the search has shown that it takes longer.
    fn enlist(&mut self) {
        if let Some((_, stop)) = self.begun.take_if(|(start, _)| start.elapsed() > budget::search::BEFORE_NATIVE)
            && self.has_inputs
        {
            self.search.enlist(self.board.program(), &stop);
        }
    }

    fn leave_footholds(&mut self) {
        if self.search.runs() > 0 && self.board.wants_footholds() {
            let footholds = (0..budget::search::FOOTHOLDS).map_while(|_| self.search.foothold()).collect();
            self.board.leave_footholds(footholds);
        }
    }

    /// Tells the search what others found and what is no longer open.
    fn look(&mut self) {
        self.enlist();
        for lead in self.board.take_leads() {
            self.search.suggest(&lead);
        }
        self.leave_footholds();
        let open = self.board.n_open();
        // What the judge observes is not what the search looks for: it goes for everything that is new.
        if open != self.open && self.observed.is_none() {
            self.open = open;
            let open: FxHashSet<Target> = self.board.open().into_iter().collect();
            self.search.settle(|g| open.contains(&g.into()), |p| open.contains(&p.into()));
        }
    }
}
