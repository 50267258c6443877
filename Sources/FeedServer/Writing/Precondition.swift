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

  /// - Parameters:
  ///   - entityTag: that of what is there; `nil` for nothing.
  ///   - name: what it is, for people.
  ///   - isDefault: whether nobody has written it yet: then `If-None-Match: *` holds.
  /// - Throws: ``Problem`` if the condition does not hold.
  func check(
    _ entityTag: @autoclosure () -> String?, of name: String, isDefault: Bool = false
  ) throws {
    // Nobody works out a tag that nobody asks for.
    guard matching != nil || !differing.isEmpty else { return }
    let entityTag = entityTag()
    if let matching {
      guard let entityTag, Self.isAmong(matching, entityTag) else {
        throw Problem.preconditionFailed(entityTag, of: name)
      }
    }
    let differing = differing.filter { $0 != "*" || !isDefault }
    if let entityTag, Self.isAmong(differing, entityTag) {
      throw Problem.preconditionFailed(entityTag, of: name)
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
