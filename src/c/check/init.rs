//! Initialisers, flattened: elided braces, designators and strings become pairs of a path and a value.

use super::convert::Value;
use super::literal::Text;
use super::types::{CType, IntKind, Kind, Len};
use super::{Result, Unit};
use crate::c::tree::{Expr, ExprKind, Init, InitPart, Selector, VarId};
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

impl Unit<'_> {
    /// Returns the type as well: an array without length gets that of its initialiser.
    pub fn initializer(&mut self, ty: CType, node: &Node<Initializer>) -> Result<(Init, CType)> {
        let e = match &node.node {
            Initializer::List(items) => return self.initializer_list(ty, items, node.span),
            Initializer::Expression(e) => e,
        };
        let mut parts = Vec::new();
        if let Some(ty) = self.string_or_literal(ty, e, &[], &mut parts)? {
            return Ok((Init { zero: true, parts }, ty));
        }
        if self.c.types.is_array(ty) {
            return self.error(node.span, "an array is initialised by a list or a string");
        }
        let value = self.rvalue(e)?;
        let value = self.convert(value, ty, node.span)?.expr;
        Ok((Init { zero: false, parts: vec![InitPart { path: Vec::new(), value }] }, ty))
    }

    pub fn initializer_list(&mut self, ty: CType, items: &[Node<InitializerListItem>], span: Span) -> Result<(Init, CType)> {
        let mut parts = Vec::new();
        let ty = self.list(ty, items, &[], &mut parts, span)?;
        let zero = parts.is_empty() || !self.c.types.is_scalar(ty);
        Ok((Init { zero, parts }, ty))
    }

    /// An array initialised by a string, or an aggregate by a compound literal of its type, which is as good as the literal's list.
    fn string_or_literal(&mut self, ty: CType, e: &Node<Expression>, path: &[Selector], parts: &mut Vec<InitPart>) -> Result<Option<CType>> {
        match &e.node {
            Expression::StringLiteral(pieces) => {
                let text = self.text(pieces)?;
                let Some(elem) = self.takes_string(ty, &text) else { return Ok(None) };
                let Kind::Array { len, .. } = *self.c.types.kind(ty) else { return Ok(None) };
                let own = text.units.len() as u64 + 1;
                let len = if let Len::Fixed(len) = len { len } else { own };
                parts.extend(self.string_parts(&text, elem, len, path));
                Ok(Some(self.c.types.array(elem, Len::Fixed(len))))
            }
            Expression::CompoundLiteral(literal) if self.c.types.is_array(ty) || self.c.types.is_record(ty) => {
                let own = self.type_name(&literal.node.type_name)?;
                let same = match (self.c.types.elem(ty), self.c.types.elem(own)) {
                    (Some(a), Some(b)) => self.c.types.lower(a) == self.c.types.lower(b),
                    _ => self.c.types.lower(ty) == self.c.types.lower(own),
                };
                if !same {
                    return Ok(None);
                }
                let own = self.list(own, &literal.node.initializer_list, path, parts, e.span)?;
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
    fn list(&mut self, ty: CType, items: &[Node<InitializerListItem>], path: &[Selector], parts: &mut Vec<InitPart>, span: Span) -> Result<CType> {
        if let [item] = items
            && item.node.designation.is_empty()
            && self.c.types.is_array(ty)
            && let Initializer::Expression(e) = &item.node.initializer.node
            && matches!(e.node, Expression::StringLiteral(_))
            && let Some(ty) = self.string_or_literal(ty, e, path, parts)?
        {
            return Ok(ty);
        }
        if self.c.types.is_scalar(ty) {
            if let Some(item) = items.first() {
                self.scalar_item(ty, item, path, parts)?;
            }
            return Ok(ty);
        }
        if !(self.c.types.is_array(ty) || self.c.types.is_record(ty) && self.c.types.is_complete(ty)) {
            return self.error(span, format!("a list cannot initialise a value of type `{}`", self.spell(ty)));
        }
        let mut levels = vec![self.level(ty)];
        let mut len = 0;
        for item in items {
            if !item.node.designation.is_empty() {
                levels.truncate(1);
                self.designated(&mut levels, &item.node.designation, &item.node.initializer, path, parts)?;
            } else {
                leave_exhausted(&mut levels);
                if levels[0].index >= levels[0].end {
                    // More values than objects: gcc warns and leaves them out.
                    continue;
                }
                self.place_item(&mut levels, &item.node.initializer, path, parts)?;
            }
            // `levels` is never empty. What is not left yet is in use.
            len = len.max(levels[0].index + u64::from(levels.len() > 1));
        }
        Ok(match *self.c.types.kind(ty) {
            Kind::Array { elem, len: Len::Unknown } => self.c.types.array(elem, Len::Fixed(len)),
            _ => ty,
        })
    }

    fn scalar_item(&mut self, ty: CType, item: &Node<InitializerListItem>, path: &[Selector], parts: &mut Vec<InitPart>) -> Result<()> {
        if !item.node.designation.is_empty() {
            return self.error(item.span, "a designator for a value that has no parts");
        }
        match &item.node.initializer.node {
            Initializer::List(items) => self.list(ty, items, path, parts, item.span).map(drop),
            Initializer::Expression(e) => {
                let value = self.rvalue(e)?;
                let value = self.convert(value, ty, e.span)?.expr;
                parts.push(InitPart { path: path.to_vec(), value });
                Ok(())
            }
        }
    }

    fn level(&self, ty: CType) -> Level {
        let end = match self.c.types.kind(ty) {
            Kind::Array { len: Len::Fixed(len), .. } => *len,
            Kind::Array { .. } => u64::MAX,
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
            Kind::Array { elem, .. } => *elem,
            Kind::Record(id) => {
                let ty = self.c.types.records[id].fields[level.index as usize];
                self.c.types.unqualified(ty)
            }
            _ => level.ty,
        }
    }

    fn full_path(&self, levels: &[Level], path: &[Selector]) -> Vec<Selector> {
        let select = |level: &Level| if self.c.types.is_array(level.ty) { Selector::Index(level.index) } else { Selector::Field(level.index as usize) };
        path.iter().copied().chain(levels.iter().map(select)).collect()
    }

    /// Initialises the next object, or for an expression that does not fit it its first part, and steps past it.
    fn place_item(&mut self, levels: &mut Vec<Level>, node: &Node<Initializer>, path: &[Selector], parts: &mut Vec<InitPart>) -> Result<()> {
        let mut checked: Option<Value> = None;
        loop {
            let Some(level) = levels.last() else { return Ok(()) };
            if level.index >= level.end {
                // An aggregate without parts: there is nothing to put the value into.
                return Ok(());
            }
            let level = level.clone();
            let ty = self.part_type(&level);
            let here = self.full_path(levels, path);
            let e = match &node.node {
                Initializer::List(items) => {
                    self.list(ty, items, &here, parts, node.span)?;
                    break;
                }
                Initializer::Expression(e) => e,
            };
            let aggregate = self.c.types.is_array(ty) || self.c.types.is_record(ty);
            if aggregate && checked.is_none() && self.string_or_literal(ty, e, &here, parts)?.is_some() {
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
            if self.c.types.is_record(ty) && self.c.types.lower(ty) != self.c.types.lower(value.ty) {
                checked = Some(value);
                let inner = self.level(ty);
                levels.push(inner);
                continue;
            }
            let value = self.convert(value, ty, e.span)?.expr;
            parts.push(InitPart { path: here, value });
            break;
        }
        if let Some(level) = levels.last_mut() {
            level.index += 1;
        }
        Ok(())
    }

    /// Goes where the designators point to and initialises what is there.
    fn designated(
        &mut self,
        levels: &mut Vec<Level>,
        designators: &[Node<Designator>],
        node: &Node<Initializer>,
        path: &[Selector],
        parts: &mut Vec<InitPart>,
    ) -> Result<()> {
        let Some((designator, rest)) = designators.split_first() else { return self.place_item(levels, node, path, parts) };
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
                for index in low..=high {
                    *levels = outer.clone();
                    set_index(levels, index);
                    let before = parts.len();
                    self.designated_rest(levels, rest, node, path, parts)?;
                    if low < high && !parts[before..].iter().all(|part| repeatable(&part.value)) {
                        return self.unsupported(node.span, "a range initialised by an expression with side effects is not supported");
                    }
                }
                return Ok(());
            }
        }
        self.designated_rest(levels, rest, node, path, parts)
    }

    fn designated_rest(
        &mut self,
        levels: &mut Vec<Level>,
        rest: &[Node<Designator>],
        node: &Node<Initializer>,
        path: &[Selector],
        parts: &mut Vec<InitPart>,
    ) -> Result<()> {
        if !rest.is_empty()
            && let Some(level) = levels.last().cloned()
        {
            let ty = self.part_type(&level);
            let inner = self.level(ty);
            levels.push(inner);
        }
        self.designated(levels, rest, node, path, parts)
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
            return self.error(span, format!("`{}` has no member `{name}`", self.spell(ty)));
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
    pub fn extend_flexible(&mut self, id: VarId, ty: CType, init: &Init) {
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
        body.size = body.size.max(end.next_multiple_of(body.align));
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

fn set_index(levels: &mut [Level], index: u64) {
    if let Some(level) = levels.last_mut() {
        level.index = index;
    }
}

/// Can the expression be evaluated several times with the same effect as once?
fn repeatable(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Const(_) | ExprKind::Var(_) | ExprKind::Function(_) => true,
        ExprKind::Deref(a) | ExprKind::Field(a, _) | ExprKind::AddressOf(a) | ExprKind::Decay(a) => repeatable(a),
        ExprKind::Neg(a) | ExprKind::BitNot(a) | ExprKind::Not(a) | ExprKind::Cast(a) => repeatable(a),
        ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) | ExprKind::BinaryReversed(_, a, b) => repeatable(a) && repeatable(b),
        ExprKind::And(a, b) | ExprKind::Or(a, b) => repeatable(a) && repeatable(b),
        ExprKind::Conditional { cond, then, other } => repeatable(&cond.expr) && repeatable(then) && repeatable(other),
        _ => false,
    }
}
