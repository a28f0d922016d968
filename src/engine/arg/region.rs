//! Where between two places of a path a predicate counts: not on the path alone, but wherever control flow leads from one place to the other. Else each other
//! way between the two would be refined by itself, and there may be very many.
//!
//! Knows control flow only. Calls on other ways are stepped over: if a predicate counts in what they call, a path will show it.

use goto::edges::{EdgeId, EdgeKind, Edges, PlaceId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Regions of one program, each computed once.
#[derive(Clone, Debug, Default)]
pub struct Regions {
    known: FxHashMap<(PlaceId, PlaceId), Rc<[PlaceId]>>,
}

impl Regions {
    /// The places on ways of one call from `first` to `last` that pass neither of them in between, with both; ascending.
    pub fn between(&mut self, edges: &Edges, first: PlaceId, last: PlaceId) -> Rc<[PlaceId]> {
        let make = || {
            let behind = reached(first, last, |place| after(edges, place));
            let before = reached(last, first, |place| ahead(edges, place));
            let mut region: Vec<PlaceId> = behind.intersection(&before).copied().chain([first, last]).collect();
            region.sort_unstable();
            region.dedup();
            region.into()
        };
        Rc::clone(self.known.entry((first, last)).or_insert_with(make))
    }
}

/// For each step of a path, which of the calls on it the place behind it is in: calls are numbered in the order in which they begin.
pub fn calls(edges: &Edges, steps: impl Iterator<Item = EdgeId>) -> Vec<usize> {
    let (mut nest, mut n_calls) = (vec![0], 0);
    let mut in_call = Vec::new();
    for step in steps {
        match edges.edge(step).kind {
            EdgeKind::Call | EdgeKind::Enter => {
                n_calls += 1;
                nest.push(n_calls);
            }
            EdgeKind::Return(_) | EdgeKind::Leave => _ = nest.pop(),
            _ => {}
        }
        in_call.push(nest.last().copied().unwrap_or(0));
    }
    in_call
}

fn reached(from: PlaceId, end: PlaceId, next: impl Fn(PlaceId) -> Vec<PlaceId>) -> FxHashSet<PlaceId> {
    let mut seen: FxHashSet<PlaceId> = FxHashSet::from_iter([from]);
    let mut work = vec![from];
    while let Some(place) = work.pop() {
        if place == end && place != from {
            continue;
        }
        work.extend(next(place).into_iter().filter(|&place| seen.insert(place)));
    }
    seen
}

fn after(edges: &Edges, place: PlaceId) -> Vec<PlaceId> {
    let mut places = Vec::new();
    for edge in edges.outgoing(place).iter().map(|&edge| edges.edge(edge)) {
        match edge.kind {
            EdgeKind::Next | EdgeKind::Jump => places.push(edge.target),
            EdgeKind::Call => {
                let exit = edges.places()[edge.target].function().and_then(|callee| edges.exit(callee));
                let returns = exit.iter().flat_map(|&exit| edges.outgoing(exit)).map(|&back| edges.edge(back));
                places.extend(returns.filter(|back| back.kind == EdgeKind::Return(place)).map(|back| back.target));
            }
            EdgeKind::Enter | EdgeKind::Return(_) | EdgeKind::Leave | EdgeKind::Halt => {}
        }
    }
    places
}

fn ahead(edges: &Edges, place: PlaceId) -> Vec<PlaceId> {
    let before = |edge: &EdgeId| match edges.edge(*edge).kind {
        EdgeKind::Next | EdgeKind::Jump => Some(edges.edge(*edge).source),
        EdgeKind::Return(site) => Some(site),
        EdgeKind::Enter | EdgeKind::Call | EdgeKind::Leave | EdgeKind::Halt => None,
    };
    edges.incoming(place).iter().filter_map(before).collect()
}
