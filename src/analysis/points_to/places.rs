//! Objects and the places in them, by number, and sets of these.

use goto::{FuncId, IdVec, InstrId, Program, RecordKind, SymbolId, Type, TypeId, define_id};
use rustc_hash::FxHashMap;

define_id!(
    /// A variable, all objects of an allocation, or the result of a function.
    ObjectId, "o");
define_id!(
    /// A place in an object, or anywhere in it.
    PlaceId, "p");

/// A step from a variable to a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Projection {
    Field(u32),
    /// Some element of an array.
    Element,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Object {
    Variable(SymbolId),
    /// What the instruction allocates: an array.
    Allocation(FuncId, InstrId),
    Result(FuncId),
    /// No object: where a pointer leads that is called.
    Function(FuncId),
}

/// `path`: `None` is somewhere in the object.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Place {
    pub(super) object: ObjectId,
    pub(super) path: Option<Vec<Projection>>,
}

/// Places may be more than this before a pointer counts as leading anywhere.
const MOST: usize = 48;

/// A set of places.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Targets {
    /// Ascending.
    list: Vec<PlaceId>,
    pub(super) anywhere: bool,
}

impl Targets {
    pub(super) fn anywhere() -> Self {
        Self { list: Vec::new(), anywhere: true }
    }

    pub(super) fn one(place: PlaceId) -> Self {
        Self { list: vec![place], anywhere: false }
    }

    pub(super) fn list(&self) -> &[PlaceId] {
        &self.list
    }

    /// The set of what becomes of each place.
    pub(super) fn map(&self, mut to: impl FnMut(PlaceId) -> PlaceId) -> Self {
        let mut found = Self { list: Vec::new(), anywhere: self.anywhere };
        for &place in &self.list {
            found.insert(to(place));
        }
        found
    }

    /// Those of the places.
    pub(super) fn filter(&self, is_meant: impl Fn(PlaceId) -> bool) -> Self {
        Self { list: self.list.iter().copied().filter(|&place| is_meant(place)).collect(), anywhere: self.anywhere }
    }

    /// Is something new?
    pub(super) fn insert(&mut self, place: PlaceId) -> bool {
        let Err(at) = self.list.binary_search(&place) else { return false };
        if self.anywhere {
            return false;
        }
        self.list.insert(at, place);
        if self.list.len() > MOST {
            *self = Self::anywhere();
        }
        true
    }

    pub(super) fn add(&mut self, other: &Self) -> bool {
        if other.anywhere {
            return !std::mem::replace(self, Self::anywhere()).anywhere;
        }
        other.list.iter().fold(false, |new, &place| self.insert(place) | new)
    }
}

/// The table of objects and places.
#[derive(Default)]
pub(super) struct Table {
    objects: IdVec<ObjectId, Object>,
    places: IdVec<PlaceId, Place>,
    by_object: FxHashMap<Object, ObjectId>,
    by_place: FxHashMap<Place, PlaceId>,
    /// What elements of allocations are accessed as.
    elements: FxHashMap<ObjectId, TypeId>,
    has_pointers: FxHashMap<TypeId, bool>,
    /// Elements were accessed for the first time.
    has_news: bool,
}

impl Table {
    pub(super) fn object(&mut self, object: Object) -> ObjectId {
        let objects = &mut self.objects;
        *self.by_object.entry(object).or_insert_with(|| objects.push(object))
    }

    /// Was there an access of a new kind since this was asked?
    pub(super) fn take_news(&mut self) -> bool {
        std::mem::take(&mut self.has_news)
    }

    pub(super) fn kind(&self, object: ObjectId) -> Object {
        self.objects[object]
    }

    pub(super) fn place(&mut self, place: Place) -> PlaceId {
        if let Some(&known) = self.by_place.get(&place) {
            return known;
        }
        let id = self.places.push(place.clone());
        self.by_place.insert(place, id);
        id
    }

    pub(super) fn get(&self, id: PlaceId) -> &Place {
        &self.places[id]
    }

