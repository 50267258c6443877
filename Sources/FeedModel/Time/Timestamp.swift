public import Foundation

/// A moment as editors write it: to the millisecond, with the zone it was written in.
public struct Timestamp: Hashable, Sendable {
  /// The moment, in milliseconds since 1970-01-01T00:00:00Z.
  public let millisecondsSince1970: Int
  /// The zone it was written in, in minutes east of Greenwich.
  public let minutesEast: Int

  /// Reads a date of RFC 3339, and what other programs make of one.
  ///
  /// A fraction has any number of digits, of which those behind milliseconds are dropped. `T` and `Z` may be small, and
  /// a space stand instead of `T`. The zone may lack its colon or its minutes: `+09:00`, `+0900`, `+09`. A leap second
  /// is the one behind it. `nil` for any other form, such as one without a zone, for a date or time that does not exist,
  /// and for moments outside of the years 1 to 9999 in UTC, which could not be written in UTC.
  public init?(_ text: String) {
    var scanner = DigitScanner(text)
    guard
      let year = scanner.number(digits: 4), scanner.skip("-"),
      let month = scanner.number(digits: 2), scanner.skip("-"),
      let day = scanner.number(digits: 2),
      scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
      let hour = scanner.number(digits: 2), scanner.skip(":"),
      let minute = scanner.number(digits: 2), scanner.skip(":"),
      let second = scanner.number(digits: 2), let millisecond = scanner.milliseconds(),
      let minutesEast = scanner.zone(), scanner.isAtEnd,
      let date = CivilDate(year: year, month: month, day: day),
      year > 0, hour < 24, minute < 60
    else { return nil }

    let minutes = (date.daysSince1970 * 24 + hour) * 60 + minute - minutesEast
    guard second < 60 || second == 60 && Self.endsWithLeapSecond(minutes) else { return nil }
    millisecondsSince1970 = (minutes * 60 + second) * 1_000 + millisecond
    guard Self.fourDigitYears.contains(millisecondsSince1970) else { return nil }
    self.minutesEast = minutesEast
  }

  /// Whether the minute may have a leap second: the last one of June or December in UTC.
  private static func endsWithLeapSecond(_ minutes: Int) -> Bool {
    let next = minutes + 1
    let day = CivilDate(daysSince1970: next.flooredQuotient(by: 24 * 60))
    return next % (24 * 60) == 0 && day.day == 1 && [1, 7].contains(day.month)
  }

  /// From 0001-01-01T00:00:00.000Z to 9999-12-31T23:59:59.999Z.
  package static let fourDigitYears = -62_135_596_800_000...253_402_300_799_999

  /// The moment `date`, written in the zone of Greenwich.
  public init(_ date: Date) {
    millisecondsSince1970 = Int((date.timeIntervalSince1970 * 1_000).rounded(.down))
    minutesEast = 0
  }

  /// The moment that is `millisecondsSince1970`, written in the zone of Greenwich.
  public init(millisecondsSince1970: Int) {
    self.millisecondsSince1970 = millisecondsSince1970
    minutesEast = 0
  }

  /// The form that ``init(_:)`` reads, as a regular expression (ECMA-262).
  package static let pattern =
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?"
    + "([Zz]|[+-][0-9]{2}(:?[0-9]{2})?)$"

  /// The canonical form, which the entities of the sample files decode:
  /// `2022-12-01T07:30:00.000+0000`.
  public var text: String { localText(in: minutesEast) }

  /// The form of RFC 3339 in UTC: `2022-12-01T07:30:00.000Z`.
  public var rfc3339: String { localText(in: nil) }

