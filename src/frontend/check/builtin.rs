//! What gcc knows without a declaration: operators that look like functions, and the functions of the C library.

use super::assembler::is_harmless;
use super::attribute::Linking;
use super::convert::Value;
use super::init::repeatable;
use super::literal::Text;
use super::scope::Entity;
use super::types::{CType, IntKind, Kind, Params, Signature};
use super::{Result, Unit};
use super::{math, overflow};
use crate::library::intrinsics::{self, Intrinsic};
use crate::normalise::names;
use crate::tree::{Callee, ExprKind, FunctionId};
use goto::{BinOp, Bits, FloatKind, Location};
use lang_c::ast::Expression;
use lang_c::span::{Node, Span};

/// Functions with their types: the result, a colon, the parameters; see [`Unit::coded_type`]. `__builtin_` may stand before the name.
const LIBRARY: &[(&str, &str)] = &[
    ("abort", "v:"),
    ("exit", "v:i"),
    ("_exit", "v:i"),
    ("malloc", "p:z"),
    ("calloc", "p:zz"),
    ("realloc", "p:pz"),
    ("free", "v:p"),
    ("alloca", "p:z"),
    ("memcpy", "p:pPz"),
    ("mempcpy", "p:pPz"),
    ("memmove", "p:pPz"),
    ("memset", "p:piz"),
    ("memcmp", "i:PPz"),
    ("memchr", "p:Piz"),
    ("bzero", "v:pz"),
    ("strlen", "z:S"),
    ("strnlen", "z:Sz"),
    ("strcpy", "s:sS"),
    ("stpcpy", "s:sS"),
    ("strncpy", "s:sSz"),
    ("strcat", "s:sS"),
    ("strncat", "s:sSz"),
    ("strcmp", "i:SS"),
    ("strncmp", "i:SSz"),
    ("strcasecmp", "i:SS"),
    ("strncasecmp", "i:SSz"),
    ("strchr", "s:Si"),
    ("strrchr", "s:Si"),
    ("strstr", "s:SS"),
    ("strpbrk", "s:SS"),
    ("strspn", "z:SS"),
    ("strcspn", "z:SS"),
    ("strdup", "s:S"),
    ("strndup", "s:Sz"),
    ("printf", "i:S."),
    ("sprintf", "i:sS."),
    ("snprintf", "i:szS."),
    ("vsprintf", "i:sSV"),
    ("vsnprintf", "i:szSV"),
    ("vprintf", "i:SV"),
    ("scanf", "i:S."),
    ("sscanf", "i:SS."),
    ("puts", "i:S"),
    ("putchar", "i:i"),
    ("abs", "i:i"),
    ("labs", "l:l"),
    ("llabs", "L:L"),
    ("imaxabs", "L:L"),
    ("aligned_alloc", "p:zz"),
    ("index", "s:Si"),
    ("rindex", "s:Si"),
    ("bcmp", "i:PPz"),
    ("putchar_unlocked", "i:i"),
    ("isalnum", "i:i"),
    ("isascii", "i:i"),
    ("isblank", "i:i"),
    ("iscntrl", "i:i"),
    ("isgraph", "i:i"),
    ("ispunct", "i:i"),
    ("toascii", "i:i"),
    ("iswalnum", "i:u"),
    ("iswalpha", "i:u"),
    ("iswblank", "i:u"),
    ("iswcntrl", "i:u"),
    ("iswdigit", "i:u"),
    ("iswgraph", "i:u"),
    ("iswlower", "i:u"),
    ("iswprint", "i:u"),
    ("iswpunct", "i:u"),
    ("iswspace", "i:u"),
    ("iswupper", "i:u"),
    ("iswxdigit", "i:u"),
    ("towlower", "u:u"),
    ("towupper", "u:u"),
    ("isalpha", "i:i"),
    ("isdigit", "i:i"),
    ("islower", "i:i"),
    ("isprint", "i:i"),
    ("isspace", "i:i"),
    ("isupper", "i:i"),
    ("isxdigit", "i:i"),
    ("tolower", "i:i"),
    ("toupper", "i:i"),
    ("ffs", "i:i"),
    ("ffsl", "i:l"),
    ("ffsll", "i:L"),
];

