//! Facts that all calls seen satisfy, level by level: bounds, also by powers of two, orders and equations; equations of products; the first ones where one more
//! relation holds that the text of the program suggests; values case by case. Guesses: there are other calls.

use super::calls::Calls;
use super::facts::{Fact, Factor, Number, Order, Relation, Sum, constant, value};
use super::members::{Member, Recursion};
use crate::invariants::equalities::{equations, equations_of_few, monomials};
use goto::{ExprKind, FuncId, Program};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Numbers of the text that are looked at.
const CONSTANTS: usize = 16;
const LARGEST_CONSTANT: i128 = 1 << 40;
/// Relations under which others are looked for.
const GUARDS: usize = 48;
/// Values of an argument that has so few are guards by themselves.
const FEW: usize = 6;
/// Values of one argument that are looked at one by one.
const CASES: usize = 48;
/// Values beyond may have wrapped.
const LARGEST: i128 = 1 << 40;
/// Powers of two that are looked at.
const LARGEST_POWER: i128 = 30;
/// Parts of an equation, and equations of one kind.
const PARTS: usize = 6;
const EQUATIONS: usize = 6;
/// Variables of which products are looked at.
const IN_PRODUCTS: usize = 4;
/// Facts of one contract: of calls that begin, and of those that return.
const MOST_BEFORE: usize = 40;
const MOST_AFTER: usize = 140;

/// What is said of the calls of one member.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Contract {
    /// Of calls that begin.
    pub before: Vec<Fact>,
    /// Of calls that return.
    pub after: Vec<Fact>,
}

impl Contract {
    pub fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }
}

/// What is looked for, the cheapest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// Bounds, orders and linear equations.
    Always,
    /// Equations of products.
    Products,
    /// Bounds, orders and linear equations under guards.
    Guarded,
    /// Values of arguments one by one.
    Cases,
}

impl Level {
    pub fn next(self) -> Option<Self> {
        match self {
            Level::Always => Some(Level::Products),
            Level::Products => Some(Level::Guarded),
            Level::Guarded => Some(Level::Cases),
            Level::Cases => None,
        }
    }
}

/// What all calls seen satisfy and this level has first, for each member; without what is known to hold.
pub fn contracts(program: &Program, recursion: &Recursion, calls: &[Calls], known: &[Contract], level: Level) -> Vec<Contract> {
    let contract = |((member, calls), known): ((&Member, &Calls), &Contract)| {
        let constants = constants(program, member.function);
        let learner = Learner { numbers: member.numbers(), n_before: member.n_before(), constants, known };
        Contract { before: learner.before(&calls.begun, level), after: learner.after(&calls.returned, level) }
    };
    recursion.members.iter().zip(calls).zip(known).map(contract).collect()
}

/// The numbers of the text, those of the function first.
fn constants(program: &Program, own: FuncId) -> Vec<i128> {
    let mut found: Vec<i128> = vec![0, 1];
    let others = program.functions.ids().filter(|&f| f != own && !program.functions[f].model);
    for f in std::iter::once(own).chain(others) {
        let mut here = BTreeSet::new();
        for instruction in program.functions[f].body.iter().flat_map(|body| body.values()) {
            instruction.kind.expressions(|e, _| {
                program.exprs.walk(e, &mut FxHashSet::default(), &mut |id, kind| {
                    if let (ExprKind::Const(bits), Some(number)) = (kind, Number::of(program, program.exprs.ty(id))) {
                        here.insert(bits.to_i128(number.signed));
                    }
                });
            });
        }
        here.retain(|c| c.abs() <= LARGEST_CONSTANT && !found.contains(c));
        found.extend(here);
    }
    found.truncate(CONSTANTS);
    found
}

struct Learner<'k> {
    numbers: Vec<Number>,
    /// The first so many variables are known when a call begins.
    n_before: usize,
    constants: Vec<i128>,
    known: &'k Contract,
}

/// Points at which something is looked for, and what they have in common.
struct Part<'p> {
    guard: Vec<Relation>,
    points: Vec<&'p [i128]>,
}

