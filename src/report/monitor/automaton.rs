//! Monitors of property automata: each event is a step at a place of the source, and what each automaton does there in each state. Steps that change no automaton
//! are not told; an automaton that changes at a step which no place of the source tells is refused, and so is one that makes assumptions.

use super::told::LoggedCalls;
use super::{Watch, quoted, watch};
use automata::spec::ast::{Action, Automaton, Bool, Check, Choice, Element, Int, Start, Target, VariableId};
use automata::spec::code;
use automata::spec::product::{self, Parts, Product, StepAt};
use automata::spec::{Move, Moves, Source, StateId, Step, StepKind};
use goto::outline::{Outline, TextKind};
use goto::{Diagnostic, Id};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Where a step is told, and what it does in each state of each automaton, which may be nothing.
type Events = BTreeMap<Place, BTreeMap<(usize, StateId), String>>;

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
    let mut events = Events::new();
    for (edge, _) in parts.edges.iter() {
        for (index, step) in parts.steps.of(edge).iter().enumerate() {
            for (number, product) in products.iter().enumerate() {
                let writer = Writer { parts, number };
                for &state in product.before.get(&StepAt { edge, index }).into_iter().flatten() {
                    let does = writer.step(step, state)?;
                    match place(step, index) {
                        None if does.is_empty() => {}
                        None => return Err(writer.untold(step, state)),
                        Some(place) => {
                            let of = events.entry(place).or_default();
                            if of.get(&(number, state)).is_some_and(|known| *known != does) {
                                return Err(writer.untold(step, state));
                            }
                            of.insert((number, state), does);
                        }
                    }
                }
            }
        }
    }
    events.retain(|_, of| of.values().any(|does| !does.is_empty()));
    let head = outline.texts.iter().position(|t| t.kind == TextKind::Head && t.function == entry);
    let (mut text, mut told) = (String::new(), LoggedCalls::new());
    for (number, (place, does)) in events.iter().enumerate() {
        let _ = write!(text, "  case {number}:\n{}    break;\n", event(parts, does));
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
    Ok(Watch { text: watch(&format!("Watches runs for an error of {}", names.join(", ")), &state(parts), &text, ""), told })
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

/// The code of an event: all conditions are about the states before it, which are left before any is entered.
fn event(parts: Parts<'_>, of: &BTreeMap<(usize, StateId), String>) -> String {
    let mut text = String::new();
    for (number, _) in parts.specification.automata.iter().enumerate() {
        let _ = writeln!(text, "    memcpy(P_was{number}, P_at{number}, sizeof P_at{number});");
    }
    for ((number, state), _) in of.iter().filter(|(_, does)| !does.is_empty()) {
        let _ = writeln!(text, "    P_at{number}[{}] = 0;", state.index());
    }
    of.values().for_each(|does| text.push_str(does));
    text
}

/// The variables.
fn state(parts: Parts<'_>) -> String {
    let mut text = String::new();
    for (number, automaton) in parts.specification.automata.iter().enumerate() {
        let flags: Vec<&str> = automaton.states.ids().map(|s| if s == automaton.initial { "1" } else { "0" }).collect();
        let _ = writeln!(text, "/* In which states the automaton {} is, and was before the step. */", automaton.name);
        let _ = writeln!(text, "static unsigned char P_at{number}[] = {{{}}}, P_was{number}[{}];", flags.join(", "), flags.len());
        for (id, variable) in automaton.variables.iter() {
            let name = name(number, id);
            let _ = match &variable.start {
                Start::Int(n) => writeln!(text, "static int {name} = {n}; /* {} */", variable.name),
                Start::IntSet(first) => writeln!(text, "{}", set(&name, &first.iter().map(i64::to_string).collect::<Vec<_>>())),
                Start::TextSet(first) => writeln!(text, "{}", set(&name, &first.iter().map(|t| code::comparable(t)).collect::<Vec<_>>())),
            };
        }
    }
    text += "static int P_has(char **set, const char *element) {
  int i;
  for (i = 0; set && set[i]; i++)
    if (!strcmp(set[i], element))
      return i + 1;
  return 0;
}

static void P_put(char ***set, const char *element, int is_in) {
  int n = 0, at = P_has(*set, element);
  while (*set && (*set)[n])
    n++;
  if (is_in && !at) {
    *set = realloc(*set, (n + 2) * sizeof **set);
    if (!*set)
      abort();
    (*set)[n] = (char *)element;
    (*set)[n + 1] = 0;
  } else if (!is_in && at) {
    (*set)[at - 1] = (*set)[n - 1];
    (*set)[n - 1] = 0;
  }
}
";
    text
}

