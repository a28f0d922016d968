"""How BenchExec runs gotcha and reads its results (class BaseTool2 of BenchExec 3)."""

import re
from pathlib import Path

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.template import UnsupportedFeatureException

# Where a test suite or a witness is written, in the working directory of the run.
SUITE = "test-suite"
WITNESS = "witness.yml"
# Seconds between the deadline that gotcha is given and the limit, for what it still writes.
RESERVE = 5
# Of the memory limit, what gotcha may take: the compiler that it starts needs some, too.
MEMORY_SHARE = 0.9
DATA_MODELS = {"ILP32": "ilp32", "LP64": "lp64"}
FALSE_PROPERTIES = {
    "unreach-call": result.RESULT_FALSE_REACH,
    "no-overflow": result.RESULT_FALSE_OVERFLOW,
    "valid-deref": result.RESULT_FALSE_DEREF,
    "valid-free": result.RESULT_FALSE_FREE,
    "valid-memtrack": result.RESULT_FALSE_MEMTRACK,
    "valid-memcleanup": result.RESULT_FALSE_MEMCLEANUP,
    "termination": result.RESULT_FALSE_TERMINATION,
}
STATUS = {1: "wrong command line", 2: "unsupported", 3: "defect"}


class Tool(benchexec.tools.template.BaseTool2):
    """gotcha: bounded model checker with k-induction; finds tests for branches, proves others unreachable, proves and refutes safety properties."""

    REQUIRED_PATHS = ["gotcha"]

    def name(self):
        return "gotcha"

    def executable(self, tool_locator):
        return tool_locator.find_executable("gotcha", subdir="target/release")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="gotcha")

    def cmdline(self, executable, options, task, rlimits):
        asked = text(task.property_file) if task.property_file else ""
        command = [executable, "cover" if asks_for_coverage(asked) else "verify"]
        if task.property_file:
            command += ["--property", task.property_file]
        if asks_for_coverage(asked):
            command += ["--suite", SUITE]
        elif not asks_for_termination(asked):
            command += ["--witness", WITNESS]
        command += ["--exit-zero", "--progress", "never", "--quiet", *data_model(task.options), *limits(options, rlimits), *options]
        return [*command, *task.input_files]

    def determine_result(self, run):
        for line in reversed(run.output):
            verdict = re.match(r"VERDICT: (true|false|unknown|complete|incomplete)(?:\((.*)\))?\s*$", line)
            if verdict:
                return of_verdict(verdict.group(1), verdict.group(2))
        if run.exit_code.value in STATUS:
            return f"{result.RESULT_ERROR} ({STATUS[run.exit_code.value]})"
        return result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        """A count of the last line by its name in capitals, such as `COVERED`."""
        for line in reversed(output):
            count = re.search(rf"\b{re.escape(identifier)}: (\d+)", line)
            if count:
                return count.group(1)
        return None


def of_verdict(verdict, detail):
    if verdict == "true":
        return result.RESULT_TRUE_PROP
    if verdict == "false":
        return FALSE_PROPERTIES.get(detail, result.RESULT_FALSE_PROP)
    if verdict in ("complete", "incomplete"):
        return result.RESULT_DONE
    return result.RESULT_UNKNOWN


def asks_for_coverage(asked):
    return "COVER(" in asked


def asks_for_termination(asked):
    return re.search(r"LTL\s*\(\s*F\s+end\s*\)", asked)


def text(property_file):
    """Command lines are also asked for without any run, of files that do not exist."""
    path = Path(property_file)
    return path.read_text(encoding="utf-8") if path.exists() else ""


def data_model(options):
    if not isinstance(options, dict) or not options.get("data_model"):
        return []
    model = options["data_model"]
    if model not in DATA_MODELS:
        raise UnsupportedFeatureException(f"data model {model}")
    return ["--data-model", DATA_MODELS[model]]


def limits(options, rlimits):
    """Limits a little below those of BenchExec, so that there is always a result. Of CPU time each job takes as much as wall time passes."""
    given = [str(o).split("=")[0] for o in options]
    jobs = int(options[given.index("--jobs") + 1]) if "--jobs" in options else 1
    found = [] if "--jobs" in given else ["--jobs", "1"]
    seconds = [rlimits.walltime, rlimits.cputime / jobs if rlimits.cputime else None]
    seconds = [s for s in seconds if s]
    if seconds and "--timeout" not in given:
        least = min(seconds)
        found += ["--timeout", f"{max(least - RESERVE, 0.9 * least):.1f}s"]
    if rlimits.memory and "--memory" not in given:
        found += ["--memory", f"{int(rlimits.memory * MEMORY_SHARE) >> 20}MiB"]
    return found
