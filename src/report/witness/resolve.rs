//! The places of a witness in the text of the program: which statements, decisions and calls are meant, and what has to be put into the text so that claims are
//! checked in their scope. Rejects witnesses that are about another program or name places that it does not have.

use super::constraint;
use super::model::{Column, Content, Decision, Invariant, Segment, Waypoint, WaypointKind, Witness, WitnessError, WitnessPlace, hex};
use goto::outline::Insertion;
use goto::outline::{ConditionEdit, Extent, Keyword, Outline, Point, PointKind, Spot};
use goto::{BranchKind, DataModel, Location, Program};
use instrument::witness::{Automaton, Event, Happening, ReturnConstraint, WitnessSegment};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// A witness whose places are known.
#[derive(Debug)]
pub struct Resolved {
    /// What the text of the files gets.
    pub insertions: Vec<(usize, Insertion)>,
    /// The claims by their numbers, from 1.
    pub claims: Vec<Claim>,
    segments: Vec<ResolvedSegment>,
    /// The lines of waypoints in the witness, by the numbers of their events.
    lines: Vec<Option<u32>>,
}

/// An expression that a witness claims or assumes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    pub text: String,
    pub line: Option<u32>,
    /// `line 12, column 3`, in the program.
    pub place: String,
}

#[derive(Debug)]
struct ResolvedSegment {
    avoid: Vec<ResolvedEvent>,
    follow: ResolvedEvent,
    beside: Vec<ResolvedEvent>,
}

#[derive(Debug)]
struct ResolvedEvent {
    alternatives: Vec<Meaning>,
    thread: Option<u32>,
    number: usize,
}

/// A happening by places of the text.
#[derive(Debug)]
enum Meaning {
    Claim(u32),
    Decision { spot: Spot, keyword: Keyword, decision: Decision },
    Conditional { condition: Extent, holds: bool },
    Enter { spot: Spot },
    Return { spot: Spot, constraints: Vec<ReturnConstraint> },
    Target(Vec<Extent>),
    AnyTarget,
}

/// Checks that the witness is about these files and this data model.
///
/// # Errors
/// What does not fit.
pub fn check_task(witness: &Witness, files: &[PathBuf], model: DataModel) -> Result<(), WitnessError> {
    let wrong = |message: String| Err(WitnessError::new(None, message));
    let metadata = &witness.metadata;
    if metadata.model != model {
        return wrong(format!("the witness is for the data model {}, the program is read as {}", model_name(metadata.model), model_name(model)));
    }
    if metadata.files.len() != files.len() {
        return wrong(format!("the witness is about {} files, the program has {}", metadata.files.len(), files.len()));
    }
    for file in files {
        let Some((name, hash)) = metadata.files.iter().find(|(name, _)| same_name(name, file)) else {
            return wrong(format!("the witness is not about {}", file.display()));
        };
        let found = hex(&Sha256::digest(std::fs::read(file).unwrap_or_default()));
        if *hash != found {
            return wrong(format!("the hash of {name} is {found}, the witness is about a file with {hash}"));
        }
    }
    Ok(())
}

fn model_name(model: DataModel) -> &'static str {
    match model {
        DataModel::Ilp32 => "ILP32",
        DataModel::Lp64 => "LP64",
    }
}

/// Is it the same file, whatever the folder? The hash tells the rest.
fn same_name(name: &str, file: &Path) -> bool {
    Path::new(name).file_name() == file.file_name()
}

/// Is a text, with names of types, an expression that changes nothing? `Err` says what is wrong with it.
pub type CheckExpression = dyn Fn(&str, &[String]) -> Result<(), String>;

/// Finds the places of a witness.
///
/// # Errors
/// If it names a place that the program does not have, or claims what is no expression.
pub fn resolve(witness: &Witness, files: &[PathBuf], outline: &Outline, check_expression: &CheckExpression) -> Result<Resolved, WitnessError> {
    let mut resolver = Resolver {
        files,
        outline,
        check_expression,
        resolved: Resolved { insertions: Vec::new(), claims: Vec::new(), segments: Vec::new(), lines: Vec::new() },
        empty: Vec::new(),
    };
    match &witness.content {
        Content::Violation(segments) => {
            for segment in segments {
                let segment = resolver.segment(segment)?;
                resolver.resolved.segments.push(segment);
            }
        }
        // Contracts are put into the text before it has places.
        Content::Correctness { invariants, contracts: _, ghosts: _ } => invariants.iter().try_for_each(|i| resolver.invariant(i))?,
    }
    let empty = std::mem::take(&mut resolver.empty);
    resolver.resolved.insertions.extend(empty.into_iter().filter_map(|(file, edit)| edit.truth(file)));
    Ok(resolver.resolved)
}

