//! Initialisers, flattened: elided braces, designators and strings become pairs of a path and a value.

use super::convert::Value;
use super::literal::Text;
use super::types::{CType, IntKind, Kind, Len};
use super::vector::element_path;
use super::{Result, Unit};
use crate::tree::{Expr, ExprKind, Init, InitPart, Selector, VarId, VarKind};
use goto::{RecordKind, Type};
use lang_c::ast::{Designator, Expression, Initializer, InitializerListItem};
use lang_c::span::{Node, Span};

/// An aggregate on the way from the braces to the current object, and which of its parts comes next.
#[derive(Clone, Debug)]
struct Level {
    ty: CType,
    index: u64,
    /// The first position that does not exist.
    end: u64,
}

/// How long the object that is initialised lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lifetime {
    Static,
    /// Also that of all that stands in the list of a compound literal.
    Automatic,
}

/// What a variable has got so far.
struct InitialisedParts {
    parts: Vec<InitPart>,
    /// Where compound literals of automatic objects were put, of which gcc keeps nothing once a part gets another value.
    literals: Vec<Vec<Selector>>,
    lifetime: Lifetime,
}

impl InitialisedParts {
    fn new(lifetime: Lifetime) -> Self {
        Self { parts: Vec::new(), literals: Vec::new(), lifetime }
    }

    /// The place of the literal that an object is a part of, which is none any more.
    fn take_literal_around(&mut self, here: &[Selector]) -> Option<Vec<Selector>> {
        let around = self.literals.iter().filter(|literal| literal.len() < here.len() && here.starts_with(literal));
        let literal = around.min_by_key(|literal| literal.len())?.clone();
        self.literals.retain(|inner| !inner.starts_with(&literal));
        Some(literal)
    }
}

/// The object that a list in braces initialises, and what it has got so far.
struct Target<'a> {
    ty: CType,
    /// From the variable to the object.
    path: &'a [Selector],
    given: &'a mut InitialisedParts,
    /// The first of `parts` that belongs to the object.
    first: usize,
    /// A designator has been met: from here on values may replace earlier ones.
    designated: bool,
}

