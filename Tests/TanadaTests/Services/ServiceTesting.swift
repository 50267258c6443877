import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import Logging

/// Runs `body` beside a service, which is stopped then.
func beside(
  _ service: @escaping @Sendable () async throws -> Void, _ body: () async throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try await service() }
    try await body()
    group.cancelAll()
    try await group.waitForAll()
  }
}

extension Logger {
  static let silence = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}

extension FeedPublisher {
  /// A publisher that polls each seven seconds.
  convenience init(
    testing store: any FeedStore, clock: any TimeSource,
    pictures: (@Sendable (NewPictures) -> Void)? = nil
  ) {
    self.init(
      store: store,
      configuration: FeedPublisher.Configuration(
        items: ItemPublishing(
          timeZone: .gmt,
          pictures: PictureAddresses(
            server: "https://feeds.example.com", secret: Array(repeating: 9, count: 32)),
          pages: PageAddresses(secret: Array(repeating: 7, count: 32))),
        viewports: [], pollInterval: .seconds(7)),
      logger: .silence, clock: clock, pictures: pictures)
  }
}
