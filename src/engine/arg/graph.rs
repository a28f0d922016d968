//! The abstract reachability graph: nodes are sets of states at one place of the program, in one nest of calls and one state of the automaton; arcs are steps.

use super::post::Literals;
use automata::{StateId, TransitionId};
use goto::edges::{EdgeId, PlaceId};
use goto::index::IdVec;
use goto::{FuncId, define_id};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::rc::Rc;
use term::TermId;

define_id!(
    /// A node of a [`Graph`].
    NodeId, "s");
define_id!(
    /// A nest of calls.
    StackId, "k");

/// Where a node is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spot {
    pub place: PlaceId,
    pub stack: StackId,
    pub state: StateId,
}

/// A step that a node may take: which edge, with which transition of the automaton.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub edge: EdgeId,
    pub transition: TransitionId,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arc {
    pub by: Move,
    pub to: NodeId,
    /// It was taken over from the graph of another goal.
    pub reused: bool,
}

#[derive(Clone, Debug)]
pub struct Node {
    pub spot: Spot,
    pub literals: Literals,
    pub arcs: Vec<Arc>,
    alive: bool,
    /// Was it taken over from the graph of another goal?
    pub reused: bool,
}

/// A graph in the making.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    nodes: IdVec<NodeId, Node>,
    by_spot: FxHashMap<Spot, Vec<NodeId>>,
    root: Option<NodeId>,
    n_alive: usize,
    /// What is still to be looked at.
    pub waiting: VecDeque<(NodeId, Move)>,
    /// Steps whose result must not be replaced by a node that says less.
    strict: FxHashSet<(NodeId, Move)>,
}

impl Graph {
    pub fn root(&self) -> Option<NodeId> {
        self.root
    }

    pub fn set_root(&mut self, root: NodeId) {
        self.root = Some(root);
    }

    pub fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node]
    }

    pub fn is_alive(&self, node: NodeId) -> bool {
        self.nodes[node].alive
    }

    /// The nodes, in the order in which they were made.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter().filter(|(_, node)| node.alive)
    }

    /// The nodes of a spot.
    pub fn at(&self, spot: Spot) -> &[NodeId] {
        self.by_spot.get(&spot).map_or(&[], Vec::as_slice)
    }

    /// The node for a set of states, and whether it is new. One that stands for more states does too, unless the same is asked for.
    pub fn find_or_add(&mut self, spot: Spot, literals: &Literals, same: bool, reused: bool) -> (NodeId, bool) {
        let found = self.at(spot).iter().copied().find(|&node| {
            let old = &self.nodes[node].literals;
            if same { old == literals } else { is_subset(old, literals) }
        });
        match found {
            Some(node) => (node, false),
            None => {
                self.n_alive += 1;
                let node = self.nodes.push(Node { spot, literals: Rc::clone(literals), arcs: Vec::new(), alive: true, reused });
                self.by_spot.entry(spot).or_default().push(node);
                (node, true)
            }
        }
    }

    pub fn connect(&mut self, from: NodeId, arc: Arc) {
        if !self.nodes[from].arcs.iter().any(|old| old.by == arc.by && old.to == arc.to) {
            self.nodes[from].arcs.push(arc);
        }
    }

    pub fn is_strict(&self, node: NodeId, by: Move) -> bool {
        self.strict.contains(&(node, by))
    }

    /// Of the arcs that are wanted one to which the fewest steps lead, with where it starts.
    pub fn nearest(&self, wanted: &dyn Fn(NodeId, &Arc) -> bool) -> Option<(NodeId, Arc)> {
        let mut queue = VecDeque::from([self.root?]);
        let mut seen: FxHashSet<NodeId> = queue.iter().copied().collect();
        while let Some(at) = queue.pop_front() {
            for arc in &self.nodes[at].arcs {
                if wanted(at, arc) {
                    return Some((at, *arc));
                }
                if seen.insert(arc.to) {
                    queue.push_back(arc.to);
                }
            }
        }
        None
    }

    /// The shortest path from the root: the moves with the nodes that they lead to.
    pub fn path_to(&self, target: NodeId) -> Vec<(Move, NodeId)> {
        let Some(root) = self.root else { return Vec::new() };
        let mut from: FxHashMap<NodeId, (NodeId, Move)> = FxHashMap::default();
        let mut queue = VecDeque::from([root]);
        while let Some(at) = queue.pop_front() {
            if at == target {
                break;
            }
            for arc in &self.nodes[at].arcs {
                if arc.to != root && !from.contains_key(&arc.to) {
                    from.insert(arc.to, (at, arc.by));
                    queue.push_back(arc.to);
                }
            }
        }
        let mut path = Vec::new();
        let mut at = target;
        while at != root {
            let Some(&(before, by)) = from.get(&at) else { return Vec::new() };
            path.push((by, at));
            at = before;
        }
        path.reverse();
        path
    }

    /// Where a step leads, if it was taken.
    pub fn after(&self, node: NodeId, by: Move) -> Option<NodeId> {
        self.nodes[node].arcs.iter().find(|arc| arc.by == by).map(|arc| arc.to)
    }

    /// Takes a step back, to be taken again strictly.
    pub fn take_back(&mut self, node: NodeId, by: Move) {
        self.nodes[node].arcs.retain(|arc| arc.by != by);
        self.strict.insert((node, by));
    }

    /// Removes what the root does not reach.
    pub fn sweep(&mut self) {
        let Some(root) = self.root else { return };
        let mut reached: IdVec<NodeId, bool> = IdVec::filled(false, self.nodes.len());
        let mut work = vec![root];
        while let Some(at) = work.pop() {
            if !std::mem::replace(&mut reached[at], true) {
                work.extend(self.nodes[at].arcs.iter().map(|arc| arc.to));
            }
        }
        for id in reached.ids() {
            if !reached[id] && self.nodes[id].alive {
                self.nodes[id].alive = false;
                self.n_alive -= 1;
                self.nodes[id].arcs.clear();
                let spot = self.nodes[id].spot;
                if let Some(list) = self.by_spot.get_mut(&spot) {
                    list.retain(|&other| other != id);
                }
            }
        }
        self.waiting.retain(|(node, _)| reached[*node]);
    }
}

