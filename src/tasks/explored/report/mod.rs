//! The results of `explored`: lines, statements, functions and branches with what an interrupted analysis has shown of each. Makes text, prints nothing.

mod history;
mod html;
mod json;
mod lcov;

pub use history::{History, Moment};
pub use html::{STYLE, page};
pub use json::json;
pub use lcov::lcov;

use crate::explored::{Findings, Ledger, Subject, Violation};
use engine::status::Reason;
use goto::edges::{EdgeId, EdgeKind, Place};
use goto::{BranchKind, FuncId, Id, InstrKind, Location, Mark, Program};
use report::text::{Verdict, place, table};
use std::collections::BTreeMap;

/// What is known of a thing that is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// A terminating, safe execution passes it within what was looked at.
    Covered,
    /// The automaton has paths to it that were looked at, but no terminating, safe execution passes it on one of them.
    NotCovered,
    /// The automaton has such paths; whether executions take them is not known.
    Undecided,
    /// The automaton has no such path.
    Unexplored,
}

impl Status {
    /// As results name it.
    pub fn name(self) -> &'static str {
        match self {
            Status::Covered => "covered",
            Status::NotCovered => "not covered",
            Status::Undecided => "undecided",
            Status::Unexplored => "unexplored",
        }
    }
}

/// Something that is counted.
#[derive(Clone, Debug)]
pub struct Item {
    pub function: FuncId,
    pub loc: Location,
    /// For branches the condition and its outcome.
    pub text: String,
    pub status: Status,
    /// The executions that pass it within what was looked at.
    pub executions: Vec<usize>,
}

/// Everything that is counted.
pub struct Report<'a> {
    pub program: &'a Program,
    /// What the executions are of, which may read more inputs.
    pub judge: &'a Program,
    pub findings: Findings,
    pub lines: Vec<Item>,
    pub statements: Vec<Item>,
    pub functions: Vec<Item>,
    pub branches: Vec<Item>,
}

/// Counts of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counts {
    pub total: usize,
    pub covered: usize,
    /// Covered or undecided.
    pub at_most: usize,
    /// All but what is unexplored: the bound from above that asks no execution.
    pub explored: usize,
}

impl Counts {
    pub fn of(items: &[Item]) -> Self {
        let count = |wanted: &dyn Fn(Status) -> bool| items.iter().filter(|i| wanted(i.status)).count();
        Self {
            total: items.len(),
            covered: count(&|s| s == Status::Covered),
            at_most: count(&|s| matches!(s, Status::Covered | Status::Undecided)),
            explored: count(&|s| s != Status::Unexplored),
        }
    }
}

impl<'a> Report<'a> {
    /// What these findings say of the program.
    pub fn new(ledger: &'a Ledger, findings: Findings) -> Self {
        let mut passed: Vec<Vec<usize>> = vec![Vec::new(); findings.covered.len()];
        for (number, execution) in findings.executions.iter().enumerate() {
            execution.passes.iter().for_each(|g| passed[g.index()].push(number));
        }
        let judge = Judge { subject: &ledger.subject, findings: &findings, passed: &passed };
        let [lines, statements, functions, branches] = [judge.lines(), judge.statements(), judge.functions(), judge.branches()];
        Self { program: &ledger.subject.plain, judge: ledger.program(), findings, lines, statements, functions, branches }
    }

    /// The kinds with their items.
    pub fn kinds(&self) -> [(&'static str, &[Item]); 4] {
        [("lines", &self.lines), ("statements", &self.statements), ("functions", &self.functions), ("branches", &self.branches)]
    }

    fn is_exact(&self) -> bool {
        self.kinds().iter().all(|(_, items)| items.iter().all(|i| i.status != Status::Undecided))
    }

    pub fn verdict(&self) -> Verdict {
        match (self.findings.violations.first(), &self.findings.reason) {
            (Some(violation), _) => Verdict::False(report::json::class_name(violation.property.class)),
            (None, _) if self.is_exact() => Verdict::Complete,
            (None, reason) => Verdict::Incomplete(reason.as_ref().unwrap_or(&Reason::NotAnalysed).text(self.judge)),
        }
    }

    /// The violations, the lines that are not covered (or all), and the counts.
    pub fn text(&self, quiet: bool, all: bool) -> String {
        let mut text = String::new();
        if !quiet {
            let row = |v: &Violation| [format!("{} {}", place(self.program, v.property.loc), v.property.name), "VIOLATED".to_owned(), v.property.text.clone()];
            text.push_str(&table(&self.findings.violations.iter().map(row).collect::<Vec<_>>()));
            let shown = self.lines.iter().filter(|i| all || i.status != Status::Covered);
            let row = |i: &Item| {
                let executions = i.executions.iter().map(|n| (n + 1).to_string()).collect::<Vec<_>>().join(" ");
                let by = if executions.is_empty() { String::new() } else { format!("(execution {executions})") };
                [format!("{}:{}", self.program.files[i.loc.file], i.loc.line), i.status.name().to_uppercase(), by]
            };
            text.push_str(&table(&shown.map(row).collect::<Vec<_>>()));
        }
        for (name, items) in self.kinds() {
            let Counts { total, covered, at_most, explored } = Counts::of(items);
            let bound = if at_most == covered { String::new() } else { format!(", at most {at_most}") };
            text.push_str(&format!("{name:11} covered {covered} of {total}{bound} (explored {explored})\n"));
        }
        text.push_str(&format!("EXECUTIONS: {}  VIOLATIONS: {}\n", self.findings.executions.len(), self.findings.violations.len()));
        text
    }
}

/// Looks at everything that is counted.
struct Judge<'a> {
    subject: &'a Subject,
    findings: &'a Findings,
    /// For each group the executions that pass it.
    passed: &'a [Vec<usize>],
}

