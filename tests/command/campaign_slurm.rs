//! Campaigns on a Slurm of two nodes that is started in a folder of the test: without a system's manager, accounts or control groups. Skipped where Slurm is not installed.

use super::campaigns::{Place, paths, wait};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Programs that are needed; the daemons lie where not everybody looks.
const NEEDED: [&str; 6] = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel"];

struct Slurm {
    folder: tempfile::TempDir,
    daemons: Vec<(String, Child)>,
}

fn found(program: &str) -> Option<String> {
    ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"].iter().map(|folder| format!("{folder}/{program}")).find(|path| Path::new(path).exists())
}

/// Ports that are free now.
fn ports<const N: usize>() -> [u16; N] {
    let sockets: [std::net::TcpListener; N] = std::array::from_fn(|_| std::net::TcpListener::bind("127.0.0.1:0").unwrap());
    sockets.map(|socket| socket.local_addr().unwrap().port())
}

impl Slurm {
    /// What is missing, if there is none here.
    fn start() -> Result<Self, String> {
        if let Some(missing) = NEEDED.iter().find(|program| found(program).is_none()) {
            return Err(format!("{missing} is not installed"));
        }
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().display().to_string();
        // Munge wants every folder above its socket to be one that others cannot write to, or sticky.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let key: Vec<u8> = (0..128u32).map(|n| (n * 37 + std::process::id()) as u8).collect();
        fs::write(folder.path().join("munge.key"), key).unwrap();
        fs::set_permissions(folder.path().join("munge.key"), fs::Permissions::from_mode(0o600)).unwrap();
        let text = |command: &str, words: &[&str]| {
            let output = Command::new(command).args(words).output().unwrap();
            String::from_utf8_lossy(&output.stdout).trim().to_owned()
        };
        let (host, user) = (text("hostname", &["-s"]), text("id", &["-un"]));
        let [control, n1, n2] = ports();
        let config = format!(
            "ClusterName=test\nSlurmUser={user}\nSlurmdUser={user}\nSlurmctldHost={host}(127.0.0.1)\nSlurmctldPort={control}\nAuthType=auth/munge\n\
             AuthInfo=socket={place}/munge.sock,cred_expire=10\nCredType=cred/munge\nProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\n\
             JobAcctGatherType=jobacct_gather/none\nSelectType=select/cons_tres\nSelectTypeParameters=CR_CPU_Memory\nAccountingStorageType=accounting_storage/none\n\
             JobCompType=jobcomp/none\nReturnToService=2\nSlurmdTimeout=20\nKillWait=5\nMpiDefault=none\nMaxArraySize=1001\n\
             SchedulerParameters=batch_sched_delay=0,sched_min_interval=100000,bf_interval=2\nSlurmctldPidFile={place}/ctld.pid\n\
             SlurmdSpoolDir={place}/spool.%n\nSlurmdPidFile={place}/%n.pid\nStateSaveLocation={place}/state\nSwitchType=switch/none\n\
             NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={n1} CPUs=1 RealMemory=2000\n\
             NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={n2} CPUs=1 RealMemory=2000\n\
             PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP\n"
        );
        fs::write(folder.path().join("slurm.conf"), config).unwrap();
        let mut slurm = Self { folder, daemons: Vec::new() };
        let at = |name: &str| format!("{place}/{name}");
        let munge = ["--foreground", "--force", "--num-threads=2"].map(str::to_owned).to_vec();
        let files =
            [("--key-file", "munge.key"), ("--socket", "munge.sock"), ("--pid-file", "munge.pid"), ("--log-file", "munge.log"), ("--seed-file", "munge.seed")];
        let words = [munge, files.iter().map(|(option, name)| format!("{option}={}", at(name))).collect()].concat();
        slurm.daemon("munged", &words);
        wait("munge", || Path::new(&at("munge.sock")).exists());
        slurm.daemon("slurmctld", &["-D".to_owned()]);
        for node in ["n1", "n2"] {
            slurm.daemon("slurmd", &["-D".to_owned(), "-N".to_owned(), node.to_owned()]);
        }
        let start = Instant::now();
        loop {
            let nodes = slurm.said("sinfo", &["-h", "-o", "%T %D"]);
            if nodes.trim() == "idle 2" {
                return Ok(slurm);
            }
            assert!(start.elapsed() < Duration::from_secs(90), "Slurm does not start: {nodes}\n{}", slurm.logs());
            std::thread::sleep(Duration::from_millis(200));
        }
    }

