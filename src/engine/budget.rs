//! What engines may spend: time, instructions, runs, questions and tries, each with its reason. One place, so that shares can be compared and changed together.
//! Sizes of data structures stand where the structures are.

use std::time::Duration;

/// Time of an engine for each second of the others.
#[derive(Clone, Copy, Debug)]
pub struct Shares {
    /// If both bring as much.
    pub even: f64,
    pub least: f64,
    pub largest: f64,
}

/// Where all else is decided, places whose reaching would tell that proofs say something are looked for at least so long.
pub const VACUITY: Duration = Duration::from_secs(1);

/// Instructions that abstract interpretation may execute to decide goals: less than a second. Ten times as many cost expat 14 seconds, and decided nothing there.
pub const INTERVALS: u64 = 3_000_000;
/// So long solvers work before it, since another solver can check what they prove.
pub const INTERVALS_AFTER: Duration = Duration::from_secs(1);

/// Programs with threads.
pub mod interleavings {
    use std::time::Duration;

    /// The search at the beginning of the first thread, at most.
    pub const SEARCH_TIME: Duration = Duration::from_millis(1_000);
    /// Runs under random schedules before the exploration begins, and the time for them.
    pub const FIRST_RUNS: u64 = 200;
    pub const FIRST_TIME: Duration = Duration::from_millis(400);
    /// Turns of the exploration; random runs have half of that between. Each is longer than the last.
    pub const FIRST_TURN: Duration = Duration::from_millis(800);
    pub const LONGEST_TURN: Duration = Duration::from_secs(8);
    /// A turn of random runs once the exploration has nothing more to do.
    pub const LAST_TURN: Duration = Duration::from_secs(1);
    /// Random runs then, where no deadline ends them, and turns for them.
    pub const LAST_RUNS: u64 = 2_000;
    pub const LAST_TURNS: u64 = 4;
    /// Bytes of live objects of one run.
    pub const MEMORY: u64 = 64 << 20;
    /// Nested calls of all threads.
    pub const DEPTH: u32 = 10_000;
    /// Bytes of states that wait to be gone on from.
    pub const WEIGHT: usize = 1 << 30;
    /// States that are remembered.
    pub const STATES: usize = 30_000_000;
    /// States between which steps are remembered, where it is asked whether threads end.
    pub const ROUND_STATES: usize = 1_000_000;
    /// Operations after which the exploration ends where no deadline ends it.
    pub const OPERATIONS_WITHOUT_DEADLINE: u64 = 100_000_000;
    /// Steps and operations of a random run.
    pub const RANDOM_STEPS: u64 = 20_000;
    pub const RANDOM_OPERATIONS: u64 = 2_000_000;
}

/// Proofs by the control states of a loop.
pub mod control_graph {
    use std::time::Duration;

    /// How often loops within an iteration go on.
    pub const ITERATIONS: u32 = 20;
    /// Instructions of one unrolling of several iterations.
    pub const STEPS: u64 = 20_000_000;
    /// Time for one question.
    pub const QUESTION: Duration = Duration::from_secs(5);
    /// So many open targets are worth more than the time of a turn. Finding states then gets one part in so many of the time until the deadline, showing that they are all
    /// gets all but one part in so many: once the states are known, much is decided at once.
    pub const MANY_TARGETS: usize = 100;
    pub const PART_OF_FINDING: u32 = 4;
    pub const REST_OF_SHOWING: u32 = 4;
    /// Where few targets are open, a turn of showing gets this part of the time until the deadline.
    pub const SHARE_OF_SHOWING: u32 = 3;
}

/// Proofs that look at each thread alone.
pub mod threads {
    use std::time::Duration;

    /// Of the time until the deadline they get one part in so many, and this much at most.
    pub const SHARE: u32 = 3;
    pub const MOST: Duration = Duration::from_secs(60);
    /// The time of a round. Where claims stay open that none breaks, it grows up to the longest before they are dropped.
    pub const FIRST_ROUND: Duration = Duration::from_millis(400);
    pub const LONGEST_ROUND: Duration = Duration::from_secs(6);
}

/// Unrollings of all threads, with clocks.
pub mod clocks {
    use std::time::Duration;

