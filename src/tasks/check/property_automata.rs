//! Property automata over a program: from files to the program with the automata in it, and what its goals stand for.

use crate::failure::Failure;
use crate::program::predicates::{PlacedPredicates as Places, PredicateError, Predicates, Questions};
use crate::program::stepped::{self, Stepped};
use crate::program::{self, ProgramRequest};
use automata::fql::Predicate;
use automata::spec::ast::{Span, Start, Target};
use automata::spec::product::{Parts, Product};
use automata::spec::{Matcher, Specification};
use frontend::outline::{Calls, check_expression};
use goto::decision::Decisions;
use goto::outline::Insertion;
use goto::outline::Outline;
use goto::{Diagnostic, IdVec, Program, TextError};
use instrument::automata::{self as put, Aim, Assumptions, Candidate, CandidateKind, OpenAssumption};
use report::paths::{ErrorPath, PathKind};
use rustc_hash::FxHashMap;

/// A program with automata in it.
pub(crate) struct Checked {
    pub program: Program,
    /// By what the user's program is known again.
    pub hash: String,
    /// What each goal stands for.
    pub paths: Vec<ErrorPath>,
    /// The same, as the automata see it.
    pub candidates: Vec<Candidate>,
    pub warnings: Vec<String>,
}

/// Reads the program and puts the automata into it.
pub(crate) fn put(request: &ProgramRequest, specification: &Specification, aim: Aim) -> Result<Checked, Failure> {
    no_target_at_start(specification)?;
    let outline = frontend::outline::read(&request.files, &request.source)?;
    let matcher = Matcher::new(specification);
    let mut stepped = stepped::over(program::compile(request)?, &outline)?;
    let mut products = products(&stepped, specification, &matcher)?;
    let asked = put::assumptions(parts(&stepped, specification, &matcher), &products)?;
    let mut assumptions = Assumptions::default();
    if !asked.is_empty() {
        (stepped, assumptions) = ask(request, specification, &matcher, &outline, &stepped, &asked)?;
        products = self::products(&stepped, specification, &matcher)?;
    }
    let parts = parts(&stepped, specification, &matcher);
    let candidates = put::candidates(parts, &products, aim)?;
    let mut program = stepped.loaded.program.clone();
    put::instrument(&mut program, parts, &products, &candidates, &assumptions, aim)?;
    // Takes the assertions out: they must not stand in the way of a path.
    instrument::instrument(&mut program, &Decisions::default(), &[], None);
    goto::assert_valid(&program, "automata");
    program::tidy(&mut program);
    let paths = candidates.iter().map(|c| path(specification, c)).collect();
    let warnings = stepped.warnings();
    Ok(Checked { program, hash: request.hash(&stepped.loaded), paths, candidates, warnings })
}

fn parts<'a>(stepped: &'a Stepped, specification: &'a Specification, matcher: &'a Matcher) -> Parts<'a> {
    Parts { program: &stepped.loaded.program, edges: &stepped.edges, steps: &stepped.steps, specification, matcher }
}

fn products(stepped: &Stepped, specification: &Specification, matcher: &Matcher) -> Result<Vec<Product>, Failure> {
    let parts = parts(stepped, specification, matcher);
    specification.automata.iter().map(|a| Product::new(parts, a).map_err(Failure::from)).collect()
}

fn no_target_at_start(specification: &Specification) -> Result<(), Failure> {
    let starts = specification.automata.iter().map(|a| &a.states[a.initial]);
    match starts.into_iter().find(|s| s.is_target) {
        Some(state) => Err(state.span.wrong("the initial state is a target: every program violates this", &specification.sources).into()),
        None => Ok(()),
    }
}

/// What a person reads of a candidate.
fn path(specification: &Specification, of: &Candidate) -> ErrorPath {
    let automaton = &specification.automata[of.automaton];
    let transition = &automaton.states[of.state].transitions[of.transition];
    let message = match (of.kind, &transition.target) {
        (CandidateKind::Error, Target::Error(Some(message))) => message.clone(),
        (CandidateKind::Error, Target::State(to)) => format!("the target {} is reached", automaton.states[*to].name),
        (CandidateKind::Error, _) => format!("an error of {}", automaton.name),
        (CandidateKind::Assertion, _) => {
            format!("ASSERT {} fails", transition.assertions.iter().map(|a| automaton.bool_text(a)).collect::<Vec<_>>().join(" and "))
        }
        (CandidateKind::Break, _) => "the analysis ends".to_owned(),
        (CandidateKind::Taken, _) => automaton.transition_text(transition),
    };
    let kind = if matches!(of.kind, CandidateKind::Error | CandidateKind::Assertion) { PathKind::Error } else { PathKind::Break };
    ErrorPath { automaton: automaton.name.clone(), state: Some(automaton.states[of.state].name.clone()), message, kind }
}

