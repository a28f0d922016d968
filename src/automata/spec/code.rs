//! Statements and expressions of C as trees of words, as far as patterns and texts need to compare them. No names are looked up and no types are known: what
//! stands in parentheses before an operand is a cast if it looks like a type.

mod tree;

pub use tree::{Tree, TreeKind, parse_expression};

use std::fmt::Write;

/// A statement that an edge executes, or a pattern for such statements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// An expression, or the initialisation of a variable as an assignment.
    Expression(Tree),
    /// The condition that an edge takes, `[c]` or `[!(c)]`.
    Assume(Tree),
    Return(Option<Tree>),
}

/// The words of C text; `None` if there is something else in it.
pub fn words(text: &str) -> Option<Vec<&str>> {
    const OPERATORS: [&str; 24] =
        ["<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "^=", "|=", "##", "$?"];
    let (mut words, mut at) = (Vec::new(), 0);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match c {
            c if c.is_whitespace() => {
                at += c.len_utf8();
                continue;
            }
            c if c.is_ascii_digit() || c == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit()) => number(rest),
            c if c.is_alphanumeric() || c == '_' => rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len()),
            '$' if !rest.starts_with("$?") => 1 + rest[1..].find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(rest.len() - 1),
            '"' | '\'' => literal(rest, c)?,
            c => OPERATORS.iter().find(|o| rest.starts_with(**o)).map_or(c.len_utf8(), |o| o.len()),
        };
        words.push(&rest[..length]);
        at += length;
    }
    Some(words)
}

/// The length of a number, which may contain letters, dots and signs of exponents.
fn number(text: &str) -> usize {
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let is_sign = matches!(c, '+' | '-') && matches!(before, 'e' | 'E' | 'p' | 'P') && !(matches!(before, 'e' | 'E') && text.starts_with("0x"));
        if !c.is_ascii_alphanumeric() && c != '.' && !is_sign {
            return at;
        }
        before = c;
    }
    text.len()
}

