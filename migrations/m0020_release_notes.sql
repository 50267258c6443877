-- What those who prepare and review a release say about it, in several lines; empty for nothing.

ALTER TABLE tanada_releases ADD COLUMN note TEXT NOT NULL DEFAULT '';
