-- Kinds as data: a definition each, and the tables that follow from them. The six kinds that every
-- database had become definitions; their tables stay.

CREATE TABLE kinds (
  name       TEXT    PRIMARY KEY,
  position   INTEGER NOT NULL UNIQUE,
  definition TEXT    NOT NULL CHECK (json_type(definition) = 'object')
) STRICT;

-- The revisions that changed definitions.

CREATE TABLE revision_kinds (
  revision INTEGER NOT NULL REFERENCES revisions (number) ON DELETE CASCADE,
  kind     TEXT    NOT NULL,
  PRIMARY KEY (revision, kind)
) STRICT, WITHOUT ROWID;

-- Items whose texts are still to be indexed for searches, as ranges of ids. Searches go through their
-- texts instead.

CREATE TABLE search_backlog (
  kind     TEXT    NOT NULL,
  first_id INTEGER NOT NULL,
  last_id  INTEGER NOT NULL
) STRICT;

INSERT INTO kinds (name, position, definition) VALUES
('featured_topics', 1,
'{"kind":"featured_topics","title":"Featured topics","fields":[{"name":"rating","type":"number","minimum":0,"maximum":5},
 {"name":"thumbnail_url","type":"url"},
 {"name":"title","type":"text"},
 {"name":"caption","type":"text"},
 {"name":"published_at","type":"date"}],"roles":{"headline":"title","summary":"caption","image":"thumbnail_url","rating":"rating","date":"published_at"},"layout":{"type":"shelf","options":{}}}'),
('recent_news', 2,
'{"kind":"recent_news","title":"Recent news","fields":[{"name":"thumbnail_url","type":"url"},
 {"name":"title","type":"text"},
 {"name":"news_category","type":"text"},
 {"name":"published_at","type":"date"}],"roles":{"headline":"title","image":"thumbnail_url","date":"published_at","label":"news_category"},"layout":{"type":"snap_carousel","options":{}}}'),
('campaign_banners', 3,
'{"kind":"campaign_banners","title":"Campaign banners","fields":[{"name":"banner_contents_id","type":"integer"},
 {"name":"banner_url","type":"url"}],"roles":{"image":"banner_url"},"layout":{"type":"circular_carousel","options":{}},"headline_template":"Campaign {banner_contents_id}"}'),
('trend_articles', 4,
'{"kind":"trend_articles","title":"Trend articles","fields":[{"name":"thumbnail_url","type":"url"},
 {"name":"title","type":"text"},
 {"name":"introduction","type":"text"},
 {"name":"published_at","type":"date"}],"roles":{"headline":"title","summary":"introduction","image":"thumbnail_url","date":"published_at"},"layout":{"type":"uniform_grid","options":{}}}'),
('pickup_photos', 5,
'{"kind":"pickup_photos","title":"Pickup photos","fields":[{"name":"photo_url","type":"url"},
 {"name":"photo_width","type":"integer","minimum":1},
 {"name":"photo_height","type":"integer","minimum":1},
 {"name":"title","type":"text"},
 {"name":"caption","type":"text"},
 {"name":"published_at","type":"date"}],"roles":{"headline":"title","summary":"caption","image":"photo_url","image_width":"photo_width","image_height":"photo_height","date":"published_at"},"layout":{"type":"staggered_grid","options":{}}}'),
('favorite_scenes', 6,
'{"kind":"favorite_scenes","title":"Favorite scenes","fields":[{"name":"photo_url","type":"url"},
 {"name":"author","type":"text"},
 {"name":"title","type":"text"},
 {"name":"category","type":"text"},
 {"name":"shop_name","type":"text"},
 {"name":"comment","type":"text"},
 {"name":"published_at","type":"date"}],"roles":{"headline":"title","summary":"comment","image":"photo_url","date":"published_at","label":"category","author":"author","place":"shop_name"},"layout":{"type":"card_stack","options":{}}}');
