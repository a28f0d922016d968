//! The goals and properties of a board for the graphs: each becomes an automaton whose words end with passing its instruction.
//!
//! The graphs are of a program of their own: without what is decided, and with a decision before each instruction that is a target only if a condition holds, so that to
//! pass the instruction is to reach the target. Inputs mean the same in both programs. Left out are targets in the tool's own code, which has no edges; those about the
//! heap as a whole, of which graphs know nothing; and the parts of arguments that something ends, which say nothing by themselves.

use super::goals::{Goals, Part, What};
use super::options::Options;
use super::turns::BoardGoals;
use crate::board::Board;
use crate::budget;
use crate::target::Target;
use analysis::transform::{simplify, slice};
use automata::{Automaton, EdgeSet, Label};
use goto::cfg::constant_truth;
use goto::edges::{EdgeId, Edges};
use goto::{Body, ExprId, FuncId, Id, IdVec, InstrId, InstrKind, Instruction, Program, PropertyClass};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is asked, and of which program.
pub(crate) struct TargetGoals {
    program: Program,
    edges: Edges,
    /// Each with the edges that reach it.
    targets: Vec<(Target, Vec<EdgeId>)>,
}

impl TargetGoals {
    /// What is open on the board.
    pub(crate) fn new(board: &Board) -> Self {
        let asked = asked(board);
        let mut program = board.program().clone();
        slice(&mut program, &|g| asked.contains(&Target::Goal(g)), &|p| asked.contains(&Target::Property(p)));
        simplify(&mut program);
        for function in program.functions.ids() {
            if let Some(body) = program.functions[function].body.take() {
                program.functions[function].body = Some(divided(&mut program, &body));
            }
        }
        goto::assert_valid(&program, "targets");
        let edges = Edges::new(&program);
        let targets = reaching(&program, &edges).into_iter().filter(|(target, _)| asked.contains(target)).collect();
        Self { program, edges, targets }
    }

    /// All edges, with those that reach a target apart.
    fn edges_of(&self, target: usize) -> (EdgeSet, EdgeSet) {
        let reaching: EdgeSet = self.targets[target].1.iter().copied().collect();
        (EdgeSet::first(self.edges.len()).difference(&reaching), reaching)
    }
}

/// The target that executing the instruction may reach.
fn target_of(kind: &InstrKind) -> Option<Target> {
    match *kind {
        InstrKind::Cover { goal, .. } => Some(Target::Goal(goal)),
        InstrKind::Assert { property, .. } => Some(Target::Property(property)),
        _ => None,
    }
}

/// The condition under which executing the instruction does not reach its target, unless it always does.
fn avoided(program: &mut Program, kind: &InstrKind) -> Option<ExprId> {
    match *kind {
        InstrKind::Cover { cond, .. } if constant_truth(&program.exprs, cond) != Some(true) => Some(program.build().not(cond)),
        InstrKind::Assert { cond, .. } if constant_truth(&program.exprs, cond) != Some(false) => Some(cond),
        _ => None,
    }
}

/// The open targets that graphs can judge.
fn asked(board: &Board) -> FxHashSet<Target> {
    let program = board.program();
    let is_judged = |target: &Target| {
        let is_part = matches!(target, Target::Property(property) if program.properties[*property].class == PropertyClass::Termination);
        !is_part && !target.is_about_the_heap(program)
    };
    let mut asked: FxHashSet<Target> = board.open().into_iter().filter(is_judged).collect();
    for function in program.functions.values().filter(|function| function.model) {
        for instruction in function.body.iter().flat_map(|body| body.values()) {
            target_of(&instruction.kind).iter().for_each(|target| _ = asked.remove(target));
        }
    }
    asked
}