/// Reads the program again with the assumptions in its text, and finds their code at each place.
fn ask(
    request: &ProgramRequest,
    specification: &Specification,
    matcher: &Matcher,
    outline: &Outline,
    stepped: &Stepped,
    asked: &[OpenAssumption],
) -> Result<(Stepped, Assumptions), Failure> {
    let (predicates, spans) = predicates(specification, outline, asked)?;
    let number = |text: &str| predicates.iter().find(|(_, p)| p.text == text).map(|(id, _)| id);
    let places = |asked: &[OpenAssumption]| -> Places { asked.iter().filter_map(|a| Some((a.place, number(&a.text)?))).collect() };
    let wrong = |error| match error {
        PredicateError::Wrong(error) => Failure::from(wrong(specification, &spans, &error)),
        PredicateError::Failed(failure) => failure,
    };
    let questions = Questions::prepare(request, &stepped.loaded.program, &stepped.edges, &predicates, &places(asked)).map_err(wrong)?;
    let mut request = request.clone();
    request.insertions = declarations(specification, &predicates, request.files.len());
    request.insertions.extend(questions.insertions(&predicates));
    let mut loaded = program::compile(&request)?;
    let codes = questions.cut(&mut loaded);
    let stepped = stepped::over(loaded, outline)?;
    let products = products(&stepped, specification, matcher)?;
    let asked = put::assumptions(parts(&stepped, specification, matcher), &products)?;
    let code =
        questions.code(&stepped.loaded, &stepped.edges, &predicates, &places(&asked), &codes).map_err(|error| self::wrong(specification, &spans, &error))?;
    let code: FxHashMap<_, _> = code.into_iter().map(|((place, predicate), code)| ((place, predicates[predicate].text.clone()), code)).collect();
    Ok((stepped, code))
}

/// The assumptions as predicates. The span of a predicate begins with its number among the second part, which says where they stand.
fn predicates(specification: &Specification, outline: &Outline, asked: &[OpenAssumption]) -> Result<(Predicates, Vec<Span>), Failure> {
    let (mut predicates, mut spans): (Predicates, Vec<Span>) = (IdVec::new(), Vec::new());
    for of in asked {
        if predicates.values().any(|p| p.text == of.text) {
            continue;
        }
        let transition = &specification.automata[of.automaton].states[of.state].transitions[of.transition];
        let span = transition.assumptions.first().map_or(&transition.span, |c| &c.span);
        check_expression(&of.text, &outline.types, Calls::Forbidden).map_err(|why| {
            let message = format!("the assumption `{}` cannot be made: {why}", of.text);
            span.wrong(message, &specification.sources)
        })?;
        predicates.push(Predicate { text: of.text.clone(), span: spans.len()..spans.len() + 1 });
        spans.push(span.clone());
    }
    Ok((predicates, spans))
}

fn wrong(specification: &Specification, spans: &[Span], error: &TextError) -> Diagnostic {
    let message = error.message.replace("the predicate", "the assumption");
    match spans.get(error.span.start) {
        Some(span) => span.wrong(message, &specification.sources),
        // Each predicate has one.
        None => spans[0].wrong(message, &specification.sources),
    }
}

/// Declares the variables of automata that assumptions name, before the first line of each file.
fn declarations(specification: &Specification, predicates: &Predicates, n_files: usize) -> Vec<(usize, Insertion)> {
    let mut names = Vec::new();
    for automaton in &specification.automata {
        for variable in automaton.variables.values().filter(|v| matches!(v.start, Start::Int(_))) {
            let name = automata::spec::lower::variable_name(automaton, &variable.name);
            if predicates.values().any(|p| p.text.split_whitespace().any(|word| word == name)) {
                names.push(name);
            }
        }
    }
    let declare = |(file, name): (usize, &String)| {
        let extern_word = if file == 0 { "" } else { "extern " };
        (file, Insertion { at: 0, text: format!("{extern_word}int {name}; "), number: None })
    };
    (0..n_files).flat_map(|file| names.iter().map(move |name| (file, name))).map(declare).collect()
}
