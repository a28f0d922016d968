//! Which values of slots flow where, as assignments and arguments say, and which slots count together.

use super::slots::{SlotId, Slots};
use super::widen::slot_of;
use goto::graph::Graph;
use goto::{BinOp, Callee, ExprId, ExprKind, IdVec, InstrKind, Program};
use rustc_hash::FxHashSet;

/// From a slot to one that is assigned its value, or its value and a constant more.
pub(super) struct Flow {
    pub from: SlotId,
    pub to: SlotId,
    /// Is something added, that is?
    pub counts: bool,
}

/// All flows but those of the start and of results.
pub(super) fn flows(program: &Program, slots: &Slots) -> Vec<Flow> {
    let mut flows = Vec::new();
    let read = |value: ExprId| match slot_of(program, slots, value) {
        Some(from) => Some((from, false)),
        None => counted(program, slots, value).map(|from| (from, true)),
    };
    let mut flow = |value: ExprId, to: Option<SlotId>| flows.extend(read(value).zip(to).map(|((from, counts), to)| Flow { from, to, counts }));
    let bodies = program.functions.iter().filter(|(id, _)| *id != program.start).filter_map(|(_, f)| f.body.as_ref());
    for instruction in bodies.flat_map(|body| body.values()) {
        match &instruction.kind {
            InstrKind::Assign { lhs, rhs } => flow(*rhs, slot_of(program, slots, *lhs)),
            InstrKind::Call { callee: Callee::Direct(callee), args, .. } => {
                for (parameter, &arg) in program.functions[*callee].params.iter().zip(args) {
                    flow(arg, slots.of_symbol(parameter.symbol).and_then(|mut parts| parts.next()));
                }
            }
            _ => {}
        }
    }
    flows
}

/// The slot to which a constant is added.
fn counted(program: &Program, slots: &Slots, value: ExprId) -> Option<SlotId> {
    match program.exprs.kind(value) {
        ExprKind::Cast(inner) => counted(program, slots, inner),
        ExprKind::Binary(BinOp::Add | BinOp::Sub, a, b) if program.exprs.as_const(b).is_some() => slot_of(program, slots, a),
        ExprKind::Binary(BinOp::Add, a, b) if program.exprs.as_const(a).is_some() => slot_of(program, slots, b),
        _ => None,
    }
}

/// Sets of slots, each of which gets its values from the others of its set, with more added on some of the ways.
pub(super) fn counting(flows: &[Flow], slots: &Slots) -> Vec<Vec<SlotId>> {
    let edges: Vec<(SlotId, SlotId)> = flows.iter().map(|flow| (flow.from, flow.to)).collect();
    let components = Graph::new(slots.count(), &edges).components();
    let mut number = IdVec::filled(0, slots.count());
    for (at, members) in components.iter().enumerate() {
        members.iter().for_each(|&slot| number[slot] = at);
    }
    let within = flows.iter().filter(|flow| flow.counts && number[flow.from] == number[flow.to]);
    let counting: FxHashSet<usize> = within.map(|flow| number[flow.from]).collect();
    components.into_iter().enumerate().filter(|(at, members)| counting.contains(at) && members.len() > 1).map(|(_, members)| members).collect()
}