    /// Of the time until the deadline they get one part in so many where they do not work beside others, and this much at most.
    pub const SHARE: u32 = 3;
    pub const MOST: Duration = Duration::from_secs(60);
    pub const FIRST_BOUND: u32 = 1;
    pub const LAST_BOUND: u32 = 64;
    /// Instructions of all threads in one unrolling.
    pub const STEPS: u64 = 200_000;
    /// Models of one target at one bound whose runs do not come to it.
    pub const MODELS: u32 = 4;
    /// Operations of the run of a model, and of each thread once all that others must do is done.
    pub const OPERATIONS: u64 = 2_000_000;
    pub const LAST_OPERATIONS: u64 = 20_000;
}

/// Runs of the interpreter, by whomever.
pub mod runs {
    /// Instructions of a run at most. A replay stops a test after seconds; this is well below.
    pub const STEPS: u64 = 20_000_000;
    /// Instructions of a run with inputs that looks for a violation behind long loops, without rounds that need not be executed one by one.
    pub const FAR_STEPS: u64 = 1_000_000_000;
    /// Instructions of a run at first: what runs show they mostly show early, and programs that never end are common.
    pub const FIRST_STEPS: u64 = 200_000;
    /// Bytes of a run whose result counts.
    pub const MEMORY: u64 = 1 << 30;
    /// Bytes of a run that is one of very many, also natively.
    pub const MEMORY_OF_MANY: u64 = 256 << 20;
    /// Calls nest so deeply before a native stack of 8 MB would overflow at some 100 bytes a frame.
    pub const DEPTH: u32 = 60_000;
    /// Inputs beyond those of a model, all zero, that a run may read in the hope of reaching more.
    pub const EXTRA_INPUTS: usize = 256;
    /// The same behind the inputs of a model whose run has to come to its end. Each question repeats such a run as a whole.
    pub const EXTRA_INPUTS_TO_THE_END: usize = 64;
    /// Runs that reach a goal and then crash or hang are refused so often in the hope of a better one.
    pub const FRAGILE_REFUSED: u32 = 2;
    /// Instructions of a run of which only the beginning is wanted.
    pub const BEGINNING: u64 = 20_000;
}

/// Native runs of tests.
pub mod replay {
    use super::Duration;
    /// A validator would stop a test sooner or later; no test of a suite needs as long.
    pub const RUN_TIME: Duration = Duration::from_secs(3);
    pub const RUN_MEMORY: u64 = 2 << 30;
    /// Bytes of a file that a run writes.
    pub const RUN_FILE: u64 = 16 << 20;
    /// For the compiler.
    pub const COMPILE_TIME: Duration = Duration::from_secs(60);
}

/// Tests that are made plainer once the engines are done.
pub mod plain {
    use super::Duration;
    /// For all tests: nobody waits for that.
    pub const TIME: Duration = Duration::from_millis(500);
    /// Runs for a test.
    pub const RUNS: u32 = 200;
}

/// Runs whose steps are told in results.
pub mod told {
    use super::Duration;
    /// For all tests, or for all violations, once the engines are done: a thousand tests of a large program take less.
    pub const TIME: Duration = Duration::from_secs(2);
    /// The same behind a deadline, since who asked for it waits no longer than a second.
    pub const BEHIND_DEADLINE: Duration = Duration::from_millis(150);
    /// Steps of a way to a violation. Viewers show no more.
    pub const STEPS: usize = 1000;
    /// The same for one of many violations, and for all of them together.
    pub const STEPS_OF_MANY: usize = 50;
    pub const STEPS_OF_ALL: usize = 20_000;
}

/// Unrolling, wherever it is done with a bound that grows.
pub mod unrolling {
    /// Instructions of the first unrolling. Doubles from round to round.
    pub const FIRST_STEPS: u64 = 2_000_000;
    /// The same at most, for the memory that terms take.
    pub const MOST_STEPS: u64 = 2_000_000_000;
    /// The bound of a leap, where only loops of library models are left that small bounds do not move.
    pub const LEAP: u32 = 24;
    /// Instructions of an unrolling that is written as verification conditions, which people or other tools read.
    pub const STEPS_OF_SCRIPT: u64 = 10_000_000;
    /// Instructions of an unrolling that is held against the interpreter.
    pub const STEPS_OF_COMPARISON: u64 = 2_000_000;
}