    fn conf(&self) -> String {
        self.folder.path().join("slurm.conf").display().to_string()
    }

    fn daemon(&mut self, program: &str, words: &[String]) {
        let log = fs::File::create(self.folder.path().join(format!("{program}{}.log", self.daemons.len()))).unwrap();
        let mut command = Command::new(found(program).unwrap());
        command.args(words).env("SLURM_CONF", self.conf()).stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log);
        self.daemons.push((words.last().cloned().unwrap_or_default(), command.spawn().unwrap()));
    }

    fn said(&self, program: &str, words: &[&str]) -> String {
        let output = Command::new(program).args(words).env("SLURM_CONF", self.conf()).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    }

    fn logs(&self) -> String {
        let files = fs::read_dir(self.folder.path()).unwrap().flatten().filter(|entry| entry.file_name().to_string_lossy().ends_with(".log"));
        files.map(|entry| format!("{}:\n{}\n", entry.path().display(), fs::read_to_string(entry.path()).unwrap_or_default())).collect()
    }

    /// Ends a node as a failure of the machine would.
    fn kill(&mut self, node: &str) {
        let (_, daemon) = self.daemons.iter_mut().find(|(name, _)| name == node).unwrap();
        daemon.kill().unwrap();
        daemon.wait().unwrap();
    }

    fn gotcha(&self, place: &Place, words: &[&str]) -> Command {
        let mut command = place.command(words);
        command.env("SLURM_CONF", self.conf());
        command
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        self.said("scancel", &["--me"]);
        // Steps end before the daemons that watch over them.
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(15) && self.said("squeue", &["--me", "-h", "-t", "R,CG", "-o", "%i %N"]).contains("n1") {
            std::thread::sleep(Duration::from_millis(200));
        }
        for (_, daemon) in self.daemons.iter_mut().rev() {
            // It may have ended by itself.
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

/// Fifty programs that take a moment.
fn place(plan: &str) -> Place {
    let text = |n: usize| {
        format!(
            "extern int __VERIFIER_nondet_int(void);\nint main(void) {{ int x = __VERIFIER_nondet_int(); if (x > {n}) return 1; if (x * x == {}) return 2; return 0; }}\n",
            n * n
        )
    };
    let programs: Vec<(String, String)> = (0..50).map(|n| (format!("p{n:02}.c"), text(n + 3))).collect();
    let programs: Vec<(&str, &str)> = programs.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    Place::new(&programs, plan).with_campaign(&[])
}

const PLAN: &str = "memory = '500MB'\nstages = ['20s', '40s']\n[[task]]\ncommand = 'cover'\neach = ['.']\n";

#[test]
fn a_cluster_finds_what_one_machine_finds() {
    let mut slurm = match Slurm::start() {
        Ok(slurm) => slurm,
        Err(why) => return eprintln!("skipped, since {why}"),
    };
    let (local, cluster) = (place(PLAN), place(PLAN));
    assert_eq!(local.gotcha(&["campaign", "run", "c"]).0, 0);
    let run = ["campaign", "run", "c", "--engine", "slurm", "--at-once", "2"];
    let start = || slurm.gotcha(&cluster, &run).stdout(Stdio::null()).stderr(Stdio::inherit()).spawn().unwrap();
    // The coordinator is killed when jobs run, and one that is started again finds them.
    let mut first = start();
    wait("elements that run", || slurm.said("squeue", &["--me", "-r", "-h", "-t", "R", "-o", "%i"]).lines().count() == 2);
    first.kill().unwrap();
    first.wait().unwrap();
    let jobs = slurm.said("squeue", &["--me", "-h", "-o", "%A"]).lines().map(str::to_owned).collect::<std::collections::BTreeSet<_>>();
    let mut second = start();
    slurm.kill("n2");
    let start_of_wait = Instant::now();
    let status = loop {
        if let Some(status) = second.try_wait().unwrap() {
            break status;
        }
        assert!(start_of_wait.elapsed() < Duration::from_secs(400), "{}\n{}", slurm.said("squeue", &["--me"]), slurm.logs());
        std::thread::sleep(Duration::from_millis(200));
    };
    assert_eq!(status.code(), Some(0), "{}", slurm.logs());
    assert!(!jobs.is_empty());
    assert_eq!(cluster.table("c"), local.table("c"));
    let (_, runs) = cluster.gotcha(&["campaign", "show", "c"]);
    assert!(runs.contains("50 tasks, finished"), "{runs}");
}

#[test]
fn shares_run_on_a_cluster() {
    let slurm = match Slurm::start() {
        Ok(slurm) => slurm,
        Err(why) => return eprintln!("skipped, since {why}"),
    };
    let plan = "memory = '500MB'\nstages = ['20s']\n[[task]]\ncommand = 'verify'\nfiles = ['a.c']\nproperties = ['assertions']\n\
                options = ['--strategy', 'bmc', '--unwind', '3']\nshares = 2\nshare-time = '20s'\n\
                [[task]]\ncommand = 'cover'\nfiles = ['a.c']\noptions = ['--strategy', 'bmc', '--unwind', '3']\nshares = 2\nshare-time = '20s'\n";
    let (local, cluster) = [(); 2].map(|()| Place::new(&[("a.c", &paths())], plan).with_campaign(&[])).into();
    let totals = |text: &str| text.lines().find(|line| line.starts_with("GOALS")).map(str::to_owned);
    let (status, here) = local.gotcha(&["campaign", "run", "c", "--at-once", "2"]);
    let run = slurm.gotcha(&cluster, &["campaign", "run", "c", "--engine", "slurm", "--at-once", "2"]).output().unwrap();
    let there = String::from_utf8_lossy(&run.stdout).into_owned();
    assert_eq!((run.status.code(), totals(&there)), (Some(status), totals(&here)), "{there}\n{here}\n{}", slurm.logs());
    let (_, shares) = cluster.gotcha(&["campaign", "show", "c", "--what", "shares"]);
    assert!(shares.contains("share line ") && shares.contains("share of "), "{shares}");
    assert_eq!(cluster.gotcha(&["campaign", "show", "c", "--what", "lost-by-host"]).1.lines().count(), 1);
    // The tasks themselves came to the same, however many shares that took.
    let tasks =
        |place: &Place| place.table("c").lines().skip(2).take(2).map(|line| line.split_whitespace().map(str::to_owned).collect()).collect::<Vec<Vec<_>>>();
    assert_eq!(tasks(&cluster), tasks(&local));
}

#[test]
fn a_campaign_on_a_cluster_is_cancelled() {
    let slurm = match Slurm::start() {
        Ok(slurm) => slurm,
        Err(why) => return eprintln!("skipped, since {why}"),
    };
    let hard = "extern unsigned __VERIFIER_nondet_uint(void);\nint main(void) { unsigned a = __VERIFIER_nondet_uint(), h = 7; for (unsigned i = 0; i < 60; i++) h = (h ^ a) * 16777619u + h % 1009; if (h == 0xdeadbeef && a * h == 0x12345678) return 1; return 0; }\n";
    let plan = "memory = '500MB'\nstages = ['300s']\n[[task]]\ncommand = 'cover'\neach = ['a.c', 'b.c', 'c.c']\n";
    let place = Place::new(&[("a.c", hard), ("b.c", hard), ("c.c", hard)], plan).with_campaign(&[]);
    let mut run = slurm.gotcha(&place, &["campaign", "run", "c", "--engine", "slurm"]).stdout(Stdio::null()).spawn().unwrap();
    wait("elements that run", || slurm.said("squeue", &["--me", "-r", "-h", "-t", "R", "-o", "%i"]).lines().count() == 2);
    std::thread::sleep(Duration::from_secs(3));
    assert_eq!(place.gotcha(&["campaign", "cancel", "c"]).0, 0);
    assert_eq!(run.wait().unwrap().code(), Some(20));
    wait("nothing that runs", || slurm.said("squeue", &["--me", "-h"]).trim().is_empty());
    let (_, out) = place.gotcha(&["campaign", "show", "c"]);
    assert!(out.contains("3 tasks, cancelled"), "{out}");
}
