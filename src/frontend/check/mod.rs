//! The type checker: from the parser's trees, one a translation unit, to the typed tree of the linked program. Follows C11 with gcc's
//! extensions as gcc understands them on x86; what gcc only warns about is accepted. It knows nothing of control flow or of the library's meaning.
//!
//! | module | what |
//! |---|---|
//! | [`types`] | C's types |
//! | [`layout`] | where the members of records lie |
//! | [`scope`] | names |
//! | [`specifier`], [`declarator`], [`tag`], [`decl`] | declarations |
//! | [`init`], [`statics`], [`fold`] | initialisers; those of static objects, with what gcc computes for them |
//! | [`expr`], [`place`], [`size`], [`object_size`], [`operator`], [`assign`], [`call`], [`builtin`], [`atomic`], [`overflow`], [`convert`] | expressions |
//! | [`complex`], [`vector`], [`held`] | values of several parts |
//! | [`constant`], [`literal`] | constant expressions and literals |
//! | [`stmt`], [`label`], [`assembler`] | statements |
//! | [`symbol`], [`link`], [`unify`] | what can be settled only when all units have been read |
//! | [`variadic`] | variable arguments |
//! | [`called`] | which functions a call must not mean |
//! | [`attribute`], [`function`] | attributes; definitions of functions |

mod assembler;
mod assign;
mod atomic;
mod attribute;
mod builtin;
mod call;
mod called;
mod complex;
mod constant;
mod convert;
mod decl;
mod declarator;
mod exact;
mod expr;
mod fold;
mod function;
mod held;
mod init;
mod label;
mod layout;
mod link;
mod literal;
mod math;
mod object_size;
mod operator;
mod overflow;
mod place;
mod scope;
mod size;
mod specifier;
mod statics;
mod stmt;
mod symbol;
mod tag;
#[cfg(test)]
mod tests;
mod types;
mod unify;
mod variadic;
mod vector;

use super::diagnostic::Error;
use super::dialect::Dialect;
use super::linkage::Linkage;
use super::pieces::{self, View};
use super::source::Source;
use super::tree::{Callee, Expr, ExprKind, Function, FunctionId, Mentions, Param, Tree, Var, VarId, VarKind};
use function::FunctionContext;
use goto::{DataModel, FileId, Id, IdVec, Location, RecordId};
use lang_c::ast::ExternalDeclaration;
use lang_c::span::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use scope::{Entity, Global, Scope};
use symbol::{Definition, Strength};
use types::{CType, CTypes};

pub(super) use variadic::SLOT;

type Result<T, E = Error> = std::result::Result<T, E>;

/// Checks translation units one by one and links them.
#[derive(Debug)]
pub struct Checker {
    types: CTypes,
    files: IdVec<FileId, String>,
    file_ids: FxHashMap<String, FileId>,
    vars: IdVec<VarId, Var>,
    /// The C types of `vars`.
    var_types: IdVec<VarId, CType>,
    functions: IdVec<FunctionId, Function>,
    /// What `functions` has in C only.
    function_infos: IdVec<FunctionId, FunctionInfo>,
    /// Names with external linkage.
    externals: FxHashMap<String, Global>,
    /// The types by which units have declared what they link.
    declared: Vec<(Global, CType)>,
    strings: FxHashMap<(u16, Vec<u32>), VarId>,
    anonymous_records: usize,
    /// What records without a tag are called by the first typedef that means them.
    typedefs: FxHashMap<RecordId, String>,
    /// Does a unit name the member that holds how large a file is?
    asks_for_sizes: bool,
    /// Calls by which units may open files to read them.
    openings: usize,
    /// Structs that the compiler itself defines.
    builtin_records: FxHashMap<String, RecordId>,
    units: usize,
    /// The definitions of variables that count.
    definitions: FxHashMap<VarId, Definition>,
    /// How well the bodies of external functions are defined.
    bodies: FxHashMap<FunctionId, Strength>,
    /// Names that stand for other ones, unless they have a body of their own.
    aliases: FxHashMap<Global, Global>,
    /// Constructors and destructors with their priorities, in the order of the source.
    constructors: Vec<(u32, FunctionId)>,
    destructors: Vec<(u32, FunctionId)>,
    /// The kinds of calls.
    called: called::CalledTypes,
    /// Objects declared `constexpr`.
    constexprs: FxHashSet<VarId>,
    /// Inside of a question: functions are not declared by being called.
    asking: bool,
    /// Questions that have no meaning where they stand, with the reason.
    unanswered: Vec<(u32, String)>,
    /// What is named outside of functions.
    mentions: Mentions,
}

#[derive(Debug)]
struct FunctionInfo {
    /// Of the definition if there is one.
    ty: CType,
    /// `static`: the name is known in one unit only.
    internal: bool,
    /// Something calls it or takes its address.
    used: bool,
}

impl Checker {
    pub fn new(model: DataModel) -> Self {
        Self::for_dialect(model, Dialect::default())
    }

