//! Expressions of C by the precedence of their operators.

/// An expression, with its words as they are compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    pub kind: TreeKind,
    pub text: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TreeKind {
    /// `$?`.
    Any,
    /// `$1`.
    Bound(u32),
    /// A name, number or literal; of `sizeof(type)` all of it.
    Word(String),
    Call(Box<Tree>, Vec<Tree>),
    Index(Box<Tree>, Box<Tree>),
    /// `.name` or `->name`.
    Member(String, Box<Tree>),
    Unary(String, Box<Tree>),
    Postfix(String, Box<Tree>),
    Cast(String, Box<Tree>),
    Binary(String, Box<Tree>, Box<Tree>),
    Assign(String, Box<Tree>, Box<Tree>),
    Choice(Box<Tree>, Box<Tree>, Box<Tree>),
}

/// Reads words as one expression; `None` if they are none, or one that nobody compares (lists, statements).
pub fn parse_expression(words: &[&str]) -> Option<Tree> {
    let mut reader = Reader { words, at: 0, depth: 0 };
    let tree = reader.comma()?;
    (reader.at == words.len()).then_some(tree)
}

struct Reader<'a> {
    words: &'a [&'a str],
    at: usize,
    depth: u32,
}

/// Deeper expressions are not read: they would exhaust the stack.
const DEEPEST: u32 = 200;

const TYPES: [&str; 17] = [
    "int", "char", "short", "long", "unsigned", "signed", "float", "double", "void", "struct", "union", "enum", "const", "volatile", "_Bool", "__int128",
    "bool",
];

