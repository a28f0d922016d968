//! Programs that would do harm if they were run: no file is written or lost, no process is left behind or ended, and the command ends in time with a normal status.
//! Each has goals that only a search finds, so that everything that may run a program gets to it.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Wall time of the command, and what it may take beyond.
const TIMEOUT: Duration = Duration::from_secs(2);
const GRACE: Duration = Duration::from_secs(2);
/// In the environment of the command and of all that it starts.
const MARK: &str = "GOTCHA_DANGEROUS";

/// The program does something when its first input has the right value, and computes for long with others.
/// `doubt` comes before all that depends on it.
fn program(includes: &str, functions: &str, doubt: &str, deed: &str) -> String {
    let includes: String = includes.split_whitespace().map(|i| format!("#include <{i}>\n")).collect();
    format!(
        "{includes}extern int __VERIFIER_nondet_int(void);\nextern unsigned __VERIFIER_nondet_uint(void);\n{functions}\nint main(void) {{\n\
         int x = __VERIFIER_nondet_int();\n {doubt}\n  if (x == 77) {{\n {deed}\n  }}\n  if (x & 1) {{\n {deed}\n  }}\n\
         unsigned a = __VERIFIER_nondet_uint(), h = 1;\n  for (unsigned i = 0; i < a % 64; i++) {{ h = h * 31 + a; h ^= h >> 7; }}\n\
         if (h == 0xdeadbeef) return 1;\n  {{ {deed} }}\n  return 0;\n}}\n"
    )
}

/// Processes that have the mark of this folder in their environment: number, state and command.
fn marked(folder: &Path) -> Vec<String> {
    let mark = format!("{MARK}={}", folder.display());
    let processes = fs::read_dir("/proc").unwrap().flatten().filter(|p| p.file_name().to_string_lossy().bytes().all(|b| b.is_ascii_digit()));
    let has_mark = |p: &fs::DirEntry| fs::read(p.path().join("environ")).is_ok_and(|e| e.split(|b| *b == 0).any(|v| v == mark.as_bytes()));
    let describe = |p: fs::DirEntry| {
        let text = |file: &str| String::from_utf8_lossy(&fs::read(p.path().join(file)).unwrap_or_default()).replace('\0', " ");
        let state = text("status").lines().find(|l| l.starts_with("State")).unwrap_or_default().to_owned();
        format!("{} {state} {}", p.file_name().to_string_lossy(), text("cmdline"))
    };
    processes.filter(has_mark).map(describe).collect()
}

