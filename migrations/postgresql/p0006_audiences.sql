-- The locales in which clients have seen texts of a kind's items, with the revision from which on their pages are
-- followed: what nobody sees makes no pages. A locale that was noted before counts as seen by everybody.
CREATE TABLE tanada_seen_locales (
  locale    text COLLATE "C" NOT NULL,
  kind      text COLLATE "C" NOT NULL,
  targeting text COLLATE "C" NOT NULL, -- the condition of the items, as canonical JSON; empty for everybody
  revision  bigint NOT NULL,
  PRIMARY KEY (kind, locale, targeting)
);

INSERT INTO tanada_seen_locales (locale, kind, targeting, revision)
  SELECT locale, kind, '', revision FROM tanada_locales WHERE kind <> '';

-- The conditions of the changed items that clients saw before a revision or see after it. The last revision of each
-- stays when the history is pruned.
CREATE TABLE tanada_revision_conditions (
  kind      text COLLATE "C" NOT NULL,
  targeting text COLLATE "C" NOT NULL, -- as canonical JSON; empty where it was not noted, which can be any
  revision  bigint NOT NULL,
  PRIMARY KEY (kind, targeting, revision)
);
CREATE INDEX tanada_conditions_by_revision ON tanada_revision_conditions (revision);

INSERT INTO tanada_revision_conditions (kind, targeting, revision)
  SELECT kind, '', revision FROM revision_changes WHERE is_targeted
  UNION SELECT kind, '', targeted_revision FROM tanada_forgotten_changes WHERE targeted_revision > 0
  UNION SELECT kinds.name, '', photos.revision
    FROM tanada_revision_photos AS photos CROSS JOIN kinds WHERE NOT photos.is_public;
