-- The answers of idempotency records become bytes that only the server reads and writes: a line of
-- JSON with the status and the headers, and the body behind it.

CREATE TABLE idempotency_records (
  token       INTEGER NOT NULL,
  key         TEXT    NOT NULL,
  fingerprint BLOB    NOT NULL,
  answer      BLOB    NOT NULL,
  created_at  INTEGER NOT NULL,
  PRIMARY KEY (token, key)
) STRICT, WITHOUT ROWID;

INSERT INTO idempotency_records (token, key, fingerprint, answer, created_at)
  SELECT token, key, fingerprint,
    CAST('{"status":' || status || ',"headers":' || headers || '}' || char(10) || body AS BLOB),
    created_at
  FROM idempotency_keys;

DROP TABLE idempotency_keys;

CREATE INDEX idempotency_records_by_age ON idempotency_records (created_at);
