-- Functions that the statements and the tables of kinds use.

-- Letters without their case, in texts of which nothing can be decomposed: the simple case folding of Unicode 17, to
-- lower-case letters, in which İ and ı are i as well, whatever the locale and the version of the C library.
-- lower() has most of it; what it lacks or leaves to locales is in two lists, each looked through only for texts that have
-- one of its letters: those of Latin and Greek, and those of other scripts.
CREATE FUNCTION tanada_fold_case(content text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  folded text COLLATE "C" := lower(content COLLATE "default");
BEGIN
  IF folded ~
      U&'[\00B5\0130-\0131\017F\023A\023E\0241-\024E\0345\0370-\0372\0376\037F\03C2\03CF-\03D1\03D5-\03D6'
        '\03F0-\03F1\03F5\03FD-\03FF\1E9B\1E9E\1EFA-\1EFE\1FBE\1FD3\1FE3\2132\2183\FB05]' THEN
    folded := translate(folded,
      U&'\00B5\0130\0131\017F\023A\023E\0241\0243\0244\0245\0246\0248\024A\024C\024E\0345\0370\0372\0376\037F'
        '\03C2\03CF\03D0\03D1\03D5\03D6\03F0\03F1\03F5\03FD\03FE\03FF\1E9B\1E9E\1EFA\1EFC\1EFE\1FBE\1FD3\1FE3'
        '\2132\2183\FB05',
      U&'\03BC\0069\0069\0073\2C65\2C66\0242\0180\0289\028C\0247\0249\024B\024D\024F\03B9\0371\0373\0377\03F3'
        '\03C3\03D7\03B2\03B8\03C6\03C0\03BA\03C1\03B5\037B\037C\037D\1E61\00DF\1EFB\1EFD\1EFF\03B9\0390\03B0'
        '\214E\2184\FB06');
  END IF;
  IF folded ~
      U&'[\04C0\04FA-\04FE\0510-\052E\10C7\10CD\13A0-\13F5\1C80-\1C89\1C90-\1CBA\1CBD-\1CBF\2C2F\2C60-\2C64'
        '\2C67-\2C72\2C75\2C7E-\2C7F\2CEB-\2CED\2CF2\A640-\A66C\A680-\A69A\A722-\A72E\A732-\A76E\A779-\A786'
        '\A78B-\A78D\A790-\A792\A796-\A7DC\A7F5\+0104B0-\+0104D3\+010570-\+010595\+010C80-\+010CB2'
        '\+010D50-\+010D65\+0118A0-\+0118BF\+016E40-\+016E5F\+016EA0-\+016EB8\+01E900-\+01E921]' THEN
    folded := translate(folded,
      U&'\04C0\04FA\04FC\04FE\0510\0512\0514\0516\0518\051A\051C\051E\0520\0522\0524\0526\0528\052A\052C\052E'
        '\10C7\10CD\13A0\13A1\13A2\13A3\13A4\13A5\13A6\13A7\13A8\13A9\13AA\13AB\13AC\13AD\13AE\13AF\13B0\13B1'
        '\13B2\13B3\13B4\13B5\13B6\13B7\13B8\13B9\13BA\13BB\13BC\13BD\13BE\13BF\13C0\13C1\13C2\13C3\13C4\13C5'
        '\13C6\13C7\13C8\13C9\13CA\13CB\13CC\13CD\13CE\13CF\13D0\13D1\13D2\13D3\13D4\13D5\13D6\13D7\13D8\13D9'
        '\13DA\13DB\13DC\13DD\13DE\13DF\13E0\13E1\13E2\13E3\13E4\13E5\13E6\13E7\13E8\13E9\13EA\13EB\13EC\13ED'
        '\13EE\13EF\13F0\13F1\13F2\13F3\13F4\13F5\1C80\1C81\1C82\1C83\1C84\1C85\1C86\1C87\1C88\1C89\1C90\1C91'
        '\1C92\1C93\1C94\1C95\1C96\1C97\1C98\1C99\1C9A\1C9B\1C9C\1C9D\1C9E\1C9F\1CA0\1CA1\1CA2\1CA3\1CA4\1CA5'
        '\1CA6\1CA7\1CA8\1CA9\1CAA\1CAB\1CAC\1CAD\1CAE\1CAF\1CB0\1CB1\1CB2\1CB3\1CB4\1CB5\1CB6\1CB7\1CB8\1CB9'
        '\1CBA\1CBD\1CBE\1CBF\2C2F\2C60\2C62\2C63\2C64\2C67\2C69\2C6B\2C6D\2C6E\2C6F\2C70\2C72\2C75\2C7E\2C7F'
        '\2CEB\2CED\2CF2\A640\A642\A644\A646\A648\A64A\A64C\A64E\A650\A652\A654\A656\A658\A65A\A65C\A65E\A660'
        '\A662\A664\A666\A668\A66A\A66C\A680\A682\A684\A686\A688\A68A\A68C\A68E\A690\A692\A694\A696\A698\A69A'
        '\A722\A724\A726\A728\A72A\A72C\A72E\A732\A734\A736\A738\A73A\A73C\A73E\A740\A742\A744\A746\A748\A74A'
        '\A74C\A74E\A750\A752\A754\A756\A758\A75A\A75C\A75E\A760\A762\A764\A766\A768\A76A\A76C\A76E\A779\A77B'
        '\A77D\A77E\A780\A782\A784\A786\A78B\A78D\A790\A792\A796\A798\A79A\A79C\A79E\A7A0\A7A2\A7A4\A7A6\A7A8'
        '\A7AA\A7AB\A7AC\A7AD\A7AE\A7B0\A7B1\A7B2\A7B3\A7B4\A7B6\A7B8\A7BA\A7BC\A7BE\A7C0\A7C2\A7C4\A7C5\A7C6'
        '\A7C7\A7C9\A7CB\A7CC\A7CE\A7D0\A7D2\A7D4\A7D6\A7D8\A7DA\A7DC\A7F5\+0104B0\+0104B1\+0104B2\+0104B3'
        '\+0104B4\+0104B5\+0104B6\+0104B7\+0104B8\+0104B9\+0104BA\+0104BB\+0104BC\+0104BD\+0104BE\+0104BF\+0104C0'
        '\+0104C1\+0104C2\+0104C3\+0104C4\+0104C5\+0104C6\+0104C7\+0104C8\+0104C9\+0104CA\+0104CB\+0104CC\+0104CD'
        '\+0104CE\+0104CF\+0104D0\+0104D1\+0104D2\+0104D3\+010570\+010571\+010572\+010573\+010574\+010575\+010576'
        '\+010577\+010578\+010579\+01057A\+01057C\+01057D\+01057E\+01057F\+010580\+010581\+010582\+010583\+010584'
        '\+010585\+010586\+010587\+010588\+010589\+01058A\+01058C\+01058D\+01058E\+01058F\+010590\+010591\+010592'
        '\+010594\+010595\+010C80\+010C81\+010C82\+010C83\+010C84\+010C85\+010C86\+010C87\+010C88\+010C89\+010C8A'
        '\+010C8B\+010C8C\+010C8D\+010C8E\+010C8F\+010C90\+010C91\+010C92\+010C93\+010C94\+010C95\+010C96\+010C97'
        '\+010C98\+010C99\+010C9A\+010C9B\+010C9C\+010C9D\+010C9E\+010C9F\+010CA0\+010CA1\+010CA2\+010CA3\+010CA4'
        '\+010CA5\+010CA6\+010CA7\+010CA8\+010CA9\+010CAA\+010CAB\+010CAC\+010CAD\+010CAE\+010CAF\+010CB0\+010CB1'
        '\+010CB2\+010D50\+010D51\+010D52\+010D53\+010D54\+010D55\+010D56\+010D57\+010D58\+010D59\+010D5A\+010D5B'
        '\+010D5C\+010D5D\+010D5E\+010D5F\+010D60\+010D61\+010D62\+010D63\+010D64\+010D65\+0118A0\+0118A1\+0118A2'
        '\+0118A3\+0118A4\+0118A5\+0118A6\+0118A7\+0118A8\+0118A9\+0118AA\+0118AB\+0118AC\+0118AD\+0118AE\+0118AF'
        '\+0118B0\+0118B1\+0118B2\+0118B3\+0118B4\+0118B5\+0118B6\+0118B7\+0118B8\+0118B9\+0118BA\+0118BB\+0118BC'
        '\+0118BD\+0118BE\+0118BF\+016E40\+016E41\+016E42\+016E43\+016E44\+016E45\+016E46\+016E47\+016E48\+016E49'
        '\+016E4A\+016E4B\+016E4C\+016E4D\+016E4E\+016E4F\+016E50\+016E51\+016E52\+016E53\+016E54\+016E55\+016E56'
        '\+016E57\+016E58\+016E59\+016E5A\+016E5B\+016E5C\+016E5D\+016E5E\+016E5F\+016EA0\+016EA1\+016EA2\+016EA3'
        '\+016EA4\+016EA5\+016EA6\+016EA7\+016EA8\+016EA9\+016EAA\+016EAB\+016EAC\+016EAD\+016EAE\+016EAF\+016EB0'
        '\+016EB1\+016EB2\+016EB3\+016EB4\+016EB5\+016EB6\+016EB7\+016EB8\+01E900\+01E901\+01E902\+01E903\+01E904'
        '\+01E905\+01E906\+01E907\+01E908\+01E909\+01E90A\+01E90B\+01E90C\+01E90D\+01E90E\+01E90F\+01E910\+01E911'
        '\+01E912\+01E913\+01E914\+01E915\+01E916\+01E917\+01E918\+01E919\+01E91A\+01E91B\+01E91C\+01E91D\+01E91E'
        '\+01E91F\+01E920\+01E921',
      U&'\04CF\04FB\04FD\04FF\0511\0513\0515\0517\0519\051B\051D\051F\0521\0523\0525\0527\0529\052B\052D\052F'
        '\2D27\2D2D\AB70\AB71\AB72\AB73\AB74\AB75\AB76\AB77\AB78\AB79\AB7A\AB7B\AB7C\AB7D\AB7E\AB7F\AB80\AB81'
        '\AB82\AB83\AB84\AB85\AB86\AB87\AB88\AB89\AB8A\AB8B\AB8C\AB8D\AB8E\AB8F\AB90\AB91\AB92\AB93\AB94\AB95'
        '\AB96\AB97\AB98\AB99\AB9A\AB9B\AB9C\AB9D\AB9E\AB9F\ABA0\ABA1\ABA2\ABA3\ABA4\ABA5\ABA6\ABA7\ABA8\ABA9'
        '\ABAA\ABAB\ABAC\ABAD\ABAE\ABAF\ABB0\ABB1\ABB2\ABB3\ABB4\ABB5\ABB6\ABB7\ABB8\ABB9\ABBA\ABBB\ABBC\ABBD'
        '\ABBE\ABBF\13F8\13F9\13FA\13FB\13FC\13FD\0432\0434\043E\0441\0442\0442\044A\0463\A64B\1C8A\10D0\10D1'
        '\10D2\10D3\10D4\10D5\10D6\10D7\10D8\10D9\10DA\10DB\10DC\10DD\10DE\10DF\10E0\10E1\10E2\10E3\10E4\10E5'
        '\10E6\10E7\10E8\10E9\10EA\10EB\10EC\10ED\10EE\10EF\10F0\10F1\10F2\10F3\10F4\10F5\10F6\10F7\10F8\10F9'
        '\10FA\10FD\10FE\10FF\2C5F\2C61\026B\1D7D\027D\2C68\2C6A\2C6C\0251\0271\0250\0252\2C73\2C76\023F\0240'
        '\2CEC\2CEE\2CF3\A641\A643\A645\A647\A649\A64B\A64D\A64F\A651\A653\A655\A657\A659\A65B\A65D\A65F\A661'
        '\A663\A665\A667\A669\A66B\A66D\A681\A683\A685\A687\A689\A68B\A68D\A68F\A691\A693\A695\A697\A699\A69B'
        '\A723\A725\A727\A729\A72B\A72D\A72F\A733\A735\A737\A739\A73B\A73D\A73F\A741\A743\A745\A747\A749\A74B'
        '\A74D\A74F\A751\A753\A755\A757\A759\A75B\A75D\A75F\A761\A763\A765\A767\A769\A76B\A76D\A76F\A77A\A77C'
        '\1D79\A77F\A781\A783\A785\A787\A78C\0265\A791\A793\A797\A799\A79B\A79D\A79F\A7A1\A7A3\A7A5\A7A7\A7A9'
        '\0266\025C\0261\026C\026A\029E\0287\029D\AB53\A7B5\A7B7\A7B9\A7BB\A7BD\A7BF\A7C1\A7C3\A794\0282\1D8E'
        '\A7C8\A7CA\0264\A7CD\A7CF\A7D1\A7D3\A7D5\A7D7\A7D9\A7DB\019B\A7F6\+0104D8\+0104D9\+0104DA\+0104DB'
        '\+0104DC\+0104DD\+0104DE\+0104DF\+0104E0\+0104E1\+0104E2\+0104E3\+0104E4\+0104E5\+0104E6\+0104E7\+0104E8'
        '\+0104E9\+0104EA\+0104EB\+0104EC\+0104ED\+0104EE\+0104EF\+0104F0\+0104F1\+0104F2\+0104F3\+0104F4\+0104F5'
        '\+0104F6\+0104F7\+0104F8\+0104F9\+0104FA\+0104FB\+010597\+010598\+010599\+01059A\+01059B\+01059C\+01059D'
        '\+01059E\+01059F\+0105A0\+0105A1\+0105A3\+0105A4\+0105A5\+0105A6\+0105A7\+0105A8\+0105A9\+0105AA\+0105AB'
        '\+0105AC\+0105AD\+0105AE\+0105AF\+0105B0\+0105B1\+0105B3\+0105B4\+0105B5\+0105B6\+0105B7\+0105B8\+0105B9'
        '\+0105BB\+0105BC\+010CC0\+010CC1\+010CC2\+010CC3\+010CC4\+010CC5\+010CC6\+010CC7\+010CC8\+010CC9\+010CCA'
        '\+010CCB\+010CCC\+010CCD\+010CCE\+010CCF\+010CD0\+010CD1\+010CD2\+010CD3\+010CD4\+010CD5\+010CD6\+010CD7'
        '\+010CD8\+010CD9\+010CDA\+010CDB\+010CDC\+010CDD\+010CDE\+010CDF\+010CE0\+010CE1\+010CE2\+010CE3\+010CE4'
        '\+010CE5\+010CE6\+010CE7\+010CE8\+010CE9\+010CEA\+010CEB\+010CEC\+010CED\+010CEE\+010CEF\+010CF0\+010CF1'
        '\+010CF2\+010D70\+010D71\+010D72\+010D73\+010D74\+010D75\+010D76\+010D77\+010D78\+010D79\+010D7A\+010D7B'
        '\+010D7C\+010D7D\+010D7E\+010D7F\+010D80\+010D81\+010D82\+010D83\+010D84\+010D85\+0118C0\+0118C1\+0118C2'
        '\+0118C3\+0118C4\+0118C5\+0118C6\+0118C7\+0118C8\+0118C9\+0118CA\+0118CB\+0118CC\+0118CD\+0118CE\+0118CF'
        '\+0118D0\+0118D1\+0118D2\+0118D3\+0118D4\+0118D5\+0118D6\+0118D7\+0118D8\+0118D9\+0118DA\+0118DB\+0118DC'
        '\+0118DD\+0118DE\+0118DF\+016E60\+016E61\+016E62\+016E63\+016E64\+016E65\+016E66\+016E67\+016E68\+016E69'
        '\+016E6A\+016E6B\+016E6C\+016E6D\+016E6E\+016E6F\+016E70\+016E71\+016E72\+016E73\+016E74\+016E75\+016E76'
        '\+016E77\+016E78\+016E79\+016E7A\+016E7B\+016E7C\+016E7D\+016E7E\+016E7F\+016EBB\+016EBC\+016EBD\+016EBE'
        '\+016EBF\+016EC0\+016EC1\+016EC2\+016EC3\+016EC4\+016EC5\+016EC6\+016EC7\+016EC8\+016EC9\+016ECA\+016ECB'
        '\+016ECC\+016ECD\+016ECE\+016ECF\+016ED0\+016ED1\+016ED2\+016ED3\+01E922\+01E923\+01E924\+01E925\+01E926'
        '\+01E927\+01E928\+01E929\+01E92A\+01E92B\+01E92C\+01E92D\+01E92E\+01E92F\+01E930\+01E931\+01E932\+01E933'
        '\+01E934\+01E935\+01E936\+01E937\+01E938\+01E939\+01E93A\+01E93B\+01E93C\+01E93D\+01E93E\+01E93F\+01E940'
        '\+01E941\+01E942\+01E943');
  END IF;
  RETURN folded;
END
$$;

-- Texts are compared in one form, whatever their case, width and form of Unicode: NFKC with the full folding
-- of cases, without what is not seen (toNFKC_Casefold), in which İ and ı are i: as in SQLite files. The versions of
-- Unicode that servers of PostgreSQL have differ in letters that are compatible with others since Unicode 15, which are in
-- a list.
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

-- The tables of a store. Texts are compared by code points,
-- documents are kept as they were written. Moments are milliseconds since 1970, or texts of RFC 3339.

-- The row that every transaction locks first that writes.
CREATE TABLE tanada_head (
  single boolean PRIMARY KEY DEFAULT true CHECK (single)
);
INSERT INTO tanada_head DEFAULT VALUES;

-- Locked by all transactions: shared, but by those that change the tables of kinds.
CREATE TABLE tanada_tables ();

-- The transactions that have changed something without a revision, for a while: whether one was committed whose answer
-- was lost is known by its id.
CREATE TABLE tanada_commits (
  id text COLLATE "C" PRIMARY KEY,
  at bigint NOT NULL
);
CREATE INDEX tanada_commits_by_age ON tanada_commits (at);

CREATE TABLE revisions (
  number       bigint PRIMARY KEY CHECK (number > 0),
  committed_at text COLLATE "C" NOT NULL,
  id           text COLLATE "C" NOT NULL UNIQUE,
  actor        text COLLATE "C"
);

CREATE TABLE revision_changes (
  revision    bigint NOT NULL REFERENCES revisions (number) ON DELETE CASCADE,
  kind        text COLLATE "C" NOT NULL,
  id          bigint NOT NULL,
  change      text COLLATE "C" NOT NULL CHECK (change IN ('inserted', 'updated', 'deleted')),
  is_public boolean NOT NULL DEFAULT true,
  PRIMARY KEY (revision, kind, id)
);

-- The conditions of the changed items that clients saw before a revision or see after it. The last revision of each
-- stays when the history is pruned.
CREATE TABLE tanada_revision_conditions (
  kind      text COLLATE "C" NOT NULL,
  targeting text COLLATE "C" NOT NULL, -- as canonical JSON
  revision  bigint NOT NULL,
  PRIMARY KEY (kind, targeting, revision)
);
CREATE INDEX tanada_conditions_by_revision ON tanada_revision_conditions (revision);

CREATE TABLE revision_feeds (
  revision bigint NOT NULL REFERENCES revisions (number) ON DELETE CASCADE,
  feed     text COLLATE "C" NOT NULL,
  PRIMARY KEY (revision, feed)
);

CREATE TABLE revision_kinds (
  revision bigint NOT NULL REFERENCES revisions (number) ON DELETE CASCADE,
  kind     text COLLATE "C" NOT NULL,
  PRIMARY KEY (revision, kind)
);
CREATE INDEX revision_kinds_by_kind ON revision_kinds (kind, revision);

CREATE TABLE tanada_forgotten_changes (
  kind     text COLLATE "C" PRIMARY KEY,
  revision bigint NOT NULL
);

CREATE TABLE tanada_history (
  single         boolean PRIMARY KEY DEFAULT true CHECK (single),
  first_revision bigint NOT NULL
);
INSERT INTO tanada_history (first_revision) VALUES (0);

-- Kinds.

CREATE TABLE kinds (
  name       text COLLATE "C" PRIMARY KEY,
  position   bigint NOT NULL UNIQUE,
  definition text COLLATE "C" NOT NULL CHECK (json_typeof(definition::json) = 'object'),
  revision   bigint NOT NULL DEFAULT 0,
  era        bigint NOT NULL DEFAULT 0
);

CREATE TABLE tanada_kind_versions (
  name           text COLLATE "C" NOT NULL,
  from_revision  bigint NOT NULL,
  until_revision bigint NOT NULL,
  position       bigint NOT NULL,
  definition     text COLLATE "C" NOT NULL,
  era            bigint NOT NULL,
  PRIMARY KEY (name, until_revision)
);

CREATE TABLE tanada_field_renames (
  kind        text COLLATE "C" NOT NULL,
  revision    bigint NOT NULL,
  former_name text COLLATE "C" NOT NULL,
  name        text COLLATE "C" NOT NULL,
  PRIMARY KEY (kind, revision, former_name)
);

-- Items.

CREATE TABLE item_windows (
  kind         text COLLATE "C" NOT NULL,
  id           bigint NOT NULL,
  is_draft     boolean NOT NULL,
  publish_at   bigint,
  unpublish_at bigint,
  was_shown    boolean NOT NULL,
  targeting    text COLLATE "C" CHECK (json_typeof(targeting::json) = 'object'),
  PRIMARY KEY (kind, id)
);
CREATE INDEX item_windows_by_publish_at ON item_windows (publish_at) WHERE publish_at IS NOT NULL;
CREATE INDEX item_windows_by_unpublish_at ON item_windows (unpublish_at)
  WHERE unpublish_at IS NOT NULL;
CREATE INDEX item_windows_by_targeting ON item_windows (kind) WHERE targeting IS NOT NULL;

CREATE TABLE retired_ids (
  kind text COLLATE "C" PRIMARY KEY,
  id   bigint NOT NULL
);

CREATE TABLE search_backlog (
  rowid    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind     text COLLATE "C" NOT NULL,
  first_id bigint NOT NULL,
  last_id  bigint NOT NULL
);

CREATE TABLE tanada_locales (
  locale   text COLLATE "C" NOT NULL,
  kind     text COLLATE "C" NOT NULL, -- empty for compositions
  revision bigint NOT NULL,
  PRIMARY KEY (locale, kind)
);

-- The locales in which clients have seen texts of a kind's items, with the revision from which on their pages are
-- followed: a locale that no client sees makes no pages.
CREATE TABLE tanada_seen_locales (
  locale    text COLLATE "C" NOT NULL,
  kind      text COLLATE "C" NOT NULL,
  targeting text COLLATE "C" NOT NULL, -- the condition of the items, as canonical JSON; empty for everybody
  revision  bigint NOT NULL,
  PRIMARY KEY (kind, locale, targeting)
);

-- Compositions, and the documents that revisions change.

CREATE TABLE compositions (
  feed     text COLLATE "C" PRIMARY KEY,
  document text COLLATE "C" NOT NULL CHECK (json_typeof(document::json) = 'object'),
  revision bigint NOT NULL DEFAULT 0
);

CREATE TABLE tanada_composition_versions (
  feed           text COLLATE "C" NOT NULL,
  from_revision  bigint NOT NULL,
  until_revision bigint NOT NULL,
  document       text COLLATE "C" NOT NULL,
  PRIMARY KEY (feed, until_revision)
);

CREATE TABLE tanada_document_revisions (
  feed     text COLLATE "C" NOT NULL,
  section  text COLLATE "C" NOT NULL, -- empty for a whole feed
  revision bigint NOT NULL,
  is_moved boolean NOT NULL DEFAULT false,
  PRIMARY KEY (feed, section, revision)
);
CREATE INDEX tanada_documents_by_revision ON tanada_document_revisions (revision);

CREATE TABLE tanada_known_documents (
  single         boolean PRIMARY KEY DEFAULT true CHECK (single),
  first_revision bigint NOT NULL,
  last_revision  bigint NOT NULL
);
INSERT INTO tanada_known_documents (first_revision, last_revision) VALUES (0, 0);

-- Authoring. Of a token only the hash is kept.

CREATE TABLE tokens (
  id           bigint PRIMARY KEY CHECK (id > 0),
  type         text COLLATE "C" NOT NULL CHECK (type IN ('token', 'invitation', 'session')),
  name         text COLLATE "C" NOT NULL,
  role         text COLLATE "C" NOT NULL
    CHECK (role IN ('viewer', 'contributor', 'editor', 'admin')),
  hash         bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  created_at   bigint NOT NULL,
  expires_at   bigint CHECK (expires_at IS NOT NULL OR type = 'token'),
  last_used_at bigint,
  revoked_at   bigint
);
CREATE INDEX tokens_by_hash_prefix ON tokens (substr(hash, 1, 4));

CREATE TABLE audit_batches (
  id       bigint PRIMARY KEY,
  revision bigint REFERENCES revisions (number)
);

CREATE TABLE audit_entries (
  number   bigint PRIMARY KEY,
  revision bigint,
  at       bigint NOT NULL,
  actor    text COLLATE "C" NOT NULL,
  action   text COLLATE "C" NOT NULL,
  subject  text COLLATE "C" NOT NULL,
  before   text COLLATE "C" CHECK (before IS NULL OR json_typeof(before::json) IS NOT NULL),
  after    text COLLATE "C" CHECK (after IS NULL OR json_typeof(after::json) IS NOT NULL),
  batch    bigint,
  versions bigint NOT NULL DEFAULT 0 CHECK (versions BETWEEN 0 AND 3)
);
CREATE INDEX audit_entries_by_subject ON audit_entries (subject, number);
CREATE INDEX audit_entries_by_batch ON audit_entries (batch) WHERE batch IS NOT NULL;

CREATE TABLE idempotency_records (
  token       bigint NOT NULL,
  key         text COLLATE "C" NOT NULL,
  fingerprint bytea NOT NULL,
  answer      bytea NOT NULL,
  created_at  bigint NOT NULL,
  PRIMARY KEY (token, key)
);
CREATE INDEX idempotency_records_by_age ON idempotency_records (created_at);

CREATE TABLE secrets (
  name  text COLLATE "C" PRIMARY KEY,
  value bytea NOT NULL
);
INSERT INTO secrets (name, value)
VALUES ('photo_folder', decode(replace(gen_random_uuid()::text, '-', ''), 'hex'));

-- The ids of releases are used once. A sequence would have gaps where a transaction is rolled back.
CREATE TABLE tanada_last_release (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  id     bigint NOT NULL
);
INSERT INTO tanada_last_release (id) VALUES (0);

CREATE FUNCTION tanada_next_release() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  UPDATE tanada_last_release SET id = id + 1 RETURNING id
$$;

CREATE TABLE tanada_releases (
  id                 bigint PRIMARY KEY DEFAULT tanada_next_release() CHECK (id > 0),
  name               text COLLATE "C" NOT NULL,
  note               text COLLATE "C" NOT NULL DEFAULT '',
  created_at         bigint NOT NULL,
  actor              text COLLATE "C" NOT NULL,
  publish_at         bigint,
  operations         text COLLATE "C" NOT NULL,
  bases              text COLLATE "C" NOT NULL,
  failure            text COLLATE "C",
  failed_at          bigint,
  published_revision bigint,
  published_at       bigint
);
CREATE INDEX tanada_scheduled_releases ON tanada_releases (publish_at) WHERE publish_at IS NOT NULL;

-- Photos.

CREATE TABLE tanada_photos (
  number      bigint PRIMARY KEY,
  id          text COLLATE "C" NOT NULL UNIQUE CHECK (length(id) = 32),
  format      text COLLATE "C" NOT NULL,
  width       bigint NOT NULL CHECK (width > 0),
  height      bigint NOT NULL CHECK (height > 0),
  orientation bigint NOT NULL CHECK (orientation BETWEEN 1 AND 8),
  byte_count  bigint NOT NULL CHECK (byte_count > 0),
  camera      text COLLATE "C" NOT NULL CHECK (json_typeof(camera::json) IS NOT NULL),
  blurhash    text COLLATE "C" NOT NULL,
  thumbhash   text COLLATE "C" NOT NULL,
  color       text COLLATE "C" NOT NULL,
  alt         text COLLATE "C",
  focus_x     double precision CHECK (focus_x BETWEEN 0 AND 1),
  focus_y     double precision CHECK (focus_y BETWEEN 0 AND 1),
  added_at    text COLLATE "C" NOT NULL,
  revision    bigint NOT NULL DEFAULT 0,
  CHECK ((focus_x IS NULL) = (focus_y IS NULL))
);

CREATE TABLE tanada_photo_versions (
  photo          text COLLATE "C" NOT NULL,
  from_revision  bigint NOT NULL,
  until_revision bigint NOT NULL,
  alt            text COLLATE "C",
  focus_x        double precision,
  focus_y        double precision,
  PRIMARY KEY (photo, until_revision)
);

-- The photos that addresses of pictures are assigned to.
CREATE TABLE tanada_photo_addresses (
  address  text COLLATE "C" NOT NULL PRIMARY KEY,
  photo    text COLLATE "C" NOT NULL REFERENCES tanada_photos (id) ON DELETE CASCADE,
  revision bigint NOT NULL DEFAULT 0
);
CREATE INDEX tanada_photo_addresses_by_photo ON tanada_photo_addresses (photo);

CREATE TABLE tanada_photo_address_versions (
  address        text COLLATE "C" NOT NULL,
  from_revision  bigint NOT NULL,
  until_revision bigint NOT NULL,
  photo          text COLLATE "C" NOT NULL,
  PRIMARY KEY (address, until_revision)
);

CREATE TABLE tanada_revision_photos (
  revision  bigint NOT NULL REFERENCES revisions (number),
  photo     text COLLATE "C" NOT NULL,
  is_public boolean NOT NULL DEFAULT true,
  PRIMARY KEY (revision, photo)
);

-- The kinds that every store begins with.

INSERT INTO kinds (name, position, definition) VALUES
  ('featured_topics', 1,
    '{"kind":"featured_topics","title":"Featured topics","fields":[' ||
    '{"name":"rating","type":"number","minimum":0,"maximum":5},' ||
    '{"name":"thumbnail_url","type":"url","localized":true},{"name":"title","type":"text","localized":true},' ||
    '{"name":"caption","type":"text","localized":true},{"name":"published_at","type":"date"}' ||
    '],"roles":{"headline":"title","summary":"caption","image":"thumbnail_url","rating":"rating",' ||
    '"date":"published_at"},"layout":{"type":"shelf","options":{}}}'),
  ('recent_news', 2,
    '{"kind":"recent_news","title":"Recent news","fields":[{"name":"thumbnail_url","type":"url","localized":true},' ||
    '{"name":"title","type":"text","localized":true},{"name":"news_category","type":"text","localized":true},' ||
    '{"name":"published_at","type":"date"}],"roles":{"headline":"title","image":"thumbnail_url",' ||
    '"date":"published_at","label":"news_category"},"layout":{"type":"snap_carousel","options":{}}}'),
  ('campaign_banners', 3,
    '{"kind":"campaign_banners","title":"Campaign banners","fields":[{"name":"banner_contents_id","type":"integer"},' ||
    '{"name":"banner_url","type":"url","localized":true}],"roles":{"image":"banner_url"},' ||
    '"layout":{"type":"circular_carousel","options":{}},"headline_template":"Campaign {banner_contents_id}"}'),
  ('trend_articles', 4,
    '{"kind":"trend_articles","title":"Trend articles","fields":[' ||
    '{"name":"thumbnail_url","type":"url","localized":true},{"name":"title","type":"text","localized":true},' ||
    '{"name":"introduction","type":"text","localized":true},{"name":"published_at","type":"date"}' ||
    '],"roles":{"headline":"title","summary":"introduction","image":"thumbnail_url","date":"published_at"},' ||
    '"layout":{"type":"uniform_grid","options":{}}}'),
  ('pickup_photos', 5,
    '{"kind":"pickup_photos","title":"Pickup photos","fields":[{"name":"photo_url","type":"url","localized":true},' ||
    '{"name":"photo_width","type":"integer","minimum":1},{"name":"photo_height","type":"integer","minimum":1},' ||
    '{"name":"title","type":"text","localized":true},{"name":"caption","type":"text","localized":true},' ||
    '{"name":"published_at","type":"date"}' ||
    '],"roles":{"headline":"title","summary":"caption","image":"photo_url","image_width":"photo_width",' ||
    '"image_height":"photo_height","date":"published_at"},"layout":{"type":"staggered_grid","options":{}}}'),
  ('favorite_scenes', 6,
    '{"kind":"favorite_scenes","title":"Favorite scenes","fields":[' ||
    '{"name":"photo_url","type":"url","localized":true},{"name":"author","type":"text","localized":true},' ||
    '{"name":"title","type":"text","localized":true},{"name":"category","type":"text","localized":true},' ||
    '{"name":"shop_name","type":"text","localized":true},{"name":"comment","type":"text","localized":true},' ||
    '{"name":"published_at","type":"date"}],"roles":{"headline":"title","summary":"comment","image":"photo_url",' ||
    '"date":"published_at","label":"category","author":"author","place":"shop_name"},' ||
    '"layout":{"type":"card_stack","options":{}}}');

CREATE TABLE featured_topics (
  id bigint PRIMARY KEY CHECK (id > 0), rating double precision, thumbnail_url text COLLATE "C",
  title text COLLATE "C", caption text COLLATE "C", published_at text COLLATE "C",
  published_at_moment bigint GENERATED ALWAYS AS (tanada_moment(published_at)) STORED,
  _revision bigint NOT NULL DEFAULT 0, _translations text COLLATE "C",
  CONSTRAINT "rating:check" CHECK (rating IS NOT NULL AND rating >= 0.0 AND rating <= 5.0),
  CONSTRAINT "thumbnail_url:check" CHECK (thumbnail_url IS NOT NULL),
  CONSTRAINT "title:check" CHECK (title IS NOT NULL), CONSTRAINT "caption:check" CHECK (caption IS NOT NULL),
  CONSTRAINT "published_at:check" CHECK (published_at IS NOT NULL)
);
CREATE INDEX "featured_topics:published_at:by" ON featured_topics (published_at_moment NULLS FIRST);
CREATE TABLE "featured_topics:past:0" (
  id bigint, rating double precision, thumbnail_url text COLLATE "C", title text COLLATE "C",
  caption text COLLATE "C", published_at text COLLATE "C", published_at_moment bigint, _translations text COLLATE "C",
  _is_draft boolean NOT NULL, _publish_at bigint, _unpublish_at bigint, _targeting text COLLATE "C",
  _from bigint NOT NULL, _until bigint NOT NULL
);

CREATE TABLE recent_news (
  id bigint PRIMARY KEY CHECK (id > 0), thumbnail_url text COLLATE "C", title text COLLATE "C",
  news_category text COLLATE "C", published_at text COLLATE "C",
  published_at_moment bigint GENERATED ALWAYS AS (tanada_moment(published_at)) STORED,
  _revision bigint NOT NULL DEFAULT 0, _translations text COLLATE "C",
  CONSTRAINT "thumbnail_url:check" CHECK (thumbnail_url IS NOT NULL),
  CONSTRAINT "title:check" CHECK (title IS NOT NULL),
  CONSTRAINT "news_category:check" CHECK (news_category IS NOT NULL),
  CONSTRAINT "published_at:check" CHECK (published_at IS NOT NULL)
);
CREATE INDEX "recent_news:published_at:by" ON recent_news (published_at_moment NULLS FIRST);
CREATE TABLE "recent_news:past:0" (
  id bigint, thumbnail_url text COLLATE "C", title text COLLATE "C", news_category text COLLATE "C",
  published_at text COLLATE "C", published_at_moment bigint, _translations text COLLATE "C",
  _is_draft boolean NOT NULL, _publish_at bigint, _unpublish_at bigint, _targeting text COLLATE "C",
  _from bigint NOT NULL, _until bigint NOT NULL
);

CREATE TABLE campaign_banners (
  id bigint PRIMARY KEY CHECK (id > 0), banner_contents_id bigint, banner_url text COLLATE "C",
  _revision bigint NOT NULL DEFAULT 0, _translations text COLLATE "C",
  CONSTRAINT "banner_contents_id:check" CHECK (banner_contents_id IS NOT NULL),
  CONSTRAINT "banner_url:check" CHECK (banner_url IS NOT NULL)
);
CREATE TABLE "campaign_banners:past:0" (
  id bigint, banner_contents_id bigint, banner_url text COLLATE "C", _translations text COLLATE "C",
  _is_draft boolean NOT NULL, _publish_at bigint, _unpublish_at bigint, _targeting text COLLATE "C",
  _from bigint NOT NULL, _until bigint NOT NULL
);

CREATE TABLE trend_articles (
  id bigint PRIMARY KEY CHECK (id > 0), thumbnail_url text COLLATE "C", title text COLLATE "C",
  introduction text COLLATE "C", published_at text COLLATE "C",
  published_at_moment bigint GENERATED ALWAYS AS (tanada_moment(published_at)) STORED,
  _revision bigint NOT NULL DEFAULT 0, _translations text COLLATE "C",
  CONSTRAINT "thumbnail_url:check" CHECK (thumbnail_url IS NOT NULL),
  CONSTRAINT "title:check" CHECK (title IS NOT NULL),
  CONSTRAINT "introduction:check" CHECK (introduction IS NOT NULL),
  CONSTRAINT "published_at:check" CHECK (published_at IS NOT NULL)
);
CREATE INDEX "trend_articles:published_at:by" ON trend_articles (published_at_moment NULLS FIRST);
CREATE TABLE "trend_articles:past:0" (
  id bigint, thumbnail_url text COLLATE "C", title text COLLATE "C", introduction text COLLATE "C",
  published_at text COLLATE "C", published_at_moment bigint, _translations text COLLATE "C",
  _is_draft boolean NOT NULL, _publish_at bigint, _unpublish_at bigint, _targeting text COLLATE "C",
  _from bigint NOT NULL, _until bigint NOT NULL
);

CREATE TABLE pickup_photos (
  id bigint PRIMARY KEY CHECK (id > 0), photo_url text COLLATE "C", photo_width bigint, photo_height bigint,
  title text COLLATE "C", caption text COLLATE "C", published_at text COLLATE "C",
  published_at_moment bigint GENERATED ALWAYS AS (tanada_moment(published_at)) STORED,
  _revision bigint NOT NULL DEFAULT 0, _translations text COLLATE "C",
  CONSTRAINT "photo_url:check" CHECK (photo_url IS NOT NULL),
  CONSTRAINT "photo_width:check" CHECK (photo_width IS NOT NULL AND photo_width >= 1),
  CONSTRAINT "photo_height:check" CHECK (photo_height IS NOT NULL AND photo_height >= 1),
  CONSTRAINT "title:check" CHECK (title IS NOT NULL), CONSTRAINT "caption:check" CHECK (caption IS NOT NULL),
  CONSTRAINT "published_at:check" CHECK (published_at IS NOT NULL)
);
CREATE INDEX "pickup_photos:published_at:by" ON pickup_photos (published_at_moment NULLS FIRST);
CREATE TABLE "pickup_photos:past:0" (
  id bigint, photo_url text COLLATE "C", photo_width bigint, photo_height bigint, title text COLLATE "C",
  caption text COLLATE "C", published_at text COLLATE "C", published_at_moment bigint, _translations text COLLATE "C",
  _is_draft boolean NOT NULL, _publish_at bigint, _unpublish_at bigint, _targeting text COLLATE "C",
  _from bigint NOT NULL, _until bigint NOT NULL
);

CREATE TABLE favorite_scenes (
  id bigint PRIMARY KEY CHECK (id > 0), photo_url text COLLATE "C", author text COLLATE "C", title text COLLATE "C",
  category text COLLATE "C", shop_name text COLLATE "C", comment text COLLATE "C", published_at text COLLATE "C",
  published_at_moment bigint GENERATED ALWAYS AS (tanada_moment(published_at)) STORED,
  _revision bigint NOT NULL DEFAULT 0, _translations text COLLATE "C",
  CONSTRAINT "photo_url:check" CHECK (photo_url IS NOT NULL), CONSTRAINT "author:check" CHECK (author IS NOT NULL),
  CONSTRAINT "title:check" CHECK (title IS NOT NULL), CONSTRAINT "category:check" CHECK (category IS NOT NULL),
  CONSTRAINT "shop_name:check" CHECK (shop_name IS NOT NULL), CONSTRAINT "comment:check" CHECK (comment IS NOT NULL),
  CONSTRAINT "published_at:check" CHECK (published_at IS NOT NULL)
);
CREATE INDEX "favorite_scenes:published_at:by" ON favorite_scenes (published_at_moment NULLS FIRST);
CREATE TABLE "favorite_scenes:past:0" (
  id bigint, photo_url text COLLATE "C", author text COLLATE "C", title text COLLATE "C", category text COLLATE "C",
  shop_name text COLLATE "C", comment text COLLATE "C", published_at text COLLATE "C", published_at_moment bigint,
  _translations text COLLATE "C", _is_draft boolean NOT NULL, _publish_at bigint, _unpublish_at bigint,
  _targeting text COLLATE "C", _from bigint NOT NULL, _until bigint NOT NULL
);

-- What is the same for all of them: the indexes of former items, and the texts that are searched.
DO $$
DECLARE
  kind text;
BEGIN
  FOR kind IN SELECT name FROM kinds ORDER BY position LOOP
    EXECUTE format('CREATE INDEX %I ON %I (id, _until)', kind || ':past:0:item', kind || ':past:0');
    EXECUTE format('CREATE INDEX %I ON %I (_until)', kind || ':past:0:until', kind || ':past:0');
    EXECUTE format('CREATE INDEX %I ON %I (id) WHERE _targeting IS NOT NULL',
      kind || ':past:0:targeting', kind || ':past:0');
    EXECUTE format('CREATE TABLE %I (id bigint PRIMARY KEY, text text COLLATE "C" NOT NULL)',
      kind || ':search');
    EXECUTE format('CREATE INDEX %I ON %I USING gin (tanada_trigrams(text))',
      kind || ':trigrams', kind || ':search');
    EXECUTE format('ALTER INDEX %I ALTER COLUMN 1 SET STATISTICS 20', kind || ':trigrams');
    EXECUTE format('ALTER TABLE %I ALTER id SET STATISTICS 20, ALTER text SET STATISTICS 0',
      kind || ':search');
  END LOOP;
END
$$;
