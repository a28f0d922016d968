//! Finds the clauses of functions and loops among tokens. CBMC's stand behind the head of a function, and behind the head of a loop (of `do` behind the word); ESBMC's are
//! calls among the statements of a body, those of loops before the loop.

use super::enforce;
use super::expression::Side;
use super::header::Header;
use super::loops;
use super::{Annotated, AnnotatedFrame, places, wrong};
use crate::normalise::Malformed;
use crate::normalise::stream::Stream;
use crate::normalise::token::TokenKind;
use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ClauseKind {
    Requires,
    Ensures,
    Assigns,
    Frees,
    LoopInvariant,
    Decreases,
    /// A pointer of which a contract says where it leads, so that what it may be can be made.
    Pointer,
    /// A pointer that equals another one when the function returns, so that it can be made so.
    Equal,
    /// How the cases of a contract cover what may happen: claimed where the function begins.
    Behaviors,
}

/// Whose words the clauses are: meanings differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Notation {
    Cbmc,
    Esbmc,
    Acsl,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Clause {
    pub kind: ClauseKind,
    pub notation: Notation,
    /// The word.
    pub at: usize,
    /// A literal with what it says, where that is written in other words.
    pub said: Option<usize>,
    /// The tokens between the brackets.
    pub arguments: Range<usize>,
    /// All its tokens.
    pub whole: Range<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct AnnotatedLoop {
    pub clauses: Vec<Clause>,
    /// `while`, `for` or `do`.
    pub keyword: usize,
}

/// A function with clauses of its own, of loops, or both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FunctionContract {
    pub name: String,
    pub header: Header,
    pub clauses: Vec<Clause>,
    pub loops: Vec<AnnotatedLoop>,
    /// The braces of the body, if it has one.
    pub body: Option<Range<usize>>,
    /// Is the function marked as one with a contract, in ESBMC's notation? It has one then, whatever that says.
    pub is_marked: bool,
}

fn cbmc_clause(word: &str) -> Option<ClauseKind> {
    Some(match word {
        "__CPROVER_requires" => ClauseKind::Requires,
        "__CPROVER_ensures" => ClauseKind::Ensures,
        "__CPROVER_assigns" => ClauseKind::Assigns,
        "__CPROVER_frees" => ClauseKind::Frees,
        "__ACSL_requires" => ClauseKind::Requires,
        "__ACSL_ensures" => ClauseKind::Ensures,
        "__ACSL_assigns" => ClauseKind::Assigns,
        "__ACSL_pointer" => ClauseKind::Pointer,
        "__ACSL_equal" => ClauseKind::Equal,
        "__ACSL_behaviors" => ClauseKind::Behaviors,
        _ => return None,
    })
}

/// Is it a word for clauses of loops?
pub(super) fn is_loop_clause(word: &str) -> bool {
    cbmc_loop_clause(word).is_some()
}

fn cbmc_loop_clause(word: &str) -> Option<ClauseKind> {
    Some(match word {
        "__CPROVER_loop_invariant" => ClauseKind::LoopInvariant,
        "__CPROVER_decreases" => ClauseKind::Decreases,
        "__CPROVER_assigns" => ClauseKind::Assigns,
        "__CPROVER_frees" => ClauseKind::Frees,
        "__ACSL_loop_invariant" => ClauseKind::LoopInvariant,
        "__ACSL_loop_variant" => ClauseKind::Decreases,
        "__ACSL_loop_assigns" => ClauseKind::Assigns,
        _ => return None,
    })
}

fn esbmc_clause(word: &str) -> Option<ClauseKind> {
    Some(match word {
        "__ESBMC_requires" => ClauseKind::Requires,
        "__ESBMC_ensures" => ClauseKind::Ensures,
        "__ESBMC_assigns" => ClauseKind::Assigns,
        _ => return None,
    })
}

fn esbmc_loop_clause(word: &str) -> Option<ClauseKind> {
    Some(match word {
        "__ESBMC_loop_invariant" => ClauseKind::LoopInvariant,
        "__ESBMC_loop_assigns" => ClauseKind::Assigns,
        "__ESBMC_loop_decreases" | "__ESBMC_decreases" => ClauseKind::Decreases,
        _ => return None,
    })
}

