//! The scripts that run collections of tasks: what a killed campaign has finished is not lost, and the module for BenchExec reads what gotcha says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(name)
}

fn python(arguments: &[&str]) -> Output {
    Command::new("python3").args(arguments).stdin(Stdio::null()).output().expect("python3 is installed")
}

/// A collection of tasks that can be decided at once.
fn collection(tasks: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for n in 0..tasks {
        let program = format!("extern int __VERIFIER_nondet_int(void);\nint main(void) {{ if (__VERIFIER_nondet_int() > {n}) return 1; return 0; }}\n");
        fs::write(folder.path().join(format!("task{n}.c")), program).unwrap();
        let definition = format!(
            "format_version: '2.0'\ninput_files: 'task{n}.c'\nproperties:\n  - property_file: coverage-branches.prp\noptions:\n  language: C\n  data_model: LP64\n"
        );
        fs::write(folder.path().join(format!("task{n}.yml")), definition).unwrap();
    }
    folder
}

#[test]
fn a_campaign_goes_on_where_it_was_interrupted() {
    let tasks = collection(4);
    let [collection, journal, json] = ["", "journal.jsonl", "result.json"].map(|n| tasks.path().join(n).display().to_string());
    let bench = script("bench").display().to_string();
    let run = |more: &[&str]| {
        let gotcha = ["--gotcha", env!("CARGO_BIN_EXE_gotcha"), "--timeout", "20", "--memory", "1000", "--journal", &journal];
        let output = python(&[&[bench.as_str(), &collection], &gotcha[..], more].concat());
        (output.status.success(), format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)))
    };
    let (good, said) = run(&["--limit", "2"]);
    assert!(good, "{said}");
    let before = fs::read_to_string(&journal).unwrap();
    assert_eq!(before.lines().count(), 3, "{before}");
    // Killed while it wrote.
    fs::write(&journal, format!("{before}{{\"key\": [\"task")).unwrap();
    let (good, said) = run(&["--json", &json]);
    assert!(good, "{said}");
    let after = fs::read_to_string(&journal).unwrap();
    assert!(after.starts_with(&before), "{after}");
    assert_eq!(after.lines().count(), 5, "{after}");
    let result: serde_json::Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
    assert_eq!(result["summary"]["covered"], 8, "{said}");
    let (good, said) = run(&["--", "--unwind", "3"]);
    assert!(!good && said.contains("the journal of another campaign"), "{said}");
}

/// Stands for KLEE: one test without arguments, with an empty standard input, in KLEE's format.
const KLEE: &str = "#!/usr/bin/env python3
import struct, sys
from pathlib import Path
out = Path(next(w for w in sys.argv if w.startswith('--output-dir=')).removeprefix('--output-dir='))
module = next(w for w in sys.argv if w.endswith('.bc'))
assert Path(module).exists() and '--posix-runtime' in sys.argv and '--max-time=5s' in sys.argv, sys.argv
out.mkdir()
number = lambda n: struct.pack('>I', n)
text = lambda t: number(len(t)) + t
objects = [(b'n_args', bytes(4)), (b'stdin', b''), (b'model_version', b'\\x01\\0\\0\\0')]
head = b'KTEST' + number(3) + number(1) + text(module.encode()) + number(0) + number(0)
(out / 'test000001.ktest').write_bytes(head + number(len(objects)) + b''.join(text(name) + text(data) for name, data in objects))
print('KLEE: done: generated tests = 1', file=sys.stderr)
";

const KLEE_REPLAY: &str = "#!/usr/bin/env python3
import struct, subprocess, sys
from pathlib import Path
program, test = sys.argv[1:]
assert Path(test).read_bytes().startswith(b'KTEST' + struct.pack('>I', 3))
sys.exit(subprocess.run([program], input=b'').returncode)
";

#[test]
fn klee_stands_beside_gotcha_under_the_same_counters() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        path.display().to_string()
    };
    let program =
        "#include <stdio.h>\nint main(int argc, char **argv) {\n  if (argc > 1)\n    return 1;\n  if (getchar() == 'x')\n    return 2;\n  return 0;\n}\n";
    let program = file("asks.c", program);
    // Compiling for it is not what is looked at.
    for tool in ["clang-0", "llvm-link-0"] {
        file(tool, "#!/bin/sh\nwhile [ $# -gt 1 ]; do [ \"$1\" = -o ] && : >\"$2\"; shift; done\n");
    }
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let results = folder.path().join("results").display().to_string();
    let here = folder.path().display().to_string();
    let measured = |tools: &str| {
        let script = script("utilities").display().to_string();
        let arguments = [&script, &results, "--file", &program, "--time", "5s", "--program", env!("CARGO_BIN_EXE_gotcha"), "--klee", tools, "--llvm=-0"];
        let output = Command::new("python3").args(arguments).env("PATH", &path).stdin(Stdio::null()).output().unwrap();
        (output.status.code(), format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)))
    };
    let (status, said) = measured(&here);
    assert!(status == Some(1) && said.contains(&format!("--klee: there is no {here}/klee, {here}/klee-replay")), "{said}");
    file("klee", KLEE);
    file("klee-replay", KLEE_REPLAY);
    let (status, said) = measured(&here);
    if said.contains("confined") {
        return eprintln!("skipped, since nothing is run natively here: {said}");
    }
    assert!(status == Some(0) && said.contains("100.0 4/4") && said.contains("50.0 2/4"), "{said}");
    assert!(said.contains("klee: mean 50.0 % of branches; gotcha reaches more on 1 of 1 subjects, as many on 0"), "{said}");
}

