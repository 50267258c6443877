-- The revisions of documents follow from the history, commit by commit. They are noted up to one revision; those that
-- are older than the first of them are what servers have noted before.
CREATE TABLE tanada_known_documents (
  only           INTEGER PRIMARY KEY CHECK (only = 1),
  first_revision INTEGER NOT NULL,
  last_revision  INTEGER NOT NULL
) STRICT;

INSERT INTO tanada_known_documents
  SELECT 1, coalesce(max(number), 0), coalesce(max(number), 0) FROM revisions;

-- What a document shows follows from the history as well.
ALTER TABLE tanada_document_revisions DROP COLUMN digest;

-- Whether the document shows what it showed before, in another place of the screen, or is gone.
ALTER TABLE tanada_document_revisions
  ADD COLUMN is_moved INTEGER NOT NULL DEFAULT 0 CHECK (is_moved IN (0, 1));

-- The last revisions that changed public items of kinds, of those whose changes are no longer kept.
CREATE TABLE tanada_forgotten_changes (
  kind     TEXT    NOT NULL PRIMARY KEY,
  revision INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
