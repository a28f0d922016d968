//! The text form of programs, for people and for [`parse`](crate::parse::parse), which reads it back to an equal program.
//!
//! ```text
//! goto lp64 start begin                       // data model, start function; then, if there is one, `rounding mode#7`
//! file file0 "a.c"
//! types { void, i32, *i32, struct S#0 }       // the type table, in order; may be left out in text written by hand
//! struct S#0 size 8 align 4 {                 // without size and fields: incomplete
//!   x: i32 at 0
//!   flags: u32 at 4 bits 0 width 3
//! }
//! branch br0 if "x > 3" negated
//! input in0 "__VERIFIER_nondet_int" "int" i32
//! goal g0 branch_goal "main.branch.0.true" main "x > 3" @0:2:7
//! property p0 assertion "main.assertion.1" main "x < 9" @0:3:3
//! static x#0: i32 @0:1:5                      // file, line, column; left out for line 0; before it `align 16` where it is more than the type's
//! function main: fn() -> i32 @0:2:1 {         // flags noreturn, model after the type
//!   local y#1: struct S#0                     // also: parameter (flag writable, in order), temporary
//!   0: x#0 := INPUT in0  @2:5                 // line and column; without: the same as the instruction before
//!   1: IF !(x#0 > 3) GOTO 3 br0
//!   2: y#1.x := x#0 as i64 as i32
//!   3: RETURN 0
//! }
//! ```
//!
//! Variables and records carry their ids, functions have unique names. Integer constants without a suffix are `i32`.
//! Expressions that [`validate`](crate::validate::validate) finds fault with are printed somehow, but need not come back.

mod expr;
mod instr;

use crate::index::Id;
use crate::names::{Named, RESERVED, is_plain};
use crate::program::*;
use crate::types::{Record, RecordId, Type, TypeId, TypeTable};
use expr::ExprText;
pub(crate) use expr::{level, operator};
use std::fmt::{self, Display, Formatter};

/// The whole program.
pub fn print(program: &Program) -> String {
    ProgramText(program).to_string()
}

/// One function with its variables.
pub fn print_function(program: &Program, func: FuncId) -> String {
    FunctionText { program, func }.to_string()
}

/// One instruction, without its number and location.
pub fn print_instruction(program: &Program, instr: &Instruction) -> String {
    instr::InstrText { program, kind: &instr.kind }.to_string()
}

/// One expression.
pub fn print_expr(program: &Program, expr: crate::expr::ExprId) -> String {
    ExprText::top(program, expr).to_string()
}

/// One type.
pub fn print_type(program: &Program, ty: TypeId) -> String {
    TypeText { types: &program.types, ty }.to_string()
}

/// A name, quoted if it is no plain word.
pub(crate) struct NameText<'a>(pub(crate) &'a str);

impl Display for NameText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if is_plain(self.0) { f.write_str(self.0) } else { QuotedText(self.0).fmt(f) }
    }
}

/// The name of a function: also quoted if it is a word of the text form.
struct FunctionName<'a>(&'a str);

impl Display for FunctionName<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if RESERVED.contains(&self.0) { QuotedText(self.0).fmt(f) } else { NameText(self.0).fmt(f) }
    }
}

/// A function referred to by its name, or by its id if it does not exist.
struct FunctionRef<'a>(&'a Program, FuncId);

impl Display for FunctionRef<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.functions.get(self.1) {
            Some(function) => FunctionName(&function.name).fmt(f),
            None => self.1.fmt(f),
        }
    }
}

/// Text in quotes.
struct QuotedText<'a>(&'a str);

impl Display for QuotedText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                '\t' => f.write_str("\\t")?,
                c if c.is_control() => write!(f, "\\u{{{:x}}}", u32::from(c))?,
                c => write!(f, "{c}")?,
            }
        }
        f.write_str("\"")
    }
}

/// A type, written from the outside in: `*[10]struct S#0`.
pub(crate) struct TypeText<'a> {
    pub(crate) types: &'a TypeTable,
    pub(crate) ty: TypeId,
}

