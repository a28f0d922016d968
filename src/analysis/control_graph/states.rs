//! The states that the head is met in: which were gone on from, where their iterations lead, what each needs, and which is covered by which.

use super::contents::{ContentNumber, Contents};
use super::evaluate::Store;
use super::execute::{Ends, Executor, Path, Refusal};
use super::finder::Finder;
use super::kept::kept_at_head;
use super::needs::Needs;
use super::slots::SlotId;
use super::value::{Content, Value};
use super::widen::Boundaries;
use goto::{IdVec, define_id};
use std::collections::VecDeque;

define_id!(
    /// A state that was gone on from.
    StateId, "state");
define_id!(
    /// A passage from one state to another one.
    PassageId, "passage");

/// States of one head.
const MOST: usize = 6000;
/// So many passages are followed before it is found out anew what states need.
const PASSAGES: usize = 500;

struct State {
    contents: Vec<ContentNumber>,
    /// What its own decisions depend on.
    own: Needs,
    needs: Needs,
    /// What its iterations pass on and do not look at.
    passed_on: Needs,
    incoming: Vec<PassageId>,
    outgoing: Vec<PassageId>,
    /// Can it be met, as far as it is known where passages lead?
    is_met: bool,
}

/// An iteration, or the way to the head from the start.
struct Passage {
    from: Option<StateId>,
    /// What it ends with, where this is not what it began with; by coordinate.
    changes: Vec<Change>,
    /// The coordinates that change.
    changed: Needs,
    to: Option<StateId>,
}

/// A coordinate, what it has then, and what this depends on.
type Change = (usize, ContentNumber, Needs);

/// Iterations that were executed: from another state they are the same where this differs from the one at hand in nothing but what they pass on.
struct Executed {
    begin: Vec<ContentNumber>,
    passed_on: Needs,
    own: Needs,
    ends: Vec<Vec<Change>>,
    /// The states whose iterations these are.
    states: Vec<StateId>,
}

pub(super) struct States {
    coordinates: Vec<SlotId>,
    boundaries: Boundaries,
    /// An arrival at the head: what does not change, and the calls going on there.
    ground: Path,
    /// For each coordinate.
    contents: Vec<Contents>,
    states: IdVec<StateId, State>,
    passages: IdVec<PassageId, Passage>,
    /// Passages of which it is not known where they lead.
    open: VecDeque<PassageId>,
    /// Those of them that begin in states that are not met.
    dormant: Vec<PassageId>,
    executed: Vec<Executed>,
    finder: Finder,
}

impl States {
    pub(super) fn new(coordinates: Vec<SlotId>, boundaries: Boundaries, ground: Path) -> Self {
        let contents = vec![Contents::default(); coordinates.len()];
        Self {
            coordinates,
            boundaries,
            ground,
            contents,
            states: IdVec::new(),
            passages: IdVec::new(),
            open: VecDeque::new(),
            dormant: Vec::new(),
            executed: Vec::new(),
            finder: Finder::default(),
        }
    }

    /// A passage comes to the head from the start.
    pub(super) fn arrive_first(&mut self, store: &Store) {
        let changes = self.changes(None, store).0;
        self.add_passage(None, changes);
    }

    fn add_passage(&mut self, from: Option<StateId>, changes: Vec<Change>) {
        let changed = changes.iter().fold(Needs::default(), |all, (at, ..)| all.union(Needs::of(*at)));
        let passage = self.passages.push(Passage { from, changes, changed, to: None });
        if let Some(from) = from {
            self.states[from].outgoing.push(passage);
        }
        self.open.push_back(passage);
    }

    /// What is different at the head from what was there, and the coordinates that are passed on, whatever they have.
    fn changes(&mut self, begin: Option<&[ContentNumber]>, store: &Store) -> (Vec<Change>, Needs) {
        let (mut changes, mut passed_on) = (Vec::new(), Needs::default());
        let mut unknown = Vec::new();
        for (at, &slot) in self.coordinates.iter().enumerate() {
            let value = kept_at_head(&self.boundaries, slot, &store.slots[slot], self.contents[at].all().len(), &mut unknown);
            let number = self.contents[at].number(value.content);
            if begin.is_none_or(|begin| number != begin[at]) || !value.needs.without(Needs::of(at)).is_empty() {
                changes.push((at, number, value.needs));
            } else if value.needs.contains(at) {
                passed_on = passed_on.union(Needs::of(at));
            }
        }
        (changes, passed_on)
    }

