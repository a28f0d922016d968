//! The translation of a whole program to C: its tables, its static objects, its functions one after the other. Functions are in `function`.

use super::function::{self, Part};
use super::layout::{self, Counts, Placement, Shared};
use super::types;
use super::{ComparisonSite, NotTranslated};
use goto::callgraph::CallGraph;
use goto::interp::value::Scalar;
use goto::{CallShape, ExprId, ExprKind, FloatKind, FuncId, HeapFact, Id, IdVec, Location, Program, Storage, SymbolId, Type, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write as _;

/// Functions have the addresses that the interpreter gives them.
pub(super) const FUNCTION_BASE: u64 = 0x40_0000;
pub(super) const FUNCTION_STEP: u64 = 16;

/// What does not depend on the program, in this order.
const RUNTIME: [&str; 5] = [
    include_str!("runtime/state.c"),
    include_str!("runtime/memory.c"),
    include_str!("runtime/arithmetic.c"),
    include_str!("runtime/inputs.c"),
    include_str!("runtime/runs.c"),
];

/// A program as C, and what must be known to run it.
#[derive(Debug)]
pub(super) struct Translation {
    pub text: String,
    pub shared: Shared,
    pub counts: Counts,
    /// Where comparisons stand.
    pub places: Vec<ComparisonSite>,
    /// What ends runs as unsupported.
    pub messages: Vec<(Location, String)>,
}

/// Where a variable lives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Home {
    /// A variable of C, by its name.
    Scalar(String),
    /// A variable of C that is an array of bytes.
    Bytes(String, u64),
    /// In the program's memory, so many bytes behind the start of the call's variables.
    Frame { offset: u64, size: u64 },
    /// In the program's memory, at an address.
    Static { address: u64, size: u64 },
}

/// The state of translating a program.
pub(super) struct Unit<'p> {
    pub program: &'p Program,
    pub calls: CallGraph,
    pub address_taken: IdVec<SymbolId, bool>,
    pub statics: FxHashMap<SymbolId, Home>,
    pub places: Vec<ComparisonSite>,
    pub place_ids: FxHashMap<(FuncId, ExprId), u32>,
    pub messages: Vec<(Location, String)>,
    pub edges: usize,
    /// Bytes at the start of the objects in which the constants lie.
    n_constant_bytes: u64,
    /// Bytes of the largest record that is returned.
    pub returned: u64,
    pub dispatchers: FxHashMap<CallShape, usize>,
    /// The bodies of the functions that call through pointers.
    pub dispatcher_text: String,
}

/// Translates what the start function reaches.
pub(super) fn translate(program: &Program) -> Result<Translation, NotTranslated> {
    let start_loc = program.functions[program.start].loc;
    if program.rounding.is_some() {
        return Err(NotTranslated { loc: start_loc, what: "a program that changes the rounding of floating-point numbers".to_owned() });
    }
    let calls = CallGraph::new(program);
    let reachable = calls.reachable(program.start);
    let mut functions: Vec<FuncId> = reachable.iter().filter(|(_, r)| **r).map(|(f, _)| f).collect();
    functions.retain(|f| program.functions[*f].body.is_some());
    let mut unit = Unit {
        program,
        calls,
        address_taken: IdVec::filled(false, program.symbols.len()),
        statics: FxHashMap::default(),
        places: Vec::new(),
        place_ids: FxHashMap::default(),
        messages: Vec::new(),
        edges: 0,
        n_constant_bytes: 0,
        returned: 0,
        dispatchers: FxHashMap::default(),
        dispatcher_text: String::new(),
    };
    let used = unit.scan(&functions)?;
    let (globals, objects, high) = unit.place_statics(&used, start_loc)?;
    unit.text(&functions, &globals, &objects, high)
}

impl<'p> Unit<'p> {
    pub(crate) fn scalar(&self, ty: TypeId) -> Option<Scalar> {
        Scalar::of(&self.program.types, ty)
    }

    /// Finds out which static variables are used and of which variables the address is taken.
    fn scan(&mut self, functions: &[FuncId]) -> Result<FxHashSet<SymbolId>, NotTranslated> {
        let program = self.program;
        let (mut used, mut seen) = (FxHashSet::default(), FxHashSet::default());
        for &f in functions {
            for instruction in program.functions[f].body.iter().flat_map(|b| b.values()) {
                let mut missing = None;
                instruction.kind.expressions(|e, _| {
                    program.exprs.walk(e, &mut seen, &mut |e, kind| {
                        match kind {
                            ExprKind::Var(symbol) => {
                                used.insert(symbol);
                            }
                            ExprKind::AddressOf(place) => {
                                if let ExprKind::Var(symbol) = program.exprs.kind(program.exprs.root(place)) {
                                    self.address_taken[symbol] = true;
                                }
                            }
                            ExprKind::Heap(HeapFact::IsReachable | HeapFact::IsReachableAfterReturn) => {
                                missing = Some("the question whether the heap is reachable")
                            }
                            ExprKind::Written(_) | ExprKind::WrittenBytes { .. } => missing = Some("the question whether something was written"),
                            _ => {}
                        }
                        if let Some(Scalar::Float(FloatKind::Half)) = Scalar::of(&program.types, program.exprs.ty(e)) {
                            missing = Some("floating-point numbers of 16 bits");
                        }
                    });
                });
                if let Some(what) = missing {
                    return Err(NotTranslated { loc: instruction.loc, what: what.to_owned() });
                }
            }
        }
        Ok(used)
    }