struct Resolver<'a> {
    files: &'a [PathBuf],
    outline: &'a Outline,
    check_expression: &'a CheckExpression,
    resolved: Resolved,
    /// Loops without a condition that need one.
    empty: Vec<(usize, ConditionEdit)>,
}

impl<'a> Resolver<'a> {
    fn segment(&mut self, segment: &Segment) -> Result<ResolvedSegment, WitnessError> {
        let avoid = segment.avoid.iter().map(|w| self.event(w)).collect::<Result<_, _>>()?;
        let follow = self.event(&segment.follow)?;
        let beside = segment.beside.iter().map(|w| self.event(w)).collect::<Result<_, _>>()?;
        Ok(ResolvedSegment { avoid, follow, beside })
    }

    fn event(&mut self, waypoint: &Waypoint) -> Result<ResolvedEvent, WitnessError> {
        let number = self.resolved.lines.len();
        self.resolved.lines.push(waypoint.line);
        let alternatives = self.meanings(waypoint)?;
        Ok(ResolvedEvent { alternatives, thread: waypoint.thread, number })
    }

    fn meanings(&mut self, waypoint: &Waypoint) -> Result<Vec<Meaning>, WitnessError> {
        let line = waypoint.line;
        let Some(place) = &waypoint.place else { return Ok(vec![Meaning::AnyTarget]) };
        match &waypoint.kind {
            WaypointKind::Assumption(text) => {
                let is_statement = |p: &Point| matches!(p.kind, PointKind::Statement { .. });
                let point = self.leftmost(place, line, "no statement begins", is_statement)?;
                Ok(vec![Meaning::Claim(self.statement_claim(point, text, line)?)])
            }
            WaypointKind::Branching(decision) => self.branching(place, line, decision),
            WaypointKind::FunctionEnter => {
                let calls = self.calls(place, line, None)?;
                Ok(calls.into_iter().map(|spot| Meaning::Enter { spot }).collect())
            }
            WaypointKind::FunctionReturn { constraint, callee } => {
                let constraints = constraint::parse(constraint).map_err(|e| WitnessError::new(line, e))?;
                let calls = self.calls(place, line, callee.as_deref())?;
                Ok(calls.into_iter().map(|spot| Meaning::Return { spot, constraints: constraints.clone() }).collect())
            }
            WaypointKind::Target => {
                let is_target = |p: &Point| matches!(p.kind, PointKind::Statement { .. } | PointKind::FullExpression { .. });
                let points = self.all(place, line, "no statement or full expression begins", is_target)?;
                // Where a statement decides something, its beginning stands for its condition.
                let covers = |p: &&Point| match &p.kind {
                    PointKind::Statement { covers, spot, .. } => covers.iter().copied().chain([Extent::of(*spot)]).collect(),
                    PointKind::FullExpression { covers, decides } => decides.map(Extent::of).into_iter().chain([*covers]).collect(),
                    _ => Vec::new(),
                };
                Ok(vec![Meaning::Target(points.iter().flat_map(covers).collect())])
            }
        }
    }

    fn branching(&mut self, place: &WitnessPlace, line: Option<u32>, decision: &Decision) -> Result<Vec<Meaning>, WitnessError> {
        let decides = |p: &Point| matches!(p.kind, PointKind::Decision { .. } | PointKind::Conditional { .. });
        let points = self.all(place, line, "nothing decides (if, while, do, for, switch, ?:)", decides)?;
        match points.as_slice() {
            [point] => Ok(vec![self.decision(point, line, decision)?]),
            // Some of several may be of another kind.
            points => {
                let meanings: Vec<Result<Meaning, WitnessError>> = points.iter().map(|p| self.decision(p, line, decision)).collect();
                if meanings.iter().all(Result::is_err) { meanings.into_iter().collect() } else { Ok(meanings.into_iter().flatten().collect()) }
            }
        }
    }

    fn decision(&mut self, point: &Point, line: Option<u32>, decision: &Decision) -> Result<Meaning, WitnessError> {
        let file = point.position.file;
        match (&point.kind, decision) {
            (PointKind::Conditional { condition }, Decision::Holds(holds)) => Ok(Meaning::Conditional { condition: *condition, holds: *holds }),
            (PointKind::Decision { keyword, spot, condition }, decision) => {
                if (*keyword == Keyword::Switch) != matches!(decision, Decision::Label(_)) {
                    return Err(WitnessError::new(line, "a switch takes a label, every other decision `true` or `false`"));
                }
                let (spot, keyword) = (*spot, *keyword);
                if let Some(edit) = condition.filter(|c| c.is_empty) {
                    self.needs_truth(file, edit);
                }
                Ok(Meaning::Decision { spot, keyword, decision: decision.clone() })
            }
            _ => Err(WitnessError::new(line, "`?:` is decided by `true` or `false`")),
        }
    }

