import FeedStore
import HTTPTypes

/// What must be so for a write to be done (RFC 9110, section 13).
struct Precondition: Sendable {
  /// Tags of which the item must have one; `nil` for no condition.
  private let matching: [Substring]?
  /// Tags of which it must have none.
  private let differing: [Substring]

  /// What `If-Match` and `If-None-Match` say.
  init(_ headers: HTTPFields) {
    let matching = headers[values: .ifMatch]
    self.matching = matching.isEmpty ? nil : Self.tags(matching)
    differing = Self.tags(headers[values: .ifNoneMatch])
  }

  /// What the `if_match` of an operation says.
  init(ifMatch: String?) {
    matching = ifMatch.map { Self.tags([$0]) }
    differing = []
  }

  /// - Parameter item: what is there; `nil` for nothing.
  /// - Throws: ``Problem`` if the condition does not hold.
  func check(_ item: StoredItem?) throws {
    if let matching {
      guard let item, Self.isAmong(matching, item.entityTag) else {
        throw Problem.preconditionFailed(item)
      }
    }
    if let item, Self.isAmong(differing, item.entityTag) {
      throw Problem.preconditionFailed(item)
    }
  }

  /// The comparison is strong: a weak tag is never equal.
  private static func isAmong(_ tags: [Substring], _ tag: String) -> Bool {
    tags.contains { $0 == "*" || $0 == tag }
  }

  private static func tags(_ fields: [String]) -> [Substring] {
    fields.flatMap { $0.split(separator: ",") }.map { field in
      var tag = field.drop { $0 == " " || $0 == "\t" }
      while tag.last == " " || tag.last == "\t" { tag.removeLast() }
      return tag
    }
  }
}
