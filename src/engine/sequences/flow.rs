//! Which goals control flow allows, from the start of a program with events or from some place on, given that some events never happen: every decision may go either
//! way wherever it stands, and a function may return to any of its callers. What is not possible then is so in no run.

use automata::fql::GoalIndex;
use automata::fql::accept::{Event, Walk};
use automata::fql::watch::Watch;
use goto::callgraph::CallGraph;
use goto::cfg::{Cfg, constant_truth};
use goto::{Body, ExprId, ExprKind, FuncId, GoalId, HaltKind, Id, IdVec, InstrId, InstrKind, Program, UnOp};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// The control flow of a program with the events of a query.
pub(super) struct ControlFlow<'a> {
    program: &'a Program,
    watch: &'a Watch,
    calls: CallGraph,
    /// For each function the places that follow calls of it.
    returns: IdVec<FuncId, Vec<Place>>,
    /// Where straight pieces of code begin.
    heads: IdVec<FuncId, Vec<bool>>,
    /// Functions that tell no event, whatever they call: nothing is lost by stepping over them.
    silent: IdVec<FuncId, bool>,
    never: FxHashSet<Event>,
}

/// An instruction that execution comes to.
pub(super) type Place = (FuncId, InstrId);

impl<'a> ControlFlow<'a> {
    /// `never` are events that do not happen.
    pub(super) fn new(program: &'a Program, watch: &'a Watch, never: FxHashSet<Event>) -> Self {
        let calls = CallGraph::new(program);
        let mut returns = IdVec::filled(Vec::new(), program.functions.len());
        for site in calls.sites() {
            for callee in calls.targets(program, site.callee) {
                returns[callee].push((site.caller, InstrId::new(site.instr.index() + 1)));
            }
        }
        let mut heads = IdVec::new();
        for function in program.functions.values() {
            heads.push(function.body.as_ref().map_or_else(Vec::new, heads_of));
        }
        let silent = silent(program, &calls);
        Self { program, watch, calls, returns, heads, silent, never }
    }

    /// The goals that some way from the start of the program may satisfy.
    pub(super) fn possible(&self) -> FxHashSet<GoalIndex> {
        let acceptor = &self.watch.acceptor;
        let start = (self.program.start, Cfg::entry());
        let mut goals = FxHashSet::default();
        // The clause is asked by itself: that a goal and the clause exclude each other is not seen.
        if self.ways(acceptor.walk_passing(), &[start]).is_empty() {
            return goals;
        }
        for alternative in 0..acceptor.alternatives().len() {
            let ways = self.ways(acceptor.walk(alternative), &[start]);
            goals.extend(ways.into_iter().map(|way| acceptor.goal(alternative, way)));
        }
        goals
    }

    /// The ways to make all choices that are possible from any of the places on, for a run that has come as far as this. All of them if execution may come to
    /// something that is not supported: it may go anywhere from there.
    pub(super) fn ways(&self, so_far: Walk<'a>, places: &[Place]) -> FxHashSet<u32> {
        let all = so_far.n_ways();
        let mut flow = Flow {
            of: self,
            at: FxHashMap::default(),
            found: FxHashSet::default(),
            may_leave_the_text: false,
            waiting: VecDeque::new(),
            is_waiting: FxHashSet::default(),
        };
        for &place in places {
            flow.arrive(place, &so_far);
        }
        flow.run();
        if flow.may_leave_the_text { (0..all).collect() } else { flow.found }
    }

    fn event(&self, goal: GoalId) -> Option<Event> {
        self.watch.event(goal)
    }
}

/// Instructions that something other than the one before leads to, or that follow a decision or a call.
fn heads_of(body: &Body) -> Vec<bool> {
    let mut heads = vec![false; body.len() + 1];
    heads[0] = true;
    for (at, instruction) in body.iter() {
        match instruction.kind {
            InstrKind::Goto { target, .. } => (heads[target.index()], heads[at.index() + 1]) = (true, true),
            InstrKind::Call { .. } => heads[at.index() + 1] = true,
            _ => {}
        }
    }
    heads
}

