import StrictJSON

/// An error of the protocol: what was sent is no message, or no request that can be answered. What is wrong with the
/// arguments of a tool is a ``ToolProblem``.
struct ProtocolFault: Error {
  let code: Int
  let message: String
  /// More about it, as JSON.
  var data: [UInt8]?
  /// The request that is at fault, as far as a line says.
  var request: RequestID?
}

extension ProtocolFault {
  /// A line that is no JSON.
  static func unreadable(_ reason: String) -> Self {
    ProtocolFault(code: -32_700, message: "Parse error: \(reason)")
  }

  /// JSON that is no message, or one that cannot be sent now.
  static func invalidRequest(_ reason: String) -> Self {
    ProtocolFault(code: -32_600, message: "Invalid request: \(reason)")
  }

  static func unknownMethod(_ method: String) -> Self {
    ProtocolFault(code: -32_601, message: "Method not found: \(method)")
  }

  static func invalidParameters(_ reason: String) -> Self {
    ProtocolFault(code: -32_602, message: "Invalid params: \(reason)")
  }

  /// A resource that there is not, in the words of `revision`.
  static func unknownResource(_ address: String, in revision: ProtocolRevision) -> Self {
    ProtocolFault(
      code: revision.isStateless ? -32_602 : -32_002, message: "Resource not found: \(address)",
      data: JSONWriter.encode { $0.object { $0.member("uri", address) } })
  }

  static func internalError(_ reason: String) -> Self {
    ProtocolFault(code: -32_603, message: "Internal error: \(reason)")
  }

  /// A request in a revision of the protocol that this server does not speak in that way.
  static func unsupportedRevision(_ name: String) -> Self {
    ProtocolFault(
      code: -32_022, message: "Unsupported protocol version",
      data: JSONWriter.encode { writer in
        writer.object { object in
          object.array("supported", ProtocolRevision.allCases) { $0.value($1.rawValue) }
          object.member("requested", name)
        }
      })
  }
}

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
