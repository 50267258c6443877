/// A published revision of the Model Context Protocol, newest first.
///
/// In the newest one, each request says its revision. In all others `initialize` agrees on one for the whole session.
enum ProtocolRevision: String, CaseIterable, Comparable, Sendable {
  case july2026 = "2026-07-28"
  case november2025 = "2025-11-25"
  case june2025 = "2025-06-18"
  case march2025 = "2025-03-26"
  case november2024 = "2024-11-05"

  /// The newest one that `initialize` can agree on.
  static let newestWithSession = november2025

  /// Whether each request says its revision, and no session is needed.
  var isStateless: Bool { self >= .july2026 }
  /// Whether results say their type and who has made them, and lists how long they hold.
  var describesResults: Bool { isStateless }
  /// Whether tools have titles, and results a structure.
  var hasStructuredContent: Bool { self >= .june2025 }
  /// Whether tools say what they do to their surroundings.
  var hasAnnotations: Bool { self >= .march2025 }
  /// Whether several messages can come in one array.
  var hasBatches: Bool { self <= .march2025 }

  static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
