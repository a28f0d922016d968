//! Nodes: heap objects of one struct type that loops make, in states that stand for all iterations. All that earlier iterations made are rows of one table: a
//! pointer to one is the table's number and a row, and each scalar field of the type is an array over the rows, so that fields of different names have nothing
//! in common. Nodes that the current iteration makes are objects of their own until the state that stands for all is made (see `induct`).
//!
//! Which row a node has is left open: a state of the program has an image for each numbering of its nodes. So nothing may depend on the numbers but
//! whether two are the same: addresses, orders and differences of pointers to rows are cut. What a row that is no node holds is open too. Rows keep their numbers
//! while a path goes on. There are enough of them for all rows that are spoken of.
//!
//! Which rows are nodes that live is an array over the rows, too. If no node was freed until the rows were made up, all rows that pointers lead to are, but for those that were
//! freed since. Of nodes it is kept as well which one led to them last (see `leaders`).

use super::context::Context;
use super::objects::{FamilyId, Kind, NO_OBJECT, Object, ObjectId, RowPart, Site, Size};
use super::pointer::{Target, Targets};
use super::ranks::NodeOrder;
use super::run::Run;
use super::shape::{Access, Repr, Shape, repr};
use super::state::Cell;
use super::value::{Pointer, Value};
use goto::{Bits, Id, MemoryFact, Type, TypeId, TypeTable};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use term::{Term, TermId};

/// Scalar fields of a type of nodes.
const MOST_FIELDS: usize = 24;
/// Bytes of a node.
const MOST_BYTES: u64 = 1 << 10;
/// Offsets in nodes that one pointer may have.
const MOST_OFFSETS: usize = 8;
/// Accesses to rows that facts are told of.
const MOST_USES: usize = 500;
/// Bits of a row's number. Nothing but whether two numbers are the same counts, so it is enough if all rows of a table that the unrollings of a session speak of can have different ones.
const NUMBER_BITS: u16 = 16;
/// Made-up pointers that may lead to rows. For each table there are a few more numbers, of a row that facts are claimed of and of one for each order.
const MOST_NUMBERS: usize = (1 << NUMBER_BITS) - 2 * MOST_FIELDS;
/// Bytes that an array over all rows has room for.
pub(super) const ALL_ROWS: u64 = 1 << 62;

/// A scalar field of all nodes of a type, or what is kept of them beside it.
#[derive(Debug)]
pub(super) struct Field {
    /// The array over the rows.
    pub object: ObjectId,
    /// Bytes from the start of the node.
    pub offset: u64,
    pub ty: TypeId,
}

/// How nodes of a type are kept.
#[derive(Debug)]
pub(super) struct Table {
    /// The object of pointers to rows. Its value tells since which made-up state there are these rows, and it lives if no node was freed before.
    pub handle: ObjectId,
    /// For each row a byte whose lowest bit says whether it is a node that lives.
    pub lives: ObjectId,
    /// The same for whether it was freed since these rows were made up.
    pub freed: ObjectId,
    pub size: u64,
    /// A pointer to a row is the row's number shifted by so many bits: further than a node is long, so that no pointer into or behind one is another's.
    pub shift: u16,
    pub fields: Vec<Field>,
    /// For each field that leads to nodes of the type, at its offset: the node whose field was the last that was made to lead to this one.
    pub leaders: Vec<Field>,
    /// Where it is asked what is lost.
    pub orders: Vec<NodeOrder>,
}

/// A row that was accessed, or may be any. It is a node under the condition: a pointer leads to it, or it lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RowUse {
    pub handle: ObjectId,
    /// The pointer's offset to the start of the row.
    pub row: TermId,
    pub when: TermId,
    /// The value of the handle then: it tells since which made-up state there are these rows.
    pub since: TermId,
}

