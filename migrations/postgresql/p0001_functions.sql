-- Functions that the statements and the tables of kinds use.

-- Texts are searched regardless of case: by the simple case folding of Unicode. lower() has all of it but for letters
-- that are in lower case and are folded to others. The collation of the database decides, which has to be one of UTF-8.
CREATE FUNCTION tanada_fold(content text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT translate(
    lower(content COLLATE "default"), U&'\00B5\017F\0345\03C2\03D0\03D1\03D5\03D6\03F0\03F1\03F5\1E9B\1FBE',
    U&'\03BC\0073\03B9\03C3\03B2\03B8\03C6\03C0\03BA\03C1\03B5\1E61\03B9') COLLATE "C"
$$;

CREATE FUNCTION contains_folded(content text, word text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(strpos(tanada_fold(content), tanada_fold(word)) > 0, false)
$$;

-- The trigrams of a folded text: every letter begins one, and the last ones end with line feeds.
CREATE FUNCTION tanada_trigrams(content text) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  letters text[] := string_to_array(content || chr(10) || chr(10), NULL);
  trigrams text[] := '{}';
BEGIN
  FOR place IN 1 .. cardinality(letters) - 2 LOOP
    trigrams := trigrams || (letters[place] || letters[place + 1] || letters[place + 2]);
  END LOOP;
  RETURN array_to_tsvector(trigrams);
END
$$;

-- Finds the trigrams of a text that contains a folded word: as few of the word's as have all its letters, since each
-- takes time and plans count on each to leave less; or one that begins with the word if it is shorter. A text with all
-- of them may still not contain the word.
CREATE FUNCTION tanada_trigram_query(word text) RETURNS tsquery
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg(
    '''' || replace(replace(substr(word, place, 3), '\', '\\'), '''', '''''') || ''''
      || CASE WHEN length(word) < 3 THEN ':*' ELSE '' END, ' & ')::tsquery
  FROM (
    SELECT generate_series(1, length(word) - 2, 3) UNION SELECT greatest(length(word) - 2, 1)
  ) AS places (place)
$$;

-- The moment of a date, in milliseconds since 1970, whatever zone it is written in: yyyy-MM-ddTHH:mm:ss.SSS+hhmm.
CREATE FUNCTION tanada_moment(date text) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT extract(epoch FROM make_timestamp(
      substr(date, 1, 4)::integer, substr(date, 6, 2)::integer, substr(date, 9, 2)::integer,
      substr(date, 12, 2)::integer, substr(date, 15, 2)::integer, substr(date, 18, 2)::double precision
    ))::bigint * 1000
    + substr(date, 21, 3)::bigint
    - (substr(date, 24, 1) || '1')::bigint * 60000
      * (substr(date, 25, 2)::bigint * 60 + substr(date, 27, 2)::bigint)
$$;

-- The translations of an item, a JSON object of its fields, each an object of its locales, as rows.
CREATE FUNCTION translation_values(translations text)
RETURNS TABLE (field text, locale text, value text)
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT fields.key, locales.key, locales.value::text
  FROM json_each(translations::json) AS fields, json_each(fields.value) AS locales
$$;

-- The first translations without the fields in the third, whose names are separated by commas, and with the changes of
-- the second, in which null removes a translation. Fields and locales are in alphabetical order; NULL for none.
CREATE FUNCTION translations_merged(stored text, patch text, replaced text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN patch IS NULL AND coalesce(replaced, '') = '' THEN stored ELSE (
    SELECT '{' || string_agg(field, ',' ORDER BY field) || '}' FROM (
      SELECT to_json(field)::text || ':{'
        || string_agg(to_json(locale)::text || ':' || value, ',' ORDER BY locale COLLATE "C") || '}'
        COLLATE "C" AS field
      FROM (
        SELECT coalesce(new.field, old.field) AS field, coalesce(new.locale, old.locale) AS locale,
          coalesce(new.value, old.value) AS value
        FROM (
          SELECT * FROM translation_values(stored)
          WHERE field <> ALL (string_to_array(coalesce(replaced, ''), ','))
        ) AS old FULL JOIN translation_values(patch) AS new
          ON new.field = old.field AND new.locale = old.locale
      ) AS merged
      WHERE value <> 'null' GROUP BY field
    ) AS fields
  ) END
$$;

-- Translations in which the field called `former` is called `name`, or is removed if that is NULL.
CREATE FUNCTION translations_renamed(stored text, former text, name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '{' || string_agg(to_json(field)::text || ':' || value, ',' ORDER BY field COLLATE "C") || '}'
  FROM (
    SELECT CASE WHEN fields.key = former THEN translations_renamed.name ELSE fields.key END AS field,
      fields.value::text AS value
    FROM json_each(stored::json) AS fields
    WHERE translations_renamed.name IS DISTINCT FROM fields.key OR fields.key = former
  ) AS fields WHERE field IS NOT NULL
$$;

-- The texts of translations, in all fields and locales, each on a line of its own.
CREATE FUNCTION translation_texts(translations text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg(content, chr(10)) FROM (
    SELECT value::json #>> '{}' AS content FROM translation_values(translations)
    WHERE json_typeof(value::json) = 'string'
    UNION ALL
    SELECT elements.value #>> '{}' FROM translation_values(translations) AS lists,
      json_array_elements(
        CASE json_typeof(lists.value::json) WHEN 'array' THEN lists.value::json ELSE '[]' END
      ) AS elements
    WHERE json_typeof(elements.value) = 'string'
  ) AS texts
$$;
