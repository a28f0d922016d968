//! What one truth says of another: implied, contradicted, or nothing. Restrictions of one term by constants are compared as sets of values.

use super::{Term, TermId, TermPool};
use base::Bits;

/// How many conjuncts of a chain are looked at.
const CHAIN: usize = 16;

/// What the truth of one term says of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    Implies,
    Contradicts,
    None,
}

/// A set of values by one constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Restriction {
    Is(Bits),
    IsNot(Bits),
    Below { signed: bool, bound: Bits },
    AtLeast { signed: bool, bound: Bits },
}

/// The intersection of two restrictions, as far as it has a simple form.
enum Meet {
    Empty,
    First,
    Second,
    New(Restriction),
    Both,
}

/// Orders constants as the comparison reads them.
fn key(value: Bits, signed: bool) -> u128 {
    if signed { value.unsigned() ^ (1 << (value.width() - 1)) } else { value.unsigned() }
}

impl Restriction {
    fn negated(self) -> Self {
        match self {
            Restriction::Is(k) => Restriction::IsNot(k),
            Restriction::IsNot(k) => Restriction::Is(k),
            Restriction::Below { signed, bound } => Restriction::AtLeast { signed, bound },
            Restriction::AtLeast { signed, bound } => Restriction::Below { signed, bound },
        }
    }

    fn allows(self, value: Bits) -> bool {
        match self {
            Restriction::Is(k) => value == k,
            Restriction::IsNot(k) => value != k,
            Restriction::Below { signed, bound } => key(value, signed) < key(bound, signed),
            Restriction::AtLeast { signed, bound } => key(value, signed) >= key(bound, signed),
        }
    }

    fn meet(self, o: Self) -> Meet {
        use Restriction::{AtLeast, Below, Is, IsNot};
        match (self, o) {
            (Is(k), _) => {
                if o.allows(k) {
                    Meet::First
                } else {
                    Meet::Empty
                }
            }
            (_, Is(_)) => o.meet(self).swapped(),
            (IsNot(k), IsNot(l)) => {
                if k == l {
                    Meet::First
                } else {
                    Meet::Both
                }
            }
            (Below { .. } | AtLeast { .. }, IsNot(k)) if !self.allows(k) => Meet::First,
            (Below { signed, bound }, IsNot(k)) if bound == k.add(Bits::new(k.width(), 1)) => Meet::New(Below { signed, bound: k }),
            (AtLeast { signed, bound }, IsNot(k)) if bound == k => {
                let next = k.add(Bits::new(k.width(), 1));
                // Past the greatest value nothing is left.
                if key(next, signed) == 0 { Meet::Empty } else { Meet::New(AtLeast { signed, bound: next }) }
            }
            (Below { .. } | AtLeast { .. }, IsNot(_)) => Meet::Both,
            (IsNot(_), _) => o.meet(self).swapped(),
            (Below { signed, bound }, Below { signed: s, bound: b }) | (AtLeast { signed, bound }, AtLeast { signed: s, bound: b }) if signed == s => {
                let below = matches!(self, Below { .. });
                if bound == b || (key(bound, signed) < key(b, signed)) == below { Meet::First } else { Meet::Second }
            }
            (Below { signed, bound }, AtLeast { signed: s, bound: b }) if signed == s => {
                if key(b, signed) >= key(bound, signed) {
                    Meet::Empty
                } else if b.add(Bits::new(b.width(), 1)) == bound {
                    Meet::New(Is(b))
                } else {
                    Meet::Both
                }
            }
            (AtLeast { signed, .. }, Below { signed: s, .. }) if signed == s => o.meet(self).swapped(),
            _ => Meet::Both,
        }
    }
}

impl Meet {
    fn swapped(self) -> Self {
        match self {
            Meet::First => Meet::Second,
            Meet::Second => Meet::First,
            same => same,
        }
    }
}

impl TermPool {
    /// The restriction of a term by a constant that a truth is.
    fn restriction(&self, p: TermId) -> Option<(TermId, Restriction)> {
        let value = |b: TermId| self.as_const(b);
        match *self.get(p) {
            Term::Not(q) if !matches!(self.get(q), Term::Not(_)) => self.restriction(q).map(|(x, r)| (x, r.negated())),
            Term::Eq(x, b) => Some((x, Restriction::Is(value(b)?))),
            Term::Ult(x, b) => Some((x, Restriction::Below { signed: false, bound: value(b)? })),
            Term::Slt(x, b) => Some((x, Restriction::Below { signed: true, bound: value(b)? })),
            _ => None,
        }
    }

