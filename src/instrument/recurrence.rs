//! Claims that no loop comes back to a state in which it was before, in one stay in it. A run that violates one may go on as it did since then for ever, with the
//! same inputs again and again: nothing else decides what it does.
//!
//! The state that is compared with is remembered at the first visit of the head, and again after one, two, four, ... further visits (Brent's search for
//! cycles), so that any cycle is found however long it is and whenever it begins.

use super::closed::traps;
use super::insert::{Insertions, prepend};
use super::journal::Journal;
use super::loop_state::{Surroundings, state};
use analysis::named_loops::{NamedLoop, named_loops};
use analysis::termination::Endless;
use goto::cfg::Cfg;
use goto::loops::{Loop, Loops};
use goto::{
    BinOp, Body, ExprId, FuncId, InstrId, InstrKind, Instruction, Location, Program, Property, PropertyClass, PropertyId, Storage, Symbol, SymbolId, Type,
    TypeId,
};
use rustc_hash::FxHashSet;

/// Puts claims into the loops of the user's program, whether they come back to a state and whether they trap.
pub fn recurrence(program: &mut Program) -> Vec<Endless> {
    let surroundings = Surroundings::new(program);
    let loops = named_loops(program);
    let mut claims: Vec<Endless> = loops.iter().map(|l| Endless { function: l.function, number: l.number, repeats: None, traps: Vec::new() }).collect();
    let functions: Vec<FuncId> = program.functions.ids().filter(|&f| loops.iter().any(|l| l.function == f) && !surroundings.is_recursive(f)).collect();
    for f in functions {
        let Some(body) = program.functions[f].body.take() else { continue };
        let own: Vec<(&NamedLoop, &mut Endless)> = loops.iter().zip(&mut claims).filter(|(l, _)| l.function == f).collect();
        program.functions[f].body = Some(claimed(program, &surroundings, f, body, own));
    }
    traps(program, &surroundings, &mut claims);
    goto::assert_valid(program, "recurrence");
    claims
}

fn claimed(program: &mut Program, surroundings: &Surroundings, f: FuncId, mut body: Body, named: Vec<(&NamedLoop, &mut Endless)>) -> Body {
    let cfg = Cfg::new(program, &body);
    let loops = Loops::new(&cfg);
    let (mut insertions, mut start) = (Insertions::default(), Vec::new());
    for (named, endless) in named {
        let Some(id) = loops.with_head(named.head) else { continue };
        let l = loops.get(id);
        let Some(scalars) = state(program, surroundings, f, &body, &cfg, l) else { continue };
        let property = Property {
            name: format!("{}.recurrence.{}", program.functions[f].name, named.number),
            class: PropertyClass::Termination,
            function: f,
            loc: named.loc,
            text: format!("{} never comes back to a state", named.name),
        };
        let claim = program.properties.push(property);
        let mut watch = Watch::new(program, f, named.loc, &mut start);
        watch.visits(claim, &scalars, None, None, &body, l, &mut insertions, &mut start);
        endless.repeats = Some(claim);
    }
    insertions.apply(&mut body);
    prepend(body, start)
}

/// The variables that watch over one loop.
pub(super) struct Watch<'a> {
    program: &'a mut Program,
    function: FuncId,
    loc: Location,
    /// Visits of the head since the state was remembered.
    visits: ExprId,
    /// So many visits and it will be remembered anew. 1: it never was in this stay.
    period: ExprId,
    /// Is it remembered at this visit?
    renew: ExprId,
}

impl<'a> Watch<'a> {
    pub(super) fn new(program: &'a mut Program, function: FuncId, loc: Location, start: &mut Vec<Instruction>) -> Self {
        let (count, truth) = (program.types.int(64, false), program.types.bool());
        let visits = variable(program, "visits", count, function, loc, start);
        let period = variable(program, "period", count, function, loc, start);
        let renew = variable(program, "renew", truth, function, loc, start);
        Self { program, function, loc, visits, period, renew }
    }

    /// What counts the visits.
    pub(super) fn counter(&self) -> ExprId {
        self.visits
    }