/// Functions that exist only with `__builtin_` before the name.
const BUILTIN: &[(&str, &str)] = &[
    ("clz", "i:u"),
    ("clzl", "i:k"),
    ("clzll", "i:K"),
    ("ctz", "i:u"),
    ("ctzl", "i:k"),
    ("ctzll", "i:K"),
    ("clrsb", "i:i"),
    ("clrsbl", "i:l"),
    ("clrsbll", "i:L"),
    ("popcount", "i:u"),
    ("popcountl", "i:k"),
    ("popcountll", "i:K"),
    ("parity", "i:u"),
    ("parityl", "i:k"),
    ("parityll", "i:K"),
    ("bswap16", "h:h"),
    ("bswap32", "u:u"),
    ("bswap64", "K:K"),
    ("clzs", "i:h"),
    ("ctzs", "i:h"),
    ("unreachable", "v:"),
    ("assume_aligned", "p:Pz."),
    ("fprintf", "i:pS."),
    ("vfprintf", "i:pSV"),
    ("stpncpy", "s:sSz"),
    ("setjmp", "i:p"),
    ("longjmp", "v:pi"),
    ("frame_address", "p:u"),
    ("return_address", "p:u"),
    // Made up: operands as magnitudes in two's complement, each with whether it is negative; the magnitudes of the least and the largest result.
    ("leaves_add_128", "i:QiQiQQ"),
    ("leaves_sub_128", "i:QiQiQQ"),
    ("leaves_mul_128", "i:QiQiQQ"),
];

/// Is the argument the literal `""`?
fn is_empty_text(argument: &Node<Expression>) -> bool {
    matches!(&argument.node, Expression::StringLiteral(literal) if literal.node.iter().all(|part| part == "\"\""))
}

