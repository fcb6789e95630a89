"""A search algorithm for `quadrille compare`: depth-first search, cell by cell (docs/reference/protocol.md)."""
import sys


def search(size, box, cells, most):
    height, width = map(int, box.split("x"))
    place = [(c // size, size + c % size, 2 * size + c // size // height * height + c % size // width)
             for c in range(size * size)]  # the row, column and box of each cell
    used = [set() for _ in range(3 * size)]
    for houses, digit in zip(place, cells):
        for house in houses:
            used[house].add(digit)
    free = [cell for cell, digit in enumerate(cells) if not digit]
    nodes = depth = 0
    while 0 <= depth < len(free):
        houses, last = [used[house] for house in place[free[depth]]], cells[free[depth]]
        for house in houses:
            house.discard(last)
        digit = next((d for d in range(last + 1, size + 1) if all(d not in h for h in houses)), 0)
        if digit and nodes == most:
            return f"limit nodes={nodes}"
        cells[free[depth]] = digit
        for house in houses:
            house.add(digit)
        nodes, depth = (nodes + 1, depth + 1) if digit else (nodes, depth - 1)
    board = ("," if size > 9 else "").join(map(str, cells))
    return f"none nodes={nodes}" if depth < 0 else f"solution {board} nodes={nodes}"


for line in sys.stdin:
    command, *pairs = line.split()
    keys = dict(pair.split("=") for pair in pairs if "=" in pair)
    if command == "quadrille-lab":
        print("ready depth-first search (Python)", flush=True)
    elif command == "run":
        givens = keys["givens"].split(",") if "," in keys["givens"] else keys["givens"]
        print("unsupported" if "edges" in keys else
              search(int(keys["size"]), keys["box"], list(map(int, givens)), int(keys.get("nodes", -1))), flush=True)
    elif command == "quit":
        break
