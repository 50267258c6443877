import FeedHTTP
import FeedStore
import HTTPTypes
import HummingbirdCore

/// Who may read `/metrics`. They tell how much is read and written, and what the server's limits are.
package enum MetricsAccess: String, CaseIterable, Sendable {
  /// Programs on this machine, and those with a token of a viewer.
  case local
  /// Those with a token of a viewer.
  case viewers
  /// Everybody.
  case everyone

  /// Refuses a request that may not read the metrics.
  ///
  /// - Throws: ``Problem`` without a token (401).
  func require(_ request: Request, _ context: FeedRequestContext) throws {
    switch self {
    case .everyone: return
    case .local where context.isLocal && !request.isForwarded: return
    case .local, .viewers: try context.require(.viewer)
    }
  }
}

extension FeedRequestContext {
  /// Whether the other end of the connection is on this machine; true without a connection.
  fileprivate var isLocal: Bool { peerAddress?.isLoopback ?? true }
}

extension Request {
  /// Whether a proxy has passed the request on, which any proxy on this machine may do for others.
  fileprivate var isForwarded: Bool {
    [.forwardedFor, .forwarded, .via].contains { headers.contains($0) }
  }
}

extension HTTPField.Name {
  fileprivate static let forwarded = field("Forwarded")
}
