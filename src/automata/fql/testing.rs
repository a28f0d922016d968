//! Queries, random runs and their events, for the tests of what reads the automata of queries.

use super::accept::Event;
use super::letters::Letters;
use super::machine::Machines;
use crate::fql::query::{PredicateId, Test};
use crate::fql::watch::{Code, Watch};
use crate::fql::{BasicBlocks, Scene, build, parse};
use goto::edges::{EdgeId, Edges, PlaceId};
use goto::{Id, Labels, Program, Random};
use rustc_hash::FxHashSet;

pub(super) const PROGRAM: &str = "goto lp64 start begin file file0 \"a.c\" static x#0: bool static y#1: i32 static z#2: bool branch br0 if \"x\"
    function begin: fn() -> void model { 0: CALL main() 1: HALT exit }
    function main: fn() -> void @0:1:1 { local l#3: i32
      0: DECL l#3 @0:2:1 1: IF x#0 GOTO 6 br0 @0:3:1 2: MARK then @0:3:5 3: y#1 := 1 @0:4:1 4: CALL f() @0:5:1 5: GOTO 1 @0:3:1
      6: MARK loop_exit @0:6:1 7: IF x#0 GOTO 9 br0 @0:7:1 8: HALT exit @0:8:1 9: RETURN @0:9:1 }
    function f: fn() -> void @0:10:1 { 0: IF x#0 GOTO 2 br0 @0:11:1 1: y#1 := 2 @0:12:1 2: RETURN @0:13:1 }";

pub(super) const QUERIES: [&str; 31] = [
    "cover NODES(ID)->NODES(ID)",
    "cover {a}->NODES(@4)",
    "cover NODES(@4 | @12)->{a}",
    "cover \"{a}.ID*.NODES(@4 | @7)\" + {a}->NODES(@12)",
    "cover {a}->{b}",
    "cover {b}->{a}",
    "cover {a}->{b}->{a} passing ^(ID*.{b}.ID*)*$",
    "cover @CONDITIONEDGE",
    "cover ID",
    "cover @BASICBLOCKENTRY -> @BASICBLOCKENTRY",
    "cover ^ID.ID.ID",
    "cover @CONDITIONEDGE.@4",
    "cover @4.\"NOT(@12)*\".@12",
    "cover @CONDITIONEDGE -> @CONDITIONEDGE -> @CONDITIONEDGE passing ^NOT(@8)*$",
    "cover (@CALL(f) + @8 + @EXIT(main))$",
    "cover {a}.@4",
    "cover @4.{a}.{b}.ID",
    "cover {a}->{b} + {b}.ID.{a}",
    "cover NODES(@4).{b} + NODES(@BASICBLOCKENTRY)->@12",
    "cover ^(NODES(@12)->@8 + NODES(@3))",
    "cover @CONDITIONEDGE passing ^(@4.{a} + NOT(@4))*$",
    "cover @CONDITIONEDGE passing ^(NOT(@4)*.@4.{b}) >= 2",
    "cover PATHS(@FUNC(f), 1)",
    "cover ^PATHS(ID, 1)$",
    "cover (@3 + @11).(@4 + @12) + @3.@4",
    "cover \"@3*\".(@4 | @5) + \"@3 == 2\"",
    "COVER \"EDGES(ID)*\".EDGES(@CONDITIONEDGE).\"EDGES(ID)*\".EDGES(@4).\"EDGES(ID)*\"",
    "COVER \"EDGES(ID)*\".EDGES(PRED(@CONDITIONEDGE,{a})).\"EDGES(ID)*\"",
    "cover @ENTRY(f).\"NOT(@EXIT(f))*\".@12 passing @4.@CALL(f)",
    "in @FUNC(f) cover @CONDITIONEDGE passing ^({a}.ID.{b} + ID <= 3)*$",
    "cover @CONDITIONEDGE.(\"ID.ID\" + {b}).NODES(ID)",
];

/// A run: places with what holds there, and the edges between them.
pub(super) struct Word {
    pub places: Vec<(PlaceId, Vec<bool>)>,
    pub edges: Vec<EdgeId>,
}

/// A way from the start until execution is outside again, or too long.
pub(super) fn walk(edges: &Edges, predicates: usize, random: &mut Random) -> (Word, bool) {
    let mut place = edges.outside();
    let mut calls: Vec<PlaceId> = Vec::new();
    let mut word = Word { places: vec![(place, vec![false; predicates])], edges: Vec::new() };
    loop {
        use goto::edges::EdgeKind;
        let fits = |e: &&EdgeId| match edges.edge(**e).kind {
            EdgeKind::Return(site) => calls.last() == Some(&site),
            EdgeKind::Leave => calls.is_empty(),
            _ => true,
        };
        let ways: Vec<EdgeId> = edges.outgoing(place).iter().filter(fits).copied().collect();
        let edge = ways[random.below(ways.len())];
        match edges.edge(edge).kind {
            EdgeKind::Call => calls.push(place),
            EdgeKind::Return(_) => _ = calls.pop(),
            _ => {}
        }
        place = edges.edge(edge).target;
        word.edges.push(edge);
        word.places.push((place, (0..predicates).map(|_| random.below(2) == 1).collect()));
        if place == edges.outside() {
            return (word, true);
        }
        if word.edges.len() > 60 {
            return (word, false);
        }
    }
}

/// The events of a word, as the instrumented program would tell them.
pub(super) fn events(word: &Word, letters: &Letters, wanted: &FxHashSet<(PlaceId, Test)>) -> Vec<Event> {
    let mut events = Vec::new();
    for (i, (place, truths)) in word.places.iter().enumerate() {
        for (predicate, &truth) in truths.iter().enumerate() {
            let test = Test { predicate: PredicateId::new(predicate), holds: truth };
            if wanted.contains(&(*place, test)) {
                events.push(Event::Test(test));
            }
        }
        events.extend(word.edges.get(i).and_then(|e| letters.of(*e)).map(Event::Edge));
    }
    events
}

/// For each query random runs that came to their end, as events.
pub fn random_programs(seed: u64, runs: usize, mut check: impl FnMut(&str, &Program, &Edges, &Watch, &[Vec<Event>])) {
    for text in QUERIES {
        let mut program = goto::parse(PROGRAM).unwrap();
        let edges = Edges::new(&program);
        let scene = Scene { program: &program, edges: &edges, labels: &Labels::default(), decision_marks: &[], basic_blocks: BasicBlocks::Fshell };
        let query = build(&parse(text, None).unwrap(), text, &scene, 100_000).unwrap();
        // Nobody knows its value.
        let (unknown, ty) = (goto::SymbolId::new(2), program.symbols[goto::SymbolId::new(2)].ty);
        let code = Code { instructions: Vec::new(), cond: program.build().var(unknown, ty) };
        let code = Watch::places(&query, &edges).into_iter().map(|(place, test)| ((place, test.predicate), code.clone())).collect();
        let watch = Watch::new(&mut program, &query, &edges, &code);
        let machines = Machines::new(&query);
        let letters = Letters::new(&machines, &edges);
        let wanted: FxHashSet<(PlaceId, Test)> = machines.tests(&edges).into_iter().collect();
        let mut random = Random::new(seed);
        let words = (0..runs).map(|_| walk(&edges, query.predicates.len(), &mut random)).filter(|(_, ended)| *ended);
        let words: Vec<Vec<Event>> = words.map(|(word, _)| events(&word, &letters, &wanted)).collect();
        check(text, &program, &edges, &watch, &words);
    }
}
