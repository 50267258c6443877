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
  /// The revisions that changed the editions of `feed` and their sections last, as they are noted, up to the revision
  /// `number`.
  ///
  /// - Throws: ``StoreError``.
  func notedChanges(
    of composition: Composition, through number: Int
  ) throws -> [DocumentKey: Revision] {
    let editions = try [nil] + knownLocales().all.map { $0 }
    let documents =
      editions.flatMap { locale in
        let feed = DocumentKey.edition(of: composition.feed, in: locale)
        let targeted = DocumentKey.edition(of: DocumentKey.targeted(composition.feed), in: locale)
        return composition.sections.map {
          DocumentKey(feed: $0.window.when == nil ? feed : targeted, section: $0.id)
        } + [DocumentKey(feed: feed)]
      } + composition.sections.map { .selection(of: $0.id, in: composition.feed) }
      + [DocumentKey(feed: DocumentKey.targeted(composition.feed))]
    return try documents.reduce(into: [:]) { noted, document in
      noted[document] = try revision(documentRevision(of: document, through: number))
    }
  }
}
