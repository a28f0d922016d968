//! Which variables and functions a text names, and how: tags after the manner of UNO's data-flow tags, and what a text says of variables being zero. Names are
//! those of the scopes that they stand in; no types are known but whether a declaration makes a pointer or an array.

use super::super::pieces;
use lang_c::ast::{
    ArraySize, BinaryOperator, BinaryOperatorExpression, Constant, Declaration, DeclarationSpecifier, Declarator, DeclaratorKind, DerivedDeclarator,
    Expression, ExternalDeclaration, FunctionDefinition, InitDeclarator, Initializer, MemberOperator, StorageClassSpecifier, UnaryOperator,
};
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use rustc_hash::FxHashMap;
use std::ops::BitOr;

/// A set of ways in which a name is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Tags(u32);

impl Tags {
    pub const NONE: Tags = Tags(0);
    pub const DEF: Tags = Tags(1);
    pub const FCALL: Tags = Tags(1 << 1);
    pub const USE: Tags = Tags(1 << 2);
    /// `x->y`
    pub const REF0: Tags = Tags(1 << 3);
    /// `x.y`
    pub const REF1: Tags = Tags(1 << 4);
    /// The `y` of both.
    pub const REF2: Tags = Tags(1 << 5);
    pub const DEREF: Tags = Tags(1 << 6);
    pub const ALIAS: Tags = Tags(1 << 7);
    pub const ARRAY_DECL: Tags = Tags(1 << 8);
    pub const DECL: Tags = Tags(1 << 10);
    pub const USE_AFTER_DEF: Tags = Tags(1 << 11);
    pub const USE_BEFORE_DEF: Tags = Tags(1 << 12);
    pub const PARAM: Tags = Tags(1 << 14);
    pub const IN_CONDITION: Tags = Tags(1 << 15);
    pub const IN_SIZEOF: Tags = Tags(1 << 17);
    pub const IS_POINTER: Tags = Tags(1 << 18);
    pub const ANY: Tags = Tags((1 << 20) - 1);

    pub fn bits(self) -> u32 {
        self.0
    }

    pub fn from_bits(bits: u32) -> Self {
        Tags(bits & Self::ANY.0)
    }

    /// Have the sets a tag in common?
    pub fn meets(self, other: Tags) -> bool {
        self.0 & other.0 != 0
    }

    pub fn without(self, other: Tags) -> Tags {
        Tags(self.0 & !other.0)
    }
}

impl BitOr for Tags {
    type Output = Tags;

    fn bitor(self, other: Tags) -> Tags {
        Tags(self.0 | other.0)
    }
}

/// The number of a symbol in [`Outline::symbols`](super::Outline::symbols).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SymbolNumber(pub usize);

/// What a name stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    pub name: String,
    pub kind: SymbolKind,
    is_array: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolKind {
    Local,
    Parameter,
    Global,
    /// Of any structure.
    Member,
    Function,
}

/// A symbol in a text, with all ways in which it is used there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Use {
    pub symbol: SymbolNumber,
    pub tags: Tags,
    /// What the text itself makes sure of before it uses the variable, as `p && *p` does: that it is zero, or that it is not.
    pub known: Option<Sign>,
    /// In a declaration, the variable whose part this is.
    pub of: Option<String>,
}

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sign {
    Zero,
    Nonzero,
}

/// What is known of a variable behind a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    pub symbol: SymbolNumber,
    pub sign: Sign,
    /// Of a condition, whether it has to hold for that.
    pub when: Option<bool>,
    pub of: Option<String>,
}

/// All names of a text.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Named {
    pub uses: Vec<Use>,
    pub gives: Vec<Given>,
}

/// What a name means where it stands; `None` for functions, types and constants.
type Meaning = Option<SymbolNumber>;

/// The scopes around what is being read.
#[derive(Default)]
pub(super) struct Names {
    pub symbols: Vec<Symbol>,
    /// Variables that all files share.
    shared: FxHashMap<String, SymbolNumber>,
    members: FxHashMap<String, SymbolNumber>,
    functions: FxHashMap<String, SymbolNumber>,
    file: FxHashMap<String, Meaning>,
    scopes: Vec<FxHashMap<String, Meaning>>,
}

fn name_of(declarator: &Declarator) -> Option<&str> {
    match &declarator.kind.node {
        DeclaratorKind::Abstract => None,
        DeclaratorKind::Identifier(name) => Some(&name.node.name),
        DeclaratorKind::Declarator(inner) => name_of(&inner.node),
    }
}

