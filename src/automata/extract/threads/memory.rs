//! Objects of the program as variables of the model: each scalar of an object is one, and an array of scalars is an array. What of an object nobody accesses is not there.

use super::value::{Range, Ref, Typed, Value, VarId};
use goto::{FuncId, Id, IdVec, InstrId, Program, RecordKind, SymbolId, Type, TypeId, define_id};
use rustc_hash::{FxHashMap, FxHashSet};

define_id!(
    /// A process of the model, the same in all rounds.
    ProcessId, "process");
define_id!(
    /// A call within a process, the same in all rounds.
    ContextId, "context");

/// An object of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Object {
    Static(SymbolId),
    /// Of each process one.
    Own(ProcessId, SymbolId),
    Local(ProcessId, ContextId, SymbolId),
    /// A function, of which there is only the address.
    Function(FuncId),
}

impl Object {
    fn process(self) -> Option<ProcessId> {
        match self {
            Self::Own(process, _) | Self::Local(process, ..) => Some(process),
            Self::Static(_) | Self::Function(_) => None,
        }
    }
}

/// A place in an object: so many bytes from its start, and for each term its value times its bytes more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub object: Object,
    pub offset: i64,
    pub terms: Vec<(Typed, u64)>,
}

/// A step of the way from an object to one of its scalars.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Part {
    Field(u32),
    /// Any element: which one is the index.
    Element,
    /// So many bytes at this offset of a union that has no such member.
    Bytes(u64, u64),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Key {
    Scalar(Object, Vec<Part>),
    /// What the place that a pointer holds depends on.
    Term(ProcessId, ContextId, SymbolId, u32),
    /// A parameter of a process.
    Parameter(ProcessId, u32),
    /// What a process has read and not used yet.
    Read(ProcessId, u32),
}

/// A variable of the model.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// Its name, if nobody else has it.
    pub name: String,
    /// What its type holds.
    pub bounds: Range,
    /// Its type says no more than what is stored there.
    pub is_narrowed: bool,
    pub len: Option<u64>,
    /// `None`: all processes have it.
    pub process: Option<ProcessId>,
    pub is_parameter: bool,
    /// A model of the library has it, which writes it before it reads it, and stays within its arrays.
    pub is_library: bool,
    key: Key,
}

impl Variable {
    /// Of a parameter: which one.
    pub(super) fn parameter_number(&self) -> Option<u32> {
        if let Key::Parameter(_, number) = self.key { Some(number) } else { None }
    }
}

/// Where a scalar lies in an object.
#[derive(Default)]
struct Found {
    parts: Vec<Part>,
    name: String,
    /// Indices with the lengths of their arrays, from outside to inside.
    indices: Vec<(Typed, u64)>,
}

/// Offsets and lengths in bytes.
type Views = FxHashSet<(u64, u64)>;

/// All variables, and what is known of them: some of it from one round of the translation to the next.
#[derive(Default)]
pub(super) struct Memory {
    pub variables: IdVec<VarId, Variable>,
    by_key: FxHashMap<Key, VarId>,
    ranges: FxHashMap<Key, Range>,
    /// Variables of the first process that others can get at.
    shared: FxHashSet<Object>,
    addresses: FxHashMap<Object, i64>,
    next_address: i64,
    /// Parts of unions that are accessed.
    views: FxHashMap<(Object, Vec<Part>), Views>,
    /// Something was learnt that this round did not know from its start.
    pub has_changed: bool,
    /// From 0.
    pub round: u32,
}

/// Rounds in which ranges grow by what is stored; after them they are what the type holds.
const EXACT_ROUNDS: u32 = 8;

impl Memory {
    pub(super) fn begin_round(&mut self) {
        self.round += u32::from(self.has_changed);
        self.has_changed = false;
        self.variables = IdVec::new();
        self.by_key.clear();
        self.views.clear();
    }

    /// Others get at the object from now on; false if each instance of its process has one.
    pub(super) fn share(&mut self, object: Object, first: ProcessId) -> bool {
        match object.process() {
            None => true,
            Some(process) if process == first => {
                self.has_changed |= self.shared.insert(object);
                true
            }
            Some(_) => false,
        }
    }

    pub(super) fn is_only_one(&self, object: Object, first: ProcessId) -> bool {
        object.process().is_none_or(|process| process == first)
    }

    /// A number that stands for the address of the object's first byte.
    pub(super) fn address(&mut self, object: Object, size: u64) -> i64 {
        let next = &mut self.next_address;
        *self.addresses.entry(object).or_insert_with(|| {
            let address = *next + 1;
            *next = address + size.min(1 << 20) as i64;
            address
        })
    }

