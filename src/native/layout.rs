//! Where everything lies in the address space of the process that runs a translated program. The program's objects, their shadow and the memory shared with this
//! process have fixed addresses below 4 GiB, so that programs with pointers of 32 bits run in a process of 64 bits.

use goto::given::UNKNOWN_BYTES;
use std::fmt::Write as _;

/// Objects of the program.
pub(super) const ARENA_LOW: u64 = 0x1000_0000;
pub(super) const ARENA_HIGH: u64 = 0x6000_0000;
/// A byte for every eight bytes below 4 GiB.
const SHADOW: u64 = 0x6000_0000;
/// Memory shared with this process.
const SHARED: u64 = 0x9000_0000;
/// Static objects take at most this many bytes.
pub(super) const MAX_STATICS: u64 = 0x1800_0000;
/// Bytes for variables of calls.
const STACK: u64 = 64 << 20;
/// More bytes of static objects than this are brought back page by page.
const LARGE: u64 = 16 << 10;
/// Bytes between objects.
const GAP: u64 = 16;
/// Inputs of a run, chosen or read, at most.
pub const MAX_INPUTS: usize = 1 << 16;
/// Changes of inputs in a batch, at most.
pub const MAX_CHANGES: usize = 1 << 12;
/// Constants that inputs are taken from, of each kind, at most.
pub(super) const MAX_CONSTANTS: usize = 1 << 12;
/// Values of a kind of input that inputs of this kind are taken from, at most, and for how many kinds.
pub(super) const MAX_PARTNERS: usize = 63;
pub(super) const MAX_PARTNERED: usize = 1024;
/// Bytes of a value in shared memory.
const VALUE: u64 = 24;
const PAGE: u64 = 4096;

/// Gives addresses or offsets to objects.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    next: u64,
}

impl Placement {
    /// From an address on that has a gap before it.
    pub(crate) fn from(start: u64) -> Self {
        Self { next: start }
    }

    pub(crate) fn place(&mut self, size: u64, align: u64) -> u64 {
        let at = self.next.next_multiple_of(align.max(if size >= 16 { 16 } else { 8 }));
        self.next = at.saturating_add(size).saturating_add(GAP);
        at
    }

    /// The first address behind all that was placed and the gap.
    pub(crate) fn end(self) -> u64 {
        self.next.next_multiple_of(16)
    }
}

/// How many there are of what takes room in shared memory.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub goals: usize,
    pub properties: usize,
    pub places: usize,
    pub edges: usize,
    pub functions: usize,
    pub inputs: usize,
}

/// Offsets in shared memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shared {
    pub goals: u64,
    pub goal_seen: u64,
    pub goal_list: u64,
    pub violations: u64,
    pub violation_seen: u64,
    pub violation_list: u64,
    pub points: u64,
    pub edges: u64,
    pub edge_seen: u64,
    pub entered: u64,
    pub log: u64,
    pub base: u64,
    pub other: u64,
    pub changes: u64,
    pub constants: u64,
    pub partners: u64,
    pub size: u64,
}

impl Shared {
    pub(crate) fn new(counts: &Counts) -> Self {
        let mut next = PAGE;
        let mut take = |n: usize, bytes: u64| {
            let at = next;
            next = (next + n as u64 * bytes + 64).next_multiple_of(64);
            at
        };
        let (goals, goal_seen, goal_list) = (take(counts.goals, 8), take(counts.goals, 1), take(counts.goals, 8));
        let (violations, violation_seen, violation_list) = (take(counts.properties, 8), take(counts.properties, 1), take(counts.properties, 8));
        let points = take(counts.places, 24);
        let (edges, edge_seen, entered) = (take(counts.edges, 1), take(counts.edges, 1), take(counts.functions, 1));
        let [log, base, other] = [(); 3].map(|()| take(MAX_INPUTS, VALUE));
        let changes = take(MAX_CHANGES, VALUE);
        let constants = take(12 * MAX_CONSTANTS, 16);
        let partners = take(counts.inputs.min(MAX_PARTNERED), 16 * (MAX_PARTNERS as u64 + 1));
        let size = take(0, 0).next_multiple_of(PAGE);
        Self {
            goals,
            goal_seen,
            goal_list,
            violations,
            violation_seen,
            violation_list,
            points,
            edges,
            edge_seen,
            entered,
            log,
            base,
            other,
            changes,
            constants,
            partners,
            size,
        }
    }

    /// The address that something in shared memory has in the other process.
    pub(crate) fn address(offset: u64) -> u64 {
        SHARED + offset
    }

    /// Does it fit below 4 GiB?
    pub(crate) fn fits(&self) -> bool {
        SHARED + self.size <= 0xf000_0000
    }
}

/// What the runtime must know of a program, as macros.
pub(super) fn macros(shared: &Shared, counts: &Counts, statics_high: u64, returned: u64, pointer_bits: u16) -> String {
    let stack_low = statics_high.next_multiple_of(PAGE) + PAGE;
    let heap_low = stack_low + STACK;
    let constants: [(&str, u64); 28] = [
        ("SHARED_ADDRESS", SHARED),
        ("SHARED_SIZE", shared.size),
        ("GOALS_ADDRESS", SHARED + shared.goals),
        ("GOAL_SEEN_ADDRESS", SHARED + shared.goal_seen),
        ("GOAL_LIST_ADDRESS", SHARED + shared.goal_list),
        ("VIOLATIONS_ADDRESS", SHARED + shared.violations),
        ("VIOLATION_SEEN_ADDRESS", SHARED + shared.violation_seen),
        ("VIOLATION_LIST_ADDRESS", SHARED + shared.violation_list),
        ("POINTS_ADDRESS", SHARED + shared.points),
        ("EDGES_ADDRESS", SHARED + shared.edges),
        ("EDGE_SEEN_ADDRESS", SHARED + shared.edge_seen),
        ("ENTERED_ADDRESS", SHARED + shared.entered),
        ("LOG_ADDRESS", SHARED + shared.log),
        ("BASE_ADDRESS", SHARED + shared.base),
        ("OTHER_ADDRESS", SHARED + shared.other),
        ("CHANGES_ADDRESS", SHARED + shared.changes),
        ("PARTNERS_ADDRESS", SHARED + shared.partners),
        ("SHADOW_ADDRESS", SHADOW),
        ("ARENA_LOW", ARENA_LOW),
        ("ARENA_HIGH", ARENA_HIGH),
        ("STATICS_HIGH", statics_high),
        ("STACK_LOW", stack_low),
        ("STACK_HIGH", heap_low - PAGE),
        ("HEAP_LOW", heap_low),
        ("HEAP_HIGH", ARENA_HIGH - PAGE),
        ("RETURNED_SIZE", returned.max(16)),
        ("ADDRESS_MASK", u64::MAX >> (64 - pointer_bits)),
        ("UNKNOWN_BYTES", UNKNOWN_BYTES),
    ];
    let mut text = String::new();
    for (name, value) in constants {
        let _ = writeln!(text, "#define {name} {value:#x}UL");
    }
    let large = u8::from(statics_high - ARENA_LOW > LARGE);
    let _ = writeln!(text, "#define LARGE_STATICS {large}\n#define N_FUNCTIONS {}\n#define N_EDGES {}", counts.functions, counts.edges);
    let _ = writeln!(text, "#define N_INPUTS {}\n#define WORK_INPUTS {MAX_INPUTS}\n#define N_PARTNERED {}", counts.inputs, counts.inputs.min(MAX_PARTNERED));
    text
}
