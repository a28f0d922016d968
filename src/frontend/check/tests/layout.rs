//! The layout of records against the system's compiler: random structs and unions, each member's bytes and bits.

use super::{check_units, on_big_stack};
use crate::tree::Tree;
use goto::{DataModel, Random, Type};
use std::fmt::Write;
use std::process::Command;

struct Shape {
    text: String,
    /// Names, and whether they are bit-fields.
    members: Vec<(String, bool)>,
}

const INTEGERS: [(&str, u64); 11] = [
    ("_Bool", 1),
    ("char", 8),
    ("signed char", 8),
    ("unsigned char", 8),
    ("short", 16),
    ("unsigned short", 16),
    ("int", 32),
    ("unsigned", 32),
    ("long", 32),
    ("long long", 64),
    ("unsigned long long", 64),
];
const OTHERS: [&str; 9] = ["float", "double", "long double", "char *", "struct inner", "union either", "enum shade", "aligned_int", "__int128_or_long"];
const PRELUDE: &str = "
struct inner { char a; long long b; short c; };
union either { char a[5]; int b; };
enum shade { LIGHT, DARK = 7 };
typedef int aligned_int __attribute__((aligned(8)));
#ifdef __SIZEOF_INT128__
typedef __int128 __int128_or_long;
#else
typedef long __int128_or_long;
#endif
";

fn shape(random: &mut Random, number: usize) -> Shape {
    let kind = if random.chance(20) { "union" } else { "struct" };
    let mut text = String::new();
    let mut members = Vec::new();
    let pack = random.chance(15).then(|| 1 << random.below(4));
    if let Some(pack) = pack {
        writeln!(text, "#pragma pack(push, {pack})").expect("a string takes all");
    }
    write!(text, "{kind} s{number} {{").expect("a string takes all");
    for member in 0..1 + random.below(8) {
        let name = format!("m{member}");
        let attribute = match random.below(20) {
            0 => " __attribute__((packed))".to_owned(),
            1 => format!(" __attribute__((aligned({})))", 1 << random.below(5)),
            _ => String::new(),
        };
        if random.chance(55) {
            let (ty, bits) = INTEGERS[random.below(INTEGERS.len())];
            match random.below(10) {
                0 => write!(text, " {ty} :0;").expect("a string takes all"),
                1 => write!(text, " {ty} :{};", 1 + random.below(bits as usize)).expect("a string takes all"),
                _ => {
                    write!(text, " {ty} {name}:{}{attribute};", 1 + random.below(bits as usize)).expect("a string takes all");
                    members.push((name, true));
                }
            }
        } else {
            let ty = if random.chance(50) { INTEGERS[random.below(INTEGERS.len())].0 } else { OTHERS[random.below(OTHERS.len())] };
            let array = if random.chance(20) && ty != "aligned_int" { format!("[{}]", random.below(4)) } else { String::new() };
            write!(text, " {ty} {name}{array}{attribute};").expect("a string takes all");
            members.push((name, false));
        }
    }
    let attribute = match random.below(6) {
        0 => " __attribute__((packed))".to_owned(),
        1 => format!(" __attribute__((aligned({})))", 1 << random.below(5)),
        2 => " __attribute__((packed, aligned(2)))".to_owned(),
        _ => String::new(),
    };
    writeln!(text, " }}{attribute};").expect("a string takes all");
    if pack.is_some() {
        text.push_str("#pragma pack(pop)\n");
    }
    Shape { text, members }
}

/// Can the compiler make programs with this flag? Many have no 32-bit library.
fn compiles(dir: &std::path::Path, flag: Option<&str>) -> bool {
    let source = dir.join("probe.c");
    std::fs::write(&source, "#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n").expect("the folder can be written");
    Command::new("cc").args(flag).arg(&source).arg("-o").arg(dir.join("probe")).output().is_ok_and(|output| output.status.success())
}

