"""clingo: answer set programming. Nodes are its choices."""
# requires: clingo==5.8.3
import clingo

from lab import serve

RULES = """
1 { digit(C, D) : D = 1..size } 1 :- cell(C).
1 { digit(C, D) : in(C, H) } 1 :- house(H), D = 1..size.
"""


def solve(board):
    control = clingo.Control([f"-c size={board.size}", f"--seed={board.seed % 2**31}"])
    facts = "".join(f"cell({c})." for c in range(len(board.cells)))
    facts += "".join(f"digit({c},{d})." for c, d in board.givens())
    for number, house in enumerate(board.houses()):
        facts += f"house({number})." + "".join(f"in({c},{number})." for c in house)
    control.add("base", [], RULES + facts)
    control.ground([("base", [])])
    cells = None

    def keep(model):
        nonlocal cells
        true = {(s.arguments[0].number, s.arguments[1].number) for s in model.symbols(atoms=True) if s.name == "digit"}
        cells = [d for _, d in sorted(true)]

    with control.solve(on_model=keep, async_=True) as handle:
        ended = handle.wait(min(board.seconds, 1e6))
        if not ended:
            handle.cancel()
    nodes = int(control.statistics["solving"]["solvers"]["choices"])
    return cells or ("none" if ended else "limit"), nodes


serve("clingo", solve)