/// A body in which a jump leads around each instruction that is a target, where that is not reached.
fn divided(program: &mut Program, body: &Body) -> Body {
    let mut new = Body::new();
    let mut arrival: IdVec<InstrId, InstrId> = IdVec::new();
    for instruction in body.values() {
        arrival.push(new.next_id());
        if let Some(avoided) = avoided(program, &instruction.kind) {
            let behind = InstrId::new(new.len() + 2);
            new.push(Instruction { kind: InstrKind::Goto { guard: avoided, target: behind, branch: None }, loc: instruction.loc });
        }
        new.push(instruction.clone());
    }
    for (old, at) in arrival.iter() {
        // A target is no jump, so what stands at the place of arrival of a jump is the jump itself.
        if let InstrKind::Goto { target, .. } = body[old].kind
            && let InstrKind::Goto { target: moved, .. } = &mut new[*at].kind
        {
            *moved = arrival[target];
        }
    }
    new
}

/// The targets with the edges that reach them, in the order of the program; without those of which control flow does not reach an instruction.
fn reaching(program: &Program, edges: &Edges) -> Vec<(Target, Vec<EdgeId>)> {
    let mut found: Vec<(Target, Vec<EdgeId>)> = Vec::new();
    let mut numbers: FxHashMap<Target, usize> = FxHashMap::default();
    let mut absent: FxHashSet<Target> = FxHashSet::default();
    let bodies = program.functions.iter().filter_map(|(f, function): (FuncId, _)| Some((f, function.body.as_ref()?)));
    for (function, id, kind) in bodies.flat_map(|(f, body)| body.iter().map(move |(id, instruction)| (f, id, &instruction.kind))) {
        let Some(target) = target_of(kind) else { continue };
        let Some(place) = edges.place(function, id) else {
            absent.insert(target);
            continue;
        };
        let number = *numbers.entry(target).or_insert_with(|| {
            found.push((target, Vec::new()));
            found.len() - 1
        });
        found[number].1.extend(edges.outgoing(place));
    }
    found.retain(|(target, _)| !absent.contains(target));
    found
}

impl Goals for TargetGoals {
    fn len(&self) -> usize {
        self.targets.len()
    }

    fn automaton(&self, goal: usize) -> Automaton {
        let (others, reaching) = self.edges_of(goal);
        let mut automaton = Automaton::default();
        let (on_the_way, there) = (automaton.add_state(false), automaton.add_state(true));
        automaton.start_in(on_the_way);
        automaton.add(on_the_way, Label::edges(others), on_the_way);
        automaton.add(on_the_way, Label::edges(reaching), there);
        automaton
    }

    fn sequence(&self, goal: usize) -> Option<Vec<EdgeId>> {
        let edges = &self.targets[goal].1;
        (edges.len() == 1).then(|| edges.clone())
    }

    fn part(&self, goal: usize, n: usize) -> Option<Part> {
        let [edge] = self.targets[goal].1[..] else { return None };
        (n == 0).then_some(Part { alternative: 0, choice: 0, what: What::Step(edge) })
    }

    fn beginning(&self, goal: usize, n_parts: usize) -> Automaton {
        if n_parts > 0 {
            return self.automaton(goal);
        }
        let mut anything = Automaton::default();
        let begun = anything.add_state(true);
        anything.start_in(begun);
        anything.add(begun, Label::edges(EdgeSet::first(self.edges.len())), begun);
        anything
    }
}

impl BoardGoals for TargetGoals {
    fn program(&self) -> &Program {
        &self.program
    }

    fn edges(&self) -> &Edges {
        &self.edges
    }

    fn target(&self, goal: usize) -> Target {
        self.targets[goal].0
    }

