import FeedHTTP
import FeedModel
import FeedPhotos
import FeedServer
import FeedStore
import Logging

extension Settings {
  /// The most edges that a server tells what has changed: each takes a connection and a thread.
  static let maximumEdgeCount = 64

  /// Tells the edges what has changed in `store`.
  func purgeSender(
    of store: any FeedStore, metrics: ServerMetrics, clock: any TimeSource, logger: Logger
  ) -> PurgeSender {
    func value(_ setting: String) -> String { setting == "none" ? "" : setting }
    let changes = ChangedKeys(of: store)
    var retries = RetryPolicy { .random(in: 0...1) }
    retries.firstDelay = .milliseconds(100)
    retries.longestDelay = .seconds(15)
    return PurgeSender(
      purgeURLs.map { url in
        let client = HTTPClient(
          connectTimeout: .seconds(1), timeout: .seconds(3), clock: clock)
        return EdgePurger(
          url: url,
          credentials: PurgeNotice.Credentials(
            secret: value(purgeSecret), token: value(purgeToken)),
          changes: changes, retries: retries, clock: clock, metrics: metrics, logger: logger
        ) { try await client.send("POST", $1, fields: $0) }
      }, changes: changes, clock: clock)
  }
}
