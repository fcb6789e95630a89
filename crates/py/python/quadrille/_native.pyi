"""The native half of the package. Use `quadrille` instead."""

from collections.abc import Callable, Iterator
from os import PathLike
from typing import Any, final

__all__ = [
    "Column",
    "Comparison",
    "Table",
    "__version__",
    "algorithms",
    "call",
    "canon_batch",
    "check_batch",
    "compare",
    "cost_curve",
    "count_batch",
    "digits",
    "draw",
    "generate_batch",
    "is_source",
    "lines_of",
    "parse",
    "rate_batch",
    "run_batch",
    "solve_batch",
    "solve_digits",
    "solve_one",
]

__version__: str

@final
class Column:
    @property
    def name(self) -> str: ...
    @property
    def null_count(self) -> int: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...
    def to_pylist(self) -> list[Any]: ...
    def to_pyarrow(self) -> Any: ...
    def to_polars(self) -> Any: ...
    def to_pandas(self) -> Any: ...
    def to_numpy(self) -> Any: ...
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...
    def __arrow_c_schema__(self) -> object: ...

@final
class Table:
    @property
    def num_rows(self) -> int: ...
    @property
    def column_names(self) -> list[str]: ...
    def column(self, name: str) -> Column: ...
    def __getitem__(self, name: str, /) -> Column: ...
    def __len__(self) -> int: ...
    def to_pylist(self) -> list[dict[str, Any]]: ...
    def to_pyarrow(self) -> Any: ...
    def to_polars(self) -> Any: ...
    def to_pandas(self) -> Any: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...

@final
class Comparison:
    @property
    def algorithms(self) -> list[str]: ...
    @property
    def bad_lines(self) -> list[str]: ...
    @property
    def command(self) -> str: ...
    def text(self, format: str = "table") -> str: ...
    def runs(self) -> Table: ...
    def summary(self) -> Table: ...
    def report(
        self, path: str | PathLike[str], *, csv: bool = False, overwrite: bool = False
    ) -> None: ...

def algorithms() -> Table: ...
def is_source(text: str) -> bool: ...
def lines_of(puzzles: object) -> str: ...
def compare(
    algorithms: list[str] | None,
    puzzles: str,
    name: str | None,
    strict: bool,
    box: str | None,
    runs: int,
    seed: int,
    limits: dict[str, Any],
    features: bool,
    threads: int | None,
    progress: Callable[[int, int], object] | None,
) -> Comparison: ...
def solve_batch(
    puzzles: object,
    threads: int | None,
    nodes: int | None,
    seconds: float | None,
    errors: str,
    progress: Callable[[int, int], object] | None,
) -> Table: ...
def check_batch(
    puzzles: object,
    minimal: bool,
    threads: int | None,
    nodes: int | None,
    seconds: float | None,
    errors: str,
    progress: Callable[[int, int], object] | None,
) -> Table: ...
def count_batch(
    puzzles: object,
    limit: int,
    threads: int | None,
    nodes: int | None,
    seconds: float | None,
    errors: str,
    progress: Callable[[int, int], object] | None,
) -> Table: ...
def solve_digits(
    digits: bytes,
    threads: int | None,
    errors: str,
    progress: Callable[[int, int], object] | None,
) -> bytearray: ...
def rate_batch(
    puzzles: object,
    profile: str,
    threads: int | None,
    seconds: float | None,
    errors: str,
    progress: Callable[[int, int], object] | None,
) -> Table: ...
def canon_batch(
    puzzles: object,
    form: str,
    threads: int | None,
    seconds: float | None,
    errors: str,
    progress: Callable[[int, int], object] | None,
) -> Table: ...
def run_batch(
    puzzles: object,
    algorithm: str,
    seed: int,
    threads: int | None,
    nodes: int | None,
    evaluations: int | None,
    seconds: float | None,
    errors: str,
    progress: Callable[[int, int], object] | None,
) -> Table: ...
def generate_batch(
    count: int,
    seed: int,
    first: int,
    wishes: dict[str, Any],
    threads: int | None,
    seconds: float | None,
    progress: Callable[[int, int], object] | None,
) -> Table: ...
def cost_curve(trace: str) -> Table: ...
def parse(text: str) -> tuple[str, tuple[int, int], int, bool]: ...
def solve_one(text: str) -> str | None: ...
def call(request: str) -> str: ...
def draw(text: str) -> str: ...
def digits(text: str) -> list[int]: ...