  /// The form of HTTP in UTC (RFC 9110, section 5.6.7): `Thu, 01 Dec 2022 07:30:00 GMT`.
  package var httpDate: String {
    let seconds = millisecondsSince1970.flooredQuotient(by: 1_000)
    let dayNumber = seconds.flooredQuotient(by: 86_400)
    let day = CivilDate(daysSince1970: dayNumber)
    let rest = seconds - dayNumber * 86_400
    // 1970-01-01 was a Thursday.
    let weekday = dayNumber + 4 - (dayNumber + 4).flooredQuotient(by: 7) * 7
    let time = [rest / 3_600, rest / 60 % 60, rest % 60].map { $0.padded(2) }
    return "\(Self.weekdays[weekday]), \(day.day.padded(2)) \(Self.months[day.month - 1]) "
      + "\(day.year.padded(4)) \(time.joined(separator: ":")) GMT"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The day where the clock shows `timeZone`.
  package func day(in timeZone: TimeZone) -> CivilDate {
    let moment = Date(timeIntervalSince1970: Double(millisecondsSince1970) / 1_000)
    let seconds = millisecondsSince1970.flooredQuotient(by: 1_000)
    let local = seconds + timeZone.secondsFromGMT(for: moment)
    return CivilDate(daysSince1970: local.flooredQuotient(by: 86_400))
  }

  /// The day as `yyyy.MM.dd` where the clock shows `timeZone`.
  public func label(in timeZone: TimeZone) -> String {
    let day = day(in: timeZone)
    return "\(day.year.padded(4)).\(day.month.padded(2)).\(day.day.padded(2))"
  }

  /// The moment in a zone with its offset, such as `+0900`; with `Z` for none.
  private func localText(in minutesEast: Int?) -> String {
    let local = millisecondsSince1970 + (minutesEast ?? 0) * 60_000
    let dayNumber = local.flooredQuotient(by: 86_400_000)
    let milliseconds = local - dayNumber * 86_400_000
    let day = CivilDate(daysSince1970: dayNumber)
    let seconds = milliseconds / 1_000
    var digits = DigitText()
    digits.append(day.year, width: 4)
    digits.append("-", day.month)
    digits.append("-", day.day)
    digits.append("T", seconds / 3_600)
    digits.append(":", seconds / 60 % 60)
    digits.append(":", seconds % 60)
    digits.append(".", milliseconds % 1_000, width: 3)
    if let minutesEast {
      digits.append(minutesEast < 0 ? "-" : "+", abs(minutesEast) / 60)
      digits.append(abs(minutesEast) % 60, width: 2)
    } else {
      digits.append("Z")
    }
    return digits.text
  }
}

/// Writes numbers of a fixed width: dates are written for every item of a document.
private struct DigitText {
  private var bytes: [UInt8] = []

  init() {
    bytes.reserveCapacity(28)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(_ mark: Unicode.Scalar) {
    bytes.append(UInt8(ascii: mark))
  }

  mutating func append(_ mark: Unicode.Scalar, _ number: Int, width: Int = 2) {
    append(mark)
    append(number, width: width)
  }

  mutating func append(_ number: Int, width: Int) {
    guard (0..<10_000).contains(number) else {
      bytes.append(contentsOf: number.padded(width).utf8)
      return
    }
    var divisor = width == 4 ? 1_000 : width == 3 ? 100 : 10
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }
}

/// Reads fixed-width decimal numbers from ASCII text.
private struct DigitScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = Substring(text).utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let next = rest.first, UInt32(next) == character.value else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(digits: Int) -> Int? {
    guard rest.count >= digits else { return nil }
    var value = 0
    for byte in rest.prefix(digits) {
      guard byte.isDigit else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    rest = rest.dropFirst(digits)
    return value
  }

  /// The fraction of a second to the millisecond, 0 without one; `nil` for a point without digits.
  mutating func milliseconds() -> Int? {
    guard skip(".") else { return 0 }
    var (value, unit) = (0, 100)
    var hasDigits = false
    while let digit = number(digits: 1) {
      value += digit * unit
      unit /= 10
      hasDigits = true
    }
    return hasDigits ? value : nil
  }

  /// `Z`, `+hhmm`, `+hh:mm` or `+hh`, in minutes east.
  mutating func zone() -> Int? {
    if skip("Z") || skip("z") { return 0 }
    let isWest = rest.first == UInt8(ascii: "-")
    guard skip("+") || skip("-"), let hours = number(digits: 2) else { return nil }
    let hasMinutes = skip(":") || !rest.isEmpty
    guard let minutes = hasMinutes ? number(digits: 2) : 0, hours < 24, minutes < 60 else {
      return nil
    }
    return (hours * 60 + minutes) * (isWest ? -1 : 1)
  }
}

/// A day of the proleptic Gregorian calendar.
package struct CivilDate: Hashable {
  package let year: Int
  let month: Int
  let day: Int

  /// The day `year`-`month`-`day`, or `nil` if there is no such day.
  init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1, day <= Self.dayCount(year: year, month: month) else {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that is `days` after 1970-01-01.
  ///
  /// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`: years begin
  /// in March, so that the leap day comes last.
  init(daysSince1970 days: Int) {
    let shifted = days + 719_468
    let era = shifted.flooredQuotient(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days since 1970-01-01 (`days_from_civil` of the same source).
  package var daysSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear.flooredQuotient(by: 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func dayCount(year: Int, month: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Int {
  /// The quotient rounded down, for a positive divisor.
  func flooredQuotient(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : (self - divisor + 1) / divisor
  }

  /// In decimal, with leading zeros up to `width` digits.
  func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
