-- When an item was published, as milliseconds since 1970, whatever zone it is written in. The text is
-- yyyy-MM-ddTHH:mm:ss.SSS+hhmm; every kind with a date has the same expression.

ALTER TABLE featured_topics ADD COLUMN published_at_moment INTEGER GENERATED ALWAYS AS (
  CAST(strftime('%s', substr(published_at, 1, 19)) AS INTEGER) * 1000
  + CAST(substr(published_at, 21, 3) AS INTEGER)
  - CAST(substr(published_at, 24, 1) || '1' AS INTEGER) * 60000
    * (CAST(substr(published_at, 25, 2) AS INTEGER) * 60 + CAST(substr(published_at, 27, 2) AS INTEGER))
) VIRTUAL;
CREATE INDEX featured_topics_by_moment ON featured_topics (published_at_moment);

ALTER TABLE recent_news ADD COLUMN published_at_moment INTEGER GENERATED ALWAYS AS (
  CAST(strftime('%s', substr(published_at, 1, 19)) AS INTEGER) * 1000
  + CAST(substr(published_at, 21, 3) AS INTEGER)
  - CAST(substr(published_at, 24, 1) || '1' AS INTEGER) * 60000
    * (CAST(substr(published_at, 25, 2) AS INTEGER) * 60 + CAST(substr(published_at, 27, 2) AS INTEGER))
) VIRTUAL;
CREATE INDEX recent_news_by_moment ON recent_news (published_at_moment);

ALTER TABLE trend_articles ADD COLUMN published_at_moment INTEGER GENERATED ALWAYS AS (
  CAST(strftime('%s', substr(published_at, 1, 19)) AS INTEGER) * 1000
  + CAST(substr(published_at, 21, 3) AS INTEGER)
  - CAST(substr(published_at, 24, 1) || '1' AS INTEGER) * 60000
    * (CAST(substr(published_at, 25, 2) AS INTEGER) * 60 + CAST(substr(published_at, 27, 2) AS INTEGER))
) VIRTUAL;
CREATE INDEX trend_articles_by_moment ON trend_articles (published_at_moment);

ALTER TABLE pickup_photos ADD COLUMN published_at_moment INTEGER GENERATED ALWAYS AS (
  CAST(strftime('%s', substr(published_at, 1, 19)) AS INTEGER) * 1000
  + CAST(substr(published_at, 21, 3) AS INTEGER)
  - CAST(substr(published_at, 24, 1) || '1' AS INTEGER) * 60000
    * (CAST(substr(published_at, 25, 2) AS INTEGER) * 60 + CAST(substr(published_at, 27, 2) AS INTEGER))
) VIRTUAL;
CREATE INDEX pickup_photos_by_moment ON pickup_photos (published_at_moment);

ALTER TABLE favorite_scenes ADD COLUMN published_at_moment INTEGER GENERATED ALWAYS AS (
  CAST(strftime('%s', substr(published_at, 1, 19)) AS INTEGER) * 1000
  + CAST(substr(published_at, 21, 3) AS INTEGER)
  - CAST(substr(published_at, 24, 1) || '1' AS INTEGER) * 60000
    * (CAST(substr(published_at, 25, 2) AS INTEGER) * 60 + CAST(substr(published_at, 27, 2) AS INTEGER))
) VIRTUAL;
CREATE INDEX favorite_scenes_by_moment ON favorite_scenes (published_at_moment);

-- Full-text search, a table per kind with text. The trigram tokenizer finds any part of a text of at
-- least three characters, in Japanese as in Latin. The texts stay in the content tables; triggers keep
-- the index in step with them.

CREATE VIRTUAL TABLE featured_topics_search USING fts5(
  title, caption, content = 'featured_topics', content_rowid = 'id', tokenize = 'trigram'
);
INSERT INTO featured_topics_search (featured_topics_search) VALUES ('rebuild');

CREATE TRIGGER featured_topics_search_insert AFTER INSERT ON featured_topics BEGIN
  INSERT INTO featured_topics_search (rowid, title, caption) VALUES (new.id, new.title, new.caption);
END;
CREATE TRIGGER featured_topics_search_delete AFTER DELETE ON featured_topics BEGIN
  INSERT INTO featured_topics_search (featured_topics_search, rowid, title, caption)
  VALUES ('delete', old.id, old.title, old.caption);
END;
CREATE TRIGGER featured_topics_search_update AFTER UPDATE ON featured_topics
WHEN (old.id, old.title, old.caption) IS NOT (new.id, new.title, new.caption) BEGIN
  INSERT INTO featured_topics_search (featured_topics_search, rowid, title, caption)
  VALUES ('delete', old.id, old.title, old.caption);
  INSERT INTO featured_topics_search (rowid, title, caption) VALUES (new.id, new.title, new.caption);
END;

CREATE VIRTUAL TABLE recent_news_search USING fts5(
  title, news_category, content = 'recent_news', content_rowid = 'id', tokenize = 'trigram'
);
INSERT INTO recent_news_search (recent_news_search) VALUES ('rebuild');

