enum PlaceholderFeedStore {}
