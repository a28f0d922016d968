//! Judges runs by the events of a query: a run satisfies a goal if the query's automata accept its events.

use super::Subject;
use crate::budget::runs;
use crate::confirm::Replay;
use crate::judge::{Attempt, Hit, Judge, Judgement};
use crate::target::Targets;
use automata::fql::GoalIndex;
use automata::fql::accept::Event;
use automata::fql::watch::Watch;
use goto::interp::{Compiled, Limits, Machine, Observer, Outcome, Run};
use goto::limits::Stop;
use goto::{Bits, GoalId, InputId, Program};
use std::sync::Arc;

/// The goals of a query, of runs of the program with its events.
pub struct QueryJudge(pub Arc<Subject>);

impl Judge for QueryJudge {
    fn targets(&self, _program: &Program) -> Targets {
        Targets::of_query(usize::try_from(self.0.query.n_goals()).unwrap_or(usize::MAX))
    }

    /// A run alone does not tell the order of its events.
    fn must_observe(&self) -> bool {
        true
    }

    fn look(&self, _run: &Run) -> Vec<Hit> {
        Vec::new()
    }

    /// A run that asks for more inputs is cut there, unless it has to come to its end for what is wanted.
    fn attempts(&self) -> &'static [Attempt] {
        const WHOLE: Attempt = Attempt { steps: runs::STEPS, extra_inputs: 0 };
        &[Attempt { steps: runs::FIRST_STEPS, ..WHOLE }, WHOLE, Attempt { extra_inputs: runs::EXTRA_INPUTS_TO_THE_END, ..WHOLE }]
    }

    fn observe(&self, compiled: &Compiled, inputs: &[(InputId, Bits)], attempt: Attempt, stop: &Stop) -> Judgement {
        let stopped = || stop.reason().is_some();
        let limits = Limits { steps: attempt.steps, work: u64::MAX, memory: runs::MEMORY, depth: runs::DEPTH, stop: &stopped };
        let source = || Replay::with_zeros(inputs, attempt.extra_inputs);
        let mut machine = Machine::new(compiled);
        let mut events = Events { watch: &self.0.watch, events: Vec::new() };
        let mut run = machine.run_observed(&mut source(), &limits, &mut events);
        let mut satisfied = self.accepted(&run, &events);
        // Where they are not all.
        let mut certain = None;
        if run.indeterminate {
            events.events.clear();
            run = machine.run_doubting_observed(&mut source(), &limits, &mut events);
            let sure = self.accepted(&run, &events);
            satisfied.extend(&sure);
            satisfied.sort_unstable();
            satisfied.dedup();
            certain = Some(sure);
        }
        // What a run satisfies may need all of it.
        let n_inputs = run.inputs.len() as u32;
        let is_certain = |goal: GoalIndex| certain.as_ref().is_none_or(|sure| sure.binary_search(&goal).is_ok());
        let hit = |goal: GoalIndex| Hit { target: goal.into(), inputs: n_inputs, certain: is_certain(goal).then_some(n_inputs) };
        Judgement { hits: satisfied.into_iter().map(hit).collect(), run }
    }
}

impl QueryJudge {
    fn accepted(&self, run: &Run, events: &Events<'_>) -> Vec<GoalIndex> {
        let ended = matches!(run.outcome, Outcome::Exit | Outcome::Abort) && run.certain.as_ref().is_none_or(|c| c.whole);
        self.0.watch.acceptor.accepted(events.events.iter().copied(), ended)
    }
}

/// Writes down the events of a run.
struct Events<'a> {
    watch: &'a Watch,
    events: Vec<Event>,
}

impl Observer for Events<'_> {
    const TRACE: bool = false;
    const GOALS: bool = true;

    fn reached(&mut self, goal: GoalId) {
        self.events.extend(self.watch.event(goal));
    }
}
