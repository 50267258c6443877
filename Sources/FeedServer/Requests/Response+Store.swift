import FeedHTTP
import FeedStore
import Hummingbird

extension Response {
  /// The response to a write with the newest revision of `store`, in which the write is visible. The write was
  /// committed: it is answered in any case.
  func marked(newestIn store: any FeedStore) async -> Response {
    guard let newest = try? await store.latestRevision() else { return self }
    return marked(revision: newest.number)
  }
}
