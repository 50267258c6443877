import FeedEditing
import FeedStore
import TestSupport

extension Importer {
  /// An importer into `store`, which nobody serves, at the time of the samples.
  init(to store: any FeedStore) {
    self.init(editor: Editor(store: store, clock: { SampleContent.committedAt }))
  }
}
