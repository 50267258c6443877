-- The tables of a store, and the kinds that every store begins with. Moments are milliseconds since 1970, or texts of
-- RFC 3339. A version is valid from its revision on, up to the one that ended it, which is not included; 0 stands for the
-- beginning, and a negative revision for that of the audit batch with this number.

-- Every transaction that changes content adds one revision and what it changed.

CREATE TABLE revisions (
  number       INTEGER PRIMARY KEY CHECK (number > 0),
  committed_at TEXT    NOT NULL,
  id           TEXT, -- a UUID
  actor        TEXT
) STRICT;

CREATE TABLE revision_changes (
  revision  INTEGER NOT NULL REFERENCES revisions (number) ON DELETE CASCADE,
  kind      TEXT    NOT NULL,
  id        INTEGER NOT NULL,
  change    TEXT    NOT NULL CHECK (change IN ('inserted', 'updated', 'deleted')),
  -- Whether everybody saw the item before the revision or sees it after: events do not name drafts.
  is_public INTEGER NOT NULL DEFAULT 1 CHECK (is_public IN (0, 1)),
  PRIMARY KEY (revision, kind, id)
) STRICT, WITHOUT ROWID;

-- The conditions of the changed items that clients saw before a revision or see after it. The last revision of each
-- stays when the history is pruned.
CREATE TABLE tanada_revision_conditions (
  kind      TEXT    NOT NULL,
  targeting TEXT    NOT NULL, -- as canonical JSON
  revision  INTEGER NOT NULL,
  PRIMARY KEY (kind, targeting, revision)
) STRICT, WITHOUT ROWID;
CREATE INDEX tanada_conditions_by_revision ON tanada_revision_conditions (revision);

CREATE TABLE revision_feeds (
  revision INTEGER NOT NULL REFERENCES revisions (number) ON DELETE CASCADE,
  feed     TEXT    NOT NULL,
  PRIMARY KEY (revision, feed)
) STRICT, WITHOUT ROWID;

CREATE TABLE revision_kinds (
  revision INTEGER NOT NULL REFERENCES revisions (number) ON DELETE CASCADE,
  kind     TEXT    NOT NULL,
  PRIMARY KEY (revision, kind)
) STRICT, WITHOUT ROWID;

