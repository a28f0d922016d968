//! The predicates of a query as code at the places where they are asked.
//!
//! The front end itself gives them scope and types: each predicate is put into the text before each statement that execution may be at when it is asked, the
//! program is read once more, and what lowering made of the question is cut out again, to be put wherever the predicate is asked in that statement. So names
//! mean what they mean just before the statement (of the head of a `for` that declares variables, before its body). At the exit of a function they mean what
//! they mean before its first statement: its parameters and what is declared outside. Where a name means nothing the predicate is false; a predicate that
//! means nothing anywhere is an error.

use super::ProgramRequest;
use crate::failure::Failure;
use automata::fql::watch::Code;
use automata::fql::{Predicate, PredicateId};
use frontend::Loaded;
use frontend::outline::{Calls, check_expression};
use goto::edges::{Edges, Place, PlaceId};
use goto::outline::Insertion;
use goto::outline::{Keyword, Outline, PointKind, Spot, StatementEdit};
use goto::{FuncId, Id, IdVec, InstrId, InstrKind, Location, Mark, Program, TextError};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// Why predicates cannot be asked.
pub(crate) enum PredicateError {
    Wrong(TextError),
    Failed(Failure),
}

/// Predicates by their numbers.
pub(crate) type Predicates = IdVec<PredicateId, Predicate>;

/// Predicates at the places where they are asked.
pub(crate) type PlacedPredicates = Vec<(PlaceId, PredicateId)>;

/// Statements of the program with the questions before them.
pub(crate) struct Questions {
    statements: Vec<Statement>,
    /// For each question the statement and the predicate; the question with the index `i` has the number `2 * i + 2`, and `2 * i + 1` where it begins.
    asked: Vec<(usize, PredicateId)>,
    files: Vec<String>,
}

struct Statement {
    function: String,
    spot: Spot,
    covers: Vec<goto::outline::Extent>,
    file: usize,
    edit: StatementEdit,
    /// The head of a `for`: the next statement is its body.
    is_for: bool,
}

impl Questions {
    /// What to ask where; the text of predicates that are no expressions, or change something, is refused.
    pub(crate) fn prepare(
        request: &ProgramRequest,
        program: &Program,
        edges: &Edges,
        predicates: &Predicates,
        asked: &PlacedPredicates,
    ) -> Result<Self, PredicateError> {
        let outline = frontend::outline::read(&request.files, &request.source).map_err(|e| PredicateError::Failed(e.into()))?;
        for predicate in predicates.values() {
            check_expression(&predicate.text, &outline.types, Calls::Allowed).map_err(|why| {
                PredicateError::Wrong(TextError::new(format!("the predicate `{}` cannot be asked: {why}", predicate.text), predicate.span.clone()))
            })?;
        }
        let mut questions = Self { statements: statements(&outline), asked: Vec::new(), files: outline.files };
        let mut known = FxHashSet::default();
        for &(place, predicate) in asked {
            for statement in questions.around(program, edges, place) {
                if known.insert((statement, predicate)) {
                    questions.asked.push((statement, predicate));
                }
            }
        }
        Ok(questions)
    }

    /// The questions as text.
    pub(crate) fn insertions(&self, predicates: &Predicates) -> Vec<(usize, Insertion)> {
        let question = |(i, &(statement, predicate)): (usize, &(usize, PredicateId))| {
            let statement = &self.statements[statement];
            statement.edit.question(statement.file, number(i) as u32, &predicates[predicate].text)
        };
        self.asked.iter().enumerate().flat_map(question).collect()
    }

    /// The statements whose names a predicate at the place may use, best first.
    fn around(&self, program: &Program, edges: &Edges, place: PlaceId) -> Vec<usize> {
        let (function, loc) = match edges.places()[place] {
            Place::Outside => return Vec::new(),
            Place::Exit(function) => (function, None),
            Place::At { function, .. } => (function, edges.outgoing(place).first().map(|e| edges.edge(*e).loc)),
        };
        let name = &program.functions[function].name;
        let own = || self.statements.iter().enumerate().filter(|(_, s)| s.function == *name);
        let spot = loc.and_then(|loc| self.spot(program, loc));
        let chosen = match spot {
            None => own().next(),
            Some(spot) => own()
                .rfind(|(_, s)| s.spot == spot || s.covers.iter().any(|c| c.contains(spot)))
                .or_else(|| own().filter(|(_, s)| s.spot.file == spot.file && s.spot <= spot).max_by_key(|(_, s)| s.spot))
                .or_else(|| own().next()),
        };
        let Some((at, statement)) = chosen else { return Vec::new() };
        // What the head declares is known where its condition is asked, which has the place of the statement.
        let body = (statement.is_for && spot == Some(statement.spot)).then(|| own().find(|(n, _)| *n > at)).flatten();
        std::iter::once(at).chain(body.map(|b| b.0)).collect()
    }

