"""Schema migrations of the PostgreSQL database."""

from __future__ import annotations

from collections.abc import Sequence

import psycopg

from escale.store.protocol import BadDatabase

# Key of the advisory lock: one worker at a time migrates, or records a downtime.
LOCK = int.from_bytes(b"Escl", "big")

# Applied once each, in this order. Never change one after a release: add another.
#
# tables.count     number of entries: an append succeeds only if it still is what was expected
# tables.leased    until when a worker has a lease on the table
# tables.bots      waiting for a bot: leased by workers that run bots
# escale_append    many appends in one statement; -1 for each conflict
# escale_keep      one append with a summary; -1 for a conflict, -2 if another table has the code
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
    """
    CREATE TABLE documents (
        name text PRIMARY KEY,
        version bigint NOT NULL,
        body bytea NOT NULL
    );
    CREATE INDEX tables_over ON tables (changed) WHERE status = 'over';
    """,
)


def migrate(connection: psycopg.Connection[tuple[object, ...]], migrations: Sequence[str]) -> None:
    """Apply the missing migrations; other workers that start meanwhile wait."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        done = _schema_version(connection)
        if done > len(migrations):
            raise BadDatabase(
                f"the database was written by a newer Escale (schema {done}, this version knows"
                f" {len(migrations)})"
            )
        for migration in migrations[done:]:
            connection.execute(migration)
        connection.execute(
            "INSERT INTO meta VALUES ('form', %s) ON CONFLICT (name) DO UPDATE SET"
            " value = excluded.value WHERE meta.value <> excluded.value",
            [len(migrations)],
        )


def _schema_version(connection: psycopg.Connection[tuple[object, ...]]) -> int:
    relations = connection.execute(
        "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
        " AND relkind IN ('r', 'v', 'm')"
    ).fetchall()
    names = {name for (name,) in relations}
    if not names:
        return 0
    if not {"meta", "tables", "entries", "closings"} <= names:
        raise BadDatabase("the database belongs to another program: create one for Escale alone")
    row = connection.execute("SELECT value FROM meta WHERE name = 'form'").fetchone()
    return int(str(row[0])) if row else 0
