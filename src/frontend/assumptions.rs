//! What the user says of the world outside of a program: how much there is of it, which variables are set, what holds one value. Results tell it, since proofs rest on it. Knows how it is
//! written on a command line and what it is as a model in C, not what the other models do with it.

use super::similar;
use goto::{LONGEST_ARGUMENT, MOST_ARGUMENTS};
use std::collections::BTreeSet;
use std::fmt::{Display, Write as _};
use std::str::FromStr;

/// Files of the working directory, and variables of the environment, that models hold.
pub(crate) const MOST_FILES: u8 = 3;
const MOST_VARIABLES: usize = 8;
/// Bytes of a name that models hold, and of the value of a variable.
const LONGEST_NAME: usize = 31;
pub(crate) const LONGEST_VARIABLE: u8 = 31;

/// All that the user says; by default nothing.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct WorldAssumptions {
    pub arguments: Option<ArgumentLimits>,
    /// Bytes of the standard input.
    pub stdin: Option<u16>,
    pub files: Option<FileLimits>,
    /// No others are set; any may be set if there are none here.
    pub variables: Vec<VariableName>,
    pub fixed: Vec<Fixed>,
    /// What may fail in tests; proofs hold whatever fails.
    pub failures: Failures,
    /// A test says what the world is; it may have more files than models hold.
    pub is_given: bool,
}

/// How many things fail in a test, at most, of those that a test can bring about: something is wrong with the standard input, and the standard output is full.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Failures(u8);

impl Failures {
    /// All that can fail at once.
    pub const MOST: Self = Self(2);
}

impl FromStr for Failures {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let can = "a test can bring about that the standard input is a directory or closed, and that the standard output is full, and nothing else";
        let most = up_to(Self::MOST.0, "N", text).map_err(|why| format!("{why}: {can}"))?;
        Ok(Self(most))
    }
}

/// How much a command line has behind the program's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArgumentLimits {
    number: u8,
    length: u8,
}

/// How many files the working directory has of those that the program asks for, and how long they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileLimits {
    number: u8,
    length: Option<u16>,
}

/// The name of a variable of the environment that a test can set.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct VariableName(String);

/// The name of a file of the working directory that a test can have.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FileName(String);

/// A part of the world that is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fixed {
    /// All arguments behind the program's name.
    Arguments(Vec<Vec<u8>>),
    Stdin(Vec<u8>),
    File(FileName, Vec<u8>),
    Variable(VariableName, Vec<u8>),
}

/// `3` or `3,8`: a number, and another one, as far as it is there.
fn pair(text: &str) -> (&str, Option<&str>) {
    text.split_once(',').map_or((text, None), |(number, length)| (number, Some(length)))
}

fn up_to<T: FromStr + PartialOrd + Display>(most: T, what: &str, text: &str) -> Result<T, String> {
    let number = text.trim().parse().ok().filter(|number| *number <= most);
    number.ok_or_else(|| format!("{what} is a number from 0 to {most}"))
}

/// Arguments, and bytes of each, as many as there may be without a number.
impl FromStr for ArgumentLimits {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (number, length) = pair(text);
        let length = length.map_or(Ok(LONGEST_ARGUMENT), |length| up_to(LONGEST_ARGUMENT, "LEN", length))?;
        Ok(Self { number: up_to(MOST_ARGUMENTS, "N", number)?, length })
    }
}

impl Display for Failures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// Files, and bytes of each.
impl FromStr for FileLimits {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (number, length) = pair(text);
        let length = length.map(|length| up_to(u16::MAX, "LEN", length)).transpose()?;
        Ok(Self { number: up_to(MOST_FILES, "N", number)?, length })
    }
}

/// Variables that the C library looks at itself, and beginnings of such names. Models have the same lists.
const OF_LIBRARY: [&str; 6] = ["POSIXLY_CORRECT", "TZ", "LANG", "LANGUAGE", "NLSPATH", "LOCPATH"];
const BEGINNINGS_OF_LIBRARY: [&str; 5] = ["LC_", "LD_", "MALLOC_", "GLIBC_", "GCONV_"];