    /// The scalar in a place, or why the model cannot have it.
    pub(super) fn scalar(&mut self, program: &Program, place: &Place, ty: TypeId) -> Result<Ref, String> {
        let symbol = match place.object {
            Object::Static(symbol) | Object::Own(_, symbol) | Object::Local(_, _, symbol) => symbol,
            Object::Function(_) => return Err("an access to a function".to_owned()),
        };
        let bounds = bounds(program, ty)?;
        let offset = u64::try_from(place.offset).map_err(|_| "an access before an object".to_owned())?;
        let object = program.symbols[symbol].ty;
        let mut found = Found { name: program.symbols[symbol].name.clone(), ..Found::default() };
        if self.walk(program, place.object, (object, offset, &place.terms), ty, &mut found)?.is_none() {
            return Err("an access to part of an object, or as another type than it has".to_owned());
        }
        let len = found.indices.iter().map(|(_, len)| *len).reduce(|a, b| a.saturating_mul(b));
        if len.is_some_and(|len| len > 4096) {
            return Err("an array of more than 4096 elements".to_owned());
        }
        let index = found.indices.into_iter().reduce(|(outer, _), (inner, len)| {
            let row = outer.binary(super::value::Operator::Mul, Typed::constant(len as i64));
            (row.binary(super::value::Operator::Add, inner), len)
        });
        let index = index.map(|(index, _)| Box::new(index.value));
        if let (Some(Value::Const(at)), Some(len)) = (index.as_deref(), len)
            && !(0..len as i64).contains(at)
        {
            return Err("an index outside of an array".to_owned());
        }
        let process = place.object.process().filter(|_| !self.shared.contains(&place.object));
        let is_wide = bounds == Range::INT && program.types.scalar_bits(ty) == Some(64);
        let is_library = symbol_is_library(program, symbol);
        let key = Key::Scalar(place.object, found.parts);
        let var = self.variable(Variable { name: found.name, bounds, is_narrowed: is_wide || is_library, len, process, is_parameter: false, is_library, key });
        Ok(Ref { var, index })
    }

    fn variable(&mut self, variable: Variable) -> VarId {
        if let Some(&var) = self.by_key.get(&variable.key) {
            return var;
        }
        let key = variable.key.clone();
        let var = self.variables.push(variable);
        self.by_key.insert(key, var);
        var
    }

    /// The variable that holds on what the place depends to which a pointer of a call leads.
    pub(super) fn term(&mut self, name: &str, (process, context, symbol): (ProcessId, ContextId, SymbolId), number: u32) -> Ref {
        self.own(format!("{name}_at"), process, Key::Term(process, context, symbol, number))
    }

    pub(super) fn parameter(&mut self, name: &str, process: ProcessId, number: u32) -> Ref {
        self.own(name.to_owned(), process, Key::Parameter(process, number))
    }

    /// The variable for what a process has read before it uses it.
    pub(super) fn held(&mut self, process: ProcessId, number: u32) -> Ref {
        self.own(format!("read{number}"), process, Key::Read(process, number))
    }

    /// A variable of a process that is no variable of the program.
    fn own(&mut self, name: String, process: ProcessId, key: Key) -> Ref {
        let is_parameter = matches!(key, Key::Parameter(..));
        let (bounds, process) = (Range::INT, Some(process));
        let variable = Variable { name, bounds, is_narrowed: false, len: None, process, is_parameter, is_library: false, key };
        Ref { var: self.variable(variable), index: None }
    }

    /// What is read there.
    pub(super) fn read(&self, place: Ref) -> Typed {
        let range = self.range(place.var);
        Typed::new(Value::Read(place), range)
    }

    /// What a variable may hold; a parameter nothing but what it is given, others zero at first.
    pub(super) fn range(&self, var: VarId) -> Range {
        self.ranges.get(&self.variables[var].key).copied().unwrap_or(Range::of(0))
    }

    /// Such values are stored there.
    pub(super) fn store(&mut self, var: VarId, range: Range) {
        let Variable { key, bounds, is_parameter, is_library, process, .. } = &self.variables[var];
        let known = self.ranges.get(key).copied();
        let is_written_first = *is_parameter || *is_library && process.is_some();
        let before = known.or((!is_written_first).then_some(Range::of(0)));
        let mut joined = before.map_or(range, |before| before.join(range));
        if before != Some(joined) && self.round > EXACT_ROUNDS {
            joined = joined.join(*bounds);
        }
        if known != Some(joined) {
            self.has_changed |= before != Some(joined);
            self.ranges.insert(key.clone(), joined);
        }
    }

