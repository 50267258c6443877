-- The tables of a store, but for those of kinds, which follow from their definitions. Texts are compared by code points,
-- documents are kept as they were written. Moments are milliseconds since 1970, or texts of RFC 3339.

-- The row that every transaction locks first that writes.
CREATE TABLE tanada_head (
  single boolean PRIMARY KEY DEFAULT true CHECK (single)
);
INSERT INTO tanada_head DEFAULT VALUES;

-- Locked by all transactions: shared, but by those that change the tables of kinds.
CREATE TABLE tanada_tables ();

-- The transactions that have changed something without a revision, for a while: whether one was committed whose answer
-- was lost is known by its id.
CREATE TABLE tanada_commits (
  id text COLLATE "C" PRIMARY KEY,
  at bigint NOT NULL
);
CREATE INDEX tanada_commits_by_age ON tanada_commits (at);

CREATE TABLE revisions (
  number       bigint PRIMARY KEY CHECK (number > 0),
  committed_at text COLLATE "C" NOT NULL,
  id           text COLLATE "C" NOT NULL UNIQUE,
  actor        text COLLATE "C"
);

CREATE TABLE revision_changes (
  revision    bigint NOT NULL REFERENCES revisions (number) ON DELETE CASCADE,
  kind        text COLLATE "C" NOT NULL,
  id          bigint NOT NULL,
  change      text COLLATE "C" NOT NULL CHECK (change IN ('inserted', 'updated', 'deleted')),
  is_public   boolean NOT NULL DEFAULT true,
  is_targeted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (revision, kind, id)
);

CREATE TABLE revision_feeds (
  revision bigint NOT NULL REFERENCES revisions (number) ON DELETE CASCADE,
  feed     text COLLATE "C" NOT NULL,
  PRIMARY KEY (revision, feed)
);

CREATE TABLE revision_kinds (
  revision bigint NOT NULL REFERENCES revisions (number) ON DELETE CASCADE,
  kind     text COLLATE "C" NOT NULL,
  PRIMARY KEY (revision, kind)
);
CREATE INDEX revision_kinds_by_kind ON revision_kinds (kind, revision);

CREATE TABLE tanada_forgotten_changes (
  kind              text COLLATE "C" PRIMARY KEY,
  revision          bigint NOT NULL,
  targeted_revision bigint NOT NULL DEFAULT 0
);

CREATE TABLE tanada_history (
  single         boolean PRIMARY KEY DEFAULT true CHECK (single),
  first_revision bigint NOT NULL
);
INSERT INTO tanada_history (first_revision) VALUES (0);

-- Kinds.

CREATE TABLE kinds (
  name       text COLLATE "C" PRIMARY KEY,
  position   bigint NOT NULL UNIQUE,
  definition text COLLATE "C" NOT NULL CHECK (json_typeof(definition::json) = 'object'),
  revision   bigint NOT NULL DEFAULT 0,
  era        bigint NOT NULL DEFAULT 0
);

CREATE TABLE tanada_kind_versions (
  name           text COLLATE "C" NOT NULL,
  from_revision  bigint NOT NULL,
  until_revision bigint NOT NULL,
  position       bigint NOT NULL,
  definition     text COLLATE "C" NOT NULL,
  era            bigint NOT NULL,
  PRIMARY KEY (name, until_revision)
);

CREATE TABLE tanada_field_renames (
  kind        text COLLATE "C" NOT NULL,
  revision    bigint NOT NULL,
  former_name text COLLATE "C" NOT NULL,
  name        text COLLATE "C" NOT NULL,
  PRIMARY KEY (kind, revision, former_name)
);

-- Items.

CREATE TABLE item_windows (
  kind         text COLLATE "C" NOT NULL,
  id           bigint NOT NULL,
  is_draft     boolean NOT NULL,
  publish_at   bigint,
  unpublish_at bigint,
  was_shown    boolean NOT NULL,
  targeting    text COLLATE "C" CHECK (json_typeof(targeting::json) = 'object'),
  PRIMARY KEY (kind, id)
);
CREATE INDEX item_windows_by_publish_at ON item_windows (publish_at) WHERE publish_at IS NOT NULL;
CREATE INDEX item_windows_by_unpublish_at ON item_windows (unpublish_at)
  WHERE unpublish_at IS NOT NULL;
