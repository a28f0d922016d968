//! Reads a source file and runs the system's C preprocessor where the text needs it. What comes out still has comments, line markers and
//! pragmas if it was taken as it is. Knows C only as far as to see that nothing is left to preprocess.

use super::contracts::acsl;
use super::diagnostic::Error;
use super::source::Options;
use goto::DataModel;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// More than any preprocessed program that the rest could take.
const SIZE_LIMIT: u64 = 64 << 20;
/// Bytes of the preprocessor's messages that are kept.
const MESSAGE_LIMIT: u64 = 64 << 10;
const TIME_LIMIT: Duration = Duration::from_secs(20);

/// The name of a header of our own, and its text.
pub const HEADER: (&str, &str) = ("gotcha.h", include_str!("include/gotcha.h"));

/// A folder with our own headers, which lives as long as the answer.
///
/// # Errors
/// It cannot be written.
pub fn header_folder() -> io::Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join(HEADER.0), HEADER.1)?;
    Ok(folder)
}

/// The preprocessed text of a file. A `.i` file is taken as it is; so is any file in which the preprocessor would change nothing.
pub fn preprocess(path: &Path, options: &Options) -> Result<String, Error> {
    if let Some(text) = options.preprocessed.get(path) {
        return Ok(text.to_string());
    }
    let options = &*options.of(path);
    let unsaved = options.unsaved.get(path);
    let text = match unsaved {
        Some(text) => decode(path, text.as_bytes().to_vec())?,
        None => read_text(path)?,
    };
    let given = !options.defines.is_empty()
        || !options.undefines.is_empty()
        || !options.includes.is_empty()
        || !options.passed.is_empty()
        || options.compiler.is_some();
    let preprocessed = path.extension().is_some_and(|e| e == "i");
    if text.contains("\\\n") || text.contains("\\\r\n") || (!preprocessed && (given || needs_preprocessor(&text))) {
        // Nothing may be left of a file that has something in it only under other conditions.
        let output = match unsaved {
            Some(text) => run_unsaved(path, text, options, preprocessed)?,
            None => run(path, options, preprocessed, standard(&text))?,
        };
        return decode(path, output);
    }
    Ok(text)
}

/// As [`preprocess`], with the comments, in whose annotations macros are replaced as elsewhere.
pub fn with_comments(path: &Path, options: &Options) -> Result<String, Error> {
    let options = &*options.of(path);
    let mut kept = options.clone();
    kept.passed.extend(["-C".into(), "-dD".into()]);
    let text = preprocess(path, &kept)?;
    let Some(expansion) = acsl::expansion(&text) else { return Ok(acsl::without_definitions(&text)) };
    let failed = |source| Error::Read { path: path.display().to_string(), source };
    let folder = tempfile::tempdir().map_err(failed)?;
    let file = folder.path().join("annotations.c");
    std::fs::write(&file, &expansion.input).map_err(failed)?;
    // The lines have what was included.
    let alone = Options { includes: Vec::new(), ..options.clone() };
    let output = decode(&file, run(&file, &alone, false, standard(&expansion.input))?)?;
    Ok(acsl::without_definitions(&expansion.applied(&text, &output)))
}

/// The output of `cc -E` for text that is to stand in a file: it finds what the file would find, and says that it is the file.
fn run_unsaved(path: &Path, text: &str, options: &Options, preprocessed: bool) -> Result<Vec<u8>, Error> {
    let failed = |source| Error::Read { path: path.display().to_string(), source };
    let folder = tempfile::tempdir().map_err(failed)?;
    let file = folder.path().join("unsaved.c");
    let name = path.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
    std::fs::write(&file, format!("# 1 \"{name}\"\n{text}")).map_err(failed)?;
    let mut options = options.clone();
    options.passed.extend(["-iquote".into(), path.parent().unwrap_or(Path::new("")).as_os_str().to_owned()]);
    run(&file, &options, preprocessed, standard(text)).map_err(|error| match error {
        Error::Preprocessor { message, .. } => failure(path, message),
        other => other,
    })
}

