//! The world outside of a program as a test gives it, command line, standard input, files and environment, and the script that sets it up for a native run.
//! Knows inputs by where they come from, not how a test was found.

use engine::confirm::run_observed;
use engine::replay::{STARTED_AS, StandardInput};
use goto::interp::{Compiled, InputSource, Observer};
use goto::{Bits, FILE_NAMED, Failure, FilePart, FuncId, InputId, InputOrigin, Program, TypeId, VARIABLE_NAMED, VariablePart};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::rc::Rc;

/// What a program finds outside when it runs.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct World {
    /// Behind the program's name, without the zero bytes that end them.
    pub arguments: Vec<Vec<u8>>,
    pub stdin: Vec<u8>,
    pub failures: BTreeSet<Failure>,
    /// What is in the working directory: name and content.
    pub files: Vec<(String, Vec<u8>)>,
    /// The environment: names and values.
    pub variables: Vec<(String, Vec<u8>)>,
}

impl World {
    /// What a run has read of it; `None` if the run does not tell the name of a file or variable. A file that is not there is as if it had not been asked for.
    pub fn of(program: &Program, inputs: &[(InputId, Bits)]) -> Option<Self> {
        let mut world = Self::default();
        let (mut contents, mut values): (BTreeMap<u8, Vec<u8>>, BTreeMap<u8, Vec<u8>>) = Default::default();
        for &(input, bits) in inputs {
            let byte = bits.unsigned() as u8;
            match program.inputs[input].origin {
                InputOrigin::ArgumentFollows if byte != 0 => world.arguments.push(Vec::new()),
                InputOrigin::ArgumentByte if byte != 0 => world.arguments.last_mut().into_iter().for_each(|argument| argument.push(byte)),
                InputOrigin::StdinByte => world.stdin.push(byte),
                InputOrigin::Fails(failure) if byte != 0 => _ = world.failures.insert(failure),
                InputOrigin::File(file, FilePart::Exists | FilePart::Listed) if byte != 0 => _ = contents.insert(file, Vec::new()),
                InputOrigin::File(file, FilePart::Byte) => contents.entry(file).or_default().push(byte),
                InputOrigin::Variable(variable, VariablePart::Set) if byte != 0 => _ = values.insert(variable, Vec::new()),
                InputOrigin::Variable(variable, VariablePart::Byte) if byte != 0 => values.entry(variable).or_default().push(byte),
                _ => {}
            }
        }
        if !contents.is_empty() || !values.is_empty() {
            let mut names = WorldNames::new(program);
            run_observed(&Compiled::new(program), inputs, &mut names);
            world.files = contents.into_iter().map(|(file, content)| Some((names.file(file)?, content))).collect::<Option<_>>()?;
            world.variables = values.into_iter().map(|(variable, value)| Some((names.variable(variable)?, value))).collect::<Option<_>>()?;
        }
        Some(world)
    }

    /// The same with what holds one value for all tests, and is no input of theirs.
    pub fn with(mut self, fixed: &Self) -> Self {
        self.arguments.splice(..0, fixed.arguments.iter().cloned());
        self.stdin.splice(..0, fixed.stdin.iter().copied());
        self.files.extend(fixed.files.iter().cloned());
        self.variables.extend(fixed.variables.iter().cloned());
        self
    }

    /// The arguments as `/proc/PID/cmdline` has them: a zero byte behind each.
    pub fn command_line(&self) -> Vec<u8> {
        self.arguments.iter().flat_map(|argument| argument.iter().copied().chain([0])).collect()
    }

    /// The environment as `/proc/PID/environ` has it.
    pub fn environment(&self) -> Vec<u8> {
        self.variables.iter().flat_map(|(name, value)| [name.as_bytes(), b"=", value, b"\0"].concat()).collect()
    }

