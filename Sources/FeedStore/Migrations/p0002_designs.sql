-- Cells and themes as their editors wrote them, by their types and names: cells/pin. Those that every database has are
-- not stored.

CREATE TABLE tanada_designs (
  design   text COLLATE "C" PRIMARY KEY,
  document text COLLATE "C" NOT NULL CHECK (json_typeof(document::json) = 'object'),
  revision bigint NOT NULL
);

CREATE TABLE tanada_design_versions (
  design         text COLLATE "C" NOT NULL,
  from_revision  bigint NOT NULL,
  until_revision bigint NOT NULL,
  document       text COLLATE "C" NOT NULL,
  PRIMARY KEY (design, until_revision)
);

-- Which designs each revision changed.
CREATE TABLE tanada_revision_designs (
  revision bigint NOT NULL REFERENCES revisions (number) ON DELETE CASCADE,
  design   text COLLATE "C" NOT NULL,
  PRIMARY KEY (revision, design)
);
