enum PlaceholderFeedModel {}
