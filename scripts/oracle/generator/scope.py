"""Variables, and what can be named where."""

from dataclasses import dataclass

from oracle.generator.types import Record


@dataclass(eq=False)
class Variable:
    """A variable: `dimensions` of an array, empty for others; `pointer`: to one element, or to so many elements that follow one another.
    `constant`: not written by generated statements."""

    name: str
    type: object
    depth: int
    dimensions: tuple = ()
    pointer: int = 0
    constant: bool = False
    private: bool = False

    @property
    def is_scalar(self):
        return not self.dimensions and not self.pointer and not isinstance(self.type, Record)


class Scope:
    """What is visible: a stack of blocks. A pointer may hold the address of what was declared in its own block or further out."""

    def __init__(self, variables=()):
        self.blocks = [list(variables)]

    @property
    def depth(self):
        return len(self.blocks) - 1

    def open(self):
        self.blocks.append([])

    def close(self):
        self.blocks.pop()

    def declare(self, variable):
        self.blocks[-1].append(variable)
        return variable

    def forget(self, variable):
        for block in self.blocks:
            if variable in block:
                block.remove(variable)

    def visible(self):
        return [v for block in self.blocks for v in block]
