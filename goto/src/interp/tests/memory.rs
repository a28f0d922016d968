//! Objects, their lives and their bytes.

use super::super::{Compiled, Limits, Outcome};
use super::builder::{Builder, Inputs, LIMITS};
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
        assert_eq!(run.goals.len(), if redeclare { 1 } else { 2 });
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
    assert!(matches!(&run.outcome, Outcome::Crash { reason, loc, .. } if reason.contains("to free") && loc.line == 10), "{:?}", run.outcome);
    assert_eq!(run.goals.len(), 3);
    assert!(!run.indeterminate);
}

/// Ten gigabytes, one after the other.
#[test]
fn what_is_released_takes_no_room() {
    let mut b = Builder::new();
    let (int, size) = (b.int(), b.program.types.size());
    let pointer = b.program.types.pointer(int);
    let (p, i) = (b.local(pointer), b.local(int));
    b.set(i, 0);
    let million = b.e().constant(size, 1 << 20);
    let head = b.push(InstrKind::Allocate { result: p, size: million, kind: AllocKind::Stack, zeroed: false });
    let place = b.e().deref(p);
    b.assign(place, i);
    b.push(InstrKind::Release(p));
    b.push(InstrKind::Release(p));
    let one = b.c(1);
    let next = b.e().binary(BinOp::Add, i, one);
    b.assign(i, next);
    let limit = b.c(10_000);
    let guard = b.e().binary(BinOp::Lt, i, limit);
    b.push(InstrKind::Goto { guard, target: head, branch: None });
    b.cover_eq(i, 10_000);
    b.set(place, 1);
    b.halt();
    let program = b.finish();
    let run = Compiled::new(&program).run(&mut Inputs(Vec::new()), &Limits { steps: u64::MAX, ..LIMITS });
    assert!(matches!(&run.outcome, Outcome::Crash { reason, .. } if reason.contains("not inside of a live object")), "{:?}", run.outcome);
    assert_eq!(run.goals.len(), 1);
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
    assert_eq!(run.goals.len(), 3);
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
    assert_eq!((run.outcome, run.goals.len(), run.indeterminate), (Outcome::Exit, 5, false));
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
    assert_eq!((run.outcome, run.goals.len(), run.indeterminate), (Outcome::Exit, 2, false));
    before.cover_eq(untouched, 0);
    before.halt();
    assert!(before.run(&[]).indeterminate);
}

