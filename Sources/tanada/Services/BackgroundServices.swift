import FeedEditing
import FeedModel
import FeedPhotos
import FeedPublisher
import FeedServer
import FeedStore
import Logging
import ServiceLifecycle

/// Everything that a server does beside requests, by one clock.
struct BackgroundServices {
  let store: any FeedStore
  let publisher: FeedPublisher
  let library: PhotoLibrary
  let warmer: PictureWarmer
  let tokenUses: TokenUses
  let clock: any TimeSource
  let logger: Logger
  /// Tells edges what has changed.
  let purges: PurgeSender
  /// The clock of a store that is shared, if it is.
  var storeClock: StoreClock?

  /// The services in the order in which they begin.
  var all: [any Service] {
    [
      StoreFollower(publisher: publisher), releasePublisher,
      StoreIndexer(store: store, clock: clock, logger: logger), warmer,
      PhotoCleaner(library: library, logger: logger), tokenUseRecorder, purges,
    ] + sharedStoreFollowers
  }

  private var sharedStoreFollowers: [any Service] {
    guard let store = store as? any SharedFeedStore, let storeClock else { return [] }
    return [
      SharedStoreFollower(store: store, clock: storeClock, logger: logger) { [publisher] in
        publisher.lookAtStore()
      }
    ]
  }

  /// Its owner lets it write a last time when all requests are answered.
  var tokenUseRecorder: TokenUseRecorder {
    TokenUseRecorder(uses: tokenUses, store: store, clock: clock, logger: logger)
  }

  private var releasePublisher: ReleasePublisher {
    let editor = Editor(
      store: store, clock: { [clock] in clock.now }, onWrite: publisher.storeChanged)
    return ReleasePublisher(
      schedule: ReleaseSchedule(editor: editor) { [publisher] in try publisher.check($0) },
      clock: clock, pollInterval: publisher.configuration.pollInterval, logger: logger)
  }
}
