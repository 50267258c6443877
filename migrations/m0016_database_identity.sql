-- What makes this database and its copies one, noted in the folder of the photos' files: from the beginning, so that a
-- copy has it as well.
INSERT INTO secrets (name, value)
SELECT 'photo_folder', randomblob(16)
WHERE NOT EXISTS (SELECT 1 FROM secrets WHERE name = 'photo_folder');
