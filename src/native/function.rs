//! A function as C: where its variables live, what happens when it is entered and left, and its instructions in order. Instructions are in `stmt`.

use super::NotTranslated;
use super::layout::Placement;
use super::types;
use super::unit::{Home, Unit};
use goto::{AllocKind, Body, ExprId, FuncId, Id, InstrId, InstrKind, Location, Storage, SymbolId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write as _;
use std::ops::Range;

/// Variables without an address and of at most so many bytes are variables of C.
const MAX_LOCAL: u64 = 1024;
/// The shadow of at most so many bytes of variables is copied from a constant.
const MAX_TEMPLATE: u64 = 8192;

/// The state of translating a function.
pub(super) struct FunctionText<'u, 'p> {
    pub unit: &'u mut Unit<'p>,
    pub id: FuncId,
    /// The present instruction.
    pub loc: Location,
    pub instruction: InstrId,
    pub homes: FxHashMap<SymbolId, Home>,
    /// What was translated so far of the present group of instructions.
    pub lines: String,
    /// How often the group needs each expression.
    pub uses: FxHashMap<ExprId, u32>,
    pub nesting: u32,
    pub too_deep: bool,
    /// Variables of C that hold values of expressions, and the order in which they came.
    pub cache: FxHashMap<ExprId, String>,
    pub cached: Vec<ExprId>,
    pub temporaries: u32,
    /// Variables that come to life by an instruction, and those that die before the function ends.
    pub declared: FxHashSet<SymbolId>,
    pub mortal: FxHashSet<SymbolId>,
    pub allocates: bool,
    pub n_instructions: usize,
}

/// What must be done at the start and at the end of a call.
struct Frame {
    declarations: String,
    enter: String,
    leave: String,
}

/// What to translate of a function.
pub(super) enum Part {
    /// Everything from an instruction on. The function has this position among all.
    From { first: usize, position: usize },
    /// These instructions, as a function of their own that is executed once.
    Prefix(Range<usize>),
}

/// Translates a function or a part of it.
pub(super) fn translate(unit: &mut Unit<'_>, id: FuncId, part: Part) -> Result<String, NotTranslated> {
    let program = unit.program;
    let function = &program.functions[id];
    let Some(body) = &function.body else { return Ok(String::new()) };
    let declared = body.values().filter_map(|i| if let InstrKind::Decl(symbol) = i.kind { Some(symbol) } else { None }).collect();
    let mortal = body.values().filter_map(|i| if let InstrKind::Dead(symbol) = i.kind { Some(symbol) } else { None }).collect();
    let allocates = body.values().any(|i| matches!(i.kind, InstrKind::Allocate { kind: AllocKind::Stack, .. }));
    let mut text = FunctionText {
        unit,
        id,
        loc: function.loc,
        instruction: InstrId::new(0),
        homes: FxHashMap::default(),
        lines: String::new(),
        uses: FxHashMap::default(),
        nesting: 0,
        too_deep: false,
        cache: FxHashMap::default(),
        cached: Vec::new(),
        temporaries: 0,
        declared,
        mortal,
        allocates,
        n_instructions: body.len(),
    };
    let mut frame = text.frame(body)?;
    let (code, signature, entry) = match part {
        Part::From { first, position } => {
            let code = text.body(body, first..body.len())?;
            (code, text.unit.signature(id), format!("ENTER({position});\n{}", frame.enter))
        }
        Part::Prefix(range) => (text.body(body, range.clone())?, format!("static void prepare{}(void)", range.start), String::new()),
    };
    let is_prefix = entry.is_empty();
    let mut out = format!("{signature} {{\n{}", frame.declarations);
    let ret = text.unit.return_type(id).filter(|_| !is_prefix);
    if let Some(scalar) = ret {
        let _ = writeln!(out, "{} result = {};", types::name(scalar), types::zero(scalar));
    }
    let _ = writeln!(out, "{entry}");
    if is_prefix {
        frame.leave.clear();
    }
    let _ = writeln!(out, "{code}out:;\n{}return{};\n}}", frame.leave, if ret.is_some() { " result" } else { "" });
    Ok(out)
}

impl FunctionText<'_, '_> {
    /// Gives the variables their homes.
    fn frame(&mut self, body: &Body) -> Result<Frame, NotTranslated> {
        let mut frame = Frame { declarations: String::new(), enter: String::new(), leave: String::new() };
        let mut placement = Placement::from(16);
        let mut align = 16;
        let mut objects = Vec::new();
        for symbol in self.variables(body) {
            let home = self.place_variable(symbol, &mut placement, &mut frame)?;
            if let Home::Frame { offset, size } = home {
                align = align.max(self.unit.program.align_of(symbol));
                objects.push((offset, size));
            }
            self.homes.insert(symbol, home);
        }
        let mut enter = String::new();
        if self.calls() {
            enter.push_str("FUEL(4);\n");
        }
        if self.unit.calls.is_recursive(self.id) {
            enter.push_str("if (UNLIKELY(depth_left-- == 0)) end_run(END_STACK);\n");
            frame.leave.push_str("depth_left++;\n");
        }
        if self.allocates {
            enter.push_str("u32 stack_mark = n_stack_objects;\n");
            frame.leave.push_str("release_from(stack_mark);\n");
        }
        if !objects.is_empty() {
            let size = placement.end().next_multiple_of(16);
            let _ = writeln!(enter, "u64 before = sp, frame = (sp + {}) & -{align}L;\nsp = frame + {size};", align - 1);
            let _ = writeln!(enter, "if (UNLIKELY(sp > STACK_HIGH)) {{ sp = before; end_run(END_MEMORY); }}");
            enter.push_str(&shadow(&objects, size));
            let _ = writeln!(frame.leave, "set_bytes(SHADOW + (frame >> 3), 0, {});\nsp = before;", size / 8);
        }
        frame.enter.insert_str(0, &enter);
        Ok(frame)
    }

    /// Does the function call anything? What does not cannot run for long without a loop.
    fn calls(&self) -> bool {
        !self.unit.calls.callees(self.id).is_empty()
    }

    /// The parameters and local variables that the function names, in the order of their ids.
    fn variables(&self, body: &Body) -> Vec<SymbolId> {
        let program = self.unit.program;
        let (mut names, mut seen) = (FxHashSet::default(), FxHashSet::default());
        names.extend(program.functions[self.id].params.iter().map(|p| p.symbol));
        for instruction in body.values() {
            if let InstrKind::Decl(symbol) | InstrKind::Dead(symbol) = instruction.kind {
                names.insert(symbol);
            }
            instruction.kind.expressions(|e, _| {
                program.exprs.walk(e, &mut seen, &mut |_, kind| {
                    if let goto::ExprKind::Var(symbol) = kind {
                        names.insert(symbol);
                    }
                });
            });
        }
        let mut names: Vec<SymbolId> = names.into_iter().filter(|s| program.symbols[*s].storage != Storage::Static).collect();
        names.sort_unstable();
        names
    }

    fn place_variable(&mut self, symbol: SymbolId, placement: &mut Placement, frame: &mut Frame) -> Result<Home, NotTranslated> {
        let program = self.unit.program;
        let declared = &program.symbols[symbol];
        let is_parameter = program.functions[self.id].params.iter().any(|p| p.symbol == symbol);
        let (name, scalar) = (Self::local_name(symbol), self.scalar(declared.ty));
        let size = program.types.size_of(declared.ty).unwrap_or(0);
        if scalar.is_some_and(|s| !types::is_known(s)) {
            return self.missing("a type without a counterpart in C");
        }
        match scalar {
            Some(scalar) if !self.unit.address_taken[symbol] => {
                if !is_parameter {
                    let _ = writeln!(frame.declarations, "{} {name} = 0;", types::name(scalar));
                }
                return Ok(Home::Scalar(name));
            }
            _ => {}
        }
        let is_private = !self.unit.address_taken[symbol] && size <= MAX_LOCAL;
        let (home, address) = if is_private {
            let _ = writeln!(frame.declarations, "char b{}[{}] __attribute__((aligned(16)));", symbol.index(), size.max(1));
            (Home::Bytes(format!("b{}", symbol.index()), size), format!("b{}", symbol.index()))
        } else {
            let offset = placement.place(size, program.align_of(symbol));
            (Home::Frame { offset, size }, format!("(frame + {offset})"))
        };
        match scalar {
            Some(scalar) if is_parameter => {
                let _ = writeln!(frame.enter, "*({}_u *){address} = {name};", types::name(scalar));
            }
            None if is_parameter => {
                let _ = writeln!(
                    frame.enter,
                    "if (p{0}) copy_bytes((void *){address}, p{0}, {size}); else set_bytes((void *){address}, 0, {size});",
                    symbol.index()
                );
            }
            _ if self.declared.contains(&symbol) => {}
            _ => {
                let _ = writeln!(frame.enter, "set_bytes((void *){address}, 0, {size});");
            }
        }
        Ok(home)
    }

    /// The instructions, in groups of which all but the last change nothing.
    fn body(&mut self, body: &Body, part: Range<usize>) -> Result<String, NotTranslated> {
        let mut is_target = vec![false; body.len() + 1];
        for instruction in body.values() {
            if let InstrKind::Goto { target, .. } = instruction.kind
                && target.index() < body.len()
            {
                is_target[target.index()] = true;
            }
        }
        let mut out = String::new();
        let mut first = part.start;
        while first < part.end {
            let mut last = first;
            while changes_nothing(&body[InstrId::new(last)].kind) && last + 1 < part.end && !is_target[last + 1] {
                last += 1;
            }
            self.group(body, first, last)?;
            if is_target[first] {
                let _ = writeln!(out, "L{first}:;");
            }
            if !self.lines.is_empty() {
                let _ = writeln!(out, "{{\n{}}}", self.lines);
            }
            first = last + 1;
        }
        Ok(out)
    }

    fn group(&mut self, body: &Body, first: usize, last: usize) -> Result<(), NotTranslated> {
        self.lines.clear();
        self.uses.clear();
        self.forget();
        self.too_deep = false;
        for index in first..=last {
            let mut roots = Vec::new();
            body[InstrId::new(index)].kind.expressions(|e, _| roots.push(e));
            roots.into_iter().for_each(|e| self.count(e));
        }
        for index in first..=last {
            let instruction = &body[InstrId::new(index)];
            self.loc = instruction.loc;
            self.instruction = InstrId::new(index);
            if self.too_deep {
                self.unsupported("expression is nested too deeply");
            } else {
                self.instruction(&instruction.kind)?;
            }
        }
        Ok(())
    }

    /// Values may change now.
    pub(crate) fn forget(&mut self) {
        self.cache.clear();
        self.cached.clear();
    }

    /// Ends runs that get here.
    pub(crate) fn unsupported(&mut self, what: &str) {
        self.unit.messages.push((self.loc, what.to_owned()));
        let _ = writeln!(self.lines, "unsupported({});", self.unit.messages.len() - 1);
    }
}

/// Neither memory nor variables, so that values computed before hold behind it.
fn changes_nothing(kind: &InstrKind) -> bool {
    matches!(kind, InstrKind::Skip | InstrKind::Mark(_) | InstrKind::Cover { .. } | InstrKind::Assert { .. } | InstrKind::Assume(_))
}

/// Makes the objects of a frame accessible.
fn shadow(objects: &[(u64, u64)], size: u64) -> String {
    let mut text = String::new();
    if size > MAX_TEMPLATE {
        for (offset, size) in objects {
            let _ = writeln!(text, "set_shadow(frame + {offset}, {size});");
        }
        return text;
    }
    let mut bytes = vec![0; (size / 8) as usize];
    for &(offset, size) in objects {
        let start = (offset / 8) as usize;
        bytes[start..start + (size / 8) as usize].fill(8);
        if size % 8 != 0 {
            bytes[start + (size / 8) as usize] = size % 8;
        }
    }
    let bytes: Vec<String> = bytes.iter().map(u64::to_string).collect();
    let _ = writeln!(text, "static const i8 shape[] = {{{}}};\ncopy_bytes(SHADOW + (frame >> 3), shape, sizeof shape);", bytes.join(","));
    text
}
