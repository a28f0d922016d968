//! What follows from control flow alone: code that no call and no path leads to, conditions that are constants, and what only leads on from where execution is
//! known never to pass (a goal that is dominated by an unreachable one). Believes what it is told of goals and properties; knows nothing of values.

use goto::callgraph::addresses_from;
use goto::cfg::{Cfg, constant_truth};
use goto::{Callee, ExprId, ExprKind, ExprPool, FuncId, GoalId, Id, IdVec, InstrId, InstrKind, Program, PropertyId, UnOp};
use rustc_hash::FxHashSet;

/// What is known so far.
pub trait DecidedTargets {
    /// Is the goal known to be unreachable?
    fn is_unreachable(&self, goal: GoalId) -> bool;
    /// Is the property known to hold?
    fn holds(&self, property: PropertyId) -> bool;
}

/// What execution does not pass, beside what is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Barriers {
    None,
    /// What is not supported.
    Unsupported,
}

/// Nothing is known.
struct Nothing;

impl DecidedTargets for Nothing {
    fn is_unreachable(&self, _: GoalId) -> bool {
        false
    }

    fn holds(&self, _: PropertyId) -> bool {
        false
    }
}

/// An instruction of a function.
pub type InstrPlace = (FuncId, InstrId);

/// What cannot happen.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Dead {
    /// Goals that no execution reaches.
    pub goals: Vec<GoalId>,
    /// Properties that no execution violates.
    pub properties: Vec<PropertyId>,
}

/// The control flow of a program, for questions that grow with what is known.
pub struct ControlFlow<'a> {
    program: &'a Program,
    cfgs: IdVec<FuncId, Option<Cfg>>,
}

impl<'a> ControlFlow<'a> {
    pub fn new(program: &'a Program) -> Self {
        let mut cfgs = IdVec::new();
        for function in program.functions.values() {
            cfgs.push(function.body.as_ref().map(|body| Cfg::new(program, body)));
        }
        Self { program, cfgs }
    }

    /// All goals that cannot be reached and all properties that cannot be violated, given what is known. Only those that stand somewhere in the program. If
    /// execution may come to something that is not supported, only those in functions that were left out before: it may go anywhere from there, and start threads in
    /// functions that nothing else names.
    pub fn dead(&self, known: &dyn DecidedTargets) -> Dead {
        let live = self.live(known, Barriers::None);
        let leaves = self.may_leave_the_text(&live);
        let mut goals: IdVec<GoalId, Standing> = IdVec::filled(Standing::Nowhere, self.program.goals.len());
        let mut properties: IdVec<PropertyId, Standing> = IdVec::filled(Standing::Nowhere, self.program.properties.len());
        for (func, function) in self.program.functions.iter() {
            for (at, instruction) in function.body.iter().flat_map(|body| body.iter()) {
                let (standing, idle) = match instruction.kind {
                    InstrKind::Cover { goal, cond } => (&mut goals[goal], self.truth(cond) == Some(false)),
                    InstrKind::Assert { property, cond } => (&mut properties[property], self.truth(cond) == Some(true)),
                    _ => continue,
                };
                let is_unreached = self.program.unreached.contains(&func);
                let is_dead = is_unreached || !leaves && (idle || !live[func].as_ref().is_some_and(|l| l[at]));
                let here = if is_dead { Standing::InDeadCode } else { Standing::InLiveCode };
                *standing = (*standing).max(here);
            }
        }
        let is_dead = |s: &Standing| *s == Standing::InDeadCode;
        Dead {
            goals: goals.iter().filter(|(_, s)| is_dead(s)).map(|(g, _)| g).collect(),
            properties: properties.iter().filter(|(_, s)| is_dead(s)).map(|(p, _)| p).collect(),
        }
    }

    /// The goals that execution reaches only past what is not supported in the functions of the user, each with such a place: one in the function of the goal, if there is one.
    pub fn behind_unsupported(&self) -> Vec<(GoalId, InstrPlace)> {
        let live = self.live(&Nothing, Barriers::Unsupported);
        let (mut goals, mut in_way, mut reached) = (Vec::new(), Vec::new(), FxHashSet::default());
        for (func, function) in self.program.functions.iter() {
            for (at, instruction) in function.body.iter().flat_map(|body| body.iter()) {
                let is_live = live[func].as_ref().is_some_and(|live| live[at]);
                match instruction.kind {
                    InstrKind::Unsupported(_) if is_live && !function.model => in_way.push((func, at)),
                    InstrKind::Cover { goal, .. } if is_live => _ = reached.insert(goal),
                    InstrKind::Cover { goal, .. } => goals.push((goal, func)),
                    _ => {}
                }
            }
        }
        let place = |of: FuncId| in_way.iter().find(|(func, _)| *func == of).or(in_way.first()).copied();
        goals.into_iter().filter(|(goal, _)| !reached.contains(goal)).filter_map(|(goal, func)| Some((goal, place(func)?))).collect()
    }