    /// Only visits count between which something happened, if it is said what: whether it did since the state was remembered, and a variable for that; and only if
    /// a journal says that memory is as it was.
    #[expect(clippy::too_many_arguments, reason = "what is known of one loop")]
    pub(super) fn visits(
        &mut self,
        claim: PropertyId,
        scalars: &[ExprId],
        happened: Option<(ExprId, ExprId)>,
        journal: Option<&Journal>,
        body: &Body,
        l: &Loop,
        insertions: &mut Insertions,
        start: &mut Vec<Instruction>,
    ) {
        let one = self.one();
        let afresh = [self.set(self.visits, one), self.set(self.period, one)];
        start.extend(afresh.iter().cloned());
        // Whoever is outside of the loop is in no stay in it.
        let outside: FxHashSet<InstrId> = l.exits.iter().map(|e| e.1).collect();
        for at in outside {
            afresh.iter().for_each(|reset| insertions.before(at, Instruction { loc: body[at].loc, ..reset.clone() }));
        }
        let mut differs = self.program.build().binary(BinOp::Le, self.period, one);
        if let Some((happened, _)) = happened {
            let mut build = self.program.build();
            let not = build.not(happened);
            differs = build.binary(BinOp::Or, differs, not);
        }
        if let Some(journal) = journal {
            let other = journal.differs(self.program);
            differs = self.program.build().binary(BinOp::Or, differs, other);
        }
        let mut remember = journal.map_or(Vec::new(), |journal| journal.renew(self.program, self.renew));
        let renewing = self.program.build().binary(BinOp::Eq, self.visits, self.period);
        for &scalar in scalars {
            let ty = self.program.exprs.ty(scalar);
            let copy = variable(self.program, "remembered", ty, self.function, self.loc, start);
            let other = differ(self.program, scalar, copy);
            differs = self.program.build().binary(BinOp::Or, differs, other);
            let value = self.program.build().ite(self.renew, scalar, copy);
            remember.push(self.set(copy, value));
        }
        let mut at_head = vec![Instruction { kind: InstrKind::Assert { cond: differs, property: claim }, loc: self.loc }, self.set(self.renew, renewing)];
        at_head.extend(remember);
        if let Some((happened, since)) = happened {
            let mut build = self.program.build();
            let same = build.not(self.renew);
            let value = build.binary(BinOp::And, same, happened);
            at_head.push(self.set(since, value));
        }
        let mut build = self.program.build();
        let doubled = build.binary(BinOp::Add, self.period, self.period);
        let period = build.ite(self.renew, doubled, self.period);
        let next = build.binary(BinOp::Add, self.visits, one);
        let visits = build.ite(self.renew, one, next);
        at_head.extend([self.set(self.period, period), self.set(self.visits, visits)]);
        at_head.into_iter().for_each(|i| insertions.before(l.head, i));
    }

    fn one(&mut self) -> ExprId {
        let ty = self.program.exprs.ty(self.visits);
        self.program.build().constant(ty, 1)
    }

    fn set(&self, lhs: ExprId, rhs: ExprId) -> Instruction {
        Instruction { kind: InstrKind::Assign { lhs, rhs }, loc: self.loc }
    }
}

/// Is a bit of two scalars different? Of floats it may also say so if both are no number.
pub(super) fn differ(program: &mut Program, a: ExprId, b: ExprId) -> ExprId {
    let ty = program.exprs.ty(a);
    let is_float = matches!(program.types.get(ty), Type::Float(_));
    let mut build = program.build();
    let values = build.binary(BinOp::Ne, a, b);
    if !is_float {
        return values;
    }
    // Zeros are equal and have signs.
    let one = one_of(program, ty);
    let mut build = program.build();
    let (sign_a, sign_b) = (build.binary(BinOp::CopySign, one, a), build.binary(BinOp::CopySign, one, b));
    let signs = build.binary(BinOp::Ne, sign_a, sign_b);
    build.binary(BinOp::Or, values, signs)
}

fn one_of(program: &mut Program, ty: TypeId) -> ExprId {
    let int = program.types.int(32, true);
    let mut build = program.build();
    let one = build.constant(int, 1);
    build.cast(one, ty)
}

fn variable(program: &mut Program, name: &str, ty: TypeId, f: FuncId, loc: Location, start: &mut Vec<Instruction>) -> ExprId {
    let symbol: SymbolId = program.symbols.push(Symbol { name: name.to_owned(), ty, storage: Storage::Temporary(f), loc });
    start.push(Instruction { kind: InstrKind::Decl(symbol), loc });
    program.build().var(symbol, ty)
}
