"""What random programs are made with."""

import random


class Choices:
    """A random program: whoever makes one sets `text`."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.text = ""

    def source(self):
        return self.text

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def pick(self, things):
        return self.random.choice(things)
