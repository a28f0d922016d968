//! What filters choose of a program.
//!
//! In FShell's dialect filters choose among instructions that do or test something; structure (arms of decisions, declarations, ways into and out of
//! functions) is chosen by `@DECISIONEDGE` alone. In CPA/TIGER's dialect structure has edges like everything else, as in CPAchecker's automata of control
//! flow. `@DECISIONEDGE` is what the criterion `testcomp` counts: the arms of decisions as far as gcc keeps them.
//!
//! `COMPOSE` is the intersection in FShell's dialect. In CPA/TIGER's the first filter is evaluated on the graph of the second: what it chooses there, with
//! its own first and last nodes. Paths of `ID` begin where the program does and end where it ends; those of `@FUNC(f)` begin with `f` and end where they
//! leave it; those of other filters may begin and end at each of their edges.

use super::Result;
use super::ast::{Dialect, Filter, FilterKind, StatementType};
use super::blocks::{BasicBlocks, block_entries};
use super::graph::TargetGraph;
use super::query::{Predicate, PredicateId};
use goto::IdSet;
use goto::TextError;
use goto::cfg::constant_truth;
use goto::edges::{Edges, Place, PlaceId};
use goto::{AllocKind, BranchKind, Callee, ExprId, ExprKind, FuncId, HaltKind, IdVec, InstrId, InstrKind, Instruction, Labels, Location, Program};
use rustc_hash::FxHashSet;

/// What filters look at.
pub struct Scene<'a> {
    pub program: &'a Program,
    pub edges: &'a Edges,
    pub labels: &'a Labels,
    /// The marks that the criterion `testcomp` counts.
    pub decision_marks: &'a [(FuncId, InstrId)],
    pub basic_blocks: BasicBlocks,
}

/// Evaluates the filters of one query.
pub(super) struct Evaluator<'a> {
    pub scene: &'a Scene<'a>,
    pub dialect: Dialect,
    pub predicates: IdVec<PredicateId, Predicate>,
    pub warnings: Vec<String>,
}