impl Unit<'_> {
    /// Returns the type as well: an array without length gets that of its initialiser.
    pub(super) fn initializer(&mut self, ty: CType, node: &Node<Initializer>, lifetime: Lifetime) -> Result<(Init, CType)> {
        let e = match &node.node {
            Initializer::List(items) => return self.initializer_list(ty, items, node.span, lifetime),
            Initializer::Expression(e) => e,
        };
        let mut given = InitialisedParts::new(lifetime);
        if let Some(ty) = self.string_or_literal(ty, e, &[], &mut given)? {
            return Ok((Init { zero: true, parts: given.parts }, ty));
        }
        if self.c.types.is_array(ty) {
            return self.error(node.span, "an array is initialised by a list or a string");
        }
        let value = self.rvalue(e)?;
        let value = self.convert(value, ty, node.span)?.expr;
        Ok((Init { zero: false, parts: vec![InitPart { path: Vec::new(), value }] }, ty))
    }

    pub(super) fn initializer_list(&mut self, ty: CType, items: &[Node<InitializerListItem>], span: Span, lifetime: Lifetime) -> Result<(Init, CType)> {
        let mut given = InitialisedParts::new(lifetime);
        let ty = self.list(ty, items, &[], &mut given, span)?;
        let zero = given.parts.is_empty() || !self.is_single(ty);
        Ok((Init { zero, parts: given.parts }, ty))
    }

    /// An array initialised by a string, or an aggregate by a compound literal of its type, which is as good as the literal's list.
    fn string_or_literal(&mut self, ty: CType, e: &Node<Expression>, path: &[Selector], given: &mut InitialisedParts) -> Result<Option<CType>> {
        match &e.node {
            Expression::StringLiteral(pieces) => {
                let text = self.text(pieces)?;
                let Some(elem) = self.takes_string(ty, &text) else { return Ok(None) };
                let Kind::Array { len, .. } = *self.c.types.kind(ty) else { return Ok(None) };
                let own = text.units.len() as u64 + 1;
                let (len, open) = if let Len::Fixed(len) = len { (len, false) } else { (own, true) };
                given.parts.extend(self.string_parts(&text, elem, len, path));
                if open && !path.is_empty() {
                    // A flexible array member ends with the zero.
                    let end = path.iter().copied().chain([Selector::Index(own - 1)]).collect();
                    let value = self.constant(0, elem, self.loc(pieces.span)).expr;
                    given.parts.push(InitPart { path: end, value });
                }
                Ok(Some(self.c.types.array(elem, Len::Fixed(len))))
            }
            Expression::CompoundLiteral(literal) if self.c.types.is_array(ty) || self.c.types.is_record(ty) || self.is_vector(ty) => {
                let own = self.type_name(&literal.node.type_name)?;
                let same = match (self.c.types.elem(ty), self.c.types.elem(own)) {
                    (Some(a), Some(b)) => self.c.types.lower(a) == self.c.types.lower(b),
                    _ => self.c.types.lower(ty) == self.c.types.lower(own),
                };
                if !same {
                    return Ok(None);
                }
                let around = std::mem::replace(&mut given.lifetime, Lifetime::Automatic);
                let own = self.list(own, &literal.node.initializer_list, path, given, e.span)?;
                given.lifetime = around;
                if around == Lifetime::Automatic {
                    given.literals.push(path.to_vec());
                }
                Ok(Some(if self.c.types.is_complete(ty) { ty } else { own }))
            }
            _ => Ok(None),
        }
    }

    /// The element type of an array of characters that the string fits.
    fn takes_string(&self, ty: CType, text: &Text) -> Option<CType> {
        let elem = self.c.types.elem(ty)?;
        let model = self.c.types.model();
        let Kind::Int(kind) = self.c.types.kind(elem) else { return None };
        (kind.bits(model) == text.kind.bits(model) && (text.kind == IntKind::Char) == (kind.bits(model) == 8)).then_some(elem)
    }

    /// The objects that a list in braces initialises.
    fn list(&mut self, ty: CType, items: &[Node<InitializerListItem>], path: &[Selector], given: &mut InitialisedParts, span: Span) -> Result<CType> {
        if let [item] = items
            && item.node.designation.is_empty()
            && self.c.types.is_array(ty)
            && let Initializer::Expression(e) = &item.node.initializer.node
            && matches!(e.node, Expression::StringLiteral(_))
            && let Some(ty) = self.string_or_literal(ty, e, path, given)?
        {
            return Ok(ty);
        }
        if self.is_single(ty) {
            if let Some(item) = items.first() {
                self.scalar_item(ty, item, path, given)?;
            }
            return Ok(ty);
        }
        if !(self.c.types.is_array(ty) || self.is_vector(ty) || self.c.types.is_record(ty) && self.c.types.is_complete(ty)) {
            return self.error(span, format!("a list cannot initialise a value of type `{}`", self.spell(ty)));
        }
        let mut levels = vec![self.level(ty)];
        let mut len = 0;
        let first = given.parts.len();
        let target = &mut Target { ty, path, given, first, designated: false };
        for item in items {
            if !item.node.designation.is_empty() {
                levels.truncate(1);
                target.designated = true;
                self.designated(&mut levels, &item.node.designation, &item.node.initializer, target)?;
            } else {
                leave_exhausted(&mut levels);
                if levels[0].index >= levels[0].end {
                    // More values than objects: gcc warns and leaves them out.
                    continue;
                }
                self.place_item(&mut levels, &item.node.initializer, target)?;
            }
            // `levels` is never empty. What is not left yet is in use.
            len = len.max(levels[0].index + u64::from(levels.len() > 1));
        }
        Ok(match *self.c.types.kind(ty) {
            Kind::Array { elem, len: Len::Unknown } => self.c.types.array(elem, Len::Fixed(len)),
            _ => ty,
        })
    }

    fn scalar_item(&mut self, ty: CType, item: &Node<InitializerListItem>, path: &[Selector], given: &mut InitialisedParts) -> Result<()> {
        if !item.node.designation.is_empty() {
            return self.error(item.span, "a designator for a value that has no parts");
        }
        match &item.node.initializer.node {
            Initializer::List(items) => self.list(ty, items, path, given, item.span).map(drop),
            Initializer::Expression(e) => {
                let value = self.rvalue(e)?;
                let value = self.convert(value, ty, e.span)?.expr;
                given.parts.push(InitPart { path: path.to_vec(), value });
                Ok(())
            }
        }
    }

    /// Does one expression initialise a value of the type, whatever braces are around it?
    fn is_single(&self, ty: CType) -> bool {
        self.c.types.is_scalar(ty) || self.complex_part(ty).is_some()
    }

    fn level(&self, ty: CType) -> Level {
        let end = match self.c.types.kind(ty) {
            Kind::Array { len: Len::Fixed(len), .. } => *len,
            Kind::Array { .. } => u64::MAX,
            Kind::Vector { count, .. } => *count,
            Kind::Record(id) => {
                let count = self.c.types.records.get(id).map_or(0, |info| info.fields.len() as u64);
                if self.c.types.goto.records[*id].kind == RecordKind::Union { count.min(1) } else { count }
            }
            _ => 0,
        };
        Level { ty, index: 0, end }
    }

    /// The type of the part that comes next. The position exists.
    fn part_type(&mut self, level: &Level) -> CType {
        match self.c.types.kind(level.ty) {
            Kind::Array { elem, .. } | Kind::Vector { elem, .. } => *elem,
            Kind::Record(id) => {
                let ty = self.c.types.records[id].fields[level.index as usize];
                self.c.types.unqualified(ty)
            }
            _ => level.ty,
        }
    }

    fn full_path(&self, levels: &[Level], path: &[Selector]) -> Vec<Selector> {
        let select = |level: &Level| match self.c.types.kind(level.ty) {
            Kind::Array { .. } => vec![Selector::Index(level.index)],
            Kind::Vector { .. } => element_path(level.index).to_vec(),
            _ => vec![Selector::Field(level.index as usize)],
        };
        path.iter().copied().chain(levels.iter().flat_map(select)).collect()
    }

    /// Initialises the next object, or for an expression that does not fit it its first part, and steps past it.
    fn place_item(&mut self, levels: &mut Vec<Level>, node: &Node<Initializer>, target: &mut Target) -> Result<()> {
        let mut checked: Option<Value> = None;
        loop {
            let Some(level) = levels.last() else { return Ok(()) };
            if level.index >= level.end {
                // An aggregate without parts: there is nothing to put the value into.
                return Ok(());
            }
            let level = level.clone();
            let ty = self.part_type(&level);
            let here = self.full_path(levels, target.path);
            if target.designated {
                self.forget_overridden(&here, target);
            }
            let e = match &node.node {
                Initializer::List(items) => {
                    self.list(ty, items, &here, target.given, node.span)?;
                    break;
                }
                Initializer::Expression(e) => e,
            };
            let aggregate = self.c.types.is_array(ty) || self.c.types.is_record(ty) || self.is_vector(ty);
            if aggregate && checked.is_none() && self.string_or_literal(ty, e, &here, target.given)?.is_some() {
                break;
            }
            if self.c.types.is_array(ty) {
                let inner = self.level(ty);
                levels.push(inner);
                continue;
            }
            let is_string = matches!(e.node, Expression::StringLiteral(_));
            if self.c.types.is_record(ty) && is_string {
                let inner = self.level(ty);
                levels.push(inner);
                continue;
            }
            let value = match checked.take() {
                Some(value) => value,
                None => self.rvalue(e)?,
            };
            let whole = self.c.types.lower(ty) == self.c.types.lower(value.ty) || self.is_vector(ty) && self.is_vector(value.ty);
            if aggregate && !whole {
                checked = Some(value);
                let inner = self.level(ty);
                levels.push(inner);
                continue;
            }
            let value = self.convert(value, ty, e.span)?.expr;
            target.given.parts.push(InitPart { path: here, value });
            break;
        }
        if let Some(level) = levels.last_mut() {
            level.index += 1;
        }
        Ok(())
    }

    /// Goes where the designators point to and initialises what is there.
    fn designated(&mut self, levels: &mut Vec<Level>, designators: &[Node<Designator>], node: &Node<Initializer>, target: &mut Target) -> Result<()> {
        let Some((designator, rest)) = designators.split_first() else { return self.place_item(levels, node, target) };
        match &designator.node {
            Designator::Member(name) => self.designate_member(levels, &name.node.name, name.span)?,
            Designator::Index(index) => {
                let index = self.designated_index(levels, index)?;
                set_index(levels, index);
            }
            Designator::Range(range) => {
                let low = self.designated_index(levels, &range.node.from)?;
                let high = self.designated_index(levels, &range.node.to)?;
                let outer = levels.clone();
                set_index(levels, low);
                self.designated_rest(levels, rest, node, target)?;
                let element = self.full_path(&outer_at(&outer, low), target.path);
                let first = target.given.parts.iter().rposition(|part| !part.path.starts_with(&element)).map_or(0, |i| i + 1);
                if low < high && !target.given.parts[first..].iter().all(|part| repeatable(&part.value)) {
                    self.repeat_parts(target, first, element.len() - 1, low + 1..=high);
                    levels[outer.len() - 1].index += high - low;
                    return Ok(());
                }
                for index in low + 1..=high {
                    *levels = outer.clone();
                    set_index(levels, index);
                    self.designated_rest(levels, rest, node, target)?;
                }
                return Ok(());
            }
        }
        self.designated_rest(levels, rest, node, target)
    }

    /// Gives further elements what the parts from `first` on give to one: each value is computed once and kept. `at` is where in
    /// the paths the element stands.
    fn repeat_parts(&mut self, target: &mut Target, first: usize, at: usize, indices: std::ops::RangeInclusive<u64>) {
        let mut kept = Vec::new();
        for part in &mut target.given.parts[first..] {
            let (ty, loc) = (part.value.ty, part.value.loc);
            let void = self.c.types.void();
            let var = self.c.new_var("", void, VarKind::Local, loc);
            self.c.vars[var].ty = ty;
            let value = std::mem::replace(&mut part.value, Expr { kind: ExprKind::Var(var), ty, loc });
            let init = Init { zero: false, parts: vec![InitPart { path: Vec::new(), value }] };
            part.value.kind = ExprKind::CompoundLiteral { var, init: Some(init) };
            kept.push((part.path.clone(), var, ty, loc));
        }
        let literals = target.given.literals.clone();
        for index in indices {
            let copies = literals.iter().filter(|literal| kept.iter().any(|(path, ..)| path.starts_with(literal) && literal.len() > at));
            let copies: Vec<Vec<Selector>> = copies.cloned().collect();
            for (path, var, ty, loc) in &kept {
                let mut path = path.clone();
                path[at] = Selector::Index(index);
                self.forget_overridden(&path, target);
                target.given.parts.push(InitPart { path, value: Expr { kind: ExprKind::Var(*var), ty: *ty, loc: *loc } });
            }
            for mut copy in copies {
                copy[at] = Selector::Index(index);
                target.given.literals.push(copy);
            }
        }
    }

    /// Takes back the parts of a target whose place gets another value, as gcc does: all parts of what is initialised again, a whole
    /// of which a part is initialised again (an expression, a literal of an automatic object), other members of the same union.
    fn forget_overridden(&mut self, here: &[Selector], target: &mut Target) {
        let (c, root, outer) = (&*self.c, target.ty, target.path.len());
        let literal = target.given.take_literal_around(here);
        target.given.literals.retain(|inner| !inner.starts_with(here));
        let overridden = |part: &InitPart| {
            if literal.as_ref().is_some_and(|literal| part.path.starts_with(literal)) {
                return true;
            }
            let mut ty = root;
            for (old, new) in part.path.iter().zip(here).skip(outer) {
                if old != new {
                    return matches!(c.types.record(ty), Some((_, RecordKind::Union)));
                }
                ty = match (*new, c.types.kind(ty)) {
                    (Selector::Field(field), Kind::Record(id)) => c.types.records[id].fields[field],
                    (_, Kind::Array { elem, .. }) => *elem,
                    _ => ty,
                };
            }
            true
        };
        let mut removed = Vec::new();
        let mut i = target.first;
        while i < target.given.parts.len() {
            if overridden(&target.given.parts[i]) { removed.push(target.given.parts.remove(i)) } else { i += 1 }
        }
        // What the elements of a range share is computed by the first that is left.
        for part in removed {
            if let ExprKind::CompoundLiteral { var, .. } = part.value.kind
                && let Some(heir) = target.given.parts.iter_mut().find(|part| matches!(part.value.kind, ExprKind::Var(id) if id == var))
            {
                heir.value = part.value;
            }
        }
    }

    fn designated_rest(&mut self, levels: &mut Vec<Level>, rest: &[Node<Designator>], node: &Node<Initializer>, target: &mut Target) -> Result<()> {
        if !rest.is_empty()
            && let Some(level) = levels.last().cloned()
        {
            let ty = self.part_type(&level);
            let inner = self.level(ty);
            levels.push(inner);
        }
        self.designated(levels, rest, node, target)
    }

    fn designated_index(&mut self, levels: &[Level], node: &Node<Expression>) -> Result<u64> {
        let value = self.constant_integer(node)?;
        let end = match levels.last() {
            Some(level) if self.c.types.is_array(level.ty) => level.end,
            _ => return self.error(node.span, "an index as designator for something that is no array"),
        };
        match u64::try_from(value) {
            Ok(index) if index < end => Ok(index),
            _ => self.error(node.span, "the designated element does not exist"),
        }
    }

    fn designate_member(&mut self, levels: &mut Vec<Level>, name: &str, span: Span) -> Result<()> {
        let Some(ty) = levels.last().map(|level| level.ty) else { return Ok(()) };
        let Some((fields, _)) = self.c.types.record(ty).and_then(|(record, _)| self.find_member(record, name)) else {
            let hint = self.c.types.record(ty).map(|(record, _)| self.member_hint(record, name)).unwrap_or_default();
            return self.error(span, format!("`{}` has no member `{name}`{hint}", self.spell(ty)));
        };
        for (i, field) in fields.into_iter().enumerate() {
            if i > 0
                && let Some(level) = levels.last().cloned()
            {
                let ty = self.part_type(&level);
                let inner = self.level(ty);
                levels.push(inner);
            }
            let is_union = levels.last().and_then(|level| self.c.types.record(level.ty)).is_some_and(|(_, kind)| kind == RecordKind::Union);
            set_index(levels, field as u64);
            if is_union && let Some(level) = levels.last_mut() {
                level.end = level.index + 1;
            }
        }
        Ok(())
    }

    /// Gives a static object the room that the initialiser of its flexible array member needs.
    pub(super) fn extend_flexible(&mut self, id: VarId, ty: CType, init: &Init) {
        let Some((record, RecordKind::Struct)) = self.c.types.record(ty) else { return };
        let mut extended = self.c.types.goto.records[record].clone();
        let Some(body) = &mut extended.body else { return };
        let last = body.fields.len().wrapping_sub(1);
        let Some(field) = body.fields.last_mut() else { return };
        let Type::Array { elem, len: None } = *self.c.types.goto.get(field.ty) else { return };
        let used = init.parts.iter().filter_map(|part| match part.path.as_slice() {
            [Selector::Field(field), Selector::Index(index), ..] if *field == last => Some(index + 1),
            _ => None,
        });
        let Some(len) = used.max() else { return };
        field.ty = self.c.types.goto.array(elem, Some(len));
        let end = field.offset + len * self.c.types.goto.size_of(elem).unwrap_or(0);
        body.size = body.size.max(end);
        extended.name = format!("{}.{}", extended.name, self.c.types.goto.records.len());
        let record = self.c.types.goto.records.push(extended);
        self.c.vars[id].ty = self.c.types.goto.intern(Type::Record(record));
    }
}

