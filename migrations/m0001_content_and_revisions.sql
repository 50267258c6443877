-- Marks the file as tanada's ("tana" in ASCII), so that no other database is taken for one.
PRAGMA application_id = 1952542305;

-- Content: one table per kind, one row per item, columns named like the fields of the files.

CREATE TABLE featured_topics (
  id            INTEGER PRIMARY KEY CHECK (id > 0),
  rating        REAL    NOT NULL CHECK (rating BETWEEN 0 AND 5),
  thumbnail_url TEXT    NOT NULL,
  title         TEXT    NOT NULL,
  caption       TEXT    NOT NULL,
  published_at  TEXT    NOT NULL
) STRICT;

CREATE TABLE recent_news (
  id            INTEGER PRIMARY KEY CHECK (id > 0),
  thumbnail_url TEXT    NOT NULL,
  title         TEXT    NOT NULL,
  news_category TEXT    NOT NULL,
  published_at  TEXT    NOT NULL
) STRICT;

CREATE TABLE campaign_banners (
  id                 INTEGER PRIMARY KEY CHECK (id > 0),
  banner_contents_id INTEGER NOT NULL,
  banner_url         TEXT    NOT NULL
) STRICT;

CREATE TABLE trend_articles (
  id            INTEGER PRIMARY KEY CHECK (id > 0),
  thumbnail_url TEXT    NOT NULL,
  title         TEXT    NOT NULL,
  introduction  TEXT    NOT NULL,
  published_at  TEXT    NOT NULL
) STRICT;

CREATE TABLE pickup_photos (
  id           INTEGER PRIMARY KEY CHECK (id > 0),
  photo_url    TEXT    NOT NULL,
  photo_width  INTEGER NOT NULL CHECK (photo_width > 0),
  photo_height INTEGER NOT NULL CHECK (photo_height > 0),
  title        TEXT    NOT NULL,
  caption      TEXT    NOT NULL,
  published_at TEXT    NOT NULL
) STRICT;

CREATE TABLE favorite_scenes (
  id           INTEGER PRIMARY KEY CHECK (id > 0),
  photo_url    TEXT    NOT NULL,
  author       TEXT    NOT NULL,
  title        TEXT    NOT NULL,
  category     TEXT    NOT NULL,
  shop_name    TEXT    NOT NULL,
  comment      TEXT    NOT NULL,
  published_at TEXT    NOT NULL
) STRICT;

-- History: every transaction that changes content adds one revision and what it changed.

CREATE TABLE revisions (
  number       INTEGER PRIMARY KEY CHECK (number > 0),
  committed_at TEXT    NOT NULL
) STRICT;

CREATE TABLE revision_changes (
  revision INTEGER NOT NULL REFERENCES revisions (number) ON DELETE CASCADE,
  kind     TEXT    NOT NULL,
  id       INTEGER NOT NULL,
  change   TEXT    NOT NULL CHECK (change IN ('inserted', 'updated', 'deleted')),
  PRIMARY KEY (revision, kind, id)
) STRICT, WITHOUT ROWID;
