//! Text of [`store`](super::store) read back. Every number is checked against what there is, so that no text is a defect; a text with a mistake gives nothing.

use super::explore::Engine;
use super::graph::{Arc, Graph, Move, NodeId, Spot, StackId};
use automata::{Automaton, EdgeSet, Guard, Label, StateId, TransitionId};
use goto::edges::{EdgeId, PlaceId};
use goto::index::Id;
use goto::{Bits, FuncId, SymbolId};
use std::rc::Rc;
use term::TermId;

/// What is wrong, and in which line.
pub struct Mistake {
    pub line: usize,
    pub what: &'static str,
}

/// Puts what the text holds into an engine, which has not worked yet if graphs count; nothing of it if it has a mistake.
pub fn read(text: &str, engine: &mut Engine<'_>, with_graphs: bool) -> Result<(), Mistake> {
    let mut reader = Reader { engine, terms: Vec::new(), predicates: Vec::new(), graphs: Vec::new() };
    for (number, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split(' ').collect();
        reader.line(words[0], &words[1..]).map_err(|what| Mistake { line: number + 1, what })?;
    }
    let Reader { predicates, graphs, .. } = reader;
    if engine.options.reuse_predicates {
        predicates.into_iter().for_each(|(place, predicate)| engine.precision.add(place, predicate));
    }
    if with_graphs && engine.options.reuse_graphs {
        let kept = engine.options.graphs_kept;
        // The last one kept comes first.
        for made in graphs.into_iter().rev() {
            engine.library.keep(Rc::new(made.automaton), made.graph, kept);
        }
    }
    Ok(())
}

struct Reader<'r, 'a> {
    engine: &'r mut Engine<'a>,
    terms: Vec<TermId>,
    predicates: Vec<(PlaceId, TermId)>,
    graphs: Vec<Made>,
}

struct Made {
    automaton: Automaton,
    graph: Graph,
    nests: Vec<StackId>,
    nodes: Vec<NodeId>,
}

type Step<T> = Result<T, &'static str>;

const NUMBER: &str = "a number is missing or too large";
const WIDTH: &str = "widths do not fit";

fn number(words: &[&str], at: usize, below: usize) -> Step<usize> {
    words.get(at).and_then(|word| word.parse().ok()).filter(|&n| n < below).ok_or(NUMBER)
}

fn width(words: &[&str], at: usize) -> Step<u16> {
    Ok(number(words, at, 129)?.max(1) as u16)
}

impl Reader<'_, '_> {
    fn line(&mut self, kind: &str, words: &[&str]) -> Step<()> {
        match kind {
            "p" => {
                let place = self.place(words, 0)?;
                let predicate = self.truth(words, 1)?;
                self.predicates.push((place, predicate));
            }
            "g" => {
                let automaton = Automaton::default();
                self.graphs.push(Made { automaton, graph: Graph::default(), nests: Vec::new(), nodes: Vec::new() });
            }
            "q" | "d" | "k" | "s" | "t" | "w" => {
                let mut made = self.graphs.pop().ok_or("no graph has begun")?;
                self.part(kind, words, &mut made)?;
                self.graphs.push(made);
            }
            _ => {
                let term = self.term(kind, words)?;
                self.terms.push(term);
            }
        }
        Ok(())
    }

    fn place(&self, words: &[&str], at: usize) -> Step<PlaceId> {
        number(words, at, self.engine.effects.edges.places().len()).map(PlaceId::new)
    }

    fn operand(&self, words: &[&str], at: usize) -> Step<TermId> {
        Ok(self.terms[number(words, at, self.terms.len())?])
    }

    fn truth(&self, words: &[&str], at: usize) -> Step<TermId> {
        let term = self.operand(words, at)?;
        if self.engine.effects.pool.width(term) == 1 { Ok(term) } else { Err(WIDTH) }
    }

    fn term(&mut self, kind: &str, words: &[&str]) -> Step<TermId> {
        match kind {
            "c" => {
                let width = width(words, 0)?;
                let value = words.get(1).and_then(|word| u128::from_str_radix(word, 16).ok()).ok_or(NUMBER)?;
                Ok(self.engine.effects.pool.constant(Bits::new(width, value)))
            }
            "v" | "r" | "a" => self.variable(kind, words),
            "not" | "neg" | "extract" | "zext" | "sext" => self.unary(kind, words),
            "ite" => {
                let (cond, then, other) = (self.truth(words, 0)?, self.operand(words, 1)?, self.operand(words, 2)?);
                let pool = &mut self.engine.effects.pool;
                if pool.width(then) == pool.width(other) { Ok(pool.ite(cond, then, other)) } else { Err(WIDTH) }
            }
            _ => self.binary(kind, words),
        }
    }

    fn variable(&mut self, kind: &str, words: &[&str]) -> Step<TermId> {
        let effects = &mut self.engine.effects;
        let program = effects.program;
        let calls = self.engine.options.deepest_calls as usize + 2;
        let term = match kind {
            "v" => {
                let (symbol, call) = (SymbolId::new(number(words, 0, program.symbols.len())?), number(words, 1, calls)? as u32);
                let cell = effects.cells.variable(program, &mut effects.pool, symbol, call).ok_or("no scalar variable")?;
                effects.cells.get(cell).value
            }
            "r" => {
                let (function, call) = (FuncId::new(number(words, 0, program.functions.len())?), number(words, 1, calls)? as u32);
                let cell = effects.cells.result(&mut effects.pool, function, call, width(words, 2)?);
                effects.cells.get(cell).value
            }
            _ => {
                let name = words.first().filter(|name| name.starts_with('&')).ok_or("no name of an address")?;
                effects.pool.var(name, program.model().pointer_bits())
            }
        };
        let at = if kind == "a" { 1 } else { 2 };
        if effects.pool.width(term) == width(words, at)? { Ok(term) } else { Err(WIDTH) }
    }

