"""``Puzzle`` and ``Solution``, values that are their text, and what one can be asked."""

from __future__ import annotations

from . import _native
from ._answers import (
    Canon,
    Check,
    Count,
    Explanation,
    Generated,
    GeneratedList,
    GeneratedPosition,
    Hint,
    Rating,
    Run,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from ._answers import Step


def _ask(call: str, **fields: object) -> dict[str, Any]:
    """Asks for what `quadrille-api` can answer; fields that are ``None`` are omitted."""
    # Not at the top: it takes longer to import than the rest of the package.
    import json

    request = {name: value for name, value in fields.items() if value is not None}
    answer: dict[str, Any] = json.loads(_native.call(json.dumps({"call": call, **request})))
    return answer


def _milliseconds(time: float | None) -> int | None:
    if time is None:
        return None
    if not 0 <= time < 1e9:
        raise ValueError(f"time is {time}; expected seconds, 0 or more")
    return int(time * 1000)


class _Board:
    """A value that is its text: immutable, hashable, equal and ordered by text."""

    __slots__ = ("text",)
    #: The board on one line.
    text: str

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Board) or type(self) is not type(other):
            return NotImplemented
        return self.text == other.text

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.text))

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, _Board) or type(self) is not type(other):
            return NotImplemented
        return self.text < other.text

    def __le__(self, other: object) -> bool:
        return self == other or self < other

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"

    def __reduce__(self) -> tuple[type[_Board], tuple[str]]:
        return type(self), (self.text,)

    def draw(self) -> str:
        """Returns the board with borders around its boxes, in several lines."""
        return _native.draw(self.text)

    def _repr_html_(self) -> str:
        """Draws the board in notebooks."""
        return convert(self.text, "svg")


class Puzzle(_Board):
    """A Sudoku puzzle of any box shape: a text in any format that ``quadrille formats`` lists.

    >>> import quadrille
    >>> puzzle = quadrille.Puzzle("1.|..\\n..|..\\n--+--\\n..|2.\\n..|.3")
    >>> puzzle
    Puzzle('1.........2....3')
    >>> puzzle.box, puzzle.side, puzzle.givens
    ((2, 2), 4, 3)
    >>> print(puzzle.solve())
    1234341243212143
    >>> print(puzzle.draw())
    ┌─────┬─────┐
    │ 1 . │ . . │
    │ . . │ . . │
    ├─────┼─────┤
    │ . . │ 2 . │
    │ . . │ . 3 │
    └─────┴─────┘
    """

    __slots__ = ("box", "givens")
    #: Rows and columns of a box.
    box: tuple[int, int]
    #: The number of givens.
    givens: int

    def __init__(self, text: str) -> None:
        text, box, givens, _ = _native.parse(text)
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "box", box)
        object.__setattr__(self, "givens", givens)

    @property
    def side(self) -> int:
        """The number of cells of a row."""
        return self.box[0] * self.box[1]

    def solve(self) -> Solution | None:
        """Returns a solution, always the same one; ``None`` if there is none."""
        return solve(self)

    def count(self, limit: int = 2) -> Count:
        """Counts solutions, up to a limit (0 = all of them).

        >>> import quadrille
        >>> found = quadrille.Puzzle("1...............").count(limit=0)
        >>> found.count, found.exact
        (72, True)
        """
        return count(self, limit=limit)

    def check(self, *, redundant: bool = False) -> Check:
        """Says whether the puzzle has exactly one solution, and whether it is minimal."""
        return check(self, redundant=redundant)

    def is_proper(self) -> bool:
        """Returns whether the puzzle has exactly one solution."""
        found = count(self, limit=2)
        return (found.count, found.exact) == (1, True)

    def is_minimal(self) -> bool:
        """Returns whether the puzzle has exactly one solution and needs every given."""
        return check(self).minimal is True

    def verdict(self) -> str:
        """Returns what kind of puzzle it is: ``proper``, ``multiple`` or ``none``."""
        return check(self).verdict

    def candidates(self, *, direct: bool = False) -> list[list[int]]:
        """Returns the digits of each cell, row by row, that occur in some solution.

        direct: omit only what the givens rule out directly.
        """
        return candidates(self, direct=direct)

    def rate(
        self, profile: str = "se121", *, avoid: Sequence[str] = (), max: str | None = None
    ) -> Rating:
        """Rates how hard the puzzle is for people; see `rate`."""
        return rate(self, profile=profile, avoid=avoid, max=max)

    def hint(
        self,
        level: int = 2,
        *,
        profile: str = "quadrille",
        lang: str = "en",
        avoid: Sequence[str] = (),
        max: str | None = None,
    ) -> Hint:
        """Gives a hint: 1 where to look, 2 the technique, 3 digits and houses, 4 everything."""
        return hint(self, level=level, profile=profile, lang=lang, avoid=avoid, max=max)

    def explain(
        self,
        *,
        profile: str = "quadrille",
        lang: str = "en",
        avoid: Sequence[str] = (),
        max: str | None = None,
    ) -> Explanation:
        """Explains how people solve the puzzle, step by step."""
        return explain(self, profile=profile, lang=lang, avoid=avoid, max=max)

    def hints(self, *, profile: str = "quadrille", lang: str = "en") -> list[Step]:
        """Returns every step that is possible now."""
        return explain(self, all=True, profile=profile, lang=lang).steps

    def steps(self, *, profile: str = "quadrille", lang: str = "en") -> list[Step]:
        """Returns the steps by which people solve the puzzle.

        >>> import quadrille
        >>> puzzle = quadrille.Puzzle(
        ...     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> [step.technique for step in puzzle.steps()][:2]
        ['hidden-single-box', 'hidden-single-box']
        """
        return explain(self, profile=profile, lang=lang).steps

    def rating(self, profile: str = "se121") -> float | None:
        """Returns the rating; ``None`` if the puzzle cannot be rated."""
        return rate(self, profile=profile).rating

    def search(
        self,
        algorithm: str,
        *,
        seed: int = 1,
        nodes: int | None = None,
        time: float | None = None,
    ) -> Run:
        """Runs an algorithm of the laboratory and records what it does."""
        return search(self, algorithm, seed=seed, nodes=nodes, time=time)

    def canon(self, form: str = "pattern") -> Canon:
        """Returns the canonical form."""
        return canon(self, form=form)

    def convert(self, to: str, *, title: str | None = None) -> str:
        """Writes the puzzle in a format, as ``svg`` or as ``booklet``."""
        return convert(self, to, title=title)