impl Learner<'_> {
    fn before(&self, points: &[Vec<i128>], level: Level) -> Vec<Fact> {
        if points.is_empty() || !matches!(level, Level::Always | Level::Guarded) {
            return Vec::new();
        }
        let all = Part { guard: Vec::new(), points: points.iter().map(Vec::as_slice).collect() };
        let mut facts = Facts::beside(&self.known.before);
        for v in 0..self.n_before {
            self.bounds(&all, v, &mut facts);
            (0..v).for_each(|u| self.order(&all, v, u, &mut facts));
            (0..v).for_each(|u| self.sum(&all, v, u, &mut facts));
        }
        let columns: Vec<Factor> = (0..self.n_before).map(Factor::Value).collect();
        self.linear(&all, &columns, 0, &mut facts);
        if level == Level::Guarded {
            facts = Facts::beside(&self.known.before);
            for guard in self.guards(points) {
                let part = part(&self.numbers, guard, points);
                for v in (0..self.n_before).filter(|&v| part.guard.iter().all(|g| g.variables().all(|u| u != v))) {
                    self.bounds(&part, v, &mut facts);
                }
            }
        }
        facts.finish(&self.numbers, points, MOST_BEFORE)
    }

    fn after(&self, points: &[Vec<i128>], level: Level) -> Vec<Fact> {
        let n = self.numbers.len();
        if points.is_empty() || self.n_before == n {
            return Vec::new();
        }
        let all = Part { guard: Vec::new(), points: points.iter().map(Vec::as_slice).collect() };
        let mut facts = Facts::beside(&self.known.after);
        self.equations(&all, &mut facts);
        self.of_targets(&all, &mut facts);
        if level != Level::Always {
            facts = Facts::beside(&self.known.after);
        }
        match level {
            Level::Always => {}
            Level::Guarded => {
                for guard in self.guards(points) {
                    let part = part(&self.numbers, guard, points);
                    self.equations(&part, &mut facts);
                    self.of_targets(&part, &mut facts);
                }
            }
            Level::Products => self.products(&all, &mut facts),
            Level::Cases => self.cases(points, &mut facts),
        }
        facts.finish(&self.numbers, points, MOST_AFTER)
    }

    /// Bounds and orders of what is known only at the end.
    fn of_targets(&self, part: &Part<'_>, facts: &mut Facts) {
        for t in self.n_before..self.numbers.len() {
            self.bounds(part, t, facts);
            (0..t).for_each(|v| self.order(part, t, v, facts));
            (0..self.n_before).for_each(|v| self.below_power(part, t, v, facts));
        }
    }

    /// Is it never above two to the power of something that is known at the beginning?
    fn below_power(&self, part: &Part<'_>, t: usize, v: usize, facts: &mut Facts) {
        let is_below = |p: &&[i128]| (0..=LARGEST_POWER).contains(&p[v]) && p[t] <= 1 << p[v];
        if self.numbers[t].bits > 1 && self.numbers[v].bits > 1 && varies(part, v) && varies(part, t) && part.points.iter().all(is_below) {
            let relation = Relation::new(value(t), Order::AtMost, vec![(1, vec![Factor::Power(v)])]);
            if !facts.implied(part, &relation) {
                facts.push(part, relation);
            }
        }
    }

    /// What a variable is never below and never above, by numbers of the text.
    fn bounds(&self, part: &Part<'_>, v: usize, facts: &mut Facts) {
        let values = || part.points.iter().map(|p| p[v]);
        let (Some(least), Some(greatest)) = (values().min(), values().max()) else { return };
        let mut found = Vec::new();
        if least == greatest {
            found.push(Relation::new(value(v), Order::Equal, constant(least)));
        } else {
            let below = self.constants.iter().copied().filter(|&c| c <= least).max().into_iter();
            let above = self.constants.iter().copied().filter(|&c| c >= greatest).min().into_iter();
            let near = (-1..=2).contains(&least).then_some(least);
            found.extend(below.chain(near).map(|c| Relation::new(constant(c), Order::AtMost, value(v))));
            found.extend(above.map(|c| Relation::new(value(v), Order::AtMost, constant(c))));
            for &c in &self.constants {
                if least < c && c < greatest && part.guard.is_empty() && values().all(|x| x != c) {
                    found.push(Relation::new(value(v), Order::Unequal, constant(c)));
                }
            }
        }
        for relation in found {
            if !facts.implied(part, &relation) && !self.is_of_type(&relation) {
                facts.push(part, relation);
            }
        }
    }

    /// Does it hold of all values of the type?
    fn is_of_type(&self, relation: &Relation) -> bool {
        let ([(1, product)], false) = (relation.right.as_slice(), relation.order == Order::Equal) else { return false };
        let [Factor::Value(v)] = product.as_slice() else { return false };
        relation.order == Order::AtMost && relation.left.is_empty() && !self.numbers[*v].signed
    }

    /// What the sum of two variables is never above, by numbers of the text and the limit of their type.
    fn sum(&self, part: &Part<'_>, a: usize, b: usize, facts: &mut Facts) {
        if self.numbers[a].bits == 1 || self.numbers[b].bits == 1 || !varies(part, a) || !varies(part, b) {
            return;
        }
        let greatest = part.points.iter().map(|p| p[a] + p[b]).max();
        let least = part.points.iter().map(|p| p[a] + p[b]).min();
        let sum = || vec![(1, vec![Factor::Value(a)]), (1, vec![Factor::Value(b)])];
        let limit = (self.numbers[a] == self.numbers[b]).then(|| self.numbers[a].greatest());
        let of_text = greatest.and_then(|most| self.constants.iter().copied().filter(|&c| c >= most).min());
        for c in of_text.into_iter().chain(limit.filter(|&limit| greatest.is_some_and(|most| most <= limit))) {
            facts.push(part, Relation::new(sum(), Order::AtMost, constant(c)));
        }
        if let Some(c) = least.and_then(|least| self.constants.iter().copied().filter(|&c| c <= least).max()) {
            facts.push(part, Relation::new(constant(c), Order::AtMost, sum()));
        }
    }

    /// Which of two variables is never above the other, or by how little.
    fn order(&self, part: &Part<'_>, a: usize, b: usize, facts: &mut Facts) {
        if self.numbers[a].bits == 1 || self.numbers[b].bits == 1 {
            return;
        }
        let distances = || part.points.iter().map(|p| p[a] - p[b]);
        let (Some(least), Some(greatest)) = (distances().min(), distances().max()) else { return };
        let relation = match (least, greatest) {
            (-1, g) if g > -1 => {
                let mut right = value(b);
                right.push((-1, Vec::new()));
                Relation { order: Order::AtMost, left: right, right: value(a) }
            }
            (0, g) if g > 0 => Relation::new(value(b), Order::AtMost, value(a)),
            (l, g) if l > 0 && g > l => Relation::new(value(b), Order::Less, value(a)),
            (l, 0) if l < 0 => Relation::new(value(a), Order::AtMost, value(b)),
            (l, g) if g < 0 && l < g => Relation::new(value(a), Order::Less, value(b)),
            _ => return,
        };
        if !facts.implied(part, &relation) {
            facts.push(part, relation);
        }
    }

    /// Linear equations of what is known at the end with values, lowest bits and powers of two of what was known at the beginning.
    fn equations(&self, part: &Part<'_>, facts: &mut Facts) {
        let before = (0..self.n_before).filter(|&v| self.numbers[v].bits > 1);
        let values: Vec<Factor> = before.clone().map(Factor::Value).collect();
        let low: Vec<Factor> = before.clone().filter(|&v| varies(part, v)).map(Factor::LowBit).collect();
        let powers = before.filter(|&v| varies(part, v) && part.points.iter().all(|p| (0..=LARGEST_POWER).contains(&p[v]))).map(Factor::Power);
        let targets: Vec<Factor> = (self.n_before..self.numbers.len()).map(Factor::Value).collect();
        let with = |extra: &[Factor]| values.iter().chain(extra).chain(&targets).copied().collect::<Vec<_>>();
        self.linear(part, &with(&[]), values.len(), facts);
        self.linear(part, &with(&low), values.len() + low.len(), facts);
        let changing: Vec<Factor> = values.iter().copied().filter(|v| varies(part, v.variable())).collect();
        for power in powers {
            let columns: Vec<Factor> = changing.iter().chain(&[power]).chain(&targets).copied().collect();
            self.linear(part, &columns, changing.len() + 1, facts);
        }
    }

    /// Equations among the columns in which one from `first` on takes part.
    fn linear(&self, part: &Part<'_>, columns: &[Factor], first: usize, facts: &mut Facts) {
        let points: Vec<Vec<i128>> = part.points.iter().filter_map(|p| columns.iter().map(|&c| of_point(c, p)).collect()).collect();
        let grows = columns.iter().any(|c| matches!(c, Factor::Power(_)));
        let mut found = if grows { equations_of_few } else { equations }(&points, &monomials(columns.len(), 1));
        found.retain(|e| e.len() <= PARTS && e.iter().any(|(_, m)| m.iter().any(|&c| c >= first)));
        found.sort_by_key(Vec::len);
        for equation in found.iter().take(EQUATIONS) {
            let relation = balanced(equation.iter().map(|(c, m)| (*c, m.iter().map(|&column| columns[column]).collect())));
            if !facts.implied(part, &relation) {
                facts.push(part, relation);
            }
        }
    }

    /// Equations of products of what is known.
    fn products(&self, part: &Part<'_>, facts: &mut Facts) {
        let wide = |v: &usize| self.numbers[*v].bits > 1 && varies(part, *v);
        let before: Vec<usize> = (0..self.n_before).filter(wide).take(IN_PRODUCTS).collect();
        for target in (self.n_before..self.numbers.len()).filter(wide) {
            let columns: Vec<usize> = before.iter().copied().chain([target]).collect();
            let points: Vec<Vec<i128>> =
                part.points.iter().filter_map(|p| columns.iter().map(|&v| of_point(Factor::Value(v), p).filter(|x| x.abs() <= 1 << 20)).collect()).collect();
            let n = columns.len();
            let wanted: Vec<Vec<usize>> = monomials(n - 1, 2).into_iter().chain([vec![n - 1]]).collect();
            for equation in equations(&points, &wanted).iter().filter(|e| e.len() <= PARTS && e.iter().any(|(_, m)| m.contains(&(n - 1)))).take(2) {
                let relation = balanced(equation.iter().map(|(c, m)| (*c, m.iter().map(|&v| Factor::Value(columns[v])).collect())));
                if !facts.implied(part, &relation) {
                    facts.push(part, relation);
                }
            }
        }
    }

    /// Relations of what is known at the beginning that hold of some calls only.
    fn guards(&self, points: &[Vec<i128>]) -> Vec<Relation> {
        let mut guards = Vec::new();
        let wide = || (0..self.n_before).filter(|&v| self.numbers[v].bits > 1);
        for v in wide() {
            let values: BTreeSet<i128> = points.iter().map(|p| p[v]).collect();
            if values.len() <= FEW {
                guards.extend(values.iter().map(|&c| Relation::new(value(v), Order::Equal, constant(c))));
            }
        }
        for v in wide() {
            for &c in self.constants.iter().filter(|c| points.iter().any(|p| p[v] <= **c) && points.iter().any(|p| p[v] >= **c)) {
                let (v, c) = (value(v), constant(c));
                guards.push(Relation::new(v.clone(), Order::AtMost, c.clone()));
                guards.push(Relation::new(c.clone(), Order::Less, v.clone()));
                guards.push(Relation::new(v.clone(), Order::Less, c.clone()));
                guards.push(Relation::new(c.clone(), Order::AtMost, v.clone()));
                guards.push(Relation::new(v.clone(), Order::Equal, c.clone()));
            }
            for u in wide().filter(|&u| u < v && self.numbers[u] == self.numbers[v]) {
                for order in [Order::Less, Order::Equal] {
                    guards.push(Relation::new(value(u), order, value(v)));
                }
                guards.push(Relation::new(value(v), Order::Less, value(u)));
            }
        }
        for v in (0..self.n_before).filter(|&v| self.numbers[v].bits == 1) {
            guards.push(Relation::new(value(v), Order::Equal, constant(0)));
            guards.push(Relation::new(value(v), Order::Equal, constant(1)));
        }
        // Of those that hold of the same calls one equation and one other are enough.
        let mut seen = FxHashSet::default();
        guards.retain(|guard| {
            let holding: Vec<bool> = points.iter().map(|p| guard.holds(&self.numbers, p)).collect();
            let splits = holding.iter().any(|&h| h) && holding.iter().any(|&h| !h);
            splits && seen.insert((guard.order == Order::Equal, holding))
        });
        guards.truncate(GUARDS);
        guards
    }

    /// The value at the end for each value of a single argument.
    fn cases(&self, points: &[Vec<i128>], facts: &mut Facts) {
        let varying: Vec<usize> = (0..self.n_before).filter(|&v| points.iter().any(|p| p[v] != points[0][v])).collect();
        for &v in &varying {
            let cases: BTreeSet<i128> = points.iter().map(|p| p[v]).collect();
            if cases.len() > CASES {
                continue;
            }
            for t in self.n_before..self.numbers.len() {
                let only = |case: i128| {
                    let mut values = points.iter().filter(|p| p[v] == case).map(|p| p[t]);
                    let first = values.next()?;
                    values.all(|x| x == first).then_some((case, first))
                };
                let Some(table) = cases.iter().map(|&case| only(case)).collect::<Option<Vec<_>>>() else { continue };
                for (case, result) in table {
                    let guard = Relation::new(value(v), Order::Equal, constant(case));
                    let part = part(&self.numbers, guard, points);
                    let relation = Relation::new(value(t), Order::Equal, constant(result));
                    if !facts.implied(&part, &relation) {
                        facts.push(&part, relation);
                    }
                }
            }
        }
    }
}