    fn unary(&mut self, kind: &str, words: &[&str]) -> Step<TermId> {
        let of = self.operand(words, 0)?;
        let pool = &mut self.engine.effects.pool;
        let own = pool.width(of);
        match kind {
            "not" => Ok(pool.not(of)),
            "neg" => Ok(pool.neg(of)),
            "extract" => {
                let (low, width) = (number(words, 1, 128)? as u16, width(words, 2)?);
                if low + width <= own { Ok(pool.extract(of, low, width)) } else { Err(WIDTH) }
            }
            _ => match width(words, 1)? {
                width if width < own => Err(WIDTH),
                width if kind == "zext" => Ok(pool.zero_extend(of, width)),
                width => Ok(pool.sign_extend(of, width)),
            },
        }
    }

    fn binary(&mut self, kind: &str, words: &[&str]) -> Step<TermId> {
        let (a, b) = (self.operand(words, 0)?, self.operand(words, 1)?);
        let pool = &mut self.engine.effects.pool;
        let fits = if kind == "concat" { pool.width(a) + pool.width(b) <= 128 } else { pool.width(a) == pool.width(b) };
        if !fits {
            return Err(WIDTH);
        }
        Ok(match kind {
            "and" => pool.and(a, b),
            "xor" => pool.xor(a, b),
            "add" => pool.add(a, b),
            "mul" => pool.mul(a, b),
            "udiv" => pool.udiv(a, b),
            "urem" => pool.urem(a, b),
            "sdiv" => pool.sdiv(a, b),
            "srem" => pool.srem(a, b),
            "shl" => pool.shl(a, b),
            "lshr" => pool.lshr(a, b),
            "ashr" => pool.ashr(a, b),
            "eq" => pool.eq(a, b),
            "ult" => pool.ult(a, b),
            "slt" => pool.slt(a, b),
            "concat" => pool.concat(a, b),
            _ => return Err("an unknown kind of line"),
        })
    }

    fn part(&mut self, kind: &str, words: &[&str], made: &mut Made) -> Step<()> {
        let n_edges = self.engine.effects.edges.len();
        match kind {
            "q" => {
                let state = made.automaton.add_state(number(words, 0, 2)? == 1);
                if state.index() == 0 {
                    made.automaton.start_in(state);
                }
            }
            "d" => self.transition(words, made)?,
            "k" => self.nest(words, made)?,
            "s" => self.node(words, made)?,
            "t" => {
                let (from, to) = (made.nodes[number(words, 0, made.nodes.len())?], made.nodes[number(words, 1, made.nodes.len())?]);
                made.graph.connect(from, Arc { by: step(&words[2..], n_edges, &made.automaton)?, to, reused: false });
            }
            _ => {
                let node = made.nodes[number(words, 0, made.nodes.len())?];
                made.graph.waiting.push_back((node, step(&words[1..], n_edges, &made.automaton)?));
            }
        }
        Ok(())
    }

    fn transition(&mut self, words: &[&str], made: &mut Made) -> Step<()> {
        let (n_states, n_edges) = (made.automaton.n_states(), self.engine.effects.edges.len());
        let (from, to) = (StateId::new(number(words, 0, n_states)?), StateId::new(number(words, 1, n_states)?));
        let mut edges = EdgeSet::new();
        for range in &words[2..] {
            let (first, last) = range.split_once('-').ok_or(NUMBER)?;
            (number(&[first], 0, n_edges)?..=number(&[last], 0, n_edges)?).for_each(|edge| edges.insert(EdgeId::new(edge)));
        }
        let before = made.automaton.transitions().count();
        made.automaton.add(from, Label { edges, guard: Guard::always() }, to);
        if made.automaton.transitions().count() == before { Err("a transition twice, or without edges") } else { Ok(()) }
    }

    fn nest(&mut self, words: &[&str], made: &mut Made) -> Step<()> {
        let around = match words.first() {
            Some(&"-") => None,
            _ => Some(made.nests[number(words, 0, made.nests.len())?]),
        };
        let site = self.place(words, 1)?;
        let function = FuncId::new(number(words, 2, self.engine.effects.program.functions.len())?);
        let mut stack = self.engine.stacks.push(around, site, function);
        if number(words, 3, 2)? == 1 {
            stack = self.engine.stacks.over(stack);
        }
        made.nests.push(stack);
        Ok(())
    }

    fn node(&mut self, words: &[&str], made: &mut Made) -> Step<()> {
        let place = self.place(words, 0)?;
        let stack = made.nests[number(words, 1, made.nests.len())?];
        let state = StateId::new(number(words, 2, made.automaton.n_states())?);
        let mut literals = (3..words.len()).map(|at| self.truth(words, at)).collect::<Step<Vec<TermId>>>()?;
        literals.sort_unstable();
        literals.dedup();
        let (node, is_new) = made.graph.find_or_add(Spot { place, stack, state }, &literals.into(), true, false);
        if !is_new {
            return Err("a node twice");
        }
        if made.nodes.is_empty() {
            made.graph.set_root(node);
        }
        made.nodes.push(node);
        Ok(())
    }
}

fn step(words: &[&str], n_edges: usize, automaton: &Automaton) -> Step<Move> {
    let edge = EdgeId::new(number(words, 0, n_edges)?);
    let transition = TransitionId::new(number(words, 1, automaton.transitions().count())?);
    Ok(Move { edge, transition })
}