class Solution(_Board):
    """A complete board without conflicts.

    >>> import quadrille
    >>> quadrille.Solution("1234341221434321").rows()[0]
    [1, 2, 3, 4]
    """

    __slots__ = ()

    def __init__(self, text: str) -> None:
        text, (rows, columns), givens, has_more = _native.parse(text)
        if has_more or givens != (rows * columns) ** 2:
            raise ValueError("a solution has a digit in every cell and nothing else")
        object.__setattr__(self, "text", text)

    def digits(self) -> list[int]:
        """Returns the digits, row by row."""
        return _native.digits(self.text)

    def rows(self) -> list[list[int]]:
        """Returns the digits of each row."""
        digits = self.digits()
        side = round(len(digits) ** 0.5)
        return [digits[start : start + side] for start in range(0, len(digits), side)]


def solve(puzzle: str | Puzzle) -> Solution | None:
    """Returns a solution of a puzzle, always the same one; ``None`` if there is none.

    >>> import quadrille
    >>> quadrille.solve("1...............")
    Solution('1234341221434321')
    >>> quadrille.solve("12....3.........") is None
    True
    """
    text = _native.solve_one(str(puzzle))
    if text is None:
        return None
    # It has been validated; reading it again would take longer than solving.
    solution = object.__new__(Solution)
    object.__setattr__(solution, "text", text)
    return solution


def count(puzzle: str | Puzzle, *, limit: int = 2, time: float | None = None) -> Count:
    """Counts the solutions of a puzzle, up to a limit (0 = all of them).

    >>> import quadrille
    >>> quadrille.count("1...............", limit=0).count
    72
    """
    return Count(_ask("count", puzzle=str(puzzle), limit=limit, ms=_milliseconds(time)))


def check(puzzle: str | Puzzle, *, redundant: bool = False, time: float | None = None) -> Check:
    """Says what kind of puzzle a text is; two givens that conflict are a verdict, not an error.

    >>> import quadrille
    >>> quadrille.check("11..............").verdict
    'conflict'
    """
    fields = {"puzzle": str(puzzle), "redundant": redundant, "ms": _milliseconds(time)}
    return Check(_ask("check", **fields))


