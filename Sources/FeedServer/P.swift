enum PlaceholderFeedServer {}