/// One line a record: name, size, alignment; one a member: the bytes that it occupies, all ones.
fn native(dir: &std::path::Path, shapes: &[Shape], flag: Option<&str>) -> Option<String> {
    let mut program = String::from("#include <stdio.h>\n#include <string.h>\nstatic unsigned char z[4096];\n");
    program.push_str("static void show(const char *n, void *p, int size) { unsigned char *c = p; printf(\"%s \", n); for (int i = 0; i < size; i++) printf(\"%02x\", c[i]); puts(\"\"); }\n");
    program.push_str(PRELUDE);
    shapes.iter().for_each(|shape| program.push_str(&shape.text));
    program.push_str("int main(void) {\n");
    for (i, shape) in shapes.iter().enumerate() {
        let tag = shape.text.split_whitespace().find(|w| ["struct", "union"].contains(w)).unwrap_or("struct");
        writeln!(program, "{{ {tag} s{i} s; printf(\"s{i} %d %d\\n\", (int)sizeof s, (int)_Alignof({tag} s{i}));").expect("a string takes all");
        for (name, bit_field) in &shape.members {
            let fill = if *bit_field { format!("s.{name} = -1") } else { format!("memset(&s.{name}, 255, sizeof s.{name})") };
            writeln!(program, "memset(&s, 0, sizeof s); {fill}; show(\"s{i}.{name}\", &s, sizeof s);").expect("a string takes all");
        }
        program.push_str("}\n");
    }
    program.push_str("return 0; }\n");
    let (source, binary) = (dir.join("layout.c"), dir.join("layout"));
    std::fs::write(&source, program).expect("the folder can be written");
    let compiled = Command::new("cc").args(flag).arg("-w").arg(&source).arg("-o").arg(&binary).output().ok()?;
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(&binary).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The same lines from the checker's layout.
fn ours(tree: &Tree, shapes: &[Shape]) -> String {
    let mut lines = String::new();
    for (i, shape) in shapes.iter().enumerate() {
        let name = format!("s{i}");
        let record = tree.types.records.iter().find(|(_, record)| record.name == name).map(|(_, record)| record).expect("defined");
        let body = record.body.as_ref().expect("complete");
        writeln!(lines, "{name} {} {}", body.size, body.align).expect("a string takes all");
        for (member, _) in &shape.members {
            let field = body.fields.iter().find(|field| field.name == *member).expect("a member");
            let mut bytes = vec![0u8; body.size as usize];
            let is_bool = matches!(tree.types.get(field.ty), Type::Bool);
            let (start, width) = match field.bits {
                Some(bits) if is_bool => (bits.start, 1),
                Some(bits) => (bits.start, u64::from(bits.width)),
                None => (0, tree.types.size_of(field.ty).expect("sized") * 8),
            };
            for bit in u64::from(start)..u64::from(start) + width {
                bytes[(field.offset + bit / 8) as usize] |= 1 << (bit % 8);
            }
            let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            writeln!(lines, "{name}.{member} {hex}").expect("a string takes all");
        }
    }
    lines
}

fn compare(model: DataModel, flag: Option<&str>) {
    let mut random = Random::new(17);
    let shapes: Vec<_> = (0..400).map(|i| shape(&mut random, i)).collect();
    let dir = tempfile::tempdir().expect("a temporary folder");
    if !compiles(dir.path(), flag) {
        eprintln!("skipped: the compiler does not take {flag:?}");
        return;
    }
    let expected = native(dir.path(), &shapes, flag).expect("runs");
    let wide = if model == DataModel::Lp64 { "__int128" } else { "long" };
    let prelude: String = PRELUDE.lines().filter(|line| !line.starts_with('#') && !line.contains("__int128_or_long")).collect();
    let mut unit = format!("{prelude}\ntypedef {wide} __int128_or_long;\n");
    shapes.iter().for_each(|shape| unit.push_str(&shape.text));
    let tree = on_big_stack(|| check_units(model, &[&unit])).expect("checks");
    for (ours, theirs) in ours(&tree, &shapes).lines().zip(expected.lines()) {
        let number = ours[1..].split(|c: char| !c.is_ascii_digit()).next().and_then(|n| n.parse::<usize>().ok()).expect("a number");
        assert_eq!(ours, theirs, "\n{}", shapes[number].text);
    }
}

#[test]
fn lp64_records_as_the_compiler() {
    compare(DataModel::Lp64, None);
}

#[test]
fn ilp32_records_as_the_compiler() {
    compare(DataModel::Ilp32, Some("-m32"));
}