    fn may_leave_the_text(&self, live: &IdVec<FuncId, Option<IdVec<InstrId, bool>>>) -> bool {
        live.iter().any(|(func, live)| {
            let body = self.program.functions[func].body.iter().flat_map(|body| body.iter());
            live.as_ref().is_some_and(|live| body.into_iter().any(|(at, i)| live[at] && matches!(i.kind, InstrKind::Unsupported(_) | InstrKind::Unfollowed(_))))
        })
    }

    /// The instructions that execution may get to; `None` for functions that it does not.
    fn live(&self, known: &dyn DecidedTargets, barriers: Barriers) -> IdVec<FuncId, Option<IdVec<InstrId, bool>>> {
        let mut live: IdVec<FuncId, Option<IdVec<InstrId, bool>>> = IdVec::filled(None, self.program.functions.len());
        let mut work = vec![self.program.start];
        let mut seen = FxHashSet::default();
        while let Some(func) = work.pop() {
            let (None, Some(body), Some(cfg)) = (&live[func], &self.program.functions[func].body, &self.cfgs[func]) else { continue };
            let reached = self.live_in(func, cfg, known, barriers);
            for (_, instruction) in body.iter().filter(|(at, _)| reached[*at]) {
                // Who calls through a pointer may be a function without a body.
                work.extend(addresses_from(self.program, &instruction.kind, &mut seen));
                if let InstrKind::Call { callee: Callee::Direct(callee), .. } = instruction.kind {
                    work.push(callee);
                }
            }
            live[func] = Some(reached);
        }
        live
    }

    fn live_in(&self, func: FuncId, cfg: &Cfg, known: &dyn DecidedTargets, barriers: Barriers) -> IdVec<InstrId, bool> {
        let mut reached = IdVec::filled(false, cfg.len());
        let mut work = if cfg.is_empty() { Vec::new() } else { vec![Cfg::entry()] };
        while let Some(at) = work.pop() {
            let body = self.program.functions[func].body.as_ref();
            let is_barrier = barriers == Barriers::Unsupported && body.is_some_and(|body| matches!(body[at].kind, InstrKind::Unsupported(_)));
            if !std::mem::replace(&mut reached[at], true) && !is_barrier {
                work.extend(cfg.successors(at).iter().copied().filter(|&to| !self.is_never_taken(func, cfg, known, at, to)));
            }
        }
        reached
    }

    /// Does what is known say that execution never goes this way?
    fn is_never_taken(&self, func: FuncId, cfg: &Cfg, known: &dyn DecidedTargets, from: InstrId, to: InstrId) -> bool {
        let Some(body) = &self.program.functions[func].body else { return false };
        match body[from].kind {
            InstrKind::Cover { goal, cond } => self.truth(cond) == Some(true) && known.is_unreachable(goal),
            InstrKind::Assert { property, cond } => self.truth(cond) == Some(false) && known.holds(property),
            InstrKind::Goto { guard, target, .. } => {
                let next = InstrId::new(from.index() + 1);
                if target == next {
                    return false;
                }
                let jumps = to == target;
                // What stands before the jump, and is not passed by, is evaluated in the same state.
                let mut at = from;
                while at.index() > 0 && *cfg.predecessors(at) == [InstrId::new(at.index() - 1)] {
                    at = InstrId::new(at.index() - 1);
                    match body[at].kind {
                        InstrKind::Cover { goal, cond } if known.is_unreachable(goal) => {
                            let refuted = if jumps { cond == guard } else { is_negation(&self.program.exprs, cond, guard) };
                            if refuted {
                                return true;
                            }
                        }
                        InstrKind::Cover { .. } | InstrKind::Assert { .. } | InstrKind::Skip | InstrKind::Mark(_) => {}
                        _ => break,
                    }
                }
                false
            }
            _ => false,
        }
    }

    fn truth(&self, cond: ExprId) -> Option<bool> {
        constant_truth(&self.program.exprs, cond)
    }
}

fn is_negation(exprs: &ExprPool, a: ExprId, b: ExprId) -> bool {
    let of = |x: ExprId, y: ExprId| matches!(exprs.kind(x), ExprKind::Unary(UnOp::Not, inner) if inner == y);
    of(a, b) || of(b, a)
}

