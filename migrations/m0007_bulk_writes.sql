-- The audit of writes of many items is written before they are, a few entries at a time, and counts from
-- the revision on that makes them part of the content.

CREATE TABLE audit_batches (
  id       INTEGER PRIMARY KEY,
  -- Nothing before the items are in place.
  revision INTEGER REFERENCES revisions (number)
) STRICT;

ALTER TABLE audit_entries ADD COLUMN batch INTEGER REFERENCES audit_batches (id);

CREATE INDEX audit_entries_by_batch ON audit_entries (batch) WHERE batch IS NOT NULL;
