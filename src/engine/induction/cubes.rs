//! Sets of states at a head of a loop as conjunctions of bounds on the coordinates of its control vector, as terms and as expressions.

use analysis::invariants::ControlVector;
use goto::{BinOp, Bits, ExprId, Program};
use symex::{Arrival, Met};
use term::{TermId, TermPool};

/// A bound on a coordinate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Atom {
    pub coordinate: usize,
    pub side: Side,
    pub value: Bits,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Side {
    AtLeast,
    AtMost,
}

/// All of these. Without any: every state.
pub(super) type Cube = Vec<Atom>;

/// A head of which states are spoken of.
pub(super) struct CubeHead<'r> {
    pub vector: &'r ControlVector,
    pub met: &'r Met,
    /// For each coordinate: is it signed? `None` if it is not used, since it cannot be told everywhere.
    signed: Vec<Option<bool>>,
}

impl<'r> CubeHead<'r> {
    /// With the first so many coordinates. `None` where the head is not met in a state that stands for all.
    pub(super) fn new(program: &Program, vector: &'r ControlVector, met: &'r Met, most: usize) -> Option<Self> {
        let can_tell = |i: usize| met.made_up.iter().chain(&met.arrivals).all(|arrival| arrival.values[i].is_some());
        let is_signed = |(i, &e): (usize, &ExprId)| (i < most && can_tell(i)).then(|| program.types.is_signed(program.exprs.ty(e)));
        let signed = vector.coordinates.iter().enumerate().map(is_signed).collect();
        (!met.made_up.is_empty()).then_some(Self { vector, met, signed })
    }

    /// The coordinates that are used, with their values there.
    pub(super) fn values(&self, arrival: &Arrival) -> impl Iterator<Item = (usize, TermId)> {
        self.signed.iter().zip(&arrival.values).enumerate().filter_map(|(i, (signed, value))| signed.and(*value).map(|value| (i, value)))
    }

    /// The bounds that say that a coordinate has this value, but for those that every value keeps.
    pub(super) fn equal(&self, coordinate: usize, value: Bits) -> impl Iterator<Item = Atom> {
        let signed = self.signed[coordinate].unwrap_or(false);
        let (least, greatest) = extremes(value.width(), signed);
        let low = (value != least).then_some(Atom { coordinate, side: Side::AtLeast, value });
        let high = (value != greatest).then_some(Atom { coordinate, side: Side::AtMost, value });
        low.into_iter().chain(high)
    }

    /// The bound holds of the values there.
    pub(super) fn holds(&self, pool: &mut TermPool, atom: Atom, arrival: &Arrival) -> TermId {
        // Only coordinates that can be told everywhere are in atoms.
        let Some(term) = arrival.values[atom.coordinate] else { return pool.truth(true) };
        let value = pool.constant(atom.value);
        let (a, b) = match atom.side {
            Side::AtLeast => (value, term),
            Side::AtMost => (term, value),
        };
        if self.signed[atom.coordinate] == Some(true) { pool.sle(a, b) } else { pool.ule(a, b) }
    }

    /// The values there are in the cube.
    pub(super) fn is_in(&self, pool: &mut TermPool, cube: &[Atom], arrival: &Arrival) -> TermId {
        let all: Vec<TermId> = cube.iter().map(|&atom| self.holds(pool, atom, arrival)).collect();
        pool.and_all(&all)
    }

    /// The states that stand for all arrivals are outside of the cube.
    pub(super) fn excluded(&self, pool: &mut TermPool, cube: &[Atom]) -> Vec<TermId> {
        let outside = |arrival: &Arrival| {
            let is_in = self.is_in(pool, cube, arrival);
            let outside = pool.not(is_in);
            pool.implies(arrival.condition, outside)
        };
        self.met.made_up.iter().map(outside).collect()
    }

    /// The arrivals that are in the cube.
    pub(super) fn met_in(&self, pool: &mut TermPool, cube: &[Atom]) -> Vec<TermId> {
        let inside = |arrival: &Arrival| {
            let is_in = self.is_in(pool, cube, arrival);
            pool.and(arrival.condition, is_in)
        };
        self.met.arrivals.iter().map(inside).collect()
    }

    /// Is every state of the one cube in the other?
    pub(super) fn is_within(&self, inner: &[Atom], outer: &[Atom]) -> bool {
        let implies = |a: &Atom, b: &Atom| {
            let signed = self.signed[a.coordinate] == Some(true);
            let less = |a: Bits, b: Bits| if signed { a.slt(b) } else { a.ult(b) };
            (a.coordinate, a.side) == (b.coordinate, b.side)
                && match a.side {
                    Side::AtLeast => !less(a.value, b.value),
                    Side::AtMost => !less(b.value, a.value),
                }
        };
        outer.iter().all(|b| inner.iter().any(|a| implies(a, b)))
    }

    /// The constants to which the bound could be moved so that it excludes less, the last ones next to it.
    pub(super) fn weaker(&self, atom: Atom, constants: &[i128]) -> Vec<Bits> {
        let signed = self.signed[atom.coordinate] == Some(true);
        let (least, greatest) = extremes(atom.value.width(), signed);
        let (least, own, greatest) = (least.to_i128(signed), atom.value.to_i128(signed), greatest.to_i128(signed));
        let of = |range: &mut dyn Iterator<Item = i128>| range.map(|value| Bits::from_signed(atom.value.width(), value)).collect();
        match atom.side {
            // What the extremes say is nothing.
            Side::AtLeast => of(&mut constants.iter().copied().filter(|&c| least < c && c < own)),
            Side::AtMost => of(&mut constants.iter().rev().copied().filter(|&c| own < c && c < greatest)),
        }
    }

    /// A value between two others; `None` if there is none.
    pub(super) fn between(&self, coordinate: usize, a: Bits, b: Bits) -> Option<Bits> {
        let width = a.width();
        let signed = self.signed[coordinate] == Some(true);
        let (a, b) = (a.to_i128(signed), b.to_i128(signed));
        ((a - b).abs() > 1).then(|| (a + b).div_euclid(2)).map(|middle| Bits::from_signed(width, middle))
    }

    /// That a state is not in the cube, as an expression.
    pub(super) fn outside(&self, program: &mut Program, cube: &[Atom]) -> ExprId {
        let is_in = cube.iter().fold(None, |all: Option<ExprId>, atom| {
            let place = self.vector.coordinates[atom.coordinate];
            let ty = program.exprs.ty(place);
            let signed = program.types.is_signed(ty);
            let mut build = program.build();
            let value = build.constant(ty, atom.value.to_i128(signed));
            let (a, b) = match atom.side {
                Side::AtLeast => (value, place),
                Side::AtMost => (place, value),
            };
            let holds = build.binary(BinOp::Le, a, b);
            Some(all.map_or(holds, |all| build.binary(BinOp::And, all, holds)))
        });
        let mut build = program.build();
        match is_in {
            Some(is_in) => build.not(is_in),
            None => build.truth(false),
        }
    }
}

/// The least and the greatest value of a type.
fn extremes(width: u16, signed: bool) -> (Bits, Bits) {
    let least = if signed { Bits::new(width, 1 << (width - 1)) } else { Bits::zero(width) };
    (least, least.not())
}