-- The last revisions that changed public items of kinds, of those whose changes are no longer kept.
CREATE TABLE tanada_forgotten_changes (
  kind     TEXT    NOT NULL PRIMARY KEY,
  revision INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The first revision of which everything is kept.
CREATE TABLE tanada_history (
  only           INTEGER PRIMARY KEY CHECK (only = 1),
  first_revision INTEGER NOT NULL
) STRICT;
INSERT INTO tanada_history (only, first_revision) VALUES (1, 0);

-- Kinds: a definition each, and the tables that follow from it. Of each there is a table of former items, with the columns
-- that its items had at the time: its era. No kind's name begins with tanada_.

CREATE TABLE kinds (
  name       TEXT    PRIMARY KEY,
  position   INTEGER NOT NULL UNIQUE,
  definition TEXT    NOT NULL CHECK (json_type(definition) = 'object'),
  revision   INTEGER NOT NULL DEFAULT 0,
  era        INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE tanada_kind_versions (
  name           TEXT    NOT NULL,
  from_revision  INTEGER NOT NULL,
  until_revision INTEGER NOT NULL,
  position       INTEGER NOT NULL,
  definition     TEXT    NOT NULL,
  era            INTEGER NOT NULL,
  PRIMARY KEY (name, until_revision)
) STRICT, WITHOUT ROWID;

-- Which fields of kinds were renamed, so that former items can be put back under the names that their fields have
-- now. The revision is the first with the new name.
CREATE TABLE tanada_field_renames (
  kind        TEXT    NOT NULL,
  revision    INTEGER NOT NULL,
  former_name TEXT    NOT NULL,
  name        TEXT    NOT NULL,
  PRIMARY KEY (kind, revision, former_name)
) STRICT, WITHOUT ROWID;

-- Items. When one is shown, where that is not always, and to which clients; NULL for everybody.

CREATE TABLE item_windows (
  kind         TEXT    NOT NULL,
  id           INTEGER NOT NULL,
  is_draft     INTEGER NOT NULL CHECK (is_draft IN (0, 1)),
  publish_at   INTEGER,
  unpublish_at INTEGER,
  -- Whether it was shown at the newest revision: a fact of time and drafts alone.
  was_shown    INTEGER NOT NULL CHECK (was_shown IN (0, 1)),
  targeting    TEXT CHECK (targeting IS NULL OR json_valid(targeting)), -- as canonical JSON
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX item_windows_by_publish_at ON item_windows (publish_at) WHERE publish_at IS NOT NULL;
CREATE INDEX item_windows_by_unpublish_at ON item_windows (unpublish_at)
  WHERE unpublish_at IS NOT NULL;
CREATE INDEX item_windows_by_targeting ON item_windows (kind, targeting)
  WHERE targeting IS NOT NULL;

-- The highest id that was deleted of a kind: an id that was assigned once is not assigned again.
CREATE TABLE retired_ids (
  kind TEXT    PRIMARY KEY,
  id   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Items whose texts are still to be indexed for searches, as ranges of ids. Searches go through their
-- texts instead.
CREATE TABLE search_backlog (
  kind     TEXT    NOT NULL,
  first_id INTEGER NOT NULL,
  last_id  INTEGER NOT NULL
) STRICT;

-- Each locale that a text of a kind's items, or of a composition, has ever had, with the revision that brought it, from
-- which on its documents are followed.
CREATE TABLE tanada_locales (
  locale   TEXT    NOT NULL,
  kind     TEXT    NOT NULL, -- empty for compositions
  revision INTEGER NOT NULL,
  PRIMARY KEY (locale, kind)
) STRICT, WITHOUT ROWID;

-- The locales in which clients have seen texts of a kind's items, with the revision from which on their pages are
-- followed: a locale that no client sees makes no pages.
CREATE TABLE tanada_seen_locales (
  locale    TEXT    NOT NULL,
  kind      TEXT    NOT NULL,
  targeting TEXT    NOT NULL, -- the condition of the items, as canonical JSON; empty for everybody
  revision  INTEGER NOT NULL,
  PRIMARY KEY (kind, locale, targeting)
) STRICT, WITHOUT ROWID;

-- Feeds as their editors wrote them, and the documents that revisions change.

CREATE TABLE compositions (
  feed     TEXT PRIMARY KEY,
  document TEXT NOT NULL CHECK (json_type(document) = 'object'),
  revision INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE tanada_composition_versions (
  feed           TEXT    NOT NULL,
  from_revision  INTEGER NOT NULL,
  until_revision INTEGER NOT NULL,
  document       TEXT    NOT NULL,
  PRIMARY KEY (feed, until_revision)
) STRICT, WITHOUT ROWID;

CREATE TABLE tanada_document_revisions (
  feed     TEXT    NOT NULL,
  section  TEXT    NOT NULL, -- empty for a whole feed
  revision INTEGER NOT NULL,
  -- Whether the document shows what it showed before, in another place of the screen, or is gone.
  is_moved INTEGER NOT NULL DEFAULT 0 CHECK (is_moved IN (0, 1)),
  PRIMARY KEY (feed, section, revision)
) STRICT, WITHOUT ROWID;
CREATE INDEX tanada_documents_by_revision ON tanada_document_revisions (revision);

-- The revisions of documents follow from the history, commit by commit. They are noted up to one revision.
CREATE TABLE tanada_known_documents (
  only           INTEGER PRIMARY KEY CHECK (only = 1),
  first_revision INTEGER NOT NULL,
  last_revision  INTEGER NOT NULL
) STRICT;
INSERT INTO tanada_known_documents (only, first_revision, last_revision) VALUES (1, 0, 0);

-- Who may write, with the sessions of the studio and the invitations that begin them. Of a token only the hash is kept.

CREATE TABLE tokens (
  id           INTEGER PRIMARY KEY CHECK (id > 0),
  type         TEXT    NOT NULL CHECK (type IN ('token', 'invitation', 'session')),
  name         TEXT    NOT NULL,
  role         TEXT    NOT NULL CHECK (role IN ('viewer', 'contributor', 'editor', 'admin')),
  hash         BLOB    NOT NULL UNIQUE CHECK (length(hash) = 32),
  created_at   INTEGER NOT NULL,
  expires_at   INTEGER CHECK (expires_at IS NOT NULL OR type = 'token'),
  -- When it was last accepted, which servers note once a minute; of an invitation, when it was used.
  last_used_at INTEGER,
  revoked_at   INTEGER
) STRICT;
-- A token is looked for by the beginning of its hash; the rest is compared in constant time.
CREATE INDEX tokens_by_hash_prefix ON tokens (substr(hash, 1, 4));

-- The audit of writes of many items is written before they are, a few entries at a time, and counts from
-- the revision on that makes them part of the content.
CREATE TABLE audit_batches (
  id       INTEGER PRIMARY KEY,
  -- Nothing before the items are in place.
  revision INTEGER REFERENCES revisions (number)
) STRICT;

-- What was written, by whom, and what was there before and after, as JSON.
CREATE TABLE audit_entries (
  number   INTEGER PRIMARY KEY,
  revision INTEGER REFERENCES revisions (number),
  at       INTEGER NOT NULL,
  actor    TEXT    NOT NULL,
  action   TEXT    NOT NULL,
  subject  TEXT    NOT NULL,
  before   TEXT CHECK (before IS NULL OR json_valid(before)),
  after    TEXT CHECK (after IS NULL OR json_valid(after)),
  batch    INTEGER REFERENCES audit_batches (id),
  -- Which of before and after is the version that the revision ended or began, instead of a copy: 1 for before,
  -- 2 for after, 3 for both.
  versions INTEGER NOT NULL DEFAULT 0 CHECK (versions BETWEEN 0 AND 3)
) STRICT;
CREATE INDEX audit_entries_by_subject ON audit_entries (subject, number);
CREATE INDEX audit_entries_by_batch ON audit_entries (batch) WHERE batch IS NOT NULL;

-- Answers to creations that may be tried again: a line of JSON with the status and the headers, and the body behind it.
CREATE TABLE idempotency_records (
  token       INTEGER NOT NULL,
  key         TEXT    NOT NULL,
  fingerprint BLOB    NOT NULL,
  answer      BLOB    NOT NULL,
  created_at  INTEGER NOT NULL,
  PRIMARY KEY (token, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_records_by_age ON idempotency_records (created_at);

-- Keys that sign what clients carry about, such as cursors; and what makes this database and its copies one, which the
-- folder of the photos' files has too.
CREATE TABLE secrets (
  name  TEXT PRIMARY KEY,
  value BLOB NOT NULL
) STRICT;
INSERT INTO secrets (name, value) VALUES ('photo_folder', randomblob(16));

-- Changes that are prepared together and published together.
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
  published_at       INTEGER,
  -- What is said about it by its editors, in several lines; empty for nothing.
  note               TEXT    NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX tanada_scheduled_releases ON tanada_releases (publish_at)
  WHERE publish_at IS NOT NULL;

-- Photos. Their files are beside the database, under names that begin with their ids.

CREATE TABLE tanada_photos (
  -- The order in which they were added.
  number      INTEGER PRIMARY KEY,
  -- Half of the SHA-256 of the file.
  id          TEXT NOT NULL UNIQUE CHECK (length(id) = 32),
  format      TEXT NOT NULL,
  width       INTEGER NOT NULL CHECK (width > 0),
  height      INTEGER NOT NULL CHECK (height > 0),
  -- The EXIF orientation that a decoder has to apply.
  orientation INTEGER NOT NULL CHECK (orientation BETWEEN 1 AND 8),
  byte_count  INTEGER NOT NULL CHECK (byte_count > 0),
  -- What the camera noted, as JSON.
  camera      TEXT NOT NULL CHECK (json_valid(camera)),
  blurhash    TEXT NOT NULL,
  thumbhash   TEXT NOT NULL,
  color       TEXT NOT NULL,
  alt         TEXT,
  focus_x     REAL CHECK (focus_x BETWEEN 0 AND 1),
  focus_y     REAL CHECK (focus_y BETWEEN 0 AND 1),
  added_at    TEXT NOT NULL,
  revision    INTEGER NOT NULL DEFAULT 0,
  CHECK ((focus_x IS NULL) = (focus_y IS NULL))
) STRICT;

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

-- The pictures that items name by an address.
CREATE TABLE tanada_photo_addresses (
  address  TEXT PRIMARY KEY,
  photo    TEXT NOT NULL REFERENCES tanada_photos (id) ON DELETE CASCADE,
  revision INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX tanada_photo_addresses_by_photo ON tanada_photo_addresses (photo);

CREATE TABLE tanada_photo_address_versions (
  address        TEXT    NOT NULL,
  from_revision  INTEGER NOT NULL,
  until_revision INTEGER NOT NULL,
  photo          TEXT    NOT NULL,
  PRIMARY KEY (address, until_revision)
) STRICT, WITHOUT ROWID;

-- The photos that a revision shows otherwise than the one before.
CREATE TABLE tanada_revision_photos (
  revision  INTEGER NOT NULL REFERENCES revisions (number),
  photo     TEXT NOT NULL,
  -- Whether everybody sees the photo, and not only clients that meet a condition.
  is_public INTEGER NOT NULL DEFAULT 1 CHECK (is_public IN (0, 1)),
  PRIMARY KEY (revision, photo)
) STRICT, WITHOUT ROWID;

-- The kinds that every store begins with.

INSERT INTO kinds (name, position, definition) VALUES
  ('featured_topics', 1,
    '{"kind":"featured_topics","title":"Featured topics","fields":[' ||
    '{"name":"rating","type":"number","minimum":0,"maximum":5},' ||
    '{"name":"thumbnail_url","type":"url","localized":true},{"name":"title","type":"text","localized":true},' ||
    '{"name":"caption","type":"text","localized":true},{"name":"published_at","type":"date"}' ||
    '],"roles":{"headline":"title","summary":"caption","image":"thumbnail_url","rating":"rating",' ||
    '"date":"published_at"},"layout":{"type":"shelf","options":{}}}'),
  ('recent_news', 2,
    '{"kind":"recent_news","title":"Recent news","fields":[{"name":"thumbnail_url","type":"url","localized":true},' ||
    '{"name":"title","type":"text","localized":true},{"name":"news_category","type":"text","localized":true},' ||
    '{"name":"published_at","type":"date"}],"roles":{"headline":"title","image":"thumbnail_url",' ||
    '"date":"published_at","label":"news_category"},"layout":{"type":"snap_carousel","options":{}}}'),
  ('campaign_banners', 3,
    '{"kind":"campaign_banners","title":"Campaign banners","fields":[{"name":"banner_contents_id","type":"integer"},' ||
    '{"name":"banner_url","type":"url","localized":true}],"roles":{"image":"banner_url"},' ||
    '"layout":{"type":"circular_carousel","options":{}},"headline_template":"Campaign {banner_contents_id}"}'),
  ('trend_articles', 4,
    '{"kind":"trend_articles","title":"Trend articles","fields":[' ||
    '{"name":"thumbnail_url","type":"url","localized":true},{"name":"title","type":"text","localized":true},' ||
    '{"name":"introduction","type":"text","localized":true},{"name":"published_at","type":"date"}' ||
    '],"roles":{"headline":"title","summary":"introduction","image":"thumbnail_url","date":"published_at"},' ||
    '"layout":{"type":"uniform_grid","options":{}}}'),
  ('pickup_photos', 5,
    '{"kind":"pickup_photos","title":"Pickup photos","fields":[{"name":"photo_url","type":"url","localized":true},' ||
    '{"name":"photo_width","type":"integer","minimum":1},{"name":"photo_height","type":"integer","minimum":1},' ||
    '{"name":"title","type":"text","localized":true},{"name":"caption","type":"text","localized":true},' ||
    '{"name":"published_at","type":"date"}' ||
    '],"roles":{"headline":"title","summary":"caption","image":"photo_url","image_width":"photo_width",' ||
    '"image_height":"photo_height","date":"published_at"},"layout":{"type":"staggered_grid","options":{}}}'),
  ('favorite_scenes', 6,
    '{"kind":"favorite_scenes","title":"Favorite scenes","fields":[' ||
    '{"name":"photo_url","type":"url","localized":true},{"name":"author","type":"text","localized":true},' ||
    '{"name":"title","type":"text","localized":true},{"name":"category","type":"text","localized":true},' ||
    '{"name":"shop_name","type":"text","localized":true},{"name":"comment","type":"text","localized":true},' ||
    '{"name":"published_at","type":"date"}],"roles":{"headline":"title","summary":"comment","image":"photo_url",' ||
    '"date":"published_at","label":"category","author":"author","place":"shop_name"},' ||
    '"layout":{"type":"card_stack","options":{}}}');

CREATE TABLE featured_topics (
  id INTEGER PRIMARY KEY CHECK (id > 0),
  rating REAL NOT NULL CHECK (rating BETWEEN 0 AND 5),
  thumbnail_url TEXT NOT NULL,
  title TEXT NOT NULL,
  caption TEXT NOT NULL,
  published_at TEXT NOT NULL,
  published_at_moment INTEGER GENERATED ALWAYS AS (
    CAST(strftime('%s', substr(published_at, 1, 19)) AS INTEGER) * 1000
    + CAST(substr(published_at, 21, 3) AS INTEGER)
    - CAST(substr(published_at, 24, 1) || '1' AS INTEGER) * 60000
      * (CAST(substr(published_at, 25, 2) AS INTEGER) * 60 + CAST(substr(published_at, 27, 2) AS INTEGER))
  ) VIRTUAL,
  _revision INTEGER NOT NULL DEFAULT 0,
  _translations TEXT
) STRICT;
CREATE INDEX "featured_topics:published_at" ON "featured_topics" ("published_at_moment");
CREATE TABLE "featured_topics:past:0" (
  id INTEGER, rating REAL, thumbnail_url TEXT, title TEXT, caption TEXT, published_at TEXT,
  published_at_moment INTEGER, _is_draft INTEGER NOT NULL, _publish_at INTEGER, _unpublish_at INTEGER,
  _from INTEGER NOT NULL, _until INTEGER NOT NULL, _translations TEXT, _targeting TEXT
) STRICT;
CREATE INDEX "featured_topics:past:0:item" ON "featured_topics:past:0" (id, _until);
CREATE INDEX "featured_topics:past:0:until" ON "featured_topics:past:0" (_until);
CREATE INDEX "featured_topics:past:0:targeting" ON "featured_topics:past:0" (_targeting) WHERE _targeting IS NOT NULL;
CREATE VIRTUAL TABLE "featured_topics:search" USING fts5(
  text, tokenize = 'trigram case_sensitive 1', columnsize = 0);
CREATE VIRTUAL TABLE "featured_topics:words" USING fts5vocab("featured_topics:search", 'instance');
CREATE TRIGGER "featured_topics:search_insert" AFTER INSERT ON "featured_topics"
WHEN new._revision = 0 BEGIN
  UPDATE search_backlog SET last_id = new.id WHERE kind = 'featured_topics' AND last_id = new.id - 1;
  INSERT INTO search_backlog (kind, first_id, last_id)
    SELECT 'featured_topics', new.id, new.id WHERE NOT EXISTS (SELECT 1 FROM search_backlog
      WHERE kind = 'featured_topics' AND new.id BETWEEN first_id AND last_id);
END;
CREATE TRIGGER "featured_topics:search_update" AFTER UPDATE ON "featured_topics"
WHEN old.id <> new.id OR (old._revision = new._revision
  AND (old._translations IS NOT new._translations
    OR coalesce(old."title", '') || char(10) || coalesce(old."caption", '')
      <> coalesce(new."title", '') || char(10) || coalesce(new."caption", ''))) BEGIN
  DELETE FROM "featured_topics:search" WHERE rowid = old.id;
  UPDATE search_backlog SET last_id = new.id WHERE kind = 'featured_topics' AND last_id = new.id - 1;
  INSERT INTO search_backlog (kind, first_id, last_id)
    SELECT 'featured_topics', new.id, new.id WHERE NOT EXISTS (SELECT 1 FROM search_backlog
      WHERE kind = 'featured_topics' AND new.id BETWEEN first_id AND last_id);
END;
CREATE TRIGGER "featured_topics:search_delete" AFTER DELETE ON "featured_topics"
WHEN NOT EXISTS (SELECT 1 FROM search_backlog
    WHERE kind = 'featured_topics' AND old.id BETWEEN first_id AND last_id) BEGIN
  DELETE FROM "featured_topics:search" WHERE rowid = old.id;
END;

CREATE TABLE recent_news (
  id INTEGER PRIMARY KEY CHECK (id > 0),
  thumbnail_url TEXT NOT NULL,
  title TEXT NOT NULL,
  news_category TEXT NOT NULL,
  published_at TEXT NOT NULL,
  published_at_moment INTEGER GENERATED ALWAYS AS (
    CAST(strftime('%s', substr(published_at, 1, 19)) AS INTEGER) * 1000
    + CAST(substr(published_at, 21, 3) AS INTEGER)
    - CAST(substr(published_at, 24, 1) || '1' AS INTEGER) * 60000
      * (CAST(substr(published_at, 25, 2) AS INTEGER) * 60 + CAST(substr(published_at, 27, 2) AS INTEGER))
  ) VIRTUAL,
  _revision INTEGER NOT NULL DEFAULT 0,
  _translations TEXT
) STRICT;
CREATE INDEX "recent_news:published_at" ON "recent_news" ("published_at_moment");
CREATE TABLE "recent_news:past:0" (
  id INTEGER, thumbnail_url TEXT, title TEXT, news_category TEXT, published_at TEXT, published_at_moment INTEGER,
  _is_draft INTEGER NOT NULL, _publish_at INTEGER, _unpublish_at INTEGER, _from INTEGER NOT NULL,
  _until INTEGER NOT NULL, _translations TEXT, _targeting TEXT
) STRICT;
CREATE INDEX "recent_news:past:0:item" ON "recent_news:past:0" (id, _until);
CREATE INDEX "recent_news:past:0:until" ON "recent_news:past:0" (_until);
CREATE INDEX "recent_news:past:0:targeting" ON "recent_news:past:0" (_targeting) WHERE _targeting IS NOT NULL;
CREATE VIRTUAL TABLE "recent_news:search" USING fts5(
  text, tokenize = 'trigram case_sensitive 1', columnsize = 0);
CREATE VIRTUAL TABLE "recent_news:words" USING fts5vocab("recent_news:search", 'instance');
CREATE TRIGGER "recent_news:search_insert" AFTER INSERT ON "recent_news"
WHEN new._revision = 0 BEGIN
  UPDATE search_backlog SET last_id = new.id WHERE kind = 'recent_news' AND last_id = new.id - 1;
  INSERT INTO search_backlog (kind, first_id, last_id)
    SELECT 'recent_news', new.id, new.id WHERE NOT EXISTS (SELECT 1 FROM search_backlog
      WHERE kind = 'recent_news' AND new.id BETWEEN first_id AND last_id);
END;
CREATE TRIGGER "recent_news:search_update" AFTER UPDATE ON "recent_news"
WHEN old.id <> new.id OR (old._revision = new._revision
  AND (old._translations IS NOT new._translations
    OR coalesce(old."title", '') || char(10) || coalesce(old."news_category", '')
      <> coalesce(new."title", '') || char(10) || coalesce(new."news_category", ''))) BEGIN
  DELETE FROM "recent_news:search" WHERE rowid = old.id;
  UPDATE search_backlog SET last_id = new.id WHERE kind = 'recent_news' AND last_id = new.id - 1;
  INSERT INTO search_backlog (kind, first_id, last_id)
    SELECT 'recent_news', new.id, new.id WHERE NOT EXISTS (SELECT 1 FROM search_backlog
      WHERE kind = 'recent_news' AND new.id BETWEEN first_id AND last_id);
END;
CREATE TRIGGER "recent_news:search_delete" AFTER DELETE ON "recent_news"
WHEN NOT EXISTS (SELECT 1 FROM search_backlog
    WHERE kind = 'recent_news' AND old.id BETWEEN first_id AND last_id) BEGIN
  DELETE FROM "recent_news:search" WHERE rowid = old.id;
END;

CREATE TABLE campaign_banners (
  id INTEGER PRIMARY KEY CHECK (id > 0),
  banner_contents_id INTEGER NOT NULL,
  banner_url TEXT NOT NULL,
  _revision INTEGER NOT NULL DEFAULT 0,
  _translations TEXT
) STRICT;
CREATE TABLE "campaign_banners:past:0" (
  id INTEGER, banner_contents_id INTEGER, banner_url TEXT, _is_draft INTEGER NOT NULL, _publish_at INTEGER,
  _unpublish_at INTEGER, _from INTEGER NOT NULL, _until INTEGER NOT NULL, _translations TEXT, _targeting TEXT
) STRICT;
CREATE INDEX "campaign_banners:past:0:item" ON "campaign_banners:past:0" (id, _until);
CREATE INDEX "campaign_banners:past:0:until" ON "campaign_banners:past:0" (_until);
CREATE INDEX "campaign_banners:past:0:targeting" ON "campaign_banners:past:0" (_targeting) WHERE _targeting IS NOT NULL;
CREATE VIRTUAL TABLE "campaign_banners:search" USING fts5(
  text, tokenize = 'trigram case_sensitive 1', columnsize = 0);
CREATE VIRTUAL TABLE "campaign_banners:words" USING fts5vocab("campaign_banners:search", 'instance');

CREATE TABLE trend_articles (
  id INTEGER PRIMARY KEY CHECK (id > 0),
  thumbnail_url TEXT NOT NULL,
  title TEXT NOT NULL,
  introduction TEXT NOT NULL,
  published_at TEXT NOT NULL,
  published_at_moment INTEGER GENERATED ALWAYS AS (
    CAST(strftime('%s', substr(published_at, 1, 19)) AS INTEGER) * 1000
    + CAST(substr(published_at, 21, 3) AS INTEGER)
    - CAST(substr(published_at, 24, 1) || '1' AS INTEGER) * 60000
      * (CAST(substr(published_at, 25, 2) AS INTEGER) * 60 + CAST(substr(published_at, 27, 2) AS INTEGER))
  ) VIRTUAL,
  _revision INTEGER NOT NULL DEFAULT 0,
  _translations TEXT
) STRICT;
CREATE INDEX "trend_articles:published_at" ON "trend_articles" ("published_at_moment");
CREATE TABLE "trend_articles:past:0" (
  id INTEGER, thumbnail_url TEXT, title TEXT, introduction TEXT, published_at TEXT, published_at_moment INTEGER,
  _is_draft INTEGER NOT NULL, _publish_at INTEGER, _unpublish_at INTEGER, _from INTEGER NOT NULL,
  _until INTEGER NOT NULL, _translations TEXT, _targeting TEXT
) STRICT;
CREATE INDEX "trend_articles:past:0:item" ON "trend_articles:past:0" (id, _until);
CREATE INDEX "trend_articles:past:0:until" ON "trend_articles:past:0" (_until);
CREATE INDEX "trend_articles:past:0:targeting" ON "trend_articles:past:0" (_targeting) WHERE _targeting IS NOT NULL;
CREATE VIRTUAL TABLE "trend_articles:search" USING fts5(
  text, tokenize = 'trigram case_sensitive 1', columnsize = 0);
CREATE VIRTUAL TABLE "trend_articles:words" USING fts5vocab("trend_articles:search", 'instance');
CREATE TRIGGER "trend_articles:search_insert" AFTER INSERT ON "trend_articles"
WHEN new._revision = 0 BEGIN
  UPDATE search_backlog SET last_id = new.id WHERE kind = 'trend_articles' AND last_id = new.id - 1;
  INSERT INTO search_backlog (kind, first_id, last_id)
    SELECT 'trend_articles', new.id, new.id WHERE NOT EXISTS (SELECT 1 FROM search_backlog
      WHERE kind = 'trend_articles' AND new.id BETWEEN first_id AND last_id);
END;
CREATE TRIGGER "trend_articles:search_update" AFTER UPDATE ON "trend_articles"
WHEN old.id <> new.id OR (old._revision = new._revision
  AND (old._translations IS NOT new._translations
    OR coalesce(old."title", '') || char(10) || coalesce(old."introduction", '')
      <> coalesce(new."title", '') || char(10) || coalesce(new."introduction", ''))) BEGIN
  DELETE FROM "trend_articles:search" WHERE rowid = old.id;
  UPDATE search_backlog SET last_id = new.id WHERE kind = 'trend_articles' AND last_id = new.id - 1;
  INSERT INTO search_backlog (kind, first_id, last_id)
    SELECT 'trend_articles', new.id, new.id WHERE NOT EXISTS (SELECT 1 FROM search_backlog
      WHERE kind = 'trend_articles' AND new.id BETWEEN first_id AND last_id);
END;
CREATE TRIGGER "trend_articles:search_delete" AFTER DELETE ON "trend_articles"
WHEN NOT EXISTS (SELECT 1 FROM search_backlog
    WHERE kind = 'trend_articles' AND old.id BETWEEN first_id AND last_id) BEGIN
  DELETE FROM "trend_articles:search" WHERE rowid = old.id;
END;

CREATE TABLE pickup_photos (
  id INTEGER PRIMARY KEY CHECK (id > 0),
  photo_url TEXT NOT NULL,
  photo_width INTEGER NOT NULL CHECK (photo_width > 0),
  photo_height INTEGER NOT NULL CHECK (photo_height > 0),
  title TEXT NOT NULL,
  caption TEXT NOT NULL,
  published_at TEXT NOT NULL,
  published_at_moment INTEGER GENERATED ALWAYS AS (
    CAST(strftime('%s', substr(published_at, 1, 19)) AS INTEGER) * 1000
    + CAST(substr(published_at, 21, 3) AS INTEGER)
    - CAST(substr(published_at, 24, 1) || '1' AS INTEGER) * 60000
      * (CAST(substr(published_at, 25, 2) AS INTEGER) * 60 + CAST(substr(published_at, 27, 2) AS INTEGER))
  ) VIRTUAL,
  _revision INTEGER NOT NULL DEFAULT 0,
  _translations TEXT
) STRICT;
CREATE INDEX "pickup_photos:published_at" ON "pickup_photos" ("published_at_moment");
CREATE TABLE "pickup_photos:past:0" (
  id INTEGER, photo_url TEXT, photo_width INTEGER, photo_height INTEGER, title TEXT, caption TEXT, published_at TEXT,
  published_at_moment INTEGER, _is_draft INTEGER NOT NULL, _publish_at INTEGER, _unpublish_at INTEGER,
  _from INTEGER NOT NULL, _until INTEGER NOT NULL, _translations TEXT, _targeting TEXT
) STRICT;
CREATE INDEX "pickup_photos:past:0:item" ON "pickup_photos:past:0" (id, _until);
CREATE INDEX "pickup_photos:past:0:until" ON "pickup_photos:past:0" (_until);
CREATE INDEX "pickup_photos:past:0:targeting" ON "pickup_photos:past:0" (_targeting) WHERE _targeting IS NOT NULL;
CREATE VIRTUAL TABLE "pickup_photos:search" USING fts5(
  text, tokenize = 'trigram case_sensitive 1', columnsize = 0);
CREATE VIRTUAL TABLE "pickup_photos:words" USING fts5vocab("pickup_photos:search", 'instance');
CREATE TRIGGER "pickup_photos:search_insert" AFTER INSERT ON "pickup_photos"
WHEN new._revision = 0 BEGIN
  UPDATE search_backlog SET last_id = new.id WHERE kind = 'pickup_photos' AND last_id = new.id - 1;
  INSERT INTO search_backlog (kind, first_id, last_id)
    SELECT 'pickup_photos', new.id, new.id WHERE NOT EXISTS (SELECT 1 FROM search_backlog
      WHERE kind = 'pickup_photos' AND new.id BETWEEN first_id AND last_id);
END;
CREATE TRIGGER "pickup_photos:search_update" AFTER UPDATE ON "pickup_photos"
WHEN old.id <> new.id OR (old._revision = new._revision
  AND (old._translations IS NOT new._translations
    OR coalesce(old."title", '') || char(10) || coalesce(old."caption", '')
      <> coalesce(new."title", '') || char(10) || coalesce(new."caption", ''))) BEGIN
  DELETE FROM "pickup_photos:search" WHERE rowid = old.id;
  UPDATE search_backlog SET last_id = new.id WHERE kind = 'pickup_photos' AND last_id = new.id - 1;
  INSERT INTO search_backlog (kind, first_id, last_id)
    SELECT 'pickup_photos', new.id, new.id WHERE NOT EXISTS (SELECT 1 FROM search_backlog
      WHERE kind = 'pickup_photos' AND new.id BETWEEN first_id AND last_id);
END;
CREATE TRIGGER "pickup_photos:search_delete" AFTER DELETE ON "pickup_photos"
WHEN NOT EXISTS (SELECT 1 FROM search_backlog
    WHERE kind = 'pickup_photos' AND old.id BETWEEN first_id AND last_id) BEGIN
  DELETE FROM "pickup_photos:search" WHERE rowid = old.id;
END;

CREATE TABLE favorite_scenes (
  id INTEGER PRIMARY KEY CHECK (id > 0),
  photo_url TEXT NOT NULL,
  author TEXT NOT NULL,
  title TEXT NOT NULL,
  category TEXT NOT NULL,
  shop_name TEXT NOT NULL,
  comment TEXT NOT NULL,
  published_at TEXT NOT NULL,
  published_at_moment INTEGER GENERATED ALWAYS AS (
    CAST(strftime('%s', substr(published_at, 1, 19)) AS INTEGER) * 1000
    + CAST(substr(published_at, 21, 3) AS INTEGER)
    - CAST(substr(published_at, 24, 1) || '1' AS INTEGER) * 60000
      * (CAST(substr(published_at, 25, 2) AS INTEGER) * 60 + CAST(substr(published_at, 27, 2) AS INTEGER))
  ) VIRTUAL,
  _revision INTEGER NOT NULL DEFAULT 0,
  _translations TEXT
) STRICT;
CREATE INDEX "favorite_scenes:published_at" ON "favorite_scenes" ("published_at_moment");
CREATE TABLE "favorite_scenes:past:0" (
  id INTEGER, photo_url TEXT, author TEXT, title TEXT, category TEXT, shop_name TEXT, comment TEXT, published_at TEXT,
  published_at_moment INTEGER, _is_draft INTEGER NOT NULL, _publish_at INTEGER, _unpublish_at INTEGER,
  _from INTEGER NOT NULL, _until INTEGER NOT NULL, _translations TEXT, _targeting TEXT
) STRICT;
CREATE INDEX "favorite_scenes:past:0:item" ON "favorite_scenes:past:0" (id, _until);
CREATE INDEX "favorite_scenes:past:0:until" ON "favorite_scenes:past:0" (_until);
CREATE INDEX "favorite_scenes:past:0:targeting" ON "favorite_scenes:past:0" (_targeting) WHERE _targeting IS NOT NULL;
CREATE VIRTUAL TABLE "favorite_scenes:search" USING fts5(
  text, tokenize = 'trigram case_sensitive 1', columnsize = 0);
CREATE VIRTUAL TABLE "favorite_scenes:words" USING fts5vocab("favorite_scenes:search", 'instance');
CREATE TRIGGER "favorite_scenes:search_insert" AFTER INSERT ON "favorite_scenes"
WHEN new._revision = 0 BEGIN
  UPDATE search_backlog SET last_id = new.id WHERE kind = 'favorite_scenes' AND last_id = new.id - 1;
  INSERT INTO search_backlog (kind, first_id, last_id)
    SELECT 'favorite_scenes', new.id, new.id WHERE NOT EXISTS (SELECT 1 FROM search_backlog
      WHERE kind = 'favorite_scenes' AND new.id BETWEEN first_id AND last_id);
END;
CREATE TRIGGER "favorite_scenes:search_update" AFTER UPDATE ON "favorite_scenes"
WHEN old.id <> new.id OR (old._revision = new._revision
  AND (old._translations IS NOT new._translations
    OR coalesce(old."author", '') || char(10) || coalesce(old."title", '')
        || char(10) || coalesce(old."category", '') || char(10) || coalesce(old."shop_name", '')
        || char(10) || coalesce(old."comment", '')
      <> coalesce(new."author", '') || char(10) || coalesce(new."title", '')
        || char(10) || coalesce(new."category", '') || char(10) || coalesce(new."shop_name", '')
        || char(10) || coalesce(new."comment", ''))) BEGIN
  DELETE FROM "favorite_scenes:search" WHERE rowid = old.id;
  UPDATE search_backlog SET last_id = new.id WHERE kind = 'favorite_scenes' AND last_id = new.id - 1;
  INSERT INTO search_backlog (kind, first_id, last_id)
    SELECT 'favorite_scenes', new.id, new.id WHERE NOT EXISTS (SELECT 1 FROM search_backlog
      WHERE kind = 'favorite_scenes' AND new.id BETWEEN first_id AND last_id);
END;
CREATE TRIGGER "favorite_scenes:search_delete" AFTER DELETE ON "favorite_scenes"
WHEN NOT EXISTS (SELECT 1 FROM search_backlog
    WHERE kind = 'favorite_scenes' AND old.id BETWEEN first_id AND last_id) BEGIN
  DELETE FROM "favorite_scenes:search" WHERE rowid = old.id;
END;
