//! Formulas in negation normal form, simplified when they are built. Equal formulas compare equal after the same simplifications.

use super::formula::{AtomId, Formula};
use std::sync::Arc;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Normal {
    True,
    False,
    Literal { atom: AtomId, holds: bool },
    And(Arc<Normal>, Arc<Normal>),
    Or(Arc<Normal>, Arc<Normal>),
    Next(Arc<Normal>),
    Until(Arc<Normal>, Arc<Normal>),
    Release(Arc<Normal>, Arc<Normal>),
}

use Normal::{And, False, Literal, Next, Or, Release, True, Until};

impl From<&Formula> for Normal {
    fn from(formula: &Formula) -> Self {
        Normal::of(formula, true)
    }
}

impl Normal {
    /// The formula, or its negation.
    fn of(formula: &Formula, holds: bool) -> Self {
        let sides = |a, b| (Normal::of(a, holds), Normal::of(b, holds));
        match formula {
            Formula::Truth(b) => {
                if *b == holds {
                    True
                } else {
                    False
                }
            }
            Formula::Atom(atom) => Literal { atom: *atom, holds },
            Formula::Not(a) => Normal::of(a, !holds),
            Formula::Next(a) => Normal::of(a, holds).next(),
            Formula::And(a, b) | Formula::Or(a, b) => {
                let (a, b) = sides(a, b);
                if matches!(formula, Formula::And(..)) == holds { a.and(b) } else { a.or(b) }
            }
            Formula::Until(a, b) | Formula::Release(a, b) => {
                let (a, b) = sides(a, b);
                if matches!(formula, Formula::Until(..)) == holds { a.until(b) } else { a.release(b) }
            }
        }
    }

    fn as_finally(&self) -> Option<&Normal> {
        if let Until(a, b) = self
            && **a == True
        {
            return Some(b);
        }
        None
    }

    fn as_globally(&self) -> Option<&Normal> {
        if let Release(a, b) = self
            && **a == False
        {
            return Some(b);
        }
        None
    }

    /// Is its value the same at all times of a word?
    fn is_timeless(&self) -> bool {
        match self {
            True | False => true,
            Literal { .. } => false,
            And(a, b) | Or(a, b) => a.is_timeless() && b.is_timeless(),
            Next(a) => a.is_timeless(),
            Until(_, b) => b.is_timeless() || self.as_finally().is_some_and(|f| f.as_globally().is_some()),
            Release(_, b) => b.is_timeless() || self.as_globally().is_some_and(|f| f.as_finally().is_some()),
        }
    }

    /// Whatever this holds of, the other one does. `false` says nothing.
    fn implies(&self, other: &Normal) -> bool {
        self == other
            || match (self, other) {
                (False, _) | (_, True) => true,
                (_, And(a, b)) => self.implies(a) && self.implies(b),
                (Or(a, b), _) => a.implies(other) && b.implies(other),
                (Until(a, b), Until(c, d)) if a.implies(c) && b.implies(d) => true,
                (Release(a, b), Release(c, d)) if a.implies(c) && b.implies(d) => true,
                (And(a, b), _) if a.implies(other) || b.implies(other) => true,
                (_, Or(a, b)) if self.implies(a) || self.implies(b) => true,
                (_, Until(_, b)) if self.implies(b) => true,
                (Release(_, b), _) if b.implies(other) => true,
                (Next(a), Next(b)) => a.implies(b),
                _ => false,
            }
    }

    pub fn and(self, other: Self) -> Self {
        match (&self, &other) {
            (Literal { atom: a, holds: x }, Literal { atom: b, holds: y }) if a == b && x != y => return False,
            (Next(a), Next(b)) => return (**a).clone().and((**b).clone()).next(),
            (Release(a, b), Release(c, d)) if a == c => return (**a).clone().release((**b).clone().and((**d).clone())),
            (Until(a, b), Until(c, d)) if b == d => return (**a).clone().and((**c).clone()).until((**b).clone()),
            _ => {}
        }
        if let (Some(a), Some(b)) = (self.as_finally().and_then(Self::as_globally), other.as_finally().and_then(Self::as_globally)) {
            return a.clone().and(b.clone()).globally().finally();
        }
        if self.implies(&other) {
            return self;
        }
        if other.implies(&self) {
            return other;
        }
        let (a, b) = if self <= other { (self, other) } else { (other, self) };
        And(Arc::new(a), Arc::new(b))
    }

    pub fn or(self, other: Self) -> Self {
        match (&self, &other) {
            (Literal { atom: a, holds: x }, Literal { atom: b, holds: y }) if a == b && x != y => return True,
            (Next(a), Next(b)) => return (**a).clone().or((**b).clone()).next(),
            (Until(a, b), Until(c, d)) if a == c => return (**a).clone().until((**b).clone().or((**d).clone())),
            (Release(a, b), Release(c, d)) if b == d => return (**a).clone().or((**c).clone()).release((**b).clone()),
            _ => {}
        }
        if let (Some(a), Some(b)) = (self.as_globally().and_then(Self::as_finally), other.as_globally().and_then(Self::as_finally)) {
            return a.clone().or(b.clone()).finally().globally();
        }
        if self.implies(&other) {
            return other;
        }
        if other.implies(&self) {
            return self;
        }
        let (a, b) = if self <= other { (self, other) } else { (other, self) };
        Or(Arc::new(a), Arc::new(b))
    }

    pub fn next(self) -> Self {
        if self.is_timeless() { self } else { Next(Arc::new(self)) }
    }

    pub fn finally(self) -> Self {
        True.until(self)
    }

    pub fn globally(self) -> Self {
        False.release(self)
    }

    pub fn until(self, goal: Self) -> Self {
        if goal.is_timeless() || self == False || self.implies(&goal) {
            return goal;
        }
        if let (Next(a), Next(b)) = (&self, &goal) {
            return (**a).clone().until((**b).clone()).next();
        }
        match &goal {
            // a U (b U c) = b U c if a implies b
            Until(b, _) if self.implies(b) => return goal,
            Next(b) if self == True => return (**b).clone().finally().next(),
            Or(a, b) if self == True && (a.is_timeless() || b.is_timeless()) => return (**a).clone().finally().or((**b).clone().finally()),
            And(a, b) if self == True && a.is_timeless() => return (**a).clone().and((**b).clone().finally()),
            And(a, b) if self == True && b.is_timeless() => return (**b).clone().and((**a).clone().finally()),
            Until(_, b) if self == True => return (**b).clone().finally(),
            _ => {}
        }
        Until(Arc::new(self), Arc::new(goal))
    }

    /// The goal holds up to and with the time when this does.
    pub fn release(self, goal: Self) -> Self {
        if goal.is_timeless() || self == True || goal.implies(&self) {
            return goal;
        }
        if let (Next(a), Next(b)) = (&self, &goal) {
            return (**a).clone().release((**b).clone()).next();
        }
        match &goal {
            Release(b, _) if b.implies(&self) => return goal,
            Next(b) if self == False => return (**b).clone().globally().next(),
            Or(a, b) if self == False && a.is_timeless() => return (**a).clone().or((**b).clone().globally()),
            Or(a, b) if self == False && b.is_timeless() => return (**b).clone().or((**a).clone().globally()),
            Release(_, b) if self == False => return (**b).clone().globally(),
            _ => {}
        }
        Release(Arc::new(self), Arc::new(goal))
    }
}
