//! Where pointers lead and which places are meant, by the text alone: a local variable that is a pointer leads where what is assigned to it anywhere leads.

use super::spell::{Moment, indexed, spelled};
use super::{Extent, Index};
use crate::tree::{Callee, Expr, ExprKind, Tree, VarId, VarKind};
use goto::{BinOp, Type, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Assignments to variables may lead from one to the other; so far they are followed.
const DEPTH: u32 = 4;

/// What the function does with its variables.
pub(super) struct Scope<'a> {
    pub tree: &'a Tree,
    /// All that is assigned to a variable.
    pub assigned: FxHashMap<VarId, Vec<&'a Expr>>,
    /// Variables that change other than by a value that is assigned, or whose address is taken.
    pub stepped: FxHashSet<VarId>,
}

/// A place in memory.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// In words of the head of the function.
    pub text: Option<String>,
    /// The pointer, if the place is what it leads to.
    arrow: Option<String>,
    pub whole: Extent,
    pub object: Extent,
    pub follows: Vec<String>,
    /// The pointer to the array in which the element is open.
    pub element_of: Option<String>,
    /// What the pointers that are followed lead to, and which element is meant.
    pub steps: Vec<(String, TypeId, Index, Vec<String>)>,
}

/// What a function is given, in words of the head of the function that calls it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Argument {
    pub exact: Option<String>,
    /// Without the elements that a pointer is moved on by.
    pub base: String,
    pub index: Option<Index>,
}

/// Where a pointer leads.
#[derive(Clone, Debug)]
enum Pointed {
    Text { text: String, index: Option<Index>, follows: Vec<String>, steps: Vec<(String, TypeId, Index, Vec<String>)> },
    Address { place: Place, is_array: bool, index: Option<Index> },
}

