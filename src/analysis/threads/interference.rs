//! At each place of the code: which shared variables others may change there, and which they may look at. What holds of a place holds whoever comes there.

use super::flow::Flow;
use super::objects::{Object, Obstacle};
use super::races::{Access, Collected};
use super::state::{State, ThreadClass};
use goto::{FuncId, InstrId, InstrKind, Storage, SymbolId, Type, TypeId, TypeTable};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What others may do beside a thread.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Standing {
    /// Variables that others may write.
    pub unstable: BTreeSet<SymbolId>,
    /// Variables that others may access.
    pub visible: BTreeSet<SymbolId>,
}

impl Standing {
    fn add(&mut self, other: &Standing) {
        self.unstable.extend(&other.unstable);
        self.visible.extend(&other.visible);
    }
}

pub(super) struct Interference {
    /// The variables that threads share.
    pub variables: BTreeSet<SymbolId>,
    points: FxHashMap<(FuncId, InstrId), Standing>,
    /// What others may do where the locks are given back, at waits.
    unlocked: FxHashMap<(FuncId, InstrId), Standing>,
    /// Variables that an instruction reads, as often as it does, and those that it writes.
    pub reads: FxHashMap<(FuncId, InstrId), Vec<SymbolId>>,
    pub writes: FxHashMap<(FuncId, InstrId), BTreeSet<SymbolId>>,
    /// Variables of which parts are accessed.
    pub in_parts: BTreeSet<SymbolId>,
}

impl Interference {
    /// # Errors
    /// If threads share more than variables without pointers.
    pub(super) fn of(collected: &Collected<'_>, flows: &[(Option<ThreadClass>, Flow<'_>)]) -> Result<Self, Obstacle> {
        let mut interference = Self {
            variables: BTreeSet::new(),
            points: FxHashMap::default(),
            unlocked: FxHashMap::default(),
            reads: FxHashMap::default(),
            writes: FxHashMap::default(),
            in_parts: BTreeSet::new(),
        };
        interference.find_variables(collected)?;
        let mut known: FxHashMap<(Option<ThreadClass>, State), Rc<Standing>> = FxHashMap::default();
        let program = collected.pointers.program;
        for (class, flow) in flows {
            for context in flow.contexts.values() {
                let Some(body) = &program.functions[context.function].body else { continue };
                for (at, instruction) in body.iter() {
                    let Some(state) = &context.states[at] else { continue };
                    let state = state.without_numbers_of_threads();
                    let place = (context.function, at);
                    let standing = Rc::clone(known.entry((*class, state.clone())).or_insert_with(|| Rc::new(interference.standing(collected, *class, &state))));
                    interference.points.entry(place).or_default().add(&standing);
                    if matches!(instruction.kind, InstrKind::Call { .. }) {
                        let outside = State { locks: Default::default(), sections: 0, ..state };
                        let standing = interference.standing(collected, *class, &outside);
                        interference.unlocked.entry(place).or_default().add(&standing);
                    }
                    interference.note_touches(collected, place, instruction, &context.bindings)?;
                }
            }
        }
        Ok(interference)
    }

    /// Whatever threads may access at the same time as others must be a variable that holds no pointers.
    fn find_variables(&mut self, collected: &Collected<'_>) -> Result<(), Obstacle> {
        let program = collected.pointers.program;
        for (access, &loc) in &collected.all {
            match collected.pointers.object(access.touch.object) {
                Object::Variable(symbol) if program.symbols[symbol].storage == Storage::Static && !program.thread_local.contains(&symbol) => {
                    if holds_pointers(&program.types, program.symbols[symbol].ty) {
                        return Err(Obstacle::NotUnderstood("a pointer that threads share", loc));
                    }
                    self.variables.insert(symbol);
                }
                _ => return Err(Obstacle::NotUnderstood("memory without a name that threads share", loc)),
            }
        }
        Ok(())
    }

    pub(super) fn standing(&self, collected: &Collected<'_>, class: Option<ThreadClass>, state: &State) -> Standing {
        let mut standing = Standing::default();
        if state.sections > 0 || class.is_none() && state.others.is_empty() {
            return standing;
        }
        for other in collected.all.keys() {
            let Object::Variable(symbol) = collected.pointers.object(other.touch.object) else { continue };
            let own = Access { class, touch: other.touch, state: state.clone() };
            if standing.unstable.contains(&symbol) || !collected.may_run_together(&own, other) || collected.has_common_lock(state, &other.state) {
                continue;
            }
            standing.visible.insert(symbol);
            if other.touch.writes {
                standing.unstable.insert(symbol);
            }
        }
        standing
    }

    fn note_touches(
        &mut self,
        collected: &Collected<'_>,
        place: (FuncId, InstrId),
        instruction: &goto::Instruction,
        bindings: &super::pointers::Bindings,
    ) -> Result<(), Obstacle> {
        let program = collected.pointers.program;
        let touches = collected.accesses.counted(place.0, instruction, bindings, false)?;
        let mut read = Vec::new();
        for touch in touches {
            let Object::Variable(symbol) = collected.pointers.object(touch.object) else { continue };
            if !self.variables.contains(&symbol) {
                continue;
            }
            let whole = super::objects::Extent::of(super::objects::Offset::At(0), program.types.size_of(program.symbols[symbol].ty));
            if touch.extent != whole {
                self.in_parts.insert(symbol);
            }
            if touch.writes {
                self.writes.entry(place).or_default().insert(symbol);
            } else {
                read.push(symbol);
            }
        }
        // Another context may read as many, by other pointers.
        let known = self.reads.entry(place).or_default();
        for symbol in BTreeSet::from_iter(read.iter().copied()) {
            let count = |list: &[SymbolId]| list.iter().filter(|&&other| other == symbol).count();
            let more = count(&read).saturating_sub(count(known));
            known.extend(std::iter::repeat_n(symbol, more));
        }
        Ok(())
    }

    /// What others may do at a place; `None` where nobody comes.
    pub(super) fn at(&self, function: FuncId, at: InstrId) -> Option<&Standing> {
        self.points.get(&(function, at))
    }

    pub(super) fn where_locks_are_given_back(&self, function: FuncId, at: InstrId) -> Option<&Standing> {
        self.unlocked.get(&(function, at))
    }

    /// All places with what others may do there.
    pub(super) fn places(&self) -> impl Iterator<Item = ((FuncId, InstrId), &Standing)> {
        self.points.iter().map(|(&place, standing)| (place, standing))
    }
}

fn holds_pointers(types: &TypeTable, ty: TypeId) -> bool {
    match types.get(ty) {
        Type::Bool | Type::Int { .. } | Type::Float(_) => false,
        Type::Array { elem, len: Some(_) } => holds_pointers(types, *elem),
        Type::Record(_) => types.record_body(ty).is_none_or(|body| body.fields.iter().any(|field| holds_pointers(types, field.ty))),
        _ => true,
    }
}
