//! Orders of nodes, with which it is shown that no node is lost: a node with a living one before it that leads to it is not the first of those that are lost, so if each living
//! node is led to in this way, or by something that the program still has, none is lost. An order gives each node a rank. Nothing of the program depends on ranks; they are
//! chosen anew where a pointer is stored, so that nodes come behind those that lead to them, if that can be.
//!
//! Ranks are only compared, never computed with, and those of made-up states are open. So between two ranks there may always be taken to be another one: a state of the
//! program with as many ranks as it needs has an image in which they are far apart. So what is assumed of chosen ranks rules out no execution: each is chosen by ranks that were there
//! before it, its conditions are the same wherever it is chosen, and they leave room between these. Nothing is assumed of ranks where execution does not come.
//!
//! There is an order for each field that leads to nodes of the same type, and one for all of them together if there are several.

use super::context::Context;
use super::nodes::{Field, Table};
use super::objects::{Kind, NO_OBJECT, Object, ObjectId, RowPart, Site, Size};
use super::pointer::Target;
use super::run::Run;
use super::shape::{Access, Repr, Shape, repr};
use super::state::Cell;
use super::value::{Pointer, Value};
use goto::{Id, Type, TypeId};
use term::TermId;

/// Bits that ranks differ in. All that is known of ranks is how they compare, so there need only be as many of them as are spoken of: each may be its place among these.
const RANK_BITS: u16 = 20;
/// Ranks that are asked for in one unrolling before orders are neither followed nor told any more. What is chosen in between is about as much, and all that is far less than
/// there are ranks.
const MOST_RANKS: usize = 1 << 14;

/// An order of the nodes of a type, by ranks.
#[derive(Debug)]
pub(super) struct NodeOrder {
    /// The ranks, as a field of each node; its offset is the order's number.
    pub ranks: Field,
    /// The offsets of the fields which lead to nodes that come later.
    pub along: Vec<u64>,
}

/// Where a chosen rank lies, beside the one it is chosen by.
#[derive(Clone, Copy, Debug)]
enum Side {
    Before,
    Behind,
}

impl Context<'_> {
    /// The orders of nodes of a type with these fields that lead to such nodes.
    pub(crate) fn new_orders(&mut self, ty: TypeId, leading: &[u64]) -> Vec<NodeOrder> {
        // The narrowest type has values enough for all ranks that one unrolling can tell apart.
        let width = |ty: &Type| match *ty {
            Type::Int { bits: bits @ (32 | 64), signed: false } => Some(bits),
            _ => None,
        };
        let found = self.types.iter().filter_map(|(ty, kind)| Some((width(kind)?, ty))).min().filter(|_| self.nodes.are_ordered);
        let Some((_, rank)) = found else { return Vec::new() };
        let mut along: Vec<Vec<u64>> = leading.iter().map(|&offset| vec![offset]).collect();
        if along.len() != 1 {
            along.push(leading.to_vec());
        }
        let numbered = along.into_iter().zip(0..);
        let order = |(along, number)| {
            let object = Object { kind: Kind::Rows, size: Size::Known(super::nodes::ALL_ROWS), align: 16, shape: Some(Shape::Elems(rank, None)) };
            let object = self.add_object(Site::Rows(ty, RowPart::Rank(number)), object);
            NodeOrder { ranks: Field { object, offset: number, ty: rank }, along }
        };
        numbered.map(order).collect()
    }

    fn rank_width(&self, order: &NodeOrder) -> u16 {
        match repr(self.types, order.ranks.ty) {
            Some(Repr::Bits(width)) => width,
            _ => 64,
        }
    }

    /// A rank beside the first of these that is chosen by them: for the same ones on the same side it is the same, in all unrollings. One rank on both sides would contradict itself.
    fn rank_chosen_by(&mut self, order: &NodeOrder, side: Side, terms: &[TermId]) -> TermId {
        let names: Vec<String> = terms.iter().map(|term| term.index().to_string()).collect();
        self.indeterminate(&format!("rank.{side:?}.{}.{}", order.ranks.object.index(), names.join(".")), RANK_BITS)
    }
}

