import FeedModel
import FeedStore
import Foundation

/// The revision that changed a document last, with what the document has shown since.
package struct LastChange: Hashable, Sendable {
  /// The number of the revision; 0 before the first write.
  package let number: Int
  /// The id of the revision; `nil` before the first write.
  let id: UUID?
  /// The moment that the revision shows.
  let moment: Timestamp
  /// A hash that identifies the content of the document.
  let digest: ContentDigest
}

extension ContentReader {
  /// The revisions that changed `feed` and its sections last, as they are noted, up to the revision `number`.
  ///
  /// - Throws: ``StoreError``.
  func notedChanges(
    of composition: Composition, through number: Int
  ) throws -> [DocumentKey: Revision] {
    let documents = composition.sections.map {
      DocumentKey(feed: composition.feed, section: $0.id)
    }
    return try (documents + [DocumentKey(feed: composition.feed)]).reduce(into: [:]) {
      noted, document in
      noted[document] = try revision(documentRevision(of: document, through: number))
    }
  }
}