/// The declarators around the name itself, the nearest ones.
fn nearest(declarator: &Declarator) -> &[Node<DerivedDeclarator>] {
    match &declarator.kind.node {
        DeclaratorKind::Declarator(inner) if declares_more(&inner.node) => nearest(&inner.node),
        _ => &declarator.derived,
    }
}

fn declares_more(declarator: &Declarator) -> bool {
    !declarator.derived.is_empty() || matches!(&declarator.kind.node, DeclaratorKind::Declarator(inner) if declares_more(&inner.node))
}

fn is_function(declarator: &Declarator) -> bool {
    nearest(declarator).iter().any(|d| matches!(d.node, DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_)))
}

fn is_array(declarator: &Declarator) -> bool {
    nearest(declarator).iter().any(|d| matches!(d.node, DerivedDeclarator::Array(_)))
}

fn is_pointer(declarator: &Declarator) -> bool {
    !is_array(declarator) && nearest(declarator).iter().any(|d| matches!(d.node, DerivedDeclarator::Pointer(_)))
}

fn has_storage(specifiers: &[Node<DeclarationSpecifier>], wanted: StorageClassSpecifier) -> bool {
    specifiers.iter().any(|s| matches!(&s.node, DeclarationSpecifier::StorageClass(s) if s.node == wanted))
}

impl Names {
    /// Another file begins.
    pub fn begin_file(&mut self) {
        self.file.clear();
        self.scopes.clear();
    }

    pub fn enter(&mut self) {
        self.scopes.push(FxHashMap::default());
    }

    pub fn leave(&mut self) {
        self.scopes.pop();
    }

    fn set(&mut self, name: &str, meaning: Meaning) {
        self.scopes.last_mut().unwrap_or(&mut self.file).insert(name.to_owned(), meaning);
    }

    fn symbol(&mut self, name: &str, kind: SymbolKind, is_array: bool) -> SymbolNumber {
        self.symbols.push(Symbol { name: name.to_owned(), kind, is_array });
        SymbolNumber(self.symbols.len() - 1)
    }

