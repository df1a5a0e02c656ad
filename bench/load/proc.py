"""What the kernel says of a process and of this machine, below /proc."""

import os
import pathlib
import platform
import re

PAGE_KB = 1024


def cpu_seconds(pid):
    """User and system time of all tasks of a process, in nanoseconds' resolution: the first word of their schedstat."""
    total = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        try:
            total += int(pathlib.Path(f"/proc/{pid}/task/{task}/schedstat").read_text().split()[0])
        except (FileNotFoundError, ProcessLookupError):
            pass  # a thread that ended between listing and reading
    return total / 1e9


def pss_bytes(pid):
    """Proportional set size; None once the process has ended."""
    text = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
    found = re.search(r"^Pss: +(\d+) kB", text, re.MULTILINE)
    return int(found[1]) * PAGE_KB if found else None


def slab_bytes():
    """Kernel memory in slabs, of the whole machine: sockets, their files and epoll entries lie there."""
    found = re.search(r"^Slab: +(\d+) kB", pathlib.Path("/proc/meminfo").read_text(), re.MULTILINE)
    return int(found[1]) * 1024


def machine():
    cpus = re.findall(r"^model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    memory = re.search(r"^MemTotal: +(\d+) kB", pathlib.Path("/proc/meminfo").read_text(), re.MULTILINE)
    system = re.search(r'^PRETTY_NAME="?([^"\n]*)', pathlib.Path("/etc/os-release").read_text(), re.MULTILINE)
    return (f"{len(cpus)} × {cpus[0] if cpus else platform.machine()}, {int(memory[1]) / 1024**2:.0f} GiB, "
            f"Linux {platform.release()}, {system[1] if system else 'unknown system'}")