/// A whole file as text, within the size limit.
fn read_text(path: &Path) -> Result<String, Error> {
    let name = path.display().to_string();
    let failed = |source| Error::Read { path: path.display().to_string(), source };
    let file = File::open(path).map_err(failed)?;
    if file.metadata().map_err(failed)?.is_dir() {
        return Err(Error::Directory { path: name });
    }
    let mut bytes = Vec::new();
    file.take(SIZE_LIMIT + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > SIZE_LIMIT {
        return Err(Error::TooLarge { path: name, limit: SIZE_LIMIT });
    }
    let text = decode(path, bytes)?;
    Ok(text)
}

/// The bytes as UTF-8. Other bytes, as of Latin-1 text, become octal escapes, which mean the same inside of literals.
fn decode(path: &Path, bytes: Vec<u8>) -> Result<String, Error> {
    if bytes.contains(&0) {
        return Err(Error::Binary { path: path.display().to_string() });
    }
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(e) => {
            let mut text = String::new();
            for chunk in e.as_bytes().utf8_chunks() {
                text.push_str(chunk.valid());
                for byte in chunk.invalid() {
                    text.push_str(&format!("\\{byte:03o}"));
                }
            }
            text
        }
    };
    Ok(text)
}

/// Could the preprocessor change the meaning of the text? It has directives other than line markers and pragmas, or words that may be
/// predefined macros.
fn needs_preprocessor(text: &str) -> bool {
    let directive = |line: &str| {
        line.trim_start().strip_prefix('#').is_some_and(|rest| {
            let rest = rest.trim_start();
            // `#line MACRO` is expanded.
            let kept = rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_digit()) || rest.starts_with("pragma") || rest.starts_with("ident");
            let line = rest.strip_prefix("line").is_some_and(|n| n.trim_start().starts_with(|c: char| c.is_ascii_digit()));
            !kept && !line
        })
    };
    text.lines().any(directive) || text.contains("%:") || text.contains("??=") || words(text).any(may_be_predefined)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|w| !w.is_empty())
}

/// Names that a C compiler for x86 defines as macros before the first line, or that act as macros. Wider than the truth is right here.
fn may_be_predefined(word: &str) -> bool {
    const KEYWORDS: [&str; 19] = [
        "alignof",
        "asm",
        "attribute",
        "auto_type",
        "complex",
        "const",
        "extension",
        "float128",
        "func",
        "imag",
        "inline",
        "int128",
        "label",
        "real",
        "restrict",
        "signed",
        "thread",
        "typeof",
        "volatile",
    ];
    match word {
        "linux" | "unix" | "i386" | "_LP64" | "_ILP32" | "_Pragma" | "_STDC_PREDEF_H" => true,
        "__linux" | "__unix" | "__i386" | "__amd64" | "__x86_64" | "__k8" | "__LP64" => true,
        "__FUNCTION__" | "__PRETTY_FUNCTION__" => false,
        _ => match word.strip_prefix("__").and_then(|w| w.strip_suffix("__")) {
            Some(inner) => !KEYWORDS.contains(&inner),
            None => false,
        },
    }
}

/// Which standard the preprocessor is to follow: only that of C23 has numbers like `1'000`, and to older ones the rest of the line is a literal.
fn standard(text: &str) -> &'static str {
    let bytes = text.as_bytes();
    let separates = |at: usize| {
        let before = bytes[..at].iter().rev().take_while(|b| b.is_ascii_alphanumeric() || **b == b'\'').last();
        before.is_some_and(u8::is_ascii_digit) && bytes.get(at + 1).is_some_and(u8::is_ascii_hexdigit)
    };
    let newer = text.match_indices('\'').any(|(at, _)| separates(at));
    if newer { "-std=gnu2x" } else { "-std=gnu11" }
}