impl TypeText<'_> {
    fn part(&self, ty: TypeId) -> Self {
        TypeText { types: self.types, ty }
    }
}

impl Display for TypeText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.ty.index() >= self.types.len() {
            return self.ty.fmt(f);
        }
        match self.types.get(self.ty) {
            Type::Void => f.write_str("void"),
            Type::Bool => f.write_str("bool"),
            Type::Int { bits, signed } => write!(f, "{}{bits}", if *signed { 'i' } else { 'u' }),
            Type::Float(kind) => f.write_str(kind.word()),
            Type::Pointer(to) => write!(f, "*{}", self.part(*to)),
            Type::Array { elem, len: Some(len) } => write!(f, "[{len}]{}", self.part(*elem)),
            Type::Array { elem, len: None } => write!(f, "[?]{}", self.part(*elem)),
            Type::Record(id) => match self.types.records.get(*id) {
                Some(record) => write!(f, "{}", RecordName(*id, record)),
                None => id.fmt(f),
            },
            Type::Function { ret, params, variadic } => {
                f.write_str("fn(")?;
                for (i, param) in params.iter().enumerate() {
                    write!(f, "{}{}", if i > 0 { ", " } else { "" }, self.part(*param))?;
                }
                if *variadic {
                    f.write_str(if params.is_empty() { "..." } else { ", ..." })?;
                }
                write!(f, ") -> {}", self.part(*ret))
            }
        }
    }
}

struct RecordName<'a>(RecordId, &'a Record);

impl Display for RecordName<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}#{}", self.1.kind.word(), NameText(&self.1.name), self.0.index())
    }
}

/// ` @file:line:column`, nothing for the location that is nowhere.
struct At(Location);

impl Display for At {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Location { file, line, column } = self.0;
        if (file.index(), line, column) == (0, 0, 0) {
            return Ok(());
        }
        write!(f, " @{}:{line}:{column}", file.index())
    }
}

struct ProgramText<'a>(&'a Program);

impl Display for ProgramText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let program = self.0;
        write!(f, "goto {} start {}", program.model().word(), FunctionRef(program, program.start))?;
        if let Some(rounding) = program.rounding {
            write!(f, " rounding {}", expr::SymbolText(program, rounding))?;
        }
        writeln!(f)?;
        for (id, name) in program.files.iter() {
            writeln!(f, "file {id} {}", QuotedText(name))?;
        }
        f.write_str("types {\n")?;
        for (ty, _) in program.types.iter() {
            writeln!(f, "  {},", TypeText { types: &program.types, ty })?;
        }
        f.write_str("}\n")?;
        for (id, record) in program.types.records.iter() {
            record_text(f, &program.types, id, record)?;
        }
        tables_text(f, program)?;
        for (id, symbol) in program.symbols.iter().filter(|(_, s)| s.storage == Storage::Static) {
            let ty = TypeText { types: &program.types, ty: symbol.ty };
            writeln!(f, "static {}#{}: {ty}{}{}", NameText(&symbol.name), id.index(), AlignText(program, id), At(symbol.loc))?;
        }
        let locals = locals_by_function(program);
        for (func, _) in program.functions.iter() {
            f.write_str("\n")?;
            function_text(f, program, func, &locals[func.index()])?;
        }
        Ok(())
    }
}

fn record_text(f: &mut Formatter<'_>, types: &TypeTable, id: RecordId, record: &Record) -> fmt::Result {
    write!(f, "{}", RecordName(id, record))?;
    let Some(body) = &record.body else { return f.write_str("\n") };
    writeln!(f, " size {} align {} {{", body.size, body.align)?;
    for field in &body.fields {
        write!(f, "  {}: {} at {}", NameText(&field.name), TypeText { types, ty: field.ty }, field.offset)?;
        if let Some(bits) = field.bits {
            write!(f, " bits {} width {}", bits.start, bits.width)?;
        }
        f.write_str("\n")?;
    }
    f.write_str("}\n")
}

