//! Proposes loop invariants: facts for the heads of loops that may be true. Who uses them proves them first, so a wrong one costs time, and so does every
//! one that says nothing.
//!
//! | module | what |
//! |---|---|
//! | `heads` | the loops and what their bodies do |
//! | `values` | facts about single variables, out of [`intervals`](super::intervals) |
//! | `guards` | facts that conditions suggest |
//! | `samples` | values found in runs, which refute proposals |
//! | `learn`, `equalities` | facts that all samples satisfy |
//! | `offsets` | the same with how far pointers were moved |
//! | `remainders` | the same with what small divisors leave of variables |
//! | `sums` | what bounded values add up to |
//! | `allocated` | what is allocated once, as a variable |
//! | `shrunk` | the same of runs with smaller constants |
//! | `pointers` | facts about pointers that loops move |
//! | `elements` | facts about all elements of an array in a range |
//! | `nodes` | facts about all nodes of lists and trees |
//! | `links` | facts about nodes and those that they lead to, and about nodes that variables lead to |
//! | `members` | facts about what one field of a node says of others |
//! | `roots` | facts about arrays of pointers to nodes |
//! | `spare`, `text` | facts for when those above do not suffice |
//! | `vectors` | the variables whose combinations of values are looked at |
//! | `live` | which variables are still read |

mod allocated;
mod elements;
pub(crate) mod equalities;
mod guards;
mod heads;
mod learn;
mod links;
mod live;
mod members;
mod nodes;
mod offsets;
mod pointers;
mod remainders;
mod roots;
mod samples;
mod shrunk;
mod spare;
mod sums;
mod text;
mod values;
mod vectors;

use super::intervals::{At, Facts, Intervals};
use super::points_to::{Members, PointsTo};
use goto::callgraph::CallGraph;
use goto::{BinOp, ExprId, ExprKind, FuncId, InstrId, Program, SymbolId};
use heads::Head;
use rustc_hash::FxHashSet;
pub(crate) use samples::SmallInputs;
use samples::{Gathered, Samples};
use shrunk::Shrunk;
use values::Values;
pub use vectors::ControlVector;

/// Facts for one head.
const MOST: usize = 30;
/// Of these, at most so many of single variables while there are others.
const MOST_OF_VALUES: usize = 20;
/// Spare facts for one head, and for all.
const MOST_SPARE: usize = 160;
const MOST_SPARE_IN_ALL: usize = 640;
/// So few for one head are none.
const LEAST_SPARE: usize = 20;
/// A variable with at most so many values is a flag.
const MOST_OF_FLAG: i128 = 3;
/// So many samples make an equation that none refutes likely.
const MANY_SAMPLES: usize = 10;

/// A fact proposed for the head of a loop: a boolean expression over variables that exist there (globals, static locals, locals and parameters of the
/// function). Its evaluation does not crash. It need not be true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    pub function: FuncId,
    /// The target of backward jumps.
    pub head: InstrId,
    pub fact: ExprId,
    /// The variables of which nothing but this fact knows: it holds for each of their values for which it can be evaluated (it may crash for others).
    pub each: Option<Each>,
}

/// Variables that stand for any indices, the one of the outermost array first, or one that stands for any pointer to a node that lives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Each {
    all: [Option<SymbolId>; Each::MOST],
    of: Of,
}

/// What the variables stand for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Of {
    Indices,
    Node,
    /// A node, and whether it was the last that was made to lead to where its field at this offset does, through that field.
    NodeLeading(u64),
    /// A node, and whether a living one that comes before it in the order with this number leads to it.
    NodeLed(u64),
}

impl Each {
    /// Indices of one place.
    pub const MOST: usize = 3;

    /// The first of these; `None` if there are none, or too many.
    pub fn of(symbols: &[SymbolId]) -> Option<Self> {
        if symbols.is_empty() || symbols.len() > Self::MOST {
            return None;
        }
        Some(Self { all: std::array::from_fn(|i| symbols.get(i).copied()), of: Of::Indices })
    }

    /// A pointer that stands for any to a heap object of one struct type.
    pub fn node(symbol: SymbolId) -> Self {
        Self { all: [Some(symbol), None, None], of: Of::Node }
    }

