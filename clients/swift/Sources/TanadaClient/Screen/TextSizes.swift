extension FeedQuery {
  /// The `text_size` of a content size category of Apple's systems, by the name of its constant, such as
  /// `UICTContentSizeCategoryXL`; 1 for a name that is not known.
  ///
  /// It is the size of body text in that category, divided by that of the default one, 17 points.
  public static func textSize(ofCategory name: String) -> Double {
    (bodySizes[name] ?? 17) / 17
  }

  /// The sizes of body text in Apple's Human Interface Guidelines, in points.
  private static let bodySizes: [String: Double] = [
    "UICTContentSizeCategoryXS": 14, "UICTContentSizeCategoryS": 15, "UICTContentSizeCategoryM": 16,
    "UICTContentSizeCategoryL": 17, "UICTContentSizeCategoryXL": 19,
    "UICTContentSizeCategoryXXL": 21, "UICTContentSizeCategoryXXXL": 23,
    "UICTContentSizeCategoryAccessibilityM": 28, "UICTContentSizeCategoryAccessibilityL": 33,
    "UICTContentSizeCategoryAccessibilityXL": 40, "UICTContentSizeCategoryAccessibilityXXL": 47,
    "UICTContentSizeCategoryAccessibilityXXXL": 53,
  ]
}