def candidates(
    puzzle: str | Puzzle, *, direct: bool = False, time: float | None = None
) -> list[list[int]]:
    """Returns the digits of each cell, row by row, that occur in some solution.

    direct: omit only what the givens rule out directly.

    >>> import quadrille
    >>> quadrille.candidates("1...............")[:2]
    [[1], [2, 3, 4]]
    """
    answer = _ask("candidates", puzzle=str(puzzle), direct=direct, ms=_milliseconds(time))
    found: str | None = answer["candidates"]
    if found is None:
        raise TimeoutError(f"the limit on {answer['stop']} was reached")
    marks = found.split() if " " in found else found
    side = round(len(marks) ** (1 / 3))
    cells = [marks[at : at + side] for at in range(0, len(marks), side)]
    return [[digit for digit, mark in enumerate(cell, 1) if mark != "."] for cell in cells]


def rate(
    puzzle: str | Puzzle,
    *,
    profile: str = "se121",
    lang: str | None = None,
    time: float | None = None,
    avoid: Sequence[str] = (),
    max: str | None = None,
) -> Rating:
    """Rates how hard a puzzle is for people; 4x4 to 16x16.

    avoid: ids of techniques that are not used.
    max: the technique that is the last one tried.

    >>> import quadrille
    >>> text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> quadrille.rate(text).rating
    1.2
    """
    fields = {"avoid": list(avoid), "max": max, "lang": lang, "ms": _milliseconds(time)}
    return Rating(_ask("rate", puzzle=str(puzzle), profile=profile, **fields))


def hint(
    puzzle: str | Puzzle,
    *,
    level: int = 2,
    profile: str = "quadrille",
    lang: str = "en",
    time: float | None = None,
    avoid: Sequence[str] = (),
    max: str | None = None,
) -> Hint:
    """Gives a hint: 1 where to look, 2 the technique, 3 its digits and houses, 4 everything.

    avoid, max: as those of `rate`.
    """
    fields = {"avoid": list(avoid), "max": max, "lang": lang, "ms": _milliseconds(time)}
    return Hint(_ask("hint", puzzle=str(puzzle), level=level, profile=profile, **fields))


def explain(
    puzzle: str | Puzzle,
    *,
    all: bool = False,
    profile: str = "quadrille",
    lang: str = "en",
    time: float | None = None,
    avoid: Sequence[str] = (),
    max: str | None = None,
) -> Explanation:
    """Explains how people solve a puzzle, step by step.

    all: give every step that is possible now instead of a walkthrough.
    avoid, max: as those of `rate`.

    >>> import quadrille
    >>> text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> walkthrough = quadrille.explain(text)
    >>> print(walkthrough.steps[0])
    8 has one place left in box 2. So r1c6 is 8.
    """
    fields = {"avoid": list(avoid), "max": max, "lang": lang, "ms": _milliseconds(time)}
    return Explanation(_ask("explain", puzzle=str(puzzle), all=all, profile=profile, **fields))


def canon(puzzle: str | Puzzle, *, form: str = "pattern", time: float | None = None) -> Canon:
    """Returns the canonical form of a puzzle.

    >>> import quadrille
    >>> first, second = "1...............", "...............3"
    >>> quadrille.canon(first).canonical == quadrille.canon(second).canonical
    True
    """
    answer = _ask("canon", puzzle=str(puzzle), form=form, ms=_milliseconds(time))
    if "error" in answer:
        from ._errors import UnsupportedError

        raise UnsupportedError(answer["error"])
    return Canon(answer)


def ask(question: dict[str, Any], puzzles: Iterable[str | Puzzle]) -> list[dict[str, Any]]:
    """Asks any question about puzzles; the answers are those of the command line's ``--json``.

    question: as the HTTP server takes it, without its puzzle. What is not a puzzle has an answer
    with the status ``invalid``.

    >>> import quadrille
    >>> question = {"call": "check", "redundant": True}
    >>> [answer["verdict"] for answer in quadrille.ask(question, ["1..............."])]
    ['multiple']
    """
    import json

    texts = [str(puzzle) for puzzle in puzzles]
    return [json.loads(answer) for answer in _native.ask_json(json.dumps(question), texts)]


