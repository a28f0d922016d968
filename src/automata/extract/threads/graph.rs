//! Processes as graphs of steps, of which each is one step of the model.

use super::memory::ProcessId;
use super::value::{Range, Ref, Value};
use goto::{IdVec, Location, define_id};

define_id!(
    /// A step of a process.
    NodeId, "n");

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Step {
    Skip,
    Set(Ref, Value),
    Assert(Value),
    /// Goes on at `other` if it is zero.
    Branch(Value),
    /// If it is zero, the run ends for all.
    Assume(Value),
    /// Nobody else runs from here on until the section is left.
    Enter,
    /// As `Enter`, as soon as it is not zero.
    Await(Value),
    Leave,
    /// Any value in the range.
    Pick(Ref, Range),
    Spawn(ProcessId, Vec<Value>),
    /// There is more than the models of the library have room for, or nothing is known of what follows; says what.
    Limit(String),
    /// The run ends for all.
    Exit,
    /// The process ends.
    End,
}

impl Step {
    /// Does nothing come behind it?
    pub(super) fn is_last(&self) -> bool {
        matches!(self, Self::Exit | Self::End | Self::Limit(_))
    }

    /// Calls `visit` for each value that it evaluates, in this order.
    pub(super) fn values<'a>(&'a self, mut visit: impl FnMut(&'a Value)) {
        match self {
            Self::Set(place, value) => {
                visit(value);
                place.index.iter().for_each(|index| visit(index));
            }
            Self::Assert(value) | Self::Branch(value) | Self::Assume(value) | Self::Await(value) => visit(value),
            Self::Pick(place, _) => place.index.iter().for_each(|index| visit(index)),
            Self::Spawn(_, values) => values.iter().for_each(visit),
            Self::Skip | Self::Enter | Self::Leave | Self::Limit(_) | Self::Exit | Self::End => {}
        }
    }

    /// The same with other values.
    pub(super) fn map(self, mut made: impl FnMut(Value) -> Value) -> Self {
        let place = |place: Ref, made: &mut dyn FnMut(Value) -> Value| Ref { var: place.var, index: place.index.map(|index| Box::new(made(*index))) };
        match self {
            Self::Set(to, value) => {
                let value = made(value);
                Self::Set(place(to, &mut made), value)
            }
            Self::Assert(value) => Self::Assert(made(value)),
            Self::Branch(value) => Self::Branch(made(value)),
            Self::Assume(value) => Self::Assume(made(value)),
            Self::Await(value) => Self::Await(made(value)),
            Self::Pick(to, range) => Self::Pick(place(to, &mut made), range),
            Self::Spawn(process, values) => Self::Spawn(process, values.into_iter().map(made).collect()),
            other => other,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub step: Step,
    pub next: NodeId,
    /// Of a branch.
    pub other: NodeId,
    pub loc: Location,
    /// The section that the step is part of, by its first step.
    pub section: Option<NodeId>,
}

/// A process, whose first step is the first node.
#[derive(Clone, Default, Debug)]
pub(super) struct Graph {
    pub nodes: IdVec<NodeId, Node>,
}

impl Graph {
    pub(super) fn add(&mut self, step: Step, loc: Location) -> NodeId {
        let next = self.nodes.next_id();
        self.nodes.push(Node { step, next, other: next, loc, section: None })
    }

    pub(super) fn successors(&self, node: NodeId) -> Vec<NodeId> {
        let Node { step, next, other, .. } = &self.nodes[node];
        match step {
            step if step.is_last() => Vec::new(),
            Step::Branch(_) => vec![*next, *other],
            _ => vec![*next],
        }
    }

    /// The nodes that the first one leads to, itself included, in the order of a search into the depth.
    pub(super) fn reached(&self) -> Vec<NodeId> {
        let mut seen: IdVec<NodeId, bool> = IdVec::filled(false, self.nodes.len());
        let (mut work, mut order) = (self.nodes.ids().next().into_iter().collect::<Vec<_>>(), Vec::new());
        while let Some(node) = work.pop() {
            if !std::mem::replace(&mut seen[node], true) {
                order.push(node);
                work.extend(self.successors(node).into_iter().rev());
            }
        }
        order
    }
}