/// Questions of bounded model checking.
pub mod questions {
    use super::Duration;
    /// The time that is taken to be left where there is no deadline.
    pub const WITHOUT_DEADLINE: Duration = Duration::from_secs(300);
    /// A question for one target has one part of so many of the time that is left, so that none blocks the others for long.
    pub const PARTS_FOR_ONE: u32 = 10;
    /// The same for several targets.
    pub const PARTS_FOR_SEVERAL: u32 = 4;
    /// Where the time that is left is shared among all questions: of ten parts so many. The rest is for what comes after.
    pub const TENTHS_FOR_ALL: u32 = 9;
    /// A question has this time at least: with less it would be asked in vain.
    pub const LEAST: Duration = Duration::from_millis(100);

    /// The time of one question for so many targets, if this is left.
    pub(crate) fn share(left: Duration, n_targets: usize) -> Duration {
        (left / if n_targets > 1 { PARTS_FOR_SEVERAL } else { PARTS_FOR_ONE }).max(LEAST)
    }

    /// Models of one target whose runs do not show it, before the target is put aside for this bound.
    pub const FAILURES_ALLOWED: u32 = 3;
    /// The same where it is asked for all values of what the program does not determine: another model would be no better.
    pub const FAILURES_ALLOWED_UNDETERMINED: u32 = 1;
    /// Places where paths are cut of which it is found out what lies ahead of them. Of others it may be everything.
    pub const CUT_PLACES: usize = 100;
    /// Targets that one question asks for together. Families of goals of a query may have very many.
    pub const TOGETHER: usize = 4096;
    /// Time for one question whether a path is possible that many goals begin with. Without an answer the path is kept.
    pub const PRUNING: Duration = Duration::from_millis(500);
    /// Paths of a query's automata that have begun, before it is asked which of them are possible.
    pub const PATHS_UNASKED: usize = 24;
}

/// Who has which part of the time.
pub mod turns {
    use super::{Duration, Shares};
    /// Time between two turns of others while an engine is at work on the same thread.
    pub const PERIOD: Duration = Duration::from_millis(250);
    /// A turn of the others where bounded model checking does not work.
    pub const ALONE: Duration = Duration::from_millis(100);
    /// Excursions have one part of so many of it; another thread that searches has the rest up to the second number.
    pub const EXCURSIONS_ALONE: u32 = 4;
    pub const WAIT_ALONE: u32 = 2;
    /// How long nothing is looked at where one waits for another.
    pub const NAP: Duration = Duration::from_millis(1);
    /// Time of the inductive step that comes before all else.
    pub const PROOFS_FIRST: Duration = Duration::from_secs(2);
    /// The first one has this part of all time where most of it is theirs.
    pub const FIRST_OF_MOSTLY: u32 = 3;
    /// What inductive steps get where most of the time is theirs, in times of that of bounded model checking.
    pub const MOSTLY: u32 = 3;
    /// Time for search and excursions, at least, once bounded model checking can show no more; as much again whenever it brings something.
    pub const AFTER_ALL: Duration = Duration::from_millis(300);
    /// What an engine brought counts for its weight as long as this, in seconds, before it fades.
    pub const MEMORY: f64 = 2.0;
    /// Targets a second that are added to what an engine brings, lest one that brings nothing be out of the question.
    pub const PRIOR: f64 = 0.25;
    /// Time of the search for each second of the others, where goals are open.
    pub const SEARCH_FOR_GOALS: Shares = Shares { even: 0.5, least: 0.1, largest: 4.0 };
    /// The same where only properties are.
    pub const SEARCH_FOR_PROPERTIES: Shares = Shares { even: 0.2, ..SEARCH_FOR_GOALS };
    /// The same where goals are open in a program that reads a command line or files: unrolling it for all of them mostly takes longer than there is.
    pub const SEARCH_IN_WORLDS: Shares = Shares { even: 2.0, least: 0.5, largest: 8.0 };
    /// Time of excursions for each second of bounded model checking.
    pub const EXCURSIONS: Shares = Shares { even: 0.3, least: 0.05, largest: 2.0 };
    /// Time of the graphs for each second of the others.
    pub const GRAPHS: Shares = Shares { even: 0.25, least: 0.05, largest: 2.0 };
    /// The same where they decide most of what bounded model checking does not, as of goals of queries.
    pub const GRAPHS_OF_QUERIES: Shares = Shares { even: 1.0, least: 0.5, ..GRAPHS };
}

