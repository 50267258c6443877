-- Changes that are prepared together and published together. Times are in milliseconds since 1970.

CREATE TABLE tanada_releases (
  id                 INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
  name               TEXT    NOT NULL,
  created_at         INTEGER NOT NULL,
  -- Who changed it last, and thereby publishes it at its moment.
  actor              TEXT    NOT NULL,
  publish_at         INTEGER,
  -- An array of operations, as they were put.
  operations         TEXT    NOT NULL,
  -- By subject, the entity tag of what was there when its first operation was added; null for nothing.
  bases              TEXT    NOT NULL,
  -- Why it was not published at its moment.
  failure            TEXT,
  failed_at          INTEGER,
  published_revision INTEGER,
  published_at       INTEGER
) STRICT;

CREATE INDEX tanada_scheduled_releases ON tanada_releases (publish_at)
  WHERE publish_at IS NOT NULL;