impl Judge<'_> {
    /// Something that is passed with any of the edges.
    fn item(&self, function: FuncId, loc: Location, text: String, edges: &[EdgeId]) -> Item {
        let mut executions = Vec::new();
        let mut status = Status::Unexplored;
        for &edge in edges {
            let Some(group) = self.subject.groups.of(edge).map(Id::index) else { continue };
            executions.extend(&self.passed[group]);
            let is_within = self.subject.region.within().contains(edge);
            let of_edge = match (self.findings.covered[group], self.findings.excluded[group]) {
                (Some(_), _) => Status::Covered,
                (None, false) if is_within => Status::Undecided,
                (None, true) if is_within => Status::NotCovered,
                (None, _) => Status::Unexplored,
            };
            let rank = |s: Status| [Status::Unexplored, Status::NotCovered, Status::Undecided, Status::Covered].iter().position(|x| *x == s);
            if rank(of_edge) > rank(status) {
                status = of_edge;
            }
        }
        executions.sort_unstable();
        executions.dedup();
        Item { function, loc, text, status, executions }
    }

    /// The edges that count, with their functions.
    fn edges(&self) -> impl Iterator<Item = (FuncId, EdgeId, Location)> + '_ {
        let edges = &self.subject.edges;
        let counted = edges.iter().filter(|(_, e)| !e.is_structure && e.loc.line > 0);
        counted.filter_map(|(id, e)| edges.places()[e.source].function().map(|f| (f, id, e.loc)))
    }

    fn lines(&self) -> Vec<Item> {
        let mut lines: BTreeMap<Location, (FuncId, Vec<EdgeId>)> = BTreeMap::new();
        for (function, edge, loc) in self.edges() {
            lines.entry(Location { column: 0, ..loc }).or_insert((function, Vec::new())).1.push(edge);
        }
        lines.into_iter().map(|(loc, (function, edges))| self.item(function, loc, String::new(), &edges)).collect()
    }

    fn functions(&self) -> Vec<Item> {
        let mut functions: BTreeMap<FuncId, Vec<EdgeId>> = BTreeMap::new();
        for (function, edge, _) in self.edges() {
            functions.entry(function).or_default().push(edge);
        }
        let program = &self.subject.plain;
        functions.into_iter().map(|(f, edges)| self.item(f, program.functions[f].loc, program.functions[f].name.clone(), &edges)).collect()
    }

    fn statements(&self) -> Vec<Item> {
        let Subject { plain: program, edges, .. } = self.subject;
        let mut items = Vec::new();
        for (f, function) in program.functions.iter().filter(|(_, f)| !f.model) {
            for (at, instruction) in function.body.iter().flat_map(|b| b.iter()) {
                // Statements for which nothing is to be done have an assumption that always holds, to have an edge.
                if !matches!(instruction.kind, InstrKind::Mark(Mark::Statement) | InstrKind::Assume(_)) {
                    continue;
                }
                let place = edges.place_from(program, f, at).map(|p| edges.over_structure(p));
                let of_place = place.map_or(&[][..], |p| edges.outgoing(p));
                items.push(self.item(f, instruction.loc, String::new(), of_place));
            }
        }
        items
    }

    fn branches(&self) -> Vec<Item> {
        let Subject { plain: program, edges, .. } = self.subject;
        let mut items = Vec::new();
        for (place_id, place) in edges.places().iter() {
            let Place::At { function, instr } = *place else { continue };
            let instruction = program.functions[function].body.as_ref().map(|b| &b[instr]);
            let Some((InstrKind::Goto { branch: Some(branch), .. }, loc)) = instruction.map(|i| (&i.kind, i.loc)) else { continue };
            let branch = &program.branches[*branch];
            let outgoing = edges.outgoing(place_id);
            if branch.kind == BranchKind::ShortCircuit || outgoing.len() < 2 {
                continue;
            }
            for &edge in outgoing {
                let holds = (edges.edge(edge).kind == EdgeKind::Jump) != branch.negated;
                items.push(self.item(function, loc, format!("{} is {holds}", branch.text), &[edge]));
            }
        }
        items
    }
}
