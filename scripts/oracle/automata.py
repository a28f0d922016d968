"""Büchi automata as the HOA format and SPIN's never claims have them, and whether two have a word in common."""

import re
from dataclasses import dataclass, field
from itertools import product


@dataclass
class Buchi:
    """States by name; edges are pairs of a condition on letters (sets of names) and a state."""

    initial: list = field(default_factory=list)
    accepting: set = field(default_factory=set)
    edges: dict = field(default_factory=dict)


def condition(text, names):
    """A function of letters. `names` maps what stands in the text to names of propositions."""
    text = re.sub(r"\s+", "", text).replace("&&", "&").replace("||", "|")
    code = re.sub(r"[A-Za-z_]\w*|\d+", lambda m: names(m.group()), text)
    code = code.replace("!", " not ").replace("&", " and ").replace("|", " or ")
    return eval("lambda letter: " + code)


def from_hoa(text):
    automaton, atoms, state = Buchi(), [], None
    header, body = text.split("--BODY--")
    for line in header.splitlines():
        if line.startswith("Start:"):
            automaton.initial.append(int(line.split()[1]))
        elif line.startswith("AP:"):
            atoms = re.findall(r'"([^"]*)"', line)
    for line in body.splitlines():
        if found := re.match(r"State: (\d+)( \{0\})?", line):
            state = int(found[1])
            automaton.edges[state] = []
            if found[2]:
                automaton.accepting.add(state)
        elif found := re.match(r"\[(.*)\] (\d+)", line):
            names = lambda word: "True" if word == "t" else f"({atoms[int(word)]!r} in letter)"
            automaton.edges[state].append((condition(found[1], names), int(found[2])))
    return automaton


def proposition(word):
    return {"1": "True", "true": "True", "0": "False", "false": "False"}.get(word) or f"({word!r} in letter)"


def from_spin(text):
    automaton, state, alias, previous = Buchi(), None, {}, ""
    for line in map(str.strip, text.splitlines()):
        previous_is_label, previous = previous.endswith(":"), line
        if found := re.match(r"(\w+):$", line):
            if previous_is_label:
                # Another name of the same state.
                alias[found[1]] = state
                continue
            state = found[1]
            automaton.edges[state] = []
            if not automaton.initial:
                automaton.initial.append(state)
            if state.startswith("accept"):
                automaton.accepting.add(state)
        elif found := re.match(r":: (?:atomic \{ )?(.*?) -> goto (\w+)", line):
            automaton.edges[state].append((condition(found[1], proposition), found[2]))
        elif found := re.match(r":: atomic \{ (.*?) -> assert\(", line):
            # What violates the claim at once.
            automaton.edges[state].append((condition(found[1], proposition), "accept_all"))
        elif line == "skip":
            automaton.edges[state].append((lambda letter: True, state))
    automaton.edges = {s: [(c, alias.get(t, t)) for c, t in own] for s, own in automaton.edges.items()}
    return automaton


def meet(a, b, atoms):
    """Is there a word that both accept?"""
    letters = [frozenset(x for x, is_in in zip(atoms, bits) if is_in) for bits in product([False, True], repeat=len(atoms))]
    moves = [{s: [[t for c, t in own if c(letter)] for letter in letters] for s, own in x.edges.items()} for x in (a, b)]
    # The third part waits for an accepting state of the first, then of the second.
    start = [(p, q, 0) for p in a.initial for q in b.initial]
    successors = {}
    work = list(start)
    while work:
        at = work.pop()
        if at in successors:
            continue
        p, q, turn = at
        turn = {0: 1 if p in a.accepting else 0, 1: 2 if q in b.accepting else 1, 2: 1 if p in a.accepting else 0}[turn]
        found = {(s, t, turn) for n in range(len(letters)) for s in moves[0].get(p, [[]] * len(letters))[n] for t in moves[1].get(q, [[]] * len(letters))[n]}
        successors[at] = found
        work.extend(found)
    return any(at[2] == 2 and comes_back(at, successors) for at in successors)


def comes_back(start, successors):
    seen, work = set(), list(successors[start])
    while work:
        at = work.pop()
        if at == start:
            return True
        if at not in seen:
            seen.add(at)
            work.extend(successors[at])
    return False