fn literal(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Words with white space only where it is needed, so that equal texts mean equal code.
pub fn canonical(words: &[&str]) -> String {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let mut text = String::new();
    for word in words {
        let (last, first) = (text.chars().next_back(), word.chars().next());
        if let (Some(last), Some(first)) = (last, first)
            && (is_word(last) && is_word(first) || last == first && "+-&|<>=".contains(last))
        {
            text.push(' ');
        }
        let _ = write!(text, "{word}");
    }
    text
}

/// Text as it is compared: without white space that means nothing and without the semicolon at its end.
pub fn comparable(text: &str) -> String {
    match words(text) {
        Some(mut words) => {
            while words.last() == Some(&";") {
                words.pop();
            }
            canonical(&words)
        }
        None => text.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

/// Reads what stands in the braces of `MATCH {...}`.
///
/// # Errors
/// If it is no statement that an edge could execute; the text says why.
pub fn pattern(text: &str) -> Result<Statement, String> {
    statement(text).ok_or_else(|| "assignments, calls, returns and `[conditions]` can be".to_owned())
}

/// Reads the statement that an edge executes; `None` if it is of no form that patterns know.
pub fn statement(text: &str) -> Option<Statement> {
    let mut words = words(text)?;
    while words.last() == Some(&";") {
        words.pop();
    }
    match words.as_slice() {
        ["[", inside @ .., "]"] => parse_expression(inside).map(Statement::Assume),
        ["return"] => Some(Statement::Return(None)),
        ["return", value @ ..] => parse_expression(value).map(|v| Statement::Return(Some(v))),
        [] => None,
        all => parse_expression(all).map(Statement::Expression),
    }
}

/// The value that a declaration gives to a variable, as written; `None` if it gives none or a list.
pub fn initializer(declaration: &str, variable: &str) -> Option<Tree> {
    let words = words(declaration)?;
    let (mut depth, mut is_ours, mut start) = (0_i32, false, None);
    for (at, &word) in words.iter().enumerate() {
        match word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            "," | ";" if depth == 0 => {
                if let (true, Some(start)) = (is_ours, start) {
                    return parse_expression(&words[start..at]);
                }
                (is_ours, start) = (false, None);
            }
            "=" if depth == 0 && start.is_none() => start = Some(at + 1),
            _ if word == variable && start.is_none() => is_ours = true,
            _ => {}
        }
    }
    let start = start.filter(|_| is_ours)?;
    parse_expression(&words[start..])
}

/// What `$1`, `$2`, ... of a pattern stand for.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Bindings(Vec<(u32, String)>);

impl Bindings {
    pub fn get(&self, number: u32) -> Option<&str> {
        self.0.iter().find(|b| b.0 == number).map(|b| b.1.as_str())
    }

    /// Takes over what is not bound yet.
    pub fn add(&mut self, other: Bindings) {
        for (number, text) in other.0 {
            if self.get(number).is_none() {
                self.0.push((number, text));
            }
        }
    }

    fn bind(&mut self, number: u32, text: String) -> bool {
        match self.get(number) {
            Some(known) => known == text,
            None => {
                self.0.push((number, text));
                true
            }
        }
    }
}

/// Code of C with what stands for `$1` and `$$x` put in; what is unknown stays.
pub fn expanded(text: &str, bindings: &Bindings, variable: impl Fn(&str) -> Option<String>) -> String {
    let Some(words) = words(text) else { return text.to_owned() };
    let word = |w: &&str| match w.strip_prefix('$') {
        Some(name) if name.starts_with('$') => variable(&name[1..]).unwrap_or_else(|| (*w).to_owned()),
        Some(number) => number.parse().ok().and_then(|n| bindings.get(n)).map_or_else(|| (*w).to_owned(), |t| format!("({t})")),
        None => (*w).to_owned(),
    };
    words.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// Does a statement match the pattern?
pub fn matches(pattern: &Statement, statement: &Statement) -> Option<Bindings> {
    let mut bindings = Bindings::default();
    let is_match = match (pattern, statement) {
        (Statement::Expression(p), Statement::Expression(s)) => {
            // Of `x = f(y)` the pattern `f($?)` means the call.
            let called = match (&p.kind, &s.kind) {
                (TreeKind::Call(..), TreeKind::Assign(op, _, value)) if *op == "=" && matches!(value.kind, TreeKind::Call(..)) => value,
                _ => s,
            };
            tree_matches(p, called, &mut bindings)
        }
        (Statement::Assume(p), Statement::Assume(s)) => tree_matches(p, s, &mut bindings),
        (Statement::Return(None), Statement::Return(None)) => true,
        (Statement::Return(Some(p)), Statement::Return(Some(s))) => tree_matches(p, s, &mut bindings),
        _ => false,
    };
    is_match.then_some(bindings)
}

fn tree_matches(pattern: &Tree, tree: &Tree, bindings: &mut Bindings) -> bool {
    use TreeKind as K;
    let mut both = |a: &Tree, b: &Tree| tree_matches(a, b, bindings);
    match (&pattern.kind, &tree.kind) {
        (K::Any, _) => true,
        (K::Bound(n), _) => bindings.bind(*n, tree.text.clone()),
        (K::Word(a), K::Word(b)) => a == b,
        (K::Call(f, wanted), K::Call(g, args)) => both(f, g) && arguments_match(wanted, args, bindings),
        (K::Assign(a, p, q), K::Assign(b, s, t)) | (K::Binary(a, p, q), K::Binary(b, s, t)) => a == b && both(p, s) && both(q, t),
        (K::Unary(a, p), K::Unary(b, s)) | (K::Postfix(a, p), K::Postfix(b, s)) | (K::Cast(a, p), K::Cast(b, s)) | (K::Member(a, p), K::Member(b, s)) => {
            a == b && both(p, s)
        }
        (K::Index(p, q), K::Index(s, t)) => both(p, s) && both(q, t),
        (K::Choice(p, q, r), K::Choice(s, t, u)) => both(p, s) && both(q, t) && both(r, u),
        _ => false,
    }
}

fn arguments_match(wanted: &[Tree], args: &[Tree], bindings: &mut Bindings) -> bool {
    if let [only] = wanted
        && only.kind == TreeKind::Any
    {
        return true;
    }
    wanted.len() == args.len() && wanted.iter().zip(args).all(|(w, a)| tree_matches(w, a, bindings))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the pattern binds in the statement, or `no`.
    fn bound(pattern: &str, text: &str) -> String {
        let (p, s) = (super::pattern(pattern).expect("a pattern"), statement(text).expect("a statement"));
        matches(&p, &s).map_or("no".to_owned(), |b| b.0.iter().map(|(n, t)| format!("{n}:{t}")).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn patterns_bind() {
        assert_eq!(bound("x = $?", "x = 5;"), "");
        assert_eq!(bound("x = $1", "x = a + b * 2;"), "1:a+b*2");
        assert_eq!(bound("$1 = f($2);", "y[i] = f( & z -> q );"), "1:y[i] 2:&z->q");
        assert_eq!(bound("f($?)", "f();"), "");
        assert_eq!(bound("f($?)", "f(x, y);"), "");
        assert_eq!(bound("f($1)", "f(x, y);"), "no");
        assert_eq!(bound("f($1, $?)", "f(g(x, 1), y);"), "1:g(x,1)");
        assert_eq!(bound("f($1)", "x = f((y));"), "1:y");
        assert_eq!(bound("g($?)", "f(x);"), "no");
        assert_eq!(bound("f($1, $1)", "f(x, y)"), "no");
        assert_eq!(bound("f($1, $1)", "f(x, x)"), "1:x");
        assert_eq!(bound("[$1 > 0]", "[x > 0]"), "1:x");
        assert_eq!(bound("return $1;", "return -1;"), "1:-1");
        assert_eq!(bound("x = $1", "x = (unsigned char) y"), "1:(unsigned char)y");
        assert_eq!(bound("x = $?", "x += 1"), "no");
    }

    #[test]
    fn texts_are_compared_by_their_words() {
        assert_eq!(comparable("i  =i+ 5 ;"), comparable("i = i + 5;"));
        assert_ne!(comparable("a - -b"), comparable("a--b"));
        assert_ne!(comparable("int x"), comparable("intx"));
        assert_eq!(comparable("[!(i > 5)]"), "[!(i>5)]");
        assert_eq!(comparable(""), "");
    }

    #[test]
    fn declarations_give_values() {
        let value = |text, v| initializer(text, v).map(|t| t.text);
        assert_eq!(value("int a = 1, b = f(a, 2);", "b").as_deref(), Some("f(a,2)"));
        assert_eq!(value("int a = 1, b = f(a, 2);", "a").as_deref(), Some("1"));
        assert_eq!(value("struct s *p = q, r;", "r"), None);
        assert_eq!(value("int (*h)(int) = g", "h").as_deref(), Some("g"));
    }
}
