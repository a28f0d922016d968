//! Büchi automata in the Hanoi omega-automata format, read and written, and as pictures for Graphviz.
//!
//! Read is what has Büchi acceptance, or accepts every run; states or transitions may accept, labels may stand at states, at transitions, or nowhere.

use super::buchi::{Buchi, Cube};
use super::formula::{Atom, AtomId, AtomKind, MOST_ATOMS};
use super::reduce::reduce;
use crate::{Automaton, StateId};
use goto::{Id, IdVec, TextError};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use std::ops::Range;

const MOST_STATES: usize = 10_000;
const MOST_CUBES: usize = 4_096;

/// The automaton as text.
pub fn write(buchi: &Buchi, name: &str) -> String {
    let automaton = &buchi.automaton;
    let mut text = format!("HOA: v1\nname: {}\nStates: {}\n", quoted(name), automaton.n_states());
    for s in automaton.initial() {
        let _ = writeln!(text, "Start: {}", s.index());
    }
    let names: Vec<String> = buchi.atoms.values().map(|a| quoted(&atom_name(a))).collect();
    let _ = writeln!(text, "AP: {}{}{}", names.len(), if names.is_empty() { "" } else { " " }, names.join(" "));
    text.push_str("acc-name: Buchi\nAcceptance: 1 Inf(0)\nproperties: trans-labels explicit-labels state-acc\n--BODY--\n");
    for s in automaton.states() {
        let _ = writeln!(text, "State: {}{}", s.index(), if automaton.is_accepting(s) { " {0}" } else { "" });
        for t in automaton.leaving(s) {
            let _ = writeln!(text, "[{}] {}", label(t.label, |a| a.index().to_string()), t.to.index());
        }
    }
    text.push_str("--END--\n");
    text
}

/// The automaton as a picture for Graphviz.
pub fn dot(buchi: &Buchi) -> String {
    let automaton = &buchi.automaton;
    let mut text = "digraph buchi {\n  rankdir=LR;\n  node [shape=circle];\n".to_owned();
    for s in automaton.initial() {
        let _ = writeln!(text, "  start{0} [shape=point];\n  start{0} -> {0};", s.index());
    }
    for s in automaton.states() {
        if automaton.is_accepting(s) {
            let _ = writeln!(text, "  {} [shape=doublecircle];", s.index());
        }
        for t in automaton.leaving(s) {
            let asked = label(t.label, |a| format!("({})", buchi.atoms[a].text));
            let _ = writeln!(text, "  {} -> {} [label={}];", s.index(), t.to.index(), quoted(&asked));
        }
    }
    text.push_str("}\n");
    text
}