/// All functions of the text that have clauses.
pub(super) fn read(stream: &Stream<'_>) -> Result<Vec<FunctionContract>, Malformed> {
    let mut found: Vec<FunctionContract> = Vec::new();
    let (mut at, mut start) = (0, 0);
    while at < stream.len() {
        match stream.at(at) {
            ";" | "}" => {
                at += 1;
                start = at;
            }
            "(" if at > start && stream.is_name(at - 1) && stream.partner(at).is_some() => match function(stream, start, at - 1)? {
                Some((contract, behind)) => {
                    (at, start) = (behind, behind);
                    if contract.is_one() || !contract.loops.is_empty() {
                        add(stream, &mut found, contract)?;
                    }
                }
                None => at = stream.behind_group(at),
            },
            "(" | "[" | "{" => at = stream.behind_group(at).max(at + 1),
            _ => at += 1,
        }
    }
    Ok(found)
}

/// The brace with which the body of a function begins.
pub(super) fn body_of(stream: &Stream<'_>, name: &str) -> Option<usize> {
    definition_of(stream, name).map(|(_, body)| body.start)
}

/// The head and the braces of a function.
pub(super) fn definition_of(stream: &Stream<'_>, name: &str) -> Option<(Header, Range<usize>)> {
    let (mut at, mut start) = (0, 0);
    while at < stream.len() {
        if matches!(stream.at(at), ";" | "}") {
            start = at + 1;
        }
        if stream.at(at) == name && stream.at(at + 1) == "(" {
            let behind = stream.behind_group(at + 1);
            let (_, brace) = clauses_from(stream, behind, cbmc_clause).ok()?;
            if stream.at(brace) == "{" {
                return Some((Header::of(stream, start, at, behind - 1), brace..stream.behind_group(brace)));
            }
        }
        let is_body = stream.at(at) == "{";
        at = stream.behind_group(at).max(at + 1);
        if is_body {
            start = at;
        }
    }
    None
}

/// A function may be declared several times, but has one contract.
fn add(stream: &Stream<'_>, found: &mut Vec<FunctionContract>, contract: FunctionContract) -> Result<(), Malformed> {
    let text = |contract: &FunctionContract| contract.clauses.iter().map(|c| stream.joined(c.whole.clone())).collect::<Vec<_>>();
    let earlier = found.iter().find(|c| c.name == contract.name && !c.clauses.is_empty());
    if let (Some(earlier), Some(first)) = (earlier, contract.clauses.first())
        && text(earlier) != text(&contract)
    {
        let message = format!("{} has a contract already, with other clauses", contract.name);
        return Err(wrong(stream, first.whole.clone(), message));
    }
    found.push(contract);
    Ok(())
}

/// The function whose name is this token, and the position behind its declaration or definition; `None` if it is neither.
fn function(stream: &Stream<'_>, start: usize, name: usize) -> Result<Option<(FunctionContract, usize)>, Malformed> {
    let close = stream.behind_group(name + 1) - 1;
    let (clauses, behind) = clauses_from(stream, close + 1, cbmc_clause)?;
    let header = Header::of(stream, start, name, close);
    let is_marked = header.is_marked(stream);
    let name = stream.at(name).to_owned();
    match stream.at(behind) {
        "{" if stream.partner(behind).is_some() => {
            let end = stream.behind_group(behind);
            let body = behind..end;
            let mut contract = FunctionContract { name, header, clauses, loops: Vec::new(), body: Some(body.clone()), is_marked };
            contract.read_body(stream, body)?;
            Ok(Some((contract, end)))
        }
        ";" | "," if !clauses.is_empty() => Ok(Some((FunctionContract { name, header, clauses, loops: Vec::new(), body: None, is_marked }, behind + 1))),
        _ if !clauses.is_empty() => Err(wrong(stream, behind..behind + 1, "the body of the function, or a semicolon, is expected behind its contract")),
        _ => Ok(None),
    }
}