impl Evaluator<'_> {
    /// The graph of a filter as it stands in a pattern: if it is empty, that is odd.
    pub(super) fn graph(&mut self, filter: &Filter, text: &str) -> Result<TargetGraph> {
        let graph = self.evaluate(filter)?;
        if graph.edges.is_empty() {
            self.warnings.push(format!("`{}` matches nothing in the program", text.get(filter.span.clone()).unwrap_or_default()));
        }
        Ok(graph)
    }

    pub(super) fn predicate(&mut self, text: &str, span: super::ast::Span) -> PredicateId {
        let text = text.trim();
        let known = self.predicates.iter().find(|(_, p)| p.text == text).map(|(id, _)| id);
        known.unwrap_or_else(|| self.predicates.push(Predicate { text: text.to_owned(), span }))
    }

    fn evaluate(&mut self, filter: &Filter) -> Result<TargetGraph> {
        let edges = self.scene.edges;
        match &filter.kind {
            FilterKind::Not(of) => self.id().minus(&self.evaluate(of)?, edges, &filter.span),
            FilterKind::Union(a, b) => self.evaluate(a)?.union(&self.evaluate(b)?, edges, &filter.span),
            FilterKind::Intersection(a, b) => Ok(self.evaluate(a)?.intersection(&self.evaluate(b)?, edges)),
            FilterKind::SetMinus(a, b) => self.evaluate(a)?.minus(&self.evaluate(b)?, edges, &filter.span),
            FilterKind::Compose(a, b) => {
                let (a, b) = (self.evaluate(a)?, self.evaluate(b)?);
                Ok(self.compose(&a, &b))
            }
            FilterKind::Pred(of, p) => {
                let mut graph = self.evaluate(of)?;
                let predicate = self.predicate(&p.text, p.span.clone());
                if !graph.splits.contains(&predicate) {
                    graph.splits.push(predicate);
                }
                Ok(graph)
            }
            FilterKind::EnclosingScopes(_) => Err(TextError::new("ENCLOSING_SCOPES is not supported: no tool gives it a meaning", filter.span.clone())),
            FilterKind::Undefined(name) => Err(TextError::new(format!("{name} is not supported: no tool gives it a meaning"), filter.span.clone())),
            _ => self.function(filter),
        }
    }

    /// The graph of the first filter within that of the second.
    pub(super) fn compose(&self, a: &TargetGraph, b: &TargetGraph) -> TargetGraph {
        let graph = a.intersection(b, self.scene.edges);
        match self.dialect {
            Dialect::Fshell => graph,
            Dialect::Tiger => {
                let nodes = graph.nodes(self.scene.edges);
                TargetGraph { initial: a.initial.intersection(&nodes), last: a.last.clone(), ..graph }
            }
        }
    }

    fn function(&mut self, filter: &Filter) -> Result<TargetGraph> {
        let edges = self.scene.edges;
        let wrong = |message: String| Err(TextError::new(message, filter.span.clone()));
        match &filter.kind {
            FilterKind::Id => Ok(self.id()),
            FilterKind::File(name) => match self.scene.program.files.values().any(|f| is_file(f, name)) {
                true => Ok(self.at_locations(|program, loc| is_file(&program.files[loc.file], name))),
                false => wrong(format!("the program has no file {name}")),
            },
            FilterKind::Line(line) => {
                let graph = self.at_locations(|_, loc| loc.line == *line);
                if graph.edges.is_empty() { wrong(format!("no instruction of the program stands in line {line}")) } else { Ok(graph) }
            }
            FilterKind::Column(column) => Ok(self.at_locations(|_, loc| loc.line > 0 && loc.column == *column)),
            FilterKind::Func(name) => Ok(self.of_function(self.own_function(name, filter)?)),
            FilterKind::Label(name) => self.label(name, filter),
            FilterKind::Call(name) => self.call(name, filter),
            FilterKind::Calls => Ok(self.instructions(|_, i| is_call(&i.kind))),
            FilterKind::Entry(name) => {
                let f = self.own_function(name, filter)?;
                Ok(TargetGraph::of_places(edges, edges.entry(f).map(|p| self.first_place(p)).into_iter()))
            }
            FilterKind::Exit(name) => {
                let f = self.own_function(name, filter)?;
                Ok(self.instructions(|at, i| at == f && matches!(i.kind, InstrKind::Return(_))))
            }
            FilterKind::BasicBlockEntry => Ok(TargetGraph::of_edges(edges, block_entries(self.scene.program, edges, self.scene.basic_blocks).into_iter())),
            FilterKind::ConditionEdge => Ok(self.instructions(|_, i| self.is_condition(&i.kind))),
            FilterKind::ConditionGraph => Ok(self.condition_graph()),
            FilterKind::DecisionEdge => {
                let places = self.scene.decision_marks.iter().filter_map(|(f, at)| edges.place(*f, *at));
                Ok(TargetGraph::of_places(edges, places))
            }
            FilterKind::Def(name) => {
                self.variable(name, filter)?;
                Ok(self.instructions(|_, i| self.defines(&i.kind, name)))
            }
            FilterKind::Use(name) => {
                self.variable(name, filter)?;
                Ok(self.instructions(|_, i| matches!(i.kind, InstrKind::Assign { rhs, .. } if self.names(rhs, name))))
            }
            FilterKind::StmtType(types) => Ok(self.instructions(|_, i| types.iter().any(|t| self.is_of_type(&i.kind, *t)))),
            _ => wrong("this filter is not supported".to_owned()),
        }
    }

    /// All edges that patterns of this dialect speak of.
    pub(super) fn id(&self) -> TargetGraph {
        let edges = self.scene.edges;
        let mut graph = TargetGraph::of_edges(edges, edges.iter().filter(|(_, e)| self.dialect == Dialect::Tiger || !e.is_structure).map(|(id, _)| id));
        let start = self.first_place(edges.start());
        graph.initial = IdSet::filled(edges.places().len(), |p| p == start);
        graph.last = IdSet::filled(edges.places().len(), |p| p == edges.outside());
        graph
    }

    /// The first place from here on that filters choose.
    fn first_place(&self, place: PlaceId) -> PlaceId {
        match self.dialect {
            Dialect::Fshell => self.scene.edges.over_structure(place),
            Dialect::Tiger => place,
        }
    }

    fn instructions(&self, wanted: impl Fn(FuncId, &Instruction) -> bool) -> TargetGraph {
        let edges = self.scene.edges;
        let chosen = edges.places().iter().filter(|&(id, place)| {
            let Place::At { function, instr } = *place else { return false };
            let structure = self.dialect == Dialect::Fshell && edges.outgoing(id).iter().all(|e| edges.edge(*e).is_structure) && !edges.outgoing(id).is_empty();
            let instruction = self.scene.program.functions[function].body.as_ref().map(|b| &b[instr]);
            !structure && instruction.is_some_and(|i| wanted(function, i))
        });
        TargetGraph::of_places(edges, chosen.map(|(id, _)| id))
    }

    fn at_locations(&self, wanted: impl Fn(&Program, Location) -> bool) -> TargetGraph {
        self.instructions(|_, i| i.loc.line > 0 && wanted(self.scene.program, i.loc))
    }

    fn of_function(&self, function: FuncId) -> TargetGraph {
        let edges = self.scene.edges;
        let mut graph = self.instructions(|f, _| f == function);
        let entry = edges.entry(function).map(|p| self.first_place(p));
        graph.initial = IdSet::filled(edges.places().len(), |p| Some(p) == entry);
        let nodes = graph.nodes(edges);
        graph.last = graph.last.difference(&nodes);
        // What the function's own structure leads to is no end.
        let inside = IdSet::filled(edges.places().len(), |p| matches!(edges.places()[p], Place::At { function: f, .. } if f == function));
        graph.last = graph.last.difference(&inside);
        graph
    }

    fn own_function(&self, name: &str, filter: &Filter) -> Result<FuncId> {
        let found = self.scene.program.functions.iter().find(|(_, f)| f.name == name);
        match found {
            Some((id, f)) if f.body.is_some() && !f.model => Ok(id),
            Some(_) => Err(TextError::new(format!("the function {name} has no body in the program"), filter.span.clone())),
            None => Err(TextError::new(format!("the program has no function {name}"), filter.span.clone())),
        }
    }

    fn label(&self, name: &str, filter: &Filter) -> Result<TargetGraph> {
        let edges = self.scene.edges;
        let mut labels = self.scene.labels.named(name).peekable();
        if labels.peek().is_none() {
            return Err(TextError::new(format!("the program has no label {name}"), filter.span.clone()));
        }
        let places = labels.filter_map(|(f, at)| edges.place_from(self.scene.program, f, at)).map(|p| self.first_place(p));
        Ok(TargetGraph::of_places(edges, places.collect::<FxHashSet<_>>().into_iter()))
    }

    fn call(&self, name: &str, filter: &Filter) -> Result<TargetGraph> {
        let program = self.scene.program;
        let function = program.functions.iter().find(|(_, f)| f.name == name).map(|(id, _)| id);
        let graph = self.instructions(|_, i| match &i.kind {
            InstrKind::Call { callee: Callee::Direct(f), .. } => Some(*f) == function,
            InstrKind::Call { callee: Callee::Indirect(pointer), .. } => {
                matches!(program.exprs.kind(*pointer), ExprKind::FunctionAddress(f) if Some(f) == function)
            }
            InstrKind::Input { input, .. } => program.inputs[*input].function == name,
            kind => function.is_none() && is_library_call(kind, name),
        });
        if graph.edges.is_empty() && function.is_none() {
            let message = format!("the program has no function {name}; calls of library functions that do nothing here cannot be asked for");
            return Err(TextError::new(message, filter.span.clone()));
        }
        Ok(graph)
    }

    /// The conditions with all that evaluates them: from each decision back to where its statement begins.
    fn condition_graph(&self) -> TargetGraph {
        let edges = self.scene.edges;
        let decisions = self.instructions(|_, i| self.is_condition(&i.kind));
        let mut chosen = decisions.nodes(edges);
        let mut waiting: Vec<PlaceId> = chosen.iter().collect();
        while let Some(place) = waiting.pop() {
            let here = self.instruction(place);
            for edge in edges.incoming(place).iter().map(|e| edges.edge(*e)) {
                let before = self.instruction(edge.source);
                let evaluates = |i: &Instruction| match &i.kind {
                    InstrKind::Goto { .. } => self.is_condition(&i.kind),
                    _ => !edge.is_structure,
                };
                let same = here.zip(before).is_some_and(|(a, b)| a.loc == b.loc && evaluates(b));
                if same && chosen.insert(edge.source) {
                    waiting.push(edge.source);
                }
            }
        }
        let places: Vec<PlaceId> = chosen.iter().collect();
        TargetGraph::of_places(edges, places.into_iter())
    }

    fn instruction(&self, place: PlaceId) -> Option<&Instruction> {
        let Place::At { function, instr } = self.scene.edges.places()[place] else { return None };
        self.scene.program.functions[function].body.as_ref().map(|b| &b[instr])
    }

    /// A jump that decides for the source, not one that belongs to an assertion.
    fn is_condition(&self, kind: &InstrKind) -> bool {
        matches!(kind, InstrKind::Goto { guard, branch: Some(_), .. } if constant_truth(&self.scene.program.exprs, *guard).is_none())
    }

    fn variable(&self, name: &str, filter: &Filter) -> Result<()> {
        let known = self.scene.program.symbols.values().any(|s| s.name == name && s.loc.line > 0);
        if known { Ok(()) } else { Err(TextError::new(format!("the program has no variable {name}"), filter.span.clone())) }
    }

    /// Does the instruction give a value to the variable or to a part of it?
    fn defines(&self, kind: &InstrKind, name: &str) -> bool {
        let lhs = match kind {
            InstrKind::Assign { lhs, .. } | InstrKind::Input { lhs, .. } => *lhs,
            InstrKind::Call { result: Some(lhs), .. } => *lhs,
            InstrKind::Allocate { result, .. } | InstrKind::Find { result, .. } | InstrKind::Compare { result, .. } => *result,
            _ => return false,
        };
        self.names(lhs, name)
    }

    /// Does the variable's name stand in the expression?
    fn names(&self, e: ExprId, name: &str) -> bool {
        let (mut found, mut seen) = (false, FxHashSet::default());
        let program = self.scene.program;
        program.exprs.walk(e, &mut seen, &mut |_, kind| {
            found |= matches!(kind, ExprKind::Var(symbol) if program.symbols[symbol].name == name);
        });
        found
    }

    fn is_of_type(&self, kind: &InstrKind, ty: StatementType) -> bool {
        let branch = match kind {
            InstrKind::Goto { branch: Some(branch), .. } if self.is_condition(kind) => Some(self.scene.program.branches[*branch].kind),
            _ => None,
        };
        match ty {
            StatementType::Assert => matches!(kind, InstrKind::Assert { .. }),
            // A decision is a statement of any of these types: their conditions are the same instructions.
            StatementType::If | StatementType::For | StatementType::While | StatementType::Switch => {
                self.is_condition(kind) && branch != Some(BranchKind::Conditional)
            }
            StatementType::Conditional => branch == Some(BranchKind::Conditional) || self.is_conditional_assignment(kind),
        }
    }

    fn is_conditional_assignment(&self, kind: &InstrKind) -> bool {
        matches!(kind, InstrKind::Assign { rhs, .. } if matches!(self.scene.program.exprs.kind(*rhs), ExprKind::Ite { .. }))
    }
}

