enum PlaceholderFeedPublisher {}