    /// Where an object starts.
    pub(super) fn start(&mut self, object: Object) -> PlaceId {
        let path = if matches!(object, Object::Allocation(..)) { vec![Projection::Element] } else { Vec::new() };
        let object = self.object(object);
        self.place(Place { object, path: Some(path) })
    }

    pub(super) fn somewhere(&mut self, object: ObjectId) -> PlaceId {
        self.place(Place { object, path: None })
    }

    /// A part of a place.
    pub(super) fn part(&mut self, of: PlaceId, step: Projection) -> PlaceId {
        let Place { object, path } = self.places[of].clone();
        let path = path.map(|mut path| {
            path.push(step);
            path
        });
        self.place(Place { object, path })
    }

    fn whole(&self, program: &Program, object: ObjectId) -> Option<TypeId> {
        match self.objects[object] {
            Object::Variable(symbol) => Some(program.symbols[symbol].ty),
            Object::Allocation(..) => self.elements.get(&object).copied(),
            Object::Result(function) => match program.types.get(program.functions[function].ty) {
                Type::Function { ret, .. } => Some(*ret),
                _ => None,
            },
            Object::Function(function) => Some(program.functions[function].ty),
        }
    }

    /// The type of what is in a place, where it is known.
    pub(super) fn type_of(&self, program: &Program, place: PlaceId) -> Option<TypeId> {
        let Place { object, path } = &self.places[place];
        let path = path.as_ref()?;
        let steps = if matches!(self.objects[*object], Object::Allocation(..)) { path.get(1..)? } else { &path[..] };
        steps.iter().try_fold(self.whole(program, *object)?, |ty, &step| part_type(program, ty, step))
    }

    /// The place where something of the type is accessed, if that begins there: the place itself, or its first part that is of the type. Else somewhere in the object.
    pub(super) fn accessed_as(&mut self, program: &Program, at: PlaceId, ty: TypeId) -> PlaceId {
        let Place { object, path } = self.places[at].clone();
        let Some(path) = path else { return at };
        let is_sized = program.types.size_of(ty).is_some();
        if matches!(self.objects[object], Object::Allocation(..)) && path.len() == 1 && is_sized && !self.elements.contains_key(&object) {
            self.elements.insert(object, ty);
            self.has_news = true;
        }
        let found = self.type_of(program, at).and_then(|here| first_of_type(program, here, path, ty));
        match found {
            Some(path) => self.place(Place { object, path: Some(path) }),
            None => self.somewhere(object),
        }
    }

    /// May pointers be in the object, by its type?
    pub(super) fn has_pointers(&mut self, program: &Program, object: ObjectId) -> bool {
        let Some(ty) = self.whole(program, object) else { return false };
        if let Some(&known) = self.has_pointers.get(&ty) {
            return known;
        }
        let found = has_pointers(program, ty);
        self.has_pointers.insert(ty, found);
        found
    }
}

fn part_type(program: &Program, ty: TypeId, step: Projection) -> Option<TypeId> {
    match (program.types.get(ty), step) {
        (Type::Array { elem, .. }, Projection::Element) => Some(*elem),
        (Type::Record(_), Projection::Field(field)) => program.types.record_body(ty)?.fields.get(field as usize).map(|field| field.ty),
        _ => None,
    }
}

/// The path on to the first part that is of the type.
fn first_of_type(program: &Program, mut here: TypeId, mut path: Vec<Projection>, wanted: TypeId) -> Option<Vec<Projection>> {
    while here != wanted {
        let step = match program.types.get(here) {
            Type::Array { .. } => Projection::Element,
            Type::Record(record) if program.types.records[*record].kind == RecordKind::Struct => Projection::Field(0),
            _ => return None,
        };
        here = part_type(program, here, step)?;
        path.push(step);
    }
    Some(path)
}

fn has_pointers(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Pointer(_) => true,
        Type::Array { elem, .. } => has_pointers(program, *elem),
        // Of what is not known, anything.
        Type::Record(_) => program.types.record_body(ty).is_none_or(|body| body.fields.iter().any(|field| has_pointers(program, field.ty))),
        _ => false,
    }
}