impl FromStr for VariableName {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let is_part = |c: char| c == '_' || c.is_ascii_alphanumeric();
        if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(is_part) || name.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(format!("a variable of the environment has a name of 1 to {LONGEST_NAME} letters, digits and `_`"));
        }
        if OF_LIBRARY.contains(&name) || BEGINNINGS_OF_LIBRARY.iter().any(|beginning| name.starts_with(beginning)) {
            return Err(format!("the C library reads {name} itself, so no test sets it"));
        }
        Ok(Self(name.to_owned()))
    }
}

impl FromStr for FileName {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let is_plain = |byte: u8| byte.is_ascii_graphic() && byte != b'/';
        if name.is_empty() || name.len() > LONGEST_NAME || name.starts_with('.') || !name.bytes().all(is_plain) {
            return Err(format!("a file of a test has a name of 1 to {LONGEST_NAME} characters without `/` and spaces, and no `.` at its beginning"));
        }
        Ok(Self(name.to_owned()))
    }
}

/// What can be fixed, as messages name it.
const FORMS: [&str; 4] = ["argv=WORDS", "stdin=TEXT", "env(NAME)=TEXT", "file(NAME)=TEXT"];

/// `argv=-n 'two words'`, `stdin=a line\n`, `env(HOME)=/`, `file(cfg)=x`.
impl FromStr for Fixed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = |kind: &str| text.strip_prefix(kind)?.strip_prefix('(')?.split_once(")=");
        if let Some(words) = text.strip_prefix("argv=") {
            return arguments(words).map(Self::Arguments);
        }
        if let Some(text) = text.strip_prefix("stdin=") {
            return content(text).map(Self::Stdin);
        }
        if let Some((name, text)) = named("file") {
            return Ok(Self::File(name.parse()?, content(text)?));
        }
        if let Some((name, text)) = named("env") {
            let value = content(text)?;
            if value.len() > LONGEST_VARIABLE.into() || value.contains(&0) {
                return Err(format!("a variable of the environment holds at most {LONGEST_VARIABLE} bytes, none of them zero"));
            }
            return Ok(Self::Variable(name.parse()?, value));
        }
        let word = &text[..text.find(['=', '(']).unwrap_or(text.len())];
        let hint = similar::similar(word, FORMS.map(|form| form.split(['=', '(']).next().unwrap_or(form)));
        let form = hint.and_then(|word| FORMS.into_iter().find(|form| form.starts_with(word)));
        let meant = form.map_or(String::new(), |form| format!(" (did you mean `{form}`?)"));
        Err(format!("`{text}` is no part of the world with a value{meant}; there are {}", FORMS.join(", ")))
    }
}

/// Words as a shell reads them.
fn arguments(text: &str) -> Result<Vec<Vec<u8>>, String> {
    let words = shlex::split(text).ok_or_else(|| "a quotation in the arguments does not end".to_owned())?;
    if words.len() > MOST_ARGUMENTS.into() || words.iter().any(|word| word.len() > LONGEST_ARGUMENT.into()) {
        return Err(format!("a test has at most {MOST_ARGUMENTS} arguments of at most {LONGEST_ARGUMENT} bytes"));
    }
    Ok(words.into_iter().map(String::into_bytes).collect())
}

/// The bytes that a text stands for: `\n`, `\t`, `\r`, `\\`, `\0` and `\xHH` have their meaning.
fn content(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        bytes.push(match rest.next() {
            Some(b'n') => b'\n',
            Some(b't') => b'\t',
            Some(b'r') => b'\r',
            Some(b'0') => 0,
            Some(b'\\') => b'\\',
            Some(b'x') => {
                let digit = |byte: Option<u8>| char::from(byte.unwrap_or(b' ')).to_digit(16);
                let (Some(high), Some(low)) = (digit(rest.next()), digit(rest.next())) else {
                    return Err("two hexadecimal digits stand behind \\x".to_owned());
                };
                (16 * high + low) as u8
            }
            _ => return Err("behind a backslash stands one of n, t, r, 0, xHH, and another backslash".to_owned()),
        });
    }
    if bytes.len() > u16::MAX.into() {
        return Err(format!("a text that is fixed has at most {} bytes", u16::MAX));
    }
    Ok(bytes)
}

