//! Reads a text, an expression or the declaration of a block, for the ways in which it uses names. Walks over the tree only; nothing is evaluated.

use super::facts::{assignment, sign};
use super::names::{Names, is_array, is_function, is_pointer};
use crate::outline::effects::is_compound_assignment;
use crate::pieces::{declarator_name, has_storage};
use goto::outline::{Given, Named, Sign, SymbolKind, SymbolNumber, Tags, Use};
use lang_c::ast::{
    ArraySize, BinaryOperator, BinaryOperatorExpression, Declaration, DeclarationSpecifier, DerivedDeclarator, Expression, InitDeclarator, Initializer,
    MemberOperator, StorageClassSpecifier, UnaryOperator,
};
use lang_c::span::Node;

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

impl Names {
    /// Declares what a declaration in a block declares; the answer is what its parts name.
    pub(crate) fn declaration(&mut self, declaration: &Node<Declaration>) -> Named {
        self.enumerators(&declaration.node, &declaration.span);
        let declaration = &declaration.node;
        let mut reader = Reader::new(self);
        for declarator in &declaration.declarators {
            reader.declarator(&declaration.specifiers, &declarator.node);
        }
        reader.named()
    }

    /// What an expression names that is executed for itself.
    pub(crate) fn expression(&mut self, e: &Expression) -> Named {
        let mut reader = Reader::new(self);
        reader.expression(e, Tags::NONE);
        reader.assigned(e, None);
        reader.named()
    }

    /// What an expression names whose value is used.
    pub(crate) fn value(&mut self, e: &Expression) -> Named {
        let mut reader = Reader::new(self);
        reader.expression(e, Tags::USE);
        reader.assigned(e, None);
        reader.named()
    }

    /// What a condition names, and what its outcome says.
    pub(crate) fn condition(&mut self, e: &Expression) -> Named {
        let mut reader = Reader::new(self);
        reader.expression(e, Tags::USE | Tags::IN_CONDITION);
        for when in [true, false] {
            for fact in reader.names.facts(e, when) {
                // What was tested must not be changed beside the test.
                let changes = reader.found.iter().filter(|u| u.symbol == fact.symbol && u.tags.meets(Tags::DEF)).count();
                if changes == usize::from(fact.is_assigned) {
                    reader.gives.push(Given { symbol: fact.symbol, sign: fact.sign, when: Some(when), of: None });
                }
            }
        }
        reader.named()
    }
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
        let Some(name) = declarator_name(of) else { return };
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
        let facts = self.names.facts(condition, when);
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
            operator if is_compound_assignment(operator) => {
                self.expression(right, inside);
                self.expression(left, tags | Tags::DEF | Tags::USE);
            }
            _ => {
                self.expression(left, inside);
                self.expression(right, inside);
            }
        }
    }
}
