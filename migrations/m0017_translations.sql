-- Items have translations. Each locale that a text of a kind's items, or of a composition, has ever had stands here
-- with the revision that brought it, from which on its documents are followed.

CREATE TABLE tanada_locales (
  locale   TEXT    NOT NULL,
  kind     TEXT    NOT NULL, -- empty for compositions
  revision INTEGER NOT NULL,
  PRIMARY KEY (locale, kind)
) STRICT, WITHOUT ROWID;

-- The texts and addresses of the first six kinds are localised.
UPDATE kinds SET definition = json_set(definition, '$.fields', json((
  SELECT json_group_array(json(
    CASE WHEN json_extract(value, '$.type') IN ('text', 'url')
        AND json_extract(value, '$.name') IN (
          'thumbnail_url', 'title', 'caption', 'news_category', 'banner_url', 'introduction', 'photo_url', 'author',
          'category', 'shop_name', 'comment')
      THEN json_set(value, '$.localized', json('true')) ELSE value END))
  FROM json_each(definition, '$.fields'))))
WHERE name IN (
  'featured_topics', 'recent_news', 'campaign_banners', 'trend_articles', 'pickup_photos', 'favorite_scenes');
