"""One run of each program that the benchmark compares: syscall_floor, and `squall run` against `squall serve`."""

import contextlib
import dataclasses
import json
import pathlib
import re
import signal
import subprocess
import tempfile

from . import proc
from .sampler import Sampler, interpolate, last_within


class Failed(Exception):
    """A program did not do what the benchmark needs; the text says what."""


@dataclasses.dataclass
class Load:
    users: int
    rate: float  # messages a second of all users together
    seconds: float
    login_rate: float
    mechanisms: str = "PLAIN"

    @property
    def rate_of_each(self):
        return f"{self.rate / self.users * 3600:.6g}/h"


@dataclasses.dataclass
class Figures:
    """Of one run of the generator."""

    exit_code: int
    valid: bool
    planned: int
    delivered: int
    lost: int
    online: int
    cpu_own: float              # µs a message, as the generator says
    cpu_outside: float          # µs a message, from schedstat, over the inner part of the steady phase
    server_cpu: float           # µs a message, of the embedded server
    late_p99_ms: float
    latency_p50_ms: float
    latency_p99_ms: float
    logins_per_second: float
    login_cpu: float            # µs a login, from schedstat, until all are online
    pss: int | None             # bytes, late in the steady phase
    slab_growth: int | None     # bytes, from before the first login to late in the steady phase


def floor(program, load, tick_ms=1.0):
    """µs of CPU a message of the bare program."""
    command = [program, "--connections", str(load.users), "--rate", f"{load.rate:g}", "--tick", f"{tick_ms:g}",
               "--seconds", f"{load.seconds:g}"]
    done = subprocess.run(command, capture_output=True, text=True)
    found = re.search(r" cpu_us_per_message=([0-9.]+)", done.stdout)
    if done.returncode != 0 or not found:
        raise Failed(f"{' '.join(command)} ended with code {done.returncode}: {done.stdout}{done.stderr}")
    return float(found[1])


def generator(program, load, pss_period=0.0, arguments=()):
    with tempfile.TemporaryDirectory(prefix="squall-bench-") as folder, serve(program, load.mechanisms) as (server, port):
        result_file = pathlib.Path(folder) / "result.json"
        slab_before = proc.slab_bytes()
        command = [program, "run", "--server", f"127.0.0.1:{port}", "--domain", "localhost", "--users", str(load.users),
                   "--rate", load.rate_of_each, "--duration", f"{load.seconds:g}s", "--login-rate",
                   f"{load.login_rate:g}/s", "--json", str(result_file), *arguments]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
            own, other = Sampler(process.pid, pss_period=pss_period), Sampler(server.pid)
            try:
                output, _ = process.communicate()
            finally:
                process.kill()  # when this program is interrupted; nothing to end otherwise
                own.stop()
                other.stop()
        if process.returncode not in (0, 1, 4) or not result_file.exists():
            raise Failed(f"{' '.join(command)} ended with code {process.returncode}:\n{output}")
        return figures(process.returncode, json.loads(result_file.read_text()), own, other, slab_before)


@contextlib.contextmanager
def serve(program, mechanisms):
    """The embedded server on a free port: (process, port)."""
    command = [program, "serve", "--listen", "127.0.0.1:0", "--mechanisms", mechanisms]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            line = process.stdout.readline()
            found = re.search(r"127\.0\.0\.1:(\d+)", line)
            if not found:
                raise Failed(f"{' '.join(command)} names no port: {line!r}")
            yield process, int(found[1])
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate()


def figures(exit_code, result, own, other, slab_before):
    start, end = steady_span(result)
    inner = (start + 0.1 * (end - start), end - 0.1 * (end - start))
    messages = delivered_at(result, inner[1]) - delivered_at(result, inner[0])
    audit, health, funnel = result["audit"], result["generator"], result["funnel"]
    slab = last_within(own.slab, start, end)
    online_at = everyone_online_at(result)
    return Figures(
        exit_code=exit_code,
        valid=health["valid"],
        planned=audit["planned"],
        delivered=audit["outcomes"]["delivered_in_order"] + audit["outcomes"]["delivered_out_of_order"],
        lost=audit["lost"],
        online=funnel["reached_online"],
        cpu_own=health["cpu_us_per_message"],
        cpu_outside=micros(own, inner, messages),
        server_cpu=micros(other, inner, messages),
        late_p99_ms=milliseconds(health["send_lateness"]["p99_ns"]),
        latency_p50_ms=milliseconds(result["latency"]["from_plan"]["p50_ns"]),
        latency_p99_ms=milliseconds(result["latency"]["from_plan"]["p99_ns"]),
        logins_per_second=funnel["logins_per_second"],
        login_cpu=own.cpu_at(online_at) * 1e6 / max(funnel["reached_online"], 1),
        pss=last_within(own.pss, start, end),
        slab_growth=None if slab is None else slab - slab_before)


def micros(sampler, span, messages):
    return (sampler.cpu_at(span[1]) - sampler.cpu_at(span[0])) * 1e6 / max(messages, 1)


def milliseconds(nanoseconds):
    return float("inf") if nanoseconds == "never" else nanoseconds / 1e6


def steady_span(result):
    """Seconds since the run began, as the samplers count them: the programs start within some 10 ms of each other."""
    start = result["phases"]["login_s"]
    return start, start + result["phases"]["steady_s"]


def delivered_at(result, instant):
    return interpolate([(0.0, 0.0)] + [(sample["at_s"], sample["delivered"]) for sample in result["series"]], instant)


def everyone_online_at(result):
    return result["phases"]["login_s"]
