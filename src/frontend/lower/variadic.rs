//! Arguments beyond the parameters of a variadic function: the caller makes an object of them and passes its address. Each lies at a multiple of
//! [`SLOT`] bytes; what `va_arg` makes of that stands in the checker's part of the same name.

use super::FunctionLowering;
use crate::check::SLOT;
use goto::{DataModel, ExprId, Field, InstrKind, Record, RecordBody, RecordKind, Storage, Symbol, SymbolId, Type, TypeId};

impl FunctionLowering<'_, '_> {
    /// The address of the arguments as the hidden parameter's type, and the object that holds them, to be ended after the call. No arguments
    /// have the null address.
    pub(super) fn argument_area(&mut self, args: &[ExprId], param: TypeId) -> (ExprId, Option<SymbolId>) {
        if args.is_empty() {
            return (self.zero(param), None);
        }
        let types: Vec<TypeId> = args.iter().map(|&arg| self.ty(arg)).collect();
        let ty = self.area_type(types);
        let symbol = self.unit.program.symbols.push(Symbol { name: "arguments".to_owned(), ty, storage: Storage::Local(self.func), loc: self.loc });
        self.emit(InstrKind::Decl(symbol));
        let area = self.build().var(symbol, ty);
        let mut field = 0;
        for &arg in args {
            let place = self.build().field(area, field);
            self.assign(place, arg);
            field += 1;
            if let Some(padding) = self.padding(self.ty(arg)) {
                let (place, zero) = (self.build().field(area, field), self.zero(padding));
                self.assign(place, zero);
                field += 1;
            }
        }
        let address = self.build().address_of(area);
        (self.convert(address, param), Some(symbol))
    }

    /// On x86-64 the upper half of the register or slot of an `int` is zero: a plain `0` ends a list of pointers.
    fn padding(&mut self, ty: TypeId) -> Option<TypeId> {
        let types = &mut self.unit.program.types;
        let padded = types.model() == DataModel::Lp64 && matches!(types.get(ty), Type::Int { bits: 32, .. });
        padded.then(|| types.int(32, false))
    }

    fn area_type(&mut self, types: Vec<TypeId>) -> TypeId {
        if let Some(&known) = self.unit.areas.get(&types) {
            return known;
        }
        let mut fields = Vec::new();
        let mut offset = 0;
        let mut align = SLOT;
        for (i, &ty) in types.iter().enumerate() {
            fields.push(Field { name: format!("argument{i}"), ty, offset, bits: None });
            if let Some(padding) = self.padding(ty) {
                fields.push(Field { name: format!("padding{i}"), ty: padding, offset: offset + 4, bits: None });
            }
            let table = &self.unit.program.types;
            offset += table.size_of(ty).unwrap_or(0).next_multiple_of(SLOT);
            align = align.max(table.align_of(ty));
        }
        let name = format!("arguments.{}", self.unit.areas.len() + 1);
        let body = Some(RecordBody { fields, size: offset.next_multiple_of(align), align });
        let table = &mut self.unit.program.types;
        let record = table.records.push(Record { name, kind: RecordKind::Struct, body });
        let ty = table.intern(Type::Record(record));
        self.unit.areas.insert(types, ty);
        ty
    }
}