    /// A pointer to any node with a field at this offset that leads to nodes of the same type, and a Boolean: it was the last node that was made to lead, through that field, to
    /// where it does.
    pub fn leading_node(symbol: SymbolId, leads_last: SymbolId, offset: u64) -> Self {
        Self { all: [Some(symbol), Some(leads_last), None], of: Of::NodeLeading(offset) }
    }

    /// The offset of the field, if something is said of who leads to where it does.
    pub fn leading_field(self) -> Option<u64> {
        match self.of {
            Of::NodeLeading(offset) => Some(offset),
            Of::Indices | Of::Node | Of::NodeLed(_) => None,
        }
    }

    /// A pointer to any node, and a Boolean: a living node that comes before it leads to it. The order is one along one of the fields that lead to nodes of the same type, by the
    /// field's number among them, or the one along all of them, behind these, if they are several.
    pub fn led_node(symbol: SymbolId, is_led: SymbolId, order: u64) -> Self {
        Self { all: [Some(symbol), Some(is_led), None], of: Of::NodeLed(order) }
    }

    /// The number of the order, if something is said of what comes before nodes in it.
    pub fn order(self) -> Option<u64> {
        match self.of {
            Of::NodeLed(order) => Some(order),
            Of::Indices | Of::Node | Of::NodeLeading(_) => None,
        }
    }

    /// The pointer, if it is one.
    pub fn as_node(self) -> Option<SymbolId> {
        self.all[0].filter(|_| self.of != Of::Indices)
    }

    pub fn symbols(self) -> impl Iterator<Item = SymbolId> {
        self.all.into_iter().flatten()
    }

    pub fn contains(self, symbol: SymbolId) -> bool {
        self.all.contains(&Some(symbol))
    }
}

impl Candidate {
    pub fn text(&self, program: &Program) -> String {
        let fact = goto::print_expr(program, self.fact);
        match self.each {
            Some(each) => {
                let names: Vec<String> = each.symbols().map(|s| format!("{}#{}", program.symbols[s].name, goto::Id::index(s))).collect();
                match each.of {
                    Of::NodeLeading(offset) => format!(
                        "for each {} for which this is defined, {} being whether it was the last to be made to lead, by its field at byte {offset}, to where that leads: {fact}",
                        names[0], names[1]
                    ),
                    Of::NodeLed(order) => format!(
                        "for each {} for which this is defined, {} being whether a living one that comes before it in order {order} leads to it: {fact}",
                        names[0], names[1]
                    ),
                    Of::Indices | Of::Node => format!("for each {} for which this is defined: {fact}", names.join(", ")),
                }
            }
            None => fact,
        }
    }
}

/// Proposes facts that are likely. The program gets the expressions; nothing else of it changes but that it has more variables, which nothing uses.
pub fn candidates(program: &mut Program) -> Vec<Candidate> {
    match allocated::Named::of(program) {
        Some(mut named) => {
            let found = likely(&mut named.program);
            named.told(program, found)
        }
        None => likely(program),
    }
}

fn likely(program: &mut Program) -> Vec<Candidate> {
    let Some(Ground { intervals, heads, samples, is_short }) = Ground::of(program) else { return Vec::new() };
    let shrunk = if is_short { Shrunk::of(program, &intervals, &heads) } else { Shrunk::default() };
    let mut found = Vec::new();
    let (mut functions, mut types) = (elements::Functions::default(), nodes::Types::default());
    for head in &heads {
        let facts = of_head(program, &intervals, head, &samples, &shrunk);
        found.extend(facts.into_iter().map(|fact| Candidate { function: head.func, head: head.head, fact, each: None }));
        if matches!(intervals.at(head.func, head.head), At::Known(_)) {
            let facts = elements::proposals(program, &intervals, head, &heads, &mut functions);
            let of_nodes = nodes::proposals(program, &intervals, head, &mut types);
            found.extend(facts.into_iter().chain(of_nodes).map(|(each, fact)| Candidate { function: head.func, head: head.head, fact, each }));
        }
    }
    found
}

