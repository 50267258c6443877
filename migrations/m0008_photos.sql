-- Photos. Their files are beside the database, under names that begin with their ids. No kind's name
-- begins with tanada_.

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
  CHECK ((focus_x IS NULL) = (focus_y IS NULL))
) STRICT;

-- The pictures that items name by an address.
CREATE TABLE tanada_photo_addresses (
  address TEXT PRIMARY KEY,
  photo   TEXT NOT NULL REFERENCES tanada_photos (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX tanada_photo_addresses_by_photo ON tanada_photo_addresses (photo);

-- The photos that a revision shows otherwise than the one before.
CREATE TABLE tanada_revision_photos (
  revision INTEGER NOT NULL REFERENCES revisions (number),
  photo    TEXT NOT NULL,
  PRIMARY KEY (revision, photo)
) STRICT, WITHOUT ROWID;