/// The clauses that stand here one after the other, and the position behind them and the attributes among them.
fn clauses_from(stream: &Stream<'_>, mut at: usize, kind: fn(&str) -> Option<ClauseKind>) -> Result<(Vec<Clause>, usize), Malformed> {
    let mut clauses = Vec::new();
    loop {
        at = stream.behind_attributes(at);
        match kind(stream.at(at)) {
            Some(kind) => {
                let notation = if stream.at(at).starts_with("__ACSL_") { Notation::Acsl } else { Notation::Cbmc };
                let clause = clause(stream, at, kind, notation)?;
                at = clause.whole.end;
                clauses.push(clause);
            }
            None => return Ok((clauses, at)),
        }
    }
}

fn clause(stream: &Stream<'_>, at: usize, kind: ClauseKind, notation: Notation) -> Result<Clause, Malformed> {
    if stream.at(at + 1) != "(" {
        return Err(wrong(stream, at..at + 1, format!("{} is a clause: it has its conditions in brackets", stream.at(at))));
    }
    let end = stream.behind_group(at + 1);
    let said = (notation == Notation::Acsl && stream.kind(at + 2) == Some(TokenKind::Str)).then_some(at + 2);
    // Behind the literal stands a comma.
    let arguments = said.map_or(at + 2, |said| said + 2)..end - 1;
    if arguments.is_empty() && matches!(kind, ClauseKind::Requires | ClauseKind::Ensures | ClauseKind::LoopInvariant | ClauseKind::Decreases) {
        return Err(wrong(stream, at..end, "this clause says nothing"));
    }
    Ok(Clause { kind, notation, at, said, arguments, whole: at..end })
}

/// The loop in whose body ESBMC's clause stands first, unless another loop comes behind it.
fn loop_around(stream: &Stream<'_>, clause: usize) -> Option<usize> {
    let mut start = clause;
    // Behind other clauses of loops.
    while stream.before(start) == ";" && stream.before(start - 1) == ")" {
        let word = stream.partner(start - 2)?.checked_sub(1)?;
        esbmc_loop_clause(stream.at(word))?;
        start = word;
    }
    let mut end = clause;
    while esbmc_loop_clause(stream.at(end)).is_some() && stream.at(end + 1) == "(" {
        end = stream.behind_group(end + 1);
        end += usize::from(stream.at(end) == ";");
    }
    if stream.before(start) != "{" || matches!(stream.at(end), "while" | "for" | "do") {
        return None;
    }
    let open = start - 1;
    match stream.before(open) {
        "do" => Some(open - 1),
        ")" => {
            let keyword = stream.partner(open - 1)?.checked_sub(1)?;
            matches!(stream.at(keyword), "while" | "for").then_some(keyword)
        }
        _ => None,
    }
}

/// The word that the loop begins with: clauses of a `do` may stand behind its end.
fn head_of(stream: &Stream<'_>, keyword: usize) -> usize {
    let body = (stream.at(keyword) == "while" && stream.before(keyword) == "}").then(|| stream.partner(keyword - 1)).flatten();
    match body {
        Some(open) if stream.before(open) == "do" => open - 1,
        _ => keyword,
    }
}

impl FunctionContract {
    /// ESBMC's clauses, and those of loops.
    fn read_body(&mut self, stream: &Stream<'_>, body: Range<usize>) -> Result<(), Malformed> {
        // ESBMC's clauses that wait for their loop.
        let mut waiting: Vec<Clause> = Vec::new();
        let mut at = body.start;
        while at < body.end {
            let word = stream.at(at);
            if let Some(kind) = esbmc_clause(word) {
                let clause = clause(stream, at, kind, Notation::Esbmc)?;
                at = clause.whole.end;
                self.clauses.push(clause);
                continue;
            }
            if let Some(kind) = esbmc_loop_clause(word) {
                let clause = clause(stream, at, kind, Notation::Esbmc)?;
                at = clause.whole.end;
                let around = loop_around(stream, clause.at);
                let known = around.and_then(|keyword| self.loops.iter_mut().find(|l| l.keyword == keyword));
                match (around, known) {
                    (Some(_), Some(known)) => known.clauses.push(clause),
                    (Some(keyword), None) => self.loops.push(AnnotatedLoop { clauses: vec![clause], keyword }),
                    (None, _) => waiting.push(clause),
                }
                continue;
            }
            if matches!(word, "while" | "for" | "do") && stream.is_word(at) {
                let behind = if word == "do" { at + 1 } else { stream.behind_group(at + 1) };
                let (mut clauses, behind) = clauses_from(stream, behind, cbmc_loop_clause)?;
                clauses.splice(0..0, waiting.drain(..));
                if !clauses.is_empty() {
                    self.loops.push(AnnotatedLoop { clauses, keyword: head_of(stream, at) });
                }
                at = if word == "do" { behind.max(at + 1) } else { at + 1 };
                continue;
            }
            at += 1;
        }
        match waiting.first() {
            Some(clause) => Err(wrong(stream, clause.whole.clone(), "there is no loop behind this clause")),
            None => Ok(()),
        }
    }