    pub fn for_dialect(model: DataModel, dialect: Dialect) -> Self {
        Self {
            types: CTypes::new(model, dialect),
            files: IdVec::new(),
            file_ids: FxHashMap::default(),
            vars: IdVec::new(),
            var_types: IdVec::new(),
            functions: IdVec::new(),
            function_infos: IdVec::new(),
            externals: FxHashMap::default(),
            declared: Vec::new(),
            called: Default::default(),
            units: 0,
            definitions: FxHashMap::default(),
            bodies: FxHashMap::default(),
            aliases: FxHashMap::default(),
            constructors: Vec::new(),
            destructors: Vec::new(),
            strings: FxHashMap::default(),
            anonymous_records: 0,
            typedefs: FxHashMap::default(),
            asks_for_sizes: false,
            openings: 0,
            builtin_records: FxHashMap::default(),
            constexprs: FxHashSet::default(),
            asking: false,
            unanswered: Vec::new(),
            mentions: Mentions::default(),
        }
    }

    /// The dialect of the units that follow. Whether overflow wraps and whether there is a library is asked of whole programs alone.
    pub fn speak(&mut self, dialect: Dialect) {
        self.types.dialect = dialect;
    }

    /// As [`Checker::add_unit`], for a unit in this dialect.
    pub fn add_unit_in(&mut self, source: &Source, dialect: Dialect) -> Result<()> {
        self.speak(dialect);
        self.add_unit(source)
    }

    /// Parses and checks a translation unit and links it with those before it. After an error the checker can only be dropped.
    /// Recursion is as deep as the unit's tree: call it on a big stack.
    pub fn add_unit(&mut self, source: &Source) -> Result<()> {
        self.units += 1;
        let files = source.map.files().iter().map(|name| self.file(name)).collect();
        let mut unit = Unit {
            files,
            c: self,
            source: View::new(source),
            scopes: vec![Scope::default()],
            linked: FxHashMap::default(),
            function: None,
            prototypes: 0,
            exported: FxHashSet::default(),
            volatile_types: FxHashSet::default(),
            weak: FxHashSet::default(),
            defined: Vec::new(),
            aliases: Vec::new(),
        };
        pieces::for_each(source, |piece| {
            unit.source = unit.source.of(piece);
            for external in &piece.declarations {
                match &external.node {
                    ExternalDeclaration::Declaration(declaration) => unit.external_declaration(declaration)?,
                    ExternalDeclaration::StaticAssert(assertion) => unit.static_assert(assertion)?,
                    ExternalDeclaration::FunctionDefinition(definition) => unit.function_definition(definition)?,
                }
            }
            Ok(())
        })?;
        unit.finish()
    }

    /// Does the program look at the size in what it is told of a file?
    pub fn asks_for_sizes(&self) -> bool {
        self.asks_for_sizes
    }

    /// In how many places may the program open files to read them?
    pub fn openings(&self) -> usize {
        self.openings
    }

    /// The functions that are used and have no body so far.
    pub fn undefined_functions(&self) -> Vec<&str> {
        let undefined = |(id, function): (FunctionId, &'_ Function)| self.function_infos[id].used && function.body.is_none();
        self.functions.iter().filter(|&entry| undefined(entry)).map(|(_, function)| function.name.as_str()).collect()
    }

    /// Gives functions without a body so far whose names pass the test other names.
    pub fn rename_undefined(&mut self, test: impl Fn(&str) -> bool) {
        for function in self.functions.iter_mut().map(|(_, f)| f).filter(|f| f.body.is_none() && test(&f.name)) {
            function.name.push_str(".external");
        }
    }

    /// The variables with external linkage that are declared and not defined so far.
    pub fn undefined_variables(&self) -> Vec<&str> {
        let undefined = |global: &Global| matches!(global, Global::Var(id) if self.vars[*id].kind == VarKind::Extern);
        self.externals.iter().filter(|(_, global)| undefined(global)).map(|(name, _)| name.as_str()).collect()
    }

    /// What the units so far give to others and want of them.
    pub fn linkage(&self) -> Linkage {
        let mut linkage = Linkage::default();
        for (name, global) in &self.externals {
            let strength = match global {
                Global::Function(id) if self.functions[*id].body.is_none() => {
                    if self.function_infos[*id].used {
                        linkage.undefined.insert(name.clone());
                    }
                    continue;
                }
                Global::Function(id) => self.bodies.get(id).copied().unwrap_or(Strength::Strong),
                Global::Var(id) if self.vars[*id].kind == VarKind::Extern => {
                    linkage.declared_variables.insert(name.clone());
                    continue;
                }
                Global::Var(id) if self.definitions.get(id).is_some_and(|d| d.weak || !d.initialised) => Strength::Weak,
                Global::Var(_) => Strength::Strong,
            };
            match strength {
                Strength::Strong => linkage.strong.insert(name.clone()),
                Strength::Weak => linkage.weak.insert(name.clone()),
                // Taken only where there is no other one.
                Strength::Inline => false,
            };
        }
        let internal = self.functions.iter().filter(|(id, f)| self.function_infos[*id].internal && f.body.is_some());
        linkage.internal = internal.map(|(_, f)| f.name.clone()).collect();
        linkage
    }

    /// Questions in the text that have no meaning where they stand, by their numbers, with the reason.
    pub fn take_unanswered(&mut self) -> Vec<(u32, String)> {
        std::mem::take(&mut self.unanswered)
    }

    /// The linked program.
    pub fn finish(self) -> Tree {
        link::finish(self)
    }

    fn file(&mut self, name: &str) -> FileId {
        if let Some(&id) = self.file_ids.get(name) {
            return id;
        }
        let id = self.files.push(name.to_owned());
        self.file_ids.insert(name.to_owned(), id);
        id
    }

    fn new_var(&mut self, name: &str, ty: CType, kind: VarKind, loc: Location) -> VarId {
        let lowered = self.types.lower(ty);
        let constant = self.types.is_const(ty);
        self.var_types.push(ty);
        self.vars.push(Var {
            name: name.to_owned(),
            ty: lowered,
            kind,
            align: None,
            loc,
            init: None,
            constant,
            volatile: false,
            weak: false,
            thread_local: false,
            in_block: false,
        })
    }
}

/// A translation unit while it is checked.
struct Unit<'a> {
    c: &'a mut Checker,
    source: View<'a>,
    /// The program's ids of the source map's files.
    files: Vec<FileId>,
    /// From the file's scope inwards.
    scopes: Vec<Scope>,
    /// Names with linkage that this unit has declared in any scope, with the types that they have here.
    linked: FxHashMap<String, (Global, CType)>,
    function: Option<FunctionContext>,
    /// How deep in parameter lists of declarations, where variable lengths are not computed.
    prototypes: usize,
    /// Functions that some declaration in this unit makes known to others: it is not `inline`, or `extern`.
    exported: FxHashSet<FunctionId>,
    /// Names of types that are volatile.
    volatile_types: FxHashSet<String>,
    /// What is declared weak here.
    weak: FxHashSet<Global>,
    /// The bodies in this unit.
    defined: Vec<symbol::Defined>,
    /// Aliases, with the symbols that they stand for.
    aliases: Vec<(Global, String, Error)>,
}

