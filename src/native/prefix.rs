//! What the start function does before anything can depend on an input: static variables get their first values. It is executed once; each run starts from what it
//! leaves. Constants at fixed places, of which large tables have very many, are data for the compiler, not code.

use super::NotTranslated;
use super::function::{self, Part};
use super::unit::{FUNCTION_BASE, FUNCTION_STEP, Home, Unit};
use goto::interp::value::Scalar;
use goto::{ExprId, ExprKind, Id, InstrId, InstrKind, Storage};
use rustc_hash::FxHashSet;
use std::fmt::Write as _;

/// Instructions in a function of C; compilers take long for large ones.
const CHUNK: usize = 300;

/// A number of so many bytes to be put at an address.
struct Datum {
    address: u64,
    bytes: u64,
    value: u64,
}

impl Unit<'_> {
    /// How many instructions at the beginning of the start function give static variables values that do not depend on anything.
    pub(super) fn prefix(&self) -> usize {
        let program = self.program;
        let Some(body) = &program.functions[program.start].body else { return 0 };
        let mut seen = FxHashSet::default();
        let mut fixed = |kind: &InstrKind| match kind {
            // Nothing before the first use of a local variable uses it.
            InstrKind::Skip | InstrKind::Mark(_) | InstrKind::Decl(_) => true,
            InstrKind::Assign { .. } | InstrKind::MemSet { .. } => {
                let mut fixed = true;
                kind.expressions(|e, _| program.exprs.walk(e, &mut seen, &mut |_, kind| fixed &= self.is_fixed(kind)));
                fixed
            }
            _ => false,
        };
        let end = (0..body.len()).find(|&i| !fixed(&body[InstrId::new(i)].kind)).unwrap_or(0);
        let target = |i: &goto::Instruction| if let InstrKind::Goto { target, .. } = i.kind { Some(target.index()) } else { None };
        end.min(body.values().filter_map(target).min().unwrap_or(usize::MAX))
    }

    fn is_fixed(&self, kind: ExprKind) -> bool {
        match kind {
            ExprKind::Var(symbol) => self.program.symbols[symbol].storage == Storage::Static,
            ExprKind::Memory { .. } | ExprKind::Heap(_) | ExprKind::Written(_) | ExprKind::WrittenBytes { .. } | ExprKind::IsBeyond { .. } => false,
            _ => true,
        }
    }

    /// The functions of C that execute so many instructions of the start function; the last one is `prepare`, which calls the others.
    pub(super) fn prepare(&mut self, prefix: usize) -> Result<String, NotTranslated> {
        let program = self.program;
        let (mut data, mut functions, mut calls) = (Vec::new(), String::new(), String::new());
        let Some(body) = program.functions[program.start].body.as_ref() else { return Ok("static void prepare(void) {}\n".to_owned()) };
        let mut at = 0;
        while at < prefix {
            let first = data.len();
            while at < prefix
                && let Some(datum) = self.datum(&body[InstrId::new(at)].kind)
            {
                data.push(datum);
                at += 1;
            }
            if data.len() > first {
                let _ = writeln!(calls, "put_data({first}, {});", data.len());
            }
            let start = at;
            while at < prefix && at < start + CHUNK && self.datum(&body[InstrId::new(at)].kind).is_none() {
                at += 1;
            }
            if at > start {
                functions.push_str(&function::translate(self, program.start, Part::Prefix(start..at))?);
                let _ = writeln!(calls, "prepare{start}();");
            }
        }
        let mut text = "static const struct { u64 address, bytes, value; } data[] = {".to_owned();
        for Datum { address, bytes, value } in data {
            let _ = write!(text, "{{{address:#x},{bytes},{value:#x}UL}},");
        }
        text.push_str("{0,0,0}};\nstatic void put_data(u32 from, u32 to) {\nfor (; from < to; from++) {\n");
        text.push_str(
            "dirty_range(data[from].address, data[from].bytes);\ncopy_bytes((void *)data[from].address, &data[from].value, data[from].bytes);\n}\n}\n",
        );
        let _ = write!(text, "{functions}static void prepare(void) {{\n{calls}}}\n");
        Ok(text)
    }

    /// The instruction as data, if it puts a constant to a fixed place.
    fn datum(&self, kind: &InstrKind) -> Option<Datum> {
        let InstrKind::Assign { lhs, rhs } = *kind else { return None };
        let scalar = self.scalar(self.program.exprs.ty(lhs)).filter(|s| s.bits() <= 64)?;
        let bytes = super::types::bytes(scalar);
        let (address, end) = self.fixed_place(lhs)?;
        let value = self.fixed_value(rhs, scalar)?;
        (address.checked_add(bytes)? <= end).then_some(Datum { address, bytes, value })
    }

    /// The address of a place that does not depend on anything, and the end of its object.
    fn fixed_place(&self, e: ExprId) -> Option<(u64, u64)> {
        let program = self.program;
        match program.exprs.kind(e) {
            ExprKind::Var(symbol) => match self.statics.get(&symbol)? {
                Home::Static { address, size } => Some((*address, address + size)),
                _ => None,
            },
            ExprKind::Field { base, field } => {
                let (address, end) = self.fixed_place(base)?;
                let field = program.types.record_body(program.exprs.ty(base))?.fields.get(field as usize)?;
                field.bits.is_none().then_some((address.checked_add(field.offset)?, end))
            }
            ExprKind::Index { base, index } => {
                let (address, end) = self.fixed_place(base)?;
                let index = u64::try_from(program.exprs.as_const(index)?.signed()).ok()?;
                Some((address.checked_add(index.checked_mul(program.types.size_of(program.exprs.ty(e))?)?)?, end))
            }
            _ => None,
        }
    }

    fn fixed_value(&self, e: ExprId, scalar: Scalar) -> Option<u64> {
        match self.program.exprs.kind(e) {
            ExprKind::Const(bits) => Some(bits.unsigned() as u64),
            ExprKind::Zero => Some(0),
            ExprKind::FunctionAddress(f) => Some(FUNCTION_BASE + f.index() as u64 * FUNCTION_STEP),
            ExprKind::AddressOf(place) => self.fixed_place(place).map(|(address, _)| address),
            ExprKind::Cast(inner) if self.scalar(self.program.exprs.ty(inner)) == Some(scalar) => self.fixed_value(inner, scalar),
            _ => None,
        }
    }
}
