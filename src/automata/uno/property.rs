//! The property with its names resolved: what is asked of statements, what is done, and which variables there are.

use crate::observer::VariableId;
use goto::outline::{Sign, Tags};
use goto::routine::{self as c, Binary, Expression, ExpressionKind, PlaceId, Routine, Unary};
use goto::{Diagnostic, Id, IdVec, define_id};
use rustc_hash::FxHashMap;

define_id!(
    /// A call of `error`.
    ErrorId, "e");

/// The function that is interpreted.
pub const FUNCTION: &str = "uno_check";
/// The variable that is there without a declaration.
const STATE: &str = "uno_state";

#[derive(Debug)]
pub struct Property {
    /// What it is called in results.
    pub name: String,
    pub body: Vec<Statement>,
    pub variables: IdVec<VariableId, Variable>,
    pub errors: IdVec<ErrorId, ErrorCall>,
    routine: Routine,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub name: String,
    pub start: i64,
}

/// Where the property says that there is an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ErrorCall {
    pub message: String,
    /// In the property.
    pub line: u32,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Statement {
    Do(Expr),
    Set(VariableId, Option<Expr>),
    Block(Vec<Statement>),
    If { condition: Expr, then: Vec<Statement>, otherwise: Vec<Statement> },
    Loop { condition: Option<Expr>, body: Vec<Statement>, then: Option<Expr>, tests_last: bool },
    Break,
    Continue,
    Return,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    Number(i64),
    Variable(VariableId),
    Ask(Ask),
    Act(Act),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Choice(Box<Expr>, Box<Expr>, Box<Expr>),
    Assign { variable: VariableId, value: Box<Expr>, late: Option<Late> },
}

/// The value of `x++` and `x--` is what was there before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Late {
    Added,
    Subtracted,
}

/// What it takes of symbols' tags: one of the first, none of the second.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Filter {
    pub with: Tags,
    pub without: Tags,
}