impl Run<'_> {
    /// A new node has some place in each order.
    pub(crate) fn give_ranks(&mut self, object: ObjectId, table: &Table) {
        let alive = self.cx.pool.truth(true);
        for order in &table.orders {
            let own = self.rank_object(object, order);
            let family = self.cx.names.family(Site::Rank(object, order.ranks.offset));
            let width = self.cx.rank_width(order);
            let rank = self.cx.fresh(family, format_args!("rank"), width);
            self.state.memory.insert(own.index() as u64, Cell { value: Value::Bits(rank), alive });
        }
    }

    fn rank_object(&mut self, object: ObjectId, order: &NodeOrder) -> ObjectId {
        let size = self.cx.types.size_of(order.ranks.ty).unwrap_or(0);
        let kept = Object { kind: Kind::Rows, size: Size::Known(size), align: size, shape: Some(Shape::Type(order.ranks.ty)) };
        self.cx.add_object(Site::Rank(object, order.ranks.offset), kept)
    }

    /// The place of the rank of the node that the target is the start of.
    fn rank_place(&mut self, table: &Table, order: &NodeOrder, node: &Target) -> Option<(Target, Shape)> {
        let (object, offset, shape) = if node.object == table.handle {
            (order.ranks.object, self.cx.element_of_row(table, &order.ranks, node.offset), Shape::Elems(order.ranks.ty, None))
        } else {
            (self.rank_object(node.object, order), self.cx.address_constant(0), Shape::Type(order.ranks.ty))
        };
        self.state.memory.get(object.index() as u64)?;
        Some((Target { guard: node.guard, object, offset }, shape))
    }

    fn rank(&mut self, table: &Table, order: &NodeOrder, node: &Target) -> Option<TermId> {
        self.cx.nodes.ranks_asked += 1;
        let (place, shape) = self.rank_place(table, order, node)?;
        let cell = self.state.memory.get(place.object.index() as u64).cloned()?;
        let value = self.cx.read_at(&cell.value, shape, Size::Known(super::nodes::ALL_ROWS), place.offset, Access::Type(order.ranks.ty));
        let width = self.cx.rank_width(order);
        let stored = self.cx.bits(&value, width);
        Some(self.cx.pool.extract(stored, 0, RANK_BITS))
    }

    fn set_rank(&mut self, table: &Table, order: &NodeOrder, node: &Target, rank: TermId) {
        let width = self.cx.rank_width(order);
        let rank = self.cx.pool.zero_extend(rank, width);
        let Some((place, shape)) = self.rank_place(table, order, node) else { return };
        let Some(cell) = self.state.memory.get_mut(place.object.index() as u64) else { return };
        let size = Size::Known(super::nodes::ALL_ROWS);
        self.cx.write_at(&mut cell.value, shape, size, place.offset, Access::Type(order.ranks.ty), (place.guard, &Value::Bits(rank)));
    }

    /// The start of a node now leads to the start of another one through this field: the other comes later from now on. If it may come between the first one and all that
    /// it leads to, it moves there; else the first one moves before it, behind what leads to that if that can be.
    pub(crate) fn put_in_order(&mut self, table: &Table, field: u64, [from, to]: [&Target; 2]) {
        if self.cx.nodes.ranks_asked > MOST_RANKS {
            return;
        }
        let guard = self.cx.pool.and(from.guard, to.guard);
        for order in table.orders.iter().filter(|order| order.along.contains(&field)) {
            let (Some(low), Some(high)) = (self.rank(table, order, from), self.rank(table, order, to)) else { continue };
            let is_before = self.cx.pool.ult(low, high);
            let is_not = self.cx.pool.not(is_before);
            let wanted = self.cx.pool.and(guard, is_not);
            if self.cx.pool.is_false(wanted) {
                continue;
            }
            let later = self.ranks_behind(table, order, to);
            let new = self.cx.rank_chosen_by(order, Side::Behind, &known(low, &later));
            let (mut may_move, mut between) = (wanted, vec![self.cx.pool.ult(low, new)]);
            for (guard, rank) in later {
                let [fits, is_before] = [low, new].map(|earlier| self.cx.pool.ult(earlier, rank));
                let fits = self.cx.pool.implies(guard, fits);
                may_move = self.cx.pool.and(may_move, fits);
                between.push(self.cx.pool.implies(guard, is_before));
            }
            self.choose_rank(may_move, &between);
            self.set_rank(table, order, &Target { guard: may_move, ..*to }, new);

            let earlier = self.ranks_before(table, order, from);
            let new = self.cx.rank_chosen_by(order, Side::Before, &known(high, &earlier));
            let stays = self.cx.pool.not(may_move);
            let other_moves = self.cx.pool.and(wanted, stays);
            let mut between = vec![self.cx.pool.ult(new, high)];
            for (guard, rank) in earlier {
                let [fits, is_behind] = [high, new].map(|later| self.cx.pool.ult(rank, later));
                let matters = self.cx.pool.and(guard, fits);
                between.push(self.cx.pool.implies(matters, is_behind));
            }
            self.choose_rank(other_moves, &between);
            self.set_rank(table, order, &Target { guard: other_moves, ..*from }, new);
        }
    }

    /// A rank that nothing else is known of is chosen so that these hold: they say where it lies among those that it is chosen by, and can hold then.
    /// Where execution does not come, what ranks are is nobody's choice.
    fn choose_rank(&mut self, when: TermId, conditions: &[TermId]) {
        let all = self.cx.pool.and_all(conditions);
        let path = self.state.path.condition(self.cx.pool);
        let when = self.cx.pool.and(path, when);
        let chosen = self.cx.pool.implies(when, all);
        self.cx.facts.push(chosen);
    }

    /// The ranks of the nodes that a node leads to, as far as they are known.
    fn ranks_behind(&mut self, table: &Table, order: &NodeOrder, node: &Target) -> Vec<(TermId, TermId)> {
        let pointer = Pointer { object: self.cx.object_term(node.object), offset: node.offset };
        let mut found = Vec::new();
        for leader in table.leaders.iter().filter(|leader| order.along.contains(&leader.offset)) {
            if let Some(next) = self.stored_in_node(table, pointer, leader) {
                for target in self.nodes_at(table, next).unwrap_or_default() {
                    found.extend(self.rank(table, order, &target).map(|rank| (target.guard, rank)));
                }
            }
        }
        found
    }

    /// The ranks of the nodes that led to a node last.
    fn ranks_before(&mut self, table: &Table, order: &NodeOrder, node: &Target) -> Vec<(TermId, TermId)> {
        let mut found = Vec::new();
        for leader in table.leaders.iter().filter(|leader| order.along.contains(&leader.offset)) {
            if let Some(last) = self.last_leader(table, leader, node) {
                for target in self.nodes_at(table, last).unwrap_or_default() {
                    found.extend(self.rank(table, order, &target).map(|rank| (target.guard, rank)));
                }
            }
        }
        found
    }

    /// The nodes of the table whose starts a pointer leads to, and when; `None` if they are not all known.
    fn nodes_at(&mut self, table: &Table, pointer: Pointer) -> Option<Vec<Target>> {
        let targets = self.cx.targets(&self.state.path, pointer);
        if !targets.unknown.is_empty() {
            return None;
        }
        let others = targets.known.into_iter().filter(|target| target.object.index() != NO_OBJECT);
        Some(others.filter_map(|target| self.start_of(table, &target)).collect())
    }

    /// The start of a node of the table to which a pointer leads; `None` if it leads to none.
    fn start_of(&mut self, table: &Table, target: &Target) -> Option<Target> {
        if let Some((own, _, within)) = self.cx.node_meant(target) {
            return (own.handle == table.handle && within == 0).then_some(*target);
        }
        self.cx.table_for(target.object).filter(|own| own.handle == table.handle)?;
        let is_start = self.cx.is_start(target.offset);
        let guard = self.cx.pool.and(target.guard, is_start);
        Some(Target { guard, object: target.object, offset: self.cx.address_constant(0) })
    }

    /// Does the last node that was made to lead to this one live, still lead to it, and come before it in the order with this number? It never says so if none does, and since this is
    /// assumed as well as claimed, it is not told where it is not known which node that is.
    pub(crate) fn is_led(&mut self, table: &Table, number: u64, node: Pointer) -> Option<TermId> {
        if self.cx.nodes.ranks_asked > MOST_RANKS {
            return None;
        }
        let order = table.orders.get(usize::try_from(number).ok()?)?;
        let always = self.cx.pool.truth(true);
        let node = Target { guard: always, object: self.cx.as_object(node.object)?, offset: node.offset };
        let own = self.rank(table, order, &node)?;
        let mut led = self.cx.pool.truth(false);
        for leader in table.leaders.iter().filter(|leader| order.along.contains(&leader.offset)) {
            let last = self.last_leader(table, leader, &node)?;
            for before in self.nodes_at(table, last)? {
                if self.state.memory.get(before.object.index() as u64).is_none() {
                    // It was freed.
                    continue;
                }
                let rank = self.rank(table, order, &before)?;
                let pointer = Pointer { object: self.cx.object_term(before.object), offset: before.offset };
                let next = self.stored_in_node(table, pointer, leader)?;
                let lives = if before.object == table.handle { self.row_lives(table, before.offset) } else { self.alive(&before) };
                let it = self.cx.object_term(node.object);
                let (object, offset) = (self.cx.pool.eq(next.object, it), self.cx.pool.eq(next.offset, node.offset));
                let is_before = self.cx.pool.ult(rank, own);
                let leads = self.cx.pool.and_all(&[before.guard, lives, object, offset, is_before]);
                led = self.cx.pool.or(led, leads);
            }
        }
        Some(led)
    }
}

/// All that a rank beside another one and beyond some others depends on.
fn known(rank: TermId, others: &[(TermId, TermId)]) -> Vec<TermId> {
    std::iter::once(rank).chain(others.iter().flat_map(|&(guard, rank)| [guard, rank])).collect()
}
