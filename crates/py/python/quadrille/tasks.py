"""What jobs over files do to a column of puzzles: the batch functions, with their parameters.

>>> from quadrille import tasks
>>> tasks.count(limit=5)
Task('count', {'limit': 5, 'nodes': None, 'time': None})
>>> tasks.named("count", {"limit": 5}) == tasks.count(limit=5)
True
"""

from __future__ import annotations

import inspect
import json

from . import _batch
from ._errors import UnknownNameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

#: What a job decides, not a task: results do not depend on it.
_OF_THE_JOB = ("threads", "errors", "progress")


class Task:
    """A function of a column of puzzles, and its parameters, which are JSON values.

    The function takes a column of texts and keyword arguments, and gives anything with
    ``__arrow_c_stream__`` that has a row for each row of the column. It must be pure: jobs call it
    again after a failure, and on another machine. Calling a task gives it with other parameters.

    name: what the outputs are labelled with; another function needs another name.
    """

    __slots__ = ("_parameters", "function", "name")
    #: The name.
    name: str
    #: The function.
    function: Callable[..., object]

    def __init__(
        self,
        name: str,
        function: Callable[..., object],
        parameters: Mapping[str, object] | None = None,
    ) -> None:
        self.name = name
        self.function = function
        # As text, so that a task can be compared, hashed and hardly be changed.
        self._parameters = json.dumps(dict(parameters or {}), sort_keys=True)

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters."""
        parameters: dict[str, Any] = json.loads(self._parameters)
        return parameters

    def __call__(self, *values: object, **parameters: object) -> Task:
        """Returns the task with these parameters, and defaults for the others."""
        bound = inspect.signature(self.function).bind(None, *values, **parameters)
        bound.apply_defaults()
        puzzles, *_ = bound.arguments
        skipped = (puzzles, *_OF_THE_JOB)
        for name in _OF_THE_JOB:
            if name in parameters:
                raise TypeError(f"{name} is not a parameter of a task")
        kept = {name: value for name, value in bound.arguments.items() if name not in skipped}
        return Task(self.name, self.function, kept)

    def apply(self, puzzles: object, threads: int | None = 1) -> object:
        """Calls the function."""
        options = self.parameters
        if "threads" in inspect.signature(self.function).parameters:
            options["threads"] = threads
        return self.function(puzzles, **options)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Task):
            return NotImplemented
        return self._state() == other._state()

    def __hash__(self) -> int:
        return hash((self.name, self._parameters))

    def __repr__(self) -> str:
        return f"Task({self.name!r}, {self.parameters!r})"

    def __reduce__(self) -> tuple[type[Task], tuple[object, ...]]:
        return type(self), (self.name, self.function, self.parameters)

    def _state(self) -> tuple[object, ...]:
        return self.name, self.function, self._parameters


def _built_in(function: Callable[..., object]) -> Task:
    """Returns the task of a batch function, with its defaults; what has none must be given."""
    signature = inspect.signature(function)
    _, *rest = signature.parameters.values()
    defaults = {
        option.name: option.default
        for option in rest
        if option.name not in _OF_THE_JOB and option.default is not option.empty
    }
    return Task(function.__name__.removesuffix("_batch"), function, defaults)


solve = _built_in(_batch.solve_batch)
check = _built_in(_batch.check_batch)
count = _built_in(_batch.count_batch)
rate = _built_in(_batch.rate_batch)
canon = _built_in(_batch.canon_batch)
#: Takes an algorithm: ``run("tabu", seed=7)``.
run = _built_in(_batch.run_batch)

#: The tasks by name. A batch function of the package is a line above and a name here.
TASKS = {task.name: task for task in (solve, check, count, rate, canon, run)}


def named(name: str, parameters: Mapping[str, object] | None = None) -> Task:
    """Returns a task by its name."""
    task = TASKS.get(name)
    if task is None:
        raise UnknownNameError(f"no task is named {name!r}; there are {', '.join(TASKS)}")
    return task(**dict(parameters or {}))
