import FeedModel
import Foundation
import TestSupport
import Testing

struct TimestampTests {
  @Test(
    "Every form of a date is the same moment, with one canonical text",
    arguments: [
      ("2022-12-01T07:30:00.000+0000", "2022-12-01T07:30:00.000+0000"),
      ("2022-12-01T07:30:00.000+00:00", "2022-12-01T07:30:00.000+0000"),
      ("2022-12-01T07:30:00.000Z", "2022-12-01T07:30:00.000+0000"),
      ("2022-12-01T07:30:00Z", "2022-12-01T07:30:00.000+0000"),
      ("2022-12-01T07:30:00+0000", "2022-12-01T07:30:00.000+0000"),
      ("2022-12-01T07:30:00-0000", "2022-12-01T07:30:00.000+0000"),
      ("2022-12-01T16:30:00.000+0900", "2022-12-01T16:30:00.000+0900"),
      ("2022-12-01T16:30:00+09:00", "2022-12-01T16:30:00.000+0900"),
      ("2022-12-01T04:00:00.000-0330", "2022-12-01T04:00:00.000-0330"),
      // RFC 3339, section 5.6, and ISO 8601 as databases write it.
      ("2022-12-01t07:30:00z", "2022-12-01T07:30:00.000+0000"),
      ("2022-12-01 07:30:00.0Z", "2022-12-01T07:30:00.000+0000"),
      ("2022-12-01T07:30:00.000999+00:00", "2022-12-01T07:30:00.000+0000"),
      ("2022-12-01T16:30:00.00000000000000000001+09", "2022-12-01T16:30:00.000+0900"),
      ("2022-12-01T07:30:00-00:00", "2022-12-01T07:30:00.000+0000"),
    ])
  func forms(text: String, canonical: String) throws {
    let timestamp = try #require(Timestamp(text))
    #expect(timestamp.millisecondsSince1970 == 1_669_879_800_000)
    #expect(timestamp.text == canonical)
    #expect(timestamp.rfc3339 == "2022-12-01T07:30:00.000Z")
    #expect(Timestamp(canonical) == timestamp)
  }

  @Test(
    "A fraction has any number of digits, of which those behind milliseconds are dropped",
    arguments: [("1", 100), ("12", 120), ("123", 123), ("1239", 123), ("999999999", 999)])
  func fractions(digits: String, milliseconds: Int) throws {
    let timestamp = try #require(Timestamp("1970-01-01T00:00:00.\(digits)Z"))
    #expect(timestamp.millisecondsSince1970 == milliseconds)
  }

  @Test(
    "A leap second is the one behind it",
    arguments: [
      ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
      ("2015-07-01T08:59:60.5+09:00", "2015-07-01T00:00:00.500Z"),
    ])
  func leapSeconds(text: String, greenwich: String) throws {
    #expect(try #require(Timestamp(text)).rfc3339 == greenwich)
  }