/// Where the instructions of a goal or a property stand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    Nowhere,
    InDeadCode,
    InLiveCode,
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLES: &str = "goto lp64 start begin
        goal g0 branch_goal \"zero\" begin \"\" goal g1 branch_goal \"one\" begin \"\" goal g2 branch_goal \"two\" begin \"\"
        property p0 assertion \"p\" begin \"\" property p1 assertion \"q\" begin \"\"
        static x#0: bool static y#1: i32 static f#2: *fn() -> void\n";

    struct Told(Vec<usize>, Vec<usize>);

    impl DecidedTargets for Told {
        fn is_unreachable(&self, goal: GoalId) -> bool {
            self.0.contains(&goal.index())
        }
        fn holds(&self, property: PropertyId) -> bool {
            self.1.contains(&property.index())
        }
    }

    fn dead(functions: &str, goals: &[usize], properties: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let program = goto::parse(&format!("{TABLES}{functions}")).unwrap_or_else(|e| panic!("{e}"));
        goto::assert_valid(&program, "the text");
        let dead = ControlFlow::new(&program).dead(&Told(goals.to_vec(), properties.to_vec()));
        (dead.goals.iter().map(|g| g.index()).collect(), dead.properties.iter().map(|p| p.index()).collect())
    }

    #[test]
    fn what_is_only_behind_something_unsupported_is_told() {
        let text = format!(
            "{TABLES} function begin: fn() -> void {{ 0: COVER g0 x#0 1: IF x#0 GOTO 4 2: UNSUPPORTED \"a call of fork\" 3: COVER g1 x#0 4: COVER g2 x#0 5: HALT exit }}"
        );
        let program = goto::parse(&text).unwrap_or_else(|e| panic!("{e}"));
        let behind = ControlFlow::new(&program).behind_unsupported();
        assert_eq!(behind, [(GoalId::new(1), (program.start, InstrId::new(2)))]);
    }

    #[test]
    fn functions_never_called_are_dead() {
        let text = "function begin: fn() -> void { 0: f#2 := &taken 1: CALL called() 2: COVER g0 x#0 3: HALT exit }
            function called: fn() -> void { 0: RETURN 1: ASSERT p0 x#0 2: RETURN }
            function taken: fn() -> void { 0: COVER g1 x#0 1: RETURN }
            function never: fn() -> void { 0: COVER g2 x#0 1: ASSERT p1 x#0 2: CALL never() 3: RETURN }";
        assert_eq!(dead(text, &[], &[]), (vec![2], vec![0, 1]));
    }

    #[test]
    fn nothing_follows_if_execution_may_go_anywhere() {
        let never = "function never: fn() -> void { 0: COVER g2 x#0 1: RETURN }";
        let text = format!("function begin: fn() -> void {{ 0: UNSUPPORTED \"threads\" 1: HALT exit }} {never}");
        assert_eq!(dead(&text, &[], &[]), (vec![], vec![]));
        let text = format!("function begin: fn() -> void {{ 0: IF true GOTO 2 1: UNSUPPORTED \"threads\" 2: HALT exit }} {never}");
        assert_eq!(dead(&text, &[], &[]), (vec![2], vec![]));
    }

    #[test]
    fn constant_conditions_are_decided() {
        let text = "function begin: fn() -> void { 0: COVER g0 false 1: ASSERT p0 true 2: ASSERT p1 false 3: IF false GOTO 5 4: HALT exit 5: COVER g1 x#0 6: HALT exit }";
        assert_eq!(dead(text, &[], &[]), (vec![0, 1], vec![0]));
    }

    #[test]
    fn what_an_unreachable_goal_dominates_is_dead() {
        let jump = "function begin: fn() -> void { 0: COVER g0 x#0 1: COVER g1 !x#0 2: IF x#0 GOTO 4 3: HALT exit 4: COVER g2 x#0 5: HALT exit }";
        assert_eq!(dead(jump, &[], &[]), (vec![], vec![]));
        assert_eq!(dead(jump, &[0], &[]), (vec![2], vec![]));
        assert_eq!(dead(jump, &[1], &[]), (vec![], vec![]));
        let falls = "function begin: fn() -> void { 0: COVER g0 x#0 1: COVER g1 !x#0 2: IF x#0 GOTO 4 3: COVER g2 x#0 4: HALT exit }";
        assert_eq!(dead(falls, &[1], &[]), (vec![2], vec![]));
        // Another way leads to the jump.
        let passed_by = "function begin: fn() -> void { 0: IF y#1 == 0 GOTO 2 1: COVER g0 x#0 2: IF x#0 GOTO 4 3: HALT exit 4: COVER g2 x#0 5: HALT exit }";
        assert_eq!(dead(passed_by, &[0], &[]), (vec![], vec![]));
        // The condition is another one by then.
        let changed = "function begin: fn() -> void { 0: COVER g0 x#0 1: x#0 := y#1 == 0 2: IF x#0 GOTO 4 3: HALT exit 4: COVER g2 x#0 5: HALT exit }";
        assert_eq!(dead(changed, &[0], &[]), (vec![], vec![]));
    }

    #[test]
    fn execution_does_not_pass_what_is_never_reached() {
        let text = "function begin: fn() -> void { 0: COVER g0 true 1: CALL called() 2: HALT exit }
            function called: fn() -> void { 0: ASSERT p0 false 1: COVER g1 x#0 2: RETURN }";
        assert_eq!(dead(text, &[0], &[]), (vec![1], vec![0]));
        assert_eq!(dead(text, &[], &[0]), (vec![1], vec![]));
    }
}
