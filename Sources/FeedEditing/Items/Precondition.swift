package import FeedModel
import FeedStore

/// The precondition of a write (RFC 9110, section 13).
package struct Precondition: Sendable {
  /// The current state of the resource.
  package enum Found: Sendable {
    case nothing
    /// Something, by its entity tag.
    case tagged(String)
    /// A damaged resource, which has no tag.
    case unreadable
  }

  /// The type of resource a condition applies to.
  package enum Subject: Sendable {
    case item
    case composition
    case kind
    case photo
    case release
    case design(DesignType)
  }

  /// Tags of which the resource must have one; `nil` for no condition.
  private let matching: EntityTags?
  /// Tags of which it must have none.
  private let differing: EntityTags

  /// The condition of two lists of tags; each field has tags with commas between them, or `*`.
  ///
  /// - Parameters:
  ///   - matching: the resource must exist with one of these tags; no fields are no condition.
  ///   - differing: the resource must not exist with one of these tags.
  package init(matching: [String], differing: [String] = []) {
    self.matching = matching.isEmpty ? nil : EntityTags(matching)
    self.differing = EntityTags(differing)
  }

  /// The condition of an operation's `if_match`; none for `nil`.
  init(ifMatch: String?) {
    self.init(matching: ifMatch.map { [$0] } ?? [])
  }

  /// - Parameters:
  ///   - found: the current state of the resource.
  ///   - subject: the type of the resource, for the error.
  ///   - isDefault: whether it is a default that was never written: then `*` differs from it.
  /// - Throws: ``EditingError/preconditionFailed(found:of:)`` if the condition is not fulfilled.
  package func check(
    _ found: @autoclosure () -> Found, of subject: Subject, isDefault: Bool = false
  ) throws(EditingError) {
    // The tag is computed only when it is asked for.
    guard matching != nil || !differing.isEmpty else { return }
    let found = found()
    let differing = isDefault ? differing.withoutAny : differing
    let (matches, differs) =
      switch found {
      case .nothing: (false, true)
      case .tagged(let tag):
        (
          matching?.contains(tag, by: .strong) ?? false, !differing.contains(tag, by: .strong)
        )
      case .unreadable: (false, !differing.includesAny)
      }
    guard matching == nil || matches, differs else {
      throw .preconditionFailed(found: found, of: subject)
    }
  }
}

extension PreviousItem {
  /// The state of the item that preconditions are checked against.
  var found: Precondition.Found {
    switch self {
    case .nothing: .nothing
    case .item(let item): .tagged(item.entityTag)
    case .unreadable: .unreadable
    }
  }
}
