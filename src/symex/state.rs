//! States of execution and how two of them become one.

use super::context::Context;
use super::functions::{Variable, Variables, variable_shape};
use super::live::Live;
use super::objects::{Kind, Object, ObjectId, ScopeId, Site, Size};
use super::path::Path;
use super::shape::Shape;
use super::threads::Section;
use super::value::{Pointer, Value};
use goto::Trie;
use goto::{FuncId, Id, InstrId, SymbolId};
use term::TermId;

/// An execution that has come to some instruction of some call. Copying is cheap.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub path: Path,
    /// The variables of the current call, by slot.
    pub locals: Trie<Value>,
    /// All living objects, by number.
    pub memory: Trie<Cell>,
    /// For objects by their numbers what lived when they came to life; empty unless the program asks.
    pub births: Trie<Trie<Cell>>,
    /// What the call returns, once it has.
    pub result: Value,
    /// What was written of that, if it is a record and somebody asks.
    pub result_written: Value,
    /// Where threads are followed: another one may be there.
    pub begun: bool,
    /// The atomic section that it is in.
    pub section: Option<Section>,
}

/// An object on one path.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub value: Value,
    /// When the object lives.
    pub alive: TermId,
}

/// What the merging of states must know of the call they are in.
pub(super) struct Call<'a> {
    pub function: FuncId,
    pub scope: ScopeId,
    pub variables: &'a Variables,
    pub result: Shape,
    /// Objects that die with the call.
    pub objects: &'a mut Vec<ObjectId>,
    /// Which variables are needed by what comes next.
    pub live: Option<(&'a Live, InstrId)>,
}

/// States up to this number are merged in the best order.
const FEW: usize = 24;