/// What is known of nodes.
#[derive(Default)]
pub(super) struct Nodes {
    pub are_kept: bool,
    /// Is it asked which are lost?
    pub are_ordered: bool,
    by_type: FxHashMap<TypeId, Option<Rc<Table>>>,
    by_handle: FxHashMap<ObjectId, Rc<Table>>,
    /// Objects that pointers lead to which outlast the iteration that made them, and when they do.
    pub outlasting: Vec<(ObjectId, TermId)>,
    pub uses: Vec<RowUse>,
    pub telling: Telling,
    /// How often a rank was asked for.
    pub ranks_asked: usize,
    /// The struct types of heap objects, as far as the text says them.
    types: FxHashMap<ObjectId, TypeId>,
    /// The objects of made-up pointers that lead to none of those that they are said to lead to, each standing for all other pointers there may be.
    pub elsewhere: FxHashSet<TermId>,
}

/// Is a fact about nodes told? Then `IsLive` says that a pointer is among those that the made-up pointers in its place are said to lead to, and that it leads to a node that
/// lives; `WasFreed` that it is among them and leads to one that does not.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Telling {
    #[default]
    Nothing,
    /// Of a state that the program comes to.
    Claimed,
    /// Of a made-up state.
    Assumed,
}

impl Nodes {
    pub(crate) fn table(&self, handle: ObjectId) -> Option<Rc<Table>> {
        self.by_handle.get(&handle).cloned()
    }

    pub(crate) fn is_handle(&self, object: ObjectId) -> bool {
        self.by_handle.contains_key(&object)
    }

    pub(crate) fn tables(&self) -> Vec<Rc<Table>> {
        let mut all: Vec<Rc<Table>> = self.by_handle.values().cloned().collect();
        all.sort_by_key(|table| table.handle);
        all
    }

    /// Is the object a part of a table?
    pub(crate) fn has(&self, object: ObjectId) -> bool {
        self.by_handle.values().any(|t| [t.handle, t.lives, t.freed].contains(&object) || t.arrays().any(|f| f.object == object))
    }
}

impl Table {
    /// All that has a value for each row, but for their lives.
    pub(crate) fn arrays(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().chain(&self.leaders).chain(self.orders.iter().map(|order| &order.ranks))
    }

    /// The field that an access at this offset of a node is to.
    fn field(&self, types: &TypeTable, offset: u64, access: Access) -> Option<&Field> {
        let Access::Type(ty) = access else { return None };
        let wanted = repr(types, ty)?;
        self.fields.iter().find(|f| f.offset == offset && repr(types, f.ty) == Some(wanted) && types.size_of(f.ty) == types.size_of(ty))
    }
}

/// The scalar fields of a struct, with those of structs and short arrays in it; `None` if it has anything else.
pub(super) fn scalar_fields(types: &TypeTable, ty: TypeId, at: u64, out: &mut Vec<(u64, TypeId)>) -> Option<()> {
    if out.len() > MOST_FIELDS {
        return None;
    }
    if repr(types, ty).is_some() {
        out.push((at, ty));
        return Some(());
    }
    match (Shape::of(types, ty), types.get(ty)) {
        (Shape::Elems(elem, Some(count)), _) if count <= MOST_FIELDS as u64 => {
            let each = types.size_of(elem)?;
            (0..count).try_for_each(|i| scalar_fields(types, elem, at + i * each, out))
        }
        (Shape::Type(_), Type::Record(_)) => {
            let body = types.record_body(ty)?;
            body.fields.iter().try_for_each(|f| if f.bits.is_some() { None } else { scalar_fields(types, f.ty, at + f.offset, out) })
        }
        _ => None,
    }
}

