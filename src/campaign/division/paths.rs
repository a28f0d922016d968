//! One task by its paths.
//!
//! Shares are the leaves of a tree. Those that something is divided into have together all of its paths, so a property holds on them if it holds on each. What a share has shown
//! of its own paths counts for these alone; that a property holds is known only once there is nothing left of the tree where it is not. A violation is one whatever the share.

use super::{Divided, Found, METHOD, Next, is_of_program};
use crate::plan::{Division, TaskNumber};
use crate::share::{Part, ShareSpec};
use report::result::{AnalysisResult, Counts, ProofInfo, Property, PropertyCounts, PropertyState};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use tasks::shares::{Decision, Outcome};

/// Of the shares that a task is divided into at first, so many times as many that leave something open, and in all.
const MOST_TIMES_OPEN: usize = 4;
const MOST_TIMES: usize = 16;

/// What is known as which property.
type Key = (String, u32, u32);

/// A task or a share of it.
#[derive(Debug, Default)]
struct Node {
    outcomes: Vec<Outcome>,
    /// What it is divided into.
    children: Vec<TaskNumber>,
    stage: NodeStage,
    /// Properties that hold on all of its paths.
    holds: FxHashSet<Key>,
    decisions: Vec<Decision>,
}

/// How far a node is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum NodeStage {
    /// The other half of something that is still analysed, and perhaps will not be needed.
    #[default]
    HeldBack,
    Given,
    /// It had its time.
    Ended,
}

/// One task and its shares.
#[derive(Debug)]
pub struct Shares {
    root: TaskNumber,
    division: Division,
    nodes: BTreeMap<TaskNumber, Node>,
    /// The result of the task itself.
    whole: Option<AnalysisResult>,
    violated: FxHashMap<Key, Property>,
    is_told: bool,
}

impl Shares {
    pub fn new(root: TaskNumber, division: Division) -> Self {
        let given = Node { stage: NodeStage::Given, ..Node::default() };
        Self { root, division, nodes: BTreeMap::from([(root, given)]), whole: None, violated: FxHashMap::default(), is_told: false }
    }

    /// Properties that the task alone has left open.
    fn open(&self) -> impl Iterator<Item = Key> {
        let whole = self.whole.iter().flat_map(|result| result.properties());
        let open = whole.filter(|property| matches!(property.state, PropertyState::Unknown { .. })).map(key);
        open.filter(|key| !self.violated.contains_key(key))
    }

    fn holds(&self, number: TaskNumber, property: &Key) -> bool {
        let Some(node) = self.nodes.get(&number) else { return false };
        node.holds.contains(property) || !node.children.is_empty() && node.children.iter().all(|child| self.holds(*child, property))
    }

    /// Is nothing left to be found out on these paths?
    fn is_decided(&self, number: TaskNumber) -> bool {
        self.open().all(|property| self.holds(number, &property))
    }

    fn is_divided(&self) -> bool {
        self.nodes.len() > 1
    }

    /// Is it worth to divide once more?
    fn has_more(&self) -> bool {
        let first = self.division.shares as usize;
        let open = self.nodes.values().filter(|node| node.stage != NodeStage::Ended || !self.open().all(|property| node.holds.contains(&property))).count();
        open < first * MOST_TIMES_OPEN && self.nodes.len() < first * MOST_TIMES
    }

    /// Has the task had its time, and is something open of which the shares have not come to an end?
    fn is_wanted(&self) -> bool {
        let has_ended = self.nodes.get(&self.root).is_some_and(|root| root.stage == NodeStage::Ended);
        let is_open = self.whole.as_ref().is_some_and(|whole| whole.verdict == "unknown") && self.violated.is_empty();
        has_ended && is_open && !self.is_told && !self.is_decided(self.root)
    }

    /// The leaves where something is open. What had its time comes before what waits, that before what somebody works on, and large shares before small ones.
    fn open_leaves(&self) -> Vec<(TaskNumber, &Node)> {
        let mut leaves = Vec::new();
        let mut waiting = vec![self.root];
        while let Some(number) = waiting.pop() {
            let Some(node) = self.nodes.get(&number).filter(|_| !self.is_decided(number)) else { continue };
            waiting.extend(&node.children);
            if node.children.is_empty() {
                leaves.push((number, node));
            }
        }
        leaves.sort_by_key(|(number, node)| {
            let rank = match node.stage {
                NodeStage::Ended => 0,
                NodeStage::HeldBack => 1,
                NodeStage::Given => 2,
            };
            (rank, node.outcomes.len(), *number)
        });
        leaves
    }

