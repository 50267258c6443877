package import StrictJSON

/// When something is shown, and to whom: not while it is a draft, not before one moment, and not from another one
/// on; and only to clients that meet its condition.
public struct Window: Hashable, Sendable {
  /// Whether it is a draft, which is not shown to the public at any time.
  public var isDraft: Bool
  /// The first moment it is shown at; `nil` from ever on.
  public var publishAt: Timestamp?
  /// The first moment it is not shown at any more; `nil` for ever.
  public var unpublishAt: Timestamp?
  /// The condition on the clients that it is shown to; `nil` for everybody.
  public var when: Targeting?

  /// From `publishAt` up to `unpublishAt`, unless it is a draft, to clients that meet `when`.
  public init(
    isDraft: Bool = false, publishAt: Timestamp? = nil, unpublishAt: Timestamp? = nil,
    when: Targeting? = nil
  ) {
    self.isDraft = isDraft
    self.publishAt = publishAt
    self.unpublishAt = unpublishAt
    self.when = when
  }

  /// Windows with the same moments are equal, whatever zones the moments were written in.
  public static func == (left: Window, right: Window) -> Bool {
    left.isDraft == right.isDraft
      && left.publishAt?.millisecondsSince1970 == right.publishAt?.millisecondsSince1970
      && left.unpublishAt?.millisecondsSince1970 == right.unpublishAt?.millisecondsSince1970
      && left.when == right.when
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(isDraft)
    hasher.combine(publishAt?.millisecondsSince1970)
    hasher.combine(unpublishAt?.millisecondsSince1970)
    hasher.combine(when)
  }

  /// Shown at every moment to everybody.
  public static let always = Window()

  /// Whether it begins or ends at a moment.
  public var isScheduled: Bool { publishAt != nil || unpublishAt != nil }

  /// Whether it is shown at `moment` to those who meet its condition. Stores have the same rule in their own language, and are checked
  /// against this one.
  public func isShown(at moment: Timestamp) -> Bool {
    let now = moment.millisecondsSince1970
    if isDraft { return false }
    if let publishAt, now < publishAt.millisecondsSince1970 { return false }
    if let unpublishAt, now >= unpublishAt.millisecondsSince1970 { return false }
    return true
  }

  /// The next moment after `moment` at which it begins or ceases to be shown; `nil` if there is none.
  public func nextBoundary(after moment: Timestamp) -> Timestamp? {
    let isShownNow = isShown(at: moment)
    return [publishAt, unpublishAt].compactMap { $0 }
      .filter { $0.millisecondsSince1970 > moment.millisecondsSince1970 }
      .filter { isShown(at: $0) != isShownNow }
      .min { $0.millisecondsSince1970 < $1.millisecondsSince1970 }
  }
}

/// The fields that say when an item is shown and to whom, beside its own.
package enum WindowField {
  package static let isDraft = "draft"
  package static let publishAt = "publish_at"
  package static let unpublishAt = "unpublish_at"
  package static let when = "when"
  /// All of them.
  package static let all = [isDraft, publishAt, unpublishAt, when]
}

extension Window {
  /// Returns the problem of a window that ends before it begins; `nil` if there is none. `found`
  /// describes the end of the window as it is written.
  package func problem(
    _ found: (Timestamp) -> DocumentProblem.Finding
  ) -> DocumentProblem? {
    guard let publishAt, let unpublishAt,
      unpublishAt.millisecondsSince1970 <= publishAt.millisecondsSince1970
    else { return nil }
    return DocumentProblem(
      pointer: "/\(WindowField.unpublishAt)",
      expected: .words("a moment after \(WindowField.publishAt)"), found: found(unpublishAt))
  }

  /// Takes `draft`, `publish_at`, `unpublish_at` and `when` from `fields`, each of which may be missing.
  package init(
    reading fields: inout JSONFieldReader, _ found: (Timestamp) -> DocumentProblem.Finding
  ) {
    self.init(isDraft: fields.flag(WindowField.isDraft, or: false), momentsOf: &fields)
    when = fields.targeting(WindowField.when)
    if let problem = problem(found) { fields.problems.append(problem) }
  }

  /// Takes `publish_at` and `unpublish_at` from `fields`.
  init(isDraft: Bool, momentsOf fields: inout JSONFieldReader) {
    self.init(
      isDraft: isDraft, publishAt: fields.optionalDate(WindowField.publishAt),
      unpublishAt: fields.optionalDate(WindowField.unpublishAt))
  }
}

/// The state of a window at a moment, whatever its condition on clients.
package enum WindowState: String, CaseIterable, Hashable, Sendable {
  /// A draft, which is not shown at any time.
  case draft
  /// It is shown later.
  case scheduled
  /// It is shown now.
  case shown
  /// It is not shown any more.
  case ended
}

extension Window {
  /// The state at `moment`. Stores have the same rule in their own language, and are checked against this one.
  package func state(at moment: Timestamp) -> WindowState {
    if isDraft { return .draft }
    if isShown(at: moment) { return .shown }
    let now = moment.millisecondsSince1970
    return unpublishAt.map { $0.millisecondsSince1970 <= now } == true ? .ended : .scheduled
  }
}

extension ContentQuery {
  /// The state that the windows of items have at a moment.
  package struct WindowFilter: Hashable, Sendable {
    package let state: WindowState
    package let moment: Timestamp

    package init(_ state: WindowState, at moment: Timestamp) {
      self.state = state
      self.moment = moment
    }
  }
}

extension JSONFieldReader {
  /// A date and time with its zone.
  package mutating func date(_ name: String) -> Timestamp {
    text(name, as: .date, standIn: Timestamp(millisecondsSince1970: 0)) { Timestamp($0) }
  }

  /// A date; `nil` where the field is missing or null.
  package mutating func optionalDate(_ name: String) -> Timestamp? {
    hasValue(name) ? date(name) : nil
  }
}