    /// What a passage ends with.
    fn end(&self, passage: PassageId) -> Vec<ContentNumber> {
        let passage = &self.passages[passage];
        let mut end = passage.from.map_or_else(|| vec![0; self.coordinates.len()], |from| self.states[from].contents.clone());
        for &(at, content, _) in &passage.changes {
            end[at] = content;
        }
        end
    }

    /// Finds out where all passages lead. Told to stop, it may be asked again and goes on.
    pub(super) fn explore(&mut self, executor: &mut Executor<'_>) -> Result<(), Refusal> {
        loop {
            for _ in 0..PASSAGES {
                if (executor.stop)() {
                    return Err(Refusal::Stopped);
                }
                let Some(passage) = self.open.pop_front() else { break };
                if self.passages[passage].from.is_some_and(|from| !self.states[from].is_met) {
                    self.dormant.push(passage);
                    continue;
                }
                if let Err(refusal) = self.follow(passage, executor) {
                    self.open.push_front(passage);
                    return Err(refusal);
                }
            }
            self.renew();
            if self.open.is_empty() {
                return Ok(());
            }
        }
    }

    fn follow(&mut self, passage: PassageId, executor: &mut Executor<'_>) -> Result<(), Refusal> {
        let end = self.end(passage);
        let to = match self.covering(&end) {
            Some(state) => state,
            None => self.go_on(end, executor)?,
        };
        self.passages[passage].to = Some(to);
        self.states[to].incoming.push(passage);
        self.states[to].is_met = true;
        if let Some(from) = self.passages[passage].from {
            let needs = self.needed_by(passage, self.states[to].needs);
            self.need(from, needs);
        }
        Ok(())
    }

    fn covering(&self, end: &[ContentNumber]) -> Option<StateId> {
        let is_within = |needs: Needs, contents: &[ContentNumber]| needs.iter().all(|at| self.contents[at].is_within(end[at], contents[at]));
        // What all of these need is the same for all.
        let may_cover = self.finder.may_cover(end, &self.contents).into_iter().map(|executed| &self.executed[executed]);
        let executed = may_cover.filter(|executed| is_within(executed.own, &executed.begin));
        executed.flat_map(|executed| &executed.states).copied().find(|&state| is_within(self.states[state].needs, &self.states[state].contents))
    }

    /// What a passage has to begin with to end with what is needed there.
    fn needed_by(&self, passage: PassageId, needs: Needs) -> Needs {
        let passage = &self.passages[passage];
        let of_changed = passage.changes.iter().filter(|(at, ..)| needs.contains(*at)).fold(Needs::default(), |all, (_, _, needs)| all.union(*needs));
        needs.without(passage.changed).union(of_changed)
    }

    /// A new state, gone on from.
    fn go_on(&mut self, contents: Vec<ContentNumber>, executor: &mut Executor<'_>) -> Result<StateId, Refusal> {
        if self.states.len() >= MOST {
            return Err(Refusal::TooMuch);
        }
        let known = match self.finder.same(&contents) {
            Some(known) => known,
            None => self.execute(&contents, executor)?,
        };
        let Executed { own, passed_on, ref ends, .. } = self.executed[known];
        let ends = ends.clone();
        let state = self.states.push(State { contents, own, needs: own, passed_on, incoming: Vec::new(), outgoing: Vec::new(), is_met: true });
        self.executed[known].states.push(state);
        for changes in ends {
            self.add_passage(Some(state), changes);
        }
        Ok(state)
    }

    fn execute(&mut self, contents: &[ContentNumber], executor: &mut Executor<'_>) -> Result<usize, Refusal> {
        let mut begin = self.ground.clone();
        begin.store.reasons = Needs::default();
        begin.store.drop_origins();
        for (at, &slot) in self.coordinates.iter().enumerate() {
            let value = match self.contents[at].get(contents[at]).clone() {
                Content::Beyond(other, distance) => {
                    let origin = begin.store.slots[other].origin.zip(self.boundaries.kind(slot)).and_then(|(origin, kind)| origin.plus(distance, kind));
                    Value::from_source(Content::Any, Needs::of(at), origin)
                }
                Content::Any => Value::from_source(Content::Any, Needs::default(), Some(begin.store.new_origin())),
                content => Value::from_source(content, Needs::of(at), Some(begin.store.new_origin())),
            };
            begin.store.put(slot, value);
        }
        let Ends { arrivals, reasons } = executor.run(begin)?;
        let (mut ends, mut passed_on, mut used) = (Vec::new(), Needs::all(), reasons);
        for path in arrivals {
            let (changes, own) = self.changes(Some(contents), &path.store);
            passed_on = passed_on.intersection(own);
            used = changes.iter().fold(used, |all, (_, _, needs)| all.union(*needs));
            ends.push(changes);
        }
        let passed_on = passed_on.without(used);
        let number = self.executed.len();
        self.finder.add(number, contents, reasons, passed_on, &self.contents);
        self.executed.push(Executed { begin: contents.to_vec(), passed_on, own: reasons, ends, states: Vec::new() });
        Ok(number)
    }