    /// Enumerators that a declaration declares mean no variable from here on.
    fn enumerators(&mut self, declaration: &Declaration, span: &Span) {
        struct Finder<'a>(&'a mut Names);
        impl<'ast> Visit<'ast> for Finder<'_> {
            fn visit_enumerator(&mut self, enumerator: &'ast lang_c::ast::Enumerator, _: &'ast Span) {
                self.0.set(&enumerator.identifier.node.name, None);
            }
        }
        visit::visit_declaration(&mut Finder(self), declaration, span);
    }

    /// A declaration outside of functions, or the head of a function.
    pub fn external(&mut self, external: &Node<ExternalDeclaration>) {
        match &external.node {
            ExternalDeclaration::Declaration(declaration) => {
                self.enumerators(&declaration.node, &declaration.span);
                let is_type = !pieces::declared_types(&external.node).is_empty();
                for declarator in declaration.node.declarators.iter().filter(|_| !is_type) {
                    self.file_scope(&declaration.node.specifiers, &declarator.node.declarator.node);
                }
            }
            ExternalDeclaration::FunctionDefinition(definition) => {
                if let Some(name) = name_of(&definition.node.declarator.node) {
                    self.file.insert(name.to_owned(), None);
                }
            }
            ExternalDeclaration::StaticAssert(_) => {}
        }
    }

    fn file_scope(&mut self, specifiers: &[Node<DeclarationSpecifier>], declarator: &Declarator) {
        let Some(name) = name_of(declarator) else { return };
        let meaning = if is_function(declarator) {
            None
        } else if has_storage(specifiers, StorageClassSpecifier::Static) {
            // A tentative definition may come again.
            let known = self.file.get(name).copied().flatten();
            Some(known.unwrap_or_else(|| self.symbol(name, SymbolKind::Global, is_array(declarator))))
        } else {
            Some(self.global(name, is_array(declarator)))
        };
        self.file.insert(name.to_owned(), meaning);
    }

    fn global(&mut self, name: &str, is_array: bool) -> SymbolNumber {
        match self.shared.get(name) {
            Some(&known) => known,
            None => {
                let number = self.symbol(name, SymbolKind::Global, is_array);
                self.shared.insert(name.to_owned(), number);
                number
            }
        }
    }

    /// Declares the parameters of a function whose scope was entered; the answer is their names as its head uses them.
    pub fn parameters(&mut self, definition: &FunctionDefinition) -> Named {
        let mut named = Named::default();
        for derived in nearest(&definition.declarator.node) {
            let DerivedDeclarator::Function(function) = &derived.node else { continue };
            for parameter in &function.node.parameters {
                let Some(declarator) = parameter.node.declarator.as_ref().map(|d| &d.node) else { continue };
                let Some(name) = name_of(declarator) else { continue };
                let symbol = self.symbol(name, SymbolKind::Parameter, false);
                self.set(name, Some(symbol));
                let pointer = if declares_more(declarator) { Tags::IS_POINTER } else { Tags::NONE };
                named.uses.push(Use { symbol, tags: Tags::DECL | Tags::DEF | Tags::PARAM | pointer, known: None, of: None });
            }
        }
        named
    }

    /// Declares what a declaration in a block declares; the answer is what its parts name.
    pub fn declaration(&mut self, declaration: &Node<Declaration>) -> Named {
        self.enumerators(&declaration.node, &declaration.span);
        let declaration = &declaration.node;
        let mut reader = Reader::new(self);
        for declarator in &declaration.declarators {
            reader.declarator(&declaration.specifiers, &declarator.node);
        }
        reader.named()
    }

    /// What an expression names that is executed for itself.
    pub fn expression(&mut self, e: &Expression) -> Named {
        let mut reader = Reader::new(self);
        reader.expression(e, Tags::NONE);
        reader.assigned(e, None);
        reader.named()
    }

    /// What an expression names whose value is used.
    pub fn value(&mut self, e: &Expression) -> Named {
        let mut reader = Reader::new(self);
        reader.expression(e, Tags::USE);
        reader.assigned(e, None);
        reader.named()
    }

    /// What a condition names, and what its outcome says.
    pub fn condition(&mut self, e: &Expression) -> Named {
        let mut reader = Reader::new(self);
        reader.expression(e, Tags::USE | Tags::IN_CONDITION);
        for when in [true, false] {
            for fact in reader.facts(e, when) {
                // What was tested must not be changed beside the test.
                let changes = reader.found.iter().filter(|u| u.symbol == fact.symbol && u.tags.meets(Tags::DEF)).count();
                if changes == usize::from(fact.is_assigned) {
                    reader.gives.push(Given { symbol: fact.symbol, sign: fact.sign, when: Some(when), of: None });
                }
            }
        }
        reader.named()
    }

    /// The variable that a name means.
    fn variable(&mut self, name: &str) -> Meaning {
        let inner = self.scopes.iter().rev().find_map(|s| s.get(name)).or_else(|| self.file.get(name));
        match inner {
            Some(meaning) => *meaning,
            None => self.shared.get(name).copied(),
        }
    }

    fn function(&mut self, name: &str) -> SymbolNumber {
        match self.functions.get(name) {
            Some(&known) => known,
            None => {
                let number = self.symbol(name, SymbolKind::Function, false);
                self.functions.insert(name.to_owned(), number);
                number
            }
        }
    }

    fn member(&mut self, name: &str) -> SymbolNumber {
        match self.members.get(name) {
            Some(&known) => known,
            None => {
                let number = self.symbol(name, SymbolKind::Member, false);
                self.members.insert(name.to_owned(), number);
                number
            }
        }
    }
}

/// What an outcome of a condition says of a variable.
struct Fact {
    symbol: SymbolNumber,
    sign: Sign,
    /// Of what the condition itself assigned.
    is_assigned: bool,
}

/// Reads one text.
struct Reader<'a> {
    names: &'a mut Names,
    /// Each occurrence by itself.
    found: Vec<Use>,
    gives: Vec<Given>,
    /// What is known where the reader is.
    known: Vec<(SymbolNumber, Sign)>,
    of: Option<String>,
}

impl<'a> Reader<'a> {
    fn new(names: &'a mut Names) -> Self {
        Self { names, found: Vec::new(), gives: Vec::new(), known: Vec::new(), of: None }
    }