/// The output of `cc -E`.
fn run(path: &Path, options: &Options, preprocessed: bool, standard: &str) -> Result<Vec<u8>, Error> {
    let attempt = |flavour| attempt(path, options, preprocessed, standard, flavour);
    match attempt(None)? {
        Ok(text) => Ok(text),
        Err(message) if options.data_model == DataModel::Ilp32 && message.contains("-m32") => {
            attempt(Some(Flavour::NoM32))?.map_err(|_| failure(path, message))
        }
        // The headers of the C library are there, but not those for 32 bits, which differ in nothing but their place and one empty file.
        Err(message) if options.data_model == DataModel::Ilp32 && (message.contains("gnu/stubs-32.h") || message.contains("bits/")) => {
            attempt(Some(Flavour::Headers64))?.map_err(|_| failure(path, message))
        }
        Err(message) => Err(failure(path, message)),
    }
}

fn failure(path: &Path, message: String) -> Error {
    Error::Preprocessor { path: path.display().to_string(), message: message.trim_end().to_owned() }
}

/// Ways to preprocess for 32 bits where the compiler was not installed for them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flavour {
    /// The compiler does not know `-m32`.
    NoM32,
    /// It does, but the 32-bit headers are missing.
    Headers64,
}

/// One run of the compiler: its output, or what it complained about.
fn attempt(path: &Path, options: &Options, preprocessed: bool, standard: &str, flavour: Option<Flavour>) -> Result<Result<Vec<u8>, String>, Error> {
    // `CC` may hold options, as in `ccache gcc`.
    let command = std::env::var("CC").ok().filter(|cc| !cc.trim().is_empty()).unwrap_or_else(|| "cc".to_owned());
    let (command, mut cc) = match &options.compiler {
        Some(compiler) => (compiler.display().to_string(), Command::new(compiler)),
        None => {
            let mut parts = command.split_whitespace();
            let mut cc = Command::new(parts.next().unwrap_or("cc"));
            cc.args(parts);
            (command, cc)
        }
    };
    cc.args(["-E", standard, "-x", "c"]).args(&options.passed);
    if preprocessed {
        cc.arg("-fpreprocessed");
    }
    // Lives until the compiler has read it.
    let stub = (flavour == Some(Flavour::Headers64)).then(tempfile::tempdir).and_then(Result::ok);
    if options.data_model == DataModel::Ilp32 {
        if flavour == Some(Flavour::NoM32) {
            cc.args(["-U__x86_64__", "-U__x86_64", "-U__amd64__", "-U__amd64", "-U__LP64__", "-U_LP64", "-D__i386__=1", "-D__i386=1", "-D_ILP32=1"]);
            cc.args(["-D__SIZEOF_POINTER__=4", "-D__SIZEOF_LONG__=4", "-D__SIZEOF_SIZE_T__=4", "-D__LONG_MAX__=0x7fffffffL", "-D__SIZE_TYPE__=unsigned int"]);
            cc.args(["-D__PTRDIFF_TYPE__=int", "-D__INTPTR_TYPE__=int", "-D__UINTPTR_TYPE__=unsigned int", "-D__LONG_WIDTH__=32"]);
        } else {
            // Without excess precision: `FLT_EVAL_METHOD` is 0, and `double_t` is `double`.
            cc.args(["-m32", "-msse2", "-mfpmath=sse"]);
        }
        if let Some(dir) = &stub {
            // If the file cannot be made the compiler says that it is missing.
            let _ = std::fs::create_dir(dir.path().join("gnu")).and_then(|()| std::fs::write(dir.path().join("gnu/stubs-32.h"), ""));
            cc.arg("-idirafter").arg("/usr/include/x86_64-linux-gnu").arg("-idirafter").arg(dir.path());
        }
    }
    for dir in &options.include_dirs {
        cc.arg("-I").arg(dir);
    }
    // Without it the compiler says that the header is missing, if it is wanted. It lives until the compiler has ended.
    let own = header_folder().ok();
    if let Some(dir) = &own {
        cc.arg("-idirafter").arg(dir.path());
    }
    cc.args(options.defines.iter().map(|d| format!("-D{d}"))).args(options.undefines.iter().map(|u| format!("-U{u}")));
    for file in &options.includes {
        cc.arg("-include").arg(file);
    }
    // A file name that starts with a dash must not be an option.
    cc.arg(if path.to_string_lossy().starts_with('-') { Path::new(".").join(path) } else { path.to_owned() });
    let child = cc.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0).spawn();
    let child = child.map_err(|source| Error::NoPreprocessor { command: command.clone(), source })?;
    collect(child, TIME_LIMIT).map_err(|source| Error::NoPreprocessor { command, source })
}

