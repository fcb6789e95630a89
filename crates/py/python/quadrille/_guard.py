"""The process that guards programs from outside."""

from __future__ import annotations

import os
import sys

#: What a guard needs, in bytes. The allocator of a free-threaded Python reserves a gigabyte.
LEAST_MEMORY = 3 << 29 if "t" in getattr(sys, "abiflags", "") else 256 << 20


def guard() -> list[str]:
    """Returns the command of a guard, which is this Python; none where there are no guards."""
    if sys.platform != "linux" or not sys.executable:
        return []
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    code = "import sys; sys.path.insert(0, sys.argv.pop(1)); import quadrille._native as n; "
    code += "sys.exit(n.guard_bot(sys.argv[1:]))"
    return [sys.executable, "-I", "-S", "-c", code, package]
