-- When an item is shown, where that is not always. Moments are milliseconds since 1970.

CREATE TABLE item_windows (
  kind         TEXT    NOT NULL,
  id           INTEGER NOT NULL,
  is_draft     INTEGER NOT NULL CHECK (is_draft IN (0, 1)),
  publish_at   INTEGER,
  unpublish_at INTEGER,
  -- Whether it was shown at the newest revision.
  was_shown    INTEGER NOT NULL CHECK (was_shown IN (0, 1)),
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX item_windows_by_publish_at ON item_windows (publish_at)
  WHERE publish_at IS NOT NULL;
CREATE INDEX item_windows_by_unpublish_at ON item_windows (unpublish_at)
  WHERE unpublish_at IS NOT NULL;

-- The highest id that was deleted of a kind: an id that was assigned once is not assigned again.

CREATE TABLE retired_ids (
  kind TEXT    PRIMARY KEY,
  id   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Feeds as their editors wrote them, and the revisions that changed them.

CREATE TABLE compositions (
  feed     TEXT PRIMARY KEY,
  document TEXT NOT NULL CHECK (json_type(document) = 'object')
) STRICT;

CREATE TABLE revision_feeds (
  revision INTEGER NOT NULL REFERENCES revisions (number) ON DELETE CASCADE,
  feed     TEXT    NOT NULL,
  PRIMARY KEY (revision, feed)
) STRICT, WITHOUT ROWID;

-- Who may write. Of a token only the hash is kept.

CREATE TABLE tokens (
  id         INTEGER PRIMARY KEY CHECK (id > 0),
  name       TEXT    NOT NULL,
  role       TEXT    NOT NULL CHECK (role IN ('viewer', 'editor', 'admin')),
  hash       BLOB    NOT NULL UNIQUE CHECK (length(hash) = 32),
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER
) STRICT;

-- A token is looked for by the beginning of its hash; the rest is compared in constant time.
CREATE INDEX tokens_by_hash_prefix ON tokens (substr(hash, 1, 4));

-- What was written, by whom, and what was there before and after, as JSON.

CREATE TABLE audit_entries (
  number   INTEGER PRIMARY KEY,
  revision INTEGER REFERENCES revisions (number),
  at       INTEGER NOT NULL,
  actor    TEXT    NOT NULL,
  action   TEXT    NOT NULL,
  subject  TEXT    NOT NULL,
  before   TEXT CHECK (before IS NULL OR json_valid(before)),
  after    TEXT CHECK (after IS NULL OR json_valid(after))
) STRICT;

CREATE INDEX audit_entries_by_subject ON audit_entries (subject, number);

-- Answers to creations that may be tried again.

CREATE TABLE idempotency_keys (
  token       INTEGER NOT NULL,
  key         TEXT    NOT NULL,
  fingerprint BLOB    NOT NULL,
  status      INTEGER NOT NULL,
  headers     TEXT    NOT NULL,
  body        BLOB    NOT NULL,
  created_at  INTEGER NOT NULL,
  PRIMARY KEY (token, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Keys that sign what clients carry about, such as cursors.

CREATE TABLE secrets (
  name  TEXT PRIMARY KEY,
  value BLOB NOT NULL
) STRICT;