/// Waits for the child within the limits. Its whole process group dies if it exceeds them.
fn collect(mut child: Child, limit: Duration) -> io::Result<Result<Vec<u8>, String>> {
    // Both were piped when the child was started.
    let (out, err) = (child.stdout.take().expect("piped"), child.stderr.take().expect("piped"));
    let deadline = Instant::now() + limit;
    let (send_out, out) = reader(out, SIZE_LIMIT);
    let (send_err, err) = reader(err, MESSAGE_LIMIT);
    let timed_out = |_| "the preprocessor took too long and was stopped".to_owned();
    let text = out.recv_timeout(deadline.saturating_duration_since(Instant::now())).map_err(timed_out);
    let text = text.and_then(|(bytes, all)| if all { Ok(bytes) } else { Err(format!("its output is larger than {} MiB", SIZE_LIMIT >> 20)) });
    if text.is_err() {
        kill_group(&child);
    }
    let message = err.recv_timeout(deadline.saturating_duration_since(Instant::now()));
    if message.is_err() {
        kill_group(&child);
    }
    let status = child.wait()?;
    // The readers end with the pipes.
    let _ = (send_out.join(), send_err.join());
    Ok(match text {
        Ok(bytes) if status.success() => Ok(bytes),
        Ok(_) => Err(message.map(|(bytes, _)| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_else(|_| format!("it ended with {status}"))),
        Err(reason) => Err(reason),
    })
}

type Received = (Vec<u8>, bool);

/// Reads a pipe to its end in a thread, but keeps `limit` bytes only; the flag says whether that was all.
fn reader(pipe: impl Read + Send + 'static, limit: u64) -> (std::thread::JoinHandle<()>, mpsc::Receiver<Received>) {
    let (send, receive) = mpsc::channel();
    let thread = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let mut pipe = pipe.take(limit + 1);
        let _ = pipe.read_to_end(&mut bytes);
        let all = bytes.len() as u64 <= limit;
        bytes.truncate(limit as usize);
        // Whoever waits may have given up.
        let _ = send.send((bytes, all));
        let _ = io::copy(&mut pipe.into_inner(), &mut io::sink());
    });
    (thread, receive)
}

