import FeedEditing
import FeedStore
import TestSupport

extension Editor {
  /// An editor of `store`, which nobody serves, at the time of the samples.
  init(to store: any FeedStore) {
    self.init(store: store, clock: { SampleContent.committedAt })
  }
}
