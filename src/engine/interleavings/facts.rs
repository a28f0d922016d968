//! What is known of which thread accesses what, learned from all steps so far: which places are shared, so that other threads may run before an access to them, and what
//! a thread may access from some place of its code on. Facts only grow. What rests on them holds of the steps that were seen, so who relies on them looks whether they
//! have grown.

use goto::interp::threads::Place;
use rustc_hash::{FxHashMap, FxHashSet};

/// Who has accessed a place while there were several threads.
#[derive(Clone, Copy)]
struct Users {
    first: u64,
    are_several: bool,
    is_written: bool,
}

/// Where a thread is in its code, with its calls.
pub(crate) type Control = u64;

/// Places by their numbers, one bit each.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PlaceSet(Vec<u64>);

impl PlaceSet {
    fn insert(&mut self, n: usize) {
        if self.0.len() <= n / 64 {
            self.0.resize(n / 64 + 1, 0);
        }
        self.0[n / 64] |= 1 << (n % 64);
    }

    /// Adds all of another set; was any new?
    fn add(&mut self, other: &PlaceSet) -> bool {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        let mut grows = false;
        for (own, &more) in self.0.iter_mut().zip(&other.0) {
            grows |= more & !*own != 0;
            *own |= more;
        }
        grows
    }

    fn meets(&self, other: &PlaceSet) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }
}

/// What is accessed. Only of places that are shared.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Footprint {
    reads: PlaceSet,
    writes: PlaceSet,
    /// All there is.
    everything: bool,
}

impl Footprint {
    fn add(&mut self, other: &Footprint) -> bool {
        let reads = self.reads.add(&other.reads);
        let writes = self.writes.add(&other.writes);
        let everything = other.everything && !self.everything;
        self.everything |= other.everything;
        reads || writes || everything
    }

    /// May it matter which comes first?
    pub(super) fn conflicts(&self, other: &Footprint) -> bool {
        self.everything || other.everything || self.writes.meets(&other.writes) || self.writes.meets(&other.reads) || self.reads.meets(&other.writes)
    }
}

#[derive(Default)]
struct Point {
    /// What the next step may access.
    own: Footprint,
    next: FxHashSet<Control>,
}

/// All facts of one program.
#[derive(Default)]
pub(crate) struct Facts {
    users: FxHashMap<Place, Users>,
    shared: FxHashSet<Place>,
    numbers: FxHashMap<Place, usize>,
    points: FxHashMap<Control, Point>,
    futures: FxHashMap<Control, Footprint>,
}

impl Facts {
    /// The places before whose accesses steps end.
    pub(super) fn shared(&self) -> &FxHashSet<Place> {
        &self.shared
    }

    /// Learns of accesses by a thread. Places that turn out to be shared do not count as such before [`share`](Self::share).
    pub(super) fn note_users(&mut self, identity: u64, places: &[(Place, bool)]) {
        for &(place, is_write) in places {
            let users = self.users.entry(place).or_insert(Users { first: identity, are_several: false, is_written: false });
            users.are_several |= users.first != identity;
            users.is_written |= is_write;
        }
    }

    /// Places that several threads access, of which one writes, are shared from now on. Are there new ones?
    pub(super) fn share(&mut self) -> bool {
        let before = self.shared.len();
        let shared = self.users.iter().filter(|(_, users)| users.are_several && users.is_written).map(|(&place, _)| place);
        self.shared.extend(shared);
        let grows = self.shared.len() > before;
        if grows {
            // What was accessed at other places must be learned again.
            let mut places: Vec<Place> = self.shared.iter().copied().collect();
            places.sort_unstable();
            self.numbers = places.into_iter().enumerate().map(|(n, place)| (place, n)).collect();
            self.points.clear();
            self.futures.clear();
        }
        grows
    }

    /// Do these accesses show that more is shared than known?
    pub(super) fn sees_more_shared(&self, places: &[(Place, bool)]) -> bool {
        places.iter().any(|(place, _)| !self.shared.contains(place) && self.users.get(place).is_some_and(|users| users.are_several && users.is_written))
    }

    /// What a step accessed.
    pub(super) fn footprint(&self, places: &[(Place, bool)], everything: bool) -> Footprint {
        let mut footprint = Footprint { everything, ..Footprint::default() };
        for (place, is_write) in places {
            if let Some(&number) = self.numbers.get(place) {
                let set = if *is_write { &mut footprint.writes } else { &mut footprint.reads };
                set.insert(number);
            }
        }
        footprint
    }

    /// Learns that the step at a point accesses this, and that the thread, or one that it begins, goes on at other points.
    pub(super) fn note_step(&mut self, from: Control, footprint: &Footprint, next: impl Iterator<Item = Control>) {
        let point = self.points.entry(from).or_default();
        point.own.add(footprint);
        point.next.extend(next.filter(|&control| control != 0));
    }

    /// Works out again what threads may access from each point on.
    pub(super) fn look_ahead(&mut self) {
        self.futures = self.points.iter().map(|(&control, point)| (control, point.own.clone())).collect();
        let mut before: FxHashMap<Control, Vec<Control>> = FxHashMap::default();
        for (&control, point) in &self.points {
            point.next.iter().for_each(|&next| before.entry(next).or_default().push(control));
        }
        let mut todo: Vec<Control> = self.points.keys().copied().collect();
        while let Some(control) = todo.pop() {
            let Some(future) = self.futures.get(&control).cloned() else { continue };
            for &earlier in before.get(&control).into_iter().flatten() {
                if self.futures.entry(earlier).or_default().add(&future) {
                    todo.push(earlier);
                }
            }
        }
    }

    /// What a thread may access from a point on, as far as that was known at the last [`look_ahead`](Self::look_ahead).
    pub(super) fn future(&self, control: Control) -> Option<&Footprint> {
        self.futures.get(&control)
    }
}