    /// What the program gets as its standard input.
    pub fn input(&self) -> StandardInput<'_> {
        match () {
            () if self.failures.contains(&Failure::StdinIsClosed) => StandardInput::Closed,
            () if self.failures.contains(&Failure::StdinIsFolder) => StandardInput::Folder,
            () => StandardInput::File(&self.stdin),
        }
    }

    /// What fails, in words, a line each.
    pub fn failures_text(&self) -> Vec<u8> {
        self.failures.iter().flat_map(|failure| [failure.text(), "\n"].concat().into_bytes()).collect()
    }

    /// As [`command_line`](Self::command_line), the standard input, [`failures_text`](Self::failures_text), [`environment`](Self::environment) and the files have it.
    pub fn from_files(command_line: &[u8], stdin: Vec<u8>, failures: &[u8], environment: &[u8], files: Vec<(String, Vec<u8>)>) -> Self {
        let words = |text: &[u8]| {
            let mut words: Vec<Vec<u8>> = text.split(|&byte| byte == 0).map(<[u8]>::to_vec).collect();
            // Behind the last zero there is nothing.
            words.pop();
            words
        };
        let variable = |word: Vec<u8>| {
            let at = word.iter().position(|&byte| byte == b'=')?;
            Some((String::from_utf8(word[..at].to_vec()).ok()?, word[at + 1..].to_vec()))
        };
        let variables = words(environment).into_iter().filter_map(variable).collect();
        let fails = |failure: &Failure| failures.split(|&byte| byte == b'\n').any(|line| line == failure.text().as_bytes());
        Self { arguments: words(command_line), stdin, failures: Failure::ALL.into_iter().filter(fails).collect(), files, variables }
    }

    /// A shell script that runs a program in this world, with the standard input from a file beside it.
    pub fn script(&self) -> String {
        let mut text = include_str!("run.sh").to_owned();
        for argument in &self.arguments {
            let (before, word) = shell_word(argument);
            let _ = writeln!(text, "{before}set -- \"$@\" {word}");
        }
        // `env` takes them in front of the program.
        let mut variables = String::new();
        for (number, (name, value)) in self.variables.iter().enumerate() {
            let (before, word) = shell_word(value);
            let _ = writeln!(text, "{before}variable{number}={word}");
            let _ = write!(variables, " \"{name}=$variable{number}\"");
        }
        if !self.files.is_empty() {
            text.push_str("cp \"$here\"/files/* . || exit 77\n");
        }
        // What confines the program may need its standard input open.
        let (stdin, closing) = match self.input() {
            StandardInput::File(_) => ("\"$here/stdin\"", ""),
            StandardInput::Folder => (".", ""),
            StandardInput::Closed => ("/dev/null", "sh -c 'exec \"$@\" <&-' sh "),
        };
        let stdout = if self.failures.contains(&Failure::StdoutIsFull) { " >/dev/full" } else { "" };
        // A program may look at the name under which it was started.
        let _ = writeln!(text, "start() {{ confine {closing}env -i{variables} {STARTED_AS} \"$@\" <{stdin}{stdout}; }}");
        text + include_str!("run-end.sh")
    }
}

/// Bytes as a word of a shell script, and what has to stand before it.
fn shell_word(bytes: &[u8]) -> (String, String) {
    if bytes.iter().all(|byte| (b' '..=b'~').contains(byte)) {
        let plain: String = bytes.iter().map(|&byte| if byte == b'\'' { "'\\''".to_owned() } else { char::from(byte).to_string() }).collect();
        return (String::new(), format!("'{plain}'"));
    }
    let octal: String = bytes.iter().map(|byte| format!("\\{byte:03o}")).collect();
    // The letter behind keeps newlines at the end.
    (format!("bytes=$(printf '{octal}x'); "), "\"${bytes%x}\"".to_owned())
}

/// The names of the files and variables that a run uses, by their numbers; their models tell them byte by byte. Clones share what they know.
#[derive(Clone, Debug)]
pub struct WorldNames {
    files: Names,
    variables: Names,
}

#[derive(Clone, Debug)]
struct Names {
    /// Gets them.
    function: Option<FuncId>,
    known: Rc<RefCell<BTreeMap<u8, Vec<u8>>>>,
}

impl Names {
    fn new(program: &Program, function: &str) -> Self {
        let function = program.functions.iter().find(|(_, f)| f.model && f.name == function).map(|(id, _)| id);
        Self { function, known: Rc::default() }
    }

    fn called(&self, function: FuncId, arguments: &[Option<Bits>]) {
        if let (true, [Some(number), Some(byte)]) = (self.function == Some(function), arguments) {
            let mut known = self.known.borrow_mut();
            let name = known.entry(number.unsigned() as u8).or_default();
            match byte.unsigned() as u8 {
                // Another name begins.
                0 => name.clear(),
                byte => name.push(byte),
            }
        }
    }

    fn of(&self, number: u8) -> Option<String> {
        self.known.borrow().get(&number).map(|name| String::from_utf8_lossy(name).into_owned())
    }
}

impl WorldNames {
    pub fn new(program: &Program) -> Self {
        Self { files: Names::new(program, FILE_NAMED), variables: Names::new(program, VARIABLE_NAMED) }
    }

    /// As the interpreter tells its observers of calls.
    pub fn called(&self, function: FuncId, arguments: &[Option<Bits>]) {
        self.files.called(function, arguments);
        self.variables.called(function, arguments);
    }

    fn file(&self, number: u8) -> Option<String> {
        self.files.of(number)
    }

    fn variable(&self, number: u8) -> Option<String> {
        self.variables.of(number)
    }
}

impl Observer for WorldNames {
    const TRACE: bool = false;
    const CALLS: bool = true;

    fn called(&mut self, function: FuncId, arguments: &[Option<Bits>]) {
        Self::called(self, function, arguments);
    }
}