impl Scope<'_> {
    /// The places that an expression may mean, but for those that no caller sees.
    pub(super) fn places(&self, e: &Expr) -> Vec<Place> {
        self.places_within(e, DEPTH)
    }

    /// The variable keeps the value that the function begins with.
    pub(super) fn is_kept(&self, var: VarId) -> bool {
        !self.assigned.contains_key(&var) && !self.stepped.contains(&var)
    }

    fn places_within(&self, e: &Expr, depth: u32) -> Vec<Place> {
        match &e.kind {
            ExprKind::Var(var) => self.variable(*var).into_iter().collect(),
            ExprKind::Deref(pointer) => self.pointed(pointer, depth).into_iter().map(|pointed| self.followed(pointed, e.ty)).collect(),
            ExprKind::Field(record, field) => {
                let Some(body) = self.tree.types.record_body(record.ty) else { return Vec::new() };
                let name = body.fields.get(*field).map_or("", |field| field.name.as_str());
                self.places_within(record, depth).into_iter().map(|place| place.member(name)).collect()
            }
            ExprKind::Index(array, index) => {
                let index = self.index(index);
                self.places_within(array, depth).into_iter().map(|place| place.element(&index)).collect()
            }
            ExprKind::Volatile { place, .. } => self.places_within(place, depth),
            _ => Vec::new(),
        }
    }

    fn variable(&self, var: VarId) -> Option<Place> {
        let variable = &self.tree.vars[var];
        let is_global = matches!(variable.kind, VarKind::Static | VarKind::Extern) && !variable.in_block && !variable.name.is_empty();
        is_global.then(|| Place::named(&variable.name))
    }

    /// Where a pointer leads.
    fn pointed(&self, e: &Expr, depth: u32) -> Vec<Pointed> {
        if depth == 0 {
            return Vec::new();
        }
        match &e.kind {
            ExprKind::Var(var) if !matches!(self.tree.vars[*var].kind, VarKind::Static | VarKind::Extern) => self.of_variable(*var, depth),
            ExprKind::Var(_) | ExprKind::Field(..) | ExprKind::Deref(_) | ExprKind::Index(..) | ExprKind::Volatile { .. } => {
                let text = |place: Place| Some(Pointed::Text { text: place.text?, index: None, follows: place.follows, steps: place.steps });
                self.places_within(e, depth).into_iter().filter_map(text).collect()
            }
            ExprKind::AddressOf(place) => self.addresses(place, false, depth),
            ExprKind::Decay(place) => self.addresses(place, true, depth),
            ExprKind::Cast(inner) => {
                let is_same = self.size_behind(inner.ty) == self.size_behind(e.ty);
                let pointed = self.pointed(inner, depth).into_iter();
                pointed.map(|pointed| if is_same { pointed } else { pointed.moved(&Index::Open) }).collect()
            }
            ExprKind::Binary(BinOp::PtrAdd, pointer, by) | ExprKind::BinaryReversed(BinOp::PtrAdd, pointer, by) => {
                let index = self.index(by);
                self.pointed(pointer, depth).into_iter().map(|pointed| pointed.moved(&index)).collect()
            }
            ExprKind::Step { place, .. } | ExprKind::CompoundAssign { place, .. } => {
                self.pointed(place, depth).into_iter().map(|pointed| pointed.moved(&Index::Open)).collect()
            }
            ExprKind::Assign { value, .. } | ExprKind::Comma(_, value) => self.pointed(value, depth),
            ExprKind::Conditional { then, other, .. } | ExprKind::Elvis { value: then, other } => {
                let mut all = self.pointed(then, depth);
                all.extend(self.pointed(other, depth));
                all
            }
            ExprKind::Call { callee: Callee::Direct(function), args, .. } if matches!(self.tree.functions[*function].name.as_str(), "memcpy" | "memset") => {
                args.first().map_or(Vec::new(), |first| self.pointed(first, depth))
            }
            _ => Vec::new(),
        }
    }

    fn of_variable(&self, var: VarId, depth: u32) -> Vec<Pointed> {
        let variable = &self.tree.vars[var];
        let mut all = Vec::new();
        let changes = !self.is_kept(var);
        if variable.kind == VarKind::Parameter {
            let index = changes.then_some(Index::Open);
            all.push(Pointed::Text { text: variable.name.clone(), index, follows: Vec::new(), steps: Vec::new() });
        }
        let is_single = self.assigned.get(&var).is_some_and(|values| values.len() == 1) && !self.stepped.contains(&var) && variable.kind == VarKind::Local;
        for value in self.assigned.get(&var).into_iter().flatten() {
            let pointed = self.pointed(value, depth - 1).into_iter();
            all.extend(pointed.map(|pointed| if is_single { pointed } else { pointed.moved(&Index::Open) }));
        }
        all
    }

    fn addresses(&self, place: &Expr, is_array: bool, depth: u32) -> Vec<Pointed> {
        self.places_within(place, depth).into_iter().map(|place| Pointed::Address { place, is_array, index: None }).collect()
    }

    /// What the pointer leads to, of this type.
    fn followed(&self, pointed: Pointed, ty: TypeId) -> Place {
        match pointed {
            Pointed::Text { text, index, mut follows, mut steps } => {
                steps.push((text.clone(), ty, index.clone().unwrap_or(Index::Constant(0)), follows.clone()));
                follows.push(text.clone());
                let object = Extent::Object(text.clone());
                let element = index.as_ref().and_then(|index| indexed(&text, index));
                let (name, arrow) = match index {
                    None => (Some(format!("*{text}")), Some(text.clone())),
                    Some(_) => (element, None),
                };
                let whole = if index.is_none() { Extent::Place(format!("*{text}")) } else { object.clone() };
                let element_of = index.filter(|index| !matches!(index, Index::Constant(_))).map(|_| text);
                Place { text: name, arrow, whole, object, follows, element_of, steps }
            }
            Pointed::Address { place, is_array: true, index } => place.element(&index.unwrap_or(Index::Constant(0))),
            Pointed::Address { place, is_array: false, index: None } => place,
            Pointed::Address { place, .. } => Place { text: None, arrow: None, whole: place.object.clone(), ..place },
        }
    }

    /// Which element an expression means.
    fn index(&self, e: &Expr) -> Index {
        match spelled(self, e, Moment::Begin) {
            Some(text) => text.parse().map_or(Index::Named(text), Index::Constant),
            None => Index::Open,
        }
    }

    fn size_behind(&self, pointer: TypeId) -> Option<u64> {
        match self.tree.types.get(pointer) {
            Type::Pointer(target) => self.tree.types.size_of(*target),
            _ => None,
        }
    }

    /// What an argument is where the function begins; `None` for what no caller sees or nobody can name.
    pub(super) fn argument(&self, e: &Expr) -> Option<Argument> {
        let plain = |base: String| Argument { exact: Some(base.clone()), base, index: None };
        match self.pointed(e, DEPTH).into_iter().next() {
            Some(Pointed::Text { text, index: None, .. }) => Some(plain(text)),
            Some(Pointed::Text { text, index: Some(index), .. }) => {
                let exact = match &index {
                    Index::Constant(number) => Some(format!("({text} + {number})")),
                    Index::Named(name) => Some(format!("({text} + {name})")),
                    Index::Open => None,
                };
                Some(Argument { exact, base: text, index: Some(index) })
            }
            Some(Pointed::Address { place, is_array, index }) => {
                let text = place.text.map(|text| if is_array { text } else { format!("(&{text})") })?;
                Some(Argument { exact: index.is_none().then(|| text.clone()), base: text, index })
            }
            None => spelled(self, e, Moment::Begin).map(plain),
        }
    }
}

impl Place {
    fn named(name: &str) -> Self {
        let extent = Extent::Place(name.to_owned());
        let (whole, object) = (extent.clone(), extent);
        Self { text: Some(name.to_owned()), arrow: None, whole, object, follows: Vec::new(), element_of: None, steps: Vec::new() }
    }

    fn member(self, name: &str) -> Self {
        if name.is_empty() {
            return self;
        }
        let text = match (&self.arrow, &self.text) {
            (Some(pointer), _) => Some(format!("{pointer}->{name}")),
            (None, Some(text)) => Some(format!("{text}.{name}")),
            (None, None) => None,
        };
        // Behind an index that changes the whole array is meant.
        let is_fixed = self.text.is_some() && self.element_of.is_none() && matches!(self.whole, Extent::Place(_));
        let whole = text.clone().filter(|_| is_fixed).map_or(self.whole, Extent::Place);
        Self { text, arrow: None, whole, ..self }
    }

    fn element(self, index: &Index) -> Self {
        let text = self.text.as_deref().and_then(|text| indexed(text, index));
        let element_of = if matches!(index, Index::Constant(_)) { self.element_of } else { self.text };
        Self { text, arrow: None, element_of, ..self }
    }
}

impl Pointed {
    /// So many elements on.
    fn moved(self, by: &Index) -> Self {
        let sum = |index: Option<Index>| Some(if index.is_none() { by.clone() } else { Index::Open });
        match self {
            Self::Text { text, index, follows, steps } => Self::Text { text, index: sum(index), follows, steps },
            Self::Address { place, is_array, index } => Self::Address { place, is_array, index: sum(index) },
        }
    }
}