/// Goes back to the aggregate that has a next part, but not beyond the braces.
fn leave_exhausted(levels: &mut Vec<Level>) {
    while levels.len() > 1 && levels.last().is_some_and(|level| level.index >= level.end) {
        levels.pop();
        if let Some(level) = levels.last_mut() {
            level.index += 1;
        }
    }
}

/// The levels with the innermost one at an index.
fn outer_at(levels: &[Level], index: u64) -> Vec<Level> {
    let mut levels = levels.to_vec();
    set_index(&mut levels, index);
    levels
}

fn set_index(levels: &mut [Level], index: u64) {
    if let Some(level) = levels.last_mut() {
        level.index = index;
    }
}

/// Can the expression be evaluated several times with the same effect as once?
pub(super) fn repeatable(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Function(_) => true,
        ExprKind::Deref(a) | ExprKind::Field(a, _) | ExprKind::AddressOf(a) | ExprKind::Decay(a) => repeatable(a),
        ExprKind::OutOfRange(a) | ExprKind::Enumerated { value: a, .. } | ExprKind::Neg(a) | ExprKind::BitNot(a) | ExprKind::Not(a) | ExprKind::Cast(a) => {
            repeatable(a)
        }
        ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) | ExprKind::BinaryReversed(_, a, b) => repeatable(a) && repeatable(b),
        ExprKind::And(a, b) | ExprKind::Or(a, b) => repeatable(&a.expr) && repeatable(&b.expr),
        ExprKind::Conditional { cond, then, other } => repeatable(&cond.expr) && repeatable(then) && repeatable(other),
        _ => false,
    }
}
