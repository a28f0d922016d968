//! Monitors of property automata: each event is a step at a place of the source, and what each automaton does there in each state. Steps that change no automaton
//! are not told; an automaton that changes at a step which no place of the source tells is refused, and so is one that makes assumptions.

use super::observer::{commands, declarations};
use super::told::LoggedCalls;
use super::{Watch, quoted, watch};
use automata::observer::{self, Command};
use automata::spec::ast::Target;
use automata::spec::lower::{self, Lowering, Told, What, is_idle};
use automata::spec::product::{self, Parts, Product, StepAt};
use automata::spec::{Source, StateId, Step, StepKind};
use goto::Diagnostic;
use goto::outline::{Outline, TextKind};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Where steps are told, and for each automaton the states that it may be in there, each with a step.
type Events = BTreeMap<Place, BTreeMap<usize, BTreeMap<StateId, StepAt>>>;

/// Labels stand before what a statement does.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Place {
    /// When the program starts.
    Start(usize),
    /// Where the body of the entry function ends.
    End,
    Label(Source),
    Step(Source),
}

/// The monitor of all automata of a specification.
///
/// # Errors
/// If an automaton does what no monitored run tells.
pub fn automata(parts: Parts<'_>, products: &[Product], outline: &Outline, entry: &str) -> Result<Watch, Diagnostic> {
    let lowering = Lowering::new(parts, products)?;
    let mut events = Vec::new();
    for (place, automata) in self::events(parts, products)? {
        let mut text = String::new();
        for number in lower::order(parts.specification) {
            let Some(states) = automata.get(&number) else { continue };
            let states: Vec<(StateId, StepAt)> = states.iter().map(|(state, at)| (*state, *at)).collect();
            let does = lowering.step(number, &states, false)?;
            check(parts, &does)?;
            text += &commands(&does, &|told| tell(parts, told));
        }
        if !text.is_empty() {
            events.push((place, text));
        }
    }
    let head = outline.texts.iter().position(|t| t.kind == TextKind::Head && t.function == entry);
    let (mut text, mut told) = (String::new(), LoggedCalls::new());
    for (number, (place, does)) in events.iter().enumerate() {
        let _ = write!(text, "  case {number}:\n{does}    break;\n");
        let calls = |told: &mut LoggedCalls, of: usize, put: fn(&mut super::told::Calls) -> &mut Vec<usize>| put(told.entry(of).or_default()).push(number);
        match place {
            Place::Start(_) => head.into_iter().for_each(|h| calls(&mut told, h, |c| &mut c.before)),
            Place::End => head.into_iter().for_each(|h| calls(&mut told, h, |c| &mut c.after)),
            Place::Label(Source::Before(of)) | Place::Step(Source::Before(of)) => calls(&mut told, *of, |c| &mut c.before),
            Place::Label(Source::Done(of, _)) | Place::Step(Source::Done(of, _)) => calls(&mut told, *of, |c| &mut c.after),
            Place::Label(Source::Outcome(of, true)) | Place::Step(Source::Outcome(of, true)) => calls(&mut told, *of, |c| &mut c.outcomes.0),
            Place::Label(Source::Outcome(of, false)) | Place::Step(Source::Outcome(of, false)) => calls(&mut told, *of, |c| &mut c.outcomes.1),
        }
    }
    let names: Vec<&str> = parts.specification.automata.iter().map(|a| a.name.as_str()).collect();
    Ok(Watch { text: watch(&format!("Watches runs for an error of {}", names.join(", ")), &declarations(&lowering.variables), &text, ""), told })
}

/// Where the step is told; `None` if nowhere.
fn place(step: &Step, index: usize) -> Option<Place> {
    let leaves = step.is_exit || matches!(step.kind, StepKind::Return | StepKind::Blank | StepKind::AssertFails);
    match &step.source {
        // Before the first statement of the program.
        None if step.function.is_none() => Some(Place::Start(index)),
        None if step.is_exit && step.kind == StepKind::Blank => Some(Place::End),
        None => None,
        Some(source) if !step.labels.is_empty() => Some(Place::Label(source.clone())),
        // Nothing can be told behind what goes elsewhere.
        Some(Source::Done(text, _)) if leaves => Some(Place::Step(Source::Before(*text))),
        Some(source) => Some(Place::Step(source.clone())),
    }
}

/// The steps that change something, by the places where they are told.
fn events(parts: Parts<'_>, products: &[Product]) -> Result<Events, Diagnostic> {
    let mut events = Events::new();
    for (edge, _) in parts.edges.iter() {
        for (index, step) in parts.steps.of(edge).iter().enumerate() {
            let at = StepAt { edge, index };
            for (number, (product, automaton)) in products.iter().zip(&parts.specification.automata).enumerate() {
                for &state in product.before.get(&at).into_iter().flatten() {
                    let moves = product::moves(parts, automaton, state, step)?;
                    match place(step, index) {
                        None if is_idle(&moves, state) => {}
                        None => return Err(untold(parts, number, step, state)),
                        Some(place) => {
                            let first = *events.entry(place).or_default().entry(number).or_default().entry(state).or_insert(at);
                            let same = product::moves(parts, automaton, state, &parts.steps.of(first.edge)[first.index])? == moves;
                            if !same {
                                return Err(untold(parts, number, step, state));
                            }
                        }
                    }
                }
            }
        }
    }
    Ok(events)
}

fn untold(parts: Parts<'_>, automaton: usize, step: &Step, state: StateId) -> Diagnostic {
    let text = if step.text.is_empty() { "a place without a statement".to_owned() } else { format!("`{}`", step.text) };
    let message = format!("at {text} in line {} the automaton takes a step that a monitored run does not tell", step.loc.line);
    parts.specification.automata[automaton].states[state].span.wrong(message, &parts.specification.sources)
}

/// Refuses what no monitor can answer.
fn check(parts: Parts<'_>, commands: &[Command<Told>]) -> Result<(), Diagnostic> {
    let mut wrong = None;
    observer::told(commands, &mut |told: &Told| {
        let state = &parts.specification.automata[told.automaton].states[told.state];
        match told.what {
            What::Assumption(_) => {
                let transition = &state.transitions[told.transition];
                wrong = Some(("a monitor can make no assumptions", transition.assumptions.first().map_or(&transition.span, |a| &a.span)));
            }
            What::Guess => wrong = Some(("an automaton with variables that may go several ways at once cannot be monitored", &state.span)),
            What::Error | What::Assertion(_) | What::Break | What::Taken => {}
        }
    });
    wrong.map_or(Ok(()), |(message, span)| Err(span.wrong(message, &parts.specification.sources)))
}

fn tell(parts: Parts<'_>, told: &Told) -> String {
    let automaton = &parts.specification.automata[told.automaton];
    let error = |message: &str| format!("P_error({});", quoted(message));
    match &told.what {
        What::Error => match &automaton.states[told.state].transitions[told.transition].target {
            Target::State(to) => error(&format!("the target {} is reached", automaton.states[*to].name)),
            Target::Error(Some(message)) => error(message),
            Target::Error(None) | Target::Stop | Target::Break => error(&format!("an error of {}", automaton.name)),
        },
        What::Assertion(assertion) => error(&format!("ASSERT {} fails", automaton.bool_text(assertion))),
        What::Break | What::Taken | What::Assumption(_) | What::Guess => String::new(),
    }
}
