//! What the abstract interpretation claims, held against runs of the interpreter: at every start of a block that a run passes, each variable must have one
//! of the values that are claimed for it there, and no guard may go the way that is claimed impossible.

use analysis::intervals::cells::CellId;
use analysis::intervals::{At, Intervals};
use analysis::points_to::{Members, PointsTo};
use analysis::transform::{simplify, strip_marks};
use frontend::{LoadOptions, load};
use goto::callgraph::CallGraph;
use goto::interp::{Compiled, InputSource, Limits, Machine, Observer};
use goto::visit::Role;
use goto::{Bits, ExprId, FuncId, Id, InputId, InstrId, InstrKind, Location, Program, Random, Storage, TypeId};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};

/// Runs of each program.
const RUNS: u64 = 8;

/// Follows a run.
struct Watcher<'a> {
    program: &'a Program,
    intervals: &'a Intervals,
    decided: FxHashMap<(FuncId, InstrId), bool>,
    /// The values of cells that were seen being assigned, `None` where that could not be seen: of static ones, and of those of each call that is going on.
    statics: FxHashMap<CellId, Option<i128>>,
    calls: Vec<Call>,
    /// The guard that was passed last.
    guard: Option<(FuncId, InstrId)>,
    checked: u64,
    wrong: Vec<String>,
}

/// A call that is going on.
struct Call {
    function: FuncId,
    values: FxHashMap<CellId, Option<i128>>,
}

impl Watcher<'_> {
    /// The last call of the function whose variable it is.
    fn call_of(&self, cell: CellId) -> Option<usize> {
        self.calls.iter().rposition(|call| self.intervals.cells.belongs_to(self.program, cell, call.function))
    }

    fn is_static(&self, cell: CellId) -> bool {
        self.program.symbols[self.intervals.cells.get(cell).root].storage == Storage::Static
    }

    fn value(&self, cell: CellId) -> Option<i128> {
        if self.is_static(cell) {
            // Not assigned yet: zero.
            return self.statics.get(&cell).copied().unwrap_or(Some(0));
        }
        self.call_of(cell).and_then(|call| self.calls[call].values.get(&cell).copied()).flatten()
    }

    fn set(&mut self, cell: CellId, value: Option<i128>) {
        if self.is_static(cell) {
            self.statics.insert(cell, value);
        } else if let Some(call) = self.call_of(cell) {
            self.calls[call].values.insert(cell, value);
        }
    }

    /// Something is written that is not followed here.
    fn forget(&mut self, cells: &[CellId]) {
        cells.iter().for_each(|&cell| self.set(cell, None));
    }

    fn check(&mut self, func: FuncId, instr: InstrId, loc: Location) {
        let facts = match self.intervals.at(func, instr) {
            At::Unknown => return,
            At::Unreached => {
                self.wrong.push(format!("{}:{} {instr} is reached", self.program.functions[func].name, loc.line));
                return;
            }
            At::Known(facts) => facts,
        };
        let mut wrong = Vec::new();
        let mut checked = 0;
        facts.each(|id, number| {
            let cell = self.intervals.cells.get(id);
            // What is written at unknown indices is not followed here.
            if cell.is_many {
                return;
            }
            if let Some(value) = self.value(id) {
                checked += 1;
                if !number.contains(value) {
                    let place = goto::print_expr(self.program, cell.place);
                    wrong.push(format!("{}:{} {instr}: {place} is {value}, not in {number:?}", self.program.functions[func].name, loc.line));
                }
            }
        });
        self.checked += checked;
        self.wrong.extend(wrong);
    }

    fn went(&mut self, func: FuncId, instr: InstrId) {
        let Some(guard) = self.guard.take() else { return };
        let Some(&claimed) = self.decided.get(&guard) else { return };
        let InstrKind::Goto { target, .. } = self.program.functions[guard.0].body.as_ref().expect("is running")[guard.1].kind else { return };
        let next = InstrId::new(guard.1.index() + 1);
        // Where instructions without effect follow, it cannot be told from here which way it went.
        if guard.0 == func && (instr == if claimed { next } else { target }) && next != target {
            self.wrong.push(format!("{} {}: the guard is not always {claimed}", self.program.functions[func].name, guard.1));
        }
    }
}

/// The place that an instruction stores a scalar in.
fn stored(kind: &InstrKind) -> Option<ExprId> {
    let mut place = None;
    kind.expressions(|e, role| {
        if role == Role::Write {
            place = Some(e);
        }
    });
    place
}