    fn options(&self) -> Options {
        Options { ends_matter: false, share_beginnings: false, most_nodes: budget::graphs::NODES_OF_TARGETS, ..Options::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::turns::GraphTurns;
    use super::*;
    use crate::board::LostRuns;
    use crate::status::{Proof, ProofMethod, Status};
    use goto::limits::Stop;
    use goto::{GoalId, PropertyId};
    use solver::embedded::Embedded;
    use std::sync::Arc;
    use std::time::Instant;

    /// Chooses a value, waits for as long as it is told, and compares. One goal is reached by it, one not, one stands behind that; and one property depends on memory.
    const WAITS: &str = "goto lp64 start begin input in0 \"nondet\" \"int\" i32
        goal g0 branch_goal \"chosen\" begin \"\" goal g1 branch_goal \"changed\" begin \"\" goal g2 branch_goal \"behind\" begin \"\"
        property p0 assertion \"p\" begin \"\" property p1 assertion \"q\" begin \"\"
        static x#0: i32 static y#1: i32 static z#2: i32 static p#3: *i32
        function begin: fn() -> void model { 0: CALL main() 1: HALT exit }
        function main: fn() -> void {
            0: x#0 := INPUT in0 1: y#1 := x#0 2: z#2 := INPUT in0 3: IF z#2 != 5 GOTO 2
            4: COVER g0 x#0 == 7 5: COVER g1 x#0 != y#1 6: ASSERT p0 x#0 == y#1 7: IF x#0 == y#1 GOTO 9 8: COVER g2 true 9: ASSERT p1 *p#3 == 0 10: RETURN }";

    #[test]
    fn a_board_is_decided_in_turns() {
        let program = goto::parse(WAITS).unwrap_or_else(|e| panic!("{e}"));
        let board = Board::new(Arc::new(program), None, LostRuns::Count);
        let compiled = board.compiled();
        let targets = TargetGoals::new(&board);
        assert_eq!(targets.len(), 5);
        let mut graphs = GraphTurns::new(&board, compiled, &targets, Box::new(Embedded::new()), true);
        // The first turn is over before it begins.
        let over = Stop::new(None).earlier(Instant::now());
        assert_eq!(graphs.work(&over), 0);
        assert!(!graphs.is_over());
        assert_eq!(graphs.work(&Stop::new(None)), 4);
        assert!(graphs.is_over());
        let proof = Proof { method: ProofMethod::Arg, k: None };
        assert!(matches!(board.status(GoalId::new(0)), Status::Reached(_)));
        for impossible in [1, 2].map(|g| board.status(GoalId::new(g))) {
            assert!(matches!(impossible, Status::Excluded(_)), "{impossible:?}");
        }
        assert_eq!(board.status(PropertyId::new(0)), Status::Excluded(proof));
        assert!(matches!(board.status(PropertyId::new(1)), Status::Open(_)));
    }

    /// The same goals, taken to share beginnings as those of queries do.
    struct Alike(TargetGoals);

    impl Goals for Alike {
        fn len(&self) -> usize {
            self.0.len()
        }

        fn automaton(&self, goal: usize) -> Automaton {
            self.0.automaton(goal)
        }

        fn sequence(&self, goal: usize) -> Option<Vec<EdgeId>> {
            self.0.sequence(goal)
        }

        fn part(&self, goal: usize, n: usize) -> Option<Part> {
            self.0.part(goal, n)
        }

        fn beginning(&self, goal: usize, n_parts: usize) -> Automaton {
            self.0.beginning(goal, n_parts)
        }
    }

    impl BoardGoals for Alike {
        fn program(&self) -> &Program {
            self.0.program()
        }

        fn edges(&self) -> &Edges {
            self.0.edges()
        }

        fn target(&self, goal: usize) -> Target {
            self.0.target(goal)
        }

        fn options(&self) -> Options {
            Options { share_beginnings: true, ..self.0.options() }
        }
    }

    #[test]
    fn goals_that_begin_alike_are_decided_in_short_turns() {
        let program = goto::parse(WAITS).unwrap_or_else(|e| panic!("{e}"));
        let board = Board::new(Arc::new(program), None, LostRuns::Count);
        let compiled = board.compiled();
        let goals = Alike(TargetGoals::new(&board));
        let mut graphs = GraphTurns::new(&board, compiled, &goals, Box::new(Embedded::new()), true);
        let (mut turns, mut decided) = (0, 0);
        while !graphs.is_over() {
            // Each is a little longer, so that none is too short for ever.
            decided += graphs.work(&Stop::new(None).earlier(Instant::now() + turns * std::time::Duration::from_micros(100)));
            turns += 1;
        }
        assert_eq!(decided, 4);
        assert!(matches!(board.status(GoalId::new(0)), Status::Reached(_)));
        assert!(matches!(board.status(PropertyId::new(1)), Status::Open(_)));
    }
}