fn kill_group(child: &Child) {
    // SAFETY: no memory is involved; the child leads its own group and is not waited for yet, so the number is still its own.
    unsafe {
        libc::kill(-(child.id() as i32), libc::SIGKILL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn file(name: &str, content: &[u8]) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let path = dir.path().join(name);
        std::fs::write(&path, content).expect("written");
        (dir, path)
    }

    fn process(name: &str, content: &[u8]) -> Result<String, Error> {
        let (_dir, path) = file(name, content);
        preprocess(&path, &Options::default())
    }

    #[test]
    fn what_is_no_program_is_named() {
        assert!(matches!(preprocess(Path::new("/no/such/file.c"), &Options::default()), Err(Error::Read { .. })));
        assert!(matches!(preprocess(Path::new("/"), &Options::default()), Err(Error::Directory { .. })));
        assert!(process("a.c", b"").is_ok() && process("a.c", b"  \n\n").is_ok());
        assert!(matches!(process("a.i", b"\x7fELF\0\0"), Err(Error::Binary { .. })));
    }

    #[test]
    fn text_without_directives_is_taken_as_it_is() {
        let text = "// a comment\n# 3 \"b.c\"\n#pragma pack(1)\nint main(void) { return 0; }\n";
        assert_eq!(process("a.c", text.as_bytes()).expect("text"), text);
        assert!(!needs_preprocessor("int x __attribute__((unused)); extern int __VERIFIER_nondet_int(void);"));
        for text in ["int x = linux;", "int x = __LINE__;", "long x = __LONG_MAX__;", " # define X", "#if 1", "%:define X", "#line X"] {
            assert!(needs_preprocessor(text), "{text}");
        }
    }

    #[test]
    fn macros_are_expanded_and_options_passed() {
        let text = process("a.c", b"#define X 7\nint a = X;\nint b = 1\\\n2;\n").expect("preprocessed");
        assert!(text.contains("int a = 7;") && text.contains("12;"), "{text}");
        let (_dir, path) = file("a.c", b"int a = X;\n");
        let options = Options { defines: vec!["X=42".to_owned()], ..Options::default() };
        assert!(preprocess(&path, &options).expect("preprocessed").contains("int a = 42;"));
    }

    #[test]
    fn unsaved_text_takes_the_place_of_a_file_and_finds_what_the_file_finds() {
        let (folder, path) = file("a.c", b"int old;\n");
        std::fs::write(folder.path().join("a.h"), "int from_header;\n").unwrap();
        let with = |text: &str| preprocess(&path, &Options { unsaved: [(path.clone(), text.into())].into(), ..Options::default() });
        assert_eq!(with("int new;\n").unwrap(), "int new;\n");
        let text = with("#include \"a.h\"\nint x = __LINE__;\n").unwrap();
        assert!(text.contains("int from_header;") && text.contains("int x = 2;") && text.contains(&format!("\"{}\"", path.display())), "{text}");
        let error = with("\n#include \"missing.h\"\n").unwrap_err().to_string();
        assert!(error.contains("a.c:2:"), "{error}");
    }

    #[test]
    fn what_is_preprocessed_is_not_read_again() {
        let (_folder, path) = file("a.c", b"int on_disk;\n");
        let options = Options { preprocessed: [(path.clone(), "int known;\n".into())].into(), ..Options::default() };
        assert_eq!(preprocess(&path, &options).unwrap(), "int known;\n");
    }

    #[test]
    fn the_data_model_decides_what_the_preprocessor_sees() {
        let (_dir, path) = file("a.c", b"#include <limits.h>\n#ifdef __x86_64__\nint m64 = sizeof(LONG_MAX);\n#else\nint m32;\n#endif\n");
        let options = Options { data_model: DataModel::Ilp32, ..Options::default() };
        assert!(preprocess(&path, &options).expect("preprocessed").contains("m32"));
        assert!(preprocess(&path, &Options::default()).expect("preprocessed").contains("m64"));
    }

    #[test]
    fn messages_of_the_preprocessor_are_kept() {
        let Err(Error::Preprocessor { message, .. }) = process("a.c", b"#error out of cheese\n") else { panic!("an error was expected") };
        assert!(message.contains("out of cheese"), "{message}");
    }

    #[test]
    fn separated_digits_ask_for_the_newer_standard() {
        for text in ["int a = 1'000;", "int a = 0xff'00u;"] {
            assert_eq!(standard(text), "-std=gnu2x", "{text}");
        }
        for text in ["char a = '1', b = L'2';", "case'0':", "f('a','1')"] {
            assert_eq!(standard(text), "-std=gnu11", "{text}");
        }
    }

    #[test]
    fn latin_1_becomes_escapes() {
        assert_eq!(process("a.c", b"char *s = \"caf\xe9\";").expect("text"), "char *s = \"caf\\351\";");
    }

    #[test]
    fn a_preprocessor_that_hangs_is_stopped() {
        let child =
            Command::new("sh").args(["-c", "sleep 30; echo x"]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0).spawn();
        let start = Instant::now();
        let result = collect(child.expect("a shell"), Duration::from_millis(100)).expect("waited");
        assert!(result.is_err() && start.elapsed() < Duration::from_secs(10));
    }
}
