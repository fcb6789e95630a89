"""Answers are those of every other shell, byte for byte but for times."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from quadrille import _native

TIMES = re.compile(r'"(seconds|cpu_seconds)":[^,}]+')


@pytest.fixture(scope="module")
def table() -> dict[str, Any]:
    """Returns what the test `one_json` of crates/quadrille has written beside the program."""
    program = Path(os.environ.get("QUADRILLE_PROGRAM", "../../target/debug/quadrille"))
    path = program.parent.parent / "tmp" / "contract.json"
    if not path.exists():
        pytest.skip("`cargo test` has not written the answers")
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def test_answers_are_those_of_every_shell(table: dict[str, Any]) -> None:
    boards = table["boards"]
    for question, answers in zip(table["questions"], table["answers"], strict=True):
        asked = json.dumps(question)
        together = _native.ask_json(asked, boards)
        alone = [_native.ask_json(asked, [board])[0] for board in boards]
        for board, expected, *found in zip(boards, answers, together, alone, strict=True):
            for answer in found:
                assert TIMES.sub(r'"\1":0', answer) == expected, (question, board)