  @Test(
    "A date or time that does not exist is refused",
    arguments: [
      "2022-02-30T00:00:00.000+0000", "2022-02-29T00:00:00.000+0000",
      "1900-02-29T00:00:00.000+0000", "2022-04-31T00:00:00.000+0000",
      "2022-13-01T00:00:00.000+0000", "2022-00-01T00:00:00.000+0000",
      "2022-01-00T00:00:00.000+0000", "2022-01-32T00:00:00.000+0000",
      "2022-01-01T24:00:00.000+0000", "2022-01-01T00:60:00.000+0000",
      "2022-01-01T00:00:60.000+0000", "2016-12-31T23:59:61Z", "2016-11-30T23:59:60Z",
      "2016-12-31T23:59:60+0100", "9999-12-31T23:59:60Z", "2022-01-01T00:00:00.000+2400",
      "0000-01-01T00:00:00.000+0000",
      "2022-01-01T00:00:00.000+0060",
      // Outside of the years 1 to 9999 in UTC.
      "0001-01-01T00:00:00.000+0001", "9999-12-31T23:59:59.999-0001",
    ])
  func impossible(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test(
    "The first and the last moment can be written in UTC",
    arguments: [
      ("0001-01-01T23:59:00.000+2359", "0001-01-01T00:00:00.000Z"),
      ("9999-12-31T00:00:59.999-2359", "9999-12-31T23:59:59.999Z"),
    ])
  func farthest(text: String, greenwich: String) throws {
    #expect(try #require(Timestamp(text)).rfc3339 == greenwich)
  }

  @Test(
    "Any other form is refused",
    arguments: [
      "", "2022-12-01", "2022-12-01T07:30:00.000", "2022-12-01 07:30:00", "2022-12-01Z",
      "2022-12-01_07:30:00.000+0000", "2022-12-01  07:30:00+0000", "2022-12-01T07:30:00 +0000",
      "2022-12-01T07:30:00.+0000", "2022-12-01T07:30+0000", "2022-12-01T07:30:00.000+0",
      "2022-12-01T07:30:00.000+000", "2022-12-01T07:30:00.000+00:", "2022-12-01T07:30:00.١Z",
      "2022-12-01T07:30:00.000+0000 ", " 2022-12-01T07:30:00.000+0000",
      "+2022-12-01T07:30:00.000+0000", "22-12-01T07:30:00.000+0000",
      "2022-1-01T07:30:00.000+0000", "2022/12/01T07:30:00.000+0000",
      "2022-12-01T07:30:00,000+0000", "2022-12-01T07:30:00.000ZZ", "２０２２-12-01T07:30:00.000Z",
      "2022-12-01T07:30:00.000+00:00:00", "2022-12-01T07:30:00.000+-100", "-2022-12-01T07:30:00Z",
    ])
  func otherForms(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test(
    "Leap days exist in the years that have them",
    arguments: [
      ("2024-02-29T00:00:00Z", 1_709_164_800), ("2000-02-29T00:00:00Z", 951_782_400),
      ("1600-02-29T00:00:00Z", -11_670_998_400),
      ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1),
      ("1900-03-01T00:00:00Z", -2_203_891_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
      ("0001-01-01T00:00:00Z", -62_135_596_800),
    ])
  func moments(text: String, seconds: Int) throws {
    let timestamp = try #require(Timestamp(text))
    #expect(timestamp.millisecondsSince1970 == seconds * 1_000)
    #expect(timestamp.rfc3339 == String(text.dropLast()) + ".000Z")
  }

  @Test(
    "A date label is the day that the clock of the zone shows",
    arguments: [
      ("2022-12-01T15:00:00.000+0000", "Asia/Tokyo", "2022.12.02"),
      ("2022-12-01T14:59:59.999+0000", "Asia/Tokyo", "2022.12.01"),
      ("2022-12-01T15:00:00.000+0000", "UTC", "2022.12.01"),
      ("2022-12-01T07:30:00.000+0000", "Asia/Tokyo", "2022.12.01"),
      ("2022-12-31T15:00:00.000+0000", "Asia/Tokyo", "2023.01.01"),
      ("2022-12-01T23:59:59.999+0900", "Asia/Tokyo", "2022.12.01"),
      ("1969-12-31T23:59:59.999+0000", "UTC", "1969.12.31"),
      ("1969-12-31T15:00:00.000+0000", "Asia/Tokyo", "1970.01.01"),
      ("1964-10-10T05:00:00.000+0000", "Asia/Tokyo", "1964.10.10"),
      ("1899-12-31T20:00:00.000+0000", "Asia/Tokyo", "1900.01.01"),
      // New York: winter is 5 hours behind, summer 4, and the clock springs on 2022-03-13 at 07:00.
      ("2022-01-15T04:59:59.999+0000", "America/New_York", "2022.01.14"),
      ("2022-01-15T05:00:00.000+0000", "America/New_York", "2022.01.15"),
      ("2022-07-15T03:59:59.999+0000", "America/New_York", "2022.07.14"),
      ("2022-07-15T04:00:00.000+0000", "America/New_York", "2022.07.15"),
      ("2022-03-14T04:00:00.000+0000", "America/New_York", "2022.03.14"),
      ("2022-11-06T04:00:00.000+0000", "America/New_York", "2022.11.06"),
      ("2022-11-07T04:30:00.000+0000", "America/New_York", "2022.11.06"),
    ])
  func labels(text: String, zone: String, label: String) throws {
    let timeZone = try #require(TimeZone(identifier: zone))
    #expect(try #require(Timestamp(text)).label(in: timeZone) == label)
  }

  @Test("Any moment is the same after writing and reading it", arguments: SeededGenerator.seeds)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let seconds = Double(Int.random(in: -60_000_000_000...250_000_000_000, using: &random))
      let timestamp = Timestamp(Date(timeIntervalSince1970: seconds))
      #expect(timestamp.millisecondsSince1970 == Int(seconds) * 1_000)
      #expect(Timestamp(timestamp.text) == timestamp)
      #expect(Timestamp(timestamp.rfc3339) == timestamp)
      // Foundation's calendar agrees on the day.
      let day = Date(timeIntervalSince1970: seconds).formatted(
        .iso8601.year().month().day().dateSeparator(.dash))
      if seconds > -12_000_000_000 { #expect(timestamp.rfc3339.hasPrefix(day)) }
    }
  }

  /// The first is the example of RFC 9110, section 5.6.7.
  @Test(arguments: [
    ("1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 GMT"),
    ("1970-01-01T00:00:00Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
    ("1969-12-31T23:59:59.999Z", "Wed, 31 Dec 1969 23:59:59 GMT"),
    ("2024-02-29T23:59:59.001+0900", "Thu, 29 Feb 2024 14:59:59 GMT"),
    ("2026-12-05T00:00:00Z", "Sat, 05 Dec 2026 00:00:00 GMT"),
  ])
  func theDateOfHTTP(text: String, date: String) throws {
    #expect(try #require(Timestamp(text)).httpDate == date)
  }
}
