//! Where control flow may lead on from some places: into what stands behind them, into what is called there, and back to whoever called. Believes every
//! decision to be open; knows nothing of values.

use goto::callgraph::CallGraph;
use goto::cfg::{Cfg, constant_truth};
use goto::{FuncId, GoalId, Id, IdSet, IdVec, InstrId, InstrKind, Program, PropertyId};

/// An instruction of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ProgramPoint {
    pub function: FuncId,
    pub instruction: InstrId,
}

/// For each goal the first of the places from which control flow may lead to it; a goal at the place itself is not behind it.
pub fn goals_behind(program: &Program, places: impl IntoIterator<Item = ProgramPoint>) -> IdVec<GoalId, Option<ProgramPoint>> {
    let reachability = Reachability::new(program);
    let mut walk = Walk::new(&reachability);
    places.into_iter().for_each(|place| walk.follow(place, Start::Behind));
    walk.goals
}

/// What control flow may lead to.
#[derive(Clone, Debug)]
pub struct ReachableTargets {
    pub goals: IdSet<GoalId>,
    pub properties: IdSet<PropertyId>,
}

/// The control flow of a whole program.
pub struct Reachability<'a> {
    program: &'a Program,
    calls: CallGraph,
    cfgs: IdVec<FuncId, Option<Cfg>>,
}

impl<'a> Reachability<'a> {
    pub fn new(program: &'a Program) -> Self {
        let mut cfgs = IdVec::new();
        for function in program.functions.values() {
            cfgs.push(function.body.as_ref().map(|body| Cfg::new(program, body)));
        }
        Self { program, calls: CallGraph::new(program), cfgs }
    }

    /// The goals and properties that execution may come to that is at the place, those at the place itself included. `None` if it may come to an instruction from where it
    /// goes on in ways that the program does not tell.
    pub fn ahead_of(&self, place: ProgramPoint) -> Option<ReachableTargets> {
        let mut walk = Walk::new(self);
        walk.follow(place, Start::At);
        let goals = walk.goals.iter().filter(|(_, from)| from.is_some()).map(|(goal, _)| goal).collect();
        let leads_anywhere = walk.untold.iter().any(|&place| self.kind(place).is_some_and(InstrKind::may_lead_anywhere));
        (!leads_anywhere).then_some(ReachableTargets { goals, properties: walk.properties })
    }

    /// What lies behind places from which a run goes on in a way that the text does not tell, if it can then do no more than be behind them with any values, and be called where
    /// a pointer may lead at any time. Places of the same kind that are met on the way are there, too, and whether they can do more is up to the caller.
    pub(crate) fn behind_untold(&self, places: &[ProgramPoint]) -> Untold {
        let mut walk = Walk::new(self);
        places.iter().for_each(|&place| walk.follow(place, Start::Behind));
        if !places.is_empty() {
            let taken = self.calls.address_taken().iter().filter(|&&function| self.program.functions[function].body.is_some());
            taken.for_each(|&function| walk.follow(ProgramPoint { function, instruction: Cfg::entry() }, Start::Called));
        }
        let goals = walk.goals.iter().filter(|(_, from)| from.is_some()).map(|(goal, _)| goal).collect();
        Untold { goals, met: walk.untold }
    }

    pub(crate) fn kind(&self, ProgramPoint { function, instruction }: ProgramPoint) -> Option<&'a InstrKind> {
        self.program.functions[function].body.as_ref().map(|body| &body[instruction].kind)
    }
}

/// What may happen after a run has gone on in a way that the text does not tell.
#[derive(Debug)]
pub(crate) struct Untold {
    pub goals: IdSet<GoalId>,
    /// The places on the way from which runs go on in ways that the text does not tell.
    pub met: Vec<ProgramPoint>,
}

/// Does execution begin with the instruction, or after it?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    At,
    Behind,
    /// With a function that somebody calls who stands nowhere in the text.
    Called,
}

