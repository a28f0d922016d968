//! Places as C: loads, stores, addresses. An access through a pointer is held against the shadow of memory, an access to a variable against its size.

use super::NotTranslated;
use super::function::FunctionText;
use super::types;
use super::unit::Home;
use goto::interp::value::Scalar;
use goto::{BitRange, Bits, ExprId, ExprKind, Id};
use std::fmt::Write as _;

/// Where a place is.
struct Place {
    base: Base,
    /// Bytes from the base, modulo 2^64.
    offset: u64,
    /// Further bytes.
    index: Option<String>,
    bits: Option<BitRange>,
}

enum Base {
    Scalar(String),
    /// An object whose size is known: a pointer to its bytes, its size, and whether it is one of the static objects.
    Object {
        pointer: String,
        size: u64,
        is_static: bool,
    },
    Address(String),
    /// A part of a value all of whose bytes are zero.
    Zero,
}

impl Place {
    /// Everything that is added to the base.
    fn whole_offset(&self) -> String {
        match (&self.index, self.offset) {
            (None, offset) => format!("{offset:#x}UL"),
            (Some(index), 0) => index.clone(),
            (Some(index), offset) => format!("({index} + {offset:#x}UL)"),
        }
    }

    fn is_at_start(&self) -> bool {
        self.offset == 0 && self.index.is_none()
    }

    /// The address as a number.
    fn address(&self) -> String {
        let base = match &self.base {
            Base::Object { pointer, .. } => format!("(u64)({pointer})"),
            Base::Address(address) => format!("(u64)({address})"),
            Base::Scalar(_) | Base::Zero => "0UL".to_owned(),
        };
        if self.is_at_start() { format!("({base})") } else { format!("({base} + {})", self.whole_offset()) }
    }
}

impl FunctionText<'_, '_> {
    fn place(&mut self, e: ExprId) -> Result<Place, NotTranslated> {
        let program = self.unit.program;
        let at = |base| Place { base, offset: 0, index: None, bits: None };
        Ok(match program.exprs.kind(e) {
            ExprKind::Var(symbol) => match self.home(symbol) {
                Some(Home::Scalar(name)) => at(Base::Scalar(name)),
                Some(Home::Bytes(name, size)) => at(Base::Object { pointer: name, size, is_static: false }),
                Some(Home::Frame { offset, size }) => at(Base::Object { pointer: format!("(char *)(frame + {offset})"), size, is_static: false }),
                Some(Home::Static { address, size }) => at(Base::Object { pointer: format!("(char *){address:#x}UL"), size, is_static: true }),
                None => return self.missing("a variable without a place"),
            },
            ExprKind::Deref(pointer) => at(Base::Address(self.value(pointer)?)),
            ExprKind::Zero => at(Base::Zero),
            ExprKind::Field { base, field } => {
                let mut place = self.place(base)?;
                let Some(field) = program.types.record_body(program.exprs.ty(base)).and_then(|b| b.fields.get(field as usize)) else {
                    return self.missing("a member of an incomplete record");
                };
                place.offset = place.offset.wrapping_add(field.offset);
                place.bits = field.bits;
                place
            }
            ExprKind::Index { base, index } => {
                let mut place = self.place(base)?;
                let Some(size) = program.types.size_of(program.exprs.ty(e)) else { return self.missing("an array of incomplete elements") };
                match (program.exprs.as_const(index), self.scalar(program.exprs.ty(index))) {
                    (Some(n), Some(ty)) => place.offset = place.offset.wrapping_add((n.to_i128(ty.signed()) as u64).wrapping_mul(size)),
                    (_, Some(ty)) => {
                        let index = types::to_bits(ty, &self.value(index)?);
                        let bytes = format!("(u64)({index}) * {size}UL");
                        place.index = Some(place.index.map_or_else(|| format!("({bytes})"), |before| format!("({before} + {bytes})")));
                    }
                    _ => return self.missing("an index that is no number"),
                }
                place
            }
            _ => return self.missing("a value in place of a variable"),
        })
    }

    /// The address of a place, as a number of 64 bits.
    pub(crate) fn address(&mut self, e: ExprId) -> Result<String, NotTranslated> {
        let place = self.place(e)?;
        match place.base {
            Base::Scalar(_) | Base::Zero => self.missing("the address of a value"),
            _ => Ok(place.address()),
        }
    }

    /// The bytes of a place of a record or array type: an address, whether they are known to be there, and whether they are static.
    pub(crate) fn bytes(&mut self, e: ExprId, size: u64) -> Result<(String, bool, bool), NotTranslated> {
        let place = self.place(e)?;
        match place.base {
            Base::Scalar(_) | Base::Zero => self.missing("the bytes of a value"),
            Base::Address(_) => Ok((place.address(), false, false)),
            Base::Object { size: whole, is_static, .. } => {
                let fits = place.offset.checked_add(size).is_some_and(|end| end <= whole);
                if place.index.is_some() || !fits {
                    let _ = writeln!(self.lines, "check_offset({}, {size}UL, {whole}UL);", place.whole_offset());
                }
                Ok((place.address(), true, is_static))
            }
        }
    }

