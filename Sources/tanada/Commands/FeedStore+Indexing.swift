import FeedStore

extension FeedStore {
  /// Indexes what a command has written. It has happened, whether it is indexed or not: what is left is indexed by a
  /// server.
  func indexWhatWasWritten() async {
    do { try await index() } catch {
      Console.message("warning: what was written is indexed later (\(error))")
    }
  }
}