/// How tightly a binary operator binds.
fn precedence(word: &str) -> Option<u8> {
    Some(match word {
        "||" => 1,
        "&&" => 2,
        "|" => 3,
        "^" => 4,
        "&" => 5,
        "==" | "!=" => 6,
        "<" | ">" | "<=" | ">=" => 7,
        "<<" | ">>" => 8,
        "+" | "-" => 9,
        "*" | "/" | "%" => 10,
        _ => return None,
    })
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.words.get(self.at).copied()
    }

    fn take(&mut self, word: &str) -> bool {
        let is_it = self.peek() == Some(word);
        self.at += usize::from(is_it);
        is_it
    }

    fn made(&self, start: usize, kind: TreeKind) -> Tree {
        Tree { kind, text: super::canonical(&self.words[start..self.at]) }
    }

    fn comma(&mut self) -> Option<Tree> {
        let start = self.at;
        let mut tree = self.assignment()?;
        while self.take(",") {
            let right = self.assignment()?;
            tree = self.made(start, TreeKind::Binary(",".into(), Box::new(tree), Box::new(right)));
        }
        Some(tree)
    }

    fn assignment(&mut self) -> Option<Tree> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let start = self.at;
        let mut tree = self.choice()?;
        if let Some(op) = self.peek()
            && matches!(op, "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "^=" | "|=" | "<<=" | ">>=")
        {
            self.at += 1;
            let value = self.assignment()?;
            tree = self.made(start, TreeKind::Assign(op.to_owned(), Box::new(tree), Box::new(value)));
        }
        self.depth -= 1;
        Some(tree)
    }

    fn choice(&mut self) -> Option<Tree> {
        let start = self.at;
        let condition = self.binary(1)?;
        if !self.take("?") {
            return Some(condition);
        }
        let then = if self.peek() == Some(":") { condition.clone() } else { self.comma()? };
        if !self.take(":") {
            return None;
        }
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let other = self.choice()?;
        self.depth -= 1;
        Some(self.made(start, TreeKind::Choice(Box::new(condition), Box::new(then), Box::new(other))))
    }

    fn binary(&mut self, least: u8) -> Option<Tree> {
        let start = self.at;
        let mut left = self.unary()?;
        while let Some(op) = self.peek()
            && let Some(level) = precedence(op)
            && level >= least
        {
            self.at += 1;
            let right = self.binary(level + 1)?;
            left = self.made(start, TreeKind::Binary(op.to_owned(), Box::new(left), Box::new(right)));
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<Tree> {
        let start = self.at;
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let tree = match self.peek()? {
            op @ ("!" | "~" | "-" | "+" | "*" | "&" | "++" | "--") => {
                self.at += 1;
                let of = self.unary()?;
                self.made(start, TreeKind::Unary(op.to_owned(), Box::new(of)))
            }
            op @ ("sizeof" | "_Alignof" | "__alignof__") => {
                self.at += 1;
                if let Some(end) = self.cast_end() {
                    self.at = end;
                    self.made(start, TreeKind::Word(super::canonical(&self.words[start..end])))
                } else {
                    let of = self.unary()?;
                    self.made(start, TreeKind::Unary(op.to_owned(), Box::new(of)))
                }
            }
            _ => match self.cast_end() {
                Some(end) => {
                    let ty = super::canonical(&self.words[self.at + 1..end - 1]);
                    self.at = end;
                    let of = self.unary()?;
                    self.made(start, TreeKind::Cast(ty, Box::new(of)))
                }
                None => self.postfix()?,
            },
        };
        self.depth -= 1;
        Some(tree)
    }

    /// Behind the parenthesis that closes a type in parentheses; `None` if none begins here.
    fn cast_end(&self) -> Option<usize> {
        if self.peek() != Some("(") {
            return None;
        }
        let close = (self.at + 1..self.words.len()).find(|&i| self.words[i] == ")")?;
        let inside = &self.words[self.at + 1..close];
        let first = inside.first()?;
        let has_stars = inside.len() > 1 && inside[1..].iter().all(|w| *w == "*");
        // A name in parentheses before an operand can only be a type.
        let before_operand = self.words.get(close + 1).is_some_and(|w| is_name(w) || w.starts_with(|c: char| c.is_ascii_digit() || c == '"' || c == '\''));
        let is_type = TYPES.contains(first) || is_name(first) && (has_stars || inside.len() == 1 && before_operand);
        is_type.then_some(close + 1)
    }

    fn postfix(&mut self) -> Option<Tree> {
        let start = self.at;
        let mut tree = self.primary()?;
        loop {
            let kind = match self.peek() {
                Some("(") => {
                    self.at += 1;
                    TreeKind::Call(Box::new(tree), self.arguments()?)
                }
                Some("[") => {
                    self.at += 1;
                    let index = self.comma()?;
                    if !self.take("]") {
                        return None;
                    }
                    TreeKind::Index(Box::new(tree), Box::new(index))
                }
                Some(op @ ("." | "->")) => {
                    self.at += 1;
                    let name = self.peek().filter(|w| is_name(w))?;
                    self.at += 1;
                    TreeKind::Member(format!("{op}{name}"), Box::new(tree))
                }
                Some(op @ ("++" | "--")) => {
                    self.at += 1;
                    TreeKind::Postfix(op.to_owned(), Box::new(tree))
                }
                _ => return Some(tree),
            };
            tree = self.made(start, kind);
        }
    }

    fn arguments(&mut self) -> Option<Vec<Tree>> {
        let mut args = Vec::new();
        if self.take(")") {
            return Some(args);
        }
        loop {
            args.push(self.assignment()?);
            if self.take(")") {
                return Some(args);
            }
            if !self.take(",") {
                return None;
            }
        }
    }

    fn primary(&mut self) -> Option<Tree> {
        let start = self.at;
        let word = self.peek()?;
        self.at += 1;
        if word == "(" {
            let inside = self.comma()?;
            return self.take(")").then_some(inside);
        }
        let kind = match word {
            "$?" => TreeKind::Any,
            _ if word.starts_with("$$") => TreeKind::Word(word.to_owned()),
            _ if word.starts_with('$') => TreeKind::Bound(word[1..].parse().ok()?),
            _ if word.starts_with('"') => {
                while self.peek().is_some_and(|w| w.starts_with('"')) {
                    self.at += 1;
                }
                TreeKind::Word(super::canonical(&self.words[start..self.at]))
            }
            _ if is_name(word) || word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '\'')) => TreeKind::Word(word.to_owned()),
            _ => return None,
        };
        Some(self.made(start, kind))
    }
}
