import FeedModel
import FeedStore
import Foundation

/// The context in which the feeds of one revision are prepared.
struct FeedPreparation {
  /// The number of the revision; 0 before the first write.
  let revision: Int
  /// The id of the revision; `nil` before the first write.
  let id: UUID?
  let visibility: Visibility
  let publishing: ItemPublishing
  /// Whether the content is a preview, which was never public and has no pages.
  var isPreview = false
  /// The last revision that changed a document, as far as this process has seen it.
  var lastKnownChange: (DocumentKey) -> DocumentRevision? = { _ in nil }
  /// The last revision that changed a document according to the store, where another process may have noted it.
  var lastNotedChange: (DocumentKey) -> DocumentRevision? = { _ in nil }
  /// The former revisions by their numbers.
  var former: (Int) -> Revision? = { _ in nil }

  /// The revision that changed a document last, whose content now has this digest: this revision, unless the
  /// digest is that of an earlier one.
  func revision(of document: DocumentKey, showing digest: ContentDigest) -> DocumentRevision {
    for known in [lastKnownChange, lastNotedChange] {
      if let known = known(document), known.digest == digest.bytes { return known }
    }
    return DocumentRevision(number: revision, digest: digest.bytes)
  }

  func id(ofRevision number: Int) -> UUID? {
    number == revision ? id : former(number)?.id
  }

  /// The time of generation of a document that the revision `number` changed last.
  func moment(ofRevision number: Int) -> Timestamp {
    number == revision ? visibility.moment : former(number)?.committedAt ?? visibility.moment
  }
}

extension FeedPreparation {
  /// The revision of `reader`, which is shown with `visibility`.
  init(
    _ revision: Revision?, in reader: any ContentReader, visibility: Visibility,
    publishing: ItemPublishing,
    lastKnownChange: @escaping (DocumentKey) -> DocumentRevision? = { _ in nil }
  ) {
    self.init(
      revision: revision?.number ?? 0, id: revision?.id, visibility: visibility,
      publishing: publishing, lastKnownChange: lastKnownChange,
      lastNotedChange: { document in
        try? reader.documentRevision(of: document, through: revision?.number ?? 0)
      },
      former: { number in try? reader.revision(number) })
  }
}
