import FeedModel
import FeedPublisher
import FeedStore
import StrictJSON

extension FeedStore {
  /// The feed called `name` as it is at `moment` or, without one, at the newest revision.
  ///
  /// - Throws: ``Failure`` for a feed that does not exist, `InvalidFile` for a stored composition
  ///   that is none, and ``StoreError``.
  func feed(
    named name: String, at moment: Timestamp? = nil, includesDrafts: Bool = false,
    _ settings: Settings
  ) async throws -> PreparedFeed {
    do {
      let feed = try await preparedFeed(
        name, at: moment, includesDrafts: includesDrafts, timeZone: settings.timeZone,
        now: Clock.now())
      if let feed { return feed }
    } catch let problems as ContentProblems {
      throw InvalidFile(path: "the composition of \(name)", problems: problems)
    }
    throw Failure.unknownFeed(name, known: try await read { try $0.feedNames() })
  }
}