    /// The task in so many shares as the plan wants, as far as there are decisions.
    fn first_shares(&self, first: TaskNumber) -> Next {
        let decisions = self.nodes.get(&self.root).map_or(&[][..], |root| &root.decisions);
        let mut leaves: Vec<Vec<Outcome>> = vec![Vec::new()];
        while leaves.len() < self.division.shares as usize {
            let smallest = leaves.iter().map(Vec::len).min().unwrap_or_default();
            let Some(at) = leaves.iter().position(|leaf| leaf.len() == smallest) else { break };
            let Some(decision) = decision_in(decisions, &leaves[at]) else { break };
            let leaf = leaves.remove(at);
            leaves.extend([true, false].map(|side| [leaf.as_slice(), &[decision.with(side)]].concat()));
        }
        let wanted = leaves.len();
        if wanted < 2 { Next::Nothing } else { Next::Divide { shares: self.specs(first, self.root, leaves), wanted } }
    }

    fn specs(&self, first: TaskNumber, parent: TaskNumber, shares: Vec<Vec<Outcome>>) -> Vec<ShareSpec> {
        let spec =
            |(outcomes, number)| ShareSpec { number: TaskNumber(number), root: self.root, parent, part: Part::Paths { outcomes }, stage: self.division.stage };
        shares.into_iter().zip(first.0..).map(spec).collect()
    }

    /// By what a share is divided: by what it proposes itself, else by what was proposed for what it is a part of.
    fn decision_for(&self, number: TaskNumber) -> Option<Decision> {
        let node = self.nodes.get(&number)?;
        let mut at = number;
        loop {
            if let Some(decision) = self.nodes.get(&at).and_then(|proposes| decision_in(&proposes.decisions, &node.outcomes)) {
                return Some(decision);
            }
            at = *self.nodes.iter().find(|(_, other)| other.children.contains(&at))?.0;
        }
    }

    fn told(&self, property: &Property, open: usize) -> Property {
        if let Some(violated) = self.violated.get(&key(property)) {
            return violated.clone();
        }
        let state = match &property.state {
            PropertyState::Unknown { .. } if self.holds(self.root, &key(property)) => {
                PropertyState::Holds { proof: ProofInfo { method: METHOD.to_owned(), k: None } }
            }
            PropertyState::Unknown { .. } => PropertyState::Unknown { reason: in_open_shares(open) },
            decided => decided.clone(),
        };
        Property { state, on_share: None, engine: property.engine.clone(), ..property.clone() }
    }
}

impl Divided for Shares {
    fn add(&mut self, share: &ShareSpec) {
        let Part::Paths { outcomes } = &share.part else { return };
        let node = Node { outcomes: outcomes.clone(), ..Node::default() };
        self.nodes.insert(share.number, node);
        if let Some(parent) = self.nodes.get_mut(&share.parent) {
            parent.children.push(share.number);
        }
    }

    fn is_given(&mut self, number: TaskNumber) {
        if let Some(node) = self.nodes.get_mut(&number)
            && node.stage == NodeStage::HeldBack
        {
            node.stage = NodeStage::Given;
        }
    }

    fn note_united(&mut self) {
        self.is_told = true;
    }

    fn note(&mut self, number: TaskNumber, Found { result, decisions, .. }: Found<'_>, has_ended: bool) {
        let Some(node) = self.nodes.get_mut(&number) else { return };
        let result = result.filter(|result| number == self.root || self.whole.as_ref().is_some_and(|whole| is_of_program(whole, result)));
        for property in result.iter().flat_map(|result| result.properties()) {
            match &property.state {
                PropertyState::Violated { .. } => _ = self.violated.entry(key(property)).or_insert_with(|| property.clone()),
                PropertyState::Holds { .. } => _ = node.holds.insert(key(property)),
                PropertyState::Unknown { .. } if property.on_share.is_some() => _ = node.holds.insert(key(property)),
                PropertyState::Unknown { .. } => {}
            }
        }
        if !decisions.is_empty() {
            node.decisions = decisions;
        }
        if has_ended {
            node.stage = NodeStage::Ended;
        }
        if let Some(result) = result.filter(|_| number == self.root) {
            self.whole = Some(result.clone());
        }
    }

    fn next(&self, first: TaskNumber) -> Next {
        if !self.is_wanted() {
            return Next::Nothing;
        }
        if !self.is_divided() {
            return self.first_shares(first);
        }
        for (number, node) in self.open_leaves() {
            if node.stage == NodeStage::HeldBack {
                return Next::Start(number);
            }
            if let Some(decision) = self.decision_for(number).filter(|_| self.has_more()) {
                let sides = [true, false].map(|side| [node.outcomes.as_slice(), &[decision.with(side)]].concat());
                let wanted = if node.stage == NodeStage::Ended { 2 } else { 1 };
                return Next::Divide { shares: self.specs(first, number, sides.to_vec()), wanted };
            }
        }
        Next::Nothing
    }

