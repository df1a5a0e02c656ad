"""The figures of a benchmark as Markdown."""

import statistics

# Measured with tsung 1.7 on a machine of two such cores, against jabberd2, ejabberd and prosody: for orientation, as only
# figures of one run may be divided by one another.
TSUNG = (("CPU a message, sent and received", "230 to 300 µs at 500/s, 110 to 140 µs at 4,900/s"),
         ("memory a user", "20 to 33 KB, over a base of 58 MB"),
         ("CPU a login", "0.45 to 2 ms"))


def table(rows):
    lines = ["| figure | median | spread | runs | asked for |", "|---|---:|---|---:|---|"]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in rows])


def row(name, values, unit, digits=1, wanted=""):
    low, high = min(values), max(values)
    return (name, f"**{statistics.median(values):,.{digits}f}** {unit}".strip(), f"{low:,.{digits}f} to {high:,.{digits}f}",
            str(len(values)), wanted)


def reference():
    lines = ["| tsung 1.7, measured elsewhere | |", "|---|---|"]
    return "\n".join(lines + [f"| {name} | {value} |" for name, value in TSUNG])