fn part<'p>(numbers: &[Number], guard: Relation, points: &'p [Vec<i128>]) -> Part<'p> {
    let points = points.iter().map(Vec::as_slice).filter(|p| guard.holds(numbers, p)).collect();
    Part { guard: vec![guard], points }
}

fn varies(part: &Part<'_>, v: usize) -> bool {
    part.points.iter().any(|p| p[v] != part.points[0][v])
}

fn of_point(factor: Factor, point: &[i128]) -> Option<i128> {
    let x = point[factor.variable()];
    match factor {
        Factor::Value(_) => (x.abs() <= LARGEST).then_some(x),
        Factor::LowBit(_) => Some(x & 1),
        Factor::Power(_) => (0..=62).contains(&x).then(|| 1 << x),
    }
}

/// What is positive on one side, what is negative on the other.
fn balanced(parts: impl Iterator<Item = (i128, Vec<Factor>)>) -> Relation {
    let (mut left, mut right): (Sum, Sum) = (Vec::new(), Vec::new());
    for (c, product) in parts {
        if c > 0 { left.push((c, product)) } else { right.push((-c, product)) }
    }
    Relation { order: Order::Equal, left, right }
}

/// Facts in the order in which they were found.
#[derive(Default)]
struct Facts {
    found: Vec<Fact>,
    always: FxHashSet<Relation>,
}

impl Facts {
    /// None yet, beside such as are known.
    fn beside(known: &[Fact]) -> Self {
        let always = known.iter().filter(|fact| fact.guard.is_empty()).map(|fact| fact.claim.clone()).collect();
        Self { found: Vec::new(), always }
    }

    /// Is it said already, without the guard?
    fn implied(&self, part: &Part<'_>, relation: &Relation) -> bool {
        self.always.contains(relation) || self.found.iter().any(|f| f.guard == part.guard && f.claim == *relation)
    }

    fn push(&mut self, part: &Part<'_>, claim: Relation) {
        if part.guard.is_empty() {
            self.always.insert(claim.clone());
        }
        self.found.push(Fact { guard: part.guard.clone(), claim });
    }

    /// Those that hold of all points.
    fn finish(mut self, numbers: &[Number], points: &[Vec<i128>], most: usize) -> Vec<Fact> {
        self.found.retain(|fact| points.iter().all(|p| fact.holds(numbers, p)));
        self.found.truncate(most);
        self.found
    }
}
