package import FeedStore

extension FeedPublisher {
  /// A list as it was read from the store.
  package struct List {
    package let document: PublishedDocument
    /// The revision that it is of; `nil` before the first write.
    package let revision: Revision?

    package init(_ document: PublishedDocument, of revision: Revision?) {
      self.document = document
      self.revision = revision
    }
  }

  /// The public list of `kind` at `address`, made by `make` unless it is known since nothing was written to the kind.
  ///
  /// It has everything that this process has written, and what others have written as soon as that is in service.
  package func list(
    of kind: String, at address: String, reading make: () async throws -> List
  ) async rethrows -> PublishedDocument {
    guard !hasUnservedWrites, let publication = current,
      let revision = publication.content.lastTouches.revision(of: kind)
    else { return try await make().document }
    let request = DocumentCache.Request.list(address: address, revisionID: revision.id)
    var made: PublishedDocument?
    let known = try await cache.document(for: request, in: lists) {
      let list = try await make()
      made = list.document
      // What is ahead of the publication is not kept.
      return list.revision == publication.committed ? list.document : nil
    }
    if let document = known ?? made { return document }
    return try await make().document
  }
}
