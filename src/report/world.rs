//! The world outside of a program as a test gives it, command line and standard input, and the script that sets it up for a native run. Knows inputs by where they come from,
//! not how a test was found.

use goto::interp::InputSource;
use goto::{Bits, InputId, InputOrigin, Program, TypeId};
use std::fmt::Write as _;

/// What a program finds outside when it runs.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct World {
    /// Behind the program's name, without the zero bytes that end them.
    pub arguments: Vec<Vec<u8>>,
    pub stdin: Vec<u8>,
}

impl World {
    /// Does the program read anything of it?
    pub fn is_read(program: &Program) -> bool {
        program.inputs.values().any(|input| input.origin != InputOrigin::Call)
    }

    /// What a run has read of it.
    pub fn of(program: &Program, inputs: &[(InputId, Bits)]) -> Self {
        let mut world = Self::default();
        for &(input, bits) in inputs {
            let byte = bits.unsigned() as u8;
            match program.inputs[input].origin {
                InputOrigin::ArgumentFollows if byte != 0 => world.arguments.push(Vec::new()),
                InputOrigin::ArgumentByte if byte != 0 => world.arguments.last_mut().into_iter().for_each(|argument| argument.push(byte)),
                InputOrigin::StdinByte => world.stdin.push(byte),
                _ => {}
            }
        }
        world
    }

    /// The arguments as `/proc/PID/cmdline` has them: a zero byte behind each.
    pub fn command_line(&self) -> Vec<u8> {
        self.arguments.iter().flat_map(|argument| argument.iter().copied().chain([0])).collect()
    }

    /// As [`command_line`](Self::command_line) and the standard input have it.
    pub fn from_files(command_line: &[u8], stdin: Vec<u8>) -> Self {
        let mut arguments: Vec<Vec<u8>> = command_line.split(|&byte| byte == 0).map(<[u8]>::to_vec).collect();
        // Behind the last zero there is nothing.
        arguments.pop();
        Self { arguments, stdin }
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
        text.push_str("work=$(mktemp -d) && cd \"$work\" || exit 77\ntrap 'rm -rf \"$work\"' EXIT\nenv -i \"$program\" \"$@\" <\"$here/stdin\"\n");
        text
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
    /// Delivers what is not of the world.
    calls: S,
}

impl<'a, S> WorldSource<'a, S> {
    pub fn new(program: &'a Program, world: &'a World, calls: S) -> Self {
        Self { program, world, argument: 0, byte: 0, stdin: 0, calls }
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
        };
        Some(Bits::new(width, u128::from(value)))
    }
}