/// Proposes further facts about nodes of lists and trees, to be tried where those that are likely do not suffice.
pub fn of_links(program: &mut Program) -> Vec<Candidate> {
    let calls = CallGraph::new(program);
    let intervals = followed(program, &calls);
    let mut types = nodes::Types::default();
    let mut found = Vec::new();
    for head in heads::heads(program, &calls, &intervals) {
        if matches!(intervals.at(head.func, head.head), At::Known(_)) {
            let facts = nodes::of_links(program, &intervals, &head, &mut types);
            found.extend(facts.into_iter().map(|(each, fact)| Candidate { function: head.func, head: head.head, fact, each }));
        }
    }
    found
}

/// Proposes further facts, to be tried where those that are known do not suffice. Nothing where loops are so many that there would be little for each.
pub fn spare(program: &mut Program, known: &[Candidate]) -> Vec<Candidate> {
    let Some(Ground { intervals, heads, samples, .. }) = Ground::of(program) else { return Vec::new() };
    let of_each = (MOST_SPARE_IN_ALL / heads.len()).min(MOST_SPARE);
    if of_each < LEAST_SPARE {
        return Vec::new();
    }
    let mut found = Vec::new();
    for head in &heads {
        let At::Known(facts) = intervals.at(head.func, head.head) else { continue };
        let entering = match intervals.entering(head.func, head.head) {
            At::Known(entering) => Some(entering),
            _ => None,
        };
        let known: Vec<ExprId> = known.iter().filter(|c| (c.function, c.head) == (head.func, head.head)).map(|c| c.fact).collect();
        let facts = spare::facts(spare::Maker { program, intervals: &intervals, head, facts, entering, samples: &samples }, &known);
        found.extend(facts.into_iter().take(of_each).map(|fact| Candidate { function: head.func, head: head.head, fact, each: None }));
    }
    found
}

/// For each head that has one, what to look at so that the combinations of control values which it meets can be found out.
pub fn control_vectors(program: &mut Program) -> Vec<ControlVector> {
    let Some(Ground { intervals, heads, samples, .. }) = Ground::of(program) else { return Vec::new() };
    let shared = vectors::Shared::of(program, &intervals, &heads);
    let mut maker = vectors::VectorMaker { program, intervals: &intervals, samples: &samples, shared: &shared };
    let of_head = |head: &Head| match intervals.at(head.func, head.head) {
        At::Known(facts) => maker.of_head(head, facts),
        _ => None,
    };
    heads.iter().filter_map(of_head).collect()
}

/// What proposals are made from.
struct Ground {
    intervals: Intervals,
    heads: Vec<Head>,
    samples: Samples,
    /// Runs were cut, or hardly came to some head.
    is_short: bool,
}

impl Ground {
    /// `None` if there is no loop.
    fn of(program: &mut Program) -> Option<Self> {
        let calls = CallGraph::new(program);
        let intervals = followed(program, &calls);
        let heads = heads::heads(program, &calls, &intervals);
        let Gathered { samples, is_cut, .. } = (!heads.is_empty()).then(|| Samples::of(program, &intervals, &heads))?;
        let is_short = is_cut || heads.iter().any(|head| samples.at(head).len() < MANY_SAMPLES);
        Some(Self { intervals, heads, samples, is_short })
    }
}

/// The intervals, with pointers followed: parts of variables to which they lead get expressions of their own.
fn followed(program: &mut Program, calls: &CallGraph) -> Intervals {
    let points_to = PointsTo::of(program, calls, Members::Apart);
    points_to.name_parts(program);
    Intervals::of(program, calls, &points_to)
}