/// The concrete search.
pub mod search {
    use super::Duration;
    /// Runs before bounded model checking starts, if they bring nothing.
    pub const FIRST_RUNS: u64 = 64;
    /// Time before bounded model checking starts, at most, where the search goes on at the side.
    pub const FIRST_TIME_BESIDE: Duration = Duration::from_millis(200);
    /// The same where it has to wait for its turn.
    pub const FIRST_TIME_ALONE: Duration = Duration::from_secs(2);
    /// The first slice has one part of so many of the time until the deadline at most.
    pub const FIRST_PARTS: u32 = 5;
    /// The first slice ends when nothing was found for so long, and for half of the time that it took to find what was found.
    pub const FIRST_PATIENCE: Duration = Duration::from_millis(30);
    pub const FIRST_PATIENCE_PARTS: u32 = 2;
    /// Where the judge has to observe runs, as for goals of queries, one run may show thousands of them: what is found there is news only if it is more than one part of
    /// so many of all that was found.
    pub const FIRST_NEWS_PARTS_OBSERVED: usize = 16;
    /// Time before the compiler is called for native runs: many programs need no more.
    pub const BEFORE_NATIVE: Duration = Duration::from_millis(300);
    /// Runs between two looks at what others have left on the board.
    pub const RUNS_BETWEEN_NEWS: u64 = 64;
    /// Runs between two looks of the search at what is still open for it.
    pub const RUNS_BETWEEN_LOOKS: u64 = 128;
    /// One in so many runs that did nothing new is looked at for values that inputs are compared with.
    pub const RUNS_BETWEEN_LESSONS: u64 = 32;
    /// Runs that are left for others at a time.
    pub const FOOTHOLDS: usize = 8;
    /// Inputs of a run at most where the program does not show that it reads more.
    pub const MOST_INPUTS: usize = 4000;
    /// Inputs of a run at most.
    pub const MOST_INPUTS_EVER: usize = 1 << 20;
    /// Inputs of plain runs at first.
    pub const PLAIN_INPUTS: usize = 256;
    /// Of all instructions, one in so many may go into runs that only have more inputs, or more steps, than others had.
    pub const STRETCHING: u64 = 4;
    /// How much more they have.
    pub const STRETCH: usize = 16;
    /// Cut runs of which inputs that may be numbers of rounds are made smaller.
    pub const BROUGHT_NEARER: u32 = 4;
    /// Runs for one result of one comparison.
    pub const RUNS_OF_DESCENT: u32 = 500;
    /// A batch of native runs takes so long at least, lest most of the time go into the calls.
    pub const SHORT_BATCH: Duration = Duration::from_millis(2);
    /// The same at most, lest others wait.
    pub const LONG_BATCH: Duration = Duration::from_millis(6);
    /// Runs of a batch at first.
    pub const FIRST_BATCH: u32 = 64;
    /// The same at most.
    pub const MOST_BATCH: u32 = 1 << 16;
    /// Of 100 native batches, and of 100 runs that change inputs which are kept, so many change words where inputs are those of a world.
    pub const NATIVE_BATCHES_OF_WORDS: usize = 50;
    pub const RUNS_OF_WORDS: usize = 50;
    /// The same where inputs are bytes that functions deliver and the program knows words; and of such changes where there is a world, too.
    pub const NATIVE_BATCHES_OF_SPELLING: usize = 25;
    pub const RUNS_OF_SPELLING: usize = 20;
    pub const SPELLING_BESIDE_WORLD: usize = 20;
    /// Lists of inputs with other words that one batch has at most. Making a list takes about as long as a run.
    pub const LISTS_OF_WORDS: usize = 256;
    /// Inputs of all of them together, about.
    pub const INPUTS_OF_LISTS: usize = 1 << 14;
    /// Native processes that were lost before no more are started.
    pub const LOST_PROCESSES: u32 = 8;
    /// Steps of the search for a smallest set of tests, in tests and goals looked at; after these the best set so far is taken.
    pub const EFFORT_OF_SELECTION: u64 = 4_000_000;
}

/// Bounded model checking from states that runs reached.
pub mod excursions {
    use super::Duration;
    /// How many of the inputs before the turning point are searched for again: few find the way round one decision, more a way through several.
    pub const FREE_INPUTS: [usize; 4] = [1, 2, 4, 10];
    /// Iterations beyond one for each of these inputs.
    pub const MORE_ITERATIONS: u32 = 2;
    /// Instructions of an unrolling at most.
    pub const STEPS: u64 = 2_000_000;
    /// Time of an excursion at least: with less it would be in vain.
    pub const LEAST: Duration = Duration::from_millis(100);
    /// The same at most: there are others to start from.
    pub const MOST: Duration = Duration::from_secs(5);
}