impl Unit<'_> {
    /// The function behind a name that gcc knows without a declaration.
    pub(super) fn builtin_function(&mut self, name: &str, span: Span) -> Result<Option<Value>> {
        let (plain, code) = match name.strip_prefix("__builtin_") {
            Some(rest) => match library_code(rest) {
                Some(code) => (rest, Some(code)),
                None => (name, find(BUILTIN, rest).map(str::to_owned).or_else(|| math::builtin_code(rest))),
            },
            None => (name, library_code(name)),
        };
        let ty = match code {
            Some(code) => self.coded_type(&code),
            None => match intrinsics::known(name) {
                Some(intrinsic) => self.intrinsic_type(&intrinsic),
                None => return Ok(None),
            },
        };
        let (id, ty) = match self.linked.get(plain).copied() {
            Some((super::scope::Global::Function(id), known)) => (id, known),
            Some(_) => return Ok(None),
            None => self.declare_function(plain, ty, false, &Linking::default(), span)?,
        };
        self.scopes[0].names.entry(name.to_owned()).or_insert(Entity::Function(id, ty));
        let loc = self.loc(span);
        Ok(Some(self.value(ExprKind::Function(id), ty, loc)))
    }

    /// `v` void, `i` int, `u` unsigned, `h` unsigned short, `l` `k` long, `L` `K` long long (signed and unsigned), `Q` unsigned of 128 bits, `z` size_t, `H` `f` `d` `D` `F` floating,
    /// `p` `P` pointers to void and const void, `s` `S` to char and const char, `V` va_list, `I` to int, `*` to
    /// what follows, `.` anything more.
    fn coded_type(&mut self, code: &str) -> CType {
        let (ret, params) = code.split_once(':').unwrap_or((code, ""));
        let ret = self.coded(ret.chars().next().unwrap_or('v'));
        let mut pointed = false;
        let mut types = Vec::new();
        for code in params.chars().filter(|&c| c != '.') {
            if code == '*' {
                pointed = true;
                continue;
            }
            let ty = self.coded(code);
            types.push(if pointed { self.c.types.pointer(ty) } else { ty });
            pointed = false;
        }
        let params = Params::Prototype { types, variadic: params.ends_with('.') };
        self.c.types.intern(Kind::Function(Signature { ret, params }))
    }

    /// The type of a function of vectors.
    fn intrinsic_type(&mut self, intrinsic: &Intrinsic) -> CType {
        let mut types = intrinsic.types.iter().map(|ty| self.intrinsic_part(ty)).collect::<Vec<_>>();
        let ret = types.remove(0);
        self.c.types.intern(Kind::Function(Signature { ret, params: Params::Prototype { types, variadic: false } }))
    }

    /// A type as the table of intrinsics writes it.
    fn intrinsic_part(&mut self, ty: &str) -> CType {
        let ty = ty.split('/').next().unwrap_or(ty);
        if let Some(to) = ty.strip_prefix('p') {
            // Const or not does not matter: arguments are converted.
            let to = if to == "char" { to } else { to.strip_prefix('c').unwrap_or(to) };
            let to = self.intrinsic_part(to);
            return self.c.types.pointer(to);
        }
        if let Some((count, elem)) = intrinsics::vector(ty) {
            let elem = self.intrinsic_part(elem);
            return self.c.types.intern(Kind::Vector { elem, count });
        }
        let kind = match ty {
            "void" => return self.c.types.void(),
            "float" | "sf" => return self.c.types.float(FloatKind::Single),
            "double" | "df" => return self.c.types.float(FloatKind::Double),
            "char" | "qi" => IntKind::Char,
            "uchar" => IntKind::UChar,
            "short" | "hi" => IntKind::Short,
            "ushort" => IntKind::UShort,
            "unsigned" => IntKind::UInt,
            "llong" | "di" => IntKind::LongLong,
            "ullong" => IntKind::ULongLong,
            _ => IntKind::Int,
        };
        self.c.types.int_kind(kind)
    }

    fn coded(&mut self, code: char) -> CType {
        if code == 'V' {
            let list = self.va_list();
            return self.adjusted(list);
        }
        let types = &mut self.c.types;
        let kind = match code {
            'v' => return types.void(),
            'f' => return types.float(FloatKind::Single),
            'd' => return types.float(FloatKind::Double),
            'D' => return types.float(FloatKind::Extended),
            'F' => return types.float(FloatKind::Quad),
            'H' => return types.float(FloatKind::Half),
            'I' => {
                let int = types.int();
                return types.pointer(int);
            }
            'z' => return types.size(),
            'p' | 'P' | 's' | 'S' => {
                let mut to = if code.eq_ignore_ascii_case(&'p') { types.void() } else { types.char() };
                if code.is_ascii_uppercase() {
                    to = types.constant(to);
                }
                return types.pointer(to);
            }
            'u' => IntKind::UInt,
            'h' => IntKind::UShort,
            'l' => IntKind::Long,
            'k' => IntKind::ULong,
            'L' => IntKind::LongLong,
            'K' => IntKind::ULongLong,
            'Q' => IntKind::UInt128,
            _ => IntKind::Int,
        };
        types.int_kind(kind)
    }

    /// A call of something that is no function to the language. `None` if the name is not of that kind.
    pub(super) fn builtin_call(&mut self, name: &str, arguments: &[Node<Expression>], span: Span, loc: Location) -> Result<Option<Value>> {
        let void = self.c.types.void();
        let int = self.c.types.int();
        if let (Some(operation), [a, b, result]) = (overflow::operation(name), arguments) {
            return self.with_overflow(operation, a, b, result, loc).map(Some);
        }
        if let Some(value) = self.exact(name, arguments, span, loc)? {
            return Ok(Some(value));
        }
        let value = match (name.strip_prefix("__builtin_").unwrap_or(name), arguments) {
            // The grammar takes basic assembler without a qualifier for a call.
            ("asm" | "__asm" | "__asm__", [Node { node: Expression::StringLiteral(pieces), .. }]) => match is_harmless(&pieces.node) {
                true => {
                    let zero = self.constant(0, int, loc);
                    self.drop_value(zero)
                }
                false => self.unknown(format!("assembler: {}", self.source.snippet(span)), void, loc),
            },
            (names::REAL | names::IMAG, [operand]) => {
                let value = self.expr(operand)?;
                self.complex_operand_part(value, name == names::IMAG, span, loc)?
            }
            _ if name == names::ASM_GOTO => self.unknown("assembler that jumps", void, loc),
            (_, [Node { node: Expression::Identifier(label), .. }]) if name == names::LABEL => self.label_value(label, loc)?,
            _ if name.starts_with("__sync_") || name.starts_with("__atomic_") => return self.atomic(name, arguments, span, loc),
            _ if !name.starts_with("__builtin_") => return Ok(None),
            ("expect", [value, expected]) | ("expect_with_probability", [value, expected, _]) => {
                let long = self.c.types.int_kind(IntKind::Long);
                let value = self.rvalue(value)?;
                let value = self.convert(value, long, span)?;
                let expected = self.rvalue(expected)?;
                if self.is_constant(&expected) {
                    value
                } else {
                    let dropped = self.drop_value(expected);
                    self.value(ExprKind::Comma(Box::new(dropped.expr), Box::new(value.expr)), long, loc)
                }
            }
            ("constant_p", [value]) => {
                let literal = matches!(value.node, Expression::StringLiteral(_));
                let value = self.rvalue(value)?;
                let known = literal || self.is_constant(&value);
                self.constant(i128::from(known), int, loc)
            }
            ("choose_expr", [cond, then, other]) => {
                let chosen = if self.constant_integer(cond)? != 0 { then } else { other };
                self.expr(chosen)?
            }
            ("types_compatible_p", [a, b]) => {
                let (a, b) = (self.pointed_type(a)?, self.pointed_type(b)?);
                let compatible = self.compatible(a, b);
                self.constant(i128::from(compatible), int, loc)
            }
            ("object_size", [argument, mode]) => self.object_size(argument, mode, false, span, loc)?,
            ("dynamic_object_size", [argument, mode]) => self.object_size(argument, mode, true, span, loc)?,
            ("shuffle", [_, _] | [_, _, _]) => self.shuffle(arguments, span, loc)?,
            ("shufflevector", [a, b, indices @ ..]) => self.shuffle_constant(a, b, indices, span, loc)?,
            ("convertvector", [value, to]) => self.convert_vector(value, to, loc)?,
            ("complex", [real, imaginary]) => {
                let (real, imaginary) = (self.rvalue(real)?, self.rvalue(imaginary)?);
                let part = self.common_type(real.ty, imaginary.ty);
                self.pair(real, imaginary, part, loc)
            }
            ("assume", [condition]) => self.assumption(condition, span, loc)?,
            ("prefetch" | "__clear_cache", arguments) => {
                let (effects, zero) = (self.effects(arguments)?, self.constant(0, int, loc));
                let nothing = self.drop_value(zero);
                self.behind(effects, nothing)
            }
            ("trap", []) => {
                let callee = Callee::Direct(self.abort_function(span)?);
                self.value(ExprKind::Call { callee, args: Vec::new(), called: None }, void, loc)
            }
            ("va_start" | "stdarg_start" | "c23_va_start", [list, ..]) => self.va_start(list, span, loc)?,
            ("va_end", [list]) => self.va_end(list)?,
            ("va_copy", [to, from]) => self.va_copy(to, from, span, loc)?,
            ("isless", [a, b]) => self.ordered(BinOp::Lt, false, a, b, span, loc)?,
            ("islessequal", [a, b]) => self.ordered(BinOp::Le, false, a, b, span, loc)?,
            ("isgreater", [a, b]) => self.ordered(BinOp::Lt, true, a, b, span, loc)?,
            ("isgreaterequal", [a, b]) => self.ordered(BinOp::Le, true, a, b, span, loc)?,
            ("fpclassify", [classes @ .., operand]) if classes.len() == 5 => return self.fpclassify(classes, operand, span, loc).map(Some),
            (special, []) if special.starts_with("inf") || special.starts_with("huge_val") => match self.special(special, false, loc) {
                Some(value) => value,
                None => return Ok(None),
            },
            (special, [payload]) if special.starts_with("nan") && !special.starts_with("nans") && is_empty_text(payload) => {
                match self.special(special, true, loc) {
                    Some(value) => value,
                    None => return Ok(None),
                }
            }
            (question, [operand]) if math::is_question(question) => return self.classify(question, operand, span, loc).map(Some),
            ("extract_return_addr" | "frob_return_addr" | "speculation_safe_value", [value, others @ ..]) => {
                let (effects, value) = (self.effects(others)?, self.rvalue(value)?);
                self.behind(effects, value)
            }
            ("alloca_with_align" | "alloca_with_align_and_max", [size, ..]) => self.library_call("alloca", std::slice::from_ref(size), span, loc)?,
            ("LINE", []) => self.constant(i128::from(loc.line), int, loc),
            ("FILE", []) => self.text_constant(self.file_name(loc), loc),
            ("FUNCTION", []) => self.text_constant(self.function.as_ref().map(|f| f.name.clone()).unwrap_or_default(), loc),
            ("classify_type", [value]) => self.classify_type(value, loc)?,
            ("cpu_init" | "cpu_supports" | "cpu_is", _) => self.unknown(format!("{name}: the machine that the program runs on"), int, loc),
            (plain, arguments) if checked_arguments(plain).is_some() => {
                let (plain, dropped) = checked_arguments(plain).unwrap_or((plain, &[]));
                let (mut kept, mut others) = (Vec::new(), Vec::new());
                for (i, argument) in arguments.iter().enumerate() {
                    if dropped.contains(&i) { &mut others } else { &mut kept }.push(argument.clone());
                }
                let (effects, value) = (self.effects(&others)?, self.library_call(plain, &kept, span, loc)?);
                self.behind(effects, value)
            }
            (plain, _) => {
                let known =
                    library_code(plain).is_some() || find(BUILTIN, plain).is_some() || math::builtin_code(plain).is_some() || intrinsics::known(name).is_some();
                if known {
                    return Ok(None);
                }
                for argument in arguments {
                    self.rvalue(argument)?;
                }
                self.unknown(name, int, loc)
            }
        };
        Ok(Some(value))
    }

    /// `__builtin_assume`, which clang does not evaluate if that would do anything.
    fn assumption(&mut self, condition: &Node<Expression>, span: Span, loc: Location) -> Result<Value> {
        let value = self.rvalue(condition)?;
        let value = self.truth(value, condition.span)?;
        let int = self.c.types.int();
        if !repeatable(&value) {
            let zero = self.constant(0, int, loc);
            return Ok(self.drop_value(zero));
        }
        let ty = self.coded_type("v:i");
        let callee = Callee::Direct(self.declare_function("__builtin_assume", ty, false, &Linking::default(), span)?.0);
        let arg = self.lower_expr(ExprKind::Cast(Box::new(value)), int, loc);
        let void = self.c.types.void();
        Ok(self.value(ExprKind::Call { callee, args: vec![arg], called: None }, void, loc))
    }

    /// A call of a function of the library.
    fn library_call(&mut self, name: &str, arguments: &[Node<Expression>], span: Span, loc: Location) -> Result<Value> {
        let Some(function) = self.builtin_function(&format!("__builtin_{name}"), span)? else {
            return self.error(span, format!("`{name}` is not known"));
        };
        let (Some(Signature { ret, params }), ExprKind::Function(id)) = (self.c.types.signature(function.ty).cloned(), &function.expr.kind) else {
            return self.error(span, format!("`{name}` is no function"));
        };
        let callee = Callee::Direct(*id);
        let args = self.arguments(&params, arguments, span)?.into_iter().map(|arg| arg.expr).collect();
        Ok(self.value(ExprKind::Call { callee, args, called: None }, ret, loc))
    }

    fn file_name(&self, loc: Location) -> String {
        self.c.files.get(loc.file).cloned().unwrap_or_default()
    }

    fn text_constant(&mut self, text: String, loc: Location) -> Value {
        let (var, ty) = self.string_var(Text { units: text.bytes().map(u32::from).collect(), kind: IntKind::Char });
        let place = self.place(ExprKind::Var(var), ty, loc);
        self.decay(place)
    }

    /// The classes of gcc's `typeclass.h`.
    fn classify_type(&mut self, value: &Node<Expression>, loc: Location) -> Result<Value> {
        let ty = self.rvalue(value)?.ty;
        let class = match self.c.types.kind(ty) {
            Kind::Void => 0,
            Kind::Int(_) | Kind::Enum(_) | Kind::Bool => 1,
            Kind::Pointer(_) => 5,
            Kind::Float(_) => 8,
            Kind::Record(_) if self.c.types.record(ty).is_some_and(|(_, kind)| kind == goto::RecordKind::Union) => 13,
            _ => 12,
        };
        let int = self.c.types.int();
        Ok(self.constant(class, int, loc))
    }

    /// `abort`, whatever that name means here.
    pub(super) fn abort_function(&mut self, span: Span) -> Result<FunctionId> {
        let code = self.coded_type("v:");
        Ok(self.declare_function("abort", code, false, &Linking::default(), span)?.0)
    }

    /// The type that an operand stands for: the normaliser writes a null pointer to it.
    pub(super) fn pointed_type(&mut self, node: &Node<Expression>) -> Result<CType> {
        let ty = self.type_of_expression(node)?;
        match self.c.types.pointee(ty) {
            Some(to) => Ok(self.c.types.unqualified(to)),
            None => self.error(node.span, "this is no type"),
        }
    }

    /// The infinity or the quiet NaN that a function gives, a constant of its return type.
    fn special(&mut self, name: &str, nan: bool, loc: Location) -> Option<Value> {
        let ty = self.coded(math::builtin_code(name)?.chars().next()?);
        let Kind::Float(kind) = *self.c.types.kind(ty) else { return None };
        // The exponent is all ones; the x87 format has the digit before the point in front of the others.
        let (digits, leading) = match kind {
            FloatKind::Half => (10, 0),
            FloatKind::Single => (23, 0),
            FloatKind::Double => (52, 0),
            FloatKind::Extended => (63, 1),
            FloatKind::Quad => (112, 0),
        };
        let exponent = (1_u128 << (u32::from(kind.bits()) - 1 - digits - leading)) - 1;
        let bits = exponent << (digits + leading) | u128::from(leading) << digits | u128::from(nan) << (digits - 1);
        Some(self.value(ExprKind::Const(Bits::new(kind.bits(), bits)), ty, loc))
    }

    /// `fpclassify`: which of the first five arguments is the class of the last one.
    fn fpclassify(&mut self, classes: &[Node<Expression>], operand: &Node<Expression>, span: Span, loc: Location) -> Result<Value> {
        let int = self.c.types.int();
        let mut args = Vec::new();
        for class in classes {
            let class = self.rvalue(class)?;
            args.push(self.convert(class, int, span)?);
        }
        args.push(self.rvalue(operand)?);
        self.question("fpclassify", args, span, loc)
    }

    /// A call of a built-in function for the type of the last argument.
    fn question(&mut self, question: &str, mut args: Vec<Value>, span: Span, loc: Location) -> Result<Value> {
        let kind = args.last().and_then(|operand| match self.c.types.kind(operand.ty) {
            Kind::Float(kind) => Some(*kind),
            _ => None,
        });
        let Some(function) = self.builtin_function(&format!("__builtin_{question}{}", math::suffix(kind)), span)? else {
            return self.error(span, format!("`{question}` is not declared"));
        };
        let Some(Signature { ret, params: Params::Prototype { types, .. } }) = self.c.types.signature(function.ty).cloned() else {
            return self.error(span, format!("`{question}` is declared in another way"));
        };
        let ExprKind::Function(id) = function.expr.kind else { return self.error(span, format!("`{question}` is no function")) };
        if let (Some(operand), Some(&ty)) = (args.pop(), types.last()) {
            args.push(self.convert(operand, ty, span)?);
        }
        let args = args.into_iter().map(|arg| arg.expr).collect();
        Ok(self.value(ExprKind::Call { callee: Callee::Direct(id), args, called: None }, ret, loc))
    }

    fn ordered(&mut self, op: BinOp, swapped: bool, a: &Node<Expression>, b: &Node<Expression>, span: Span, loc: Location) -> Result<Value> {
        let (a, b) = (self.rvalue(a)?, self.rvalue(b)?);
        self.compare(op, swapped, a, b, span, loc)
    }

    fn classify(&mut self, question: &str, operand: &Node<Expression>, span: Span, loc: Location) -> Result<Value> {
        let operand = self.rvalue(operand)?;
        self.question(question, vec![operand], span, loc)
    }
}

/// The function behind `__memcpy_chk` and its kin, and which arguments it does not take: sizes of objects, and flags.
fn checked_arguments(name: &str) -> Option<(&str, &'static [usize])> {
    let plain = name.strip_prefix("__")?.strip_suffix("_chk")?;
    Some((
        plain,
        match plain {
            "memcpy" | "memmove" | "memset" | "mempcpy" | "strncpy" | "strncat" | "stpncpy" => &[3],
            "strcpy" | "strcat" | "stpcpy" => &[2],
            "sprintf" | "vsprintf" => &[1, 2],
            "snprintf" | "vsnprintf" => &[2, 3],
            "printf" | "vprintf" => &[0],
            "fprintf" | "vfprintf" => &[1],
            _ => return None,
        },
    ))
}

fn find(table: &'static [(&str, &str)], name: &str) -> Option<&'static str> {
    table.iter().find(|(known, _)| *known == name).map(|(_, code)| *code)
}

fn library_code(name: &str) -> Option<String> {
    find(LIBRARY, name).map(str::to_owned).or_else(|| math::library_code(name))
}
