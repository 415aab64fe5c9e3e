"""Runs a program as Docker would with deploy/seccomp.json: ``python -m tests.operate.confined PROFILE PROGRAM ...``.

Docker is not needed for it: libseccomp reads no JSON, but knows the same calls, names and answers.
"""

import ctypes
import ctypes.util
import json
import os
import sys
from pathlib import Path

NOBODY = 65534
ALLOW, ERRNO = 0x7FFF0000, 0x00050000
UNKNOWN = -1  # what libseccomp answers to a name that no machine has
NO_NEW_PRIVS = 38


def library() -> ctypes.CDLL | None:
    name = ctypes.util.find_library("seccomp")
    if name is None:
        return None
    found = ctypes.CDLL(name)
    found.seccomp_init.restype = ctypes.c_void_p
    found.seccomp_load.argtypes = [ctypes.c_void_p]
    found.seccomp_rule_add.argtypes = [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint]
    return found


def numbers(profile: Path) -> dict[str, int]:
    """Each call that *profile* names, with its number; negative where this machine lacks it."""
    seccomp = library()
    assert seccomp is not None
    rows = json.loads(profile.read_text("utf-8"))["syscalls"]
    names = [name for row in rows for name in row["names"]]
    return {name: seccomp.seccomp_syscall_resolve_name(name.encode()) for name in names}


def load(profile: Path) -> None:
    """From here on the profile holds for this process and all that it starts."""
    seccomp = library()
    assert seccomp is not None
    rules = json.loads(profile.read_text("utf-8"))
    assert rules["defaultAction"] == "SCMP_ACT_ALLOW"
    context = seccomp.seccomp_init(ALLOW)
    for row in rules["syscalls"]:
        assert row["action"] == "SCMP_ACT_ERRNO"
        for name in row["names"]:
            number = seccomp.seccomp_syscall_resolve_name(name.encode())
            if number >= 0:
                assert seccomp.seccomp_rule_add(context, ERRNO | row["errnoRet"], number, 0) == 0, name
    assert seccomp.seccomp_load(context) == 0


if __name__ == "__main__":
    ctypes.CDLL(None).prctl(NO_NEW_PRIVS, 1, 0, 0, 0)
    load(Path(sys.argv[1]))
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    os.execv(sys.argv[2], sys.argv[2:])
