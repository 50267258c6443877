-- Which fields of kinds were renamed, so that former items can be put back under the names that their fields have
-- now. The revision is the first with the new name.
CREATE TABLE tanada_field_renames (
  kind        TEXT    NOT NULL,
  revision    INTEGER NOT NULL,
  former_name TEXT    NOT NULL,
  name        TEXT    NOT NULL,
  PRIMARY KEY (kind, revision, former_name)
) STRICT, WITHOUT ROWID;