    /// A state needs more. So may those before it; and what it covered may not be covered any more.
    fn need(&mut self, state: StateId, needs: Needs) {
        let mut pending = vec![(state, needs)];
        while let Some((state, needs)) = pending.pop() {
            let new = needs.without(self.states[state].needs);
            if new.is_empty() {
                continue;
            }
            self.states[state].needs = self.states[state].needs.union(new);
            for passage in std::mem::take(&mut self.states[state].incoming) {
                let end = self.end(passage);
                let contents = &self.states[state].contents;
                if !new.iter().all(|at| self.contents[at].is_within(end[at], contents[at])) {
                    self.passages[passage].to = None;
                    self.open.push_back(passage);
                    continue;
                }
                self.states[state].incoming.push(passage);
                if let Some(from) = self.passages[passage].from {
                    pending.push((from, self.needed_by(passage, new)));
                }
            }
        }
    }

    /// Finds out anew which states are met and what they need: what was needed for a state that does not cover any more may not be needed at all.
    fn renew(&mut self) {
        let mut pending: Vec<StateId> = self.passages.values().filter(|passage| passage.from.is_none()).filter_map(|passage| passage.to).collect();
        self.states.iter_mut().for_each(|(_, state)| state.is_met = false);
        while let Some(id) = pending.pop() {
            if !std::mem::replace(&mut self.states[id].is_met, true) {
                pending.extend(self.states[id].outgoing.iter().filter_map(|&passage| self.passages[passage].to));
            }
        }
        let awake = |passage: &PassageId| self.passages[*passage].from.is_none_or(|from| self.states[from].is_met);
        self.open.extend(self.dormant.extract_if(.., |passage| awake(passage)));
        self.states.iter_mut().for_each(|(_, state)| state.needs = state.own);
        for passage in self.passages.ids() {
            let Passage { from: Some(from), to: Some(to), .. } = self.passages[passage] else { continue };
            let needs = self.needed_by(passage, self.states[to].own);
            self.need(from, needs);
        }
    }

    /// All that each coordinate holds in some state.
    pub(super) fn contents(&self) -> impl Iterator<Item = (SlotId, &[Content])> {
        self.coordinates.iter().copied().zip(self.contents.iter().map(Contents::all))
    }

    pub(super) fn coordinate(&self, at: usize) -> SlotId {
        self.coordinates[at]
    }

    pub(super) fn boundaries(&self) -> &Boundaries {
        &self.boundaries
    }

    /// The states that are met, in the end.
    pub(super) fn met(&self) -> Met {
        let met: Vec<StateId> = self.states.iter().filter(|(_, state)| state.is_met).map(|(id, _)| id).collect();
        let number = |passage: &Passage| passage.to.and_then(|to| met.binary_search(&to).ok());
        let all = |mut numbers: Vec<usize>| {
            numbers.sort_unstable();
            numbers.dedup();
            numbers
        };
        let of_state = |&id: &StateId| {
            let state = &self.states[id];
            let cube = |needs: Needs| needs.iter().map(|at| (at, self.contents[at].get(state.contents[at]).clone())).collect();
            let kept = state.needs.intersection(state.passed_on);
            (cube(state.needs.without(kept)), cube(kept), all(state.outgoing.iter().filter_map(|&passage| number(&self.passages[passage])).collect()))
        };
        let first = all(self.passages.values().filter(|passage| passage.from.is_none()).filter_map(number).collect());
        Met { states: met.iter().map(of_state).collect(), first }
    }
}

/// Coordinates with their contents.
pub(super) type Cube = Vec<(usize, Content)>;

/// States by their numbers.
pub(super) struct Met {
    /// What decisions need of each: coordinates with their contents. What only its successors need. And where its passages lead.
    pub states: Vec<(Cube, Cube, Vec<usize>)>,
    /// Those that the head is met in first.
    pub first: Vec<usize>,
}
