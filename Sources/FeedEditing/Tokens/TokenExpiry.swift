package import FeedModel

/// When a token expires, as a person writes it.
package enum TokenExpiry {
  /// What a person is told who writes something else.
  package static let expectation =
    "a moment to come such as 2030-12-31T00:00:00Z, or a duration such as 30d"

  /// The moment that `text` says: a timestamp, or a duration from `now` on in minutes, hours, days or
  /// weeks such as `30d`. `nil` if it is neither, or not to come.
  package static func moment(_ text: String, now: Timestamp) -> Timestamp? {
    if let moment = Timestamp(text) {
      return moment.millisecondsSince1970 > now.millisecondsSince1970 ? moment : nil
    }
    guard let span = TimeSpan.milliseconds(text) else { return nil }
    return Timestamp(millisecondsSince1970: now.millisecondsSince1970 + span)
  }
}
