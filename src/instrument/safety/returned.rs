//! The property `missing-return`: nobody uses the value of a call whose function fell off its end. A static variable tells how the function that returned last
//! did so. Only functions that can fall off set it, and those that the same call may mean.

use super::{Claim, FunctionChecks};
use crate::insert::Insertions;
use goto::callgraph::CallGraph;
use goto::cfg::Cfg;
use goto::{
    Callee, ExprId, ExprKind, FuncId, InstrId, InstrKind, Instruction, Location, Operations, Program, Property, PropertyClass, PropertyId, RequirementKind,
    Storage, Symbol, SymbolId,
};
use rustc_hash::{FxHashMap, FxHashSet};

const TEXT: &str = "the value of a function that ended without return is used by the library";

/// Which functions may end without the value that they should return.
pub(super) struct Returned {
    /// A static `Bool`: the last function that returned had no value.
    missing: SymbolId,
    /// Where they do.
    ends: FxHashMap<FuncId, Vec<InstrId>>,
    /// Functions whose returns are told.
    telling: FxHashSet<FuncId>,
    /// A call through a pointer may mean one of them.
    indirect: bool,
}

impl Returned {
    /// `None` if no function can fall off.
    pub(super) fn of(program: &mut Program, operations: &Operations, classes: &[PropertyClass]) -> Option<Self> {
        if !classes.contains(&PropertyClass::MissingReturn) {
            return None;
        }
        let mut ends: FxHashMap<FuncId, Vec<InstrId>> = FxHashMap::default();
        for (f, function) in program.functions.iter().filter(|(_, f)| !f.model) {
            let Some(body) = &function.body else { continue };
            let at: Vec<InstrId> = operations.requirements(f).iter().filter(|r| r.kind == RequirementKind::FallsOff).map(|r| r.before).collect();
            if at.is_empty() {
                continue;
            }
            let cfg = Cfg::new(program, body);
            let at: Vec<InstrId> = at.into_iter().filter(|&at| cfg.is_reachable(at)).collect();
            if !at.is_empty() {
                ends.insert(f, at);
            }
        }
        if ends.is_empty() {
            return None;
        }
        let taken = CallGraph::new(program).address_taken().to_vec();
        let indirect = taken.iter().any(|f| ends.contains_key(f));
        let telling = ends.keys().copied().chain(taken.into_iter().filter(|_| indirect)).collect();
        let loc = program.functions[program.start].loc;
        let ty = program.types.bool();
        let missing = program.symbols.push(Symbol { name: "no_value_returned".to_owned(), ty, storage: Storage::Static, loc });
        let returned = Self { missing, ends, telling, indirect };
        if indirect {
            returned.in_models(program);
        }
        Some(returned)
    }

    fn set(&self, program: &mut Program, value: bool, loc: Location) -> Instruction {
        let ty = program.types.bool();
        let lhs = program.build().var(self.missing, ty);
        let rhs = program.build().truth(value);
        Instruction { kind: InstrKind::Assign { lhs, rhs }, loc }
    }

    fn has_value(&self, program: &mut Program) -> ExprId {
        let ty = program.types.bool();
        let missing = program.build().var(self.missing, ty);
        program.build().not(missing)
    }

    /// The library uses the values of functions that it is given. What is wrong is reported where the function ends.
    fn in_models(&self, program: &mut Program) {
        let taken = CallGraph::new(program).address_taken().to_vec();
        let mut properties: FxHashMap<FuncId, PropertyId> = FxHashMap::default();
        for f in program.functions.ids().filter(|&f| program.functions[f].model && f != program.start).collect::<Vec<_>>() {
            let Some(mut body) = program.functions[f].body.take() else { continue };
            let mut insertions = Insertions::default();
            for (at, instruction) in body.iter() {
                let InstrKind::Call { result: Some(_), callee: Callee::Indirect(pointer), .. } = instruction.kind else { continue };
                insertions.before(at, self.set(program, false, instruction.loc));
                let ty = program.exprs.ty(pointer);
                for &target in taken.iter().filter(|f| self.ends.contains_key(f)) {
                    let property = *properties.entry(target).or_insert_with(|| self.property(program, target));
                    let own = program.types.pointer(program.functions[target].ty);
                    let address = program.exprs.intern(ExprKind::FunctionAddress(target), own);
                    let address = program.build().cast(address, ty);
                    let other = program.build().binary(goto::BinOp::Ne, pointer, address);
                    let has_value = self.has_value(program);
                    let cond = program.build().binary(goto::BinOp::Or, has_value, other);
                    insertions.after(at, Instruction { kind: InstrKind::Assert { cond, property }, loc: program.properties[property].loc });
                }
            }
            insertions.apply(&mut body);
            program.functions[f].body = Some(body);
        }
    }

    fn property(&self, program: &mut Program, function: FuncId) -> PropertyId {
        let at = self.ends[&function][0];
        let loc = program.functions[function].body.as_ref().map_or(program.functions[function].loc, |body| body[at].loc);
        let class = PropertyClass::MissingReturn;
        let name = format!("{}.{}.end", program.functions[function].name, class.label());
        program.properties.push(Property { name, class, function, loc, text: TEXT.to_owned() })
    }
}

impl FunctionChecks<'_> {
    /// The function returns here, with a value or without.
    pub(super) fn returns(&mut self) {
        let Some(returned) = self.wanted.returned.filter(|r| r.telling.contains(&self.function)) else { return };
        let missing = returned.ends.get(&self.function).is_some_and(|ends| ends.contains(&self.at));
        let set = returned.set(self.program, missing, self.loc);
        self.insertions.before(self.at, set);
    }

    /// With the instruction here a call has come back whose value is used.
    pub(super) fn value_of_call(&mut self, callee: Callee, text: &'static str, loc: Location) {
        let Some(returned) = self.wanted.returned else { return };
        match callee {
            Callee::Direct(f) if !returned.ends.contains_key(&f) => return,
            Callee::Indirect(_) if !returned.indirect => return,
            Callee::Direct(_) => {}
            // What it calls may tell nothing.
            Callee::Indirect(_) => {
                let set = returned.set(self.program, false, loc);
                self.insertions.before(self.at, set);
            }
        }
        let holds = returned.has_value(self.program);
        let expr = match callee {
            Callee::Direct(_) => holds,
            Callee::Indirect(pointer) => pointer,
        };
        self.behind = true;
        self.claim(Claim { class: PropertyClass::MissingReturn, text, expr, loc }, holds, None);
        self.behind = false;
    }
}
