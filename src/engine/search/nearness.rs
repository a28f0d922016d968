//! How far each instruction is from what is open: branches and calls on the shortest way, over all functions. Forgets who called whom. Knows nothing of runs.

use goto::cfg::successors;
use goto::interp::Compiled;
use goto::{Callee, ExprId, ExprKind, FuncId, GoalId, Id, IdVec, InstrId, InstrKind, Program, PropertyId};
use std::collections::VecDeque;

/// What can be open at an instruction.
#[derive(Clone, Copy, Debug)]
enum Mark {
    Goal(GoalId),
    Property(PropertyId),
}

/// Distances to what is open.
pub(super) struct Nearness {
    /// For each function the number of its first instruction.
    first: IdVec<FuncId, u32>,
    /// Where each instruction may be come to from, and at what cost.
    before: Vec<Vec<(u32, u32)>>,
    marks: Vec<(u32, Mark)>,
    distance: Vec<u32>,
    /// For each place of comparisons: its instruction, if it has one.
    places: Vec<u32>,
}

impl Nearness {
    /// From where nothing that is open can be reached.
    pub(super) const NEVER: u32 = u32::MAX;

    pub(super) fn new(program: &Program, compiled: &Compiled) -> Self {
        let mut first = IdVec::new();
        let mut n = 0;
        for function in program.functions.values() {
            first.push(n);
            n += function.body.as_ref().map_or(0, |body| body.len()) as u32;
        }
        // Calls through pointers go to one node, and come back from another.
        let (indirect, back) = (n, n + 1);
        let mut map = Self { first, before: vec![Vec::new(); n as usize + 2], marks: Vec::new(), distance: Vec::new(), places: Vec::new() };
        map.places = (0..).map_while(|place| compiled.instruction_at(place)).map(|(f, i)| map.node(f, i)).collect();
        let addressed: Vec<FuncId> = (0..program.exprs.len())
            .filter_map(|e| match program.exprs.kind(ExprId::new(e)) {
                ExprKind::FunctionAddress(function) => Some(function),
                _ => None,
            })
            .collect();
        let mut callers: IdVec<FuncId, Vec<u32>> = IdVec::filled(Vec::new(), program.functions.len());
        for (id, function) in program.functions.iter() {
            let Some(body) = &function.body else { continue };
            for (at, instruction) in body.iter() {
                let node = map.node(id, at);
                let mut next = Vec::new();
                successors(program, body, at, |to| next.push(map.node(id, to)));
                let cost = u32::from(next.len() > 1);
                next.iter().for_each(|&to| map.before[to as usize].push((node, cost)));
                match &instruction.kind {
                    InstrKind::Call { callee: Callee::Direct(callee), .. } if program.functions[*callee].body.is_some() => {
                        let entry = map.first[*callee];
                        map.before[entry as usize].push((node, 1));
                        callers[*callee].extend(next);
                    }
                    InstrKind::Call { callee: Callee::Indirect(_), .. } => {
                        map.before[indirect as usize].push((node, 1));
                        next.iter().for_each(|&to| map.before[to as usize].push((back, 0)));
                    }
                    InstrKind::Cover { goal, .. } => map.marks.push((node, Mark::Goal(*goal))),
                    InstrKind::Assert { property, .. } => map.marks.push((node, Mark::Property(*property))),
                    _ => {}
                }
            }
        }
        for function in addressed {
            if program.functions[function].body.is_some() {
                let entry = map.first[function];
                map.before[entry as usize].push((indirect, 0));
                callers[function].push(back);
            }
        }
        for (id, function) in program.functions.iter() {
            let returns = function.body.iter().flat_map(|body| body.iter()).filter(|(_, i)| matches!(i.kind, InstrKind::Return(_)));
            for (at, _) in returns {
                let node = map.node(id, at);
                for &to in &callers[id] {
                    map.before[to as usize].push((node, 0));
                }
            }
        }
        map
    }

    fn node(&self, function: FuncId, at: InstrId) -> u32 {
        self.first[function] + at.index() as u32
    }

    /// Measures the way to what is open now.
    pub(super) fn measure(&mut self, is_goal_open: impl Fn(GoalId) -> bool, is_property_open: impl Fn(PropertyId) -> bool) {
        self.distance.clear();
        self.distance.resize(self.before.len(), Self::NEVER);
        let mut waiting = VecDeque::new();
        for &(node, mark) in &self.marks {
            let open = match mark {
                Mark::Goal(goal) => is_goal_open(goal),
                Mark::Property(property) => is_property_open(property),
            };
            if open {
                self.distance[node as usize] = 0;
                waiting.push_back(node);
            }
        }
        while let Some(node) = waiting.pop_front() {
            let so_far = self.distance[node as usize];
            for &(from, cost) in &self.before[node as usize] {
                if so_far + cost < self.distance[from as usize] {
                    self.distance[from as usize] = so_far + cost;
                    if cost == 0 { waiting.push_front(from) } else { waiting.push_back(from) }
                }
            }
        }
    }

    /// Of the instruction that a place of comparison belongs to.
    pub(super) fn of_place(&self, place: u32) -> u32 {
        let node = self.places.get(place as usize).copied().unwrap_or(Self::NEVER);
        self.distance.get(node as usize).copied().unwrap_or(Self::NEVER)
    }
}
