//! Claims that no run without end is accepted by the automaton of a word, and claims that one is.
//!
//! A run without end stays at last in one stay in some loop, whose head it comes back to without end; an accepted one sees accepting states between these
//! visits again and again. So of each loop one of these alternatives is to be shown, of each stay in it:
//!
//! - an accepting state is seen between few visits in a row (if the automaton is weak: an accepted run sees one between all visits from some time on), or few
//!   visits in all;
//! - a measure is smaller at each visit with an accepting state before it than it was at the one before (if the automaton is not weak: at the last such one).
//!   Measures are of finite types, so this cannot go on for ever.
//!
//! Where not all visits are steps, a visit without a step since the last one counts like an accepting state if the last letter for ever would be accepted: so
//! does a run without end that has no steps any more.
//!
//! A run is accepted if it comes back to a state, in one stay, with an accepting state in between. The automaton's state is part of the state.

use super::insert::{Insertions, prepend};
use super::journal::Journal;
use super::logic::{and, or};
use super::loop_state::{LoopState, Surroundings, state_with_memory};
use super::recurrence::Watch;
use super::word::{Flag, Word, in_order, static_flag};
use analysis::influence::Influence;
use analysis::named_loops::{NamedLoop, loops_of};
use analysis::ranks::{Rank, ranks};
use analysis::termination::{Claim, Subject};
use goto::callgraph::CallGraph;
use goto::cfg::Cfg;
use goto::loops::{Loop, Loops};
use goto::{BinOp, Body, ExprId, ExprKind, FuncId, InstrId, InstrKind, Instruction, Location, Program, Property, PropertyClass, PropertyId, Storage, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many visits in a row are few, in turn. The last number is for loops that are unrolled to their end.
const FEW: [i128; 5] = [1, 2, 3, 5, 1 << 20];
/// Measures of all loops together, but each loop gets some.
const MEASURES: usize = 240;
const FEWEST: usize = 6;

/// Puts the claims into the user's program, which follows a word. `conditions` are what measures are made from beside the conditions of the loops.
pub fn fairness(program: &mut Program, word: &Word, conditions: &[ExprId]) -> Fairness {
    let calls = CallGraph::new(program);
    let reachable = calls.reachable(program.start);
    let influence = Influence::new(program, &calls);
    let surroundings = Surroundings::new(program);
    let Fairness { mut claims, mut lassos, mut counts } = Fairness::default();
    let mut journals: Vec<(Journal, Vec<FuncId>)> = Vec::new();
    let functions: Vec<FuncId> = program.functions.ids().filter(|&f| reachable[f] && !program.functions[f].model).collect();
    let n_loops: usize = functions.iter().map(|&f| loops_of(program, f).len()).sum();
    for f in functions {
        if calls.is_recursive(f) {
            let function = &program.functions[f];
            let (name, loc) = (format!("{}.ltl.recursion", function.name), function.loc);
            let gap = Some(format!("{} is recursive", function.name));
            let text = format!("the recursion of {} ends", function.name);
            claims.push(Claim { name, function: f, loc, text, subject: Subject::Recursion, ends: Vec::new(), endless: Vec::new(), traps: Vec::new(), gap });
        }
        let named = in_order(program, f);
        let Some(body) = program.functions[f].body.take() else { continue };
        let most = (MEASURES / n_loops.max(1)).max(FEWEST);
        let mut claimer = Claimer {
            program,
            word,
            influence: &influence,
            conditions,
            most,
            function: f,
            insertions: Insertions::default(),
            start: Vec::new(),
            lassos: Vec::new(),
            counts: Vec::new(),
            journals: Vec::new(),
        };
        let cfg = Cfg::new(claimer.program, &body);
        let loops = Loops::new(&cfg);
        for (n, l) in named.iter().enumerate() {
            let Some(id) = loops.with_head(l.head) else { continue };
            let Some(flag) = word.flags.iter().find(|g| g.function == f && g.number == n) else { continue };
            let recursive = calls.is_recursive(f);
            claims.push(claimer.one_loop(&surroundings, &body, &cfg, loops.get(id), l, flag, recursive));
        }
        let Claimer { insertions, start, lassos: own, counts: of_function, journals: of_loops, .. } = claimer;
        journals.extend(of_loops);
        lassos.extend(own);
        counts.extend(of_function);
        let mut body = body;
        insertions.apply(&mut body);
        program.functions[f].body = Some(prepend(body, start));
    }
    let mut insertions = FxHashMap::default();
    for (journal, called) in &mut journals {
        follow_in(program, journal, called, influence.memory_is_relevant(), &mut insertions);
    }
    for (f, insertions) in insertions {
        if let Some(body) = &mut program.functions[f].body {
            insertions.apply(body);
        }
    }
    goto::assert_valid(program, "fairness");
    Fairness { claims, lassos, counts }
}

/// Lets a loop's journal follow what functions do.
fn follow_in(program: &mut Program, journal: &mut Journal, functions: &[FuncId], matters: bool, insertions: &mut FxHashMap<FuncId, Insertions>) {
    for &f in functions {
        let Some(body) = program.functions[f].body.take() else { continue };
        journal.follow(program, &body, body.ids(), matters, insertions.entry(f).or_default());
        program.functions[f].body = Some(body);
    }
}

/// What is claimed of the loops.
#[derive(Default)]
pub struct Fairness {
    pub claims: Vec<Claim>,
    /// Which claims are about states that come back.
    pub lassos: Vec<Lasso>,
    /// The variables that count visits with accepting states before them.
    pub counts: Vec<ExprId>,
}

/// A claim that is violated by a run that comes back to a state.
#[derive(Clone, Copy, Debug)]
pub struct Lasso {
    pub property: PropertyId,
    /// How many visits of the head ago the state was remembered; assigned to at each visit, by what is no constant.
    pub visits: ExprId,
}

struct Claimer<'a> {
    program: &'a mut Program,
    word: &'a Word,
    influence: &'a Influence,
    conditions: &'a [ExprId],
    /// Measures of one loop.
    most: usize,
    function: FuncId,
    insertions: Insertions,
    start: Vec<Instruction>,
    lassos: Vec<Lasso>,
    counts: Vec<ExprId>,
    /// The journals of loops, with the functions that these call.
    journals: Vec<(Journal, Vec<FuncId>)>,
}