    fn united(&self) -> Option<AnalysisResult> {
        if self.is_told || !self.is_divided() {
            return None;
        }
        let is_over = self.is_decided(self.root) || !self.violated.is_empty() || self.open_leaves().iter().all(|(_, node)| node.stage == NodeStage::Ended);
        if !is_over || self.next(TaskNumber(0)) != Next::Nothing {
            return None;
        }
        let whole = self.whole.as_ref()?;
        let open = self.open_leaves().len();
        let properties: Vec<Property> = whole.properties().iter().map(|property| self.told(property, open)).collect();
        let count = |wanted: fn(&PropertyState) -> bool| properties.iter().filter(|property| wanted(&property.state)).count();
        let counts = PropertyCounts {
            properties: properties.len(),
            holds: count(|state| matches!(state, PropertyState::Holds { .. })),
            violated: count(|state| matches!(state, PropertyState::Violated { .. })),
            unknown: count(|state| matches!(state, PropertyState::Unknown { .. })),
        };
        let violated = properties.iter().find(|property| matches!(property.state, PropertyState::Violated { .. })).map(|property| property.class.clone());
        let (verdict, reason) = match (violated, counts.unknown) {
            (Some(class), _) => ("false", Some(class)),
            (None, 0) => ("true", None),
            (None, _) => ("unknown", Some(in_open_shares(open))),
        };
        let summary = Some(Counts { goals: None, properties: Some(counts) });
        Some(AnalysisResult { verdict: verdict.to_owned(), reason, summary, properties: Some(properties), statistics: Default::default(), ..whole.clone() })
    }
}

fn in_open_shares(open: usize) -> String {
    format!("open in {open} shares of the paths")
}

fn key(property: &Property) -> Key {
    (property.id.clone(), property.place.line, property.place.column)
}

