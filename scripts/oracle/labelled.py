"""Programs with threads that have labels: the rows of the MANIFEST.tsv of a folder, with columns path, property, expected, flags."""
import csv
import re

PROPERTIES = {
    "unreach-call": "unreach-call,assertions",
    "no-data-race": "no-data-race",
    "no-deadlock": "no-deadlock",
    "valid-memsafety": "valid-memsafety",
    "no-overflow": "no-overflow",
}
ASSERTION = re.compile(r"//@\s*assert\s+(.*?);")


def asked(row):
    """What `verify` is asked for: one property, or several of which one is violated; nothing if one of them has no name here."""
    names = row["property"].split("|")
    return ",".join(PROPERTIES[name] for name in names) if all(name in PROPERTIES for name in names) else None


def rows(folder, only, every, expected=("true", "false")):
    """Those that something can be asked for and that have the text `only` in them, every so many."""
    with open(folder / "MANIFEST.tsv", newline="") as manifest:
        wanted = [row for row in csv.DictReader(manifest, delimiter="\t") if asked(row) and row["expected"] in expected]
    return [row for row in wanted if only in " ".join(row.values())][::every]


def program(row, path, folder):
    """The program, and the options that it needs. Labels of some are about assertions in comments: a copy in the folder has calls of an error instead, if these are asked for."""
    text = path.read_text(errors="replace")
    if "unreach-call" not in row["property"] or not ASSERTION.search(text):
        return [str(path), "-I", str(path.parent)]
    copy = folder / path.name
    text = ASSERTION.sub(lambda match: f"if (!({match.group(1)})) reach_error();", text).replace("\\true", "1").replace("\\false", "0")
    copy.write_text("extern void reach_error(void);\n" + text)
    return [str(copy), "-I", str(path.parent)]