/// Paths in which calls and returns match: a function that was entered on the way comes back to where it was called, which is behind the call anyway, while
/// one that was left before comes back to any of its callers.
struct Walk<'w, 'a> {
    reachability: &'w Reachability<'a>,
    /// By what the function was entered on the way, for each instruction; 1 if it was, 2 if not, 3 for both.
    seen: IdVec<FuncId, Vec<u8>>,
    goals: IdVec<GoalId, Option<ProgramPoint>>,
    properties: IdSet<PropertyId>,
    /// The instructions on the way from which a run may go on in ways that the program does not tell.
    untold: Vec<ProgramPoint>,
    work: Vec<(ProgramPoint, Depth)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    /// In a function that was called on the way.
    Called = 1,
    /// In a function that was at work at the start, or one that called it.
    Outer = 2,
}

impl<'w, 'a> Walk<'w, 'a> {
    fn new(reachability: &'w Reachability<'a>) -> Self {
        let program = reachability.program;
        let mut seen = IdVec::new();
        for function in program.functions.values() {
            seen.push(vec![0; function.body.as_ref().map_or(0, |body| body.len())]);
        }
        Self { reachability, seen, goals: IdVec::filled(None, program.goals.len()), properties: IdSet::default(), untold: Vec::new(), work: Vec::new() }
    }

    fn follow(&mut self, start: ProgramPoint, from: Start) {
        match from {
            Start::At => self.work.push((start, Depth::Outer)),
            Start::Behind => self.leave(start, Depth::Outer),
            Start::Called => self.work.push((start, Depth::Called)),
        }
        let program = self.reachability.program;
        while let Some((place, depth)) = self.work.pop() {
            let seen = &mut self.seen[place.function][place.instruction.index()];
            if *seen & depth as u8 != 0 {
                continue;
            }
            *seen |= depth as u8;
            let Some(body) = &program.functions[place.function].body else { continue };
            let kind = &body[place.instruction].kind;
            if kind.is_untold() {
                self.untold.push(place);
            }
            match *kind {
                InstrKind::Cover { goal, cond } if constant_truth(&program.exprs, cond) != Some(false) => {
                    self.goals[goal].get_or_insert(start);
                }
                InstrKind::Assert { cond, property } if constant_truth(&program.exprs, cond) != Some(true) => {
                    self.properties.insert(property);
                }
                InstrKind::Call { callee, .. } => {
                    for callee in self.reachability.calls.targets(program, callee) {
                        if program.functions[callee].body.is_some() {
                            self.work.push((ProgramPoint { function: callee, instruction: Cfg::entry() }, Depth::Called));
                        }
                    }
                }
                _ => {}
            }
            self.leave(place, depth);
        }
    }

