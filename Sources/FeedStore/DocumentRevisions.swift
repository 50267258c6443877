/// A document that clients keep: a feed, or a section of one.
package struct DocumentKey: Hashable, Sendable {
  package let feed: String
  /// The section; `nil` for the whole feed.
  package let section: String?

  package init(feed: String, section: String? = nil) {
    self.feed = feed
    self.section = section
  }
}

extension DocumentKey: Comparable {
  /// Sections after their feed, both in alphabetical order.
  package static func < (one: DocumentKey, other: DocumentKey) -> Bool {
    (one.feed, one.section ?? "") < (other.feed, other.section ?? "")
  }
}

/// The revision that made the current content of a document.
package struct DocumentRevision: Hashable, Sendable {
  /// The number of the revision that changed it last; 0 before the first write.
  package let number: Int
  /// A hash that identifies the content of the document.
  package let digest: [UInt8]

  package init(number: Int, digest: [UInt8]) {
    self.number = number
    self.digest = digest
  }
}

/// The reads of the revisions of documents. All of them throw ``StoreError``.
package protocol DocumentRevisionReader {
  /// The last revision up to `number` that is known to have changed `document`; `nil` if none is.
  func documentRevision(
    of document: DocumentKey, through number: Int
  ) throws -> DocumentRevision?

  /// The first revision after `number` that is known to have changed `document`; `nil` if none is.
  func nextChange(of document: DocumentKey, after number: Int) throws -> Int?
}

/// The writes of the revisions of documents. All of them throw ``StoreError``.
package protocol DocumentRevisionWriter {
  /// Notes the revision that changed a document.
  func note(_ revision: DocumentRevision, of document: DocumentKey) throws
}
