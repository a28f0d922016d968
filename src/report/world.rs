//! The world outside of a program as a test gives it, command line and standard input, and the script that sets it up for a native run. Knows inputs by where they come from,
//! not how a test was found.

use engine::confirm::run_observed;
use goto::interp::{Compiled, InputSource, Observer};
use goto::{Bits, FILE_NAMED, FilePart, FuncId, InputId, InputOrigin, Program, TypeId};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::rc::Rc;

/// What a program finds outside when it runs.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct World {
    /// Behind the program's name, without the zero bytes that end them.
    pub arguments: Vec<Vec<u8>>,
    pub stdin: Vec<u8>,
    /// What is in the working directory: name and content.
    pub files: Vec<(String, Vec<u8>)>,
}

impl World {
    /// Does the program read anything of it?
    pub fn is_read(program: &Program) -> bool {
        program.inputs.values().any(|input| input.origin != InputOrigin::Call)
    }

    /// What a run has read of it. A file that is not there is as if it had not been asked for.
    pub fn of(program: &Program, inputs: &[(InputId, Bits)]) -> Self {
        let mut world = Self::default();
        let mut contents: BTreeMap<u8, Vec<u8>> = BTreeMap::new();
        for &(input, bits) in inputs {
            let byte = bits.unsigned() as u8;
            match program.inputs[input].origin {
                InputOrigin::ArgumentFollows if byte != 0 => world.arguments.push(Vec::new()),
                InputOrigin::ArgumentByte if byte != 0 => world.arguments.last_mut().into_iter().for_each(|argument| argument.push(byte)),
                InputOrigin::StdinByte => world.stdin.push(byte),
                InputOrigin::File(file, FilePart::Exists) if byte != 0 => _ = contents.insert(file, Vec::new()),
                InputOrigin::File(file, FilePart::Byte) => contents.entry(file).or_default().push(byte),
                _ => {}
            }
        }
        if !contents.is_empty() {
            let mut names = FileNames::new(program);
            run_observed(&Compiled::new(program), inputs, &mut names);
            world.files = contents.into_iter().filter_map(|(file, content)| Some((names.of(file)?, content))).collect();
        }
        world
    }

    /// The arguments as `/proc/PID/cmdline` has them: a zero byte behind each.
    pub fn command_line(&self) -> Vec<u8> {
        self.arguments.iter().flat_map(|argument| argument.iter().copied().chain([0])).collect()
    }

    /// As [`command_line`](Self::command_line), the standard input and the files have it.
    pub fn from_files(command_line: &[u8], stdin: Vec<u8>, files: Vec<(String, Vec<u8>)>) -> Self {
        let mut arguments: Vec<Vec<u8>> = command_line.split(|&byte| byte == 0).map(<[u8]>::to_vec).collect();
        // Behind the last zero there is nothing.
        arguments.pop();
        Self { arguments, stdin, files }
    }

    /// A shell script that runs a program in this world, with the standard input from a file beside it.
    pub fn script(&self) -> String {
        let mut text = String::from(
            "#!/bin/sh\n# Runs a program as this test does: sh run.sh PROGRAM\n[ $# -eq 1 ] || { echo 'usage: sh run.sh PROGRAM' >&2; exit 77; }\nprogram=$1\nhere=$(cd \"$(dirname \"$0\")\" && pwd)\n\
             case $program in */*) program=$(cd \"$(dirname \"$program\")\" && pwd)/$(basename \"$program\");; esac\nset --\n",
        );
        for argument in &self.arguments {
            if argument.iter().all(|byte| (b' '..=b'~').contains(byte)) {
                let plain: String = argument.iter().map(|&byte| if byte == b'\'' { "'\\''".to_owned() } else { char::from(byte).to_string() }).collect();
                let _ = writeln!(text, "set -- \"$@\" '{plain}'");
            } else {
                let octal: String = argument.iter().map(|byte| format!("\\{byte:03o}")).collect();
                // The letter behind keeps newlines at the end.
                let _ = writeln!(text, "argument=$(printf '{octal}x'); set -- \"$@\" \"${{argument%x}}\"");
            }
        }
        text.push_str("work=$(mktemp -d) && cd \"$work\" || exit 77\ntrap 'rm -rf \"$work\"' EXIT\n");
        if !self.files.is_empty() {
            text.push_str("cp \"$here\"/files/* . || exit 77\n");
        }
        text.push_str("env -i \"$program\" \"$@\" <\"$here/stdin\"\n");
        text
    }
}

