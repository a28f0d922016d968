//! Data races under ThreadSanitizer: a further opinion where the compiled program does not show them under the schedule of their run. It tells of races of any schedule, so what it
//! sees may be another one of the program; what it does not see says nothing.

use crate::program::ProgramRequest;
use crate::{recorder, replay};
use engine::replay::{Flags, Native};
use goto::limits::Stop;
use goto::{Callee, InstrKind, Program};
use report::read_suite::SuiteTest;

/// Runs that are looked at: the machine chooses another schedule for each.
const RUNS: usize = 3;
/// Sections that nobody interrupts, which natively are none.
const SECTIONS: &str = "__VERIFIER_atomic_";

/// The program, compiled for ThreadSanitizer, or why there is none.
pub(super) struct Sanitized {
    native: Result<Native, String>,
}

impl Sanitized {
    pub(super) fn new(program: &Program, request: &ProgramRequest, flags: &Flags, stop: &Stop) -> Self {
        let native = if has_sections(program) {
            Err("atomic sections are none natively".to_owned())
        } else {
            replay::compile_native(program, request, &Flags { is_sanitized: true, ..flags.clone() }, stop)
        };
        Self { native }
    }

    /// A place of the program's own text where two accesses race in a native run on the inputs of the test. `Err` says why there is none.
    pub(super) fn race(&self, program: &Program, test: &SuiteTest, stop: &Stop) -> Result<String, String> {
        let native = self.native.as_ref().map_err(Clone::clone)?;
        let inputs: String = test.values.iter().flat_map(|value| [value.as_str(), "\n"]).collect();
        for _ in 0..RUNS {
            let world = program.reads_world().then(|| recorder::surroundings(&test.world));
            let races = native.run_sanitized(&inputs, world, stop).map_err(|error| error.to_string())?;
            if let Some(place) = races.into_iter().find(|place| is_of(program, place)) {
                return Ok(place);
            }
        }
        Err("it tells of no data race".to_owned())
    }
}

/// Is it a place in a file of the program? What delivers inputs has none.
fn is_of(program: &Program, place: &str) -> bool {
    let file = place.split(':').next().unwrap_or_default();
    program.files.values().any(|name| file == name || file.ends_with(&format!("/{name}")))
}

fn has_sections(program: &Program) -> bool {
    let is_section = |name: &str| name.trim_start_matches("__model_").starts_with(SECTIONS);
    let calls = |kind: &InstrKind| matches!(kind, InstrKind::Call { callee: Callee::Direct(callee), .. } if is_section(&program.functions[*callee].name));
    program.functions.values().filter(|f| !f.model).flat_map(|f| f.body.iter()).flat_map(|body| body.values()).any(|instruction| calls(&instruction.kind))
}
