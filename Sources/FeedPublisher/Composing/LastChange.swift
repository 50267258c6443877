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

/// The revisions that changed documents last, up to one revision, as they are noted in the store. They are read when they
/// are asked for.
final class NotedChanges {
  private let reader: any ContentReader
  private let number: Int
  private var known: [DocumentKey: Revision?] = [:]
  private var failure: (any Error)?

  /// Those up to the revision `number`.
  init(_ reader: any ContentReader, through number: Int) {
    (self.reader, self.number) = (reader, number)
  }

  /// The revision that changed `document` last. If it cannot be read, ``check()`` throws.
  func revision(of document: DocumentKey) -> Revision? {
    if let known = known[document] { return known }
    do {
      let found = try reader.revision(reader.documentRevision(of: document, through: number))
      known[document] = .some(found)
      return found
    } catch {
      failure = failure ?? error
      return nil
    }
  }

  /// Ends what was made of revisions of which one could not be read.
  ///
  /// - Throws: ``StoreError``.
  func check() throws {
    if let failure { throw failure }
  }
}