/// Is the file meant by the name: the same, or its end?
fn is_file(file: &str, name: &str) -> bool {
    file == name || file.strip_suffix(name).is_some_and(|rest| rest.ends_with('/'))
}

fn is_call(kind: &InstrKind) -> bool {
    matches!(
        kind,
        InstrKind::Call { .. } | InstrKind::Input { .. } | InstrKind::Halt(_) | InstrKind::Allocate { kind: AllocKind::Heap, .. } | InstrKind::Free(_)
    ) || matches!(kind, InstrKind::MemCopy { .. } | InstrKind::MemSet { .. } | InstrKind::Find { .. } | InstrKind::Compare { .. })
}

/// Functions of the library that become one instruction.
fn is_library_call(kind: &InstrKind, name: &str) -> bool {
    match kind {
        InstrKind::Halt(HaltKind::Abort) => name == "abort",
        InstrKind::Halt(HaltKind::Exit) => matches!(name, "exit" | "_exit" | "_Exit" | "quick_exit"),
        InstrKind::Allocate { zeroed: false, kind: AllocKind::Heap, .. } => name == "malloc",
        InstrKind::Allocate { zeroed: true, kind: AllocKind::Heap, .. } => name == "calloc",
        InstrKind::Allocate { kind: AllocKind::Stack, .. } => name == "alloca",
        InstrKind::Free(_) => name == "free",
        _ => false,
    }
}

#[cfg(test)]
#[path = "filter_tests.rs"]
mod tests;
