//! Graphs of processes made ready to be written: which steps are parts of sections, one access to memory that others see to a step, and nothing that nobody sees.

use super::Refusal;
use super::graph::{Graph, NodeId, Step};
use super::memory::{Memory, ProcessId};
use super::value::{Operator, Ref, Value, VarId};
use goto::IdVec;
use rustc_hash::{FxHashMap, FxHashSet};

/// Finds out which section each step is part of.
pub(super) fn mark_sections(graph: &mut Graph) -> Result<(), Refusal> {
    let mut depths: IdVec<NodeId, Option<(u32, Option<NodeId>)>> = IdVec::filled(None, graph.nodes.len());
    let mut work: Vec<NodeId> = graph.nodes.ids().take(1).collect();
    work.iter().for_each(|&first| depths[first] = Some((0, None)));
    while let Some(node) = work.pop() {
        let Some((depth, section)) = depths[node] else { continue };
        let refused = |what: &str| Err(Refusal { loc: graph.nodes[node].loc, what: what.to_owned() });
        let (after, inside) = match &graph.nodes[node].step {
            Step::Enter | Step::Await(_) if depth == 0 => ((1, Some(node)), Some(node)),
            Step::Await(_) => return refused("a wait within an atomic section"),
            Step::Enter => ((depth + 1, section), section),
            Step::Leave if depth == 0 => return refused("the end of an atomic section that did not begin"),
            // Outside, so that somebody may run before another section begins.
            Step::Leave if depth == 1 => ((0, None), None),
            Step::Leave => ((depth - 1, section), section),
            _ => ((depth, section), section),
        };
        for next in graph.successors(node) {
            match depths[next] {
                None => {
                    depths[next] = Some(after);
                    work.push(next);
                }
                Some(other) if other != after => return refused("a place that is within an atomic section or not"),
                Some(_) => {}
            }
        }
        graph.nodes[node].section = inside;
    }
    Ok(())
}

/// Lets each step outside of sections access memory that others see once.
pub(super) fn split(graph: &mut Graph, memory: &mut Memory, process: ProcessId) {
    for node in graph.reached() {
        let current = graph.nodes[node].clone();
        if current.section.is_some() || matches!(current.step, Step::Await(_) | Step::Spawn(..)) {
            continue;
        }
        let mut n_reads = 0;
        current.step.values(|value| value.reads(&mut |place| n_reads += usize::from(is_seen(memory, place.var))));
        let writes = matches!(&current.step, Step::Set(to, _) | Step::Pick(to, _) if is_seen(memory, to.var));
        // The last access may be part of the step itself.
        let n_held = if writes { n_reads } else { n_reads.saturating_sub(1) };
        if n_held == 0 {
            continue;
        }
        let mut reader = Reader { memory, process, n_held, held: Vec::new() };
        let step = current.step.map(|value| reader.held(value, None));
        let mut node = node;
        for (to, value) in reader.held {
            let following = graph.add(Step::Skip, current.loc);
            graph.nodes[node].step = Step::Set(to, value);
            graph.nodes[node].next = following;
            node = following;
        }
        let last = &mut graph.nodes[node];
        (last.step, last.next, last.other) = (step, current.next, current.other);
    }
}

fn is_seen(memory: &Memory, var: VarId) -> bool {
    memory.variables[var].process.is_none()
}

/// Takes reads out of values.
struct Reader<'m> {
    memory: &'m mut Memory,
    process: ProcessId,
    n_held: usize,
    held: Vec<(Ref, Value)>,
}

impl Reader<'_> {
    /// The value with what has been read before. A read that is made only sometimes, and may fail, is made only if the guard is not zero.
    fn held(&mut self, value: Value, guard: Option<&Value>) -> Value {
        match value {
            Value::Const(_) => value,
            Value::Read(place) => self.read(place, guard),
            Value::Not(a) => Value::Not(Box::new(self.held(*a, guard))),
            Value::Binary(op, a, b) => {
                let a = self.held(*a, guard);
                let inner = match op {
                    Operator::Both => Some(both(guard, a.clone())),
                    Operator::Either => Some(both(guard, Value::Not(Box::new(a.clone())))),
                    _ => guard.cloned(),
                };
                let b = self.held(*b, inner.as_ref());
                Value::Binary(op, Box::new(a), Box::new(b))
            }
            Value::Choice(parts) => {
                let [condition, then, other] = *parts;
                let condition = self.held(condition, guard);
                let then = self.held(then, Some(&both(guard, condition.clone())));
                let other = self.held(other, Some(&both(guard, Value::Not(Box::new(condition.clone())))));
                Value::Choice(Box::new([condition, then, other]))
            }
        }
    }

    fn read(&mut self, place: Ref, guard: Option<&Value>) -> Value {
        let index = place.index.map(|index| Box::new(self.held(*index, guard)));
        let place = Ref { var: place.var, index };
        if !is_seen(self.memory, place.var) || self.held.len() >= self.n_held {
            return Value::Read(place);
        }
        let read = Value::Read(place);
        let read = match guard {
            Some(guard) if may_fail(self.memory, &read) => Value::Choice(Box::new([guard.clone(), read, Value::Const(0)])),
            _ => read,
        };
        let to = self.memory.held(self.process, self.held.len() as u32);
        self.held.push((to.clone(), read));
        Value::Read(to)
    }
}

