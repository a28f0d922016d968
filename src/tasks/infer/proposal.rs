//! A contract as it is proposed, and its text.

use super::conditions::Condition;
use super::loops::LoopClauses;
use super::memory::{Frame, Slot};
use super::{InLoop, Notation};

/// What is proposed at one moment of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Proposal {
    pub slots: Vec<Slot>,
    pub conditions: Vec<Condition>,
    /// None where the user has said what is written.
    pub frame: Option<Frame>,
    pub ensures: Vec<String>,
    pub loops: Vec<LoopClauses>,
}

/// The clauses of a function as they are written.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Written {
    pub head: Vec<String>,
    pub loops: Vec<InLoop>,
}

impl Proposal {
    /// All clauses.
    pub(super) fn written(&self, notation: Notation) -> Written {
        let in_words = |clauses: Vec<String>| match notation {
            Notation::Cbmc => clauses,
            Notation::Esbmc => clauses.iter().flat_map(|clause| in_esbmc(&clause.replace("__CPROVER_assigns", "__CPROVER_loop_assigns"))).collect(),
        };
        let in_loop = |own: &LoopClauses| InLoop { number: own.number, line: own.line, clauses: in_words(own.clauses()) };
        Written { head: self.clauses(notation), loops: self.loops.iter().map(in_loop).collect() }
    }

    /// The clauses of the function, one in each line.
    pub(super) fn clauses(&self, notation: Notation) -> Vec<String> {
        let requires = self.requires().into_iter().map(|text| format!("__CPROVER_requires({text})"));
        let mut clauses: Vec<String> = requires.collect();
        if let Some(frame) = &self.frame {
            clauses.extend(frame.clauses(&self.slots, &self.nullable()));
        }
        clauses.extend(self.ensures.iter().map(|text| format!("__CPROVER_ensures({text})")));
        match notation {
            Notation::Cbmc => clauses,
            Notation::Esbmc => clauses.into_iter().flat_map(|clause| in_esbmc(&clause)).collect(),
        }
    }

    /// What is required: where pointers lead, those first that lead to others.
    fn requires(&self) -> Vec<String> {
        let nullable = self.nullable();
        let guard = |follows: &[String], text: String| {
            let nulls: Vec<String> = follows.iter().filter(|pointer| nullable.contains(pointer)).map(|pointer| format!("{pointer} == 0")).collect();
            if nulls.is_empty() { text } else { format!("{} || ({text})", nulls.join(" || ")) }
        };
        let of_slot = |slot: &Slot| -> Vec<String> { slot.texts().into_iter().map(|text| guard(&slot.follows, text)).collect() };
        let mut all: Vec<String> = self.slots.iter().flat_map(of_slot).collect();
        all.extend(self.conditions.iter().map(|condition| guard(&condition.follows, condition.text())));
        let mut known = Vec::new();
        all.retain(|text| !known.contains(text) && (known.push(text.clone()), true).1);
        all
    }

    /// Is something required that only the proof may need: bounds of integers, or lengths that are guessed?
    pub(super) fn is_narrow(&self) -> bool {
        self.narrowness() > 0
    }

    /// How much of this is required.
    pub(super) fn narrowness(&self) -> usize {
        self.conditions.len() + self.slots.iter().filter(|slot| slot.is_guessed()).count()
    }

    /// The pointers that may be null.
    pub(super) fn nullable(&self) -> Vec<String> {
        self.slots.iter().filter(|slot| slot.may_be_null()).map(|slot| slot.pointer.clone()).collect()
    }
}

/// The most targets that a clause of ESBMC has.
const TARGETS: usize = 5;

fn in_esbmc(clause: &str) -> Vec<String> {
    let text = ["is_fresh", "old", "return_value", "requires", "ensures", "assigns", "loop_assigns", "loop_invariant", "decreases"]
        .iter()
        .fold(clause.to_owned(), |text, word| text.replace(&format!("__CPROVER_{word}"), &format!("__ESBMC_{word}")));
    let assigns = ["__ESBMC_assigns(", "__ESBMC_loop_assigns("].into_iter().find_map(|word| Some((word, text.strip_prefix(word)?.strip_suffix(')')?)));
    let Some((word, targets)) = assigns else { return vec![format!("{text};")] };
    let targets: Vec<&str> = targets.split(", ").collect();
    targets.chunks(TARGETS).map(|some| format!("{word}{});", some.join(", "))).collect()
}