CREATE INDEX item_windows_by_targeting ON item_windows (kind) WHERE targeting IS NOT NULL;

CREATE TABLE retired_ids (
  kind text COLLATE "C" PRIMARY KEY,
  id   bigint NOT NULL
);

CREATE TABLE search_backlog (
  rowid    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind     text COLLATE "C" NOT NULL,
  first_id bigint NOT NULL,
  last_id  bigint NOT NULL
);

CREATE TABLE tanada_locales (
  locale   text COLLATE "C" NOT NULL,
  kind     text COLLATE "C" NOT NULL, -- empty for compositions
  revision bigint NOT NULL,
  PRIMARY KEY (locale, kind)
);

-- Compositions, and the documents that revisions change.

CREATE TABLE compositions (
  feed     text COLLATE "C" PRIMARY KEY,
  document text COLLATE "C" NOT NULL CHECK (json_typeof(document::json) = 'object'),
  revision bigint NOT NULL DEFAULT 0
);

CREATE TABLE tanada_composition_versions (
  feed           text COLLATE "C" NOT NULL,
  from_revision  bigint NOT NULL,
  until_revision bigint NOT NULL,
  document       text COLLATE "C" NOT NULL,
  PRIMARY KEY (feed, until_revision)
);

CREATE TABLE tanada_document_revisions (
  feed     text COLLATE "C" NOT NULL,
  section  text COLLATE "C" NOT NULL, -- empty for a whole feed
  revision bigint NOT NULL,
  is_moved boolean NOT NULL DEFAULT false,
  PRIMARY KEY (feed, section, revision)
);
CREATE INDEX tanada_documents_by_revision ON tanada_document_revisions (revision);

CREATE TABLE tanada_known_documents (
  single         boolean PRIMARY KEY DEFAULT true CHECK (single),
  first_revision bigint NOT NULL,
  last_revision  bigint NOT NULL
);
INSERT INTO tanada_known_documents (first_revision, last_revision) VALUES (0, 0);

-- Authoring. Of a token only the hash is kept.

CREATE TABLE tokens (
  id           bigint PRIMARY KEY CHECK (id > 0),
  type         text COLLATE "C" NOT NULL CHECK (type IN ('token', 'invitation', 'session')),
  name         text COLLATE "C" NOT NULL,
  role         text COLLATE "C" NOT NULL
    CHECK (role IN ('viewer', 'contributor', 'editor', 'admin')),
  hash         bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  created_at   bigint NOT NULL,
  expires_at   bigint CHECK (expires_at IS NOT NULL OR type = 'token'),
  last_used_at bigint,
  revoked_at   bigint
);
CREATE INDEX tokens_by_hash_prefix ON tokens (substr(hash, 1, 4));

CREATE TABLE audit_batches (
  id       bigint PRIMARY KEY,
  revision bigint REFERENCES revisions (number)
);

CREATE TABLE audit_entries (
  number   bigint PRIMARY KEY,
  revision bigint,
  at       bigint NOT NULL,
  actor    text COLLATE "C" NOT NULL,
  action   text COLLATE "C" NOT NULL,
  subject  text COLLATE "C" NOT NULL,
  before   text COLLATE "C" CHECK (before IS NULL OR json_typeof(before::json) IS NOT NULL),
  after    text COLLATE "C" CHECK (after IS NULL OR json_typeof(after::json) IS NOT NULL),
  batch    bigint,
  versions bigint NOT NULL DEFAULT 0 CHECK (versions BETWEEN 0 AND 3)
);
CREATE INDEX audit_entries_by_subject ON audit_entries (subject, number);
CREATE INDEX audit_entries_by_batch ON audit_entries (batch) WHERE batch IS NOT NULL;

CREATE TABLE idempotency_records (
  token       bigint NOT NULL,
  key         text COLLATE "C" NOT NULL,
  fingerprint bytea NOT NULL,
  answer      bytea NOT NULL,
  created_at  bigint NOT NULL,
  PRIMARY KEY (token, key)
);
CREATE INDEX idempotency_records_by_age ON idempotency_records (created_at);

