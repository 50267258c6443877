import FeedModel
import FeedPublisher
import FeedStore

extension FeedStore {
  /// The feed called `name` at the newest revision.
  ///
  /// - Throws: ``Failure`` for a feed that does not exist, `InvalidFile` for a stored composition
  ///   that is none, and ``StoreError``.
  func feed(named name: String, _ settings: Settings) async throws -> PreparedFeed {
    do {
      let feed = try await preparedFeed(name, timeZone: settings.timeZone, now: Clock.now())
      if let feed { return feed }
    } catch let problems as ContentProblems {
      throw InvalidFile(path: "the composition of \(name)", problems: problems)
    }
    throw Failure.unknownFeed(name, known: try await read { try $0.feedNames() })
  }
}
