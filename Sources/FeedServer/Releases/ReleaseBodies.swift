import FeedEditing
import FeedModel
import FeedStore
import StrictJSON

/// The body of a request that creates or changes a release: its name, its note, and when it is to be published.
struct ReleaseBody {
  /// `nil` to leave it as it is.
  let name: String?
  /// `nil` to leave it as it is.
  let note: String?
  /// `nil` to leave it as it is; inside that, `nil` for by hand.
  let publishAt: Timestamp??

  /// Whether the release is to be published at a moment, which only editors say.
  var setsMoment: Bool { (publishAt ?? nil) != nil }

  /// - Parameter isNew: whether the name is required.
  /// - Throws: all problems of the body.
  init(reading tree: JSONTree, isNew: Bool) throws(DocumentProblems) {
    let (read, problems) = JSONFieldReader.read(tree) { fields in
      var name: String?
      if isNew || fields.contains("name") {
        name = fields.value(
          "name",
          expected: .words(
            "1 to \(Release.nameLength) characters on one line, without marks of direction")
        ) { text in
          let scalars = text.unicodeScalars
          let isLine =
            (1...Release.nameLength).contains(scalars.count) && scalars.allSatisfy(\.isPrintable)
          let isSeen = scalars.contains {
            !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
          }
          return isLine && isSeen ? text : nil
        }
      }
      let note = fields.note()
      var publishAt: Timestamp??
      if fields.hasValue("publish_at") {
        let moment: Timestamp? = fields.value(
          "publish_at", expected: .words("a time such as 2026-12-24T09:00:00Z, or null"),
          Timestamp.init)
        publishAt = .some(moment)
      } else if fields.contains("publish_at") {
        publishAt = .some(nil)
      }
      fields.refuseUnknownFields()
      return (name, note, publishAt)
    }
    guard let read, problems.isEmpty else { throw DocumentProblems(problems) }
    (name, note, publishAt) = read
  }
}

extension JSONFieldReader {
  /// The member `note`; `nil` without one, and empty for null.
  fileprivate mutating func note() -> String? {
    guard contains("note") else { return nil }
    guard hasValue("note") else { return "" }
    return value(
      "note", expected: .words("at most \(Release.noteLength) characters, or null")
    ) { text in
      text.unicodeScalars.count <= Release.noteLength && !text.contains("\0") ? text : nil
    }
  }
}

/// The body of a request that publishes a release.
enum PublishBody {
  /// Reads `{"force":true}`.
  static func isForced(in tree: JSONTree) throws(DocumentProblems) -> Bool {
    let (isForced, problems) = JSONFieldReader.read(tree) { fields in
      let isForced = fields.flag("force", or: false)
      fields.refuseUnknownFields()
      return isForced
    }
    guard let isForced, problems.isEmpty else { throw DocumentProblems(problems) }
    return isForced
  }
}

/// The body of a request for a preview link: the feed that it opens, and its expiry.
struct LinkBody {
  let feed: String
  let expiresAt: Timestamp

  /// The lifetime of a link without `expires_at`, in milliseconds: a week.
  static let defaultLifetime = 7 * 86_400_000
  /// The longest lifetime, in milliseconds: 90 days.
  static let longestLifetime = 90 * 86_400_000

  /// Reads `{"feed":"home","expires_at":"7d"}`; both can be left out.
  ///
  /// - Throws: all problems of the body.
  init(reading tree: JSONTree?, now: Timestamp) throws(DocumentProblems) {
    let usual = Timestamp(
      millisecondsSince1970: now.millisecondsSince1970 + Self.defaultLifetime)
    guard let tree else {
      (feed, expiresAt) = (Composition.homeFeed, usual)
      return
    }
    let (read, problems) = JSONFieldReader.read(tree) { fields in
      var feed: String? = Composition.homeFeed
      if fields.hasValue("feed") {
        feed = fields.value("feed", expected: .words(PlainName.form)) {
          PlainName.isValid($0) ? $0 : nil
        }
      }
      var expiresAt: Timestamp? = usual
      if fields.hasValue("expires_at") {
        expiresAt = fields.value(
          "expires_at", expected: .words("\(TokenExpiry.expectation), at most 90 days ahead")
        ) { text in
          TokenExpiry.moment(text, now: now).flatMap {
            let lifetime = $0.millisecondsSince1970 - now.millisecondsSince1970
            return lifetime <= Self.longestLifetime ? $0 : nil
          }
        }
      }
      fields.refuseUnknownFields()
      return (feed, expiresAt)
    }
    guard let feed = read?.0, let expiresAt = read?.1, problems.isEmpty else {
      throw DocumentProblems(problems)
    }
    (self.feed, self.expiresAt) = (feed, expiresAt)
  }
}