impl Context<'_> {
    /// The table of a type; `None` if nodes of it are not kept.
    pub(crate) fn table_of(&mut self, ty: TypeId) -> Option<Rc<Table>> {
        if !self.nodes.are_kept {
            return None;
        }
        if let Some(known) = self.nodes.by_type.get(&ty) {
            return known.clone();
        }
        let table = self.new_table(ty).map(Rc::new);
        if let Some(table) = &table {
            self.nodes.by_handle.insert(table.handle, Rc::clone(table));
        }
        self.nodes.by_type.insert(ty, table.clone());
        table
    }

    fn new_table(&mut self, ty: TypeId) -> Option<Table> {
        let types = self.types;
        types.record_body(ty)?;
        let size = types.size_of(ty).filter(|&size| size > 0 && size <= MOST_BYTES)?;
        let mut scalars = Vec::new();
        scalar_fields(types, ty, 0, &mut scalars)?;
        if scalars.len() > MOST_FIELDS {
            return None;
        }
        let leading = scalars.iter().filter(|(_, field)| matches!(types.get(*field), Type::Pointer(target) if *target == ty)).copied().collect::<Vec<_>>();
        let mut array = |part, shape| {
            let object = Object { kind: Kind::Rows, size: Size::Known(ALL_ROWS), align: 16, shape: Some(shape) };
            self.add_object(Site::Rows(ty, part), object)
        };
        let fields = scalars.into_iter().map(|(offset, field)| Field { object: array(RowPart::Field(offset), Shape::Elems(field, None)), offset, ty: field });
        let fields = fields.collect();
        let leaders = leading.into_iter().map(|(offset, field)| Field { object: array(RowPart::Leader(offset), Shape::Elems(field, None)), offset, ty: field });
        let leaders: Vec<Field> = leaders.collect();
        let (lives, freed) = (array(RowPart::Lives, Shape::Bytes(None)), array(RowPart::Freed, Shape::Bytes(None)));
        let object = Object { kind: Kind::Rows, size: Size::Known(size), align: 16, shape: Some(Shape::Bits(1)) };
        let handle = self.add_object(Site::Rows(ty, RowPart::Handle), object);
        let shift = (u64::BITS - size.leading_zeros()) as u16;
        let leading: Vec<u64> = leaders.iter().map(|leader| leader.offset).collect();
        let orders = self.new_orders(ty, &leading);
        Some(Table { handle, lives, freed, size, shift, fields, leaders, orders })
    }

    /// The table in which an object has its place once it outlasts the iteration that made it.
    pub(crate) fn table_for(&mut self, object: ObjectId) -> Option<Rc<Table>> {
        let Object { kind: Kind::Heap, size: Size::Known(size), .. } = *self.object(object)? else { return None };
        let ty = *self.nodes.types.get(&object)?;
        self.table_of(ty).filter(|table| table.size == size)
    }

    /// A new heap object has a struct type, by the text: the one that the pointer to it becomes, or the only type of nodes of its size. This depends on the
    /// instruction and the size alone, so that all objects that it makes have their places in the same table.
    pub(crate) fn note_type(&mut self, object: ObjectId, size: Size, cast: Option<TypeId>) {
        let types = self.types;
        let Size::Known(size) = size else { return };
        if !self.nodes.are_kept || size == 0 {
            return;
        }
        let fits = |ty: TypeId| types.size_of(ty) == Some(size) && types.record_body(ty).is_some();
        let leads_back = |ty: TypeId| {
            let is_own = |f: &goto::types::Field| matches!(types.get(f.ty), Type::Pointer(target) if *target == ty);
            types.record_body(ty).is_some_and(|body| body.fields.iter().any(is_own))
        };
        let mut nodes = types.iter().map(|(ty, _)| ty).filter(|&ty| fits(ty) && leads_back(ty));
        let only = nodes.next().filter(|_| nodes.next().is_none());
        match cast.filter(|&ty| fits(ty)).or(only) {
            Some(ty) => self.nodes.types.insert(object, ty),
            None => self.nodes.types.remove(&object),
        };
    }

    /// When a pointer, as a claim about nodes has it, leads to the start of one, as far as that can be seen.
    fn is_start_of_node(&mut self, target: &Target) -> TermId {
        match self.nodes.table(target.object) {
            Some(table) => {
                let is_row = self.is_row(&table, target.offset);
                self.pool.truth(is_row)
            }
            None if self.table_for(target.object).is_some() => self.is_start(target.offset),
            None => self.pool.truth(false),
        }
    }

    /// When the offset is that of the start of a node which is an object of its own. Where a pointer is a choice of many its offset is not divided as its objects are, so that it
    /// need not be a constant.
    pub(crate) fn is_start(&mut self, offset: TermId) -> TermId {
        let start = self.address_constant(0);
        self.pool.eq(offset, start)
    }

    /// May the pointer be one of which is not said where it may lead?
    pub(crate) fn may_lead_unsaid(&self, pointer: Pointer) -> bool {
        let (mut pending, mut seen) = (vec![pointer.object], FxHashSet::default());
        while let Some(term) = pending.pop() {
            match *self.pool.get(term) {
                _ if !seen.insert(term) => {}
                Term::Ite { then, other, .. } => pending.extend([then, other]),
                Term::Const(_) => {}
                _ if self.nodes.elsewhere.contains(&term) => {}
                _ => return true,
            }
        }
        false
    }

    /// A made-up pointer to a row; `None` if they are too many for each row to have a number of its own.
    pub(crate) fn made_up_row(&mut self, table: &Table, family: FamilyId, part: std::fmt::Arguments<'_>) -> Option<Pointer> {
        let number = self.fresh(family, part, NUMBER_BITS);
        if self.names.rows.len() >= MOST_NUMBERS && !self.names.rows.contains(&number) {
            return None;
        }
        self.names.rows.insert(number);
        Some(self.row_with_number(table, number))
    }

    /// A pointer to a row that may be any, of those with this name.
    fn any_row(&mut self, table: &Table, name: &str) -> Pointer {
        let number = self.indeterminate(name, NUMBER_BITS);
        self.row_with_number(table, number)
    }

    fn row_with_number(&mut self, table: &Table, number: TermId) -> Pointer {
        let width = self.pointer_bits() - table.shift;
        let number = self.pool.zero_extend(number, width);
        let zeros = self.pool.constant(Bits::zero(table.shift));
        Pointer { object: self.object_term(table.handle), offset: self.pool.concat(number, zeros) }
    }

    /// The start of the row and the offset in the node, if both can be told.
    fn row_and_offset(&mut self, table: &Table, offset: TermId) -> Option<(TermId, u64)> {
        let within = self.sum(offset).constant;
        if within > table.size {
            return None;
        }
        let constant = self.address_constant(within);
        let row = self.pool.sub(offset, constant);
        self.is_row(table, row).then_some((row, within))
    }

    /// A target for each of the offsets of which that of a pointer to nodes is a choice, if the offset in the node cannot be told without.
    fn by_offset(&mut self, target: &Target) -> Vec<Target> {
        let Some(table) = self.nodes.table(target.object) else { return Vec::new() };
        let (mut found, mut pending) = (Vec::new(), vec![*target]);
        while let Some(next) = pending.pop() {
            let choice = if found.len() + pending.len() < MOST_OFFSETS { self.choice_in_sum(next.offset) } else { None };
            match choice.filter(|_| self.row_and_offset(&table, next.offset).is_none()) {
                Some((cond, then, other)) => {
                    let negation = self.pool.not(cond);
                    for (literal, offset) in [(cond, then), (negation, other)] {
                        let guard = self.pool.and(next.guard, literal);
                        if !self.pool.is_false(guard) {
                            pending.push(Target { guard, offset, ..next });
                        }
                    }
                }
                None => found.push(next),
            }
        }
        found
    }

    /// Is this the offset of a pointer to the start of a node?
    pub(crate) fn is_row(&mut self, table: &Table, offset: TermId) -> bool {
        self.alignment(offset) >= table.shift
    }

    /// The offset of a row's element in the array of a field.
    pub(crate) fn element_of_row(&mut self, table: &Table, field: &Field, row: TermId) -> TermId {
        let number = self.number_of_row(table, row);
        let size = self.address_constant(self.types.size_of(field.ty).unwrap_or(1));
        self.pool.mul(number, size)
    }

    fn number_of_row(&mut self, table: &Table, row: TermId) -> TermId {
        let width = self.pointer_bits();
        let number = self.pool.extract(row, table.shift, width - table.shift);
        self.pool.zero_extend(number, width)
    }

    /// The fields that hold pointers.
    pub(crate) fn pointer_fields<'t>(&self, table: &'t Table) -> impl Iterator<Item = &'t Field> {
        let types = self.types;
        table.fields.iter().filter(move |f| repr(types, f.ty) == Some(Repr::Pointer))
    }

    /// A pointer to a node leads to this row and so far into it.
    pub(crate) fn node_meant(&mut self, target: &Target) -> Option<(Rc<Table>, TermId, u64)> {
        let table = self.nodes.table(target.object)?;
        let (row, within) = self.row_and_offset(&table, target.offset)?;
        Some((table, row, within))
    }
}

