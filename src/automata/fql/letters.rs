//! What of a run the patterns of a query can tell apart: classes of edges.

use super::machine::{Label, Machine, Machines};
use super::query::{Atom, Test};
use goto::edges::{EdgeId, Edges, PlaceId};
use goto::{IdVec, define_id};
use rustc_hash::{FxHashMap, FxHashSet};

define_id!(
    /// A class of edges that no pattern of the query tells apart.
    LetterId, "a");

/// The classes that runs have to tell.
#[derive(Clone, Debug)]
pub struct Letters {
    /// The class of each edge; `None` if taking it changes the state of no automaton.
    of: IdVec<EdgeId, Option<LetterId>>,
    /// One edge of each class.
    examples: IdVec<LetterId, EdgeId>,
}

/// What the patterns say of an edge: the sets that it or its end is in, and what names it or its end alone.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Signature {
    sets: Vec<usize>,
    edge: Option<EdgeId>,
    target: Option<PlaceId>,
    /// Edges of structure may be passed over.
    is_structure: bool,
    /// What was told of its source, or told when it was reached, does not hold any more.
    leaves_tests: bool,
}

/// Everything that the patterns name.
#[derive(Default)]
struct Named<'m> {
    labels: Vec<&'m Label>,
    edges: FxHashSet<EdgeId>,
    places: FxHashSet<PlaceId>,
    /// Some goals depend on every edge there is: paths without a break, predicates with both their values.
    are_all_needed: bool,
}

impl Letters {
    pub fn new(machines: &Machines, edges: &Edges) -> Self {
        let mut named = Named::default();
        for machine in machines.all() {
            named.add(machine);
        }
        let tests = machines.tests(edges);
        let tested = tested_places(&tests);
        // Of a place that was left nothing holds where a test is made.
        let is_asked_for = |place: PlaceId| {
            let in_set = |label: &&Label| matches!(label, Label::Nodes(set) if set.contains(place));
            named.places.contains(&place) || named.labels.iter().any(in_set)
        };
        let mut known: FxHashMap<Signature, Option<LetterId>> = FxHashMap::default();
        let mut letters = Self { of: IdVec::new(), examples: IdVec::new() };
        for (id, edge) in edges.iter() {
            let holds = |label: &Label| match label {
                Label::Edges(set) => set.contains(id),
                Label::Nodes(set) => set.contains(edge.target),
                Label::Test(_) | Label::Choice(_) => false,
            };
            let signature = Signature {
                sets: named.labels.iter().enumerate().filter(|(_, l)| holds(l)).map(|(n, _)| n).collect(),
                edge: named.edges.contains(&id).then_some(id),
                target: named.places.contains(&edge.target).then_some(edge.target),
                is_structure: edge.is_structure,
                leaves_tests: tested.contains(&edge.source) || !tests.is_empty() && is_asked_for(edge.source),
            };
            let letter = *known.entry(signature.clone()).or_insert_with(|| {
                let needed = signature.leaves_tests || named.are_all_needed && !edge.is_structure || signature.edge.is_some() || signature.target.is_some();
                let asks_for_nodes = signature.sets.iter().any(|&n| matches!(named.labels[n], Label::Nodes(_)));
                let changes = || machines.all().any(|m| changes_state(m, id, edge.is_structure));
                (needed || asks_for_nodes || changes()).then(|| letters.examples.push(id))
            });
            letters.of.push(letter);
        }
        letters
    }

    /// The class of an edge; `None` if no automaton goes on when it is taken.
    pub fn of(&self, edge: EdgeId) -> Option<LetterId> {
        self.of[edge]
    }

    /// One edge of the class.
    pub fn example(&self, letter: LetterId) -> EdgeId {
        self.examples[letter]
    }

    /// The classes.
    pub fn ids(&self) -> impl Iterator<Item = LetterId> + use<> {
        self.examples.ids()
    }
}

impl<'m> Named<'m> {
    fn add(&mut self, machine: &'m Machine) {
        for label in machine.all_moves().map(|m| &m.label) {
            if matches!(label, Label::Edges(_) | Label::Nodes(_)) && !self.labels.contains(&label) {
                self.labels.push(label);
            }
        }
        for atom in machine.choices.iter().flat_map(|atoms| atoms.iter()) {
            match atom {
                Atom::Edge(e) => _ = self.edges.insert(*e),
                Atom::Node(n) => _ = self.places.insert(*n),
                Atom::Predicate(_) => {}
                Atom::Path(path) => {
                    self.edges.extend(path.iter().copied());
                    self.are_all_needed = true;
                }
                Atom::Split { edge, .. } => {
                    self.edges.insert(*edge);
                    self.are_all_needed = true;
                }
            }
        }
    }
}

/// The places at which tests are made, if there are several that must not be mistaken for tests at one place.
fn tested_places(tests: &[(PlaceId, Test)]) -> FxHashSet<PlaceId> {
    let several = tests.iter().any(|t| t.1 != tests[0].1);
    tests.iter().filter(|_| several).map(|t| t.0).collect()
}

/// Is there a state in which taking the edge, which no choice names, is not the same as doing nothing?
fn changes_state(machine: &Machine, edge: EdgeId, is_structure: bool) -> bool {
    machine.states().any(|state| {
        let mut stays = is_structure;
        for m in machine.moves(state) {
            if matches!(&m.label, Label::Edges(set) if set.contains(edge)) {
                if m.to != state {
                    return true;
                }
                stays = true;
            }
        }
        !stays
    })
}