/// The first of these decisions by which paths with these outcomes can be divided.
fn decision_in(decisions: &[Decision], outcomes: &[Outcome]) -> Option<Decision> {
    let is_new = |decision: &&Decision| outcomes.iter().all(|outcome| outcome.decision != **decision);
    let divides = |decision: &&Decision| tasks::shares::text(&[outcomes, &[decision.with(true)]].concat()).is_ok();
    decisions.iter().filter(is_new).find(divides).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Stage;
    use goto::Random;
    use serde_json::json;

    const ROOT: TaskNumber = TaskNumber(0);

    fn outcomes(share: &ShareSpec) -> &[Outcome] {
        match &share.part {
            Part::Paths { outcomes } => outcomes,
            Part::Goals { .. } => panic!("a share of goals"),
        }
    }

    fn told(result: &AnalysisResult) -> Found<'_> {
        Found { result: Some(result), ..Found::default() }
    }

    fn decisions() -> Vec<Decision> {
        let decision = |n: u32| Decision { line: n, if_true: format!("[x{n}]"), if_false: format!("[!(x{n})]"), occurrence: 1 };
        (1..=6).map(decision).collect()
    }

    /// What is told of each of two properties: open, holds (on the share, if it is one), violated.
    fn result(hash: &str, is_share: bool, told: [&str; 2]) -> AnalysisResult {
        let property = |(n, told): (usize, &str)| {
            let mut property = json!({ "id": format!("p{n}"), "file": "a.c", "line": n, "column": 1, "function": "f", "class": "assertions", "text": "x" });
            let proof = json!({ "method": "forward-condition" });
            let state = match told {
                "violated" => json!({ "status": "violated", "inputs": [] }),
                "holds" if is_share => json!({ "status": "unknown", "reason": "holds on the paths of the share", "on_share": proof }),
                "holds" => json!({ "status": "holds", "proof": proof }),
                _ => json!({ "status": "unknown", "reason": "deadline" }),
            };
            property.as_object_mut().unwrap().extend(state.as_object().unwrap().clone());
            property
        };
        let verdict = if told.contains(&"violated") { "false" } else { "unknown" };
        let value = json!({
            "tool": { "name": "gotcha", "version": "1" }, "program": { "files": ["a.c"], "entry": "main", "data_model": "lp64", "hash": hash },
            "verdict": verdict, "reason": null, "properties": told.into_iter().enumerate().map(property).collect::<Vec<_>>(), "warnings": [],
        });
        AnalysisResult::read(&value.to_string()).unwrap()
    }

    fn divided(shares: u32) -> (Shares, Vec<ShareSpec>) {
        let mut all = Shares::new(ROOT, Division { shares, stage: Stage(1) });
        all.note(ROOT, Found { decisions: decisions(), ..told(&result("a", false, ["holds", "open"])) }, true);
        let Next::Divide { shares, wanted } = all.next(TaskNumber(1)) else { panic!("nothing to do") };
        assert_eq!(wanted, shares.len());
        for share in &shares {
            all.add(share);
            all.is_given(share.number);
        }
        (all, shares)
    }

    #[test]
    fn a_property_holds_if_it_holds_on_every_share() {
        let (mut all, shares) = divided(3);
        assert_eq!(shares.iter().map(|share| outcomes(share).len()).collect::<Vec<_>>(), [1, 2, 2]);
        for share in &shares {
            assert_eq!(all.united(), None);
            all.note(share.number, told(&result("a", true, ["open", "holds"])), true);
        }
        assert_eq!(all.united().map(|result| result.verdict), Some("true".to_owned()));
        all.note_united();
        assert_eq!((all.united(), all.next(TaskNumber(9))), (None, Next::Nothing));
    }

    #[test]
    fn another_version_of_the_program_proves_nothing() {
        let (mut all, shares) = divided(2);
        all.note(shares[0].number, told(&result("a", true, ["holds", "holds"])), true);
        all.note(shares[1].number, told(&result("b", true, ["holds", "holds"])), true);
        assert!(matches!(all.next(TaskNumber(3)), Next::Divide { .. }));
    }

    #[test]
    fn a_violation_of_a_share_ends_all() {
        let (mut all, shares) = divided(4);
        all.note(shares[2].number, told(&result("a", true, ["holds", "violated"])), true);
        assert_eq!(all.next(TaskNumber(5)), Next::Nothing);
        assert_eq!(all.united().map(|result| (result.verdict, result.reason)), Some(("false".to_owned(), Some("assertions".to_owned()))));
    }

    #[test]
    fn idle_workers_take_half_of_what_is_open() {
        let (mut all, shares) = divided(2);
        all.note(shares[0].number, told(&result("a", true, ["holds", "holds"])), true);
        // The other one is still being worked on.
        let Next::Divide { shares: halves, wanted: 1 } = all.next(TaskNumber(3)) else { panic!("nothing to do") };
        assert!(halves.iter().all(|half| half.parent == shares[1].number && outcomes(half).len() == 2));
        halves.iter().for_each(|half| all.add(half));
        all.is_given(halves[0].number);
        assert_eq!(all.next(TaskNumber(5)), Next::Start(halves[1].number));
        // Who had all of it is done before: nobody needs the halves.
        all.note(shares[1].number, told(&result("a", true, ["holds", "holds"])), true);
        assert_eq!(all.united().map(|result| result.verdict), Some("true".to_owned()));
    }

    /// Whatever is analysed in whatever order: what holds together holds on all paths, and what is left open on some path does not hold.
    #[test]
    fn nothing_holds_that_is_open_on_a_path() {
        let mut random = Random::new(11);
        for _ in 0..500 {
            let (mut all, mut shares) = divided(2 + random.below(4) as u32);
            // Paths are the outcomes of all decisions, and the property is known on so many of them.
            let is_known = random.below(100);
            let mut analysed: Vec<Vec<Outcome>> = Vec::new();
            let mut waiting: Vec<ShareSpec> = shares.clone();
            while all.united().is_none() {
                let first = TaskNumber(shares.len() as u32 + 1);
                match all.next(first) {
                    Next::Divide { shares: new, wanted } if waiting.is_empty() || random.below(3) == 0 => {
                        new.iter().for_each(|share| all.add(share));
                        waiting.extend(new.iter().take(wanted).cloned());
                        new.iter().take(wanted).for_each(|share| all.is_given(share.number));
                        shares.extend(new);
                    }
                    Next::Start(number) if waiting.is_empty() || random.below(3) == 0 => {
                        all.is_given(number);
                        waiting.extend(shares.iter().find(|share| share.number == number).cloned());
                    }
                    _ => {
                        let share = waiting.swap_remove(random.below(waiting.len()));
                        let state = if random.below(100) < is_known { "holds" } else { "open" };
                        if state == "holds" {
                            analysed.push(outcomes(&share).to_vec());
                        }
                        all.note(share.number, Found { decisions: decisions(), ..told(&result("a", true, ["open", state])) }, true);
                    }
                }
            }
            let on_path = |path: u32, outcome: &Outcome| (path >> outcome.decision.line & 1 == 1) == outcome.side;
            let whole = (0..1 << 7).all(|path| analysed.iter().any(|share| share.iter().all(|outcome| on_path(path, outcome))));
            assert_eq!(all.united().unwrap().verdict == "true", whole);
        }
    }
}