    pub(super) fn load(&mut self, e: ExprId, scalar: Scalar) -> Result<String, NotTranslated> {
        let place = self.place(e)?;
        if let (Some(bits), Base::Object { .. } | Base::Address(_)) = (place.bits, &place.base) {
            return Ok(self.load_bits(&place, bits, scalar));
        }
        let (name, len) = (types::name(scalar), types::bytes(scalar));
        let text = match &place.base {
            Base::Scalar(variable) => return Ok(variable.clone()),
            Base::Zero => return Ok(types::zero(scalar)),
            Base::Address(_) => format!("ld_{name}({})", place.address()),
            Base::Object { pointer, size, .. } => {
                let fits = place.index.is_none() && place.offset.checked_add(len).is_some_and(|end| end <= *size);
                if fits { format!("*({name}_u *)({pointer} + {})", place.offset) } else { format!("lx_{name}({pointer}, {}, {size}UL)", place.whole_offset()) }
            }
        };
        Ok(if scalar == Scalar::Bool { format!("((u8)({text} != 0))") } else { text })
    }

    /// Stores a value, as the last thing that an instruction does.
    pub(crate) fn store(&mut self, lhs: ExprId, value: &str) -> Result<(), NotTranslated> {
        let Some(scalar) = self.scalar(self.unit.program.exprs.ty(lhs)) else { return self.missing("an assignment to a place that is not scalar") };
        self.note_store(lhs);
        let place = self.place(lhs)?;
        if let (Some(bits), Base::Object { .. } | Base::Address(_)) = (place.bits, &place.base) {
            self.store_bits(&place, bits, scalar, value);
            return Ok(());
        }
        let (name, len) = (types::name(scalar), types::bytes(scalar));
        let text = match &place.base {
            Base::Scalar(variable) => format!("{variable} = {value};"),
            Base::Zero => return self.missing("an assignment to a value"),
            Base::Address(_) => format!("st_{name}({}, {value});", place.address()),
            Base::Object { pointer, size, is_static } => {
                let fits = place.index.is_none() && place.offset.checked_add(len).is_some_and(|end| end <= *size);
                if fits && *is_static {
                    format!("DIRTY({}, {len}); *({name}_u *)({pointer} + {}) = {value};", place.address(), place.offset)
                } else if fits {
                    format!("*({name}_u *)({pointer} + {}) = {value};", place.offset)
                } else {
                    format!("{}_{name}({pointer}, {}, {size}UL, {value});", if *is_static { "sd" } else { "sx" }, place.whole_offset())
                }
            }
        };
        self.lines.push_str(&text);
        self.lines.push('\n');
        Ok(())
    }

    /// A store to a constant by its name is none, but where the constants are made.
    pub(crate) fn note_store(&mut self, lhs: ExprId) {
        let program = self.unit.program;
        let mut place = lhs;
        while let ExprKind::Field { base, .. } | ExprKind::Index { base, .. } = program.exprs.kind(place) {
            place = base;
        }
        if let ExprKind::Var(symbol) = program.exprs.kind(place)
            && self.id != program.start
            && program.constants.contains(&symbol)
        {
            self.lines.push_str("crash();\n");
        }
    }

    /// The address of a bit-field's bytes, their number, and whether the address must be held against the shadow.
    fn bit_field(&mut self, place: &Place, bits: BitRange) -> (String, u64, u8) {
        let len = u64::from(bits.start + bits.width).div_ceil(8).min(16);
        let is_checked = match &place.base {
            Base::Object { size, .. } => place.index.is_some() || place.offset.checked_add(len).is_none_or(|end| end > *size),
            _ => true,
        };
        // What lies in a variable of C has no shadow.
        if let Base::Object { size, .. } = &place.base
            && is_checked
        {
            let _ = writeln!(self.lines, "check_offset({}, {len}UL, {size}UL);", place.whole_offset());
            return (place.address(), len, 0);
        }
        (place.address(), len, u8::from(is_checked))
    }

    fn load_bits(&mut self, place: &Place, bits: BitRange, scalar: Scalar) -> String {
        let (address, len, checked) = self.bit_field(place, bits);
        let (left, width) = (128 - bits.start - bits.width, 128 - bits.width.max(1));
        let ty = if scalar.signed() { "i128" } else { "u128" };
        let raw = format!("(({ty})(ld_bits({address}, {len}, {checked}) << {left}) >> {width})");
        types::from_bits(scalar, &raw)
    }

    fn store_bits(&mut self, place: &Place, bits: BitRange, scalar: Scalar, value: &str) {
        let (address, len, checked) = self.bit_field(place, bits);
        let mask = Bits::ones(bits.width.max(1)).unsigned() << bits.start;
        let mask = format!("((u128){:#x}UL << 64 | {:#x}UL)", (mask >> 64) as u64, mask as u64);
        let value = types::to_bits(scalar, value);
        let _ = writeln!(self.lines, "st_bits({address}, {len}, {mask}, (u128)({value}) << {}, {checked});", bits.start);
    }

    /// Where a variable lives.
    pub(crate) fn home(&self, symbol: goto::SymbolId) -> Option<Home> {
        self.homes.get(&symbol).or_else(|| self.unit.statics.get(&symbol)).cloned()
    }

    /// The names in C of a variable's own.
    pub(crate) fn local_name(symbol: goto::SymbolId) -> String {
        format!("v{}", symbol.index())
    }
}
