"""Solves with the installed package alone; needs nothing but it. Not a test of pytest."""

import quadrille

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

assert str(quadrille.Puzzle(PUZZLE).solve()) == SOLUTION
assert quadrille.ask({"call": "rate"}, [PUZZLE])[0]["rating"] == 1.2
print(f"quadrille {quadrille.__version__} solves in a fresh environment")