CREATE TABLE secrets (
  name  text COLLATE "C" PRIMARY KEY,
  value bytea NOT NULL
);
INSERT INTO secrets (name, value)
VALUES ('photo_folder', decode(replace(gen_random_uuid()::text, '-', ''), 'hex'));

-- The ids of releases are used once. A sequence would have gaps where a transaction is rolled back.
CREATE TABLE tanada_last_release (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  id     bigint NOT NULL
);
INSERT INTO tanada_last_release (id) VALUES (0);

CREATE FUNCTION tanada_next_release() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  UPDATE tanada_last_release SET id = id + 1 RETURNING id
$$;

CREATE TABLE tanada_releases (
  id                 bigint PRIMARY KEY DEFAULT tanada_next_release() CHECK (id > 0),
  name               text COLLATE "C" NOT NULL,
  note               text COLLATE "C" NOT NULL DEFAULT '',
  created_at         bigint NOT NULL,
  actor              text COLLATE "C" NOT NULL,
  publish_at         bigint,
  operations         text COLLATE "C" NOT NULL,
  bases              text COLLATE "C" NOT NULL,
  failure            text COLLATE "C",
  failed_at          bigint,
  published_revision bigint,
  published_at       bigint
);
CREATE INDEX tanada_scheduled_releases ON tanada_releases (publish_at) WHERE publish_at IS NOT NULL;

-- Photos.

CREATE TABLE tanada_photos (
  number      bigint PRIMARY KEY,
  id          text COLLATE "C" NOT NULL UNIQUE CHECK (length(id) = 32),
  format      text COLLATE "C" NOT NULL,
  width       bigint NOT NULL CHECK (width > 0),
  height      bigint NOT NULL CHECK (height > 0),
  orientation bigint NOT NULL CHECK (orientation BETWEEN 1 AND 8),
  byte_count  bigint NOT NULL CHECK (byte_count > 0),
  camera      text COLLATE "C" NOT NULL CHECK (json_typeof(camera::json) IS NOT NULL),
  blurhash    text COLLATE "C" NOT NULL,
  thumbhash   text COLLATE "C" NOT NULL,
  color       text COLLATE "C" NOT NULL,
  alt         text COLLATE "C",
  focus_x     double precision CHECK (focus_x BETWEEN 0 AND 1),
  focus_y     double precision CHECK (focus_y BETWEEN 0 AND 1),
  added_at    text COLLATE "C" NOT NULL,
  revision    bigint NOT NULL DEFAULT 0,
  CHECK ((focus_x IS NULL) = (focus_y IS NULL))
);

CREATE TABLE tanada_photo_versions (
  photo          text COLLATE "C" NOT NULL,
  from_revision  bigint NOT NULL,
  until_revision bigint NOT NULL,
  alt            text COLLATE "C",
  focus_x        double precision,
  focus_y        double precision,
  PRIMARY KEY (photo, until_revision)
);

-- The photos that addresses of pictures are assigned to.
CREATE TABLE tanada_photo_addresses (
  address  text COLLATE "C" NOT NULL PRIMARY KEY,
  photo    text COLLATE "C" NOT NULL REFERENCES tanada_photos (id) ON DELETE CASCADE,
  revision bigint NOT NULL DEFAULT 0
);
CREATE INDEX tanada_photo_addresses_by_photo ON tanada_photo_addresses (photo);

CREATE TABLE tanada_photo_address_versions (
  address        text COLLATE "C" NOT NULL,
  from_revision  bigint NOT NULL,
  until_revision bigint NOT NULL,
  photo          text COLLATE "C" NOT NULL,
  PRIMARY KEY (address, until_revision)
);

CREATE TABLE tanada_revision_photos (
  revision  bigint NOT NULL REFERENCES revisions (number),
  photo     text COLLATE "C" NOT NULL,
  is_public boolean NOT NULL DEFAULT true,
  PRIMARY KEY (revision, photo)
);
