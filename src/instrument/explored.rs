//! What runs show of an interrupted analysis: edges that a run passes while the automaton says that the path was looked at leave a flag, and where the program
//! exits without having violated a property the flags become goals. So a goal is reached exactly by the terminating, safe runs that pass one of the edges within
//! what was looked at; the edge with which a run leaves that is not among them.
//!
//! Edges that every terminating run passes together, within or not, share a flag.

use super::assumption::{Along, Weaver, variable, weave};
use super::logic::{and, or};
use super::properties;
use automata::assumption::{Assumption, ModeId, Region};
use automata::region::{Explored, after};
use goto::edges::{EdgeId, EdgeKind, Edges, Place, PlaceId};
use goto::{ExprId, Goal, GoalId, GoalKind, Id, IdVec, InstrKind, Location, Operations, Program, Property, PropertyClass, PropertyId, define_id};

define_id!(
    /// Edges that terminating runs pass together.
    GroupId, "e");

/// The edges that count, in groups.
#[derive(Clone, Debug)]
pub struct Groups {
    of: IdVec<EdgeId, Option<GroupId>>,
    /// An edge of each.
    first: IdVec<GroupId, EdgeId>,
}

impl Groups {
    /// All edges that do something.
    pub fn new(program: &Program, edges: &Edges, assumption: &Assumption, explored: &Explored) -> Self {
        let mut heads: IdVec<EdgeId, EdgeId> = IdVec::new();
        for (id, _) in edges.iter() {
            heads.push(id);
        }
        let keeps = |edge: EdgeId| {
            let leaves = |mode: ModeId| {
                assumption.region(mode) != Region::Unexplored && after(assumption, mode, edge).iter().any(|&to| assumption.region(to) == Region::Unexplored)
            };
            !explored.modes_at(edges.edge(edge).source).iter().any(|&mode| leaves(mode))
        };
        for place in edges.places().ids() {
            let ([before], [behind]) = (edges.incoming(place), edges.outgoing(place)) else { continue };
            if goes_on(program, edges, place) && edges.edge(*behind).kind == EdgeKind::Next && keeps(*behind) {
                heads[*behind] = *before;
            }
        }
        let mut groups = Self { of: IdVec::filled(None, edges.len()), first: IdVec::new() };
        let mut group_of_head: IdVec<EdgeId, Option<GroupId>> = IdVec::filled(None, edges.len());
        for (id, _) in edges.iter().filter(|(_, e)| !e.is_structure) {
            let head = head(&heads, id);
            let group = match group_of_head[head] {
                Some(group) => group,
                None => groups.first.push(id),
            };
            group_of_head[head] = Some(group);
            groups.of[id] = Some(group);
        }
        groups
    }

    pub fn of(&self, edge: EdgeId) -> Option<GroupId> {
        self.of[edge]
    }

    pub fn len(&self) -> usize {
        self.first.len()
    }

    pub fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = GroupId> + use<> {
        self.first.ids()
    }
}

/// Where a chain of edges begins. One that bites its own tail has no way out, so no terminating run passes it.
fn head(heads: &IdVec<EdgeId, EdgeId>, edge: EdgeId) -> EdgeId {
    let mut head = edge;
    for _ in 0..heads.len() {
        if heads[head] == head {
            break;
        }
        head = heads[head];
    }
    head
}

/// Does a run that comes to the place and exits in the end always go on from there? What is called may exit.
fn goes_on(program: &Program, edges: &Edges, place: PlaceId) -> bool {
    match edges.places()[place] {
        Place::At { function, instr } => {
            program.functions[function].body.as_ref().is_some_and(|b| !matches!(b[instr].kind, InstrKind::Call { .. } | InstrKind::Halt(_)))
        }
        Place::Outside | Place::Exit(_) => false,
    }
}

/// Which executions are asked for.
#[derive(Clone, Debug)]
pub enum ExecutionQuestion {
    /// For each group one that passes it within what was looked at.
    Within,
    /// For each group one that passes it at all.
    Anywhere,
    /// One that comes through a mode and passes one of these groups within what was looked at.
    Through { mode: ModeId, any_of: Vec<GroupId> },
    /// One that passes other groups, within or not, than each of these did.
    Unlike(Vec<Vec<GroupId>>),
}

