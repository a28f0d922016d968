//! Searches for a byte and comparisons of bytes. Each object is looked through once from its end to its start, so that the terms grow with the bytes that
//! may be reached, wherever the scan starts and whatever its limit is.

use super::CutReason;
use super::context::Context;
use super::objects::{Kind, NO_OBJECT, Size};
use super::pointer::Target;
use super::run::Run;
use super::shape::{Access, Shape};
use super::value::{Pointer, Value};
use goto::{Bits, CompareMode, ExprId, FindMode, Id};
use term::{Term, TermId};

/// Bytes that one scan looks at.
const MOST_BYTES: u64 = 1 << 16;
/// The same where the size of the object is not known.
const MOST_OF_UNKNOWN: u64 = 1 << 10;

/// Positions at the start of a scan that are looked at where the rest is not.
const PASSED_EXACTLY: u64 = 4;
/// The same where the scan goes no further.
const PASSED_TO_THE_LIMIT: u64 = 64;
/// Pairs of bytes that are compared where the rest is not.
const COMPARED_EXACTLY: u64 = 64;

/// An object that a scan reads, on one of the ways to it.
struct Scanned {
    value: Value,
    shape: Shape,
    size: Size,
    offset: TermId,
    /// When the object lives.
    alive: TermId,
    /// The first position that may be looked at, and the end of those that are.
    first: u64,
    end: u64,
    /// All of the object up to where the scan can come is looked at.
    whole: bool,
}

