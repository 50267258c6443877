-- Texts are compared in one form, whatever their case, width and form of Unicode.

-- Letters without their case, in texts of which nothing can be decomposed.
ALTER FUNCTION tanada_fold(text) RENAME TO tanada_fold_case;

-- NFKC with the full folding of cases, without what is not seen (toNFKC_Casefold), in which İ and ı are i: as in SQLite
-- files. The versions of Unicode that servers of PostgreSQL have differ in letters that are compatible with others since
-- Unicode 15, which are in a list.
CREATE FUNCTION tanada_fold(content text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  folded text COLLATE "C" := content;
BEGIN
  IF octet_length(content) = length(content) THEN
    RETURN lower(folded);
  END IF;
  IF folded ~ U&'[\A7F1\+01CCD6-\+01CCF9\+01E030-\+01E06D]' THEN
    folded := translate(folded,
      U&'\A7F1\+01CCD6\+01CCD7\+01CCD8\+01CCD9\+01CCDA\+01CCDB\+01CCDC\+01CCDD\+01CCDE\+01CCDF\+01CCE0\+01CCE1'
        '\+01CCE2\+01CCE3\+01CCE4\+01CCE5\+01CCE6\+01CCE7\+01CCE8\+01CCE9\+01CCEA\+01CCEB\+01CCEC\+01CCED\+01CCEE'
        '\+01CCEF\+01CCF0\+01CCF1\+01CCF2\+01CCF3\+01CCF4\+01CCF5\+01CCF6\+01CCF7\+01CCF8\+01CCF9\+01E030\+01E031'
        '\+01E032\+01E033\+01E034\+01E035\+01E036\+01E037\+01E038\+01E039\+01E03A\+01E03B\+01E03C\+01E03D\+01E03E'
        '\+01E03F\+01E040\+01E041\+01E042\+01E043\+01E044\+01E045\+01E046\+01E047\+01E048\+01E049\+01E04A\+01E04B'
        '\+01E04C\+01E04D\+01E04E\+01E04F\+01E050\+01E051\+01E052\+01E053\+01E054\+01E055\+01E056\+01E057\+01E058'
        '\+01E059\+01E05A\+01E05B\+01E05C\+01E05D\+01E05E\+01E05F\+01E060\+01E061\+01E062\+01E063\+01E064\+01E065'
        '\+01E066\+01E067\+01E068\+01E069\+01E06A\+01E06B\+01E06C\+01E06D',
      U&'\0053\0041\0042\0043\0044\0045\0046\0047\0048\0049\004A\004B\004C\004D\004E\004F\0050\0051\0052\0053'
        '\0054\0055\0056\0057\0058\0059\005A\0030\0031\0032\0033\0034\0035\0036\0037\0038\0039\0430\0431\0432'
        '\0433\0434\0435\0436\0437\0438\043A\043B\043C\043E\043F\0440\0441\0442\0443\0444\0445\0446\0447\0448'
        '\044B\044D\044E\A689\04D9\0456\0458\04E9\04AF\04CF\0430\0431\0432\0433\0434\0435\0436\0437\0438\043A'
        '\043B\043E\043F\0441\0443\0444\0445\0446\0447\0448\044A\044B\0491\0456\0455\045F\04AB\A651\04B1');
  END IF;
  folded := normalize(folded, NFKD);
  IF folded ~ U&'[\00AD\034F\061C\115F-\1160\17B4-\17B5\180B-\180F\200B-\200F\202A-\202E\2060-\206F\3164\FE00-\FE0F'
      '\FEFF\FFA0\FFF0-\FFF8\+01BCA0-\+01BCA3\+01D173-\+01D17A\+0E0000-\+0E0FFF]' THEN
    -- The marks beside what is taken out may stand in another order.
    folded := normalize(
      regexp_replace(folded,
        U&'[\00AD\034F\061C\115F-\1160\17B4-\17B5\180B-\180F\200B-\200F\202A-\202E\2060-\206F\3164\FE00-\FE0F'
          '\FEFF\FFA0\FFF0-\FFF8\+01BCA0-\+01BCA3\+01D173-\+01D17A\+0E0000-\+0E0FFF]', '', 'g'),
      NFKD);
  END IF;
  folded := replace(tanada_fold_case(folded), U&'\00DF', 'ss');
  IF strpos(folded, U&'i\0307') > 0 THEN
    folded := regexp_replace(folded, U&'i\0307+', 'i', 'g');
  END IF;
  RETURN normalize(folded, NFC);
END
$$;

-- Texts are indexed anew, and until then gone through. Writers wait meanwhile, since one might still use the function as
-- it was.
DO $$
BEGIN
  PERFORM single FROM tanada_head FOR UPDATE;
  INSERT INTO search_backlog (kind, first_id, last_id)
    SELECT name, 1, 9223372036854775807 FROM kinds
    WHERE EXISTS (SELECT 1 FROM revisions) ORDER BY position;
END
$$;