/// A file or variable as a run reads it: which of the world's it is, and the byte that comes next.
#[derive(Clone, Copy)]
struct Reading {
    of: usize,
    at: usize,
    /// The byte of its name that comes next, if the program reads that.
    named: usize,
}

impl Reading {
    fn of(of: usize) -> Self {
        Self { of, at: 0, named: 0 }
    }
}

/// The world and the values of a test as the interpreter asks for them: what a program reads beyond its end is that nothing follows.
pub struct WorldSource<'a, S> {
    program: &'a Program,
    world: &'a World,
    /// Arguments that were begun, and bytes read of the last of them and of the standard input.
    argument: usize,
    byte: usize,
    stdin: usize,
    /// The files and variables that were found, by their numbers.
    files: BTreeMap<u8, Reading>,
    variables: BTreeMap<u8, Reading>,
    names: WorldNames,
    /// Delivers what is not of the world.
    calls: S,
}

impl<'a, S> WorldSource<'a, S> {
    /// The run that asks has to tell the names of files.
    pub fn new(program: &'a Program, world: &'a World, names: WorldNames, calls: S) -> Self {
        Self { program, world, argument: 0, byte: 0, stdin: 0, files: BTreeMap::new(), variables: BTreeMap::new(), names, calls }
    }

    /// One part of a file; `None` for a byte behind its end.
    fn of_file(&mut self, number: u8, part: FilePart) -> Option<u8> {
        match part {
            FilePart::Exists => {
                let name = self.names.file(number);
                let file = self.world.files.iter().position(|(own, _)| Some(own) == name.as_ref());
                return Some(self.found(number, file));
            }
            FilePart::Listed => {
                let is_new = |&file: &usize| self.files.values().all(|reading| reading.of != file);
                let file = (0..self.world.files.len()).find(is_new);
                return Some(self.found(number, file));
            }
            FilePart::Follows | FilePart::Byte | FilePart::NameByte => {}
        }
        let reading = self.files.get_mut(&number)?;
        let (name, content) = &self.world.files[reading.of];
        if part == FilePart::NameByte {
            reading.named += 1;
            return Some(name.as_bytes().get(reading.named - 1).copied().unwrap_or(0));
        }
        let byte = content.get(reading.at).copied();
        if part == FilePart::Follows {
            return Some(u8::from(byte.is_some()));
        }
        reading.at += 1;
        byte
    }

    /// The file of the world that has this number, if one has; 1 or 0.
    fn found(&mut self, number: u8, file: Option<usize>) -> u8 {
        self.files.extend(file.map(|file| (number, Reading::of(file))));
        u8::from(file.is_some())
    }

    /// What delivers the other values.
    pub fn calls(self) -> S {
        self.calls
    }
}

impl<S> WorldSource<'_, S> {
    /// One part of a variable of the environment.
    fn of_variable(&mut self, number: u8, part: VariablePart) -> Option<u8> {
        if part == VariablePart::Set {
            let name = self.names.variable(number);
            let variable = self.world.variables.iter().position(|(own, _)| Some(own) == name.as_ref());
            self.variables.extend(variable.map(|variable| (number, Reading::of(variable))));
            return Some(u8::from(variable.is_some()));
        }
        let reading = self.variables.get_mut(&number)?;
        reading.at += 1;
        Some(self.world.variables[reading.of].1.get(reading.at - 1).copied().unwrap_or(0))
    }
}

impl<S: InputSource> InputSource for WorldSource<'_, S> {
    fn next(&mut self, input: InputId, ty: TypeId, width: u16) -> Option<Bits> {
        let value = match self.program.inputs[input].origin {
            InputOrigin::Call => return self.calls.next(input, ty, width),
            InputOrigin::ArgumentFollows => {
                let follows = self.argument < self.world.arguments.len();
                self.argument += usize::from(follows);
                self.byte = 0;
                u8::from(follows)
            }
            InputOrigin::ArgumentByte => {
                let argument = self.argument.checked_sub(1).and_then(|n| self.world.arguments.get(n));
                let byte = argument.and_then(|argument| argument.get(self.byte)).copied().unwrap_or(0);
                self.byte += 1;
                byte
            }
            InputOrigin::Fails(failure) => u8::from(self.world.failures.contains(&failure)),
            InputOrigin::StdinFollows => u8::from(self.stdin < self.world.stdin.len()),
            InputOrigin::StdinByte => {
                let byte = self.world.stdin.get(self.stdin).copied()?;
                self.stdin += 1;
                byte
            }
            InputOrigin::File(number, part) => self.of_file(number, part)?,
            InputOrigin::Variable(number, part) => self.of_variable(number, part)?,
        };
        Some(Bits::new(width, u128::from(value)))
    }
}
