//! The theory of orders: whether the variables of an order (`term::order`) say one, and what follows from those that have a value. Each true relation is an edge; of each node
//! it is known how many nodes of each chain come before it, and which edge made it so. Two nodes of which the order follows need no search: their relation is implied, and
//! the edges on the way are why. So an edge that would close a circle contradicts what is implied. That nothing that is there stands between a reader's source and the
//! reader are clauses of three literals each, of which there are as many as readers times pairs of sources: they are made when two of the three are true.
//!
//! Knows literals, but not who decides them. Follows a search: what is learned on a level is forgotten with it.

use super::sat::SatLit;
use base::Id;
use rustc_hash::FxHashMap;
use term::order::{Before, Order};

/// What an implied literal follows from.
#[derive(Clone, Copy, Debug)]
enum Why {
    /// The first node comes before the second one.
    Path(Node, Node),
    /// These are true.
    Both(SatLit, Option<SatLit>),
}

#[derive(Clone, Copy, Debug)]
struct Implied {
    lit: SatLit,
    why: Why,
    level: usize,
}

/// A node by its number.
type Node = usize;

/// That some nodes of a chain come before a node, since they come before another one that does.
#[derive(Clone, Copy, Debug)]
struct Entry {
    count: u32,
    from: Node,
    /// Whether that other one does; it does at any rate if there is none.
    edge: Option<SatLit>,
}

/// What a literal is about.
#[derive(Clone, Copy, Debug)]
enum Role {
    /// True: the first node comes before the second.
    Relation(Node, Node),
    Taken(usize, usize),
    There(usize, usize),
}

/// What is undone with a level.
#[derive(Clone, Copy, Debug)]
enum Step {
    Assigned(SatLit),
    Learned(usize),
    Edge(Node),
}

#[derive(Clone, Copy, Debug)]
struct Source {
    taken: SatLit,
    there: SatLit,
}

/// The literals of an order's terms, in the same order.
pub(super) struct Literals {
    pub relations: Vec<SatLit>,
    /// Of each source of each reader: is it taken, is it there?
    pub readers: Vec<Vec<(SatLit, SatLit)>>,
}

pub(super) struct OrderTheory {
    order: Order,
    relations: Vec<SatLit>,
    readers: Vec<Vec<Source>>,
    /// The sources at each node, by reader and number.
    at_node: Vec<Vec<(usize, usize)>>,
    chain_of: Vec<usize>,
    at: Vec<u32>,
    n_chains: usize,
    /// For each node and chain, the latest knowledge last.
    known: Vec<Vec<Entry>>,
    /// For each node and chain, which literals say that a node of the chain comes before the node, by the place in the chain.
    waiting: Vec<Vec<(u32, SatLit)>>,
    later: Vec<Vec<(Node, Option<SatLit>)>>,
    roles: FxHashMap<SatLit, Vec<Role>>,
    values: Vec<Option<bool>>,
    steps: Vec<Step>,
    levels: Vec<usize>,
    implied: Vec<Implied>,
    /// Why literals were told to follow.
    reasons: FxHashMap<SatLit, Why>,
}

impl OrderTheory {
    pub(super) fn new(order: Order, literals: Literals) -> Self {
        let n = order.nodes().count();
        let n_chains = order.chains().len();
        let (chain_of, at) = order.nodes().map(|node| order.place(node)).map(|(chain, at)| (chain.index(), at)).unzip();
        let readers: Vec<Vec<Source>> =
            literals.readers.into_iter().map(|sources| sources.into_iter().map(|(taken, there)| Source { taken, there }).collect()).collect();
        let mut theory = Self {
            relations: literals.relations,
            readers,
            at_node: vec![Vec::new(); n],
            chain_of,
            at,
            n_chains,
            known: vec![Vec::new(); n * n_chains],
            waiting: vec![Vec::new(); n * n_chains],
            later: vec![Vec::new(); n],
            roles: FxHashMap::default(),
            values: Vec::new(),
            steps: Vec::new(),
            levels: Vec::new(),
            implied: Vec::new(),
            reasons: FxHashMap::default(),
            order,
        };
        theory.begin();
        theory
    }