impl Observer for Watcher<'_> {
    const CALLS: bool = true;

    fn instruction(&mut self, func: FuncId, instr: InstrId, loc: Location) {
        if self.wrong.len() > 20 {
            return;
        }
        self.went(func, instr);
        self.check(func, instr, loc);
        let kind = &self.program.functions[func].body.as_ref().expect("is running")[instr].kind;
        match kind {
            InstrKind::Goto { .. } => self.guard = Some((func, instr)),
            InstrKind::Return(_) => {
                self.calls.pop();
            }
            InstrKind::Decl(symbol) | InstrKind::Dead(symbol) => self.forget(self.intervals.cells.of_symbol(*symbol)),
            InstrKind::MemCopy { dst, .. } | InstrKind::MemSet { dst, .. } => {
                let cells = &self.intervals.cells;
                self.forget(cells.of_block(*dst).unwrap_or(cells.in_memory()));
            }
            _ => {}
        }
        // A struct as a whole, or what is behind a pointer: what is there then is not seen.
        if let Some(place) = stored(kind)
            && self.intervals.cells.of_expr(place).is_none()
        {
            let cells = self.intervals.cells.below(self.program, place).unwrap_or_else(|| self.intervals.cells.in_memory().to_vec());
            self.forget(&cells);
        }
    }

    fn assigned(&mut self, func: FuncId, instr: InstrId, value: Bits) {
        let kind = &self.program.functions[func].body.as_ref().expect("is running")[instr].kind;
        if let Some(cell) = stored(kind).and_then(|place| self.intervals.cells.of_expr(place)) {
            let kind = self.intervals.cells.get(cell).kind;
            self.set(cell, Some(kind.value(value)));
        }
    }

    fn called(&mut self, function: FuncId, arguments: &[Option<Bits>]) {
        let called = &self.program.functions[function];
        if called.body.is_none() {
            return;
        }
        let mut values = FxHashMap::default();
        for (param, argument) in called.params.iter().zip(arguments) {
            if let ([cell], Some(bits)) = (self.intervals.cells.of_symbol(param.symbol), argument) {
                let kind = self.intervals.cells.get(*cell).kind;
                values.insert(*cell, Some(kind.value(bits.resize(kind.bits(), false))));
            }
        }
        self.calls.push(Call { function, values });
    }
}

/// Inputs that are small, or at the ends of their types, or anything.
struct Inputs(Random);

impl InputSource for Inputs {
    fn next(&mut self, _: InputId, _: TypeId, width: u16) -> Option<Bits> {
        let choice = self.0.bits() >> 33;
        Some(match choice % 8 {
            0 => Bits::new(width, (1 << (width - 1)) - 1),
            1 => Bits::new(width, 1 << (width - 1)),
            2 => Bits::new(width, u128::from(self.0.bits())),
            _ => Bits::from_signed(width, i128::from(choice >> 3) % 12 - 2),
        })
    }
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "c") {
            files.push(path);
        }
    }
}

/// Runs the program with random inputs. Gives how many values were compared, or what is wrong.
fn check(program: &Program) -> Result<u64, Vec<String>> {
    let calls = CallGraph::new(program);
    let intervals = Intervals::of(program, &calls, &PointsTo::of(program, &calls, Members::Together));
    let compiled = Compiled::new(program);
    let decided: FxHashMap<_, _> = intervals.decided_guards().iter().map(|&(f, i, truth)| ((f, i), truth)).collect();
    let mut machine = Machine::new(&compiled);
    let mut checked = 0;
    for seed in 0..RUNS {
        let (statics, calls) = (FxHashMap::default(), vec![Call { function: program.start, values: FxHashMap::default() }]);
        let mut watcher = Watcher { program, intervals: &intervals, decided: decided.clone(), statics, calls, guard: None, checked: 0, wrong: Vec::new() };
        let limits = Limits { steps: 20_000, work: u64::MAX, memory: 1 << 24, depth: 200, stop: &|| false };
        machine.run_observed(&mut Inputs(Random::new(seed)), &limits, &mut watcher);
        if !watcher.wrong.is_empty() {
            return Err(watcher.wrong);
        }
        checked += watcher.checked;
    }
    Ok(checked)
}

#[test]
fn claims_hold_in_runs_of_regression_programs() {
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("regression"), &mut files);
    files.sort();
    let (mut wrong, mut checked) = (Vec::new(), 0);
    for file in files {
        // Programs that cannot be read are meant so.
        let Ok(loaded) = load(std::slice::from_ref(&file), &LoadOptions::default()) else { continue };
        let mut program = loaded.program;
        strip_marks(&mut program);
        simplify(&mut program);
        match check(&program) {
            Ok(n) => checked += n,
            Err(found) => wrong.push(format!("{}:\n  {}", file.display(), found.join("\n  "))),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 100_000, "only {checked} values were compared");
}
