//! What bounds do to unrollings: which loops are cut and which are not, and what two unrollings have in common.

use frontend::{LoadOptions, load};
use goto::limits::{Stop, StopReason};
use goto::{InstrKind, Program};
use rustc_hash::FxHashMap;
use symex::{Bound, CutReason, Session, Unrolling, UnrollingLimits, unroll};
use term::TermPool;

fn program(text: &str) -> Program {
    let directory = tempfile::tempdir().expect("a directory for the program");
    let file = directory.path().join("program.c");
    std::fs::write(&file, format!("extern int __VERIFIER_nondet_int(void);\n{text}")).expect("the program is written");
    load(&[file], &LoadOptions::default()).expect("the program is right").program
}

fn bound(k: u32) -> Bound {
    Bound { k, max_steps: 1_000_000, per_loop: FxHashMap::default() }
}

fn unrolled(text: &str, bound: &Bound) -> Unrolling {
    unroll(&program(text), &mut TermPool::new(), bound, &Stop::new(None))
}

fn reasons(unrolling: &Unrolling) -> Vec<CutReason> {
    unrolling.cuts.iter().map(|cut| cut.reason.clone()).collect()
}

const COUNT_TO_INPUT: &str = "int main(void) { int n = __VERIFIER_nondet_int(), s = 0; for (int i = 0; i < n; i++) s += __VERIFIER_nondet_int(); return s; }";

#[test]
fn a_body_runs_as_often_as_the_bound_says() {
    for k in [1, 3, 7] {
        let unrolling = unrolled(COUNT_TO_INPUT, &bound(k));
        assert_eq!(unrolling.inputs.len(), 1 + k as usize);
        assert_eq!(reasons(&unrolling), [CutReason::Bound]);
    }
}

#[test]
fn a_loop_has_its_own_bound() {
    let program = program(COUNT_TO_INPUT);
    let main = program.functions.iter().find(|(_, f)| f.name == "main").expect("main").0;
    let body = program.functions[main].body.as_ref().expect("main has a body");
    let head = body.iter().find_map(|(at, i)| match i.kind {
        InstrKind::Goto { target, .. } if target <= at => Some(target),
        _ => None,
    });
    let mut bound = bound(2);
    bound.per_loop.insert((main, head.expect("a loop")), 5);
    let unrolling = unroll(&program, &mut TermPool::new(), &bound, &Stop::new(None));
    assert_eq!(unrolling.inputs.len(), 6);
}

#[test]
fn known_loops_run_to_their_end() {
    let unrolling = unrolled("int main(void) { int s = 0; for (int i = 0; i < 10000; i++) s += i; return s; }", &bound(1));
    assert!(unrolling.cuts.is_empty());
    // Known tests, unknown decisions in the body: sixteen times the bound.
    let text = "int main(void) { int s = 0; for (int i = 0; i < 30; i++) if (__VERIFIER_nondet_int()) s++; return s; }";
    assert_eq!(reasons(&unrolled(text, &bound(1))), [CutReason::Bound]);
    assert!(unrolled(text, &bound(2)).cuts.is_empty());
}

#[test]
fn loops_whose_tests_do_not_change_count_fully() {
    let text = "int on = 1; int main(void) { int s = 0; while (on) { if (__VERIFIER_nondet_int()) s++; } return s; }";
    assert!(unrolled(text, &bound(4)).inputs.len() < 10);
    let text = "int main(void) { int s = 0; for (;;) s += __VERIFIER_nondet_int(); return s; }";
    assert_eq!(unrolled(text, &bound(4)).inputs.len(), 4);
}

#[test]
fn endless_loops_end_their_path() {
    let unrolling = unrolled("int main(void) { int x = 0; for (;;) x = 1 - x; return x; }", &bound(1));
    assert!(unrolling.cuts.is_empty());
    assert!(unrolling.steps < 10_000);
}

#[test]
fn recursion_is_bounded() {
    let text = "int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); } int main(void) { return f(__VERIFIER_nondet_int()); }";
    assert_eq!(reasons(&unrolled(text, &bound(3))), [CutReason::Bound]);
    let text = "int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); } int main(void) { return f(500); }";
    assert!(unrolled(text, &bound(1)).cuts.is_empty());
}

#[test]
fn limits_leave_cuts() {
    let text = "int main(void) { unsigned s = 1; while (s) s = s * 3; if (__VERIFIER_nondet_int()) return 1; return 0; }";
    assert_eq!(reasons(&unrolled(text, &bound(1))), [CutReason::Steps]);
    let stop = Stop::new(None);
    stop.request(StopReason::Interrupt);
    let unrolling = unroll(&program(text), &mut TermPool::new(), &bound(1), &stop);
    assert_eq!(reasons(&unrolling), [CutReason::Stopped(StopReason::Interrupt)]);
}

#[test]
fn others_have_pauses_while_it_goes_on() {
    let program = program("int main(void) { int s = 0; for (int i = 0; i < 100000; i++) s += i; return s; }");
    let (mut pauses, stop) = (0, Stop::new(None));
    let unrolling =
        Session::new().unroll_after(&program, &mut TermPool::new(), &[], UnrollingLimits { bound: &bound(1), stop: &stop, pause: &mut || pauses += 1 });
    // Hundreds of thousands of instructions take far longer than what lies between pauses.
    assert!(pauses > 2 && unrolling.cuts.is_empty(), "{pauses}");
}

#[test]
fn unrollings_share_terms() {
    let program = program(COUNT_TO_INPUT);
    let (mut pool, mut session, stop) = (TermPool::new(), Session::new(), Stop::new(None));
    let small = session.unroll(&program, &mut pool, &bound(10), &stop);
    let before = pool.len();
    session.unroll(&program, &mut pool, &bound(10), &stop);
    assert_eq!(pool.len(), before);
    let large = session.unroll(&program, &mut pool, &bound(11), &stop);
    assert!(pool.len() < before + before / 2, "{before} terms became {}", pool.len());
    assert!(small.inputs.iter().zip(&large.inputs).all(|(a, b)| a.value == b.value && a.condition == b.condition));
}

#[test]
fn unsupported_instructions_cut_only_their_path() {
    let text = "int main(void) { if (__VERIFIER_nondet_int() == 5) __asm__(\"nop\"); return __VERIFIER_nondet_int(); }";
    let unrolling = unrolled(text, &bound(1));
    assert_eq!(unrolling.inputs.len(), 2);
    assert!(reasons(&unrolling).iter().all(|r| matches!(r, CutReason::Unsupported(_))));
}