    fn restrict(&mut self, x: TermId, restriction: Restriction) -> TermId {
        match restriction {
            Restriction::Is(k) => {
                let k = self.constant(k);
                self.eq(x, k)
            }
            Restriction::Below { signed, bound } => {
                let bound = self.constant(bound);
                if signed { self.slt(x, bound) } else { self.ult(x, bound) }
            }
            Restriction::IsNot(_) | Restriction::AtLeast { .. } => {
                let not = self.restrict(x, restriction.negated());
                self.not(not)
            }
        }
    }

    /// What single truths (or words, bitwise) say of each other.
    fn simple_relation(&self, p: TermId, q: TermId) -> Relation {
        if p == q {
            return Relation::Implies;
        }
        if self.complements(p, q) {
            return Relation::Contradicts;
        }
        if let (Some((x, first)), Some((y, second))) = (self.restriction(p), self.restriction(q)) {
            if x == y {
                return match first.meet(second) {
                    Meet::Empty => Relation::Contradicts,
                    Meet::First => Relation::Implies,
                    Meet::Second | Meet::New(_) | Meet::Both => Relation::None,
                };
            }
            return Relation::None;
        }
        self.order_relation(p, q)
    }

    /// `a < b` against `b < a` and `a = b`.
    fn order_relation(&self, p: TermId, q: TermId) -> Relation {
        let (a, b, signed) = match *self.get(p) {
            Term::Ult(a, b) => (a, b, false),
            Term::Slt(a, b) => (a, b, true),
            Term::Eq(a, b) => {
                let (Term::Ult(x, y) | Term::Slt(x, y)) = *self.get(self.negated(q).unwrap_or(q)) else { return Relation::None };
                return match (x, y) == (a, b) || (y, x) == (a, b) {
                    true if self.negated(q).is_some() => Relation::Implies,
                    true => Relation::Contradicts,
                    false => Relation::None,
                };
            }
            _ => return Relation::None,
        };
        let negated = self.negated(q);
        let same = match *self.get(negated.unwrap_or(q)) {
            Term::Ult(x, y) => !signed && (y, x) == (a, b),
            Term::Slt(x, y) => signed && (y, x) == (a, b),
            Term::Eq(x, y) => (x, y) == (a, b) || (y, x) == (a, b),
            _ => false,
        };
        match (same, negated) {
            (true, Some(_)) => Relation::Implies,
            (true, None) => Relation::Contradicts,
            (false, _) => Relation::None,
        }
    }

    /// What a conjunction (bitwise, if wider) says of `q`, by the first conjuncts of its chain.
    pub(super) fn relation(&self, p: TermId, q: TermId) -> Relation {
        let mut at = p;
        let top = self.simple_relation(p, q);
        if top != Relation::None {
            return top;
        }
        for _ in 0..CHAIN {
            let Term::And(x, y) = *self.get(at) else { break };
            for conjunct in [x, y] {
                let relation = self.simple_relation(conjunct, q);
                if relation != Relation::None {
                    return relation;
                }
            }
            at = if matches!(self.get(x), Term::And(..)) { x } else { y };
        }
        Relation::None
    }

    /// The conjunction of two comparisons of the same terms, if it has a simple form.
    pub(super) fn and_facts(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if self.width(a) != 1 {
            return None;
        }
        if let (Some((x, first)), Some((y, second))) = (self.restriction(a), self.restriction(b))
            && x == y
        {
            return match first.meet(second) {
                Meet::Empty => Some(self.truth(false)),
                Meet::First => Some(a),
                Meet::Second => Some(b),
                Meet::New(restriction) => Some(self.restrict(x, restriction)),
                Meet::Both => None,
            };
        }
        // Neither below the other: equal.
        let (not_a, not_b) = (self.negated(a)?, self.negated(b)?);
        match (self.get(not_a), self.get(not_b)) {
            (Term::Ult(p, q), Term::Ult(x, y)) | (Term::Slt(p, q), Term::Slt(x, y)) if (p, q) == (y, x) => {
                let (p, q) = (*p, *q);
                Some(self.eq(p, q))
            }
            _ => None,
        }
    }
}
