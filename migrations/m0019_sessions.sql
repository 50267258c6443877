-- Sessions of the studio and the invitations that begin them are kept, listed and revoked with the tokens; contributors
-- prepare releases. A check of a column cannot be changed, so the table is made anew.

CREATE TABLE tokens_with_sessions (
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

INSERT INTO tokens_with_sessions
SELECT id, 'token', name, role, hash, created_at, expires_at, NULL, revoked_at FROM tokens;

DROP TABLE tokens;
ALTER TABLE tokens_with_sessions RENAME TO tokens;

-- A token is looked for by the beginning of its hash; the rest is compared in constant time.
CREATE INDEX tokens_by_hash_prefix ON tokens (substr(hash, 1, 4));
