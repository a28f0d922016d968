//! A share of the paths of a program, as an assumption automaton: its own paths are those that the automaton does not lead to `__FALSE`. A path is left to others as soon as
//! one of the outcomes that the share is made of comes out the other way. A path on which that is never decided belongs to both sides, so that two shares that differ in the side
//! of one outcome have together all paths that they have without it, whatever their texts find in a program.

use super::read::NAME;
use super::write::{FALSE, Key, TRUE, add, named, shell, span, transition, trigger};
use crate::spec::ast::{Automaton, Bool, Choice, Int, Start, State, Transition, Variable, VariableId};
use crate::spec::{StateId, code};
use goto::{Id, IdVec};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The n-th time that a condition is decided. Its outcomes are known by the texts of the steps that they are, and the line of these.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Decision {
    pub line: u32,
    pub if_true: String,
    pub if_false: String,
    /// From 1.
    pub occurrence: u32,
}

/// A decision that comes out in one way.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Outcome {
    pub decision: Decision,
    pub side: bool,
}

impl Decision {
    pub fn with(&self, side: bool) -> Outcome {
        Outcome { decision: self.clone(), side }
    }

    /// The steps that are counted, in the form in which texts are compared.
    fn site(&self) -> Site {
        Site { line: self.line, if_true: code::comparable(&self.if_true), if_false: code::comparable(&self.if_false) }
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Site {
    line: u32,
    if_true: String,
    if_false: String,
}

/// The automaton of a share. `None` if the decisions cannot be told from each other by their texts.
pub fn share(choices: &[Outcome]) -> Option<Automaton> {
    let mut sites: BTreeMap<Site, Vec<&Outcome>> = BTreeMap::new();
    for choice in choices {
        sites.entry(choice.decision.site()).or_default().push(choice);
    }
    let mut texts: Vec<(u32, &str)> = sites.keys().flat_map(|site| [(site.line, site.if_true.as_str()), (site.line, site.if_false.as_str())]).collect();
    let all = texts.len();
    texts.sort_unstable();
    texts.dedup();
    if texts.len() < all || choices.iter().any(|choice| choice.decision.occurrence == 0) {
        return None;
    }
    let mut states = shell();
    let own = states.next_id();
    let (mut variables, mut transitions) = (IdVec::new(), Vec::new());
    for (number, of_site) in sites.values().enumerate() {
        variables.push(Variable { name: format!("decided_{number}"), start: Start::Int(0), span: span() });
        transitions.extend(of_one_site(number, of_site, own));
    }
    if transitions.is_empty() {
        return Some(Automaton { initial: StateId::new(TRUE), ..named(NAME, states) });
    }
    states.push(State { name: "Share".to_owned(), is_target: false, choice: Choice::First, transitions, span: span() });
    Some(Automaton { variables, initial: own, ..named(NAME, states) })
}

/// First what leaves the share, then what counts.
fn of_one_site(counter: usize, choices: &[&Outcome], own: StateId) -> Vec<Transition> {
    let counted = || Int::Variable(VariableId::new(counter));
    let when = |key: &Key, test: Bool| Bool::And(Box::new(trigger(key)), Box::new(test));
    let mut transitions = Vec::new();
    for Outcome { decision, side } in choices {
        let other = (if *side { &decision.if_false } else { &decision.if_true }).clone();
        let is_next = Bool::Equal(counted(), Int::Number(i64::from(decision.occurrence) - 1));
        transitions.push(transition(when(&(other, decision.line), is_next), Vec::new(), StateId::new(FALSE)));
    }
    let last = choices.iter().map(|choice| choice.decision.occurrence).max().unwrap_or_default();
    if let Some(Outcome { decision, .. }) = choices.first() {
        for text in [&decision.if_true, &decision.if_false] {
            let is_ahead = Bool::Unequal(counted(), Int::Number(i64::from(last)));
            transitions.push(transition(when(&(text.clone(), decision.line), is_ahead), vec![add(counter)], own));
        }
    }
    transitions
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(line: u32, text: &str, occurrence: u32) -> Decision {
        Decision { line, if_true: format!("[{text}]"), if_false: format!("[!({text})]"), occurrence }
    }

    #[test]
    fn a_share_is_left_when_a_decision_comes_out_otherwise() {
        let text = share(&[decision(3, "x > 0", 2).with(true)]).unwrap().to_string();
        assert!(text.contains("INITIAL STATE Share"), "{text}");
        assert!(text.contains("decided_0 == 1"), "{text}");
        assert!(share(&[]).unwrap().to_string().contains("INITIAL STATE __TRUE"));
    }

    #[test]
    fn decisions_that_texts_do_not_tell_apart_make_no_share() {
        let same = Decision { line: 1, if_true: "[x]".into(), if_false: "[x ]".into(), occurrence: 1 };
        assert_eq!(share(&[same.with(true)]).map(|a| a.to_string()), None);
        let mixed = Decision { line: 3, if_true: "[x > 0]".into(), if_false: "[y]".into(), occurrence: 1 };
        assert!(share(&[decision(3, "x > 0", 1).with(true), mixed.with(false)]).is_none());
        assert!(share(&[decision(3, "x", 0).with(true)]).is_none());
        assert!(share(&[decision(3, "x", 1).with(true), decision(3, "x", 2).with(false)]).is_some());
    }
}
