"""The form of the database in PostgreSQL, one step after the other."""

from __future__ import annotations

from collections.abc import Sequence

import psycopg

from escale.store.sqlite.migrations import BadDatabase

# One at a time brings the form up to date, or notes that the house was closed.
LOCK = int.from_bytes(b"Escl", "big")

# Each is done once, in its order, and never changed after a release: a new form is a new step.
#
# tables.count     of its entries: an append moves it, and only from the number it was decided on
# tables.leased    until when a worker looks after the table, so that the others need not
# tables.bots      bots are awaited: workers for bots look after it
# escale_append    many appends in one question; -1 for each that somebody else was faster with
# escale_keep      one append with a summary; -1 as above, -2 if another table has the code
MIGRATIONS: tuple[str, ...] = (
    """
    CREATE SEQUENCE changes;
    CREATE TABLE tables (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name text NOT NULL UNIQUE,
        count bigint NOT NULL,
        game text NOT NULL,
        status text NOT NULL,
        code text UNIQUE,
        listed boolean NOT NULL,
        wake bigint,
        bots boolean NOT NULL,
        guests text[] NOT NULL,
        summary bytea NOT NULL,
        changed bigint NOT NULL,
        leased bigint NOT NULL DEFAULT 0,
        leased_for_bots boolean NOT NULL DEFAULT false,
        lessee text NOT NULL DEFAULT ''
    ) WITH (fillfactor = 70);
    CREATE INDEX tables_listed ON tables (changed) WHERE listed;
    CREATE INDEX tables_wake ON tables (wake) WHERE wake IS NOT NULL;
    CREATE INDEX tables_guests ON tables USING gin (guests);

    CREATE TABLE entries (
        table_id bigint NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        number bigint NOT NULL,
        body bytea NOT NULL,
        PRIMARY KEY (table_id, number)
    );
    CREATE TABLE closings (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        since bigint NOT NULL,
        until bigint NOT NULL
    );
    CREATE TABLE meta (name text PRIMARY KEY, value bigint NOT NULL);
    CREATE TABLE workers (name text PRIMARY KEY, seen bigint NOT NULL);

    CREATE FUNCTION escale_append(names text[], afters bigint[], bodies bytea[])
    RETURNS bigint[] LANGUAGE plpgsql AS $$
    DECLARE
        told bigint[] := '{}';
        which bigint;
    BEGIN
        FOR place IN 1 .. cardinality(names) LOOP
            UPDATE tables SET count = count + 1
                WHERE name = names[place] AND count = afters[place] RETURNING id INTO which;
            IF FOUND THEN
                INSERT INTO entries VALUES (which, afters[place] + 1, bodies[place]);
                told := told || (afters[place] + 1);
            ELSE
                told := told || -1::bigint;
            END IF;
        END LOOP;
        RETURN told;
    END $$;

    CREATE FUNCTION escale_keep(
        a_name text, after bigint, a_body bytea, a_game text, a_status text, a_code text,
        a_listed boolean, a_wake bigint, a_bots boolean, a_guests text[], a_summary bytea
    ) RETURNS bigint LANGUAGE plpgsql AS $$
    DECLARE
        which bigint;
    BEGIN
        IF after = 0 THEN
            INSERT INTO tables (name, count, game, status, code, listed, wake, bots, guests,
                                summary, changed)
                VALUES (a_name, 1, a_game, a_status, a_code, a_listed, a_wake, a_bots, a_guests,
                        a_summary, nextval('changes'))
                ON CONFLICT (name) DO NOTHING RETURNING id INTO which;
        ELSE
            UPDATE tables SET count = count + 1, game = a_game, status = a_status, code = a_code,
                    listed = a_listed, wake = a_wake, bots = a_bots, guests = a_guests,
                    summary = a_summary, changed = nextval('changes')
                WHERE name = a_name AND count = after RETURNING id INTO which;
        END IF;
        IF which IS NULL THEN
            RETURN -1;
        END IF;
        INSERT INTO entries VALUES (which, after + 1, a_body);
        RETURN after + 1;
    EXCEPTION WHEN unique_violation THEN
        RETURN -2;
    END $$;
    """,
)


def migrate(connection: psycopg.Connection[tuple[object, ...]], migrations: Sequence[str]) -> None:
    """Bring a database to the form known here; whoever comes at the same time waits."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        done = _recognise(connection)
        if done > len(migrations):
            raise BadDatabase(
                f"the database is of a newer Escale (form {done},"
                f" and {len(migrations)} is known here)"
            )
        for migration in migrations[done:]:
            connection.execute(migration)
        connection.execute(
            "INSERT INTO meta VALUES ('form', %s) ON CONFLICT (name) DO UPDATE SET"
            " value = excluded.value WHERE meta.value <> excluded.value",
            [len(migrations)],
        )


def _recognise(connection: psycopg.Connection[tuple[object, ...]]) -> int:
    """How many steps this database has behind it; none, if it is empty."""
    there = connection.execute(
        "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
        " AND relkind IN ('r', 'v', 'm')"
    ).fetchall()
    names = {name for (name,) in there}
    if not names:
        return 0
    if not {"meta", "tables", "entries", "closings"} <= names:
        raise BadDatabase("the database is of another program: give Escale one of its own")
    row = connection.execute("SELECT value FROM meta WHERE name = 'form'").fetchone()
    return int(str(row[0])) if row else 0
