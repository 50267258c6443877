-- Whether the public sees a changed item, before or after the revision: events do not name drafts.
ALTER TABLE revision_changes
  ADD COLUMN is_public INTEGER NOT NULL DEFAULT 1 CHECK (is_public IN (0, 1));
