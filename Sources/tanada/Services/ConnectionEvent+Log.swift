import FeedStore
import Logging

extension ConnectionEvent {
  /// Logs the event: a database that is lost or restored is not seen in each request.
  func log(with logger: Logger) {
    switch self {
    case .lost(let host, let reason):
      // Who cannot connect at all fails, and says why.
      guard !host.isEmpty else { return }
      logger.warning(
        "the database is lost", metadata: ["host": "\(host)", "reason": "\(reason)"])
    case .restored(let host, let former, let duration):
      guard !former.isEmpty else { return }
      logger.warning(
        host == former ? "the database is back" : "the database is at another host",
        metadata: [
          "host": "\(host)", "former_host": "\(former)",
          "after": "\(Int((duration / .milliseconds(1)).rounded())) ms",
        ])
    }
  }
}
