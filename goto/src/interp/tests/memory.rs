//! Objects, their lives and their bytes.

use super::super::Outcome;
use super::builder::Builder;
use crate::*;

#[test]
fn accesses_outside_of_objects_crash() {
    let array = |index: i128| {
        let mut b = Builder::new();
        let int = b.int();
        let ty = b.program.types.array(int, Some(4));
        let (a, i) = (b.global(ty), b.local(int));
        b.set(i, index);
        let place = b.e().index(a, i);
        b.set(place, 1);
        b.halt();
        b.run(&[]).outcome
    };
    assert_eq!(array(3), Outcome::Exit);
    assert!(matches!(array(4), Outcome::Crash { .. }));
    assert!(matches!(array(-1), Outcome::Crash { .. }));

    let mut b = Builder::new();
    let int = b.int();
    let pointer = b.program.types.pointer(int);
    let null = b.e().constant(pointer, 0);
    let place = b.e().deref(null);
    b.set(place, 1);
    b.halt();
    assert_eq!(b.crash(), "2: null pointer is dereferenced");
}

#[test]
fn locals_die() {
    // The address of a callee's local, and of the former object of a variable that is declared again.
    for redeclare in [false, true] {
        let mut b = Builder::new();
        let int = b.int();
        let pointer = b.program.types.pointer(int);
        let p = b.global(pointer);
        let f = b.function(int, &[], |b, _, _| {
            let x = b.local(int);
            b.set(x, 5);
            let address = b.e().address_of(x);
            b.assign(p, address);
            let alias = b.e().deref(p);
            b.cover_eq(alias, 5);
            if redeclare {
                let symbol = b.symbol_of(x);
                b.push(InstrKind::Decl(symbol));
                b.cover_eq(alias, 5);
            }
            b.push(InstrKind::Return(Some(alias)));
        });
        let r = b.local(int);
        b.call(Some(r), f, &[]);
        b.cover_eq(r, 5);
        let place = b.e().deref(p);
        b.set(place, 1);
        b.halt();
        let run = b.run(&[]);
        assert!(matches!(&run.outcome, Outcome::Crash { reason, .. } if reason.contains("not inside of a live object")), "{:?}", run.outcome);
        assert_eq!(run.goals.count_ones(), if redeclare { 1 } else { 2 });
    }
}

#[test]
fn heap_objects() {
    let mut b = Builder::new();
    let (int, size) = (b.int(), b.program.types.size());
    let pointer = b.program.types.pointer(int);
    let p = b.local(pointer);
    let eight = b.e().constant(size, 8);
    b.push(InstrKind::Allocate { result: p, size: eight, kind: AllocKind::Heap, zeroed: true });
    let one = b.e().constant(size, 1);
    let second = b.e().binary(BinOp::PtrAdd, p, one);
    let place = b.e().deref(second);
    b.cover_eq(place, 0);
    b.set(place, 9);
    b.cover_eq(place, 9);
    let difference = b.e().binary(BinOp::PtrDiff, second, p);
    b.cover_eq(difference, 1);
    let null = b.e().constant(pointer, 0);
    b.push(InstrKind::Free(null));
    b.push(InstrKind::Free(p));
    b.push(InstrKind::Free(p));
    b.halt();
    let run = b.run(&[]);
    assert!(matches!(&run.outcome, Outcome::Crash { reason, loc } if reason.contains("to free") && loc.line == 10), "{:?}", run.outcome);
    assert_eq!(run.goals.count_ones(), 3);
    assert!(!run.indeterminate);
}

