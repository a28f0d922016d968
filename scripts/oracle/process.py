"""Processes with limits, and the compiler."""

import os
import resource
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

# The reserved stack of the analysis is address space, not memory.
SPACE = 12 << 30
# Wall time for a process, as a multiple of its own time.
WALL = 20
# Options under which nothing but abstract reachability graphs works.
GRAPHS_ALONE = [word for engine in ("search", "bmc", "induction", "control-graph", "excursions", "deduction") for word in ("--without", engine)]
MODELS = {"lp64": ["-m64"], "ilp32": ["-m32", "-msse2", "-mfpmath=sse"]}


@dataclass
class Ended:
    """How a process ended: its exit status (negative: the signal), what it printed, and whether its time was up."""

    status: int
    out: str
    err: str
    timed_out: bool


def execute(command, seconds, space=SPACE, folder=None, environment=None):
    """Runs a command with limits on its time and address space (`None`: no limit, for what the address sanitizer instruments).

    The time is the process's own, so that results do not depend on what else the machine does; in wall time it has so much more."""
    cpu = max(1, round(seconds))

    def limit():
        os.setsid()
        if space:
            resource.setrlimit(resource.RLIMIT_AS, (space, space))
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([str(c) for c in command], preexec_fn=limit, cwd=folder, env=environment, **pipes) as process:
        timed_out = False
        try:
            out, err = process.communicate(timeout=WALL * seconds)
        except subprocess.TimeoutExpired:
            timed_out = True
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
    timed_out = timed_out or process.returncode == -signal.SIGXCPU
    return Ended(process.returncode, out.decode(errors="replace"), err.decode(errors="replace"), timed_out)


def compile_natively(sources, binary, model, flags=()):
    """Builds a program with gcc as the analysis understands it. Raises `RuntimeError` with the compiler's words."""
    command = ["gcc", "-std=gnu11", "-w", "-O0", "-fwrapv", *MODELS[model], *flags, "-o", binary, *sources, "-lm"]
    ended = execute(command, 120)
    if ended.status != 0:
        raise RuntimeError(ended.err.strip() or "gcc does not finish")


def default_gotcha():
    return Path(__file__).resolve().parent.parent.parent / "target/release/gotcha"