/// The inductive step.
pub mod induction {
    use super::Duration;
    /// Time of a step at least.
    pub const FIRST: Duration = Duration::from_millis(200);
    /// The same with solvers in processes of their own, which have to start and to read everything.
    pub const FIRST_OUTSIDE: Duration = Duration::from_secs(1);
    /// A round of bounded model checking that takes longer lets it have turns in between, one after so much of it.
    pub const WITHIN_ROUND: Duration = Duration::from_secs(1);
    /// Time of the steps, at least, once nothing else can be done and there is no deadline.
    pub const LAST: Duration = Duration::from_secs(5);
    /// Iterations before the one that counts in the last step. Properties that need more are rare, and the unrolling grows.
    pub const MOST_DEPTH: u32 = 10;
    /// The last depth before all else.
    pub const DEPTH_BEFORE_ALL: u32 = 1;
    /// The depth before which spare candidates are tried, since a few iterations ahead do not help by themselves.
    pub const DEPTH_AFTER_SPARE: u32 = 3;
    /// The time for this at least.
    pub const SPARE: Duration = Duration::from_secs(1);
    /// A step for which the time was not enough gets so many times as much.
    pub const LONGER: u32 = 2;
    /// Steps in a row that are tried again because questions had no answer in time. Then a larger depth has its turn: what holds in it may need none of them.
    pub const REPEATS: u32 = 3;
    /// The time that is taken to be left for a step without a deadline.
    pub const WITHOUT_DEADLINE: Duration = Duration::from_secs(60);
    /// A question has this time at least.
    pub const LEAST: Duration = Duration::from_millis(50);
    /// A question for targets has one part of so many of the time of its step.
    pub const PARTS: usize = 3;
    /// The same for one about all candidates together, which may be asked again with fewer.
    pub const PARTS_FOR_CANDIDATES: usize = 4;
    /// The same for each candidate alone, if they are so many, and for those together that had no answer then.
    pub const PARTS_FOR_EACH: usize = 2;
    pub const PARTS_FOR_HARD: usize = 4;
    /// Recursive calls that are followed.
    pub const RECURSION: u32 = 2;
    /// Targets for which it is found out which cuts matter to them.
    pub const MOST_SEPARATE: usize = 300;
    /// Models of failed proofs that are kept.
    pub const MODELS: usize = 6;
    /// For more targets no spare candidates are tried: what excludes the model of one is no help for most.
    pub const FEW_TARGETS: usize = 32;
    /// For more targets nothing is tried in a program that has forgotten memory, and how many iterations ahead there.
    pub const MOST_WITHOUT_MEMORY: usize = 400;
    pub const DEPTH_WITHOUT_MEMORY: u32 = 1;
    /// Times in an unrolling that spare candidates are tried.
    pub const GUESSES: usize = 5;
    /// The depth before which control states are looked for, and the time for this at least.
    pub const DEPTH_AFTER_CONTROL: u32 = 1;
    pub const CONTROL: Duration = Duration::from_millis(400);
    /// Spare candidates that are tried for each head.
    pub const GUESSES_OF_HEAD: usize = 32;
    /// The same because of one model.
    pub const GUESSES_OF_MODEL: usize = 16;

    /// Control states of state machines.
    pub mod vectors {
        /// Of all heads.
        pub const STATES: usize = 6000;
        /// Values of a distance between two variables that belongs to the control state.
        pub const DISTANCES: usize = 16;
    }

    /// Property-directed reachability.
    pub mod frames {
        use super::Duration;
        /// As long as control states are looked for one by one it has one part of so many of their time, and this much at least.
        pub const PARTS_BESIDE: u32 = 4;
        pub const LEAST: Duration = Duration::from_millis(150);
        /// A question has one part of so many of the time that is left for the step.
        pub const PARTS: usize = 4;
        /// Sets of states that one of them leads to before the search counts as failed.
        pub const OBLIGATIONS: usize = 20_000;
        /// Bounds that are left out in vain before a set of states counts as large enough.
        pub const FAILURES: usize = 12;
        /// Passages of heads that are looked at. What needs more of them mostly counts something.
        pub const FRONTIER: usize = 60;
        /// Halvings of the distance that a bound is moved by.
        pub const HALVINGS: usize = 16;
    }
}

