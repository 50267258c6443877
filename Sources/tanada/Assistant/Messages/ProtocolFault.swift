import StrictJSON

/// An error of the protocol: what was sent is no message, or no request that can be answered. What is wrong with the
/// arguments of a tool is a ``ToolProblem``.
struct ProtocolFault: Error {
  let code: Int
  let message: String
  /// More about it, as JSON.
  var data: [UInt8]?
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
