-- The condition on the clients that an item is shown to, as canonical JSON; NULL for everybody. `was_shown` is a fact of
-- time and drafts alone.

ALTER TABLE item_windows
  ADD COLUMN targeting TEXT CHECK (targeting IS NULL OR json_valid(targeting));

CREATE INDEX item_windows_by_targeting ON item_windows (kind, targeting)
  WHERE targeting IS NOT NULL;

-- Whether clients that meet a condition saw the item before the revision or see it after: `is_public` tells so of
-- everybody.
ALTER TABLE revision_changes
  ADD COLUMN is_targeted INTEGER NOT NULL DEFAULT 0 CHECK (is_targeted IN (0, 1));
ALTER TABLE tanada_forgotten_changes ADD COLUMN targeted_revision INTEGER NOT NULL DEFAULT 0;

-- Whether everybody sees the photo, and not only clients that meet a condition.
ALTER TABLE tanada_revision_photos
  ADD COLUMN is_public INTEGER NOT NULL DEFAULT 1 CHECK (is_public IN (0, 1));
