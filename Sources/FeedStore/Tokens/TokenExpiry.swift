package import FeedModel

/// When a token expires, as a person writes it.
package enum TokenExpiry {
  /// What a person is told who writes something else.
  package static let expectation =
    "a moment to come such as 2030-12-31T00:00:00Z, or a duration such as 30d"

  private static let millisecondsPerUnit: [Character: Int] = [
    "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000,
  ]

  /// The moment that `text` says: a timestamp, or a duration from `now` on in minutes, hours, days or
  /// weeks such as `30d`. `nil` if it is neither, or not to come.
  package static func moment(_ text: String, now: Timestamp) -> Timestamp? {
    if let moment = Timestamp(text) {
      return moment.millisecondsSince1970 > now.millisecondsSince1970 ? moment : nil
    }
    guard let unit = text.last.flatMap({ millisecondsPerUnit[$0] }),
      text.dropLast().utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      // Five digits of weeks end before the year 10000.
      let count = Int(text.dropLast()), (1...99_999).contains(count)
    else { return nil }
    return Timestamp(millisecondsSince1970: now.millisecondsSince1970 + count * unit)
  }
}