/// Are all members of one ascending list in another?
fn is_subset(small: &[TermId], large: &[TermId]) -> bool {
    small.len() <= large.len() && small.iter().all(|literal| large.binary_search(literal).is_ok())
}

/// Nests of calls.
#[derive(Clone, Debug, Default)]
pub struct Stacks {
    stacks: IdVec<StackId, Frame>,
    ids: FxHashMap<Frame, StackId>,
}

/// The innermost call of a nest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    /// The nest around it; `None` for the outermost.
    pub around: Option<StackId>,
    /// Where it was called.
    pub site: PlaceId,
    pub function: FuncId,
    /// How many calls of the function go on around it.
    pub instance: u32,
    pub depth: u32,
    /// The program has ended.
    pub is_over: bool,
}

impl Stacks {
    pub fn frame(&self, stack: StackId) -> Frame {
        self.stacks[stack]
    }

    /// The nest with one call more.
    pub fn push(&mut self, around: Option<StackId>, site: PlaceId, function: FuncId) -> StackId {
        let mut instance = 0;
        let mut at = around;
        while let Some(stack) = at {
            let frame = self.stacks[stack];
            if frame.function == function {
                instance = frame.instance + 1;
                break;
            }
            at = frame.around;
        }
        let depth = around.map_or(0, |stack| self.stacks[stack].depth + 1);
        let frame = Frame { around, site, function, instance, depth, is_over: false };
        self.number(frame)
    }

    /// The nest in which the program has ended.
    pub fn over(&mut self, outermost: StackId) -> StackId {
        let frame = Frame { around: None, depth: 0, instance: 0, is_over: true, ..self.stacks[outermost] };
        self.number(frame)
    }

    fn number(&mut self, frame: Frame) -> StackId {
        let stacks = &mut self.stacks;
        *self.ids.entry(frame).or_insert_with(|| stacks.push(frame))
    }

    pub fn len(&self) -> usize {
        self.stacks.len()
    }

    pub fn is_empty(&self) -> bool {
        self.stacks.is_empty()
    }
}

impl Graph {
    /// The number of nodes.
    pub fn n_alive(&self) -> usize {
        self.n_alive
    }
}