    /// What was found, each symbol once (in each part of a declaration).
    fn named(self) -> Named {
        let mut uses: Vec<Use> = Vec::new();
        for found in &self.found {
            let same = |u: &Use| u.symbol == found.symbol && u.of == found.of;
            if uses.iter().any(same) {
                continue;
            }
            let all: Vec<&Use> = self.found.iter().filter(|u| same(u)).collect();
            let tags = all.iter().fold(Tags::NONE, |tags, u| tags | u.tags);
            // Uses that need the variable to be something count alone.
            let needs = Tags::DEREF | Tags::REF0;
            let judged = all.iter().filter(|u| !tags.meets(needs) || u.tags.meets(needs)).map(|u| u.known);
            let known = judged.reduce(|a, b| if a == b { a } else { None }).flatten();
            uses.push(Use { symbol: found.symbol, tags, known, of: found.of.clone() });
        }
        Named { uses, gives: self.gives }
    }

    fn add(&mut self, symbol: SymbolNumber, tags: Tags) {
        let kind = self.names.symbols[symbol.0].kind;
        let tags = if kind == SymbolKind::Parameter { tags | Tags::PARAM } else { tags };
        let known = self.known.iter().rev().find(|k| k.0 == symbol).map(|k| k.1);
        self.found.push(Use { symbol, tags, known, of: self.of.clone() });
    }

    fn declarator(&mut self, specifiers: &[Node<DeclarationSpecifier>], declarator: &InitDeclarator) {
        let of = &declarator.declarator.node;
        let Some(name) = name_of(of) else { return };
        if has_storage(specifiers, StorageClassSpecifier::Typedef) || is_function(of) {
            return self.names.set(name, None);
        }
        if has_storage(specifiers, StorageClassSpecifier::Extern) {
            let symbol = self.names.global(name, is_array(of));
            return self.names.set(name, Some(symbol));
        }
        self.of = Some(name.to_owned());
        for derived in &of.derived {
            if let DerivedDeclarator::Array(array) = &derived.node
                && let ArraySize::VariableExpression(size) | ArraySize::StaticExpression(size) = &array.node.size
            {
                self.expression(&size.node, Tags::USE);
            }
        }
        let symbol = self.names.symbol(name, SymbolKind::Local, is_array(of));
        self.names.set(name, Some(symbol));
        let mut tags = Tags::DECL;
        for (is_so, tag) in [(is_array(of), Tags::ARRAY_DECL), (is_pointer(of), Tags::IS_POINTER), (declarator.initializer.is_some(), Tags::DEF)] {
            tags = if is_so { tags | tag } else { tags };
        }
        self.add(symbol, tags);
        if let Some(initializer) = &declarator.initializer {
            self.initializer(&initializer.node);
            if let Initializer::Expression(value) = &initializer.node {
                self.gives.extend(sign(&value.node).map(|sign| Given { symbol, sign, when: None, of: Some(name.to_owned()) }));
            }
        }
        self.of = None;
    }

    fn initializer(&mut self, initializer: &Initializer) {
        match initializer {
            Initializer::Expression(value) => self.expression(&value.node, Tags::USE),
            Initializer::List(items) => items.iter().for_each(|item| self.initializer(&item.node.initializer.node)),
        }
    }

    /// What an assignment makes of its variable.
    fn assigned(&mut self, e: &Expression, of: Option<String>) {
        if let Some((name, value)) = assignment(e)
            && let Some(symbol) = self.names.variable(name)
            && let Some(sign) = sign(value)
            && self.found.iter().filter(|u| u.symbol == symbol && u.tags.meets(Tags::DEF)).count() == 1
        {
            self.gives.push(Given { symbol, sign, when: None, of });
        }
    }