/// Beside the name: bytes as a message shows them.
fn shown(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}

impl ArgumentLimits {
    /// Arguments, at most [`MOST_ARGUMENTS`].
    pub fn number(self) -> u8 {
        self.number
    }

    /// Bytes of each, at most [`LONGEST_ARGUMENT`].
    pub fn length(self) -> u8 {
        self.length
    }
}

impl FileLimits {
    pub fn number(self) -> u8 {
        self.number
    }

    /// Bytes of each; `None` if there may be any number.
    pub fn length(self) -> Option<u16> {
        self.length
    }
}

impl VariableName {
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl FileName {
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl Fixed {
    /// As a user names it.
    fn name(&self) -> String {
        match self {
            Self::Arguments(_) => "argv".to_owned(),
            Self::Stdin(_) => "stdin".to_owned(),
            Self::File(name, _) => format!("file({})", name.text()),
            Self::Variable(name, _) => format!("env({})", name.text()),
        }
    }

    fn told(&self) -> String {
        format!("{} = {}", self.name(), self.value())
    }

    fn value(&self) -> String {
        match self {
            Self::Arguments(words) => words.iter().map(|word| format!("'{}'", shown(word))).collect::<Vec<_>>().join(" "),
            Self::Stdin(text) | Self::File(_, text) | Self::Variable(_, text) => format!("'{}'", shown(text)),
        }
    }
}

impl WorldAssumptions {
    /// # Errors
    /// If two options speak of the same, or of more than models hold.
    pub fn check(&self) -> Result<(), String> {
        let mut seen = BTreeSet::new();
        if let Some(twice) = self.fixed.iter().map(Fixed::name).find(|name| !seen.insert(name.clone())) {
            return Err(format!("--fix {twice} is there twice"));
        }
        let both =
            |limited: bool, option: &str, name: &str| (limited && seen.contains(name)).then(|| format!("--fix {name} leaves nothing for --{option} to say"));
        let limited_and_fixed = [(self.arguments.is_some(), "args", "argv"), (self.stdin.is_some(), "stdin", "stdin")];
        if let Some(why) = limited_and_fixed.into_iter().find_map(|(limited, option, name)| both(limited, option, name)) {
            return Err(why);
        }
        let fixed_files = self.fixed.iter().filter(|fixed| matches!(fixed, Fixed::File(..))).count();
        let fixed_variables = self.fixed.iter().filter_map(|fixed| if let Fixed::Variable(name, _) = fixed { Some(name) } else { None });
        let variables: BTreeSet<&VariableName> = self.variables.iter().chain(fixed_variables).collect();
        if fixed_files > MOST_FILES.into() {
            return Err(format!("--fix file(...): a test has at most {MOST_FILES} files"));
        }
        if variables.len() > MOST_VARIABLES {
            return Err(format!("--env and --fix env(...): a test sets at most {MOST_VARIABLES} variables"));
        }
        Ok(())
    }

    /// The options that were given, if there are any.
    pub fn options(&self) -> Option<String> {
        let given = [
            ("--args", self.arguments.is_some()),
            ("--stdin", self.stdin.is_some()),
            ("--files", self.files.is_some()),
            ("--env", !self.variables.is_empty()),
            ("--fix", !self.fixed.is_empty()),
            ("--failures", self.may_fail()),
        ];
        let names: Vec<&str> = given.into_iter().filter(|(_, given)| *given).map(|(name, _)| name).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }

    /// What is taken for granted, a line each.
    pub(crate) fn told(&self) -> Vec<String> {
        let arguments = self.arguments.map(|ArgumentLimits { number, length }| format!("at most {number} arguments of at most {length} bytes"));
        let arguments = arguments.or_else(|| Some(self.fixed.iter().find(|fixed| matches!(fixed, Fixed::Arguments(_)))?.told()));
        let arguments = arguments.map(|arguments| format!("{arguments}, and a program's name of at most {LONGEST_ARGUMENT}"));
        let stdin = self.stdin.map(|most| format!("a standard input of at most {most} bytes"));
        let files = self.files.map(|FileLimits { number, length }| {
            let of_bytes = length.map_or(String::new(), |length| format!(", of at most {length} bytes"));
            format!("at most {number} of the files that the program asks for in the working directory are there{of_bytes}")
        });
        let names: Vec<&str> = self.variables.iter().map(VariableName::text).collect();
        let variables = (!names.is_empty()).then(|| format!("no variables of the environment are set but {}", names.join(", ")));
        let fixed = self.fixed.iter().filter(|fixed| !matches!(fixed, Fixed::Arguments(_))).map(Fixed::told);
        let unchanged = self.knows_files().then(|| "no other program makes, changes or removes files".to_owned());
        [arguments, stdin, files, variables].into_iter().flatten().chain(fixed).chain(unchanged).map(|what| format!("assumed: {what}")).collect()
    }

    /// Do they say how many arguments there are at most, and how long?
    pub(crate) fn limits_arguments(&self) -> bool {
        self.arguments.is_some() || self.fixed_arguments().is_some()
    }

    /// May anything fail in tests?
    /// Tests say what the world is; in some of them something fails.
    pub fn given(&mut self, fails: bool) {
        self.is_given = true;
        if fails {
            self.failures = Failures::MOST;
        }
    }

    pub(crate) fn may_fail(&self) -> bool {
        self.failures != Failures::default()
    }

    pub(crate) fn fixed_arguments(&self) -> Option<&[Vec<u8>]> {
        self.fixed.iter().find_map(|fixed| if let Fixed::Arguments(words) = fixed { Some(words.as_slice()) } else { None })
    }

    /// Do they say something of files? Then no other program changes them.
    pub(crate) fn knows_files(&self) -> bool {
        self.files.is_some() || self.fixed.iter().any(|fixed| matches!(fixed, Fixed::File(..)))
    }

    /// Do they say something of the standard input or of files?
    pub(crate) fn limits_files(&self) -> bool {
        self.stdin.is_some() || self.knows_files() || self.fixed.iter().any(|fixed| matches!(fixed, Fixed::Stdin(_)))
    }

    /// Do they say something of variables of the environment?
    pub(crate) fn limits_variables(&self) -> bool {
        !self.variables.is_empty() || self.fixed.iter().any(|fixed| matches!(fixed, Fixed::Variable(..)))
    }

    /// The model in C that answers for it, in place of the one that knows nothing.
    pub(crate) fn model(&self) -> String {
        let mut model = Model::default();
        // Of the arguments the first one has number 0, as their order is.
        let words = self.fixed_arguments();
        words.unwrap_or_default().iter().for_each(|word| _ = model.add(word));
        let mut input = None;
        for fixed in &self.fixed {
            match fixed {
                Fixed::Arguments(_) => {}
                Fixed::Stdin(text) => input = Some(model.add(text)),
                Fixed::File(FileName(name), text) => model.add_named("file", name, text),
                Fixed::Variable(VariableName(name), text) => model.add_named("variable", name, text),
            }
        }
        let is = |name: &VariableName| format!("__model_strcmp(name, \"{}\") == 0", name.text());
        let may_be_set = if self.variables.is_empty() { "1".to_owned() } else { self.variables.iter().map(is).collect::<Vec<_>>().join(" || ") };
        let beginning = match self.failures {
            Failures(0) => "void __model_begin_failures(void) {}\n".to_owned(),
            Failures(most) => FAILING.replace("MOST", &most.to_string()),
        };
        model.text(words.map(<[_]>::len), input, &may_be_set) + &beginning
    }
}

/// Before the program begins: its standard input may be a directory or closed, and its standard output full.
const FAILING: &str = "struct __stream { _Bool eof, error, closed, buffered, no_reads, no_writes; int pushed, file, number; long at; };
struct __descriptor { _Bool open, used; int file, flags, same; long at; struct __stream *stream; };
extern struct __stream __model_streams[3];
extern struct __descriptor __model_descriptors[12];
extern _Bool __model_output_full;
void __model_assume(int holds);
_Bool __stdin_is_a_directory(void);
_Bool __stdin_is_closed(void);
_Bool __stdout_is_full(void);
enum { OPEN_FOLDER = 5, CLOSED = 6 };
void __model_begin_failures(void) {
  _Bool folder = __stdin_is_a_directory(), closed = __stdin_is_closed(), full = __stdout_is_full();
  __model_assume(folder + closed + full <= MOST && !(folder && closed));
  if (folder)
    __model_streams[0].file = __model_descriptors[0].file = OPEN_FOLDER;
  if (closed) {
    __model_streams[0].file = CLOSED;
    __model_descriptors[0].open = 0;
    __model_descriptors[0].file = 0;
    __model_descriptors[0].stream = 0;
  }
  __model_output_full = full;
}
";

/// The parts of a model in C.
#[derive(Default)]
struct Model {
    /// Arrays, and the cases of functions that look at them.
    arrays: String,
    sizes: String,
    bytes: String,
    files: String,
    variables: String,
    texts: usize,
}

impl Model {
    /// The number of the text.
    fn add(&mut self, text: &[u8]) -> usize {
        let number = self.texts;
        let bytes: String = text.iter().map(|byte| format!("{byte}, ")).collect();
        // Writing to a string does not fail.
        let _ = writeln!(self.arrays, "static const unsigned char __fixed{number}[] = {{{bytes}0}};");
        let _ = writeln!(self.sizes, "  case {number}: return {};", text.len());
        let _ = writeln!(self.bytes, "  case {number}: return __fixed{number}[at];");
        self.texts += 1;
        number
    }

    fn add_named(&mut self, kind: &str, name: &str, text: &[u8]) {
        let number = self.add(text);
        let to = if kind == "file" { &mut self.files } else { &mut self.variables };
        let name: String = name.bytes().map(|byte| format!("\\{byte:03o}")).collect();
        let _ = writeln!(to, "  if (__model_strcmp(name, \"{name}\") == 0)\n    return {number};");
    }

    fn text(self, arguments: Option<usize>, input: Option<usize>, may_be_set: &str) -> String {
        let Self { arrays, sizes, bytes, files, variables, .. } = self;
        let number = |number: Option<usize>| number.map_or("-1".to_owned(), |number| number.to_string());
        let (arguments, input) = (number(arguments), number(input));
        format!(
            "int __model_strcmp(const char *a, const char *b);\n{arrays}\
             int __model_fixed_arguments(void) {{ return {arguments}; }}\n\
             int __model_fixed_input(void) {{ return {input}; }}\n\
             int __model_fixed_file(const char *name) {{\n{files}  return -1;\n}}\n\
             int __model_fixed_variable(const char *name) {{\n{variables}  return -1;\n}}\n\
             _Bool __model_variable_may_be_set(const char *name) {{ return {may_be_set}; }}\n\
             long __model_fixed_size(int text) {{\n  switch (text) {{\n{sizes}  default: return 0;\n  }}\n}}\n\
             unsigned char __model_fixed_byte(int text, long at) {{\n  switch (text) {{\n{bytes}  default: return 0;\n  }}\n}}\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_have_the_same_limits_and_names() {
        let (environment, files) = (include_str!("models/environment.c"), include_str!("models/files.c"));
        let quoted = |names: &[&str]| names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ");
        let variables = format!("VARIABLES = {MOST_VARIABLES}, NAME = {}, VALUE = {},", LONGEST_NAME + 1, LONGEST_VARIABLE + 1);
        for told in [format!("whole[] = {{{}}};", quoted(&OF_LIBRARY)), format!("beginnings[] = {{{}}};", quoted(&BEGINNINGS_OF_LIBRARY)), variables] {
            assert!(environment.contains(&told), "environment.c: {told}");
        }
        for n in [OF_LIBRARY.len(), BEGINNINGS_OF_LIBRARY.len()] {
            assert!(environment.contains(&format!("i < {n}; i++)")), "environment.c: {n} names");
        }
        let told = format!("FILES = {MOST_FILES}, NAME = {}, CONTENT = {}", LONGEST_NAME + 1, crate::library::LONGEST_FILE);
        assert!(files.contains(&told), "files.c: {told}");
    }

    #[test]
    fn parts_of_the_world_have_their_forms() {
        let fixed = |text: &str| text.parse::<Fixed>();
        assert_eq!(fixed("argv=-n 'two words' \"\"").unwrap(), Fixed::Arguments(vec![b"-n".to_vec(), b"two words".to_vec(), Vec::new()]));
        assert_eq!(fixed("argv=").unwrap(), Fixed::Arguments(Vec::new()));
        assert_eq!(fixed("stdin=a\\n\\x00\\\\").unwrap(), Fixed::Stdin(b"a\n\0\\".to_vec()));
        assert_eq!(fixed("file(a=b)=x=y").unwrap(), Fixed::File(FileName("a=b".to_owned()), b"x=y".to_vec()));
        assert_eq!(fixed("env(HOME)=").unwrap(), Fixed::Variable(VariableName("HOME".to_owned()), Vec::new()));
        for (wrong, why) in [
            ("args=1", "did you mean `argv=WORDS`?"),
            ("enf(HOME)=1", "did you mean `env(NAME)=TEXT`?"),
            ("files(cfg)=1", "did you mean `file(NAME)=TEXT`?"),
            ("x", "there are argv=WORDS"),
            ("argv='a", "does not end"),
            ("stdin=\\q", "behind a backslash"),
            ("stdin=\\x4", "two hexadecimal digits"),
            ("file(a/b)=1", "without `/`"),
            ("file(.a)=1", "no `.` at its beginning"),
            ("env(TZ)=UTC", "the C library reads TZ itself"),
            ("env(1)=x", "letters, digits"),
            ("env(A)=\\0", "none of them zero"),
        ] {
            let said = fixed(wrong).unwrap_err();
            assert!(said.contains(why), "{wrong}: {said}");
        }
    }

    #[test]
    fn what_contradicts_itself_is_refused() {
        let fixed = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect::<Vec<Fixed>>();
        let with = |texts: &[&str]| WorldAssumptions { fixed: fixed(texts), ..WorldAssumptions::default() };
        assert!(with(&["stdin=a", "argv=b", "file(a)=", "env(A)="]).check().is_ok());
        assert!(with(&["stdin=a", "stdin=b"]).check().unwrap_err().contains("--fix stdin is there twice"));
        assert!(WorldAssumptions { stdin: Some(3), ..with(&["stdin=a"]) }.check().unwrap_err().contains("--stdin"));
        assert!(with(&["file(a)=", "file(b)=", "file(c)=", "file(d)="]).check().is_err());
        let many: Vec<VariableName> = (0..9).map(|n| format!("V{n}").parse().unwrap()).collect();
        assert!(WorldAssumptions { variables: many, ..WorldAssumptions::default() }.check().is_err());
    }

    #[test]
    fn the_model_that_knows_nothing_is_that_of_no_assumptions() {
        let stored = include_str!("models/assumptions.c");
        assert!(stored.ends_with(&WorldAssumptions::default().model()), "{}", WorldAssumptions::default().model());
    }
}
