//! A contract as it is proposed, and its text.

use super::Notation;
use super::conditions::Condition;
use super::memory::{Frame, Slot};

/// What is proposed at one moment of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Proposal {
    pub slots: Vec<Slot>,
    pub conditions: Vec<Condition>,
    /// None where the user has said what is written.
    pub frame: Option<Frame>,
    pub ensures: Vec<String>,
}

impl Proposal {
    /// The clauses, one in each line.
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

    /// The pointers that may be null.
    pub(super) fn nullable(&self) -> Vec<String> {
        self.slots.iter().filter(|slot| slot.may_be_null()).map(|slot| slot.pointer.clone()).collect()
    }
}

/// The most targets that a clause of ESBMC has.
const TARGETS: usize = 5;

fn in_esbmc(clause: &str) -> Vec<String> {
    let text = ["is_fresh", "old", "return_value", "requires", "ensures", "assigns"]
        .iter()
        .fold(clause.to_owned(), |text, word| text.replace(&format!("__CPROVER_{word}"), &format!("__ESBMC_{word}")));
    let Some(targets) = text.strip_prefix("__ESBMC_assigns(").and_then(|text| text.strip_suffix(')')) else { return vec![format!("{text};")] };
    let targets: Vec<&str> = targets.split(", ").collect();
    targets.chunks(TARGETS).map(|some| format!("__ESBMC_assigns({});", some.join(", "))).collect()
}