/// Functions that tell no event and return, themselves and all that they call.
fn silent(program: &Program, calls: &CallGraph) -> IdVec<FuncId, bool> {
    let ends = |kind: &InstrKind| matches!(kind, InstrKind::Cover { .. } | InstrKind::Halt(_));
    let mut silent = IdVec::new();
    for function in program.functions.values() {
        silent.push(!function.noreturn && function.body.iter().flat_map(|b| b.values()).all(|i| !ends(&i.kind)));
    }
    loop {
        let loud: Vec<FuncId> = silent.iter().filter(|(f, s)| **s && calls.callees(*f).iter().any(|c| !silent[*c])).map(|(f, _)| f).collect();
        if loud.is_empty() {
            return silent;
        }
        loud.into_iter().for_each(|f| silent[f] = false);
    }
}

/// One automaton along all ways.
struct Flow<'f, 'a> {
    of: &'f ControlFlow<'a>,
    /// What is known at each head that was reached.
    at: FxHashMap<Place, Walk<'a>>,
    found: FxHashSet<u32>,
    may_leave_the_text: bool,
    waiting: VecDeque<Place>,
    is_waiting: FxHashSet<Place>,
}

impl<'a> Flow<'_, 'a> {
    fn run(&mut self) {
        while let Some(place) = self.waiting.pop_front().filter(|_| !self.may_leave_the_text) {
            self.is_waiting.remove(&place);
            if let Some(walk) = self.at.get(&place).cloned() {
                self.piece(place, walk);
            }
        }
    }

    fn arrive(&mut self, place: Place, walk: &Walk<'a>) {
        let is_new = match self.at.get_mut(&place) {
            None => {
                self.at.insert(place, walk.clone());
                true
            }
            Some(known) => known.join(walk),
        };
        if is_new && self.is_waiting.insert(place) {
            self.waiting.push_back(place);
        }
    }

    /// A straight piece of code, up to where control flow branches or another piece begins.
    fn piece(&mut self, (function, mut at): Place, mut walk: Walk<'a>) {
        let of = self.of;
        let Some(body) = &of.program.functions[function].body else { return };
        // Events that stand before a decision and depend on it.
        let mut depending: Vec<(ExprId, Event)> = Vec::new();
        loop {
            match &body[at].kind {
                InstrKind::Cover { goal, cond } => match (of.event(*goal), constant_truth(&of.program.exprs, *cond)) {
                    (None, _) | (_, Some(false)) => {}
                    (Some(event), Some(true)) if of.never.contains(&event) => return,
                    (Some(event), Some(true)) => {
                        self.drain(&mut walk, &mut depending);
                        self.happens(&mut walk, event);
                    }
                    (Some(event), None) => depending.push((*cond, event)),
                },
                InstrKind::Goto { guard, target, .. } => return self.decide((function, at), *guard, *target, &walk, &depending),
                kind => {
                    // What the events depend on is not looked at again.
                    self.drain(&mut walk, &mut depending);
                    match kind {
                        InstrKind::Call { callee, .. } => return self.call((function, at), &of.calls.targets(of.program, *callee), &walk),
                        InstrKind::Return(_) => {
                            for &place in &of.returns[function] {
                                self.arrive(place, &walk);
                            }
                            return;
                        }
                        InstrKind::Unsupported(_) | InstrKind::Limit(_) => return self.may_leave_the_text = true,
                        InstrKind::Unfollowed(_) => self.may_leave_the_text = true,
                        InstrKind::Halt(HaltKind::Exit | HaltKind::Abort) => {
                            self.found.extend(walk.accepted(true));
                            return;
                        }
                        _ => {}
                    }
                }
            }
            at = InstrId::new(at.index() + 1);
            if of.heads[function][at.index()] {
                self.drain(&mut walk, &mut depending);
                return self.arrive((function, at), &walk);
            }
        }
    }

    /// Both ways of a decision, each with the events that are told of it.
    fn decide(&mut self, (function, at): Place, guard: ExprId, target: InstrId, walk: &Walk<'a>, depending: &[(ExprId, Event)]) {
        let of = self.of;
        let decided = constant_truth(&of.program.exprs, guard);
        for (holds, next) in [(false, InstrId::new(at.index() + 1)), (true, target)] {
            if decided.is_some_and(|d| d != holds) {
                continue;
            }
            let mut walk = walk.clone();
            let mut is_possible = true;
            for &(cond, event) in depending {
                match truth_given(of.program, cond, guard, holds) {
                    Some(true) if of.never.contains(&event) => is_possible = false,
                    Some(true) => self.happens(&mut walk, event),
                    Some(false) => {}
                    None => self.may_happen(&mut walk, event),
                }
            }
            if is_possible {
                self.arrive((function, next), &walk);
            }
        }
    }

    fn call(&mut self, (function, at): Place, callees: &[FuncId], walk: &Walk<'a>) {
        let of = self.of;
        let next = (function, InstrId::new(at.index() + 1));
        for &callee in callees {
            if of.program.functions[callee].body.is_none() || of.silent[callee] {
                self.arrive(next, walk);
            } else {
                self.arrive((callee, Cfg::entry()), walk);
            }
        }
        if callees.is_empty() {
            self.arrive(next, walk);
        }
    }

    fn happens(&mut self, walk: &mut Walk<'a>, event: Event) {
        walk.event(event, &self.of.watch.acceptor);
        walk.take_done(&mut self.found);
    }

    fn drain(&mut self, walk: &mut Walk<'a>, depending: &mut Vec<(ExprId, Event)>) {
        for (_, event) in depending.drain(..) {
            self.may_happen(walk, event);
        }
    }

    fn may_happen(&mut self, walk: &mut Walk<'a>, event: Event) {
        if !self.of.never.contains(&event) {
            let before = walk.clone();
            self.happens(walk, event);
            walk.join(&before);
        }
    }
}

