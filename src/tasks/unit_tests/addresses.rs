//! Does a run depend on where objects and functions lie? Other compilers, and other runs of one program, place them elsewhere, so such a run is no test. It is executed once
//! more with everything at other addresses, and once each with variables that are aligned as much and as little as they may be. Values that are compared may be addresses, which
//! move; whatever else differs was made of an address: a byte of it, a number that was cut or hashed.

use crate::replay::{DEPTH, MEMORY};
use engine::budget::runs::EXTRA_INPUTS;
use engine::confirm::Replay;
use goto::interp::{Compiled, Limits, Machine, Observer, Placement, Run};
use goto::{Bits, InputId, Program};
use std::cell::OnceCell;

/// Comparisons of a run that are looked at.
const COMPARISONS: usize = 1 << 20;

/// A program, ready to run, with its objects here and there.
pub(super) struct Layouts<'p> {
    program: &'p Program,
    pub usual: Compiled,
    shifted: OnceCell<Compiled>,
    /// With other alignments.
    aligned: OnceCell<[Compiled; 2]>,
}

/// What a run compares, in order.
#[derive(Default)]
struct Compared(Vec<(u64, u64)>);

impl Observer for Compared {
    const TRACE: bool = false;
    const PROBE: bool = true;

    fn compared(&mut self, _place: u32, a: u64, b: u64) {
        if self.0.len() < COMPARISONS {
            self.0.push((a, b));
        }
    }

    fn compared_floats(&mut self, _place: u32, a: f64, b: f64) {
        self.compared(0, a.to_bits(), b.to_bits());
    }
}

impl<'p> Layouts<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        Self { program, usual: Compiled::new(program), shifted: OnceCell::new(), aligned: OnceCell::new() }
    }

    /// Does a run with these inputs go another way, or compare other values, where objects lie elsewhere?
    pub(super) fn matter(&self, inputs: &[(InputId, Bits)], steps: u64) -> bool {
        let (usual, here) = execute(&self.usual, inputs, steps);
        let shifted = self.shifted.get_or_init(|| Compiled::placed(self.program, Placement::Shifted));
        let (moved, there) = execute(shifted, inputs, steps);
        let distance = Placement::Shifted.distance(self.program.model().pointer_bits());
        if !is_same(&usual, &moved) || here.len() != there.len() || !here.iter().zip(&there).all(|(here, there)| agree(*here, *there, distance)) {
            return true;
        }
        let aligned = self.aligned.get_or_init(|| [Placement::Aligned, Placement::Unaligned].map(|placement| Compiled::placed(self.program, placement)));
        aligned.iter().any(|compiled| !is_same(&usual, &execute(compiled, inputs, steps).0))
    }
}

fn execute(compiled: &Compiled, inputs: &[(InputId, Bits)], steps: u64) -> (Run, Vec<(u64, u64)>) {
    let limits = Limits { steps, work: u64::MAX, memory: MEMORY, depth: DEPTH, stop: &|| false };
    let mut compared = Compared::default();
    let run = Machine::new(compiled).run_observed(&mut Replay::with_zeros(inputs, EXTRA_INPUTS), &limits, &mut compared);
    (run, compared.0)
}

/// Do two runs go the same way? What they say of a crash may name an address.
fn is_same(a: &Run, b: &Run) -> bool {
    std::mem::discriminant(&a.outcome) == std::mem::discriminant(&b.outcome) && a.goals == b.goals && a.steps == b.steps && a.inputs == b.inputs
}

/// Are these the same values but for the distance between addresses? Parts of addresses may be compared with themselves.
fn agree(here: (u64, u64), there: (u64, u64), distance: u64) -> bool {
    let moves = |here: u64, there: u64| here == there || there.wrapping_sub(here) == distance;
    moves(here.0, there.0) && moves(here.1, there.1) || here.0 == here.1 && there.0 == there.1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{self, Aim, ProgramRequest};
    use instrument::Criterion;

    fn depends(text: &str) -> bool {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.c");
        std::fs::write(&file, text).unwrap();
        let mut loaded = program::compile(&ProgramRequest { entry: "f".into(), ..ProgramRequest::new(vec![file]) }).unwrap();
        program::instrument(&mut loaded, &Aim::Cover(vec![Criterion::Branch], None));
        Layouts::new(&loaded.program).matter(&[], 10_000)
    }

    #[test]
    fn addresses_that_are_compared_as_such_do_not_matter() {
        let own = "int a[4], b; int g(void) { return 1; }\n";
        for body in [
            "int *p = a, *q = a + 4, n = 0; for (; p != q; p++) n++; return n == 4 && p > a && &b != a;",
            "int (*h)(void) = g; return h && h == g && h();",
            "int *p = &b, *q = p; return __builtin_memcmp(&p, &q, sizeof p) == 0;",
            "return ((unsigned long)a & 3) == 0 && (char *)(a + 1) - (char *)a == 4;",
        ] {
            assert!(!depends(&format!("{own}int f(void) {{ {body} }}")), "{body}");
        }
    }

    #[test]
    fn what_is_made_of_addresses_matters() {
        let own = "int a[4]; int b; char c; int g(void) { return 1; }\n";
        for body in [
            "int *p = &b; unsigned char *s = (unsigned char *)&p; for (int i = 0; i < 3; i++) if (s[i] == 200) return 1; return 0;",
            "int (*h)(void) = g; unsigned char *s = (unsigned char *)&h; return s[1] == 13 ? 1 : 2;",
            "return (unsigned)(unsigned long)a % 31 == 4 ? 1 : 2;",
            "return ((unsigned long)&b & 7) ? 1 : 2;",
            "return ((unsigned long)&c & 1) ? 1 : 2;",
        ] {
            assert!(depends(&format!("{own}int f(void) {{ {body} }}")), "{body}");
        }
    }
}
