#!/usr/bin/env python3
"""import_accounts.py NAME DIR FILE: reads what `squall accounts export` wrote into a server that servers.py runs."""

import pathlib
import sqlite3
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "fixtures" / "servers"))

import servers  # noqa: E402


def jabberd2(directory, file):
    with sqlite3.connect(directory / "jabberd2.sqlite", timeout=20) as database:
        database.executescript(file.read_text())
        return database.execute('SELECT count(*) FROM "roster-items" WHERE "to" = 1 AND "from" = 1').fetchone()[0]


def ejabberd(directory, file):
    state = servers.running(directory)
    recipe = servers.RECIPES[state.name].from_state(state)
    return recipe.evaluate(f'ok = ejabberd_piefxis:import_file(<<"{file}">>), mnesia:table_info(roster, size).')


def prosody(directory, file):
    """It was exported to where prosody reads it."""
    return sum(path.read_text().count('"both"') for path in (directory / "data").glob("localhost/roster/*.dat"))


def main():
    name, directory, file = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    print(f"contacts={globals()[name](directory, file)}")


main()
