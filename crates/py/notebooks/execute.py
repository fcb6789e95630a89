"""Executes the notebooks beside this file, whose outputs must be cleared. Writes nothing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any


def main() -> None:
    import nbformat
    from nbclient import NotebookClient

    paths = sorted(Path(__file__).parent.glob("*.ipynb"))
    assert paths, "there are no notebooks"
    for path in paths:
        notebook: Any = nbformat.read(path, 4)
        for cell in notebook.cells:
            if cell.get("outputs") or cell.get("execution_count"):
                sys.exit(f"{path.name} has outputs; clear them before committing")
        NotebookClient(notebook, timeout=120).execute()
        print(f"{path.name}: {len(notebook.cells)} cells")


if __name__ == "__main__":
    main()
