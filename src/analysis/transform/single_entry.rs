//! Gives loops that are entered in the middle one entry, so that everything said of their heads is said of all ways in. A jump from before a loop into it
//! notes where it wants to go and jumps to the head; a switch there sends it on. Jumps backwards that belong to no loop are turned forwards before (`forwards`),
//! and loops that overlap are made to nest (`nested`).

use super::forwards::laid_out;
use super::nested::nested;
use goto::cfg::Cfg;
use goto::{Body, ExprId, FuncId, Id, IdVec, InstrId, InstrKind, Instruction, Location, Program, Storage, Symbol};
use std::collections::{BTreeMap, BTreeSet};

/// Rounds for one function: a jump into nested loops takes one for each.
const MOST_ROUNDS: usize = 8;

/// Changes all functions. Instructions get other numbers.
pub fn enter_loops_at_heads(program: &mut Program) {
    let functions: Vec<FuncId> = program.functions.ids().collect();
    let yes = program.build().truth(true);
    for function in functions {
        for change in [laid_out, nested] {
            if let Some(body) = program.functions[function].body.as_ref().and_then(|body| change(program, body, yes)) {
                program.functions[function].body = Some(body);
            }
        }
        for _ in 0..MOST_ROUNDS {
            let Some(body) = &program.functions[function].body else { break };
            let entries = entries(body);
            if entries.is_empty() {
                break;
            }
            let body = body.clone();
            let body = Rebuild::new(program, function, &entries).body(&body);
            program.functions[function].body = Some(body);
        }
    }
    goto::assert_valid(program, "single_entry");
}

/// The jumps into the middle of a loop from before it, each with the head of the outermost loop that it enters so.
fn entries(body: &Body) -> BTreeMap<InstrId, InstrId> {
    let mut last: BTreeMap<InstrId, InstrId> = BTreeMap::new();
    let jumps = || body.iter().filter_map(|(at, i)| if let InstrKind::Goto { target, .. } = i.kind { Some((at, target)) } else { None });
    for (at, target) in jumps().filter(|(at, target)| target <= at) {
        last.insert(target, at);
    }
    let mut entries = BTreeMap::new();
    for (at, target) in jumps() {
        let next = InstrId::new(at.index() + 1);
        if next < target
            && let Some((&head, _)) = last.range(next..target).find(|(_, last)| target <= **last)
        {
            entries.insert(at, head);
        }
    }
    entries
}

/// Where a jump of the new body goes.
enum Target {
    /// What arrives at this instruction of the old one.
    Arrival(InstrId),
    /// So many instructions further on.
    Ahead(usize),
}

struct Rebuild {
    /// For each jump into a loop: the head, and the truth that it sets.
    ways: BTreeMap<InstrId, (InstrId, ExprId)>,
    /// For each head, the truths and where they lead.
    switches: BTreeMap<InstrId, Vec<(ExprId, InstrId)>>,
    /// Reads each truth negated.
    negated: BTreeMap<ExprId, ExprId>,
    yes: ExprId,
    no: ExprId,
    new: IdVec<InstrId, Instruction>,
    targets: Vec<(InstrId, Target)>,
}

impl Rebuild {
    fn new(program: &mut Program, function: FuncId, entries: &BTreeMap<InstrId, InstrId>) -> Self {
        let bool = program.types.bool();
        let loc = program.functions[function].loc;
        let (yes, no) = (program.build().truth(true), program.build().truth(false));
        let mut rebuild =
            Rebuild { ways: BTreeMap::new(), switches: BTreeMap::new(), negated: BTreeMap::new(), yes, no, new: IdVec::new(), targets: Vec::new() };
        let mut truths: BTreeMap<(InstrId, InstrId), ExprId> = BTreeMap::new();
        for (&at, &head) in entries {
            let body = program.functions[function].body.as_ref();
            let Some(InstrKind::Goto { target, .. }) = body.map(|body| body[at].kind.clone()) else { continue };
            let truth = *truths.entry((head, target)).or_insert_with(|| {
                let symbol = program.symbols.push(Symbol { name: "enters".to_owned(), ty: bool, storage: Storage::Temporary(function), loc });
                let truth = program.build().var(symbol, bool);
                rebuild.negated.insert(truth, program.build().not(truth));
                rebuild.switches.entry(head).or_default().push((truth, target));
                truth
            });
            rebuild.ways.insert(at, (head, truth));
        }
        rebuild
    }

    fn push(&mut self, kind: InstrKind, loc: Location) -> InstrId {
        self.new.push(Instruction { kind, loc })
    }

    fn jump(&mut self, guard: ExprId, target: Target, loc: Location) {
        let at = self.push(InstrKind::Goto { guard, target: Cfg::entry(), branch: None }, loc);
        self.targets.push((at, target));
    }

    fn body(mut self, old: &Body) -> Body {
        let mut arrival: IdVec<InstrId, InstrId> = IdVec::new();
        let first: BTreeSet<ExprId> = self.negated.keys().copied().collect();
        for (id, instruction) in old.iter() {
            let loc = instruction.loc;
            if id == Cfg::entry() {
                for &truth in &first {
                    self.push(InstrKind::Assign { lhs: truth, rhs: self.no }, loc);
                }
            }
            arrival.push(self.new.next_id());
            for (truth, target) in self.switches.remove(&id).unwrap_or_default() {
                self.jump(self.negated[&truth], Target::Ahead(3), loc);
                self.push(InstrKind::Assign { lhs: truth, rhs: self.no }, loc);
                self.jump(self.yes, Target::Arrival(target), loc);
            }
            let at = self.push(instruction.kind.clone(), loc);
            let InstrKind::Goto { target, .. } = instruction.kind else { continue };
            let Some(&(head, truth)) = self.ways.get(&id) else {
                self.targets.push((at, Target::Arrival(target)));
                continue;
            };
            self.targets.push((at, Target::Ahead(2)));
            self.jump(self.yes, Target::Ahead(3), loc);
            self.push(InstrKind::Assign { lhs: truth, rhs: self.yes }, loc);
            self.jump(self.yes, Target::Arrival(head), loc);
        }
        for (at, to) in self.targets {
            let to = match to {
                Target::Arrival(old) => arrival[old],
                Target::Ahead(n) => InstrId::new(at.index() + n),
            };
            if let InstrKind::Goto { target, .. } = &mut self.new[at].kind {
                *target = to;
            }
        }
        self.new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jump(to: usize) -> InstrKind {
        InstrKind::Goto { guard: ExprId::new(0), target: InstrId::new(to), branch: None }
    }

    #[test]
    fn entries_are_jumps_from_before_a_loop_into_it() {
        let loc = Location { file: goto::FileId::new(0), line: 1, column: 1 };
        let kinds = [jump(2), InstrKind::Skip, InstrKind::Skip, jump(1), jump(6), InstrKind::Skip, InstrKind::Return(None)];
        let mut body = Body::new();
        for kind in kinds {
            body.push(Instruction { kind, loc });
        }
        assert_eq!(entries(&body), BTreeMap::from([(InstrId::new(0), InstrId::new(1))]));
    }
}