/// A set is an array of texts that null ends; those it begins with are put in before `main`.
fn set(name: &str, first: &[String]) -> String {
    let mut text = format!("static char **{name};");
    if !first.is_empty() {
        let puts: String = first.iter().map(|e| format!(" P_put(&{name}, {}, 1);", quoted(e))).collect();
        let _ = write!(text, "\nstatic void P_put(char ***, const char *, int);\n__attribute__((constructor)) static void {name}_begin(void) {{{puts} }}");
    }
    text
}

fn name(automaton: usize, variable: VariableId) -> String {
    format!("P_v{automaton}_{}", variable.index())
}

struct Writer<'a> {
    parts: Parts<'a>,
    number: usize,
}

impl<'a> Writer<'a> {
    fn automaton(&self) -> &'a Automaton {
        &self.parts.specification.automata[self.number]
    }

    fn untold(&self, step: &Step, state: StateId) -> Diagnostic {
        let text = if step.text.is_empty() { "a place without a statement".to_owned() } else { format!("`{}`", step.text) };
        let message = format!("at {text} in line {} the automaton takes a step that a monitored run does not tell", step.loc.line);
        self.automaton().states[state].span.wrong(message, &self.parts.specification.sources)
    }

    /// What the step does in a state; nothing if it changes nothing.
    fn step(&self, step: &'a Step, state: StateId) -> Result<String, Diagnostic> {
        let moves = product::moves(self.parts, self.automaton(), state, step)?;
        if is_idle(&moves, state) { Ok(String::new()) } else { self.moves(&moves, state) }
    }

    fn moves(&self, moves: &Moves<'a>, state: StateId) -> Result<String, Diagnostic> {
        let (number, from) = (self.number, state.index());
        let may_choose = moves.moves.len() > 1 && self.automaton().states[state].choice == Choice::All;
        if may_choose && !self.automaton().variables.is_empty() {
            let message = "an automaton with variables that may go several ways at once cannot be monitored";
            return Err(self.automaton().states[state].span.wrong(message, &self.parts.specification.sources));
        }
        let mut text = format!("    if (P_was{number}[{from}]) {{\n      int taken = 0;\n");
        for of in &moves.moves {
            let is_free = if may_choose { "1" } else { "!taken" };
            let _ = writeln!(text, "      if ({is_free} && {}) {{\n        taken = 1;", self.bool(&of.condition)?);
            text += &self.take(of)?;
            text.push_str("      }\n");
        }
        let _ = writeln!(text, "      if (!taken)\n        P_at{number}[{from}] = 1;\n    }}");
        Ok(text)
    }

    fn take(&self, of: &Move<'a>) -> Result<String, Diagnostic> {
        let (number, mut text) = (self.number, String::new());
        if let Some(assumption) = of.transition.assumptions.first() {
            return Err(assumption.span.wrong("a monitor can make no assumptions", &self.parts.specification.sources));
        }
        let error = |message: &str| format!("        P_error({});\n", quoted(message));
        for assertion in &of.assertions {
            let fails = error(&format!("ASSERT {} fails", self.automaton().bool_text(assertion)));
            let _ = writeln!(text, "        if (!{}) {{\n{fails}        P_ended = 1;\n        return;\n        }}", self.bool(assertion)?);
        }
        for action in &of.actions {
            let _ = match action {
                Action::Set { variable, value } => writeln!(text, "        {} = {};", name(number, *variable), self.int(value)),
                Action::Put { set, element, is_in } => {
                    let element = self.element(*set, element)?;
                    writeln!(text, "        P_put(&{}, {element}, {});", name(number, *set), u8::from(*is_in))
                }
                Action::Print { .. } => Ok(()),
            };
        }
        match &of.transition.target {
            Target::State(to) if !self.automaton().states[*to].is_target => {
                let _ = writeln!(text, "        P_at{number}[{}] = 1;", to.index());
            }
            Target::State(to) => text += &error(&format!("the target {} is reached", self.automaton().states[*to].name)),
            Target::Error(message) => text += &error(message.as_deref().unwrap_or(&format!("an error of {}", self.automaton().name))),
            Target::Stop | Target::Break => text.push_str("        P_ended = 1;\n"),
        }
        Ok(text)
    }

    fn int(&self, of: &Int) -> String {
        match of {
            Int::Number(n) => format!("({n})"),
            Int::Variable(v) => name(self.number, *v),
            // Put in by the matcher.
            Int::Bound(_) | Int::Line => "0".to_owned(),
            Int::Add(a, b) => format!("(int)((unsigned){} + (unsigned){})", self.int(a), self.int(b)),
            Int::Sub(a, b) => format!("(int)((unsigned){} - (unsigned){})", self.int(a), self.int(b)),
        }
    }

    /// The text that stands for an element.
    fn element(&self, set: VariableId, element: &Element) -> Result<String, Diagnostic> {
        match element {
            Element::Text(text) => Ok(quoted(text)),
            Element::Int(Int::Number(n)) => Ok(quoted(&n.to_string())),
            Element::Int(_) | Element::Bound(_) => {
                let variable = &self.automaton().variables[set];
                let message = format!("the set {} is asked for numbers that are not known before the program runs, which is not supported", variable.name);
                Err(variable.span.wrong(message, &self.parts.specification.sources))
            }
        }
    }

    fn bool(&self, of: &Bool) -> Result<String, Diagnostic> {
        Ok(match of {
            Bool::Constant(b) => u8::from(*b).to_string(),
            Bool::Not(a) => format!("!{}", self.bool(a)?),
            Bool::And(a, b) => format!("({} && {})", self.bool(a)?, self.bool(b)?),
            Bool::Or(a, b) => format!("({} || {})", self.bool(a)?, self.bool(b)?),
            Bool::Same(a, b) => format!("(!{} == !{})", self.bool(a)?, self.bool(b)?),
            Bool::Differ(a, b) => format!("(!{} != !{})", self.bool(a)?, self.bool(b)?),
            Bool::Equal(a, b) => format!("({} == {})", self.int(a), self.int(b)),
            Bool::Unequal(a, b) => format!("({} != {})", self.int(a), self.int(b)),
            Bool::Contains { set, element } => format!("(P_has({}, {}) != 0)", name(self.number, *set), self.element(*set, element)?),
            Bool::IsEmpty(set) => format!("(!{0} || !*{0})", name(self.number, *set)),
            Bool::Check(Check::State { automaton, state }, span) => {
                let automata = &self.parts.specification.automata;
                let found = self.parts.specification.automaton(automaton).and_then(|a| {
                    let number = automata.iter().position(|b| b.name == a.name)?;
                    Some(format!("P_at{number}[{}]", a.state(state)?.index()))
                });
                found.ok_or_else(|| span.wrong("there is no such state", &self.parts.specification.sources))?
            }
            Bool::Check(_, span) => return Err(span.wrong("a monitor cannot ask this", &self.parts.specification.sources)),
            // Answered by the matcher.
            Bool::Match(..) => "0".to_owned(),
        })
    }
}

/// Does the step leave everything as it is?
fn is_idle(moves: &Moves<'_>, state: StateId) -> bool {
    moves.moves.iter().all(|m| {
        let plain = m.transition.target == Target::State(state) && m.transition.assumptions.is_empty();
        plain && m.assertions.iter().all(|a| *a == Bool::Constant(true)) && m.actions.iter().all(|a| matches!(a, Action::Print { .. }))
    })
}
