//! Records of different translation units that are one type: what a header declares in each of them. Two records are the same if
//! they agree in tag, layout and, recursively, the types of their members.

use super::Checker;
use super::scope::Global;
use goto::{Field, Record, RecordId, Type, TypeId, TypeTable};
use rustc_hash::FxHashMap;

/// Which types of the table stand for others.
#[derive(Debug, Default)]
pub(super) struct Unified {
    /// Towards the record that stays.
    same: FxHashMap<RecordId, RecordId>,
    types: FxHashMap<TypeId, TypeId>,
}

/// Finds the records that are the same and lets the members of those that stay refer to those that stay.
pub(super) fn unify(checker: &mut Checker) -> Unified {
    let mut unified = Unified::default();
    if checker.units < 2 {
        return unified;
    }
    let declared = std::mem::take(&mut checker.declared);
    for (global, ty) in declared {
        let declared = checker.types.lower(ty);
        let actual = match global {
            Global::Var(id) => checker.vars[id].ty,
            Global::Function(id) => checker.functions[id].ty,
        };
        unified.assume_equal(&checker.types.goto, actual, declared);
    }
    unified.match_tags(&checker.types.goto);
    if !unified.same.is_empty() {
        for id in checker.types.goto.records.ids() {
            let Some(body) = &checker.types.goto.records[id].body else { continue };
            let types: Vec<_> = body.fields.iter().map(|field| field.ty).collect();
            let types: Vec<_> = types.into_iter().map(|ty| unified.resolve(&mut checker.types.goto, ty)).collect();
            if let Some(body) = &mut checker.types.goto.records[id].body {
                body.fields.iter_mut().zip(types).for_each(|(field, ty)| field.ty = ty);
            }
        }
    }
    unified
}

impl Unified {
    pub(super) fn is_trivial(&self) -> bool {
        self.same.is_empty()
    }

    fn find(&self, mut id: RecordId) -> RecordId {
        while let Some(&next) = self.same.get(&id) {
            id = next;
        }
        id
    }

    /// The type with records replaced by those they are the same as.
    pub(super) fn resolve(&mut self, types: &mut TypeTable, ty: TypeId) -> TypeId {
        if self.same.is_empty() {
            return ty;
        }
        if let Some(&resolved) = self.types.get(&ty) {
            return resolved;
        }
        let resolved = match types.get(ty).clone() {
            Type::Pointer(to) => Type::Pointer(self.resolve(types, to)),
            Type::Array { elem, len } => Type::Array { elem: self.resolve(types, elem), len },
            Type::Record(id) => Type::Record(self.find(id)),
            Type::Function { ret, params, variadic } => {
                let ret = self.resolve(types, ret);
                Type::Function { ret, params: params.into_iter().map(|ty| self.resolve(types, ty)).collect(), variadic }
            }
            other => other,
        };
        let resolved = types.intern(resolved);
        self.types.insert(ty, resolved);
        resolved
    }

    /// Records with one tag, in the order of their declaration.
    fn match_tags(&mut self, types: &TypeTable) {
        let mut by_tag: FxHashMap<(&str, bool), Vec<RecordId>> = FxHashMap::default();
        for (id, record) in types.records.iter().filter(|(_, record)| !record.name.contains('.')) {
            by_tag.entry((record.name.as_str(), record.kind == goto::RecordKind::Struct)).or_default().push(id);
        }
        let mut groups: Vec<_> = by_tag.into_values().filter(|group| group.len() > 1).collect();
        groups.sort_unstable();
        for group in groups {
            let mut kept: Vec<RecordId> = Vec::new();
            let (complete, incomplete): (Vec<_>, Vec<_>) = group.into_iter().partition(|&id| types.records[id].body.is_some());
            for id in complete {
                if !kept.iter().any(|&other| self.assume_same(types, other, id)) {
                    kept.push(id);
                }
            }
            // An incomplete type is the complete one of another unit, if there is no doubt which.
            let target = match kept.as_slice() {
                [only] => Some(*only),
                [] => incomplete.first().copied(),
                _ => None,
            };
            for id in incomplete {
                if let Some(target) = target
                    && self.find(id) != self.find(target)
                {
                    let (from, to) = (self.find(id), self.find(target));
                    self.same.insert(from, to);
                }
            }
        }
    }

    fn assume_equal(&mut self, types: &TypeTable, a: TypeId, b: TypeId) -> bool {
        let mut assumed = Vec::new();
        let equal = self.equal(types, a, b, &mut assumed);
        self.keep(equal, assumed)
    }

    fn assume_same(&mut self, types: &TypeTable, a: RecordId, b: RecordId) -> bool {
        let mut assumed = Vec::new();
        let same = self.equal_records(types, a, b, &mut assumed);
        self.keep(same, assumed)
    }

    fn keep(&mut self, equal: bool, assumed: Vec<(RecordId, RecordId)>) -> bool {
        if equal {
            for (a, b) in assumed {
                let (a, b) = (self.find(a), self.find(b));
                if a != b {
                    // The first declaration stays.
                    self.same.insert(a.max(b), a.min(b));
                }
            }
        }
        equal
    }

    /// Are the types equal, if the assumed pairs of records are?
    fn equal(&self, types: &TypeTable, a: TypeId, b: TypeId, assumed: &mut Vec<(RecordId, RecordId)>) -> bool {
        if a == b {
            return true;
        }
        match (types.get(a), types.get(b)) {
            (Type::Pointer(a), Type::Pointer(b)) => self.equal(types, *a, *b, assumed),
            (Type::Array { elem: a, len: m }, Type::Array { elem: b, len: n }) => (m == n || m.is_none() || n.is_none()) && self.equal(types, *a, *b, assumed),
            (Type::Record(a), Type::Record(b)) => self.equal_records(types, *a, *b, assumed),
            (Type::Function { ret: r, params: p, variadic: v }, Type::Function { ret: s, params: q, variadic: w }) => {
                let open = p.is_empty() && *v || q.is_empty() && *w;
                let params = open || p.len() == q.len() && v == w && p.iter().zip(q).all(|(&a, &b)| self.equal(types, a, b, assumed));
                params && self.equal(types, *r, *s, assumed)
            }
            _ => false,
        }
    }

    fn equal_records(&self, types: &TypeTable, a: RecordId, b: RecordId, assumed: &mut Vec<(RecordId, RecordId)>) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a == b || assumed.contains(&(a, b)) {
            return true;
        }
        let (x, y) = (&types.records[a], &types.records[b]);
        if !same_name(x, y) || x.kind != y.kind {
            return false;
        }
        let (Some(p), Some(q)) = (&x.body, &y.body) else {
            // Of an incomplete type the tag is all that is known; [`Unified::match_tags`] decides.
            return true;
        };
        if (p.size, p.align, p.fields.len()) != (q.size, q.align, q.fields.len()) {
            return false;
        }
        assumed.push((a, b));
        let same = |f: &Field, g: &Field| f.name == g.name && f.offset == g.offset && f.bits == g.bits;
        p.fields.iter().zip(&q.fields).all(|(f, g)| same(f, g) && self.equal(types, f.ty, g.ty, assumed))
    }
}

/// Made-up names contain a dot and say nothing.
fn same_name(a: &Record, b: &Record) -> bool {
    a.name == b.name || a.name.contains('.') && b.name.contains('.')
}
