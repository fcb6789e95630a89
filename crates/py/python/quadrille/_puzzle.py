"""``Puzzle`` and ``Solution``: values that are their text."""

from __future__ import annotations

from . import _native, _single

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._answers import Canon, Check, Count, Explanation, Hint, Rating, Run, Step


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
        return _single.convert(self.text, "svg")


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
        return _single.solve(self)

    def count(self, limit: int = 2) -> Count:
        """Counts solutions, up to a limit (0 = all of them).

        >>> import quadrille
        >>> found = quadrille.Puzzle("1...............").count(limit=0)
        >>> found.count, found.exact
        (72, True)
        """
        return _single.count(self, limit=limit)

    def check(self, *, redundant: bool = False) -> Check:
        """Says whether the puzzle has exactly one solution, and whether it is minimal."""
        return _single.check(self, redundant=redundant)

    def is_proper(self) -> bool:
        """Returns whether the puzzle has exactly one solution."""
        found = _single.count(self, limit=2)
        return (found.count, found.exact) == (1, True)

    def is_minimal(self) -> bool:
        """Returns whether the puzzle has exactly one solution and needs every given."""
        return _single.check(self).minimal is True

    def verdict(self) -> str:
        """Returns what kind of puzzle it is: ``proper``, ``multiple`` or ``none``."""
        return _single.check(self).verdict

    def candidates(self, *, direct: bool = False) -> list[list[int]]:
        """Returns the digits of each cell, row by row, that occur in some solution.

        direct: leave out only what the givens rule out directly.
        """
        return _single.candidates(self, direct=direct)

    def rate(self, profile: str = "se121") -> Rating:
        """Rates how hard the puzzle is for people; 9x9 only."""
        return _single.rate(self, profile=profile)

    def hint(self, level: int = 2, *, profile: str = "quadrille", lang: str = "en") -> Hint:
        """Gives a hint: 1 where to look, 2 the technique, 3 digits and houses, 4 everything."""
        return _single.hint(self, level=level, profile=profile, lang=lang)

    def explain(self, *, profile: str = "quadrille", lang: str = "en") -> Explanation:
        """Explains how people solve the puzzle, step by step."""
        return _single.explain(self, profile=profile, lang=lang)

    def hints(self, *, profile: str = "quadrille", lang: str = "en") -> list[Step]:
        """Returns every step that is possible now."""
        return _single.explain(self, all=True, profile=profile, lang=lang).steps

    def steps(self, *, profile: str = "quadrille", lang: str = "en") -> list[Step]:
        """Returns the steps by which people solve the puzzle.

        >>> import quadrille
        >>> puzzle = quadrille.Puzzle(
        ...     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
        >>> [step.technique for step in puzzle.steps()][:2]
        ['hidden-single-box', 'hidden-single-box']
        """
        return _single.explain(self, profile=profile, lang=lang).steps

    def rating(self, profile: str = "se121") -> float | None:
        """Returns the rating; ``None`` if the puzzle cannot be rated."""
        return _single.rate(self, profile=profile).rating

    def search(
        self,
        algorithm: str,
        *,
        seed: int = 1,
        nodes: int | None = None,
        time: float | None = None,
    ) -> Run:
        """Runs an algorithm of the laboratory and records what it does."""
        return _single.search(self, algorithm, seed=seed, nodes=nodes, time=time)

    def canon(self, form: str = "pattern") -> Canon:
        """Returns the canonical form."""
        return _single.canon(self, form=form)

    def convert(self, to: str, *, title: str | None = None) -> str:
        """Writes the puzzle in a format, as ``svg`` or as ``booklet``."""
        return _single.convert(self, to, title=title)


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
