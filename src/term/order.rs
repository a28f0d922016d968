//! A strict order of nodes of which terms tell a part: nodes stand in chains, some come before others at any rate, and of further pairs a variable says which one is first.
//! Readers choose what the last of their sources before them left. Whatever the variables say must be an order.
//!
//! Who decides terms sees to that in one of two ways: by a theory of orders (`solver`), or by the clock formula ([`Order::clocks`]), which says the same to every solver.
//! Knows nothing of programs, and never decides anything itself.

mod clocks;
#[cfg(test)]
mod tests;

use crate::{TermId, TermPool};
use base::index::IdVec;
use base::{Id, define_id};
use rustc_hash::FxHashMap;

define_id!(
    /// What is ordered.
    NodeId, "node");
define_id!(
    /// Nodes of which each comes before the next one.
    ChainId, "chain");

/// Where a node stands.
#[derive(Clone, Debug)]
struct Place {
    chain: ChainId,
    /// How many nodes of the chain come before it.
    at: u32,
    /// Of other chains, the nodes that come before it and are no more than that known to do so by what comes before it in its own chain.
    after: Vec<NodeId>,
    /// How many nodes of each chain come before it at any rate.
    known: Vec<u32>,
}

/// A pair of which a variable says which node is first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relation {
    pub first: NodeId,
    pub second: NodeId,
    /// A variable: `first` comes before `second`. If it does not, `second` comes before `first`.
    pub holds: TermId,
}

/// What a reader may find.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    pub node: NodeId,
    /// Of sources at one node, the later ones have higher ranks.
    pub rank: u32,
    /// It is there, and before the reader.
    pub there: TermId,
    /// The reader finds it: then no other one that is there comes after it.
    pub taken: TermId,
}

/// Of two nodes, whether the first one comes before the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Before {
    Always,
    Never,
    /// If the variable of the relation is this.
    If(usize, bool),
    /// Nobody asked.
    Untold,
}

#[derive(Clone, Default, Debug)]
pub struct Order {
    places: IdVec<NodeId, Place>,
    chains: IdVec<ChainId, Vec<NodeId>>,
    relations: Vec<Relation>,
    told: FxHashMap<(NodeId, NodeId), usize>,
    /// What each reader may find.
    readers: Vec<Vec<Source>>,
}

impl Order {
    pub fn chain(&mut self) -> ChainId {
        self.chains.push(Vec::new())
    }