    fn needs_truth(&mut self, file: usize, edit: ConditionEdit) {
        if edit.is_empty && !self.empty.contains(&(file, edit)) {
            self.empty.push((file, edit));
        }
    }

    fn calls(&self, place: &WitnessPlace, line: Option<u32>, callee: Option<&str>) -> Result<Vec<Spot>, WitnessError> {
        let fits = |p: &Point| match &p.kind {
            PointKind::Call { callee: name, .. } => callee.is_none() || name.as_deref() == callee,
            _ => false,
        };
        let what = if callee.is_some() { "no call of the function ends" } else { "no call ends" };
        let points = self.all(place, line, what, fits)?;
        let spot = |p: &&Point| match p.kind {
            PointKind::Call { spot, .. } => Some(spot),
            _ => None,
        };
        Ok(points.iter().filter_map(spot).collect())
    }

    fn invariant(&mut self, invariant: &Invariant) -> Result<(), WitnessError> {
        let Invariant { of_loop, place, value, line } = invariant;
        if !*of_loop {
            let point = self.leftmost(place, *line, "no statement begins", |p| matches!(p.kind, PointKind::Statement { .. }))?;
            self.statement_claim(point, value, *line)?;
            return Ok(());
        }
        let is_loop = |p: &Point| matches!(p.kind, PointKind::Decision { keyword, .. } if keyword.is_loop());
        let point = self.leftmost(place, *line, "no loop begins", is_loop)?;
        let PointKind::Decision { condition: Some(edit), .. } = point.kind else {
            return Err(WitnessError::new(*line, "the condition of this loop cannot be found"));
        };
        let number = self.claim(point, value, *line)?;
        self.resolved.insertions.extend(edit.claim(point.position.file, number, value.trim()));
        self.needs_truth(point.position.file, edit);
        Ok(())
    }

    fn statement_claim(&mut self, point: &Point, text: &str, line: Option<u32>) -> Result<u32, WitnessError> {
        let number = self.claim(point, text, line)?;
        if let PointKind::Statement { edit, .. } = &point.kind {
            self.resolved.insertions.extend(edit.claim(point.position.file, number, text.trim()));
        }
        Ok(number)
    }

    /// Takes a number for an expression.
    fn claim(&mut self, point: &Point, text: &str, line: Option<u32>) -> Result<u32, WitnessError> {
        let text = text.trim().trim_end_matches(';');
        (self.check_expression)(text, &self.outline.types).map_err(|e| WitnessError::new(line, format!("`{text}` is not understood: {e}")))?;
        let column = point.position.column.map_or(String::new(), |c| format!(", column {c}"));
        self.resolved.claims.push(Claim { text: text.to_owned(), line, place: format!("line {}{column}", point.position.line) });
        Ok(self.resolved.claims.len() as u32)
    }

    /// The points of a kind at a place; at least one. Where columns are not known there may be several.
    fn all(&self, place: &WitnessPlace, line: Option<u32>, what: &str, fits: impl Fn(&Point) -> bool) -> Result<Vec<&'a Point>, WitnessError> {
        let wrong = |message: String| Err(WitnessError::new(line, message));
        let Some(file) = self.files.iter().position(|f| same_name(&place.file, f)) else {
            return wrong(format!("{} is no file of the program", place.file));
        };
        let lines = &self.outline.lines[file];
        let Some(&length) = lines.get(place.line as usize - 1) else {
            return wrong(format!("{} has {} lines, none has the number {}", place.file, lines.len(), place.line));
        };
        if let Some(column) = place.column.number().filter(|&c| c as usize > length + 1) {
            return wrong(format!("line {} of {} has {length} bytes, none has the number {column}", place.line, place.file));
        }
        let here = |p: &&Point| p.position.file == file && p.position.line == place.line;
        let column = |p: &&Point| p.position.column.is_none() || place.column.number().is_none_or(|c| p.position.column == Some(c));
        let mut found: Vec<&'a Point> = self.outline.points.iter().filter(|p| here(p) && column(p) && fits(p)).collect();
        if place.column == Column::Leftmost {
            let leftmost = found.iter().map(|p| p.position.column).min();
            found.retain(|p| Some(p.position.column) == leftmost);
        }
        let at = place.column.number().map_or(String::new(), |c| format!(", column {c}"));
        let Some(first) = found.first() else {
            return wrong(format!("at line {}{at} of {} {what}", place.line, place.file));
        };
        if let Some(function) = place.function.as_ref().filter(|f| found.iter().all(|p| p.function != **f)) {
            return wrong(format!("line {}{at} of {} stands in the function {}, not in {function}", place.line, place.file, first.function));
        }
        Ok(found)
    }

    /// One point at a place; the leftmost of the line, if there is no column.
    fn leftmost(&self, place: &WitnessPlace, line: Option<u32>, what: &str, fits: impl Fn(&Point) -> bool) -> Result<&'a Point, WitnessError> {
        let found = self.all(place, line, what, fits)?;
        // `all` gives at least one.
        Ok(found.into_iter().min_by_key(|p| p.position.column).expect("a point"))
    }
}