fn tables_text(f: &mut Formatter<'_>, program: &Program) -> fmt::Result {
    for (id, branch) in program.branches.iter() {
        let negated = if branch.negated { " negated" } else { "" };
        writeln!(f, "branch {id} {} {}{negated}", branch.kind.word(), QuotedText(&branch.text))?;
    }
    for (id, input) in program.inputs.iter() {
        let ty = TypeText { types: &program.types, ty: input.ty };
        let origin = if input.origin == InputOrigin::Call { String::new() } else { format!(" from {}", input.origin.word()) };
        writeln!(f, "input {id} {} {} {ty}{origin}", QuotedText(&input.function), QuotedText(&input.type_name))?;
    }
    for (id, goal) in program.goals.iter() {
        let (name, function) = (QuotedText(&goal.name), FunctionRef(program, goal.function));
        writeln!(f, "goal {id} {} {name} {function} {}{}", goal.kind.word(), QuotedText(&goal.text), At(goal.loc))?;
    }
    for (id, property) in program.properties.iter() {
        let (name, function) = (QuotedText(&property.name), FunctionRef(program, property.function));
        writeln!(f, "property {id} {} {name} {function} {}{}", property.class.word(), QuotedText(&property.text), At(property.loc))?;
    }
    Ok(())
}

/// The variables that belong to each function, in ascending order.
fn locals_by_function(program: &Program) -> Vec<Vec<SymbolId>> {
    let mut locals = vec![Vec::new(); program.functions.len()];
    for (id, symbol) in program.symbols.iter() {
        if let Storage::Local(f) | Storage::Parameter(f) | Storage::Temporary(f) = symbol.storage
            && let Some(of) = locals.get_mut(f.index())
        {
            of.push(id);
        }
    }
    locals
}

struct FunctionText<'a> {
    program: &'a Program,
    func: FuncId,
}

impl Display for FunctionText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let locals = self.program.symbols.iter().filter(|(_, s)| match s.storage {
            Storage::Static => false,
            Storage::Local(f) | Storage::Parameter(f) | Storage::Temporary(f) => f == self.func,
        });
        let locals: Vec<SymbolId> = locals.map(|(id, _)| id).collect();
        function_text(f, self.program, self.func, &locals)
    }
}

fn function_text(f: &mut Formatter<'_>, program: &Program, func: FuncId, locals: &[SymbolId]) -> fmt::Result {
    let function = &program.functions[func];
    write!(f, "function {}: {}", FunctionName(&function.name), TypeText { types: &program.types, ty: function.ty })?;
    f.write_str(if function.noreturn { " noreturn" } else { "" })?;
    f.write_str(if function.model { " model" } else { "" })?;
    writeln!(f, "{} {{", At(function.loc))?;
    for param in &function.params {
        let flag = if param.writable { " writable" } else { "" };
        variable_text(f, program, "parameter", param.symbol, flag)?;
    }
    for &id in locals {
        let word = match program.symbols[id].storage {
            Storage::Local(_) => "local",
            Storage::Temporary(_) => "temporary",
            Storage::Parameter(_) if function.params.iter().any(|p| p.symbol == id) => continue,
            Storage::Parameter(_) => "unlisted",
            Storage::Static => continue,
        };
        variable_text(f, program, word, id, "")?;
    }
    if let Some(body) = &function.body {
        instr::body_text(f, program, function, body)?;
    }
    f.write_str("}\n")
}

fn variable_text(f: &mut Formatter<'_>, program: &Program, word: &str, id: SymbolId, flag: &str) -> fmt::Result {
    let Some(symbol) = program.symbols.get(id) else { return writeln!(f, "  {word} {id}") };
    let ty = TypeText { types: &program.types, ty: symbol.ty };
    writeln!(f, "  {word} {}#{}: {ty}{}{flag}{}", NameText(&symbol.name), id.index(), AlignText(program, id), At(symbol.loc))
}

/// ` align 16`, if the variable asks for it, and whether it is constant.
struct AlignText<'a>(&'a Program, SymbolId);

impl Display for AlignText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(align) = self.0.aligned.get(&self.1) {
            write!(f, " align {align}")?;
        }
        if self.0.constants.contains(&self.1) { f.write_str(" constant") } else { Ok(()) }
    }
}
