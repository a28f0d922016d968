"""The types that programs use."""

from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Scalar:
    """An arithmetic type: its name in C, how its input function is called, its size in bits for each data model."""

    name: str
    input: str
    bits: dict
    signed: bool
    floating: bool = False

    def width(self, model):
        return self.bits[model]


def scalar(name, input_name, lp64, signed, ilp32=None, floating=False):
    return Scalar(name, input_name, {"lp64": lp64, "ilp32": ilp32 or lp64}.copy(), signed, floating)


# `bits` is a dictionary, which has no hash; identity serves.
Scalar.__hash__ = object.__hash__
Scalar.__eq__ = object.__eq__

BOOL = scalar("_Bool", "bool", 1, False)
CHAR = scalar("char", "char", 8, True)
UCHAR = scalar("unsigned char", "uchar", 8, False)
INT = scalar("int", "int", 32, True)
UINT = scalar("unsigned int", "uint", 32, False)
LONG = scalar("long", "long", 64, True, ilp32=32)
ULLONG = scalar("unsigned long long", "ulonglong", 64, False)
INTEGERS = [
    BOOL,
    CHAR,
    scalar("signed char", "schar", 8, True),
    UCHAR,
    scalar("short", "short", 16, True),
    scalar("unsigned short", "ushort", 16, False),
    INT,
    UINT,
    LONG,
    scalar("unsigned long", "ulong", 64, False, ilp32=32),
    scalar("long long", "longlong", 64, True),
    ULLONG,
]
FLOAT = scalar("float", "float", 32, True, floating=True)
DOUBLE = scalar("double", "double", 64, True, floating=True)
FLOATS = [FLOAT, DOUBLE]


@dataclass(frozen=True)
class Member:
    """Of a record. `width`: of a bit-field; `length`: of an array."""

    name: str
    type: object
    width: int = 0
    length: int = 0


@dataclass(eq=False)
class Record:
    """A struct or union."""

    name: str
    union: bool
    packed: bool
    members: list = field(default_factory=list)
    # Has a member that is a record.
    nested: bool = False

    def declaration(self):
        lines = []
        for m in self.members:
            suffix = f" : {m.width}" if m.width else f"[{m.length}]" if m.length else ""
            lines.append(f"    {m.type.name} {m.name}{suffix};")
        attribute = " __attribute__((packed))" if self.packed else ""
        kind = "union" if self.union else "struct"
        return "\n".join([f"{kind} {self.tag} {{", *lines, f"}}{attribute};"])

    def leaves(self):
        """The members that are no records, with the paths to them as names."""
        for m in self.members:
            if isinstance(m.type, Record):
                yield from (replace(leaf, name=f"{m.name}.{leaf.name}") for leaf in m.type.leaves())
            else:
                yield m

    @property
    def tag(self):
        return self.name.split()[1]
