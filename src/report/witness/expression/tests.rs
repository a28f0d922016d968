//! What is printed must mean what the source means, for many values.

use super::Printer;
use frontend::{LoadOptions, load};
use goto::interp::{InputSource, Limits, Outcome, run};
use goto::{Bits, DataModel, ExprId, InputId, InstrKind, Program, PropertyClass, Random, Storage, SymbolId, TypeId};
use instrument;

const TYPES: [(&str, &str, &str); 11] = [
    ("c", "signed char", "char"),
    ("uc", "unsigned char", "uchar"),
    ("h", "short", "short"),
    ("uh", "unsigned short", "ushort"),
    ("i", "int", "int"),
    ("j", "int", "int"),
    ("u", "unsigned", "uint"),
    ("l", "long long", "longlong"),
    ("ul", "unsigned long long", "ulonglong"),
    ("d", "double", "double"),
    ("f", "float", "float"),
];

const EXPRESSIONS: &[&str] = &[
    "i + j",
    "i - j * 3",
    "-i",
    "~u",
    "u * u",
    "c + uc",
    "(signed char)(c * 5)",
    "h << 3",
    "i >> 2",
    "u >> (j & 31)",
    "c >> 1",
    "l - i",
    "ul + c",
    "i / 7",
    "u % 9u",
    "l / -3",
    "i & j | 12",
    "u ^ i",
    "i < j",
    "i < u",
    "c < uc",
    "l >= ul",
    "d + f",
    "d < f * 2",
    "f == 0.5f",
    "-d",
    "i != 0 && u > 3u || !c",
    "(_Bool)i",
    "(unsigned char)i",
    "(int)l",
    "(long long)u",
    "(double)i + 1.5",
    "(float)l",
    "a[2]",
    "a[i & 3]",
    "p == 0",
    "*q + 1",
    "q - 1 == a",
    "s.b + s.n",
    "ps->n < 7",
    "s.n - 9 < 0",
    "s.in.x",
    "s.y",
    "(h * uh)",
    "uh * uh",
    "-2147483647 - 1 < i",
    "i == -5",
    "ul > 0x8000000000000000ull",
    "!(i < j) + 2",
    "(unsigned)c",
    "(unsigned short)c < h",
    "(i > 3) == (j > 3)",
    "(char *)q + 1 != (char *)q",
    "&s.n2 == &ps->n2",
    "s.w + u",
];

fn source(body: &str) -> String {
    let mut text =
        "void reach_error(void) {}\nstruct t { int b; unsigned n : 3; int n2; unsigned w : 32; struct { int x; } in; struct { int y; }; } s, *ps = &s;\n\
                    int a[4] = { 5, -6, 7, 8 }, *q = a + 1; void *p;\n"
            .to_owned();
    for (name, ty, input) in TYPES {
        text.push_str(&format!("extern {ty} __VERIFIER_nondet_{input}(void); {ty} {name};\n"));
    }
    text + body
}

fn program(text: &str, model: DataModel) -> Program {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.c");
    std::fs::write(&file, text).unwrap();
    let mut options = LoadOptions::default();
    options.source.data_model = model;
    let mut loaded = load(&[file], &options).unwrap_or_else(|e| panic!("{e}\n{text}"));
    instrument::properties(&mut loaded.program, &loaded.operations, &[PropertyClass::UnreachCall]);
    loaded.program
}

/// What the function `value` returns.
fn returned(program: &Program) -> ExprId {
    let function = program.functions.values().find(|f| f.name == "value").unwrap();
    let value = |kind: &InstrKind| if let InstrKind::Return(value) = kind { *value } else { None };
    function.body.iter().flat_map(|b| b.values()).find_map(|i| value(&i.kind)).unwrap()
}

fn name(program: &Program, symbol: SymbolId) -> Option<String> {
    let symbol = &program.symbols[symbol];
    (!matches!(symbol.storage, Storage::Temporary(_))).then(|| symbol.name.clone())
}

struct Inputs(Random);

impl InputSource for Inputs {
    fn next(&mut self, _: InputId, _: TypeId, width: u16) -> Option<Bits> {
        let any = i128::from(self.0.bits() >> 20);
        let interesting = [0, 1, -1, 2, 5, -5, 127, -128, 255, 32767, i128::from(i32::MIN), i128::from(i32::MAX), i128::from(i64::MIN), any];
        Some(Bits::from_signed(width, interesting[self.0.below(interesting.len())]))
    }
}

#[test]
fn what_is_printed_means_the_same() {
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        let mut differences = Vec::new();
        let mut checks = String::new();
        for expression in EXPRESSIONS {
            let program = program(&source(&format!("__typeof__({expression}) value(void) {{ return {expression}; }} int main(void) {{ return 0; }}")), model);
            let name = |symbol| name(&program, symbol);
            let printed = Printer::new(&program, &name).print(returned(&program)).unwrap_or_else(|| panic!("{expression} is refused"));
            let same = format!("(({expression}) == {printed} || (({expression}) != ({expression})))");
            // A sum with the printed text has the type that C gives it.
            checks.push_str(&format!("  if (!{same} || sizeof({expression}) != sizeof({printed}) && sizeof({printed}) != sizeof(int)) reach_error();\n"));
        }
        let reads: String = TYPES.iter().map(|(name, _, input)| format!("  {name} = __VERIFIER_nondet_{input}();\n")).collect();
        let text = source(&format!("int main(void) {{\n{reads}  s.b = i; s.n = u; s.n2 = j; s.w = u; s.in.x = h; s.y = c;\n{checks}  return 0;\n}}"));
        let program = program(&text, model);
        for seed in 0..200 {
            let result =
                run(&program, &mut Inputs(Random::new(seed)), &Limits { steps: 1_000_000, work: u64::MAX, memory: 1 << 24, depth: 10, stop: &|| false });
            assert_eq!(result.outcome, Outcome::Exit);
            differences.extend(result.violations.iter().map(|&p| program.properties[p].loc.line as usize));
        }
        differences.sort_unstable();
        differences.dedup();
        let wrong: Vec<&str> = differences.iter().map(|line| text.lines().nth(line - 1).unwrap_or("")).collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}

#[test]
fn what_c_cannot_say_is_refused() {
    for expression in ["i / j", "(int)d", "l % -1ll", "__builtin_fabs(d)", "u / (u - u)", "(i > j ? i : j)"] {
        let program =
            program(&source(&format!("__typeof__({expression}) value(void) {{ return {expression}; }} int main(void) {{ return 0; }}")), DataModel::Lp64);
        let name = |symbol| name(&program, symbol);
        assert_eq!(Printer::new(&program, &name).print(returned(&program)), None, "{expression}");
    }
}