fn both(guard: Option<&Value>, condition: Value) -> Value {
    match guard {
        Some(guard) => Value::Binary(Operator::Both, Box::new(guard.clone()), Box::new(condition)),
        None => condition,
    }
}

/// Leaves out stores that nobody reads.
pub(super) fn drop_unread(graphs: &mut [Graph], memory: &Memory) {
    loop {
        let mut read: FxHashSet<VarId> = FxHashSet::default();
        for graph in graphs.iter() {
            for node in graph.reached() {
                graph.nodes[node].step.values(|value| value.reads(&mut |place| _ = read.insert(place.var)));
            }
        }
        let mut n_dropped = 0;
        for graph in graphs.iter_mut() {
            for node in graph.reached() {
                let step = &mut graph.nodes[node].step;
                let is_unread = match step {
                    Step::Set(to, value) => !read.contains(&to.var) && !may_fail(memory, value) && !may_miss(memory, to),
                    Step::Pick(to, _) => !read.contains(&to.var) && !may_miss(memory, to),
                    _ => false,
                };
                if is_unread {
                    *step = Step::Skip;
                    n_dropped += 1;
                }
            }
        }
        if n_dropped == 0 {
            return;
        }
    }
}

/// May the element not be there?
fn may_miss(memory: &Memory, place: &Ref) -> bool {
    !memory.variables[place.var].is_library && place.index.as_ref().is_some_and(|index| !matches!(**index, Value::Const(_)))
}

fn may_fail(memory: &Memory, value: &Value) -> bool {
    let mut misses = false;
    value.reads(&mut |place| misses |= may_miss(memory, place));
    misses || value.may_divide_by_zero()
}

/// Leaves out steps that do nothing, but between two sections, and in loops that do nothing else.
pub(super) fn drop_idle(graph: &mut Graph) {
    let order = graph.reached();
    let is_idle = |graph: &Graph, node: NodeId| {
        let node = &graph.nodes[node];
        match node.step {
            Step::Skip | Step::Enter | Step::Leave => true,
            Step::Branch(_) => node.next == node.other,
            _ => false,
        }
    };
    let skipped = |graph: &Graph, from: NodeId| {
        let (mut node, mut seen) = (from, FxHashSet::default());
        while is_idle(graph, node) {
            if !seen.insert(node) {
                return from;
            }
            node = graph.nodes[node].next;
        }
        node
    };
    let mut targets: FxHashMap<NodeId, NodeId> = FxHashMap::default();
    for &node in &order {
        targets.insert(node, skipped(graph, node));
    }
    for &node in &order {
        let section = graph.nodes[node].section;
        let resolve = |to: NodeId| {
            let target = targets.get(&to).copied().unwrap_or(to);
            let next = graph.nodes[target].section;
            // Where a section comes behind another one, somebody may run in between.
            if section.is_none() || next.is_none() || next == section { target } else { outside(graph, to) }
        };
        let (next, other) = (resolve(graph.nodes[node].next), resolve(graph.nodes[node].other));
        let node = &mut graph.nodes[node];
        if matches!(node.step, Step::Branch(_)) && next == other {
            node.step = Step::Skip;
        }
        (node.next, node.other) = (next, other);
    }
    if let Some(first) = graph.nodes.ids().next()
        && is_idle(graph, first)
    {
        let target = targets.get(&first).copied().unwrap_or(first);
        graph.nodes[first] = graph.nodes[target].clone();
    }
}

/// The first idle step from here that is outside of sections.
fn outside(graph: &Graph, mut node: NodeId) -> NodeId {
    for _ in graph.nodes.ids() {
        if graph.nodes[node].section.is_none() {
            break;
        }
        node = graph.nodes[node].next;
    }
    node
}
