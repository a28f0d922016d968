//! A violation witness from a run: the decisions and the results of input functions on the way, and where the property is violated.

use super::constraint;
use super::model::{Column, Decision, Metadata, Segment, Waypoint, WaypointKind, WitnessPlace};
use engine::confirm;
use goto::interp::{Compiled, Observer};
use goto::outline::{Keyword, Outline, Point, PointKind, Spot};
use goto::{Bits, BranchKind, FuncId, InputId, InstrId, InstrKind, Location, Program, PropertyId};
use instrument::witness::{Observable, observable};

/// More decisions than these say less than the results of the input functions do.
const MOST_DECISIONS: usize = 200;
/// Of more inputs none is told: a witness is to stay a text that can be read, and some of very many hinder whoever looks for such a run more than they help.
pub(super) const MOST_INPUTS: usize = 5000;

/// The segments of a witness of the run on these inputs, which violates the property. `None` if the place of the violation is not in the files.
pub fn segments(program: &Program, outline: &Outline, metadata: &Metadata, inputs: &[(InputId, Bits)], property: PropertyId) -> Option<Vec<Segment>> {
    let places = Places { program, outline, metadata };
    let target = places.target(program.properties[property].loc)?;
    let events = events(program, inputs, property);
    let n_decisions = events.iter().filter(|e| matches!(e.what, What::Decision(..))).count();
    let mut segments = Vec::new();
    let n_inputs = events.len() - n_decisions;
    for event in &events {
        let waypoint = match event.what {
            What::Decision(..) if n_decisions > MOST_DECISIONS => None,
            What::Decision(kind, holds) => places.decision(event.loc, kind, holds),
            What::Input(..) if n_inputs > MOST_INPUTS => None,
            What::Input(input, value) => places.input(event.loc, input, value),
        };
        segments.extend(waypoint.map(Segment::of));
    }
    segments.push(Segment::of(target));
    Some(segments)
}

/// Something that a run did at a place of the user's program; without one before its first instruction.
struct Event {
    loc: Option<Location>,
    what: What,
}

enum What {
    Decision(BranchKind, bool),
    Input(InputId, Bits),
}

fn events(program: &Program, inputs: &[(InputId, Bits)], property: PropertyId) -> Vec<Event> {
    let observable = observable(program, property);
    let mut recorder = Recorder { observable: &observable, loc: None, events: Vec::new() };
    confirm::run_observed(&Compiled::new(&observable.program), inputs, &mut recorder);
    let mut events = recorder.events;
    // Inputs that only the interpreter reads beyond the violation are none of the run's.
    let mut read = 0;
    events.retain(|e| {
        read += usize::from(matches!(e.what, What::Input(..)));
        read <= inputs.len() || !matches!(e.what, What::Input(..))
    });
    events
}

struct Recorder<'a> {
    observable: &'a Observable,
    /// Of the last instruction of the user's program.
    loc: Option<Location>,
    events: Vec<Event>,
}

impl Observer for Recorder<'_> {
    fn instruction(&mut self, function: FuncId, _instruction: InstrId, loc: Location) {
        if !self.observable.program.functions[function].model && loc.line != 0 {
            self.loc = Some(loc);
        }
    }

    fn assigned(&mut self, function: FuncId, instruction: InstrId, value: Bits) {
        if let Some(&(kind, loc)) = self.observable.decisions.get(&(function, instruction)) {
            self.events.push(Event { loc: Some(loc), what: What::Decision(kind, value.is_true()) });
            return;
        }
        let body = self.observable.program.functions[function].body.as_ref();
        if let Some(InstrKind::Input { input, .. }) = body.and_then(|b| b.get(instruction)).map(|i| &i.kind) {
            self.events.push(Event { loc: self.loc, what: What::Input(*input, value) });
        }
    }
}

/// From places of the program to places of witnesses.
pub(super) struct Places<'a> {
    pub program: &'a Program,
    pub outline: &'a Outline,
    pub metadata: &'a Metadata,
}