impl Claimer<'_> {
    #[expect(clippy::too_many_arguments, reason = "what is known of one loop")]
    fn one_loop(&mut self, surroundings: &Surroundings, body: &Body, cfg: &Cfg, l: &Loop, named: &NamedLoop, flag: &Flag, recursive: bool) -> Claim {
        let (function, loc) = (self.function, named.loc);
        let mut claim = Claim {
            name: format!("{}.ltl.{}", self.program.functions[function].name, named.number + 1),
            function,
            loc,
            text: "no run that goes round for ever violates the formula".to_owned(),
            subject: Subject::Loop,
            ends: Vec::new(),
            endless: Vec::new(),
            traps: Vec::new(),
            gap: None,
        };
        if !l.is_reducible() {
            claim.gap = Some("jumps enter the loop in several places".to_owned());
            return claim;
        }
        let mut at_head = Vec::new();
        let outside: FxHashSet<InstrId> = l.exits.iter().map(|e| e.1).collect();
        let mut afresh = Vec::new();
        let accepted = self.accepted(flag, loc, &mut at_head, &mut afresh);
        let visits = self.few(&claim.name, accepted, loc, &mut at_head, &mut afresh, &mut claim.ends);
        self.measures(&claim.name, body, cfg, l, (accepted, visits), loc, &mut at_head, &mut claim.ends);
        at_head.into_iter().for_each(|i| self.insertions.before(l.head, i));
        if !recursive && let Some(LoopState { scalars, beside }) = state_with_memory(self.program, surroundings, function, body, cfg, l) {
            let scalars: Vec<ExprId> = scalars.into_iter().filter(|&e| self.matters(e)).collect();
            let journal = beside.map(|called| self.journal(body, l, called, loc));
            let property = self.property(&format!("{}.lasso", claim.name), loc, "no state comes back after an accepting one");
            let since = static_flag(self.program, "accepted since", loc);
            let any = or(self.program, since, accepted);
            let mut watch = Watch::new(self.program, function, loc, &mut self.start);
            let mut inserted = Insertions::default();
            watch.visits(property, &scalars, Some((any, since)), journal.as_ref(), body, l, &mut inserted, &mut self.start);
            self.lassos.push(Lasso { property, visits: watch.counter() });
            self.insertions.append(inserted);
            claim.endless.push(property);
        }
        let rhs = self.program.build().truth(false);
        for lhs in [Some(flag.seen), flag.stepped].into_iter().flatten() {
            self.insertions.before(l.head, Instruction { kind: InstrKind::Assign { lhs, rhs }, loc });
        }
        for at in outside {
            afresh.iter().for_each(|reset: &Instruction| self.insertions.before(at, Instruction { loc: body[at].loc, ..reset.clone() }));
        }
        self.start.extend(afresh);
        claim
    }

    /// A journal of what the loop does to memory, also in the functions that it calls.
    fn journal(&mut self, body: &Body, l: &Loop, called: Vec<FuncId>, loc: Location) -> Journal {
        let mut journal = Journal::new(self.program, loc);
        let matters = self.influence.memory_is_relevant();
        journal.follow(self.program, body, l.body.iter().copied(), matters, &mut self.insertions);
        // What is put into other functions is put into them when all that is their own is there; here it is only seen what there will be to note.
        follow_in(self.program, &mut journal, &called, matters, &mut FxHashMap::default());
        self.journals.push((journal.clone(), called));
        journal
    }

    /// May the scalar have to do with where execution goes?
    fn matters(&self, scalar: ExprId) -> bool {
        let helper = matches!(self.program.exprs.kind(scalar), ExprKind::Var(s) if self.word.helpers.contains(&s));
        !helper && self.influence.is_relevant(self.program, scalar)
    }

    /// Was an accepting state seen since the last visit in this stay? Without a step since then: is what goes on without any accepted?
    fn accepted(&mut self, flag: &Flag, loc: Location, at_head: &mut Vec<Instruction>, afresh: &mut Vec<Instruction>) -> ExprId {
        let stays = static_flag(self.program, "stays here", loc);
        let accepted = static_flag(self.program, "accepted here", loc);
        let mut seen = flag.seen;
        if let (Some(stepped), Some(idle)) = (flag.stepped, self.word.idle) {
            let rests = self.program.build().not(stepped);
            let rests = and(self.program, rests, idle);
            seen = or(self.program, seen, rests);
        }
        let again = and(self.program, stays, seen);
        let (yes, no) = (self.program.build().truth(true), self.program.build().truth(false));
        let set = |lhs, rhs| Instruction { kind: InstrKind::Assign { lhs, rhs }, loc };
        at_head.extend([set(accepted, again), set(stays, yes)]);
        afresh.push(set(stays, no));
        accepted
    }

    /// Claims that accepting states are seen between few visits. The answer counts them.
    fn few(
        &mut self,
        name: &str,
        accepted: ExprId,
        loc: Location,
        at_head: &mut Vec<Instruction>,
        afresh: &mut Vec<Instruction>,
        ends: &mut Vec<PropertyId>,
    ) -> ExprId {
        let ty = self.program.types.int(32, false);
        let symbol = self.program.symbols.push(Symbol { name: "accepted visits".to_owned(), ty, storage: Storage::Static, loc });
        let count = self.program.build().var(symbol, ty);
        self.counts.push(count);
        let is_weak = self.word.is_weak;
        let mut build = self.program.build();
        let (zero, one) = (build.constant(ty, 0), build.constant(ty, 1));
        let more = build.binary(BinOp::Add, count, one);
        let next = build.ite(accepted, more, if is_weak { zero } else { count });
        let set = |lhs, rhs| Instruction { kind: InstrKind::Assign { lhs, rhs }, loc };
        at_head.push(set(count, next));
        afresh.push(set(count, zero));
        for few in FEW {
            let property = self.property(name, loc, "");
            let mut build = self.program.build();
            let most = build.constant(ty, few);
            let cond = build.binary(BinOp::Lt, count, most);
            at_head.push(Instruction { kind: InstrKind::Assert { cond, property }, loc });
            ends.push(property);
        }
        count
    }

    #[expect(clippy::too_many_arguments, reason = "what is known of one loop")]
    fn measures(
        &mut self,
        name: &str,
        body: &Body,
        cfg: &Cfg,
        l: &Loop,
        (accepted, visits): (ExprId, ExprId),
        loc: Location,
        at_head: &mut Vec<Instruction>,
        ends: &mut Vec<PropertyId>,
    ) {
        let ty = self.program.exprs.ty(visits);
        let two = self.program.build().constant(ty, 2);
        let fewer = self.program.build().binary(BinOp::Lt, visits, two);
        let mut found = ranks(self.program, body, cfg, l, self.conditions);
        found.retain(|rank| rank.0.iter().all(|&e| self.is_of_program(e)));
        found.truncate(self.most);
        let mut noted: FxHashMap<ExprId, ExprId> = FxHashMap::default();
        let mut notes = Vec::new();
        for Rank(numbers) in found {
            let mut smaller = self.program.build().truth(false);
            for (n, &now) in numbers.iter().enumerate().rev() {
                let then = *noted.entry(now).or_insert_with(|| {
                    let ty = self.program.exprs.ty(now);
                    let symbol = self.program.symbols.push(Symbol { name: "a measure".to_owned(), ty, storage: Storage::Static, loc });
                    let then = self.program.build().var(symbol, ty);
                    let value = if self.word.is_weak { now } else { self.program.build().ite(accepted, now, then) };
                    notes.push(Instruction { kind: InstrKind::Assign { lhs: then, rhs: value }, loc });
                    then
                });
                let mut build = self.program.build();
                let less = build.binary(BinOp::Lt, now, then);
                smaller = if n + 1 == numbers.len() {
                    less
                } else {
                    let same = build.binary(BinOp::Eq, now, then);
                    let later = build.binary(BinOp::And, same, smaller);
                    build.binary(BinOp::Or, less, later)
                };
            }
            // Where the automaton is not weak, only visits with an accepting state before them count.
            let idle = if self.word.is_weak { fewer } else { self.program.build().not(accepted) };
            let idle = or(self.program, idle, fewer);
            let cond = or(self.program, idle, smaller);
            let property = self.property(name, loc, "");
            at_head.push(Instruction { kind: InstrKind::Assert { cond, property }, loc });
            ends.push(property);
        }
        at_head.extend(notes);
    }

    /// Is it about the program's own variables?
    fn is_of_program(&self, e: ExprId) -> bool {
        let mut own = true;
        self.program.exprs.walk(e, &mut FxHashSet::default(), &mut |_, kind| {
            if let ExprKind::Var(s) = kind {
                own &= !self.word.helpers.contains(&s);
            }
        });
        own
    }

    fn property(&mut self, name: &str, loc: Location, text: &str) -> PropertyId {
        // Alternatives are told apart by their positions.
        let (name, text) = (format!("{name}.{}", self.program.properties.len() + 1), text.to_owned());
        self.program.properties.push(Property { name, class: PropertyClass::Termination, function: self.function, loc, text })
    }
}
