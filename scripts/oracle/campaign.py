"""A campaign: many seeds, several at once, counts of what came of them, and a folder with the programs that failed."""

import argparse
import sys
import tempfile
import time
import traceback
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from oracle.process import default_gotcha


def parser(description):
    """The options that all campaigns take."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gotcha", type=Path, default=default_gotcha())
    parser.add_argument("--count", type=int, default=100, metavar="N", help="programs")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the first program's seed; the next one's is one more")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="programs at once")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="save programs that fail here")
    return parser


class Failure(Exception):
    """Something is not as it must be: `kind` for the counts, the message for a person."""

    def __init__(self, kind, message):
        super().__init__(message)
        self.kind = kind


def run(arguments, check):
    """Calls `check(seed, folder)` for each seed, which answers with the names to count, or raises `Failure`. Exit status: 1 after a failure."""
    if not arguments.gotcha.exists():
        sys.exit(f"{arguments.gotcha} does not exist: run cargo build --release, or give another one with --gotcha")
    counts, failures, start = Counter(), [], time.monotonic()
    with ThreadPoolExecutor(arguments.jobs) as pool:
        seeds = range(arguments.seed, arguments.seed + arguments.count)
        for done, (seed, names, failure) in enumerate(pool.map(lambda seed: one(seed, arguments, check), seeds), 1):
            counts.update(["programs", *names])
            if failure:
                counts[failure.kind] += 1
                failures.append(seed)
                print(f"seed {seed}: {failure.kind}: {failure}", flush=True)
            if done % 50 == 0:
                print(f"{text(counts)} after {time.monotonic() - start:.0f} s", flush=True)
    print(text(counts))
    if failures:
        print("failing seeds:", *failures)
    sys.exit(1 if failures else 0)


def text(counts):
    return ", ".join(f"{name} {counts[name]}" for name in sorted(counts, key=lambda n: (n != "programs", n)))


def one(seed, arguments, check):
    with tempfile.TemporaryDirectory(prefix="gotcha-oracle-") as name:
        folder = Path(name)
        try:
            return seed, check(seed, folder), None
        except Failure as failure:
            keep(folder, arguments.keep, seed, f"{failure.kind}: {failure}")
            return seed, [], failure
        except Exception:
            # A defect of the oracle must not end a campaign of hours.
            keep(folder, arguments.keep, seed, traceback.format_exc())
            return seed, [], Failure("oracle defect", traceback.format_exc())


def keep(folder, target, seed, message):
    if target is None:
        return
    target = target / str(seed)
    target.mkdir(parents=True, exist_ok=True)
    (target / "message").write_text(message + "\n")
    for file in folder.iterdir():
        if file.suffix in (".c", ".h", ".txt", ".json"):
            (target / file.name).write_bytes(file.read_bytes())