impl Unit<'_> {
    fn loc(&self, span: Span) -> Location {
        let place = self.source.place(span);
        Location { file: self.files[place.file as usize], line: place.line, column: place.column }
    }

    fn diagnostic(&self, span: Span, message: impl Into<String>) -> Error {
        Error::type_error(self.source.diagnostic(span, message))
    }

    fn error<T>(&self, span: Span, message: impl Into<String>) -> Result<T> {
        Err(self.diagnostic(span, message))
    }

    fn unsupported<T>(&self, span: Span, message: impl Into<String>) -> Result<T> {
        Err(Error::unsupported(self.source.diagnostic(span, message)))
    }

    fn lower_expr(&mut self, kind: ExprKind, ty: CType, loc: Location) -> Expr {
        if let ExprKind::Function(id) | ExprKind::Call { callee: Callee::Direct(id), .. } = &kind {
            self.c.function_infos[*id].used = true;
            self.mentions().functions.insert(*id);
        }
        if let ExprKind::Var(id) = &kind
            && matches!(self.c.vars[*id].kind, VarKind::Static | VarKind::Extern)
        {
            self.mentions().variables.insert(*id);
        }
        Expr { kind, ty: self.c.types.lower(ty), loc }
    }

    /// What the text that is being read names.
    fn mentions(&mut self) -> &mut Mentions {
        self.function.as_mut().map_or(&mut self.c.mentions, |function| &mut function.mentions)
    }

    /// What words of a text may name that is not read otherwise, such as operands of what is not supported and templates of assembler.
    fn mention_words(&mut self, span: Span) {
        let is_apart = |c: char| !c.is_alphanumeric() && c != '_';
        let named: Vec<Entity> = self.source.snippet(span).split(is_apart).filter_map(|word| self.look_up(word)).collect();
        for entity in named {
            match entity {
                Entity::Function(id, _) => {
                    self.mentions().functions.insert(id);
                }
                Entity::Var(id, _) => {
                    self.mentions().variables.insert(id);
                }
                Entity::Constant(..) | Entity::Typedef(_) => {}
            }
        }
    }

    fn spell(&self, ty: CType) -> String {
        self.c.types.spell(ty)
    }
}

/// A location for what stands nowhere in the source.
fn nowhere() -> Location {
    Location { file: FileId::new(0), line: 0, column: 0 }
}

/// The hidden last parameter of a variadic function.
fn rest_parameter(checker: &mut Checker) -> VarId {
    let void = checker.types.void();
    let ty = checker.types.pointer(void);
    checker.new_var("", ty, VarKind::Parameter, nowhere())
}

/// A parameter of a function of which only a declaration is known.
fn parameter(checker: &mut Checker, ty: CType, var: VarId) -> Param {
    let writable = checker.types.pointee(ty).is_some_and(|to| !checker.types.is_const(to));
    Param { var, writable }
}