    fn expression(&mut self, e: &Expression, tags: Tags) {
        match e {
            Expression::Identifier(name) => {
                if let Some(symbol) = self.names.variable(&name.node.name) {
                    self.add(symbol, if tags == Tags::NONE { Tags::USE } else { tags });
                }
            }
            Expression::Member(of) => {
                let (inner, is_direct) = (tags.without(Tags::ALIAS | Tags::DEF | Tags::DEREF), of.node.operator.node == MemberOperator::Direct);
                self.expression(&of.node.expression.node, inner | if is_direct { Tags::REF1 } else { Tags::REF0 });
                let member = self.names.member(&of.node.identifier.node.name);
                self.add(member, tags | Tags::REF2);
            }
            Expression::Call(call) => {
                self.callee(&call.node.callee.node);
                call.node.arguments.iter().for_each(|a| self.expression(&a.node, Tags::USE));
            }
            Expression::CompoundLiteral(literal) => literal.node.initializer_list.iter().for_each(|i| self.initializer(&i.node.initializer.node)),
            Expression::SizeOfVal(of) => self.expression(&of.node.0.node, tags.without(Tags::USE) | Tags::IN_SIZEOF),
            Expression::UnaryOperator(of) => self.unary(&of.node.operator.node, &of.node.operand.node, tags),
            Expression::Cast(cast) => self.expression(&cast.node.expression.node, tags),
            Expression::BinaryOperator(of) => self.binary(&of.node, tags),
            Expression::Conditional(of) => {
                self.expression(&of.node.condition.node, tags | Tags::USE);
                for (part, when) in [(&of.node.then_expression, true), (&of.node.else_expression, false)] {
                    self.under(&of.node.condition.node, when, &part.node, tags);
                }
            }
            Expression::Comma(parts) => {
                for (number, part) in parts.iter().enumerate() {
                    self.expression(&part.node, if number + 1 == parts.len() { tags } else { Tags::NONE });
                }
            }
            Expression::VaArg(of) => self.expression(&of.node.va_list.node, Tags::USE | Tags::DEF),
            // Statements in them have their own names.
            Expression::Statement(_) => {}
            // Which part is chosen nobody here knows; constants and types name nothing.
            Expression::GenericSelection(_)
            | Expression::Constant(_)
            | Expression::StringLiteral(_)
            | Expression::SizeOfTy(_)
            | Expression::AlignOf(_)
            | Expression::OffsetOf(_) => {}
        }
    }

    fn callee(&mut self, callee: &Expression) {
        match callee {
            Expression::Identifier(name) => match self.names.variable(&name.node.name) {
                Some(pointer) => self.add(pointer, Tags::FCALL | Tags::USE),
                None => {
                    let function = self.names.function(&name.node.name);
                    self.add(function, Tags::FCALL);
                }
            },
            _ => self.expression(callee, Tags::USE),
        }
    }

    /// A part that is evaluated only if a condition has an outcome.
    fn under(&mut self, condition: &Expression, when: bool, part: &Expression, tags: Tags) {
        let before = self.known.len();
        let facts = self.facts(condition, when);
        self.known.extend(facts.into_iter().map(|f| (f.symbol, f.sign)));
        self.expression(part, tags);
        self.known.truncate(before);
    }

    fn unary(&mut self, operator: &UnaryOperator, operand: &Expression, tags: Tags) {
        let changed = |order: Tags| if tags.meets(Tags::USE) { tags | Tags::DEF | Tags::USE | order } else { tags | Tags::DEF | Tags::USE };
        match operator {
            UnaryOperator::PostIncrement | UnaryOperator::PostDecrement => self.expression(operand, changed(Tags::USE_BEFORE_DEF)),
            UnaryOperator::PreIncrement | UnaryOperator::PreDecrement => self.expression(operand, changed(Tags::USE_AFTER_DEF)),
            UnaryOperator::Address => self.expression(operand, tags | Tags::ALIAS),
            // What is written is not the pointer.
            UnaryOperator::Indirection => self.expression(operand, tags.without(Tags::DEF) | Tags::DEREF),
            UnaryOperator::Plus | UnaryOperator::Minus | UnaryOperator::Complement | UnaryOperator::Negate => self.expression(operand, tags | Tags::USE),
        }
    }

    fn binary(&mut self, of: &BinaryOperatorExpression, tags: Tags) {
        let (left, right) = (&of.lhs.node, &of.rhs.node);
        let inside = Tags::USE | Tags::from_bits(tags.bits() & Tags::IN_CONDITION.bits());
        match &of.operator.node {
            BinaryOperator::Index => {
                let is_array = matches!(left, Expression::Identifier(name)
                    if self.names.variable(&name.node.name).is_some_and(|s| self.names.symbols[s.0].is_array));
                let kept = if is_array { tags } else { tags.without(Tags::DEF) };
                self.expression(left, kept | Tags::DEREF);
                self.expression(right, Tags::USE);
            }
            BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => {
                self.expression(left, inside);
                self.under(left, of.operator.node == BinaryOperator::LogicalAnd, right, inside);
            }
            BinaryOperator::Assign => {
                self.expression(right, inside);
                let order = if tags.meets(Tags::USE) { Tags::USE_AFTER_DEF } else { Tags::NONE };
                self.expression(left, tags.without(Tags::USE) | order | Tags::DEF);
            }
            operator if assigns(operator) => {
                self.expression(right, inside);
                self.expression(left, tags | Tags::DEF | Tags::USE);
            }
            _ => {
                self.expression(left, inside);
                self.expression(right, inside);
            }
        }
    }