fn atom_name(atom: &Atom) -> String {
    match atom.kind {
        AtomKind::Expression => atom.text.clone(),
        AtomKind::Label => format!("@LABEL({})", atom.text),
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn label(cube: Cube, name: impl Fn(AtomId) -> String) -> String {
    let literals: Vec<String> = cube.literals().map(|(a, holds)| format!("{}{}", if holds { "" } else { "!" }, name(a))).collect();
    if literals.is_empty() { "t".to_owned() } else { literals.join(" & ") }
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    /// `Name:`
    Header(String),
    Word(String),
    Number(usize),
    Text(String),
    Alias(String),
    Mark(&'static str),
    Sign(char),
}

fn tokens(text: &str) -> Result<Vec<(Token, Range<usize>)>, TextError> {
    let mut found = Vec::new();
    let (offsets, chars): (Vec<usize>, Vec<char>) = text.char_indices().unzip();
    let offset = |at: usize| offsets.get(at).copied().unwrap_or(text.len());
    let mut at = 0;
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    while at < chars.len() {
        let (c, start) = (chars[at], offset(at));
        let token = match c {
            c if c.is_whitespace() => {
                at += 1;
                continue;
            }
            '/' if chars.get(at + 1) == Some(&'*') => {
                while at < chars.len() && !(chars[at] == '*' && chars.get(at + 1) == Some(&'/')) {
                    at += 1;
                }
                at += 2;
                continue;
            }
            '"' => {
                let mut inside = String::new();
                at += 1;
                while at < chars.len() && chars[at] != '"' {
                    at += usize::from(chars[at] == '\\');
                    inside.extend(chars.get(at));
                    at += 1;
                }
                at += 1;
                Token::Text(inside)
            }
            '-' if chars[at..].starts_with(&['-', '-']) => {
                let word: String = chars[at..].iter().take_while(|c| !c.is_whitespace()).collect();
                at += word.chars().count();
                match word.as_str() {
                    "--BODY--" => Token::Mark("body"),
                    "--END--" => Token::Mark("end"),
                    _ => return Err(TextError::new(format!("{word} is not supported"), start..offset(at))),
                }
            }
            '@' => {
                at += 1;
                let word: String = chars[at..].iter().copied().take_while(|&c| is_word(c)).collect();
                at += word.len();
                Token::Alias(word)
            }
            c if is_word(c) => {
                let word: String = chars[at..].iter().copied().take_while(|&c| is_word(c)).collect();
                at += word.len();
                if chars.get(at) == Some(&':') && !word.starts_with(|c: char| c.is_ascii_digit()) {
                    at += 1;
                    Token::Header(word)
                } else if word.chars().all(|c| c.is_ascii_digit()) {
                    Token::Number(word.parse().map_err(|_| TextError::new(format!("{word} is too large"), start..offset(at)))?)
                } else {
                    Token::Word(word)
                }
            }
            other => {
                at += 1;
                Token::Sign(other)
            }
        };
        found.push((token, start..offset(at)));
    }
    Ok(found)
}

/// Reads an automaton. Its propositions are expressions of C, and `@LABEL(name)`.
///
/// # Errors
/// If the text is no automaton, or one with another acceptance.
pub fn read(text: &str) -> Result<Buchi, TextError> {
    let mut reader =
        Reader { tokens: tokens(text)?, at: 0, n_states: None, atoms: IdVec::new(), starts: Vec::new(), aliases: FxHashMap::default(), all: false };
    reader.header()?;
    reader.body()
}

struct Reader {
    tokens: Vec<(Token, Range<usize>)>,
    at: usize,
    n_states: Option<usize>,
    atoms: IdVec<AtomId, Atom>,
    starts: Vec<usize>,
    aliases: FxHashMap<String, Vec<Cube>>,
    /// Every run is accepted.
    all: bool,
}

/// A transition: what it asks, if it says so, where it leads, whether it accepts.
type Edge = (Option<Vec<Cube>>, usize, bool);

impl Reader {
    fn wrong<T>(&self, message: impl Into<String>) -> Result<T, TextError> {
        let span = self.tokens.get(self.at).or(self.tokens.last()).map_or(0..0, |t| t.1.clone());
        Err(TextError::new(message, span))
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|t| &t.0)
    }

    fn next(&mut self) -> Option<Token> {
        let token = self.peek().cloned();
        self.at += 1;
        token
    }

    fn sign(&mut self, sign: char) -> bool {
        let found = self.peek() == Some(&Token::Sign(sign));
        self.at += usize::from(found);
        found
    }

    fn number(&mut self) -> Result<usize, TextError> {
        match self.peek() {
            Some(&Token::Number(n)) => {
                self.at += 1;
                Ok(n)
            }
            _ => self.wrong("expected a number"),
        }
    }

    fn header(&mut self) -> Result<(), TextError> {
        if self.next() != Some(Token::Header("HOA".into())) || self.next() != Some(Token::Word("v1".into())) {
            self.at = 0;
            return self.wrong("expected HOA: v1");
        }
        loop {
            match self.next() {
                Some(Token::Mark("body")) => return Ok(()),
                Some(Token::Header(name)) => self.item(&name)?,
                Some(_) => {}
                None => return self.wrong("there is no --BODY--"),
            }
        }
    }

    fn item(&mut self, name: &str) -> Result<(), TextError> {
        match name {
            "States" => self.n_states = Some(self.number()?),
            "Start" => {
                let start = self.number()?;
                if self.sign('&') {
                    return self.wrong("alternating automata are not supported");
                }
                self.starts.push(start);
            }
            "AP" => {
                let n = self.number()?;
                for _ in 0..n {
                    let Some(Token::Text(text)) = self.next() else { return self.wrong("expected the name of a proposition") };
                    let label = text.strip_prefix("@LABEL(").and_then(|t| t.strip_suffix(')')).map(|t| t.trim().to_owned());
                    let kind = if label.is_some() { AtomKind::Label } else { AtomKind::Expression };
                    self.atoms.push(Atom { text: label.unwrap_or(text), kind, span: 0..0 });
                }
                if n > MOST_ATOMS {
                    return self.wrong(format!("there are more than {MOST_ATOMS} propositions"));
                }
            }
            "Alias" => {
                let Some(Token::Alias(name)) = self.next() else { return self.wrong("expected @NAME") };
                let cubes = self.label()?;
                self.aliases.insert(name, cubes);
            }
            "Acceptance" => self.acceptance()?,
            _ => {}
        }
        Ok(())
    }

    fn acceptance(&mut self) -> Result<(), TextError> {
        let n = self.number()?;
        let start = self.at;
        while !matches!(self.peek(), None | Some(Token::Header(_) | Token::Mark(_))) {
            self.at += 1;
        }
        let condition: Vec<&Token> = self.tokens[start..self.at].iter().map(|t| &t.0).collect();
        let inf = [Token::Word("Inf".into()), Token::Sign('('), Token::Number(0), Token::Sign(')')];
        self.all = n == 0 && condition == [&Token::Word("t".into())];
        if self.all || n == 1 && condition == inf.iter().collect::<Vec<_>>() {
            return Ok(());
        }
        self.at = start;
        self.wrong("only the acceptance of Büchi, 1 Inf(0), and 0 t are supported")
    }

    /// A condition over the propositions, as cubes of which one must hold.
    fn label(&mut self) -> Result<Vec<Cube>, TextError> {
        let mut left = self.conjunction()?;
        while self.sign('|') {
            left.extend(self.conjunction()?);
        }
        self.small(left)
    }

    fn small(&self, cubes: Vec<Cube>) -> Result<Vec<Cube>, TextError> {
        let cubes = super::reduce::simplified(cubes);
        if cubes.len() > MOST_CUBES { self.wrong("the label is too large") } else { Ok(cubes) }
    }

    fn conjunction(&mut self) -> Result<Vec<Cube>, TextError> {
        let mut left = self.factor(true)?;
        while self.sign('&') {
            let right = self.factor(true)?;
            left = self.small(both(&left, &right))?;
        }
        Ok(left)
    }

    fn factor(&mut self, holds: bool) -> Result<Vec<Cube>, TextError> {
        if self.sign('!') {
            return self.factor(!holds);
        }
        let cubes = if self.sign('(') {
            let inside = self.label()?;
            if !self.sign(')') {
                return self.wrong("expected )");
            }
            inside
        } else {
            match self.next() {
                Some(Token::Number(n)) if n < self.atoms.len() => vec![Cube::literal(AtomId::new(n), true)],
                Some(Token::Word(w)) if w == "t" => vec![Cube::default()],
                Some(Token::Word(w)) if w == "f" => Vec::new(),
                Some(Token::Alias(name)) if self.aliases.contains_key(&name) => self.aliases[&name].clone(),
                _ => {
                    self.at -= 1;
                    return self.wrong("expected a proposition");
                }
            }
        };
        if holds {
            return Ok(cubes);
        }
        // None of the cubes: of each, one literal does not hold.
        let mut all = vec![Cube::default()];
        for cube in cubes {
            let not: Vec<Cube> = cube.literals().map(|(a, holds)| Cube::literal(a, !holds)).collect();
            all = self.small(both(&all, &not))?;
        }
        Ok(all)
    }

    fn optional_label(&mut self) -> Result<Option<Vec<Cube>>, TextError> {
        if !self.sign('[') {
            return Ok(None);
        }
        let label = self.label()?;
        if self.sign(']') { Ok(Some(label)) } else { self.wrong("expected ]") }
    }

    fn accepts(&mut self) -> Result<bool, TextError> {
        let mut any = false;
        if self.sign('{') {
            while !self.sign('}') {
                self.number()?;
                any = true;
            }
        }
        Ok(any)
    }

    fn state(&mut self) -> Result<usize, TextError> {
        match self.peek() {
            Some(&Token::Number(n)) if n >= self.n_states.unwrap_or(MOST_STATES).min(MOST_STATES) => self.wrong(format!("there is no state {n}")),
            _ => self.number(),
        }
    }

    fn body(&mut self) -> Result<Buchi, TextError> {
        let mut states: Vec<Option<(bool, Vec<Edge>)>> = Vec::new();
        loop {
            match self.next() {
                Some(Token::Mark("end")) | None => break,
                Some(Token::Header(name)) if name == "State" => {}
                _ => {
                    self.at -= 1;
                    return self.wrong("expected State:");
                }
            }
            let of_state = self.optional_label()?;
            let number = self.state()?;
            if matches!(self.peek(), Some(Token::Text(_))) {
                self.at += 1;
            }
            let accepting = self.accepts()? || self.all;
            let mut edges: Vec<Edge> = Vec::new();
            while !matches!(self.peek(), None | Some(Token::Header(_) | Token::Mark(_))) {
                let label = self.optional_label()?.or_else(|| of_state.clone());
                let to = self.state()?;
                if self.sign('&') {
                    return self.wrong("alternating automata are not supported");
                }
                edges.push((label, to, self.accepts()?));
            }
            self.implicit(&mut edges)?;
            if states.len() <= number {
                states.resize(number + 1, None);
            }
            states[number] = Some((accepting, edges));
        }
        Ok(self.automaton(&states))
    }

    /// Edges without labels stand for the letters in their order.
    fn implicit(&self, edges: &mut [Edge]) -> Result<(), TextError> {
        if edges.iter().all(|e| e.0.is_some()) {
            return Ok(());
        }
        let n = self.atoms.len();
        if n >= 16 || edges.len() != 1 << n {
            return self.wrong("an edge has no label");
        }
        let every = ((1u64 << n) - 1) as u32;
        for (letter, edge) in edges.iter_mut().enumerate() {
            let holds = letter as u32;
            edge.0 = Some(vec![Cube { holds, fails: !holds & every }]);
        }
        Ok(())
    }

    /// Each state twice: reached by an accepting transition, and otherwise.
    fn automaton(&self, read: &[Option<(bool, Vec<Edge>)>]) -> Buchi {
        let most = read.iter().flatten().flat_map(|s| s.1.iter().map(|e| e.1)).chain(self.starts.iter().copied()).max().unwrap_or(0);
        let n = read.len().max(most + 1);
        let states = (0..2 * n).map(|i| {
            let (accepting, edges) = read.get(i / 2).cloned().flatten().unwrap_or_default();
            let mut transitions = Vec::new();
            for (label, to, accepts) in edges {
                let to = StateId::new(2 * to + usize::from(accepts));
                transitions.extend(label.unwrap_or_default().into_iter().map(|cube| (cube, to)));
            }
            (accepting || i % 2 == 1, transitions)
        });
        let initial = self.starts.iter().map(|s| StateId::new(2 * s)).collect();
        reduce(Buchi { atoms: self.atoms.clone(), automaton: Automaton::of(initial, states) })
    }
}

fn both(a: &[Cube], b: &[Cube]) -> Vec<Cube> {
    a.iter().flat_map(|x| b.iter().filter_map(move |y| x.and(*y))).collect()
}
