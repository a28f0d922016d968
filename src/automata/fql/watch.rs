//! What has to be watched in runs of a program so that they tell which goals of a query they satisfy: the events, and what each of them means.
//!
//! The order of events is that of `instrument::events`: between the events of two edges lie the tests of the place where execution is. An event is one letter of
//! the automata: `Event::Edge` any edge of a class, `Event::Test` a predicate that holds, or does not, where execution is.

use super::accept::{Acceptor, Event};
use super::letters::Letters;
use super::machine::Machines;
use super::query::{PredicateId, Query, Test};
use goto::edges::{EdgeId, Edges, PlaceId};
use goto::{ExprId, GoalId, Id, IdVec, Instruction, Program, define_id};
use rustc_hash::FxHashMap;

define_id!(
    /// Something that happens; the goal with the same number tells it.
    EventId, "ev");

/// Which events are wanted.
#[derive(Debug)]
pub struct WatchedEvents {
    /// The event of each edge.
    pub edges: IdVec<EdgeId, Option<EventId>>,
    /// Tests in the order in which they are made at a place.
    pub tests: Vec<(PlaceId, PlacedTest)>,
    /// The number of events.
    pub n_events: usize,
}

/// What to ask at a place.
#[derive(Clone, Debug)]
pub struct PlacedTest {
    /// Computes what the condition needs. Targets of jumps count from the first of these instructions; the first number beyond them is what follows.
    pub code: Vec<Instruction>,
    /// Told if the condition holds.
    pub if_true: Option<EventId>,
    /// Told if it does not.
    pub if_false: Option<EventId>,
    pub cond: ExprId,
}

/// The code of a predicate at a place: instructions whose jumps count from the first of them, and the condition after them.
#[derive(Clone, Debug)]
pub struct Code {
    pub instructions: Vec<Instruction>,
    pub cond: ExprId,
}

/// How to watch for a query.
#[derive(Debug)]
pub struct Watch {
    /// What is to be put into the program.
    pub wanted: WatchedEvents,
    /// What each event means.
    pub events: IdVec<EventId, Event>,
    pub acceptor: Acceptor,
}

impl Watch {
    /// `code` has the predicates at the places where [`Machines::tests`] asks for them; one without code there is false.
    pub fn new(program: &mut Program, query: &Query, edges: &Edges, code: &FxHashMap<(PlaceId, PredicateId), Code>) -> Self {
        let machines = Machines::new(query);
        let letters = Letters::new(&machines, edges);
        let mut events: IdVec<EventId, Event> = IdVec::new();
        let mut known: FxHashMap<Event, EventId> = FxHashMap::default();
        let mut number = |event: Event| *known.entry(event).or_insert_with(|| events.push(event));
        let mut of_edges = IdVec::new();
        for (edge, _) in edges.iter() {
            of_edges.push(letters.of(edge).map(|letter| number(Event::Edge(letter))));
        }
        let mut tests: Vec<(PlaceId, PlacedTest)> = Vec::new();
        for (place, test) in machines.tests(edges) {
            let event = number(Event::Test(test));
            let told = |holds: bool| (test.holds == holds).then_some(event);
            let placed = match code.get(&(place, test.predicate)) {
                Some(code) => PlacedTest { code: code.instructions.clone(), cond: code.cond, if_true: told(true), if_false: told(false) },
                None => PlacedTest { code: Vec::new(), cond: program.build().truth(false), if_true: None, if_false: told(false) },
            };
            tests.push((place, placed));
        }
        let acceptor = Acceptor::new(query, &machines, &letters, edges);
        Self { wanted: WatchedEvents { edges: of_edges, tests, n_events: events.len() }, events, acceptor }
    }

    /// What the goal of the program that tells an event means.
    pub fn event(&self, goal: GoalId) -> Option<Event> {
        self.events.get(EventId::new(goal.index())).copied()
    }

    /// Where the query asks for which predicates.
    pub fn places(query: &Query, edges: &Edges) -> Vec<(PlaceId, Test)> {
        Machines::new(query).tests(edges)
    }
}