impl Run<'_> {
    /// Reads a field of a row.
    pub(crate) fn load_row(&mut self, target: &Target, access: Access) -> Value {
        let result = self.cx.access_shape(access);
        let mut chosen: Option<Value> = None;
        for target in self.cx.by_offset(target) {
            let Some((object, ty, at)) = self.row_access(&target, access) else { continue };
            let Some(cell) = self.state.memory.get(object.index() as u64).cloned() else { continue };
            let value = self.cx.read_at(&cell.value, Shape::Elems(ty, None), Size::Known(ALL_ROWS), at, Access::Type(ty));
            chosen = Some(match chosen {
                Some(other) => self.cx.choose(target.guard, &value, &other, result),
                None => value,
            });
        }
        chosen.unwrap_or(Value::Zero)
    }

    /// Writes a field of a row.
    pub(crate) fn store_row(&mut self, target: &Target, access: Access, value: &Value) {
        for target in self.cx.by_offset(target) {
            let Some((object, ty, at)) = self.row_access(&target, access) else { continue };
            let Some(cell) = self.state.memory.get_mut(object.index() as u64) else { continue };
            self.cx.write_at(&mut cell.value, Shape::Elems(ty, None), Size::Known(ALL_ROWS), at, Access::Type(ty), (target.guard, value));
            self.note_leading(&target, value);
        }
    }

    /// The array that an access to a row is to, and where; the path is cut where that cannot be told.
    fn row_access(&mut self, target: &Target, access: Access) -> Option<(ObjectId, TypeId, TermId)> {
        let table = self.cx.nodes.table(target.object)?;
        let types = self.cx.types;
        let found = match self.cx.row_and_offset(&table, target.offset) {
            Some((row, within)) => table.field(types, within, access).map(|field| (row, field)),
            None => None,
        };
        let Some((row, field)) = found.filter(|_| self.state.memory.get(table.handle.index() as u64).is_some()) else {
            self.unsupported(target.guard, "access to a part of a node that is no scalar field");
            let other = self.cx.pool.not(target.guard);
            self.require(other);
            return None;
        };
        self.note_use(&table, (row, target.guard));
        let alive = self.row_lives(&table, row);
        let valid = self.cx.pool.implies(target.guard, alive);
        self.require(valid);
        let at = self.cx.element_of_row(&table, field, row);
        self.live.then_some((field.object, field.ty, at))
    }

    /// The row is asked about or accessed under this condition, and is a node then. Facts about nodes are assumed of it: of one that is none they would rule out states that there are.
    pub(crate) fn note_use(&mut self, table: &Table, (row, guard): (TermId, TermId)) {
        if self.is_trial() || !self.live || self.cx.nodes.telling != Telling::Nothing || self.cx.nodes.uses.len() >= MOST_USES {
            return;
        }
        let Some(since) = self.since(table) else { return };
        let path = self.state.path.condition(self.cx.pool);
        let used = RowUse { handle: table.handle, row, when: self.cx.pool.and(path, guard), since };
        if !self.cx.nodes.uses.contains(&used) {
            self.cx.nodes.uses.push(used);
        }
    }

    /// Does the row that a pointer leads to live?
    pub(crate) fn row_lives(&mut self, table: &Table, row: TermId) -> TermId {
        let all_lived = match self.state.memory.get(table.handle.index() as u64) {
            Some(cell) => cell.alive,
            None => self.cx.pool.truth(false),
        };
        let freed = self.bit_of_row(table, table.freed, row);
        let other = self.cx.pool.not(freed);
        let lived_on = self.cx.pool.and(all_lived, other);
        if self.cx.pool.is_true(lived_on) {
            return lived_on;
        }
        let it_lives = self.is_living_row(table, row);
        self.cx.pool.or(lived_on, it_lives)
    }

    /// Is the row, which may be any, a node that lives?
    fn is_living_row(&mut self, table: &Table, row: TermId) -> TermId {
        self.bit_of_row(table, table.lives, row)
    }

    /// The lowest bit of a row's byte in an array; false where there are no rows.
    fn bit_of_row(&mut self, table: &Table, array: ObjectId, row: TermId) -> TermId {
        let Some(Cell { value, alive }) = self.state.memory.get(array.index() as u64).cloned() else { return self.cx.pool.truth(false) };
        let at = self.cx.number_of_row(table, row);
        let byte = self.cx.read_at(&value, Shape::Bytes(None), Size::Known(ALL_ROWS), at, Access::Byte);
        let byte = self.cx.bits(&byte, 8);
        let bit = self.cx.pool.extract(byte, 0, 1);
        self.cx.pool.and(alive, bit)
    }

    /// A node is freed. It must live, and the pointer lead to its start.
    pub(crate) fn free_row(&mut self, target: &Target) {
        let Some((table, row, within)) = self.cx.node_meant(target) else {
            self.unsupported(target.guard, "free of a part of a node that is not known");
            let other = self.cx.pool.not(target.guard);
            return self.require(other);
        };
        self.note_use(&table, (row, target.guard));
        let valid = if within == 0 { self.row_lives(&table, row) } else { self.cx.pool.truth(false) };
        let valid = self.cx.pool.implies(target.guard, valid);
        self.require(valid);
        let at = self.cx.number_of_row(&table, row);
        for (array, bit) in [(table.lives, 0), (table.freed, 1)] {
            let byte = Value::Bits(self.cx.pool.constant(Bits::new(8, bit)));
            if let Some(cell) = self.state.memory.get_mut(array.index() as u64) {
                self.cx.write_at(&mut cell.value, Shape::Bytes(None), Size::Known(ALL_ROWS), at, Access::Byte, (target.guard, &byte));
            }
        }
    }

    /// A fact about nodes says that a pointer, which is not null, is among those that made-up pointers are said to lead to, and whether the node lives. What is claimed is that it
    /// leads to the start of a node; that such a pointer was found is what made-up ones are made from. Without that, where nothing is said of the pointer, the fact says nothing.
    pub(crate) fn is_among_known(&mut self, fact: MemoryFact, pointer: Pointer, targets: &Targets) -> TermId {
        let is_assumed = self.cx.nodes.telling == Telling::Assumed;
        let mut all = self.cx.pool.truth(true);
        if is_assumed && self.cx.may_lead_unsaid(pointer) {
            self.cx.trouble("a pointer of which nothing is said");
        }
        for &guard in &targets.unknown {
            let other = self.cx.pool.not(guard);
            all = self.cx.pool.and(all, other);
        }
        for target in &targets.known {
            let is_node = match target.object.index() {
                NO_OBJECT => self.cx.pool.truth(false),
                _ if is_assumed => self.cx.pool.truth(true),
                _ => self.cx.is_start_of_node(target),
            };
            let holds = if self.cx.pool.is_false(is_node) { is_node } else { self.life_told(fact, target) };
            let holds = self.cx.pool.and(is_node, holds);
            let holds = self.cx.pool.implies(target.guard, holds);
            all = self.cx.pool.and(all, holds);
        }
        all
    }

    /// Does the node live, or was it freed, as the fact has it? Of what is none nothing is said.
    fn life_told(&mut self, fact: MemoryFact, target: &Target) -> TermId {
        let lives = match self.cx.node_meant(target) {
            Some((table, row, _)) => self.row_lives(&table, row),
            None if self.cx.table_for(target.object).is_some() => self.alive(target),
            None => return self.cx.pool.truth(true),
        };
        if fact == MemoryFact::WasFreed { self.cx.pool.not(lives) } else { lives }
    }

    /// All nodes of a type that are objects of their own in the current state, and when they live.
    fn nodes_apart(&mut self, table: &Table) -> Vec<(ObjectId, TermId)> {
        let mut found = Vec::new();
        for key in self.state.memory.keys() {
            let id = ObjectId::new(key as usize);
            if self.cx.table_for(id).is_some_and(|t| t.handle == table.handle)
                && let Some(Cell { alive, .. }) = self.state.memory.get(key)
            {
                found.push((id, *alive));
            }
        }
        found
    }

    /// Pointers that together stand for all living nodes of a type in the current state, each with when it leads to one; of rows it is one that may be any.
    pub(crate) fn all_nodes(&mut self, table: &Table) -> Vec<(Pointer, TermId)> {
        let mut found = Vec::new();
        if self.since(table).is_some() {
            let any = self.cx.any_row(table, &format!("any.row.{}", table.handle.index()));
            found.push((any, self.is_living_row(table, any.offset)));
        }
        let start = self.cx.address_constant(0);
        for (object, alive) in self.nodes_apart(table) {
            found.push((Pointer { object: self.cx.object_term(object), offset: start }, alive));
        }
        found
    }

    /// A pointer to a row that may be any, of which facts are told, and when it is a living node; for each number another one.
    pub(crate) fn some_row(&mut self, table: &Table, number: u64) -> Option<(Pointer, TermId)> {
        self.since(table)?;
        let pointer = self.cx.any_row(table, &format!("some.row.{}.{number}", table.handle.index()));
        // Facts are told of rows that pointers lead to, which are nodes. This one need not be.
        let lives = self.is_living_row(table, pointer.offset);
        self.note_use(table, (pointer.offset, lives));
        Some((pointer, lives))
    }

    /// Pointers to the rows that were used while there were the same ones as in the current state, each with when it was, and the row lives in the current state.
    pub(crate) fn rows_used(&mut self, table: &Table) -> Vec<(Pointer, TermId)> {
        let Some(since) = self.since(table) else { return Vec::new() };
        let object = self.cx.object_term(table.handle);
        let same: Vec<RowUse> = self.cx.nodes.uses.iter().filter(|u| u.handle == table.handle && u.since == since).copied().collect();
        // Each row once, however often it was used: there is much to tell of each.
        let mut found: Vec<(TermId, TermId)> = Vec::new();
        for used in same {
            match found.iter_mut().find(|(row, _)| *row == used.row) {
                Some((_, when)) => *when = self.cx.pool.or(*when, used.when),
                None => found.push((used.row, used.when)),
            }
        }
        let lives = |(row, when): (TermId, TermId)| {
            let lives = self.row_lives(table, row);
            (Pointer { object, offset: row }, self.cx.pool.and(when, lives))
        };
        found.into_iter().map(lives).collect()
    }

    fn since(&mut self, table: &Table) -> Option<TermId> {
        let cell = self.state.memory.get(table.handle.index() as u64).cloned()?;
        Some(self.cx.bits(&cell.value, 1))
    }
}
