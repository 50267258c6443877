-- Which revisions changed a document, so that it has the same bytes after a restart. The section is empty for a
-- whole feed.
CREATE TABLE tanada_document_revisions (
  feed     TEXT    NOT NULL,
  section  TEXT    NOT NULL,
  revision INTEGER NOT NULL,
  -- Of what the document shows from then on.
  digest   BLOB    NOT NULL,
  PRIMARY KEY (feed, section, revision)
) STRICT, WITHOUT ROWID;

CREATE INDEX tanada_documents_by_revision ON tanada_document_revisions (revision);