impl Filter {
    pub fn allows(self, tags: Tags) -> bool {
        tags.meets(self.with) && !tags.meets(self.without)
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Ask {
    /// Of the statement's symbols; without a name, of all.
    Select(Option<String>, Filter),
    Unselect(Option<String>, Filter),
    Refine(Filter),
    /// Of those selected, the ones with a mark.
    Match(i64, Filter),
    /// Of all symbols, the ones with a mark.
    Marked(i64, Filter),
    Known(Sign),
    PathEnds,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Act {
    Mark(i64),
    Unmark,
    Error(ErrorId),
    Nothing,
}

impl Property {
    /// The property that the function [`FUNCTION`] is, with its name in results.
    ///
    /// # Errors
    /// If the function has something in it that no property has.
    pub fn new(name: String, routine: Routine) -> Result<Self, Box<Diagnostic>> {
        let mut resolver = Resolver { routine: &routine, variables: IdVec::new(), errors: IdVec::new(), scopes: vec![FxHashMap::default()] };
        resolver.declare(STATE, 0);
        for variable in &routine.variables {
            let start = match &variable.start {
                None => 0,
                Some(value) => resolver.constant(value)?,
            };
            // `int uno_state;` says nothing new.
            if variable.name == STATE {
                resolver.variables[VariableId::new(0)].start = start;
            } else {
                resolver.declare(&variable.name, start);
            }
        }
        let body = resolver.block(&routine.body)?;
        let Resolver { variables, errors, .. } = resolver;
        Ok(Self { name, body, variables, errors, routine })
    }

    /// That the property is too much for a statement.
    pub fn too_much(&self, message: String) -> Box<Diagnostic> {
        self.routine.wrong_as_a_whole(message)
    }
}

struct Resolver<'a> {
    routine: &'a Routine,
    variables: IdVec<VariableId, Variable>,
    errors: IdVec<ErrorId, ErrorCall>,
    scopes: Vec<FxHashMap<String, VariableId>>,
}

/// The tags by the names that properties have for them.
fn tag(name: &str) -> Option<Tags> {
    Some(match name {
        "NONE" => Tags::NONE,
        "ANY" => Tags::ANY,
        "DEF" => Tags::DEF,
        "FCALL" => Tags::FCALL,
        "USE" => Tags::USE,
        "REF0" => Tags::REF0,
        "REF1" => Tags::REF1,
        "REF2" => Tags::REF2,
        "DEREF" => Tags::DEREF,
        "ALIAS" => Tags::ALIAS,
        "ARRAY_DECL" => Tags::ARRAY_DECL,
        "DECL" => Tags::DECL,
        "USEafterdef" => Tags::USE_AFTER_DEF,
        "USEbeforedef" => Tags::USE_BEFORE_DEF,
        "PARAM" => Tags::PARAM,
        "INCOND" => Tags::IN_CONDITION,
        "IN_SIZEOF" => Tags::IN_SIZEOF,
        "IS_PTR" => Tags::IS_POINTER,
        _ => return None,
    })
}

const HINT: &str = "there are select, unselect, refine, match, marked, known_zero, known_nonzero, path_ends, fct_call, mark, unmark, error and no_error";

impl Resolver<'_> {
    fn declare(&mut self, name: &str, start: i64) -> VariableId {
        let id = self.variables.push(Variable { name: name.to_owned(), start });
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), id);
        }
        id
    }

    fn wrong(&self, place: PlaceId, message: impl Into<String>) -> Box<Diagnostic> {
        self.routine.wrong(place, message)
    }

    fn block(&mut self, statements: &[c::Statement]) -> Result<Vec<Statement>, Box<Diagnostic>> {
        self.scopes.push(FxHashMap::default());
        let all = statements.iter().map(|s| self.statement(s)).collect();
        self.scopes.pop();
        all
    }

    fn statement(&mut self, statement: &c::Statement) -> Result<Statement, Box<Diagnostic>> {
        Ok(match statement {
            c::Statement::Expression(e) => Statement::Do(self.expression(e)?),
            c::Statement::Declaration(of) => {
                let start = of.start.as_ref().map(|e| self.expression(e)).transpose()?;
                Statement::Set(self.declare(&of.name, 0), start)
            }
            c::Statement::Block(of) => Statement::Block(self.block(of)?),
            c::Statement::If { condition, then, otherwise } => {
                Statement::If { condition: self.expression(condition)?, then: self.block(then)?, otherwise: self.block(otherwise)? }
            }
            c::Statement::Loop { condition, body, then, tests_last, .. } => Statement::Loop {
                condition: condition.as_ref().map(|e| self.expression(e)).transpose()?,
                body: self.block(body)?,
                then: then.as_ref().map(|e| self.expression(e)).transpose()?,
                tests_last: *tests_last,
            },
            c::Statement::Break => Statement::Break,
            c::Statement::Continue => Statement::Continue,
            c::Statement::Return => Statement::Return,
        })
    }

    fn variable(&self, name: &str, place: PlaceId) -> Result<VariableId, Box<Diagnostic>> {
        let found = self.scopes.iter().rev().find_map(|s| s.get(name)).copied();
        found.ok_or_else(|| self.wrong(place, format!("`{name}` is not declared; it is no tag either")))
    }

    fn expression(&mut self, e: &Expression) -> Result<Expr, Box<Diagnostic>> {
        let mut inner = |e: &Expression| self.expression(e).map(Box::new);
        Ok(match &e.kind {
            ExpressionKind::Number(n) => Expr::Number(*n),
            ExpressionKind::Text(_) => return Err(self.wrong(e.place, "a text stands only for a name or a message")),
            ExpressionKind::Name(name) => match tag(name) {
                Some(tags) => Expr::Number(i64::from(tags.bits())),
                None => Expr::Variable(self.variable(name, e.place)?),
            },
            ExpressionKind::Call(name, arguments) => self.call(name, arguments, e.place)?,
            ExpressionKind::Unary(op, a) => Expr::Unary(*op, inner(a)?),
            ExpressionKind::Binary(op, a, b) => Expr::Binary(*op, inner(a)?, inner(b)?),
            ExpressionKind::And(a, b) => Expr::And(inner(a)?, inner(b)?),
            ExpressionKind::Or(a, b) => Expr::Or(inner(a)?, inner(b)?),
            ExpressionKind::Choice(a, b, c) => Expr::Choice(inner(a)?, inner(b)?, inner(c)?),
            ExpressionKind::Assign { name, value, is_late } => {
                let late = match &value.kind {
                    _ if !is_late => None,
                    ExpressionKind::Binary(Binary::Sub, ..) => Some(Late::Subtracted),
                    _ => Some(Late::Added),
                };
                let value = inner(value)?;
                Expr::Assign { variable: self.variable(name, e.place)?, value, late }
            }
        })
    }

    fn call(&mut self, name: &str, arguments: &[Expression], place: PlaceId) -> Result<Expr, Box<Diagnostic>> {
        let count = |n: usize| if arguments.len() == n { Ok(()) } else { Err(self.wrong(place, format!("`{name}` takes {n} arguments"))) };
        Ok(match name {
            "select" | "unselect" => {
                count(3)?;
                let symbol = Some(self.text(&arguments[0])?).filter(|s| !s.is_empty());
                let filter = self.filter(&arguments[1..])?;
                Expr::Ask(if name == "select" { Ask::Select(symbol, filter) } else { Ask::Unselect(symbol, filter) })
            }
            "fct_call" => {
                count(1)?;
                Expr::Ask(Ask::Select(Some(self.text(&arguments[0])?), Filter { with: Tags::FCALL, without: Tags::NONE }))
            }
            "refine" => {
                count(2)?;
                Expr::Ask(Ask::Refine(self.filter(arguments)?))
            }
            "match" | "marked" => {
                count(3)?;
                let (mark, filter) = (self.constant(&arguments[0])?, self.filter(&arguments[1..])?);
                Expr::Ask(if name == "match" { Ask::Match(mark, filter) } else { Ask::Marked(mark, filter) })
            }
            "known_zero" | "known_nonzero" => {
                count(0)?;
                Expr::Ask(Ask::Known(if name == "known_zero" { Sign::Zero } else { Sign::Nonzero }))
            }
            "path_ends" => {
                count(0)?;
                Expr::Ask(Ask::PathEnds)
            }
            "mark" => {
                count(1)?;
                Expr::Act(Act::Mark(self.constant(&arguments[0])?))
            }
            "unmark" => {
                count(0)?;
                Expr::Act(Act::Unmark)
            }
            "error" => {
                count(1)?;
                let call = ErrorCall { message: self.text(&arguments[0])?, line: self.routine.line(place) };
                Expr::Act(Act::Error(self.errors.push(call)))
            }
            "no_error" => Expr::Act(Act::Nothing),
            "on_track" | "add_track" | "del_track" | "del_name" | "match_track" | "any_track" => {
                return Err(self.wrong(place, format!("`{name}` is an old name that is not supported: use select, mark, match and marked")));
            }
            _ => return Err(self.wrong(place, format!("a property cannot call `{name}`: {HINT}"))),
        })
    }

    fn text(&self, e: &Expression) -> Result<String, Box<Diagnostic>> {
        match &e.kind {
            ExpressionKind::Text(text) => Ok(text.clone()),
            _ => Err(self.wrong(e.place, "a text in quotation marks is expected here")),
        }
    }

    fn filter(&self, arguments: &[Expression]) -> Result<Filter, Box<Diagnostic>> {
        let tags = |e: &Expression| -> Result<Tags, Box<Diagnostic>> { Ok(Tags::from_bits(u32::try_from(self.constant(e)?).unwrap_or(0))) };
        Ok(Filter { with: tags(&arguments[0])?, without: tags(&arguments[1])? })
    }

    /// A constant, in which tags may be combined.
    fn constant(&self, e: &Expression) -> Result<i64, Box<Diagnostic>> {
        let wrong = || self.wrong(e.place, "a constant is expected here");
        Ok(match &e.kind {
            ExpressionKind::Number(n) => *n,
            ExpressionKind::Name(name) => i64::from(tag(name).ok_or_else(wrong)?.bits()),
            ExpressionKind::Unary(Unary::Minus, a) => -self.constant(a)?,
            ExpressionKind::Unary(Unary::Complement, a) => !self.constant(a)? & i64::from(Tags::ANY.bits()),
            ExpressionKind::Binary(Binary::Or, a, b) => self.constant(a)? | self.constant(b)?,
            ExpressionKind::Binary(Binary::And, a, b) => self.constant(a)? & self.constant(b)?,
            ExpressionKind::Binary(Binary::Add, a, b) => self.constant(a)? + self.constant(b)?,
            ExpressionKind::Binary(Binary::Sub, a, b) => self.constant(a)? - self.constant(b)?,
            _ => return Err(wrong()),
        })
    }
}
