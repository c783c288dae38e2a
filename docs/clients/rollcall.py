"""Keeps a copy of Rollcall's attendance in an SQLite file.

    ROLLCALL_TOKEN=rc_... python3 rollcall.py https://rollcall.example.com attendance.db --every 60

The first run reads every record, and each later one only what has changed. Without --every it ends when the copy is
complete, for cron. Needs Python 3.9 or newer and nothing else. docs/changes.md of Rollcall explains the call.
"""

import argparse
import http.client
import json
import os
import sqlite3
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

TABLES = """
create table if not exists companies (id integer primary key, name text);
create table if not exists access_controllers (id integer primary key, name text);
create table if not exists employees (id integer primary key, name text, employee_id text);
create table if not exists attendance (
  id integer primary key, company integer, access_controller integer, employee integer, employee_code text,
  event_type text, timestamp text, created_at text, is_processed integer, is_manual integer, is_set_aside integer,
  hr_state text, reading integer);
create index if not exists attendance_by_employee on attendance (employee);
-- How far this copy is: a reading begins without a cursor, and is complete when it has caught up.
create table if not exists progress (cursor text, reading integer, is_complete integer);
insert into progress select null, 1, 0 where not exists (select 1 from progress);
"""
# The relations of a record, with their fields: each has a table of its own, so that a new name is one update.
RELATED = {
    "company": ("companies", ("name",)),
    "access_controller": ("access_controllers", ("name",)),
    "employee": ("employees", ("name", "employee_id")),
}
PLAIN = ("id", "employee_code", "event_type", "timestamp", "created_at")
PLAIN += ("is_processed", "is_manual", "is_set_aside", "hr_state")


class Refused(Exception):
    """The server will not answer this request, however often it is sent."""

    def __init__(self, status, message):
        super().__init__(f"{status}: {message}")
        self.status = status


def call(address, token, tries=8):
    """Returns the data of an answer. Waits and tries again where that may help, as long as the server asks for."""
    request = urllib.request.Request(address, headers={"Authorization": f"Bearer {token}"})
    for tried in range(1, tries + 1):
        pause = min(60, 2**tried)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            if error.code != 429 and error.code < 500:
                raise Refused(error.code, message_of(error)) from None
            reason = f"{error.code}: {message_of(error)}"
            after = error.headers.get("Retry-After", "")
            pause = int(after) if after.isdigit() else pause
        except (OSError, ValueError, http.client.HTTPException) as error:  # Not reachable, or cut off.
            reason = error
        if tried < tries:
            print(f"{reason}. Trying again in {pause} s", file=sys.stderr)
            time.sleep(pause)
    raise ConnectionError(reason)


def message_of(error):
    try:
        return json.load(error)["message"]
    except (ValueError, KeyError, TypeError):
        return error.reason


def put(copy, table, row):
    marks = ", ".join("?" for _ in row)
    copy.execute(f"insert or replace into {table} ({', '.join(row)}) values ({marks})", tuple(row.values()))


def apply(copy, change, reading):
    """A record comes whole, as it is now: whatever happened to it, it replaces the one that is here."""
    kind, record = change["kind"], change.get("record")
    if record:
        row = {name: record.get(name) for name in PLAIN}
        for name, (table, fields) in RELATED.items():
            related = record.get(name)
            row[name] = related and related["id"]
            if related:
                put(copy, table, {"id": related["id"], **{field: related[field] for field in fields}})
        put(copy, "attendance", {**row, "reading": reading})
    elif kind == "erased":
        copy.execute("delete from attendance where id = ?", (change["id"],))
    elif kind.endswith("_renamed"):
        table, fields = RELATED[kind[: -len("_renamed")]]
        fields = [field for field in fields if field in change]
        sets = ", ".join(f"{field} = ?" for field in fields)
        copy.execute(f"update {table} set {sets} where id = ?", (*(change[field] for field in fields), change["id"]))


def catch_up(copy, server, token):
    """Reads until nothing is left. Each page is stored with its cursor, so a run that is cut off goes on from there."""
    while True:
        cursor, reading, is_complete = copy.execute("select cursor, reading, is_complete from progress").fetchone()
        query = {"limit": 1000, **({"after": cursor} if cursor else {})}
        try:
            page = call(f"{server}/web/api/v1/attendance/changes?{urllib.parse.urlencode(query)}", token)
        except Refused as error:
            if error.status != 410:
                raise
            # The cursor is too old, or the token sees other companies. The old copy stays until all is read again.
            print(error, file=sys.stderr)
            with copy:
                copy.execute("update progress set cursor = null, reading = reading + 1, is_complete = 0")
            continue
        with copy:
            for change in page["changes"]:
                apply(copy, change, reading)
            if not page["has_more"] and not is_complete:
                is_complete = 1
                copy.execute("delete from attendance where reading < ?", (reading,))
            copy.execute("update progress set cursor = ?, is_complete = ?", (page["cursor"], is_complete))
        if not page["has_more"]:
            break
    # Whoever has no attendance here any more, as theirs was erased, leaves no name either.
    with copy:
        copy.execute("delete from employees where not exists (select 1 from attendance where employee = employees.id)")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("server", help="such as https://rollcall.example.com")
    parser.add_argument("file", help="the SQLite file")
    parser.add_argument("--every", type=int, metavar="SECONDS", help="go on, with a call every so many seconds")
    options = parser.parse_args()
    token = os.environ.get("ROLLCALL_TOKEN") or parser.error("set ROLLCALL_TOKEN to an API token")
    copy = sqlite3.connect(options.file)
    copy.executescript(TABLES)
    while True:
        try:
            catch_up(copy, options.server.rstrip("/"), token)
        except (Refused, ConnectionError) as error:
            print(error, file=sys.stderr)
            # A token that was revoked stays so.
            if isinstance(error, Refused) or not options.every:
                return 1
        if not options.every:
            return 0
        time.sleep(options.every)


if __name__ == "__main__":
    sys.exit(main())