impl Resolved {
    /// The automaton of a violation witness over the program that was read with the insertions.
    pub fn automaton(&self, program: &Program, outline: &Outline) -> Automaton {
        let event = |event: &ResolvedEvent| Event {
            alternatives: event.alternatives.iter().flat_map(|m| happenings(m, program, outline)).collect(),
            thread: event.thread,
            number: event.number,
        };
        let step = |s: &ResolvedSegment| WitnessSegment {
            avoid: s.avoid.iter().map(event).collect(),
            follow: event(&s.follow),
            beside: s.beside.iter().map(event).collect(),
        };
        Automaton { segments: self.segments.iter().map(step).collect() }
    }

    /// The line in the witness of the waypoint with this number.
    pub fn line(&self, number: usize) -> Option<u32> {
        self.lines.get(number).copied().flatten()
    }

    /// The constants that the witness gives as results, in order, where it gives one.
    pub fn results(&self) -> Vec<String> {
        use instrument::witness::Relation;
        let result = |m: &Meaning| match m {
            Meaning::Return { constraints, .. } => match constraints.as_slice() {
                [ReturnConstraint { relation: Relation::Eq, constant: Some(constant) }] => Some(constant.clone()),
                [ReturnConstraint { relation: Relation::Ne, constant: None }] => Some("nan".to_owned()),
                [ReturnConstraint { relation: Relation::Gt, constant: Some(_) }] => Some("inf".to_owned()),
                [ReturnConstraint { relation: Relation::Lt, constant: Some(_) }] => Some("-inf".to_owned()),
                _ => Some("0".to_owned()),
            },
            _ => None,
        };
        self.segments.iter().filter_map(|s| s.follow.alternatives.first().and_then(result)).collect()
    }
}

fn happenings(meaning: &Meaning, program: &Program, outline: &Outline) -> Vec<Happening> {
    let location = |spot: &Spot| {
        let name = &outline.files[spot.file as usize];
        let file = program.files.iter().find(|(_, f)| *f == name)?.0;
        Some(Location { file, line: spot.line, column: spot.column })
    };
    let one = |happening: Option<Happening>| happening.into_iter().collect();
    match meaning {
        Meaning::Claim(number) => vec![Happening::Claim(*number)],
        Meaning::Decision { spot, keyword, decision } => one(location(spot).map(|loc| match decision {
            Decision::Label(label) => Happening::Switch { loc, label: label.clone() },
            Decision::Holds(holds) => Happening::Decision { loc, kinds: kinds(*keyword), holds: *holds },
        })),
        Meaning::Conditional { condition, holds } => {
            one(location(&condition.start).zip(location(&condition.end)).map(|(start, end)| Happening::Conditional { start, end, holds: *holds }))
        }
        Meaning::Enter { spot } => one(location(spot).map(|loc| Happening::Enter { loc })),
        Meaning::Return { spot, constraints } => one(location(spot).map(|loc| Happening::Return { loc, constraints: constraints.clone() })),
        Meaning::Target(extents) => {
            extents.iter().filter_map(|e| location(&e.start).zip(location(&e.end))).map(|(start, end)| Happening::Target { start, end }).collect()
        }
        Meaning::AnyTarget => vec![Happening::AnyTarget],
    }
}

fn kinds(keyword: Keyword) -> &'static [BranchKind] {
    match keyword {
        Keyword::If => &[BranchKind::If],
        Keyword::While => &[BranchKind::While],
        Keyword::Do => &[BranchKind::DoWhile],
        Keyword::For => &[BranchKind::For],
        Keyword::Switch => &[],
    }
}
