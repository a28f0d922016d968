"""All schedules of a small program with threads, one access at a time and without any reduction: whether it can go on for ever, fairly or at all, and whether it can stop.

A state is a tuple of numbers. The first ones say where each thread is: `NOT_BEGUN`, `ENDED`, or an index into its code. An instruction is a function of the state that
answers with what may come of it: a list of `Step`, empty where the thread waits, or `END` where the program ends."""

from dataclasses import dataclass

NOT_BEGUN, ENDED = -1, -2
END = "end"


@dataclass
class Step:
    """Where the thread goes on, what the state has then, and whether the library did what it may not do for ever."""

    to: int
    changes: tuple = ()
    is_rare: bool = False


class TooLarge(Exception):
    """There are more states than are looked at."""


@dataclass
class Ends:
    """What a program can do other than end: go on for ever, do so although every thread that can go on now and again does, or stop with a thread that waits."""

    endless: bool
    fair: bool
    stuck: bool
    states: int


def explore(first, codes, most):
    """What the program can do that begins with the state `first`; the threads have these codes."""
    numbers, states, edges, ready = {first: 0}, [first], [], []
    stuck = False
    for state in states:
        if len(states) > most:
            raise TooLarge
        out, able, ends = [], 0, False
        for thread, code in enumerate(codes):
            at = state[thread]
            steps = code[at](state) if at >= 0 else []
            if steps == []:
                continue
            able |= 1 << thread
            if steps == END:
                ends = True
                continue
            for step in steps:
                after = list(state)
                after[thread] = step.to
                for slot, value in step.changes:
                    after[slot] = value
                after = tuple(after)
                if after not in numbers:
                    numbers[after] = len(states)
                    states.append(after)
                out.append((thread, numbers[after], step.is_rare))
        waits = any(state[thread] >= 0 for thread in range(len(codes)))
        stuck |= not out and not ends and waits
        edges.append(out)
        ready.append(able)
    everything = set(range(len(states)))
    usual = [[edge for edge in out if not edge[2]] for out in edges]
    return Ends(any(goes_round(part, edges) for part in components(everything, edges)), is_fair(everything, usual, ready), stuck, len(states))


def goes_round(part, edges):
    return any(to in part for state in part for _, to, _ in edges[state])


def is_fair(states, edges, ready):
    """Is there a run that stays in these states for ever, in which no thread that can go on again and again goes on only finitely often? (Streett's condition.)"""
    todo = [states]
    while todo:
        for part in components(todo.pop(), edges):
            if not goes_round(part, edges):
                continue
            able, ran = 0, 0
            for state in part:
                able |= ready[state]
                for thread, to, _ in edges[state]:
                    if to in part:
                        ran |= 1 << thread
            kept_waiting = able & ~ran
            if not kept_waiting:
                return True
            todo.append({state for state in part if not ready[state] & kept_waiting})
    return False


def components(states, edges):
    """The strongly connected parts (Tarjan), as sets."""
    order, low, on_stack, stack, found = {}, {}, set(), [], []
    for root in states:
        if root in order:
            continue
        order[root] = low[root] = len(order)
        stack.append(root)
        on_stack.add(root)
        work = [(root, iter(edges[root]))]
        while work:
            state, rest = work[-1]
            for _, to, _ in rest:
                if to not in states:
                    continue
                if to not in order:
                    order[to] = low[to] = len(order)
                    stack.append(to)
                    on_stack.add(to)
                    work.append((to, iter(edges[to])))
                    break
                if to in on_stack:
                    low[state] = min(low[state], order[to])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[state])
                if low[state] == order[state]:
                    part = set()
                    while state not in part:
                        part.add(stack.pop())
                    on_stack -= part
                    found.append(part)
    return found
