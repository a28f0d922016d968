//! Goals as a person reads them: places and edges by where they stand in the source.

use super::query::{Atom, GoalIndex, Query, Test};
use goto::edges::{EdgeId, EdgeKind, Edges, Place, PlaceId};
use goto::{FuncId, Location, Program};

/// A goal for a list of goals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// `query.12`, counted from 1.
    pub name: String,
    /// Where its first atom stands, and in which function; a goal without edges and places stands nowhere.
    pub place: Option<(Location, FuncId)>,
    /// Its atoms.
    pub text: String,
}

/// Describes goals of one query. The program may have changed since the edges were made, as long as its files and functions are the same.
pub struct Describer<'a> {
    pub program: &'a Program,
    pub edges: &'a Edges,
    pub query: &'a Query,
}

impl Describer<'_> {
    pub fn goal(&self, goal: GoalIndex) -> Description {
        let atoms = self.query.atoms(goal);
        let place = atoms.iter().find_map(|a| self.place_of(a));
        let text = atoms.iter().map(|a| self.atom(a)).collect::<Vec<_>>().join(" . ");
        Description { name: format!("query.{}", goal.0 + 1), place, text }
    }

    fn place_of(&self, atom: &Atom) -> Option<(Location, FuncId)> {
        let edge = |e: EdgeId| {
            let edge = self.edges.edge(e);
            let function = self.edges.places()[edge.source].function().or_else(|| self.edges.places()[edge.target].function());
            Some((edge.loc, function?))
        };
        match atom {
            Atom::Edge(e) | Atom::Split { edge: e, .. } => edge(*e),
            Atom::Path(path) => edge(*path.first()?),
            Atom::Node(n) => Some((self.location(*n)?, self.edges.places()[*n].function()?)),
            Atom::Predicate(_) => None,
        }
    }

    fn atom(&self, atom: &Atom) -> String {
        match atom {
            Atom::Edge(e) => self.edge(*e),
            Atom::Node(n) => self.place(*n),
            Atom::Predicate(p) => format!("{{{}}}", self.query.predicates[*p].text),
            Atom::Path(path) => {
                let first = path.first().map_or_else(String::new, |e| self.place(self.edges.edge(*e).source));
                // Places without a new line say nothing.
                let mut text = first.clone();
                let mut last = first;
                for place in path.iter().map(|e| self.place(self.edges.edge(*e).target)) {
                    if place != last {
                        text.push_str(" -> ");
                        text.push_str(&place);
                        last = place;
                    }
                }
                text
            }
            Atom::Split { before, edge, after } => format!("{}{}{}", self.tests(before), self.edge(*edge), self.tests(after)),
        }
    }

    fn tests(&self, tests: &[Test]) -> String {
        let one = |t: &Test| format!("{{{}{}}}", if t.holds { "" } else { "not " }, self.query.predicates[t.predicate].text);
        tests.iter().map(one).collect()
    }

    fn edge(&self, id: EdgeId) -> String {
        let edge = self.edges.edge(id);
        let way = match edge.kind {
            EdgeKind::Enter | EdgeKind::Call => " (call)",
            EdgeKind::Jump => " (jump)",
            EdgeKind::Return(_) | EdgeKind::Leave => " (return)",
            EdgeKind::Next | EdgeKind::Halt => "",
        };
        format!("{} -> {}{way}", self.place(edge.source), self.place(edge.target))
    }

    fn place(&self, place: PlaceId) -> String {
        match (self.edges.places()[place], self.location(place)) {
            (Place::Outside, _) => "outside".to_owned(),
            (Place::Exit(f), _) => format!("exit of {}", self.program.functions[f].name),
            (Place::At { function, .. }, Some(loc)) => format!("{}:{}:{}", self.program.functions[function].name, loc.line, loc.column),
            (Place::At { function, .. }, None) => self.program.functions[function].name.clone(),
        }
    }

    fn location(&self, place: PlaceId) -> Option<Location> {
        self.edges.outgoing(place).first().map(|e| self.edges.edge(*e).loc).filter(|l| l.line > 0)
    }
}
