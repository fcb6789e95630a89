"""Answers that were recorded before, such as a language model's: nothing is called. The file, named as
argument, has a JSON object in each line with `puzzle` and `answer`, digits row by row."""
# requires: a file of answers
import json
import sys

from lab import serve

with open(sys.argv[1], encoding="utf-8") as file:
    known = {}
    for line in file:
        if line.strip():
            record = json.loads(line)
            puzzle = record["puzzle"].replace(".", "0")
            known[puzzle] = "".join(c for c in record["answer"] if c.isdigit())


def solve(board):
    answer = known.get("".join(map(str, board.cells)))
    if answer is None or len(answer) != len(board.cells):
        return "stuck", 0
    return [int(digit) for digit in answer], 0


serve("recorded answers", solve)