/// The module needs little of BenchExec; where that is not installed, this stands for it.
const STAND_IN: &str = "
import sys, types
names = ['benchexec', 'benchexec.result', 'benchexec.tools', 'benchexec.tools.template']
modules = {n: sys.modules.setdefault(n, types.ModuleType(n)) for n in names}
r, t = modules['benchexec.result'], modules['benchexec.tools.template']
modules['benchexec'].result, modules['benchexec'].tools, modules['benchexec.tools'].template = r, modules['benchexec.tools'], t
for n, v in dict(TRUE_PROP='true', FALSE_PROP='false', FALSE_REACH='false(unreach-call)', FALSE_OVERFLOW='false(no-overflow)', FALSE_DEREF='false(valid-deref)',
    FALSE_FREE='false(valid-free)', FALSE_MEMTRACK='false(valid-memtrack)', FALSE_MEMCLEANUP='false(valid-memcleanup)', FALSE_TERMINATION='false(termination)',
    UNKNOWN='unknown', DONE='done', ERROR='ERROR').items(): setattr(r, 'RESULT_' + n, v)
t.BaseTool2, t.UnsupportedFeatureException = object, Exception
";

#[test]
fn the_module_for_benchexec_runs_and_reads_gotcha() {
    let folder = collection(1);
    fs::write(folder.path().join("coverage-branches.prp"), "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n").unwrap();
    fs::write(folder.path().join("unreach-call.prp"), "CHECK( init(main()), LTL(G ! call(reach_error())) )\n").unwrap();
    let program = format!(
        "{STAND_IN}
import os, subprocess
from types import SimpleNamespace as S
sys.path.insert(0, {modules:?})
sys.dont_write_bytecode = True
from toolinfo.gotcha import Tool
os.chdir({folder:?})
tool, limits = Tool(), S(walltime=None, cputime=20, memory=2000000000, cpu_cores=1)
def result(prp):
    task = S(property_file=prp, input_files=['task0.c'], options={{'language': 'C', 'data_model': 'LP64'}})
    done = subprocess.run(tool.cmdline({gotcha:?}, [], task, limits), capture_output=True, text=True)
    output = (done.stdout + done.stderr).splitlines()
    run = S(output=output, exit_code=S(value=done.returncode, signal=None))
    return tool.determine_result(run), tool.get_value_from_output(output, 'COVERED'), done.returncode
assert result('coverage-branches.prp') == ('done', '2', 0), result('coverage-branches.prp')
assert os.path.exists('test-suite/metadata.xml')
assert result('unreach-call.prp') == ('true', None, 0), result('unreach-call.prp')
assert os.path.exists('witness.yml')
open('task0.c', 'w').write('void reach_error(void) {{}} int main(void) {{ reach_error(); }}')
assert result('unreach-call.prp') == ('false(unreach-call)', None, 0)
open('task0.c', 'w').write('int main(void) {{ return ')
assert result('unreach-call.prp')[0] == 'ERROR (unsupported)'
",
        modules = script("benchexec").display().to_string(),
        folder = folder.path().display().to_string(),
        gotcha = env!("CARGO_BIN_EXE_gotcha"),
    );
    let output = python(&["-c", &program]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn coverage_over_time_is_read_from_results() {
    let tasks = collection(3);
    let [collection, suites, figures] = ["", "suites", "figures.json"].map(|n| tasks.path().join(n).display().to_string());
    let bench = script("bench").display().to_string();
    let output = python(&[&bench, &collection, "--gotcha", env!("CARGO_BIN_EXE_gotcha"), "--suites", &suites]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = python(&[&script("coverage-over-time").display().to_string(), &suites, "--json", &figures]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let figures: serde_json::Value = serde_json::from_str(&fs::read_to_string(&figures).unwrap()).unwrap();
    assert_eq!(figures["tasks"], 3);
    assert_eq!(figures["mean_coverage"]["in the end"], 100.0);
    assert!(figures["median_time_to_90_percent"].as_f64().unwrap() < 20.0);
    let covered: u64 = figures["engines"].as_object().unwrap().values().map(|e| e["covered"].as_u64().unwrap()).sum();
    assert_eq!(covered, 6);
}

#[test]
fn contributions_are_told_engine_by_engine() {
    let tasks = collection(2);
    let [collection, folder] = ["", "kept"].map(|n| tasks.path().join(n).display().to_string());
    let compare = || {
        let options = ["--gotcha", env!("CARGO_BIN_EXE_gotcha"), "--folder", &folder, "--engine", "search"];
        let output = python(&[&[script("contributions").display().to_string().as_str(), &collection], &options[..]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let text = compare();
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split_whitespace().collect()).collect();
    // Bounded model checking finds the same goals.
    assert_eq!(rows, [["-", "100.00%", "4", "0", "2", "0", "0"], ["search", "100.00%", "4", "0", "2", "0", "0"]]);
    // What was measured is not measured again.
    fs::remove_file(tasks.path().join("task0.c")).unwrap();
    assert_eq!(compare(), text);
}
