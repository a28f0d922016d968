//! The scopes around what is being read, and which symbol a name means in them. Knows of types no more than how declarators are built.

use crate::pieces::{self, declarator_name, has_storage};
use goto::outline::{Named, Symbol, SymbolKind, SymbolNumber, Tags, Use};
use lang_c::ast::{
    Declaration, DeclarationSpecifier, Declarator, DeclaratorKind, DerivedDeclarator, Enumerator, ExternalDeclaration, FunctionDefinition,
    StorageClassSpecifier,
};
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use rustc_hash::FxHashMap;

/// What a name means where it stands; `None` for functions, types and constants.
pub(super) type Meaning = Option<SymbolNumber>;

/// The scopes around what is being read.
#[derive(Default)]
pub(in crate::outline) struct Names {
    pub symbols: Vec<Symbol>,
    /// Variables that all files share.
    shared: FxHashMap<String, SymbolNumber>,
    /// Functions, and members of any structure.
    of_program: FxHashMap<SymbolKind, FxHashMap<String, SymbolNumber>>,
    file: FxHashMap<String, Meaning>,
    scopes: Vec<FxHashMap<String, Meaning>>,
}

impl Names {
    /// Another file begins.
    pub(crate) fn begin_file(&mut self) {
        self.file.clear();
        self.scopes.clear();
    }

    pub(crate) fn enter(&mut self) {
        self.scopes.push(FxHashMap::default());
    }

    pub(crate) fn leave(&mut self) {
        self.scopes.pop();
    }

    pub(super) fn set(&mut self, name: &str, meaning: Meaning) {
        self.scopes.last_mut().unwrap_or(&mut self.file).insert(name.to_owned(), meaning);
    }

    pub(super) fn symbol(&mut self, name: &str, kind: SymbolKind, is_array: bool) -> SymbolNumber {
        self.symbols.push(Symbol { name: name.to_owned(), kind, is_array });
        SymbolNumber(self.symbols.len() - 1)
    }

    /// Enumerators that a declaration declares mean no variable from here on.
    pub(super) fn enumerators(&mut self, declaration: &Declaration, span: &Span) {
        struct Finder<'a>(&'a mut Names);
        impl<'ast> Visit<'ast> for Finder<'_> {
            fn visit_enumerator(&mut self, enumerator: &'ast Enumerator, _: &'ast Span) {
                self.0.set(&enumerator.identifier.node.name, None);
            }
        }
        visit::visit_declaration(&mut Finder(self), declaration, span);
    }

    /// A declaration outside of functions, or the head of a function.
    pub(crate) fn external(&mut self, external: &Node<ExternalDeclaration>) {
        match &external.node {
            ExternalDeclaration::Declaration(declaration) => {
                self.enumerators(&declaration.node, &declaration.span);
                let is_type = !pieces::declared_types(&external.node).is_empty();
                for declarator in declaration.node.declarators.iter().filter(|_| !is_type) {
                    self.file_scope(&declaration.node.specifiers, &declarator.node.declarator.node);
                }
            }
            ExternalDeclaration::FunctionDefinition(definition) => {
                if let Some(name) = declarator_name(&definition.node.declarator.node) {
                    self.file.insert(name.to_owned(), None);
                }
            }
            ExternalDeclaration::StaticAssert(_) => {}
        }
    }

    fn file_scope(&mut self, specifiers: &[Node<DeclarationSpecifier>], declarator: &Declarator) {
        let Some(name) = declarator_name(declarator) else { return };
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

    pub(super) fn global(&mut self, name: &str, is_array: bool) -> SymbolNumber {
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
    pub(crate) fn parameters(&mut self, definition: &FunctionDefinition) -> Named {
        let mut named = Named::default();
        for derived in nearest(&definition.declarator.node) {
            let DerivedDeclarator::Function(function) = &derived.node else { continue };
            for parameter in &function.node.parameters {
                let Some(declarator) = parameter.node.declarator.as_ref().map(|d| &d.node) else { continue };
                let Some(name) = declarator_name(declarator) else { continue };
                let symbol = self.symbol(name, SymbolKind::Parameter, false);
                self.set(name, Some(symbol));
                let pointer = if declares_more(declarator) { Tags::IS_POINTER } else { Tags::NONE };
                named.uses.push(Use { symbol, tags: Tags::DECL | Tags::DEF | Tags::PARAM | pointer, known: None, of: None });
            }
        }
        named
    }

    /// The variable that a name means.
    pub(super) fn variable(&mut self, name: &str) -> Meaning {
        let inner = self.scopes.iter().rev().find_map(|s| s.get(name)).or_else(|| self.file.get(name));
        match inner {
            Some(meaning) => *meaning,
            None => self.shared.get(name).copied(),
        }
    }

    pub(super) fn function(&mut self, name: &str) -> SymbolNumber {
        self.of_program(name, SymbolKind::Function)
    }

    pub(super) fn member(&mut self, name: &str) -> SymbolNumber {
        self.of_program(name, SymbolKind::Member)
    }

    /// What has one number in the whole program.
    fn of_program(&mut self, name: &str, kind: SymbolKind) -> SymbolNumber {
        if let Some(&known) = self.of_program.get(&kind).and_then(|numbers| numbers.get(name)) {
            return known;
        }
        let number = self.symbol(name, kind, false);
        self.of_program.entry(kind).or_default().insert(name.to_owned(), number);
        number
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

pub(super) fn is_function(declarator: &Declarator) -> bool {
    nearest(declarator).iter().any(|d| matches!(d.node, DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_)))
}

pub(super) fn is_array(declarator: &Declarator) -> bool {
    nearest(declarator).iter().any(|d| matches!(d.node, DerivedDeclarator::Array(_)))
}

pub(super) fn is_pointer(declarator: &Declarator) -> bool {
    !is_array(declarator) && nearest(declarator).iter().any(|d| matches!(d.node, DerivedDeclarator::Pointer(_)))
}