    /// Gives static variables their homes: the C declarations of the scalars that no pointer reaches, the objects, and the end of the objects.
    #[expect(clippy::type_complexity, reason = "three results for one caller")]
    fn place_statics(&mut self, used: &FxHashSet<SymbolId>, loc: Location) -> Result<(String, Vec<(u64, u64)>, u64), NotTranslated> {
        let program = self.program;
        let (mut globals, mut objects) = (String::new(), Vec::new());
        let mut placement = Placement::from(layout::ARENA_LOW + 16);
        let statics = program.symbols.iter().filter(|(id, s)| s.storage == Storage::Static && used.contains(id));
        // Constants come first, so that one comparison tells them from the others.
        let (constants, others): (Vec<_>, Vec<_>) = statics.partition(|(id, _)| program.constants.contains(id));
        let n_constants = constants.len();
        for (i, (id, symbol)) in constants.into_iter().chain(others).enumerate() {
            let scalar = self.scalar(symbol.ty).filter(|_| !self.address_taken[id]);
            let home = match scalar {
                Some(scalar) => {
                    let _ = write!(globals, " {} g{};", types::name(scalar), id.index());
                    Home::Scalar(format!("G.g{}", id.index()))
                }
                None => {
                    let size = program.types.size_of(symbol.ty).unwrap_or(0);
                    let address = placement.place(size, program.align_of(id));
                    if placement.end() > layout::ARENA_LOW + layout::MAX_STATICS {
                        return Err(NotTranslated { loc, what: "static variables of so many bytes".to_owned() });
                    }
                    if i < n_constants {
                        self.n_constant_bytes = address + size - layout::ARENA_LOW;
                    }
                    objects.push((address, size));
                    Home::Static { address, size }
                }
            };
            self.statics.insert(id, home);
        }
        Ok((globals, objects, placement.end()))
    }

    fn text(mut self, functions: &[FuncId], globals: &str, objects: &[(u64, u64)], high: u64) -> Result<Translation, NotTranslated> {
        let (mut prototypes, mut bodies) = (String::new(), String::new());
        let mut ranges = vec![0];
        let prefix = self.prefix();
        let prepare = self.prepare(prefix)?;
        for (position, &f) in functions.iter().enumerate() {
            let _ = writeln!(prototypes, "{};", self.signature(f));
            let first = if f == self.program.start { prefix } else { 0 };
            bodies.push_str(&function::translate(&mut self, f, Part::From { first, position })?);
            self.edges = self.edges.next_multiple_of(8);
            ranges.push(self.edges);
        }
        let counts = Counts {
            goals: self.program.goals.len(),
            properties: self.program.properties.len(),
            places: self.places.len(),
            edges: self.edges,
            functions: functions.len(),
            inputs: self.program.inputs.len(),
        };
        let shared = Shared::new(&counts);
        if !shared.fits() {
            return Err(NotTranslated { loc: self.program.functions[self.program.start].loc, what: "so large a program".to_owned() });
        }
        let mut text = layout::macros(&shared, &counts, high, self.returned, self.program.model().pointer_bits());
        let _ = writeln!(text, "#define CONSTANTS_LOW ARENA_LOW\n#define CONSTANTS_SIZE {:#x}UL", self.n_constant_bytes);
        RUNTIME.iter().for_each(|part| text.push_str(part));
        self.tables(&mut text, globals, objects, &ranges);
        let _ = write!(text, "{prototypes}{}{bodies}{prepare}", self.dispatcher_text);
        let start = if functions.contains(&self.program.start) { format!("fn{}();", self.program.start.index()) } else { String::new() };
        let _ = writeln!(text, "static void program(void) {{ {start} }}");
        Ok(Translation { text, shared, counts, places: self.places, messages: self.messages })
    }

    fn tables(&self, text: &mut String, globals: &str, objects: &[(u64, u64)], ranges: &[usize]) {
        let _ = writeln!(text, "static struct {{ char none;{globals} }} G, saved_globals;");
        text.push_str("static void save_globals(void) { saved_globals = G; }\nstatic void restore_globals(void) { G = saved_globals; }\n");
        text.push_str("static const struct { u64 address, size; } objects[] = {");
        for (address, size) in objects {
            let _ = write!(text, "{{{address:#x}UL,{size}UL}},");
        }
        text.push_str("{0,0}};\nstatic void lay_out(void) { for (u32 i = 0; objects[i].address; i++) set_shadow(objects[i].address, objects[i].size); }\n");
        text.push_str("const struct input_kind input_kinds[] = {");
        for kind in self.program.inputs.values() {
            let scalar = self.scalar(kind.ty);
            let shape = match scalar {
                Some(Scalar::Bool) => 0,
                Some(Scalar::Float(kind)) => 2 + kind as u16,
                _ => 1,
            };
            let _ = write!(text, "{{{},{shape}}},", scalar.map_or(64, Scalar::bits));
        }
        text.push_str("{1,0}};\nconst u32 edge_ranges[] = {");
        for range in ranges {
            let _ = write!(text, "{range},");
        }
        text.push_str("};\n");
    }

    /// How a function is declared.
    pub(crate) fn signature(&self, f: FuncId) -> String {
        let function = &self.program.functions[f];
        let parameters: Vec<String> = function
            .params
            .iter()
            .map(|p| match self.scalar(self.program.symbols[p.symbol].ty) {
                Some(scalar) => format!("{} v{}", types::name(scalar), p.symbol.index()),
                None => format!("const char *p{}", p.symbol.index()),
            })
            .collect();
        let ret = self.return_type(f).map_or("void", types::name);
        format!("static {ret} fn{}({})", f.index(), if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") })
    }

    /// The scalar that a function returns; `None` for records, which lie in a buffer, and nothing.
    pub(crate) fn return_type(&self, f: FuncId) -> Option<Scalar> {
        match self.program.types.get(self.program.functions[f].ty) {
            Type::Function { ret, .. } => self.scalar(*ret),
            _ => None,
        }
    }
}