    /// What holds at any rate, and who is told what.
    fn begin(&mut self) {
        for (i, &relation) in self.order.relations().iter().enumerate() {
            let (first, second, lit) = (relation.first.index(), relation.second.index(), self.relations[i]);
            for (a, b, lit) in [(first, second, lit), (second, first, !lit)] {
                self.roles.entry(lit).or_default().push(Role::Relation(a, b));
                let cell = self.cell(b, self.chain_of[a]);
                self.waiting[cell].push((self.at[a], lit));
            }
        }
        self.waiting.iter_mut().for_each(|waiting| waiting.sort_unstable_by_key(|&(at, _)| at));
        for reader in 0..self.readers.len() {
            for source in 0..self.readers[reader].len() {
                let Source { taken, there } = self.readers[reader][source];
                self.roles.entry(taken).or_default().push(Role::Taken(reader, source));
                self.roles.entry(there).or_default().push(Role::There(reader, source));
                let node = self.order.readers()[reader][source].node.index();
                self.at_node[node].push((reader, source));
            }
        }
        let chains: Vec<Vec<Node>> = self.order.chains().values().map(|chain| chain.iter().map(|node| node.index()).collect()).collect();
        let edges: Vec<(Node, Node)> =
            self.order.nodes().flat_map(|node| self.order.made_after(node).iter().map(move |earlier| (earlier.index(), node.index()))).collect();
        for pair in chains.iter().flat_map(|chain| chain.windows(2)) {
            self.edge(pair[0], pair[1], None);
        }
        for (first, second) in edges {
            self.edge(first, second, None);
        }
    }

