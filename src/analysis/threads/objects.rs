//! What pointers may hold: objects of the text, each of which may stand for many of a run, and places in them.

use goto::{FuncId, InstrId, Location, SymbolId, define_id};
use std::collections::BTreeSet;

define_id!(
    /// An object of the text of a program.
    ObjectId, "object");

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Object {
    Variable(SymbolId),
    Function(FuncId),
    /// All that an `Allocate` makes.
    Allocated(FuncId, InstrId),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Offset {
    /// So many bytes from the start.
    At(i64),
    Any,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Address {
    pub object: ObjectId,
    pub offset: Offset,
}

/// The addresses that a value may be, or may be made of. A value that is none of them points to no object.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(super) struct Values {
    addresses: BTreeSet<Address>,
    /// Or any address at all.
    pub anywhere: bool,
}

/// Places of one object that are told apart.
const MOST_OFFSETS: usize = 8;

impl Values {
    pub(super) fn anywhere() -> Self {
        Self { anywhere: true, ..Self::default() }
    }

    pub(super) fn of(object: ObjectId, offset: Offset) -> Self {
        Self { addresses: BTreeSet::from([Address { object, offset }]), anywhere: false }
    }

    pub(super) fn addresses(&self) -> impl Iterator<Item = Address> + '_ {
        self.addresses.iter().copied()
    }

    pub(super) fn len(&self) -> usize {
        self.addresses.len()
    }

    /// The only address, if it is known down to the byte.
    pub(super) fn only(&self) -> Option<(ObjectId, i64)> {
        match (self.anywhere, self.addresses.first(), self.addresses.len()) {
            (false, Some(&Address { object, offset: Offset::At(at) }), 1) => Some((object, at)),
            _ => None,
        }
    }

    /// Adds all of other values; was any new?
    pub(super) fn add(&mut self, other: &Values) -> bool {
        let mut grows = other.anywhere && !self.anywhere;
        self.anywhere |= other.anywhere;
        for &address in &other.addresses {
            grows |= self.insert(address);
        }
        grows
    }

    fn insert(&mut self, address: Address) -> bool {
        let Address { object, offset } = address;
        let any = Address { object, offset: Offset::Any };
        if self.addresses.contains(&any) || self.addresses.contains(&address) {
            return false;
        }
        let lowest = Address { object, offset: Offset::At(i64::MIN) };
        if offset == Offset::Any || self.addresses.range(lowest..any).count() >= MOST_OFFSETS {
            self.addresses.retain(|a| a.object != object);
            self.addresses.insert(any);
        } else {
            self.addresses.insert(address);
        }
        true
    }

    /// All moved by so many bytes, or by an unknown number.
    pub(super) fn moved(&self, by: Option<i64>) -> Self {
        let mut moved = Self { anywhere: self.anywhere, ..Self::default() };
        for Address { object, offset } in self.addresses() {
            let offset = match (offset, by) {
                (Offset::At(at), Some(by)) => at.checked_add(by).map_or(Offset::Any, Offset::At),
                _ => Offset::Any,
            };
            moved.insert(Address { object, offset });
        }
        moved
    }
}

/// Bytes of an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Extent {
    Bytes {
        from: i64,
        to: i64,
    },
    /// It is not known which.
    Some,
}

impl Extent {
    pub(super) fn of(offset: Offset, size: Option<u64>) -> Self {
        match (offset, size.and_then(|size| i64::try_from(size).ok())) {
            (Offset::At(from), Some(size)) => from.checked_add(size).map_or(Self::Some, |to| Self::Bytes { from, to }),
            _ => Self::Some,
        }
    }

    pub(super) fn meets(self, other: Self) -> bool {
        match (self, other) {
            (Self::Bytes { from, to }, Self::Bytes { from: start, to: end }) => from < end && start < to,
            _ => true,
        }
    }
}

/// Why nothing is proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// What stands here is not understood.
    NotUnderstood(&'static str, Location),
    /// These accesses may race, as far as is known.
    MayRace(Location, Location),
    /// Here a thread may wait for ever, as far as is known.
    MayWait(Location),
    /// There is too much to look at.
    TooLarge,
}