/// A program with its goals.
pub struct Instrumented {
    pub program: Program,
    /// The goals at the exits: of each group where each is asked for (none where the automaton excludes it); else the one of the execution.
    pub exits: IdVec<GroupId, Option<GoalId>>,
    /// Goals on the way: where one cannot be reached the one at the exit cannot either.
    pub on_the_way: IdVec<GroupId, Option<GoalId>>,
    pub execution: Option<GoalId>,
}

/// Instruments a program without goals. `errors` are places where execution must not be, with their names.
pub fn explored(
    plain: &Program,
    edges: &Edges,
    assumption: &Assumption,
    region: &Explored,
    groups: &Groups,
    errors: &[(PlaceId, String)],
    asked: &ExecutionQuestion,
) -> Instrumented {
    let mut program = plain.clone();
    let mut flags = Flags::new(&mut program, edges, region, groups, errors, asked);
    let places: Vec<PlaceId> = errors.iter().map(|e| e.0).collect();
    weave(&mut program, edges, assumption, region, &places, &mut flags, |program, _| {
        properties(program, &Operations::default(), &[PropertyClass::Assertion, PropertyClass::UnreachCall]);
    });
    program.goals = std::mem::replace(&mut flags.goals, IdVec::new());
    goto::assert_valid(&program, "flags");
    Instrumented { exits: flags.exits, on_the_way: flags.on_the_way, execution: flags.execution, program }
}

struct Flags<'a> {
    edges: &'a Edges,
    groups: &'a Groups,
    errors: &'a [(PlaceId, String)],
    asked: &'a ExecutionQuestion,
    seen: IdVec<GroupId, Option<ExprId>>,
    violated: ExprId,
    /// The automaton has been in the mode that is asked for.
    passed: Option<ExprId>,
    goals: IdVec<GoalId, Goal>,
    exits: IdVec<GroupId, Option<GoalId>>,
    on_the_way: IdVec<GroupId, Option<GoalId>>,
    execution: Option<GoalId>,
    error_properties: Vec<Option<PropertyId>>,
}

impl<'a> Flags<'a> {
    fn new(
        program: &mut Program,
        edges: &'a Edges,
        region: &Explored,
        groups: &'a Groups,
        errors: &'a [(PlaceId, String)],
        asked: &'a ExecutionQuestion,
    ) -> Self {
        let ty = program.types.bool();
        let no_goals = || IdVec::filled(None, groups.len());
        let (violated, passed) = (variable(program, "explored.violated", ty), variable(program, "explored.passed", ty));
        let mut flags = Self {
            edges,
            groups,
            errors,
            asked,
            seen: IdVec::filled(None, groups.len()),
            violated,
            passed: matches!(asked, ExecutionQuestion::Through { .. }).then_some(passed),
            goals: IdVec::new(),
            exits: no_goals(),
            on_the_way: no_goals(),
            execution: None,
            error_properties: vec![None; errors.len()],
        };
        for group in groups.ids() {
            let is_wanted = match asked {
                ExecutionQuestion::Within => edges.iter().any(|(e, _)| groups.of(e) == Some(group) && region.within().contains(e)),
                ExecutionQuestion::Anywhere | ExecutionQuestion::Unlike(_) => true,
                ExecutionQuestion::Through { any_of, .. } => any_of.contains(&group),
            };
            if !is_wanted {
                continue;
            }
            flags.seen[group] = Some(variable(program, &format!("explored.seen.{}", group.index()), ty));
            if matches!(asked, ExecutionQuestion::Within | ExecutionQuestion::Anywhere) {
                flags.exits[group] = Some(flags.goal(program, group, "exit"));
            }
            if matches!(asked, ExecutionQuestion::Within) {
                flags.on_the_way[group] = Some(flags.goal(program, group, "way"));
            }
        }
        if matches!(asked, ExecutionQuestion::Through { .. } | ExecutionQuestion::Unlike(_)) {
            let goal = Goal { name: "execution".to_owned(), kind: GoalKind::Statement, function: program.start, loc: nowhere(), text: String::new() };
            flags.execution = Some(flags.goals.push(goal));
        }
        flags
    }

    fn goal(&mut self, program: &Program, group: GroupId, name: &str) -> GoalId {
        let edge = self.edges.edge(self.groups.first[group]);
        let function = self.edges.places()[edge.source].function().unwrap_or(program.start);
        self.goals.push(Goal { name: format!("{name}.{}", group.index()), kind: GoalKind::Statement, function, loc: edge.loc, text: String::new() })
    }