impl Context<'_> {
    /// One state for all of them, which exclude each other. Those that parted last meet first: so decisions cancel out.
    pub(crate) fn merge_all(&mut self, mut states: Vec<State>, call: &mut Call<'_>) -> Option<State> {
        while states.len() > 1 {
            let mut last = states.len() - 1;
            let mut partner = last - 1;
            if states.len() <= FEW {
                let mut best = 0;
                for i in 0..states.len() {
                    for j in 0..i {
                        let shared = states[i].path.shared(&states[j].path) + 1;
                        if shared > best {
                            (best, last, partner) = (shared, i, j);
                        }
                    }
                }
            }
            let second = states.remove(last);
            let first = std::mem::replace(&mut states[partner], State::initial());
            states[partner] = self.merge(first, second, call);
        }
        states.pop()
    }

    fn merge(&mut self, mut a: State, mut b: State, call: &mut Call<'_>) -> State {
        if a.begun != b.begun {
            self.publish(&mut a);
            self.publish(&mut b);
        }
        let section = self.meet_sections(&a, &b);
        let meeting = a.path.meet(self.pool, &b.path);
        let cond = meeting.first;
        let mut locals = a.locals.clone();
        for slot in a.locals.differing(&b.locals) {
            let symbol = call.variables.in_slot(call.function, slot);
            if let (Variable::Register(_), Some((live, at))) = (call.variables.get(symbol), call.live)
                && !live.is_live(at, slot)
            {
                locals.remove(slot);
                continue;
            }
            let x = self.local(&mut a, slot, symbol, call);
            let y = self.local(&mut b, slot, symbol, call);
            let shape = match call.variables.get(symbol) {
                // Any pointer type; its values are represented in the same way as all pointers.
                Variable::Object(_) => {
                    let (x, y) = (self.pointer(&x), self.pointer(&y));
                    locals.insert(slot, Value::Pointer(self.choose_pointer(cond, x, y)));
                    continue;
                }
                _ => variable_shape(self.program, symbol),
            };
            locals.insert(slot, self.choose(cond, &x, &y, shape));
        }
        let memory = self.merge_memory(cond, &a.memory, &b.memory);
        let result = self.choose(cond, &a.result, &b.result, call.result);
        let result_written = self.choose(cond, &a.result_written, &b.result_written, call.result);
        let births = self.merge_births(cond, &a, &b);
        State { path: meeting.path, locals, memory, births, result, result_written, begun: a.begun, section }
    }

    fn merge_births(&mut self, cond: TermId, a: &State, b: &State) -> Trie<Trie<Cell>> {
        let mut births = a.births.clone();
        for number in a.births.differing(&b.births) {
            match (a.births.get(number), b.births.get(number)) {
                (Some(x), Some(y)) => {
                    let merged = self.merge_memory(cond, x, y);
                    births.insert(number, merged);
                }
                (None, Some(y)) => births.insert(number, y.clone()),
                (Some(_) | None, None) => {}
            }
        }
        births
    }

    fn merge_memory(&mut self, cond: TermId, a: &Trie<Cell>, b: &Trie<Cell>) -> Trie<Cell> {
        let mut memory = a.clone();
        for number in a.differing(b) {
            match (a.get(number), b.get(number)) {
                (Some(x), Some(y)) => {
                    if x.alive == y.alive && x.value.is_same(&y.value) {
                        continue;
                    }
                    let shape = self.known_shape(ObjectId::new(number as usize));
                    let value = self.choose(cond, &x.value, &y.value, shape);
                    let alive = self.pool.ite(cond, x.alive, y.alive);
                    memory.insert(number, Cell { value, alive });
                }
                (Some(x), None) => {
                    let alive = self.pool.and(cond, x.alive);
                    memory.insert(number, Cell { value: x.value.clone(), alive });
                }
                (None, Some(y)) => {
                    let other = self.pool.not(cond);
                    let alive = self.pool.and(other, y.alive);
                    memory.insert(number, Cell { value: y.value.clone(), alive });
                }
                (None, None) => {}
            }
        }
        memory
    }

    /// What stands in a slot; for a variable that was not declared on the way, what a first use would find.
    pub(crate) fn local(&mut self, state: &mut State, slot: u64, symbol: SymbolId, call: &mut Call<'_>) -> Value {
        if let Some(value) = state.locals.get(slot) {
            return value.clone();
        }
        let site = Site::Entry(call.scope, symbol);
        match call.variables.get(symbol) {
            Variable::Object(_) => {
                let fresh = Value::Fresh(self.names.family(site), 0);
                let pointer = Value::Pointer(self.new_variable(state, site, symbol, fresh));
                if let Some(id) = self.pointed(&pointer) {
                    call.objects.push(id);
                }
                state.locals.insert(slot, pointer.clone());
                pointer
            }
            _ => Value::Fresh(self.names.family(site), 0),
        }
    }

    fn pointed(&self, value: &Value) -> Option<ObjectId> {
        match value {
            Value::Pointer(pointer) => self.as_object(pointer.object),
            _ => None,
        }
    }

    /// A new object for a local variable, and the pointer to it.
    pub(crate) fn new_variable(&mut self, state: &mut State, site: Site, symbol: SymbolId, value: Value) -> Pointer {
        let ty = self.program.symbols[symbol].ty;
        let object = Object {
            kind: Kind::Local,
            size: Size::Known(self.types.size_of(ty).unwrap_or(0)),
            align: self.program.align_of(symbol),
            shape: Some(Shape::of(self.types, ty)),
        };
        let id = self.add_object(site, object);
        self.note_birth(state, id);
        let alive = self.pool.truth(true);
        state.memory.insert(id.index() as u64, Cell { value, alive });
        self.note_made(state, id);
        let unwritten = self.unwritten();
        self.note_new(state, id, unwritten);
        Pointer { object: self.object_term(id), offset: self.address_constant(0) }
    }
}

impl Context<'_> {
    /// Remembers what lives, before the object does.
    pub(crate) fn note_birth(&self, state: &mut State, id: ObjectId) {
        if self.asks_for_births {
            state.births.insert(id.index() as u64, state.memory.clone());
        }
    }
}

impl State {
    /// Surely the same state.
    pub(crate) fn is_same(&self, other: &State) -> bool {
        let same = |a: Option<&Value>, b: Option<&Value>| matches!((a, b), (Some(a), Some(b)) if a.is_equal(b));
        self.path.is_same(&other.path)
            && self.locals.differing(&other.locals).into_iter().all(|slot| same(self.locals.get(slot), other.locals.get(slot)))
            && self.memory.differing(&other.memory).into_iter().all(|number| match (self.memory.get(number), other.memory.get(number)) {
                (Some(a), Some(b)) => a.alive == b.alive && a.value.is_equal(&b.value),
                _ => false,
            })
    }

    /// Before the first instruction.
    pub(crate) fn initial() -> Self {
        State {
            path: Path::empty(),
            locals: Trie::default(),
            memory: Trie::default(),
            births: Trie::default(),
            result: Value::Zero,
            result_written: Value::Zero,
            begun: false,
            section: None,
        }
    }
}
