//! Calls of members that are seen in runs: the values of their variables. The runs are those of a program in which calls note them on the way.

use super::checked::Writing;
use super::members::Recursion;
use crate::invariants::SmallInputs;
use goto::interp::{Compiled, Limits, Machine, Observer};
use goto::{Bits, Callee, FuncId, InstrId, InstrKind, Location, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// Runs of a program at most.
const RUNS: u64 = 64;
/// Instructions of one run, and of all together.
const STEPS: u64 = 60_000;
const ALL_STEPS: u64 = 800_000;
/// Calls kept of one member: of one run, of those that few others go on around as well as of the rest, and of all together.
const OF_RUN: usize = 64;
const OUTER: usize = 8;
const OF_MEMBER: usize = 400;
const DEPTH: u32 = 1000;

/// The calls of one member.
#[derive(Clone, Default, Debug)]
pub struct Calls {
    /// What was known when they began.
    pub begun: Vec<Vec<i128>>,
    /// What was known when they had returned.
    pub returned: Vec<Vec<i128>>,
}

impl Calls {
    /// Runs the program with a handful of random inputs, the same ones each time.
    pub fn of(program: &Program, recursion: &Recursion) -> Vec<Calls> {
        let noting = Noting::new(program, recursion);
        let compiled = Compiled::new(&noting.program);
        let mut machine = Machine::new(&compiled);
        let mut found = vec![Calls::default(); recursion.members.len()];
        let mut seen = vec![Seen::default(); found.len()];
        let mut left = ALL_STEPS;
        for seed in 0..RUNS {
            let taken = vec![[Taken::default(); 2]; found.len()];
            let mut watcher = Watcher { noting: &noting, going_on: Vec::new(), taken, found: &mut found, seen: &mut seen };
            let limits = Limits { steps: STEPS.min(left), work: u64::MAX, memory: 1 << 24, depth: DEPTH, stop: &|| false };
            let run = machine.run_observed(&mut SmallInputs::new(seed), &limits, &mut watcher);
            left = left.saturating_sub(run.steps);
            if left == 0 || run.inputs.is_empty() {
                break;
            }
        }
        found
    }
}

/// A program whose calls of members note the values of their variables.
struct Noting {
    program: Program,
    /// The members that functions note calls of.
    members: FxHashMap<FuncId, usize>,
    /// The variables that instructions note, and whether they have a sign.
    variables: FxHashMap<(FuncId, InstrId), (usize, bool)>,
    /// The variables of each member: when its calls begin, and all.
    sizes: Vec<(usize, usize)>,
}

impl Noting {
    fn new(program: &Program, recursion: &Recursion) -> Self {
        let mut noting = Noting { program: program.clone(), members: FxHashMap::default(), variables: FxHashMap::default(), sizes: Vec::new() };
        let mut wrappers: FxHashMap<FuncId, FuncId> = FxHashMap::default();
        for (i, member) in recursion.members.iter().enumerate() {
            let program = &mut noting.program;
            let n_before = member.n_before();
            let (mut writing, args) = Writing::like(program, member.function, "noted");
            let (before, after) = member.variables.split_at(n_before);
            let mut notes = writing.note(program, before, &args, None).1;
            let result = member.result.map(|ty| writing.temporary(program, "result", ty));
            writing.push(InstrKind::Call { result, callee: Callee::Direct(member.function), args: args.clone() });
            notes.extend(writing.note(program, after, &args, result).1);
            writing.push(InstrKind::Return(result));
            let wrapper = writing.finish(program);
            wrappers.insert(member.function, wrapper);
            noting.members.insert(wrapper, i);
            noting.sizes.push((n_before, member.variables.len()));
            for (v, at) in notes.into_iter().enumerate() {
                noting.variables.insert((wrapper, at), (v, member.variables[v].number.signed));
            }
        }
        for (f, function) in noting.program.functions.iter_mut() {
            for (_, instruction) in function.body.iter_mut().flat_map(|body| body.iter_mut()) {
                if let InstrKind::Call { callee: Callee::Direct(g), .. } = &mut instruction.kind
                    && !noting.members.contains_key(&f)
                    && let Some(&wrapper) = wrappers.get(g)
                {
                    *g = wrapper;
                }
            }
        }
        goto::assert_valid(&noting.program, "notes of calls");
        noting
    }
}

/// The values that were seen already: of calls that begin, and of those that return.
type Seen = (FxHashSet<Vec<i128>>, FxHashSet<Vec<i128>>);

/// How many calls were kept: when they began, and when they returned.
#[derive(Clone, Copy, Default)]
struct Taken {
    begun: usize,
    returned: usize,
}

struct Watcher<'a> {
    noting: &'a Noting,
    /// Calls that go on, with what was noted of them.
    going_on: Vec<(usize, Vec<i128>)>,
    /// How many were kept of each member in this run. Those around all others return last, when the others are many.
    taken: Vec<[Taken; 2]>,
    found: &'a mut [Calls],
    seen: &'a mut [Seen],
}

impl Watcher<'_> {
    fn keep(&mut self, member: usize, values: &[i128], returned: bool) {
        let is_outer = self.going_on.len() <= OUTER;
        let (taken, seen) = (&mut self.taken[member][usize::from(is_outer)], &mut self.seen[member]);
        let (taken, seen, calls) = match returned {
            false => (&mut taken.begun, &mut seen.0, &mut self.found[member].begun),
            true => (&mut taken.returned, &mut seen.1, &mut self.found[member].returned),
        };
        if *taken < OF_RUN && calls.len() < OF_MEMBER && seen.insert(values.to_vec()) {
            *taken += 1;
            calls.push(values.to_vec());
        }
    }
}

impl Observer for Watcher<'_> {
    const CALLS: bool = true;

    fn called(&mut self, function: FuncId, _: &[Option<Bits>]) {
        if let Some(&member) = self.noting.members.get(&function) {
            self.going_on.push((member, Vec::new()));
        }
    }

    fn instruction(&mut self, function: FuncId, instruction: InstrId, _: Location) {
        let is_return = |body: &goto::Body| matches!(body[instruction].kind, InstrKind::Return(_));
        if self.noting.members.contains_key(&function) && self.noting.program.functions[function].body.as_ref().is_some_and(is_return) {
            self.going_on.pop();
        }
    }

    fn assigned(&mut self, function: FuncId, instruction: InstrId, value: Bits) {
        let Some(&(variable, signed)) = self.noting.variables.get(&(function, instruction)) else { return };
        let Some((member, values)) = self.going_on.last_mut().filter(|(_, values)| values.len() == variable) else { return };
        values.push(value.to_i128(signed));
        let (member, values) = (*member, values.clone());
        let (n_before, n_all) = self.noting.sizes[member];
        if values.len() == n_before {
            self.keep(member, &values, false);
        }
        if values.len() == n_all {
            self.keep(member, &values, true);
        }
    }
}
