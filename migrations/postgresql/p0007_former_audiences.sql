-- What p0006 notes by conditions was noted without them, also by the servers that ran until now.
INSERT INTO tanada_revision_conditions (kind, targeting, revision)
  SELECT DISTINCT kind, '', revision FROM revision_changes WHERE is_targeted
  ON CONFLICT DO NOTHING;
ALTER TABLE revision_changes DROP COLUMN is_targeted;
ALTER TABLE tanada_forgotten_changes DROP COLUMN targeted_revision;
DELETE FROM tanada_forgotten_changes WHERE revision = 0;