/// Contracts of recursive functions.
pub mod contracts {
    use super::Duration;
    /// Time of a turn at least: with less even small programs are given up.
    pub const LEAST: Duration = Duration::from_millis(500);
    /// Iterations of loops before the one that counts.
    pub const MOST_DEPTH: u32 = 2;
    /// A turn for which the time was not enough gets so many times as much.
    pub const LONGER: u32 = 2;
    /// Turns in a row that are tried again because questions had no answer in time. Then what was asked is dropped.
    pub const REPEATS: u32 = 4;
}

/// Abstract reachability graphs.
pub mod graphs {
    use super::Duration;
    /// Time of the others before graphs begin: what is decided sooner needs none.
    pub const BEFORE_FIRST: Duration = Duration::from_millis(300);
    /// A turn beside the others at least: shorter ones would go by with taking up what the one before left.
    pub const SHORT_TURN: Duration = Duration::from_millis(100);
    /// And one part of so many of their own time so far at least.
    pub const PARTS_OF_OWN: u32 = 8;
    /// A turn beside the others at most: one part of so many of the time that the others have worked.
    pub const PARTS_OF_OTHERS: u32 = 8;
    /// The same for goals of queries.
    pub const PARTS_OF_OTHERS_IN_QUERIES: u32 = 2;
    /// Time at least, once bounded model checking can show no more.
    pub const LAST_TURN: Duration = Duration::from_secs(1);
    /// The same at most: one part of so many of what is left, since others still want their last turns.
    pub const PARTS_OF_REST: u32 = 4;
    /// Time in vain after which their share is half as much: predicates that exclude what is asked are mostly found soon, or for ever others.
    pub const HALF_LIFE: Duration = Duration::from_secs(1);
    /// Time for all targets in one graph, at most.
    pub const TOGETHER: Duration = Duration::from_secs(10);
    /// Time for one target before the others had their turn.
    pub const FIRST_PATIENCE: Duration = Duration::from_millis(500);
    /// So many times more in each round after that.
    pub const MORE_PATIENCE: u32 = 4;
    /// And at most.
    pub const MOST_PATIENCE: Duration = Duration::from_secs(60);
    /// Nodes of one graph of goals and properties.
    pub const NODES_OF_TARGETS: usize = 100_000;
    /// The stack of a thread that makes graphs.
    pub const STACK: usize = 256 << 20;
    /// A question about an abstract state may take so long; without an answer nothing is known.
    pub const STATE: Duration = Duration::from_secs(2);
    /// A question about a whole path may take so long.
    pub const PATH: Duration = Duration::from_secs(20);
    /// What a goal gets before the others had their turn: what resists may follow from them.
    pub const TRIAL: Duration = Duration::from_secs(3);
    pub const REFINEMENTS_OF_TRIAL: usize = 300;
    /// Refinements for one goal.
    pub const REFINEMENTS: usize = 2_000;
    /// Nodes of one graph.
    pub const NODES: usize = 400_000;
    /// Calls inside of each other; deeper ones are not followed.
    pub const CALLS: u32 = 200;
    /// Calls of one function inside of each other.
    pub const RECURSION: u32 = 16;
    /// Nodes that do not yet make a graph suspicious: so many, and so many for each place and state of the automaton.
    pub const ROOM: usize = 1000;
    pub const ROOM_PER_PLACE: usize = 6;
    /// Fewer goals that begin alike are looked at one by one.
    pub const FEWEST_TOGETHER: usize = 3;
    /// Refinements of a graph for many goals: so many, and so many for each of them.
    pub const REFINEMENTS_TOGETHER: usize = 50;
    pub const REFINEMENTS_TOGETHER_EACH: usize = 3;
    /// Nodes of such a graph: so many, and so many for each place and state of the automaton. With more, goals by themselves are faster.
    pub const NODES_TOGETHER: usize = 1000;
    pub const NODES_TOGETHER_PER_PLACE: usize = 2;
    /// How much more time than for one goal it may take.
    pub const TIMES_TOGETHER: u32 = 5;
}

/// Goals of queries.
pub mod queries {
    use super::Duration;
    /// The events by themselves have one part of so many of all time.
    pub const PARTS_FOR_EVENTS: u32 = 4;
    /// Time for them where there is no deadline.
    pub const EVENTS: Duration = Duration::from_secs(20);
}

/// Symbolic execution path by path, which only counts.
pub mod visits {
    /// Iterations of loops.
    pub const ITERATIONS: u32 = 32;
    /// Instructions of a path.
    pub const STEPS: u64 = 200_000;
    /// States that are counted.
    pub const STATES: u64 = 1_000_000;
}