/// `FOLDER` in the program stands for a folder that has a file `precious` and is to have no other.
fn does_no_harm(includes: &str, functions: &str, deed: &str) {
    let outside = tempfile::tempdir().unwrap();
    let (here, safe) = (outside.path().join("here"), outside.path().join("safe"));
    fs::create_dir(&here).unwrap();
    fs::create_dir(&safe).unwrap();
    fs::write(here.join("precious"), "precious").unwrap();
    let in_folder = |text: &str| text.replace("FOLDER", &here.display().to_string());
    // Where a run reads what C does not determine, the tests run natively.
    for (criterion, doubt) in [("testcomp", ""), ("testcomp", "int indeterminate; if (indeterminate > 5) x = 77;"), ("branch", "")] {
        fs::write(safe.join("a.c"), program(includes, &in_folder(functions), doubt, &in_folder(deed))).unwrap();
        let start = Instant::now();
        let mut command = Command::new(env!("CARGO_BIN_EXE_gotcha"));
        command.args(["cover", "--criterion", criterion, "--timeout", &format!("{}s", TIMEOUT.as_secs()), "--memory", "1GiB", "--suite"]);
        command.arg(safe.join("suite.zip")).arg(safe.join("a.c")).current_dir(&here).env(MARK, outside.path());
        let output = command.process_group(0).stdin(Stdio::null()).output().unwrap();
        let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(start.elapsed() < TIMEOUT + GRACE, "{:?}", start.elapsed());
        assert!(matches!(output.status.code(), Some(0 | 20)), "{:?}\n{said}", output.status);
        assert!(said.contains("GOALS: ") && said.contains("VERDICT: "), "{said}");
        // What is being ended is gone in a moment.
        while !marked(outside.path()).is_empty() && start.elapsed() < TIMEOUT + 2 * GRACE {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(marked(outside.path()).is_empty(), "processes are left: {:?}", marked(outside.path()));
        let names = |folder: &Path| fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect::<Vec<_>>();
        assert_eq!(names(&here), ["precious"]);
        assert_eq!(fs::read_to_string(here.join("precious")).unwrap(), "precious");
        assert_eq!(names(outside.path()).len(), 2);
    }
}

/// A compiler that takes much longer than there is time ends with the command, and so does what it has started.
#[test]
fn a_slow_compiler_is_not_left() {
    let folder = tempfile::tempdir().unwrap();
    let compiler = folder.path().join("slow");
    fs::write(&compiler, "#!/bin/sh\nfor word; do [ \"$word\" = -E ] && exec cc \"$@\"; done\nsleep 60\nexec cc \"$@\"\n").unwrap();
    fs::set_permissions(&compiler, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    for (criterion, doubt) in [("testcomp", ""), ("testcomp", "int indeterminate; if (indeterminate > 5) x = 77;"), ("branch", "")] {
        fs::write(folder.path().join("a.c"), program("", "", doubt, "x = 3;")).unwrap();
        let start = Instant::now();
        let mut command = Command::new(env!("CARGO_BIN_EXE_gotcha"));
        command.args(["cover", "--criterion", criterion, "--timeout", &format!("{}s", TIMEOUT.as_secs()), "--suite", "suite.zip", "a.c"]);
        let output = command.current_dir(&folder).env("CC", &compiler).env(MARK, folder.path()).stdin(Stdio::null()).output().unwrap();
        assert!(start.elapsed() < TIMEOUT + GRACE, "{:?}", start.elapsed());
        assert!(matches!(output.status.code(), Some(0 | 20)), "{output:?}");
        while !marked(folder.path()).is_empty() && start.elapsed() < TIMEOUT + 2 * GRACE {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(marked(folder.path()).is_empty(), "processes are left: {:?}", marked(folder.path()));
    }
}

#[test]
fn processes_that_are_left_are_seen() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new("sleep").arg("100").env(MARK, folder.path()).spawn().unwrap();
    while marked(folder.path()).is_empty() {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(marked(folder.path()).is_empty());
}

macro_rules! dangerous {
    ($($name:ident: $includes:literal, $functions:literal, $deed:literal;)*) => {
        $(#[test] fn $name() { does_no_harm($includes, $functions, $deed) })*
    };
}

dangerous! {
    forks: "unistd.h", "", "fork();";
    forks_for_ever: "unistd.h", "", "for (;;) fork();";
    writes_a_file: "stdio.h", "", "FILE *f = fopen(\"FOLDER/new\", \"w\"); if (f) { fputs(\"text\", f); fclose(f); }";
    writes_by_descriptor: "fcntl.h unistd.h", "", "int f = open(\"FOLDER/new\", O_CREAT | O_RDWR, 0600); write(f, \"text\", 4); close(f);";
    appends_to_a_file: "stdio.h", "", "FILE *f = freopen(\"FOLDER/precious\", \"a\", stdout); printf(\"text\\n\"); fflush(f);";
    removes_a_file: "stdio.h unistd.h", "", "remove(\"FOLDER/precious\"); unlink(\"precious\"); rename(\"FOLDER/precious\", \"FOLDER/new\");";
    makes_folders: "sys/stat.h unistd.h", "", "mkdir(\"FOLDER/new\", 0700); symlink(\"precious\", \"FOLDER/link\"); chdir(\"/\");";
    runs_a_command: "stdlib.h", "", "system(\"touch FOLDER/new; rm FOLDER/precious; sleep 1000 &\");";
    becomes_another_program: "unistd.h", "", "execl(\"/bin/sh\", \"sh\", \"-c\", \"touch FOLDER/new\", (char *)0);";
    opens_a_pipe: "stdio.h", "", "FILE *f = popen(\"touch FOLDER/new\", \"r\"); if (f) pclose(f);";
    kills_its_parent: "signal.h unistd.h", "", "kill(getppid(), 9);";
    kills_its_group: "signal.h unistd.h", "", "kill(0, SIGKILL); kill(-1, 0);";
    raises_a_signal: "signal.h", "", "raise(SIGKILL); raise(SIGSTOP); raise(SIGSEGV);";
    ignores_signals: "signal.h", "", "signal(SIGTERM, SIG_IGN); signal(SIGALRM, SIG_IGN); for (;;) ;";
    opens_a_socket: "sys/socket.h sys/un.h string.h unistd.h", "",
        "struct sockaddr_un a; memset(&a, 0, sizeof a); a.sun_family = AF_UNIX; strcpy(a.sun_path, \"new\"); \
         int s = socket(AF_UNIX, SOCK_STREAM, 0); bind(s, (struct sockaddr *)&a, sizeof a); listen(s, 1);";
    loops_for_ever: "", "", "for (;;) x++;";
    recurses_without_end: "", "static int deep(int n) { volatile int a[100]; a[n & 63] = n; return deep(n + 1) + a[n & 63]; }", "x = deep(x);";
    divides_by_zero: "", "", "x = 1 / (x - x);";
    frees_twice: "stdlib.h", "", "char *p = malloc(8); free(p); free(p);";
    frees_what_is_not_its_own: "stdlib.h", "", "free((char *)&x + 1); free((void *)12345);";
    writes_anywhere: "", "", "for (unsigned long i = 0; i < 1ul << 40; i += 4096) *(volatile char *)i = 1;";
    allocates_for_ever: "stdlib.h string.h", "", "for (;;) { char *p = malloc(1 << 24); if (p) memset(p, 1, 1 << 24); }";
    touches_gigabytes: "stdlib.h", "", "char *p = malloc(6ul << 30); if (p) for (unsigned long i = 0; i < 6ul << 30; i += 4096) p[i] = 1;";
    has_a_huge_variable: "", "static char huge[6l << 30];", "for (unsigned long i = 0; i < sizeof huge; i += 4096) huge[i] = 1;";
    reads_without_end: "stdio.h", "", "int c; do { c = getchar(); } while (c != 77); FILE *f = fopen(\"/dev/zero\", \"r\"); while (fgetc(f) == 0) ;";
    prints_without_end: "stdio.h", "", "for (;;) puts(\"text\");";
    leaves_by_the_back_door: "stdlib.h unistd.h", "", "atexit(abort); _exit(3);";
    assembler: "", "", "__asm__ volatile(\"ud2\"); __asm__ volatile(\"syscall\" : : \"a\"(57) : \"rcx\", \"r11\", \"memory\");";
}
