//! Abstract reachability graphs: for each goal, an automaton over the edges of control flow, predicate abstraction with refinement by counterexamples decides
//! whether a run of the program is accepted, and what was found for one goal is taken over for the next.
//!
//! The abstraction is over scalar variables; what is behind pointers or in aggregates may have any value, which can only add runs to the graph. A goal is
//! claimed impossible when its graph is complete, reaches no accepting state and passes nothing that is not followed. A path to an accepting state is a
//! proposal for the interpreter.
//!
//! | module | what |
//! |---|---|
//! | [`options`] | what is on |
//! | [`goals`] | the goals, the judge, one after the other |
//! | [`beginnings`] | goals that begin alike together |
//! | [`harvest`] | goals that differ in one edge, in one graph |
//! | [`worker_pool`] | what several analyses share that work at once |
//! | [`exclusions`] | what follows for others from goals that are impossible |
//! | `turns` | the goals of a board with the board as the judge, in turns or by several analyses |
//! | [`queries`] | the goals of queries as automata |
//! | `targets` | the goals and properties of a program as automata |
//! | [`explore`] | the search of one goal |
//! | [`graph`] | nodes, arcs, nests of calls |
//! | [`reuse`] | graphs of earlier goals taken over |
//! | [`store`], [`restore`] | predicates and graphs as text, for later runs |
//! | [`post`] | abstract successors |
//! | [`path`], [`refine`] | paths executed exactly, and predicates from those that cannot be taken |
//! | [`region`] | where a predicate counts between two places of a path |
//! | [`effect`], [`translate`], [`cells`] | what edges do, in terms |
//! | [`between`] | what conditions on values that are read later say of the rest |
//! | [`substitute`], [`logic`] | terms with variables replaced, questions to the solver |
//! | [`dump`] | graphs as text and pictures |
//! | [`extent`] | what graphs have looked at |

mod beginnings;
pub mod between;
pub mod cells;
pub mod dump;
pub mod effect;
pub mod exclusions;
pub mod explore;
pub mod extent;
pub mod goals;
pub mod graph;
mod harvest;
pub mod logic;
pub mod options;
pub mod path;
pub mod post;
pub mod queries;
pub mod refine;
pub mod region;
pub mod restore;
pub mod reuse;
pub mod store;
pub mod substitute;
pub(crate) mod targets;
pub mod translate;
pub(crate) mod turns;
pub mod worker_pool;

pub use explore::{Answer, Counters, Engine, Search, Why};
pub use goals::{Goals, Oracle, Part, Verdict, What, decide_all};
pub use options::Options;