    /// What may run after the instruction, but for what it calls.
    fn leave(&mut self, place: ProgramPoint, depth: Depth) {
        let ProgramPoint { function, instruction } = place;
        let Reachability { program, calls, cfgs } = self.reachability;
        let Some(body) = &program.functions[function].body else { return };
        if matches!(body[instruction].kind, InstrKind::Return(_)) && depth == Depth::Outer {
            for site in calls.sites() {
                if calls.targets(program, site.callee).contains(&function) {
                    let next = cfgs[site.caller].iter().flat_map(|cfg| cfg.successors(site.instr));
                    self.work.extend(next.map(|&instruction| (ProgramPoint { function: site.caller, instruction }, Depth::Outer)));
                }
            }
        }
        let next = cfgs[function].iter().flat_map(|cfg| cfg.successors(instruction));
        self.work.extend(next.map(|&instruction| (ProgramPoint { function, instruction }, depth)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLES: &str = "goto lp64 start begin
        goal g0 branch_goal \"zero\" begin \"\" goal g1 branch_goal \"one\" begin \"\" goal g2 branch_goal \"two\" begin \"\"
        goal g3 branch_goal \"three\" begin \"\" static x#0: bool\n";

    /// The goals behind one place, given as the number of its function and of its instruction.
    fn behind(functions: &str, place: (usize, usize)) -> Vec<usize> {
        let program = goto::parse(&format!("{TABLES}{functions}")).unwrap_or_else(|e| panic!("{e}"));
        goto::assert_valid(&program, "the text");
        let place = ProgramPoint { function: FuncId::new(place.0), instruction: InstrId::new(place.1) };
        goals_behind(&program, [place]).iter().filter(|(_, p)| p.is_some()).map(|(g, _)| g.index()).collect()
    }

    #[test]
    fn calls_and_returns_match() {
        let text = "function begin: fn() -> void { 0: COVER g0 x#0 1: CALL inner() 2: COVER g1 x#0 3: CALL inner() 4: CALL other() 5: HALT exit }
            function inner: fn() -> void { 0: x#0 := true 1: COVER g2 x#0 2: RETURN }
            function other: fn() -> void { 0: CALL inner() 1: COVER g3 x#0 2: RETURN }";
        // From the function's start: what it calls, in order, but not what stood before.
        assert_eq!(behind(text, (0, 2)), [2, 3]);
        assert!(behind(text, (0, 4)).is_empty());
        // Whoever called the inner function goes on.
        assert_eq!(behind(text, (1, 0)), [1, 2, 3]);
        // It is called by the other one, but returns to that one only.
        assert_eq!(behind(text, (2, 0)), [3]);
    }

    #[test]
    fn constants_and_ends_are_believed() {
        let text = "function begin: fn() -> void { 0: x#0 := true 1: COVER g0 false 2: IF true GOTO 4 3: COVER g1 x#0 4: COVER g2 x#0 5: HALT exit 6: COVER g3 x#0 7: HALT exit }";
        assert_eq!(behind(text, (0, 0)), [2]);
        let round = "function begin: fn() -> void { 0: COVER g0 x#0 1: x#0 := true 2: GOTO 0 }";
        assert_eq!(behind(round, (0, 1)), [0]);
    }

    #[test]
    fn what_lies_ahead_begins_at_the_place() {
        let text = "goto lp64 start begin goal g0 branch_goal \"zero\" begin \"\" property p0 assertion \"p\" begin \"\" property p1 assertion \"q\" begin \"\" static x#0: bool
            function begin: fn() -> void { 0: IF x#0 GOTO 3 1: ASSERT p0 x#0 2: HALT exit 3: COVER g0 x#0 4: ASSERT p1 x#0 5: GOTO 3 }";
        let program = goto::parse(text).unwrap_or_else(|e| panic!("{e}"));
        let reachability = Reachability::new(&program);
        let ahead = |instruction: usize| {
            let place = ProgramPoint { function: FuncId::new(0), instruction: InstrId::new(instruction) };
            let ahead = reachability.ahead_of(place).unwrap_or_else(|| panic!("everything"));
            let goals: Vec<usize> = ahead.goals.iter().map(Id::index).collect();
            (goals, ahead.properties.iter().map(Id::index).collect::<Vec<usize>>())
        };
        assert_eq!(ahead(0), (vec![0], vec![0, 1]));
        assert_eq!(ahead(1), (vec![], vec![0]));
        assert_eq!(ahead(5), (vec![0], vec![1]));
    }

    #[test]
    fn everything_lies_ahead_of_what_is_not_followed() {
        let text = "goto lp64 start begin goal g0 branch_goal \"zero\" begin \"\" static x#0: bool
            function begin: fn() -> void { 0: COVER g0 x#0 1: IF x#0 GOTO 3 2: UNFOLLOWED \"a thread\" 3: HALT exit }";
        let program = goto::parse(text).unwrap_or_else(|e| panic!("{e}"));
        let reachability = Reachability::new(&program);
        let ahead = |instruction: usize| reachability.ahead_of(ProgramPoint { function: FuncId::new(0), instruction: InstrId::new(instruction) });
        assert!(ahead(1).is_none() && ahead(2).is_none());
        assert!(ahead(3).is_some_and(|ahead| ahead.goals.is_empty()));
    }
}
