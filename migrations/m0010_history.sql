-- What was valid before stands beside what is valid now. A version is valid from its revision on, up to the
-- one that ended it, which is not included. What is valid now has the revision from which it is; 0 stands
-- for the beginning. A negative revision is that of the audit batch with this number.

ALTER TABLE revisions ADD COLUMN id TEXT;
ALTER TABLE revisions ADD COLUMN actor TEXT;

-- A UUID of version 4 (RFC 9562).
UPDATE revisions SET id = lower(
  hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
  || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-'
  || hex(randomblob(6)));

-- The first revision of which everything is kept.
CREATE TABLE tanada_history (
  only           INTEGER PRIMARY KEY CHECK (only = 1),
  first_revision INTEGER NOT NULL
) STRICT;

INSERT INTO tanada_history SELECT 1, coalesce(max(number), 0) FROM revisions;

ALTER TABLE compositions ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;

CREATE TABLE tanada_composition_versions (
  feed           TEXT    NOT NULL,
  from_revision  INTEGER NOT NULL,
  until_revision INTEGER NOT NULL,
  document       TEXT    NOT NULL,
  PRIMARY KEY (feed, until_revision)
) STRICT, WITHOUT ROWID;

-- Of each kind there is a table of former items, with the columns that its items had at the time: its era.
ALTER TABLE kinds ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE kinds ADD COLUMN era INTEGER NOT NULL DEFAULT 0;

CREATE TABLE tanada_kind_versions (
  name           TEXT    NOT NULL,
  from_revision  INTEGER NOT NULL,
  until_revision INTEGER NOT NULL,
  position       INTEGER NOT NULL,
  definition     TEXT    NOT NULL,
  era            INTEGER NOT NULL,
  PRIMARY KEY (name, until_revision)
) STRICT, WITHOUT ROWID;

ALTER TABLE tanada_photos ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;

-- How photos were described.
CREATE TABLE tanada_photo_versions (
  photo          TEXT    NOT NULL,
  from_revision  INTEGER NOT NULL,
  until_revision INTEGER NOT NULL,
  alt            TEXT,
  focus_x        REAL,
  focus_y        REAL,
  PRIMARY KEY (photo, until_revision)
) STRICT, WITHOUT ROWID;

ALTER TABLE tanada_photo_addresses ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;

CREATE TABLE tanada_photo_address_versions (
  address        TEXT    NOT NULL,
  from_revision  INTEGER NOT NULL,
  until_revision INTEGER NOT NULL,
  photo          TEXT    NOT NULL,
  PRIMARY KEY (address, until_revision)
) STRICT, WITHOUT ROWID;

-- Which of before and after is the version that the revision ended or began, instead of a copy: 1 for before,
-- 2 for after, 3 for both.
ALTER TABLE audit_entries ADD COLUMN versions INTEGER NOT NULL DEFAULT 0 CHECK (versions BETWEEN 0 AND 3);