    /// All literals that matter here.
    pub(super) fn literals(&self) -> impl Iterator<Item = SatLit> + '_ {
        let of_readers = self.readers.iter().flatten().flat_map(|source| [source.taken, source.there]);
        self.relations.iter().copied().chain(of_readers)
    }

    fn cell(&self, node: Node, chain: usize) -> usize {
        node * self.n_chains + chain
    }

    /// How many nodes of the chain come before the node.
    fn count(&self, node: Node, chain: usize) -> u32 {
        self.known[self.cell(node, chain)].last().map_or(0, |entry| entry.count)
    }

    fn is_before(&self, first: Node, second: Node) -> bool {
        self.count(second, self.chain_of[first]) > self.at[first]
    }

    pub(super) fn value(&self, lit: SatLit) -> Option<bool> {
        self.values.get(lit.variable())?.map(|value| value != lit.is_negated())
    }

    fn is_true(&self, lit: SatLit) -> bool {
        self.value(lit) == Some(true)
    }

    pub(super) fn begin_level(&mut self) {
        self.levels.push(self.steps.len());
    }

    /// Forgets what is above the level.
    pub(super) fn back(&mut self, level: usize) {
        let Some(&until) = self.levels.get(level) else { return };
        self.levels.truncate(level);
        for step in self.steps.drain(until..).rev() {
            match step {
                Step::Assigned(lit) => self.values[lit.variable()] = None,
                Step::Learned(cell) => drop(self.known[cell].pop()),
                Step::Edge(node) => drop(self.later[node].pop()),
            }
        }
        self.implied.retain(|implied| implied.level <= level);
    }

    /// The literal is true.
    pub(super) fn assign(&mut self, lit: SatLit) {
        if self.values.len() <= lit.variable() {
            self.values.resize(lit.variable() + 1, None);
        }
        // Some are told again.
        if self.values[lit.variable()].is_some() {
            return;
        }
        self.values[lit.variable()] = Some(!lit.is_negated());
        self.steps.push(Step::Assigned(lit));
        for role in self.roles.get(&lit).cloned().unwrap_or_default() {
            match role {
                Role::Relation(first, second) => {
                    self.edge(first, second, Some(lit));
                    self.between_sources(first, second);
                }
                Role::Taken(reader, found) => {
                    for other in 0..self.readers[reader].len() {
                        self.between(reader, found, other);
                    }
                }
                Role::There(reader, other) => {
                    for found in 0..self.readers[reader].len() {
                        self.between(reader, found, other);
                    }
                }
            }
        }
    }

    fn imply(&mut self, lit: SatLit, why: Why) {
        if !self.is_true(lit) {
            self.implied.push(Implied { lit, why, level: self.levels.len() });
        }
    }

    /// One node comes before another one.
    fn edge(&mut self, first: Node, second: Node, lit: Option<SatLit>) {
        if self.is_before(second, first) {
            // A circle: where a literal says so, the opposite is implied.
            lit.into_iter().for_each(|lit| self.imply(!lit, Why::Path(second, first)));
            return;
        }
        if self.is_before(first, second) {
            return;
        }
        self.later[first].push((second, lit));
        self.steps.push(Step::Edge(first));
        let mut pending = vec![(first, second, lit)];
        while let Some((from, to, edge)) = pending.pop() {
            if self.learn(from, to, edge) {
                pending.extend(self.later[to].iter().map(|&(next, edge)| (to, next, edge)));
            }
        }
    }

    /// What comes before one node comes before the other one; was any of it new?
    fn learn(&mut self, from: Node, to: Node, edge: Option<SatLit>) -> bool {
        let mut grows = false;
        for chain in 0..self.n_chains {
            let own = if chain == self.chain_of[from] { self.at[from] + 1 } else { 0 };
            let (old, count) = (self.count(to, chain), self.count(from, chain).max(own));
            if count <= old {
                continue;
            }
            grows = true;
            let cell = self.cell(to, chain);
            self.known[cell].push(Entry { count, from, edge });
            self.steps.push(Step::Learned(cell));
            let begin = self.waiting[cell].partition_point(|&(at, _)| at < old);
            for i in begin..self.waiting[cell].len() {
                let (at, lit) = self.waiting[cell][i];
                if at >= count {
                    break;
                }
                let before = self.in_chain(chain, at);
                self.imply(lit, Why::Path(before, to));
            }
        }
        grows
    }

    fn in_chain(&self, chain: usize, at: u32) -> Node {
        self.order.chains().values().nth(chain).map_or(0, |nodes| nodes[at as usize].index())
    }

    /// What follows for readers with sources at both nodes, of which the first comes before the second.
    fn between_sources(&mut self, first: Node, second: Node) {
        for i in 0..self.at_node[first].len() {
            let (reader, found) = self.at_node[first][i];
            if self.value(self.readers[reader][found].taken) == Some(false) {
                continue;
            }
            // Sources of one reader stand together.
            let begin = self.at_node[second].partition_point(|&(other, _)| other < reader);
            for j in begin..self.at_node[second].len() {
                let (other_reader, other) = self.at_node[second][j];
                if other_reader != reader {
                    break;
                }
                self.between(reader, found, other);
            }
        }
    }

    /// What is found, what is there, and that the latter comes later are not all true.
    fn between(&mut self, reader: usize, found: usize, other: usize) {
        let (taken, there) = (self.readers[reader][found].taken, self.readers[reader][other].there);
        if found == other || self.value(taken) == Some(false) || self.value(there) == Some(false) {
            return;
        }
        let sources = &self.order.readers()[reader];
        let later = match self.order.is_earlier(&sources[found], &sources[other]) {
            Before::Always => None,
            Before::If(relation, true) => Some(self.relations[relation]),
            Before::If(relation, false) => Some(!self.relations[relation]),
            Before::Never | Before::Untold => return,
        };
        let is_later = later.map_or(Some(true), |later| self.value(later));
        match (self.is_true(taken), self.is_true(there), is_later) {
            (true, true, _) => match later {
                Some(later) => self.imply(!later, Why::Both(taken, Some(there))),
                None => self.imply(!taken, Why::Both(there, None)),
            },
            (true, false, Some(true)) => self.imply(!there, Why::Both(taken, later)),
            (false, true, Some(true)) => self.imply(!taken, Why::Both(there, later)),
            _ => {}
        }
    }

    /// A literal that follows and is not true yet; it may be false.
    pub(super) fn next_implied(&mut self) -> Option<SatLit> {
        while let Some(Implied { lit, why, .. }) = self.implied.pop() {
            if !self.is_true(lit) {
                self.reasons.insert(lit, why);
                return Some(lit);
            }
        }
        None
    }

    /// The clause from which a literal follows that was told to, which it is part of.
    pub(super) fn reason(&self, lit: SatLit) -> Vec<SatLit> {
        let mut clause = vec![lit];
        match self.reasons.get(&lit) {
            Some(&Why::Both(one, other)) => clause.extend([one].into_iter().chain(other).map(|lit| !lit)),
            Some(&Why::Path(first, second)) => clause.extend(self.path(first, second).into_iter().map(|lit| !lit)),
            None => {}
        }
        clause
    }

    /// The literals that first showed that a node comes before another one: none of them was told later than that.
    fn path(&self, first: Node, second: Node) -> Vec<SatLit> {
        let (chain, at) = (self.chain_of[first], self.at[first]);
        let (mut literals, mut to) = (Vec::new(), second);
        while let Some(entry) = self.known[self.cell(to, chain)].iter().find(|entry| entry.count > at) {
            literals.extend(entry.edge);
            to = entry.from;
            if self.chain_of[to] == chain && self.at[to] >= at {
                break;
            }
        }
        literals.sort_unstable();
        literals.dedup();
        literals
    }
}
