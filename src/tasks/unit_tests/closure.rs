//! The files that a source needs: those that define what it uses, and what these use. Tests of a library of many files are made of few.

use goto::{Callee, ExprId, ExprKind, FileId, InstrKind, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::{Path, PathBuf};

/// Which files use which.
pub(super) struct Uses<'p> {
    program: &'p Program,
    by_file: FxHashMap<FileId, FxHashSet<FileId>>,
}

impl<'p> Uses<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        let mut uses = Self { program, by_file: FxHashMap::default() };
        for (id, function) in program.functions.iter() {
            for instruction in function.body.iter().flat_map(|body| body.values()) {
                // What static variables hold at first is written by the start function.
                let user = match &instruction.kind {
                    InstrKind::Assign { lhs, .. } if id == program.start => uses.owner(*lhs),
                    _ => Some(function.loc.file),
                };
                let Some(user) = user else { continue };
                let mut used = FxHashSet::default();
                if let InstrKind::Call { callee: Callee::Direct(callee), .. } = &instruction.kind {
                    used.insert(program.functions[*callee].loc.file);
                }
                let mut seen = FxHashSet::default();
                instruction.kind.expressions(|e, _| {
                    program.exprs.walk(e, &mut seen, &mut |_, kind| match kind {
                        ExprKind::Var(symbol) => _ = used.insert(program.symbols[symbol].loc.file),
                        ExprKind::FunctionAddress(function) => _ = used.insert(program.functions[function].loc.file),
                        _ => {}
                    });
                });
                uses.by_file.entry(user).or_default().extend(used);
            }
        }
        uses
    }

    fn owner(&self, place: ExprId) -> Option<FileId> {
        match self.program.exprs.kind(self.program.exprs.root(place)) {
            ExprKind::Var(symbol) => Some(self.program.symbols[symbol].loc.file),
            _ => None,
        }
    }

    /// Those of the files that this one needs, and itself, in their order.
    pub(super) fn needed(&self, source: FileId, files: &[PathBuf]) -> Vec<PathBuf> {
        let (mut needed, mut waiting) = (FxHashSet::from_iter([source]), vec![source]);
        while let Some(file) = waiting.pop() {
            let used = self.by_file.get(&file).into_iter().flatten();
            waiting.extend(used.filter(|file| needed.insert(**file)));
        }
        let paths: FxHashSet<&Path> = needed.iter().map(|file| Path::new(&self.program.files[*file])).collect();
        files.iter().filter(|file| paths.contains(file.as_path())).cloned().collect()
    }
}