    /// The condition of the one execution that is asked for.
    fn condition(&self, program: &mut Program) -> ExprId {
        let flag = |g: &GroupId| self.seen[*g];
        match self.asked {
            ExecutionQuestion::Through { any_of, .. } => {
                let any: Vec<ExprId> = any_of.iter().filter_map(flag).collect();
                let any = balanced(program, any);
                self.passed.map_or(any, |passed| and(program, passed, any))
            }
            ExecutionQuestion::Unlike(others) => {
                let mut all = program.build().truth(true);
                for other in others {
                    let mut differs = Vec::new();
                    for group in self.groups.ids() {
                        let Some(flag) = self.seen[group] else { continue };
                        differs.push(if other.contains(&group) { program.build().not(flag) } else { flag });
                    }
                    let differs = balanced(program, differs);
                    all = and(program, all, differs);
                }
                all
            }
            ExecutionQuestion::Within | ExecutionQuestion::Anywhere => program.build().truth(true),
        }
    }
}

/// One of them, as a tree that is not deep.
fn balanced(program: &mut Program, mut any: Vec<ExprId>) -> ExprId {
    while any.len() > 1 {
        any = any.chunks(2).map(|pair| if let [a, b] = pair { or(program, *a, *b) } else { pair[0] }).collect();
    }
    any.first().copied().unwrap_or_else(|| program.build().truth(false))
}

impl Weaver for Flags<'_> {
    fn wants(&self, edge: EdgeId) -> bool {
        self.groups.of(edge).is_some_and(|g| self.seen[g].is_some() && self.groups.first[g] == edge)
    }

    fn edge(&mut self, program: &mut Program, along: &Along, edge: EdgeId, taken: ExprId) -> Vec<InstrKind> {
        let mut code = Vec::new();
        if let (Some(passed), ExecutionQuestion::Through { mode, .. }) = (self.passed, self.asked) {
            let there = along.is_in(program, *mode);
            let rhs = or(program, passed, there);
            code.push(InstrKind::Assign { lhs: passed, rhs });
        }
        let Some(group) = self.groups.of(edge).filter(|g| self.groups.first[*g] == edge) else { return code };
        let Some(flag) = self.seen[group] else { return code };
        let counts = match self.asked {
            ExecutionQuestion::Within | ExecutionQuestion::Through { .. } => {
                let explored = along.is_explored(program);
                and(program, taken, explored)
            }
            ExecutionQuestion::Anywhere | ExecutionQuestion::Unlike(_) => taken,
        };
        let rhs = or(program, counts, flag);
        code.push(InstrKind::Assign { lhs: flag, rhs });
        code.extend(self.on_the_way[group].map(|goal| InstrKind::Cover { goal, cond: counts }));
        code
    }

    fn place(&mut self, program: &mut Program, number: usize) -> Vec<InstrKind> {
        let (place, name) = &self.errors[number];
        let property = *self.error_properties[number].get_or_insert_with(|| {
            let function = self.edges.places()[*place].function().unwrap_or(program.start);
            let loc = self.edges.outgoing(*place).first().map_or_else(nowhere, |e| self.edges.edge(*e).loc);
            let (name, text) = (format!("{}.label.{name}", program.functions[function].name), format!("the label {name} is never reached"));
            program.properties.push(Property { name, class: PropertyClass::UnreachCall, function, loc, text })
        });
        let mut build = program.build();
        let (yes, cond) = (build.truth(true), build.truth(false));
        vec![InstrKind::Assign { lhs: self.violated, rhs: yes }, InstrKind::Assert { cond, property }]
    }

    fn assertion(&mut self, program: &mut Program, _along: &Along, cond: ExprId, property: PropertyId) -> Vec<InstrKind> {
        let fails = program.build().not(cond);
        let rhs = or(program, fails, self.violated);
        vec![InstrKind::Assign { lhs: self.violated, rhs }, InstrKind::Assert { cond, property }]
    }

    fn exit(&mut self, program: &mut Program) -> Vec<InstrKind> {
        let safe = program.build().not(self.violated);
        let mut code = Vec::new();
        for group in self.groups.ids() {
            let (Some(goal), Some(flag)) = (self.exits[group], self.seen[group]) else { continue };
            let cond = and(program, flag, safe);
            code.push(InstrKind::Cover { goal, cond });
        }
        if let Some(goal) = self.execution {
            let cond = self.condition(program);
            let cond = and(program, cond, safe);
            code.push(InstrKind::Cover { goal, cond });
        }
        code
    }
}

fn nowhere() -> Location {
    Location { file: Id::new(0), line: 0, column: 0 }
}
