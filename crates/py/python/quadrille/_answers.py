"""What the functions for one puzzle answer: the fields of the command line's JSON."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TypeVar

    from ._native import Table

    T = TypeVar("T")


class Answer:
    """An answer. It is immutable, and equal to another one with the same fields."""

    __slots__ = ("_fields",)
    _fields: dict[str, Any]

    def __init__(self, fields: dict[str, Any]) -> None:
        object.__setattr__(self, "_fields", fields)
        for name in type(self).__slots__:
            object.__setattr__(self, name, fields.get(name))

    def to_dict(self) -> dict[str, Any]:
        """Returns all fields, as the command line writes them with ``--json``."""
        return dict(self._fields)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Answer) or type(self) is not type(other):
            return NotImplemented
        return self._known() == other._known()

    def __hash__(self) -> int:
        return hash(repr(sorted(self._known().items())))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in type(self).__slots__)
        return f"{type(self).__name__}({fields})"

    def __reduce__(self) -> tuple[type[Answer], tuple[dict[str, Any]]]:
        return type(self), (self._fields,)

    def _known(self) -> dict[str, Any]:
        # Times differ from run to run.
        return {name: value for name, value in self._fields.items() if "seconds" not in name}


class Count(Answer):
    """How many solutions a puzzle has."""

    __slots__ = ("count", "exact", "stop")
    #: How many were found, at most the limit.
    count: int
    #: Whether these are all.
    exact: bool
    #: The limit that ended the search.
    stop: str | None


class Check(Answer):
    """What kind of puzzle a board is."""

    __slots__ = ("cells", "minimal", "redundant", "stop", "verdict")
    #: ``proper``, ``multiple``, ``none``, ``conflict`` or ``undecided``.
    verdict: str
    #: Whether every given of a proper puzzle is necessary.
    minimal: bool | None
    #: The redundant givens, if they were asked for.
    redundant: list[str] | None
    #: The cells of a conflict.
    cells: list[str]
    #: The limit that ended the search.
    stop: str | None


class Rating(Answer):
    """How hard a puzzle is for people."""

    __slots__ = (
        "class_",
        "diamond",
        "hardest",
        "hardest_title",
        "pearl",
        "profile",
        "rating",
        "score",
        "status",
        "steps",
        "stop",
    )
    #: ``solved`` if it is rated; ``stuck``, ``multiple``, ``none``, ``unsupported``, ``limit``.
    status: str
    #: The profile.
    profile: str
    #: The rating.
    rating: float | None
    #: The rating of the steps up to the first digit.
    pearl: float | None
    #: The rating of the steps before the first digit.
    diamond: float | None
    #: The id of the hardest technique.
    hardest: str | None
    #: Its title.
    hardest_title: str | None
    #: The number of steps.
    steps: int | None
    #: The class, in a profile with scores.
    class_: str | None
    #: The score, in a profile with scores.
    score: int | None
    #: The limit that ended the search.
    stop: str | None

    def __init__(self, fields: dict[str, Any]) -> None:
        super().__init__(fields)
        object.__setattr__(self, "class_", fields.get("class"))


class Hint(Answer):
    """A hint for a position."""

    __slots__ = (
        "done",
        "eliminations",
        "evidence",
        "level",
        "look_at",
        "placements",
        "rating",
        "status",
        "technique",
        "text",
        "title",
    )
    #: ``solved`` if there is a step; ``stuck``, ``multiple``, ``none``, ``unsupported``, ``limit``.
    status: str
    #: How much is said, from 1 to 4.
    level: int
    #: The hint in words.
    text: str
    #: Whether all cells are filled.
    done: bool
    #: The id of the technique, from level 2 on.
    technique: str | None
    #: The rating of the step, from level 2 on.
    rating: float | None
    #: The title of the technique, from level 2 on.
    title: str | None
    #: The house to look at: ``kind`` (``row``, ``column``, ``box``) and ``number`` from 1.
    look_at: dict[str, Any] | None
    #: The digits that must be in their cells, at level 4.
    placements: list[dict[str, Any]]
    #: The candidates that cannot be true, at level 4.
    eliminations: list[dict[str, Any]]
    #: The cells, houses, sets and links of the step, from level 3 on (docs/reference/json.md).
    evidence: dict[str, Any] | None

    def __str__(self) -> str:
        return self.text


class Step(Answer):
    """A step of a walkthrough."""

    __slots__ = (
        "candidates",
        "eliminations",
        "evidence",
        "grid",
        "placements",
        "rating",
        "step",
        "technique",
        "text",
        "title",
    )
    #: The number of the step, from 1.
    step: int
    #: The id of the technique.
    technique: str
    #: Its title.
    title: str
    #: The rating of the step.
    rating: float
    #: The step in words.
    text: str
    #: The digits that must be in their cells.
    placements: list[dict[str, Any]]
    #: The candidates that cannot be true.
    eliminations: list[dict[str, Any]]
    #: The cells, houses, sets and links of the step (docs/reference/json.md).
    evidence: dict[str, Any]
    #: The digits after the step on one line, ``.`` for empty.
    grid: str
    #: The candidates after the step, a character of each cell for each digit.
    candidates: str

    def __str__(self) -> str:
        return self.text


class Explanation(Answer):
    """How people solve a puzzle, step by step."""

    __slots__ = ("conclusion", "profile", "status", "steps")
    #: ``solved``, ``stuck``, ``multiple``, ``none``, ``unsupported`` or ``limit``.
    status: str
    #: The profile.
    profile: str
    #: What is said after the steps or instead of them.
    conclusion: str | None
    #: The steps.
    steps: list[Step]

    def __init__(self, fields: dict[str, Any]) -> None:
        super().__init__(fields)
        object.__setattr__(self, "steps", [Step(step) for step in fields["steps"]])

    def __str__(self) -> str:
        words = [f"{step.step}. {step.text}" for step in self.steps]
        return "\n".join(words + ([self.conclusion] if self.conclusion else []))


class Canon(Answer):
    """The canonical form of a puzzle: the same for all puzzles that are essentially the same."""

    __slots__ = ("automorphisms", "canonical", "stop", "symmetry")
    #: The form on one line.
    canonical: str | None
    #: How many symmetries map the puzzle to itself.
    automorphisms: int | None
    #: A symmetry that maps the puzzle to its form; lines from 1.
    symmetry: dict[str, Any] | None
    #: The limit that ended the search.
    stop: str | None

    def __init__(self, fields: dict[str, Any]) -> None:
        super().__init__(fields)
        number = fields.get("automorphisms")
        object.__setattr__(self, "automorphisms", None if number is None else int(number))


class Generated(Answer):
    """A puzzle that was generated."""

    __slots__ = ("clues", "index", "minimal", "puzzle", "rating")
    #: The index in the sequence of the seed.
    index: int
    #: The puzzle on one line.
    puzzle: str
    #: The number of givens.
    clues: int
    #: Whether every given is necessary, if that is known.
    minimal: bool | None
    #: The rating, if it was asked for.
    rating: float | None


class GeneratedPosition(Answer):
    """A board in which a technique applies."""

    __slots__ = (
        "candidates",
        "eliminations",
        "evidence",
        "grid",
        "index",
        "placements",
        "puzzle",
        "rating",
        "technique",
        "text",
    )
    #: The id of the kind of deduction.
    technique: str
    #: The candidates, nine characters for each cell; a filled cell has its digit.
    candidates: str
    #: The digits on one line, ``.`` for empty.
    grid: str
    #: The puzzle from which the board comes.
    puzzle: str
    #: The rating of the step, if it is the next one by a profile.
    rating: float | None
    #: The deduction in words.
    text: str
    #: The digits that must be in their cells.
    placements: list[dict[str, Any]]
    #: The candidates that cannot be true.
    eliminations: list[dict[str, Any]]
    #: The cells, houses, sets and links of the deduction (docs/reference/json.md).
    evidence: dict[str, Any]
    #: The index in the sequence of the seed.
    index: int

    def __str__(self) -> str:
        return self.text


class GeneratedList(list["T"]):
    """What was generated: fewer items than were asked for if a limit ended the search."""

    #: The limit that ended the search.
    stop: str | None
    #: The puzzle that came closest, in words, if a limit ended the search for one.
    closest: str | None

    def __init__(self, items: Iterable[T], answer: dict[str, Any]) -> None:
        super().__init__(items)
        self.stop = answer.get("stop")
        self.closest = answer.get("closest")


class Trace:
    """What a run did: the text that ``quadrille solve --trace`` writes."""

    __slots__ = ("text",)
    #: The text, which ``quadrille replay`` shows.
    text: str

    def __init__(self, text: str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Trace) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"<quadrille.Trace: {self.text.count(chr(10))} lines>"

    def cost_curve(self) -> Table:
        """Returns how the best board improved.

        Columns: ``nodes`` and ``evaluated`` so far, ``cost`` (the digits missing in all rows,
        columns and boxes together; 0 = solved), ``board``.

        >>> import quadrille
        >>> curve = quadrille.search("1...............", "tabu", seed=1).trace.cost_curve()
        >>> curve.column_names, curve["cost"][-1]
        (['nodes', 'evaluated', 'cost', 'board'], 0)
        """
        from . import _native

        return _native.cost_curve(self.text)


class Run(Answer):
    """A run of an algorithm of the laboratory."""

    __slots__ = (
        "algorithm",
        "counters",
        "node",
        "nodes",
        "puzzle",
        "seconds",
        "seed",
        "solution",
        "status",
        "stop",
        "trace",
        "truncated",
    )
    #: The puzzle on one line.
    puzzle: str
    #: The algorithm with the parameters that differ from their defaults.
    algorithm: str
    #: The seed.
    seed: int
    #: ``solved``, ``none``, ``stuck``, ``wrong``, ``limit`` or ``unsupported``.
    status: str
    #: The limit that ended the run.
    stop: str | None
    #: The solution on one line.
    solution: str | None
    #: The nodes, as the algorithm counts them.
    nodes: int
    #: The counter that is called nodes.
    node: str
    #: Everything that it counted.
    counters: dict[str, int]
    #: The wall time, recording included.
    seconds: float
    #: What it did.
    trace: Trace
    #: Whether the trace was cut off, at a gigabyte.
    truncated: bool

    def __init__(self, fields: dict[str, Any]) -> None:
        super().__init__(fields)
        object.__setattr__(self, "trace", Trace(fields["trace"]))