impl Places<'_> {
    fn spot(&self, loc: Location) -> Option<Spot> {
        let name = &self.program.files[loc.file];
        let file = self.outline.files.iter().position(|f| f == name)?;
        Some(Spot { file: file as u32, line: loc.line, column: loc.column })
    }

    fn waypoint(&self, kind: WaypointKind, point: &Point) -> Waypoint {
        Waypoint { kind, place: Some(place(self.metadata, point)), thread: None, line: None }
    }

    /// The statement or full expression whose evaluation gets to this place.
    pub(super) fn target(&self, loc: Location) -> Option<Waypoint> {
        let spot = self.spot(loc)?;
        let around = |p: &&Point| match &p.kind {
            PointKind::Statement { covers, .. } => covers.iter().any(|c| c.contains(spot)),
            PointKind::FullExpression { covers, decides } => covers.contains(spot) || *decides == Some(spot),
            _ => false,
        };
        // Of nested ones the innermost starts last; a statement is preferred to an expression that starts with it.
        let found = self.outline.points.iter().filter(around);
        let best = found.max_by_key(|p| (p.position.line, p.position.column, matches!(p.kind, PointKind::Statement { .. })))?;
        Some(self.waypoint(WaypointKind::Target, best))
    }

    fn decision(&self, loc: Option<Location>, kind: BranchKind, holds: bool) -> Option<Waypoint> {
        let spot = self.spot(loc?)?;
        let wanted = match kind {
            BranchKind::If => Keyword::If,
            BranchKind::While => Keyword::While,
            BranchKind::For => Keyword::For,
            BranchKind::DoWhile => Keyword::Do,
            BranchKind::Conditional | BranchKind::Case | BranchKind::ShortCircuit => return None,
        };
        let fits = |p: &&Point| matches!(&p.kind, PointKind::Decision { keyword, spot: s, .. } if *keyword == wanted && *s == spot);
        // Without a column nobody knows which decision of the line is meant.
        let point = self.outline.points.iter().find(fits).filter(|p| p.position.column.is_some())?;
        Some(self.waypoint(WaypointKind::Branching(Decision::Holds(holds)), point))
    }

    /// A call is made.
    pub(super) fn enter(&self, loc: Option<Location>) -> Option<Waypoint> {
        let spot = self.spot(loc?)?;
        let is_call = |p: &&Point| matches!(&p.kind, PointKind::Call { spot: s, .. } if *s == spot);
        let point = self.outline.points.iter().find(is_call).filter(|point| point.position.column.is_some())?;
        Some(self.waypoint(WaypointKind::FunctionEnter, point))
    }

    pub(super) fn input(&self, loc: Option<Location>, input: InputId, value: Bits) -> Option<Waypoint> {
        let kind = &self.program.inputs[input];
        if let Some(parameter) = kind.function.strip_prefix("entry parameter ") {
            return self.parameter(parameter, kind.ty, value);
        }
        let spot = self.spot(loc?)?;
        let is_call = |p: &&Point| matches!(&p.kind, PointKind::Call { spot: s, .. } if *s == spot);
        let by_name = |p: &&Point| matches!(&p.kind, PointKind::Call { callee: Some(name), .. } if *name == kind.function);
        let calls: Vec<&Point> = self.outline.points.iter().filter(is_call).collect();
        let point = *calls.iter().find(|p| by_name(p)).or(calls.first())?;
        if point.position.column.is_none() && !self.is_only_call(point) {
            return None;
        }
        let constraint = if kind.function == "allocation fails" {
            format!("\\result {} 0", if value.is_true() { "==" } else { "!=" })
        } else {
            constraint::of_value(&self.program.types, kind.ty, value)
        };
        let callee = match &point.kind {
            PointKind::Call { callee, .. } => callee.clone(),
            _ => None,
        };
        Some(self.waypoint(WaypointKind::FunctionReturn { constraint, callee }, point))
    }

    fn is_only_call(&self, point: &Point) -> bool {
        let beside = |p: &&Point| matches!(p.kind, PointKind::Call { .. }) && p.position.file == point.position.file && p.position.line == point.position.line;
        self.outline.points.iter().filter(beside).count() == 1
    }

    /// A parameter of the entry function has its value at the first statement.
    fn parameter(&self, name: &str, ty: goto::TypeId, value: Bits) -> Option<Waypoint> {
        let body = self.program.functions[self.program.start].body.as_ref()?;
        let entry = body.values().rev().find_map(|i| match i.kind {
            InstrKind::Call { callee: goto::Callee::Direct(f), .. } => Some(f),
            _ => None,
        })?;
        let function = &self.program.functions[entry].name;
        let point = self.outline.points.iter().find(|p| p.function == *function && matches!(p.kind, PointKind::Statement { .. }))?;
        let constraint = constraint::of_value(&self.program.types, ty, value).replace("\\result", name);
        Some(self.waypoint(WaypointKind::Assumption(constraint), point))
    }
}

/// Where a point stands, as witnesses say it.
pub fn place(metadata: &Metadata, point: &Point) -> WitnessPlace {
    let file = metadata.files.get(point.position.file).map_or_else(String::new, |(name, _)| name.clone());
    WitnessPlace { file, line: point.position.line, column: point.position.column.map_or(Column::Leftmost, Column::At), function: Some(point.function.clone()) }
}