#[test]
fn memory_blocks() {
    let mut b = Builder::new();
    let (int, size, void) = (b.int(), b.program.types.size(), b.program.types.void());
    let (array, to_void) = (b.program.types.array(int, Some(2)), b.program.types.pointer(void));
    let (x, y) = (b.local(array), b.local(array));
    let addresses: Vec<ExprId> = [x, y]
        .into_iter()
        .map(|v| {
            let address = b.e().address_of(v);
            b.e().cast(address, to_void)
        })
        .collect();
    let (eight, value) = (b.e().constant(size, 8), b.c(0x102));
    b.push(InstrKind::MemSet { dst: addresses[0], value, size: eight });
    b.push(InstrKind::MemCopy { dst: addresses[1], src: addresses[0], size: eight });
    let (one, zero) = (b.c(1), b.c(0));
    let element = b.e().index(y, one);
    b.cover_eq(element, 0x0202_0202);
    // Arrays are values, too.
    let first = b.e().index(x, zero);
    b.set(first, 3);
    b.assign(y, x);
    let first = b.e().index(y, zero);
    b.cover_eq(first, 3);
    let nothing = b.e().exprs.intern(ExprKind::Zero, array);
    b.assign(y, nothing);
    b.cover_eq(element, 0);
    let nine = b.e().constant(size, 9);
    b.push(InstrKind::MemCopy { dst: addresses[1], src: addresses[0], size: nine });
    b.halt();
    let run = b.run(&[]);
    assert!(matches!(&run.outcome, Outcome::Crash { reason, .. } if reason.contains("out of bounds")), "{:?}", run.outcome);
    assert_eq!(run.goals.count_ones(), 3);
    assert!(!run.indeterminate);
}

/// A record type with the given fields.
fn record(b: &mut Builder, kind: RecordKind, size: u64, fields: &[(TypeId, u64, Option<BitRange>)]) -> TypeId {
    let fields = fields.iter().map(|&(ty, offset, bits)| Field { name: "m".into(), ty, offset, bits }).collect();
    let id = b.program.types.records.push(Record { name: "r".into(), kind, body: Some(RecordBody { fields, size, align: 4 }) });
    b.program.types.intern(Type::Record(id))
}

#[test]
fn bit_fields_and_unions() {
    let mut b = Builder::new();
    let (int, byte) = (b.int(), b.program.types.int(8, false));
    let bits = |start, width| Some(BitRange { start, width });
    let flags = record(&mut b, RecordKind::Struct, 8, &[(int, 0, bits(0, 3)), (int, 0, bits(3, 7)), (byte, 1, bits(2, 6)), (int, 4, None)]);
    let raw = b.program.types.array(byte, Some(8));
    let both = record(&mut b, RecordKind::Union, 8, &[(flags, 0, None), (raw, 0, None)]);
    let u = b.local(both);
    let all = b.e().field(u, 0);
    for (i, value) in [(0, 5), (1, 0x55), (2, 0x3f)] {
        let place = b.e().field(all, i);
        b.set(place, value);
    }
    for (i, value) in [(0, -3), (1, -0x2b), (2, 0x3f)] {
        let place = b.e().field(all, i);
        b.cover_eq(place, value);
    }
    let (bytes, zero, one) = (b.e().field(u, 1), b.c(0), b.c(1));
    for (index, value) in [(zero, 0xad), (one, 0xfe)] {
        let place = b.e().index(bytes, index);
        b.cover_eq(place, value);
    }
    b.halt();
    let run = b.run(&[]);
    assert_eq!((run.outcome, run.goals.count_ones(), run.indeterminate), (Outcome::Exit, 5, false));
}

#[test]
fn records_are_passed_and_returned() {
    let mut b = Builder::new();
    let int = b.int();
    let pair = record(&mut b, RecordKind::Struct, 8, &[(int, 0, None), (int, 4, None)]);
    let f = b.function(pair, &[pair], |b, _, params| {
        let first = b.e().field(params[0], 0);
        b.set(first, 7);
        b.push(InstrKind::Return(Some(params[0])));
    });
    let (x, y) = (b.local(pair), b.local(pair));
    let second = b.e().field(x, 1);
    b.set(second, 8);
    b.call(Some(y), f, &[x]);
    let (seven, eight, untouched) = (b.e().field(y, 0), b.e().field(y, 1), b.e().field(x, 0));
    b.cover_eq(seven, 7);
    b.cover_eq(eight, 8);
    let mut before = Builder { program: b.program.clone(), body: b.body.clone(), function: b.function, loc: b.loc };
    b.halt();
    let run = b.run(&[]);
    assert_eq!((run.outcome, run.goals.count_ones(), run.indeterminate), (Outcome::Exit, 2, false));
    before.cover_eq(untouched, 0);
    before.halt();
    assert!(before.run(&[]).indeterminate);
}
