-- What p0006 notes by conditions was noted without them.
ALTER TABLE revision_changes DROP COLUMN is_targeted;
ALTER TABLE tanada_forgotten_changes DROP COLUMN targeted_revision;
DELETE FROM tanada_forgotten_changes WHERE revision = 0;
