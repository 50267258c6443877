import Foundation

/// How long a server asks to wait, as `Retry-After` says it.
enum RetryAfter {
  /// The longest pause that is kept to: a server that asks for more is asked again after a day.
  static let longest = Duration.seconds(86_400)

  /// The pause that `text` says, in seconds or as a date; `nil` if it says none.
  static func pause(_ text: String?, now: Date) -> Duration? {
    guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
    if let seconds = Double(text) { return seconds >= 0 ? pause(seconds) : nil }
    return dates.date(from: text).map { pause(max(0, $0.timeIntervalSince(now))) }
  }

  /// The pause of `seconds` from 0, of at most a day.
  static func pause(_ seconds: Double) -> Duration {
    seconds < 86_400 ? .seconds(seconds) : longest
  }

  /// The form of dates in HTTP (RFC 9110).
  private static var dates: DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter
  }
}