/// The value of a condition where the guard holds or does not, if one says all of the other.
fn truth_given(program: &Program, cond: ExprId, guard: ExprId, holds: bool) -> Option<bool> {
    let negated = |of: ExprId| match program.exprs.kind(of) {
        ExprKind::Unary(UnOp::Not, inner) => Some(inner),
        _ => None,
    };
    if cond == guard {
        Some(holds)
    } else if negated(cond) == Some(guard) || negated(guard) == Some(cond) {
        Some(!holds)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use automata::fql::testing::random_programs;
    use instrument::events::events;

    #[test]
    fn what_runs_satisfy_is_possible() {
        let (mut satisfied, mut excluded) = (0, 0);
        random_programs(5, 100, |text, program, edges, watch, runs| {
            let mut program = program.clone();
            events(&mut program, edges, &watch.wanted);
            // Once with all events, once without one that some run does not have.
            let all: FxHashSet<Event> = watch.events.values().copied().collect();
            for missing in std::iter::once(None).chain(all.iter().copied().map(Some)) {
                let possible = ControlFlow::new(&program, watch, missing.into_iter().collect()).possible();
                excluded += watch.acceptor.n_goals() - possible.len();
                for run in runs.iter().filter(|run| missing.is_none_or(|m| !run.contains(&m))) {
                    for goal in watch.acceptor.accepted(run.iter().copied(), true) {
                        assert!(possible.contains(&goal), "{text}: {goal:?} without {missing:?}");
                        satisfied += 1;
                    }
                }
            }
        });
        assert!(satisfied > 1000 && excluded > 100, "{satisfied} {excluded}");
    }

    #[test]
    fn everything_is_possible_behind_what_is_not_supported() {
        random_programs(3, 1, |text, program, edges, watch, _| {
            let mut program = program.clone();
            events(&mut program, edges, &watch.wanted);
            let main = program.functions.iter().find(|(_, f)| f.name == "main").map(|(id, _)| id).expect("there is one");
            let body = program.functions[main].body.as_mut().expect("it has one");
            let first = body.ids().find(|i| matches!(body[*i].kind, InstrKind::Decl(_))).expect("it declares something");
            body[first].kind = InstrKind::Unsupported("threads".to_owned());
            let possible = ControlFlow::new(&program, watch, FxHashSet::default()).possible();
            assert_eq!(possible.len(), watch.acceptor.n_goals(), "{text}");
        });
    }
}
