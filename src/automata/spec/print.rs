//! Automata as text that reads back as the same automata.

use super::ast::{Action, Automaton, Bool, Check, Choice, Code, Element, Int, Kind, Match, Printed, Specification, Start, State, Target, Transition};
use std::fmt::{self, Display, Formatter};

impl Display for Specification {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, automaton) in self.automata.iter().enumerate() {
            write!(f, "{}{automaton}", if i > 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}

impl Display for Automaton {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Observer => "OBSERVER",
            Kind::Control => "CONTROL",
        };
        writeln!(f, "{kind} AUTOMATON {}\n", self.name)?;
        for variable in self.variables.values() {
            match &variable.start {
                Start::Int(n) => writeln!(f, "LOCAL int {} = {n};", variable.name)?,
                Start::IntSet(of) => writeln!(f, "LOCAL set<int> {} = [{}];", variable.name, list(of.iter()))?,
                Start::TextSet(of) => writeln!(f, "LOCAL set<string> {} = [{}];", variable.name, list(of.iter().map(|t| quoted(t))))?,
            }
        }
        writeln!(f, "INITIAL STATE {};", self.states[self.initial].name)?;
        for state in self.states.values() {
            self.state_text(f, state)?;
        }
        writeln!(f, "\nEND AUTOMATON")
    }
}

fn list<T: Display>(items: impl Iterator<Item = T>) -> String {
    items.map(|t| t.to_string()).collect::<Vec<_>>().join(", ")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

impl Automaton {
    fn state_text(&self, f: &mut Formatter<'_>, state: &State) -> fmt::Result {
        let target = if state.is_target { "TARGET " } else { "" };
        let choice = match state.choice {
            Choice::First => "USEFIRST",
            Choice::All => "USEALL",
        };
        writeln!(f, "\n{target}STATE {choice} {} :", state.name)?;
        state.transitions.iter().try_for_each(|t| writeln!(f, "    {}", self.transition_text(t)))
    }

    /// A transition as it could be written, on one line.
    pub fn transition_text(&self, transition: &Transition) -> String {
        let mut parts = vec![format!("{} ->", self.bool_text(&transition.trigger))];
        parts.extend(transition.assertions.iter().map(|a| format!("ASSERT {}", self.bool_text(a))));
        if !transition.assumptions.is_empty() {
            parts.push(format!("ASSUME {{{}}}", transition.assumptions.iter().map(|c: &Code| c.text.as_str()).collect::<Vec<_>>().join("; ")));
        }
        parts.extend(transition.actions.iter().map(|a| self.action_text(a)));
        parts.push(match &transition.target {
            Target::State(state) => format!("GOTO {}", self.states[*state].name),
            Target::Error(None) => "ERROR".to_owned(),
            Target::Error(Some(text)) => format!("ERROR({})", quoted(text)),
            Target::Stop => "STOP".to_owned(),
            Target::Break => "BREAK".to_owned(),
        });
        format!("{};", parts.join(" "))
    }

    fn action_text(&self, action: &Action) -> String {
        let name = |v| &self.variables[v].name;
        match action {
            Action::Set { variable, value } => format!("DO {} = {}", name(*variable), self.int_text(value)),
            Action::Put { set, element, is_in } => {
                format!("DO {}[{}] = {}", name(*set), self.element_text(element), if *is_in { "TRUE" } else { "FALSE" })
            }
            Action::Print { once, what } => {
                let parts = what.iter().map(|p| match p {
                    Printed::Text(text) => quoted(text),
                    Printed::Int(n) => self.int_text(n),
                    Printed::Bool(b) => self.bool_text(b),
                });
                format!("{} {}", if *once { "PRINTONCE" } else { "PRINT" }, parts.collect::<Vec<_>>().join(" "))
            }
        }
    }

    fn element_text(&self, element: &Element) -> String {
        match element {
            Element::Int(n) => self.int_text(n),
            Element::Text(text) => quoted(text),
            Element::Bound(n) => format!("${n}"),
        }
    }

    fn int_text(&self, int: &Int) -> String {
        match int {
            Int::Number(n) => n.to_string(),
            Int::Variable(v) => self.variables[*v].name.clone(),
            Int::Bound(n) => format!("${n}"),
            Int::Line => "EVAL(location, \"lineno\")".to_owned(),
            Int::Add(a, b) => format!("({} + {})", self.int_text(a), self.int_text(b)),
            Int::Sub(a, b) => format!("({} - {})", self.int_text(a), self.int_text(b)),
        }
    }

    /// An expression as it could be written.
    pub fn bool_text(&self, of: &Bool) -> String {
        // Two operators only stand together in parentheses.
        let part = |b: &Bool| match b {
            Bool::And(..) | Bool::Or(..) | Bool::Same(..) | Bool::Differ(..) | Bool::Equal(..) | Bool::Unequal(..) => format!("({})", self.bool_text(b)),
            _ => self.bool_text(b),
        };
        match of {
            Bool::Constant(true) => "TRUE".to_owned(),
            Bool::Constant(false) => "FALSE".to_owned(),
            Bool::Not(a) => format!("!{}", part(a)),
            Bool::And(a, b) => format!("{} && {}", part(a), part(b)),
            Bool::Or(a, b) => format!("{} || {}", part(a), part(b)),
            Bool::Same(a, b) => format!("{} == {}", part(a), part(b)),
            Bool::Differ(a, b) => format!("{} != {}", part(a), part(b)),
            Bool::Equal(a, b) => format!("{} == {}", self.int_text(a), self.int_text(b)),
            Bool::Unequal(a, b) => format!("{} != {}", self.int_text(a), self.int_text(b)),
            Bool::Contains { set, element } => format!("{}[{}]", self.variables[*set].name, self.element_text(element)),
            Bool::IsEmpty(set) => format!("{}.empty", self.variables[*set].name),
            Bool::Match(what, _) => match_text(what),
            Bool::Check(Check::State { automaton, state }, _) => format!("CHECK({automaton}, {})", quoted(&format!("state == {state}"))),
            Bool::Check(Check::Function(f), _) => format!("CHECK(location, {})", quoted(&format!("functionName=={f}"))),
            Bool::Check(Check::IsTarget, _) => "CHECK(IS_TARGET_STATE)".to_owned(),
        }
    }
}

fn match_text(what: &Match) -> String {
    match what {
        Match::Text(text) => format!("MATCH {}", quoted(text)),
        Match::Pattern(text) => format!("MATCH {{{text}}}"),
        Match::Regex(text) => format!("MATCH [{text}]"),
        Match::Label(name) => format!("MATCH LABEL {}", quoted(name)),
        Match::LabelRegex(text) => format!("MATCH LABEL [{text}]"),
        Match::Assert => "MATCH ASSERT".to_owned(),
        Match::Entry => "MATCH ENTRY".to_owned(),
        Match::Exit => "MATCH EXIT".to_owned(),
        Match::Otherwise => "MATCH OTHERWISE".to_owned(),
        Match::Call(name) => format!("MATCH FUNCTIONCALL {}", quoted(name)),
        Match::Lines(lines) => format!("COVERS_LINES({})", lines.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")),
    }
}