    fn spot(&self, program: &Program, loc: Location) -> Option<Spot> {
        let file = self.files.iter().position(|f| *f == program.files[loc.file])?;
        Some(Spot { file: file as u32, line: loc.line, column: loc.column })
    }

    /// Takes the questions out of the program that was read with them.
    pub(crate) fn cut(&self, loaded: &mut Loaded) -> FxHashMap<(usize, PredicateId), Code> {
        let program = &mut loaded.program;
        let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
        for i in 0..self.asked.len() {
            numbers.insert(format!("witness.{}", number(i) - 1), 2 * i);
            numbers.insert(format!("witness.{}", number(i)), 2 * i + 1);
        }
        let mut codes = FxHashMap::default();
        let functions: Vec<FuncId> = program.functions.ids().collect();
        for function in functions {
            let Some(mut body) = program.functions[function].body.take() else { continue };
            let mut begins: FxHashMap<usize, InstrId> = FxHashMap::default();
            let mut ranges: Vec<Range<usize>> = Vec::new();
            for (at, instruction) in body.iter() {
                let InstrKind::Assert { cond, property } = instruction.kind else { continue };
                let Some(&which) = numbers.get(&program.properties[property].name) else { continue };
                if which % 2 == 0 {
                    begins.insert(which / 2, at);
                    // The claim is no statement of the program.
                    let before = at.index().checked_sub(1).filter(|&i| body[InstrId::new(i)].kind == InstrKind::Mark(Mark::Statement));
                    ranges.extend(before.map(|i| i..i + 1));
                    // One that has no meaning here goes alone.
                    ranges.push(at.index()..at.index() + 1);
                } else if let Some(begin) = begins.get(&(which / 2)) {
                    let inside = begin.index() + 1..at.index();
                    let mut code: Vec<_> = inside.clone().map(|i| body[InstrId::new(i)].clone()).collect();
                    for instruction in &mut code {
                        if let InstrKind::Goto { target, branch, .. } = &mut instruction.kind {
                            *target = InstrId::new(target.index() - inside.start);
                            *branch = None;
                        }
                    }
                    // Only then is the expression the whole predicate.
                    if code.iter().all(|i| matches!(i.kind, InstrKind::Mark(_) | InstrKind::Skip)) {
                        code.clear();
                    }
                    codes.insert(self.asked[which / 2], Code { instructions: code, cond });
                    ranges.push(begin.index()..at.index() + 1);
                }
            }
            for i in ranges.into_iter().flatten() {
                body[InstrId::new(i)].kind = InstrKind::Skip;
            }
            program.functions[function].body = Some(body);
        }
        codes
    }

    /// The code of each predicate at each place.
    pub(crate) fn code(
        &self,
        loaded: &Loaded,
        edges: &Edges,
        predicates: &Predicates,
        asked: &PlacedPredicates,
        codes: &FxHashMap<(usize, PredicateId), Code>,
    ) -> Result<FxHashMap<(PlaceId, PredicateId), Code>, TextError> {
        let mut placed = FxHashMap::default();
        for &(place, predicate) in asked {
            let found = self.around(&loaded.program, edges, place).into_iter().find_map(|s| codes.get(&(s, predicate)));
            if let Some(code) = found {
                placed.insert((place, predicate), code.clone());
            }
        }
        for (id, predicate) in predicates.iter() {
            let is_asked = asked.iter().any(|a| a.1 == id);
            if is_asked && !codes.keys().any(|k| k.1 == id) {
                let reason = loaded.unanswered.iter().find(|(n, _)| self.asked.get(*n as usize / 2 - 1).is_some_and(|a| a.1 == id));
                let why = reason.map_or_else(|| "it is asked where there are no statements".to_owned(), |r| r.1.clone());
                return Err(TextError::new(format!("the predicate `{}` has no meaning anywhere: {why}", predicate.text), predicate.span.clone()));
            }
        }
        Ok(placed)
    }
}

fn number(index: usize) -> usize {
    2 * index + 2
}

fn statements(outline: &Outline) -> Vec<Statement> {
    let mut statements: Vec<Statement> = Vec::new();
    for point in &outline.points {
        let PointKind::Statement { covers, edit, spot } = &point.kind else { continue };
        // A statement with labels has several points.
        if statements.last().is_some_and(|s| s.spot == *spot && s.function == point.function) {
            continue;
        }
        let is_for = |p: &goto::outline::Point| matches!(p.kind, PointKind::Decision { keyword: Keyword::For, spot: s, .. } if s == *spot);
        statements.push(Statement {
            function: point.function.clone(),
            spot: *spot,
            covers: covers.clone(),
            file: point.position.file,
            edit: *edit,
            is_for: outline.points.iter().any(is_for),
        });
    }
    statements
}
