import FeedEntities
import FeedModel
import StrictJSON
import TestSupport
import Testing

/// One wrong field, and the one problem that is reported.
struct FieldProblemTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let field: String
    let json: String?
    let expected: DocumentProblem.Expectation
    let found: DocumentProblem.Finding
    var testDescription: String { "\(field) is \(json ?? "missing")" }

    init(
      _ field: String, _ json: String?, _ expected: DocumentProblem.Expectation,
      _ found: DocumentProblem.Finding
    ) {
      self.field = field
      self.json = json
      self.expected = expected
      self.found = found
    }
  }

  static let topics = [
    Case("id", nil, .identifier, .nothing),
    Case("id", "null", .identifier, .null),
    Case("id", "0", .identifier, .number("0")),
    Case("id", "-7", .identifier, .number("-7")),
    Case("id", "1.5", .identifier, .number("1.5")),
    Case("id", "\"1\"", .identifier, .text("1")),
    Case("id", "true", .identifier, .bool(true)),
    Case("id", "[1]", .identifier, .array),
    Case("id", "{\"id\":1}", .identifier, .object),
    Case("id", "9007199254740992", .boundedID, .number("9007199254740992")),
    Case("id", "9007199254740993.0", .boundedID, .number("9007199254740993")),
    Case("id", "9223372036854775808", .boundedID, .number("9.223372036854776e+18")),
    Case("id", "1e400", .boundedID, .number("a number that is too large")),
    Case("rating", nil, .rating, .nothing),
    Case("rating", "null", .rating, .null),
    Case("rating", "5.1", .rating, .number("5.1")),
    Case("rating", "-0.1", .rating, .number("-0.1")),
    Case("rating", "6", .rating, .number("6")),
    Case("rating", "1e300", .rating, .number("1e+300")),
    Case("rating", "1e400", .rating, .number("a number that is too large")),
    Case("rating", "1e-400", .rating, .number("a number too small to be told from 0")),
    Case("id", "1e-400", .identifier, .number("a number too small to be told from 0")),
    Case("rating", "\"3.7\"", .rating, .text("3.7")),
    Case("rating", "false", .rating, .bool(false)),
    Case("title", nil, .text, .nothing),
    Case("title", "null", .text, .null),
    Case("title", "5", .text, .number("5")),
    Case("title", "[]", .text, .array),
    Case("title", "{}", .text, .object),
    Case("title", "\"a\\u0000b\"", .text, .textWithNUL),
    Case("published_at", nil, .date, .nothing),
    Case("published_at", "null", .date, .null),
    Case("published_at", "1669879800", .date, .number("1669879800")),
    Case(
      "published_at", "\"2022-02-30T07:30:00.000+0000\"", .date,
      .text("2022-02-30T07:30:00.000+0000")),
    Case("published_at", "\"\"", .date, .text("")),
    Case("thumbnail_url", nil, .url, .nothing),
    Case("thumbnail_url", "null", .url, .null),
    Case("thumbnail_url", "{}", .url, .object),
  ]

  static let photos = [
    Case("photo_width", nil, .positiveInteger, .nothing),
    Case("photo_width", "0", .positiveInteger, .number("0")),
    Case("photo_width", "-960", .positiveInteger, .number("-960")),
    Case("photo_width", "1.5", .positiveInteger, .number("1.5")),
    Case("photo_width", "\"960\"", .positiveInteger, .text("960")),
    Case("photo_height", "0", .positiveInteger, .number("0")),
    Case("photo_height", "null", .positiveInteger, .null),
    Case("photo_height", "1e30", .boundedID, .number("1e+30")),
  ]

  @Test("A wrong field of a topic is named, with what was found", arguments: topics)
  func topic(wrong: Case) {
    let text = document(.topic.with("id", "5"), .topic.with(wrong.field, wrong.json))
    let decoding = Decoding<FeaturedTopic>(text)
    #expect(decoding.problems.count == 1)
    #expect(
      decoding.problems.listed.first?
        .is(wrong.expected, wrong.found, at: "/result/1/\(wrong.field)") == true,
      "\(decoding.problems.listed)")
    #expect(decoding.values.map(\.id) == [5])
  }

  @Test("A wrong size of a photo is named, with what was found", arguments: photos)
  func photo(wrong: Case) {
    let decoding = Decoding<PickupPhoto>(document(.photo.with(wrong.field, wrong.json)))
    #expect(decoding.problems.count == 1)
    #expect(
      decoding.problems.listed.first?
        .is(wrong.expected, wrong.found, at: "/result/0/\(wrong.field)") == true,
      "\(decoding.problems.listed)")
    #expect(decoding.values.isEmpty)
  }

  @Test("Half of a surrogate pair is not text, and is not called a number")
  func loneSurrogate() {
    let decoding = Decoding<FeaturedTopic>(document(.topic.with("title", "\"\\ud800\"")))
    #expect(decoding.problems.count == 1)
    let phrases = decoding.problems.listed.map(\.description)
    #expect(
      phrases == [
        "/result/0/title: expected text, found text with half of a surrogate pair (line 1)"
      ])
  }

  @Test(
    "Only an absolute http or https URL with a host is one",
    arguments: [
      "", "a.jpg", "/a.jpg", "//example.com/a.jpg", "example.com/a.jpg", "ftp://example.com/a.jpg",
      "file:///a.jpg", "javascript:alert(1)", "data:image/png;base64,AA", "http://", "https:///a",
      "http:a.jpg", "http://exa mple.com/", " https://example.com/", "https://example.com/a b.jpg",
      "https://example.com/\\n", "https://:443/a.jpg", "https://[::1/a.jpg",
      "/v1/photos/0.jpg", "/v1/photos/0123456789abcdef0123456789abcdef.png",
      "/v1/photos/0123456789abcdef0123456789abcdef/card.jpg", "/v1/kinds",
    ])
  func refusedURL(url: String) {
    let text = document(.topic.with("thumbnail_url", "\"\(url)\""))
    let problems = Decoding<FeaturedTopic>(text).problems
    #expect(problems.count == 1)
    #expect(problems.listed.first?.pointer == "/result/0/thumbnail_url")
    #expect(problems.listed.first?.expected == .url)
  }

  @Test(
    "A URL is kept as it is written",
    arguments: [
      "http://example.com", "https://example.com/a.jpg?w=1#f", "HTTPS://EXAMPLE.COM/A.JPG",
      "https://user@example.com:8443/a%20b.jpg", "https://[::1]/a.jpg",
      "https://例え.jp/画像.jpg", "/v1/photos/0123456789abcdef0123456789abcdef.jpg",
    ])
  func acceptedURL(url: String) {
    let decoding = Decoding<FeaturedTopic>(document(.topic.with("thumbnail_url", "\"\(url)\"")))
    #expect(decoding.problems.isEmpty)
    #expect(decoding.values.map(\.thumbnailURL) == [url])
  }

  @Test("The ends of the ranges belong to them")
  func rangeEnds() {
    let text = document(
      .topic.with("rating", "0"), .topic.with("id", "2").with("rating", "5"),
      .topic.with("id", "9007199254740991").with("rating", "5.0"))
    let decoding = Decoding<FeaturedTopic>(text)
    #expect(decoding.problems.isEmpty)
    #expect(decoding.values.map(\.rating) == [0, 5, 5])
    #expect(decoding.values.map(\.id) == [1, 2, SafeInteger.largest])
  }
}

extension DocumentProblem.Expectation {
  /// The expectation for the rating of a topic.
  fileprivate static let rating = words("a number from 0 to 5")
  /// The expectation instead of a larger id.
  fileprivate static let boundedID = words("a whole number from 1 to 9007199254740991")
}
