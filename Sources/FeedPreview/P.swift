enum PlaceholderFeedPreview {}
