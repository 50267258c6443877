import FeedPublisher

extension Problem {
  /// A cursor that no server of this store has made.
  static let invalidCursor = invalidParameter(
    "cursor", expected: "a cursor from the next URL of a page", found: "something else")
}