fn of_head(program: &mut Program, intervals: &Intervals, head: &Head, samples: &Samples, shrunk: &Shrunk) -> Vec<ExprId> {
    let At::Known(facts) = intervals.at(head.func, head.head) else { return Vec::new() };
    let entering = match intervals.entering(head.func, head.head) {
        At::Known(entering) => Some(entering),
        _ => None,
    };
    let values = of_values(program, intervals, head, facts);
    let of_pointers = pointers::proposals(program, intervals, head);
    let guards::Proposals { own, others } = guards::proposals(program, intervals, head, facts, entering);
    let learned = learn::guesses(program, intervals, head, facts, samples);
    let sums = entering.map(|entering| sums::proposals(program, intervals, head, entering)).unwrap_or_default();
    let kept = entering.map(|entering| kept_flags(program, intervals, head, facts, entering)).unwrap_or_default();
    let of_smaller = shrunk.guesses(program, intervals, head, facts);
    let related =
        [own, kept, sums, learned.equations.clone(), learned.narrow, of_smaller, learned.orders, learned.of_products, others, learned.implications].concat();
    // What the intervals imply is said by them already; what they exclude, or a run refutes, is false.
    let is_open =
        |program: &Program, fact| facts.value(program, fact).is_some_and(|v| v.as_constant().is_none()) && !samples.refute(program, intervals, head, fact);
    let mut seen = FxHashSet::default();
    let related: Vec<ExprId> = related.into_iter().filter(|&fact| seen.insert(fact) && is_open(program, fact)).collect();
    let mut related = if samples.at(head).len() >= MANY_SAMPLES { without_halves(program, &related) } else { related };
    for half in halves(program, &learned.equations, entering) {
        if seen.insert(half) && is_open(program, half) {
            related.push(half);
        }
    }
    let room = MOST_OF_VALUES.max(MOST.saturating_sub(related.len()));
    let (strong, weak): (Vec<ExprId>, Vec<ExprId>) = (values.strong.into_iter().take(room).collect(), values.weak);
    [of_pointers, strong, related, weak].concat().into_iter().take(MOST).collect()
}

/// That flags are what they were when the loop was entered.
fn kept_flags(program: &mut Program, intervals: &Intervals, head: &Head, facts: Facts<'_>, entering: Facts<'_>) -> Vec<ExprId> {
    let mut found = Vec::new();
    for &id in head.written.iter().filter(|&&c| head.needs(c)) {
        let cell = intervals.cells.get(id);
        let is_flag = facts.of(id).is_some_and(|n| n.as_constant().is_none() && n.high() - n.low() < MOST_OF_FLAG);
        if let Some(first) =
            entering.of(id).and_then(|n| n.as_constant()).filter(|_| is_flag && !cell.is_many && !cell.kind.is_pointer() && !cell.kind.is_bool())
        {
            let ty = program.exprs.ty(cell.place);
            let first = program.build().constant(ty, first);
            found.push(program.build().binary(BinOp::Eq, cell.place, first));
        }
    }
    found
}

/// The two inequalities of each equation that need not hold where the loop is entered: runs may enter it in one way, and others in more.
fn halves(program: &mut Program, equations: &[ExprId], entering: Option<Facts<'_>>) -> Vec<ExprId> {
    let mut found = Vec::new();
    for &fact in equations {
        let holds = entering.and_then(|facts| facts.value(program, fact)).and_then(|v| v.as_constant()) == Some(1);
        if let (false, ExprKind::Binary(BinOp::Eq, a, b)) = (holds, program.exprs.kind(fact)) {
            found.extend([program.build().binary(BinOp::Le, a, b), program.build().binary(BinOp::Le, b, a)]);
        }
    }
    found
}

/// Without the inequalities of what is equal.
fn without_halves(program: &Program, facts: &[ExprId]) -> Vec<ExprId> {
    let sides = |fact: ExprId, wanted: BinOp| match program.exprs.kind(fact) {
        ExprKind::Binary(op, a, b) if op == wanted => Some((a, b)),
        _ => None,
    };
    let equal: FxHashSet<_> = facts.iter().filter_map(|&fact| sides(fact, BinOp::Eq)).flat_map(|(a, b)| [(a, b), (b, a)]).collect();
    facts.iter().copied().filter(|&fact| sides(fact, BinOp::Le).is_none_or(|sides| !equal.contains(&sides))).collect()
}

/// What the intervals say of the variables that the loop changes and that are read from the head on; first those that its conditions ask for.
fn of_values(program: &mut Program, intervals: &Intervals, head: &Head, facts: Facts<'_>) -> Values {
    let mut seen = FxHashSet::default();
    let cells = head.asked.iter().chain(&head.written).copied().filter(|&c| head.needs(c) && seen.insert(c));
    let mut found = Values::default();
    for id in cells {
        let cell = intervals.cells.get(id);
        if let Some(number) = facts.of(id).filter(|_| !cell.is_many) {
            values::facts(program, cell, number, &mut found);
        }
    }
    found
}

#[cfg(test)]
mod tests;
