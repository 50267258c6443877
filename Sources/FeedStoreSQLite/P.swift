enum PlaceholderFeedStoreSQLite {}
