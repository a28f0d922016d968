//! Proposals about integers: chains of conditions, each stronger than the one before.

use frontend::sketch::{Given, Kind, Quantity, Sketch};
use goto::PropertyClass;
use std::collections::{BTreeMap, BTreeSet};

/// What integers are required to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Condition {
    pub shape: Shape,
    /// Pointers that lead to the integers.
    pub follows: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    NotZero(String),
    AtLeast(String, i128),
    AtMost(String, i128),
    Less(String, String),
    LessOrEqual(String, String),
}

/// Conditions from the weakest to the strongest; what stands together is required together.
pub(super) type Chain = Vec<Vec<Condition>>;

impl Condition {
    pub(super) fn text(&self) -> String {
        match &self.shape {
            Shape::NotZero(x) => format!("{x} != 0"),
            Shape::AtLeast(x, least) => format!("{x} >= {}", number(*least)),
            Shape::AtMost(x, most) => format!("{x} <= {}", number(*most)),
            Shape::Less(x, y) => format!("{x} < {y}"),
            Shape::LessOrEqual(x, y) => format!("{x} <= {y}"),
        }
    }

    /// The same of a function that is called, for who calls it; `None` if it is about something that has no name there, or leads through pointers.
    pub(super) fn of_call(&self, given: &Given, sketch: &Sketch) -> Option<Self> {
        let name = |text: &String| {
            let text = given.arguments.get(text).unwrap_or(text);
            sketch.parameters.iter().chain(&sketch.integers).any(|quantity| quantity.text == *text).then(|| text.clone())
        };
        let shape = match &self.shape {
            Shape::NotZero(x) => Shape::NotZero(name(x)?),
            Shape::AtLeast(x, least) => Shape::AtLeast(name(x)?, *least),
            Shape::AtMost(x, most) => Shape::AtMost(name(x)?, *most),
            Shape::Less(x, y) => Shape::Less(name(x)?, name(y)?),
            Shape::LessOrEqual(x, y) => Shape::LessOrEqual(name(x)?, name(y)?),
        };
        self.follows.is_empty().then_some(Self { shape, follows: Vec::new() })
    }

    /// Does it hold for these values? `None` if they do not say.
    pub(super) fn holds(&self, values: &BTreeMap<String, i128>) -> Option<bool> {
        Some(match &self.shape {
            Shape::NotZero(x) => *values.get(x)? != 0,
            Shape::AtLeast(x, least) => values.get(x)? >= least,
            Shape::AtMost(x, most) => values.get(x)? <= most,
            Shape::Less(x, y) => values.get(x)? < values.get(y)?,
            Shape::LessOrEqual(x, y) => values.get(x)? <= values.get(y)?,
        })
    }
}

/// A number as C writes it.
fn number(value: i128) -> String {
    if value > i128::from(i64::MAX) { format!("{value}u") } else { value.to_string() }
}

/// So many integers are looked at.
const MOST: usize = 8;
/// Bounds that are tried beside those that the text has: half of a type, roots of it, round numbers, distances of shifts.
const BOUNDS: [i128; 9] = [46340, 32767, 1000, 255, 100, 63, 31, 7, 1];

/// An integer with the values of its type.
struct Ranged<'a> {
    quantity: &'a Quantity,
    least: i128,
    most: i128,
    bits: u16,
}

