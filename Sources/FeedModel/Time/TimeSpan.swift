/// A span of time as a person writes it: `90d`.
package enum TimeSpan {
  private static let millisecondsPerUnit: [Character: Int] = [
    "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000,
  ]

  /// How long `text` says, in minutes, hours, days or weeks; `nil` if it is not a duration.
  package static func milliseconds(_ text: String) -> Int? {
    guard let unit = text.last.flatMap({ millisecondsPerUnit[$0] }),
      text.dropLast().utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      // Five digits of weeks end before the year 10000.
      let count = Int(text.dropLast()), (1...99_999).contains(count)
    else { return nil }
    return count * unit
  }
}