/// The names of the files that a run uses, by their numbers; the model of files tells them byte by byte. Clones share what they know.
#[derive(Clone, Debug)]
pub struct FileNames {
    function: Option<FuncId>,
    names: Rc<RefCell<BTreeMap<u8, String>>>,
}

impl FileNames {
    pub fn new(program: &Program) -> Self {
        let function = program.functions.iter().find(|(_, f)| f.model && f.name == FILE_NAMED).map(|(id, _)| id);
        Self { function, names: Rc::default() }
    }

    /// As the interpreter tells its observers of calls.
    pub fn called(&self, function: FuncId, arguments: &[Option<Bits>]) {
        if let (true, [Some(file), Some(byte)]) = (self.function == Some(function), arguments) {
            self.names.borrow_mut().entry(file.unsigned() as u8).or_default().push(char::from(byte.unsigned() as u8));
        }
    }

    fn of(&self, file: u8) -> Option<String> {
        self.names.borrow().get(&file).cloned()
    }
}

impl Observer for FileNames {
    const TRACE: bool = false;
    const CALLS: bool = true;

    fn called(&mut self, function: FuncId, arguments: &[Option<Bits>]) {
        Self::called(self, function, arguments);
    }
}

/// A file as a run reads it.
#[derive(Clone, Copy)]
struct Reading {
    /// Which of the world's it is.
    file: usize,
    at: usize,
}

/// The world and the values of a test as the interpreter asks for them: what a program reads beyond its end is that nothing follows.
pub struct WorldSource<'a, S> {
    program: &'a Program,
    world: &'a World,
    /// Arguments that were begun, and bytes read of the last of them and of the standard input.
    argument: usize,
    byte: usize,
    stdin: usize,
    /// The files that were found, by their numbers.
    files: BTreeMap<u8, Reading>,
    names: FileNames,
    /// Delivers what is not of the world.
    calls: S,
}

impl<'a, S> WorldSource<'a, S> {
    /// The run that asks has to tell the names of files.
    pub fn new(program: &'a Program, world: &'a World, names: FileNames, calls: S) -> Self {
        Self { program, world, argument: 0, byte: 0, stdin: 0, files: BTreeMap::new(), names, calls }
    }

    /// One part of a file; `None` for a byte behind its end.
    fn of_file(&mut self, number: u8, part: FilePart) -> Option<u8> {
        if part == FilePart::Exists {
            let name = self.names.of(number);
            let file = self.world.files.iter().position(|(own, _)| Some(own) == name.as_ref());
            self.files.extend(file.map(|file| (number, Reading { file, at: 0 })));
            return Some(u8::from(file.is_some()));
        }
        let reading = self.files.get_mut(&number)?;
        let byte = self.world.files[reading.file].1.get(reading.at).copied();
        if part == FilePart::Follows {
            return Some(u8::from(byte.is_some()));
        }
        reading.at += 1;
        byte
    }

    /// What delivers the other values.
    pub fn calls(self) -> S {
        self.calls
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
            InputOrigin::StdinFollows => u8::from(self.stdin < self.world.stdin.len()),
            InputOrigin::StdinByte => {
                let byte = self.world.stdin.get(self.stdin).copied()?;
                self.stdin += 1;
                byte
            }
            InputOrigin::File(number, part) => self.of_file(number, part)?,
        };
        Some(Bits::new(width, u128::from(value)))
    }
}