    /// Another node at the end of the chain, and after others.
    pub fn node(&mut self, chain: ChainId, after: &[NodeId]) -> NodeId {
        let at = self.chains[chain].len() as u32;
        let mut known = self.chains[chain].last().map(|&last| self.places[last].known.clone()).unwrap_or_default();
        known.resize(self.chains.len(), 0);
        known[chain.index()] = at;
        for &earlier in after {
            let place = &self.places[earlier];
            for (own, &theirs) in known.iter_mut().zip(&place.known) {
                *own = (*own).max(theirs);
            }
            known[place.chain.index()] = known[place.chain.index()].max(place.at + 1);
        }
        let node = self.places.push(Place { chain, at, after: after.to_vec(), known });
        self.chains[chain].push(node);
        node
    }

    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.places.len()).map(NodeId::new)
    }

    pub fn chains(&self) -> &IdVec<ChainId, Vec<NodeId>> {
        &self.chains
    }

    pub fn relations(&self) -> &[Relation] {
        &self.relations
    }

    pub fn readers(&self) -> &[Vec<Source>] {
        &self.readers
    }

    /// The chain in which a node stands, and how many nodes come before it there.
    pub fn place(&self, node: NodeId) -> (ChainId, u32) {
        (self.places[node].chain, self.places[node].at)
    }

    /// The nodes of other chains that it was made to come after.
    pub fn made_after(&self, node: NodeId) -> &[NodeId] {
        &self.places[node].after
    }

    fn is_known(&self, first: NodeId, second: NodeId) -> bool {
        let Place { chain, at, .. } = self.places[first];
        self.places[second].known.get(chain.index()).is_some_and(|&n| n > at)
    }

    /// Does one node come before another one?
    pub fn before(&self, first: NodeId, second: NodeId) -> Before {
        if first == second || self.is_known(second, first) {
            return Before::Never;
        }
        if self.is_known(first, second) {
            return Before::Always;
        }
        match (self.told.get(&(first, second)), self.told.get(&(second, first))) {
            (Some(&relation), _) => Before::If(relation, true),
            (None, Some(&relation)) => Before::If(relation, false),
            (None, None) => Before::Untold,
        }
    }

    /// The variable says from now on whether one node comes before another one of which nothing is known.
    pub fn relate(&mut self, first: NodeId, second: NodeId, holds: TermId) {
        self.told.insert((first, second), self.relations.len());
        self.relations.push(Relation { first, second, holds });
    }

    /// When one node comes before another one.
    pub fn when_before(&mut self, pool: &mut TermPool, first: NodeId, second: NodeId) -> TermId {
        if self.before(first, second) == Before::Untold {
            let (low, high) = (first.min(second), first.max(second));
            let holds = pool.var(&format!("before.{}.{}", low.index(), high.index()), 1);
            self.relate(low, high, holds);
        }
        match self.before(first, second) {
            Before::Always => pool.truth(true),
            Before::If(relation, true) => self.relations[relation].holds,
            Before::If(relation, false) => pool.not(self.relations[relation].holds),
            Before::Never | Before::Untold => pool.truth(false),
        }
    }

    /// Somebody finds one of these sources. Of each pair it is told from now on which one is first.
    pub fn read(&mut self, pool: &mut TermPool, sources: Vec<Source>) {
        for (i, a) in sources.iter().enumerate() {
            for b in &sources[i + 1..] {
                self.when_before(pool, a.node, b.node);
            }
        }
        self.readers.push(sources);
    }

    /// Does one source come before another one?
    pub fn is_earlier(&self, first: &Source, second: &Source) -> Before {
        match first.node == second.node {
            true if first.rank < second.rank => Before::Always,
            true => Before::Never,
            false => self.before(first.node, second.node),
        }
    }

    /// How many nodes come before each one, if what the variables say is an order. A chain goes on as long as it can.
    pub fn sorted(&self, mut truth: impl FnMut(TermId) -> bool) -> Option<IdVec<NodeId, usize>> {
        let mut later: IdVec<NodeId, Vec<NodeId>> = IdVec::filled(Vec::new(), self.places.len());
        let mut waits_for: IdVec<NodeId, usize> = IdVec::filled(0, self.places.len());
        let mut note = |first: NodeId, second: NodeId| {
            later[first].push(second);
            waits_for[second] += 1;
        };
        for chain in self.chains.values() {
            chain.windows(2).for_each(|pair| note(pair[0], pair[1]));
        }
        for node in self.nodes() {
            self.places[node].after.iter().for_each(|&earlier| note(earlier, node));
        }
        for relation in &self.relations {
            match truth(relation.holds) {
                true => note(relation.first, relation.second),
                false => note(relation.second, relation.first),
            }
        }
        let mut ready: Vec<NodeId> = self.nodes().filter(|&node| waits_for[node] == 0).collect();
        let (mut sorted, mut n, mut current) = (IdVec::filled(0, self.places.len()), 0, None);
        while !ready.is_empty() {
            let at = ready.iter().position(|&node| Some(self.places[node].chain) == current).unwrap_or(0);
            let node = ready.remove(at);
            current = Some(self.places[node].chain);
            sorted[node] = n;
            n += 1;
            for &next in &later[node] {
                waits_for[next] -= 1;
                if waits_for[next] == 0 {
                    ready.push(next);
                }
            }
        }
        (n == self.places.len()).then_some(sorted)
    }
}
