"""Watches a process from outside while it runs, to hold its own figures against."""

import threading
import time

from . import proc


class Sampler:
    """CPU time of a process and the kernel's slabs, every `period` seconds; Pss every `pss_period` (0: never)."""

    def __init__(self, pid, period=0.1, pss_period=0.0):
        self.pid = pid
        self.cpu = []   # (seconds since the start, CPU seconds)
        self.pss = []   # (seconds since the start, bytes)
        self.slab = []  # (seconds since the start, bytes)
        self._period = period
        self._pss_period = pss_period
        self._start = time.monotonic()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self):
        self._stop.set()
        self._thread.join()

    def cpu_at(self, instant):
        return interpolate(self.cpu, instant)

    def _watch(self):
        next_pss = 0.0
        while not self._stop.wait(self._period):
            try:
                self._sample(with_pss=self._pss_period > 0 and self._now() >= next_pss)
            except (FileNotFoundError, ProcessLookupError, PermissionError):
                return  # it has ended
            if self.pss:
                next_pss = self.pss[-1][0] + self._pss_period

    def _sample(self, with_pss):
        self.cpu.append((self._now(), proc.cpu_seconds(self.pid)))
        if not with_pss:
            return
        pss = proc.pss_bytes(self.pid)
        if pss is not None:
            self.pss.append((self._now(), pss))
            self.slab.append((self._now(), proc.slab_bytes()))

    def _now(self):
        return time.monotonic() - self._start


def interpolate(points, instant):
    """Between the points on both sides; the nearest one outside of them."""
    before = [point for point in points if point[0] <= instant]
    after = [point for point in points if point[0] > instant]
    if not before or not after:
        return (before or after)[-1 if before else 0][1]
    (t0, v0), (t1, v1) = before[-1], after[0]
    return v0 + (v1 - v0) * (instant - t0) / (t1 - t0)


def last_within(points, start, end):
    """The value of the last point in a span of time; None when there is none."""
    inside = [value for instant, value in points if start <= instant <= end]
    return inside[-1] if inside else None