    /// What an outcome of a condition says.
    fn facts(&mut self, condition: &Expression, when: bool) -> Vec<Fact> {
        match condition {
            Expression::Identifier(name) => {
                let sign = if when { Sign::Nonzero } else { Sign::Zero };
                self.names.variable(&name.node.name).map(|symbol| Fact { symbol, sign, is_assigned: false }).into_iter().collect()
            }
            // What a function gives is known of its name, until it is called again.
            Expression::Call(call) => match &call.node.callee.node {
                Expression::Identifier(name) if self.names.variable(&name.node.name).is_none() => {
                    let sign = if when { Sign::Nonzero } else { Sign::Zero };
                    vec![Fact { symbol: self.names.function(&name.node.name), sign, is_assigned: false }]
                }
                _ => Vec::new(),
            },
            Expression::UnaryOperator(of) if of.node.operator.node == UnaryOperator::Negate => self.facts(&of.node.operand.node, !when),
            Expression::Comma(parts) => parts.last().map(|last| self.facts(&last.node, when)).unwrap_or_default(),
            Expression::Cast(cast) if when => self.facts(&cast.node.expression.node, when),
            Expression::BinaryOperator(of) => {
                let (left, right) = (&of.node.lhs.node, &of.node.rhs.node);
                match (&of.node.operator.node, when) {
                    (BinaryOperator::LogicalAnd, true) | (BinaryOperator::LogicalOr, false) => {
                        let mut all = self.facts(left, when);
                        all.extend(self.facts(right, when));
                        all
                    }
                    (BinaryOperator::Equals, _) | (BinaryOperator::NotEquals, _) => {
                        let equal = when == (of.node.operator.node == BinaryOperator::Equals);
                        let (value, constant) = if sign(left).is_some() { (right, left) } else { (left, right) };
                        match sign(constant) {
                            Some(Sign::Zero) => self.facts(value, !equal),
                            // The address of something, or a number that is not zero.
                            Some(Sign::Nonzero) if equal => self.facts(value, true),
                            _ => Vec::new(),
                        }
                    }
                    (BinaryOperator::Greater, true) if sign(right) == Some(Sign::Zero) => self.facts(left, true),
                    (BinaryOperator::Less, true) if sign(left) == Some(Sign::Zero) => self.facts(right, true),
                    (BinaryOperator::Assign, _) => self.facts(left, when).into_iter().map(|f| Fact { is_assigned: true, ..f }).collect(),
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }
}

fn assigns(operator: &BinaryOperator) -> bool {
    use BinaryOperator as Op;
    matches!(
        operator,
        Op::AssignMultiply
            | Op::AssignDivide
            | Op::AssignModulo
            | Op::AssignPlus
            | Op::AssignMinus
            | Op::AssignShiftLeft
            | Op::AssignShiftRight
            | Op::AssignBitwiseAnd
            | Op::AssignBitwiseXor
            | Op::AssignBitwiseOr
    )
}

/// The variable that is all that an expression assigns to, and the value.
fn assignment(e: &Expression) -> Option<(&str, &Expression)> {
    match e {
        Expression::BinaryOperator(of) if of.node.operator.node == BinaryOperator::Assign => match &of.node.lhs.node {
            Expression::Identifier(name) => Some((&name.node.name, &of.node.rhs.node)),
            _ => None,
        },
        _ => None,
    }
}

/// Is the expression a constant that is zero, or something that cannot be?
fn sign(e: &Expression) -> Option<Sign> {
    match e {
        Expression::Constant(constant) => match &constant.node {
            Constant::Integer(number) if number.number.chars().all(|c| c == '0') => Some(Sign::Zero),
            Constant::Integer(_) => Some(Sign::Nonzero),
            Constant::Float(_) | Constant::Character(_) => None,
        },
        Expression::StringLiteral(_) => Some(Sign::Nonzero),
        Expression::Cast(cast) => {
            sign(&cast.node.expression.node).filter(|s| *s == Sign::Zero || !matches!(cast.node.expression.node, Expression::Constant(_)))
        }
        Expression::UnaryOperator(of) if of.node.operator.node == UnaryOperator::Address => match &of.node.operand.node {
            Expression::Identifier(_) => Some(Sign::Nonzero),
            _ => None,
        },
        _ => None,
    }
}