impl Run<'_> {
    pub(crate) fn find(&mut self, result: ExprId, start: ExprId, value: ExprId, limit: Option<ExprId>, search: FindMode) {
        let start = self.eval_pointer(start);
        let value = self.eval_bits(value);
        let byte = self.cx.pool.resize(value, 8, false);
        let limit = limit.map(|limit| self.eval_bits(limit));
        let mut found = limit.unwrap_or_else(|| self.cx.address_constant(0));
        for target in self.scanned_targets(start, limit) {
            let Some(scanned) = self.scanned(&target, limit) else { continue };
            let at = match (search, limit) {
                _ if self.scans_roughly(&scanned) => self.find_roughly(&target, &scanned, byte, limit, search),
                (FindMode::Last, Some(limit)) => self.find_last(&target, &scanned, byte, limit),
                _ => self.find_first(&target, &scanned, byte, limit, search == FindMode::FirstOrZero),
            };
            if !self.live {
                return;
            }
            found = self.cx.pool.ite(target.guard, at, found);
        }
        if self.live {
            self.assign(result, Value::Bits(found));
        }
    }

    /// What a scan may start in. With a limit of zero it starts nowhere, so only where the limit is not zero the pointer must be valid.
    pub(crate) fn scanned_targets(&mut self, start: Pointer, limit: Option<TermId>) -> Vec<Target> {
        let reads = self.reads_anything(limit);
        let targets = self.cx.targets(&self.state.path, start);
        for unknown in targets.unknown {
            let both = self.cx.pool.and(unknown, reads);
            self.unsupported(both, "scan from an indeterminate pointer");
        }
        let mut objects = Vec::new();
        for target in targets.known {
            if self.cx.nodes.is_handle(target.object) {
                let both = self.cx.pool.and(target.guard, reads);
                self.unsupported(both, "bytes of a node that a loop made");
                continue;
            }
            let is_memory = self.cx.object(target.object).is_some_and(|o| !matches!(o.kind, Kind::Function(_)));
            let lives = self.state.memory.get(target.object.index() as u64).is_some();
            if target.object.index() != NO_OBJECT && is_memory && lives {
                objects.push(target);
            } else {
                let guard = self.cx.pool.and(target.guard, reads);
                self.crash_or_unknown(&Target { guard, ..target });
            }
        }
        objects
    }

    fn reads_anything(&mut self, limit: Option<TermId>) -> TermId {
        match limit {
            None => self.cx.pool.truth(true),
            Some(limit) => {
                let zero = self.cx.address_constant(0);
                self.cx.pool.ne(limit, zero)
            }
        }
    }

    /// How much of an object a scan can see.
    fn scanned(&mut self, target: &Target, limit: Option<TermId>) -> Option<Scanned> {
        self.touch_whole(target, false);
        let object = *self.cx.object(target.object)?;
        let cell = self.state.memory.get(target.object.index() as u64)?.clone();
        let shape = self.cx.known_shape(target.object);
        let offset = target.offset;
        let first = self.cx.pool.as_const(offset).map_or(0, |at| at.unsigned() as u64);
        let (size, most) = match object.size {
            Size::Known(size) => (size, MOST_BYTES),
            Size::Term(size) => {
                let sizes = self.cx.cases(size).unwrap_or_default();
                (sizes.into_iter().map(|(_, size)| size).max().unwrap_or(u64::MAX), MOST_OF_UNKNOWN)
            }
        };
        let mut wanted = size;
        if let (Some(limit), Some(_)) = (limit.and_then(|l| self.cx.pool.as_const(l)), self.cx.pool.as_const(offset)) {
            wanted = wanted.min(first.saturating_add(limit.unsigned() as u64));
        }
        let end = wanted.min(first.saturating_add(most));
        Some(Scanned { value: cell.value, shape, size: object.size, offset, alive: cell.alive, first, end, whole: end == wanted })
    }

    fn byte_at(&mut self, scanned: &Scanned, at: u64) -> TermId {
        match self.cx.read(&scanned.value, scanned.shape, at, Access::Byte) {
            Value::Bits(term) => term,
            other => self.cx.bits(&other, 8),
        }
    }

    /// Is the byte at a position inside of the object?
    fn exists(&mut self, scanned: &Scanned, at: u64) -> TermId {
        match scanned.size {
            Size::Known(size) => self.cx.pool.truth(at < size),
            Size::Term(size) => {
                let at = self.cx.address_constant(at);
                self.cx.pool.ult(at, size)
            }
        }
    }

    fn size_of(&mut self, scanned: &Scanned) -> TermId {
        match scanned.size {
            Size::Known(size) => self.cx.address_constant(size),
            Size::Term(term) => term,
        }
    }

    /// For each position whether it is a hit; up to a sure one if the scan starts at a known place. Is the last one sure?
    fn hits(&mut self, scanned: &Scanned, byte: TermId, or_zero: bool) -> (Vec<TermId>, bool) {
        let zero = self.cx.pool.constant(Bits::zero(8));
        let mut hits = Vec::new();
        let fixed = self.cx.pool.as_const(scanned.offset).is_some();
        for at in scanned.first..scanned.end {
            let there = self.byte_at(scanned, at);
            let mut hit = self.cx.pool.eq(there, byte);
            if or_zero {
                let end = self.cx.pool.eq(there, zero);
                hit = self.cx.pool.or(hit, end);
            }
            let exists = self.exists(scanned, at);
            hit = self.cx.pool.and(hit, exists);
            let sure = self.state.path.decides(self.cx.pool, hit) == Some(true);
            hits.push(hit);
            if sure && fixed {
                return (hits, true);
            }
        }
        (hits, false)
    }

    /// Is so much to be looked through that a proof does better without knowing where the scan ends?
    fn scans_roughly(&self, scanned: &Scanned) -> bool {
        self.inductive.is_some() && !scanned.whole
    }

    /// Some position with the byte, or none: that it is the first one is known of the first few positions only.
    fn find_roughly(&mut self, target: &Target, scanned: &Scanned, byte: TermId, limit: Option<TermId>, search: FindMode) -> TermId {
        let or_zero = search == FindMode::FirstOrZero;
        let distance = self.rough("distance", self.cx.pointer_bits());
        let (hit, inside) = (self.hit_at(scanned, distance, byte, or_zero), self.is_inside_by(scanned, distance));
        let mut found = self.cx.pool.and(hit, inside);
        if let Some(limit) = limit {
            let near = self.cx.pool.ult(distance, limit);
            found = self.cx.pool.and(found, near);
        }
        if search != FindMode::Last {
            let one_of = (byte, or_zero);
            found = self.first_of_few(target, scanned, one_of, limit, (found, distance));
            self.require_near(target, scanned, one_of, limit, (found, distance));
        }
        let needs_all = search == FindMode::Last;
        let over = if needs_all { self.cx.pool.truth(false) } else { found };
        self.check_scan(target, scanned, over, limit, true);
        match limit {
            None => distance,
            Some(limit) => self.cx.pool.ite(found, distance, limit),
        }
    }

    /// When a byte is found, if none of the first few positions is passed over. Where one of them has what is looked for, something is found.
    fn first_of_few(
        &mut self,
        target: &Target,
        scanned: &Scanned,
        (byte, or_zero): (TermId, bool),
        limit: Option<TermId>,
        (mut found, distance): (TermId, TermId),
    ) -> TermId {
        let most = limit.and_then(|limit| self.cx.most(limit));
        let few = most.filter(|&most| most <= PASSED_TO_THE_LIMIT).unwrap_or(PASSED_EXACTLY);
        let mut any = self.cx.pool.truth(false);
        for passed in 0..few {
            let passed = self.cx.address_constant(passed);
            let is_hit = self.hit_at(scanned, passed, byte, or_zero);
            let is_passed = self.cx.pool.ult(passed, distance);
            let missed = self.cx.pool.and(is_passed, is_hit);
            let right = self.cx.pool.not(missed);
            found = self.cx.pool.and(found, right);
            let mut there = self.is_inside_by(scanned, passed);
            there = self.cx.pool.and(there, is_hit);
            if let Some(limit) = limit {
                let near = self.cx.pool.ult(passed, limit);
                there = self.cx.pool.and(there, near);
            }
            any = self.cx.pool.or(any, there);
        }
        let any = self.cx.pool.and(any, target.guard);
        let is_so = self.cx.pool.implies(any, found);
        self.require(is_so);
        found
    }

    /// Where the last byte of the object is one that is looked for, as that of a string is, one is found, and not behind it.
    fn require_near(
        &mut self,
        target: &Target,
        scanned: &Scanned,
        (byte, or_zero): (TermId, bool),
        limit: Option<TermId>,
        (found, distance): (TermId, TermId),
    ) {
        let one = self.cx.address_constant(1);
        let size = self.size_of(scanned);
        let last = self.cx.pool.sub(size, one);
        let last = self.cx.pool.sub(last, scanned.offset);
        let (hit, inside) = (self.hit_at(scanned, last, byte, or_zero), self.is_inside_by(scanned, last));
        let mut ends = self.cx.pool.and(hit, inside);
        if let Some(limit) = limit {
            let near = self.cx.pool.ult(last, limit);
            ends = self.cx.pool.and(ends, near);
        }
        let ends = self.cx.pool.and(ends, target.guard);
        let before = self.cx.pool.ule(distance, last);
        let is_so = self.cx.pool.and(found, before);
        let is_so = self.cx.pool.implies(ends, is_so);
        self.require(is_so);
    }

    /// A free variable for a result that is not computed.
    fn rough(&mut self, what: &str, width: u16) -> TermId {
        let number = self.cx.approximate.len();
        self.cx.approximate(&format!("scan.{what}.{number}"), width)
    }

    fn hit_at(&mut self, scanned: &Scanned, distance: TermId, byte: TermId, or_zero: bool) -> TermId {
        let there = self.byte_behind(scanned, distance);
        let hit = self.cx.pool.eq(there, byte);
        if !or_zero {
            return hit;
        }
        let zero = self.cx.pool.constant(Bits::zero(8));
        let end = self.cx.pool.eq(there, zero);
        self.cx.pool.or(hit, end)
    }

    fn find_first(&mut self, target: &Target, scanned: &Scanned, byte: TermId, limit: Option<TermId>, or_zero: bool) -> TermId {
        let (hits, sure) = self.hits(scanned, byte, or_zero);
        let none = self.cx.address_constant(u64::MAX);
        let mut next = none;
        let fixed = self.cx.pool.as_const(scanned.offset).is_some();
        let mut by_position = Vec::new();
        for (index, hit) in hits.iter().enumerate().rev() {
            let here = self.cx.address_constant(scanned.first + index as u64);
            next = self.cx.pool.ite(*hit, here, next);
            if !fixed {
                by_position.push(next);
            }
        }
        by_position.reverse();
        let at = if fixed { next } else { self.pick(&by_position, scanned.offset, none) };
        let is_none = self.cx.pool.eq(at, none);
        let distance = self.cx.pool.sub(at, scanned.offset);
        let hit = self.cx.pool.not(is_none);
        let found = match limit {
            None => hit,
            Some(limit) => {
                let near = self.cx.pool.ult(distance, limit);
                self.cx.pool.and(hit, near)
            }
        };
        self.check_scan(target, scanned, found, limit, scanned.whole || sure);
        match limit {
            None => distance,
            Some(limit) => self.cx.pool.ite(found, distance, limit),
        }
    }

    fn find_last(&mut self, target: &Target, scanned: &Scanned, byte: TermId, limit: TermId) -> TermId {
        let never = self.cx.pool.truth(false);
        self.check_scan(target, scanned, never, Some(limit), scanned.whole);
        let end = self.cx.pool.add(scanned.offset, limit);
        let none = self.cx.address_constant(u64::MAX);
        let mut before = none;
        let mut by_position = vec![none];
        for (at, hit) in (scanned.first..).zip(self.all_hits(scanned, byte)) {
            let here = self.cx.address_constant(at);
            before = self.cx.pool.ite(hit, here, before);
            by_position.push(before);
        }
        // Element i of the list is for the scan that ends before the position `first + i`.
        let first = self.cx.address_constant(scanned.first);
        let index = self.cx.pool.sub(end, first);
        let at = self.pick(&by_position, index, none);
        let is_none = self.cx.pool.eq(at, none);
        let early = self.cx.pool.ult(at, scanned.offset);
        let missing = self.cx.pool.or(is_none, early);
        let distance = self.cx.pool.sub(at, scanned.offset);
        self.cx.pool.ite(missing, limit, distance)
    }

    /// As `hits`, beyond a sure one too.
    fn all_hits(&mut self, scanned: &Scanned, byte: TermId) -> Vec<TermId> {
        let mut hits = Vec::new();
        for at in scanned.first..scanned.end {
            let there = self.byte_at(scanned, at);
            let hit = self.cx.pool.eq(there, byte);
            let exists = self.exists(scanned, at);
            hits.push(self.cx.pool.and(hit, exists));
        }
        hits
    }

    /// The term at an index, or another one if the index is too large.
    fn pick(&mut self, terms: &[TermId], index: TermId, beyond: TermId) -> TermId {
        if let Some(index) = self.cx.pool.as_const(index) {
            return usize::try_from(index.unsigned()).ok().and_then(|i| terms.get(i)).copied().unwrap_or(beyond);
        }
        let mut level = terms.to_vec();
        let mut bit = 0;
        while level.len() > 1 {
            let cond = self.cx.pool.extract(index, bit, 1);
            level = level.chunks(2).map(|pair| if let [low, high] = pair { self.cx.pool.ite(cond, *high, *low) } else { pair[0] }).collect();
            bit += 1;
        }
        let Some(&chosen) = level.first() else { return beyond };
        let count = self.cx.address_constant(terms.len() as u64);
        let inside = self.cx.pool.ult(index, count);
        self.cx.pool.ite(inside, chosen, beyond)
    }

    /// A scan that is not over where `over` says so goes on to its limit, which must not be beyond the object.
    fn check_scan(&mut self, target: &Target, scanned: &Scanned, over: TermId, limit: Option<TermId>, complete: bool) {
        let size = self.size_of(scanned);
        let inside = self.cx.pool.ult(scanned.offset, size);
        let starts = self.cx.pool.and(scanned.alive, inside);
        let mut ends = over;
        let mut nothing = self.cx.pool.truth(false);
        if let Some(limit) = limit {
            let room = self.cx.pool.sub(size, scanned.offset);
            let fits = self.cx.pool.ule(limit, room);
            ends = self.cx.pool.or(over, fits);
            let reads = self.reads_anything(Some(limit));
            nothing = self.cx.pool.not(reads);
        }
        if !complete {
            // What lies behind the bytes that were looked at decides.
            let short = match limit {
                Some(limit) => {
                    let seen = self.cx.address_constant(scanned.end);
                    let before = self.cx.pool.ule(scanned.offset, seen);
                    let rest = self.cx.pool.sub(seen, scanned.offset);
                    let near = self.cx.pool.ule(limit, rest);
                    self.cx.pool.and(before, near)
                }
                None => self.cx.pool.truth(false),
            };
            let decided = self.cx.pool.or(over, short);
            let open = self.cx.pool.not(decided);
            let open = self.cx.pool.and(open, starts);
            let seen = self.cx.address_constant(scanned.end);
            let more = self.cx.pool.ult(seen, size);
            let open = self.cx.pool.and(open, more);
            let open = self.cx.pool.and(open, target.guard);
            self.cut(open, CutReason::Unsupported("scan of very many bytes".to_string()));
        }
        let valid = self.cx.pool.and(starts, ends);
        let valid = self.cx.pool.or(nothing, valid);
        let valid = self.cx.pool.implies(target.guard, valid);
        self.require(valid);
    }

    pub(crate) fn compare(&mut self, result: ExprId, (a, b): (ExprId, ExprId), limit: Option<ExprId>, mode: CompareMode) {
        let (a, b) = (self.eval_pointer(a), self.eval_pointer(b));
        let limit = limit.map(|limit| self.eval_bits(limit));
        let mut order = self.cx.pool.constant(Bits::zero(32));
        let firsts = self.scanned_targets(a, limit);
        let seconds = self.scanned_targets(b, limit);
        for p in &firsts {
            for q in &seconds {
                let guard = self.cx.pool.and(p.guard, q.guard);
                if !self.live || self.state.path.decides(self.cx.pool, guard) == Some(false) {
                    continue;
                }
                let (Some(x), Some(y)) = (self.scanned(p, limit), self.scanned(q, limit)) else { continue };
                let own = self.compare_bytes(guard, (&x, &y), limit, mode);
                order = self.cx.pool.ite(guard, own, order);
            }
        }
        if self.live {
            self.assign(result, Value::Bits(order));
        }
    }

    fn compare_bytes(&mut self, guard: TermId, (x, y): (&Scanned, &Scanned), limit: Option<TermId>, mode: CompareMode) -> TermId {
        let zero = self.cx.pool.constant(Bits::zero(8));
        let most = limit.and_then(|l| self.cx.pool.as_const(l)).map_or(u64::MAX, |l| l.unsigned() as u64);
        let mut count = most.min(x.end - x.first.min(x.end)).min(y.end - y.first.min(y.end));
        let is_rough = count > COMPARED_EXACTLY && self.scans_roughly(x) && self.scans_roughly(y);
        if is_rough {
            count = COMPARED_EXACTLY;
        }
        // For each pair: when the comparison ends there, or before; the bytes.
        let mut pairs = Vec::new();
        let mut sure = false;
        for i in 0..count {
            let (p, q) = (self.scanned_byte(x, i), self.scanned_byte(y, i));
            let (left, right) = (self.folded(p, mode), self.folded(q, mode));
            let mut ends = self.cx.pool.ne(left, right);
            if mode != CompareMode::Block {
                let end = self.cx.pool.eq(p, zero);
                ends = self.cx.pool.or(ends, end);
            }
            let number = self.cx.address_constant(i);
            let over = match limit {
                Some(limit) => self.cx.pool.ule(limit, number),
                None => self.cx.pool.truth(false),
            };
            pairs.push((over, ends, left, right));
            let stops = self.cx.pool.or(over, ends);
            sure = self.state.path.decides(self.cx.pool, stops) == Some(true);
            if sure {
                break;
            }
        }
        let number = self.cx.address_constant(pairs.len() as u64);
        let mut complete = match limit {
            Some(limit) => self.cx.pool.ule(limit, number),
            None => self.cx.pool.truth(false),
        };
        // A byte beyond one of the objects is not there to be compared: with sizes that are not known the pairs have to be inside.
        let (mut left, mut right) = (zero, zero);
        if is_rough {
            // Behind the pairs that are compared they may differ in any way, or not at all.
            let open = self.cx.pool.not(complete);
            (left, right) = (self.rough("left", 8), self.rough("right", 8));
            (left, right) = (self.cx.pool.ite(open, left, zero), self.cx.pool.ite(open, right, zero));
            complete = self.cx.pool.truth(true);
        }
        for (i, &(over, ends, p, q)) in pairs.iter().enumerate().rev() {
            let (first, second) = (self.is_inside(x, i as u64), self.is_inside(y, i as u64));
            let inside = self.cx.pool.and(first, second);
            let goes_on = self.cx.pool.or(ends, complete);
            let here = self.cx.pool.and(inside, goes_on);
            complete = self.cx.pool.or(over, here);
            left = self.cx.pool.ite(ends, p, left);
            left = self.cx.pool.ite(over, zero, left);
            right = self.cx.pool.ite(ends, q, right);
            right = self.cx.pool.ite(over, zero, right);
        }
        let ends_early = |s: &Scanned| !s.whole && s.end.saturating_sub(s.first) == count;
        if !is_rough && !sure && count < most && (ends_early(x) || ends_early(y)) {
            let open = self.cx.pool.not(complete);
            let open = self.cx.pool.and(open, guard);
            self.cut(open, CutReason::Unsupported("comparison of very many bytes".to_string()));
        }
        let reads = self.reads_anything(limit);
        let nothing = self.cx.pool.not(reads);
        let alive = self.cx.pool.and(x.alive, y.alive);
        let valid = self.cx.pool.and(alive, complete);
        let valid = self.cx.pool.or(nothing, valid);
        let valid = self.cx.pool.implies(guard, valid);
        self.require(valid);
        let (left, right) = (self.cx.pool.zero_extend(left, 32), self.cx.pool.zero_extend(right, 32));
        self.cx.pool.sub(left, right)
    }

    /// The byte so many behind where the scan starts.
    fn scanned_byte(&mut self, scanned: &Scanned, distance: u64) -> TermId {
        if self.cx.pool.as_const(scanned.offset).is_some() {
            return self.byte_at(scanned, scanned.first + distance);
        }
        let distance = self.cx.address_constant(distance);
        self.byte_behind(scanned, distance)
    }

    fn byte_behind(&mut self, scanned: &Scanned, distance: TermId) -> TermId {
        let at = self.cx.pool.add(scanned.offset, distance);
        match self.cx.read_at(&scanned.value, scanned.shape, scanned.size, at, Access::Byte) {
            Value::Bits(term) => term,
            other => self.cx.bits(&other, 8),
        }
    }

    fn is_inside(&mut self, scanned: &Scanned, distance: u64) -> TermId {
        let distance = self.cx.address_constant(distance);
        self.is_inside_by(scanned, distance)
    }

    fn is_inside_by(&mut self, scanned: &Scanned, distance: TermId) -> TermId {
        let size = self.size_of(scanned);
        let at = self.cx.pool.add(scanned.offset, distance);
        let later = self.cx.pool.ule(scanned.offset, at);
        let inside = self.cx.pool.ult(at, size);
        self.cx.pool.and(later, inside)
    }

    fn folded(&mut self, byte: TermId, mode: CompareMode) -> TermId {
        if mode != CompareMode::Caseless {
            return byte;
        }
        let (first, count, bit) = (b'A', 26, 0x20);
        let [first, count, bit] = [first, count, bit].map(|n| self.cx.pool.constant(Bits::new(8, u128::from(n))));
        let distance = self.cx.pool.sub(byte, first);
        let is_capital = self.cx.pool.ult(distance, count);
        let lower = self.cx.pool.or(byte, bit);
        self.cx.pool.ite(is_capital, lower, byte)
    }
}

impl Context<'_> {
    /// The largest value of a number, if its form shows one: a constant, or the lesser of two of which one is a constant.
    fn most(&self, number: TermId) -> Option<u64> {
        if let Some(constant) = self.pool.as_const(number) {
            return u64::try_from(constant.unsigned()).ok();
        }
        let Term::Ite { cond, then, other } = *self.pool.get(number) else { return None };
        let (cond, then, other) = match *self.pool.get(cond) {
            Term::Not(cond) => (cond, other, then),
            _ => (cond, then, other),
        };
        let Term::Ult(low, high) = *self.pool.get(cond) else { return None };
        // The one is below `high`, if it is `low`; the other is not above `low`, if it is `high`.
        let then = self.most(then).or_else(|| if then == low { self.most(high) } else { None })?;
        let other = self.most(other).or_else(|| if other == high { self.most(low) } else { None })?;
        Some(then.max(other))
    }
}