/// Runs the start function `f` of a text with the given body; how many of its goals it reaches. The text comes back from printing and parsing.
fn reached(body: &str, goals: usize) -> (usize, Outcome) {
    let table: String = (0..goals).map(|i| format!("goal g{i} branch_goal \"g{i}\" f \"\"\n")).collect();
    let text = format!(
        "goto lp64 start f {table} static text#0: [8]u8 static p#1: *u8 static q#2: *void static n#3: u64 static c#4: i32
        function f: fn() -> void {{ local l#5: *u8 {body} }}"
    );
    let program = parse(&text).unwrap_or_else(|e| panic!("{e}"));
    assert_valid(&program, "the text");
    let printed = print(&program);
    assert_eq!(print(&parse(&printed).unwrap_or_else(|e| panic!("{e}\n{printed}"))), printed);
    let limits = crate::interp::Limits { steps: 10_000, work: u64::MAX, memory: 1 << 20, depth: 10, stop: &|| false };
    struct NoInputs;
    impl crate::interp::InputSource for NoInputs {
        fn next(&mut self, _: InputId, _: TypeId, _: u16) -> Option<Bits> {
            None
        }
    }
    let run = crate::interp::run(&program, &mut NoInputs, &limits);
    (run.goals.len(), run.outcome)
}

const TEXT: &str = "0: text#0[0] := 97u8 1: text#0[1] := 66u8 2: text#0[2] := 97u8 3: text#0[3] := 99u8";

#[test]
fn scans_find_the_first_and_the_last_byte() {
    let body = format!(
        "{TEXT} 4: q#2 := &text#0 as *void
        5: n#3 := FIND first q#2, 0 6: COVER g0 n#3 == 4u64
        7: n#3 := FIND first q#2, 66 + 256 WITHIN 2u64 8: COVER g1 n#3 == 1u64
        9: n#3 := FIND first q#2, 66 WITHIN 1u64 10: COVER g2 n#3 == 1u64
        11: n#3 := FIND first_or_zero q#2, 120 12: COVER g3 n#3 == 4u64
        13: n#3 := FIND last q#2, 97 WITHIN 8u64 14: COVER g4 n#3 == 2u64
        15: n#3 := FIND last q#2, 97 WITHIN 0u64 16: COVER g5 n#3 == 0u64
        17: n#3 := FIND first null(*void), 1 WITHIN 0u64 18: COVER g6 n#3 == 0u64
        19: n#3 := FIND first q#2, 120 WITHIN 8u64 20: COVER g7 n#3 == 8u64
        21: n#3 := FIND first q#2, 120 WITHIN 9u64 22: HALT exit"
    );
    let (reached, outcome) = reached(&body, 8);
    assert_eq!(reached, 8);
    assert!(matches!(outcome, Outcome::Crash { .. }), "{outcome:?}");
}

#[test]
fn comparisons_stop_where_they_know() {
    let body = format!(
        "{TEXT} 4: q#2 := ALLOCATE heap zeroed 3u64 5: p#1 := q#2 as *u8 6: *p#1 := 65u8 7: *(p#1 + 1i64) := 66u8
        8: c#4 := COMPARE caseless &text#0 as *void, q#2 9: COVER g0 c#4 == 97
        10: c#4 := COMPARE caseless &text#0 as *void, q#2 WITHIN 2u64 11: COVER g1 c#4 == 0
        12: c#4 := COMPARE string q#2, &text#0 as *void 13: COVER g2 c#4 == -32
        14: c#4 := COMPARE block q#2, q#2 WITHIN 3u64 15: COVER g3 c#4 == 0
        16: c#4 := COMPARE string q#2, q#2 17: COVER g4 c#4 == 0
        18: c#4 := COMPARE block q#2, q#2 WITHIN 4u64 19: HALT exit"
    );
    let (reached, outcome) = reached(&body, 5);
    assert_eq!(reached, 5);
    assert!(matches!(outcome, Outcome::Crash { .. }), "{outcome:?}");
}

#[test]
fn facts_about_objects() {
    let body = "0: q#2 := ALLOCATE heap 5u64 1: DECL l#5 2: l#5 := q#2 as *u8
        3: COVER g0 object_size(l#5 + 5i64) == 5u64 && offset(l#5 + 5i64) == 5u64 4: COVER g1 is_heap(q#2) && !is_heap(&text#0)
        5: COVER g2 is_live(&text#0) && !is_live(l#5 + 6i64) && !is_live(null(*u8)) && object_size(null(*u8)) == 0u64
        6: COVER g3 same_object(l#5, l#5 + 5i64) && !same_object(l#5, &text#0[0]) && !same_object(null(*u8), null(*u8))
        7: COVER g4 !was_freed(q#2) && !was_freed(null(*u8)) 8: FREE q#2
        9: COVER g5 was_freed(q#2) && was_freed(l#5 + 5i64) && !was_freed(l#5 + 6i64) && !is_live(q#2) && object_size(q#2) == 0u64
        10: HALT exit";
    assert_eq!(reached(body, 6), (6, Outcome::Exit));
}

#[test]
fn what_is_beyond_the_known_bytes_of_lent_memory() {
    let body = "0: q#2 := ALLOCATE lent 4101u64 1: DECL l#5 2: l#5 := q#2 as *u8 3: COVER g0 is_lent(l#5 + 5i64) && is_heap(q#2) && !is_lent(&text#0)
        4: COVER g1 !is_beyond(q#2, 0u64, 5u64) && !is_beyond(q#2, 5u64, 0u64) && is_beyond(q#2, 0u64, 6u64) && is_beyond(q#2, 1u64, 5u64)
        5: COVER g2 !is_beyond(l#5 + 3i64, 0u64, 2u64) && is_beyond(l#5 + 3i64, 0u64, 3u64) && !is_beyond(l#5 + 3i64, 18446744073709551614u64, 4u64)
        6: COVER g3 is_beyond(q#2, 18446744073709551615u64, 1u64) && is_beyond(l#5 + 4101i64, 0u64, 1u64) && is_beyond(q#2, 0u64, 18446744073709551615u64)
        7: COVER g4 !is_beyond(&text#0, 100u64, 1u64) && !is_beyond(null(*u8), 0u64, 1u64) && !is_beyond(l#5 + 4102i64, 0u64, 1u64) 8: FREE q#2
        9: COVER g5 !is_beyond(q#2, 9u64, 1u64) && !is_lent(q#2) 10: HALT exit";
    assert_eq!(reached(body, 6), (6, Outcome::Exit));
}

#[test]
fn what_was_written_is_known_to_the_bit() {
    let mut b = Builder::new();
    let int = b.int();
    let bits = |start, width| Some(BitRange { start, width });
    let field = |name: &str, offset, bits| Field { name: name.to_owned(), ty: int, offset, bits };
    let body = RecordBody { fields: vec![field("a", 0, bits(0, 3)), field("b", 0, bits(3, 9)), field("c", 4, None)], size: 8, align: 4 };
    let record = b.program.types.records.push(Record { name: "s".to_owned(), kind: RecordKind::Struct, body: Some(body) });
    let ty = b.program.types.intern(Type::Record(record));
    let (s, t) = (b.local(ty), b.local(ty));
    let part = |b: &mut Builder, record: ExprId, i: usize| b.e().field(record, i);
    let asks = |b: &mut Builder, place: ExprId, expected: bool| {
        let written = b.e().written(place);
        let cond = if expected { written } else { b.e().not(written) };
        b.cover(cond);
    };
    let [a, c] = [0, 2].map(|i| part(&mut b, s, i));
    let middle = part(&mut b, s, 1);
    asks(&mut b, a, false);
    b.set(a, 1);
    asks(&mut b, a, true);
    asks(&mut b, middle, false);
    b.set(middle, 1);
    asks(&mut b, middle, true);
    b.assign(t, s);
    let [copy, unwritten] = [1, 2].map(|i| part(&mut b, t, i));
    asks(&mut b, copy, true);
    asks(&mut b, unwritten, false);
    b.push(InstrKind::havoc(c));
    asks(&mut b, c, true);
    // Bits of padding were not, and beyond the object nothing is said.
    let address = b.e().address_of(s);
    let size = b.program.types.size();
    let [four, large] = [4, 1 << 20].map(|n| b.e().constant(size, n));
    let written = b.e().written_bytes(address, four);
    let not = b.e().not(written);
    b.cover(not);
    let behind = b.e().address_of(c);
    let written = b.e().written_bytes(behind, large);
    b.cover(written);
    b.halt();
    let run = b.run(&[]);
    assert_eq!((run.outcome, run.goals.len(), run.indeterminate), (Outcome::Exit, 9, true));
}