def convert(puzzle: str | Puzzle, to: str, *, title: str | None = None) -> str:
    """Writes a puzzle in a format, as ``svg`` or as ``booklet``.

    >>> import quadrille
    >>> print(quadrille.convert("1..............4", "block"), end="")
    1...
    ....
    ....
    ...4
    """
    answer = _ask("convert", puzzle=str(puzzle), to=to, title=title)
    if "error" in answer:
        from ._errors import UnsupportedError

        raise UnsupportedError(answer["error"])
    text: str = answer["text"]
    return text


def search(
    puzzle: str | Puzzle,
    algorithm: str,
    *,
    seed: int = 1,
    nodes: int | None = None,
    time: float | None = None,
) -> Run:
    """Runs an algorithm of the laboratory and records what it does.

    algorithm: an id with parameters, as in ``"tabu:start=givens"``.
    nodes: the most nodes, as the algorithm counts them; a million if there is no limit.
    time: the most seconds. A run that ends otherwise is the same every time.

    >>> import quadrille
    >>> run = quadrille.search("1...............", "tabu:start=givens", seed=1)
    >>> run.status, run.node, run.trace.cost_curve()["cost"][-1]
    ('solved', 'evaluated', 0)
    """
    if nodes is None:
        nodes = 1_000_000 if time is None else 2**63
    ms = _milliseconds(time)
    return Run(
        _ask("search", puzzle=str(puzzle), algorithm=algorithm, seed=seed, nodes=nodes, ms=ms)
    )


def generate(
    count: int = 1,
    *,
    seed: int,
    first: int = 0,
    box: str | None = None,
    minimal: bool = False,
    symmetry: str | None = None,
    clues: tuple[int, int] | None = None,
    rating: tuple[float | None, float | None] | None = None,
    profile: str | None = None,
    technique: str | None = None,
    needs: str | None = None,
    once: str | None = None,
    steps: tuple[int, int] | None = None,
    time: float | None = None,
) -> GeneratedList[Generated]:
    """Generates puzzles with one solution. The same seed gives the same puzzles.

    If the time runs out, ``stop`` of the list says so, and ``closest`` what came closest.

    first: the index of the first puzzle in the sequence of the seed.
    rating: the least and the greatest rating in the units of the profile; 9x9 only.
    technique, needs, once: ids of techniques that the solution takes, without which others as easy
        as the hardest step do not solve it, or that it takes exactly once; steps: the least and the
        greatest number of steps. As for :func:`generate_batch`.

    >>> import quadrille
    >>> [item.clues for item in quadrille.generate(2, seed=7, box="2x2")] == [
    ...     item.clues for item in quadrille.generate(2, seed=7, box="2x2")]
    True
    """
    bounds = None
    if rating is not None:
        bounds = {"profile": profile or "se121", "from": rating[0], "to": rating[1]}
    answer = _ask(
        "generate",
        count=count,
        seed=seed,
        first=first,
        box=box,
        minimal=minimal,
        symmetry=symmetry,
        clues=clues,
        rating=bounds,
        profile=profile,
        technique=technique,
        needs=needs,
        once=once,
        steps=steps,
        ms=_milliseconds(time),
    )
    return GeneratedList((Generated(item) for item in answer["items"]), answer)


def positions(
    technique: str,
    count: int = 1,
    *,
    seed: int,
    first: int = 0,
    next: bool = False,
    only: bool = False,
    profile: str | None = None,
    lang: str = "en",
    time: float | None = None,
) -> GeneratedList[GeneratedPosition]:
    """Generates boards in which a technique applies. The same seed gives the same boards.

    technique: the id of a technique or of a kind of one.
    next: it is the next step by the profile, the easiest that there is; only: and singles solve the
        puzzle after it.
    time: the most seconds for each. If they run out, ``stop`` of the list says so.

    >>> import quadrille
    >>> board = quadrille.positions("x-wing", seed=1, next=True)[0]
    >>> quadrille.hint(board.candidates, profile="hodoku").technique
    'x-wing'
    """
    answer = _ask(
        "generate",
        what="position",
        technique=technique,
        count=count,
        seed=seed,
        first=first,
        next=next,
        only=only,
        profile=profile,
        lang=lang,
        ms=_milliseconds(time),
    )
    found = (GeneratedPosition(item) for item in answer.get("positions", []))
    return GeneratedList(found, answer)