/// What may be tried against the violation of a claim of this class, what is likely to help first.
pub(super) fn chains(sketch: &Sketch, class: PropertyClass) -> Vec<Chain> {
    let quantities: Vec<Ranged<'_>> = sketch.parameters.iter().chain(&sketch.integers).filter_map(ranged).take(MOST).collect();
    let single = |quantity: &Ranged<'_>, shape: Shape| Condition { shape, follows: quantity.quantity.follows.clone() };
    let not_zero: Vec<Chain> = quantities.iter().map(|q| vec![vec![single(q, Shape::NotZero(q.name()))]]).collect();
    let mut relations: Vec<Chain> = Vec::new();
    for x in &quantities {
        for y in quantities.iter().filter(|y| y.quantity != x.quantity && (y.least < 0) == (x.least < 0) && y.bits == x.bits) {
            let follows: BTreeSet<String> = x.quantity.follows.iter().chain(&y.quantity.follows).cloned().collect();
            let both = |shape: Shape| vec![Condition { shape, follows: follows.iter().cloned().collect() }];
            relations.push(vec![both(Shape::LessOrEqual(x.name(), y.name())), both(Shape::Less(x.name(), y.name()))]);
        }
    }
    let lower: Vec<Chain> =
        quantities.iter().filter(|q| q.least < 0).map(|q| q.lower().map(|n| vec![single(q, Shape::AtLeast(q.name(), n))]).collect()).collect();
    let upper: Vec<Chain> = quantities.iter().map(|q| q.upper(sketch).map(|n| vec![single(q, Shape::AtMost(q.name(), n))]).collect()).collect();
    let ranges: Vec<Chain> = quantities.iter().filter(|q| q.least < 0).map(|q| q.ranges(sketch).map(|(low, high)| q.within(low, high)).collect()).collect();
    let joint = joint(sketch, &quantities);
    match class {
        PropertyClass::DivByZero => [not_zero, lower, upper, relations, ranges, joint].concat(),
        PropertyClass::Overflow => [lower, upper, relations, ranges, joint, not_zero].concat(),
        _ => [upper, relations, lower, ranges, not_zero, joint].concat(),
    }
}

fn ranged(quantity: &Quantity) -> Option<Ranged<'_>> {
    let Kind::Integer { bits, signed } = quantity.kind else { return None };
    // Where an index may be wrong nothing can be said of the element.
    let is_indexed = quantity.text.split('[').skip(1).any(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
    if bits > 64 || is_indexed || quantity.text.contains(['(', '+', ' ']) {
        return None;
    }
    let most = (1i128 << (bits - u16::from(signed))) - 1;
    Some(Ranged { quantity, least: if signed { -most - 1 } else { 0 }, most, bits })
}

/// All integers within the same bounds.
fn joint(sketch: &Sketch, quantities: &[Ranged<'_>]) -> Vec<Chain> {
    let Some(first) = quantities.first().filter(|_| quantities.len() > 1) else { return Vec::new() };
    let chain = |low: fn(i128) -> i128| -> Chain {
        let bounds: Vec<i128> = first.bounds(sketch);
        bounds.iter().map(|&most| quantities.iter().flat_map(|q| q.within(low(most).max(q.least), most.min(q.most))).collect()).collect()
    };
    vec![chain(|most| -most), chain(|_| 0)]
}

impl Ranged<'_> {
    fn name(&self) -> String {
        self.quantity.text.clone()
    }

    /// Upper bounds that are worth trying, the greatest first.
    fn bounds(&self, sketch: &Sketch) -> Vec<i128> {
        let of_text = sketch.constants.iter().flat_map(|n| [*n, n - 1]);
        let mut all: Vec<i128> = [self.most - 1, self.most / 2].into_iter().chain(BOUNDS).chain(of_text).filter(|n| *n > 0 && *n < self.most).collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        all.dedup();
        all
    }

    fn upper(&self, sketch: &Sketch) -> impl Iterator<Item = i128> {
        self.bounds(sketch).into_iter()
    }

    fn lower(&self) -> impl Iterator<Item = i128> {
        [self.least + 1, self.least / 2, -46340, -1000, -1, 0, 1].into_iter()
    }

    /// Bounds on both sides.
    fn ranges(&self, sketch: &Sketch) -> impl Iterator<Item = (i128, i128)> {
        let bounds = self.bounds(sketch);
        let around: Vec<(i128, i128)> = bounds.iter().map(|&n| (-n, n)).collect();
        let above = bounds.into_iter().map(|n| (0, n));
        around.into_iter().take(4).chain(above)
    }

    fn within(&self, low: i128, high: i128) -> Vec<Condition> {
        let condition = |shape: Shape| Condition { shape, follows: self.quantity.follows.clone() };
        let lower = (low > self.least).then(|| condition(Shape::AtLeast(self.name(), low)));
        let upper = (high < self.most).then(|| condition(Shape::AtMost(self.name(), high)));
        lower.into_iter().chain(upper).collect()
    }
}
