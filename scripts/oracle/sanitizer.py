"""What the compiler's sanitizers report, in the words of gotcha's properties."""

import re

FLAGS = ["-fsanitize=undefined,float-cast-overflow,address", "-fno-omit-frame-pointer", "-g", "-fno-wrapv"]
ENVIRONMENT = {"ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=1:symbolize=1", "UBSAN_OPTIONS": "print_stacktrace=0"}

# From the words of a report to the kind of the defect.
KINDS = [
    (r"signed integer overflow", "overflow"),
    (r"negation of", "overflow"),
    (r"division of .* by -1", "overflow"),
    (r"division by zero", "division"),
    # Of one shift only the first defect is reported, whatever it is.
    (r"left shift|shift exponent", "shift"),
    (r"outside the range of representable values", "conversion"),
    (r"index .* out of bounds", "memory"),
    (r"insufficient space", "memory"),
    (r"null pointer", "memory"),
    (r"misaligned address", "alignment"),
    (r"variable length array bound", "size"),
    (r"not a valid value for type '_?[Bb]ool'", "value"),
    (r"unreachable program point", "unreachable"),
    (r"which is not a valid argument|assumption of .* alignment", "builtin"),
]
RUNTIME = re.compile(r"program\.c:(\d+):\d+: runtime error: (.*)")
ADDRESS = re.compile(r"ERROR: AddressSanitizer: (\S+)")
FRAME = re.compile(r"#\d+ .* (?:\S*/)?program\.c:(\d+)")


def reports(text):
    """The defects reported, as pairs of line and kind in the order of the reports."""
    found = []
    for line, message in RUNTIME.findall(text):
        kind = next((kind for pattern, kind in KINDS if re.search(pattern, message)), message)
        found.append((int(line), kind))
    address = ADDRESS.search(text)
    if address:
        frame = FRAME.search(text, address.end())
        kind = "division" if address.group(1) == "FPE" else "free" if "free" in address.group(1) and "after" not in address.group(1) else "memory"
        found.append((int(frame.group(1)) if frame else 0, kind))
    return found