    /// The way to the scalar of a type so many bytes into an object; `None` if there is none.
    fn walk(
        &mut self,
        program: &Program,
        object: Object,
        (ty, offset, terms): (TypeId, u64, &[(Typed, u64)]),
        wanted: TypeId,
        found: &mut Found,
    ) -> Result<Option<()>, String> {
        match program.types.get(ty) {
            Type::Array { elem, len: Some(len) } => {
                let (elem, len) = (*elem, *len);
                let Some(size) = program.types.size_of(elem).filter(|size| *size > 0) else { return Ok(None) };
                let mut index = Typed::constant((offset / size) as i64);
                let (mine, others): (Vec<_>, Vec<_>) = terms.iter().cloned().partition(|(_, stride)| *stride == size);
                for (term, _) in mine {
                    index = term.binary(super::value::Operator::Add, index);
                }
                found.parts.push(Part::Element);
                found.indices.push((index, len));
                self.walk(program, object, (elem, offset % size, &others), wanted, found)
            }
            Type::Record(id) => {
                let record = &program.types.records[*id];
                let Some(body) = &record.body else { return Ok(None) };
                let inside = |ty: TypeId, at: u64| at <= offset && program.types.size_of(ty).is_some_and(|size| offset < at + size);
                if record.kind == RecordKind::Union {
                    return self.walk_union(program, object, (ty, offset, terms), wanted, found);
                }
                let Some((number, field)) = body.fields.iter().enumerate().find(|(_, f)| f.bits.is_none() && inside(f.ty, f.offset)) else { return Ok(None) };
                found.parts.push(Part::Field(number as u32));
                found.extend_name(&field.name);
                self.walk(program, object, (field.ty, offset - field.offset, terms), wanted, found)
            }
            _ => {
                let fits = offset == 0 && terms.is_empty() && program.types.is_scalar(ty) && program.types.size_of(ty) == program.types.size_of(wanted);
                Ok((fits && bounds(program, ty)? == bounds(program, wanted)?).then_some(()))
            }
        }
    }

    /// A member of a union, or its bytes; parts that overlap are not separate variables, so they must not be accessed both.
    fn walk_union(
        &mut self,
        program: &Program,
        object: Object,
        (ty, offset, terms): (TypeId, u64, &[(Typed, u64)]),
        wanted: TypeId,
        found: &mut Found,
    ) -> Result<Option<()>, String> {
        let (Some(size), true) = (program.types.size_of(wanted), terms.is_empty()) else { return Ok(None) };
        let views = self.views.entry((object, found.parts.clone())).or_default();
        if views.iter().any(|&(at, len)| (at, len) != (offset, size) && at < offset + size && offset < at + len) {
            return Err("an access to a union by members that overlap".to_owned());
        }
        views.insert((offset, size));
        let Some(body) = program.types.record_body(ty) else { return Ok(None) };
        for (number, field) in body.fields.iter().enumerate() {
            if !matches!(program.types.get(field.ty), Type::Record(_)) {
                continue;
            }
            let mut deeper = Found { parts: found.parts.clone(), name: found.name.clone(), indices: found.indices.clone() };
            deeper.parts.push(Part::Field(number as u32));
            deeper.extend_name(&field.name);
            if self.walk(program, object, (field.ty, offset, terms), wanted, &mut deeper)?.is_some() {
                *found = deeper;
                return Ok(Some(()));
            }
        }
        found.parts.push(Part::Bytes(offset, size));
        if offset > 0 {
            found.extend_name(&offset.to_string());
        }
        Ok(Some(()))
    }
}

impl Found {
    fn extend_name(&mut self, member: &str) {
        let member = member.trim_matches('_');
        // What the C library calls the members of its unions says nothing.
        if !member.is_empty() && member != "data" {
            self.name = format!("{}_{member}", self.name);
        }
    }
}

/// Is it an object of a model, not of the program?
fn symbol_is_library(program: &Program, symbol: SymbolId) -> bool {
    let loc = program.symbols[symbol].loc;
    loc.line > 0 && program.is_of_library(loc)
}

/// What a variable of the type holds in the model.
pub(super) fn bounds(program: &Program, ty: TypeId) -> Result<Range, String> {
    match *program.types.get(ty) {
        Type::Bool => Ok(Range::TRUTH),
        Type::Int { bits: bits @ (8 | 16), signed } => {
            let half = 1i64 << (bits - 1);
            Ok(if signed { Range { lo: -half, hi: half - 1 } } else { Range { lo: 0, hi: 2 * half - 1 } })
        }
        Type::Int { bits: 32 | 64, .. } | Type::Pointer(_) => Ok(Range::INT),
        Type::Int { .. } => Err("an integer of more than 64 bits".to_owned()),
        Type::Float(_) => Err("a floating-point number".to_owned()),
        _ => Err("an object as a whole".to_owned()),
    }
}

/// A call of a function at an instruction of another call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct CallKey {
    pub process: ProcessId,
    pub caller: Option<(ContextId, InstrId)>,
    pub function: FuncId,
}

/// Numbers for calls that are the same in all rounds.
#[derive(Default)]
pub(super) struct Calls(FxHashMap<CallKey, ContextId>);

impl Calls {
    pub(super) fn id(&mut self, key: CallKey) -> ContextId {
        let next = ContextId::new(self.0.len());
        *self.0.entry(key).or_insert(next)
    }
}