    /// Does the function have a contract, and not only loops with clauses?
    pub(super) fn is_one(&self) -> bool {
        self.is_marked || !self.clauses.is_empty()
    }

    pub(super) fn of_kind(&self, kind: ClauseKind) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().filter(move |c| c.kind == kind)
    }

    /// Does the frame have to be checked: in CBMC's notation always?
    pub(super) fn has_frame(&self) -> bool {
        self.of_kind(ClauseKind::Assigns).next().is_some() || self.clauses.iter().any(|c| c.notation == Notation::Cbmc)
    }

    /// What others may know of it.
    ///
    /// # Errors
    /// Targets that cannot be read.
    pub(super) fn told(&self, stream: &Stream<'_>, text: &str) -> Result<Annotated, Malformed> {
        let n_targets = match self.has_frame() {
            true => Some(self.targets(&mut enforce::conditions(stream, text, self, Side::Assumed))?.len()),
            false => None,
        };
        let n_freed = self.freed(&mut enforce::conditions(stream, text, self, Side::Assumed))?.len();
        let mut loops = Vec::new();
        for number in 0..self.loops.len() {
            let frame = loops::frame(stream, text, self, number)?;
            loops.push(AnnotatedFrame {
                name: loops::name(&self.name, number),
                variable: loops::variable(&self.name, number),
                named: frame.named.iter().map(|&token| stream.at(token).to_owned()).collect(),
                n_targets: frame.targets.len(),
                is_inferred: frame.is_inferred,
            });
        }
        let own = self.body.clone().unwrap_or(0..0);
        let is_called = (0..stream.len()).any(|t| {
            t != self.header.name && !own.contains(&t) && stream.at(t) == self.name && stream.at(t + 1) == "(" && !stream.starts_type(t.saturating_sub(1))
        });
        let lines = self.all_clauses().filter(|c| c.notation == Notation::Acsl).map(|c| {
            let (line, file) = places::line_of(text, stream.range(c.at..c.at + 1).start);
            (file.map(|file| file.trim_matches('"').to_owned()), line)
        });
        let lines = lines.collect();
        let is_esbmc = self.is_marked || self.clauses.iter().any(|c| c.notation == Notation::Esbmc);
        Ok(Annotated {
            function: self.name.clone(),
            has_contract: self.is_one(),
            has_body: self.body.is_some() || body_of(stream, &self.name).is_some(),
            is_called,
            is_esbmc,
            is_acsl: self.clauses.iter().any(|c| c.notation == Notation::Acsl),
            lines,
            loops,
            has_frame: self.of_kind(ClauseKind::Assigns).next().is_some(),
            has_requirements: self.of_kind(ClauseKind::Requires).next().is_some(),
            n_targets,
            n_freed,
        })
    }

    /// Its own and those of its loops.
    pub(super) fn all_clauses(&self) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().chain(self.loops.iter().flat_map(|l| &l.clauses))
    }

    /// Takes the clauses out of the text; its lines stay.
    pub(super) fn blank(&self, stream: &Stream<'_>, text: &str, edits: &mut Vec<(Range<usize>, String)>) {
        for clause in self.all_clauses() {
            let range = stream.range(clause.whole.clone());
            let blank = text[range.clone()].chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
            edits.push((range, blank));
        }
    }
}
