import FeedEditing
import FeedModel
import FeedPublisher
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
    (name, note, publishAt) = try tree.members { fields in
      (
        isNew || fields.contains("name") ? fields.releaseName() : nil, fields.note(),
        fields.publishAt()
      )
    }
  }
}

extension JSONFieldReader {
  fileprivate mutating func releaseName() -> String? {
    value(
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

  /// The member `publish_at`; `nil` without one, and `.some(nil)` for null.
  fileprivate mutating func publishAt() -> Timestamp?? {
    guard contains("publish_at") else { return nil }
    guard hasValue("publish_at") else { return .some(nil) }
    let moment: Timestamp? = value(
      "publish_at", expected: .words("a time such as 2026-12-24T09:00:00Z, or null"),
      Timestamp.init)
    return .some(moment)
  }
}

extension JSONTree {
  /// Reads `{"force":true}`, the body of a request that publishes a release.
  func isForced() throws(DocumentProblems) -> Bool {
    try members { $0.flag("force", or: false) }
  }

  /// Reads `{"feed":"home","expires_at":"7d"}`, the body of a request for a preview link: the feed that it opens, and its
  /// expiry. Both can be left out.
  func previewLink(
    now: Timestamp
  ) throws(DocumentProblems) -> (feed: String, expiresAt: Timestamp) {
    try members { fields in
      var feed: String? = Composition.homeFeed
      if fields.hasValue("feed") {
        feed = fields.value("feed", expected: .words(PlainName.form)) {
          PlainName.isValid($0) ? $0 : nil
        }
      }
      var expiresAt: Timestamp? = Timestamp(
        millisecondsSince1970: now.millisecondsSince1970 + CursorSigner.linkLifetime)
      if fields.hasValue("expires_at") {
        expiresAt = fields.value(
          "expires_at", expected: .words("\(Token.expiryForm), at most 90 days ahead")
        ) { text in
          Token.expiry(text, now: now).flatMap {
            let lifetime = $0.millisecondsSince1970 - now.millisecondsSince1970
            return lifetime <= CursorSigner.maximumLinkLifetime ? $0 : nil
          }
        }
      }
      guard let feed, let expiresAt else { return nil }
      return (feed, expiresAt)
    }
  }
}

// MARK: - Answers

extension JSONWriter {
  /// A release with its conflicts, in a list without its operations.
  mutating func release(
    _ release: Release, _ conflicts: [ReleaseConflict], withOperations: Bool = true
  ) {
    object { object in
      object.members(of: release)
      if withOperations {
        object.array("operations", release.operationTrees) { $0.raw($1.bytes) }
      }
      object.objects("conflicts", conflicts) { $0.members(of: $1) }
    }
  }

  private mutating func members(of release: Release) {
    let (state, failure): (String, String?) =
      switch release.state {
      case .prepared: ("prepared", nil)
      case .failed(let reason, _): ("failed", reason)
      case .published: ("published", nil)
      }
    member("id", release.id)
    member("name", release.name)
    member("note", release.note)
    member("state", state)
    member("publish_at", optional: release.publishAt) { $0.value($1.rfc3339) }
    member("created_at", release.createdAt.rfc3339)
    member("actor", release.actor.description)
    member("operation_count", release.operationCount)
    member("failure", optional: failure) { $0.value($1) }
    if case .published(let revision, let at) = release.state {
      member("published_revision", revision)
      member("published_at", at.rfc3339)
    } else {
      null("published_revision")
      null("published_at")
    }
  }

  private mutating func members(of conflict: ReleaseConflict) {
    member("operation", conflict.index)
    member("subject", conflict.subject.description)
    member("expected", optional: conflict.expected) { $0.value($1) }
    member("found", optional: conflict.found.tag) { $0.value($1) }
    member("obstacle", optional: conflict.obstacle?.description) { $0.value($1) }
  }
}
