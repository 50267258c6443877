-- Cells and themes as their editors wrote them, by their types and names: cells/pin. Those that every database has are
-- not stored.

CREATE TABLE tanada_designs (
  design   TEXT    PRIMARY KEY,
  document TEXT    NOT NULL CHECK (json_type(document) = 'object'),
  revision INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tanada_design_versions (
  design         TEXT    NOT NULL,
  from_revision  INTEGER NOT NULL,
  until_revision INTEGER NOT NULL,
  document       TEXT    NOT NULL,
  PRIMARY KEY (design, until_revision)
) STRICT, WITHOUT ROWID;

-- Which designs each revision changed.
CREATE TABLE tanada_revision_designs (
  revision INTEGER NOT NULL REFERENCES revisions (number) ON DELETE CASCADE,
  design   TEXT    NOT NULL,
  PRIMARY KEY (revision, design)
) STRICT, WITHOUT ROWID;