CREATE TRIGGER recent_news_search_insert AFTER INSERT ON recent_news BEGIN
  INSERT INTO recent_news_search (rowid, title, news_category) VALUES (new.id, new.title, new.news_category);
END;
CREATE TRIGGER recent_news_search_delete AFTER DELETE ON recent_news BEGIN
  INSERT INTO recent_news_search (recent_news_search, rowid, title, news_category)
  VALUES ('delete', old.id, old.title, old.news_category);
END;
CREATE TRIGGER recent_news_search_update AFTER UPDATE ON recent_news
WHEN (old.id, old.title, old.news_category) IS NOT (new.id, new.title, new.news_category) BEGIN
  INSERT INTO recent_news_search (recent_news_search, rowid, title, news_category)
  VALUES ('delete', old.id, old.title, old.news_category);
  INSERT INTO recent_news_search (rowid, title, news_category) VALUES (new.id, new.title, new.news_category);
END;

CREATE VIRTUAL TABLE trend_articles_search USING fts5(
  title, introduction, content = 'trend_articles', content_rowid = 'id', tokenize = 'trigram'
);
INSERT INTO trend_articles_search (trend_articles_search) VALUES ('rebuild');

CREATE TRIGGER trend_articles_search_insert AFTER INSERT ON trend_articles BEGIN
  INSERT INTO trend_articles_search (rowid, title, introduction) VALUES (new.id, new.title, new.introduction);
END;
CREATE TRIGGER trend_articles_search_delete AFTER DELETE ON trend_articles BEGIN
  INSERT INTO trend_articles_search (trend_articles_search, rowid, title, introduction)
  VALUES ('delete', old.id, old.title, old.introduction);
END;
CREATE TRIGGER trend_articles_search_update AFTER UPDATE ON trend_articles
WHEN (old.id, old.title, old.introduction) IS NOT (new.id, new.title, new.introduction) BEGIN
  INSERT INTO trend_articles_search (trend_articles_search, rowid, title, introduction)
  VALUES ('delete', old.id, old.title, old.introduction);
  INSERT INTO trend_articles_search (rowid, title, introduction) VALUES (new.id, new.title, new.introduction);
END;

CREATE VIRTUAL TABLE pickup_photos_search USING fts5(
  title, caption, content = 'pickup_photos', content_rowid = 'id', tokenize = 'trigram'
);
INSERT INTO pickup_photos_search (pickup_photos_search) VALUES ('rebuild');

CREATE TRIGGER pickup_photos_search_insert AFTER INSERT ON pickup_photos BEGIN
  INSERT INTO pickup_photos_search (rowid, title, caption) VALUES (new.id, new.title, new.caption);
END;
CREATE TRIGGER pickup_photos_search_delete AFTER DELETE ON pickup_photos BEGIN
  INSERT INTO pickup_photos_search (pickup_photos_search, rowid, title, caption)
  VALUES ('delete', old.id, old.title, old.caption);
END;
CREATE TRIGGER pickup_photos_search_update AFTER UPDATE ON pickup_photos
WHEN (old.id, old.title, old.caption) IS NOT (new.id, new.title, new.caption) BEGIN
  INSERT INTO pickup_photos_search (pickup_photos_search, rowid, title, caption)
  VALUES ('delete', old.id, old.title, old.caption);
  INSERT INTO pickup_photos_search (rowid, title, caption) VALUES (new.id, new.title, new.caption);
END;

CREATE VIRTUAL TABLE favorite_scenes_search USING fts5(
  author, title, category, shop_name, comment, content = 'favorite_scenes', content_rowid = 'id', tokenize = 'trigram'
);
INSERT INTO favorite_scenes_search (favorite_scenes_search) VALUES ('rebuild');

CREATE TRIGGER favorite_scenes_search_insert AFTER INSERT ON favorite_scenes BEGIN
  INSERT INTO favorite_scenes_search (rowid, author, title, category, shop_name, comment) VALUES (new.id, new.author, new.title, new.category, new.shop_name, new.comment);
END;
CREATE TRIGGER favorite_scenes_search_delete AFTER DELETE ON favorite_scenes BEGIN
  INSERT INTO favorite_scenes_search (favorite_scenes_search, rowid, author, title, category, shop_name, comment)
  VALUES ('delete', old.id, old.author, old.title, old.category, old.shop_name, old.comment);
END;
CREATE TRIGGER favorite_scenes_search_update AFTER UPDATE ON favorite_scenes
WHEN (old.id, old.author, old.title, old.category, old.shop_name, old.comment) IS NOT (new.id, new.author, new.title, new.category, new.shop_name, new.comment) BEGIN
  INSERT INTO favorite_scenes_search (favorite_scenes_search, rowid, author, title, category, shop_name, comment)
  VALUES ('delete', old.id, old.author, old.title, old.category, old.shop_name, old.comment);
  INSERT INTO favorite_scenes_search (rowid, author, title, category, shop_name, comment) VALUES (new.id, new.author, new.title, new.category, new.shop_name, new.comment);
END;
