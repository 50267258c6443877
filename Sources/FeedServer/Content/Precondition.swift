import FeedStore
import HTTPTypes

/// What must be so for a write to be done (RFC 9110, section 13).
struct Precondition: Sendable {
  /// What is in the place that is written to.
  enum Found {
    case nothing
    /// Something, by its entity tag.
    case tagged(String)
    /// Something that cannot be read, and so has no tag.
    case unreadable
  }

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
  ///   - found: what is there.
  ///   - name: what it is, for people.
  ///   - isDefault: whether nobody has written it yet: then `If-None-Match: *` holds.
  /// - Throws: ``Problem`` if the condition does not hold.
  func check(
    _ found: @autoclosure () -> Found, of name: String, isDefault: Bool = false
  ) throws {
    // Nobody works out a tag that nobody asks for.
    guard matching != nil || !differing.isEmpty else { return }
    let found = found()
    let differing = differing.filter { $0 != "*" || !isDefault }
    let (matches, differs) =
      switch found {
      case .nothing: (false, true)
      case .tagged(let tag):
        (Self.isAmong(matching ?? [], tag), !Self.isAmong(differing, tag))
      case .unreadable: (false, !differing.contains("*"))
      }
    guard matching == nil || matches, differs else {
      throw Problem.preconditionFailed(found, of: name)
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

extension PreviousItem {
  /// The item, as far as conditions go.
  var found: Precondition.Found {
    switch self {
    case .nothing: .nothing
    case .item(let item): .tagged(item.entityTag)
    case .unreadable: .unreadable
    }
  }
}
