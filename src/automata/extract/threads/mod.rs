//! Models of whole programs with threads: a process for each function that threads begin with, over variables that stand for what of memory is accessed.
//!
//! The program is translated as the interpreter runs it: calls are followed, models of the library too, so locks are what these say, and each step outside of atomic sections
//! accesses memory that several processes see once. What values variables may hold is found by translating until nothing new is stored; what can have one value only is that
//! value, which is how what models do for other kinds of locks vanishes. Nothing is abstracted, but variables that nobody initialises hold zero: what Promela cannot express
//! is refused, with its place. Knows the program; reads and writes no files, and does not run Spin.

mod graph;
mod memory;
mod operand;
mod print;
mod process;
mod spawn;
mod tidy;
mod value;

use goto::{Id, Location, Program};
use graph::{Graph, Step};
use memory::ProcessId;
use process::Translator;

/// Why there is no model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    pub loc: Location,
    pub what: String,
}

/// More rounds than any program needs in which ranges of variables become those of their types.
const MOST_ROUNDS: u32 = 200;
/// More steps than Spin takes.
const MOST_STEPS: usize = 20_000;

/// The model of a program that begins threads, with claims in it, which become assertions.
///
/// # Errors
/// If it does something that Promela cannot express.
pub fn threaded(program: &Program) -> Result<String, Refusal> {
    let mut translator = Translator::new(program);
    let mut graphs = translate(&mut translator)?;
    for (number, graph) in graphs.iter_mut().enumerate() {
        tidy::mark_sections(graph)?;
        tidy::split(graph, &mut translator.memory, ProcessId::new(number));
    }
    tidy::drop_unread(&mut graphs, &translator.memory);
    for graph in &mut graphs {
        tidy::drop_idle(graph);
        tidy::drop_idle(graph);
    }
    refuse_large(&graphs)?;
    Ok(print::model(program, &translator, graphs))
}

/// The processes, once nothing more is learnt of what variables hold.
fn translate(translator: &mut Translator<'_>) -> Result<Vec<Graph>, Refusal> {
    let loc = translator.program.functions[translator.program.start].loc;
    for _ in 0..MOST_ROUNDS {
        translator.memory.begin_round();
        translator.refusal = None;
        let mut graphs = Vec::new();
        while graphs.len() < translator.kinds.len() {
            graphs.push(translator.process(ProcessId::new(graphs.len())));
            if graphs.iter().map(|graph| graph.nodes.len()).sum::<usize>() > MOST_STEPS {
                return Err(Refusal { loc, what: "a program of more steps than Spin takes".to_owned() });
            }
        }
        if !translator.memory.has_changed {
            return translator.refusal.take().map_or(Ok(graphs), Err);
        }
    }
    Err(Refusal { loc, what: "a program whose variables hold more and more".to_owned() })
}

/// Constants that are too wide for Promela must have vanished.
fn refuse_large(graphs: &[Graph]) -> Result<(), Refusal> {
    for graph in graphs {
        for node in graph.reached() {
            let node = &graph.nodes[node];
            let mut is_large = false;
            node.step.values(|value| is_large |= value.has_large_constant());
            if is_large && !matches!(node.step, Step::Skip) {
                return Err(Refusal { loc: node.loc, what: "a constant of more than the 32 bits that Promela has".to_owned() });
            }
        }
    }
    Ok(())
}
